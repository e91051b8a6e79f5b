"""A lock among the threads and processes of one machine.

It is the system's own lock on an open file: one whose holder was killed is free at once, nobody has to judge its age.
"""

from __future__ import annotations

import os
import random
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager

if sys.platform == "win32":
    import msvcrt

    _HELD = PermissionError

    def _try_lock(opened: int) -> None:
        msvcrt.locking(opened, msvcrt.LK_NBLCK, 1)

else:
    import fcntl

    _HELD = BlockingIOError

    def _try_lock(opened: int) -> None:
        fcntl.flock(opened, fcntl.LOCK_EX | fcntl.LOCK_NB)


_SHORTEST_PAUSE_SECONDS = 0.001
_LONGEST_PAUSE_SECONDS = 0.02
_OWNER_ONLY = 0o600


@contextmanager
def locked(path: str, seconds: float, make_folder: Callable[[], None]) -> Iterator[None]:
    """Hold the lock of a file, which is made where it is missing; raises TimeoutError and other OSErrors.

    Whoever holds the lock may remove the file, and its folder when that is empty: those who wait begin anew then.
    """
    opened = _opened_alone(path, time.monotonic() + seconds, make_folder)
    try:
        yield
    finally:
        os.close(opened)


def _opened_alone(path: str, until: float, make_folder: Callable[[], None]) -> int:
    while True:
        make_folder()
        try:
            opened = os.open(path, os.O_RDWR | os.O_CREAT, _OWNER_ONLY)
        except FileNotFoundError:
            # The folder was removed between the two steps.
            _check_time(until)
            time.sleep(_SHORTEST_PAUSE_SECONDS)
            continue
        try:
            _wait(opened, until)
            if _is_at(path, opened):
                return opened
        except BaseException:
            os.close(opened)
            raise
        os.close(opened)


def _wait(opened: int, until: float) -> None:
    pause = 0.0
    while True:
        try:
            return _try_lock(opened)
        except _HELD:
            _check_time(until)
        # A random pause lets one of several waiters through; it decides nothing that is stored.
        pause = min(_LONGEST_PAUSE_SECONDS, pause * 2 + _SHORTEST_PAUSE_SECONDS)
        time.sleep(random.uniform(0, pause))  # noqa: S311 - no secret


def _is_at(path: str, opened: int) -> bool:
    """Whether an open file is still the one at its path."""
    try:
        return os.path.samestat(os.stat(path), os.fstat(opened))
    except FileNotFoundError:
        return False


def _check_time(until: float) -> None:
    if time.monotonic() > until:
        raise TimeoutError
