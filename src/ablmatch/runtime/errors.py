"""ON_ERROR: which handler answers an error, and what it does (language.md 1.7.3)."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from ablmatch.language import ir
from ablmatch.runtime import actions, completion, messages
from ablmatch.runtime.outcome import Escalate, Retry
from ablmatch.runtime.work import Work


def answer_error(work: Work, kind: str, error: Mapping[str, Any]) -> None:
    """The step's handler, else the agent's; in a flow MESSAGES.error_default for errors that nobody handles.

    Outside flows the model sees the error and says what it makes of it.
    """
    step = work.agent.steps.get(work.thread.step or "")
    handler = _handler(step.on_error if step is not None else (), kind, error) or _handler(
        work.agent.agent.on_error, kind, error
    )
    if handler is None:
        if step is not None and not step.reasoning:
            say_default(work)
        return
    where = actions.Authored("unknown", {"error": dict(error)}, {"error": "unknown"})
    actions.assign(work, handler.set, where)
    if handler.respond is not None:
        work.say(work.render(handler.respond, where.extra))
    _go(work, handler, where)


def _handler(handlers: tuple[ir.ErrorHandler, ...], kind: str, error: Mapping[str, Any]) -> ir.ErrorHandler | None:
    fitting = [one for one in handlers if not one.subtypes or error.get("subtype") in one.subtypes]
    by_type = next((one for one in fitting if one.type == kind), None)
    return by_type or next((one for one in fitting if one.type == "default"), None)


def _go(work: Work, handler: ir.ErrorHandler, where: actions.Authored) -> None:
    attempts = work.thread.attempts
    key = f"!{handler.type}"
    if handler.retry and attempts.get(key, 0) < handler.retry:
        attempts[key] = attempts.get(key, 0) + 1
        work.effect(Retry())
        work.again = "call"
        return
    attempts.pop(key, None)
    match (handler.then or "").upper():
        case "ESCALATE":
            work.effect(Escalate(work.render(handler.reason or "", where.extra)))
            work.halted = True
        case "HANDOFF" if handler.target is not None:
            work.leaving = handler.target
        case "COMPLETE":
            work.completing = completion.may_complete(work)
            work.halted = True
        case "RETRY_STEP":
            work.effect(Retry())
            work.again = "step"
        case "BACKTRACK" if handler.backtrack_to in work.agent.steps:
            work.thread.step, work.thread.waiting = handler.backtrack_to, ""
            work.moved = True


def say_default(work: Work) -> None:
    """What is said where an error has no handler of its own."""
    work.say(messages.text(work, "error_default"), guarded=False)
