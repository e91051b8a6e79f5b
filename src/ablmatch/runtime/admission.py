"""Values that a host hands in: made plain JSON and copied, so that a session can be written and nobody changes it."""

from __future__ import annotations

import math
from collections.abc import Mapping
from typing import Any

from ablmatch.stores.values import MOST_LEVELS


class ValueRefusal(ValueError):
    """A value that no session can hold.  The message names its type or depth, never the value."""


def admitted(value: Any, levels: int = MOST_LEVELS) -> Any:
    """A copy as JSON has it: tuples as lists, numbers that are none as null, lone surrogates as U+FFFD.

    Raises ValueRefusal for types that JSON does not have and for values nested more than MOST_LEVELS deep.
    """
    if value is None or isinstance(value, bool | int):
        return value
    if isinstance(value, str):
        return admitted_text(value)
    if isinstance(value, float):
        return value if math.isfinite(value) else None
    if not isinstance(value, Mapping | list | tuple):
        raise ValueRefusal(f"JSON has no {type(value).__name__}")
    if levels == 0:
        raise ValueRefusal(f"lists or objects lie more than {MOST_LEVELS} deep in it")
    if isinstance(value, Mapping):
        return admitted_object(value, levels)
    return [admitted(item, levels - 1) for item in value]


def admitted_object(values: Mapping[Any, Any], levels: int = MOST_LEVELS) -> dict[str, Any]:
    """The same for an object, whose keys must be texts."""
    if not isinstance(values, Mapping):
        raise ValueRefusal(f"an object of names and values is wanted, not a {type(values).__name__}")
    if not all(isinstance(name, str) for name in values):
        raise ValueRefusal("an object has a key that is no text")
    return {admitted_text(name): admitted(item, levels - 1) for name, item in values.items()}


def admitted_text(text: str) -> str:
    """The text as UTF-8 can write it: a lone surrogate stands for no character, and is replaced.

    Raises TypeError for what is no str.
    """
    if not isinstance(text, str):
        raise TypeError(f"a text must be a str, not {type(text).__name__}")
    try:
        text.encode()
    except UnicodeEncodeError:
        return text.encode("utf-16", "surrogatepass").decode("utf-16", "replace")
    return text


def too_deep(value: Any, levels: int = MOST_LEVELS) -> bool:
    """Whether lists and objects lie more than `levels` deep in a value: what a session holds can be written."""
    if not isinstance(value, list | dict):
        return False
    items = value.values() if isinstance(value, dict) else value
    return levels == 0 or any(too_deep(item, levels - 1) for item in items)
