"""Blocks in SQLite or PostgreSQL: one row each in a table whose primary key is scope, owner and key.

The layout is the original's, so its table is read and written as it is.
"""

from __future__ import annotations

from ablmatch.stores.backends.sql import Execute
from ablmatch.stores.backends.sql_database import Dialect, Table, dialect_of, erase_owner, open_database
from ablmatch.stores.blocks import (
    Block,
    Blocks,
    BlockScope,
    Change,
    Keys,
    changed,
    check_block,
    check_owned,
    check_place,
)
from ablmatch.stores.errors import StoreError, shown
from ablmatch.stores.times import Clock, system_clock, timestamp

BLOCK_TABLE = "working_memory_blocks"
# Each further one is because another made the block between the look and the write.
_MOST_TRIES = 100


class SqlBlockStore:
    """A store of blocks over `sqlite:///file.db` or `postgresql://host/database`; close it with `close()`.

    `table`: up to 63 letters, digits and `_`; PostgreSQL also takes a schema and a point before it. `auto_migrate`
    False leaves it to others to make the table. A time that a block carries is kept.
    """

    def __init__(
        self, url: str, *, table: str = BLOCK_TABLE, auto_migrate: bool = True, clock: Clock = system_clock
    ) -> None:
        """Connect. Raises StoreError: `bad_url`, `bad_key` (the table), `driver_missing`, `unavailable`, `schema`."""
        dialect = dialect_of(url)
        self._table = dialect.table(table)
        self._statements = _Statements(dialect, self._table)
        self._dialect = dialect
        self._clock = clock
        self._database = open_database(url, self._statements.create if auto_migrate else _leave_alone, "blocks")

    def load(self, scope: BlockScope, owner: str, key: str) -> Block | None:
        check_place(scope, owner, key)
        return self._database.read(lambda execute: self._read(execute, self._statements.read, scope, owner, key))

    def save(self, block: Block, owner: str) -> None:
        check_place(block.scope, owner, block.key)
        check_block(block)
        parameters = self._parameters(block, owner)
        self._database.write(lambda execute: execute(self._statements.save, parameters))

    def delete(self, scope: BlockScope, owner: str, key: str) -> None:
        check_place(scope, owner, key)
        self._database.write(lambda execute: execute(self._statements.delete, (scope, owner, key)))
        self._database.empty_log()

    def list(self, scope: BlockScope, owner: str) -> Keys:
        check_owned(scope, owner)
        return self._database.read(
            lambda execute: [key for (key,) in execute(self._statements.list_keys, (scope, owner))]
        )

    def update(self, scope: BlockScope, owner: str, key: str, change: Change) -> Block | None:
        check_place(scope, owner, key)

        def do(execute: Execute) -> Block | None:
            for _ in range(_MOST_TRIES):
                former = self._read(execute, self._statements.read_locked, scope, owner, key)
                block = changed(former, change, scope, key)
                if block is former:
                    return former
                if block is None:
                    execute(self._statements.delete, (scope, owner, key))
                    return None
                block.updated_at = timestamp(self._clock())
                # Where there is no row, there is none to lock: another may make it now.
                statement = self._statements.save if former is not None else self._statements.add
                made = any(True for _ in execute(statement, self._parameters(block, owner)))
                if former is not None or made or not self._dialect.unless_there:
                    return block
            raise StoreError("conflict", f"others kept making and deleting the block {shown(key)}; try again")

        result = self._database.write(do)
        if result is None:
            self._database.empty_log()
        return result

    def read_all(self, scope: BlockScope, owner: str) -> Blocks:
        check_owned(scope, owner)
        name = self._table.name
        return self._database.read(lambda execute: blocks_of(execute, self._dialect, name, scope, owner))

    def erase(self, scope: BlockScope, owner: str) -> int:
        check_owned(scope, owner)
        return erase_owner(self._database, self._table, scope, owner)

    def close(self) -> None:
        """Let go of the database; twice is fine."""
        self._database.close()

    def _read(self, execute: Execute, statement: str, scope: BlockScope, owner: str, key: str) -> Block | None:
        found = next(iter(execute(statement, (scope, owner, key))), None)
        return None if found is None else _block(scope, key, *found)

    def _parameters(self, block: Block, owner: str) -> tuple[object, ...]:
        updated_at = timestamp(self._clock()) if block.updated_at is None else block.updated_at
        time = self._dialect.time_parameter(updated_at)
        return (block.scope, owner, block.key, block.content, block.char_limit, time)


def blocks_of(execute: Execute, dialect: Dialect, table: str, scope: BlockScope, owner: str) -> Blocks:
    """Every block of an owner in a table, by key; also for who has its database open in another way."""
    columns = f"key, content, char_limit, {dialect.read_time}"
    found = list(execute(f"SELECT {columns} FROM {table} WHERE scope = ? AND owner = ?", (scope, owner)))
    return sorted((_block(scope, *row) for row in found), key=lambda block: block.key)


class _Statements:
    """The statements of a table; its name cannot be a parameter, and was checked."""

    def __init__(self, dialect: Dialect, table: Table) -> None:
        text = f"{dialect.text_key} NOT NULL"
        columns = (
            f"scope {text}, owner {text}, key {text}, content TEXT NOT NULL, char_limit INTEGER NOT NULL,"
            f" updated_at {dialect.time}, PRIMARY KEY (scope, owner, key)"
        )
        self._create = (
            f"CREATE TABLE IF NOT EXISTS {table.name} ({columns})",
            f"CREATE INDEX IF NOT EXISTS {table.index_name} ON {table.name} (scope, owner)",
        )
        of_key = "WHERE scope = ? AND owner = ? AND key = ?"
        self.read = f"SELECT content, char_limit, {dialect.read_time} FROM {table.name} {of_key}"
        self.read_locked = self.read + dialect.lock_rows
        insert = (
            f"INSERT INTO {table.name} (scope, owner, key, content, char_limit, updated_at)"
            f" VALUES (?, ?, ?, ?, ?, {dialect.write_time})"
        )
        self.add = insert + dialect.unless_there
        self.save = (
            f"{insert} ON CONFLICT (scope, owner, key) DO UPDATE SET content = excluded.content,"
            f" char_limit = excluded.char_limit, updated_at = excluded.updated_at"
        )
        self.delete = f"DELETE FROM {table.name} {of_key}"
        order = 'ORDER BY key COLLATE "C"' if dialect.lock_rows else "ORDER BY key COLLATE BINARY"
        self.list_keys = f"SELECT key FROM {table.name} WHERE scope = ? AND owner = ? {order}"

    def create(self, execute: Execute) -> None:
        for statement in self._create:
            execute(statement, ())


def _leave_alone(_: Execute) -> None:
    """Of a table that is made by others."""


def _block(scope: BlockScope, key: object, content: object, char_limit: object, updated_at: object) -> Block:
    """A block of a row. SQLite lets anything stand in a column."""
    if (
        not isinstance(key, str)
        or not isinstance(content, str)
        or type(char_limit) is not int
        or not isinstance(updated_at, str)
    ):
        raise StoreError("schema", f"the block {shown(key)} is damaged in its table; was it edited by hand?")
    return Block(scope, key, content, char_limit, updated_at)
