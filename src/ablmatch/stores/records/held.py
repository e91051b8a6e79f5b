"""The rows of the table of records: read under a condition, added, changed and removed with all that is theirs."""

from __future__ import annotations

import hashlib
from collections.abc import Sequence
from typing import Any

import msgspec
from msgspec import Struct

from ablmatch.stores.records import word_index
from ablmatch.stores.records.database import Database, Row, Transaction, checked
from ablmatch.stores.records.normal_form import normal_form
from ablmatch.stores.records.reach import SUBJECT
from ablmatch.stores.records.rows import Record
from ablmatch.stores.records.where import LABELS, METADATA, Condition, storable
from ablmatch.stores.values import decode, encode

_FIELDS = Record.__struct_fields__
COLUMNS = ", ".join(f"r.{name}" for name in (*_FIELDS, "number", "identity", "words"))
# In characters; those that rules may name are far shorter.
_LONGEST_LABEL_NAME = 256
_LABELS_AT, _METADATA_AT = _FIELDS.index("labels"), _FIELDS.index("metadata")
_STORED = (*_FIELDS, "identity", "same_key", "slot_key", "words")
_INSERT = (
    f"INSERT INTO ablmatch_records ({', '.join(_STORED)}) VALUES ({', '.join('?' * len(_STORED))}) RETURNING number"
)
_UPDATE = f"UPDATE ablmatch_records SET {', '.join(f'{name} = ?' for name in _STORED)} WHERE number = ?"
_VERSION_FIELDS_TEXT = (
    "version content labels metadata confidence status due_at due_ms owed_to slot state source updated_ms expires_ms"
)
VERSION_FIELDS = _VERSION_FIELDS_TEXT.split()
_KEEP_VERSION = (
    f"INSERT INTO ablmatch_record_versions (record, ended_ms, {', '.join(VERSION_FIELDS)})"
    f" SELECT number, ?, {', '.join(VERSION_FIELDS)} FROM ablmatch_records WHERE number = ?"
)
VERSION_COLUMNS = ", ".join(f"v.{name}" for name in (*VERSION_FIELDS, "ended_ms"))
_ADD_LABEL = "INSERT INTO ablmatch_record_labels (record, name, source, value) VALUES (?, ?, ?, ?)"
_REMOVE_LABELS = "DELETE FROM ablmatch_record_labels WHERE record = ?"
_ADD_SUPPORTER = "INSERT INTO ablmatch_record_supporters (record, person) VALUES (?, ?) ON CONFLICT DO NOTHING"
_REMOVE_SUPPORTERS = "DELETE FROM ablmatch_record_supporters WHERE record = ?"
_REMOVE_ANSWERS = "DELETE FROM ablmatch_answers WHERE record_id = ?"
_REMOVE_ALL = tuple(
    f"DELETE FROM {table} WHERE {column} = ?"
    for table, column in (
        ("ablmatch_record_versions", "record"),
        ("ablmatch_record_labels", "record"),
        ("ablmatch_record_vectors", "record"),
        ("ablmatch_record_supporters", "record"),
        ("ablmatch_records", "number"),
    )
)


class Held(Struct, frozen=True):
    """A stored record with what is not shown of it: its number, its identity, the hashes of its words."""

    record: Record
    number: int
    identity: str | None
    words: bytes


def find(transaction: Transaction, where: Condition, *, rest: str = "", more: Sequence[Any] = ()) -> list[Held]:
    """The records under a condition; `rest` follows it (order, limit, hold), with the parameters `more`."""
    statement = f"SELECT {COLUMNS} FROM ablmatch_records r WHERE {where.sql}{rest}"
    return [held(row) for row in transaction.rows(statement, (*where.parameters, *more))]


def held(row: Row) -> Held:
    """What a row of COLUMNS is."""
    *fields, number, identity, words = row
    fields[_LABELS_AT] = _object(fields[_LABELS_AT], "labels")
    fields[_METADATA_AT] = _object(fields[_METADATA_AT], "metadata")
    return Held(Record(*fields), number, identity, bytes(words))


def _object(text: str, name: str) -> Any:
    """A JSON object of a row; most are empty."""
    return {} if text == "{}" else decode(text, name)


