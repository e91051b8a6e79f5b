"""Memory records in SQLite or PostgreSQL: personal and shared ones side by side, behind one predicate.

    store = open_records("sqlite:///core.db", clock=lambda: time.time_ns() // 1_000_000)

Nothing that a driver needs is imported before `open_records` is called for it.
"""

from __future__ import annotations

import os
from collections.abc import Callable, Sequence

from ablmatch.stores.backends.sqlite_file import path_of
from ablmatch.stores.drivers import needs_driver, scheme_of
from ablmatch.stores.errors import StoreError
from ablmatch.stores.records.database import Database
from ablmatch.stores.records.elsewhere import BlocksElsewhere, OwnedElsewhere
from ablmatch.stores.records.store import RecordStore
from ablmatch.stores.records.vectors import Embedder

__all__ = ["BlocksElsewhere", "Embedder", "OwnedElsewhere", "RecordStore", "open_records"]

_FORMS = "use sqlite:///file.db or postgresql://host/database"


def open_records(
    url: str,
    *,
    clock: Callable[[], int],
    random: Callable[[int], bytes] = os.urandom,
    embedder: Embedder | None = None,
    elsewhere: Sequence[OwnedElsewhere] = (),
) -> RecordStore:
    """Open the record store that a URL names, and make or bring up to date its tables; close it with `close()`.

    - `sqlite:///core.db`, `sqlite:////var/lib/core.db`: a file, by a relative or an absolute path; with
      `?synchronous=normal` a power cut may take the last writes (the end of the process never does)
    - `postgresql://user@host/database`: as libpq reads it

    `clock` gives whole milliseconds since 1970 UTC, `random` as many random bytes as it is asked for. Exporting and
    erasing a person also ask the stores `elsewhere`; blocks and extracted values in the same database need none.

    Raises StoreError: `bad_url`, `driver_missing` (with what to install), `unavailable` or `schema`.
    """
    from ablmatch.stores.records.schema import prepare_schema

    database = _database(url)
    try:
        prepare_schema(database)
        return RecordStore(database, clock=clock, random=random, embedder=embedder, elsewhere=elsewhere)
    except BaseException:
        database.close()
        raise


def _database(url: str) -> Database:
    scheme = scheme_of(url)
    if scheme == "sqlite":
        from ablmatch.stores.records.sqlite import SqliteDatabase

        path, power_safe = path_of(url)
        return SqliteDatabase(path, power_safe=power_safe)
    if scheme in {"postgresql", "postgres"}:
        with needs_driver(scheme):
            from ablmatch.stores.records.postgres import PostgresDatabase

        return PostgresDatabase(url)
    raise StoreError("bad_url", f"the URL names no record store: {_FORMS}")
