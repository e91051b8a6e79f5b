"""The record store's SQLite: a pool of connections over one file, any number of processes, durable at each commit."""

from __future__ import annotations

import contextlib
import sqlite3
import threading
import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from typing import Any

import msgspec

from ablmatch.stores.backends.sql_database import SQLITE
from ablmatch.stores.backends.sqlite_file import BUSY_SECONDS, connect, failure_of, make_file, while_locked
from ablmatch.stores.errors import StoreError
from ablmatch.stores.records.database import Row, Transaction, checked
from ablmatch.stores.records.log_sync import LogSync
from ablmatch.stores.records.where import Condition

_TRACES_SECONDS = 5.0
_RETRY_SECONDS = 0.02
_CACHED_STATEMENTS = 512
MOST_CONNECTIONS = 16
# So many pages of the log are moved into the file at once, by the writer who fills them. He waits longer than with
# SQLite's 1,000, but it comes so seldom that it does not show among the slowest of twenty writes.
_LOG_PAGES = 4000
# Pages kept in memory by each connection, in KiB.
_CACHE_KIB = 8 * 1024


class SqliteDatabase:
    """A file. Readers work side by side; the writers of this process take turns here, those of others at the file."""

    for_update = ""
    skip_locked = ""
    block_tables = SQLITE

    def __init__(self, path: str, *, power_safe: bool = True, busy_seconds: float = BUSY_SECONDS) -> None:
        """Open the file, or make it, readable by its owner alone."""
        self._path = path
        self._busy_seconds = busy_seconds
        self._lock = threading.Lock()
        self._resting: list[sqlite3.Connection] = []
        self._free = threading.Semaphore(MOST_CONNECTIONS)
        # SQLite polls for its one writer's lock; waiting here instead is fair and wakes at once.
        self._writer = threading.Lock()
        self._power_safe = power_safe
        self._log: LogSync | None = None
        self._closed = False
        make_file(path)
        try:
            self._resting.append(while_locked(self._first, self._busy_seconds))
        except sqlite3.Error as error:
            raise failure_of(error, path, busy_seconds) from None

    # --- Words --------------------------------------------------------------------------------------------------

    def one_of(self, expression: str, values: Sequence[str]) -> Condition:
        return Condition(f"{expression} IN (SELECT value FROM json_each(?))", (_array(values),))

    def one_of_numbers(self, expression: str, numbers: Sequence[int]) -> Condition:
        return Condition(f"{expression} IN (SELECT value FROM json_each(?))", (_array(numbers),))

    def numbered(self, numbers: Sequence[int]) -> Condition:
        # CROSS JOIN fixes the order: first the numbers, then each record by its number.
        sql = "json_each(?) chosen CROSS JOIN ablmatch_records r ON r.number = chosen.value"
        return Condition(sql, (_array(numbers),))

    def has_table(self, transaction: Transaction, name: str) -> bool:
        return bool(transaction.rows("SELECT 1 FROM sqlite_master WHERE type = 'table' AND name = ?", (name,)))

    # --- Transactions -------------------------------------------------------------------------------------------

    @contextmanager
    def reading(self) -> Iterator[Transaction]:
        with self._connection("BEGIN") as connection:
            yield _Statements(connection)

    @contextmanager
    def writing(self) -> Iterator[Transaction]:
        # A write takes its lock at once: one that read first could find its snapshot outdated when it writes.
        with self._writer, self._connection("BEGIN IMMEDIATE") as connection:
            yield _Statements(connection)
        if self._log is not None:
            self._log.wait()

    @contextmanager
    def _connection(self, begin: str) -> Iterator[sqlite3.Connection]:
        with self._taken() as connection:
            try:
                connection.execute(begin)
                yield connection
                connection.execute("COMMIT")
            finally:
                if connection.in_transaction:
                    connection.execute("ROLLBACK")

    def remove_traces(self) -> bool:
        """Write the file anew and empty the log.

        Deleted rows were overwritten where they lay, but a page that was split before may hold another copy of them.
        """
        until = time.monotonic() + _TRACES_SECONDS
        with self._writer, self._taken() as connection:
            connection.execute("PRAGMA busy_timeout = 250")
            try:
                return _until_done(_vacuum, connection, until) and _until_done(_empty_log, connection, until)
            finally:
                connection.execute(f"PRAGMA busy_timeout = {int(self._busy_seconds * 1000)}")

    def close(self) -> None:
        with self._lock:
            self._closed = True
            resting, self._resting = self._resting, []
        if self._log is not None:
            self._log.close()
        for connection in resting:
            connection.close()

    # --- Connections --------------------------------------------------------------------------------------------

    def connect(self) -> sqlite3.Connection:
        """A new connection, set up as all are."""
        connection = connect(
            self._path,
            power_safe=self._power_safe and self._log is None,
            busy_seconds=self._busy_seconds,
            cached_statements=_CACHED_STATEMENTS,
        )
        try:
            # Sorting and vacuuming write nothing into files of their own.
            connection.execute("PRAGMA temp_store = MEMORY")
            connection.execute(f"PRAGMA cache_size = -{_CACHE_KIB}")
            connection.execute(f"PRAGMA wal_autocheckpoint = {_LOG_PAGES}")
        except BaseException:
            connection.close()
            raise
        return connection

    def _first(self) -> sqlite3.Connection:
        """The first connection, which tells whether there is a log that writers can wait for together."""
        connection = self.connect()
        # Some file systems let SQLite keep none; then each commit itself waits for the disk.
        if self._power_safe and connection.execute("PRAGMA journal_mode").fetchall() == [("wal",)]:
            connection.execute("PRAGMA synchronous = NORMAL")
            self._log = LogSync(self._path)
        return connection

    @contextmanager
    def _taken(self) -> Iterator[sqlite3.Connection]:
        """A connection of the pool, for the while."""
        with self._free:
            try:
                connection = self._take()
                try:
                    yield connection
                finally:
                    self._rest(connection)
            except sqlite3.Error as error:
                raise failure_of(error, self._path, self._busy_seconds) from None

    def _take(self) -> sqlite3.Connection:
        with self._lock:
            if self._closed:
                raise StoreError("closed", "the store was closed")
            if self._resting:
                return self._resting.pop()
        return while_locked(self.connect, self._busy_seconds)

    def _rest(self, connection: sqlite3.Connection) -> None:
        with self._lock:
            if not self._closed:
                self._resting.append(connection)
                return
        connection.close()


