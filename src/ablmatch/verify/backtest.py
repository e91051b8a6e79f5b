"""A back-test: two policies judge the same rows at the same instant, and what differs is counted."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Mapping
from collections.abc import Set as AbstractSet
from dataclasses import replace
from typing import Any

import msgspec
import numpy as np
import numpy.typing as npt

from ablmatch.verify.flips import Change, ChangedRow, Flips, RuleFlips, ordered
from ablmatch.verify.policy import Policy, paths_read
from ablmatch.verify.policy_matches import Comparison, Scored
from ablmatch.verify.policy_rows import RowJudge, answers_of, present
from ablmatch.verify.policy_values import values_of
from ablmatch.verify.rows import Rows
from ablmatch.verify.summary import Answer, PolicySummary

# Rows that are named for each pair of answers.
_ROWS_NAMED = 5
_CHARACTERS = 200


class Backtest:
    """Judges batch after batch by both policies.  `keep_values`: of rows that are named, for the report."""

    def __init__(
        self, new: Policy, old: Policy, *, empty_is_unset: bool, threads: int | None, keep_values: bool
    ) -> None:
        # One instant for both: else a rule over NOW() could flip a row by itself.
        now = present()
        self._policies = (new, old)
        self._judges = tuple(
            RowJudge(policy, empty_is_unset=empty_is_unset, threads=threads, now=now) for policy in self._policies
        )
        self._answers = tuple(answers_of(policy) for policy in self._policies)
        self._columns = tuple(_columns_read(policy) for policy in self._policies)
        self._keep_values = keep_values
        self._counts: Counter[tuple[Answer, Answer]] = Counter()  # by old and new answer
        self._first: dict[tuple[Answer, Answer], list[ChangedRow]] = {}

    def columns(self, rows: Rows, known: Mapping[Comparison, Scored]) -> list[Any]:
        """The output columns of a batch: those of the new policy, then those of the old one."""
        verdicts = []
        for policy, judge in zip(self._policies, self._judges, strict=True):
            read = {name: rows.values[name] for name in policy.columns if name in rows.values}
            verdicts.append(judge.judge(replace(rows, values=read), known))
        self._count(rows, *verdicts)
        return [column for judge, found in zip(self._judges, verdicts, strict=True) for column in judge.added(found)]

    def summary(self) -> PolicySummary:
        """What the new policy decided so far."""
        return self._judges[0].summary()

    def flips(self) -> Flips:
        """What differs so far."""
        changes = [
            Change(old, new, self._counts[old, new], tuple(sorted(first, key=lambda row: row.number)[:_ROWS_NAMED]))
            for (old, new), first in self._first.items()
        ]
        unchanged = sum(count for (old, new), count in self._counts.items() if old == new)
        return Flips(self._judges[1].summary(), ordered(changes), self._rules(), unchanged)

    def _count(self, rows: Rows, new: npt.NDArray[np.int64], old: npt.NDArray[np.int64]) -> None:
        new_answers, old_answers = self._answers
        cells = old * len(new_answers) + new
        for cell, count in zip(*(part.tolist() for part in np.unique(cells, return_counts=True)), strict=True):
            before, after = divmod(cell, len(new_answers))
            pair = old_answers[before], new_answers[after]
            self._counts[pair] += count
            if pair[0] == pair[1]:
                continue
            first = self._first.setdefault(pair, [])
            # Rules with the same words are one answer: each may add rows that stand before those of the other.
            places = np.flatnonzero(cells == cell)[:_ROWS_NAMED].tolist()
            shown = {*self._columns[1][before], *self._columns[0][after]} if self._keep_values else set()
            first += [_row(rows, place, shown) for place in places]
            first.sort(key=lambda row: row.number)
            del first[_ROWS_NAMED:]

    def _rules(self) -> tuple[RuleFlips, ...]:
        new, old = (
            dict.fromkeys(rule.rule.condition for rule in policy.rules if rule.rule.severity != "warning")
            for policy in self._policies
        )
        return tuple(
            RuleFlips(
                condition,
                self._sum(old_rule=condition) if condition in old else None,
                self._sum(new_rule=condition) if condition in new else None,
                self._sum(old_rule=condition, new_decision="allow"),
                self._sum(new_rule=condition, old_decision="allow"),
            )
            for condition in new | old
        )

    def _sum(
        self,
        *,
        old_rule: str | None = None,
        new_rule: str | None = None,
        old_decision: str | None = None,
        new_decision: str | None = None,
    ) -> int:
        return sum(
            count
            for (old, new), count in self._counts.items()
            if old_rule in {None, old.rule}
            and new_rule in {None, new.rule}
            and old_decision in {None, old.decision}
            and new_decision in {None, new.decision}
        )


def _columns_read(policy: Policy) -> tuple[tuple[str, ...], ...]:
    """By verdict, the columns that the rule which gives it reads."""
    columns: list[tuple[str, ...]] = [()]
    for tree in policy.trees:
        paths = paths_read([tree])
        columns += [tuple(slot.name for slot in policy.slots if slot.is_read(paths))] * 2
    return tuple(columns)


def _row(rows: Rows, place: int, shown: AbstractSet[str]) -> ChangedRow:
    values = tuple((name, _text(column, place)) for name, column in rows.values.items() if name in shown)
    return ChangedRow(int(rows.numbers[place]), values)


def _text(column: Any, place: int) -> str | None:
    """A value as it is shown on a page, cut; None for nothing."""
    value = values_of(column[place : place + 1], None, empty_is_unset=False)[0]
    if value is None or value is msgspec.UNSET:
        return None
    text = value if isinstance(value, str) else json.dumps(value, ensure_ascii=False, default=str)
    return text[:_CHARACTERS]
