"""How a migration writes its statements once for both databases."""

from __future__ import annotations

from collections.abc import Iterable

from alembic import op

# Words in braces, for each database. A TEXT of PostgreSQL is told to compare by code points, as SQLite does.
_WORDS = {
    "sqlite": {
        "text": "TEXT",
        "whole": "INTEGER",
        "real": "REAL",
        "bytes": "BLOB",
        "numbering": "INTEGER PRIMARY KEY AUTOINCREMENT",
        "by_key": " WITHOUT ROWID",
    },
    "postgresql": {
        "text": 'TEXT COLLATE "C"',
        "whole": "BIGINT",
        "real": "DOUBLE PRECISION",
        "bytes": "BYTEA",
        "numbering": "BIGINT GENERATED ALWAYS AS IDENTITY PRIMARY KEY",
        "by_key": "",
    },
}


def execute_all(statements: Iterable[str]) -> None:
    """Run the statements in their order."""
    words = _WORDS[op.get_bind().dialect.name]
    for statement in statements:
        op.get_bind().exec_driver_sql(statement.format_map(words))
