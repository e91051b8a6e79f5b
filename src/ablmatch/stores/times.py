"""Times of blocks and extracted values: ISO 8601 in UTC with milliseconds, `2026-03-02T22:30:00.000Z`."""

from __future__ import annotations

from collections.abc import Callable
from datetime import UTC, datetime

# Gives an aware datetime.
Clock = Callable[[], datetime]


def system_clock() -> datetime:
    """The time of the machine."""
    return datetime.now(UTC)


def timestamp(moment: datetime) -> str:
    """A moment as stores write it."""
    return moment.astimezone(UTC).isoformat(timespec="milliseconds").replace("+00:00", "Z")


def read_timestamp(text: object) -> datetime | None:
    """The moment that an ISO 8601 text names, in UTC unless it names a zone; None for anything else."""
    if not isinstance(text, str):
        return None
    try:
        moment = datetime.fromisoformat(text)
        # A zone can carry the first and the last day beyond what a datetime holds.
        return (moment if moment.tzinfo is not None else moment.replace(tzinfo=UTC)).astimezone(UTC)
    except (ValueError, OverflowError):
        return None
