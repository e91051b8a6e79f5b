"""An agent gets control and leaves it (language.md 3.2, 3.3)."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from ablmatch.runtime import derived, flow, hooks, recall
from ablmatch.runtime.state import Tag
from ablmatch.runtime.work import Work


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


def begin(work: Work, given: Mapping[str, tuple[Any, Tag]]) -> None:
    """The first moments of an agent that has got control."""
    initialise(work, activation=True)
    for name, (value, tag) in given.items():
        if work.frame.values.get(name) != value or work.frame.tags.get(name) != tag:
            work.put_value(tuple(name.split(".")), value, tag)
    if activate(work):
        flow.run(work)


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
