"""Built-ins on texts.  null reads as "" in all of them."""

from __future__ import annotations

import re
from collections.abc import Iterable

from ablmatch.language import regex
from ablmatch.language.errors import ExpressionError
from ablmatch.language.functions.table import Function, count_of
from ablmatch.language.values import MAX_TEXT, Value, cut, joined, to_text


def _substring(text: Value, start: Value, end: Value = None) -> str:
    """0-based, end exclusive; places outside the text are moved to its ends."""
    whole = to_text(text)
    first = min(max(count_of(start), 0), len(whole))
    last = min(max(count_of(end, len(whole)), 0), len(whole))
    return whole[first:last]


def _replace(text: Value, find: Value, replacement: Value) -> str:
    whole, wanted, insert = to_text(text), to_text(find), to_text(replacement)
    return _between(whole.split(wanted), insert) if wanted else whole


def _between(parts: Iterable[str], mark: str) -> str:
    """The parts with a mark between them."""
    return joined(mark + part if at else part for at, part in enumerate(parts))


def _split(text: Value, delimiter: Value) -> list[str]:
    if text is None:
        return []
    whole, mark = to_text(text), to_text(delimiter)
    return whole.split(mark) if mark else list(whole)


def _join(items: Value, delimiter: Value) -> str:
    return _between(map(to_text, items), to_text(delimiter)) if isinstance(items, list) else ""


def _padding(text: Value, length: Value, fill: Value) -> str:
    mark = " " if fill is None else to_text(fill)
    missing = min(count_of(length), MAX_TEXT) - len(to_text(text))
    return (mark * (missing // len(mark) + 1))[:missing] if mark and missing > 0 else ""


def _pad_start(text: Value, length: Value, fill: Value = None) -> str:
    return cut(_padding(text, length, fill) + to_text(text))


def _pad_end(text: Value, length: Value, fill: Value = None) -> str:
    return cut(to_text(text) + _padding(text, length, fill))


def _repeat(text: Value, times: Value) -> str:
    whole = to_text(text)
    if not whole:
        return ""
    return cut(whole * max(0, min(count_of(times), MAX_TEXT // len(whole) + 1)))


def _regex_replace(text: Value, pattern: Value, replacement: Value) -> str:
    # A missing pattern is a bad one, not one that is found everywhere.
    return (
        cut(to_text(text)) if pattern is None else regex.replace(to_text(pattern), to_text(text), to_text(replacement))
    )


def _regex_extract(text: Value, pattern: Value, group: Value = 0) -> str | None:
    return None if pattern is None else regex.extract(to_text(pattern), to_text(text), count_of(group))


_SHOWN = re.compile(r"(?:(last|first)(\d{1,4})|(\d{1,4})\*(\d{1,4}))", re.ASCII)


def _mask(text: Value, pattern: Value, mark: Value = "*") -> str:
    """last4, first4 and 4*4 show so many characters at those ends; a text with nothing left to hide is hidden whole."""
    whole = to_text(text)
    match = _SHOWN.fullmatch(to_text(pattern))
    if match is None:
        raise ExpressionError("bad_argument", "MASK wants a pattern such as last4, first4 or 2*2")
    end, shown, at_start, at_end = match.groups()
    first = int(at_start or 0) if at_start else int(shown) if end == "first" else 0
    last = int(at_end or 0) if at_end else int(shown) if end == "last" else 0
    hidden = (to_text(mark) or "*")[0]
    if first + last >= len(whole):
        return hidden * len(whole)
    return whole[:first] + hidden * (len(whole) - first - last) + whole[len(whole) - last :]


ROWS = (
    Function("UPPER", ("s",), "In upper case.", ('UPPER("heron")', "HERON"), lambda s: cut(to_text(s).upper())),
    Function("LOWER", ("s",), "In lower case.", ('LOWER("Heron")', "heron"), lambda s: cut(to_text(s).lower())),
    Function("TRIM", ("s",), "Without white space at both ends.", ('TRIM("  heron ")', "heron"), lambda s: to_text(s).strip()),
    Function("SUBSTRING", ("s", "start", "end?"), "From start (counted from 0) up to end.", ('SUBSTRING("harbour", 0, 4)', "harb"), _substring),
    Function("REPLACE", ("s", "find", "replacement"), "Every occurrence of a literal text replaced.", ('REPLACE("a.b", ".", "-")', "a-b"), _replace),
    Function("SPLIT", ("s", "delimiter"), "The list of parts; [] for null.", ('SPLIT("a,b", ",")', ["a", "b"]), _split),
    Function("JOIN", ("list", "delimiter"), 'One text of all; "" for what is no list.', ('JOIN(["a", "b"], "-")', "a-b"), _join),
    Function("PAD_START", ("s", "length", "fill?"), "Filled up in front, with spaces by default.", ('PAD_START("7", 3, "0")', "007"), _pad_start),
    Function("PAD_END", ("s", "length", "fill?"), "Filled up behind.", ('PAD_END("7", 3, "0")', "700"), _pad_end),
    Function("REPEAT", ("s", "n"), "The text n times over, at most 100,000 characters.", ('REPEAT("ab", 3)', "ababab"), _repeat),
    Function(
        "REGEX_REPLACE", ("text", "pattern", "replacement"), "Every match of an RE2 pattern replaced, $1 to $9 by its groups; never an error.",
        ('REGEX_REPLACE("room 12", "[0-9]+", "#")', "room #"), _regex_replace,
    ),
    Function(
        "REGEX_EXTRACT", ("text", "pattern", "group?"), "The first match or group of an RE2 pattern, or null; never an error.",
        ('REGEX_EXTRACT("order 4471", "[0-9]+")', "4471"), _regex_extract,
    ),
    Function("MASK", ("s", "pattern", "mark?"), "All but the ends hidden: last4, first4, 4*4.", ('MASK("12345678", "last4")', "****5678"), _mask),
    Function("TO_STRING", ("x",), 'As text; null as "".', ("TO_STRING(2.5)", "2.5"), lambda x: cut(to_text(x))),
)  # fmt: skip
