"""One turn: from a message of the caller to the reply and what follows it (language.md 3.2, 3.4)."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import partial
from typing import Any

from ablmatch.runtime import (
    actions,
    activation,
    authority,
    completion,
    constraints,
    delegation,
    errors,
    flow,
    grounding,
    hooks,
    messages,
    recall,
    routing,
)
from ablmatch.runtime.actions import HOOK
from ablmatch.runtime.authority import InferredProtection
from ablmatch.runtime.gathered_values import GatherRefusal, gathered_value
from ablmatch.runtime.outcome import Escalate
from ablmatch.runtime.prepared import Checkpoint
from ablmatch.runtime.work import Work

KEPT_UTTERANCES = 3


def start(work: Work) -> None:
    """Session start: INITIAL, `session:start`, ON_START; then the entry agent is activated and its flow runs."""
    activation.initialise(work, activation=False)
    recall.fire(work, "session:start")
    greet(work, 0)


def greet(work: Work, call: int, *, waits: bool = True) -> None:
    """ON_START from a call of it on."""
    hook = work.agent.agent.on_start
    if hook is not None:
        if call == 0:
            work.trace("dsl_on_start")
        if not hooks.calls(work, hook, "on_start", start=call, waits=waits):
            return
        hooks.finish(work, hook, branches=False)
    if hook is None or hook.delegate is None or not delegation.ask_first(work, hook.delegate):
        activation.open_with(work)
    routing.carry_out(work)


def open_turn(work: Work, text: str) -> None:
    """A message has come: what belongs to the last turn is over."""
    state = work.state
    state.turn += 1
    state.turn_open, state.replied = True, False
    state.failed, state.warnings = {}, []
    state.utterances.append(text)
    if not work.project.legacy:
        del state.utterances[:-KEPT_UTTERANCES]
    work.input = text


def hear(work: Work, extracted: Mapping[str, Any], inferred: Mapping[str, Any], policy: InferredProtection) -> None:
    """before_turn, then the rest of the turn."""
    hook = work.agent.agent.hooks.get("before_turn")
    if hook is not None:
        work.trace("hook", point="before_turn")
        if not hooks.calls(work, hook, "before_turn", start=0, waits=True):
            work.state.heard = {"extracted": dict(extracted), "inferred": dict(inferred)}
            return
        hooks.finish(work, hook, branches=False)
    go_on(work, extracted, inferred, policy)


def go_on(work: Work, extracted: Mapping[str, Any], inferred: Mapping[str, Any], policy: InferredProtection) -> None:
    """Escalation, branches, extraction, flow, rules."""
    agent = work.agent
    escalated = escalate(work)
    hook = agent.agent.hooks.get("before_turn")
    if not escalated and hook is not None and hooks.respond(work, hook):
        work.state.replied = True
    extract(work, extracted)
    infer(work, inferred, policy)
    if not escalated:
        if not work.state.replied or agent.agent.flow is not None:
            flow.run(work, answered=True)
        if work.agent is agent and not work.completing and work.leaving is None:
            check_texts(work, "turn")
    routing.carry_out(work)


def over(work: Work) -> None:
    """A message after completion."""
    work.say(messages.text(work, "conversation_complete"), guarded=False)
    work.trace("session_completed")
    work.outcome.allowed = False


def check_texts(work: Work, otherwise: Checkpoint) -> None:
    """The rules, those before returning results too where something is to be said."""
    if work.refused:
        return
    if constraints.judge(work, "results" if work.guarded else otherwise):
        work.guarded = []


def escalate(work: Work) -> bool:
    """The first trigger that holds."""
    block = work.agent.agent.escalate
    for trigger in block.triggers if block is not None else ():
        if trigger.when is None or not work.holds(trigger.when):
            continue
        actions.assign(work, trigger.set, HOOK)
        reason = work.render(trigger.reason) if trigger.reason is not None else ""
        work.effect(Escalate(reason, trigger.priority, trigger.tags))
        work.trace("escalate")
        return True
    return False


def extract(work: Work, extracted: Mapping[str, Any]) -> None:
    """Fields that patterns or ML found in the caller's words."""
    for name, value in extracted.items():
        reason = authority.refuses_input(work.project, name) or grounding.refuses(work, name)
        if reason is not None:
            work.refuse(name, reason)
            continue
        _take(work, name, value, "input")


