"""Which rows the report shows, chosen while the file streams by, in bounded memory and always the same ones.

Two collections: the first rows of every (score, result) that occurs, from which the rows nearest to a threshold are
taken, and a uniform sample of all rows, from which evidence is counted.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
import numpy.typing as npt
import pyarrow as pa

from ablmatch.match.scalar import RESULTS, explain
from ablmatch.verify.fields import Field
from ablmatch.verify.rows import Rows

SAMPLE_ROWS = 1_000
_ROWS_OF_A_SCORE = 3
_SEED = 20_240_229
# One more than the matcher judges, so that a longer value is still seen to be too long.
_CHARACTERS = 1_025


@dataclass(frozen=True, slots=True)
class Example:
    """One row of one field.  `said` and `stored` are None unless values may be shown."""

    number: int
    score: int
    result: str
    evidence: tuple[str, ...]
    said: str | None = None
    stored: str | None = None


@dataclass(frozen=True, slots=True)
class Telling:
    """What the report says about single rows of a field: groups of examples, and evidence counted over a sample."""

    groups: tuple[tuple[str, tuple[Example, ...]], ...]
    evidence: tuple[tuple[str, dict[str, int]], ...]  # word, rows of the sample by result; most frequent first
    sampled: int


@dataclass(frozen=True, slots=True)
class _Row:
    number: int
    score: int
    result: int
    said: str | None
    stored: str | None


class ExampleKeeper:
    """Watches the batches of one field and keeps the rows that may be shown."""

    def __init__(self, field: Field) -> None:
        self._field = field
        self._random = np.random.Generator(np.random.PCG64(_SEED))
        self._of_score: dict[tuple[int, int], list[_Row]] = {}
        self._sample: list[tuple[float, _Row]] = []
        self._ceiling = 1.0

    def watch(self, rows: Rows, scores: npt.NDArray[np.int16], results: npt.NDArray[np.uint8]) -> None:
        """Look at a scored batch."""
        said, stored = rows.texts[self._field.said], rows.texts[self._field.stored]

        def row(place: int) -> _Row:
            return _Row(
                int(rows.numbers[place]),
                int(scores[place]),
                int(results[place]),
                _text(said[place]),
                _text(stored[place]),
            )

        self._keep_by_score(scores, results, row)
        self._keep_sample(self._random.random(len(rows)), row)

    def _keep_by_score(self, scores: npt.NDArray[np.int16], results: npt.NDArray[np.uint8], row: Any) -> None:
        cells = scores.astype(np.int64) * len(RESULTS) + results
        for cell in np.unique(cells).tolist():
            kept = self._of_score.setdefault(divmod(cell, len(RESULTS)), [])
            if len(kept) < _ROWS_OF_A_SCORE:
                places = np.flatnonzero(cells == cell)[: _ROWS_OF_A_SCORE - len(kept)]
                kept.extend(row(place) for place in places.tolist())

    def _keep_sample(self, keys: npt.NDArray[np.float64], row: Any) -> None:
        """Keep the rows with the smallest random keys: a uniform sample, whatever the batches were."""
        places = np.flatnonzero(keys < self._ceiling)
        places = places[np.argsort(keys[places])[:SAMPLE_ROWS]]
        if not len(places):
            return
        self._sample.extend((float(keys[place]), row(place)) for place in places.tolist())
        self._sample.sort(key=lambda entry: entry[0])
        del self._sample[SAMPLE_ROWS:]
        if len(self._sample) == SAMPLE_ROWS:
            self._ceiling = self._sample[-1][0]

    def telling(self, region: str, *, show_values: bool) -> Telling:
        """Explain what was kept.  Values leave this function only with `show_values`."""
        kind = self._field.kind
        evidence_of = {row: explain(row.said, row.stored, kind, region=region).evidence for row in self._kept()}
        sample = [row for _, row in self._sample]
        words: dict[str, Counter[str]] = {}
        for row in sample:
            for word in evidence_of[row]:
                words.setdefault(word, Counter())[RESULTS[row.result]] += 1
        ordered = sorted(words.items(), key=lambda entry: (-entry[1].total(), entry[0]))

        def example(row: _Row) -> Example:
            said, stored = (row.said, row.stored) if show_values else (None, None)
            return Example(row.number, row.score, RESULTS[row.result], evidence_of[row], said, stored)

        groups = []
        shown: set[int] = set()
        for title, candidates, count in self._groups(sample, evidence_of):
            chosen = [row for row in candidates if row.number not in shown][:count]
            shown.update(row.number for row in chosen)
            if chosen:
                groups.append((title, tuple(example(row) for row in chosen)))
        return Telling(tuple(groups), tuple((word, dict(by)) for word, by in ordered), len(sample))

    def _kept(self) -> Iterable[_Row]:
        for rows in self._of_score.values():
            yield from rows
        for _, row in self._sample:
            yield row

    def _groups(
        self, sample: Sequence[_Row], evidence_of: dict[_Row, tuple[str, ...]]
    ) -> Iterable[tuple[str, list[_Row], int]]:
        retries = [row for row in sample if RESULTS[row.result] == "retry"]
        how_often = Counter(evidence_of[row] for row in retries)
        rarest = sorted(retries, key=lambda row: (how_often[evidence_of[row]], row.number))
        # A full score is nowhere near a threshold.
        yield "Only just a match", [row for row in self._by_score("match") if row.score < 100], 4
        yield "Almost a match: highest retries", self._by_score("retry", highest=True), 4
        yield "Retries for a rare reason", rarest, 3
        yield "Almost a mismatch: lowest retries", self._by_score("retry"), 2
        yield "Mismatches with the highest score", self._by_score("mismatch", highest=True), 3
        yield "Nothing to judge", self._by_score("missing"), 2

    def _by_score(self, result: str, *, highest: bool = False) -> list[_Row]:
        code = RESULTS.index(result)
        rows = [row for (_, found), kept in self._of_score.items() if found == code for row in kept]
        return sorted(rows, key=lambda row: (-row.score if highest else row.score, row.number))


def _text(value: Any) -> str | None:
    """A value of a compared column as `explain` takes it, invalid bytes kept as lone surrogates: invalid text too."""
    if value is None or isinstance(value, str):
        text: str | None = value
    elif pa.types.is_integer(value.type):
        text = None if value.as_py() is None else str(value.as_py())
    else:
        raw = value.cast(pa.large_string()).as_buffer() if pa.types.is_dictionary(value.type) else value.as_buffer()
        text = None if raw is None else raw.to_pybytes().decode("utf-8", "surrogateescape")
    return None if text is None else text[:_CHARACTERS]
