"""When something is due: times as people say them, resolved against the message's time; due dates as they are kept.

A due date is kept as the text of a date (`2026-03-05`, due until that day is over in UTC) or of an instant with its
offset (`2026-03-05T14:00:00+01:00`).
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from datetime import UTC, date, datetime, timedelta, tzinfo
from zoneinfo import ZoneInfo, ZoneInfoNotFoundError

from ablmatch.memory.due_grammar import meant
from ablmatch.memory.due_text import LONGEST_PHRASE, Mark, fold, pieces
from ablmatch.memory.due_words import LANGUAGES, Lexicon, lexicon

_DATE = re.compile(r"\d{4}-\d{2}-\d{2}")
_INSTANT = re.compile(r"\d{4}-\d{2}-\d{2}T\d{2}:\d{2}(?::\d{2}(?:\.\d{1,6})?)?(?:Z|[+-]\d{2}:\d{2})")
_SAID = re.compile(r"(?P<instant>[^\[\]]+)(?:\[!?(?P<zone>[^\[\]]+)\])?")
_LOCAL = re.compile(r"\d{4}-\d{2}-\d{2}[T ]\d{2}:\d{2}(?::\d{2})?")
_EPOCH = datetime(1970, 1, 1, tzinfo=UTC)
# What lies beside the zones on some machines: the machine's own zone, and zones that count leap seconds.
_NO_ZONES = ("localtime", "posix", "right/", "Factory")
_YEARS = range(1900, 9000)
_MOST_WORDS = 16
_MOST_ROWS = 1000


def resolve_due(
    phrase: str, said_at: datetime, zone: tzinfo | None = None, languages: Sequence[str] = LANGUAGES
) -> str | None:
    """The due date that a phrase means, None where it means none, or more than one.

    `phrase`: "Thursday", "in two weeks", "eind van de maand", "5. März um 14 Uhr", or a date as it is kept. `said_at`:
    an aware datetime. `zone`: where it was said; by default the offset of `said_at`. Every word must be understood:
    "the week after Thursday" is not Thursday. Languages that read a phrase differently cancel each other out.
    """
    if said_at.tzinfo is None:
        raise ValueError("said_at must carry its offset from UTC")
    said = said_at if zone is None else said_at.astimezone(zone)
    text = phrase.strip()
    if is_due(text):
        return text
    if _LOCAL.fullmatch(text):
        return _local(text, said)
    if len(text) > LONGEST_PHRASE:
        return None
    folded = fold(text)
    found = {one for language in languages for one in _readings(folded, lexicon(language), said)}
    return found.pop() if len(found) == 1 else None


def read_zone(name: str) -> tzinfo:
    """A zone by its IANA name, as `Europe/Amsterdam`; raises ValueError for an unknown one."""
    try:
        zone = None if name.startswith(_NO_ZONES) else ZoneInfo(name)
    except (ZoneInfoNotFoundError, ValueError, OSError):
        zone = None
    if zone is None:
        raise ValueError("unknown time zone: use an IANA name, as Europe/Amsterdam")
    return zone


def read_said_at(text: str) -> datetime:
    """When a message was said, in the zone where it was said; raises ValueError.

    RFC 3339, with the zone's name behind it where it is known (RFC 9557), as `2026-03-02T23:30:00+01:00[Europe/Paris]`;
    without a name the offset stands for the zone.
    """
    found = _SAID.fullmatch(text)
    if found is None or not is_instant(found["instant"]):
        raise ValueError("at must be an instant with its offset, as 2026-03-02T23:30:00+01:00[Europe/Amsterdam]")
    moment = datetime.fromisoformat(found["instant"])
    return moment if found["zone"] is None else moment.astimezone(read_zone(found["zone"]))


def is_due(text: object) -> bool:
    """Whether a text is a due date as it is kept: an ISO date, or an instant with its offset."""
    if not isinstance(text, str):
        return False
    try:
        if _DATE.fullmatch(text):
            return date.fromisoformat(text).year in _YEARS
        return is_instant(text)
    except ValueError:
        return False


def is_instant(text: object) -> bool:
    """Whether a text is an instant with its offset, as in RFC 3339."""
    if not isinstance(text, str) or not _INSTANT.fullmatch(text):
        return False
    try:
        return datetime.fromisoformat(text).year in _YEARS
    except ValueError:
        return False


def instant_ms(text: str) -> int:
    """An instant in milliseconds since 1970 UTC."""
    return (datetime.fromisoformat(text) - _EPOCH) // timedelta(milliseconds=1)


def due_ms(text: str) -> int:
    """The millisecond after which something is overdue; of a date, the last one of that day in UTC."""
    if not _DATE.fullmatch(text):
        return instant_ms(text)
    following = date.fromisoformat(text) + timedelta(days=1)
    return (following - _EPOCH.date()) // timedelta(milliseconds=1) - 1


def is_overdue(status: str | None, due_at: str | None, now_ms: int) -> bool:
    """Whether a commitment is open and its due date has passed. Computed, never stored."""
    return status == "open" and due_at is not None and now_ms > due_ms(due_at)


def _readings(folded: str, words: Lexicon, said: datetime) -> set[str]:
    found = set()
    for row in _rows(folded, words):
        moment = meant(row, said)
        if isinstance(moment, datetime):
            # A time that the clock skips in spring is moved on as clocks are.
            moment = moment.astimezone(UTC).astimezone(said.tzinfo)
            found.add(moment.isoformat(timespec="seconds"))
        elif moment is not None:
            found.add(moment.isoformat())
    return found


def _rows(folded: str, words: Lexicon) -> set[tuple[Mark, ...]]:
    """Every row of marks that a phrase can stand for, without its fillers; none where a word is unknown."""
    parts = pieces(folded)
    if not parts or len(parts) > _MOST_WORDS:
        return set()
    rows: list[set[tuple[Mark, ...]]] = [{()}, *(set() for _ in parts)]
    for at, part in enumerate(parts):
        if not isinstance(part, str):
            rows[at + 1] |= {(*row, mark) for row in rows[at] for mark in part}
            continue
        name: tuple[str, ...] = ()
        for end, word in enumerate(parts[at : at + 6], at + 1):
            if not isinstance(word, str):
                break
            name = (*name, word)
            for marks in words.get(name, ()):
                kept = tuple(mark for mark in marks if mark.letter != "f")
                rows[end] |= {row + kept for row in rows[at]}
        if any(len(one) > _MOST_ROWS for one in rows):
            return set()
    return rows[-1]


def _local(text: str, said: datetime) -> str | None:
    """A date and time without offset is meant where it was said."""
    try:
        moment = datetime.fromisoformat(text).replace(tzinfo=said.tzinfo)
    except ValueError:
        return None
    if moment.year not in _YEARS:
        return None
    return moment.astimezone(UTC).astimezone(said.tzinfo).isoformat(timespec="seconds")
