"""Places of a text as editors count them: lines from 0, columns in code units of the encoding that was agreed on."""

from __future__ import annotations

import re
from bisect import bisect_right

from lsprotocol.types import Position, PositionEncodingKind, Range

from ablmatch.language.source import Span

_LINE_END = re.compile(r"\r\n|\n|\r")
_UTF8 = str(PositionEncodingKind.Utf8.value)
_UTF32 = str(PositionEncodingKind.Utf32.value)


class Lines:
    """The lines of one text.  `encoding`: utf-8, utf-16 or utf-32, what columns are counted in."""

    def __init__(self, text: str, encoding: str = "utf-16") -> None:
        self.text = text
        self.encoding = encoding
        self.ends = [match.start() for match in _LINE_END.finditer(text)] + [len(text)]
        self.starts = [0, *(match.end() for match in _LINE_END.finditer(text))]

    def position(self, offset: int) -> Position:
        """The position of a character; places outside the text are moved to its ends."""
        offset = max(0, min(offset, len(self.text)))
        line = bisect_right(self.starts, offset) - 1
        before = self.text[self.starts[line] : min(offset, self.ends[line])]
        return Position(line, sum(map(self._units, before)))

    def offset(self, position: Position) -> int:
        """The reverse: a column behind the end of its line is that end, one inside a character its beginning."""
        if position.line >= len(self.starts):
            return len(self.text)
        at, end = self.starts[position.line], self.ends[position.line]
        left = position.character
        while at < end and left >= self._units(self.text[at]):
            left -= self._units(self.text[at])
            at += 1
        return at

    def range(self, span: Span) -> Range:
        return Range(self.position(span.start), self.position(span.end))

    def _units(self, char: str) -> int:
        if self.encoding == _UTF32:
            return 1
        if self.encoding == _UTF8:
            return len(char.encode("utf-8", "surrogatepass"))
        return 2 if ord(char) > 0xFFFF else 1
