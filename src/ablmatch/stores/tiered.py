"""Blocks in a durable store with a quicker one before it, which may fail, forget and be shared.

What makes it safe: a cached text counts only while this object remembers it, by its digest and for a few seconds. A
write forgets first, so whatever then happens to the cache, its old text is not believed; nor is what another process
put there. What was read or written while another wrote is not remembered.
"""

from __future__ import annotations

import hashlib
import logging
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from itertools import islice
from typing import NamedTuple, TypeAlias

from ablmatch.stores.blocks import (
    Block,
    Blocks,
    BlockScope,
    BlockStore,
    Change,
    Keys,
    copy_of,
    erase_blocks,
    read_blocks,
    update_block,
)
from ablmatch.stores.times import Clock, system_clock, timestamp

LIFETIME_SECONDS = 5.0
# Of what has had its time, so many are taken out of the cache in one call.
_MOST_FORGOTTEN = 8

_LOG = logging.getLogger(__name__)

# Scope, owner and key.
Place: TypeAlias = tuple[BlockScope, str, str]


class _Cached(NamedTuple):
    """What is remembered of a cached block."""

    digest: bytes
    char_limit: int
    updated_at: str | None
    until: float


@dataclass(eq=False)
class _Flight:
    """A call between its look at the durable store and its end."""

    began: float
    block: Block | None = None
    outdated: bool = False


