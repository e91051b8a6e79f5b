"""CALL and TRANSFORM: what both formats write under them, or in one line (language.md 1.7.1, 1.9)."""

from __future__ import annotations

import re
from typing import Any

from ablmatch.language import ir
from ablmatch.language.inline import opened
from ablmatch.language.reading import MISSING, Found, Key, Keys, Reading, content, expression, text
from ablmatch.language.sections.assignments import argument, parts, read_arguments
from ablmatch.language.source import Span
from ablmatch.language.tree import Field, Node

_CALL = re.compile(r"\s*([A-Za-z_][\w.\-]*)\s*(?:\((.*)\))?\s*", re.DOTALL)
_TRANSFORM = re.compile(r"\s*(\S.*?)\s+AS\s+([A-Za-z_]\w*)\s+INTO\s+([A-Za-z_][\w.]*)\s*", re.IGNORECASE | re.DOTALL)
_SORT = re.compile(r"\s*(\S.*?)(?:\s+(ASC|DESC))?\s*", re.IGNORECASE | re.DOTALL)

# WITH and AS may stand beside CALL as well.
BESIDE_CALL = ("with", "as")
_PARTS: Keys = {
    "tool": Key(text),
    "name": Key(text, "tool"),
    "with": Key(read_arguments, "arguments"),
    "args": Key(read_arguments, "arguments"),
    "as": Key(text, "bind"),
    "when": Key(expression("condition")),
}


def read_call(reading: Reading, node: Node) -> Any:
    """An ir.ToolCall: `tool`, `tool(a, b = x)`, or a block with WITH, AS and WHEN; MISSING where no tool is named."""
    node = opened(node)
    found = reading.fields(node, _PARTS, of="CALL")
    found.span = node.span
    named = node.find("tool", "name", "TOOL", "NAME")
    head = node.head or (named.node.head if named is not None else None)
    inline: list[ir.Assignment] = []
    if head is not None:
        match = _CALL.fullmatch(head.text)
        if match is None:
            return reading.value_error("ABLX_CALL_INVALID", node)
        found.values["tool"] = match[1]
        found.spans["tool"] = head.content.within(match.start(1), match.end(1))
        if match[2] is not None:
            inline = _inline(reading, match[1], match[2], head.content.within(match.start(2), match.end(2)))
    if "tool" not in found.values:
        return reading.value_error("ABLX_CALL_INVALID", node)
    found.values["arguments"] = (*inline, *found.values.get("arguments", ()))
    return reading.build(ir.ToolCall, found)


def _inline(reading: Reading, tool: str, written: str, span: Span) -> list[ir.Assignment]:
    """Arguments between parentheses: by name, or by position where the tool's parameters are known."""
    parameters = reading.parameters.get(tool, ())
    found: list[ir.Assignment] = []
    for at, (start, end) in enumerate(parts(written)):
        position = parameters[at] if at < len(parameters) else ""
        found.extend(argument(reading, written[start:end], span.within(start, end), position))
    return found


def with_siblings(reading: Reading, call: Field, fields: list[Field]) -> Field:
    """The field CALL with what of it stands beside it, which the text format should indent."""
    beside = [one for one in fields if (reading.find(one.key, _PARTS) or "") in BESIDE_CALL]
    if not beside:
        return call
    if reading.format == "text":
        for one in beside:
            reading.diagnostics.add("ABLX_CALL_SIBLING", one.key_span, key=one.key)
    node = Node(call.node.span, call.node.head, [*call.node.fields, *beside], call.node.items)
    return Field(call.key, call.key_span, node)


# --- TRANSFORM -----------------------------------------------------------------------------------------------------


def _name(reading: Reading, node: Node) -> Any:
    found = text(reading, node)
    if found is MISSING or re.fullmatch(r"[A-Za-z_][\w.]*", found):
        return found
    return reading.value_error("ABLX_TRANSFORM_INVALID", node)


def _sort(reading: Reading, node: Node) -> Any:
    """An expression, and ASC or DESC behind it."""
    match = _SORT.fullmatch(node.head.text) if node.head is not None else None
    if match is None or node.head is None:
        return reading.value_error("ABLX_TRANSFORM_INVALID", node)
    written = reading.expression(match[1], node.head.content.within(match.start(1), match.end(1)))
    return MISSING if written is None else (written, (match[2] or "").upper() == "DESC")


_TRANSFORM_PARTS: Keys = {
    "source": Key(expression()),
    "as": Key(_name, "item"),
    "into": Key(_name),
    "filter": Key(expression("condition")),
    "map": Key(expression()),
    "sort_by": Key(_sort),
    "limit": Key(expression()),
}


def read_transform(reading: Reading, node: Node) -> Any:
    """An ir.Transform: `source AS item INTO target` with FILTER, MAP, SORT_BY and LIMIT below, or all as a block."""
    node = opened(node)
    found: Found = reading.fields(node, _TRANSFORM_PARTS, of="TRANSFORM")
    if node.head is not None:
        match = _TRANSFORM.fullmatch(node.head.text)
        if match is None:
            return reading.value_error("ABLX_TRANSFORM_INVALID", node)
        place = node.head.content
        source = reading.expression(match[1], place.within(match.start(1), match.end(1)))
        if source is None:
            return MISSING
        for at, attribute in enumerate(("source", "item", "into"), 1):
            found.values[attribute] = match[at]
            found.spans[attribute] = place.within(match.start(at), match.end(at))
    if isinstance(found.values.get("sort_by"), tuple):
        found.values["sort_by"], found.values["descending"] = found.values["sort_by"]
    if not {"source", "item", "into"} <= set(found.values):
        written = {reading.find(one.key, _TRANSFORM_PARTS) for one in node.fields}
        if node.head is not None or not {"source", "as", "into"} <= written:
            reading.diagnostics.add("ABLX_TRANSFORM_INVALID", content(node))
        return MISSING
    return reading.build(ir.Transform, found)
