"""Extracted values: what a model drew from conversations about an owner, one JSON value a slug.

They share no storage and no name with blocks. No store has to list slugs, which come from the configuration; ours can
tell and erase all that an owner has.
"""

from __future__ import annotations

import threading
from typing import Any, Protocol

import msgspec
from msgspec import Struct

from ablmatch.stores.blocks import BlockScope, check_place
from ablmatch.stores.errors import StoreError, shown
from ablmatch.stores.times import Clock, timestamp
from ablmatch.stores.values import encode

_LOCKS = tuple(threading.Lock() for _ in range(64))


class ExtractedValue(Struct):
    """The value of one extractor for one owner: any JSON. `updated_at` is ISO 8601; a store fills it in for None."""

    slug: str
    scope: BlockScope
    value: Any
    updated_at: str | None = None


class ExtractedStore(Protocol):
    """What every store of extracted values has; any object with these three calls is one. Failures are StoreErrors.

    Stores copy: a change of an object given or returned changes no memory.
    """

    def load(self, scope: BlockScope, owner: str, slug: str) -> ExtractedValue | None:
        """The value, or None where none was ever stored."""
        ...

    def save(self, value: ExtractedValue, owner: str) -> None:
        """Store a value in place of the one with its scope and slug."""
        ...

    def delete(self, scope: BlockScope, owner: str, slug: str) -> None:
        """Remove a value; nothing happens where there is none."""
        ...


def replace_value(store: ExtractedStore, value: ExtractedValue, owner: str, former: ExtractedValue | None) -> bool:
    """Store a value if what is stored is still `former`; gives whether it was.

    A store of ours has `replace(value, owner, former)`, which looks and writes with nobody in between, whatever process
    they are in. One without is guarded among the threads of this process, not against other processes and
    not against those who call its `save` and `delete` directly.
    """
    replace = getattr(store, "replace", None)
    if callable(replace):
        return bool(replace(value, owner, former))
    # One of a fixed number of locks, so that none has to be forgotten; two values that share one only wait.
    with _LOCKS[hash((value.scope, owner, value.slug)) % len(_LOCKS)]:
        if not same_row(store.load(value.scope, owner, value.slug), former):
            return False
        store.save(value, owner)
        return True


def erase_values(store: ExtractedStore, scope: BlockScope, owner: str) -> int:
    """Remove every value of an owner and give how many there were.

    Raises StoreError (`unavailable`) for a store without `erase` of its own: it has no list of what there is.
    """
    erase = getattr(store, "erase", None)
    if not callable(erase):
        remedy = "give it erase(scope, owner), or delete the slugs of the configuration one by one"
        raise StoreError("unavailable", f"a {type(store).__name__} cannot erase what an owner has: {remedy}")
    return int(erase(scope, owner))


def read_values(store: ExtractedStore, scope: BlockScope, owner: str) -> list[ExtractedValue]:
    """Every value of an owner, by slug in the order of code points: what `erase_values` would remove.

    Raises StoreError (`unavailable`) for a store without `read_all` of its own, as above, and where a value is damaged:
    none is left out.
    """
    read_all = getattr(store, "read_all", None)
    if not callable(read_all):
        remedy = "give it read_all(scope, owner), or load the slugs of the configuration one by one"
        raise StoreError("unavailable", f"a {type(store).__name__} cannot tell what an owner has: {remedy}")
    return list(read_all(scope, owner))


def same_row(one: ExtractedValue | None, other: ExtractedValue | None) -> bool:
    """Whether two values are one: 1 and true differ, and so do two times."""
    return msgspec.json.encode(one) == msgspec.json.encode(other)


def written_text(value: ExtractedValue, owner: str, clock: Clock) -> str:
    """The JSON of a value as stores keep it; raises StoreError for what no store takes.

    The time is kept as it is, even where it is no time: whoever reads it has to cope with rows of others anyway.
    """
    check_place(value.scope, owner, value.slug)
    updated_at = timestamp(clock()) if value.updated_at is None else value.updated_at
    if not isinstance(updated_at, str):
        raise StoreError("bad_value", f"the updated_at of {shown(value.slug)} must be an ISO 8601 time or None")
    row = {"slug": value.slug, "scope": value.scope, "value": value.value, "updatedAt": updated_at}
    return encode(row, value.slug)


class _Row(Struct, rename="camel"):
    value: Any
    updated_at: str | None = None


_ROW = msgspec.json.Decoder(_Row)


def read_value(text: str | bytes, scope: BlockScope, slug: str) -> ExtractedValue:
    """The value of a text that a store kept; StoreError where it is damaged, which is not as if it were missing."""
    try:
        row = _ROW.decode(text)
    except (ValueError, RecursionError):
        raise StoreError("schema", f"the value stored for {shown(slug)} is damaged; was it edited by hand?") from None
    return ExtractedValue(slug, scope, row.value, row.updated_at)
