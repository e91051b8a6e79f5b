"""Scores and results of one field for one batch, and the counts that the summary and the report are made of."""

from __future__ import annotations

import numpy as np
import numpy.typing as npt

from ablmatch.match.batch import score_batch
from ablmatch.match.scalar import RESULTS
from ablmatch.verify.fields import Field
from ablmatch.verify.rows import Rows

# Scores run from -1 to 100.
SCORES = 102


class FieldScorer:
    """Scores one field, batch after batch, and counts every (score, result) pair."""

    def __init__(self, field: Field, region: str, threads: int | None) -> None:
        self.field = field
        self.counts = np.zeros((SCORES, len(RESULTS)), np.int64)  # by score + 1 and result code
        self.invalid = 0
        self._region = region
        self._threads = threads

    def score(self, rows: Rows) -> tuple[npt.NDArray[np.int16], npt.NDArray[np.uint8]]:
        """Scores (-1 where there is nothing to judge) and result codes, indices of RESULTS, of a batch."""
        said, stored = rows.texts[self.field.said], rows.texts[self.field.stored]
        batch = score_batch(said, stored, self.field.kind, region=self._region, threads=self._threads)
        self.invalid += batch.invalid
        cells = (batch.scores.astype(np.int64) + 1) * len(RESULTS) + batch.results
        self.counts += np.bincount(cells, minlength=self.counts.size).reshape(self.counts.shape)
        return batch.scores, batch.results
