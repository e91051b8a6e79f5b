"""What a run of `verify` found, as numbers: for the terminal, for JSON and for the report."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import numpy as np
import numpy.typing as npt

from ablmatch.match.scalar import RESULTS
from ablmatch.verify.examples import Telling
from ablmatch.verify.fields import Field

if TYPE_CHECKING:
    from ablmatch.verify.flips import Flips


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
class Answer:
    """What a policy says of a row, as in its four columns."""

    decision: str
    rule: str | None = None
    reason: str | None = None
    action: str | None = None

    @property
    def text(self) -> str:
        """In one line; that a rule was false is not said, nor is the usual action."""
        if self.rule is None:
            return self.decision
        error = ", error" if self.reason == "error" else ""
        action = f" ({self.action})" if self.action not in {"", "respond"} else ""
        return f"{self.rule}{error}{action}"

    def __iter__(self) -> Iterator[str | None]:
        return iter((self.decision, self.rule, self.reason, self.action))

    def to_dict(self) -> dict[str, str | None]:
        return {"decision": self.decision, "rule": self.rule, "reason": self.reason, "action": self.action}


@dataclass(frozen=True, slots=True)
class RuleSummary:
    """How often one rule of a policy failed.

    `condition` as written.  `false` and `in_error` are rows that it refused; of a rule that only warns they are rows
    that were warned of, and could not be.  `first_rows`: numbers of the first of these rows.
    """

    condition: str
    label: str | None
    action: str
    warns: bool
    false: int
    in_error: int
    first_rows: tuple[int, ...]

    def to_dict(self) -> dict[str, Any]:
        return {
            "condition": self.condition,
            "label": self.label,
            "severity": "warning" if self.warns else "error",
            "action": self.action,
            "false": self.false,
            "error": self.in_error,
            "first_rows": list(self.first_rows),
        }


@dataclass(frozen=True, slots=True)
class PolicySummary:
    """What a policy decided; `rules` in the order in which they stand in the agent."""

    agent: str
    files: tuple[str, ...]
    allowed: int
    refused: int
    rules: tuple[RuleSummary, ...]

    def share(self, rows: int) -> float:
        """Percent of all rows; 0 when there is no row."""
        total = self.allowed + self.refused
        return 100.0 * rows / total if total else 0.0

    def to_dict(self) -> dict[str, Any]:
        return {
            "agent": self.agent,
            "files": list(self.files),
            "allow": self.allowed,
            "refuse": self.refused,
            "percent": {"allow": round(self.share(self.allowed), 2), "refuse": round(self.share(self.refused), 2)},
            "rules": [rule.to_dict() for rule in self.rules],
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
    policy: PolicySummary | None = None
    flips: Flips | None = None

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
            "policy": None if self.policy is None else self.policy.to_dict(),
            "against": None if self.flips is None else self.flips.against.to_dict(),
            "flips": None if self.flips is None else self.flips.to_dict(),
            "notes": list(self.notes),
        }
