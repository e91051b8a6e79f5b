"""A PostgreSQL database through a pool of psycopg: connected, tried again, its errors told. Its tables are others'."""

from __future__ import annotations

import hashlib
from collections.abc import Callable, Sequence
from typing import Any, TypeVar

import psycopg
import psycopg_pool
from psycopg import errors
from psycopg.conninfo import conninfo_to_dict

from ablmatch.stores.backends.sql import Execute
from ablmatch.stores.errors import StoreError

MOST_CONNECTIONS = 8
CONNECT_SECONDS = 10.0
# How long a write waits for those of others on the same rows.
LOCK_SECONDS = 30.0
_MOST_TRIES = 5

T = TypeVar("T")


class PostgresPool:
    """A pool of connections in autocommit, one for each call that runs, so threads work side by side."""

    def __init__(
        self,
        url: str,
        prepare: Callable[[Execute], object],
        *,
        name: str,
        connect_seconds: float = CONNECT_SECONDS,
        lock_seconds: float = LOCK_SECONDS,
    ) -> None:
        """Connect; `prepare` makes the tables, in a transaction of which there is one at a time.

        `name` is what the data here is called, in messages and among the connections of the server.
        """
        self._place = place_of(url)
        self._name = name
        self.lock_seconds = lock_seconds
        self._closed = False
        try:
            # Once without the pool, which would hide why it cannot connect.
            with psycopg.connect(url, autocommit=True, connect_timeout=int(connect_seconds)) as connection:
                check_encoding(connection, self._place, name)
                with connection.transaction():
                    # Two that make the same tables at once would meet in the catalogue.
                    connection.execute("SELECT pg_advisory_xact_lock(%s)", (lock_number(f"ablmatch {name}".encode()),))
                    prepare(Connected(connection).execute)
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
            name=f"ablmatch {name}",
        )

    def read(self, do: Callable[[Execute], T]) -> T:
        """Do something of one statement that reads."""
        return self.run(lambda connected: do(connected.execute))

    def write(self, do: Callable[[Execute], T]) -> T:
        """Do something in a transaction, each of whose statements sees what others stored before it."""
        begin = "; ".join(begin_write(self.lock_seconds)).encode()
        return self.run(lambda connected: connected.transact(begin, lambda: do(connected.execute)))

    def run(self, do: Callable[[Connected], T]) -> T:
        """Do something on a connection, again where it can have stored nothing because of others or a lost server."""
        if self._closed:
            raise StoreError("closed", "the store was closed")
        for attempt in range(1, _MOST_TRIES + 1):
            try:
                with self._pool.connection() as connection:
                    return do(Connected(connection))
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

    def empty_log(self) -> None:
        """The server keeps what was deleted until it is vacuumed; that is its operator's."""

    def close(self) -> None:
        """Let go of the connections; twice is fine."""
        self._closed = True
        self._pool.close()

    def _failure(self, error: psycopg.Error, *, connecting: bool = False) -> StoreError:
        return failure_of(error, self._place, self._name, self.lock_seconds, connecting=connecting)


class Connected:
    """A connection of the pool, for statements with `?` for parameters and for transactions."""

    def __init__(self, connection: psycopg.Connection[Any]) -> None:
        self._connection = connection

    def execute(self, statement: str, parameters: Sequence[Any] = ()) -> Sequence[Sequence[Any]]:
        """The rows of a statement, none where it has none."""
        cursor = self._connection.execute(as_psycopg(statement), parameters)
        return cursor.fetchall() if cursor.description else ()

    def execute_many(self, statement: str, parameters: Sequence[Sequence[Any]]) -> None:
        """Run a statement once for each row of parameters."""
        self._connection.cursor().executemany(as_psycopg(statement), parameters)

    def transact(self, begin: bytes, do: Callable[[], T], *, reads_only: bool = False) -> T:
        """Do something between `begin` and COMMIT; what it raises undoes it."""
        try:
            self._connection.execute(begin)
            result = do()
        except BaseException:
            if not self._connection.broken:
                self._connection.execute("ROLLBACK")
            raise
        try:
            self._connection.execute("COMMIT")
        except psycopg.OperationalError as error:
            if self._connection.broken and not reads_only:
                raise UncertainError(*error.args) from None
            raise
        return result


class UncertainError(psycopg.OperationalError):
    """The connection was lost between COMMIT and its answer."""


def check_encoding(connection: psycopg.Connection[Any], place: str, name: str) -> None:
    """Raise StoreError for a database that cannot hold every text."""
    encoding = connection.info.parameter_status("server_encoding")
    if encoding != "UTF8":
        raise StoreError("schema", f"{place} has the encoding {encoding}: {name} need a database in UTF8")


def failure_of(
    error: psycopg.Error, place: str, name: str, lock_seconds: float, *, connecting: bool = False
) -> StoreError:
    """An error of the driver as ours; its own words may hold a value, its state and class do not."""
    if isinstance(error, (errors.SerializationFailure, errors.DeadlockDetected, errors.UniqueViolation)):
        return StoreError("conflict", f"{place}: other writers kept getting in the way; try again")
    if isinstance(error, errors.LockNotAvailable):
        remedy = f"another has been writing for {lock_seconds:g} s; try again"
        return StoreError("conflict", f"{place}: the {name} are locked: {remedy}")
    if isinstance(error, UncertainError):
        return StoreError("unavailable", f"{place} went away while storing: the change may be stored or not")
    state = error.sqlstate or type(error).__name__
    # What a server says before a session begins holds nothing that is stored.
    words = f": {' '.join(str(error).split())}" if connecting and isinstance(error, psycopg.OperationalError) else ""
    return StoreError("unavailable", f"{place} cannot be used ({state}){words}")


def _was_lost(error: psycopg.Error) -> bool:
    """Whether a connection broke before COMMIT was said."""
    if isinstance(error, (UncertainError, psycopg_pool.PoolTimeout, psycopg_pool.PoolClosed)):
        return False
    return isinstance(error, psycopg.OperationalError) and (error.sqlstate or "08").startswith(("08", "57P"))


def as_psycopg(statement: str) -> bytes:
    """A statement with the parameters that psycopg reads."""
    return statement.replace("?", "%s").encode()


def begin_write(lock_seconds: float) -> list[str]:
    """The statements that begin a transaction which waits for the locks of others, and then sees what they stored."""
    return [
        "BEGIN ISOLATION LEVEL READ COMMITTED READ WRITE",
        f"SET LOCAL lock_timeout = {int(lock_seconds * 1000)}",
    ]


def lock_number(name: bytes) -> int:
    """The number of an advisory lock. All users of a database share them, so ours are hashes of names of our own."""
    return int.from_bytes(hashlib.sha256(name).digest()[:8], "big", signed=True)


def place_of(url: str) -> str:
    """The database as messages name it, without user and password."""
    try:
        parts = conninfo_to_dict(url)
    except psycopg.ProgrammingError:
        # Its words quote the URL, password included.
        raise StoreError("bad_url", "the postgresql:// URL cannot be read: postgresql://user@host:5432/db") from None
    host = parts.get("host") or "the default host"
    return f"PostgreSQL at {host}, database {parts.get('dbname') or parts.get('user') or 'by default'}"
