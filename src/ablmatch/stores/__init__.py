"""Persistent memory: a fact store by its URL.

    store = open_store("sqlite:///facts.db")

Nothing that a driver needs is imported before `open_store` is called for it.
"""

from __future__ import annotations

from ablmatch.stores.drivers import needs_driver, scheme_of
from ablmatch.stores.errors import StoreError
from ablmatch.stores.facts import FactStore

__all__ = ["FactStore", "StoreError", "open_store"]

_FORMS = "use memory:, sqlite:///file.db, postgresql://host/database or redis://host"


def open_store(url: str, *, create: bool = True) -> FactStore:
    """Open the fact store that a URL names; close it with `close()`.

    - `memory:`: in this process, gone with it
    - `sqlite:///facts.db`, `sqlite:////var/lib/facts.db`: a file, by a relative or an absolute path; with
      `?synchronous=normal` a power cut may take the last writes (the end of the process never does)
    - `postgresql://user@host/database`: as libpq reads it
    - `redis://host:6379/0`, `rediss://…`, `unix://…`: as redis-py reads it

    `create` False refuses an SQLite file that is not there, in place of making it.

    Raises StoreError: `bad_url`, `driver_missing` (with what to install), `unavailable` or `schema`.
    """
    scheme = scheme_of(url)
    with needs_driver(scheme):
        match scheme:
            case "memory":
                return _memory(url)
            case "sqlite":
                return _sqlite(url, create)
            case "postgresql" | "postgres":
                from ablmatch.stores.backends.postgres import PostgresStore

                return PostgresStore(url)
            case "redis" | "rediss" | "unix":
                from ablmatch.stores.backends.redis import RedisStore

                return RedisStore(url)
    raise StoreError("bad_url", f"the URL names no store: {_FORMS}")


def _memory(url: str) -> FactStore:
    from ablmatch.stores.backends.memory import MemoryStore

    if url not in {"memory:", "memory://"}:
        raise StoreError("bad_url", "a store in memory has no name: use memory:")
    return MemoryStore()


def _sqlite(url: str, create: bool) -> FactStore:
    from ablmatch.stores.backends.sqlite import SqliteStore
    from ablmatch.stores.backends.sqlite_file import path_of

    path, power_safe = path_of(url)
    return SqliteStore(path, create=create, power_safe=power_safe)
