"""Completion: an agent is done where its rules hold on the state that it would complete with (language.md 1.11)."""

from __future__ import annotations

from ablmatch.language import ir
from ablmatch.runtime import actions, constraints
from ablmatch.runtime.work import Work


def may_complete(work: Work) -> bool:
    """Whether no rule of the agent stands against completion; a rule's ON_FAIL runs instead."""
    return constraints.judge(work, "complete")


def completing_entry(work: Work) -> ir.Complete | None:
    """The first COMPLETE entry whose WHEN holds and whose state passes the rules."""
    for entry in work.agent.agent.complete:
        if work.holds(entry.when):
            before = dict(work.frame.values), dict(work.frame.tags)
            actions.assign(work, entry.set, actions.HOOK)
            if may_complete(work):
                return entry
            work.frame.values, work.frame.tags = before
            return None
    return None
