"""Facts in the memory of this process: gone with it, shared by its threads."""

from __future__ import annotations

import threading
from collections.abc import Iterable, Sequence

from ablmatch.stores.checking import check_batch
from ablmatch.stores.errors import StoreError
from ablmatch.stores.facts import Operation, Partition, Result
from ablmatch.stores.rows import BufferedRows, Row, carry_out


class MemoryStore:
    """A FactStore over dictionaries; values are kept as text, so that nobody changes one from outside."""

    def __init__(self) -> None:
        self._lock = threading.Lock()
        self._facts: dict[Partition, dict[str, Row]] | None = {}

    def apply(self, operations: Sequence[Operation], now_ms: int) -> list[Result]:
        check_batch(operations, now_ms)
        with self._lock:
            if self._facts is None:
                raise StoreError("closed", "the store was closed")
            rows = BufferedRows(_Before(self._facts))
            results = carry_out(operations, rows, now_ms)
            for (partition, path), row in rows.changes.items():
                _change(self._facts, partition, path, row)
            return results

    def close(self) -> None:
        with self._lock:
            self._facts = None


class _Before:
    def __init__(self, facts: dict[Partition, dict[str, Row]]) -> None:
        self._facts = facts

    def read(self, partition: Partition, path: str) -> Row | None:
        return self._facts.get(partition, {}).get(path)

    def read_all(self, partition: Partition) -> Iterable[tuple[str, Row]]:
        return self._facts.get(partition, {}).items()

    def partitions(self) -> Iterable[Partition]:
        return list(self._facts)


def _change(facts: dict[Partition, dict[str, Row]], partition: Partition, path: str, row: Row | None) -> None:
    if row is not None:
        facts.setdefault(partition, {})[path] = row
        return
    held = facts.get(partition, {})
    held.pop(path, None)
    if not held:
        facts.pop(partition, None)
