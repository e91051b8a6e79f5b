"""How expectations end: what was expected, what was seen, and how two values are compared."""

from __future__ import annotations

import json
from dataclasses import dataclass
from datetime import UTC, datetime
from typing import Any


@dataclass(frozen=True, slots=True)
class Failure:
    """One expectation that was not met.  `where`: which one; `notes`: lines that tell more."""

    where: str
    expected: str
    seen: str
    notes: tuple[str, ...] = ()


class CannotRun(Exception):
    """A scenario that cannot be run; the message says why."""


def instant(text: str) -> datetime:
    """An ISO 8601 moment, in UTC where it names no zone; raises CannotRun for any other text."""
    try:
        moment = datetime.fromisoformat(text)
        return moment if moment.tzinfo is not None else moment.replace(tzinfo=UTC)
    except ValueError:
        raise CannotRun(f"the clock {text!r} is no ISO 8601 moment such as 2026-01-01T00:00:00Z") from None


def same(seen: Any, expected: Any) -> bool:
    """Equal by value: numbers by what they count, a bool to a bool alone, collections part by part."""
    if isinstance(seen, bool) or isinstance(expected, bool):
        return seen is expected
    if isinstance(seen, dict) and isinstance(expected, dict):
        return seen.keys() == expected.keys() and all(same(value, expected[key]) for key, value in seen.items())
    if isinstance(seen, list | tuple) and isinstance(expected, list | tuple):
        return len(seen) == len(expected) and all(map(same, seen, expected))
    return bool(seen == expected)


def shown(value: Any) -> str:
    """A value on one line."""
    return json.dumps(value, ensure_ascii=False, default=str)
