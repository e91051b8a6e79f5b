"""Agents among each other: activation, hand-off, delegation, return (language.md 3.3, 3.8)."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import partial
from typing import Any

from ablmatch.language import ir
from ablmatch.language.errors import ExpressionError
from ablmatch.language.expressions import parse
from ablmatch.language.nodes import Path
from ablmatch.runtime import authority, completion, constraints, derived, flow, hooks, messages, recall
from ablmatch.runtime.outcome import Complete, Escalate, Handoff, PromptNote, RefusedWrite
from ablmatch.runtime.state import PROVEN, Frame, Grant, Tag, Thread
from ablmatch.runtime.work import Work

MAX_STACK = 32


def initialise(work: Work, *, activation: bool) -> None:
    """Variables of the active agent: per_activation ones anew, others where they were never written."""
    values = work.frame.values
    for variable in work.agent.agent.memory.session:
        if activation and variable.reset == "per_activation":
            work.assign_initial(variable)
        elif values.get(variable.name) is None and not _was_activated(work):
            if variable.name in values and not (variable.initial is not None or variable.initial_call is not None):
                continue
            work.assign_initial(variable)
    if work.project.legacy:
        derived.compute_all(work)


def _was_activated(work: Work) -> bool:
    return work.agent.name in work.state.activated and not work.thread.delegate


def activate(work: Work) -> bool:
    """`agent:<n>:before`, and at the first activation before_agent. False where that hook waits for a tool."""
    first = work.agent.name not in work.state.activated
    if first:
        work.state.activated.append(work.agent.name)
    work.trace("agent_activated", agent=work.agent.name)
    recall.fire(work, f"agent:{work.agent.name}:before")
    return not first or hooks.run(work, "before_agent")


def leave(work: Work) -> None:
    """after_agent, then `agent:<n>:after`."""
    hooks.run(work, "after_agent", waits=False)
    recall.fire(work, f"agent:{work.agent.name}:after")


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
        given = _context(work, entry)
        grants = _grants(work, entry.memory_grants)
        summary = work.render(entry.summary) if entry.summary is not None else None
    constraints.check_said(work)
    # A hook that waits for a tool will not go on: its agent is leaving.
    if work.state.resume:
        work.state.resume, work.state.heard, work.thread.pending = [], {}, None
    leave(work)
    work.trace("handoff", target=target, done=True)
    frame = work.thread.frame
    if not returns and not work.thread.returns:
        # Nobody comes back here: the agent leaves its place, and its flow starts anew where it is handed to again.
        work.state.threads.pop()
    work.state.threads.append(Thread(target, frame, at, False, returns, grants=grants, said=work.input))
    work.effect(Handoff(target, summary))
    _begin(work, given)


def _fail_setup(work: Work, action: ir.Action) -> None:
    """ON_FAILURE: the other agent could not be started."""
    if action.kind == "escalate":
        work.effect(Escalate(work.render(action.text or "")))
    elif action.kind == "respond":
        work.say(work.render(action.text or ""))


def _context(work: Work, entry: ir.HandOff) -> dict[str, tuple[Any, Tag]]:
    """What CONTEXT passes and sets, with tags: pass copies them, a literal is authored."""
    found: dict[str, tuple[Any, Tag]] = {}
    for name in entry.passes:
        value = work.frame.values.get(name)
        if value is not None:
            found[name] = value, work.frame.tags.get(name, "unknown")
    for one in entry.set:
        try:
            found[one.target] = _assigned(work, one)
        except ExpressionError as error:
            work.trace("EXPRESSION_ERROR", field=one.target, reason=error.code)
    work.trace("handoff_context_pass_resolved", target=entry.to)
    return found


def _assigned(work: Work, one: ir.Assignment) -> tuple[Any, Tag]:
    """A value and its tag: a static path or whole placeholder keeps its own, a literal is authored."""
    if one.expression is not None:
        return work.evaluate(one.expression), work.tag_of(one.expression, "authored")
    template = one.template or ""
    source = whole_path(template)
    tag: Tag = "unknown" if "{{" in template else "authored"
    if source is not None:
        tag = work.tag_of_path(source, {})
    return work.fill(template), tag


def whole_path(template: str) -> tuple[str, ...] | None:
    """The path of a template that is one placeholder and nothing else."""
    inner = template.strip()
    if not (inner.startswith("{{") and inner.endswith("}}")) or inner.count("{{") != 1:
        return None
    try:
        tree = parse(inner[2:-2].strip())
    except ExpressionError:
        return None
    return tree.names if isinstance(tree, Path) else None


def _grants(work: Work, grants: tuple[ir.MemoryGrant, ...]) -> dict[str, Grant]:
    """Paths that the child may touch, never more than the parent itself may."""
    found: dict[str, Grant] = {}
    for one in grants:
        declared, held = work.agent.paths.get(one.path), work.thread.grants.get(one.path)
        if declared is not None and declared.access != "write":
            own, by = declared.access, work.agent.name
        elif declared is None and held is not None:
            own, by = held.access, held.declared_by
        else:
            work.trace("MEMORY_GRANT_REFUSED", field=one.path)
            continue
        both = one.access == "readwrite" and own == "readwrite"
        found[one.path] = Grant("readwrite" if both else "read", by)
    return found


def _begin(work: Work, given: Mapping[str, tuple[Any, Tag]]) -> None:
    """The first moments of an agent that has got control."""
    initialise(work, activation=True)
    for name, (value, tag) in given.items():
        if work.frame.values.get(name) != value or work.frame.tags.get(name) != tag:
            work.put_value(tuple(name.split(".")), value, tag)
    if activate(work):
        flow.run(work)


def give_back(work: Work, values: Mapping[str, Any], *, asked: bool = True) -> bool:
    """Returns control to the nearest agent that waits, mapping what it asked for.  False where nobody waits.

    `asked`: whether the host or an action wants the return, so that it is refused then.
    """
    at = next((at for at in range(len(work.state.threads) - 1, 0, -1) if work.state.threads[at].returns), None)
    if at is None:
        if asked:
            work.trace("thread_return", done=False)
            work.outcome.allowed = False
        return False
    child = work.state.threads[at]
    constraints.check_said(work)
    leave(work)
    seen = dict(work.frame.values)
    tags: dict[str, Tag] = dict(work.frame.tags)
    # Values that the host gives lie over the child's fields and prove nothing.
    for name, value in values.items():
        seen[name] = value
        tags[name] = "unknown"
    seen_facts = _Seen(work, seen, tags)
    del work.state.threads[at:]
    work.trace("thread_return", done=True)
    opening = work.thread.waiting == "on_start"
    if not opening:
        initialise(work, activation=True)
        recall.fire(work, f"agent:{work.agent.name}:before")
    if child.delegate:
        _map(work, work.agent.agent.delegate[child.entry].returns, (), seen_facts)
        _drop_frame(work, child.frame)
        if not opening and not work.thread.pending:
            flow.run(work)
    elif child.entry >= 0:
        entry = work.agent.agent.handoff[child.entry]
        _map(work, entry.return_map, entry.return_set, seen_facts)
        _handle(work, entry, child.said)
    if opening:
        work.thread.waiting = ""
        open_with(work)
    return True


class _Seen:
    """What a return mapping reads: the child's fields as they were when it left."""

    def __init__(self, work: Work, values: dict[str, Any], tags: dict[str, Tag]) -> None:
        self.frame = Frame(values, tags)
        self.scope = work.scope(values)

    def get(self, path: str) -> tuple[Any, Tag]:
        """The value at a path of the child, and its tag."""
        names = path.split(".")
        for first in (path, names[0]):
            if self.frame.values.get(first) is not None:
                value = self.frame.values[first]
                for name in () if first == path else names[1:]:
                    value = value.get(name) if isinstance(value, dict) else None
                return value, self.frame.tags.get(first, "unknown")
        return None, "unknown"


