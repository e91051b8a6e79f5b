"""Facts in PostgreSQL: any number of processes on any number of machines, through psycopg 3."""

from __future__ import annotations

import hashlib
from collections.abc import Sequence
from typing import Any

import psycopg
import psycopg_pool
from psycopg import errors
from psycopg.conninfo import conninfo_to_dict

from ablmatch.stores.backends.sql import SqlRows, prepare_schema
from ablmatch.stores.checking import check_batch
from ablmatch.stores.errors import StoreError
from ablmatch.stores.facts import READS, EraseOwner, Operation, Partition, Purge, Result
from ablmatch.stores.rows import carry_out

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
        cursor = self._connection.execute(statement.replace("?", "%s").encode(), parameters)
        return cursor.fetchall() if cursor.description else ()

    def apply(self, operations: Sequence[Operation], now_ms: int, lock_seconds: float) -> list[Result]:
        rows = SqlRows(self.execute)
        reads_only = all(isinstance(operation, READS) for operation in operations)
        if reads_only and len(operations) <= 1:
            return carry_out(operations, rows, now_ms)
        try:
            self._connection.execute(_BEGIN_READ if reads_only else _begin_write(operations, lock_seconds))
            results = carry_out(operations, rows, now_ms)
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
