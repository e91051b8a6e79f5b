"""An agent asks another one, in a scope of its own (language.md 1.11)."""

from __future__ import annotations

from typing import Any

from ablmatch.language.errors import ExpressionError
from ablmatch.runtime import activation, constraints, passing
from ablmatch.runtime.outcome import Handoff
from ablmatch.runtime.state import MAX_STACK, Frame, Tag, Thread
from ablmatch.runtime.work import Work


def delegate(work: Work, target: str) -> bool:
    """Starts a delegate in a scope of its own: it sees what INPUT gives it. False where it cannot be started."""
    at, entry = next(((at, one) for at, one in enumerate(work.agent.agent.delegate) if one.agent == target), (-1, None))
    if entry is None or target not in work.project.agents or len(work.state.threads) >= MAX_STACK:
        work.trace("handoff", target=target, done=False)
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
    work.state.threads.append(Thread(target, frame, at, True, True, grants=grants))
    work.effect(Handoff(target, entry.purpose))
    activation.begin(work, given)
    return True


def ask_first(work: Work, target: str) -> bool:
    """DELEGATE of ON_START: what it says waits until the delegate has returned. False where it cannot be started."""
    work.thread.waiting = "on_start"
    opener = work.thread
    if delegate(work, target):
        return True
    opener.waiting = ""
    return False
