"""Blocks and extracted values in the memory of this process: gone with it, shared by its threads."""

from __future__ import annotations

import threading

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
    copy_of,
)
from ablmatch.stores.extracted import ExtractedValue, read_value, same_row, written_text
from ablmatch.stores.times import Clock, system_clock, timestamp


class InMemoryBlockStore:
    """A store of blocks over dictionaries; whatever time a block carries, it is stored with the time of the save."""

    def __init__(self, *, clock: Clock = system_clock) -> None:
        self._clock = clock
        # A change may look at other blocks of the store.
        self._lock = threading.RLock()
        self._blocks: dict[str, dict[str, dict[str, Block]]] = {}

    def load(self, scope: BlockScope, owner: str, key: str) -> Block | None:
        check_place(scope, owner, key)
        with self._lock:
            found = self._of(scope, owner).get(key)
            return None if found is None else copy_of(found)

    def save(self, block: Block, owner: str) -> None:
        check_place(block.scope, owner, block.key)
        check_block(block)
        kept = copy_of(block)
        kept.updated_at = timestamp(self._clock())
        with self._lock:
            self._blocks.setdefault(block.scope, {}).setdefault(owner, {})[block.key] = kept

    def delete(self, scope: BlockScope, owner: str, key: str) -> None:
        check_place(scope, owner, key)
        with self._lock:
            held = self._of(scope, owner)
            held.pop(key, None)
            if not held:
                self._blocks.get(scope, {}).pop(owner, None)

    def list(self, scope: BlockScope, owner: str) -> Keys:
        check_owned(scope, owner)
        with self._lock:
            return sorted(self._of(scope, owner))

    def update(self, scope: BlockScope, owner: str, key: str, change: Change) -> Block | None:
        with self._lock:
            former = self.load(scope, owner, key)
            block = changed(former, change, scope, key)
            if block is former:
                return former
            if block is None:
                self.delete(scope, owner, key)
                return None
            self.save(block, owner)
            return self.load(scope, owner, key)

    def read_all(self, scope: BlockScope, owner: str) -> Blocks:
        check_owned(scope, owner)
        with self._lock:
            return [copy_of(block) for _, block in sorted(self._of(scope, owner).items())]

    def erase(self, scope: BlockScope, owner: str) -> int:
        check_owned(scope, owner)
        with self._lock:
            return len(self._blocks.get(scope, {}).pop(owner, {}))

    def _of(self, scope: str, owner: str) -> dict[str, Block]:
        return self._blocks.get(scope, {}).get(owner, {})


class InMemoryExtractedStore:
    """A store of extracted values over a dictionary, kept as text."""

    def __init__(self, *, clock: Clock = system_clock) -> None:
        self._clock = clock
        self._lock = threading.RLock()
        self._texts: dict[tuple[str, str, str], str] = {}

    def load(self, scope: BlockScope, owner: str, slug: str) -> ExtractedValue | None:
        check_place(scope, owner, slug)
        text = self._texts.get((scope, owner, slug))
        return None if text is None else read_value(text, scope, slug)

    def save(self, value: ExtractedValue, owner: str) -> None:
        text = written_text(value, owner, self._clock)
        with self._lock:
            self._texts[value.scope, owner, value.slug] = text

    def delete(self, scope: BlockScope, owner: str, slug: str) -> None:
        check_place(scope, owner, slug)
        with self._lock:
            self._texts.pop((scope, owner, slug), None)

    def replace(self, value: ExtractedValue, owner: str, former: ExtractedValue | None) -> bool:
        with self._lock:
            if not same_row(self.load(value.scope, owner, value.slug), former):
                return False
            self.save(value, owner)
            return True

    def read_all(self, scope: BlockScope, owner: str) -> list[ExtractedValue]:
        check_owned(scope, owner)
        with self._lock:
            held = sorted((place[2], text) for place, text in self._texts.items() if place[:2] == (scope, owner))
        return [read_value(text, scope, slug) for slug, text in held]

    def erase(self, scope: BlockScope, owner: str) -> int:
        check_owned(scope, owner)
        with self._lock:
            held = [place for place in self._texts if place[:2] == (scope, owner)]
            for place in held:
                del self._texts[place]
            return len(held)
