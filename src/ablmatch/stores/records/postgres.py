"""The record store's PostgreSQL: any number of processes on any number of machines, through psycopg 3 and its pool."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from typing import Any

import psycopg
import psycopg_pool

from ablmatch.stores.backends.postgres_pool import (
    CONNECT_SECONDS,
    LOCK_SECONDS,
    UncertainError,
    as_psycopg,
    begin_write,
    check_encoding,
    failure_of,
    lock_number,
    place_of,
)
from ablmatch.stores.backends.sql_blocks import BLOCK_TABLE
from ablmatch.stores.backends.sql_database import POSTGRES
from ablmatch.stores.backends.sql_extracted import EXTRACTED_TABLE
from ablmatch.stores.errors import StoreError
from ablmatch.stores.records.database import Row, Transaction, checked
from ablmatch.stores.records.where import Condition

MOST_CONNECTIONS = 16
_BEGIN_READ = b"BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY"
_BEGIN_WRITE = "; ".join(begin_write(LOCK_SECONDS)).encode()
# What an erasure leaves dead rows in, as far as these tables are there.
_ERASED_FROM = [
    "ablmatch_answers",
    "ablmatch_audit",
    "ablmatch_conversations",
    "ablmatch_extracted_until",
    "ablmatch_extraction",
    "ablmatch_messages",
    "ablmatch_record_labels",
    "ablmatch_record_supporters",
    "ablmatch_record_vectors",
    "ablmatch_record_versions",
    "ablmatch_record_words",
    "ablmatch_records",
    BLOCK_TABLE,
    EXTRACTED_TABLE,
]


class PostgresDatabase:
    """A PostgreSQL database; each transaction takes a connection of a pool."""

    for_update = " FOR UPDATE OF r"
    skip_locked = " FOR UPDATE SKIP LOCKED"
    block_tables = POSTGRES

    def __init__(self, url: str, *, connect_seconds: float = CONNECT_SECONDS) -> None:
        """Connect; the tables are made by `schema`."""
        self._url = url
        self._place = place_of(url)
        self._closed = False
        try:
            # Once without the pool, which would hide why it cannot connect.
            with psycopg.connect(url, autocommit=True, connect_timeout=int(connect_seconds)) as connection:
                check_encoding(connection, self._place, "records")
        except psycopg.Error as error:
            raise self._failure(error, connecting=True) from None
        self._pool = psycopg_pool.ConnectionPool(
            url,
            min_size=0,
            max_size=MOST_CONNECTIONS,
            timeout=connect_seconds,
            reconnect_timeout=connect_seconds,  # then the next call tries at once, however long the server was away
            check=psycopg_pool.ConnectionPool.check_connection,  # the server may have been restarted meanwhile
            kwargs={"autocommit": True, "connect_timeout": int(connect_seconds)},
            open=True,
            name="ablmatch records",
        )

    def connect(self) -> psycopg.Connection[Any]:
        """A connection of its own, not of the pool."""
        return psycopg.connect(self._url)

    # --- Words --------------------------------------------------------------------------------------------------

    def one_of(self, expression: str, values: Sequence[str]) -> Condition:
        return Condition(f"{expression} = ANY(?::text[])", (list(values),))

    def one_of_numbers(self, expression: str, numbers: Sequence[int]) -> Condition:
        return Condition(f"{expression} = ANY(?::bigint[])", (list(numbers),))

    def numbered(self, numbers: Sequence[int]) -> Condition:
        sql = "unnest(?::bigint[]) chosen (number) JOIN ablmatch_records r ON r.number = chosen.number"
        return Condition(sql, (list(numbers),))

    def has_table(self, transaction: Transaction, name: str) -> bool:
        return transaction.rows("SELECT to_regclass(?) IS NOT NULL", (name,)) == [(True,)]

    # --- Transactions -------------------------------------------------------------------------------------------

    @contextmanager
    def reading(self) -> Iterator[Transaction]:
        with self._connection(_BEGIN_READ) as connection:
            yield _Statements(connection)

    @contextmanager
    def writing(self) -> Iterator[Transaction]:
        with self._connection(_BEGIN_WRITE) as connection:
            yield _Statements(connection)

    @contextmanager
    def _connection(self, begin: bytes) -> Iterator[psycopg.Connection[Any]]:
        if self._closed:
            raise StoreError("closed", "the store was closed")
        try:
            with self._pool.connection() as connection:
                connection.execute(begin)
                try:
                    yield connection
                except BaseException:
                    if not connection.broken:
                        connection.execute("ROLLBACK")
                    raise
                try:
                    connection.execute("COMMIT")
                except psycopg.OperationalError as error:
                    raise UncertainError(*error.args) if connection.broken else error from None
        except psycopg.Error as error:
            raise self._failure(error) from None

    def remove_traces(self) -> bool:
        """Vacuum the tables: dead rows leave their pages. What the server's log and its disk keep is the server's."""
        try:
            with self._pool.connection() as connection:
                there = b"SELECT name FROM unnest(%s::text[]) name WHERE to_regclass(name) IS NOT NULL"
                names = [name for (name,) in connection.execute(there, (_ERASED_FROM,))]
                connection.execute(f"VACUUM {', '.join(names)}".encode())
        except psycopg.Error as error:
            raise self._failure(error) from None
        return True

    def close(self) -> None:
        self._closed = True
        self._pool.close()

    def _failure(self, error: psycopg.Error, *, connecting: bool = False) -> StoreError:
        return failure_of(error, self._place, "records", LOCK_SECONDS, connecting=connecting)


class _Statements:
    """The statements of a transaction that has begun."""

    def __init__(self, connection: psycopg.Connection[Any]) -> None:
        self._connection = connection

    def rows(self, statement: str, parameters: Sequence[Any] = ()) -> list[Row]:
        cursor = self._connection.execute(as_psycopg(statement), checked(parameters))
        return cursor.fetchall()

    def numbers(self, statement: str, parameters: Sequence[Any] = ()) -> list[int]:
        return [number for (number,) in self.rows(statement, parameters)]

    def run(self, statement: str, parameters: Sequence[Any] = ()) -> int:
        return self._connection.execute(as_psycopg(statement), checked(parameters)).rowcount

    def run_many(self, statement: str, rows: Sequence[Sequence[Any]]) -> None:
        self._connection.cursor().executemany(as_psycopg(statement), [checked(row) for row in rows])

    def lock(self, *names: str) -> None:
        """Take the locks in the order of their numbers, so that two transactions never wait for each other."""
        for number in sorted({lock_number(lock_name(name)) for name in names}):
            self._connection.execute(b"SELECT pg_advisory_xact_lock(%s)", (number,))


def lock_name(name: str) -> bytes:
    """What an advisory lock is the hash of; all users of a database share those numbers."""
    return f"ablmatch records\0{name}".encode()
