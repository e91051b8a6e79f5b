"""The statements that SQLite and PostgreSQL share, with `?` for parameters, and the rows of a transaction on them.

Paths sort by code points in both: SQLite compares bytes, PostgreSQL is told to by COLLATE "C".
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from typing import Any

from ablmatch.stores.errors import StoreError
from ablmatch.stores.facts import Partition, Scope
from ablmatch.stores.rows import Row

SCHEMA_VERSION = 1
# TEXT_KEY is replaced by each backend's type of a text that compares by code points.
_VERSIONS = "CREATE TABLE IF NOT EXISTS ablmatch_schema (part TEXT PRIMARY KEY, version INTEGER NOT NULL)"
_FACTS = (
    "CREATE TABLE IF NOT EXISTS ablmatch_facts ("
    "project TEXT_KEY NOT NULL, scope TEXT_KEY NOT NULL, owner TEXT_KEY NOT NULL, path TEXT_KEY NOT NULL,"
    " value TEXT NOT NULL, written_ms BIGINT NOT NULL, expires_ms BIGINT,"
    " PRIMARY KEY (scope, owner, project, path))"
)
_EXPIRY = "CREATE INDEX IF NOT EXISTS ablmatch_facts_expiry ON ablmatch_facts (expires_ms) WHERE expires_ms IS NOT NULL"
_READ_VERSION = "SELECT version FROM ablmatch_schema WHERE part = 'facts'"
_WRITE_VERSION = "INSERT INTO ablmatch_schema (part, version) VALUES ('facts', ?)"

_OF = "scope = ? AND owner = ? AND project = ?"
_READ = f"SELECT value, written_ms, expires_ms FROM ablmatch_facts WHERE {_OF} AND path = ?"  # noqa: S608 - constants
_READ_ALL = f"SELECT path, value, written_ms, expires_ms FROM ablmatch_facts WHERE {_OF}"  # noqa: S608
# "/" is the code point after ".", so that the index finds what begins with the path and a point.
_READ_BELOW = f"{_READ_ALL} AND (path = ? OR (path >= ? AND path < ?))"
WRITE = (
    "INSERT INTO ablmatch_facts (scope, owner, project, path, value, written_ms, expires_ms)"
    " VALUES (?, ?, ?, ?, ?, ?, ?)"
    " ON CONFLICT (scope, owner, project, path) DO UPDATE"
    " SET value = excluded.value, written_ms = excluded.written_ms, expires_ms = excluded.expires_ms"
)
REMOVE = f"DELETE FROM ablmatch_facts WHERE {_OF} AND path = ?"  # noqa: S608
_REMOVE_ALL = f"DELETE FROM ablmatch_facts WHERE {_OF}"  # noqa: S608
_COUNT_EXPIRED = "SELECT count(*) FROM ablmatch_facts WHERE expires_ms <= ?"
_REMOVE_EXPIRED = "DELETE FROM ablmatch_facts WHERE expires_ms <= ?"
_PROJECTS = "SELECT DISTINCT project FROM ablmatch_facts WHERE scope = ? AND owner = ?"

# Runs one statement with its parameters and gives the rows of a SELECT, none for others.
Execute = Callable[[str, Sequence[Any]], Iterable[Sequence[Any]]]


def prepare_schema(execute: Execute, text_key: str) -> None:
    """Create the tables where they are missing; raises StoreError where they are of another version.

    To be called inside a transaction that lets no other process do the same meanwhile.
    """
    for statement in (_VERSIONS, _FACTS, _EXPIRY):
        execute(statement.replace("TEXT_KEY", text_key), ())
    found = [version for (version,) in execute(_READ_VERSION, ())]
    if not found:
        execute(_WRITE_VERSION, (SCHEMA_VERSION,))
    elif found != [SCHEMA_VERSION]:
        refuse_version(found[0])


def refuse_version(found: object) -> None:
    """Raise the StoreError for data of another schema version than this release writes."""
    remedy = f"this release of ablmatch reads version {SCHEMA_VERSION}: use the release that wrote it, or a newer one"
    raise StoreError("schema", f"the facts are stored in schema version {found!s:.20}; {remedy}")


class SqlRows:
    """The rows of a transaction that the caller has begun."""

    def __init__(self, execute: Execute) -> None:
        self._execute = execute

    def read(self, partition: Partition, path: str) -> Row | None:
        found = next(iter(self._execute(_READ, (*key_of(partition), path))), None)
        return None if found is None else Row(*found)

    def read_all(self, partition: Partition, prefix: str) -> Iterable[tuple[str, Row]]:
        if prefix:
            found = self._execute(_READ_BELOW, (*key_of(partition), prefix, prefix + ".", prefix + "/"))
        else:
            found = self._execute(_READ_ALL, key_of(partition))
        return [(path, Row(*row)) for path, *row in found]

    def write(self, partition: Partition, path: str, row: Row) -> None:
        self._execute(WRITE, (*key_of(partition), path, *row))

    def remove(self, partition: Partition, path: str) -> None:
        self._execute(REMOVE, (*key_of(partition), path))

    def remove_all(self, partition: Partition) -> None:
        self._execute(_REMOVE_ALL, key_of(partition))

    def partitions_of(self, scope: Scope, owner: str) -> Iterable[Partition]:
        return [Partition(project, scope, owner) for (project,) in self._execute(_PROJECTS, (scope, owner))]

    def remove_expired(self, now_ms: int) -> int:
        [(count,)] = self._execute(_COUNT_EXPIRED, (now_ms,))
        self._execute(_REMOVE_EXPIRED, (now_ms,))
        return int(count)


def key_of(partition: Partition) -> tuple[str, str, str]:
    """The columns of a partition in the order in which the statements name them."""
    project, scope, owner = partition
    return scope, owner, project
