"""Rules at a checkpoint: which apply, in what order, and what a failure does (language.md 3.7)."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Literal

from ablmatch.language import ir
from ablmatch.language.errors import ExpressionError
from ablmatch.language.values import truthy
from ablmatch.runtime import messages
from ablmatch.runtime.outcome import Block, Collect, Escalate, Failure, Goto, Retry
from ablmatch.runtime.prepared import Checkpoint, PreparedRule
from ablmatch.runtime.work import Work

COUNT = "_abl_constraint_fail_count"


def judge(work: Work, at: Checkpoint, tool: str | None = None, args: Mapping[str, Any] | None = None) -> bool:
    """Whether the operation may go on.  A rule in error fails; nothing passes because it could not be evaluated."""
    bound = work.agent.agent.execution.guardrail_builtins and args is not None
    scope = work.scope({"tool_args": dict(args)} if bound and args is not None else None)
    events = work.outcome.trace
    for rule in work.agent.rules_at(at, tool, work.thread.step):
        if work.state.asked and _is_asking(work, rule):
            continue
        reason: Literal["false", "error"] | None = None
        try:
            fails = rule.fails(scope)
            if fails is not False and truthy(fails):
                reason = "false"
        except ExpressionError as error:
            reason = "error"
            work.trace("EXPRESSION_ERROR", rule=rule.index, reason=error.code)
        if reason is None:
            events.append(rule.held)
            continue
        events.append(rule.failed)
        failure = Failure(work.agent.name, rule.index, rule.rule.condition, rule.rule.label, reason)
        if rule.rule.severity == "warning":
            _warn(work, failure)
            continue
        work.outcome.failures.append(failure)
        work.outcome.allowed = False
        work.refused = True
        _fail(work, rule)
        return False
    return True


def check_said(work: Work) -> None:
    """What flows, hooks and handlers have said is judged before it is returned, by the agent that said it.

    The greeting is not: no message has come before it.
    """
    if work.guarded and not work.refused and work.state.turn and judge(work, "results"):
        work.guarded = []


def _is_asking(work: Work, rule: PreparedRule) -> bool:
    """THEN: continue passes the rule over until the fields that it asked for are written."""
    fields = work.state.asked.get(rule.key)
    if fields is None:
        return False
    if all(work.frame.values.get(name) is None for name in fields):
        return True
    del work.state.asked[rule.key]
    return False


def _warn(work: Work, failure: Failure) -> None:
    """Warnings are listed and traced; their ON_FAIL is never carried out."""
    if failure.reason == "error":
        work.outcome.failures.append(failure)
    else:
        work.outcome.warnings.append(failure)
    if failure.condition not in work.state.warnings:
        work.state.warnings.append(failure.condition)
    work.trace("constraint_warning", rule=failure.index)


def _fail(work: Work, rule: PreparedRule) -> None:
    """Counts the failure and answers it; a plain rule is counted, and its actions are carried out, once a turn."""
    state = work.state
    work.take_back()
    if rule.is_plain and rule.key in state.failed:
        said = state.failed[rule.key]
        if said is not None:
            work.say(said, guarded=False)
        elif _blocks(rule.rule, state.failures[rule.key]):
            work.effect(Block())
        return
    count = state.failures.get(rule.key, 0) + 1
    state.failures[rule.key] = count
    state.constraint_failures += 1
    said = _answer(work, rule.rule, count, rule.key)
    if rule.is_plain:
        state.failed[rule.key] = said


def _answer(work: Work, rule: ir.Rule, count: int, key: str) -> str | None:
    """Carries out ON_FAIL; gives what was said, None for nothing."""
    on_fail = rule.on_fail
    extra = {COUNT: count}
    if on_fail is None:
        return _speak(work, messages.text(work, "constraint_blocked"))
    if on_fail.max_repeats is not None and count > on_fail.max_repeats:
        if on_fail.on_exhausted is None:
            return _speak(work, messages.text(work, "constraint_blocked"))
        return _act(work, on_fail.on_exhausted, extra)
    said = None
    if on_fail.respond is not None:
        # Rendered before CLEAR, so that it can quote what was wrong.
        said = work.render(on_fail.respond, extra)
    goto = on_fail.goto
    spoken = goto is not None and goto not in work.agent.steps
    if spoken and goto is not None:
        said = goto if said is None else f"{said}\n{goto}"
    work.clear(on_fail.clear, to_initial=True)
    if said is not None:
        _speak(work, said)
    if on_fail.collect:
        work.clear(on_fail.collect, to_initial=False)
        work.effect(Collect(on_fail.collect))
        work.trace("dsl_collect")
        if on_fail.then == "continue":
            work.state.asked[key] = list(on_fail.collect)
    if goto is not None and not spoken:
        work.effect(Goto(goto))
        work.thread.step, work.thread.waiting = goto, ""
        work.moved = True
    elif on_fail.retry and on_fail.then is None:
        work.effect(Retry())
    if on_fail.action is not None:
        answered = _act(work, on_fail.action, extra)
        said = said or answered
    elif said is None and goto is None and not on_fail.collect and not on_fail.clear and not on_fail.retry:
        said = _speak(work, messages.text(work, "constraint_blocked"))
    return said


def _blocks(rule: ir.Rule, count: int) -> bool:
    """Whether the answer to a rule's failure is BLOCK."""
    on_fail = rule.on_fail
    if on_fail is None:
        return False
    exhausted = on_fail.max_repeats is not None and count > on_fail.max_repeats
    action = on_fail.on_exhausted if exhausted else on_fail.action
    return action is not None and action.kind == "block"


def _act(work: Work, action: ir.Action, extra: Mapping[str, Any]) -> str | None:
    match action.kind:
        case "respond":
            if action.text is None:
                return _speak(work, messages.text(work, "constraint_blocked"))
            return _speak(work, work.render(action.text, extra))
        case "handoff":
            # The session carries it out at the end of the event, when all that this event began is done.
            work.leaving = action.target
        case "escalate":
            work.effect(Escalate(work.render(action.text or "", extra)))
        case "block":
            work.effect(Block())
    return None


def _speak(work: Work, text: str) -> str:
    work.say(text, guarded=False)
    return text
