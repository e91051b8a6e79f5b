"""Vectors beside the words of records, where an embedder is configured: kept with the record, compared by cosine."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Protocol

from ablmatch.stores.records.database import Transaction
from ablmatch.stores.records.where import Condition

_KEEP = (
    "INSERT INTO ablmatch_record_vectors (record, model, vector) VALUES (?, ?, ?)"
    " ON CONFLICT (record, model) DO UPDATE SET vector = excluded.vector"
)


class Embedder(Protocol):
    """Makes vectors of texts. `name` parts the vectors of one model from those of another.

    A record counts as found where its cosine with the query is at least `least_similarity`. It is called before the
    transaction of a write begins, and once a search: it decides how fast they are.
    """

    name: str
    least_similarity: float

    def embed(self, texts: Sequence[str]) -> Sequence[Sequence[float]]:
        """One vector a text, all of one length."""
        ...


class Vectors:
    """The vectors of a record store; without an embedder none are made and none is looked at."""

    def __init__(self, embedder: Embedder | None) -> None:
        self._embedder = embedder

    def of(self, text: str) -> bytes | None:
        """The vector of a text, of length 1, as 32-bit floats."""
        if self._embedder is None:
            return None
        import numpy as np

        [vector] = np.asarray(self._embedder.embed([text]), dtype="<f4")
        length = float(np.linalg.norm(vector))
        return bytes((vector / length if length else vector).astype("<f4").tobytes())

    def keep(self, transaction: Transaction, number: int, vector: bytes | None) -> None:
        """Keep the vector of a record in place of its old one."""
        if self._embedder is not None and vector is not None:
            transaction.run(_KEEP, (number, self._embedder.name, vector))

    def nearest(self, transaction: Transaction, where: Condition, query: bytes | None, limit: int) -> list[int]:
        """Numbers of the records under a condition that are near enough, nearest first."""
        if self._embedder is None or query is None:
            return []
        import numpy as np

        statement = (
            "SELECT e.record, e.vector FROM ablmatch_record_vectors e JOIN ablmatch_records r ON r.number = e.record"
            f" WHERE e.model = ? AND {where.sql} ORDER BY e.record"
        )
        found = [
            (number, bytes(vector))
            for number, vector in transaction.rows(statement, (self._embedder.name, *where.parameters))
            if len(vector) == len(query)
        ]
        if not found:
            return []
        matrix = np.frombuffer(b"".join(vector for _, vector in found), dtype="<f4").reshape(len(found), -1)
        cosines = matrix @ np.frombuffer(query, dtype="<f4")
        order = np.lexsort((-np.arange(len(found)), -cosines))[:limit]
        return [found[at][0] for at in order if cosines[at] >= self._embedder.least_similarity]
