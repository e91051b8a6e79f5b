"""Takes batches from an iterator in a thread of its own, one ahead of the consumer.

Two reasons: parsing goes on while a batch is scored, and the main thread, which alone sees signals, never waits inside
native code for input that may not come.
"""

from __future__ import annotations

import queue
import threading
from collections.abc import Iterator
from typing import TypeVar

Batch = TypeVar("Batch")

# How often a side that waits looks whether the other one is gone, in seconds.
_LOOK = 0.2


class _End:
    """The last thing in the queue: how the iterator ended."""

    def __init__(self, error: BaseException | None) -> None:
        self.error = error


def read_ahead(batches: Iterator[Batch], *, may_block: bool) -> Iterator[Batch]:
    """The same batches in the same order; what the iterator raises is raised here.

    With `may_block` a read can wait for ever, so that a consumer that gives up does not wait for the thread to end.
    """
    waiting: queue.Queue[Batch | _End] = queue.Queue(maxsize=1)
    gone = threading.Event()

    def put(item: Batch | _End) -> bool:
        while not gone.is_set():
            try:
                waiting.put(item, timeout=_LOOK)
            except queue.Full:
                continue
            return True
        return False

    def run() -> None:
        error: BaseException | None = None
        try:
            for batch in batches:
                if not put(batch):
                    return
        except BaseException as caught:  # noqa: BLE001 - it is raised again, in the thread that asked
            error = caught
        put(_End(error))

    thread = threading.Thread(target=run, daemon=True)
    thread.start()
    try:
        while True:
            item = waiting.get()
            if isinstance(item, _End):
                if item.error is not None:
                    raise item.error
                return
            yield item
    finally:
        gone.set()
        if not may_block:
            thread.join()
