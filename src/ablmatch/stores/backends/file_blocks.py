"""Blocks as Markdown files and extracted values as JSON files, to be read and mended by hand.

    user/maya@example.com/USER.md       user/maya%40example.com/facts.json

Names and contents are the original's.
"""

from __future__ import annotations

import os

from ablmatch.stores.backends.owner_files import LOCK_SECONDS, Content, OwnerFiles
from ablmatch.stores.blocks import (
    Block,
    Blocks,
    BlockScope,
    Change,
    Keys,
    changed,
    check_block,
    check_owned,
    check_place,
)
from ablmatch.stores.errors import StoreError, shown
from ablmatch.stores.extracted import ExtractedValue, read_value, same_row, written_text
from ablmatch.stores.percent import block_file_part, decoded_part, extracted_part
from ablmatch.stores.times import Clock, read_timestamp, system_clock, timestamp
from ablmatch.stores.values import is_text

# Where files go unless told otherwise; also read by the original.
ROOT_VARIABLE = "KURALLE_MEMORY_DIR"
_HOME = os.path.join("~", ".kuralle")


class FileBlockStore:
    """A store of blocks over files on a local disk.

    `root`: a folder; without it the one that KURALLE_MEMORY_DIR names, else `~/.kuralle/memories`. A file holds the
    text alone: `char_limit` comes back as its length, and `updated_at` is the time of the file.
    On a file system that folds case, `Alice` and `alice` are one owner.
    """

    def __init__(
        self,
        root: str | os.PathLike[str] | None = None,
        *,
        clock: Clock = system_clock,
        lock_seconds: float = LOCK_SECONDS,
    ) -> None:
        """Nothing is read or made before the first call."""
        self._files = OwnerFiles(
            root if root is not None else _root("memories", ""), block_file_part, ".md", lock_seconds=lock_seconds
        )
        self._clock = clock

    def load(self, scope: BlockScope, owner: str, key: str) -> Block | None:
        check_place(scope, owner, key)
        return _block(self._files.read(scope, owner, key), scope, key)

    def save(self, block: Block, owner: str) -> None:
        check_place(block.scope, owner, block.key)
        check_block(block)
        written = read_timestamp(block.updated_at) or self._clock()
        with self._files.alone(block.scope, owner) as folder:
            folder.write(block.key, block.content.encode(), written)

    def delete(self, scope: BlockScope, owner: str, key: str) -> None:
        check_place(scope, owner, key)
        self._files.remove(scope, owner, key)

    def list(self, scope: BlockScope, owner: str) -> Keys:
        check_owned(scope, owner)
        return sorted({decoded_part(name) for name in self._files.names(scope, owner)})

    def update(self, scope: BlockScope, owner: str, key: str, change: Change) -> Block | None:
        check_place(scope, owner, key)
        with self._files.alone(scope, owner) as folder:
            former = _block(self._files.read(scope, owner, key), scope, key)
            block = changed(former, change, scope, key)
            if block is former:
                return former
            if block is None:
                folder.remove(self._files.name(key))
                return None
            folder.write(key, block.content.encode(), self._clock())
            return _block(self._files.read(scope, owner, key), scope, key)

    def read_all(self, scope: BlockScope, owner: str) -> Blocks:
        check_owned(scope, owner)
        found = [(_key(name), content) for name, content in self._files.read_all(scope, owner)]
        return [_block_of(content, scope, key) for key, content in sorted(found, key=lambda one: one[0])]

    def erase(self, scope: BlockScope, owner: str) -> int:
        check_owned(scope, owner)
        return self._files.remove_all(scope, owner)


class FileExtractedStore:
    """A store of extracted values over files on a local disk.

    `root`: a folder; without it `extracted` in the one that KURALLE_MEMORY_DIR names, else `~/.kuralle/extracted`.
    """

    def __init__(
        self,
        root: str | os.PathLike[str] | None = None,
        *,
        clock: Clock = system_clock,
        lock_seconds: float = LOCK_SECONDS,
    ) -> None:
        """Nothing is read or made before the first call."""
        self._files = OwnerFiles(
            root if root is not None else _root("extracted", "extracted"),
            extracted_part,
            ".json",
            lock_seconds=lock_seconds,
        )
        self._clock = clock

    def load(self, scope: BlockScope, owner: str, slug: str) -> ExtractedValue | None:
        check_place(scope, owner, slug)
        found = self._files.read(scope, owner, slug)
        return None if found is None else read_value(found.data, scope, slug)

    def save(self, value: ExtractedValue, owner: str) -> None:
        text = written_text(value, owner, self._clock)
        with self._files.alone(value.scope, owner) as folder:
            folder.write(value.slug, text.encode(), self._clock())

    def replace(self, value: ExtractedValue, owner: str, former: ExtractedValue | None) -> bool:
        text = written_text(value, owner, self._clock)
        with self._files.alone(value.scope, owner) as folder:
            if not same_row(self.load(value.scope, owner, value.slug), former):
                return False
            folder.write(value.slug, text.encode(), self._clock())
            return True

    def delete(self, scope: BlockScope, owner: str, slug: str) -> None:
        check_place(scope, owner, slug)
        self._files.remove(scope, owner, slug)

    def read_all(self, scope: BlockScope, owner: str) -> list[ExtractedValue]:
        check_owned(scope, owner)
        found = [(_key(name), content) for name, content in self._files.read_all(scope, owner)]
        return [read_value(content.data, scope, slug) for slug, content in sorted(found, key=lambda one: one[0])]

    def erase(self, scope: BlockScope, owner: str) -> int:
        check_owned(scope, owner)
        return self._files.remove_all(scope, owner)


def _root(in_home: str, in_variable: str) -> str:
    named = os.environ.get(ROOT_VARIABLE)
    root = os.path.join(named, in_variable) if named else os.path.expanduser(os.path.join(_HOME, in_home))
    if root.startswith("~"):
        raise StoreError("unavailable", f"this user has no home folder: give root=, or set {ROOT_VARIABLE}")
    return root


def _key(name: str) -> str:
    """The key or slug of a file's name, whoever gave it."""
    key = decoded_part(name)
    if not is_text(key):
        raise StoreError("schema", "a file of an owner has a name that is not UTF-8; was it made by hand?")
    return key


def _block(found: Content | None, scope: BlockScope, key: str) -> Block | None:
    return None if found is None else _block_of(found, scope, key)


def _block_of(found: Content, scope: BlockScope, key: str) -> Block:
    try:
        content = found.data.decode()
    except UnicodeDecodeError:
        raise StoreError("schema", f"the file of the block {shown(key)} is not UTF-8; was it edited by hand?") from None
    return Block(scope, key, content, len(content), None if found.written is None else timestamp(found.written))
