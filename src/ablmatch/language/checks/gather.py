"""Gathered fields: against each other and against the memory."""

from __future__ import annotations

from collections.abc import Mapping

from ablmatch.language import ir
from ablmatch.language.project import Project
from ablmatch.language.values import to_text


def check_gather(project: Project) -> None:
    """All of it, agent by agent."""
    # Any declaration of the project protects the variable, in every agent (language.md 7.23, 7.24).
    protected = {one.name for other in project.drafts for one in other.agent.memory.session if one.readonly}
    for draft in project.drafts:
        fields = gathered(draft.agent)
        names = dict.fromkeys(one.name for one in fields)
        for field in fields:
            _default(project, field)
            _depends_on(project, field, names)
        _readonly(project, fields, protected)


def gathered(agent: ir.Agent) -> list[ir.GatherField]:
    """Fields of the agent and of the steps of its flow."""
    steps = agent.flow.steps if agent.flow is not None else ()
    return [*agent.gather, *(one for step in steps for one in step.gather)]


def _default(project: Project, field: ir.GatherField) -> None:
    if field.options and field.default is not None and to_text(field.default) not in field.options:
        project.diagnostics.add("ABLX_DEFAULT_OUTSIDE_OPTIONS", project.places.of(field, "default"), name=field.name)


def _depends_on(project: Project, field: ir.GatherField, names: Mapping[str, None]) -> None:
    for at, name in enumerate(field.depends_on):
        if name not in names:
            hint = project.diagnostics.suggestions.hint(name, (one for one in names if one != field.name))
            place = project.places.of(field, "depends_on", at)
            project.diagnostics.add("ABLX_DEPENDS_ON_UNKNOWN", place, name=name, hint=hint)


def _readonly(project: Project, fields: list[ir.GatherField], protected: set[str]) -> None:
    for field in fields:
        if field.name in protected:
            project.diagnostics.add("ABLX_READONLY_GATHERED", project.places.of(field, "name"), name=field.name)
