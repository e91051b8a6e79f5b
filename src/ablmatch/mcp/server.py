"""A server of the Model Context Protocol that offers memory as tools: `memory_block` and `search_memory`.

It is built on the protocol's plain `Server`, which takes the tools' own JSON Schemas and hands arguments over as they
were sent; `MCPServer` derives schemas from signatures and reads texts that look like JSON as JSON.
"""

from __future__ import annotations

import json
import logging
from collections.abc import Mapping, Sequence
from importlib.metadata import version
from typing import Any, Protocol

import anyio.to_thread
from mcp import types
from mcp.server import Server, ServerRequestContext
from mcp.server.stdio import stdio_server

from ablmatch.stores.errors import StoreError

logger = logging.getLogger("ablmatch.mcp")


class ToolRun(Protocol):
    """Memory as one user and agent have it; runs of `WorkingMemory` and `Recall` are such."""

    def tool_schema(self) -> dict[str, Any] | None: ...

    def call_tool(self, arguments: Mapping[str, Any]) -> dict[str, Any]: ...


def memory_server(runs: Sequence[ToolRun], instructions: str | None = None) -> Server[Any]:
    """A server of the tools that the runs offer.  `instructions`: what a client may put before its model."""
    offered = [(schema, run) for run in runs if (schema := run.tool_schema()) is not None]
    by_name = {schema["name"]: run for schema, run in offered}
    tools = [
        types.Tool(name=schema["name"], description=schema["description"], input_schema=schema["parameters"])
        for schema, _ in offered
    ]

    async def list_tools(
        _context: ServerRequestContext[Any], _params: types.PaginatedRequestParams | None
    ) -> types.ListToolsResult:
        return types.ListToolsResult(tools=tools)

    async def call_tool(
        _context: ServerRequestContext[Any], params: types.CallToolRequestParams
    ) -> types.CallToolResult:
        run = by_name.get(params.name)
        if run is None:
            return _failed("there is no such tool")
        try:
            # A store may wait for its disk or server.
            result = await anyio.to_thread.run_sync(run.call_tool, params.arguments or {})
        except (StoreError, ValueError) as error:
            return _failed(str(error))
        except Exception as error:  # noqa: BLE001 - a store may be anybody's
            # Its text may hold what is stored.
            logger.error("%s failed (%s)", params.name, type(error).__name__)  # noqa: TRY400
            return _failed("the memory failed")
        text = json.dumps(result, ensure_ascii=False)
        return types.CallToolResult(content=[types.TextContent(type="text", text=text)], structured_content=result)

    return Server(
        "ablmatch",
        version=version("ablmatch"),
        instructions=instructions,
        on_list_tools=list_tools,
        on_call_tool=call_tool,
    )


def serve_stdio(server: Server[Any]) -> None:
    """Serves a client over standard input and output until it goes away."""

    async def serve() -> None:
        async with stdio_server() as (read, write):
            await server.run(read, write, server.create_initialization_options())

    anyio.run(serve)


def _failed(message: str) -> types.CallToolResult:
    return types.CallToolResult(content=[types.TextContent(type="text", text=message)], is_error=True)
