"""Results of functions that may be asynchronous, for code that is not."""

from __future__ import annotations

import inspect
from collections.abc import Awaitable
from typing import Any


def finished(result: Any) -> Any:
    """A result; an awaitable is run to its end in a loop of its own, whatever loop runs in this thread."""
    if not inspect.isawaitable(result):
        return result
    import asyncio
    from concurrent.futures import ThreadPoolExecutor

    async def wait(awaitable: Awaitable[Any]) -> Any:
        return await awaitable

    # A thread of its own: this one may be inside a running loop, where asyncio.run refuses.
    with ThreadPoolExecutor(1) as pool:
        return pool.submit(asyncio.run, wait(result)).result()
