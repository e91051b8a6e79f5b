"""FLOW: steps one after the other until one waits for the caller, a tool or the model (language.md 1.9, 3.5)."""

from __future__ import annotations

from contextlib import suppress

from ablmatch.language import ir
from ablmatch.runtime import actions, completion, messages, recall, system, tools
from ablmatch.runtime.actions import FLOW
from ablmatch.runtime.outcome import Collect, Escalate, Retry
from ablmatch.runtime.work import Work

MAX_TRANSITIONS = 100


class _Stop(Exception):
    """The flow waits, or is over."""


def run(work: Work, *, answered: bool = False) -> None:
    """Goes on with the active agent's flow where it stands.

    `answered`: a message of the caller has come since it stopped.
    """
    flow = work.agent.agent.flow
    if flow is None or not flow.steps:
        return
    try:
        if answered and _digress(work, flow):
            return
        if work.thread.step is None:
            _enter(work, flow.entry)
        elif work.moved:
            work.moved = False
            _enter(work, work.thread.step)
        else:
            _resume(work, answered=answered)
    except _Stop:
        return
    run_on(work)


def after_call(work: Work, *, failed: bool) -> None:
    """Goes on behind a CALL that the host has answered."""
    step = work.agent.steps[work.thread.step or ""]
    work.thread.waiting = ""
    try:
        if not _diverted(work, step):
            _after_call(work, step, failed=failed)
    except _Stop:
        return
    run_on(work)


def after_turn(work: Work) -> None:
    """A reasoning step ends by EXIT_WHEN or when its turns are used up."""
    step = work.agent.steps.get(work.thread.step or "")
    if step is None or not step.reasoning:
        return
    turns = work.thread.attempts.get(f"~{step.name}", 0) + 1
    work.thread.attempts[f"~{step.name}"] = turns
    leaves = step.exit_when is not None and work.holds(step.exit_when)
    if step.then is None or not (leaves or (step.max_turns is not None and turns >= step.max_turns)):
        return
    work.thread.attempts.pop(f"~{step.name}", None)
    try:
        _go(work, step.then)
    except _Stop:
        return
    run_on(work)


def run_on(work: Work) -> None:
    """Runs from the step that was just entered."""
    with suppress(_Stop):
        while True:
            _step(work)


def _diverted(work: Work, step: ir.FlowStep) -> bool:
    """Whether the tool's own list or an error handler has decided where the flow goes; raises _Stop where it ends."""
    if work.moved:
        work.moved = False
        _enter(work, work.thread.step or "")
        return True
    if work.again == "call" and step.call is not None:
        _call(work, step.call)
    if work.halted or work.completing or work.leaving is not None:
        work.thread.waiting = "check"
        raise _Stop
    return work.again == "step"


def _count(work: Work) -> None:
    """Counts a transition; raises _Stop above the limit."""
    work.transitions += 1
    if work.transitions > (work.agent.agent.execution.max_flow_iterations or MAX_TRANSITIONS):
        work.trace("FLOW_LIMIT", step=work.thread.step)
        work.thread.waiting = "input"
        raise _Stop


# --- entering, waiting, leaving ------------------------------------------------------------------------------------


def _enter(work: Work, name: str) -> None:
    """Makes a step the current one, or the one that it passes on to."""
    while True:
        step = work.agent.steps.get(name)
        if step is None:
            work.trace("FLOW_STEP_UNKNOWN", step=name)
            work.thread.waiting = "input"
            raise _Stop
        work.thread.step, work.thread.waiting = name, ""
        instead = _instead(work, step)
        if instead is None:
            break
        _terminal(work, instead)
        _count(work)
        work.trace("flow_transition", source=name, target=instead.target)
        name = instead.target
    for variable in work.agent.agent.memory.session:
        if variable.reset == "per_step":
            work.assign_initial(variable)
    recall.fire(work, f"step:enter:{name}")
    said = messages.of_key(work, step.other.get("message_key")) if step.respond is None else work.render(step.respond)
    if said is not None:
        work.say(said)


def _instead(work: Work, step: ir.FlowStep) -> ir.Goto | None:
    """Where a step leads that is not entered: its WHEN is false, or its attempts are used up."""
    if step.when is not None and not work.holds(step.when):
        instead = step.then
    else:
        attempts = work.thread.attempts
        attempts[step.name] = attempts.get(step.name, 0) + 1
        if step.max_attempts is None or attempts[step.name] <= step.max_attempts:
            return None
        work.trace("flow_attempts_exhausted", step=step.name)
        instead = ir.Goto(target=step.on_exhausted) if step.on_exhausted is not None else None
    if instead is None or instead.target == step.name:
        work.thread.waiting = "input"
        raise _Stop
    return instead


