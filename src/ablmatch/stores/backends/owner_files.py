"""Files in a folder an owner: read, listed, and replaced as a whole, whoever else writes and whenever a process ends.

    <root>/<scope>/<owner>/<name>       and beside it `.lock`, and for a moment `.….tmp`

No message shows a path below the root: it holds the owner.
"""

from __future__ import annotations

import os
import tempfile
from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager, ExitStack, contextmanager, suppress
from datetime import UTC, datetime, timedelta
from typing import NamedTuple

from ablmatch.stores.backends.file_lock import locked
from ablmatch.stores.errors import StoreError

# How long a write waits for those of others to the same owner.
LOCK_SECONDS = 30.0
_LOCK = ".lock"
_TEMPORARY = ".tmp"
# Of the file systems in use; the suffix of a file counts too.
_MOST_NAME_BYTES = 255
# Windows leaves a point at the end of a folder's name off, so such an owner would share the folder of another.
_DROPS_LAST_POINT = os.name == "nt"
_EPOCH = datetime(1970, 1, 1, tzinfo=UTC)


class Content(NamedTuple):
    """The bytes of a file, and when it was written; None where no calendar has that time."""

    data: bytes
    written: datetime | None


class OwnerFiles:
    """The files under a root, named by the caller: `part` writes an owner or a key as one name."""

    def __init__(
        self, root: str | os.PathLike[str], part: Callable[[str], str], suffix: str, *, lock_seconds: float
    ) -> None:
        self._root = os.path.abspath(root)
        if "\0" in self._root:
            raise StoreError("bad_key", "the folder of files holds a NUL character in its name")
        self._part = part
        self._suffix = suffix
        self._lock_seconds = lock_seconds

    def read(self, scope: str, owner: str, key: str) -> Content | None:
        """A file, or None where there is none."""
        return self._content(os.path.join(self._folder(scope, owner), self.name(key)))

    def read_all(self, scope: str, owner: str) -> list[tuple[str, Content]]:
        """All files of an owner, by their names without the suffix; one that goes meanwhile is left out."""
        if not self._can_have_folder(owner):
            return []
        folder = self._folder(scope, owner)
        found = [(name, self._content(os.path.join(folder, name + self._suffix))) for name in self.names(scope, owner)]
        return [(name, content) for name, content in sorted(found) if content is not None]

    def names(self, scope: str, owner: str) -> list[str]:
        """The names of an owner's files without their suffix, as they are in the folder."""
        with self._told():
            try:
                with os.scandir(self._folder(scope, owner)) as entries:
                    found = [entry.name for entry in entries if entry.name.endswith(self._suffix) and entry.is_file()]
            except FileNotFoundError:
                return []
            return [name.removesuffix(self._suffix) for name in found if name != self._suffix]

    @contextmanager
    def alone(self, scope: str, owner: str) -> Iterator[OwnFolder]:
        """An owner's folder while nobody else writes to it; it is there as long as there is something in it."""
        with ExitStack() as held:
            with self._told():
                folder = self._folder(scope, owner)
                lock = locked(os.path.join(folder, _LOCK), self._lock_seconds, lambda: self._make(folder))
                held.enter_context(lock)
                _remove_left_over(folder)
            try:
                yield OwnFolder(folder, self.name, self._told)
            finally:
                _remove_if_empty(folder)

    def remove(self, scope: str, owner: str, key: str) -> None:
        """Remove a file; nothing happens where there is none."""
        if self._has_folder(scope, owner):
            with self.alone(scope, owner) as folder:
                folder.remove(self.name(key))

    def remove_all(self, scope: str, owner: str) -> int:
        """Remove all files of an owner; gives how many there were."""
        if not self._can_have_folder(owner) or not self._has_folder(scope, owner):
            return 0
        with self.alone(scope, owner) as folder:
            names = self.names(scope, owner)
            for name in names:
                folder.remove(name + self._suffix)
            return len(names)

    def _has_folder(self, scope: str, owner: str) -> bool:
        with self._told():
            return os.path.isdir(self._folder(scope, owner))

    def _content(self, path: str) -> Content | None:
        with self._told(), suppress(FileNotFoundError), open(path, "rb") as file:
            written = os.fstat(file.fileno()).st_mtime_ns
            return Content(file.read(), _moment(written))
        return None

    def _can_have_folder(self, owner: str) -> bool:
        """Whether `_folder` names one: an owner without has nothing here, and nothing to be removed."""
        name = self._part(owner)
        return len(name) <= _MOST_NAME_BYTES and not (_DROPS_LAST_POINT and name.endswith("."))

    def _folder(self, scope: str, owner: str) -> str:
        name = self._part(owner)
        if len(name) > _MOST_NAME_BYTES:
            raise StoreError("bad_key", f"the owner is too long for the name of a folder: {_MOST_NAME_BYTES} bytes")
        if _DROPS_LAST_POINT and name.endswith("."):
            raise StoreError("bad_key", "the owner ends in a point, as no folder of Windows can")
        return os.path.join(self._root, scope, name)

    def name(self, key: str) -> str:
        """The name of a file; raises StoreError where it is longer than file systems take."""
        name = self._part(key) + self._suffix
        if len(name) > _MOST_NAME_BYTES:
            raise StoreError("bad_key", f"the key is too long for the name of a file: {_MOST_NAME_BYTES} bytes")
        return name

    def _make(self, folder: str) -> None:
        """Make an owner's folder and those above it, and see to it that they are on the disk."""
        missing = []
        above = folder
        while not os.path.isdir(above):
            missing.append(above)
            above = os.path.dirname(above)
        for path in reversed(missing):
            with suppress(FileExistsError):
                os.mkdir(path, 0o700)
            _sync(os.path.dirname(path))

    @contextmanager
    def _told(self) -> Iterator[None]:
        """Errors of the system as ours; their own words hold the path."""
        try:
            yield
        except TimeoutError:
            remedy = f"another has been writing for {self._lock_seconds:g} s; try again"
            raise StoreError("conflict", f"the files of an owner in {self._root} are locked: {remedy}") from None
        except OSError as error:
            why = (error.strerror or type(error).__name__).lower()
            raise StoreError("unavailable", f"the files in {self._root} cannot be used: {why}") from None


