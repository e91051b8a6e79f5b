"""Signatures of tools: `name(param: type = default, opt?: string) -> type` (language.md 1.8)."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

from ablmatch.language import ir
from ablmatch.language.reading import Found, Reading, literal
from ablmatch.language.sections.tool_types import type_text
from ablmatch.language.source import Span
from ablmatch.language.text_tree import unquote
from ablmatch.language.tree import Node, Scalar

NAME = re.compile(r"[A-Za-z_][\w.\-]*", re.ASCII)
_PARAMETER = re.compile(r"\s*([A-Za-z_]\w*)\s*(\??)\s*(?::\s*([^=]*?))?\s*(?:=\s*(.*?))?\s*", re.ASCII | re.DOTALL)
_OPENING, _CLOSING = "([{", ")]}"


class SignatureError(ValueError):
    """A signature that cannot be read.  `start` and `end`: where in its text."""

    def __init__(self, message: str, start: int, end: int) -> None:
        super().__init__(message)
        self.start = start
        self.end = end


@dataclass(frozen=True, slots=True)
class Signature:
    """`name`: its place.  `parameters`: place of each.  `returns`: what stands behind the arrow."""

    name: tuple[int, int]
    parameters: tuple[tuple[int, int], ...]
    returns: str | None


def split_signature(text: str) -> Signature:
    """The parts of a signature.  Raises SignatureError."""
    name = NAME.match(text)
    if name is None:
        raise SignatureError("it begins with the tool's name", 0, len(text))
    at = name.end()
    while text[at : at + 1].isspace():
        at += 1
    if text[at : at + 1] != "(":
        raise SignatureError("parentheses with its parameters follow the name, () for none", 0, len(text))
    end = _closing(text, at)
    if end < 0:
        raise SignatureError("the parenthesis is never closed", at, len(text))
    rest = text[end + 1 :].strip().removesuffix(":").strip()
    if rest and not rest.startswith("->"):
        raise SignatureError("-> and a type may follow the parameters, nothing else", end + 1, len(text))
    pieces = tuple(_pieces(text, at + 1, end))
    return Signature(name.span(), pieces, rest[2:].strip() or None if rest else None)


def _closing(text: str, at: int) -> int:
    """Where the bracket at `at` is closed; -1 where it is not."""
    return next((place for place, level in _levels(text, at, len(text)) if level == 0), -1)


def _pieces(text: str, start: int, end: int) -> Iterator[tuple[int, int]]:
    """What stands between commas that are in no bracket and no quotes."""
    at = start
    for place, level in [*_levels(text, start, end), (end, 0)]:
        if place == end or (level == 0 and text[place] == ","):
            if text[at:place].strip() or place < end or at > start:
                yield at, place
            at = place + 1


def _levels(text: str, start: int, end: int) -> Iterator[tuple[int, int]]:
    """(place, open brackets behind it) of every character outside quotes."""
    level = 0
    at = start
    while at < end:
        char = text[at]
        if char in "\"'":
            length = unquote(text[at:end])[0]
            if length > 0:
                at += length
                continue
        level += (char in _OPENING) - (char in _CLOSING)
        yield at, level
        at += 1


def read_parameter(reading: Reading, text: str, start: int, span: Span) -> ir.Parameter:
    """`name?: type = default`; `start`: where `text` begins in `span`.  Raises SignatureError."""
    match = _PARAMETER.fullmatch(text)
    if match is None:
        raise SignatureError(
            "a parameter is `name: type`, `name?: type` or `name: type = value`", start, start + len(text)
        )
    given: dict[str, Any] = {}
    if match[4] is not None:
        written = match[4]
        place = span.within(start + match.start(4), start + match.end(4))
        closed, inner = unquote(written) if written[:1] in {'"', "'"} else (0, "")
        quoted = closed == len(written) > 0
        scalar = Scalar(inner, "quoted", place) if quoted else Scalar(written, "bare", place)
        given["default"] = literal(reading, Node(place, scalar))
    name = span.within(start + match.start(1), start + match.end(1))
    found = Found(name, spans={"name": name})
    required = not match[2] and match[4] is None
    return reading.build(
        ir.Parameter, found, name=match[1], type=type_text(match[3] or "string"), required=required, **given
    )
