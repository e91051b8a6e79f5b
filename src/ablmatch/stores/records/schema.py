"""Bring a database's record tables to the version of this release, by the migrations beside this file.

Alembic runs them, over SQLAlchemy's engine; both are imported only where something is to be done.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Any

from ablmatch.stores.errors import StoreError
from ablmatch.stores.records.database import Database
from ablmatch.stores.records.sqlite import SqliteDatabase

if TYPE_CHECKING:
    from sqlalchemy import Connection

VERSION_TABLE = "ablmatch_records_version"
# The newest migration; a test holds it against the files.
HEAD = "0001"
_FOLDER = Path(__file__).parent / "migrations"


def prepare_schema(database: Database) -> None:
    """Make or bring up to date the tables; raises StoreError `schema` where a newer release made them."""
    found = _version(database)
    if found == HEAD:
        return
    if found is not None and found > HEAD:
        remedy = f"this release of ablmatch reads up to version {HEAD}: use the release that wrote it, or a newer one"
        raise StoreError("schema", f"the records are stored in schema version {found:.20}; {remedy}")
    _upgrade(database)


def _version(database: Database) -> str | None:
    with database.reading() as transaction:
        if not database.has_table(transaction, VERSION_TABLE):
            return None
        rows = transaction.rows(f"SELECT version_num FROM {VERSION_TABLE}")
        return str(rows[0][0]) if rows else None


def _upgrade(database: Database) -> None:
    try:
        from alembic import command
        from alembic.config import Config
    except ModuleNotFoundError as error:
        remedy = "install it with pip install 'ablmatch[server]'"
        raise StoreError("driver_missing", f"the record tables are made by {error.name}: {remedy}") from None
    config = Config()
    config.set_main_option("script_location", str(_FOLDER).replace("%", "%%"))
    config.attributes["version_table"] = VERSION_TABLE
    with _connection(database) as connection:
        config.attributes["connection"] = connection
        command.upgrade(config, "head")


@contextmanager
def _connection(database: Database) -> Iterator[Connection]:
    """A connection in a transaction that keeps others from doing the same meanwhile."""
    from sqlalchemy import create_engine
    from sqlalchemy.exc import SQLAlchemyError
    from sqlalchemy.pool import StaticPool

    if isinstance(database, SqliteDatabase):
        driver: Any = database.connect()
        name, begin = "sqlite", "BEGIN IMMEDIATE"
    else:
        from ablmatch.stores.backends.postgres_pool import lock_number
        from ablmatch.stores.records.postgres import PostgresDatabase, lock_name

        assert isinstance(database, PostgresDatabase)
        driver = database.connect()
        name, begin = "postgresql+psycopg", f"SELECT pg_advisory_xact_lock({lock_number(lock_name('schema'))})"
    engine = create_engine(f"{name}://", creator=lambda: driver, poolclass=StaticPool)
    try:
        with engine.connect() as connection:
            connection.exec_driver_sql(begin)
            yield connection
            connection.commit()
    except SQLAlchemyError as error:
        raise StoreError("schema", f"the record tables cannot be made: {type(error).__name__}") from None
    finally:
        engine.dispose()
        driver.close()
