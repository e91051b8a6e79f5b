"""Extracted values in SQLite or PostgreSQL: one row each, the whole value with its slug, scope and time as JSON text.

The layout is the original's, so its table is read and written as it is.
"""

from __future__ import annotations

from ablmatch.stores.backends.sql import Execute
from ablmatch.stores.backends.sql_database import dialect_of, open_database
from ablmatch.stores.blocks import BlockScope, check_place
from ablmatch.stores.errors import StoreError, shown
from ablmatch.stores.extracted import ExtractedValue, read_value, written_text
from ablmatch.stores.times import Clock, system_clock

EXTRACTED_TABLE = "extracted_values"


class SqlExtractedStore:
    """A store of extracted values over `sqlite:///file.db` or `postgresql://host/database`; `close()` closes it.

    `table`: as for SqlBlockStore.
    """

    def __init__(self, url: str, *, table: str = EXTRACTED_TABLE, clock: Clock = system_clock) -> None:
        """Connect. Raises StoreError: `bad_url`, `bad_key` (the table), `driver_missing`, `unavailable`, `schema`."""
        dialect = dialect_of(url)
        name = dialect.table(table).name
        text = f"{dialect.text_key} NOT NULL"
        of_key = "WHERE scope = ? AND owner = ? AND slug = ?"
        self._read = f"SELECT value FROM {name} {of_key}"
        self._write = (
            f"INSERT INTO {name} (scope, owner, slug, value) VALUES (?, ?, ?, ?)"
            " ON CONFLICT (scope, owner, slug) DO UPDATE SET value = excluded.value"
        )
        self._delete = f"DELETE FROM {name} {of_key}"
        create = (
            f"CREATE TABLE IF NOT EXISTS {name} (scope {text}, owner {text}, slug {text}, value TEXT NOT NULL,"
            " PRIMARY KEY (scope, owner, slug))"
        )
        self._clock = clock
        self._database = open_database(url, lambda execute: execute(create, ()), "extracted values")

    def load(self, scope: BlockScope, owner: str, slug: str) -> ExtractedValue | None:
        check_place(scope, owner, slug)

        def do(execute: Execute) -> object:
            return next(iter(execute(self._read, (scope, owner, slug))), None)

        match self._database.read(do):
            case None:
                return None
            case [str(text)]:
                return read_value(text, scope, slug)
        raise StoreError("schema", f"the value stored for {shown(slug)} is no text; was it edited by hand?")

    def save(self, value: ExtractedValue, owner: str) -> None:
        parameters = (value.scope, owner, value.slug, written_text(value, owner, self._clock))
        self._database.write(lambda execute: execute(self._write, parameters))

    def delete(self, scope: BlockScope, owner: str, slug: str) -> None:
        check_place(scope, owner, slug)
        self._database.write(lambda execute: execute(self._delete, (scope, owner, slug)))
        self._database.empty_log()

    def close(self) -> None:
        """Let go of the database; twice is fine."""
        self._database.close()
