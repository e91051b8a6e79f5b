"""Scores and results of one field for one batch, and the counts that the summary and the report are made of."""

from __future__ import annotations

from typing import Any

import numpy as np
import numpy.typing as npt

from ablmatch.match import RESULTS, result_pairs, score_pairs
from ablmatch.verify.fields import Field
from ablmatch.verify.rows import Rows, Texts

MISSING = RESULTS.index("missing")
# Scores run from -1 to 100; tables are indexed by score + 1.
SCORES = 102
_UNKNOWN = 255


class FieldScorer:
    """Scores one field, batch after batch, and counts every (score, result) pair."""

    def __init__(self, field: Field, region: str, threads: int | None) -> None:
        self.field = field
        self.counts = np.zeros((SCORES, len(RESULTS)), np.int64)
        self.invalid = 0
        self._region = region
        self._threads = threads
        # result by score, learned from the matcher, which alone knows the bands
        self._result_of = np.full(SCORES, _UNKNOWN, np.uint8)

    def score(self, rows: Rows) -> tuple[npt.NDArray[np.int16], npt.NDArray[np.uint8]]:
        """Scores (-1 where there is nothing to judge) and result codes, indices of RESULTS, of a batch."""
        said, stored = rows.texts[self.field.said], rows.texts[self.field.stored]
        scores = score_pairs(said.values, stored.values, self.field.kind, region=self._region, threads=self._threads)
        results = self._results(said.values, stored.values, scores)
        self.invalid += _invalid(said, stored)
        cells = (scores.astype(np.int64) + 1) * len(RESULTS) + results
        self.counts += np.bincount(cells, minlength=self.counts.size).reshape(self.counts.shape)
        return scores, results

    def _results(self, said: Any, stored: Any, scores: npt.NDArray[np.int16]) -> npt.NDArray[np.uint8]:
        if self.field.kind == "auto":
            # Its bands follow the kind found, so one score can mean different results.
            return result_pairs(said, stored, self.field.kind, region=self._region, threads=self._threads)
        results = self._result_of[scores + 1]
        if (results == _UNKNOWN).any():
            new, first = np.unique(scores[results == _UNKNOWN], return_index=True)
            places = np.flatnonzero(results == _UNKNOWN)[first]
            self._result_of[new + 1] = result_pairs(
                said.take(places), stored.take(places), self.field.kind, region=self._region, threads=1
            )
            results = self._result_of[scores + 1]
        return results


def _invalid(said: Texts, stored: Texts) -> int:
    if said.invalid is None or stored.invalid is None:
        one = said.invalid if stored.invalid is None else stored.invalid
        return 0 if one is None else int(one.sum())
    return int((said.invalid | stored.invalid).sum())
