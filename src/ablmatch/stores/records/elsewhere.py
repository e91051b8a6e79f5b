"""Memory of people that is not in the tables of records: blocks and extracted values, wherever they are kept."""

from __future__ import annotations

from typing import Protocol

from ablmatch.stores.blocks import BlockScope, BlockStore, erase_blocks
from ablmatch.stores.extracted import ExtractedStore, erase_values

# What of blocks and extracted values is a person's; what an agent notes for itself stays.
PERSONS_SCOPES: tuple[BlockScope, ...] = ("user", "shared")
# The organisation that they belong to.
BLOCKS_ORGANISATION = "default"


class OwnedElsewhere(Protocol):
    """Memory of people that lies in another medium, such as blocks in files: an erasure asks it first."""

    def erase_owner(self, organisation: str, owner: str) -> dict[str, int]:
        """Remove all that is kept of a person; how many of each kind. Again, or for an unknown one: zeros."""
        ...


class BlocksElsewhere:
    """Blocks and extracted values in stores of their own, for an erasure to ask.

    Those in the same database as the records, in tables of the usual names, are found without it.
    """

    def __init__(self, blocks: BlockStore | None = None, values: ExtractedStore | None = None) -> None:
        self._blocks = blocks
        self._values = values

    def erase_owner(self, organisation: str, owner: str) -> dict[str, int]:
        counts = {"blocks": 0, "extracted_values": 0}
        if organisation == BLOCKS_ORGANISATION:
            for scope in PERSONS_SCOPES:
                if self._blocks is not None:
                    counts["blocks"] += erase_blocks(self._blocks, scope, owner)
                if self._values is not None:
                    counts["extracted_values"] += erase_values(self._values, scope, owner)
        return counts
