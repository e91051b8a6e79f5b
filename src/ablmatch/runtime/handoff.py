"""An agent gives control to another one for good, or until it returns (language.md 3.8)."""

from __future__ import annotations

from typing import Any

from ablmatch.language import ir
from ablmatch.runtime import activation, constraints, messages, passing
from ablmatch.runtime.outcome import Escalate, Handoff
from ablmatch.runtime.state import MAX_STACK, Grant, Tag, Thread
from ablmatch.runtime.work import Work


def hand_off(work: Work, target: str) -> None:
    """Gives control to another agent, at once; its flow starts without a new message."""
    if target not in work.project.agents:
        work.say(messages.text(work, "invalid_handoff"), guarded=False)
        work.trace("handoff", target=target, done=False)
        work.outcome.allowed = False
        return
    if target == work.agent.name:
        work.say(messages.text(work, "self_handoff"), guarded=False)
        work.outcome.allowed = False
        return
    at, entry = next(((at, one) for at, one in enumerate(work.agent.agent.handoff) if one.to == target), (-1, None))
    if len(work.state.threads) >= MAX_STACK:
        work.trace("handoff", target=target, done=False, reason="depth")
        work.outcome.allowed = False
        if entry is not None and entry.on_failure is not None:
            _fail_setup(work, entry.on_failure)
        return
    returns = entry is not None and entry.expect_return
    given: dict[str, tuple[Any, Tag]] = {}
    grants: dict[str, Grant] = {}
    summary = None
    if entry is not None:
        given = passing.context(work, entry)
        grants = passing.grants_of(work, entry.memory_grants)
        summary = work.render(entry.summary) if entry.summary is not None else None
    constraints.check_said(work)
    # A hook that waits for a tool will not go on: its agent is leaving.
    if work.state.resume:
        work.state.resume, work.state.heard, work.thread.pending = [], {}, None
    activation.leave(work)
    work.trace("handoff", target=target, done=True)
    frame = work.thread.frame
    if not returns and not work.thread.returns:
        # Nobody comes back here: the agent leaves its place, and its flow starts anew where it is handed to again.
        work.state.threads.pop()
    work.state.threads.append(Thread(target, frame, at, False, returns, grants=grants, said=work.input))
    work.effect(Handoff(target, summary))
    activation.begin(work, given)


def _fail_setup(work: Work, action: ir.Action) -> None:
    """ON_FAILURE: the other agent could not be started."""
    if action.kind == "escalate":
        work.effect(Escalate(work.render(action.text or "")))
    elif action.kind == "respond":
        work.say(work.render(action.text or ""))
