"""Answers kept under an idempotency key: of one key and one person, for one body."""

from __future__ import annotations

from ablmatch.stores.records.database import Transaction
from ablmatch.stores.records.errors import BodyDiffers
from ablmatch.stores.records.rows import Actor, Answer, Record, Repeat

# How long a repeat is known; longer than any client tries again.
KEPT_MS = 24 * 60 * 60 * 1000
_FIND = "SELECT body_hash, status, body FROM ablmatch_answers WHERE key_id = ? AND subject = ? AND repeat_key = ?"
_KEEP = (
    "INSERT INTO ablmatch_answers"
    " (key_id, subject, repeat_key, body_hash, organisation, record_id, status, body, created_ms)"
    " VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)"
)
_REMOVE_OLD = "DELETE FROM ablmatch_answers WHERE created_ms <= ?"


def lock_name(by: Actor, repeat: Repeat) -> str:
    """The name that a transaction holds while it answers for this key."""
    return f"answer\0{by.key_id}\0{by.subject}\0{repeat.key}"


def find(transaction: Transaction, by: Actor, repeat: Repeat) -> Answer | None:
    """The answer that was given, or None; raises BodyDiffers."""
    found = transaction.rows(_FIND, (by.key_id, by.subject, repeat.key))
    if not found:
        return None
    [(body_hash, status, body)] = found
    if body_hash != repeat.body_hash:
        raise BodyDiffers("the idempotency key was used with another body")
    return Answer(status, bytes(body))


def keep(transaction: Transaction, record: Record, by: Actor, repeat: Repeat, answer: Answer, *, now_ms: int) -> None:
    """Keep an answer; it goes with its record, with the person, or when it is old."""
    named = (by.key_id, by.subject, repeat.key, repeat.body_hash)
    transaction.run(_KEEP, (*named, record.organisation, record.id, answer.status, answer.body, now_ms))


def remove_old(transaction: Transaction, now_ms: int) -> int:
    """Remove the answers that no repeat is known for any more."""
    return transaction.run(_REMOVE_OLD, (now_ms - KEPT_MS,))
