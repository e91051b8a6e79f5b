"""Writing records: exactly once, in their place, with their versions kept.

Every method judges what it finds by `where.records`; what a policy says is the caller's, who reads, judges and writes
inside one `RecordStore.transaction()`.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import msgspec
from msgspec import UNSET

from ablmatch.stores.errors import StoreError
from ablmatch.stores.records import answers, held
from ablmatch.stores.records.audit import note
from ablmatch.stores.records.database import Joining, Transaction
from ablmatch.stores.records.errors import AlreadyExists, NotFound, VersionConflict
from ablmatch.stores.records.held import Held, owner_lock
from ablmatch.stores.records.person_hash import PersonHash
from ablmatch.stores.records.rows import (
    Access,
    Actor,
    Answer,
    Change,
    Filter,
    NewRecord,
    Record,
    Repeat,
    Standing,
    Written,
)
from ablmatch.stores.records.vectors import Vectors
from ablmatch.stores.records.where import record_of_id, records

_STORE = "SELECT 1 FROM ablmatch_memory_stores WHERE organisation = ? AND id = ?"
_CHAIN = (
    "WITH RECURSIVE earlier (id) AS (SELECT id FROM ablmatch_records WHERE superseded_by = ?"
    " UNION SELECT o.id FROM ablmatch_records o JOIN earlier ON o.superseded_by = earlier.id)"
)
_OPEN = Filter()
_ANY = Filter(closed="any")


class Writing:
    """The writes of `Records`."""

    _joining: Joining
    _clock: Callable[[], int]
    _new_id: Callable[[], str]
    _vectors: Vectors
    _person_hash: PersonHash

    def write(self, access: Access, new: NewRecord, by: Actor) -> Written:
        """Write a record, or find the open one with the same store, owner, type and text.

        - with `identity`: the one with the same identity gets a new version
        - with `slot`: the open record of the slot is closed and points to the new one

        Raises NotFound where the organisation has no such store.
        """
        vector = self._vectors.of(new.content)
        with self._joining.writing() as transaction:
            return self._write(transaction, access, new, by, vector)

    def write_once(self, access: Access, new: NewRecord, by: Actor, repeat: Repeat) -> Answer:
        """Write a record and keep the answer; the same key, person and body again get that answer and write nothing.

        Raises BodyDiffers where the key was used with another body, and what `write` raises.
        """
        vector = self._vectors.of(new.content)
        with self._joining.writing() as transaction:
            transaction.lock(owner_lock(access.organisation, new.subject), answers.lock_name(by, repeat))
            kept = answers.find(transaction, by, repeat)
            if kept is not None:
                return kept
            written = self._write(transaction, access, new, by, vector)
            answer = repeat.answer(written)
            answers.keep(transaction, written.record, by, repeat, answer, now_ms=self._clock())
            return answer

    def standing(self, access: Access, new: NewRecord) -> Standing:
        """What a write would meet, within reach or not: for a policy to judge, never to be shown."""
        now_ms = self._clock()
        record = self._made(access, new, "", "api", now_ms)
        with self._joining.writing() as transaction:
            transaction.lock(owner_lock(access.organisation, new.subject))
            twin = self._in_place(transaction, "same_key", held.same_key(record, new.identity), now_ms)
            holder = self._in_place(transaction, "slot_key", held.slot_key(record), now_ms)
        return Standing(None if twin is None else twin.record, None if holder is None else holder.record)

    def change(
        self,
        access: Access,
        record_id: str,
        change: Change,
        by: Actor,
        *,
        version: int | None = None,
        asked: Filter = _OPEN,
    ) -> Record:
        """Correct a record: it keeps id, owner and type, its version grows, the old version stays in its history.

        A change that changes nothing makes no version. Raises NotFound, VersionConflict where `version` is given and
        is not the current one, AlreadyExists where another open record has the new text.
        """
        vector = self._vectors.of(change.content) if isinstance(change.content, str) else None
        with self._joining.writing() as transaction:
            old = self._held(transaction, access, record_id, asked, version)
            fields = {name: value for name, value in _fields(change).items() if getattr(old.record, name) != value}
            if not fields:
                note(transaction, old.record, by, "change", outcome="unchanged", now_ms=self._clock())
                return old.record
            return self._changed(transaction, old, fields, by, "change", vector=vector).record

    def close(
        self,
        access: Access,
        record_id: str,
        by: Actor,
        *,
        superseded_by: str | None = None,
        version: int | None = None,
    ) -> Record:
        """End the validity of a record that is no longer true; raises NotFound or VersionConflict."""
        now_ms = self._clock()
        with self._joining.writing() as transaction:
            old = self._held(transaction, access, record_id, _OPEN, version)
            return self._closed(transaction, old, superseded_by, by, now_ms).record

    def delete(
        self, access: Access, record_id: str, by: Actor, *, version: int | None = None, asked: Filter = _OPEN
    ) -> None:
        """Remove a record, its versions, and the records that it superseded; raises NotFound or VersionConflict."""
        now_ms = self._clock()
        with self._joining.writing() as transaction:
            old = self._held(transaction, access, record_id, asked, version)
            where = records(access, _ANY, now_ms, self._joining.database)
            chain = f"{_CHAIN} SELECT {held.COLUMNS} FROM ablmatch_records r JOIN earlier ON earlier.id = r.id"
            found = transaction.rows(f"{chain} WHERE {where.sql}", (record_id, *where.parameters))
            for one in (old, *(held.held(row) for row in found)):
                held.remove(transaction, one)
                note(transaction, one.record, by, "delete", now_ms=now_ms)

    def accept(self, access: Access, record_id: str, by: Actor, *, version: int | None = None) -> Written:
        """Make a proposal an active record; where the same is there already, that one stays and the proposal goes.

        Raises NotFound or VersionConflict.
        """
        now_ms = self._clock()
        with self._joining.writing() as transaction:
            old = self._held(transaction, access, record_id, Filter(state="proposed"), version)
            accepted = msgspec.structs.replace(old.record, state="active")
            twin = self._in_place(transaction, "same_key", held.same_key(accepted, old.identity), now_ms)
            if twin is not None:
                held.remove(transaction, old)
                note(transaction, old.record, by, "accept", outcome="deduped", now_ms=now_ms)
                return self._found(access, twin)
            holder = self._in_place(transaction, "slot_key", held.slot_key(accepted), now_ms)
            if holder is not None:
                self._closed(transaction, holder, old.record.id, by, now_ms)
            held.remove_supporters(transaction, old.number)
            record = self._changed(transaction, old, {"state": "active"}, by, "accept").record
            return Written(record, superseded=() if holder is None else (holder.record.id,))

    # --- Parts --------------------------------------------------------------------------------------------------

    def _write(
        self, transaction: Transaction, access: Access, new: NewRecord, by: Actor, vector: bytes | None
    ) -> Written:
        now_ms = self._clock()
        transaction.lock(owner_lock(access.organisation, new.subject))
        if not transaction.rows(_STORE, (access.organisation, new.store)):
            raise NotFound("there is no such store")
        record = self._made(access, new, self._new_id(), by.source, now_ms)
        twin = self._in_place(transaction, "same_key", held.same_key(record, new.identity), now_ms)
        holder = self._in_place(transaction, "slot_key", held.slot_key(record), now_ms)
        if twin is not None:
            return self._repeated(transaction, access, new, by, twin=twin, holder=holder, vector=vector)
        superseded = () if holder is None else (holder.record.id,)
        if holder is not None:
            self._closed(transaction, holder, record.id, by, now_ms)
        one = held.insert(transaction, record, new.identity)
        if new.supporters:
            people = [self._person_hash(access.organisation, subject) for subject in new.supporters]
            held.add_supporters(transaction, one.number, people)
        self._vectors.keep(transaction, one.number, vector)
        note(transaction, record, by, "write", now_ms=now_ms)
        return Written(record, superseded=superseded)

    def _repeated(
        self,
        transaction: Transaction,
        access: Access,
        new: NewRecord,
        by: Actor,
        *,
        twin: Held,
        holder: Held | None,
        vector: bytes | None,
    ) -> Written:
        """The same again: it stays as it is, but for a new version of an identity, and a slot that it did not have."""
        now_ms = self._clock()
        fields: dict[str, Any] = {}
        superseded: tuple[str, ...] = ()
        if new.identity is not None:
            fields = {"content": new.content, "confidence": new.confidence}
        if new.slot is not None and twin.record.slot is None:
            fields["slot"] = new.slot
            if holder is not None:
                superseded = (holder.record.id,)
                self._closed(transaction, holder, twin.record.id, by, now_ms)
        if not fields:
            note(transaction, twin.record, by, "write", outcome="deduped", now_ms=now_ms)
            return self._found(access, twin)
        if "content" not in fields or fields["content"] == twin.record.content:
            vector = None
        changed = self._changed(transaction, twin, fields, by, "write", vector=vector)
        return msgspec.structs.replace(self._found(access, changed), superseded=superseded)

    def _made(self, access: Access, new: NewRecord, record_id: str, source: Any, now_ms: int) -> Record:
        """The record that a write would make."""
        if new.expires_ms is not None and new.expires_ms <= now_ms:
            raise StoreError("bad_value", "the record would have expired before it was written")
        return Record(
            id=record_id,
            organisation=access.organisation,
            store=new.store,
            type=new.type,
            content=new.content,
            subject=new.subject,
            labels=dict(new.labels),
            metadata=dict(new.metadata),
            confidence=new.confidence,
            status=new.status,
            due_at=new.due_at,
            due_ms=new.due_ms,
            owed_to=new.owed_to,
            slot=new.slot,
            state=new.state,
            source=source,
            conversation_id=new.conversation_id,
            created_ms=now_ms,
            updated_ms=now_ms,
            version=1,
            valid_from_ms=now_ms,
            valid_to_ms=None,
            superseded_by=None,
            expires_ms=new.expires_ms,
        )

    def _in_place(self, transaction: Transaction, column: str, key: bytes | None, now_ms: int) -> Held | None:
        """The open record that has a key, whoever may reach it; one that has expired makes room."""
        if key is None:
            return None
        found = held.open_of_key(transaction, column, key, self._joining.database)
        if found is not None and found.record.expires_ms is not None and found.record.expires_ms <= now_ms:
            held.remove(transaction, found)
            return None
        return found

    def _held(
        self, transaction: Transaction, access: Access, record_id: str, asked: Filter, version: int | None
    ) -> Held:
        """The record within reach, held until the end of the transaction, and its owner with it."""
        database = self._joining.database
        where = record_of_id(access, asked, record_id, self._clock(), database)
        found = held.find(transaction, where)
        if found:
            # First the owner, then the row: as those who write new records of hers and those who erase her.
            transaction.lock(owner_lock(access.organisation, found[0].record.subject))
            found = held.find(transaction, where, rest=database.for_update)
        if not found:
            raise NotFound("there is no such record")
        if version is not None and version != found[0].record.version:
            raise VersionConflict(found[0].record.version)
        return found[0]

    def _changed(
        self,
        transaction: Transaction,
        old: Held,
        fields: dict[str, Any],
        by: Actor,
        act: str,
        *,
        vector: bytes | None = None,
    ) -> Held:
        """The next version of a record."""
        now_ms = self._clock()
        version = old.record.version + 1
        record = msgspec.structs.replace(old.record, **fields, version=version, updated_ms=now_ms, source=by.source)
        key = held.same_key(record, old.identity)
        moves = key != held.same_key(old.record, old.identity)
        if moves and self._in_place(transaction, "same_key", key, now_ms) is not None:
            raise AlreadyExists("another record has this text")
        changed = held.update(transaction, old, record, now_ms=now_ms)
        self._vectors.keep(transaction, old.number, vector)
        note(transaction, record, by, act, now_ms=now_ms)
        return changed

    def _closed(self, transaction: Transaction, old: Held, superseded_by: str | None, by: Actor, now_ms: int) -> Held:
        record = msgspec.structs.replace(old.record, valid_to_ms=now_ms, superseded_by=superseded_by)
        note(transaction, record, by, "close", now_ms=now_ms)
        return held.update(transaction, old, record)

    def _found(self, access: Access, one: Held) -> Written:
        reached = access.reach.permits(one.record.view(), one.record.metadata)
        return Written(one.record, deduped=True, within_reach=reached)


def _fields(change: Change) -> dict[str, Any]:
    """What a change sets."""
    named = {name: getattr(change, name) for name in change.__struct_fields__}
    return {name: value for name, value in named.items() if value is not UNSET}
