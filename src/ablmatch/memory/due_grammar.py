"""Which rows of marks say when, and what day they mean seen from the day on which they were said.

What leaves a choice is read as the earlier day for a day ("next Thursday" is the coming one), and as the last day for a
span ("next month" is its end): a promise is late when its span is over.
"""

from __future__ import annotations

import re
from calendar import monthrange
from collections.abc import Callable, Sequence
from datetime import UTC, date, datetime, time, timedelta
from typing import Any

from ablmatch.memory.due_text import Mark

_CLOCK = "l?c[oH]?|lN[Ho]?|No|NH"
_TIMED = re.compile(rf"(?P<before>(?:{_CLOCK}|p)*)(?P<day>.*?)(?P<after>(?:{_CLOCK}|p)*)")
_ONE_CLOCK = re.compile(_CLOCK)
_LAST_YEAR = 9000

Reading = Callable[[Sequence[Any], date], date | None]


def meant(marks: Sequence[Mark], said: datetime) -> date | datetime | None:
    """The day or instant that a row of marks means, None for no known form. `said`: when it was said, with zone."""
    letters = "".join(mark.letter for mark in marks)
    ahead = _ahead_in_hours(letters, marks, said)
    if ahead is not None:
        return ahead
    found = _TIMED.fullmatch(letters)
    assert found is not None
    clocks = [
        span
        for part in ("before", "after")
        for span in (
            (found.start(part) + one.start(), found.start(part) + one.end()) for one in _ONE_CLOCK.finditer(found[part])
        )
    ]
    halves = [mark.value for mark in marks[: found.end("before")] if mark.letter == "p"]
    halves += [mark.value for mark in marks[found.start("after") :] if mark.letter == "p"]
    if len(clocks) > 1 or len(halves) > 1:
        return None
    clock = _clock(marks[slice(*clocks[0])], halves) if clocks else None
    if clocks and clock is None:
        return None
    day = _day(found["day"], marks[found.start("day") : found.end("day")], said.date(), halves)
    if not found["day"] and clock is not None:
        if letters == "NH":
            return None  # "3 uur" alone is as well three hours
        # A bare time is that of today, or of tomorrow when it has passed.
        day = said.date() if clock > said.time() else said.date() + timedelta(days=1)
    if day is None or day.year > _LAST_YEAR:
        return None
    return day if clock is None else datetime.combine(day, clock, said.tzinfo)


def _ahead_in_hours(letters: str, marks: Sequence[Mark], said: datetime) -> datetime | None:
    if letters not in {"iNH", "NHs", "iNU", "NUs"}:
        return None
    number, unit = [mark for mark in marks if mark.letter in "NHU"]
    if unit.letter == "U" and unit.value != "minute":
        return None
    ahead = timedelta(minutes=number.value) if unit.letter == "U" else timedelta(hours=number.value)
    # Hours pass on the clock of the world; the local one may be put forward or back meanwhile.
    zone = said.tzinfo
    assert zone is not None
    return (said.astimezone(UTC) + ahead).astimezone(zone)


def _clock(marks: Sequence[Mark], halves: list[str]) -> time | None:
    value = next(mark.value for mark in marks if mark.letter in "cN")
    if isinstance(value, int):
        if value > 23:
            return None
        value = time(value)
    if halves == ["pm"] and 1 <= value.hour < 12:
        value = value.replace(hour=value.hour + 12)
    return value if isinstance(value, time) else None


def _day(letters: str, marks: Sequence[Mark], today: date, halves: list[str]) -> date | None:
    if letters == "t" and halves:
        return today
    reading = next((reading for form, reading in _FORMS if form.fullmatch(letters)), None)
    return None if reading is None else reading(marks, today)


def _value(marks: Sequence[Mark], letters: str) -> Any:
    """The value of the one mark that has one of the letters, None where there is none."""
    return next((mark.value for mark in marks if mark.letter in letters), None)


def _from_today(marks: Sequence[Mark], today: date) -> date:
    return today + timedelta(days=_value(marks, "d"))


def _weekday(marks: Sequence[Mark], today: date) -> date:
    """The first such day after today; "this Thursday" may be today."""
    first = 0 if _value(marks, "t") is not None else 1
    return today + timedelta(days=first + (_value(marks, "W") - today.weekday() - first) % 7)


