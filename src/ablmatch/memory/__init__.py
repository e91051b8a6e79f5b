"""Agent memory: blocks that an agent keeps, values that a model extracts, and the stores of both.

Nothing is loaded before its name is asked for, and no driver before a store that needs it is made.
"""

from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from ablmatch.memory.scanner import UnsafeContent, scan_memory_write
    from ablmatch.stores.backends.memory_blocks import InMemoryBlockStore, InMemoryExtractedStore
    from ablmatch.stores.blocks import Block, BlockStore, update_block
    from ablmatch.stores.checked import CheckedBlockStore, CheckedExtractedStore
    from ablmatch.stores.errors import StoreError
    from ablmatch.stores.extracted import ExtractedStore, ExtractedValue
    from ablmatch.stores.owners import InvalidBlockKey, InvalidOwner, is_allowed

__all__ = [
    "Block",
    "BlockStore",
    "CheckedBlockStore",
    "CheckedExtractedStore",
    "ExtractedStore",
    "ExtractedValue",
    "InMemoryBlockStore",
    "InMemoryExtractedStore",
    "InvalidBlockKey",
    "InvalidOwner",
    "StoreError",
    "UnsafeContent",
    "is_allowed",
    "scan_memory_write",
    "update_block",
]

_WHERE = {
    "Block": "ablmatch.stores.blocks",
    "BlockStore": "ablmatch.stores.blocks",
    "CheckedBlockStore": "ablmatch.stores.checked",
    "CheckedExtractedStore": "ablmatch.stores.checked",
    "ExtractedStore": "ablmatch.stores.extracted",
    "ExtractedValue": "ablmatch.stores.extracted",
    "InMemoryBlockStore": "ablmatch.stores.backends.memory_blocks",
    "InMemoryExtractedStore": "ablmatch.stores.backends.memory_blocks",
    "InvalidBlockKey": "ablmatch.stores.owners",
    "InvalidOwner": "ablmatch.stores.owners",
    "StoreError": "ablmatch.stores.errors",
    "UnsafeContent": "ablmatch.memory.scanner",
    "is_allowed": "ablmatch.stores.owners",
    "scan_memory_write": "ablmatch.memory.scanner",
    "update_block": "ablmatch.stores.blocks",
}


def __getattr__(name: str) -> Any:
    if name not in _WHERE:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    from importlib import import_module

    found = getattr(import_module(_WHERE[name]), name)
    globals()[name] = found
    return found
