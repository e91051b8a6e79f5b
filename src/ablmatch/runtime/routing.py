"""Where control goes next: HANDOFF, DELEGATE, COMPLETE, and what actions have decided (language.md 3.4)."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial

from ablmatch.language import ir
from ablmatch.language.errors import ExpressionError
from ablmatch.runtime import activation, completion, delegation, handoff, messages, returning
from ablmatch.runtime.outcome import Complete, PromptNote
from ablmatch.runtime.state import MAX_STACK
from ablmatch.runtime.work import Work


def next_agent(work: Work) -> Callable[[], object] | None:
    """What gives control away: HANDOFF by priority, then DELEGATE, the first whose condition holds."""
    entries = sorted(
        enumerate(work.agent.agent.handoff),
        key=lambda pair: (pair[1].priority if pair[1].priority is not None else pair[0] + 1, pair[0]),
    )
    for _, entry in entries:
        # A condition that is the literal true, or prose, is the model's to decide.
        if entry.condition is None or entry.condition.strip() == "true":
            continue
        holds = work.holds(entry.condition)
        work.trace("handoff_condition_check", target=entry.to, result=holds)
        if holds:
            return partial(handoff.hand_off, work, entry.to)
    for one in work.agent.agent.delegate:
        if one.when is not None and one.when.strip() != "true" and work.holds(one.when):
            return partial(delegation.delegate, work, one.agent)
    return None


def complete(work: Work, entry: ir.Complete | None = None) -> None:
    """The active agent is done; where somebody waits, control returns, else the conversation is complete.

    After an entry with TERMINAL false the agent goes on; if its WHEN holds still the next time, that is a loop, which
    completes the conversation.
    """
    work.effect(Complete(work.agent.name))
    work.trace("agent_completed", agent=work.agent.name)
    if entry is not None:
        _tell(work, entry)
        if not entry.terminal:
            key = completion.key_of(work, work.agent.agent.complete.index(entry))
            if key not in work.state.told:
                work.state.told.append(key)
                return
            work.trace("COMPLETE_LOOP")
    thread = work.thread
    thread.step, thread.waiting, thread.pending = None, "done", None
    if not returning.give_back(work, {}, asked=False):
        activation.leave(work)
        work.state.completed = True


def _tell(work: Work, entry: ir.Complete) -> None:
    """What an entry says and stores; MODEL_CONTEXT is the model's to say in its own words."""
    if entry.model_context is not None:
        work.effect(PromptNote(work.render(entry.model_context)))
    elif entry.respond is not None:
        work.say(work.render(entry.respond))
    else:
        work.say(messages.text(work, "conversation_complete"))
    value, arrow, target = (entry.store or "").rpartition("->")
    if not arrow:
        return
    try:
        work.set(target.strip(), work.evaluate(value.strip()), "unknown")
    except ExpressionError as error:
        work.trace("EXPRESSION_ERROR", field=target.strip(), reason=error.code)


def carry_out(work: Work) -> None:
    """What the actions of this event have decided: completion, return, hand-off, delegation."""
    for _ in range(MAX_STACK):
        if work.completing:
            work.completing = False
            complete(work)
        elif work.returning:
            work.returning = False
            returning.give_back(work, {})
        elif work.leaving is not None:
            target, work.leaving = work.leaving, None
            handoff.hand_off(work, target)
        elif work.delegating is not None:
            target, work.delegating = work.delegating, None
            delegation.delegate(work, target)
        else:
            return
    work.trace("HANDOFF_LIMIT")
