"""Fields of records as applications and models send them: a new record or a correction, or a coded refusal.

Whose record it is comes from the request, never from the body.
"""

from __future__ import annotations

import math
import re
from collections.abc import Callable, Mapping
from datetime import datetime
from typing import Any, Literal

import msgspec

from ablmatch.memory.due_dates import due_ms, instant_ms, is_due, is_instant, resolve_due
from ablmatch.memory.legible import legible
from ablmatch.memory.refusals import Refusal
from ablmatch.memory.scanner import scan_memory_write
from ablmatch.memory.vocabulary import FREE, LABEL, LONGEST_VALUE, Vocabulary, check_labels, is_label_value
from ablmatch.stores.errors import StoreError, shown
from ablmatch.stores.records.reach import SUBJECT
from ablmatch.stores.records.rows import Change, NewRecord, Record, Status
from ablmatch.stores.values import encode, is_text

LONGEST_CONTENT = 4000
LONGEST_OWED_TO = 200
MOST_LABELS = 32
MOST_METADATA_BYTES = 16_384
# Who writes what its writer does not say: an application is sure, a model fairly.
DEFAULT_CONFIDENCE: Mapping[str, float] = {"api": 1.0, "tool": 0.8}
# Only written by this service itself.
OWN_TYPES = frozenset({"episode", "lesson"})
STATUSES: tuple[Status, ...] = ("open", "done", "cancelled")
NAME = re.compile(r"[a-z][a-z0-9_-]{0,63}")

_COMMITMENT_FIELDS = frozenset({"due_at", "owed_to", "status"})
_TOOL_FIELDS = frozenset({"confidence", "content", "labels", "slot", "type"}) | _COMMITMENT_FIELDS
NEW_FIELDS: Mapping[str, frozenset[str]] = {
    "api": _TOOL_FIELDS | {"expires_at", "metadata", "store"},
    "tool": _TOOL_FIELDS,
}
CHANGE_FIELDS = _COMMITMENT_FIELDS | {"confidence", "content", "expires_at", "labels", "metadata", "version"}


def new_record(
    body: Mapping[str, Any],
    *,
    store: str,
    subject: str | None,
    source: Literal["api", "tool"] = "api",
    vocabulary: Vocabulary = FREE,
    said_at: datetime | None = None,
) -> NewRecord:
    """A record about to be written, out of a decoded body.

    `subject`: the person whom the request names, None for nobody. `said_at`: the time of a tool's turn, against which
    it may say when something is due. Fields that are null count as left out. Raises `record_invalid`,
    `label_undeclared`, or `content_unsafe` for what a tool writes. The store of the body, if any, is the caller's.
    """
    _check_fields(body, NEW_FIELDS[source])
    body = {name: value for name, value in body.items() if value is not None}
    kind = _type(body.get("type"))
    if kind == "behaviour" and subject is None:
        raise _invalid("a behaviour is a rule for one person: name her in the request")
    content = _content(body.get("content"))
    if kind == "commitment":
        status: Status | None = _status(body.get("status", "open"))
    else:
        status = None
        _refuse_commitment_fields(body)
    due_at = _due(body["due_at"], said_at) if "due_at" in body else None
    record = NewRecord(
        store=store,
        type=kind,
        content=content,
        subject=subject or "",
        labels=_labels(body.get("labels", {}), vocabulary),
        metadata=_metadata(body.get("metadata", {})),
        confidence=_confidence(body.get("confidence", DEFAULT_CONFIDENCE[source])),
        status=status,
        due_at=due_at,
        due_ms=None if due_at is None else due_ms(due_at),
        owed_to=_owed_to(body["owed_to"]) if "owed_to" in body else None,
        slot=_slot(body["slot"]) if "slot" in body else None,
        expires_ms=_expires(body["expires_at"]) if "expires_at" in body else None,
    )
    if source == "tool":
        check_safe(record.content, record.owed_to)
    return record


def change_of(body: Mapping[str, Any], held: Record, *, vocabulary: Vocabulary = FREE) -> tuple[Change, int | None]:
    """A correction of a held record, and the version that the body says it has.

    Labels and metadata are replaced whole. Null clears an optional field: labels become none, the confidence that of an
    application, the status of a commitment open. The owner, the type and the store of a record never change. Raises
    `record_invalid` or `label_undeclared`.
    """
    _check_fields(body, CHANGE_FIELDS)
    if held.type in OWN_TYPES:
        raise _invalid(f"a record of type {held.type} is written by this service only: delete it if it is wrong")
    if held.type != "commitment":
        _refuse_commitment_fields({name: value for name, value in body.items() if value is not None})
        body = {name: value for name, value in body.items() if name not in _COMMITMENT_FIELDS}
    readers: Mapping[str, Callable[[Any], Any]] = {
        "content": _content,
        "labels": lambda value: _labels({} if value is None else value, vocabulary),
        "metadata": lambda value: _metadata({} if value is None else value),
        "confidence": lambda value: _confidence(DEFAULT_CONFIDENCE["api"] if value is None else value),
        "due_at": lambda value: None if value is None else _due(value, None),
        "owed_to": lambda value: None if value is None else _owed_to(value),
    }
    changes = {name: read(body[name]) for name, read in readers.items() if name in body}
    if "status" in body:
        changes["status"] = _status("open" if body["status"] is None else body["status"])
    if "due_at" in changes:
        changes["due_ms"] = None if changes["due_at"] is None else due_ms(changes["due_at"])
    if "expires_at" in body:
        changes["expires_ms"] = None if body["expires_at"] is None else _expires(body["expires_at"])
    if not changes:
        raise _invalid(f"there is nothing to change: give one of {', '.join(sorted(CHANGE_FIELDS - {'version'}))}")
    return Change(**changes), _version(body.get("version"))


