"""An agent asks another one, in a scope of its own (language.md 1.11)."""

from __future__ import annotations

from typing import Any

from ablmatch.language import ir
from ablmatch.language.errors import ExpressionError
from ablmatch.runtime import activation, constraints, flow, messages, passing
from ablmatch.runtime.outcome import Escalate, Handoff
from ablmatch.runtime.state import MAX_STACK, Frame, Tag, Thread
from ablmatch.runtime.work import Work


def delegate(work: Work, target: str) -> bool:
    """Starts a delegate in a scope of its own: it sees what INPUT gives it. False where it cannot be started."""
    at, entry = next(((at, one) for at, one in enumerate(work.agent.agent.delegate) if one.agent == target), (-1, None))
    if entry is None or target not in work.project.agents or len(work.state.threads) >= MAX_STACK:
        work.trace("handoff", target=target, done=False)
        if entry is not None:
            _fail(work, at, entry)
        return False
    given: dict[str, tuple[Any, Tag]] = {}
    for one in entry.input:
        try:
            given[one.target] = passing.assigned(work, one)
        except ExpressionError as error:
            work.trace("EXPRESSION_ERROR", field=one.target, reason=error.code)
    grants = passing.grants_of(work, entry.memory_grants)
    constraints.check_said(work)
    work.trace("delegate", target=target)
    work.state.frames.append(Frame({}, {}))
    frame = len(work.state.frames) - 1
    work.state.threads.append(Thread(target, frame, at, True, True, grants=grants, since_ms=work.facts.now_ms))
    work.effect(Handoff(target, entry.purpose))
    activation.begin(work, given)
    return True


def expire(work: Work) -> bool:
    """Ends a delegate whose TIMEOUT has passed, with all that stand above it, as ON_FAIL says.  Whether one has."""
    threads = work.state.threads
    for at, child in enumerate(threads):
        if not child.delegate:
            continue
        entry = work.project.agents[threads[at - 1].agent].agent.delegate[child.entry]
        if entry.timeout is None or work.facts.now_ms - child.since_ms < entry.timeout:
            continue
        del threads[at:]
        del work.state.frames[child.frame :]
        work.state.resume, work.state.heard = [], {}
        work.trace("delegate_failed", target=child.agent, reason="timeout")
        opening = work.thread.waiting == "on_start"
        if _fail(work, child.entry, entry):
            return True
        if opening:
            work.thread.waiting = ""
            activation.open_with(work)
        elif not work.thread.pending:
            flow.run(work)
        return True
    return False


def _fail(work: Work, at: int, entry: ir.Delegate) -> bool:
    """ON_FAIL of a delegate: tried again, left alone, given to a human, else told.  Whether it is tried again."""
    attempts, key = work.thread.attempts, f"?{at}"
    if entry.on_failure == "retry" and attempts.get(key, 0) < entry.retries:
        attempts[key] = attempts.get(key, 0) + 1
        return delegate(work, entry.agent)
    attempts.pop(key, None)
    message = entry.failure_message
    if entry.on_failure == "escalate":
        work.effect(Escalate(work.render(message or "")))
    elif entry.on_failure != "continue":
        work.say(messages.text(work, "error_default") if message is None else work.render(message))
    return False


def ask_first(work: Work, target: str) -> bool:
    """DELEGATE of ON_START: what it says waits until the delegate has returned. False where it cannot be started."""
    work.thread.waiting = "on_start"
    opener = work.thread
    if delegate(work, target):
        return True
    opener.waiting = ""
    return False
