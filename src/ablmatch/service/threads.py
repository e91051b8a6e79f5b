"""What blocks runs in threads, so many at a time: one hop there and one back for each request."""

from __future__ import annotations

import asyncio
import threading
from collections import deque
from collections.abc import Callable
from dataclasses import dataclass
from queue import Empty, SimpleQueue
from typing import Any

from ablmatch.service.errors import HttpError

# A thread that had nothing to do for so long ends.
_IDLE_SECONDS = 10.0


@dataclass(frozen=True, slots=True)
class _Task:
    work: Callable[[], Any]
    done: asyncio.Future[Any]


class Threads:
    """For the requests of one event loop; their turns come in the order in which they came themselves."""

    def __init__(self, most: int, wait_seconds: float) -> None:
        self._most = most
        self._wait_seconds = wait_seconds
        # Of the event loop alone: how many are worked on, and who waits for his turn.
        self._working = 0
        self._waiting: deque[asyncio.Future[None]] = deque()
        self._tasks: SimpleQueue[_Task] = SimpleQueue()
        self._lock = threading.Lock()
        self._threads = 0

    async def run(self, work: Callable[[], Any]) -> Any:
        """What `work` gives or raises, once it had its turn; raises `busy` where that does not come in time."""
        loop = asyncio.get_running_loop()
        if self._working < self._most:
            self._working += 1
        else:
            await self._turn(loop)
        task = _Task(work, loop.create_future())
        self._tasks.put(task)
        with self._lock:
            begin = self._threads < self._working
            self._threads += begin
        if begin:
            threading.Thread(target=self._work, name="ablmatch request", daemon=True).start()
        return await task.done

    async def _turn(self, loop: asyncio.AbstractEventLoop) -> None:
        """Wait for a turn, which whoever ends hands on."""
        turn = loop.create_future()
        self._waiting.append(turn)
        try:
            async with asyncio.timeout(self._wait_seconds):
                await turn
        except BaseException as error:
            if turn.done() and not turn.cancelled():
                self._hand_on()
            elif turn in self._waiting:
                self._waiting.remove(turn)
            if isinstance(error, TimeoutError):
                message = "too many requests are being worked on: try again"
                raise HttpError("busy", message, {"Retry-After": "1"}) from None
            raise

    def _hand_on(self) -> None:
        while self._waiting:
            turn = self._waiting.popleft()
            if not turn.done():
                turn.set_result(None)
                return
        self._working -= 1

    def _ended(self, task: _Task, result: Any, error: BaseException | None) -> None:
        self._hand_on()
        # Whoever asked may have gone away meanwhile.
        if task.done.done():
            return
        if error is None:
            task.done.set_result(result)
        else:
            task.done.set_exception(error)

    # --- In a thread --------------------------------------------------------------------------------------------

    def _work(self) -> None:
        while True:
            try:
                task = self._tasks.get(timeout=_IDLE_SECONDS)
            except Empty:
                with self._lock:
                    # What was put since then finds this thread counted, so it must not go unseen.
                    if not self._tasks.empty():
                        continue
                    self._threads -= 1
                return
            result, error = None, None
            try:
                result = task.work()
            except BaseException as raised:  # noqa: BLE001 - whoever waits for it is told
                error = raised
            loop = task.done.get_loop()
            if not loop.is_closed():
                loop.call_soon_threadsafe(self._ended, task, result, error)
            del task, result, error
