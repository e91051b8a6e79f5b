"""Memory: reserved names, paths that cannot be hidden or that nobody declares, writers, agents that disagree."""

from __future__ import annotations

import re

from ablmatch.language import ir
from ablmatch.language.agents import Draft
from ablmatch.language.diagnostics import Related
from ablmatch.language.nearest import nearest
from ablmatch.language.project import Project

RESERVED = {"match"}
_UNSAFE_SEGMENTS = {"", "__proto__", "prototype", "constructor"}
_SEGMENT = re.compile(r"[^\[\]*]+")


def check_memory(project: Project) -> None:
    """All of it, agent by agent, then among the agents."""
    for draft in project.drafts:
        _names(project, draft)
        _hidden_paths(project, draft)
        _undeclared(project, draft)
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


def _undeclared(project: Project, draft: Draft) -> None:
    """What is remembered or recalled under a path that nobody declares (decisions.md A14)."""
    memory = draft.agent.memory
    declared = [one.path for one in memory.persistent]
    known = [*declared, *_granted(project, draft)]
    named = [(one.target, project.places.of(one, "target")) for one in memory.remember]
    for recall in memory.recall:
        named += [(path, project.places.of(recall, "paths", at)) for at, path in enumerate(recall.paths)]
    for path, place in named:
        if not any(path == one or path.startswith(f"{one}.") for one in known):
            near = nearest(path, declared)
            hint = f": do you mean `{near}`?" if near else ""
            project.diagnostics.add("ABLX_PATH_UNDECLARED", place, path=path, hint=hint)


def _granted(project: Project, draft: Draft) -> list[str]:
    """Paths that other agents of the project lend to this one."""
    agents = [other.agent for other in project.drafts]
    grants = [one.memory_grants for agent in agents for one in agent.handoff if one.to == draft.name]
    grants += [one.memory_grants for agent in agents for one in agent.delegate if one.agent == draft.name]
    return [grant.path for listed in grants for grant in listed]


def _writers(project: Project, draft: Draft) -> None:
    agents = [one.name for one in project.drafts]
    for variable in draft.agent.memory.session:
        for at, name in enumerate(variable.model_writers or ()):
            if name not in agents:
                near = nearest(name, agents)
                hint = f": do you mean `{near}`?" if near else ""
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
