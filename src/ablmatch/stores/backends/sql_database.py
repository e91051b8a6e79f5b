"""SQLite or PostgreSQL behind one face, for tables whose layout is given: what differs between them stands here."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import NamedTuple, Protocol, TypeVar

from ablmatch.stores.backends.sql import Execute
from ablmatch.stores.drivers import needs_driver, scheme_of
from ablmatch.stores.errors import StoreError, shown
from ablmatch.stores.times import read_timestamp

_TABLE_NAME = re.compile(r"(?:([A-Za-z_][A-Za-z0-9_]{0,62})\.)?([A-Za-z0-9_]{1,63})")

T = TypeVar("T")


class Database(Protocol):
    """A connection or a pool of them; threads may share it."""

    def read(self, do: Callable[[Execute], T]) -> T:
        """Do something of one statement that reads."""
        ...

    def write(self, do: Callable[[Execute], T]) -> T:
        """Do something in a transaction; what it raises undoes it. It may be done again from its beginning."""
        ...

    def empty_log(self) -> None:
        """Forget what was deleted, where the database keeps it in a file of its own."""
        ...

    def close(self) -> None: ...


class Dialect(NamedTuple):
    """What the two databases write differently."""

    # A text that compares by code points.
    text_key: str
    time: str
    read_time: str
    write_time: str
    # After a SELECT: nobody else changes the rows before the transaction ends.
    lock_rows: str
    # After an INSERT: a row if there was none before. Empty where nobody can have made one meanwhile.
    unless_there: str

    def table(self, given: object) -> Table:
        """A table by the name that a caller gave; letters, digits, `_` and one `.`, else StoreError."""
        if not isinstance(given, str) or (found := _TABLE_NAME.fullmatch(given)) is None:
            remedy = "use up to 63 letters, digits and _, and before them at most a schema and a point"
            raise StoreError("bad_key", f"the table name {shown(given)} is not allowed: {remedy}")
        schema, name = found.groups()
        if self is SQLITE and schema is not None and schema.lower() != "main":
            # SQLite's schemas are attached files; there the point is a part of the name.
            schema, name = None, given
        # Unquoted, as the original writes it, a name is read in small letters; quoted, a keyword is a name too.
        quoted = f'"{name.lower()}"'
        index = f'"{given.lower().replace(".", "_")}_scope_owner_idx"'
        return Table(quoted if schema is None or self is SQLITE else f'"{schema.lower()}".{quoted}', index)

    def time_parameter(self, text: str) -> str:
        """An ISO 8601 text as the parameter of `write_time`."""
        moment = read_timestamp(text)
        # PostgreSQL reads fewer forms than ISO 8601 has.
        return text if self is SQLITE or moment is None else moment.isoformat()


class Table(NamedTuple):
    """The names of a table and of its index, quoted."""

    name: str
    index_name: str


SQLITE = Dialect("TEXT", "TEXT NOT NULL", "updated_at", "?", "", "")
POSTGRES = Dialect(
    'TEXT COLLATE "C"',
    "TIMESTAMPTZ NOT NULL DEFAULT now()",
    """to_char(updated_at AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')""",
    "?::timestamptz",
    " FOR UPDATE",
    " ON CONFLICT DO NOTHING RETURNING 1",
)


def dialect_of(url: str) -> Dialect:
    """The dialect that a URL's scheme asks for; raises StoreError."""
    match scheme_of(url):
        case "sqlite":
            return SQLITE
        case "postgresql" | "postgres":
            return POSTGRES
    raise StoreError("bad_url", "the URL names no SQL database: use sqlite:///file.db or postgresql://host/database")


def open_database(url: str, prepare: Callable[[Execute], object], name: str) -> Database:
    """Connect, and let `prepare` make the tables; `name` is what the data is called in messages.

    Raises StoreError: `bad_url`, `driver_missing`, `unavailable` or `schema`.
    """
    if dialect_of(url) is SQLITE:
        from ablmatch.stores.backends.sqlite_file import SqliteFile, path_of

        path, power_safe = path_of(url)
        return SqliteFile(path, prepare, power_safe=power_safe)
    with needs_driver("postgresql"):
        from ablmatch.stores.backends.postgres_pool import PostgresPool
    return PostgresPool(url, prepare, name=name)


def erase_owner(database: Database, table: Table, scope: str, owner: str) -> int:
    """Delete every row of an owner; gives how many there were."""
    rows_of = f"FROM {table.name} WHERE scope = ? AND owner = ?"

    def do(execute: Execute) -> int:
        [(count,)] = execute(f"SELECT count(*) {rows_of}", (scope, owner))
        execute(f"DELETE {rows_of}", (scope, owner))
        return int(count)

    count = database.write(do)
    database.empty_log()
    return count
