"""Memory that is attached to a session: what the session knows of it, whatever keeps it."""

from __future__ import annotations

import logging
import threading
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, Protocol, runtime_checkable

from ablmatch.runtime import constraints, recall
from ablmatch.runtime.outcome import Say
from ablmatch.runtime.state import State
from ablmatch.runtime.work import Work

_LOG = logging.getLogger("ablmatch.memory")
# Names that begin so are nobody's variables.
WORKING_MEMORY = "_working_memory"
RECALL = "_recall"


class MemoryRun(Protocol):
    """Memory as one turn of one agent has it."""

    def prompt_text(self, query: str) -> str | None:
        """What stands in the model's context; `query` is what the caller said. None for nothing."""
        ...

    def tool_schema(self) -> dict[str, Any] | None:
        """The tool that the model may call: `name`, `description`, `parameters` (JSON Schema). None for none."""
        ...

    def call_tool(self, arguments: Mapping[str, Any]) -> dict[str, Any]:
        """The tool's result. Raises ValueError for arguments outside the schema."""
        ...


@runtime_checkable
class HearingRun(MemoryRun, Protocol):
    """Memory that also learns from what was said."""

    def turn_closed(self, messages: Sequence[Mapping[str, Any]], *, used_tools: bool) -> Any:
        """A turn is over; `messages` is the whole conversation: `role` (user or assistant) and `content`."""
        ...


class Memory(Protocol):
    """What `Session` takes as `working_memory` and `recall`."""

    tool_name: str

    def bind(self, *, user_id: str | None, agent_id: str, session_id: str | None) -> MemoryRun:
        """The memory of one turn. Raises PermissionError where the session belongs to another user."""
        ...


@dataclass(slots=True)
class _Bound:
    """The memory of one turn and agent."""

    turn: int
    agent: str
    runs: dict[str, MemoryRun]
    texts: dict[str, str] | None = None


@dataclass(slots=True)
class Closed:
    """A turn that is over: who hears of it, what was said in the conversation, whether tools were called."""

    hearers: list[HearingRun] = field(default_factory=list)
    messages: list[dict[str, str]] = field(default_factory=list)
    used_tools: bool = False

    def tell(self) -> None:
        """The event has happened, so what goes wrong here is logged: by its kind, for its words may hold a value."""
        for run in self.hearers:
            try:
                run.turn_closed(self.messages, used_tools=self.used_tools)
            except Exception as error:  # noqa: BLE001 - whatever it is, the host must have the outcome
                _LOG.error("memory could not learn from a turn: %s", type(error).__name__)


class Attached:
    """The memory of a session, bound anew for every turn and agent.  Safe to share between threads."""

    def __init__(self, memories: Mapping[str, Memory | None]) -> None:
        self._memories = {name: memory for name, memory in memories.items() if memory is not None}
        self._lock = threading.Lock()
        self._bound: _Bound | None = None

    def __bool__(self) -> bool:
        return bool(self._memories)

    @property
    def tool_names(self) -> list[str]:
        """Names that no tool of an agent may have."""
        return [memory.tool_name for memory in self._memories.values()]

    def bind(self, state: State) -> None:
        """Load what the turn needs, if it is not there yet. Raises what the memory raises."""
        self._of(state)

    def texts(self, state: State) -> dict[str, str]:
        """What stands in the model's context, by its name there; the same through one turn of an agent."""
        bound = self._of(state)
        if bound.texts is None:
            query = state.utterances[-1] if state.utterances else ""
            found = {name: run.prompt_text(query) for name, run in bound.runs.items()}
            bound.texts = {name: text for name, text in found.items() if text is not None}
        return bound.texts

    def schemas(self, state: State) -> list[dict[str, Any]]:
        """The tools that the memory offers now."""
        found = [run.tool_schema() for run in self._of(state).runs.values()]
        return [schema for schema in found if schema is not None]

    def run_of(self, state: State, tool: str) -> MemoryRun | None:
        """Whose tool this is; None for a tool of nobody's here."""
        for name, memory in self._memories.items():
            run = self._of(state).runs[name] if memory.tool_name == tool else None
            if run is not None and run.tool_schema() is not None:
                return run
        return None

    def hear(self, before: State, work: Work) -> Closed:
        """Take what was said in an event into the conversation; gives the turn that the event has closed."""
        state = work.state
        following = state.turn != before.turn
        over = before.turn_open and not before.ended and (following or not state.turn_open or state.ended)
        closed = Closed(used_tools=state.used_tools)
        if over:
            closed.hearers = [run for run in self._of(before).runs.values() if isinstance(run, HearingRun)]
        if following:
            closed.messages = list(state.messages)
            state.messages.append({"role": "user", "content": state.utterances[-1]})
            state.used_tools = False
        if any(event.code == "tool_call" and event.names["allowed"] for event in work.outcome.trace):
            state.used_tools = True
        state.messages += [
            {"role": "assistant", "content": effect.text} for effect in work.outcome.effects if isinstance(effect, Say)
        ]
        if not following:
            closed.messages = list(state.messages)
            closed.used_tools = state.used_tools
        return closed

    def _of(self, state: State) -> _Bound:
        with self._lock:
            bound = self._bound
            if bound is None or (bound.turn, bound.agent) != (state.turn, state.thread.agent):
                agent = state.thread.agent
                runs = {
                    name: memory.bind(user_id=state.user_id, agent_id=agent, session_id=state.session_id)
                    for name, memory in self._memories.items()
                }
                bound = self._bound = _Bound(state.turn, agent, runs)
            return bound


def carry_out(work: Work, run: MemoryRun, tool: str, arguments: Mapping[str, Any]) -> bool:
    """A call of the model to a tool of memory: the rules are asked, then it is done.  False where they refuse."""
    if not constraints.judge(work, "tool", tool, arguments):
        work.trace("tool_call", tool=tool, allowed=False)
        return False
    work.trace("tool_call", tool=tool, allowed=True)
    try:
        work.outcome.result = run.call_tool(arguments)
    except ValueError as error:
        work.outcome.result = {"ok": False, "error": "invalid-arguments", "message": str(error)}
    work.trace("tool_result", tool=tool)
    recall.fire(work, f"tool:{tool}:after")
    return True
