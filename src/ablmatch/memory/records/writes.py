"""Writing records as a request may: read, judge and write in one transaction; every refusal noted."""

from __future__ import annotations

import hashlib
from collections.abc import Mapping
from datetime import datetime
from typing import Any, Literal

import msgspec

from ablmatch.memory.policy import require_write
from ablmatch.memory.record_fields import change_of, new_record
from ablmatch.memory.records.asked import require_store
from ablmatch.memory.records.caller import Caller, refusals_noted
from ablmatch.memory.records.record_memory import RecordMemory
from ablmatch.memory.records.views import RecordView, WrittenView, record_view, written_view
from ablmatch.memory.refusals import Refusal
from ablmatch.stores.records.errors import NotFound
from ablmatch.stores.records.rows import Answer, Filter, NewRecord, Record, Repeat, Written

_NEW, _HELD = 201, 200


def write(
    memory: RecordMemory,
    caller: Caller,
    body: Mapping[str, Any],
    *,
    source: Literal["api", "tool"] = "api",
    store: str | None = None,
    said_at: datetime | None = None,
) -> WrittenView:
    """Write a record out of a decoded body, or find the one that is there.

    `store`: where the body names none, as that of a tool. `said_at`: as `new_record` takes it. Raises Refusal:
    `record_invalid` and its like, `store_unknown`, `memory_write_denied`, `record_exists`.
    """
    with refusals_noted(memory, caller, "write"):
        record = _record(memory, caller, body, source=source, store=store, said_at=said_at)
        with memory.store.transaction():
            require_permitted(memory, caller, record)
            return _shown(memory, memory.store.records.write(caller.access, record, caller.actor))


def write_once(memory: RecordMemory, caller: Caller, body: Mapping[str, Any], repeat_key: str) -> Answer:
    """Write a record under an idempotency key: the same body again is given the first answer, and writes nothing.

    The answer's body is a WrittenView as JSON. Raises BodyDiffers for another body, and what `write` raises.
    """

    def answer(written: Written) -> Answer:
        status = _HELD if written.deduped else _NEW
        return Answer(status, msgspec.json.encode(_shown(memory, written)))

    body_hash = hashlib.sha256(msgspec.json.encode(body, order="deterministic")).hexdigest()
    with refusals_noted(memory, caller, "write"):
        record = _record(memory, caller, body, source="api", store=None, said_at=None)
        with memory.store.transaction():
            require_permitted(memory, caller, record)
            repeat = Repeat(repeat_key, body_hash, answer)
            return memory.store.records.write_once(caller.access, record, caller.actor, repeat)


def change(
    memory: RecordMemory,
    caller: Caller,
    record_id: str,
    body: Mapping[str, Any],
    *,
    version: int | None = None,
    asked: Filter | None = None,
) -> RecordView:
    """Correct a record. `version`: the one that it must have, beside that of the body.

    Raises NotFound, Refusal (`record_read_only`, `memory_write_denied`, `record_invalid`), VersionConflict,
    AlreadyExists.
    """
    with refusals_noted(memory, caller, "change", record_id), memory.store.transaction():
        held = _held(memory, caller, record_id, asked)
        require_write(caller.policy, caller.request, held.view(), None)
        changes, said_version = change_of(body, held, vocabulary=caller.vocabulary)
        if isinstance(changes.expires_ms, int):
            _require_future(changes.expires_ms, memory.clock())
        if None not in {version, said_version} and version != said_version:
            raise Refusal("record_invalid", "version is not that of the header If-Match: give one of them")
        labels = held.labels if changes.labels is msgspec.UNSET else changes.labels
        view = msgspec.structs.replace(held, labels=dict(labels)).view()
        require_write(caller.policy, caller.request, held.view(), view)
        wanted = said_version if version is None else version
        changed = memory.store.records.change(
            caller.access, record_id, changes, caller.actor, version=wanted, asked=asked or Filter()
        )
        return record_view(changed, memory.clock())


def delete(
    memory: RecordMemory, caller: Caller, record_id: str, *, version: int | None = None, asked: Filter | None = None
) -> None:
    """Remove a record with its versions and those that it superseded; raises NotFound, Refusal, VersionConflict."""
    with refusals_noted(memory, caller, "delete", record_id), memory.store.transaction():
        held = _held(memory, caller, record_id, asked)
        versions = memory.store.records.history(caller.access, record_id) or []
        for one in (held, *(version for version in versions if version.id != record_id)):
            require_write(caller.policy, caller.request, one.view(), None)
        memory.store.records.delete(caller.access, record_id, caller.actor, version=version, asked=asked or Filter())


def accept(memory: RecordMemory, caller: Caller, record_id: str, *, version: int | None = None) -> WrittenView:
    """Make a proposal an active record; raises NotFound, Refusal, VersionConflict."""
    with refusals_noted(memory, caller, "accept", record_id), memory.store.transaction():
        held = _held(memory, caller, record_id, Filter(state="proposed"))
        require_write(caller.policy, caller.request, held.view(), held.view())
        return _shown(memory, memory.store.records.accept(caller.access, record_id, caller.actor, version=version))


def require_permitted(memory: RecordMemory, caller: Caller, record: NewRecord) -> None:
    """Raise Refusal unless the policy permits all that a write would do.

    That is to make the record, to close the holder of its slot, and to renew what is the same.
    """
    require_write(caller.policy, caller.request, None, record.view())
    standing = memory.store.records.standing(caller.access, record)
    reached = caller.access.reach
    if standing.slot_holder is not None and not _is_same(standing.slot_holder, standing.twin):
        holder = standing.slot_holder
        if not reached.permits(holder.view(), holder.metadata):
            raise _taken()
        require_write(caller.policy, caller.request, holder.view(), record.view())
    if standing.twin is not None and (record.identity is not None or record.slot is not None):
        require_write(caller.policy, caller.request, standing.twin.view(), record.view())


def _record(
    memory: RecordMemory,
    caller: Caller,
    body: Mapping[str, Any],
    *,
    source: Literal["api", "tool"],
    store: str | None,
    said_at: datetime | None,
) -> NewRecord:
    named = body.get("store") if store is None else store
    record = new_record(
        body,
        store=named if isinstance(named, str) else "",
        subject=caller.request.subject,
        source=source,
        vocabulary=caller.vocabulary,
        said_at=said_at,
    )
    if not isinstance(named, str):
        raise Refusal("record_invalid", "store must be the id of a store")
    require_store(memory, caller.organisation, named)
    if record.expires_ms is not None:
        _require_future(record.expires_ms, memory.clock())
    return record


def _require_future(expires_ms: int, now_ms: int) -> None:
    if expires_ms <= now_ms:
        raise Refusal("record_invalid", "expires_at has passed: give a time to come, or delete the record")


def _held(memory: RecordMemory, caller: Caller, record_id: str, asked: Filter | None) -> Record:
    held = memory.store.records.read(caller.access, record_id, asked=asked or Filter())
    if held is None:
        raise NotFound("there is no such record")
    return held


def _is_same(one: Record, other: Record | None) -> bool:
    return other is not None and one.id == other.id


def _shown(memory: RecordMemory, written: Written) -> WrittenView:
    if not written.within_reach:
        raise _taken()
    return written_view(written, memory.clock())


def _taken() -> Refusal:
    return Refusal("record_exists", "a record that this request cannot reach has this text or this slot")
