"""How a try to mine a conversation ended, and what follows from it."""

from __future__ import annotations

from enum import StrEnum


class MiningOutcome(StrEnum):
    """How a try ended.

    - `mined`: what the model proposed was written
    - `nothing`: the switch, the words or the model gave nothing to write
    - `denied`: the policy of the conversation's key permits no such write; it is told in one line of the log
    - `failed`: the model or the store could not be reached, or the answer was none
    """

    MINED = "mined"
    NOTHING = "nothing"
    DENIED = "denied"
    FAILED = "failed"

    @property
    def moves_pointer(self) -> bool:
        """Whether the messages count as mined. After a failure they do not: the next close tries them again.

        A denied session is not tried again for ever.
        """
        return self is not MiningOutcome.FAILED


def mined_until(before: int, last_of_batch: int, outcome: MiningOutcome) -> int:
    """The number of the last message that counts as mined, from what it was when the try began."""
    return max(before, last_of_batch) if outcome.moves_pointer else before
