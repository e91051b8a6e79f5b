"""What a record store refuses that a caller can act on; everything else is a StoreError. No message holds content."""

from __future__ import annotations


class RecordsError(Exception):
    """The base: nothing of the transaction was stored."""


class NotFound(RecordsError):
    """There is no such thing within reach; unknown, out of reach, expired and erased are one."""


class AlreadyExists(RecordsError):
    """An id, or a record's place (same text, same slot), is taken."""


class VersionConflict(RecordsError):
    """The thing has another version than the caller said; `current` is the one that it has."""

    def __init__(self, current: int) -> None:
        super().__init__(f"the current version is {current}")
        self.current = current


class Erased(RecordsError):
    """The person was erased after the work began; her old work writes nothing."""


class LeaseLost(RecordsError):
    """The job was given to another worker, was erased, or its pointer was moved meanwhile."""


class BodyDiffers(RecordsError):
    """An idempotency key was used again with another body."""


class BadCursor(RecordsError):
    """A cursor that no list of this kind gave out."""
