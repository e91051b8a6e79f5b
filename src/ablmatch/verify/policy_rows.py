"""Asks the rules of a policy of every row of a batch: which rule fails first, and what was warned of on the way."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from datetime import UTC, datetime
from itertools import repeat
from typing import Any

import msgspec
import numpy as np
import numpy.typing as npt
import pyarrow as pa

from ablmatch.language import nodes
from ablmatch.language.errors import ExpressionError
from ablmatch.language.functions import FUNCTIONS
from ablmatch.language.functions.moment import Moment
from ablmatch.language.values import truthy
from ablmatch.runtime.evaluator import Closure, Scope, compile_node
from ablmatch.runtime.evaluator_operations import MATCH, TOOL_ARGS
from ablmatch.runtime.prepared import PreparedRule
from ablmatch.runtime.system import NAMES as SYSTEM_NAMES
from ablmatch.verify.policy import Policy, Slot, paths_read
from ablmatch.verify.policy_agent import RowSession
from ablmatch.verify.policy_matches import BatchedCalls, Comparison, Scored
from ablmatch.verify.policy_values import judged_directly, texts_of, values_of
from ablmatch.verify.rows import BATCH_ROWS, Rows
from ablmatch.verify.summary import Answer, PolicySummary, RuleSummary

# Numbers of rows that the summary names for each rule.
_ROWS_NAMED = 5

# Answers that are kept for rows that look alike to the rules.
_KNOWN = 10_000

_Rule = tuple[int, PreparedRule, Closure]
# A verdict, and the rules that warned: 1 for an error, 0 for false.
_Answer = tuple[int, dict[int, int]]


class RowJudge:
    """Judges batch after batch and counts.

    A row's verdict is a code: 0 where it is allowed, else 2 n + 1 where rule n is false and 2 n + 2 where it could not
    be evaluated.  `now`: what NOW() tells, on every row; the system's clock at the start of the run without it.
    """

    def __init__(
        self, policy: Policy, *, empty_is_unset: bool, threads: int | None = None, now: datetime | None = None
    ) -> None:
        instant = now if now is not None else present()
        self._policy = policy
        self._empty_is_unset = empty_is_unset
        self._threads = threads
        self._session = RowSession(policy.on_row, Moment(clock=lambda: instant))
        self._slots = {slot.name: slot for slot in policy.slots}
        # The columns of a file are the same in every batch.
        self._columns: tuple[str, ...] | None = None
        self._rules: list[_Rule] = []
        self._at_message: list[_Rule] = []
        self._at_reply: list[_Rule] = []
        self._read: list[Slot] = []
        self._known: dict[tuple[Any, ...], _Answer] | None = None
        self._scope = self._session.work.scope()
        self._calls = BatchedCalls(self._is_plain)
        self._verdicts = np.zeros(1 + 2 * len(policy.rules), np.int64)
        self._warned = [0] * len(policy.rules)
        self._in_error = [0] * len(policy.rules)
        self._named: list[list[int]] = [[] for _ in policy.rules]
        self._words = _words(policy)

    def judge(self, rows: Rows, known: Mapping[Comparison, Scored]) -> npt.NDArray[np.int64]:
        """The verdicts of a batch.  `known`: what its columns have been scored already, in the default region."""
        if self._columns is None:
            self._prepare(tuple(rows.values))
        verdicts = np.empty(len(rows), np.int64)
        for start in range(0, len(rows), BATCH_ROWS):
            # A block of a narrow CSV file has hundreds of thousands of rows: too many to be Python objects at once.
            self._session.forget()
            for at, (verdict, warned) in enumerate(self._judged(*_part(rows, known, start)), start):
                verdicts[at] = verdict
                for rule, error in warned.items():
                    (self._in_error if error else self._warned)[rule] += 1
                    if len(self._named[rule]) < _ROWS_NAMED:
                        self._named[rule].append(int(rows.numbers[at]))
        self._verdicts += np.bincount(verdicts, minlength=len(self._verdicts))
        for rule, named in enumerate(self._named):
            if len(named) < _ROWS_NAMED:
                places = np.flatnonzero((verdicts + 1) // 2 == rule + 1)[: _ROWS_NAMED - len(named)]
                named.extend(rows.numbers[places].tolist())
        return verdicts

    def added(self, verdicts: npt.NDArray[np.int64]) -> list[Any]:
        """The output columns of a batch."""
        codes = pa.array(verdicts)
        return [words.take(codes) for words in self._words]

    def columns(self, rows: Rows, known: Mapping[Comparison, Scored]) -> list[Any]:
        """Judges a batch and gives its output columns."""
        return self.added(self.judge(rows, known))

    def summary(self) -> PolicySummary:
        """What was counted so far."""
        false, error = self._verdicts[1::2].tolist(), self._verdicts[2::2].tolist()
        rules = tuple(
            RuleSummary(
                condition=rule.rule.condition,
                label=rule.rule.label,
                action="warn" if rule.rule.severity == "warning" else self._policy.actions[at],
                warns=rule.rule.severity == "warning",
                false=false[at] + self._warned[at],
                in_error=error[at] + self._in_error[at],
                first_rows=tuple(self._named[at]),
            )
            for at, rule in enumerate(self._policy.rules)
        )
        refused = int(self._verdicts[1:].sum())
        return PolicySummary(self._policy.agent.name, self._policy.files, int(self._verdicts[0]), refused, rules)

    # --- once a file --------------------------------------------------------------------------------------------------

    def _prepare(self, columns: tuple[str, ...]) -> None:
        self._columns = columns
        trees = [self._calls.rewritten(tree) for tree in self._policy.trees]
        self._rules = [
            (at, rule, compile_node(tree))
            for at, (rule, tree) in enumerate(zip(self._policy.rules, trees, strict=True))
        ]
        read = paths_read(trees) | self._policy.hook_paths
        self._read = [self._slots[name] for name in columns if self._slots[name].is_read(read)]
        # A reply asks all rules again; those that a message asks have just held, unless they see what it left behind.
        again = any(path[0] in {MATCH, "_constraint_warnings"} for path in read)
        # Where rules see nothing of a row but what match calls answer, rows with the same answers have one verdict.
        varies = any(_varies(tree) for tree in trees)
        self._known = None if self._read or self._policy.before_turn or varies else {}
        self._at_message = [one for one in self._rules if one[1].is_plain]
        self._at_reply = self._rules if again else [one for one in self._rules if not one[1].is_plain]

    def _is_plain(self, names: tuple[str, ...]) -> bool:
        """Whether a path is the value of a column whatever else there is: no hook writes it, nothing hides it."""
        slot = self._slots.get(".".join(names))
        if slot is None or slot.name not in (self._columns or ()) or names[0] in {MATCH, TOOL_ARGS}:
            return False
        if names[0] in self._policy.written:
            return False
        if slot.place == "fact":
            return names[0] not in self._session.values and names[0] not in self._slots_of_values()
        # A gathered field that is unset lets a fact or system variable of its name through.
        return slot.place == "variable" or not (
            self._policy.agent.covers(names) or any(name.split(".")[0] == names[0] for name in SYSTEM_NAMES)
        )

    def _slots_of_values(self) -> frozenset[str]:
        return frozenset(slot.name for slot in self._slots.values() if slot.place != "fact")

    # --- a batch ------------------------------------------------------------------------------------------------------

    def _values(self, slot: Slot, rows: Rows) -> list[Any]:
        """A slot on each row.  A key that a row of JSON lacks is as good as no column: what the session starts with."""
        values = values_of(rows.values[slot.name], slot.type, empty_is_unset=self._empty_is_unset)
        if slot.place == "fact":
            return values
        start = self._session.values.get(slot.name)
        return [start if value is msgspec.UNSET else value for value in values]

    def _operand(self, name: str, rows: Rows) -> Any:
        slot = self._slots[name]
        default = self._policy.agent.paths[name].default if slot.place == "fact" else None
        direct = judged_directly(rows.values[name], slot.type) if default is None else None
        if direct is not None:
            return direct
        values = self._values(slot, rows)
        if slot.place == "fact":
            started = self._session.facts.get(name, default)
            values = [default if value is None else started if value is msgspec.UNSET else value for value in values]
        return texts_of(values)

    def _judged(self, rows: Rows, known: Mapping[Comparison, Scored]) -> Iterator[_Answer]:
        answers = self._calls.judge(lambda name: self._operand(name, rows), self._threads, known)
        of_values = [slot for slot in self._read if slot.place != "fact"]
        of_facts = [slot for slot in self._read if slot.place == "fact"]
        names = [*(slot.name for slot in of_values), *answers]
        columns = [*(self._values(slot, rows) for slot in of_values), *answers.values()]
        found: Iterable[tuple[Any, ...]] = zip(*columns, strict=True) if columns else repeat((), len(rows))
        if self._known is not None:
            for row in found:
                answer = self._known.get(row)
                if answer is None:
                    answer = self._ask(dict(zip(names, row, strict=True)), {}, ())
                    if len(self._known) < _KNOWN:
                        self._known[row] = answer
                yield answer
            return
        paths = [slot.name for slot in of_facts]
        facts = [self._values(slot, rows) for slot in of_facts]
        optional = [slot.name for slot in of_values if slot.place == "gathered"]
        stored: Iterable[tuple[Any, ...]] = zip(*facts, strict=True) if facts else repeat((), len(rows))
        for row, of_row in zip(found, stored, strict=True):
            yield self._ask(dict(zip(names, row, strict=True)), dict(zip(paths, of_row, strict=True)), optional)

    def _ask(self, row: dict[str, Any], facts: dict[str, Any], optional: Sequence[str]) -> _Answer:
        """The rules as a message asks them, then as a reply does."""
        session, scope = self._session, self._scope
        values = session.values | row
        for name in optional:
            if values[name] is None:
                del values[name]
        scope.names = values
        stored = session.facts.copy()
        for path, value in facts.items():
            if value is None:
                stored.pop(path, None)  # no such fact: the path has its default
            elif value is not msgspec.UNSET:
                stored[path] = value
        session.put(values, stored)
        warned: dict[int, int] = {}
        if session.before_turn():
            return self._first(self._rules, scope, warned), warned
        verdict = self._first(self._at_message, scope, warned)
        if not verdict and self._at_reply:
            scope.captures.clear()
            verdict = self._first(self._at_reply, scope, warned)
        return verdict, warned

    def _first(self, rules: Sequence[_Rule], scope: Scope, warned: dict[int, int]) -> int:
        """The verdict of some rules; what was warned of goes into `warned`, with 1 for an error."""
        for at, rule, fails in rules:
            error = 0
            try:
                failed = fails(scope)
                if failed is False or not truthy(failed):
                    continue
            except ExpressionError:
                error = 1
            if rule.rule.severity != "warning":
                return 2 * at + 1 + error
            if at not in warned:
                warned[at] = error
                self._session.warn(rule)
        return 0


def present() -> datetime:
    """The system's clock."""
    return datetime.now(UTC)


