"""What the model may do to a block with `memory_block`: one function an action, and the tool's schema.

Faults of the model are answered as data, so that it can mend them; faults of the store are raised.
"""

from __future__ import annotations

import logging
from collections.abc import Sequence
from typing import Any, NamedTuple

from ablmatch.memory.block_section import DELIMITER, ShownBlock
from ablmatch.memory.scanner import scan_memory_write
from ablmatch.stores.blocks import Block, BlockScope, BlockStore, update_block
from ablmatch.stores.checking import text_fault
from ablmatch.stores.errors import shown

TOOL_NAME = "memory_block"
ACTIONS = ("view", "add", "replace", "remove")
_LOG = logging.getLogger("ablmatch.memory")
# A `replace` that takes away more than half of a block of this size gives the old text back.
_LARGE = 1_000


class BlockPlace(NamedTuple):
    """A block that the model may name: where it is stored, and what holds for it."""

    scope: BlockScope
    owner: str
    key: str
    template: str
    limit: int
    writable: bool

    def answer(self, **fields: Any) -> dict[str, Any]:
        """A result that names the block."""
        return {"block": self.key, "scope": self.scope, **fields}


class _OverLimitError(Exception):
    """The block would be longer than its limit."""

    def __init__(self, chars: int) -> None:
        super().__init__(chars)
        self.chars = chars


def schema(blocks: Sequence[ShownBlock], limit: int) -> dict[str, Any]:
    """The tool's declaration: a name, a description and the JSON Schema of its arguments."""
    writable = any(block.writable for block in blocks)
    fixed = [block.key for block in blocks if not block.writable]
    description = "Read your lasting notes, or change them. " if writable else "Read your lasting notes. "
    description += (
        f"A block holds at most {limit:,} characters; its entries are set apart by a line that holds § alone."
    )
    if writable and fixed:
        description += f" For reading only: {', '.join(fixed)}."
    action = (
        "view: read a block as it is now. add: append one short factual entry. replace: put a new text in the place of "
        "the whole block. remove: take away every entry that contains a text."
    )
    properties: dict[str, Any] = {
        "action": {"type": "string", "enum": list(ACTIONS if writable else ACTIONS[:1])},
        "block": {"type": "string", "enum": [block.key for block in blocks], "description": "The block."},
    }
    if writable:
        properties["action"]["description"] = action
        properties["content"] = {
            "type": "string",
            "description": "For add: the entry. For replace: the whole new text.",
        }
        properties["match"] = {
            "type": "string",
            "description": "For remove: a text, upper and lower case as stored, that the entries to remove contain.",
        }
    parameters = {
        "type": "object",
        "properties": properties,
        "required": ["action", "block"],
        "additionalProperties": False,
    }
    return {"name": TOOL_NAME, "description": description, "parameters": parameters}


def view(store: BlockStore, place: BlockPlace) -> dict[str, Any]:
    """The block as it is stored now."""
    block = store.load(place.scope, place.owner, place.key)
    if block is None:
        return place.answer(content="", empty=True)
    found = place.answer(content=block.content, updatedAt=block.updated_at, chars=len(block.content))
    return found if block.content.strip() else {**found, "empty": True}


def write(store: BlockStore, place: BlockPlace, action: str, content: str | None, *, scan: bool) -> dict[str, Any]:
    """`add` or `replace`: the content is there, the new text is scanned, the resulting block is held to its limit."""
    text = (content or "").strip()
    if not text:
        return _error(place, "missing-content", f'the argument "content" is missing: give {action} a text to store')
    fault = text_fault(text, None)
    if fault is not None:
        return _error(place, "invalid-content", f'the argument "content" {fault}: leave the character out')
    unsafe = scan_memory_write(text) if scan else None
    if unsafe is not None:
        message = "the text reads like an instruction to you and was not stored: put it as plain facts, one an entry"
        return _error(place, "unsafe-content", message, pattern=unsafe.pattern, matched=unsafe.matched)
    former = ""

    def change(block: Block | None) -> Block:
        nonlocal former
        former = "" if block is None else block.content
        made = text if action == "replace" else _with_entry(former, text, place.template)
        if len(made) > place.limit:
            raise _OverLimitError(len(made))
        return Block(place.scope, place.key, made, place.limit)

    try:
        stored = update_block(store, place.scope, place.owner, place.key, change)
    except _OverLimitError as over:
        message = (
            f"the block would hold {over.chars:,} characters and may hold {place.limit:,}: shorten the text, or bring "
            "the block's entries together first"
        )
        return _error(place, "over-limit", message, chars=over.chars, limit=place.limit)
    chars = len(text) if stored is None else len(stored.content)
    answer = {"ok": True, "action": action, **place.answer(chars=chars, limit=place.limit)}
    if action == "replace" and len(former) >= _LARGE and 2 * len(text) < len(former):
        _LOG.info("replace took %d of %d characters from the block %s", len(former) - chars, len(former), place.key)
        message = "more than half of the block is gone; if that was not meant, replace it by the text in previous"
        answer |= {"note": "removed-most", "message": message, "previous": former}
    return answer


def remove(store: BlockStore, place: BlockPlace, match: str | None) -> dict[str, Any]:
    """Takes away the entries that contain a text, case-sensitively; neither scanned nor held to the limit."""
    if not match:
        return _error(
            place, "missing-match", 'the argument "match" is missing: give remove a text of the entries to remove'
        )
    removed, present = 0, False

    def change(block: Block | None) -> Block | None:
        nonlocal removed, present
        removed, present = 0, block is not None
        if block is None:
            return None
        entries = block.content.split(DELIMITER)
        kept = [entry for entry in entries if match not in entry]
        removed = len(entries) - len(kept)
        return Block(place.scope, place.key, DELIMITER.join(kept), block.char_limit) if removed else block

    stored = update_block(store, place.scope, place.owner, place.key, change)
    if removed:
        chars = 0 if stored is None else len(stored.content)
        return {"ok": True, "removed": removed, "remainingChars": chars, **place.answer()}
    note = "no-match" if present else "block-not-found"
    return {"ok": True, "removed": 0, "note": note, **place.answer()}


def read_only(place: BlockPlace) -> dict[str, Any]:
    """The answer to a change of a block whose scope the model may not write."""
    return _error(place, "read-only", f"the block {place.key} is for reading only: nothing was changed")


def log_agent_write(place: BlockPlace, action: str, user: str | None) -> None:
    """A block of the agent speaks to every user of it, so who had it changed is logged; the text is not."""
    if place.scope == "agent":
        writer = "nobody" if user is None else f"user {shown(user)}"
        _LOG.info("%s of the block %s of agent %s in a run of %s", action, place.key, place.owner, writer)


def _with_entry(former: str, entry: str, template: str) -> str:
    """The block with one entry more; the first one brings the template with it."""
    base = former.rstrip() if former.strip() else template
    return base + DELIMITER + entry if base else entry


def _error(place: BlockPlace, error: str, message: str, **fields: Any) -> dict[str, Any]:
    return {"ok": False, "error": error, **place.answer(**fields), "message": message}