class TieredBlockStore:
    """A store that reads through a cache, another store, and writes to the durable one.

    What another process writes is seen after `lifetime_seconds` at the latest; what is written through this object, at
    once (until its time is over, as it was saved). `list`, `read_all` and `update` ask the durable store. A failure of
    the durable store is the caller's; one of the cache is logged, and only makes the next reads slower. `timer` gives
    seconds that never go back.
    """

    def __init__(
        self,
        cache: BlockStore,
        durable: BlockStore,
        *,
        lifetime_seconds: float = LIFETIME_SECONDS,
        clock: Clock = system_clock,
        timer: Callable[[], float] = time.monotonic,
    ) -> None:
        if lifetime_seconds < 0:
            raise ValueError("lifetime_seconds must be at least 0")
        self._cache = cache
        self._durable = durable
        self._lifetime = lifetime_seconds
        self._clock = clock
        self._timer = timer
        self._lock = threading.Lock()
        self._cached: dict[Place, _Cached] = {}
        # Where the cache may still hold a text, and when it is taken out; about in the order of that time.
        self._held: dict[Place, float] = {}
        self._flights: dict[Place, list[_Flight]] = {}
        self._cache_fails = False

    def load(self, scope: BlockScope, owner: str, key: str) -> Block | None:
        place = (scope, owner, key)
        found = self._from_cache(place)
        if found is None:
            with self._flight(place, writes=False) as flight:
                found = flight.block = self._durable.load(*place)
        self._forget_old()
        return found

    def save(self, block: Block, owner: str) -> None:
        place = (block.scope, owner, block.key)
        # Its time is not left to the durable store, so that the cached block has the same.
        block = copy_of(block)
        if block.updated_at is None:
            block.updated_at = timestamp(self._clock())
        with self._flight(place, writes=True) as flight:
            self._durable.save(block, owner)
            flight.block = block

    def delete(self, scope: BlockScope, owner: str, key: str) -> None:
        with self._flight((scope, owner, key), writes=True):
            self._durable.delete(scope, owner, key)

    def list(self, scope: BlockScope, owner: str) -> Keys:
        return self._durable.list(scope, owner)

    def update(self, scope: BlockScope, owner: str, key: str, change: Change) -> Block | None:
        with self._flight((scope, owner, key), writes=True) as flight:
            flight.block = update_block(self._durable, scope, owner, key, change)
            return flight.block

    def read_all(self, scope: BlockScope, owner: str) -> Blocks:
        return read_blocks(self._durable, scope, owner)

    def erase(self, scope: BlockScope, owner: str) -> int:
        """As of every store; a cache that keeps what was erased is an error, after the durable store has erased."""
        self._outdate_all(scope, owner)
        try:
            count = erase_blocks(self._durable, scope, owner)
        finally:
            self._outdate_all(scope, owner)
        erase_blocks(self._cache, scope, owner)
        return count

    def _outdate_all(self, scope: BlockScope, owner: str) -> None:
        with self._lock:
            known = dict.fromkeys([*self._cached, *self._held, *self._flights])
            for place in known:
                if place[:2] == (scope, owner):
                    self._outdate(place)

    def _from_cache(self, place: Place) -> Block | None:
        with self._lock:
            cached = self._cached.get(place)
            if cached is not None and self._timer() >= cached.until:
                del self._cached[place]
                cached = None
        if cached is None:
            return None
        found: list[Block | None] = []
        if not self._ask_cache(lambda: found.append(self._cache.load(*place))):
            return None
        [block] = found
        if block is None or _digest(block) != cached.digest:
            return None
        scope, _, key = place
        return Block(scope, key, block.content, cached.char_limit, cached.updated_at)

    @contextmanager
    def _flight(self, place: Place, *, writes: bool) -> Iterator[_Flight]:
        """Around a call of the durable store: the block that it leaves in the flight is cached, unless it is outdated.

        A write outdates what others read or write meanwhile: nobody can tell which of them the durable store has last.
        """
        flight = _Flight(self._timer())
        with self._lock:
            if writes:
                self._outdate(place)
            self._flights.setdefault(place, []).append(flight)
        try:
            if writes:
                self._forget(place)
            try:
                yield flight
            finally:
                with self._lock:
                    if writes:
                        self._outdate(place, but=flight)
            if flight.block is not None:
                self._remember(place, flight, flight.block)
        finally:
            with self._lock:
                self._flights[place].remove(flight)
                if not self._flights[place]:
                    del self._flights[place]

    def _outdate(self, place: Place, but: _Flight | None = None) -> None:
        """Forget what is remembered of a block, and let nobody remember what he has read before; needs the lock."""
        self._cached.pop(place, None)
        for flight in self._flights.get(place, ()):
            flight.outdated = flight.outdated or flight is not but

    def _remember(self, place: Place, flight: _Flight, block: Block) -> None:
        # Counted from before the look: nobody knows when in the meantime the durable store had this text.
        until = flight.began + self._lifetime
        if flight.outdated or until <= self._timer():
            return
        self._hold(place, until)
        if self._ask_cache(lambda: self._cache.save(copy_of(block), place[1])):
            with self._lock:
                if not flight.outdated:
                    self._cached[place] = _Cached(_digest(block), block.char_limit, block.updated_at, until)

    def _hold(self, place: Place, until: float) -> None:
        with self._lock:
            self._held.pop(place, None)
            self._held[place] = until

    def _forget(self, place: Place) -> None:
        """Take a block out of the cache; where that fails, once more when its time is over."""
        with self._lock:
            self._held.pop(place, None)
            self._cached.pop(place, None)
        if not self._ask_cache(lambda: self._cache.delete(*place)):
            self._hold(place, self._timer() + self._lifetime)

    def _forget_old(self) -> None:
        """Take blocks that have had their time out of the cache, which would keep them for ever."""
        now = self._timer()
        with self._lock:
            old = [place for place, until in islice(self._held.items(), _MOST_FORGOTTEN) if until <= now]
        for place in old:
            self._forget(place)

    def _ask_cache(self, ask: Callable[[], None]) -> bool:
        """Ask the cache for something, and give whether it did; the first of several failures is logged."""
        try:
            ask()
        except Exception as error:  # noqa: BLE001 - whatever it is, the durable store has the text
            if not self._cache_fails:
                _LOG.warning("the cache of blocks fails (%s): the durable store is asked instead", type(error).__name__)
            self._cache_fails = True
            return False
        self._cache_fails = False
        return True


def _digest(block: Block) -> bytes:
    return hashlib.sha256(block.content.encode()).digest()
