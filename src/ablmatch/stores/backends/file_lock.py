"""A lock among the threads and processes of one machine.

It is the system's own lock on an open file: one whose holder was killed is free at once, nobody has to judge its age.
"""

from __future__ import annotations

import os
import random
import sys
import time
from collections.abc import Iterator
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


_LONGEST_PAUSE_SECONDS = 0.02
_OWNER_ONLY = 0o600


@contextmanager
def locked(path: str, seconds: float) -> Iterator[None]:
    """Hold the lock of a file, which is made where it is missing and stays; raises TimeoutError and other OSErrors."""
    until = time.monotonic() + seconds
    opened = os.open(path, os.O_RDWR | os.O_CREAT, _OWNER_ONLY)
    try:
        pause = 0.0
        while True:
            try:
                _try_lock(opened)
                break
            except _HELD:
                if time.monotonic() > until:
                    raise TimeoutError from None
            # A random pause lets one of several waiters through; it decides nothing that is stored.
            pause = min(_LONGEST_PAUSE_SECONDS, pause * 2 + 0.001)
            time.sleep(random.uniform(0, pause))  # noqa: S311 - no secret
        yield
    finally:
        os.close(opened)
