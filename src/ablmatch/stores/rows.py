"""What the operations do, written once: on the rows that a backend reads and writes inside one transaction."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any, NamedTuple, Protocol

from ablmatch.stores.facts import (
    Append,
    Delete,
    Erase,
    EraseOwner,
    Fact,
    Get,
    List,
    Operation,
    Partition,
    Purge,
    Put,
    Result,
    Scope,
)
from ablmatch.stores.values import check_value, decode, encode, without_repeats


class Row(NamedTuple):
    """A stored fact: its value as JSON text, and its times in milliseconds."""

    text: str
    written_ms: int
    expires_ms: int | None

    def live(self, now_ms: int) -> bool:
        """Whether the fact has not expired."""
        return self.expires_ms is None or now_ms < self.expires_ms


class Rows(Protocol):
    """The rows of a store inside one transaction: what is written is read back, and nobody else writes meanwhile."""

    def read(self, partition: Partition, path: str) -> Row | None: ...

    def read_all(self, partition: Partition, prefix: str) -> Iterable[tuple[str, Row]]:
        """Every row at or below a path (all for an empty one), expired ones too, in any order."""
        ...

    def write(self, partition: Partition, path: str, row: Row) -> None: ...

    def remove(self, partition: Partition, path: str) -> None: ...

    def remove_all(self, partition: Partition) -> None: ...

    def partitions_of(self, scope: Scope, owner: str) -> Iterable[Partition]:
        """The partitions of an owner, of all projects, that hold any row."""
        ...

    def remove_expired(self, now_ms: int) -> int:
        """Remove the expired rows of all partitions and give how many there were."""
        ...


def is_below(path: str, prefix: str) -> bool:
    """Whether a path is the prefix or below it, by whole segments; everything is below the empty prefix."""
    return not prefix or path == prefix or path.startswith(prefix + ".")


def carry_out(operations: Sequence[Operation], rows: Rows, now_ms: int) -> list[Result]:
    """The results of operations, in order; a StoreError leaves it to the backend to undo what was written before."""
    return [_carry_out(operation, rows, now_ms) for operation in operations]


def _carry_out(  # noqa: PLR0911 - one case an operation
    operation: Operation, rows: Rows, now_ms: int
) -> Result:
    match operation:
        case Get(partition, path):
            row = _live(rows, partition, path, now_ms)
            return None if row is None else _fact(path, row)
        case Put(partition, path, value, ttl_ms):
            rows.write(partition, path, Row(encode(value, path), now_ms, _expiry(now_ms, ttl_ms)))
            return None
        case Append():
            return _append(operation, rows, now_ms)
        case Delete(partition, path):
            was_live = _live(rows, partition, path, now_ms) is not None
            rows.remove(partition, path)
            return was_live
        case List(partition, prefix):
            return [_fact(path, row) for path, row in sorted(rows.read_all(partition, prefix)) if row.live(now_ms)]
        case Erase(partition):
            return _erase(partition, rows, now_ms)
        case EraseOwner(scope, owner):
            return sum(_erase(partition, rows, now_ms) for partition in list(rows.partitions_of(scope, owner)))
        case Purge():
            return rows.remove_expired(now_ms)


def _append(operation: Append, rows: Rows, now_ms: int) -> list[Any]:
    partition, path = operation.partition, operation.path
    row = _live(rows, partition, path, now_ms)
    former = operation.default if row is None else decode(row.text, path)
    if not isinstance(former, list):
        former = [] if row is None else [former]
    items = [*former, operation.item]
    if operation.unique:
        # Before the comparison, which is defined for JSON alone.
        check_value(items, path)
        items = without_repeats(items)
    if operation.max_size is not None:
        items = items[-operation.max_size :]
    text = encode(items, path)
    rows.write(partition, path, Row(text, now_ms, _expiry(now_ms, operation.ttl_ms)))
    return list(decode(text, path))


def _erase(partition: Partition, rows: Rows, now_ms: int) -> int:
    count = sum(row.live(now_ms) for _, row in rows.read_all(partition, ""))
    rows.remove_all(partition)
    return count


def _live(rows: Rows, partition: Partition, path: str, now_ms: int) -> Row | None:
    row = rows.read(partition, path)
    return row if row is not None and row.live(now_ms) else None


def _expiry(now_ms: int, ttl_ms: int | None) -> int | None:
    return None if ttl_ms is None else now_ms + ttl_ms


def _fact(path: str, row: Row) -> Fact:
    return Fact(path, decode(row.text, path), row.written_ms, row.expires_ms)


class BufferedRows:
    """Rows that are read from a backend and written to memory, so that a backend can store all changes at once.

    `changes` maps each partition and path to its new row, or to None where it goes.
    """

    def __init__(self, source: RowSource) -> None:
        self._source = source
        self.changes: dict[tuple[Partition, str], Row | None] = {}

    def read(self, partition: Partition, path: str) -> Row | None:
        if (partition, path) in self.changes:
            return self.changes[partition, path]
        return self._source.read(partition, path)

    def read_all(self, partition: Partition, prefix: str) -> Iterable[tuple[str, Row]]:
        found: dict[str, Row | None] = dict(self._source.read_all(partition))
        found.update({path: row for (owner, path), row in self.changes.items() if owner == partition})
        return [(path, row) for path, row in found.items() if row is not None and is_below(path, prefix)]

    def write(self, partition: Partition, path: str, row: Row) -> None:
        self.changes[partition, path] = row

    def remove(self, partition: Partition, path: str) -> None:
        self.changes[partition, path] = None

    def remove_all(self, partition: Partition) -> None:
        for path, _ in self.read_all(partition, ""):
            self.changes[partition, path] = None

    def partitions_of(self, scope: Scope, owner: str) -> Iterable[Partition]:
        known = dict.fromkeys([*self._source.partitions(), *(partition for partition, _ in self.changes)])
        return [partition for partition in known if partition[1:] == (scope, owner)]

    def remove_expired(self, now_ms: int) -> int:
        expired = [
            (partition, path)
            for partition in self._source.partitions()
            for path, row in self.read_all(partition, "")
            if not row.live(now_ms)
        ]
        self.changes.update(dict.fromkeys(expired))
        return len(expired)


class RowSource(Protocol):
    """What BufferedRows reads from: the state before the batch."""

    def read(self, partition: Partition, path: str) -> Row | None: ...

    def read_all(self, partition: Partition) -> Iterable[tuple[str, Row]]: ...

    def partitions(self) -> Iterable[Partition]: ...
