"""Types of parameters and results, as one text in one spelling: `{email: string, tags?: string[]}`."""

from __future__ import annotations

import contextlib
import re
from collections.abc import Iterator
from typing import Any

from ablmatch.language.inline import opened
from ablmatch.language.reading import MISSING, Reading
from ablmatch.language.tree import Field, Node

_PIECES = re.compile(r"[A-Za-z_][\w.]*|\[\]|[{}:,?]", re.ASCII)
_NAME = re.compile(r"[A-Za-z_]")


# Objects inside each other; no tool's result is so deep.
_MOST_LEVELS = 64


class _NoTypeError(ValueError):
    """What is read is no type of the language."""


def type_text(text: str) -> str:
    """A type in one spelling; what is no type of the language is kept as it is written."""
    pieces = _PIECES.findall(text)
    if "".join(pieces) == "".join(text.split()):
        with contextlib.suppress(_NoTypeError):
            written, end = _type([*pieces, ""], 0)
            if end == len(pieces):
                return written
    return " ".join(text.split())


def _type(pieces: list[str], at: int, level: int = 0) -> tuple[str, int]:
    """(text, place behind it) of the type that begins at `at`; the last piece is empty."""
    if pieces[at] == "{" and level < _MOST_LEVELS:
        written, at = _object(pieces, at + 1, level + 1)
    elif _NAME.match(pieces[at]):
        written, at = pieces[at], at + 1
    else:
        raise _NoTypeError
    return (written + "[]", at + 1) if pieces[at] == "[]" else (written, at)


def _object(pieces: list[str], at: int, level: int) -> tuple[str, int]:
    fields: list[str] = []
    while pieces[at] != "}":
        name = pieces[at]
        if not _NAME.match(name):
            raise _NoTypeError
        at += 1
        if pieces[at] == "?":
            name += "?"
            at += 1
        if pieces[at] != ":":
            raise _NoTypeError
        inner, at = _type(pieces, at + 1, level)
        fields.append(f"{name}: {inner}")
        if pieces[at] == ",":
            at += 1
        elif pieces[at] != "}":
            raise _NoTypeError
    return "{" + ", ".join(fields) + "}", at + 1


def read_type(reading: Reading, node: Node) -> Any:
    """A type as one text, out of a text, or in YAML out of a map of type, fields and items."""
    node = opened(node)
    kind, items = node.find("type"), node.find("items")
    fields = node.find("fields", "properties")
    if node.head is not None:
        return type_text(node.head.text)
    if node.flow and reading.format == "text":
        return type_text(node.span.text)
    if items is not None:
        inner = read_type(reading, items.node)
        return MISSING if inner is MISSING else f"{inner}[]"
    if fields is not None or (node.fields and kind is None):
        inner_node = node if fields is None else opened(fields.node)
        written = "{" + ", ".join(_field_types(reading, inner_node)) + "}"
        return f"{written}[]" if kind is not None and _word(kind) == "array" else written
    if kind is not None:
        return read_type(reading, kind.node)
    return reading.value_error("ABLX_TOOL_SIGNATURE", node, problem="a type is due, such as string or {email: string}")


def entries(node: Node) -> Iterator[tuple[str, Node]]:
    """Names and blocks: of a map, and of a list, whose entries are names or name themselves ("" is given for those)."""
    for one in node.fields:
        yield one.key, opened(one.node)
    for item in node.items:
        if item.head is not None:
            yield item.head.text, Node(item.head.span, fields=item.fields)
        else:
            yield "", opened(item)


def _field_types(reading: Reading, node: Node) -> Iterator[str]:
    for name, entry in entries(node):
        named, required = entry.find("name"), entry.find("required")
        key = name or (_word(named) if named is not None else "")
        optional = required is not None and _word(required) == "false" and not key.endswith("?")
        written = "string" if entry.is_empty else read_type(reading, entry)
        if written is not MISSING and key:
            yield f"{key}{'?' if optional else ''}: {written}"


def _word(one: Field) -> str:
    return one.node.head.text if one.node.head is not None else ""
