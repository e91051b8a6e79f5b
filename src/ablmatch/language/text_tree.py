"""Reads the text format into the tree: by lines and their indentation, going on behind whatever it cannot read."""

from __future__ import annotations

import re
from dataclasses import dataclass, field

from ablmatch.language.diagnostics import Diagnostics
from ablmatch.language.source import Source, Span
from ablmatch.language.tree import Field, Node, Scalar

# `KEY:` with a space, a quote or nothing behind the colon, so that session:start and https://… are no keys. Two words
# make one key in `USE BEHAVIOR_PROFILE:`.
_KEY = re.compile(r"((?:USE[ ]BEHAVIOR_PROFILE)|[A-Za-z_@$][\w.\-\[\]*]*|\"[^\"\n]*\"|'[^'\n]*')[ \t]*:(?=[ \t\"']|$)")
_DASHES = re.compile("-{3,}")
# A line that is meant as a key: `READONLY:true`, `READONLY true`. Read as a text it would say nothing to anybody.
_NO_KEY = re.compile(r"([A-Za-z_][\w.]*):\S|([A-Z][A-Z_]+)[ \t]+(?!.*=)\S", re.ASCII)
_TAB_STOP = 4
MAX_DEPTH = 64
_PLAIN = {'"': re.compile(r'[^"\\]+'), "'": re.compile(r"[^'\\]+")}
_ESCAPES = {"\\": "\\", '"': '"', "'": "'", "n": "\n", "t": "\t"}


@dataclass(slots=True)
class _Line:
    """A line with something on it: `start` is where its content begins in the source, `indent` its column."""

    indent: int
    start: int
    end: int
    comments: list[str] = field(default_factory=list)


def read_text(source: Source, diagnostics: Diagnostics, start: int = 0, end: int | None = None) -> Node:
    """The tree of a text, or of a part of it: top-level sections as fields."""
    return _Reader(source, diagnostics, start, len(source.text) if end is None else end).read()


