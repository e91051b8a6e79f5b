"""Extracted values in SQLite or PostgreSQL: one row each, the whole value with its slug, scope and time as JSON text.

The layout is the original's, so its table is read and written as it is.
"""

from __future__ import annotations

from ablmatch.stores.backends.sql import Execute
from ablmatch.stores.backends.sql_database import dialect_of, erase_owner, open_database
from ablmatch.stores.blocks import BlockScope, check_owned, check_place
from ablmatch.stores.errors import StoreError, shown
from ablmatch.stores.extracted import ExtractedValue, read_value, same_row, written_text
from ablmatch.stores.times import Clock, system_clock

EXTRACTED_TABLE = "extracted_values"


class SqlExtractedStore:
    """A store of extracted values over `sqlite:///file.db` or `postgresql://host/database`; `close()` closes it.

    `table`: as for SqlBlockStore.
    """

    def __init__(self, url: str, *, table: str = EXTRACTED_TABLE, clock: Clock = system_clock) -> None:
        """Connect. Raises StoreError: `bad_url`, `bad_key` (the table), `driver_missing`, `unavailable`, `schema`."""
        dialect = dialect_of(url)
        self._table = dialect.table(table)
        name = self._table.name
        text = f"{dialect.text_key} NOT NULL"
        of_key = "WHERE scope = ? AND owner = ? AND slug = ?"
        self._read = f"SELECT value FROM {name} {of_key}"
        self._read_locked = self._read + dialect.lock_rows
        insert = f"INSERT INTO {name} (scope, owner, slug, value) VALUES (?, ?, ?, ?)"
        self._add = insert + dialect.unless_there
        self._write = f"{insert} ON CONFLICT (scope, owner, slug) DO UPDATE SET value = excluded.value"
        self._others_may_add = bool(dialect.unless_there)
        self._delete = f"DELETE FROM {name} {of_key}"
        create = (
            f"CREATE TABLE IF NOT EXISTS {name} (scope {text}, owner {text}, slug {text}, value TEXT NOT NULL,"
            " PRIMARY KEY (scope, owner, slug))"
        )
        self._clock = clock
        self._database = open_database(url, lambda execute: execute(create, ()), "extracted values")

    def load(self, scope: BlockScope, owner: str, slug: str) -> ExtractedValue | None:
        check_place(scope, owner, slug)

        return self._database.read(lambda execute: _found(execute, self._read, scope, owner, slug))

    def save(self, value: ExtractedValue, owner: str) -> None:
        parameters = (value.scope, owner, value.slug, written_text(value, owner, self._clock))
        self._database.write(lambda execute: execute(self._write, parameters))

    def delete(self, scope: BlockScope, owner: str, slug: str) -> None:
        check_place(scope, owner, slug)
        self._database.write(lambda execute: execute(self._delete, (scope, owner, slug)))
        self._database.empty_log()

    def replace(self, value: ExtractedValue, owner: str, former: ExtractedValue | None) -> bool:
        parameters = (value.scope, owner, value.slug, written_text(value, owner, self._clock))

        def do(execute: Execute) -> bool:
            if not same_row(_found(execute, self._read_locked, value.scope, owner, value.slug), former):
                return False
            # Where there is no row, there is none to lock: another may make it now.
            made = any(True for _ in execute(self._add if former is None else self._write, parameters))
            return made or former is not None or not self._others_may_add

        return self._database.write(do)

    def read_all(self, scope: BlockScope, owner: str) -> list[ExtractedValue]:
        check_owned(scope, owner)
        return self._database.read(lambda execute: values_of(execute, self._table.name, scope, owner))

    def erase(self, scope: BlockScope, owner: str) -> int:
        check_owned(scope, owner)
        return erase_owner(self._database, self._table, scope, owner)

    def close(self) -> None:
        """Let go of the database; twice is fine."""
        self._database.close()


def values_of(execute: Execute, table: str, scope: BlockScope, owner: str) -> list[ExtractedValue]:
    """Every value of an owner in a table, by slug; also for who has its database open in another way."""
    found = list(execute(f"SELECT slug, value FROM {table} WHERE scope = ? AND owner = ?", (scope, owner)))
    return sorted((_value(scope, slug, text) for slug, text in found), key=lambda value: value.slug)


def _found(execute: Execute, statement: str, scope: BlockScope, owner: str, slug: str) -> ExtractedValue | None:
    row = next(iter(execute(statement, (scope, owner, slug))), None)
    return None if row is None else _value(scope, slug, row[0])


def _value(scope: BlockScope, slug: object, text: object) -> ExtractedValue:
    """The value of a row. SQLite lets anything stand in a column."""
    if isinstance(slug, str) and isinstance(text, str):
        return read_value(text, scope, slug)
    raise StoreError("schema", f"the value stored for {shown(slug)} is no text; was it edited by hand?")