def _words(policy: Policy) -> tuple[Any, ...]:
    """For each output column the word of each verdict."""
    return tuple(pa.array(column, pa.string()) for column in zip(*answers_of(policy), strict=True))


def answers_of(policy: Policy) -> tuple[Answer, ...]:
    """What each verdict of a policy says."""
    answers = [Answer("allow")]
    for rule, action in zip(policy.rules, policy.actions, strict=True):
        answers += [Answer("refuse", rule.rule.condition, reason, action) for reason in ("false", "error")]
    return tuple(answers)


def _varies(tree: nodes.Node) -> bool:
    """Whether a tree calls what may answer otherwise the next time, or tells it by a note."""
    calls = [FUNCTIONS.get(node.name) for node in nodes.walk(tree) if isinstance(node, nodes.Call)]
    return any(function is not None and function.timed for function in calls)


def _part(rows: Rows, known: Mapping[Comparison, Scored], start: int) -> tuple[Rows, dict[Comparison, Scored]]:
    """The rows of a batch from a place on, no more than BATCH_ROWS; of columns only those of the policy."""
    end = start + BATCH_ROWS
    values = {
        name: column[start:end] if isinstance(column, list) else column.slice(start, BATCH_ROWS)
        for name, column in rows.values.items()
    }
    scored = {one: (scores[start:end], results[start:end]) for one, (scores, results) in known.items()}
    return Rows(None, {}, rows.numbers[start:end], values), scored