def _map(work: Work, mapping: tuple[tuple[str, str], ...], assignments: tuple[ir.Assignment, ...], seen: _Seen) -> None:
    """ON_RETURN.map, then set: each assignment on its own, into protected fields only with proof."""
    for source, target in mapping:
        value, tag = seen.get(source)
        if value is not None:
            _return_into(work, target, value, tag)
    for one in assignments:
        try:
            template = one.template if one.template is not None else f"{{{{{one.expression}}}}}"
            path = whole_path(template)
            if path is not None:
                value, tag = seen.get(".".join(path))
                if work.frame.values.get(path[0]) is not None and seen.frame.values.get(path[0]) is None:
                    value, tag = work.fill(template), work.tag_of_path(path, {})
            else:
                extra = {**seen.frame.values, **{k: v for k, v in work.frame.values.items() if v is not None}}
                value = work.fill(template, extra)
                tag = "authored" if "{{" not in template else "unknown"
        except ExpressionError as error:
            work.trace("EXPRESSION_ERROR", field=one.target, reason=error.code)
            continue
        if value is not None:
            _return_into(work, one.target, value, tag)


def _return_into(work: Work, target: str, value: Any, tag: Tag) -> None:
    if authority.needs_proof(work.project, target) and tag not in PROVEN:
        work.outcome.refused_writes.append(RefusedWrite(target, "unproved"))
        work.trace("RETURN_MODEL_WRITER_UNTRUSTED_SOURCE", field=target)
        return
    work.set(target, value, tag)


