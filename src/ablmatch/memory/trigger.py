"""When a closed turn leads to an extraction: at each turn, at turns without tools, or after so many tokens."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Literal

from ablmatch.memory.conversation import Message, counted_text
from ablmatch.memory.tokens import TokenCounter

Trigger = Literal["each-turn", "idle"] | Mapping[str, int]
DEFAULT_TRIGGER: Mapping[str, int] = {"tokens": 2000}


def check_trigger(trigger: object) -> Trigger:
    """The trigger.  Raises ValueError for anything else."""
    if trigger in ("each-turn", "idle"):
        return trigger
    if isinstance(trigger, Mapping) and list(trigger) == ["tokens"]:
        tokens = trigger["tokens"]
        if type(tokens) is int and tokens > 0:
            return {"tokens": tokens}
        raise ValueError("trigger: tokens must be a whole number of at least 1")
    raise ValueError('trigger must be "each-turn", "idle" or {"tokens": n}')


def is_due(trigger: Trigger, unextracted: Sequence[Message], *, used_tools: bool, count: TokenCounter) -> bool:
    """Whether an extraction begins now.  `unextracted`: the messages since the last one that succeeded."""
    if not unextracted:
        return False
    if trigger == "each-turn":
        return True
    if trigger == "idle":
        return not used_tools
    assert isinstance(trigger, Mapping)
    return sum(count(counted_text(one)) for one in unextracted) >= trigger["tokens"]