def _call(work: Work, call: ir.ToolCall) -> None:
    """Asks the host for the step's tool; raises _Stop while it must answer."""
    if tools.ask(work, call):
        work.thread.waiting, work.thread.pending = "call", call.tool
        raise _Stop


def _step(work: Work) -> None:
    """Runs the current step from its gathering on; moves to the next one, or stops."""
    step = work.agent.steps[work.thread.step or ""]
    if step.reasoning:
        work.thread.waiting = ""
        raise _Stop
    if not gathered(work, step):
        _prompt(work, step)
        work.thread.waiting = "gather"
        raise _Stop
    work.clear(step.clear, to_initial=False)
    actions.assign(work, step.set, FLOW)
    for one in step.transform:
        actions.transform(work, one, FLOW)
    for log in step.log:
        actions.run(work, (log,), FLOW)
    if step.call is not None:
        _call(work, step.call)
        if not work.outcome.allowed:
            if work.moved:
                work.moved = False
                _enter(work, work.thread.step or "")
                return
            work.thread.waiting = "check"
            raise _Stop
    _check(work, step)


def _resume(work: Work, *, answered: bool) -> None:
    """Where a step goes on: behind what it waited for."""
    thread = work.thread
    step = work.agent.steps.get(thread.step or "")
    if step is None or thread.waiting == "call":
        raise _Stop
    if thread.waiting == "input":
        if not answered:
            raise _Stop
        thread.waiting = ""
        _on_input(work, step)
        return
    if step.reasoning:
        raise _Stop
    # Without a message, only what it waited to gather may have come, by a return.
    if not answered and thread.waiting and (thread.waiting != "gather" or not gathered(work, step)):
        raise _Stop
    thread.waiting = ""


def gathered(work: Work, step: ir.FlowStep) -> bool:
    """Whether the step has what it asks for."""
    if not step.gather:
        return True
    if step.complete_when is not None and work.holds(step.complete_when):
        return True
    for one in step.gather:
        if work.frame.values.get(one.name) is None and one.default is not None:
            work.put_value((one.name,), one.default, "unknown")
    missing = _missing(work, step)
    return not missing if step.complete_when is None or not missing else False


def _missing(work: Work, step: ir.FlowStep) -> list[ir.GatherField]:
    return [one for one in step.gather if system.is_needed(work, one) and work.frame.values.get(one.name) is None]


def _prompt(work: Work, step: ir.FlowStep) -> None:
    """Asks for the first field that is missing; in other words where its value was just refused."""
    missing = _missing(work, step)
    refused = {one.name for one in work.outcome.refused_writes}
    whole = step.gather_prompt
    asked = messages.of_key(work, step.other.get("gather_message_key")) if whole is None else work.render(whole)
    if missing and missing[0].name in refused and missing[0].retry_prompt is not None:
        work.say(work.render(missing[0].retry_prompt))
    elif asked is not None:
        work.say(asked)
    elif missing and missing[0].prompt is not None:
        work.say(work.render(missing[0].prompt))
    elif missing and (of_field := messages.of_key(work, missing[0].other.get("message_key"))) is not None:
        work.say(of_field)
    elif missing and step.respond is None and any(one.prompt is not None for one in step.gather):
        work.say(messages.text(work, "gather_prompt", {"fields": ", ".join(one.name for one in missing)}))


def _check(work: Work, step: ir.FlowStep) -> None:
    if step.check is not None and not work.holds(step.check):
        work.trace("flow_check", step=step.name, holds=False)
        if not _on_fail(work, step):
            work.thread.waiting = "check"
            raise _Stop
        return
    _finish(work, step)


