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
    """Arguments as they would be sent; None, and a trace, where one is missing or does not fit its type."""
    found: dict[str, Any] = dict(given)
    for parameter in tool.parameters:
        value = found.get(parameter.name)
        if value is None and parameter.default is not None:
            value = parameter.default
        if value is None:
            if parameter.required:
                work.trace("TOOL_ARGUMENT_MISSING", tool=tool.name, argument=parameter.name)
                return None
            continue
        try:
            found[parameter.name] = coerced(value, parameter.type)
        except CoercionError:
            work.trace("TOOL_ARGUMENT_TYPE", tool=tool.name, argument=parameter.name)
            return None
    return found


def permit(work: Work, name: str, given: Mapping[str, Any]) -> dict[str, Any] | None:
    """The arguments of a call that may be made; None where it is refused. An undeclared tool is."""
    tool = work.agent.tools.get(name)
    args = None if tool is None else arguments(work, tool, given)
    if args is None:
        if tool is None:
            work.trace("TOOL_UNKNOWN", tool=name)
        work.outcome.allowed = False
        return None
    if not constraints.judge(work, "tool", name, args):
        work.trace("tool_call", tool=name, allowed=False)
        return None
    calls = work.state.allowed_calls
    calls[name] = calls.get(name, 0) + 1
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
    args = permit(work, call.tool, {name: value for name, value in given.items() if value is not None})
    if args is None:
        return False
    work.effect(CallTool(call.tool, args))
    return True


def take_result(work: Work, name: str, result: Any, bind: str | None = None) -> bool:
    """Stores a result and maps it.  False for a result of a call that was never allowed: it changes nothing."""
    if not _expected(work, name):
        return False
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
        "authored", {"result": result, "call_result": result}, {"result": "tool", "call_result": "tool"}
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
    work.state.tool_failures += 1
    work.trace("error", tool=name, type="tool_error")
    error = {"message": message, "type": "tool_error", "tool": name}
    where = actions.Authored("authored", {"error": error}, {"error": "tool"})
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
