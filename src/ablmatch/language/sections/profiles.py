"""A behaviour profile: when it applies and before which others; the rest of it is carried (language.md 1.14)."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from ablmatch.language import ir
from ablmatch.language.inline import opened
from ablmatch.language.reading import NAME, Found, Key, Keys, Reading, content, count, expression, opaque
from ablmatch.language.source import Span
from ablmatch.language.tree import Node

MAX_NAME = 100
_USES = {"USE BEHAVIOR_PROFILE", "USE_BEHAVIOR_PROFILE"}
# PRIORITY: the higher number wins. WHEN is evaluated plainly: no text in it stands for a model's judgement.
_KEYS: Keys = {"priority": Key(count), "when": Key(expression("condition"))}


def read_profile(reading: Reading, node: Node) -> ir.Profile | None:
    """The profile of a document; None where it has no name, or nothing says when it applies."""
    header = node.find("BEHAVIOR_PROFILE", "behavior_profile")
    assert header is not None
    head = header.node.head
    named = head is not None and len(head.text) <= MAX_NAME and NAME.fullmatch(head.text) is not None
    if not named:
        place = header.span if head is None else head.content
        reading.diagnostics.add("ABLX_PROFILE_NAME", place, limit=MAX_NAME)
    known = [one for one in node.fields if reading.find(one.key, _KEYS)]
    found = reading.fields(Node(node.span, fields=known), _KEYS)
    for key in _KEYS:
        if not any(reading.find(one.key, _KEYS) == key and not one.node.is_empty for one in known):
            shown = key.upper() if reading.format == "text" else key
            reading.diagnostics.add("ABLX_PROFILE_KEY_MISSING", header.span, key=shown)
    if head is None or not named or not _KEYS.keys() <= found.values.keys():
        return None
    rest = [one for one in node.fields if one is not header and one not in known]
    carried: dict[str, Any] = {one.key.lower(): opaque(reading, one.node) for one in rest}
    spans = {**found.spans, "name": head.content}
    return reading.build(ir.Profile, Found(node.span, found.values, spans), name=head.text, opaque=carried)


def uses(reading: Reading, node: Node) -> Iterator[tuple[str, Span]]:
    """The profiles that an agent's document uses, and where it names them."""
    for one in node.fields:
        keyword = one.key if reading.format == "text" else one.key.upper()
        if keyword in _USES:
            value = opened(one.node)
            for item in value.items or [value]:
                if item.head is not None:
                    yield item.head.text, content(item)
