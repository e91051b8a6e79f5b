"""Reads parts of a document from the tree by tables of keys: one row a key, for both formats.

A row says how the key's value is read.  What cannot be read is reported and left out; reading always goes on.
"""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, Literal, TypeAlias, TypeVar

from ablmatch.language.diagnostics import Diagnostics
from ablmatch.language.errors import ExpressionError
from ablmatch.language.expressions import parse
from ablmatch.language.inline import opened
from ablmatch.language.ir import Tool
from ablmatch.language.places import Places
from ablmatch.language.source import Span
from ablmatch.language.tree import Field, Format, Node, Scalar
from ablmatch.language.values import parse_number

Edition = Literal["current", "legacy"]
# What an expression is for: checks differ by it.
Use = Literal["rule", "guard", "value", "condition", "derived"]
PartType = TypeVar("PartType")


class _Missing:
    """The value of a key that could not be read; the finding is reported already."""

    def __repr__(self) -> str:
        return "MISSING"


MISSING = _Missing()
Reader: TypeAlias = Callable[["Reading", Node], Any]


@dataclass(frozen=True, slots=True)
class Key:
    """How a key's value is read, and the attribute of the part that takes it (default: the key's name).

    `guards`: the key protects something, so that one without a value is read, and refused, like a wrong one.
    """

    read: Reader
    to: str = ""
    guards: bool = False


Keys: TypeAlias = Mapping[str, Key]


@dataclass(slots=True)
class Found:
    """What the fields of a node gave: values and places by attribute."""

    span: Span
    values: dict[str, Any] = field(default_factory=dict)
    spans: dict[str, Span] = field(default_factory=dict)
    items: dict[str, Sequence[Span]] = field(default_factory=dict)
    fields: Sequence[Field] = ()

    def take(self, attribute: str, default: Any = None) -> Any:
        """A value that the part does not hold as it is."""
        return self.values.pop(attribute, default)


@dataclass(frozen=True, slots=True)
class Written:
    """An expression or a template where it stands."""

    text: str
    span: Span
    use: Use | Literal["template"]


_DURATION = re.compile(r"(\d{1,9})\s*(ms|s|m|h|d)", re.ASCII)
_UNITS_MS = {"ms": 1, "s": 1_000, "m": 60_000, "h": 3_600_000, "d": 86_400_000}
NAME = re.compile(r"[A-Za-z][A-Za-z0-9_]*", re.ASCII)