class _Statements:
    """The statements of a transaction that has begun."""

    def __init__(self, connection: sqlite3.Connection) -> None:
        self._connection = connection

    def rows(self, statement: str, parameters: Sequence[Any] = ()) -> list[Row]:
        return self._connection.execute(statement, checked(parameters)).fetchall()

    def numbers(self, statement: str, parameters: Sequence[Any] = ()) -> list[int]:
        # In one row, since between two of them the driver lets other threads of Python go first.
        [(text,)] = self.rows(f"SELECT json_group_array(number) FROM ({statement})", parameters)
        return msgspec.json.decode(text, type=list[int])

    def run(self, statement: str, parameters: Sequence[Any] = ()) -> int:
        return self._connection.execute(statement, checked(parameters)).rowcount

    def run_many(self, statement: str, rows: Sequence[Sequence[Any]]) -> None:
        self._connection.executemany(statement, [checked(row) for row in rows])

    def lock(self, *names: str) -> None:
        """SQLite has one writer, so a write holds every name."""


def _array(values: Sequence[str] | Sequence[int]) -> str:
    """What `json_each` takes."""
    return msgspec.json.encode(values).decode()


def _vacuum(connection: sqlite3.Connection) -> bool:
    connection.execute("VACUUM")
    return True


def _empty_log(connection: sqlite3.Connection) -> bool:
    [(busy, *_)] = connection.execute("PRAGMA wal_checkpoint(TRUNCATE)").fetchall()
    return not busy


def _until_done(do: Callable[[sqlite3.Connection], bool], connection: sqlite3.Connection, until: float) -> bool:
    """Try again while others are in the way; whether it was done in time."""
    while True:
        with contextlib.suppress(sqlite3.OperationalError):
            if do(connection):
                return True
        if time.monotonic() > until:
            return False
        time.sleep(_RETRY_SECONDS)
