"""Facts in PostgreSQL: any number of processes on any number of machines, through psycopg 3."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from ablmatch.stores.backends.postgres_pool import (
    CONNECT_SECONDS,
    LOCK_SECONDS,
    Connected,
    PostgresPool,
    begin_write,
    lock_number,
)
from ablmatch.stores.backends.sql import REMOVE, WRITE, Execute, SqlRows, key_of, prepare_schema
from ablmatch.stores.checking import check_batch
from ablmatch.stores.facts import READS, Append, Delete, EraseOwner, Get, Operation, Partition, Purge, Put, Result
from ablmatch.stores.rows import BufferedRows, Row, carry_out

# A writer holds _ALL shared and one lock a partition; one who does not know his partitions holds _ALL alone.
_ALL_NAME = b"ablmatch facts"


class PostgresStore:
    """A FactStore over a PostgreSQL database."""

    def __init__(
        self, url: str, *, connect_seconds: float = CONNECT_SECONDS, lock_seconds: float = LOCK_SECONDS
    ) -> None:
        """Connect and make the tables where they are missing, in the first schema of the search path."""
        self._pool = PostgresPool(
            url, _prepare, name="facts", connect_seconds=connect_seconds, lock_seconds=lock_seconds
        )

    def apply(self, operations: Sequence[Operation], now_ms: int) -> list[Result]:
        check_batch(operations, now_ms)
        return self._pool.run(lambda connected: self._apply(connected, operations, now_ms))

    def close(self) -> None:
        self._pool.close()

    def _apply(self, connected: Connected, operations: Sequence[Operation], now_ms: int) -> list[Result]:
        reads_only = all(isinstance(operation, READS) for operation in operations)
        if len(operations) <= 1 and reads_only:
            return carry_out(operations, SqlRows(connected.execute), now_ms)
        if all(isinstance(operation, Get) for operation in operations):
            return _carry_out(connected, operations, now_ms)
        begin = _BEGIN_READ if reads_only else _begin_write(operations, self._pool.lock_seconds)
        return connected.transact(begin, lambda: _carry_out(connected, operations, now_ms), reads_only=reads_only)


def _prepare(execute: Execute) -> None:
    prepare_schema(execute, 'TEXT COLLATE "C"')


def _carry_out(connected: Connected, operations: Sequence[Operation], now_ms: int) -> list[Result]:
    """Where several operations name their paths, read those by one statement and write what changes in one go."""
    if len(operations) == 1 or not all(isinstance(one, Get | Append | Delete | Put) for one in operations):
        return carry_out(operations, SqlRows(connected.execute), now_ms)
    reads = [operation for operation in operations if isinstance(operation, Get | Append | Delete)]
    paths = dict.fromkeys((operation.partition, operation.path) for operation in reads)
    rows = BufferedRows(_Fetched(connected.execute, list(paths)))
    results = carry_out(operations, rows, now_ms)
    written = [(*key_of(one), path, *row) for (one, path), row in rows.changes.items() if row is not None]
    removed = [(*key_of(one), path) for (one, path), row in rows.changes.items() if row is None]
    for statement, parameters in ((WRITE, written), (REMOVE, removed)):
        if parameters:
            connected.execute_many(statement, parameters)
    return results


_READ_MANY = (
    "SELECT scope, owner, project, path, value, written_ms, expires_ms FROM ablmatch_facts"
    " JOIN unnest(?::text[], ?::text[], ?::text[], ?::text[]) AS wanted (scope, owner, project, path)"
    " USING (scope, owner, project, path)"
)


class _Fetched:
    """The rows at some paths, read by one statement."""

    def __init__(self, execute: Execute, paths: Sequence[tuple[Partition, str]]) -> None:
        columns = list(zip(*((*key_of(partition), path) for partition, path in paths), strict=True))
        found = execute(_READ_MANY, [list(column) for column in columns]) if paths else ()
        self._rows = {
            (Partition(project, scope, owner), path): Row(*row) for scope, owner, project, path, *row in found
        }

    def read(self, partition: Partition, path: str) -> Row | None:
        return self._rows.get((partition, path))

    def read_all(self, partition: Partition) -> Iterable[tuple[str, Row]]:
        raise NotImplementedError("operations that name no path read the table themselves")

    def partitions(self) -> Iterable[Partition]:
        raise NotImplementedError("operations that name no path read the table themselves")


# Reads of one batch see one state.
_BEGIN_READ = b"BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY"


def _begin_write(operations: Sequence[Operation], lock_seconds: float) -> bytes:
    """Begin, and wait until no other writer works on the same partitions; several statements, one round trip.

    Each statement after the locks sees what the former holder committed, which READ COMMITTED says and a stricter level
    would not. The locks are taken in the order of their numbers, so that two batches never wait for each other.
    """
    statements = begin_write(lock_seconds)
    known = [operation for operation in operations if not isinstance(operation, EraseOwner | Purge)]
    if len(known) < len(operations):
        statements.append(f"SELECT pg_advisory_xact_lock({lock_number(_ALL_NAME)})")
    else:
        statements.append(f"SELECT pg_advisory_xact_lock_shared({lock_number(_ALL_NAME)})")
        numbers = sorted({lock_number(_name(operation.partition)) for operation in known})
        statements += [f"SELECT pg_advisory_xact_lock({number})" for number in numbers]
    return "; ".join(statements).encode()


def _name(partition: Partition) -> bytes:
    # NUL separates, for no id holds one.
    return b"\0".join((_ALL_NAME, *(part.encode() for part in partition)))
