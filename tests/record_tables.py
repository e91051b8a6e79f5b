"""Everything that a database holds, table by table, as tests compare it before and after."""

import sqlite3

from ablmatch.stores.backends.sqlite_file import path_of


def held(url):
    """The rows of every table, sorted; a table is named as in the database."""
    found = _of_sqlite(path_of(url)[0]) if url.startswith("sqlite:///") else _of_postgres(url)
    assert "ablmatch_records" in found, "this is no record store"
    return found


def grown(before, after):
    """By how many rows each table has more, or less, than before; only those that changed."""
    names = {*before, *after}
    sizes = {name: len(after.get(name, ())) - len(before.get(name, ())) for name in names}
    return {name: size for name, size in sorted(sizes.items()) if size}


def _of_sqlite(path):
    connection = sqlite3.connect(path)
    try:
        named = "SELECT name FROM sqlite_master WHERE type = 'table' AND name NOT LIKE 'sqlite_%'"
        names = [name for (name,) in connection.execute(named)]
        return {name: _sorted(connection.execute(f'SELECT * FROM "{name}"')) for name in names}  # noqa: S608
    finally:
        connection.close()


def _of_postgres(url):
    import psycopg

    with psycopg.connect(url) as connection:
        named = "SELECT tablename FROM pg_tables WHERE schemaname = current_schema()"
        names = [name for (name,) in connection.execute(named)]
        return {name: _sorted(connection.execute(f'SELECT * FROM "{name}"'.encode())) for name in names}  # noqa: S608


def _sorted(rows):
    return sorted(
        (tuple(bytes(value) if isinstance(value, memoryview) else value for value in row) for row in rows), key=repr
    )
