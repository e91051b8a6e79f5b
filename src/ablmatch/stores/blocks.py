"""Blocks: short texts that an agent keeps about a user or for itself, and what a store of them does.

A block lies under a scope, an owner and a key; no two of them ever meet. A store neither limits nor scans: that is for
the tool that the model calls.
"""

from __future__ import annotations

import threading
from collections.abc import Callable
from typing import Literal, Protocol, TypeAlias, get_args

from msgspec import Struct

from ablmatch.stores.checking import MOST_ID_BYTES, text_fault
from ablmatch.stores.errors import StoreError, shown
from ablmatch.stores.times import read_timestamp

BlockScope = Literal["user", "agent", "shared"]
BLOCK_SCOPES: tuple[BlockScope, ...] = get_args(BlockScope)
DEFAULT_CHAR_LIMIT = 10_000
# The largest number of a column of the SQL layout.
_MOST_CHARS = 2**31 - 1
_FIRST_YEAR = 1970
_LOCKS = tuple(threading.RLock() for _ in range(64))


class Block(Struct):
    """A block of memory: Markdown of at most `char_limit` code points.

    `updated_at` is ISO 8601; a store fills it in where it is None. Stores copy: a change of this object changes no
    memory, and a change of memory does not change this object.
    """

    scope: BlockScope
    key: str
    content: str
    char_limit: int = DEFAULT_CHAR_LIMIT
    updated_at: str | None = None


# `list` is the name of a method below.
Keys: TypeAlias = list[str]
Blocks: TypeAlias = list[Block]
# Given what is stored, or None, returns what is to be stored, or None to delete it. May be called several times, so it
# has no effects of its own and does not call the store; what it raises leaves everything as it was.
Change = Callable[[Block | None], Block | None]


class BlockStore(Protocol):
    """What every store of blocks has; any object with these four calls is one. Failures are StoreErrors."""

    def load(self, scope: BlockScope, owner: str, key: str) -> Block | None:
        """The block, or None where there is none."""
        ...

    def save(self, block: Block, owner: str) -> None:
        """Store a block in place of the one with its scope and key."""
        ...

    def delete(self, scope: BlockScope, owner: str, key: str) -> None:
        """Remove a block; nothing happens where there is none."""
        ...

    def list(self, scope: BlockScope, owner: str) -> Keys:
        """The keys of an owner's blocks, in the order of their code points."""
        ...


def erase_blocks(store: BlockStore, scope: BlockScope, owner: str) -> int:
    """Remove every block of an owner and give how many there were.

    A store of ours has `erase(scope, owner)`, which also finds those that no list shows; another loses what it lists.
    """
    erase = getattr(store, "erase", None)
    if callable(erase):
        return int(erase(scope, owner))
    keys = store.list(scope, owner)
    for key in keys:
        store.delete(scope, owner, key)
    return len(keys)


def read_blocks(store: BlockStore, scope: BlockScope, owner: str) -> Blocks:
    """Every block of an owner, by key in the order of code points: what `erase_blocks` would remove.

    A store of ours has `read_all(scope, owner)`, which also finds those that no list shows; of another it is what it
    lists. Raises StoreError where one is damaged: none is left out.
    """
    read_all = getattr(store, "read_all", None)
    if callable(read_all):
        return list(read_all(scope, owner))
    found = []
    for key in sorted(store.list(scope, owner)):
        block = store.load(scope, owner, key)
        if block is not None:
            found.append(block)
        # One that was deleted meanwhile is in no list any more.
        elif key in store.list(scope, owner):
            raise StoreError("schema", f"the block {shown(key)} is listed but cannot be read; was it edited by hand?")
    return found


def update_block(store: BlockStore, scope: BlockScope, owner: str, key: str, change: Change) -> Block | None:
    """Store what `change` makes of a block, atomically, and give what is then stored; nothing is written for no change.

    A store of ours has `update(scope, owner, key, change)`, which reads, changes and writes with nobody in between,
    whatever process they are in. One without is guarded among the threads of this process, not against other processes
    and not against those who call its `save` and `delete` directly.
    """
    update = getattr(store, "update", None)
    if callable(update):
        made: Block | None = update(scope, owner, key, change)
        return made
    # One of a fixed number of locks, so that none has to be forgotten; two blocks that share one only wait.
    with _LOCKS[hash((id(store), scope, owner, key)) % len(_LOCKS)]:
        former = store.load(scope, owner, key)
        block = changed(former, change, scope, key)
        if block is former:
            return former
        if block is None:
            store.delete(scope, owner, key)
            return None
        store.save(block, owner)
        return store.load(scope, owner, key)


def changed(former: Block | None, change: Change, scope: BlockScope, key: str) -> Block | None:
    """What `change` makes of a block, checked; `former` itself where that is the same text and limit.

    The time of a change is the store's to tell, so the result has none.
    """
    made = change(None if former is None else copy_of(former))
    if made is None:
        return None
    if (made.scope, made.key) != (scope, key):
        raise StoreError("bad_key", f"the change of the block {shown(key)} gave a block of another scope or key")
    check_block(made)
    if former is not None and (made.content, made.char_limit) == (former.content, former.char_limit):
        return former
    return Block(scope, key, made.content, made.char_limit)


def copy_of(block: Block) -> Block:
    """A block of its own with the same fields."""
    return Block(block.scope, block.key, block.content, block.char_limit, block.updated_at)


# --- What every store refuses before it touches its medium, so that all of them refuse the same ---------------------


def check_place(scope: object, owner: object, key: object) -> None:
    """Raise StoreError for a scope, owner or key that no store takes."""
    check_owned(scope, owner)
    fault = text_fault(key, MOST_ID_BYTES)
    if fault is not None:
        raise StoreError("bad_key", f"the key {shown(key)} {fault}")


def check_owned(scope: object, owner: object) -> None:
    """Raise StoreError for a scope or owner that no store takes. Owners may be personal data: no message shows one."""
    if scope not in BLOCK_SCOPES:
        raise StoreError("bad_key", f"unknown scope {shown(scope)}: use one of {', '.join(BLOCK_SCOPES)}")
    fault = text_fault(owner, MOST_ID_BYTES)
    if fault is not None:
        raise StoreError("bad_key", f"the owner {fault}")


def check_block(block: Block) -> None:
    """Raise StoreError for a text, limit or time that no store takes."""
    name = f"the block {shown(block.key)}"
    if not isinstance(block.content, str):
        raise StoreError("bad_value", f"the content of {name} is a {type(block.content).__name__}, not text")
    fault = text_fault(block.content, None) if block.content else None
    if fault is not None:
        raise StoreError("bad_value", f"the content of {name} {fault}")
    if type(block.char_limit) is not int or not 0 <= block.char_limit <= _MOST_CHARS:
        raise StoreError("bad_value", f"the char_limit of {name} must be a whole number from 0 to {_MOST_CHARS:,}")
    if block.updated_at is not None:
        moment = read_timestamp(block.updated_at)
        # A file system knows no times before that.
        if moment is None or moment.year < _FIRST_YEAR:
            raise StoreError("bad_value", f"the updated_at of {name} must be an ISO 8601 time from 1970 on, or None")
