"""From sources to a compiled project and findings: an ordered table of stages.

Each stage reads, checks or lowers, never two of them; all run even where an earlier one found errors.
"""

from __future__ import annotations

import os
from collections.abc import Callable, Mapping
from typing import NamedTuple, TypeAlias

from ablmatch.language import ir
from ablmatch.language.agents import read_agent
from ablmatch.language.checks import CHECKS, LINTS
from ablmatch.language.diagnostics import Diagnostic, Diagnostics, Related
from ablmatch.language.documents import Document, documents
from ablmatch.language.project import Project
from ablmatch.language.reading import Edition
from ablmatch.language.sections.profiles import read_profile
from ablmatch.language.sections.tools import read_library
from ablmatch.language.source import Source, Span
from ablmatch.language.sources import SourceError, sources_of
from ablmatch.language.versions import with_version


class CompileError(ValueError):
    """A project with errors.  `diagnostics`: all findings, warnings too, in the order of the sources."""

    def __init__(self, diagnostics: list[Diagnostic]) -> None:
        self.diagnostics = diagnostics
        errors = [one for one in diagnostics if one.severity == "error"]
        more = f" (and {len(errors) - 1} more)" if len(errors) > 1 else ""
        super().__init__(f"{errors[0]}{more}")


class Stage(NamedTuple):
    """One row of the table: what is done, in the words of a trace, and by what."""

    name: str
    run: Callable[[Project], None]
    lint: bool = False


def _find_documents(project: Project) -> None:
    for source in project.sources:
        found = documents(source, project.diagnostics)
        if not found and not any(one.source == source.name for one in project.diagnostics):
            project.diagnostics.add("ABLX_HEADER_MISSING", Span(source, 0, 0))
        project.documents.extend(found)


def _read_libraries(project: Project) -> None:
    for document in project.documents:
        if document.kind == "tools":
            reading = project.reading_of(document)
            before = project.libraries.get(document.source.name, ())
            project.libraries[document.source.name] = (*before, *read_library(reading, document.node))


def _read_profiles(project: Project) -> None:
    for document in project.documents:
        if document.kind != "profile":
            continue
        profile = read_profile(project.reading_of(document), document.node)
        if profile is None:
            continue
        first = project.profiles.setdefault(profile.name, profile)
        if first is not profile:
            there = Related("it is given here first", project.places.of(first, "name"))
            place = project.places.of(profile, "name")
            project.diagnostics.add("ABLX_PROFILE_TWICE", place, related=[there], name=profile.name)


def _read_agents(project: Project) -> None:
    for document in project.documents:
        if document.kind is None:
            project.diagnostics.add("ABLX_HEADER_MISSING", _first_line(document))
        if document.kind not in {"agent", "supervisor"}:
            continue
        reading = project.reading_of(document)
        reading.libraries = project.libraries if len(project.sources) > 1 else None
        draft = read_agent(document, reading)
        if draft is None:
            continue
        if draft.name in project.agents():
            first = Related("it is given here first", project.places.of(project.agents()[draft.name].agent, "name"))
            place = project.places.of(draft.agent, "name")
            project.diagnostics.add("ABLX_AGENT_TWICE", place, related=[first], name=draft.name)
            continue
        project.add(draft)


def _first_line(document: Document) -> Span:
    first = document.node.fields[0].span if document.node.fields else document.node.span
    return Span(first.source, first.start, min(first.end, first.start + 80))


def _state_versions(project: Project) -> None:
    for draft in project.drafts:
        draft.agent = with_version(draft.agent, project.places)


STAGES: tuple[Stage, ...] = (
    Stage("find documents", _find_documents),
    # Agents import their tools from libraries.
    Stage("read tool libraries", _read_libraries),
    # Agents use profiles by name.
    Stage("read profiles", _read_profiles),
    Stage("read agents", _read_agents),
    # Names of agents, tools and steps are known from here on.
    *(Stage(f"check {name}", check) for name, check in CHECKS),
    *(Stage(f"lint {name}", check, lint=True) for name, check in LINTS),
    Stage("state versions", _state_versions),
)


Given: TypeAlias = str | os.PathLike[str] | Mapping[str, str]


def _run(given: Given, edition: Edition, *, lints: bool = False) -> Project:
    if edition not in {"current", "legacy"}:
        raise ValueError(f"edition is current or legacy, not {edition!r}")
    project = Project(sources_of(given), edition)
    for stage in STAGES:
        if lints or not stage.lint:
            stage.run(project)
    return project


def examine(
    given: Given, *, edition: Edition = "current", lints: bool = False
) -> tuple[ir.ProjectIR | None, list[Diagnostic]]:
    """The compiled project (None where a finding is an error) and every finding, in the order of the sources.

    Raises SourceError where the source cannot be had.
    """
    project = _run(given, edition, lints=lints)
    found = project.diagnostics.in_order([one.name for one in project.sources])
    if any(one.severity == "error" for one in found):
        return None, found
    agents = {draft.name: draft.agent for draft in project.drafts}
    entry = next((agent.name for agent in agents.values() if agent.supervisor), next(iter(agents), ""))
    compiled = ir.ProjectIR(
        version=max((agent.version for agent in agents.values()), key=ir.version_number, default=ir.VERSIONS[0]),
        edition=edition,
        entry=entry,
        agents=agents,
        profiles=project.profiles,
    )
    return compiled, found


def check(source: Given, *, edition: Edition = "current", lints: bool = False) -> list[Diagnostic]:
    r"""Everything that is wrong with an agent or a project, in the order of the sources.

    `lints`: also what is worth a second look and may well be meant.

    `source`: a text, a path of a file or folder, or a mapping of names to texts.  A bad source never raises; one that
    cannot be had (no such file, not UTF-8) is the finding ABLX_SOURCE_UNREADABLE.

    >>> for one in check('AGENT: Desk\nGOAL: "Help"\nMEMROY:\n  session:\n    - email'):
    ...     print(one)
    agent:3:1: error ABLX_SECTION_UNKNOWN: there is no section `MEMROY`: do you mean `MEMORY`?
    """
    try:
        return examine(source, edition=edition, lints=lints)[1]
    except SourceError as error:
        unreadable = Diagnostics()
        unreadable.add("ABLX_SOURCE_UNREADABLE", Span(Source(error.source, ""), 0, 0), problem=str(error))
        return list(unreadable)


def compile(source: Given, *, edition: Edition = "current") -> ir.ProjectIR:  # noqa: A001 - the public name
    """The compiled project.  `source` as for check().

    Raises CompileError with every finding where one of them is an error, SourceError where the source cannot be had.
    """
    compiled, found = examine(source, edition=edition)
    if compiled is None:
        raise CompileError(found)
    return compiled