def insert(transaction: Transaction, record: Record, identity: str | None) -> Held:
    """Add a record with its labels and words; its place must be free."""
    words = word_index.word_hashes(record.content)
    [(number,)] = transaction.rows(_INSERT, _stored(record, identity, words))
    _add_labels(transaction, number, record)
    word_index.add(transaction, number, record, words)
    return Held(record, number, identity, words)


def update(transaction: Transaction, old: Held, record: Record, *, now_ms: int | None = None) -> Held:
    """Replace a record; where its version grew, the old one is kept as it was until `now_ms`."""
    if record.version != old.record.version:
        transaction.run(_KEEP_VERSION, (now_ms, old.number))
    same_text = record.content == old.record.content
    words = old.words if same_text else word_index.word_hashes(record.content)
    transaction.run(_UPDATE, (*_stored(record, old.identity, words), old.number))
    if (record.labels, record.metadata) != (old.record.labels, old.record.metadata):
        transaction.run(_REMOVE_LABELS, (old.number,))
        _add_labels(transaction, old.number, record)
    moved = (record.state, record.valid_to_ms) != (old.record.state, old.record.valid_to_ms)
    if moved or not same_text:
        word_index.remove(transaction, old.number, old.record, old.words)
        word_index.add(transaction, old.number, record, words)
    return Held(record, old.number, old.identity, words)


def remove(transaction: Transaction, old: Held) -> None:
    """Remove a record with its versions, labels, words, vectors and the answers that told of it."""
    word_index.remove(transaction, old.number, old.record, old.words)
    transaction.run(_REMOVE_ANSWERS, (old.record.id,))
    for statement in _REMOVE_ALL:
        transaction.run(statement, (old.number,))


def add_supporters(transaction: Transaction, number: int, people: Sequence[bytes]) -> None:
    """Say on whose records a proposal rests, by keyed hashes."""
    transaction.run_many(_ADD_SUPPORTER, [(number, person) for person in people])


def remove_supporters(transaction: Transaction, number: int) -> None:
    """Forget on whose records a proposal rested."""
    transaction.run(_REMOVE_SUPPORTERS, (number,))


def owner_lock(organisation: str, subject: str) -> str:
    """The name that a transaction holds while it adds or erases records of an owner."""
    return f"owner\0{organisation}\0{subject}"


def same_key(record: Record, identity: str | None) -> bytes:
    """What two open records never share: the hash of store, owner, type and text (or identity)."""
    what = ["text", normal_form(record.content)] if identity is None else ["identity", identity]
    return _digest([record.organisation, record.store, record.subject, record.type, record.state, *what])


def slot_key(record: Record) -> bytes | None:
    """The hash of store, owner and slot."""
    if record.slot is None:
        return None
    return _digest([record.organisation, record.store, record.subject, record.state, record.slot])


def open_of_key(transaction: Transaction, column: str, key: bytes, database: Database) -> Held | None:
    """The open record of a key, whoever may reach it: for a write to find its place, never to be shown."""
    where = Condition(f"r.{column} = ? AND r.valid_to_ms IS NULL", (key,))
    return next(iter(find(transaction, where, rest=database.for_update)), None)


def _digest(parts: Sequence[str]) -> bytes:
    return hashlib.sha256(msgspec.json.encode(checked(parts))).digest()


def _stored(record: Record, identity: str | None, words: bytes) -> list[Any]:
    values: list[Any] = [getattr(record, name) for name in _FIELDS]
    values[_LABELS_AT] = encode(record.labels, "labels")
    values[_METADATA_AT] = encode(record.metadata, "metadata")
    return [*values, identity, same_key(record, identity), slot_key(record), words]


def _add_labels(transaction: Transaction, number: int, record: Record) -> None:
    found = [(number, name, LABELS, text) for name, text in record.labels.items()]
    found += [
        (number, name, METADATA, text)
        for name, text in record.metadata.items()
        if name != SUBJECT and name not in record.labels and _may_be_label(name, text)
    ]
    transaction.run_many(_ADD_LABEL, found)


def _may_be_label(name: str, value: Any) -> bool:
    """Whether a member of the metadata can stand in for a label: a text that a column holds, under a name of that size.

    Metadata is any JSON, and an index of PostgreSQL takes some 2,700 bytes.
    """
    return isinstance(value, str) and storable(value) and storable(name) and len(name) <= _LONGEST_LABEL_NAME