def _on_fail(work: Work, step: ir.FlowStep) -> bool:
    """Carries out ON_FAIL; False where there is none, so the step waits."""
    if step.on_fail_goto is not None:
        _go(work, step.on_fail_goto)
        return True
    block = step.on_fail
    if block is None:
        return False
    if block.respond is not None:
        work.say(work.render(block.respond))
    work.clear(block.clear, to_initial=True)
    if block.collect:
        work.clear(block.collect, to_initial=False)
        work.effect(Collect(block.collect))
    if block.action is not None:
        match block.action.kind:
            case "handoff":
                work.leaving = block.action.target
                raise _Stop
            case "escalate":
                work.effect(Escalate(work.render(block.action.text or "")))
                raise _Stop
            case "respond":
                said = block.action.text
                work.say(messages.text(work, "constraint_blocked") if said is None else work.render(said))
    if block.goto is not None:
        if block.goto in work.agent.steps or block.goto.upper() in _TERMINAL:
            _go(work, ir.Goto(target=block.goto))
            return True
        work.say(block.goto)
    if block.retry or block.then == "retry":
        work.effect(Retry())
    return False


def _after_call(work: Work, step: ir.FlowStep, *, failed: bool) -> None:
    if failed:
        goto = actions.choose(work, step.on_failure, FLOW)
        if goto is not None:
            _go(work, goto)
            return
        if not step.on_failure and _on_fail(work, step):
            return
        _finish(work, step)
        return
    if step.check is not None and not work.holds(step.check):
        _check(work, step)
        return
    for branches in (step.on_result, step.on_success):
        goto = actions.choose(work, branches, FLOW)
        if goto is not None:
            _go(work, goto)
            return
    _finish(work, step)


def _finish(work: Work, step: ir.FlowStep) -> None:
    """ON_INPUT waits for the next message; else THEN."""
    if step.on_input:
        work.thread.waiting = "input"
        raise _Stop
    _then(work, step)


def _on_input(work: Work, step: ir.FlowStep) -> None:
    goto = actions.choose(work, step.on_input, actions.Authored("unknown", {"input": work.input}, {"input": "input"}))
    if goto is not None:
        _go(work, goto)
    else:
        _then(work, step)


def _then(work: Work, step: ir.FlowStep) -> None:
    if step.then is None:
        work.thread.waiting = "input"
        raise _Stop
    _go(work, step.then)


_TERMINAL = frozenset({"COMPLETE", "ESCALATE"})


def _terminal(work: Work, goto: ir.Goto) -> None:
    """COMPLETE and ESCALATE end the flow's run."""
    word = goto.target.upper()
    if goto.target in work.agent.steps or word not in _TERMINAL:
        return
    if word == "ESCALATE":
        work.effect(Escalate(work.render(goto.reason or "")))
        work.thread.waiting = "input"
    elif completion.may_complete(work):
        work.completing = True
    else:
        work.thread.waiting = "check"
    raise _Stop


def _go(work: Work, goto: ir.Goto) -> None:
    """Leaves the step for another, or for good."""
    if work.leaving is not None or work.delegating is not None or work.returning:
        work.thread.waiting = "input"
        raise _Stop
    if goto.target.upper() == "CONTINUE" and goto.target not in work.agent.steps:
        step = work.agent.steps[work.thread.step or ""]
        if step.then is not None and step.then.target.upper() == "CONTINUE":
            # A step that goes on with itself has nowhere to go.
            work.thread.waiting = "input"
            raise _Stop
        _then(work, step)
        return
    _terminal(work, goto)
    _count(work)
    _forget(work)
    if work.thread.step is not None:
        recall.fire(work, f"step:exit:{work.thread.step}")
    work.trace("flow_transition", source=work.thread.step, target=goto.target)
    _enter(work, goto.target)


def _forget(work: Work) -> None:
    """What was gathered for a step alone is gone when the flow leaves it."""
    step = work.agent.steps.get(work.thread.step or "")
    for one in step.gather if step is not None else ():
        if one.transient and work.frame.values.get(one.name) is not None:
            work.clear((one.name,), to_initial=False)


def _digress(work: Work, flow: ir.Flow) -> bool:
    """Whether a digression answers the message and the flow stays where it is; one that resumes goes on with it."""
    step = work.agent.steps.get(work.thread.step or "")
    branches = (*(step.digressions if step is not None else ()), *flow.digressions)
    where = actions.Authored("unknown", {"input": work.input}, {"input": "input"})
    branch = actions.first_that_holds(work, [one for one in branches if one.when is not None], where)
    if branch is None:
        return False
    goto = actions.run(work, branch.steps, where)
    if goto is None:
        return True
    if goto.target == "CONTINUE" and goto.target not in work.agent.steps:
        # The message is answered: what the step waits for in ON_INPUT is the next one.
        return work.thread.waiting == "input"
    _go(work, goto)
    run_on(work)
    return True
