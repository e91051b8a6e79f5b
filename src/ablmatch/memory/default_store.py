"""Where blocks are kept when working memory is not told: the default of the process, or files that were imported."""

from __future__ import annotations

import sys
from collections.abc import Sequence
from typing import Any

from ablmatch.stores import open_block_store, open_extracted_store
from ablmatch.stores.blocks import BlockStore
from ablmatch.stores.extracted import ExtractedStore

_FACE = "ablmatch.memory"
_CALLS = ("load", "save", "delete", "list")
_EXTRACTED_CALLS = ("load", "save", "delete")
_default: list[BlockStore] = []


def set_default_block_store(store: BlockStore | None) -> None:
    """Name the store of every `WorkingMemory` that is made from now on without one; None for no default."""
    _default[:] = [] if store is None else [checked_calls(store)]


def resolved_block_store(store: BlockStore | str | None) -> BlockStore:
    """The store given, or of its URL; else the default of the process; else files, if `FileBlockStore` was imported.

    Raises ValueError where there is none of them, StoreError where a URL cannot be opened.
    """
    if isinstance(store, str):
        return open_block_store(store)
    if store is not None:
        return checked_calls(store)
    if _default:
        return _default[0]
    # The face looks a name up when it is imported from there, and keeps it.
    if "FileBlockStore" in vars(sys.modules[_FACE]):
        from ablmatch.stores.backends.file_blocks import FileBlockStore

        return FileBlockStore()
    raise ValueError(
        "working memory has no store: give WorkingMemory(store=...), name one for the process by "
        "set_default_block_store(...), or import FileBlockStore from ablmatch.memory to have files"
    )


def checked_calls(store: Any) -> BlockStore:
    """The store itself; raises ValueError for an object without the calls of one."""
    _check_calls(store, _CALLS, "block store")
    found: BlockStore = store
    return found


def resolved_extracted_store(store: ExtractedStore | str) -> ExtractedStore:
    """The store of extracted values given, or of its URL.

    Raises ValueError for an object without the calls of one, StoreError where a URL cannot be opened.
    """
    if isinstance(store, str):
        return open_extracted_store(store)
    _check_calls(store, _EXTRACTED_CALLS, "store of extracted values")
    # One of ours for blocks has these calls, too, for other things; one of anybody else's may have a list of its own.
    if type(store).__module__.startswith("ablmatch.") and hasattr(store, "list"):
        raise ValueError(f"a {type(store).__name__} is a store of blocks: recall needs one of extracted values")
    return store


def _check_calls(store: object, calls: Sequence[str], what: str) -> None:
    missing = [name for name in calls if not callable(getattr(store, name, None))]
    if missing:
        raise ValueError(f"a {type(store).__name__} is no {what}: it has no {', '.join(missing)}")
