"""Stores behind the check of owners and keys: what the runtime hands out is always one of these."""

from __future__ import annotations

from ablmatch.stores.blocks import (
    Block,
    Blocks,
    BlockScope,
    BlockStore,
    Change,
    Keys,
    erase_blocks,
    read_blocks,
    update_block,
)
from ablmatch.stores.extracted import ExtractedStore, ExtractedValue, erase_values, read_values, replace_value
from ablmatch.stores.owners import check_block_key, check_owner


class CheckedBlockStore:
    """A store of blocks whose owners and keys are checked at every call, before the store behind it sees them.

    Raises InvalidOwner and InvalidBlockKey.
    """

    def __init__(self, store: BlockStore) -> None:
        self.store = store

    def load(self, scope: BlockScope, owner: str, key: str) -> Block | None:
        check_owner(owner)
        check_block_key(key)
        return self.store.load(scope, owner, key)

    def save(self, block: Block, owner: str) -> None:
        check_owner(owner)
        check_block_key(block.key)
        self.store.save(block, owner)

    def delete(self, scope: BlockScope, owner: str, key: str) -> None:
        check_owner(owner)
        check_block_key(key)
        self.store.delete(scope, owner, key)

    def list(self, scope: BlockScope, owner: str) -> Keys:
        check_owner(owner)
        return self.store.list(scope, owner)

    def update(self, scope: BlockScope, owner: str, key: str, change: Change) -> Block | None:
        check_owner(owner)
        check_block_key(key)
        return update_block(self.store, scope, owner, key, change)

    def read_all(self, scope: BlockScope, owner: str) -> Blocks:
        check_owner(owner)
        return read_blocks(self.store, scope, owner)

    def erase(self, scope: BlockScope, owner: str) -> int:
        check_owner(owner)
        return erase_blocks(self.store, scope, owner)


class CheckedExtractedStore:
    """A store of extracted values whose owners are checked at every call; slugs come from the configuration."""

    def __init__(self, store: ExtractedStore) -> None:
        self.store = store

    def load(self, scope: BlockScope, owner: str, slug: str) -> ExtractedValue | None:
        check_owner(owner)
        return self.store.load(scope, owner, slug)

    def save(self, value: ExtractedValue, owner: str) -> None:
        check_owner(owner)
        self.store.save(value, owner)

    def delete(self, scope: BlockScope, owner: str, slug: str) -> None:
        check_owner(owner)
        self.store.delete(scope, owner, slug)

    def replace(self, value: ExtractedValue, owner: str, former: ExtractedValue | None) -> bool:
        check_owner(owner)
        return replace_value(self.store, value, owner, former)

    def read_all(self, scope: BlockScope, owner: str) -> list[ExtractedValue]:
        check_owner(owner)
        return read_values(self.store, scope, owner)

    def erase(self, scope: BlockScope, owner: str) -> int:
        check_owner(owner)
        return erase_values(self.store, scope, owner)
