"""Authored actions: SET, CLEAR, RESPOND, branches, wherever they are written (language.md 1.7.4, 1.8)."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Any

from ablmatch.language import ir
from ablmatch.language.errors import ExpressionError
from ablmatch.language.values import order_key, truthy
from ablmatch.runtime import tools
from ablmatch.runtime.state import Tag
from ablmatch.runtime.work import Work


@dataclass(frozen=True, slots=True)
class Authored:
    """Where actions are written: the tag of what the author writes, and names that only these actions see.

    `maps`: whether they are a tool's own, which alone fill what the active agent declares SOURCE: tool.
    """

    own: Tag
    extra: Mapping[str, Any] | None = None
    tags: Mapping[str, Tag] | None = None
    maps: bool = False


# What hooks, ON_START and ESCALATE set proves itself; what flows, COMPLETE and error handlers set does not (5.5).
HOOK = Authored("authored")
FLOW = Authored("unknown")


def run(  # noqa: PLR0912 - one case an action
    work: Work, steps: Iterable[ir.Step], where: Authored
) -> ir.Goto | None:
    """Runs actions in order; gives where they go, which ends them."""
    for step in steps:
        match step:
            case ir.Set(assignments=assignments):
                assign(work, assignments, where)
            case ir.Clear(names=names):
                work.clear(names, to_initial=False)
            case ir.Respond(text=text):
                work.say(work.render(text, where.extra))
            case ir.Log(text=text, level=level):
                work.trace("log", level=level, characters=len(work.render(text, where.extra)))
            case ir.CallTool(call=call):
                tools.ask(work, call, where.extra)
            case ir.Transform():
                transform(work, step, where)
            case ir.Choose(branches=branches):
                goto = choose(work, branches, where)
                if goto is not None:
                    return goto
            case ir.Goto():
                return step
            case ir.HandOffTo(target=target):
                work.leaving = target
                return ir.Goto(target="")
            case ir.DelegateTo(target=target):
                work.delegating = target
                return ir.Goto(target="")
            case ir.Return(assignments=assignments):
                assign(work, assignments, where)
                work.returning = True
                return ir.Goto(target="")
    return None


def assign(work: Work, assignments: Iterable[ir.Assignment], where: Authored) -> None:
    """SET.  An expression in error leaves the value and its tag as they are."""
    for one in assignments:
        if not where.maps and work.is_tools_alone(one.target):
            work.trace("WRITE_REFUSED", field=one.target, reason="source_tool")
            continue
        work.setting = True
        try:
            if one.expression is not None:
                value = work.evaluate(one.expression, where.extra)
                tag = work.tag_of(one.expression, where.own, where.tags)
            else:
                template = one.template or ""
                value = work.text_of(template, where.extra)
                tag = where.own if "{{" not in template else "unknown"
        except ExpressionError as error:
            work.trace("EXPRESSION_ERROR", field=one.target, reason=error.code)
            continue
        finally:
            work.setting = False
        if work.set(one.target, value, tag):
            work.trace("dsl_set", field=one.target)


def choose(work: Work, branches: Iterable[ir.Branch], where: Authored) -> ir.Goto | None:
    """The first branch that holds; all conditions see the state before any of them acts."""
    for branch in branches:
        if branch.when is None or work.holds(branch.when, where.extra):
            return run(work, branch.steps, where)
    return None


def first_that_holds(work: Work, branches: Iterable[ir.Branch], where: Authored) -> ir.Branch | None:
    """The first branch whose condition holds, ELSE included."""
    return next((one for one in branches if one.when is None or work.holds(one.when, where.extra)), None)


def transform(work: Work, step: ir.Transform, where: Authored) -> None:
    """A list into another: FILTER, MAP, SORT_BY, LIMIT, each item under its name."""
    try:
        found = work.evaluate(step.source, where.extra)
        items = list(found) if isinstance(found, list) else []
        seen = dict(where.extra or {})
        if step.filter is not None:
            items = [item for item in items if truthy(work.evaluate(step.filter, {**seen, step.item: item}))]
        if step.sort_by is not None:
            keyed = [(_sorted_by(work, step.sort_by, step.item, seen, item), item) for item in items]
            keyed.sort(key=lambda pair: _sort_key(pair[0]), reverse=step.descending)
            items = [item for _, item in keyed]
        if step.map is not None:
            items = [work.evaluate(step.map, {**seen, step.item: item}) for item in items]
        if step.limit is not None:
            limit = order_key(work.evaluate(step.limit, where.extra))
            items = items[: max(0, int(limit))] if limit is not None else items
    except ExpressionError as error:
        work.trace("EXPRESSION_ERROR", field=step.into, reason=error.code)
        return
    tag = work.tag_of(step.source, where.own, where.tags)
    work.set(step.into, items, tag if step.map is None else "unknown")


def _sorted_by(work: Work, written: str, name: str, seen: Mapping[str, Any], item: Any) -> Any:
    """What an item is sorted by: a field that is named alone, else an expression."""
    if isinstance(item, dict) and written != name and written in item:
        return item[written]
    return work.evaluate(written, {**seen, name: item})


def _sort_key(value: Any) -> tuple[int, Any]:
    """Numbers before texts before everything else, which keeps its order."""
    if isinstance(value, str):
        return 1, value
    number = order_key(value)
    return (2, 0) if value is None or number is None else (0, number)
