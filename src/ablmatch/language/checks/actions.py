"""Authored actions: names that are not the authors', tools that are not there."""

from __future__ import annotations

from ablmatch.language import ir
from ablmatch.language.agents import Draft
from ablmatch.language.checks.memory import RESERVED
from ablmatch.language.checks.sensitive import assignments
from ablmatch.language.checks.walk import parts_of
from ablmatch.language.project import Project

# Names that the platform sets and no author may (language.md 1.5.2).
PLATFORM = {"user_id", "project_id", "tenant_id"}


def check_actions(project: Project) -> None:
    """All of it, agent by agent."""
    for draft in project.drafts:
        for assignment in assignments(parts_of(draft)):
            _target(project, assignment)
        _calls(project, draft)


def _target(project: Project, assignment: ir.Assignment) -> None:
    name = assignment.target.split(".", 1)[0].split("[", 1)[0]
    place = project.places.of(assignment, "target")
    # _meta.<x> goes to the trace.
    if name in RESERVED or (name.startswith("_") and not assignment.target.startswith("_meta.")):
        project.diagnostics.add("ABLX_RESERVED_NAME", place, name=name)
    elif name in PLATFORM:
        project.diagnostics.add("ABLX_PLATFORM_NAME", place, name=name)


# --- calls ---------------------------------------------------------------------------------------------------------


def _calls(project: Project, draft: Draft) -> None:
    # Where tools come from files that are not here, their names are not known.
    if draft.reading.imports:
        return
    known = dict.fromkeys(tool.name for tool in draft.agent.tools)
    for part in parts_of(draft):
        if isinstance(part, ir.ToolCall) and part.tool not in known:
            hint = project.diagnostics.suggestions.hint(part.tool, known)
            project.diagnostics.add("ABLX_CALL_UNKNOWN", project.places.of(part, "tool"), tool=part.tool, hint=hint)
