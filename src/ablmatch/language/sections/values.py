"""Values that several sections share: types, masks, visibility."""

from __future__ import annotations

import re
from typing import Any

from ablmatch.language import ir
from ablmatch.language.inline import opened
from ablmatch.language.reading import MISSING, Key, Keys, Reading, content, count, scalar_value, text
from ablmatch.language.tree import Node

TYPES = ("string", "number", "boolean", "date", "datetime", "array", "object")
_LIST_OF = re.compile(r"(\w+)\[\]")


def _type(reading: Reading, node: Node) -> Any:
    """A type of the language, or a list of one: `string[]`."""
    word = node.head.text if node.head is not None else ""
    listed = _LIST_OF.fullmatch(word)
    if (listed[1] if listed else word) in TYPES:
        return word
    return reading.value_error("ABLX_TYPE_UNKNOWN", node, value=word, allowed=", ".join(TYPES))


TYPE = Key(_type)


def model_visible(reading: Reading, node: Node) -> Any:
    """Only the literal false opts out.

    The words true and false in quotes or in other letters are errors, and so is no value, for silent visibility would
    leak what was meant to be hidden; any other word leaves the value visible, with a warning.
    """
    value = scalar_value(node.head) if node.head is not None else None
    if isinstance(value, bool):
        return value
    if value is None or (isinstance(value, str) and value.strip().lower() in {"true", "false"}):
        return reading.value_error("ABLX_MODEL_VISIBLE_NOT_LITERAL", node)
    reading.diagnostics.add("ABLX_MODEL_VISIBLE_IGNORED", content(node))
    return MISSING


def _character(reading: Reading, node: Node) -> Any:
    """The first character of several counts."""
    char = text(reading, node)
    if char is MISSING or len(char) == 1:
        return char
    reading.diagnostics.add("ABLX_MASK_CHARACTER", content(node))
    return char[:1] or MISSING


_MASK: Keys = {
    "showFirst": Key(count, "show_first"),
    "show_first": Key(count),
    "showLast": Key(count, "show_last"),
    "show_last": Key(count),
    "char": Key(_character),
}


def mask_config(reading: Reading, node: Node) -> Any:
    """How many characters a mask leaves readable."""
    node = opened(node)
    found = reading.fields(node, _MASK, of="MASK_CONFIG")
    found.span = content(node)
    return reading.build(ir.MaskConfig, found)
