"""Values of the language: what is true, equal, a number or a text, and which of two comes first.

A value is None (null and undefined are one), a bool, an int or float, a str, a list or a dict with str keys.
"""

from __future__ import annotations

import json
import math
import re
import sys
from collections.abc import Iterable
from datetime import UTC, datetime
from typing import Any, TypeAlias

from ablmatch.language.errors import ExpressionError

Value: TypeAlias = Any
Number: TypeAlias = int | float

MAX_TEXT = 100_000
# Tuples: `int | float` would be made anew by each isinstance.
_NUMERIC = (int, float)
_LISTED = (list, tuple)
_LARGEST = int(sys.float_info.max)
_NUMBER = re.compile(r"[ \t\r\n]*[+-]?(?:\d+(?:\.\d*)?|\.\d+)(?:[eE][+-]?\d{1,3})?[ \t\r\n]*", re.ASCII)
_WHOLE = re.compile(r"[ \t\r\n]*[+-]?\d+[ \t\r\n]*", re.ASCII)
_DATE = re.compile(
    r"\d{4}-\d{2}-\d{2}(?:[Tt ]\d{2}:\d{2}(?::\d{2}(?:[.,]\d{1,9})?)?(?:[Zz]|[+-]\d{2}(?::?\d{2})?)?)?", re.ASCII
)


def truthy(value: Value) -> bool:
    """Everything but false, 0, "", "false", null, [] and {}; a number that is none (NaN) is false too."""
    if value is True or value is False:
        return value
    if isinstance(value, str):
        return value not in {"", "false"}
    return bool(value) and value == value  # noqa: PLR0124 - NaN differs from itself


def parse_number(text: str) -> Number | None:
    """The number that a text writes in decimal figures, else None; so for one that no double holds."""
    if len(text) > 400 or not _NUMBER.fullmatch(text):
        return None
    number = _held(int(text) if _WHOLE.fullmatch(text) else float(text))
    return None if number is None else tidy(number)


def _held(number: Number) -> Number | None:
    """The number if a double can hold it: no NaN, no infinity, no whole number beyond (which a host can pass)."""
    return number if -_LARGEST <= number <= _LARGEST else None


def tidy(number: Number) -> Number:
    """A float without fraction as int, so that 3.0 and 3 are written alike."""
    if isinstance(number, float) and number.is_integer() and abs(number) < 2**53:
        return int(number)
    return number


def is_number(value: Value) -> bool:
    """Whether it is a number by type: no bool, no text, nothing that no double holds."""
    return isinstance(value, _NUMERIC) and not isinstance(value, bool) and _held(value) is not None


def to_number(value: Value) -> Number | None:
    """A number, the number that a text writes, 0 or 1 for a bool; None for everything else."""
    if isinstance(value, bool):
        return int(value)
    if isinstance(value, _NUMERIC):
        return _held(value)
    if isinstance(value, str):
        return parse_number(value)
    return None


def finite(number: Number) -> Number:
    """A result of arithmetic; raises bad_argument beyond the range of a double."""
    try:
        beyond = not math.isfinite(number)
    except OverflowError:  # an int too large for a double
        beyond = True
    if beyond or (isinstance(number, int) and number.bit_length() > 1023):
        raise ExpressionError("bad_argument", "a number is too large")
    return tidy(number)


def write_number(number: Number) -> str:
    """The shortest decimal text that reads back as the number, as JavaScript writes it."""
    if _held(number) is None:
        return "null"
    number = tidy(number)
    return str(number) if isinstance(number, int) and abs(number) < 10**21 else _exponent(repr(float(number)))


def _exponent(text: str) -> str:
    """1e-07 as 1e-7; 0.00001 instead of 1e-05."""
    digits, mark, exponent = text.partition("e")
    if not mark:
        return text
    power = int(exponent)
    if -7 < power < 0:
        return f"{float(text):.{len(digits.replace('.', '').lstrip('-')) - 1 - power}f}"
    if 0 <= power < 21:
        return str(int(float(text)))
    return f"{digits}e{'+' if power > 0 else ''}{power}"


def to_text(value: Value) -> str:
    """Null as "", booleans as true and false, numbers in the shortest form, lists and objects as JSON."""
    if isinstance(value, str):
        return value
    if value is None:
        return ""
    if isinstance(value, bool):
        return "true" if value else "false"
    if isinstance(value, _NUMERIC):
        return write_number(value)
    return to_json(value)


def to_json(value: Value) -> str:
    """JSON without spaces, as JSON.stringify writes it, cut at MAX_TEXT; a number that JSON cannot hold is null."""
    parts: list[str] = []
    try:
        _write_json(value, parts, MAX_TEXT)
    except RecursionError:
        raise _too_deep() from None
    return cut("".join(parts))


