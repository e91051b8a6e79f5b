"""A project on its way from sources to its compiled form."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

from ablmatch.language.agents import Draft
from ablmatch.language.diagnostics import Diagnostics
from ablmatch.language.documents import Document
from ablmatch.language.ir import Profile, Tool
from ablmatch.language.places import Places
from ablmatch.language.reading import Edition, Reading
from ablmatch.language.source import Source


@dataclass(slots=True)
class Project:
    """What the stages read, check and lower."""

    sources: list[Source]
    edition: Edition
    diagnostics: Diagnostics = field(default_factory=Diagnostics)
    places: Places = field(default_factory=Places)
    documents: list[Document] = field(default_factory=list)
    # Of all documents, those of which no agent came included.
    readings: list[Reading] = field(default_factory=list)
    libraries: dict[str, tuple[Tool, ...]] = field(default_factory=dict)
    profiles: dict[str, Profile] = field(default_factory=dict)
    _agents: dict[str, Draft] = field(default_factory=dict)

    @property
    def is_whole(self) -> bool:
        """Whether this is a project rather than one agent on its own, with unknown neighbours (decisions.md B17)."""
        return len(self.sources) > 1 or len(self._agents) > 1

    @property
    def drafts(self) -> list[Draft]:
        """In the order of the sources."""
        return list(self._agents.values())

    def agents(self) -> Mapping[str, Draft]:
        """The same by name."""
        return self._agents

    def add(self, draft: Draft) -> None:
        self._agents[draft.name] = draft

    def leave_out(self, source: Source) -> None:
        """Forgets the agents of a source."""
        for draft in self.drafts:
            if draft.document.source is source:
                del self._agents[draft.name]

    def reading_of(self, document: Document) -> Reading:
        """A reading of one document, kept for the checks."""
        reading = Reading(document.format, self.edition, self.diagnostics, self.places)
        self.readings.append(reading)
        return reading
