"""Records as callers see them: no person's id, times as text."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import UTC, datetime, timedelta
from functools import lru_cache
from typing import Any, Literal

from msgspec import Struct

from ablmatch.memory.due_dates import is_overdue
from ablmatch.stores.records.rows import Hit, Record, Source, State, Status, Written

_EPOCH = datetime(1970, 1, 1, tzinfo=UTC)
Owner = Literal["own", "shared"]


class RecordView(Struct, frozen=True, kw_only=True):
    """A memory record. `owner`: a person's own, or shared by the organisation; times are UTC instants (RFC 3339)."""

    id: str
    store: str
    type: str
    content: str
    owner: Owner
    labels: dict[str, str]
    metadata: dict[str, Any]
    confidence: float
    status: Status | None
    due_at: str | None
    overdue: bool
    owed_to: str | None
    slot: str | None
    state: State
    source: Source
    conversation_id: str | None
    created_at: str
    updated_at: str
    version: int
    valid_from: str
    valid_to: str | None
    superseded_by: str | None
    expires_at: str | None


class WrittenView(RecordView, frozen=True, kw_only=True):
    """A record that a write led to. `deduped`: it was there already. `superseded`: ids of those that it closed."""

    deduped: bool
    superseded: tuple[str, ...]


class FoundView(Struct, frozen=True, kw_only=True):
    """A record that a search found; `score` is above 0, at most 1."""

    id: str
    store: str
    type: str
    content: str
    owner: Owner
    labels: dict[str, str]
    confidence: float
    score: float


class RecordList(Struct, frozen=True):
    """A page of a list; `next_cursor` is null on the last one."""

    records: list[RecordView]
    next_cursor: str | None


class Found(Struct, frozen=True):
    """What a search found, best first."""

    results: list[FoundView]


class History(Struct, frozen=True):
    """All versions of a record, oldest first, the current one last."""

    versions: list[RecordView]


@lru_cache(maxsize=4096)
def instant(ms: int) -> str:
    """A time of the store as text."""
    return (_EPOCH + timedelta(milliseconds=ms)).isoformat(timespec="milliseconds").replace("+00:00", "Z")


def owner_of(record: Record) -> Owner:
    """Whose it is, without saying who that is."""
    return "own" if record.subject else "shared"


def record_view(record: Record, now_ms: int) -> RecordView:
    """A record as it is shown at a time."""
    return RecordView(**_fields(record, now_ms))


def written_view(written: Written, now_ms: int) -> WrittenView:
    """What a write led to; the record must be within the writer's reach."""
    fields = _fields(written.record, now_ms)
    return WrittenView(**fields, deduped=written.deduped, superseded=written.superseded)


def found(hits: Sequence[Hit]) -> Found:
    """Hits of a search, in their order."""
    return Found([_found(hit) for hit in hits])


def _found(hit: Hit) -> FoundView:
    record = hit.record
    return FoundView(
        id=record.id,
        store=record.store,
        type=record.type,
        content=record.content,
        owner=owner_of(record),
        labels=record.labels,
        confidence=record.confidence,
        score=hit.score,
    )


def _fields(record: Record, now_ms: int) -> dict[str, Any]:
    return {
        "id": record.id,
        "store": record.store,
        "type": record.type,
        "content": record.content,
        "owner": owner_of(record),
        "labels": record.labels,
        "metadata": record.metadata,
        "confidence": record.confidence,
        "status": record.status,
        "due_at": record.due_at,
        "overdue": is_overdue(record.status, record.due_at, now_ms),
        "owed_to": record.owed_to,
        "slot": record.slot,
        "state": record.state,
        "source": record.source,
        "conversation_id": record.conversation_id,
        "created_at": instant(record.created_ms),
        "updated_at": instant(record.updated_ms),
        "version": record.version,
        "valid_from": instant(record.valid_from_ms),
        "valid_to": None if record.valid_to_ms is None else instant(record.valid_to_ms),
        "superseded_by": record.superseded_by,
        "expires_at": None if record.expires_ms is None else instant(record.expires_ms),
    }
