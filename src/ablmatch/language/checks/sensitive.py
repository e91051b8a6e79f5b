"""Sensitive values: where their marking is lost, and where they can never be compared."""

from __future__ import annotations

from collections.abc import Iterator

from ablmatch.language import ir
from ablmatch.language.agents import Draft
from ablmatch.language.checks.expressions import found_in
from ablmatch.language.checks.gather import gathered
from ablmatch.language.checks.walk import walk
from ablmatch.language.expressions import parse
from ablmatch.language.nodes import Node, Path
from ablmatch.language.project import Project
from ablmatch.language.templates import parse_template


def check_sensitive(project: Project) -> None:
    """Both, agent by agent."""
    for draft in project.drafts:
        fields = {one.name for one in gathered(draft.agent) if one.sensitive}
        _operands(project, draft, fields)
        _copies(project, draft, fields | {one.path for one in draft.agent.memory.persistent if one.sensitive})


def _operands(project: Project, draft: Draft, fields: set[str]) -> None:
    """Gathered fields that may be kept as tokens, which the matcher never compares (language.md 6.1)."""
    for written in draft.reading.written if fields else ():
        for finding in found_in(written):
            if finding.kind == "match_operand" and finding.values["path"] in fields:
                place = written.span.within(finding.start, finding.end)
                project.diagnostics.add("ABLX_SENSITIVE_MATCH_OPERAND", place, name=finding.values["path"])


def _copies(project: Project, draft: Draft, sensitive: set[str]) -> None:
    """SET of a sensitive value as it is: the copy is shown as any other value (decisions.md D12)."""
    for one in assignments(draft.agent) if sensitive else ():
        source = _copied(one)
        if source is not None and _within(source, sensitive) and not _within(one.target, sensitive):
            attribute = "expression" if one.expression is not None else "template"
            place = project.places.of(one, attribute)
            project.diagnostics.add("ABLX_SENSITIVE_COPY", place, source=source, target=one.target)


def assignments(part: ir.Part) -> Iterator[ir.Assignment]:
    """What SET assigns, in every section; arguments of calls and inputs of other agents are none."""
    for one in walk(part):
        if isinstance(one, ir.Set):
            yield from one.assignments
        else:
            yield from getattr(one, "set", ())
            yield from getattr(one, "return_set", ())


def _copied(one: ir.Assignment) -> str | None:
    """The path that is all of an assignment's right side."""
    tree: Node | None = None
    if one.expression is not None:
        tree = parse(one.expression)
    elif (whole := parse_template(one.template or "").whole) is not None and not whole.filters:
        tree = whole.expression
    return ".".join(tree.names) if isinstance(tree, Path) else None


def _within(path: str, sensitive: set[str]) -> bool:
    """Whether a path is one of them, or below one."""
    return any(path == one or path.startswith(f"{one}.") for one in sensitive)
