"""A Redis server through redis-py: connected, its errors told, attempts paced. Its keys are for others to name."""

from __future__ import annotations

import random
import time
from collections.abc import Callable, Iterator
from typing import TypeVar

import redis
from redis.backoff import NoBackoff
from redis.retry import Retry

from ablmatch.stores.errors import StoreError

CONNECT_SECONDS = 10.0
ANSWER_SECONDS = 30.0
# How long something is computed anew because others changed what it was computed from.
CONFLICT_SECONDS = 30.0
_LONGEST_PAUSE_SECONDS = 0.05

T = TypeVar("T")


class RedisServer:
    """A client of one server, shared by threads."""

    def __init__(self, url: str, *, connect_seconds: float = CONNECT_SECONDS) -> None:
        """Read the URL; nothing is sent before the first `read` or `write`."""
        try:
            self.client = redis.Redis.from_url(
                url,
                decode_responses=False,
                socket_connect_timeout=connect_seconds,
                socket_timeout=ANSWER_SECONDS,
                # A command whose answer was lost may have been carried out, so nothing is sent twice unasked.
                retry=Retry(NoBackoff(), 0),
            )
        except ValueError:
            # Its words may quote the URL, password included.
            raise StoreError("bad_url", "the redis:// URL cannot be read: use redis://host:6379/0") from None
        parts = self.client.connection_pool.connection_kwargs
        self.place = f"Redis at {parts.get('path') or parts.get('host', 'localhost')}"
        self._closed = False

    def connect(self, do: Callable[[redis.Redis], T]) -> T:
        """The first thing done; what the server says against it holds nothing secret and is told."""
        try:
            return do(self.client)
        except redis.RedisError as error:
            self.client.close()
            raise self._failure(error, connecting=True) from None

    def read(self, do: Callable[[], T]) -> T:
        """Do something that changes nothing; a connection that was lost is made anew once."""
        self.check_open()
        try:
            try:
                return do()
            except redis.ConnectionError:
                return do()
        except redis.RedisError as error:
            raise self._failure(error) from None

    def write(self, do: Callable[[], T]) -> T:
        """Do something that stores, once."""
        self.check_open()
        try:
            return do()
        except (redis.ConnectionError, redis.TimeoutError):
            message = f"{self.place} went away while storing: the change may be stored or not"
            raise StoreError("unavailable", message) from None
        except redis.RedisError as error:
            raise self._failure(error) from None

    def tries(self) -> Iterator[None]:
        """One turn of a loop for each attempt to store what was computed from what was read; a conflict in the end."""
        until = time.monotonic() + CONFLICT_SECONDS
        pause = 0.0
        while True:
            yield
            if time.monotonic() > until:
                message = f"{self.place}: other writers got in the way for {CONFLICT_SECONDS:g} s; try again"
                raise StoreError("conflict", message)
            # A random pause lets one of several writers through; it decides nothing that is stored.
            pause = min(_LONGEST_PAUSE_SECONDS, pause * 2 + 0.001)
            time.sleep(random.uniform(0, pause))  # noqa: S311 - no secret

    def check_open(self) -> None:
        """Raise StoreError where the store was closed."""
        if self._closed:
            raise StoreError("closed", "the store was closed")

    def close(self) -> None:
        """Let go of the connections; twice is fine."""
        self._closed = True
        self.client.close()

    def _failure(self, error: redis.RedisError, *, connecting: bool = False) -> StoreError:
        """An error of the driver as ours; its own words may hold a value, its class does not."""
        words = f": {' '.join(str(error).split())}" if connecting else ""
        return StoreError("unavailable", f"{self.place} cannot be used ({type(error).__name__}){words}")
