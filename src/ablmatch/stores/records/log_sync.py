"""SQLite's log brought to the disk for many writers at once.

With `synchronous = NORMAL` a commit is in the log, visible and safe from the end of the process, before it is on the
disk. Whoever committed waits here: while one brings the log to the disk, the next who come wait together for one more
time. So writers do not hold the database's one write lock while they wait for the disk.

SQLite itself syncs the log before it moves it into the database and when it begins it anew, in this mode too.
"""

from __future__ import annotations

import os
import threading
from collections.abc import Callable

from ablmatch.stores.errors import StoreError


class LogSync:
    """The log of one database, for all threads of this process."""

    def __init__(self, path: str, *, sync: Callable[[int], None] = os.fsync) -> None:
        """`path` is the database's; its log need not be there yet."""
        self._path = f"{os.path.realpath(path)}-wal"
        self._sync = sync
        self._turn = threading.Lock()
        self._file: int | None = None
        self._begun = self._ended = 0
        self._failed = False

    def wait(self) -> None:
        """Return when what was committed before this call is on the disk; raises StoreError `unavailable`."""
        wanted = self._begun + 1
        with self._turn:
            if self._ended >= wanted:
                return
            self._begun += 1
            if not self._failed:
                self._failed = not self._synced()
            if self._failed:
                # The system may have dropped what it could not write, and would call the next try a success.
                reason = "it cannot be brought to the disk: look at the disk, then start anew"
                raise StoreError("unavailable", f"the SQLite log {self._path}: {reason}")
            self._ended = self._begun

    def close(self) -> None:
        """Let go of the log, before the last connection does."""
        with self._turn:
            if self._file is not None:
                os.close(self._file)
                self._file = None

    def _synced(self) -> bool:
        try:
            self._sync(self._opened())
        except OSError:
            return False
        return True

    def _opened(self) -> int:
        """The log as it is now: the last connection of all removes it, and the next one makes another."""
        if self._file is not None:
            if os.path.samestat(os.fstat(self._file), os.stat(self._path)):
                return self._file
            os.close(self._file)
            self._file = None
        self._file = os.open(self._path, os.O_RDWR)
        return self._file
