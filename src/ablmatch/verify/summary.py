"""What a run of `verify` found, as numbers: for the terminal, for JSON and for the report."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np
import numpy.typing as npt

from ablmatch.match.scalar import RESULTS
from ablmatch.verify.examples import Telling
from ablmatch.verify.fields import Field


@dataclass(frozen=True, slots=True)
class FieldSummary:
    """Counts of one field; `invalid` values are also counted as missing."""

    field: Field
    counts: npt.NDArray[np.int64]  # rows by (score + 1, result code)
    invalid: int
    telling: Telling | None = None

    @property
    def results(self) -> dict[str, int]:
        """Rows by result, in the order of RESULTS."""
        return dict(zip(RESULTS, self.counts.sum(axis=0).tolist(), strict=True))

    @property
    def rows(self) -> int:
        return int(self.counts.sum())

    def share(self, result: str) -> float:
        """Percent of all rows with a result; 0 when there is no row."""
        return 100.0 * self.results[result] / self.rows if self.rows else 0.0

    def to_dict(self) -> dict[str, Any]:
        by_score = self.counts.sum(axis=1)
        return {
            "name": self.field.name,
            "kind": self.field.kind,
            "said": self.field.said,
            "stored": self.field.stored,
            **self.results,
            "invalid": self.invalid,
            "percent": {result: round(self.share(result), 2) for result in RESULTS},
            "scores": {str(place - 1): int(by_score[place]) for place in np.flatnonzero(by_score).tolist()},
        }


@dataclass(frozen=True, slots=True)
class Summary:
    """One finished run.  `rows` were read and scored, `skipped` were broken and left out."""

    input: str
    output: str | None
    report: str | None
    region: str
    fields: tuple[FieldSummary, ...]
    rows: int
    skipped: int
    seconds: float
    unit: str  # what row numbers count: "row" or "line"
    notes: tuple[str, ...] = ()

    @property
    def rate(self) -> float:
        """Rows a second."""
        return self.rows / self.seconds if self.seconds > 0 else 0.0

    def to_dict(self) -> dict[str, Any]:
        return {
            "input": self.input,
            "output": self.output,
            "report": self.report,
            "region": self.region,
            "rows": self.rows,
            "skipped": self.skipped,
            "seconds": round(self.seconds, 3),
            "rows_per_second": round(self.rate),
            "fields": [field.to_dict() for field in self.fields],
            "notes": list(self.notes),
        }
