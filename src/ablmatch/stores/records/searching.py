"""Finding records by words, and by vectors where an embedder is configured.

Any word of the query finds, more of its words rank higher (a code counts twice), then the newer record. The score of a
record depends on the query and itself alone. With an embedder the two rankings are fused by rank.
"""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterator, Sequence
from typing import NamedTuple

from ablmatch.stores.records import held
from ablmatch.stores.records.database import Database, Joining, Row, Transaction
from ablmatch.stores.records.rows import Access, Filter, Hit
from ablmatch.stores.records.vectors import Vectors
from ablmatch.stores.records.where import Condition, owners, records, storable
from ablmatch.stores.records.word_index import PAST_ALL, having, key_of, newest, place, word_hash
from ablmatch.stores.records.words import FUNCTION_WORDS, is_code, words

# Rows of the index that a step reads at most; where a word is in more records than that, its newest come first.
_STEP_ROWS = 4_000
_LEAST_ROWS = 50
# So many candidates are judged at a time; so many of each ranking are fused.
_CHUNK = 50
_FUSED_FROM = 100
_MOST_WORDS = 64
_MOST_OWNERS = 4
# What a word counts: one that tells nothing of the matter, a code, any other.
_FUNCTION_WEIGHT, _CODE_WEIGHT, _WEIGHT = 0.05, 2.0, 1.0
# The constant of reciprocal rank fusion (Cormack, Clarke and Buettcher 2009).
_FUSION = 60
# Where the columns of a record have its number and the hashes of its words.
_NUMBER, _WORDS = -3, -1
_STORES = "SELECT id FROM ablmatch_memory_stores WHERE organisation = ? ORDER BY id"


class _Word(NamedTuple):
    """A word of the query: its hash, what it counts, and its keys in the places that are searched."""

    hashed: bytes
    weight: float
    keys: tuple[int, ...]


class _Scored(NamedTuple):
    """A record that was found, by its number; `row`: its columns, where they were read on the way."""

    number: int
    score: float
    row: Row | None = None


class Searching:
    """The search of `Records`."""

    _joining: Joining
    _clock: Callable[[], int]
    _vectors: Vectors

    def search(
        self, access: Access, asked: Filter, query: str, *, limit: int, content_words_only: bool = False
    ) -> list[Hit]:
        """The records of what is asked for that have a word of the query, best first.

        With `content_words_only` words such as "the" find nothing, unless the query has no others.
        """
        database = self._joining.database
        where = records(access, asked, self._clock(), database)
        vector = self._vectors.of(query) if query.strip() else None
        with self._joining.reading() as transaction:
            sought = _words(query, _places(transaction, access, asked))
            telling = [word for word in sought if word.weight >= _WEIGHT] or sought
            most = limit if vector is None else max(limit, _FUSED_FROM)
            found = _found(transaction, database, where, telling, asked=sought, limit=most)
            if len(found) < limit and not content_words_only:
                known = {one.number for one in found}
                rest = [word for word in sought if word not in telling]
                others = _found(transaction, database, where, rest, asked=sought, limit=limit)
                found = _best([*found, *(one for one in others if one.number not in known)], most)
            if vector is not None:
                found = _fused(found, self._vectors.nearest(transaction, where, vector, most), limit)
            unread = [one.number for one in found if one.row is None]
            rows = {row[_NUMBER]: row for row in _rows_of(transaction, database, where, unread)}
        return [Hit(held.held(one.row or rows[one.number]).record, one.score) for one in found]


def _places(transaction: Transaction, access: Access, asked: Filter) -> list[bytes]:
    """The places of the index in which records within reach can be."""
    if asked.store is None:
        stores = [store for (store,) in transaction.rows(_STORES, (access.organisation,))]
    else:
        stores = [asked.store] if storable(asked.store) else []
    bound = owners(access, asked)
    whose: Sequence[str | None] = [None] if bound is None or len(bound) > _MOST_OWNERS else bound
    opened = {"open": [True], "closed": [False], "any": [True, False]}[asked.closed]
    return [
        place(access.organisation, store, owner, asked.state, is_open=is_open)
        for store in stores
        for owner in whose
        for is_open in opened
    ]


