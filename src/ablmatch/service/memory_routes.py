"""Memory records: write, list, search, read, correct, delete, accept."""

from __future__ import annotations

from typing import Any

import msgspec

from ablmatch.memory.records import reads, writes
from ablmatch.memory.records.asked import MOST_LISTED, SearchAsked, list_asked, record_filter
from ablmatch.memory.records.views import Found, History, RecordList, RecordView, WrittenView
from ablmatch.service.bodies import ChangeBody, NewRecordBody
from ablmatch.service.calls import Call, Reply
from ablmatch.service.routes import VERSION, Parameter, Routes

ROUTES = Routes()
_TEXT = {"type": "string"}
_STATE = Parameter("state", {"enum": ["active", "proposed"]}, "`proposed`: those that wait to be accepted.")
_CLOSED = Parameter("closed", {"enum": ["open", "closed", "any"]}, "Whether records that are no longer valid count.")
_IF_MATCH = Parameter("If-Match", VERSION, "The version that the record must have.", "header")
_REPEAT = Parameter(
    "Idempotency-Key",
    {**_TEXT, "pattern": "^[!-~]{1,255}$"},
    "The same key and body again are given the first answer.",
    "header",
)
_LIST = (
    Parameter("store", _TEXT, "Of one store."),
    Parameter("type", {"type": "array", "items": _TEXT}, "Of these types; commitments alone come by due time."),
    Parameter("status", {"type": "array", "items": {"enum": ["open", "done", "cancelled"]}}, "Of these statuses."),
    Parameter("due_before", _TEXT, "Commitments due before a date or an instant."),
    Parameter("overdue", {"type": "boolean"}, "Open commitments past due, or (false) all but those."),
    Parameter("subject", _TEXT, "Of one owner; empty for shared records."),
    Parameter("limit", {"type": "integer", "minimum": 1, "maximum": MOST_LISTED, "default": 50}, "Records a page."),
    Parameter("cursor", _TEXT, "`next_cursor` of the page before."),
    _STATE,
    _CLOSED,
)
_WRITE_REFUSED = ("memory_write_denied", "record_read_only", "record_invalid", "label_undeclared")


@ROUTES.add(
    "POST", "/memory", "Write a record", by="key", body=NewRecordBody,
    answers={201: WrittenView, 200: WrittenView}, parameters=(_REPEAT,),
    refusals=(*_WRITE_REFUSED, "store_unknown", "record_exists", "idempotency_key_reused"),
)  # fmt: skip
def post_memory(call: Call) -> Reply:
    repeat_key = call.repeat_key()
    if repeat_key is not None:
        answer = writes.write_once(call.memory, call.caller, call.document, repeat_key)
        return Reply(answer.status, answer.body, _tag(msgspec.json.decode(answer.body, type=_Versioned)))
    written = writes.write(call.memory, call.caller, call.document)
    return Reply(200 if written.deduped else 201, written, _tag(written))


@ROUTES.add(
    "GET", "/memory", "List records; `label.NAME=VALUE` asks for a label", by="key",
    answers={200: RecordList}, refusals=("cursor_invalid",), parameters=_LIST, labels_in_query=True,
)  # fmt: skip
def get_memory(call: Call) -> Reply:
    return Reply(200, reads.list_records(call.memory, call.caller, list_asked(call.arrived.query)))


@ROUTES.add(
    "POST", "/memory/search", "Search records by words", by="key", body=SearchAsked,
    answers={200: Found}, refusals=("store_unknown",),
)  # fmt: skip
def post_search(call: Call) -> Reply:
    return Reply(200, reads.search(call.memory, call.caller, call.asked(SearchAsked)))


@ROUTES.add(
    "GET", "/memory/{id}", "A record", by="key",
    answers={200: RecordView}, refusals=("not_found",), parameters=(_STATE, _CLOSED),
)  # fmt: skip
def get_record(call: Call) -> Reply:
    asked = record_filter(call.arrived.query)
    found = reads.read(call.memory, call.caller, call.made_id("record"), asked)
    return Reply(200, found, _tag(found))


@ROUTES.add(
    "GET", "/memory/{id}/history", "All versions of a record, and of those that it superseded", by="key",
    answers={200: History}, refusals=("not_found",),
)  # fmt: skip
def get_history(call: Call) -> Reply:
    return Reply(200, reads.history(call.memory, call.caller, call.made_id("record")))


@ROUTES.add(
    "PATCH", "/memory/{id}", "Correct a record", by="key", body=ChangeBody, answers={200: RecordView},
    refusals=("not_found", *_WRITE_REFUSED, "version_conflict", "already_exists"),
    parameters=(_IF_MATCH, _STATE),
)  # fmt: skip
def patch_record(call: Call) -> Reply:
    asked = record_filter(call.arrived.query)
    changed = writes.change(
        call.memory, call.caller, call.made_id("record"), call.document, version=call.version(), asked=asked
    )
    return Reply(200, changed, _tag(changed))


@ROUTES.add(
    "DELETE", "/memory/{id}", "Delete a record with its versions", by="key", answers={204: None},
    refusals=("not_found", "memory_write_denied", "record_read_only", "version_conflict"),
    parameters=(_IF_MATCH, _STATE, _CLOSED),
)  # fmt: skip
def delete_record(call: Call) -> Reply:
    asked = record_filter(call.arrived.query)
    writes.delete(call.memory, call.caller, call.made_id("record"), version=call.version(), asked=asked)
    return Reply(204)


@ROUTES.add(
    "POST", "/memory/{id}/accept", "Accept a proposal", by="key", answers={200: WrittenView},
    refusals=("not_found", "memory_write_denied", "record_read_only", "version_conflict", "record_exists"),
    parameters=(_IF_MATCH,),
)  # fmt: skip
def post_accept(call: Call) -> Reply:
    accepted = writes.accept(call.memory, call.caller, call.made_id("record"), version=call.version())
    return Reply(200, accepted, _tag(accepted))


class _Versioned(msgspec.Struct):
    """Of an answer that was kept, what its tag is made of."""

    version: int


def _tag(record: RecordView | _Versioned) -> dict[str, Any]:
    return {"ETag": f'"{record.version}"'}
