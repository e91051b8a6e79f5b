"""What the server knows between two messages: the open buffers, how it was started, what it last said."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import NamedTuple

from lsprotocol.types import Diagnostic, Location, Position

from ablmatch.language.documents import format_of
from ablmatch.language.reading import Edition
from ablmatch.language.source import Source, Span
from ablmatch.lsp.documents import Buffer, Texts, project_of, texts_of
from ablmatch.lsp.names import Declared, agent_at, declared
from ablmatch.lsp.positions import Lines
from ablmatch.lsp.probe import read_project


class Neighbours(NamedTuple):
    """The other files of a project.  `texts`: in place of each of their agents one that has the name and nothing else.

    They do not change while a document is typed, and are read once: a question then costs as much as the document.
    """

    given: Mapping[str, str]
    texts: Mapping[str, str]
    names: list[Declared]


def neighbours(given: Mapping[str, str], edition: Edition) -> Neighbours:
    """Reads the other files; one that holds no agent, such as a tool library, stays as it is."""
    names = declared(read_project(given, edition))
    texts: dict[str, str] = {}
    for name, text in given.items():
        agents = [one.name for one in names if one.sort == "agent" and one.span.source.name == name]
        if agents:
            texts[f"{name}.abl"] = "".join(f'AGENT: {agent}\nGOAL: "-"\n' for agent in agents)
        else:
            texts[name] = text
    return Neighbours(given, texts, names)


class View:
    """An open document within its project, as it is now.  `shown`: its findings as they were last published."""

    def __init__(
        self, texts: Texts, others: Neighbours, shown: list[Diagnostic], edition: Edition, encoding: str
    ) -> None:
        self.uris = texts.uris
        self.name = texts.name
        self.text = texts.by_name[texts.name]
        self.texts = {**others.texts, self.name: self.text}
        self.project = read_project(self.texts, edition)
        self.shown = shown
        self.edition = edition
        self.encoding = encoding
        self.source = Source(self.name, self.text)
        self.form = format_of(self.source)
        self.lines = Lines(self.text, encoding)
        own = [one for one in declared(self.project) if one.span.source.name == self.name]
        self.names: list[Declared] = [*own, *others.names]

    def offset(self, position: Position) -> int:
        return self.lines.offset(position)

    def span(self, start: int, end: int) -> Span:
        """A stretch of the document."""
        return Span(self.source, start, end)

    def agent_at(self, offset: int) -> str:
        return agent_at(self.project, self.name, offset)

    def location(self, span: Span) -> Location:
        """A place of any source of the project."""
        return Location(self.uris[span.source.name], Lines(span.source.text, self.encoding).range(span))


@dataclass(slots=True)
class State:
    """`lints`: also what is worth a second look.  `published`: what is shown, by project and URI."""

    edition: Edition = "current"
    lints: bool = False
    encoding: str = "utf-16"
    buffers: dict[str, Buffer] = field(default_factory=dict)
    published: dict[str, dict[str, list[Diagnostic]]] = field(default_factory=dict)
    known: dict[str, Neighbours] = field(default_factory=dict)

    def siblings(self, uri: str) -> list[str]:
        """The open documents of the same project, the document itself included."""
        return [one for one in self.buffers if project_of(one) == project_of(uri)]

    def texts(self, uri: str) -> Texts | None:
        """The project of an open document; None for what is not open."""
        return texts_of(uri, self.buffers) if uri in self.buffers else None

    def view(self, uri: str) -> View | None:
        """The document as it is now; None for what is not open."""
        texts = self.texts(uri)
        if texts is None:
            return None
        given = {name: text for name, text in texts.by_name.items() if name != texts.name}
        others = self.known.get(uri)
        if others is None or others.given != given:
            others = self.known[uri] = neighbours(given, self.edition)
        shown = self.published.get(project_of(uri), {}).get(uri, [])
        return View(texts, others, shown, self.edition, self.encoding)