def _weekday_of_next_week(marks: Sequence[Mark], today: date) -> date | None:
    if _value(marks, "U") != "week":
        return None
    return today + timedelta(days=7 - today.weekday() + _value(marks, "W"))


def _ahead(marks: Sequence[Mark], today: date) -> date | None:
    number, unit = _value(marks, "N"), _value(marks, "U")
    days = {"day": 1, "week": 7, "fortnight": 14}.get(unit)
    if days is not None:
        return today + timedelta(days=number * days)
    months = {"month": 1, "year": 12}.get(unit)
    return None if months is None else _months_on(today, number * months)


def _end_of_span(marks: Sequence[Mark], today: date) -> date | None:
    """The last day of a week, month or year, this one or the next; weeks end on Sunday."""
    unit, following = _value(marks, "U"), _value(marks, "n") is not None
    if unit == "day":
        return None if following else today
    if unit in {"week", "weekend"}:
        # Whose weekend is "next weekend"? Some mean the coming one, some the one after it.
        return None if following and unit == "weekend" else today + timedelta(days=6 - today.weekday() + 7 * following)
    if unit == "month":
        return _end_of_month(_months_on(today.replace(day=1), int(following)))
    return date(today.year + following, 12, 31) if unit == "year" else None


def _weekend(marks: Sequence[Mark], today: date) -> date | None:
    return _end_of_span(marks, today) if _value(marks, "U") == "weekend" else None


def _month(marks: Sequence[Mark], today: date) -> date:
    month, year = _value(marks, "M"), _value(marks, "Y")
    if year is None:
        year = today.year + (month < today.month)
    return _end_of_month(date(year, month, 1))


def _date(marks: Sequence[Mark], today: date) -> date | None:
    """A day and a month, of a year that is said or the first in which it is not over; a weekday must fit."""
    day, month = _value(marks, "m") or (_value(marks, "NO"), _value(marks, "M"))
    said_year = _value(marks, "Y")
    years = range(today.year, today.year + 9) if said_year is None else (said_year,)
    for year in years:
        if 1 <= day <= monthrange(year, month)[1] and (said_year is not None or date(year, month, day) >= today):
            return _on_weekday(date(year, month, day), marks)
    return None


def _whole_date(marks: Sequence[Mark], _: date) -> date | None:
    return _on_weekday(_value(marks, "D"), marks)


def _day_of_month(marks: Sequence[Mark], today: date) -> date | None:
    """The first such day from today on; months without it are passed over."""
    day, unit = _value(marks, "NO"), _value(marks, "U")
    if not 1 <= day <= 31 or unit not in {None, "month"}:
        return None
    first = today.replace(day=1)
    months = range(13) if unit is None else (int(_value(marks, "n") is not None),)
    for month in (_months_on(first, number) for number in months):
        if day <= monthrange(month.year, month.month)[1] and (unit is not None or month.replace(day=day) >= today):
            return _on_weekday(month.replace(day=day), marks)
    return None


def _on_weekday(day: date, marks: Sequence[Mark]) -> date | None:
    return day if _value(marks, "W") in {None, day.weekday()} else None


def _months_on(day: date, months: int) -> date:
    """The same day some months later, or the last one of that month where it is shorter."""
    year, month = divmod(day.year * 12 + day.month - 1 + months, 12)
    return date(year, month + 1, min(day.day, monthrange(year, month + 1)[1]))


def _end_of_month(day: date) -> date:
    return day.replace(day=monthrange(day.year, day.month)[1])


_FORMS: tuple[tuple[re.Pattern[str], Reading], ...] = tuple(
    (re.compile(form), reading)
    for form, reading in (
        ("e?d", _from_today),
        ("e?[tn]?W|Wn", _weekday),
        ("WnU|WUn|nUW|UnW", _weekday_of_next_week),
        ("iNU|NUs", _ahead),
        ("[tn]U|Un|e[tn]?U|eUn|Ue", _end_of_span),
        ("U", _weekend),
        ("[ei]?n?MY?", _month),
        ("W?a?[NO]MY?|W?Ma?[NO]Y?|W?mY?", _date),
        ("W?D", _whole_date),
        ("W?a[NO]|W?O|WN|a?[NO](?:[tn]U|Un)", _day_of_month),
    )
)
