"""The record store's SQLite: a pool of connections over one file, any number of processes, durable at each commit."""

from __future__ import annotations

import contextlib
import json
import os
import sqlite3
import threading
import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from typing import Any, TypeVar

from ablmatch.stores.errors import StoreError
from ablmatch.stores.records.database import Row, Transaction, checked
from ablmatch.stores.records.where import Condition

BUSY_SECONDS = 30.0
_TRACES_SECONDS = 5.0
_RETRY_SECONDS = 0.02
_OWNER_ONLY = 0o600
_CACHED_STATEMENTS = 512
# Pages kept in memory by each connection, in KiB.
_CACHE_KIB = 32 * 1024

T = TypeVar("T")


class SqliteDatabase:
    """A file. Readers work side by side; the writers of this process take turns here, those of others at the file."""

    for_update = ""
    skip_locked = ""

    def __init__(self, path: str, *, power_safe: bool = True, busy_seconds: float = BUSY_SECONDS) -> None:
        """Open the file, or make it, readable by its owner alone."""
        self._path = path
        self._synchronous = "FULL" if power_safe else "NORMAL"
        self._busy_seconds = busy_seconds
        self._lock = threading.Lock()
        self._resting: list[sqlite3.Connection] = []
        # SQLite polls for its one writer's lock; waiting here instead is fair and wakes at once.
        self._writer = threading.Lock()
        self._closed = False
        self._make_file()
        try:
            self._resting.append(self._while_locked(self.connect))
        except sqlite3.Error as error:
            raise self._failure(error) from None

    # --- Words --------------------------------------------------------------------------------------------------

    def one_of(self, expression: str, values: Sequence[str]) -> Condition:
        return Condition(f"{expression} IN (SELECT value FROM json_each(?))", (json.dumps(list(values)),))

    def one_of_numbers(self, expression: str, numbers: Sequence[int]) -> Condition:
        return Condition(f"{expression} IN (SELECT value FROM json_each(?))", (json.dumps(list(numbers)),))

    def numbered(self, numbers: Sequence[int]) -> Condition:
        # CROSS JOIN fixes the order: first the numbers, then each record by its number.
        sql = "json_each(?) chosen CROSS JOIN ablmatch_records r ON r.number = chosen.value"
        return Condition(sql, (json.dumps(list(numbers)),))

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

    @contextmanager
    def _connection(self, begin: str) -> Iterator[sqlite3.Connection]:
        try:
            connection = self._taken()
            try:
                connection.execute(begin)
                yield connection
                connection.execute("COMMIT")
            finally:
                if connection.in_transaction:
                    connection.execute("ROLLBACK")
                self._rest(connection)
        except sqlite3.Error as error:
            raise self._failure(error) from None

    def remove_traces(self) -> bool:
        """Empty the log and give back free pages; deleted rows in the file itself were overwritten when they went."""
        with self._writer:
            connection = self._taken()
            try:
                return self._removed_traces(connection)
            except sqlite3.Error as error:
                raise self._failure(error) from None
            finally:
                self._rest(connection)

    def _removed_traces(self, connection: sqlite3.Connection) -> bool:
        until = time.monotonic() + _TRACES_SECONDS
        connection.execute("PRAGMA busy_timeout = 250")
        try:
            while True:
                with contextlib.suppress(sqlite3.OperationalError):
                    connection.execute("VACUUM")
                    [(busy, *_)] = connection.execute("PRAGMA wal_checkpoint(TRUNCATE)").fetchall()
                    if not busy:
                        return True
                if time.monotonic() > until:
                    return False
                time.sleep(_RETRY_SECONDS)
        finally:
            connection.execute(f"PRAGMA busy_timeout = {int(self._busy_seconds * 1000)}")

    def close(self) -> None:
        with self._lock:
            self._closed = True
            resting, self._resting = self._resting, []
        for connection in resting:
            connection.close()

    # --- Connections --------------------------------------------------------------------------------------------

    def connect(self) -> sqlite3.Connection:
        """A new connection, set up as all are."""
        connection = sqlite3.connect(
            self._path,
            timeout=self._busy_seconds,
            isolation_level=None,  # BEGIN and COMMIT are said here, not guessed by the module
            check_same_thread=False,
            cached_statements=_CACHED_STATEMENTS,
        )
        try:
            connection.execute("PRAGMA journal_mode = WAL")
            # FULL: each acknowledged write survives a power cut, not only the end of the process.
            connection.execute(f"PRAGMA synchronous = {self._synchronous}")
            # Deleted values are overwritten in the file, and sorting writes none into temporary ones.
            connection.execute("PRAGMA secure_delete = ON")
            connection.execute("PRAGMA temp_store = MEMORY")
            connection.execute(f"PRAGMA cache_size = -{_CACHE_KIB}")
        except BaseException:
            connection.close()
            raise
        return connection

    def _taken(self) -> sqlite3.Connection:
        with self._lock:
            if self._closed:
                raise StoreError("closed", "the store was closed")
            if self._resting:
                return self._resting.pop()
        return self._while_locked(self.connect)

    def _rest(self, connection: sqlite3.Connection) -> None:
        with self._lock:
            if not self._closed:
                self._resting.append(connection)
                return
        connection.close()

    def _make_file(self) -> None:
        try:
            os.close(os.open(self._path, os.O_RDWR | os.O_CREAT | os.O_EXCL, _OWNER_ONLY))
        except FileExistsError:
            return
        except OSError as error:
            why = (error.strerror or type(error).__name__).lower()
            raise StoreError("unavailable", f"cannot open the SQLite file {self._path}: {why}") from None

    def _while_locked(self, do: Callable[[], T]) -> T:
        """SQLite does not wait where several processes switch a new file to its log at once, so this does."""
        until = time.monotonic() + self._busy_seconds
        while True:
            try:
                return do()
            except sqlite3.OperationalError as error:
                if _primary(error) not in {sqlite3.SQLITE_BUSY, sqlite3.SQLITE_LOCKED} or time.monotonic() > until:
                    raise
            time.sleep(_RETRY_SECONDS)

    def _failure(self, error: sqlite3.Error) -> StoreError:
        """An error of the driver as ours; its own words may hold a value, its code does not."""
        code = _primary(error)
        if code in {sqlite3.SQLITE_BUSY, sqlite3.SQLITE_LOCKED}:
            remedy = f"another process has been writing for {self._busy_seconds:g} s; try again"
            return StoreError("conflict", f"the SQLite file {self._path} is locked: {remedy}")
        if code in {sqlite3.SQLITE_NOTADB, sqlite3.SQLITE_CORRUPT}:
            return StoreError("schema", f"the file {self._path} is no SQLite database, or is damaged")
        name = getattr(error, "sqlite_errorname", type(error).__name__)
        return StoreError("unavailable", f"the SQLite file {self._path} cannot be used: {name}")


class _Statements:
    """The statements of a transaction that has begun."""

    def __init__(self, connection: sqlite3.Connection) -> None:
        self._connection = connection

    def rows(self, statement: str, parameters: Sequence[Any] = ()) -> list[Row]:
        return self._connection.execute(statement, checked(parameters)).fetchall()

    def run(self, statement: str, parameters: Sequence[Any] = ()) -> int:
        return self._connection.execute(statement, checked(parameters)).rowcount

    def run_many(self, statement: str, rows: Sequence[Sequence[Any]]) -> None:
        self._connection.executemany(statement, [checked(row) for row in rows])

    def lock(self, *names: str) -> None:
        """SQLite has one writer, so a write holds every name."""


def _primary(error: sqlite3.Error) -> int | None:
    """The result code without the extension in its upper bits; None for an error that is not SQLite's."""
    code: Any = getattr(error, "sqlite_errorcode", None)
    return None if code is None else int(code) & 0xFF
