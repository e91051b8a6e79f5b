"""Facts in PostgreSQL: any number of processes on any number of machines, through psycopg 3."""

from __future__ import annotations

import hashlib
from collections.abc import Iterable, Sequence
from typing import Any

import psycopg
import psycopg_pool
from psycopg import errors
from psycopg.conninfo import conninfo_to_dict

from ablmatch.stores.backends.sql import REMOVE, WRITE, Execute, SqlRows, key_of, prepare_schema
from ablmatch.stores.checking import check_batch
from ablmatch.stores.errors import StoreError
from ablmatch.stores.facts import READS, Append, Delete, EraseOwner, Get, Operation, Partition, Purge, Put, Result
from ablmatch.stores.rows import BufferedRows, Row, carry_out

MOST_CONNECTIONS = 8
CONNECT_SECONDS = 10.0
# How long a write waits for those of others on the same partition.
LOCK_SECONDS = 30.0
_MOST_TRIES = 5

# Advisory locks of a database are shared by all its users, so ours are hashes of names that nobody else has.
# A writer holds _ALL shared and one lock a partition; one who does not know his partitions holds _ALL alone.
_ALL_NAME = b"ablmatch facts"


class PostgresStore:
    """A FactStore over a PostgreSQL database; each call takes a connection of a pool, so threads work side by side."""

    def __init__(
        self, url: str, *, connect_seconds: float = CONNECT_SECONDS, lock_seconds: float = LOCK_SECONDS
    ) -> None:
        """Connect and make the tables where they are missing, in the first schema of the search path."""
        self._place = _place(url)
        self._lock_seconds = lock_seconds
        self._closed = False
        try:
            # Once without the pool, which would hide why it cannot connect.
            with psycopg.connect(url, autocommit=True, connect_timeout=int(connect_seconds)) as connection:
                self._prepare(connection)
        except psycopg.Error as error:
            raise self._failure(error, connecting=True) from None
        self._pool = psycopg_pool.ConnectionPool(
            url,
            min_size=0,
            max_size=MOST_CONNECTIONS,
            timeout=connect_seconds,
            reconnect_timeout=connect_seconds,  # then the next call tries at once, however long the server was away
            kwargs={"autocommit": True, "connect_timeout": int(connect_seconds)},
            open=True,
            name="ablmatch facts",
        )

    def apply(self, operations: Sequence[Operation], now_ms: int) -> list[Result]:
        check_batch(operations, now_ms)
        if self._closed:
            raise StoreError("closed", "the store was closed")
        for attempt in range(1, _MOST_TRIES + 1):
            try:
                with self._pool.connection() as connection:
                    return _Batch(connection).apply(operations, now_ms, self._lock_seconds)
            except (errors.SerializationFailure, errors.DeadlockDetected) as error:
                # Not by our own locks; another program's may do it.
                if attempt == _MOST_TRIES:
                    raise self._failure(error) from None
            except psycopg.Error as error:
                if attempt > 1 or not _was_lost(error):
                    raise self._failure(error) from None
                # The server was restarted while the connection rested: nothing was stored, so once more with new ones.
                self._pool.check()
        raise AssertionError("every last try returns or raises")

    def close(self) -> None:
        self._closed = True
        self._pool.close()

    def _prepare(self, connection: psycopg.Connection[Any]) -> None:
        encoding = connection.info.parameter_status("server_encoding")
        if encoding != "UTF8":
            raise StoreError("schema", f"{self._place} has the encoding {encoding}: facts need a database in UTF8")
        with connection.transaction():
            connection.execute("SELECT pg_advisory_xact_lock(%s)", (_lock(_ALL_NAME),))
            prepare_schema(_Batch(connection).execute, 'TEXT COLLATE "C"')

    def _failure(self, error: psycopg.Error, *, connecting: bool = False) -> StoreError:
        """An error of the driver as ours; its own words may hold a value, its state and class do not."""
        if isinstance(error, (errors.SerializationFailure, errors.DeadlockDetected)):
            return StoreError("conflict", f"{self._place}: other writers got in the way {_MOST_TRIES} times; try again")
        if isinstance(error, errors.LockNotAvailable):
            remedy = f"another has been writing for {self._lock_seconds:g} s; try again"
            return StoreError("conflict", f"{self._place}: the facts are locked: {remedy}")
        if isinstance(error, _UncertainError):
            return StoreError("unavailable", f"{self._place} went away while storing: the batch may be stored or not")
        state = error.sqlstate or type(error).__name__
        # What a server says before a session begins holds no fact.
        words = (
            f": {' '.join(str(error).split())}" if connecting and isinstance(error, psycopg.OperationalError) else ""
        )
        return StoreError("unavailable", f"{self._place} cannot be used ({state}){words}")


