"""Blocks in several stores: each scope in its own, or as a function decides."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from ablmatch.stores.blocks import (
    BLOCK_SCOPES,
    Block,
    Blocks,
    BlockScope,
    BlockStore,
    Change,
    Keys,
    check_owned,
    erase_blocks,
    read_blocks,
    update_block,
)
from ablmatch.stores.errors import StoreError, shown

# Gives the store for a scope and owner.
Route = Callable[[BlockScope, str], BlockStore | None]


class RoutedBlockStore:
    """A store that hands each call to one other store, and what that raises on to the caller.

    `route`, where it is given, decides alone; else the store of the scope; else `default`; else the call raises a
    StoreError that names the scope. The stores of the scopes are given by name or as `routes`.
    """

    def __init__(
        self,
        *,
        user: BlockStore | None = None,
        agent: BlockStore | None = None,
        shared: BlockStore | None = None,
        default: BlockStore | None = None,
        routes: Mapping[BlockScope, BlockStore] | None = None,
        route: Route | None = None,
    ) -> None:
        """Raises ValueError for a route of a scope that there is not, or given twice."""
        named = {"user": user, "agent": agent, "shared": shared}
        self._routes: dict[str, BlockStore] = {scope: store for scope, store in named.items() if store is not None}
        for scope, store in (routes or {}).items():
            if scope not in BLOCK_SCOPES:
                raise ValueError(f"routes: unknown scope {shown(scope)}: use one of {', '.join(BLOCK_SCOPES)}")
            if scope in self._routes:
                raise ValueError(f"routes: the scope {scope} is given by name too: give it once")
            self._routes[scope] = store
        self._default = default
        self._route = route

    def load(self, scope: BlockScope, owner: str, key: str) -> Block | None:
        return self._store(scope, owner).load(scope, owner, key)

    def save(self, block: Block, owner: str) -> None:
        self._store(block.scope, owner).save(block, owner)

    def delete(self, scope: BlockScope, owner: str, key: str) -> None:
        self._store(scope, owner).delete(scope, owner, key)

    def list(self, scope: BlockScope, owner: str) -> Keys:
        return self._store(scope, owner).list(scope, owner)

    def update(self, scope: BlockScope, owner: str, key: str, change: Change) -> Block | None:
        return update_block(self._store(scope, owner), scope, owner, key, change)

    def read_all(self, scope: BlockScope, owner: str) -> Blocks:
        return read_blocks(self._store(scope, owner), scope, owner)

    def erase(self, scope: BlockScope, owner: str) -> int:
        return erase_blocks(self._store(scope, owner), scope, owner)

    def _store(self, scope: BlockScope, owner: str) -> BlockStore:
        check_owned(scope, owner)
        if self._route is not None:
            found = self._route(scope, owner)
            remedy = "the route function gave none"
        else:
            found = self._routes.get(scope, self._default)
            remedy = f"give RoutedBlockStore {scope}= or default="
        if found is None:
            raise StoreError("bad_key", f"no store for the scope {scope}: {remedy}")
        return found
