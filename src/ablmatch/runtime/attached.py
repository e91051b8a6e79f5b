"""Memory that is attached to a session: what the session knows of it, whatever keeps it."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Protocol


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


class Memory(Protocol):
    """What `Session` takes as `working_memory` and `recall`."""

    def bind(self, *, user_id: str | None, agent_id: str, session_id: str | None) -> MemoryRun:
        """The memory of one turn. Raises PermissionError where the session belongs to another user."""
        ...
