"""A finding for a person: what, where, and the line of the source with a caret under the place."""

from __future__ import annotations

import unicodedata
from collections.abc import Callable, Sequence
from typing import Literal, TypeAlias

from ablmatch.language.diagnostics import Diagnostic
from ablmatch.language.source import Span

Role = Literal["error", "warning", "note", "code", "gutter", "bold"]
# Gives a text its colour; `plain` gives none.
Paint: TypeAlias = Callable[[str, Role], str]

TAB_STOP = 4
# Without a terminal there is no width to fit into, but a line of a megabyte helps nobody.
WIDTH = 120
_ELLIPSIS = "…"


def plain(text: str, _role: Role) -> str:
    """No colours."""
    return text


def render(diagnostic: Diagnostic, paint: Paint = plain, width: int = WIDTH) -> str:
    """Several lines: the message, the place, the excerpt, then what is related to it; without a line end."""
    severity = diagnostic.severity
    head = f"{paint(f'{severity}[{diagnostic.code}]', severity)}{paint(f': {shown(diagnostic.message)}', 'bold')}"
    lines = [head, *_located(diagnostic.span, severity, paint, width)]
    for other in diagnostic.related:
        lines += [f"{paint('note', 'note')}: {shown(other.message)}", *_located(other.span, "note", paint, width)]
    return "\n".join(lines)


def summary_line(diagnostics: Sequence[Diagnostic], sources: int) -> str:
    """`2 errors, 1 warning in 3 sources`."""
    errors = sum(one.severity == "error" for one in diagnostics)
    warnings = len(diagnostics) - errors
    return f"{_counted(errors, 'error')}, {_counted(warnings, 'warning')} in {_counted(sources, 'source')}"


def _counted(count: int, word: str) -> str:
    return f"{count:,} {word}" if count == 1 else f"{count:,} {word}s"


def _located(span: Span, role: Role, paint: Paint, width: int) -> list[str]:
    line, column = span.source.place(span.start)
    gutter = " " * len(str(line))
    place = f"{gutter}{paint('-->', 'gutter')} {shown(span.source.name)}:{line}:{column}"
    if not span.source.text:
        return [place]
    return [place, *excerpt(span, role, paint, width)]


def excerpt(span: Span, role: Role = "error", paint: Paint = plain, width: int = WIDTH) -> list[str]:
    """The line in which a span begins, its number in the margin, and carets under the part that belongs to it."""
    number, column = span.source.place(span.start)
    text = span.source.line(number)
    start = column - 1
    stop = min(start + max(span.end - span.start, 1), max(len(text), start + 1))
    cells = [_cell(char) for char in text]
    before, marked, after = cells[:start], cells[start:stop], cells[stop:]
    before, marked, after = _fitted(before, marked, after, max(width - len(str(number)) - 3, 20))
    shown_line, at = _laid_out([*before, *marked, *after], len(before), len(before) + len(marked))
    indent, carets = at
    bar, margin = paint("|", "gutter"), " " * len(str(number))
    return [
        f"{margin} {bar}",
        f"{paint(str(number), 'gutter')} {bar} {shown_line}".rstrip(),
        f"{margin} {bar} {' ' * indent}{paint('^' * max(carets, 1), role)}",
    ]


def _cell(char: str) -> str:
    """A character as it can be shown: nothing in a source may drive the terminal or reorder the line."""
    return char if char == "\t" or char.isprintable() else char.encode("unicode_escape").decode("ascii")


def shown(text: str) -> str:
    """A text on one line, with what cannot be shown escaped."""
    return "".join(" " if char in "\t\n" else _cell(char) for char in text)


def _width(cell: str) -> int:
    """Columns that a cell takes: two for wide characters, none for marks that stand over the one before."""
    if len(cell) > 1:
        return len(cell)
    if unicodedata.combining(cell):
        return 0
    return 2 if unicodedata.east_asian_width(cell) in {"W", "F"} else 1


def _fitted(
    before: list[str], marked: list[str], after: list[str], width: int
) -> tuple[list[str], list[str], list[str]]:
    """A long line cut around the place: a third of the room in front of it, more where less is wanted behind."""
    if _columns([*before, *marked, *after]) <= width:
        return before, marked, after
    front = max(width // 3, width - _columns(marked) - _columns(after) - 2)
    if _columns(before) > front:
        before = [_ELLIPSIS, *_last(before, front)]
    room = width - _columns(before) - 1
    if _columns(marked) > room:
        return before, [*_first(marked, room), _ELLIPSIS], []
    room -= _columns(marked)
    return before, marked, [*_first(after, room), _ELLIPSIS] if _columns(after) > room + 1 else after


def _columns(cells: Sequence[str]) -> int:
    return sum(TAB_STOP if cell == "\t" else _width(cell) for cell in cells)


def _first(cells: list[str], room: int) -> list[str]:
    taken, used = 0, 0
    while taken < len(cells) and used + _columns(cells[taken : taken + 1]) <= room:
        used += _columns(cells[taken : taken + 1])
        taken += 1
    return cells[:taken]


def _last(cells: list[str], room: int) -> list[str]:
    return _first(cells[::-1], room)[::-1]


def _laid_out(cells: list[str], start: int, stop: int) -> tuple[str, tuple[int, int]]:
    """The line with tabs spread, and (column, columns) of the cells from `start` to `stop`."""
    parts: list[str] = []
    column = begin = end = 0
    for at, cell in enumerate(cells):
        begin = column if at == start else begin
        wide = TAB_STOP - column % TAB_STOP if cell == "\t" else _width(cell)
        parts.append(" " * wide if cell == "\t" else cell)
        column += wide
        end = column if at == stop - 1 else end
    if start >= len(cells):
        return "".join(parts), (column, 1)
    return "".join(parts), (begin, end - begin)
