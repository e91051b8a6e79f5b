"""Built-ins on time, and random names."""

from __future__ import annotations

import re
import string
from datetime import UTC, datetime, tzinfo
from zoneinfo import ZoneInfo, ZoneInfoNotFoundError

from ablmatch.language.functions.moment import Moment
from ablmatch.language.functions.table import Function, count_of
from ablmatch.language.values import Value, cut, is_number, parse_instant, to_text

_TOKENS = re.compile("YYYY|MMMM|MMM|MM|DD|HH|mm|ss|YY|SSS")
_MONTHS = [
    "January",
    "February",
    "March",
    "April",
    "May",
    "June",
    "July",
    "August",
    "September",
    "October",
    "November",
    "December",
]
_LONGEST_ID = 256


def write_instant(instant: datetime) -> str:
    """ISO 8601 in UTC with milliseconds and Z."""
    utc = instant.astimezone(UTC)
    return f"{utc:%Y-%m-%dT%H:%M:%S}.{utc.microsecond // 1000:03d}Z"


def instant_of(value: Value) -> datetime | None:
    """Of an ISO text, or of a number of milliseconds since 1970; None for anything else."""
    if isinstance(value, str):
        return parse_instant(value.strip())
    if is_number(value) and abs(value) < 253402300800000:  # the year 10000
        try:
            return datetime.fromtimestamp(value / 1000, UTC)
        except (OverflowError, OSError, ValueError):
            return None
    return None


def _zone(name: Value) -> tzinfo:
    """An IANA zone; UTC for one that is unknown."""
    if not isinstance(name, str) or not name:
        return UTC
    try:
        return ZoneInfo(name)
    except (ZoneInfoNotFoundError, ValueError, OSError):
        return UTC


def _format_date(date: Value, pattern: Value, zone: Value = None) -> str:
    instant = instant_of(date)
    if instant is None:
        return ""
    try:
        local = instant.astimezone(_zone(zone))
    except OverflowError:  # the first or last day that a datetime can hold
        local = instant
    written = {
        "YYYY": f"{local.year:04d}", "YY": f"{local.year % 100:02d}", "MMMM": _MONTHS[local.month - 1],
        "MMM": _MONTHS[local.month - 1][:3], "MM": f"{local.month:02d}", "DD": f"{local.day:02d}",
        "HH": f"{local.hour:02d}", "mm": f"{local.minute:02d}", "ss": f"{local.second:02d}",
        "SSS": f"{local.microsecond // 1000:03d}",
    }  # fmt: skip
    return cut(_TOKENS.sub(lambda match: written[match[0]], to_text(pattern)))


def _now(moment: Moment) -> str:
    return write_instant(moment.clock())


def _now_ms(moment: Moment) -> int:
    return int(moment.clock().timestamp() * 1000)


def _unique_id(moment: Moment, length: Value = None) -> str:
    letters = string.ascii_letters + string.digits
    return "".join(moment.chance.choice(letters) for _ in range(max(0, min(count_of(length, 6), _LONGEST_ID))))


ROWS = (
    Function("NOW", (), "This instant: ISO 8601 with milliseconds and Z.", ("LENGTH(NOW())", 24), _now, timed=True),
    Function("NOW_MS", (), "Milliseconds since 1970.", ("NOW_MS() > 0", True), _now_ms, timed=True),
    Function(
        "FORMAT_DATE", ("date", "pattern", "zone?"), 'YYYY MM DD HH mm ss in a zone, UTC by default; "" for what is no date.',
        ('FORMAT_DATE("2026-03-04", "DD/MM/YYYY")', "04/03/2026"), _format_date,
    ),
    Function("UNIQUE_ID", ("length?",), "Random letters and digits, six by default; not for secrets.", ("LENGTH(UNIQUE_ID(10))", 10), _unique_id, timed=True),
)  # fmt: skip
