"""An output file that appears under its name only when it is complete.

Bytes go to `.NAME.partial-XXXXXXXX` beside the target, are synced, and the file is then renamed over the target in one
step.  On an error or a signal that Python sees, the partial file is removed; after a kill that nobody sees, only the
partial file is left, and its name says what it is.
"""

from __future__ import annotations

import contextlib
import os
import secrets
import stat
from pathlib import Path
from types import TracebackType
from typing import BinaryIO, Self

from ablmatch.verify.errors import BadInput, reason, shown


class PartialFile:
    """Use as a context: write to `.file`, call `.commit()` when everything is written; leaving without it discards."""

    def __init__(self, target: str) -> None:
        self.shown = shown(target)
        # A symbolic link keeps pointing: what it points at is replaced.
        self._target = Path(os.path.realpath(target))
        if self._target.exists() and not self._target.is_file():
            raise BadInput(f"cannot write {self.shown}: it exists and is not an ordinary file")
        if not self._target.parent.is_dir():
            raise BadInput(
                f"cannot write {self.shown}: there is no folder {shown(str(self._target.parent))}: make it first"
            )
        self._partial = self._target.with_name(f".{self._target.name}.partial-{secrets.token_hex(4)}")
        flags = os.O_CREAT | os.O_EXCL | os.O_WRONLY | getattr(os, "O_BINARY", 0) | getattr(os, "O_CLOEXEC", 0)
        try:
            descriptor = os.open(self._partial, flags, 0o666)
            if os.name == "posix" and self._target.exists():
                # Who may read a file does not change because it is written anew.
                os.fchmod(descriptor, stat.S_IMODE(self._target.stat().st_mode))
        except OSError as error:
            raise self.failure(error) from None
        self.file: BinaryIO = os.fdopen(descriptor, "wb", buffering=1 << 20)
        self._finished = False

    def failure(self, error: OSError) -> BadInput:
        """The one line for a write that the system refused."""
        return BadInput(f"cannot write {self.shown}: {reason(error)}; nothing was left under that name by this run")

    def complete(self) -> None:
        """Put every byte on the disk, still under the partial name."""
        try:
            self.file.flush()
            os.fsync(self.file.fileno())
            self.file.close()
        except OSError as error:
            raise self.failure(error) from None

    def commit(self) -> None:
        """Give the completed file its name."""
        try:
            os.replace(self._partial, self._target)
            self._finished = True
            _sync_directory(self._target.parent)
        except OSError as error:
            raise self.failure(error) from None

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        if self._finished:
            return
        # On a full disk the buffer cannot be flushed either; the failure that matters is already on its way.
        with contextlib.suppress(OSError):
            self.file.close()
        self._partial.unlink(missing_ok=True)


def _sync_directory(directory: Path) -> None:
    if os.name != "posix":
        return  # other systems cannot open a directory; their rename is journalled
    descriptor = os.open(directory, os.O_RDONLY)
    try:
        os.fsync(descriptor)
    finally:
        os.close(descriptor)


def same_file(one: str, other: str) -> bool:
    """Whether two paths name one file, existing or not, through links too."""
    if os.path.realpath(one) == os.path.realpath(other):
        return True
    try:
        return os.path.samefile(one, other)
    except OSError:
        return False  # one of them does not exist, so they are two
