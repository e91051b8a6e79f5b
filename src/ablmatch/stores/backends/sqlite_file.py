"""An SQLite file that several processes share: opened, waited for, and its errors told. What it holds is for others."""

from __future__ import annotations

import contextlib
import os
import sqlite3
import threading
import time
from collections.abc import Callable, Mapping
from typing import Any, TypeVar
from urllib.parse import unquote, urlsplit

from ablmatch.stores.backends.sql import Execute
from ablmatch.stores.drivers import check_path
from ablmatch.stores.errors import StoreError

# How long a write waits for those of other processes.
BUSY_SECONDS = 30.0
_LOG_WAIT_MS = 1000
_RETRY_SECONDS = 0.02
_OWNER_ONLY = 0o600
_NO_UTF8 = "Could not decode to UTF-8"

T = TypeVar("T")


def path_of(url: str) -> tuple[str, bool]:
    """The path in a `sqlite:` URL, and whether an acknowledged write survives a power cut; raises StoreError."""
    parts = urlsplit(url)
    path = unquote(parts.path.removeprefix("/"))
    if parts.netloc or parts.fragment or not path or path == ":memory:":
        raise StoreError("bad_url", "SQLite needs a file: use sqlite:///file.db or sqlite:////folder/file.db")
    if parts.query not in {"", "synchronous=full", "synchronous=normal"}:
        raise StoreError("bad_url", "SQLite takes one option: ?synchronous=full or ?synchronous=normal")
    check_path(path)
    return path, parts.query != "synchronous=normal"


class SqliteFile:
    """One file, whose threads take turns on one connection: SQLite has one writer anyway."""

    def __init__(
        self,
        path: str,
        prepare: Callable[[Execute], object],
        *,
        create: bool = True,
        power_safe: bool = True,
        busy_seconds: float = BUSY_SECONDS,
    ) -> None:
        """Open the file, or make it where `create` says so, readable by its owner alone; `prepare` makes the tables.

        Without `power_safe` a write does not wait for the disk: faster, and a power cut may take the last ones.
        """
        self._path = path
        # Entered again by one who asks for another row in the middle of a transaction.
        self._lock = threading.RLock()
        self._power_safe = power_safe
        self._busy_seconds = busy_seconds
        self._connection: sqlite3.Connection | None = None
        make_file(path, create=create)
        try:
            self._connection = while_locked(lambda: self._open(prepare), busy_seconds)
        except sqlite3.Error as error:
            raise failure_of(error, self._path, self._busy_seconds) from None

    def read(self, do: Callable[[Execute], T]) -> T:
        """Do something of one statement that reads."""
        with self._lock:
            connection = self._opened()
            try:
                return do(connection.execute)
            except sqlite3.Error as error:
                raise failure_of(error, self._path, self._busy_seconds) from None

    def write(self, do: Callable[[Execute], T]) -> T:
        """Do something that may write, with no other writer in between; what it raises undoes it."""
        return self.transact(do)

    def transact(self, do: Callable[[Execute], T], *, writes: bool = True) -> T:
        """Do something in a transaction of its own; what it raises undoes it."""
        with self._lock:
            connection = self._opened()
            try:
                return self._transact(connection, do, writes=writes)
            except sqlite3.Error as error:
                raise failure_of(error, self._path, self._busy_seconds) from None

    def _transact(self, connection: sqlite3.Connection, do: Callable[[Execute], T], *, writes: bool) -> T:
        # A write takes its lock at once: one that read first could find its snapshot outdated when it writes.
        try:
            connection.execute("BEGIN IMMEDIATE" if writes else "BEGIN")
            result = do(connection.execute)
            connection.execute("COMMIT")
        except BaseException:
            if connection.in_transaction:
                connection.execute("ROLLBACK")
            raise
        return result

    def empty_log(self) -> None:
        """What was erased must not stay readable in the log; where another process reads it for long, it does."""
        with self._lock:
            connection = self._opened()
            connection.execute(f"PRAGMA busy_timeout = {_LOG_WAIT_MS}")
            with contextlib.suppress(sqlite3.OperationalError):
                connection.execute("PRAGMA wal_checkpoint(TRUNCATE)")
            connection.execute(f"PRAGMA busy_timeout = {int(self._busy_seconds * 1000)}")

    def close(self) -> None:
        """Let go of the file; twice is fine."""
        with self._lock:
            if self._connection is not None:
                self._connection.close()
                self._connection = None

    def _opened(self) -> sqlite3.Connection:
        if self._connection is None:
            raise StoreError("closed", "the store was closed")
        return self._connection

    def _open(self, prepare: Callable[[Execute], object]) -> sqlite3.Connection:
        connection = connect(self._path, power_safe=self._power_safe, busy_seconds=self._busy_seconds)
        try:
            connection.execute("BEGIN IMMEDIATE")
            prepare(connection.execute)
            connection.execute("COMMIT")
        except BaseException:
            connection.close()
            raise
        return connection


