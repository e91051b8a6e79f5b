"""Facts in an SQLite file: any number of processes on one machine, durable at each acknowledged write."""

from __future__ import annotations

from collections.abc import Sequence

from ablmatch.stores.backends.sql import Execute, SqlRows, prepare_schema
from ablmatch.stores.backends.sqlite_file import BUSY_SECONDS, SqliteFile
from ablmatch.stores.checking import check_batch
from ablmatch.stores.facts import READS, Erase, EraseOwner, Operation, Purge, Result
from ablmatch.stores.rows import carry_out


class SqliteStore:
    """A FactStore over one file."""

    def __init__(
        self, path: str, *, create: bool = True, power_safe: bool = True, busy_seconds: float = BUSY_SECONDS
    ) -> None:
        """Open the file, or make it where `create` says so; SqliteFile says what the options mean."""
        self._file = SqliteFile(
            path,
            lambda execute: prepare_schema(execute, "TEXT"),
            create=create,
            power_safe=power_safe,
            busy_seconds=busy_seconds,
        )

    def apply(self, operations: Sequence[Operation], now_ms: int) -> list[Result]:
        check_batch(operations, now_ms)

        def do(execute: Execute) -> list[Result]:
            return carry_out(operations, SqlRows(execute), now_ms)

        reads_only = all(isinstance(operation, READS) for operation in operations)
        if reads_only and len(operations) <= 1:
            return self._file.read(do)
        results = self._file.transact(do, writes=not reads_only)
        if any(isinstance(operation, Erase | EraseOwner | Purge) for operation in operations):
            self._file.empty_log()
        return results

    def close(self) -> None:
        self._file.close()
