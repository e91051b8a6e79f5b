"""What a gathered value must be: min(n), max(n), enum(…), email(), pattern(re), as one expression of calls."""

from __future__ import annotations

import re
from typing import Any

from ablmatch.language.errors import ExpressionError
from ablmatch.language.inline import opened
from ablmatch.language.reading import Reading, content
from ablmatch.language.regex import compiled
from ablmatch.language.source import Span
from ablmatch.language.text_tree import unquote
from ablmatch.language.tree import Node, Scalar
from ablmatch.language.values import parse_number

CHECKS = ("min", "max", "enum", "email", "pattern")
_CALL = re.compile(r"\s*([A-Za-z_]+)\s*\(")
_BETWEEN = re.compile(r"\s*(?:,|AND\b|and\b|&&|\||;)\s*|\s+")


class _InvalidError(ValueError):
    """A validation that cannot be read."""


def read_validation(reading: Reading, node: Node) -> Any:
    """The checks in one spelling, joined by AND: `min(1) AND max(9)`, `pattern("^[A-Z]+$")`.

    Written as a text, a list of texts, or a map of names to values.
    """
    node = opened(node)
    heads = [one.head for one in node.items] if node.head is None else [node.head]
    try:
        found = [check for head in heads for check in _written(reading, head)]
        found += [_mapped(reading, one.key, one.node) for one in node.fields]
    except _InvalidError:
        return reading.value_error("ABLX_VALIDATION_UNKNOWN", node, allowed=", ".join(f"{name}(…)" for name in CHECKS))
    return " AND ".join(found)


def read_regex(reading: Reading, node: Node) -> Any:
    """What VALIDATION_PROCESS: REGEX takes: a pattern alone, or checks."""
    head = node.head
    if head is not None and _CALL.match(head.text) is None:
        return f"pattern({_quoted(_pattern(reading, head.text, head.content))})"
    return read_validation(reading, node)


def read_pattern(reading: Reading, node: Node) -> Any:
    """A regular expression as RE2 takes it."""
    if node.head is None:
        return reading.value_error("ABLX_VALUE_TEXT", node)
    return _pattern(reading, node.head.text, content(node))


def _pattern(reading: Reading, pattern: str, span: Span) -> str:
    try:
        compiled(pattern)
    except ExpressionError as error:
        reading.diagnostics.add("ABLX_PATTERN_INVALID", span, problem=str(error))
    return pattern


def _written(reading: Reading, head: Scalar | None) -> list[str]:
    """`min(1), max(9)`: one check behind another."""
    if head is None:
        raise _InvalidError
    text, span = head.text, head.content
    found: list[str] = []
    at = 0
    while at < len(text):
        match = _CALL.match(text, at)
        if match is None:
            raise _InvalidError
        end = _end(text, match.end(), match[1].lower() == "pattern")
        inside = text[match.end() : end]
        start = match.end() + len(inside) - len(inside.lstrip())
        found.append(_check(reading, match[1].lower(), inside.strip(), span.within(start, start + len(inside.strip()))))
        at = end + 1
        if at < len(text):
            between = _BETWEEN.match(text, at)
            if between is None:
                raise _InvalidError
            at = between.end()
    if not found:
        raise _InvalidError
    return found


def _end(text: str, at: int, is_pattern: bool) -> int:
    """Where the arguments end.  A pattern without quotes may hold any bracket: it ends with the text."""
    if is_pattern and text[at:].lstrip()[:1] not in {'"', "'"}:
        end = text.rfind(")")
        if end < at:
            raise _InvalidError
        return end
    while at < len(text) and text[at] != ")":
        length = unquote(text[at:])[0] if text[at] in "\"'" else 1
        if length < 0:
            raise _InvalidError
        at += length
    if at >= len(text):
        raise _InvalidError
    return at


def _check(reading: Reading, name: str, inside: str, span: Span) -> str:
    if name in {"min", "max"}:
        number = parse_number(inside)
        if number is None:
            raise _InvalidError
        return f"{name}({number})"
    if name == "email" and not inside:
        return "email()"
    if name == "enum":
        values = _arguments(inside)
        if not values:
            raise _InvalidError
        return f"enum({', '.join(_quoted(value) for value in values)})"
    if name == "pattern" and inside:
        pattern = inside
        if inside[0] in "\"'":
            length, pattern = unquote(inside)
            if length != len(inside):
                raise _InvalidError
            span = span.within(1, len(inside) - 1)
        return f"pattern({_quoted(_pattern(reading, pattern, span))})"
    raise _InvalidError


def _arguments(inside: str) -> list[str]:
    """Texts between commas, in quotes or without."""
    if inside[:1] == "[" and inside[-1:] == "]":
        inside = inside[1:-1].strip()
    found: list[str] = []
    at = 0
    while at < len(inside):
        if inside[at] in "\"'":
            length, value = unquote(inside[at:])
            at += max(length, 1)
            following = inside[at:].lstrip()
            if length < 0 or following[:1] not in {"", ","}:
                raise _InvalidError
            at = len(inside) - len(following) + 1
        else:
            end = inside.find(",", at)
            end = len(inside) if end < 0 else end
            value = inside[at:end].strip()
            at = end + 1
        found.append(value)
        while at < len(inside) and inside[at].isspace():
            at += 1
    return found


def _mapped(reading: Reading, key: str, node: Node) -> str:
    """`min: 1`, `enum: [a, b]`, `email: true`, `pattern: "…"`."""
    node = opened(node)
    name = key.lower()
    if name == "enum":
        heads = [item.head for item in node.items]
        if not heads or any(head is None for head in heads):
            raise _InvalidError
        return f"enum({', '.join(_quoted(head.text) for head in heads if head is not None)})"
    if node.head is None:
        raise _InvalidError
    if name == "email" and node.head.text == "true":
        return "email()"
    if name == "pattern":
        return f"pattern({_quoted(_pattern(reading, node.head.text, node.head.content))})"
    return _check(reading, name, node.head.text, node.head.content)


def _quoted(text: str) -> str:
    """A text literal of the expression language."""
    for char, escape in (("\\", "\\\\"), ('"', '\\"'), ("\n", "\\n"), ("\t", "\\t")):
        text = text.replace(char, escape)
    return f'"{text}"'
