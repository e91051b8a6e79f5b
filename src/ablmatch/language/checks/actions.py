"""Authored actions: names of the runtime, sensitive values that lose their marking, tools that are not there."""

from __future__ import annotations

from collections.abc import Iterator

from ablmatch.language import ir, nodes
from ablmatch.language.agents import Draft
from ablmatch.language.checks.memory import RESERVED
from ablmatch.language.checks.walk import walk
from ablmatch.language.expressions import parse
from ablmatch.language.functions import FUNCTIONS
from ablmatch.language.nearest import nearest
from ablmatch.language.project import Project

# Names that the platform sets and no author may (language.md 1.5.2).
PLATFORM = {"user_id", "project_id", "tenant_id"}
# Their results hide what they are given, or only count it.
_HIDING = {"MASK", "abl.redact_pii", "LENGTH", "abl.word_count", "abl.sentence_count"}


def check_actions(project: Project) -> None:
    """All of it, agent by agent."""
    for draft in project.drafts:
        sensitive = _sensitive(draft.agent)
        for assignment in _assignments(draft.agent):
            _target(project, assignment)
            _copy(project, assignment, sensitive)
        _calls(project, draft)


def _assignments(agent: ir.Agent) -> Iterator[ir.Assignment]:
    """Everything that sets session variables or facts; arguments of calls do not."""
    for part in walk(agent):
        if isinstance(part, ir.Set):
            yield from part.assignments
        elif isinstance(part, ir.Hook | ir.FlowStep | ir.ErrorHandler | ir.Complete | ir.EscalateTrigger | ir.HandOff):
            yield from part.set
            yield from part.return_set if isinstance(part, ir.HandOff) else ()


def _target(project: Project, assignment: ir.Assignment) -> None:
    name = assignment.target.split(".", 1)[0].split("[", 1)[0]
    place = project.places.of(assignment, "target")
    # _meta.<x> goes to the trace.
    if name in RESERVED or (name.startswith("_") and not assignment.target.startswith("_meta.")):
        project.diagnostics.add("ABLX_RESERVED_NAME", place, name=name)
    elif name in PLATFORM:
        project.diagnostics.add("ABLX_PLATFORM_NAME", place, name=name)


# --- sensitive values ----------------------------------------------------------------------------------------------


def _sensitive(agent: ir.Agent) -> set[str]:
    """The paths and fields that are shown to a model only as their declarations say."""
    found = {path.path for path in agent.memory.persistent if path.sensitive}
    for part in walk([agent.gather, agent.flow]):
        if isinstance(part, ir.GatherField) and part.sensitive:
            found.add(part.name)
    return found


def _copy(project: Project, assignment: ir.Assignment, sensitive: set[str]) -> None:
    """A value that goes into a variable of its own is shown as it is (decisions.md D12)."""
    if assignment.expression is None or not sensitive or assignment.target in sensitive:
        return
    for path in _carried(parse(assignment.expression)):
        name = next((name for name in _above(path.names) if name in sensitive), None)
        if name is not None:
            place = project.places.of(assignment, "expression").within(path.start, path.end)
            project.diagnostics.add("ABLX_SENSITIVE_COPIED", place, name=name, target=assignment.target)
            return


def _above(names: tuple[str, ...]) -> Iterator[str]:
    """A path and all paths above it."""
    for length in range(len(names), 0, -1):
        yield ".".join(names[:length])


def _carried(node: nodes.Node) -> Iterator[nodes.Path]:
    """The paths whose content becomes part of the value; what is only compared or counted does not."""
    match node:
        case nodes.Path():
            yield node
        case nodes.Choice():
            yield from _carried(node.yes)
            yield from _carried(node.no)
        case nodes.Call():
            function = FUNCTIONS.get(node.name)
            if function is not None and function.passes and node.name not in _HIDING:
                for argument in node.arguments:
                    yield from _carried(argument)
        case nodes.Binary():
            if node.sign == "+":
                yield from _carried(node.left)
                yield from _carried(node.right)
        case nodes.ListOf() | nodes.ObjectOf() | nodes.Index() | nodes.Member():
            for child in nodes.children(node):
                yield from _carried(child)


# --- calls ---------------------------------------------------------------------------------------------------------


def _calls(project: Project, draft: Draft) -> None:
    # Where tools come from files that are not here, their names are not known.
    if draft.reading.imports:
        return
    known = [tool.name for tool in draft.agent.tools]
    for part in walk(draft.agent):
        if isinstance(part, ir.ToolCall) and part.tool not in known:
            near = nearest(part.tool, known)
            hint = f": do you mean `{near}`?" if near else ""
            project.diagnostics.add("ABLX_CALL_UNKNOWN", project.places.of(part, "tool"), tool=part.tool, hint=hint)