def is_content(text: object) -> bool:
    """Whether a text may be the content of a record: not blank, at most 4,000 characters that can be stored."""
    return isinstance(text, str) and _is_line_of(text, LONGEST_CONTENT)


def is_owed_to(text: object) -> bool:
    """Whether a text may say to whom something is owed."""
    return isinstance(text, str) and _is_line_of(text, LONGEST_OWED_TO)


def check_safe(*texts: str | None) -> None:
    """Raise `content_unsafe` with the id of the pattern for a known form of prompt injection."""
    for text in texts:
        found = scan_memory_write(text)
        if found is not None:
            raise Refusal(
                "content_unsafe", f"refused as {found.pattern}: rephrase it, or split it into plain separate facts"
            )


def _check_fields(body: object, known: frozenset[str]) -> None:
    if not isinstance(body, Mapping):
        raise _invalid("the record must be a JSON object")
    for name in body:
        if name == SUBJECT:
            raise _invalid("subject is no field: whose record it is comes from whom the request names")
        if name not in known:
            raise _invalid(f"unknown field {shown(name)}; known are {', '.join(sorted(known))}")


def _refuse_commitment_fields(body: Mapping[str, Any]) -> None:
    for name in sorted(_COMMITMENT_FIELDS & body.keys()):
        raise _invalid(f"{name} belongs to records of type commitment only")


def _type(value: object) -> str:
    if not isinstance(value, str) or not NAME.fullmatch(value):
        raise _invalid(
            "type must be a name of at most 64 lower-case letters, digits, - and _ that begins with a letter"
        )
    if value in OWN_TYPES:
        raise _invalid(f"records of type {value} are written by this service only")
    return value


def _content(value: object) -> str:
    if not is_content(value):
        raise _invalid(f"content must be a text of 1 to {LONGEST_CONTENT:,} characters that is not blank")
    assert isinstance(value, str)
    return value


def _owed_to(value: object) -> str:
    if not is_owed_to(value):
        raise _invalid(f"owed_to must be a text of 1 to {LONGEST_OWED_TO} characters that is not blank")
    assert isinstance(value, str)
    return value


def _is_line_of(text: str, longest: int) -> bool:
    return len(text) <= longest and "\0" not in text and is_text(text) and bool(legible(text).strip())


def _slot(value: object) -> str:
    if not isinstance(value, str) or not NAME.fullmatch(value):
        raise _invalid("slot must be a name of at most 64 lower-case letters, digits, - and _, as home_city")
    return value


def _status(value: object) -> Status:
    found = next((status for status in STATUSES if status == value), None)
    if found is None:
        raise _invalid(f"status must be one of {', '.join(STATUSES)}")
    return found


def _due(value: object, said_at: datetime | None) -> str:
    found = resolve_due(value, said_at) if isinstance(value, str) and said_at is not None else value
    if not is_due(found):
        raise _invalid("due_at must be a date (2026-03-05) or an instant with its offset (2026-03-05T14:00:00+01:00)")
    assert isinstance(found, str)
    return found


def _expires(value: object) -> int:
    if not is_instant(value):
        raise _invalid("expires_at must be an instant with its offset, as 2026-03-05T14:00:00+01:00")
    assert isinstance(value, str)
    return instant_ms(value)


def _confidence(value: object) -> float:
    if isinstance(value, bool) or not isinstance(value, int | float) or not 0 <= value <= 1 or math.isnan(value):
        raise _invalid("confidence must be a number from 0 to 1")
    return float(value)


def _labels(value: object, vocabulary: Vocabulary) -> dict[str, str]:
    if not isinstance(value, Mapping) or len(value) > MOST_LABELS:
        raise _invalid(f"labels must be an object of at most {MOST_LABELS} texts by name")
    for name, text in value.items():
        if name == SUBJECT:
            raise _invalid("labels.subject is reserved: whose record it is comes from whom the request names")
        if not isinstance(name, str) or not LABEL.fullmatch(name):
            raise _invalid(f"labels: {shown(name)} is no name of a label")
        if not is_label_value(text):
            raise _invalid(f"labels.{name} must be a text of at most {LONGEST_VALUE} printable characters")
    check_labels(value, vocabulary)
    return dict(value)


def _metadata(value: object) -> dict[str, Any]:
    if not isinstance(value, Mapping):
        raise _invalid("metadata must be a JSON object")
    try:
        text = encode(dict(value), "metadata")
    except StoreError:
        raise _invalid("metadata holds what cannot be stored as JSON, or too many levels") from None
    if len(text.encode("utf-8")) > MOST_METADATA_BYTES:
        raise _invalid(f"metadata may take at most {MOST_METADATA_BYTES:,} bytes")
    copy: dict[str, Any] = msgspec.json.decode(text)
    return copy


def _version(value: object) -> int | None:
    if value is not None and (isinstance(value, bool) or not isinstance(value, int) or value < 1):
        raise _invalid("version must be a whole number of at least 1")
    return value


def _invalid(message: str) -> Refusal:
    return Refusal("record_invalid", message)