def infer(work: Work, inferred: Mapping[str, Any], policy: InferredProtection) -> None:
    """Fields that a model extracted: a model's write."""
    for name, value in inferred.items():
        reason = authority.refuses_model(work.project, work.agent, name, policy)
        found = value
        if reason is None:
            reason, found = grounding.judge(work, name, value)
        if reason is not None:
            work.refuse(name, reason)
            continue
        _take(work, name, found, "inferred")


def _take(work: Work, name: str, value: Any, tag: Any) -> None:
    field = work.agent.gathered.get(name)
    if field is not None:
        try:
            value = gathered_value(field, value)
        except GatherRefusal as refusal:
            work.refuse(name, refusal.reason)
            return
    if work.set(name, value, tag):
        work.trace("gather_extraction", field=name)
        recall.fire(work, f"entity:{name}:extracted")
    else:
        work.refuse(name, "access")


def reply(work: Work, text: str) -> None:
    """The model's text: routing, then the rules, then it may be said."""
    move = routed(work)
    if not work.refused and constraints.judge(work, "results"):
        work.state.replied = True
        work.say(text, guarded=False)
        if move is not None:
            move()
    routing.carry_out(work)


def routed(work: Work) -> Callable[[], object] | None:
    """HANDOFF, DELEGATE, COMPLETE, in this order: what the first that holds does."""
    if work.state.completed:
        return None
    move = routing.next_agent(work)
    if move is None:
        entry = completion.completing_entry(work)
        move = None if entry is None else partial(routing.complete, work, entry)
    return move


def close_turn(work: Work, *, waits: bool = True) -> None:
    """Routing where nothing was said, after_turn, remember.  `waits`: whether after_turn waits for its tools."""
    if not work.state.turn_open or work.state.resume:
        return
    if not work.state.replied and not work.state.failed:
        move = routed(work)
        if move is not None:
            move()
    flow.after_turn(work)
    routing.carry_out(work)
    if hooks.run(work, "after_turn", waits=waits):
        finish_turn(work)


def resume(work: Work, policy: InferredProtection, *, waits: bool = True) -> None:
    """Goes on with the hook that waited for a tool, and with what comes behind it."""
    (point, call), work.state.resume = work.state.resume, []
    work.thread.pending = None
    at = int(call)
    if point == "on_start":
        greet(work, at, waits=waits)
    elif point == "before_turn":
        hook = work.agent.agent.hooks["before_turn"]
        if hooks.calls(work, hook, point, start=at, waits=waits):
            hooks.finish(work, hook, branches=False)
            heard, work.state.heard = work.state.heard, {}
            go_on(work, heard.get("extracted", {}), heard.get("inferred", {}), policy)
    elif point == "before_agent":
        if hooks.run(work, point, start=at, waits=waits):
            flow.run(work)
    elif hooks.run(work, point, start=at, waits=waits):
        finish_turn(work)


def settle(work: Work, policy: InferredProtection) -> None:
    """Finishes hooks whose tools have not answered: something else has come."""
    while work.state.resume:
        resume(work, policy, waits=False)


def abort(work: Work) -> None:
    """A hook that is `critical` has failed: nothing more is done in its turn."""
    work.trace("hook", point=work.state.resume[0], failed=True)
    work.state.resume, work.state.heard, work.thread.pending = [], {}, None
    work.state.replied = True
    work.outcome.allowed = False
    errors.say_default(work)


def finish_turn(work: Work) -> None:
    """What comes behind after_turn."""
    recall.remember(work)
    work.state.turn_open = False
    work.state.replied = False
    for field in work.agent.gathered.values():
        if field.transient and work.thread.waiting != "gather" and work.frame.values.get(field.name) is not None:
            work.clear((field.name,), to_initial=False)
