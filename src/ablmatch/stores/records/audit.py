"""Who did what to which record when: one row a write and a refusal, without a word of content."""

from __future__ import annotations

from collections.abc import Callable
from typing import NamedTuple

from ablmatch.stores.records.database import Joining, Transaction
from ablmatch.stores.records.rows import Actor, AuditRow, Record

_ADD = (
    "INSERT INTO ablmatch_audit (organisation, at_ms, key_id, subject, act, outcome, record_id, version, source)"
    " VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)"
)
_ROWS = (
    "SELECT number, at_ms, key_id, subject, act, outcome, record_id, version, source FROM ablmatch_audit"
    " WHERE organisation = ? AND number < ? ORDER BY number DESC LIMIT ?"
)
_PAST_ALL = 2**63 - 1


class Noted(NamedTuple):
    """Rows of the audit, newest first, and before which number the next ones are (None: there are none)."""

    rows: list[AuditRow]
    before: int | None


class Audit:
    """The audit of a record store."""

    def __init__(self, joining: Joining, clock: Callable[[], int]) -> None:
        self._joining = joining
        self._clock = clock

    def refused(self, organisation: str, by: Actor, *, act: str, outcome: str, record_id: str | None = None) -> None:
        """Note that something was refused: `act` as the writes name theirs, `outcome` the code of the refusal."""
        with self._joining.writing() as transaction:
            row = (organisation, self._clock(), by.key_id, by.subject, act, outcome, record_id, None, by.source)
            transaction.run(_ADD, row)

    def rows(self, organisation: str, *, limit: int = 100, before: int | None = None) -> Noted:
        """The newest rows of an organisation, or the newest before a number."""
        with self._joining.reading() as transaction:
            found = transaction.rows(_ROWS, (organisation, _PAST_ALL if before is None else before, limit))
        names = ("at_ms", "key_id", "subject", "act", "outcome", "record_id", "version", "source")
        rows = [AuditRow(**dict(zip(names, row, strict=True))) for _, *row in found]
        return Noted(rows, found[-1][0] if len(found) == limit else None)


def note(transaction: Transaction, record: Record, by: Actor, act: str, *, outcome: str = "done", now_ms: int) -> None:
    """Note what was done to a record, in the transaction that does it."""
    row = (record.organisation, now_ms, by.key_id, by.subject, act, outcome, record.id, record.version, by.source)
    transaction.run(_ADD, row)


def note_erasure(transaction: Transaction, organisation: str, by: Actor, unnamed: str, *, now_ms: int) -> None:
    """Note that a person was erased: the one who is unnamed so in all rows that were hers."""
    row = (organisation, now_ms, by.key_id, unnamed, "erase", "done", None, None, by.source)
    transaction.run(_ADD, row)
