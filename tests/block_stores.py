"""Stores of agent memory for tests: each backend over a medium of its own, which several instances share."""

import threading
from datetime import UTC, datetime

import pytest
from hypothesis import strategies as st

import servers
from ablmatch.memory import (
    Block,
    CheckedBlockStore,
    FileBlockStore,
    FileExtractedStore,
    InMemoryBlockStore,
    InMemoryExtractedStore,
    RedisBlockStore,
    RedisExtractedStore,
    RoutedBlockStore,
    SqlBlockStore,
    SqlExtractedStore,
    StoreError,
    TieredBlockStore,
)

NOW = datetime(2026, 3, 2, 22, 30, 0, 123456, UTC)
NOW_TEXT = "2026-03-02T22:30:00.123Z"

# Those that write somewhere, so that another process can read it.
ON_DISK = ["file", "sqlite", "postgres", "redis"]
BLOCKS = ["memory", *ON_DISK, "plain", "checked", "routed", "tiered"]
EXTRACTED = ["memory", *ON_DISK]


COLLIDING_OWNERS = [
    ("a/b", "a_b"), ("a\\b", "a_b"), ("a\\b", "a/b"), ("a//b", "a/b"), ("..", "_"), ("..", "."), ("../ana", "ana"),
    ("a%2Fb", "a/b"), ("100%", "100%25"), ("kim_lee", "kim%5Flee"), ("kim:lee", "kim%3Alee"), ("nul", "%6Eul"),
    ("ana", "ana "), ("ana", "ana\n"), ("\u00e9", "e\u0301"), ("ana", "аna"), ("a", "a:b"), ("*", "ana"), ("a?a", "ana"),
    ("%", "ana"), ("user.1", "user%2E1"), ("x" * 200, "x" * 201), ("a+b", "a b"), ("a\tb", "a b"), ("~", "%7E"),
]  # fmt: skip


REARRANGED = [
    (("a", "b:K"), ("a:b", "K")), (("x", "y/z"), ("x/y", "z")), (("a", "b|K"), ("a|b", "K")),
    (("a%3Ab", "K"), ("a", "b%3AK")), (("a", "../b/K"), ("b", "K")), (("a", "b\\K"), ("a\\b", "K")),
]  # fmt: skip


# Pieces that owners are made of by those who hope to be somebody else.
PIECES = ["ana", "ben", "/", "\\", ":", "|", "%", "%2F", "%3A", ".", "..", "_", "*", "?", "[a-z]", " ", "\n", "'", '"', ";--",
          "§", "\u00e9", "e\u0301", "а", "\u200b", "\U0001f408", "NUL", "con", ".md", ".lock", "wm", "user", "__index", "$1", "\r"]  # fmt: skip
hostile = st.lists(st.sampled_from(PIECES), min_size=1, max_size=5).map("".join) | st.text(
    st.characters(exclude_characters="\0", exclude_categories=["Cs"]), min_size=1, max_size=20
)


def clock():
    return NOW


def refused(code, call):
    with pytest.raises(StoreError) as caught:
        call()
    assert caught.value.code == code, str(caught.value)
    assert "\n" not in str(caught.value)
    return str(caught.value)


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
        if self.backend == "memory":
            return InMemoryExtractedStore(**options)
        return self._keep(kinds.get(self.backend, SqlExtractedStore)(self.where, **options))

    def _keep(self, store):
        with self._lock:
            self._opened.append(store)
        return store

    def close(self):
        for store in self._opened:
            if hasattr(store, "close"):
                store.close()


def medium(backend, request, folder):
    """An empty medium; the servers are the session's."""
    if backend in {"sqlite", "tiered"}:
        # The end of a process takes nothing either way, and the tests do not cut the power.
        return Medium(backend, f"sqlite:///{folder}/memory.db?synchronous=normal")
    if backend in {"postgres", "redis"}:
        return Medium(backend, servers.emptied(backend, request.getfixturevalue(f"{backend}_server")))
    return Medium(backend, str(folder / "memories"))
