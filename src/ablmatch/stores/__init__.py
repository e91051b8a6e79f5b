"""Persistent memory: a store of facts, of blocks or of extracted values by its URL.

    store = open_store("sqlite:///facts.db")
    blocks = open_block_store("file:memories")

Nothing that a driver needs is imported before a store is opened that needs it.
"""

from __future__ import annotations

import os
from urllib.parse import urlsplit

from ablmatch.stores.blocks import BlockStore
from ablmatch.stores.drivers import check_path, needs_driver, scheme_of
from ablmatch.stores.errors import StoreError
from ablmatch.stores.extracted import ExtractedStore
from ablmatch.stores.facts import FactStore

__all__ = [
    "BlockStore",
    "ExtractedStore",
    "FactStore",
    "StoreError",
    "open_block_store",
    "open_extracted_store",
    "open_store",
]

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

    _check_nameless(url)
    return MemoryStore()


def _sqlite(url: str, create: bool) -> FactStore:
    from ablmatch.stores.backends.sqlite import SqliteStore
    from ablmatch.stores.backends.sqlite_file import path_of

    path, power_safe = path_of(url)
    return SqliteStore(path, create=create, power_safe=power_safe)


def open_block_store(url: str, *, create: bool = True) -> BlockStore:
    """Open the store of blocks that a URL names; those with a connection have a `close()`.

    - `memory:`: in this process, gone with it
    - `file:memories`, `file:///var/lib/memories`: a folder; `file:` is where `FileBlockStore()` keeps them
    - `sqlite:`, `postgresql:` and `redis:` as for `open_store`

    `create` False refuses a folder or an SQLite file that is not there, in place of making it.

    Raises StoreError: `bad_url`, `driver_missing` (with what to install), `unavailable` or `schema`.
    """
    match _memory_place(url, create, "blocks"):
        case "memory", _:
            from ablmatch.stores.backends.memory_blocks import InMemoryBlockStore

            return InMemoryBlockStore()
        case "file", root:
            from ablmatch.stores.backends.file_blocks import FileBlockStore

            return FileBlockStore(root)
        case "redis", _:
            from ablmatch.stores.backends.redis_blocks import RedisBlockStore

            return RedisBlockStore(url)
    from ablmatch.stores.backends.sql_blocks import SqlBlockStore

    return SqlBlockStore(url)


def open_extracted_store(url: str, *, create: bool = True) -> ExtractedStore:
    """Open the store of extracted values that a URL names; those with a connection have a `close()`.

    The URLs are those of `open_block_store`, and one may be given to both. Files lie in `extracted` below the folder;
    `file:` is where `FileExtractedStore()` keeps them.

    Raises StoreError: `bad_url`, `driver_missing` (with what to install), `unavailable` or `schema`.
    """
    match _memory_place(url, create, "extracted values"):
        case "memory", _:
            from ablmatch.stores.backends.memory_blocks import InMemoryExtractedStore

            return InMemoryExtractedStore()
        case "file", root:
            from ablmatch.stores.backends.file_blocks import FileExtractedStore

            return FileExtractedStore(None if root is None else os.path.join(root, "extracted"))
        case "redis", _:
            from ablmatch.stores.backends.redis_blocks import RedisExtractedStore

            return RedisExtractedStore(url)
    from ablmatch.stores.backends.sql_extracted import SqlExtractedStore

    return SqlExtractedStore(url)


def _memory_place(url: str, create: bool, what: str) -> tuple[str, str | None]:
    """What kind of store of agent memory a URL names, and the folder of one of files, None for the usual one."""
    match scheme_of(url):
        case "memory":
            _check_nameless(url)
            return "memory", None
        case "file":
            return "file", _folder(url, create)
        case "sqlite":
            from ablmatch.stores.backends.sqlite_file import path_of

            path, _ = path_of(url)
            if not create:
                _check_there(path, "SQLite file")
            return "sql", None
        case "postgresql" | "postgres":
            return "sql", None
        case "redis" | "rediss" | "unix":
            return "redis", None
    raise StoreError("bad_url", f"the URL names no store of {what}: {_FORMS}, or file:folder")


def _folder(url: str, create: bool) -> str | None:
    from urllib.request import url2pathname

    parts = urlsplit(url)
    if parts.netloc or parts.query or parts.fragment:
        raise StoreError("bad_url", "files need a folder: use file:folder or file:///folder/folder")
    root = url2pathname(parts.path)
    check_path(root)
    if root and not create:
        _check_there(root, "folder")
    return root or None


def _check_there(path: str, what: str) -> None:
    if not os.path.exists(path):
        raise StoreError("unavailable", f"cannot open the {what} {path}: no such file or directory")


def _check_nameless(url: str) -> None:
    if url not in {"memory:", "memory://"}:
        raise StoreError("bad_url", "a store in memory has no name: use memory:")
