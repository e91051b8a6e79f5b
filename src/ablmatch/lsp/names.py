"""The names that a project declares, and where."""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

from ablmatch.language import ir
from ablmatch.language.agents import Draft
from ablmatch.language.checks.gather import gathered
from ablmatch.language.project import Project
from ablmatch.language.reading import content
from ablmatch.language.source import Span


class Declared(NamedTuple):
    """`sort`: agent, step, tool, variable, path, template or handler.  `agent`: whose it is."""

    sort: str
    name: str
    span: Span
    agent: str
    part: ir.Part | None = None


def declared(project: Project) -> list[Declared]:
    """All names, agent by agent, in the order of the text."""
    return [one for draft in project.drafts for one in _of_agent(project, draft)]


def _of_agent(project: Project, draft: Draft) -> Iterator[Declared]:
    agent, places, own = draft.agent, project.places, draft.name
    header = draft.document.node.find("AGENT", "SUPERVISOR", "agent", "supervisor")
    if header is not None:
        yield Declared("agent", own, content(header.node), own, agent)
    for variable in agent.memory.session:
        yield Declared("variable", variable.name, places.of(variable, "name"), own, variable)
    for path in agent.memory.persistent:
        yield Declared("path", path.path, places.of(path, "path"), own, path)
    for field in gathered(agent):
        yield Declared("variable", field.name, places.of(field, "name"), own, field)
    for tool in agent.tools:
        yield Declared("tool", tool.name, places.of(tool, "name"), own, tool)
    for step in agent.flow.steps if agent.flow is not None else ():
        yield Declared("step", step.name, places.of(step, "name"), own, step)
    for handler in agent.return_handlers:
        yield Declared("handler", handler.name, places.of(handler, "name"), own, handler)
    section = next((one for one in draft.document.node.fields if one.key.upper() == "TEMPLATES"), None)
    for one in section.node.fields if section is not None else ():
        yield Declared("template", one.key, one.key_span, own)


def agent_at(project: Project, name: str, offset: int) -> str:
    """The agent in whose document a place stands; "" where it stands in none."""
    for draft in project.drafts:
        span = draft.document.node.span
        if draft.document.source.name == name and span.start <= offset <= span.end:
            return draft.name
    own = [draft.name for draft in project.drafts if draft.document.source.name == name]
    return own[-1] if own else ""


def resolve(names: list[Declared], sort: str, name: str, agent: str) -> list[Declared]:
    """What a name of a sort stands for: the agent's own names, agents by themselves.

    A path is declared by the longest declared path above it, a variable's field by the variable.
    """
    if sort == "agent":
        return [one for one in names if one.sort == sort and one.name == name]
    own = [one for one in names if one.agent == agent]
    sorts = {"variable", "path"} if sort in {"variable", "path"} else {sort}
    while name:
        found = [one for one in own if one.sort in sorts and one.name == name]
        if found or sort not in {"variable", "path"}:
            return found
        name = name.rpartition(".")[0]
    return []
