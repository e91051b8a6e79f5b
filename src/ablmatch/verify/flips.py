"""What a back-test found: rows that one policy answers otherwise than another, by direction, by rule and by pair."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Any

from ablmatch.verify.summary import Answer, PolicySummary

# From the old decision to the new one; the last is a row that both refuse, by another rule, reason or action.
DIRECTIONS = ("allow_to_refuse", "refuse_to_allow", "refused_otherwise")


@dataclass(frozen=True, slots=True)
class ChangedRow:
    """A row that changed.  `values`: by name what the rules that refuse it read, only where it may be shown."""

    number: int
    values: tuple[tuple[str, str | None], ...] = ()


@dataclass(frozen=True, slots=True)
class Change:
    """The rows with one old and one new answer, which are not the same; `first` of them in the order of the file."""

    old: Answer
    new: Answer
    rows: int
    first: tuple[ChangedRow, ...]

    @property
    def direction(self) -> str:
        """One of DIRECTIONS."""
        same = self.old.decision == self.new.decision
        return DIRECTIONS[2] if same else f"{self.old.decision}_to_{self.new.decision}"

    def to_dict(self) -> dict[str, Any]:
        return {
            "direction": self.direction,
            "old": self.old.to_dict(),
            "new": self.new.to_dict(),
            "rows": self.rows,
            "first_rows": [row.number for row in self.first],
        }


@dataclass(frozen=True, slots=True)
class RuleFlips:
    """One condition that refuses in either policy; a count is None where that policy does not refuse by it.

    `newly_refused`: rows that the old policy allowed and this rule of the new one refuses.  `newly_allowed`: rows that
    this rule of the old policy refused and the new one allows.
    """

    condition: str
    old: int | None
    new: int | None
    newly_allowed: int
    newly_refused: int

    def to_dict(self) -> dict[str, Any]:
        return {
            "condition": self.condition,
            "old_refuse": self.old,
            "new_refuse": self.new,
            "newly_allowed": self.newly_allowed,
            "newly_refused": self.newly_refused,
        }


@dataclass(frozen=True)
class Flips:
    """`against`: what the old policy decided.  `changes`: by direction, most rows first; `rules`: new ones first."""

    against: PolicySummary
    changes: tuple[Change, ...]
    rules: tuple[RuleFlips, ...]
    unchanged: int

    @cached_property
    def by_direction(self) -> dict[str, int]:
        """Changed rows, in the order of DIRECTIONS."""
        return {
            direction: sum(one.rows for one in self.changes if one.direction == direction) for direction in DIRECTIONS
        }

    @property
    def rows(self) -> int:
        """Rows whose decision flips."""
        return sum(self.by_direction[direction] for direction in DIRECTIONS[:2])

    def to_dict(self) -> dict[str, Any]:
        return {
            "rows": self.rows,
            "percent": round(self.against.share(self.rows), 2),
            **self.by_direction,
            "unchanged": self.unchanged,
            "rules": [rule.to_dict() for rule in self.rules],
            "changes": [change.to_dict() for change in self.changes],
        }


def ordered(changes: Sequence[Change]) -> tuple[Change, ...]:
    """By direction, then most rows first, then by the first row."""
    return tuple(
        sorted(changes, key=lambda one: (DIRECTIONS.index(one.direction), -one.rows, one.first[0].number, *_words(one)))
    )


def _words(change: Change) -> tuple[str, ...]:
    return tuple(word or "" for answer in (change.old, change.new) for word in answer)
