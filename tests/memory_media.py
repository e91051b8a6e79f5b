"""Stores of agent memory for tests: each backend over a medium of its own, which several instances share.

Imported by the processes that tests start, so it imports little.
"""

import threading
from datetime import UTC, datetime

from ablmatch.memory import (
    Block,
    CheckedBlockStore,
    CheckedExtractedStore,
    FileBlockStore,
    FileExtractedStore,
    InMemoryBlockStore,
    InMemoryExtractedStore,
    RedisBlockStore,
    RedisExtractedStore,
    RoutedBlockStore,
    SqlBlockStore,
    SqlExtractedStore,
    TieredBlockStore,
)

NOW = datetime(2026, 3, 2, 22, 30, 0, 123456, UTC)
NOW_TEXT = "2026-03-02T22:30:00.123Z"

# Those that write somewhere, so that another process can read it.
ON_DISK = ["file", "sqlite", "postgres", "redis"]
BLOCKS = ["memory", *ON_DISK, "plain", "checked", "routed", "tiered"]
EXTRACTED = ["memory", *ON_DISK]


def clock():
    return NOW


class PlainStore:
    """A store as somebody else may write one: the four calls and nothing more."""

    def __init__(self):
        self.blocks = {}

    def load(self, scope, owner, key):
        found = self.blocks.get((scope, owner, key))
        return None if found is None else Block(scope, key, *found)

    def save(self, block, owner):
        self.blocks[block.scope, owner, block.key] = (block.content, block.char_limit, block.updated_at or NOW_TEXT)

    def delete(self, scope, owner, key):
        self.blocks.pop((scope, owner, key), None)

    def list(self, scope, owner):
        return sorted(key for one, whose, key in self.blocks if (one, whose) == (scope, owner))


class Medium:
    """Where the stores of one test keep their data; `close` closes every store that was opened."""

    def __init__(self, backend, where):
        self.backend, self.where = backend, where
        self._opened = []
        self._lock = threading.Lock()

    @property
    def shared_by_stores(self):
        """Whether what one store writes is read by another."""
        return self.backend in {*ON_DISK, "tiered"}

    def blocks(self, **options):
        return self._keep(self._blocks({"clock": clock, **options}))

    def _blocks(self, options):
        match self.backend:
            case "memory":
                return InMemoryBlockStore(**options)
            case "file" | "sqlite" | "postgres" | "redis":
                kind = {"file": FileBlockStore, "redis": RedisBlockStore}.get(self.backend, SqlBlockStore)
                return kind(self.where, **options)
            case "plain":
                return PlainStore()
            case "checked":
                return CheckedBlockStore(InMemoryBlockStore(**options))
            case "routed":
                return RoutedBlockStore(user=InMemoryBlockStore(**options), default=PlainStore())
            case "tiered":
                return TieredBlockStore(
                    InMemoryBlockStore(), self._keep(SqlBlockStore(self.where, **options)), **options
                )

    def extracted(self, **options):
        options = {"clock": clock, **options}
        kinds = {"file": FileExtractedStore, "redis": RedisExtractedStore}
        if self.backend in {"memory", "checked"}:
            store = InMemoryExtractedStore(**options)
            return store if self.backend == "memory" else CheckedExtractedStore(store)
        return self._keep(kinds.get(self.backend, SqlExtractedStore)(self.where, **options))

    def _keep(self, store):
        with self._lock:
            self._opened.append(store)
        return store

    def close(self):
        for store in self._opened:
            if hasattr(store, "close"):
                store.close()
