"""The turns of one conversation: how far it has been extracted, and the one extraction of it that may be running."""

from __future__ import annotations

import copy
import logging
import threading
from collections.abc import Callable, Sequence
from concurrent.futures import ThreadPoolExecutor

from ablmatch.memory.conversation import Message, calls_tools
from ablmatch.memory.extraction import ExtractionResult
from ablmatch.memory.tokens import TokenCounter
from ablmatch.memory.trigger import Trigger, is_due

logger = logging.getLogger("ablmatch.memory")

Extract = Callable[[Sequence[Message]], ExtractionResult]


class _Turn:
    """A closed turn: the conversation as it was then.  `extract` knows whose memory it is."""

    __slots__ = ("extract", "messages", "used_tools")

    def __init__(self, messages: Sequence[Message], extract: Extract, *, used_tools: bool) -> None:
        # The host goes on with its own list and messages while these are read.
        self.messages = [{**one, "content": copy.copy(one.get("content"))} for one in messages]
        self.extract = extract
        self.used_tools = used_tools


class Turns:
    """Safe to share between threads.  Two extractions of one conversation never run side by side."""

    def __init__(self, trigger: Trigger, count: TokenCounter, pointer: int) -> None:
        self._trigger = trigger
        self._count = count
        self._pointer = pointer
        self._heard = pointer
        self._running = False
        self._waiting: _Turn | None = None
        self._ended: list[ExtractionResult] = []
        self._fault: BaseException | None = None
        self._changed = threading.Condition()

    @property
    def pointer(self) -> int:
        """How many messages were there when the last extraction that succeeded began."""
        with self._changed:
            return self._pointer

    def close(self, messages: Sequence[Message], extract: Extract, *, used_tools: bool) -> ExtractionResult | None:
        """A turn has ended: extract now, if it is time.  The result, None where it is not."""
        with self._changed:
            turn = _Turn(messages, extract, used_tools=self._used_tools(messages, used_tools))
            self._changed.wait_for(lambda: not self._running)
            if not self._due(turn.messages, turn.used_tools):
                return None
            self._running = True
        try:
            return self._extract(turn)
        finally:
            self._stop()

    def close_in_background(
        self, messages: Sequence[Message], extract: Extract, pool: ThreadPoolExecutor, *, used_tools: bool
    ) -> None:
        """A turn has ended: extract in a thread, if it is time.  While one runs, the longest conversation waits."""
        with self._changed:
            used_tools = self._used_tools(messages, used_tools)
            if self._running:
                if self._waiting is None or len(messages) >= len(self._waiting.messages):
                    self._waiting = _Turn(messages, extract, used_tools=used_tools)
            elif self._due(messages, used_tools):
                pool.submit(self._work, _Turn(messages, extract, used_tools=used_tools))
                self._running = True

    def settled(self, timeout: float | None) -> list[ExtractionResult]:
        """Waits until nothing runs; what ended in the background since the last call.  Raises TimeoutError."""
        with self._changed:
            if not self._changed.wait_for(lambda: not self._running, timeout):
                raise TimeoutError("an extraction is still running")
            fault, self._fault = self._fault, None
            if fault is not None:
                raise fault
            ended, self._ended = self._ended, []
            return ended

    def extract(self, messages: Sequence[Message], extract: Extract) -> ExtractionResult:
        """Extract now, whatever else runs."""
        return self._extract(_Turn(messages, extract, used_tools=False))

    def _used_tools(self, messages: Sequence[Message], told: bool) -> bool:
        found = told or calls_tools(messages[self._heard :])
        self._heard = max(self._heard, len(messages))
        return found

    def _due(self, messages: Sequence[Message], used_tools: bool) -> bool:
        return is_due(self._trigger, messages[self._pointer :], used_tools=used_tools, count=self._count)

    def _work(self, turn: _Turn) -> None:
        """In a thread: a turn, then the one that waits, as long as there is one."""
        try:
            following: _Turn | None = turn
            while following is not None:
                result = self._extract(following)
                with self._changed:
                    self._ended.append(result)
                    following, self._waiting = self._waiting, None
                    if following is not None and not self._due(following.messages, following.used_tools):
                        following = None
                    if following is None:
                        self._running = False
                        self._changed.notify_all()
        except BaseException as error:  # noqa: BLE001 - a thread has nobody to raise to: `settled` raises it
            # Not its text, which may hold what was said.
            logger.error("an extraction broke down (%s); settled() raises what it was", type(error).__name__)  # noqa: TRY400
            self._fault = error
            self._stop()

    def _stop(self) -> None:
        with self._changed:
            self._running = False
            self._changed.notify_all()

    def _extract(self, turn: _Turn) -> ExtractionResult:
        before = self.pointer
        result = turn.extract(turn.messages)
        with self._changed:
            # Unless another extraction moved it meanwhile; messages that arrived since are for the next one.
            if result.succeeded and self._pointer == before:
                self._pointer = len(turn.messages)
        return result
