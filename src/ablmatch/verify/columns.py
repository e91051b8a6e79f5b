"""Checks of column names that every input format shares."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property

from ablmatch.verify.errors import BadInput, listed, nearest, shown
from ablmatch.verify.fields import Field

# What --policy adds to each row.
POLICY_COLUMNS = ("policy_decision", "policy_rule", "policy_reason", "policy_action")
# What other programs part values with, a spreadsheet of many European countries first.
_OTHER_MARKS = {";": "semicolons", "\t": "tabulators", "|": "bars"}
# What --against adds behind them.
AGAINST_COLUMNS = ("against_decision", "against_rule", "against_reason", "against_action")


@dataclass(frozen=True)
class Wanted:
    """What a run takes from the input and adds to it.

    `policy`: the columns that a policy reads where they are there; None without a policy.  `against`: there are two
    policies, which read these columns together.
    """

    fields: tuple[Field, ...]
    policy: tuple[str, ...] | None = None
    against: bool = False

    @cached_property
    def compared(self) -> tuple[str, ...]:
        """Every column that some field compares, once each, in the order of the fields."""
        return tuple(dict.fromkeys(name for field in self.fields for name in (field.said, field.stored)))

    @cached_property
    def added(self) -> tuple[str, ...]:
        """The output columns, in order."""
        names = [name for field in self.fields for name in (field.score_column, field.result_column)]
        return (*names, *(name for _, columns in self.decided for name in columns))

    @property
    def decided(self) -> tuple[tuple[str, tuple[str, ...]], ...]:
        """The output columns of each policy, with the option that names it."""
        policy = (("--policy", POLICY_COLUMNS),) if self.policy is not None else ()
        return (*policy, ("--against", AGAINST_COLUMNS)) if self.against else policy

    def of_policy(self, columns: Sequence[str]) -> tuple[str, ...]:
        """Those columns of the input that the policy reads."""
        there = set(columns)
        return tuple(name for name in self.policy or () if name in there)


def check_columns(file: str, columns: Sequence[str], wanted: Wanted, *, writes: bool) -> None:
    """Raise BadInput when a column is missing or named twice, or when an output column would hide an input column."""
    counts = Counter(columns)
    twice = [name for name, count in counts.items() if count > 1]
    missing = [name for name in wanted.compared if name not in counts]
    if missing:
        raise BadInput(missing_message(file, missing[0], columns, wanted.compared))
    if twice:
        raise BadInput(f"{file} has {listed(twice)} more than once in its header: give each column its own name")
    if writes:
        check_collisions(file, columns, wanted)


def check_collisions(file: str, columns: Sequence[str], wanted: Wanted) -> None:
    """Raise BadInput when an output column already exists, in the input or from another field."""
    taken = set(columns)
    for field in wanted.fields:
        for name in (field.score_column, field.result_column):
            if name in taken:
                raise BadInput(f"{file} already has a column {shown(name)}: name field {shown(field.name)} otherwise")
            taken.add(name)
    for option, names in wanted.decided:
        for name in names:
            if name in taken:
                what = f"{file} already has a column {shown(name)}, which {option} writes"
                raise BadInput(f"{what}: rename or drop it first")


def missing_message(file: str, name: str, columns: Sequence[str], wanted: Sequence[str]) -> str:
    """The line for a column that is not there.

    Columns are listed only when the header is known to be one: in a file without a header the "names" are the values
    of its first row, and values never go into a message.
    """
    near = nearest(name, columns)
    if near is not None:
        return f"{file} has no column {shown(name)}: did you mean {shown(near)}? (columns: {listed(columns)})"
    for mark, called in _OTHER_MARKS.items():
        if len(columns) == 1 and set(wanted) <= {part.strip(' "') for part in columns[0].split(mark)}:
            return f"{file} parts its values with {called}: save it with commas, as comma-separated UTF-8"
    if any(other in columns or nearest(other, columns) is not None for other in wanted):
        return f"{file} has no column {shown(name)}: its columns are {listed(columns)}"
    return f"{file} has none of the columns asked for ({listed(wanted)}): is its first row a header with column names?"