class OwnFolder:
    """An owner's folder in the hands of one who holds its lock."""

    def __init__(
        self, folder: str, name: Callable[[str], str], told: Callable[[], AbstractContextManager[None]]
    ) -> None:
        self._folder = folder
        self._name = name
        self._told = told

    def write(self, key: str, data: bytes, written: datetime) -> None:
        """Put a file in the place of the one with its name; whoever reads sees the old or the new one, whole."""
        nanoseconds = (written - _EPOCH) // timedelta(microseconds=1) * 1000
        target = os.path.join(self._folder, self._name(key))
        with self._told():
            # Its name is random, and it is made readable by its owner alone.
            opened, temporary = tempfile.mkstemp(dir=self._folder, prefix=".", suffix=_TEMPORARY)
            try:
                with open(opened, "wb") as file:
                    file.write(data)
                    file.flush()
                    os.fsync(file.fileno())
                os.utime(temporary, ns=(nanoseconds, nanoseconds))
                os.replace(temporary, target)
            except BaseException:
                with suppress(FileNotFoundError):
                    os.unlink(temporary)
                raise
            _sync(self._folder)

    def remove(self, name: str) -> None:
        """Remove a file by its whole name; nothing happens where there is none."""
        with self._told(), suppress(FileNotFoundError):
            os.unlink(os.path.join(self._folder, name))
            _sync(self._folder)


def _remove_if_empty(folder: str) -> None:
    """Remove an owner's folder with nothing but the lock in it: its name is the owner's.

    It stays where the system does not let go of an open file, or somebody else just put something there.
    """
    with suppress(OSError):
        if os.listdir(folder) == [_LOCK]:
            os.unlink(os.path.join(folder, _LOCK))
            os.rmdir(folder)


def _remove_left_over(folder: str) -> None:
    """Remove what a process that was killed had begun to write: while the lock is held, nobody is at it."""
    with os.scandir(folder) as entries:
        left_over = [entry.path for entry in entries if entry.name[:1] == "." and entry.name.endswith(_TEMPORARY)]
    for path in left_over:
        os.unlink(path)


def _sync(folder: str) -> None:
    """Wait until the names in a folder are on the disk; Windows cannot be asked to."""
    if os.name == "nt":
        return
    opened = os.open(folder, os.O_RDONLY)
    try:
        os.fsync(opened)
    finally:
        os.close(opened)


def _moment(nanoseconds: int) -> datetime | None:
    try:
        return _EPOCH + timedelta(microseconds=nanoseconds // 1000)
    except OverflowError:
        return None