class _UncertainError(psycopg.OperationalError):
    """The connection was lost between COMMIT and its answer."""


def _was_lost(error: psycopg.Error) -> bool:
    """Whether a connection broke before COMMIT was said."""
    if isinstance(error, (_UncertainError, psycopg_pool.PoolTimeout, psycopg_pool.PoolClosed)):
        return False
    return isinstance(error, psycopg.OperationalError) and (error.sqlstate or "08").startswith(("08", "57P"))


class _Batch:
    """One batch on one connection."""

    def __init__(self, connection: psycopg.Connection[Any]) -> None:
        self._connection = connection

    def execute(self, statement: str, parameters: Sequence[Any]) -> Sequence[Sequence[Any]]:
        cursor = self._connection.execute(_as_psycopg(statement), parameters)
        return cursor.fetchall() if cursor.description else ()

    def apply(self, operations: Sequence[Operation], now_ms: int, lock_seconds: float) -> list[Result]:
        reads_only = all(isinstance(operation, READS) for operation in operations)
        if len(operations) <= 1 and reads_only:
            return carry_out(operations, SqlRows(self.execute), now_ms)
        if all(isinstance(operation, Get) for operation in operations):
            return self._carry_out(operations, now_ms)
        try:
            self._connection.execute(_BEGIN_READ if reads_only else _begin_write(operations, lock_seconds))
            results = self._carry_out(operations, now_ms)
        except BaseException:
            if not self._connection.broken:
                self._connection.execute("ROLLBACK")
            raise
        try:
            self._connection.execute("COMMIT")
        except psycopg.OperationalError as error:
            if self._connection.broken and not reads_only:
                raise _UncertainError(*error.args) from None
            raise
        return results

    def _carry_out(self, operations: Sequence[Operation], now_ms: int) -> list[Result]:
        """Where several operations name their paths, read those by one statement and write what changes in one go."""
        if len(operations) == 1 or not all(isinstance(one, Get | Append | Delete | Put) for one in operations):
            return carry_out(operations, SqlRows(self.execute), now_ms)
        reads = [operation for operation in operations if isinstance(operation, Get | Append | Delete)]
        paths = dict.fromkeys((operation.partition, operation.path) for operation in reads)
        rows = BufferedRows(_Fetched(self.execute, list(paths)))
        results = carry_out(operations, rows, now_ms)
        written = [(*key_of(one), path, *row) for (one, path), row in rows.changes.items() if row is not None]
        removed = [(*key_of(one), path) for (one, path), row in rows.changes.items() if row is None]
        for statement, parameters in ((WRITE, written), (REMOVE, removed)):
            if parameters:
                self._connection.cursor().executemany(_as_psycopg(statement), parameters)
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


def _as_psycopg(statement: str) -> bytes:
    return statement.replace("?", "%s").encode()


# Reads of one batch see one state.
_BEGIN_READ = b"BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY"


def _begin_write(operations: Sequence[Operation], lock_seconds: float) -> bytes:
    """Begin, and wait until no other writer works on the same partitions; several statements, one round trip.

    Each statement after the locks sees what the former holder committed, which READ COMMITTED says and a stricter level
    would not. The locks are taken in the order of their numbers, so that two batches never wait for each other.
    """
    statements = [
        "BEGIN ISOLATION LEVEL READ COMMITTED READ WRITE",
        f"SET LOCAL lock_timeout = {int(lock_seconds * 1000)}",
    ]
    known = [operation for operation in operations if not isinstance(operation, EraseOwner | Purge)]
    if len(known) < len(operations):
        statements.append(f"SELECT pg_advisory_xact_lock({_lock(_ALL_NAME)})")
    else:
        statements.append(f"SELECT pg_advisory_xact_lock_shared({_lock(_ALL_NAME)})")
        numbers = sorted({_lock(_name(operation.partition)) for operation in known})
        statements += [f"SELECT pg_advisory_xact_lock({number})" for number in numbers]
    return "; ".join(statements).encode()


def _lock(name: bytes) -> int:
    """The number of an advisory lock."""
    return int.from_bytes(hashlib.sha256(name).digest()[:8], "big", signed=True)


def _name(partition: Partition) -> bytes:
    # NUL separates, for no id holds one.
    return b"\0".join((_ALL_NAME, *(part.encode() for part in partition)))


def _place(url: str) -> str:
    """The database as messages name it, without user and password."""
    try:
        parts = conninfo_to_dict(url)
    except psycopg.ProgrammingError:
        # Its words quote the URL, password included.
        raise StoreError("bad_url", "the postgresql:// URL cannot be read: postgresql://user@host:5432/db") from None
    host = parts.get("host") or "the default host"
    return f"PostgreSQL at {host}, database {parts.get('dbname') or parts.get('user') or 'by default'}"
