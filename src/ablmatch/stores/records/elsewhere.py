"""Memory of people that is not in the tables of records: blocks and extracted values, wherever they are kept."""

from __future__ import annotations

from typing import Protocol

from msgspec import Struct

from ablmatch.stores.blocks import Block, BlockScope, BlockStore, erase_blocks, read_blocks
from ablmatch.stores.errors import StoreError
from ablmatch.stores.extracted import ExtractedStore, ExtractedValue, erase_values, read_values

# What of blocks and extracted values is a person's; what an agent notes for itself stays.
PERSONS_SCOPES: tuple[BlockScope, ...] = ("user", "shared")
# The organisation that they belong to.
BLOCKS_ORGANISATION = "default"


class Owned(Struct):
    """Blocks and extracted values of one person, of all her scopes."""

    blocks: list[Block] = []
    extracted_values: list[ExtractedValue] = []


class OwnedElsewhere(Protocol):
    """Memory of people that lies in another medium, such as blocks in files: an erasure asks it first.

    An export asks it too. Failures are StoreErrors.
    """

    def read_owner(self, organisation: str, owner: str) -> Owned:
        """All that is kept of a person; an error where something of it is damaged, none is left out."""
        ...

    def erase_owner(self, organisation: str, owner: str) -> dict[str, int]:
        """Remove all that is kept of a person; how many of each kind. Again, or for an unknown one: zeros."""
        ...


def read_elsewhere(medium: OwnedElsewhere, organisation: str, owner: str) -> Owned:
    """All that a medium keeps of a person; raises StoreError (`unavailable`) for one without `read_owner`."""
    read_owner = getattr(medium, "read_owner", None)
    if not callable(read_owner):
        remedy = "give it read_owner(organisation, owner)"
        raise StoreError("unavailable", f"a {type(medium).__name__} cannot tell what it keeps of a person: {remedy}")
    found: Owned = read_owner(organisation, owner)
    return found


class BlocksElsewhere:
    """Blocks and extracted values in stores of their own, for an export and an erasure to ask.

    Those in the same database as the records, in tables of the usual names, are found without it.
    """

    def __init__(self, blocks: BlockStore | None = None, values: ExtractedStore | None = None) -> None:
        self._blocks = blocks
        self._values = values

    def read_owner(self, organisation: str, owner: str) -> Owned:
        found = Owned()
        if organisation == BLOCKS_ORGANISATION:
            for scope in PERSONS_SCOPES:
                if self._blocks is not None:
                    found.blocks += read_blocks(self._blocks, scope, owner)
                if self._values is not None:
                    found.extracted_values += read_values(self._values, scope, owner)
        return found

    def erase_owner(self, organisation: str, owner: str) -> dict[str, int]:
        counts = {"blocks": 0, "extracted_values": 0}
        if organisation == BLOCKS_ORGANISATION:
            for scope in PERSONS_SCOPES:
                if self._blocks is not None:
                    counts["blocks"] += erase_blocks(self._blocks, scope, owner)
                if self._values is not None:
                    counts["extracted_values"] += erase_values(self._values, scope, owner)
        return counts
