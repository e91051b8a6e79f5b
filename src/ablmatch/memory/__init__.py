"""Agent memory: blocks that an agent keeps, values that a model extracts, and the stores of both.

Nothing is loaded before its name is asked for, and no driver before a store that needs it is made.
"""

from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from ablmatch.memory.default_store import set_default_block_store
    from ablmatch.memory.scanner import UnsafeContent, scan_memory_write
    from ablmatch.memory.sessions import Sessions, SessionUserError
    from ablmatch.memory.tool_schemas import anthropic_tool, openai_tool
    from ablmatch.memory.working import BlockSpec, WorkingMemory, WorkingMemoryRun
    from ablmatch.stores.backends.memory_blocks import InMemoryBlockStore, InMemoryExtractedStore
    from ablmatch.stores.blocks import Block, BlockStore, update_block
    from ablmatch.stores.checked import CheckedBlockStore, CheckedExtractedStore
    from ablmatch.stores.errors import StoreError
    from ablmatch.stores.extracted import ExtractedStore, ExtractedValue
    from ablmatch.stores.owners import InvalidBlockKey, InvalidOwner, is_allowed

__all__ = [
    "Block",
    "BlockSpec",
    "BlockStore",
    "CheckedBlockStore",
    "CheckedExtractedStore",
    "ExtractedStore",
    "ExtractedValue",
    "InMemoryBlockStore",
    "InMemoryExtractedStore",
    "InvalidBlockKey",
    "InvalidOwner",
    "SessionUserError",
    "Sessions",
    "StoreError",
    "UnsafeContent",
    "WorkingMemory",
    "WorkingMemoryRun",
    "anthropic_tool",
    "is_allowed",
    "openai_tool",
    "scan_memory_write",
    "set_default_block_store",
    "update_block",
]

_WHERE = {
    "Block": "ablmatch.stores.blocks",
    "BlockSpec": "ablmatch.memory.working",
    "BlockStore": "ablmatch.stores.blocks",
    "CheckedBlockStore": "ablmatch.stores.checked",
    "CheckedExtractedStore": "ablmatch.stores.checked",
    "ExtractedStore": "ablmatch.stores.extracted",
    "ExtractedValue": "ablmatch.stores.extracted",
    "InMemoryBlockStore": "ablmatch.stores.backends.memory_blocks",
    "InMemoryExtractedStore": "ablmatch.stores.backends.memory_blocks",
    "InvalidBlockKey": "ablmatch.stores.owners",
    "InvalidOwner": "ablmatch.stores.owners",
    "SessionUserError": "ablmatch.memory.sessions",
    "Sessions": "ablmatch.memory.sessions",
    "StoreError": "ablmatch.stores.errors",
    "UnsafeContent": "ablmatch.memory.scanner",
    "WorkingMemory": "ablmatch.memory.working",
    "WorkingMemoryRun": "ablmatch.memory.working",
    "anthropic_tool": "ablmatch.memory.tool_schemas",
    "is_allowed": "ablmatch.stores.owners",
    "openai_tool": "ablmatch.memory.tool_schemas",
    "scan_memory_write": "ablmatch.memory.scanner",
    "set_default_block_store": "ablmatch.memory.default_store",
    "update_block": "ablmatch.stores.blocks",
}


def __getattr__(name: str) -> Any:
    if name not in _WHERE:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    from importlib import import_module

    found = getattr(import_module(_WHERE[name]), name)
    globals()[name] = found
    return found
