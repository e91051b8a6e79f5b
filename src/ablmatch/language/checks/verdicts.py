"""Lint: verdicts that are one turn behind what they judge (language.md 7.31)."""

from __future__ import annotations

from ablmatch.language import ir
from ablmatch.language.agents import Draft
from ablmatch.language.checks.gather import gathered
from ablmatch.language.checks.sensitive import assignments
from ablmatch.language.checks.walk import parts_of
from ablmatch.language.expressions import parse
from ablmatch.language.nodes import Path, walk
from ablmatch.language.project import Project


def lint_verdicts(project: Project) -> None:
    """READONLY variables set in before_turn alone, from values that are written later in the turn."""
    for draft in project.drafts:
        hook = draft.agent.hooks.get("before_turn")
        early = hook.set if hook is not None else ()
        own = {id(one) for one in early}
        elsewhere = {one.target for one in assignments(parts_of(draft)) if id(one) not in own}
        verdicts = {one.name for one in draft.agent.memory.session if one.readonly} - elsewhere
        late = _written_later(draft)
        for one in early:
            if one.target in verdicts and one.expression is not None:
                _behind(project, one, one.expression, late)


def _written_later(draft: Draft) -> set[str]:
    """What the model or the caller may write after before_turn."""
    open_variables = {one.name for one in draft.agent.memory.session if not one.readonly and one.model_writers != ()}
    return open_variables | {one.name for one in gathered(draft.agent)}


def _behind(project: Project, one: ir.Assignment, written: str, late: set[str]) -> None:
    for node in walk(parse(written)):
        if isinstance(node, Path) and node.names[0] in late:
            place = project.places.of(one, "expression").within(node.start, node.end)
            project.diagnostics.add("ABLX_VERDICT_LAGS", place, name=one.target, operand=node.names[0])
            return
