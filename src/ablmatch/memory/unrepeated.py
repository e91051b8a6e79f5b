"""JSON in which a name stands twice in one object is read one way here and another way by a proxy: it is refused."""

from __future__ import annotations

import json
from typing import Any

import msgspec


class RepeatedName(ValueError):
    """A name stands twice in one object."""


def decode_unrepeated(text: str | bytes) -> Any:
    """The decoded JSON; raises RepeatedName, ValueError for what is no JSON, RecursionError."""
    return json.loads(text, object_pairs_hook=_without_repeats)


def check_unrepeated(text: bytes, decoded: Any) -> None:
    """What `decode_unrepeated` raises, of a text that msgspec decoded so.

    Where the text without its spaces is what the decoded value is written as, no name was left out of it.
    """
    if msgspec.json.format(text, indent=-1) != msgspec.json.encode(decoded):
        decode_unrepeated(text)


def _without_repeats(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    found = dict(pairs)
    if len(found) != len(pairs):
        raise RepeatedName("a name stands twice in one object")
    return found