def _handle(work: Work, entry: ir.HandOff, said: str) -> None:
    """The handler of a return; then the flow goes on, with what was `said` at the hand-off where it resumes that."""
    handler = next((one for one in work.agent.agent.return_handlers if one.name == entry.return_handler), None)
    if handler is not None:
        work.trace("handoff_return_handler", handler=handler.name)
        if handler.respond is not None:
            work.say(work.render(handler.respond))
        work.clear(handler.clear, to_initial=False)
    resumes = entry.return_action == "resume_intent" or (handler is not None and handler.resume_intent)
    if resumes:
        work.trace("resume_intent")
        if said and entry.resume_with in {None, "original_handoff_utterance"}:
            work.input = said
    if not work.thread.pending:
        flow.run(work, answered=resumes)


def _drop_frame(work: Work, frame: int) -> None:
    if frame == len(work.state.frames) - 1 and frame > 0:
        work.state.frames.pop()


def delegate(work: Work, target: str) -> bool:
    """Starts a delegate in a scope of its own: it sees what INPUT gives it. False where it cannot be started."""
    at, entry = next(((at, one) for at, one in enumerate(work.agent.agent.delegate) if one.agent == target), (-1, None))
    if entry is None or target not in work.project.agents or len(work.state.threads) >= MAX_STACK:
        work.trace("handoff", target=target, done=False)
        return False
    given: dict[str, tuple[Any, Tag]] = {}
    for one in entry.input:
        try:
            given[one.target] = _assigned(work, one)
        except ExpressionError as error:
            work.trace("EXPRESSION_ERROR", field=one.target, reason=error.code)
    grants = _grants(work, entry.memory_grants)
    constraints.check_said(work)
    work.trace("delegate", target=target)
    work.state.frames.append(Frame({}, {}))
    frame = len(work.state.frames) - 1
    work.state.threads.append(Thread(target, frame, at, True, True, grants=grants))
    work.effect(Handoff(target, entry.purpose))
    _begin(work, given)
    return True


def ask_first(work: Work, target: str) -> bool:
    """DELEGATE of ON_START: what it says waits until the delegate has returned. False where it cannot be started."""
    work.thread.waiting = "on_start"
    opener = work.thread
    if delegate(work, target):
        return True
    opener.waiting = ""
    return False


def open_with(work: Work) -> None:
    """What comes behind the actions of ON_START: its reply, then the entry agent's activation and its flow."""
    hook = work.agent.agent.on_start
    if hook is not None:
        hooks.respond(work, hook, guarded=False)
    if activate(work):
        before = len(work.guarded)
        flow.run(work)
        if not work.state.turn_open:
            # Texts before the first message of the caller are the greeting.
            del work.guarded[before:]


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
    if not give_back(work, {}, asked=False):
        leave(work)
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
            give_back(work, {})
        elif work.leaving is not None:
            target, work.leaving = work.leaving, None
            hand_off(work, target)
        elif work.delegating is not None:
            target, work.delegating = work.delegating, None
            delegate(work, target)
        else:
            return
    work.trace("HANDOFF_LIMIT")


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
            return partial(hand_off, work, entry.to)
    for one in work.agent.agent.delegate:
        if one.when is not None and one.when.strip() != "true" and work.holds(one.when):
            return partial(delegate, work, one.agent)
    return None