@dataclass(slots=True)
class Reading:
    """One document on its way from the tree to parts: its format and edition, and what is noted on the way."""

    format: Format
    edition: Edition
    diagnostics: Diagnostics
    places: Places
    written: list[Written] = field(default_factory=list)
    # The parameters of the document's tools, for calls whose arguments stand by position.
    parameters: dict[str, tuple[str, ...]] = field(default_factory=dict)
    # Tools of the project's libraries by the names of their sources; None where an agent is compiled on its own.
    libraries: Mapping[str, Sequence[Tool]] | None = None
    # Imports whose library is not here: their tools are not known.
    imports: list[str] = field(default_factory=list)

    # --- parts ------------------------------------------------------------------------------------------------------

    def find(self, key: str, keys: Keys) -> str | None:
        """The row for a key as written.  In the text format letter case does not count below the top level."""
        if key in keys:
            return key
        if self.format == "text":
            lower = key.lower()
            return lower if lower in keys else next((name for name in keys if name.lower() == lower), None)
        return None

    def fields(self, node: Node, keys: Keys, *, unknown: str = "ABLX_KEY_UNKNOWN", of: str = "this block") -> Found:
        """Reads the fields of a node; `of` names the block in the message about a key that is not in the table."""
        found = Found(node.span, fields=node.fields)
        known: set[str] = set()
        for one in node.fields:
            name = self.find(one.key, keys)
            if name is None:
                if unknown:
                    self.unknown_key(one, keys, unknown, of)
                continue
            if name in known and self.format == "text":
                # The YAML reader has told its own.
                self.diagnostics.add("ABLX_KEY_TWICE", one.key_span, key=one.key)
            known.add(name)
            row = keys[name]
            attribute = row.to or name
            if one.node.is_empty and not one.node.flow and row.read is not flag and not row.guards:
                self.diagnostics.add("ABLX_VALUE_MISSING", one.key_span, key=one.key)
                continue
            value = row.read(self, one.node)
            if value is MISSING:
                continue
            found.values[attribute] = value
            found.spans[attribute] = content(one.node)
            if isinstance(value, tuple):
                found.items[attribute] = [content(item) for item in opened(one.node).items]
        return found

    def unknown_key(self, one: Field, keys: Keys, code: str, of: str) -> None:
        near = self.diagnostics.suggestions.nearest(one.key.lower(), keys)
        shown = near.upper() if near and self.format == "text" and one.key.isupper() else near
        hint = f": do you mean `{shown}`?" if shown else ""
        self.diagnostics.add(code, one.key_span, key=one.key, of=of, hint=hint)

    def build(self, kind: Callable[..., PartType], found: Found, /, **given: Any) -> PartType:
        """The part of what was found; `given` goes before it."""
        part = kind(**{**found.values, **given})
        self.places.note(part, found.span, found.spans, found.items)
        return part

    # --- expressions and templates ----------------------------------------------------------------------------------

    def expression(self, text: str, span: Span, use: Use = "value", code: str = "ABLX_EXPRESSION_SYNTAX") -> str | None:
        """The text of an expression that can be read; None, and a finding, for any other."""
        try:
            parse(text)
        except ExpressionError as error:
            self.diagnostics.add(code, span.within(error.start, error.end), problem=str(error))
            return None
        self.written.append(Written(text, span, use))
        return text

    def template(self, text: str, span: Span) -> str:
        self.written.append(Written(text, span, "template"))
        return text

    def value_error(self, code: str, node: Node, **values: Any) -> Any:
        """Reports a value that cannot be read and gives MISSING."""
        self.diagnostics.add(code, content(node), **values)
        return MISSING


def content(node: Node) -> Span:
    """The text of a node without its quotes, the whole node where it has no head."""
    return node.span if node.head is None else node.head.content


# --- readers of values: rows of the tables name them ---------------------------------------------------------------


def scalar_value(scalar: Scalar) -> Any:
    """Quoted and block scalars are text; bare ones a number, true, false, null or text, in that order."""
    if scalar.style != "bare":
        return scalar.text
    if scalar.text in {"true", "false"}:
        return scalar.text == "true"
    if scalar.text in {"null", "~"}:
        return None
    number = parse_number(scalar.text)
    return scalar.text if number is None else number


def literal(_reading: Reading, node: Node) -> Any:
    """Any value: scalars by their style, lists and maps of them."""
    node = opened(node)
    if node.items:
        return [literal(_reading, item) for item in node.items]
    if node.fields:
        return {one.key: literal(_reading, one.node) for one in node.fields}
    if node.head is not None:
        return scalar_value(node.head)
    if node.flow:
        return [] if node.span.text.endswith("]") else {}
    return None


def text(reading: Reading, node: Node) -> Any:
    """Plain text, as written; a list of texts gives its lines."""
    if node.head is not None and not node.fields and not node.items:
        return node.head.text
    if node.items and all(item.head is not None and not item.fields for item in node.items):
        return "\n".join(item.head.text for item in node.items if item.head is not None)
    return reading.value_error("ABLX_VALUE_TEXT", node)


def template(reading: Reading, node: Node) -> Any:
    """Text in which placeholders are filled in."""
    found = text(reading, node)
    return found if found is MISSING else reading.template(found, content(node))


def boolean(reading: Reading, node: Node) -> Any:
    """The literals true and false, no text."""
    value = scalar_value(node.head) if node.head is not None else None
    return value if isinstance(value, bool) else reading.value_error("ABLX_VALUE_BOOLEAN", node)


def flag(_reading: Reading, node: Node) -> bool:
    """A key that counts by standing there, unless it says false."""
    return node.head is None or scalar_value(node.head) is not False


def count(reading: Reading, node: Node) -> Any:
    """A whole number, not negative; quotes do not matter."""
    number = parse_number(node.head.text) if node.head is not None else None
    if isinstance(number, int) and number >= 0:
        return number
    return reading.value_error("ABLX_VALUE_COUNT", node)


