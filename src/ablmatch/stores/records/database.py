"""What the record store asks of a database: transactions, statements with `?` for parameters, and a few words of SQL.

One set of statements serves SQLite and PostgreSQL; where they differ, a `Database` has a method or a word for it.
"""

from __future__ import annotations

import threading
from collections.abc import Iterator, Sequence
from contextlib import AbstractContextManager, contextmanager
from typing import Any, Protocol

from ablmatch.stores.backends.sql_database import Dialect
from ablmatch.stores.errors import StoreError
from ablmatch.stores.records.where import Condition
from ablmatch.stores.values import is_text

Row = tuple[Any, ...]


class Transaction(Protocol):
    """The statements of one transaction. Each sees what the earlier ones wrote."""

    def rows(self, statement: str, parameters: Sequence[Any] = ()) -> list[Row]:
        """The rows that a statement gives."""
        ...

    def numbers(self, statement: str, parameters: Sequence[Any] = ()) -> list[int]:
        """The whole numbers of a statement of one column named `number`, in any order."""
        ...

    def run(self, statement: str, parameters: Sequence[Any] = ()) -> int:
        """Run a statement; how many rows it changed."""
        ...

    def run_many(self, statement: str, rows: Sequence[Sequence[Any]]) -> None:
        """Run a statement once for each row of parameters."""
        ...

    def lock(self, *names: str) -> None:
        """Wait until no other transaction holds one of these names, and hold them until the end."""
        ...


class Database(Protocol):
    """A database with the tables of the record store."""

    # What follows SELECT to hold the row until the end of the transaction.
    for_update: str
    # The same, passing over rows that another holds.
    skip_locked: str
    # How tables of blocks and extracted values are written in it.
    block_tables: Dialect

    def one_of(self, expression: str, values: Sequence[str]) -> Condition:
        """Whether a text is one of several, however many."""
        ...

    def one_of_numbers(self, expression: str, numbers: Sequence[int]) -> Condition:
        """Whether a number is one of several, however many."""
        ...

    def numbered(self, numbers: Sequence[int]) -> Condition:
        """What follows FROM to join the records `r` of these numbers."""
        ...

    def has_table(self, transaction: Transaction, name: str) -> bool:
        """Whether there is a table of a name."""
        ...

    def reading(self) -> AbstractContextManager[Transaction]:
        """A transaction that sees one state of the database and writes nothing."""
        ...

    def writing(self) -> AbstractContextManager[Transaction]:
        """A transaction that is committed at the end, or rolled back by an exception."""
        ...

    def remove_traces(self) -> bool:
        """Overwrite what deleted rows left behind; False where another reader was in the way."""
        ...

    def close(self) -> None: ...


def checked(parameters: Sequence[Any]) -> Sequence[Any]:
    """The parameters of a statement, if both databases can hold them; no message shows one."""
    for value in parameters:
        if isinstance(value, str):
            if "\0" in value or not (value.isascii() or is_text(value)):
                raise StoreError("bad_value", "a text holds a NUL character or a lone surrogate: no database keeps it")
        elif isinstance(value, int) and not -(2**63) <= value < 2**63:
            raise StoreError("bad_value", "a number is past 64 bits: no database keeps it")
    return parameters


class Joining:
    """A database whose transactions join the one that this thread has begun."""

    def __init__(self, database: Database) -> None:
        self.database = database
        self._current = threading.local()

    @contextmanager
    def reading(self) -> Iterator[Transaction]:
        """A transaction for reading, or the current one."""
        current = self._transaction()
        if current is not None:
            yield current
            return
        with self.database.reading() as transaction:
            yield transaction

    @contextmanager
    def writing(self) -> Iterator[Transaction]:
        """A transaction for writing, or the current one."""
        current = self._transaction()
        if current is not None:
            yield current
            return
        with self.database.writing() as transaction:
            self._current.transaction = transaction
            try:
                yield transaction
            finally:
                self._current.transaction = None

    @property
    def joined(self) -> bool:
        """Whether this thread is inside a transaction."""
        return self._transaction() is not None

    def _transaction(self) -> Transaction | None:
        current: Transaction | None = getattr(self._current, "transaction", None)
        return current
