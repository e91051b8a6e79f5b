"""Persistent memory as one event sees it: read at most once a path, written all at once when the event is done."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from ablmatch.language import ir
from ablmatch.runtime.state import State
from ablmatch.stores.errors import StoreError
from ablmatch.stores.facts import Append, Fact, FactStore, Get, List, Operation, Partition, Put
from ablmatch.stores.values import encode, without_repeats

_ABSENT = object()


class Facts:
    """`get` sees what this event has written already; nothing reaches the store before `flush`."""

    def __init__(self, store: FactStore, state: State, now_ms: int) -> None:
        self.store = store
        self.state = state
        self.now_ms = now_ms
        self._known: dict[tuple[ir.ScopeName, str], Any] = {}
        self._writes: list[Operation] = []

    def partition(self, scope: ir.ScopeName) -> Partition | None:
        """Whose facts those of a scope are; None for user facts of a session without a user."""
        state = self.state
        if scope == "user":
            return None if state.user_id is None else Partition(state.project_id, "user", state.user_id)
        if scope == "project":
            return Partition(state.project_id, "project", state.project_id)
        return Partition(state.project_id, "execution_tree", state.tree_id)

    def read_all(self, paths: Iterable[tuple[ir.ScopeName, str]]) -> None:
        """Reads paths in one go; later `get`s ask nobody."""
        wanted = [(key, self.partition(key[0])) for key in paths if key not in self._known]
        gets = [(key, Get(partition, key[1])) for key, partition in wanted if partition is not None]
        for key, partition in wanted:
            if partition is None:
                self._known[key] = _ABSENT
        if gets:
            for (key, _), fact in zip(gets, self.store.apply([get for _, get in gets], self.now_ms), strict=True):
                self._known[key] = fact.value if isinstance(fact, Fact) else _ABSENT

    def get(self, scope: ir.ScopeName, path: str) -> tuple[bool, Any]:
        """(whether there is a live fact, its value)."""
        key = (scope, path)
        if key not in self._known:
            self.read_all([key])
        value = self._known[key]
        return value is not _ABSENT, None if value is _ABSENT else value

    def under(self, scope: ir.ScopeName, prefix: str) -> list[tuple[str, Any]]:
        """Live facts at and below a prefix of whole segments, by path."""
        partition = self.partition(scope)
        if partition is None:
            return []
        (found,) = self.store.apply([List(partition, prefix)], self.now_ms)
        stored = {fact.path: fact.value for fact in found} if isinstance(found, list) else {}
        for (known_scope, path), value in self._known.items():
            if known_scope == scope and (path == prefix or path.startswith(f"{prefix}.")):
                if value is _ABSENT:
                    stored.pop(path, None)
                else:
                    stored[path] = value
        return sorted(stored.items())

    def put(self, scope: ir.ScopeName, path: str, value: Any, ttl_ms: int | None = None) -> bool:
        """False where the scope has no owner, or no store takes the value: the event goes on without the write."""
        partition = self.partition(scope)
        if partition is None or not storable(value):
            return False
        self._writes.append(Put(partition, path, value, ttl_ms))
        self._known[scope, path] = value
        return True

    def append(self, scope: ir.ScopeName, item: Any, rule: ir.Remember, default: Any) -> bool:
        """Adds an item to the list at the rule's target; False as for `put`, of the list that it would become."""
        partition = self.partition(scope)
        if partition is None:
            return False
        found, before = self.get(scope, rule.target)
        # What the store will make of it, as far as this event has read: another writer may have been there meanwhile.
        start = before if found else default if isinstance(default, list) else []
        items = [*(start if isinstance(start, list) else [start]), item]
        items = without_repeats(items) if rule.unique else items
        items = items[-rule.max_size :] if rule.max_size else items
        if not storable(items):
            return False
        ttl_ms = None if rule.ttl is None else rule.ttl * 1000
        self._writes.append(Append(partition, rule.target, item, rule.unique, rule.max_size, ttl_ms, default))
        self._known[scope, rule.target] = items
        return True

    def refusal(self, scope: ir.ScopeName) -> str:
        """Why `put` or `append` was False: nobody owns the scope, or the value is none for a store."""
        return "no_user" if self.partition(scope) is None else "value"

    def mark(self) -> tuple[int, dict[tuple[ir.ScopeName, str], Any]]:
        """Where `back_to` goes back to: writes behind it are undone."""
        return len(self._writes), dict(self._known)

    def back_to(self, mark: tuple[int, dict[tuple[ir.ScopeName, str], Any]]) -> None:
        """Undoes the writes behind a mark."""
        size, self._known = mark
        del self._writes[size:]

    def flush(self) -> None:
        """Writes everything, all or nothing.  Raises StoreError."""
        writes, self._writes = self._writes, []
        if writes:
            self.store.apply(writes, self.now_ms)


def storable(value: Any) -> bool:
    """Whether a store takes the value; asked before, since one that it refuses would stop every later event."""
    try:
        encode(value, "")
    except StoreError:
        return False
    return True
