"""Memory: reserved names, paths that cannot be hidden or that nobody declares, writers, agents that disagree."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence

from ablmatch.language import ir
from ablmatch.language.agents import Draft
from ablmatch.language.checks.paths import covering
from ablmatch.language.diagnostics import Related
from ablmatch.language.project import Project

RESERVED = {"match"}
_UNSAFE_SEGMENTS = {"", "__proto__", "prototype", "constructor"}
_SEGMENT = re.compile(r"[^\[\]*]+")


def check_memory(project: Project) -> None:
    """All of it, agent by agent, then among the agents."""
    granted = _granted(project)
    for draft in project.drafts:
        _names(project, draft)
        _hidden_paths(project, draft)
        _undeclared(project, draft, granted.get(draft.name, ()))
        if project.is_whole:
            _writers(project, draft)
    _disagreements(project)


def _names(project: Project, draft: Draft) -> None:
    for variable in draft.agent.memory.session:
        if variable.name in RESERVED or variable.name.startswith("_"):
            project.diagnostics.add("ABLX_RESERVED_NAME", project.places.of(variable, "name"), name=variable.name)


def _hidden_paths(project: Project, draft: Draft) -> None:
    """A path that the projection could not cut out must not look hidden."""
    hidden: list[tuple[ir.SessionVariable | ir.PersistentPath, str, str]] = [
        *((one, one.name, "name") for one in draft.agent.memory.session if not one.model_visible),
        *((one, one.path, "path") for one in draft.agent.memory.persistent if not one.model_visible),
    ]
    for part, path, attribute in hidden:
        segments = path.split(".")
        if any(one in _UNSAFE_SEGMENTS or not _SEGMENT.fullmatch(one) for one in segments):
            project.diagnostics.add(
                "MEMORY_MODEL_VISIBLE_PATH_UNSUPPORTED", project.places.of(part, attribute), path=path
            )


def _undeclared(project: Project, draft: Draft, granted: Sequence[str]) -> None:
    """What is remembered or recalled under a path that nobody declares (decisions.md A14)."""
    memory = draft.agent.memory
    declared = [one.path for one in memory.persistent]
    known = {*declared, *granted}
    named = [(one.target, project.places.of(one, "target")) for one in memory.remember]
    for recall in memory.recall:
        named += [(path, project.places.of(recall, "paths", at)) for at, path in enumerate(recall.paths)]
    for path, place in named:
        if covering(path, known) is None:
            hint = project.diagnostics.suggestions.hint(path, declared)
            project.diagnostics.add("ABLX_PATH_UNDECLARED", place, path=path, hint=hint)


def _granted(project: Project) -> Mapping[str, Sequence[str]]:
    """The paths that agents of the project lend to each other, by the name of the one that gets them."""
    found: dict[str, list[str]] = {}
    for draft in project.drafts:
        lent = [(one.to, one.memory_grants) for one in draft.agent.handoff]
        lent += [(one.agent, one.memory_grants) for one in draft.agent.delegate]
        for name, grants in lent:
            found.setdefault(name, []).extend(grant.path for grant in grants)
    return found


def _writers(project: Project, draft: Draft) -> None:
    agents = project.agents()
    for variable in draft.agent.memory.session:
        for at, name in enumerate(variable.model_writers or ()):
            if name not in agents:
                hint = project.diagnostics.suggestions.hint(name, agents)
                place = project.places.of(variable, "model_writers", at)
                project.diagnostics.add("SESSION_MODEL_WRITER_UNKNOWN", place, name=name, hint=hint)


def _disagreements(project: Project) -> None:
    """A field that two agents declare differently: which of them counts is decided, but hardly meant."""
    first: dict[str, tuple[Draft, ir.SessionVariable]] = {}
    for draft in project.drafts:
        for variable in draft.agent.memory.session:
            known = first.setdefault(variable.name, (draft, variable))
            if known[1] is variable:
                continue
            other, earlier = known
            for attribute in ("type", "reset", "initial", "readonly", "model_writers"):
                one, two = getattr(earlier, attribute), getattr(variable, attribute)
                if attribute == "model_writers":
                    differs = one is not None and two is not None and set(one) != set(two)
                elif attribute == "readonly":
                    differs = one != two
                else:
                    differs = one is not None and two is not None and one != two
                if differs:
                    place = project.places.of(variable, attribute)
                    there = Related(f"the declaration of `{other.name}`", project.places.of(earlier, attribute))
                    project.diagnostics.add(
                        "ABLX_DECLARATIONS_DIFFER",
                        place,
                        related=[there],
                        name=variable.name,
                        key=attribute.upper(),
                        agent=other.name,
                    )