class _Reader:
    def __init__(self, source: Source, diagnostics: Diagnostics, start: int, end: int) -> None:
        self.source = source
        self.diagnostics = diagnostics
        self.start = start
        self.end = end
        self.lines, self.rest = self._cut(start, end)
        self.at = 0

    def _cut(self, start: int, end: int) -> tuple[list[_Line], list[str]]:
        """The lines that hold something; comments are kept with the line behind them."""
        text = self.source.text
        lines: list[_Line] = []
        comments: list[str] = []
        at = start
        while at < end:
            stop = text.find("\n", at, end)
            stop = end if stop < 0 else stop
            column, place, last = _edges(text, at, stop)
            # A line of dashes at the margin parts two agents for the eye, and means nothing.
            if place < last and (text[place] == "#" or (column == 0 and _DASHES.fullmatch(text, place, last))):
                comments.append(text[place:last])
            elif place < last:
                lines.append(_Line(column, place, last, comments))
                comments = []
            at = stop + 1
        return lines, comments

    def read(self) -> Node:
        root = Node(Span(self.source, self.start, self.end))
        # A root that begins with white space is as good as one that does not.
        indent = min((line.indent for line in self.lines), default=0)
        self._children(root, indent, 0)
        while self.at < len(self.lines):
            line = self.lines[self.at]
            self.diagnostics.add("ABLX_TEXT_INDENT", Span(self.source, line.start, line.end))
            self.at += 1
        root.trailing = self.rest
        return root

    def _children(self, parent: Node, indent: int, depth: int) -> None:
        """Reads lines of exactly one indentation, with what is deeper, into `parent`."""
        while self.at < len(self.lines):
            line = self.lines[self.at]
            if line.indent < indent:
                return
            if line.indent > indent:
                # Deeper than its brothers without a line that it could belong to.
                self.diagnostics.add("ABLX_TEXT_INDENT", Span(self.source, line.start, line.end))
                line.indent = indent
            if depth > MAX_DEPTH:
                self.diagnostics.add("ABLX_TEXT_DEPTH", Span(self.source, line.start, line.end))
                self.at += 1
                continue
            self._line(parent, line, depth)

    def _line(self, parent: Node, line: _Line, depth: int) -> None:
        text = self.source.text
        if text[line.start] == "-" and (line.end == line.start + 1 or text[line.start + 1] in " \t"):
            self._item(parent, line, depth)
            return
        self.at += 1
        match = _KEY.match(text, line.start, line.end)
        if match is None:
            # A bare line: `name`, `a = b + c`, `look_up(id: number)`.
            meant = _NO_KEY.match(text, line.start, line.end)
            if meant is not None:
                place = Span(self.source, line.start, line.start + len(meant[1] or meant[2]))
                self.diagnostics.add("ABLX_TEXT_COLON", place, key=meant[1] or meant[2])
            node = Node(
                Span(self.source, line.start, line.end), self._scalar(line.start, line.end), comments=line.comments
            )
            parent.items.append(node)
            self._below(node, line, depth)
            return
        parent.fields.append(self._field(match, line, depth))

    def _field(self, match: re.Match[str], line: _Line, depth: int) -> Field:
        key = match[1][1:-1] if match[1][0] in "\"'" else match[1]
        start = match.end()
        while start < line.end and self.source.text[start] in " \t":
            start += 1
        node = Node(Span(self.source, start, line.end))
        found = Field(key, Span(self.source, match.start(1), match.end(1)), node, line.comments)
        if self._has_value(start, line):
            node.head = self._value(start, line)
        self._below(node, line, depth)
        return found

    def _item(self, parent: Node, line: _Line, depth: int) -> None:
        """`- …`: the rest of the line is the first line of a node that stands as deep as its text."""
        text = self.source.text
        start = line.start + 1
        while start < line.end and text[start] in " \t":
            start += 1
        node = Node(Span(self.source, line.start, line.end), comments=line.comments)
        parent.items.append(node)
        if not self._has_value(start, line):
            self.at += 1
            self._below(node, line, depth)
            return
        inner = _Line(line.indent + start - line.start, start, line.end)
        match = _KEY.match(text, start, line.end)
        nested = text[start] == "-" and start + 1 < line.end and text[start + 1] in " \t"
        if match is None and not nested:
            self.at += 1
            node.head = self._scalar(start, line.end)
            self._below(node, line, depth)
            return
        # The first field stands on the dash's line; the others below it, anywhere deeper than the dash.
        if nested and depth > MAX_DEPTH:
            self.diagnostics.add("ABLX_TEXT_DEPTH", Span(self.source, start, line.end))
            self.at += 1
        elif nested:
            self.lines[self.at] = inner
            self._item(node, inner, depth + 1)
        else:
            assert match is not None
            self.at += 1
            value = Node(Span(self.source, start, line.end))
            first = Field(
                match[1][1:-1] if match[1][0] in "\"'" else match[1],
                Span(self.source, match.start(1), match.end(1)),
                value,
            )
            node.fields.append(first)
            place = match.end()
            while place < line.end and text[place] in " \t":
                place += 1
            if self._has_value(place, line):
                value.head = self._value(place, inner)
                value.span = Span(self.source, place, line.end)
                if self._steps_back(line, inner):
                    self._below(value, inner, depth + 1)
            elif self.at < len(self.lines) and self.lines[self.at].indent > inner.indent:
                self._below(value, inner, depth + 1)
        self._below(node, line, depth)

    def _steps_back(self, dash: _Line, first: _Line) -> bool:
        """Whether lines behind an item's first field are deeper than it and a later one as deep: those are its own."""
        if self.at >= len(self.lines) or self.lines[self.at].indent <= first.indent:
            return False
        for line in self.lines[self.at :]:
            if line.indent <= first.indent:
                return dash.indent < line.indent
        return False

    def _below(self, node: Node, line: _Line, depth: int) -> None:
        """What stands deeper than a line belongs to it; so do dashes as deep as a key that has nothing yet."""
        if self.at >= len(self.lines):
            return
        following = self.lines[self.at]
        dashes = (
            node.is_empty
            and following.indent == line.indent
            and self.source.text[following.start] == "-"
            and self.source.text[line.start] != "-"
        )
        if following.indent > line.indent or dashes:
            self._children(node, following.indent, depth + 1) if not dashes else self._dashes(node, following, depth)
            last = self.lines[self.at - 1].end
            node.span = Span(self.source, node.span.start, max(node.span.end, last))

    def _dashes(self, node: Node, first: _Line, depth: int) -> None:
        """Items that stand as deep as their key."""
        while self.at < len(self.lines):
            line = self.lines[self.at]
            if line.indent != first.indent or self.source.text[line.start] != "-":
                return
            self._item(node, line, depth + 1)

    # --- scalars ----------------------------------------------------------------------------------------------------

    def _has_value(self, start: int, line: _Line) -> bool:
        """Whether anything but a comment stands behind a key or a dash."""
        return start < line.end and self.source.text[start] != "#"

    def _value(self, start: int, line: _Line) -> Scalar:
        """The value behind a key: a pipe begins a block of the deeper lines."""
        if self.source.text[start : line.end].rstrip() == "|":
            return self._block(start, line)
        return self._scalar(start, line.end)

    def _block(self, start: int, line: _Line) -> Scalar:
        """The deeper lines as they stand, less the indentation that all have; comments and blank lines count."""
        text = self.source.text
        while self.at < len(self.lines) and self.lines[self.at].indent > line.indent:
            self.at += 1
        behind = self.lines[self.at].comments if self.at < len(self.lines) else self.rest
        limit = self.lines[self.at].start if self.at < len(self.lines) else self.end
        begin = text.find("\n", line.end, limit)
        at, size, stop = limit if begin < 0 else begin + 1, 0, line.end
        raw: list[str] = []
        while at < limit:
            end = text.find("\n", at, limit)
            end = limit if end < 0 else end
            column, place, last = _edges(text, at, end)
            raw.append(text[at:last])
            if place < last and column > line.indent:
                size, stop = len(raw), last
            at = end + 1
        # Comments behind the last deeper line go with what follows.
        del behind[: len(behind) - sum(bool(one.strip()) for one in raw[size:])]
        raw = raw[:size]
        margin = min((len(one) - len(one.lstrip(" \t")) for one in raw if one.strip()), default=0)
        return Scalar("\n".join(one[margin:] for one in raw), "block", Span(self.source, start, stop))

    def _scalar(self, start: int, end: int) -> Scalar:
        """A bare or quoted scalar; a comment behind it is no part of it."""
        end = self._without_comment(start, end)
        text = self.source.text[start:end]
        if text[:1] in {'"', "'"}:
            closing, value = unquote(text)
            if closing == len(text):
                return Scalar(value, "quoted", Span(self.source, start, end))
            if closing < 0:
                self.diagnostics.add("ABLX_TEXT_QUOTE", Span(self.source, start, end))
        return Scalar(text, "bare", Span(self.source, start, end))

    def _without_comment(self, start: int, end: int) -> int:
        """Where a trailing comment begins: a # behind white space, outside quotes."""
        text = self.source.text
        if text.find("#", start, end) < 0:
            return end
        quote = ""
        at = start
        while at < end:
            char = text[at]
            if quote:
                if char == "\\":
                    at += 1
                elif char == quote:
                    quote = ""
            elif char in "\"'" and (at == start or not text[at - 1].isalnum()):
                quote = char
            elif char == "#" and at > start and text[at - 1] in " \t":
                while at > start and text[at - 1] in " \t":
                    at -= 1
                return at
            at += 1
        return end


def _edges(text: str, at: int, end: int) -> tuple[int, int, int]:
    """(column, start, end) of what stands on a line between its white space."""
    column, place = 0, at
    while place < end and text[place] in " \t":
        column = column + 1 if text[place] == " " else (column // _TAB_STOP + 1) * _TAB_STOP
        place += 1
    while end > place and text[end - 1] in " \t\r":
        end -= 1
    return column, place, end


def unquote(text: str) -> tuple[int, str]:
    """(place behind the closing quote, or -1; the text) of a text that begins with a quote."""
    quote = text[0]
    plain = _PLAIN[quote]
    parts: list[str] = []
    at = 1
    while at < len(text):
        if match := plain.match(text, at):
            parts.append(match[0])
            at = match.end()
            continue
        if text[at] == quote:
            return at + 1, "".join(parts)
        # A backslash before anything but an escape is one.
        following = text[at + 1 : at + 2]
        parts.append(_ESCAPES.get(following, "\\"))
        at += 2 if following in _ESCAPES else 1
    return -1, "".join(parts)
