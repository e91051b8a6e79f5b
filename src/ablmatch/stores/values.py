"""JSON values of facts: checked, written as text, read back, and compared as the language does."""

from __future__ import annotations

import math
from collections.abc import Iterable
from typing import Any

import msgspec

from ablmatch.stores.errors import StoreError, shown

MOST_VALUE_BYTES = 1_000_000
MOST_LEVELS = 64
_MOST_INTEGER = 2**63 - 1


def encode(value: Any, path: str) -> str:
    """JSON text of a value; raises StoreError where it is not plain JSON or longer than MOST_VALUE_BYTES in UTF-8."""
    check_value(value, path)
    encoded = msgspec.json.encode(value)
    if len(encoded) > MOST_VALUE_BYTES:
        limit = f"the limit is {MOST_VALUE_BYTES:,} bytes of JSON"
        raise StoreError("too_large", f"the value for {shown(path)} takes {len(encoded):,} bytes; {limit}")
    return encoded.decode("utf-8")


def check_value(value: Any, path: str) -> None:
    """Raise StoreError where a value is not plain JSON."""
    fault = _fault(value, MOST_LEVELS)
    if fault is not None:
        raise StoreError("bad_value", f"the value for {shown(path)} holds {fault}")


def decode(text: str | bytes, path: str) -> Any:
    """The value of a JSON text out of the database."""
    try:
        return msgspec.json.decode(text)
    except (ValueError, RecursionError):
        raise StoreError("schema", f"the value stored for {shown(path)} is not JSON; was it edited by hand?") from None


def _fault(value: Any, levels: int) -> str | None:  # noqa: PLR0911 - one return a type
    """What makes a value unfit, or None."""
    kind = type(value)
    if value is None or kind is bool:
        return None
    if kind is str:
        return None if is_text(value) else "a lone surrogate, which is no text"
    if kind is int:
        return None if -_MOST_INTEGER <= value <= _MOST_INTEGER else "an integer of more than 64 bits"
    if kind is float:
        return None if math.isfinite(value) else "a number that is infinite or not a number"
    if kind is not list and kind is not dict:
        return f"a {kind.__name__}, which JSON does not have"
    if levels == 0:
        return f"lists or objects more than {MOST_LEVELS} deep"
    if kind is dict and not all(type(key) is str and is_text(key) for key in value):
        return "an object with a key that is no text"
    items: Iterable[Any] = value.values() if kind is dict else value
    return next((fault for item in items if (fault := _fault(item, levels - 1)) is not None), None)


def is_text(text: str) -> bool:
    """Whether a string can be written as UTF-8."""
    try:
        text.encode("utf-8")
    except UnicodeEncodeError:
        return False
    return True


def identity(value: Any) -> object:
    """A hashable that is equal for equal JSON values: 1 and 1.0 are equal, true and 1 are not, key order is nothing."""
    if isinstance(value, list):
        return ("list", tuple(identity(item) for item in value))
    if isinstance(value, dict):
        return ("object", frozenset((key, identity(item)) for key, item in value.items()))
    return (type(value) is bool, value)


def without_repeats(items: Iterable[Any]) -> list[Any]:
    """The items of which no earlier one is equal."""
    first: dict[object, Any] = {}
    for item in items:
        first.setdefault(identity(item), item)
    return list(first.values())
