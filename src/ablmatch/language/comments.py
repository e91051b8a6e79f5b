"""The comments of a source, of either format: found between the values that the reader knows."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass

from ablmatch.language.source import Source
from ablmatch.language.tree import Node

_COMMENT = re.compile(r"(?:(?<=\s)|(?<![^\n])|\A)#[^\n]*")


@dataclass(frozen=True, slots=True)
class Comment:
    """`own`: it stands on a line of its own, `column` deep; else behind something, on line `line` (from 1)."""

    start: int
    line: int
    column: int
    text: str
    own: bool


def atoms(node: Node) -> Iterator[tuple[int, int]]:
    """Where keys and values stand, in which a # is no comment; an inline collection is one of them."""
    if node.head is not None:
        yield node.head.span.start, node.head.span.end
    elif node.flow:
        yield node.span.start, node.span.end
        return
    for one in node.fields:
        yield one.key_span.start, one.key_span.end
        yield from atoms(one.node)
    for item in node.items:
        yield from atoms(item)


def comments(source: Source, trees: list[Node]) -> list[Comment]:
    """All comments of a source, in order."""
    found: list[Comment] = []
    at = 0
    ends = sorted(span for tree in trees for span in atoms(tree))
    for start, end in [*ends, (len(source.text), len(source.text))]:
        for match in _COMMENT.finditer(source.text, at, max(at, start)):
            line, column = source.place(match.start())
            before = source.line(line)[: column - 1]
            found.append(Comment(match.start(), line, _deep(before), match[0].rstrip(), not before.strip()))
        at = max(at, end)
    return found


def _deep(before: str) -> int:
    """The column of what stands behind this, tabs to every fourth column as the reader counts them."""
    column = 0
    for char in before:
        column = (column // 4 + 1) * 4 if char == "\t" else column + 1
    return column
