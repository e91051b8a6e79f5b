"""Tool calls: arguments made ready, rules asked, results and errors mapped (language.md 3.9)."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from ablmatch.language import ir
from ablmatch.language.errors import ExpressionError
from ablmatch.runtime import actions, completion, constraints, recall
from ablmatch.runtime.errors import answer_error
from ablmatch.runtime.outcome import CallTool, Escalate
from ablmatch.runtime.types import CoercionError, coerced
from ablmatch.runtime.work import Work


def arguments(work: Work, tool: ir.Tool, given: Mapping[str, Any]) -> dict[str, Any] | None:
    """Arguments as they would be sent; None, and a trace, where one is missing or does not fit its type.

    One whose source is an expression is the author's, whatever was given; the host fills those of other sources.
    """
    found: dict[str, Any] = dict(given)
    carried = tool.other.get("parameters", {})
    for parameter in tool.parameters:
        said = carried.get(parameter.name, {})
        source = said.get("source", "model")
        if source == "expr":
            found[parameter.name] = _computed(work, tool, parameter, said.get("value"))
        value = found.get(parameter.name)
        if value is None and parameter.default is not None:
            value = parameter.default
        if value is None:
            found.pop(parameter.name, None)
            if parameter.required and source in {"model", "expr"}:
                work.trace("TOOL_ARGUMENT_MISSING", tool=tool.name, argument=parameter.name)
                return None
            continue
        try:
            found[parameter.name] = coerced(value, parameter.type)
        except CoercionError:
            work.trace("TOOL_ARGUMENT_TYPE", tool=tool.name, argument=parameter.name)
            return None
    return found


def _computed(work: Work, tool: ir.Tool, parameter: ir.Parameter, written: Any) -> Any:
    """The value of a parameter that an expression gives; None, and a trace, for one in error."""
    if not isinstance(written, str):
        return written
    try:
        return work.evaluate(written)
    except ExpressionError as error:
        work.trace("EXPRESSION_ERROR", tool=tool.name, argument=parameter.name, reason=error.code)
        return None


def _has_memory(work: Work, tool: ir.Tool) -> bool:
    """Whether the persistent memory that a tool declares is there: user facts are not without a user."""
    for path in (*tool.reads, *tool.writes):
        scope = work.scope_of_path(tuple(path.split(".")))
        if scope is not None and work.facts.partition(scope) is None:
            work.trace("TOOL_MEMORY_UNAVAILABLE", tool=tool.name, field=path)
            return False
    return True


def permit(work: Work, name: str, given: Mapping[str, Any], bind: str | None = None) -> dict[str, Any] | None:
    """The arguments of a call that may be made; None where it is refused. An undeclared tool is.

    `bind`: the name that its result gets, which AS gives.
    """
    tool = work.agent.tools.get(name)
    if tool is None:
        work.trace("TOOL_UNKNOWN", tool=name)
    args = None if tool is None or not _has_memory(work, tool) else arguments(work, tool, given)
    if args is None:
        work.outcome.allowed = False
        return None
    if not constraints.judge(work, "tool", name, args):
        work.trace("tool_call", tool=name, allowed=False)
        return None
    calls = work.state.allowed_calls
    calls[name] = calls.get(name, 0) + 1
    work.state.bound.setdefault(name, []).append(bind)
    work.trace("tool_call", tool=name, allowed=True)
    return args


def ask(work: Work, call: ir.ToolCall, extra: Mapping[str, Any] | None = None) -> bool:
    """An authored CALL: the rules are asked, then the host is.  True where the host must answer."""
    if call.when is not None and not work.holds(call.when, extra):
        return False
    given: dict[str, Any] = {}
    for one in call.arguments:
        try:
            given[one.target] = (
                work.evaluate(one.expression, extra)
                if one.expression is not None
                else work.text_of(one.template or "", extra)
            )
        except ExpressionError as error:
            work.trace("EXPRESSION_ERROR", tool=call.tool, argument=one.target, reason=error.code)
    args = permit(work, call.tool, {name: value for name, value in given.items() if value is not None}, call.bind)
    if args is None:
        return False
    work.effect(CallTool(call.tool, args))
    return True


def take_result(work: Work, name: str, result: Any) -> bool:
    """Stores a result and maps it.  False for a result of a call that was never allowed: it changes nothing."""
    if not _expected(work, name):
        return False
    bind = _bound(work, name)
    tool = work.agent.tools[name]
    if tool.store_result:
        for target in (name, f"last_{name}_result"):
            work.frame.values[target] = result
            work.frame.tags[target] = "tool"
            work.changed(target)
    if bind is not None:
        work.put_value((bind,), result, "tool")
    work.trace("tool_result", tool=name)
    where = actions.Authored(
        "authored", {"result": result, "call_result": result}, {"result": "tool", "call_result": "tool"}, maps=True
    )
    # What was tried again has come; the next failure counts anew.
    for count in [one for one in work.thread.attempts if one.startswith("!")]:
        del work.thread.attempts[count]
    _follow(work, actions.run(work, tool.on_result, where), where)
    recall.fire(work, f"tool:{name}:after")
    return True


def take_error(work: Work, name: str, message: str, *, handled: bool = False) -> bool:
    """Maps a failure and answers it, by `handled` without the handlers.  False as for take_result."""
    if not _expected(work, name):
        return False
    _bound(work, name)
    work.state.tool_failures += 1
    work.trace("error", tool=name, type="tool_error")
    error = {"message": message, "type": "tool_error", "tool": name}
    where = actions.Authored("unknown", {"error": error}, {"error": "unknown"}, maps=True)
    _follow(work, actions.run(work, work.agent.tools[name].on_error, where), where)
    recall.fire(work, f"tool:{name}:after")
    if not handled:
        answer_error(work, "tool_error", error)
    return True


def _follow(work: Work, goto: ir.Goto | None, where: actions.Authored) -> None:
    """Where a tool's own list leads: to a step, to completion, to a human."""
    if goto is None or not goto.target:
        return
    if goto.target in work.agent.steps:
        work.thread.step, work.thread.waiting = goto.target, ""
        work.moved = True
    elif goto.target.upper() == "COMPLETE":
        work.completing = completion.may_complete(work)
        work.halted = True
    elif goto.target.upper() == "ESCALATE":
        work.effect(Escalate(work.render(goto.reason or "", where.extra)))
        work.halted = True


def _bound(work: Work, name: str) -> str | None:
    """The AS name of the tool's oldest call that is answered now."""
    bind, *rest = work.state.bound.get(name) or [None]
    if rest:
        work.state.bound[name] = rest
    else:
        work.state.bound.pop(name, None)
    return bind


def _expected(work: Work, name: str) -> bool:
    calls = work.state.allowed_calls
    left = calls.get(name, 0)
    if left == 0 or name not in work.agent.tools:
        work.trace("TOOL_RESULT_UNEXPECTED", tool=name)
        work.outcome.allowed = False
        return False
    if left == 1:
        del calls[name]
    else:
        calls[name] = left - 1
    return True
