"""Facts of agents as memory records: persistent memory that a person's export shows and her erasure takes.

A fact of scope `user` is a record of that person, of type `fact`, in one store of records; the other scopes have owners
that are no person. Every write is judged by the policy of a key, and what was replaced stays as a version.
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Iterable, Iterator, Sequence
from typing import Any

from ablmatch.memory.policy import label_view, reach, require_write
from ablmatch.memory.policy_reading import stored_policy
from ablmatch.memory.records.record_memory import RecordMemory
from ablmatch.memory.refusals import Refusal
from ablmatch.memory.request import LONGEST_SUBJECT, Request
from ablmatch.stores.checking import check_batch
from ablmatch.stores.errors import StoreError
from ablmatch.stores.facts import Operation, Partition, Result, Scope
from ablmatch.stores.records.reach import EVERYTHING
from ablmatch.stores.records.rows import Access, Actor, Change, Filter, Key, NewRecord, Record
from ablmatch.stores.rows import Row, carry_out, is_below

FACT_TYPE = "fact"
_PAGE = 200
_PLAIN = frozenset("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789._@+:|-")
# In the owner of what is no person's: no request can name it, for no id has it.
NO_PERSON = "#"


def subject_of(scope: Scope, owner: str) -> str:
    """The person of a partition: the user's own id where it is plain, so that it is the person of the service too.

    Other characters are written as `~XX`, byte by byte of their UTF-8. Owners of other scopes have a `#`, which no
    request can name, and so has what would be too long: it is hashed.
    """
    encoded = "".join(one if one in _PLAIN else "".join(f"~{byte:02X}" for byte in one.encode()) for one in owner)
    subject = encoded if scope == "user" else f"{scope}{NO_PERSON}{encoded}"
    if len(subject) <= LONGEST_SUBJECT:
        return subject
    return f"{scope}{NO_PERSON}{NO_PERSON}{hashlib.sha256(owner.encode()).hexdigest()}"


class RecordFacts:
    """A FactStore over memory records: `Session(store=RecordFacts(memory, key="app", store="facts"))`.

    `key`: whose policy judges reads and writes, as if the person herself were named; `store`: where the records lie, of
    the organisation of the key. Give the session the clock of `memory`: a record is not given back from its end on by
    either. Raises StoreError `bad_key` where there is no such key or store.
    """

    def __init__(self, memory: RecordMemory, *, key: str, store: str) -> None:
        held = memory.store.tenants.key(key)
        if held is None:
            raise StoreError("bad_key", "there is no key of this id: make it with POST /keys")
        if memory.store.tenants.store(held.organisation, store) is None:
            raise StoreError("bad_key", "there is no such store of records: make it with POST /memory/stores")
        self._memory = memory
        self._key = key
        self._organisation = held.organisation
        self._store = store
        self._closed = False

    def apply(self, operations: Sequence[Operation], now_ms: int) -> list[Result]:
        """As FactStore.apply; `refused` where the policy does not permit a write."""
        check_batch(operations, now_ms)
        if self._closed:
            raise StoreError("closed", "the store was closed")
        key = self._memory.store.tenants.key(self._key)
        if key is None:
            raise StoreError("bad_key", "the key of this store is gone")
        try:
            with self._memory.store.transaction():
                self._hold(operations)
                return carry_out(operations, _RecordRows(self._memory, key, self._store), now_ms)
        except Refusal as refusal:
            raise StoreError("refused", refusal.message) from None

    def close(self) -> None:
        """Let go; the record store stays open for others."""
        self._closed = True

    def _hold(self, operations: Sequence[Operation]) -> None:
        """Keep other writers of these owners out until the end of the transaction."""
        partitions = (getattr(one, "partition", None) for one in operations)
        people = self._memory.store.people
        for subject in sorted({subject_of(one.scope, one.owner) for one in partitions if one is not None}):
            people.guard(self._organisation, subject, people.generation(self._organisation, subject))


class _RecordRows:
    """The records of facts as rows, inside a transaction."""

    def __init__(self, memory: RecordMemory, key: Key, store: str) -> None:
        self._memory = memory
        self._key = key
        self._policy = stored_policy(key.policy)
        self._store = store

    def read(self, partition: Partition, path: str) -> Row | None:
        found = self._find(partition, path)
        return None if found is None else _row(found)

    def read_all(self, partition: Partition, prefix: str) -> Iterable[tuple[str, Row]]:
        labels = _labels(partition)
        found = self._listed(partition.scope, partition.owner, labels)
        return [(path, _row(one)) for one in found if is_below(path := _path(one), prefix)]

    def write(self, partition: Partition, path: str, row: Row) -> None:
        subject, old = subject_of(partition.scope, partition.owner), self._find(partition, path)
        new = NewRecord(
            store=self._store,
            type=FACT_TYPE,
            content=f"{path}: {row.text}",
            subject=subject,
            labels=dict(_labels(partition, path)),
            metadata={"written_ms": row.written_ms, "expires_ms": row.expires_ms},
            expires_ms=row.expires_ms,
            identity=json.dumps([partition.project, path]),
        )
        self._permit(subject, old, new.view())
        records, access, by = self._memory.store.records, self._access(subject), self._actor(subject)
        written = records.write(access, new, by) if old is None else None
        found = old if written is None else written.record if written.deduped else None
        if found is not None:
            # Also of one that somebody changed by another way, so that it was no fact any more.
            change = Change(
                content=new.content, labels=dict(new.labels), metadata=new.metadata, expires_ms=new.expires_ms
            )
            records.change(access, found.id, change, by)

    def remove(self, partition: Partition, path: str) -> None:
        found = self._find(partition, path)
        if found is not None:
            self._delete(found)

    def remove_all(self, partition: Partition) -> None:
        for found in list(self._listed(partition.scope, partition.owner, _labels(partition))):
            self._delete(found)

    def partitions_of(self, scope: Scope, owner: str) -> Iterable[Partition]:
        projects = {one.labels["abl_project"] for one in self._listed(scope, owner, ()) if "abl_project" in one.labels}
        return [Partition(project, scope, owner) for project in sorted(projects)]

    def remove_expired(self, now_ms: int) -> int:
        access = Access(self._key.organisation, EVERYTHING)
        facts = filter(_is_fact, self._pages(access, self._asked(None)))
        expired = [one for one in facts if not _row(one).live(now_ms)]
        for one in expired:
            self._memory.store.records.delete(access, one.id, self._actor(one.subject))
        return len(expired)

    # --- Parts --------------------------------------------------------------------------------------------------

    def _access(self, subject: str) -> Access:
        return Access(self._key.organisation, reach(self._policy, "memory_record", Request(subject)))

    def _asked(self, subject: str | None, labels: tuple[tuple[str, str], ...] = ()) -> Filter:
        return Filter(store=self._store, subject=subject, types=(FACT_TYPE,), labels=labels)

    def _actor(self, subject: str) -> Actor:
        return Actor(key_id=self._key.id, subject=subject)

    def _find(self, partition: Partition, path: str) -> Record | None:
        found = self._listed(partition.scope, partition.owner, _labels(partition, path))
        return next(iter(found), None)

    def _listed(self, scope: Scope, owner: str, labels: tuple[tuple[str, str], ...]) -> Iterator[Record]:
        subject = subject_of(scope, owner)
        for one in self._pages(self._access(subject), self._asked(subject, labels)):
            if _is_fact(one):
                yield one

    def _pages(self, access: Access, asked: Filter) -> Iterator[Record]:
        cursor = None
        while True:
            page = self._memory.store.records.list(access, asked, limit=_PAGE, cursor=cursor)
            yield from page.records
            cursor = page.next_cursor
            if cursor is None:
                return

    def _delete(self, found: Record) -> None:
        self._permit(found.subject, found, None)
        self._memory.store.records.delete(self._access(found.subject), found.id, self._actor(found.subject))

    def _permit(self, subject: str, old: Record | None, new: dict[str, str] | None) -> None:
        before = None if old is None else label_view(old.subject, old.labels)
        require_write(self._policy, Request(subject), before, new)


def _labels(partition: Partition, path: str | None = None) -> tuple[tuple[str, str], ...]:
    """By what the records of a partition, or the one of a path, are found."""
    found = ("abl_project", partition.project)
    return (found,) if path is None else (("abl_path", path), found)


def _is_fact(record: Record) -> bool:
    """Whether a record is an agent's: what somebody wrote or changed by another way is none."""
    path, times = record.labels.get("abl_path"), record.metadata
    return (
        path is not None
        and "abl_project" in record.labels
        and record.content.startswith(f"{path}: ")
        and type(times.get("written_ms")) is int
        and ("expires_ms" in times and (times["expires_ms"] is None or type(times["expires_ms"]) is int))
    )


def _path(record: Record) -> str:
    return record.labels["abl_path"]


def _row(record: Record) -> Row:
    times: dict[str, Any] = record.metadata
    return Row(record.content.removeprefix(f"{_path(record)}: "), times["written_ms"], times["expires_ms"])
