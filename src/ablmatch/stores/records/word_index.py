"""The index by which records are found by their words, in the same transaction as the records themselves.

A row of it is a key and a record's number. The key is of one word in one place: a store's records of one owner, or of
all owners, that are open or closed, active or proposed. Its upper half is a hash of the place, its lower half one of
the word, so what a person's records add lies side by side; a search reads only what its own places hold, and the index
holds no text. Hashes may meet: what a row leads to is judged by `where.records` and by the record's own words.

Neither FTS5 nor tsvector serves: their ranks depend on how often a word occurs in everybody's records, which would tell
one person of another's and let shared records move her own; and FTS5 keeps deleted words in its pages.
"""

from __future__ import annotations

import hashlib
from collections.abc import Iterable, Sequence

from ablmatch.stores.records.database import Transaction
from ablmatch.stores.records.rows import Record
from ablmatch.stores.records.where import Condition
from ablmatch.stores.records.words import index_words

_HASH_BYTES = 8
_HALF = 4
_ADD = "INSERT INTO ablmatch_record_words (word, record) VALUES (?, ?) ON CONFLICT DO NOTHING"
_REMOVE = "DELETE FROM ablmatch_record_words WHERE word = ? AND record = ?"
_NEWEST = (
    "SELECT record AS number FROM ablmatch_record_words WHERE word = ? AND record < ? ORDER BY record DESC LIMIT ?"
)
_HAVING = "SELECT record AS number FROM ablmatch_record_words WHERE word = ? AND "
PAST_ALL = 2**63 - 1


def word_hash(word: str) -> bytes:
    """What stands for a word."""
    return hashlib.blake2b(word.encode(), digest_size=_HASH_BYTES).digest()


def word_hashes(text: str) -> bytes:
    """What stands for all words of a text, one hash after the other; kept with the record so that it can be removed."""
    return b"".join(sorted(word_hash(word) for word in index_words(text)))


def split_hashes(hashes: bytes) -> list[bytes]:
    """The single hashes."""
    return [hashes[at : at + _HASH_BYTES] for at in range(0, len(hashes), _HASH_BYTES)]


def place(organisation: str, store: str, owner: str | None, state: str, *, is_open: bool) -> bytes:
    """Where records are sought; `owner` None: those of all owners."""
    whose = "all" if owner is None else f"of {owner}"
    name = "\0".join((organisation, store, whose, state, "open" if is_open else "closed"))
    return hashlib.blake2b(name.encode(), digest_size=_HALF).digest()


def add(transaction: Transaction, number: int, record: Record, hashes: bytes) -> None:
    """Make a record findable."""
    transaction.run_many(_ADD, [(key, number) for key in _keys(record, hashes)])


def remove(transaction: Transaction, number: int, record: Record, hashes: bytes) -> None:
    """Take a record out; it must be as it was when it was added."""
    transaction.run_many(_REMOVE, [(key, number) for key in _keys(record, hashes)])


def newest(transaction: Transaction, key: int, most: int, *, before: int = PAST_ALL) -> list[int]:
    """Numbers of the records with a word in a place, newest first."""
    return sorted(transaction.numbers(_NEWEST, (key, before, most)), reverse=True)


def having(transaction: Transaction, key: int, among: Condition) -> list[int]:
    """Numbers of those records that have a word in a place."""
    return transaction.numbers(f"{_HAVING}{among.sql}", (key, *among.parameters))


def key_of(where: bytes, hashed: bytes) -> int:
    """The key of a word in a place."""
    return int.from_bytes(where + hashed[:_HALF], "big", signed=True)


def _keys(record: Record, hashes: bytes) -> Iterable[int]:
    places: Sequence[bytes] = [
        place(record.organisation, record.store, owner, record.state, is_open=record.valid_to_ms is None)
        for owner in (record.subject, None)
    ]
    words = split_hashes(hashes)
    return sorted(key_of(where, hashed) for where in places for hashed in words)
