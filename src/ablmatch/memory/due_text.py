"""Phrases that say when, cut into marks: words folded to bare letters, figures read as numbers, dates and clocks."""

from __future__ import annotations

import re
import unicodedata
from datetime import date, time
from typing import Any, NamedTuple

LONGEST_PHRASE = 120


class Mark(NamedTuple):
    """What a piece of a phrase stands for: a letter (see `due_words`) and its value."""

    letter: str
    value: Any = ""


_PIECE = re.compile(
    r"""
      (?P<iso>\d{4}-\d{1,2}-\d{1,2})(?!\d)
    | (?P<hour_dot>\d{1,2})\.(?P<minute_dot>\d{2})(?=\s*(?:uhr|uur)\b)
    | (?P<day>\d{1,2})(?P<sep>[./-])(?P<month>\d{1,2})(?:(?P=sep)(?P<year>\d{4}|\d{2})?)?(?![\d:])
    | (?P<hour>\d{1,2})(?::(?P<minute>\d{2})|h(?P<minute_h>\d{2})?(?![a-z]))(?::\d{2})?\s*(?P<half>[ap]\.?m\b\.?)?
    | (?P<hour_12>\d{1,2})\s*(?P<half_12>[ap]\.?m\b\.?)
    | (?P<ordinal>\d{1,2})(?:st|nd|rd|th|er|re|ste|de|e|o|a|\.)(?![a-z0-9])
    | (?P<number>\d{1,4})(?!\d)
    | (?P<word>[^\W\d_]+)
    | (?P<skip>[\s,;.!'’`´()-]+)
    """,
    re.VERBOSE,
)


def fold(text: str) -> str:
    """A phrase without case and without marks on letters: `Übermorgen` and `ubermorgen` are one."""
    plain = unicodedata.normalize("NFKD", text.strip()).casefold()
    return "".join(char for char in plain if unicodedata.category(char) not in {"Mn", "Cf"})


def folded_words(text: str) -> tuple[str, ...]:
    """The words of a phrase, folded."""
    return tuple(re.findall(r"[^\W\d_]+", fold(text)))


def pieces(phrase: str) -> list[str | tuple[Mark, ...]] | None:
    """A folded phrase as words and, for figures, the marks they can stand for; None for what no phrase holds.

    Beside those of `due_words`: D a date, m a day and month, Y a year, O a day of the month. A date in figures whose
    day and month could be swapped is none, unless it is written with dots, where the day comes first everywhere.
    """
    found: list[str | tuple[Mark, ...]] = []
    at = 0
    while at < len(phrase):
        piece = _PIECE.match(phrase, at)
        if piece is None:
            return None
        at = piece.end()
        if piece["skip"]:
            continue
        if piece["word"]:
            found.append(piece["word"])
            continue
        marks = _marks(piece)
        if not marks:
            return None
        found.append(marks)
    return found


def _marks(piece: re.Match[str]) -> tuple[Mark, ...]:
    if piece["iso"]:
        year, month, day = map(int, piece["iso"].split("-"))
        return _date(year, month, day)
    if piece["day"]:
        return _figures(int(piece["day"]), int(piece["month"]), piece["year"], dotted=piece["sep"] == ".")
    hour = piece["hour"] or piece["hour_12"] or piece["hour_dot"]
    if hour:
        minute = piece["minute"] or piece["minute_h"] or piece["minute_dot"] or 0
        return _clock(int(hour), int(minute), piece["half"] or piece["half_12"])
    if piece["ordinal"]:
        number = int(piece["ordinal"])
        return (Mark("O", number), Mark("N", number))
    number = int(piece["number"])
    return (Mark("Y", number),) if len(piece["number"]) == 4 else (Mark("N", number),)


def _figures(first: int, second: int, year: str | None, *, dotted: bool) -> tuple[Mark, ...]:
    if not dotted and first != second and first <= 12 and second <= 12:
        return ()
    day, month = (second, first) if not dotted and second > 12 else (first, second)
    if year is None:
        return (Mark("m", (day, month)),) if 1 <= month <= 12 and 1 <= day <= 31 else ()
    return _date(int(year) + (2000 if len(year) == 2 else 0), month, day)


def _date(year: int, month: int, day: int) -> tuple[Mark, ...]:
    try:
        return (Mark("D", date(year, month, day)),)
    except ValueError:
        return ()


def _clock(hour: int, minute: int, half: str | None) -> tuple[Mark, ...]:
    if half is not None:
        if not 1 <= hour <= 12:
            return ()
        hour = hour % 12 + (12 if half.startswith("p") else 0)
    return (Mark("c", time(hour, minute)),) if hour < 24 and minute < 60 else ()
