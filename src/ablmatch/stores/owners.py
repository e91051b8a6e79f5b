"""Whose memory, and which block: the ids that the runtime lets through to a store.

A store keeps any two owners apart, whatever they are called. This check stands before it: an id with a line break or a
slash in it is somebody's mistake or attempt, and has no memory.
"""

from __future__ import annotations

import re

from ablmatch.stores.checking import MOST_ID_BYTES
from ablmatch.stores.errors import StoreError, shown

# Whole ASCII: `\w` would let through letters that look like others.
_ALLOWED = re.compile(rf"[A-Za-z0-9._@+:~|-]{{1,{MOST_ID_BYTES}}}")
# What an id is to be, as the end of a message.
ALLOWED = f"use up to {MOST_ID_BYTES} letters and digits of ASCII and . _ @ + : ~ | -"


class InvalidOwner(StoreError):
    """An owner that is not allowed; its code is `bad_key`, and its text does not show the owner."""

    def __init__(self) -> None:
        super().__init__("bad_key", f"the owner holds a character that is not allowed, or is too long: {ALLOWED}")


class InvalidBlockKey(StoreError):
    """A block key that is not allowed; its code is `bad_key`."""

    def __init__(self, key: object) -> None:
        super().__init__("bad_key", f"the block key {shown(key)} is not allowed: {ALLOWED}")


def is_allowed(text: object) -> bool:
    """Whether a text may be an owner or a block key: 1 to 512 ASCII letters, digits and `. _ @ + : ~ | -`.

    Never raises. Missing and blank ids are not allowed either; whoever treats them in another way asks before.
    """
    return isinstance(text, str) and _ALLOWED.fullmatch(text) is not None


def check_owner(owner: object) -> None:
    """Raise InvalidOwner unless `is_allowed`."""
    if not is_allowed(owner):
        raise InvalidOwner


def check_block_key(key: object) -> None:
    """Raise InvalidBlockKey unless `is_allowed`."""
    if not is_allowed(key):
        raise InvalidBlockKey(key)
