"""The same session for hosts on an event loop: its events run in a thread, one after the other."""

from __future__ import annotations

import asyncio
from collections.abc import Mapping
from typing import Any

from ablmatch.language import ir
from ablmatch.runtime.outcome import Outcome
from ablmatch.runtime.session import Session
from ablmatch.runtime.trace import TraceEvent


class AsyncSession:
    """Takes what `Session` takes; the verbs are the same, to be awaited.

    Events of one session never overlap: a second one waits for the first.
    """

    def __init__(self, project: ir.ProjectIR, **settings: Any) -> None:
        self._session = Session(project, **settings)
        self._lock = asyncio.Lock()

    @classmethod
    async def load(cls, project: ir.ProjectIR, data: bytes, **settings: Any) -> AsyncSession:
        """A suspended session; raises as Session.load does."""
        self = cls.__new__(cls)
        self._session = await asyncio.to_thread(Session.load, project, data, **settings)
        self._lock = asyncio.Lock()
        return self

    async def _run(self, verb: str, *args: Any, **named: Any) -> Any:
        async with self._lock:
            event = asyncio.ensure_future(asyncio.to_thread(getattr(self._session, verb), *args, **named))
            try:
                return await asyncio.shield(event)
            except asyncio.CancelledError:
                # The event goes on in its thread: the next one must not start beside it.
                await asyncio.wait([event])
                raise

    async def start(self) -> Outcome:
        """See Session.start, and so on for every verb below."""
        return await self._run("start")  # type: ignore[no-any-return]

    async def user_message(
        self, text: str, extracted: Mapping[str, Any] | None = None, *, inferred: Mapping[str, Any] | None = None
    ) -> Outcome:
        return await self._run("user_message", text, extracted, inferred=inferred)  # type: ignore[no-any-return]

    async def model_set(self, values: Mapping[str, Any]) -> Outcome:
        return await self._run("model_set", values)  # type: ignore[no-any-return]

    async def tool_call(self, name: str, args: Mapping[str, Any] | None = None) -> Outcome:
        return await self._run("tool_call", name, args)  # type: ignore[no-any-return]

    async def tool_result(self, name: str, result: Any) -> Outcome:
        return await self._run("tool_result", name, result)  # type: ignore[no-any-return]

    async def tool_error(self, name: str, error: str) -> Outcome:
        return await self._run("tool_error", name, error)  # type: ignore[no-any-return]

    async def respond(self, text: str) -> Outcome:
        return await self._run("respond", text)  # type: ignore[no-any-return]

    async def end_turn(self) -> Outcome:
        return await self._run("end_turn")  # type: ignore[no-any-return]

    async def end(self) -> Outcome:
        return await self._run("end")  # type: ignore[no-any-return]

    async def enter_step(self, name: str) -> Outcome:
        return await self._run("enter_step", name)  # type: ignore[no-any-return]

    async def exit_step(self, name: str) -> Outcome:
        return await self._run("exit_step", name)  # type: ignore[no-any-return]

    async def handoff(self, agent: str) -> Outcome:
        return await self._run("handoff", agent)  # type: ignore[no-any-return]

    async def return_to_parent(self, values: Mapping[str, Any] | None = None) -> Outcome:
        return await self._run("return_to_parent", values)  # type: ignore[no-any-return]

    async def get(self, path: str) -> Any:
        return await self._run("get", path)

    async def model_context(self) -> dict[str, Any]:
        return await self._run("model_context")  # type: ignore[no-any-return]

    async def memory_tools(self) -> list[dict[str, Any]]:
        return await self._run("memory_tools")  # type: ignore[no-any-return]

    async def dump(self) -> bytes:
        return await self._run("dump")  # type: ignore[no-any-return]

    @property
    def agent(self) -> str:
        """The active agent."""
        return self._session.agent

    @property
    def step(self) -> str | None:
        """The active agent's flow step."""
        return self._session.step

    @property
    def trace(self) -> list[TraceEvent]:
        """Codes and field names of what happened."""
        return self._session.trace