def _words(query: str, places: Sequence[bytes]) -> list[_Word]:
    asked = words(query)
    # Of a long text the words that say what it is about come first, in their order.
    chosen = sorted(asked, key=lambda word: word in FUNCTION_WORDS)[:_MOST_WORDS]
    found = []
    for word in chosen:
        hashed = word_hash(word)
        found.append(_Word(hashed, _weight(word), tuple(key_of(where, hashed) for where in places)))
    return found


def _weight(word: str) -> float:
    if word in FUNCTION_WORDS:
        return _FUNCTION_WEIGHT
    return _CODE_WEIGHT if is_code(word) else _WEIGHT


def _found(
    transaction: Transaction,
    database: Database,
    where: Condition,
    seeking: Sequence[_Word],
    *,
    asked: Sequence[_Word],
    limit: int,
) -> list[_Scored]:
    """The best records that have one of the words sought, scored by all words asked for."""
    total = sum(word.weight for word in asked)
    weights = [(int.from_bytes(word.hashed, sys.byteorder), word.weight) for word in asked]
    found: list[_Scored] = []
    for candidates in _candidates(transaction, database, seeking):
        for first in range(0, len(candidates), _CHUNK):
            chunk = candidates[first : first + _CHUNK]
            for row in _rows_of(transaction, database, where, chunk):
                held_words = set(memoryview(row[_WORDS]).cast("Q"))
                score = sum([weight for hashed, weight in weights if hashed in held_words]) / total
                if score:
                    found.append(_Scored(row[_NUMBER], score, row))
            # Candidates come by how many of the words they have, so what comes later is no better.
            if len(found) >= limit:
                return _best(found, limit)
    return _best(found, limit)


def _candidates(transaction: Transaction, database: Database, seeking: Sequence[_Word]) -> Iterator[list[int]]:
    """Numbers of records with a word sought, those first whose words count most, then the newest; in steps.

    A step takes the newest records of each word, as many as may be read, and asks of each of them whether it also has
    the words of which more records were left.
    """
    left = {key: (word.weight, PAST_ALL) for word in seeking for key in word.keys}
    seen: set[int] = set()
    while left:
        most = max(_LEAST_ROWS, _STEP_ROWS // len(left))
        counted: dict[int, float] = {}
        more: dict[int, tuple[float, int]] = {}
        for key, (weight, before) in left.items():
            numbers = newest(transaction, key, most, before=before)
            if not counted:
                counted = dict.fromkeys(numbers, weight)
            else:
                for number in numbers:
                    counted[number] = counted.get(number, 0.0) + weight
            if len(numbers) == most:
                more[key] = (weight, numbers[-1])
        for key, (weight, before) in more.items():
            older = [number for number in counted if number < before]
            for number in having(transaction, key, database.one_of_numbers("record", older)):
                counted[number] += weight
        fresh = sorted(counted.keys() - seen if seen else counted, reverse=True)
        # Sorting is stable: of those that count the same the newest stay first.
        fresh.sort(key=counted.__getitem__, reverse=True)
        yield fresh
        seen.update(counted)
        left = more


def _rows_of(transaction: Transaction, database: Database, where: Condition, numbers: Sequence[int]) -> list[Row]:
    """The columns of those records of these numbers that are within reach and asked for."""
    if not numbers:
        return []
    chosen = database.numbered(numbers)
    statement = f"SELECT {held.COLUMNS} FROM {chosen.sql} WHERE {where.sql}"
    return transaction.rows(statement, (*chosen.parameters, *where.parameters))


def _best(found: Sequence[_Scored], limit: int) -> list[_Scored]:
    return sorted(found, key=lambda one: (-one.score, -one.number))[:limit]


def _fused(words: Sequence[_Scored], near: Sequence[int], limit: int) -> list[_Scored]:
    """Both rankings in one: a record counts by its ranks in them; the first of both has the score 1."""
    scores: dict[int, float] = {}
    for ranking in ([one.number for one in words], near):
        for rank, number in enumerate(ranking):
            scores[number] = scores.get(number, 0.0) + (_FUSION + 1) / (_FUSION + 1 + rank) / 2
    return _best([_Scored(number, score) for number, score in scores.items()], limit)
