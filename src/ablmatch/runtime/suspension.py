"""A session as bytes, and back: nothing is taken up that does not fit the project."""

from __future__ import annotations

from itertools import pairwise

import msgspec

from ablmatch.language import ir
from ablmatch.runtime.state import State, Thread

FORMAT = 1
_WAITS = ("on_start", "before_turn", "before_agent", "after_turn")


class Saved(msgspec.Struct):
    """A suspended session."""

    format: int
    entry: str
    agents: list[str]
    state: State


class SessionDataError(ValueError):
    """Data that is no suspended session of this project."""


def dump(state: State, entry: str, agents: list[str]) -> bytes:
    """A session as bytes; `load` gives it back."""
    return msgspec.json.encode(Saved(FORMAT, entry, agents, state))


def load(data: bytes, project: ir.ProjectIR) -> Saved:
    """Raises SessionDataError for anything but what `dump` gave of a session of the project."""
    try:
        saved = msgspec.json.decode(data, type=Saved)
    except (msgspec.DecodeError, RecursionError) as error:
        raise SessionDataError(f"this is no suspended session: {error}") from None
    if saved.format != FORMAT:
        raise SessionDataError(f"the session was suspended in format {saved.format}, this version reads {FORMAT}")
    fault = _fault(saved, project)
    if fault is not None:
        raise SessionDataError(f"the session belongs to another project: {fault}")
    return saved


def _fault(saved: Saved, project: ir.ProjectIR) -> str | None:
    """What the project does not have, or None."""
    state = saved.state
    agents = [saved.entry, *(thread.agent for thread in state.threads)]
    unknown = next((name for name in agents if name not in project.agents), None)
    if unknown is not None:
        return f"no agent `{unknown}` here"
    if not state.threads or not all(0 <= thread.frame < len(state.frames) for thread in state.threads):
        return "its agents have no place"
    if state.threads[0].delegate or state.threads[0].returns:
        return "its first agent was asked by nobody"
    for thread in state.threads:
        fault = _thread_fault(thread, project)
        if fault is not None:
            return fault
    for below, above in pairwise(state.threads):
        parent = project.agents[below.agent]
        entries = len(parent.delegate if above.delegate else parent.handoff)
        if (above.returns or above.delegate) and not (
            0 <= above.entry < entries or (above.entry == -1 and not above.delegate)
        ):
            return f"`{below.agent}` does not hand over to `{above.agent}` here"
    return _resume_fault(state, project.agents[state.threads[-1].agent])


def _thread_fault(thread: Thread, project: ir.ProjectIR) -> str | None:
    agent = project.agents[thread.agent]
    steps = {step.name for step in agent.flow.steps} if agent.flow is not None else set()
    if thread.step is not None and thread.step not in steps:
        return f"`{agent.name}` has no step `{thread.step}` here"
    for path, grant in thread.grants.items():
        declaring = project.agents.get(grant.declared_by)
        if declaring is None or path not in {one.path for one in declaring.memory.persistent}:
            return f"`{grant.declared_by}` declares no path `{path}` here"
    return None


def _resume_fault(state: State, agent: ir.Agent) -> str | None:
    if not state.resume:
        return None
    if len(state.resume) == 2 and state.resume[0] in _WAITS and state.resume[1].isdecimal():
        point = state.resume[0]
        if agent.on_start is not None if point == "on_start" else point in agent.hooks:
            return None
    return f"`{agent.name}` has not the hook here that waits for a tool"
