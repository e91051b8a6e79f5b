"""Changes of a text at places: what is not changed stays as it is, to the last space."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass, field

from ablmatch.language.source import Source
from ablmatch.language.tree import Field, Node

_INDENT = re.compile(r"[ \t]*")


@dataclass(slots=True)
class Edits:
    """Replacements that do not overlap, by where they begin; several at one place in the order of their coming."""

    source: Source
    made: list[tuple[int, int, str]] = field(default_factory=list)

    def replace(self, start: int, end: int, text: str) -> None:
        self.made.append((start, end, text))

    def insert(self, at: int, text: str) -> None:
        self.made.append((at, at, text))

    def apply(self) -> str:
        """The text with all replacements."""
        parts: list[str] = []
        at = 0
        for start, end, text in sorted(self.made, key=lambda one: one[0]):
            # Two fields of one line that go may take the comma between them both.
            assert start >= at or not text, "two edits overlap"
            parts += [self.source.text[at:start], text]
            at = max(at, end)
        return "".join([*parts, self.source.text[at:]])

    # --- lines ------------------------------------------------------------------------------------------------------

    def line_start(self, at: int) -> int:
        return self.source.text.rfind("\n", 0, at) + 1

    def line_end(self, at: int) -> int:
        """Behind the line break of a place's line."""
        found = self.source.text.find("\n", at)
        return len(self.source.text) if found < 0 else found + 1

    def indent(self, at: int) -> str:
        """The white space that a place's line begins with."""
        match = _INDENT.match(self.source.text, self.line_start(at))
        assert match is not None
        return match[0]

    # --- fields -----------------------------------------------------------------------------------------------------

    def remove(self, one: Field, beside: Sequence[Field]) -> None:
        """Takes a field out; a comment behind it stays on its line.  `beside`: all fields of its node, in order."""
        text = self.source.text
        start, end = one.key_span.start, end_of(one)
        line = self.line_start(start)
        behind = text[end : self.line_end(end)]
        if not text[line:start].strip() and not behind.lstrip().startswith((",", "}")):
            if behind.strip():
                self.replace(start, end + len(behind) - len(behind.lstrip()), "")
            else:
                self.replace(line, self.line_end(end), "")
            return
        # On one line with others: with the comma that parts it, or with the line break behind a dash.
        at = list(beside).index(one)
        if at + 1 < len(beside):
            self.replace(start, beside[at + 1].key_span.start, "")
        elif at:
            self.replace(end_of(beside[at - 1]), end, "")
        else:
            self.replace(start, end, "")


def end_of(part: Field | Node) -> int:
    """Where a field or an entry ends, without the comment behind it."""
    node = part.node if isinstance(part, Field) else part
    ends = [part.span.start]
    if isinstance(part, Field):
        # The colon at least.
        ends.append(part.span.source.text.index(":", part.key_span.end) + 1)
    if node.head is not None:
        ends.append(node.head.span.end)
    elif node.flow:
        ends.append(node.span.end)
    ends.extend(map(end_of, node.fields))
    ends.extend(map(end_of, node.items))
    return max(ends)


def start_of(part: Field | Node) -> int:
    """Where a field or an entry begins."""
    return part.key_span.start if isinstance(part, Field) else part.span.start


def parts_of(node: Node) -> list[Field | Node]:
    """Fields and entries in the order in which they are written."""
    return sorted([*node.fields, *node.items], key=start_of)