def _write_json(value: Value, parts: list[str], room: int) -> int:
    """Adds the parts of a value as long as there is room; what is left of it."""
    if isinstance(value, dict):
        for at, (key, item) in enumerate(value.items()):
            if room <= 0:
                return room
            parts.append(f"{'{' if at == 0 else ','}{_quoted(str(key))}:")
            room = _write_json(item, parts, room - len(parts[-1]))
        written = "}" if value else "{}"
    elif isinstance(value, _LISTED):
        for at, item in enumerate(value):
            if room <= 0:
                return room
            parts.append("[" if at == 0 else ",")
            room = _write_json(item, parts, room - 1)
        written = "]" if value else "[]"
    elif isinstance(value, str):
        written = _quoted(value)
    elif value is None or isinstance(value, _NUMERIC):
        written = "null" if value is None else to_text(value)
    else:
        raise ExpressionError("bad_argument", f"JSON has no {type(value).__name__}")
    parts.append(written)
    return room - len(written)


def _quoted(text: str) -> str:
    return json.dumps(text[: MAX_TEXT + 1], ensure_ascii=False)


def _too_deep() -> ExpressionError:
    return ExpressionError("depth_exceeded", "a value is nested too deeply")


def cut(text: str) -> str:
    """No text result is longer than MAX_TEXT characters."""
    return text if len(text) <= MAX_TEXT else text[:MAX_TEXT]


def joined(parts: Iterable[str]) -> str:
    """One text of all, cut at MAX_TEXT: no more of them are made than fit in, so that none takes memory beyond it."""
    found: list[str] = []
    size = 0
    for part in parts:
        found.append(part)
        size += len(part)
        if size >= MAX_TEXT:
            break
    return cut("".join(found))


def equal(one: Value, other: Value) -> bool:  # noqa: PLR0911 - one return for each pair of types
    """`==`: null equals null alone; a bool equals a bool alone; a text equals the number that it writes."""
    if isinstance(one, str) and isinstance(other, str):
        return one == other
    if one is None or other is None:
        return one is other
    if isinstance(one, bool) or isinstance(other, bool):
        return one is other
    if isinstance(one, _NUMERIC) and isinstance(other, _NUMERIC):
        return one == other
    if isinstance(one, str) and isinstance(other, _NUMERIC):
        return parse_number(one) == other
    if isinstance(one, _NUMERIC) and isinstance(other, str):
        return one == parse_number(other)
    try:
        if isinstance(one, list) and isinstance(other, list):
            return len(one) == len(other) and all(map(equal, one, other))
        if isinstance(one, dict) and isinstance(other, dict):
            return one.keys() == other.keys() and all(equal(item, other[key]) for key, item in one.items())
    except RecursionError:
        raise _too_deep() from None
    return False


def parse_instant(text: str) -> datetime | None:
    """The instant of an ISO 8601 date (00:00 UTC) or date-time (UTC without an offset), else None."""
    if not _DATE.fullmatch(text):
        return None
    try:
        found = datetime.fromisoformat(text.replace(",", ".").upper())
    except ValueError:  # the 30th of February
        return None
    return found.replace(tzinfo=UTC) if found.tzinfo is None else found


def order_key(value: Value) -> Number | None:
    """What `<` compares: null is 0, a list its length, a bool 0 or 1; None for what is no number."""
    if value is None:
        return 0
    if isinstance(value, list):
        return len(value)
    if isinstance(value, _NUMERIC):
        # Numbers that no double holds have their order all the same; NaN has none.
        return value if value == value else None  # noqa: PLR0124
    return to_number(value)


def order(one: Value, other: Value) -> int | None:
    """-1, 0 or 1 as `one` is less than, equal to or greater than `other`; None where no order holds.

    Two ISO dates compare as instants, everything else as numbers.
    """
    if isinstance(one, str) and isinstance(other, str):
        first, second = parse_instant(one), parse_instant(other)
        if first is not None and second is not None:
            return (first > second) - (first < second)
    left, right = order_key(one), order_key(other)
    if left is None or right is None:
        return None
    return (left > right) - (left < right)


def contains(container: Value, item: Value) -> bool:
    """`IN` and `contains`: an element by `==`, a key of an object, a part of a text; null holds nothing."""
    if isinstance(container, str):
        return to_text(item) in container if item is not None else False
    if isinstance(container, list):
        return any(equal(one, item) for one in container)
    if isinstance(container, dict):
        return to_text(item) in container
    return False
