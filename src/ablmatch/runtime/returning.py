"""Control returns to the agent that waits: mappings with proof, handlers (language.md 3.8, 5.5)."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from ablmatch.language import ir
from ablmatch.language.errors import ExpressionError
from ablmatch.language.expressions import parse
from ablmatch.runtime import activation, authority, constraints, flow, passing, recall
from ablmatch.runtime.evaluator_operations import walk
from ablmatch.runtime.outcome import RefusedWrite
from ablmatch.runtime.state import PROVEN, Frame, Tag
from ablmatch.runtime.work import Work


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
    activation.leave(work)
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
        activation.initialise(work, activation=True)
        recall.fire(work, f"agent:{work.agent.name}:before")
    if child.delegate:
        _map(work, work.agent.agent.delegate[child.entry].returns, (), seen_facts)
        drop_frame(work, child.frame)
        if not opening and not work.thread.pending:
            flow.run(work)
    elif child.entry >= 0:
        entry = work.agent.agent.handoff[child.entry]
        _map(work, entry.return_map, entry.return_set, seen_facts)
        _handle(work, entry, child.said)
    if opening:
        work.thread.waiting = ""
        activation.open_with(work)
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
                inside = () if first == path else names[1:]
                return walk(self.frame.values[first], inside), self.frame.tags.get(first, "unknown")
        return None, "unknown"


def _map(work: Work, mapping: tuple[tuple[str, str], ...], assignments: tuple[ir.Assignment, ...], seen: _Seen) -> None:
    """ON_RETURN.map, then set: each assignment on its own, into protected fields only with proof."""
    for source, target in mapping:
        value, tag = seen.get(source)
        if value is not None:
            _return_into(work, target, value, tag)
    for one in assignments:
        try:
            if one.expression is not None and passing.is_literal(parse(one.expression)):
                _return_into(work, one.target, work.evaluate(one.expression), "authored")
                continue
            template = one.template if one.template is not None else f"{{{{{one.expression}}}}}"
            path = passing.whole_path(template)
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
    if tag != "tool" and work.is_tools_alone(target):
        work.outcome.refused_writes.append(RefusedWrite(target, "source_tool"))
        work.trace("WRITE_REFUSED", field=target, reason="source_tool")
        return
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


def drop_frame(work: Work, frame: int) -> None:
    """Forgets the values of a delegate that is done."""
    if frame == len(work.state.frames) - 1 and frame > 0:
        work.state.frames.pop()
