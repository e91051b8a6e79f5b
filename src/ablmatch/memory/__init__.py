"""Agent memory: blocks that an agent keeps, values that a model extracts, and the stores of both.

Nothing is loaded before its name is asked for, and no driver before a store that needs it is made.
"""

from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from ablmatch.memory.default_store import set_default_block_store
    from ablmatch.memory.extraction import ExtractionFailure, ExtractionResult
    from ablmatch.memory.extractors import ExtractionContext, Extractor, ExtractorError, define_extractor
    from ablmatch.memory.facts import facts_extractor
    from ablmatch.memory.lexical import lexical_score
    from ablmatch.memory.models import ModelError, OpenAIModel
    from ablmatch.memory.preload import Preload
    from ablmatch.memory.recall import Recall, RecallRun
    from ablmatch.memory.scanner import UnsafeContent, scan_memory_write
    from ablmatch.memory.sessions import Sessions, SessionUserError
    from ablmatch.memory.tool_schemas import anthropic_tool, openai_tool
    from ablmatch.memory.working import BlockSpec, WorkingMemory, WorkingMemoryRun
    from ablmatch.stores.backends.file_blocks import FileBlockStore, FileExtractedStore
    from ablmatch.stores.backends.memory_blocks import InMemoryBlockStore, InMemoryExtractedStore
    from ablmatch.stores.backends.redis_blocks import RedisBlockStore, RedisExtractedStore
    from ablmatch.stores.backends.sql_blocks import SqlBlockStore
    from ablmatch.stores.backends.sql_extracted import SqlExtractedStore
    from ablmatch.stores.blocks import Block, BlockStore, erase_blocks, read_blocks, update_block
    from ablmatch.stores.checked import CheckedBlockStore, CheckedExtractedStore
    from ablmatch.stores.errors import StoreError
    from ablmatch.stores.extracted import ExtractedStore, ExtractedValue, erase_values, read_values
    from ablmatch.stores.owners import InvalidBlockKey, InvalidOwner, is_allowed
    from ablmatch.stores.routed import RoutedBlockStore
    from ablmatch.stores.tiered import TieredBlockStore

__all__ = [
    "Block",
    "BlockSpec",
    "BlockStore",
    "CheckedBlockStore",
    "CheckedExtractedStore",
    "ExtractedStore",
    "ExtractedValue",
    "ExtractionContext",
    "ExtractionFailure",
    "ExtractionResult",
    "Extractor",
    "ExtractorError",
    "FileBlockStore",
    "FileExtractedStore",
    "InMemoryBlockStore",
    "InMemoryExtractedStore",
    "InvalidBlockKey",
    "InvalidOwner",
    "ModelError",
    "OpenAIModel",
    "Preload",
    "Recall",
    "RecallRun",
    "RedisBlockStore",
    "RedisExtractedStore",
    "RoutedBlockStore",
    "SessionUserError",
    "Sessions",
    "SqlBlockStore",
    "SqlExtractedStore",
    "StoreError",
    "TieredBlockStore",
    "UnsafeContent",
    "WorkingMemory",
    "WorkingMemoryRun",
    "anthropic_tool",
    "define_extractor",
    "erase_blocks",
    "erase_values",
    "facts_extractor",
    "is_allowed",
    "lexical_score",
    "openai_tool",
    "read_blocks",
    "read_values",
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
    "ExtractionContext": "ablmatch.memory.extractors",
    "ExtractionFailure": "ablmatch.memory.extraction",
    "ExtractionResult": "ablmatch.memory.extraction",
    "Extractor": "ablmatch.memory.extractors",
    "ExtractorError": "ablmatch.memory.extractors",
    "FileBlockStore": "ablmatch.stores.backends.file_blocks",
    "FileExtractedStore": "ablmatch.stores.backends.file_blocks",
    "InMemoryBlockStore": "ablmatch.stores.backends.memory_blocks",
    "InMemoryExtractedStore": "ablmatch.stores.backends.memory_blocks",
    "InvalidBlockKey": "ablmatch.stores.owners",
    "InvalidOwner": "ablmatch.stores.owners",
    "ModelError": "ablmatch.memory.models",
    "OpenAIModel": "ablmatch.memory.models",
    "Preload": "ablmatch.memory.preload",
    "Recall": "ablmatch.memory.recall",
    "RecallRun": "ablmatch.memory.recall",
    "RedisBlockStore": "ablmatch.stores.backends.redis_blocks",
    "RedisExtractedStore": "ablmatch.stores.backends.redis_blocks",
    "RoutedBlockStore": "ablmatch.stores.routed",
    "SessionUserError": "ablmatch.memory.sessions",
    "Sessions": "ablmatch.memory.sessions",
    "SqlBlockStore": "ablmatch.stores.backends.sql_blocks",
    "SqlExtractedStore": "ablmatch.stores.backends.sql_extracted",
    "StoreError": "ablmatch.stores.errors",
    "TieredBlockStore": "ablmatch.stores.tiered",
    "UnsafeContent": "ablmatch.memory.scanner",
    "WorkingMemory": "ablmatch.memory.working",
    "WorkingMemoryRun": "ablmatch.memory.working",
    "anthropic_tool": "ablmatch.memory.tool_schemas",
    "define_extractor": "ablmatch.memory.extractors",
    "erase_blocks": "ablmatch.stores.blocks",
    "erase_values": "ablmatch.stores.extracted",
    "facts_extractor": "ablmatch.memory.facts",
    "is_allowed": "ablmatch.stores.owners",
    "lexical_score": "ablmatch.memory.lexical",
    "openai_tool": "ablmatch.memory.tool_schemas",
    "read_blocks": "ablmatch.stores.blocks",
    "read_values": "ablmatch.stores.extracted",
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
