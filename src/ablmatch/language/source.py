"""Texts that are read, and places in them."""

from __future__ import annotations

import re
from bisect import bisect_right
from dataclasses import dataclass, field

import msgspec

_BREAK = re.compile("\n")


@dataclass(frozen=True, slots=True)
class Source:
    """One text: `name` is a path, or what else the text is called in messages."""

    name: str
    text: str
    _starts: list[int] = field(init=False, repr=False, compare=False)

    def __post_init__(self) -> None:
        starts = [0, *(match.end() for match in _BREAK.finditer(self.text))]
        object.__setattr__(self, "_starts", starts)

    def place(self, offset: int) -> tuple[int, int]:
        """Line and column of a character, both counted from 1."""
        offset = max(0, min(offset, len(self.text)))
        line = bisect_right(self._starts, offset)
        return line, offset - self._starts[line - 1] + 1

    def offset(self, line: int, column: int) -> int:
        """The reverse, line and column counted from 0; places outside the text are moved to its end."""
        if line >= len(self._starts):
            return len(self.text)
        return min(self._starts[line] + column, len(self.text))

    def line(self, number: int) -> str:
        """The text of a line (counted from 1) without its end."""
        start = self._starts[number - 1]
        end = self._starts[number] - 1 if number < len(self._starts) else len(self.text)
        return self.text[start:end].rstrip("\r")


# There are several of them for each line of a source: structs are made in a tenth of a frozen dataclass's time.
class Span(msgspec.Struct, frozen=True, gc=False):
    """A stretch of a source: characters `start` up to `end`, counted from 0."""

    source: Source
    start: int
    end: int

    def within(self, start: int, end: int) -> Span:
        """A part of this span, by places counted from its start; the whole of it where those are not known."""
        if start < 0:
            return self
        size = self.end - self.start
        return Span(self.source, self.start + min(start, size), self.start + min(max(end, start), size))

    @property
    def text(self) -> str:
        return self.source.text[self.start : self.end]