def make_file(path: str, *, create: bool = True) -> None:
    """Make a file, readable by its owner alone; one that is there stays as it is. Raises StoreError."""
    try:
        os.close(os.open(path, os.O_RDWR | (os.O_CREAT | os.O_EXCL if create else 0), _OWNER_ONLY))
    except FileExistsError:
        return
    except OSError as error:
        why = (error.strerror or type(error).__name__).lower()
        raise StoreError("unavailable", f"cannot open the SQLite file {path}: {why}") from None


def connect(path: str, *, power_safe: bool, busy_seconds: float, cached_statements: int = 128) -> sqlite3.Connection:
    """A connection that keeps a log, waits for others, and overwrites what it deletes; any thread may use it."""
    connection = sqlite3.connect(
        path,
        timeout=busy_seconds,
        isolation_level=None,  # BEGIN and COMMIT are said by the caller, not guessed by the module
        check_same_thread=False,
        cached_statements=cached_statements,
    )
    try:
        connection.execute("PRAGMA journal_mode = WAL")
        # FULL: each acknowledged write survives a power cut, not only the end of the process.
        connection.execute(f"PRAGMA synchronous = {'FULL' if power_safe else 'NORMAL'}")
        # Deleted values are overwritten in the file.
        connection.execute("PRAGMA secure_delete = ON")
    except BaseException:
        connection.close()
        raise
    return connection


def while_locked(do: Callable[[], T], busy_seconds: float) -> T:
    """SQLite does not wait where several processes switch a new file to its log at once, so this does."""
    until = time.monotonic() + busy_seconds
    while True:
        try:
            return do()
        except sqlite3.OperationalError as error:
            if _primary(error) not in {sqlite3.SQLITE_BUSY, sqlite3.SQLITE_LOCKED} or time.monotonic() > until:
                raise
        time.sleep(_RETRY_SECONDS)


# What the machine is short of or forbids, for a person.
_IN_WORDS: Mapping[int | None, str] = {
    sqlite3.SQLITE_FULL: "no space is left on the disk",
    sqlite3.SQLITE_READONLY: "it may not be written",
    sqlite3.SQLITE_PERM: "permission denied",
}


def failure_of(error: sqlite3.Error, path: str, busy_seconds: float) -> StoreError:
    """An error of the driver as ours; its own words may hold a value, its code does not."""
    code = _primary(error)
    if code in {sqlite3.SQLITE_BUSY, sqlite3.SQLITE_LOCKED}:
        remedy = f"another process has been writing for {busy_seconds:g} s; try again"
        return StoreError("conflict", f"the SQLite file {path} is locked: {remedy}")
    if code in {sqlite3.SQLITE_NOTADB, sqlite3.SQLITE_CORRUPT}:
        return StoreError("schema", f"the file {path} is no SQLite database, or is damaged")
    # Python's own error, without a code; its words go on with the text.
    if code is None and str(error).startswith(_NO_UTF8):
        return StoreError("schema", f"the SQLite file {path} holds a text that is not UTF-8; was it edited by hand?")
    name = _IN_WORDS.get(code) or getattr(error, "sqlite_errorname", type(error).__name__)
    return StoreError("unavailable", f"the SQLite file {path} cannot be used: {name}")


def _primary(error: sqlite3.Error) -> int | None:
    """The result code without the extension in its upper bits; None for an error that is not SQLite's."""
    code: Any = getattr(error, "sqlite_errorcode", None)
    return None if code is None else int(code) & 0xFF
