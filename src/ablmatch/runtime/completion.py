"""Completion: an agent is done where its rules hold on the state that it would complete with (language.md 1.11)."""

from __future__ import annotations

from typing import Any

from ablmatch.language import ir
from ablmatch.runtime import actions, constraints
from ablmatch.runtime.work import Work


def may_complete(work: Work) -> bool:
    """Whether no rule of the agent stands against completion; a rule's ON_FAIL runs instead."""
    return constraints.judge(work, "complete")


def completing_entry(work: Work) -> ir.Complete | None:
    """The first COMPLETE entry whose WHEN holds, if the state after its SET passes the rules; else SET is undone."""
    for at, entry in enumerate(work.agent.agent.complete):
        key = key_of(work, at)
        if not work.holds(entry.when):
            if key in work.state.told:
                work.state.told.remove(key)
            continue
        if _passes(work, entry):
            return entry
        return None
    return None


def key_of(work: Work, at: int) -> str:
    """What marks an entry with TERMINAL false that has been carried out and whose WHEN holds still."""
    return f"{work.agent.name}#{at}"


def _passes(work: Work, entry: ir.Complete) -> bool:
    frame = work.frame
    values, tags = dict(frame.values), dict(frame.tags)
    facts = work.facts.mark()
    actions.assign(work, entry.set, actions.FLOW)
    completed = dict(frame.values)
    if may_complete(work):
        return True
    work.facts.back_to(facts)
    for name in {**values, **completed}:
        # What the rule's own ON_FAIL has changed stays changed.
        if frame.values.get(name) is completed.get(name):
            _restore(frame.values, values, name)
            _restore(frame.tags, tags, name)
    return False


def _restore(into: dict[str, Any], before: dict[str, Any], name: str) -> None:
    if name in before:
        into[name] = before[name]
    else:
        into.pop(name, None)