def names(reading: Reading, node: Node) -> Any:
    """Names or paths: a list, `[a, b]` or `a, b`."""
    node = opened(node)
    if node.items or node.head is None:
        heads = [item.head for item in node.items]
        if node.fields or any(head is None for head in heads) or any(item.fields for item in node.items):
            return reading.value_error("ABLX_VALUE_NAMES", node)
        return tuple(head.text for head in heads if head is not None)
    return tuple(part for part in (one.strip() for one in node.head.text.split(",")) if part)


def texts(reading: Reading, node: Node) -> Any:
    """Texts: a list, or one text."""
    node = opened(node)
    if not node.items and node.head is not None:
        return (node.head.text,)
    return names(reading, node)


def milliseconds(reading: Reading, node: Node) -> Any:
    """A duration: a bare number of milliseconds, or a number with ms, s, m, h or d."""
    written = node.head.text.strip() if node.head is not None else ""
    if written.isascii() and written.isdigit() and len(written) < 16:
        return int(written)
    match = _DURATION.fullmatch(written)
    if match is None:
        return reading.value_error("ABLX_DURATION_INVALID", node)
    return int(match[1]) * _UNITS_MS[match[2]]


def seconds(reading: Reading, node: Node) -> Any:
    """A duration with its unit: 90s, 10m, 24h, 365d."""
    written = node.head.text.strip() if node.head is not None else ""
    match = _DURATION.fullmatch(written)
    if match is None or match[2] == "ms" or int(match[1]) == 0:
        return reading.value_error("ABLX_DURATION_INVALID", node)
    return int(match[1]) * _UNITS_MS[match[2]] // 1_000


def choice(code: str, *allowed: str) -> Reader:
    """One of a closed set of words; `code` reports any other."""

    def read(reading: Reading, node: Node) -> Any:
        word = node.head.text if node.head is not None else ""
        if word in allowed:
            return word
        hint = reading.diagnostics.suggestions.hint(word.lower(), allowed)
        return reading.value_error(code, node, value=word, allowed=", ".join(allowed), hint=hint)

    return read


def expression(use: Use = "value", code: str = "ABLX_EXPRESSION_SYNTAX") -> Reader:
    """An expression; one that is quoted as a whole is read without its quotes."""

    def read(reading: Reading, node: Node) -> Any:
        written = node.head.text if node.head is not None else _collection(node)
        found = reading.expression(written, content(node), use, code)
        return MISSING if found is None else found

    return read


def _collection(node: Node) -> str:
    """The expression that a YAML collection writes: `{city: city, on: NOW()}` over one line or several."""
    if node.flow:
        return node.span.text
    if node.fields:
        pairs = (f"{json.dumps(one.key)}: {_inner(one.node)}" for one in node.fields)
        return "{" + ", ".join(pairs) + "}"
    return "[" + ", ".join(_inner(item) for item in node.items) + "]"


def _inner(node: Node) -> str:
    if node.head is None:
        return _collection(node)
    return json.dumps(node.head.text) if node.head.style == "quoted" else node.head.text


def value_expression(reading: Reading, node: Node) -> Any:
    """An expression for a value: a quoted text of the text format is a text literal, as it is written."""
    if node.head is not None and node.head.style == "quoted" and reading.format == "text":
        found = reading.expression(node.head.span.text, node.head.span)
        return MISSING if found is None else found
    return expression()(reading, node)


def opaque(reading: Reading, node: Node) -> Any:
    """A block that is carried and not read: plain data, a head beside fields under the empty key."""
    node = opened(node)
    if node.items and node.fields:
        return {"": [opaque(reading, item) for item in node.items], **_mapping(reading, node)}
    if node.items and node.head is not None:
        return {"": node.head.text, "items": [opaque(reading, item) for item in node.items]}
    if node.items:
        return [opaque(reading, item) for item in node.items]
    if node.fields:
        head = {"": node.head.text} if node.head is not None else {}
        return {**head, **_mapping(reading, node)}
    return literal(reading, node)


def _mapping(reading: Reading, node: Node) -> dict[str, Any]:
    return {one.key: opaque(reading, one.node) for one in node.fields}
