"""What a built-in function is: one row, which the evaluator, the checks, the editor help and the documentation read."""

from __future__ import annotations

from collections.abc import Callable
from typing import NamedTuple

from ablmatch.language.errors import ExpressionError
from ablmatch.language.values import Number, Value, to_number


class Function(NamedTuple):
    """One built-in.

    `parameters` as documentation shows them, `?` behind an optional one, `…` behind the last for any number.  `run`
    takes the argument values, behind the session's `Moment` where `timed` (clock, randomness, vault).  `passes`: the
    result is made of the arguments' own content, so it is no more proved than they are.
    """

    name: str
    parameters: tuple[str, ...]
    summary: str
    example: tuple[str, Value]
    run: Callable[..., Value]
    timed: bool = False
    passes: bool = True

    @property
    def fewest(self) -> int:
        return sum(not parameter.endswith(("?", "…")) for parameter in self.parameters)

    @property
    def most(self) -> int | None:
        """None for any number."""
        return None if self.parameters and self.parameters[-1].endswith("…") else len(self.parameters)

    def takes(self, count: int) -> bool:
        return self.fewest <= count and (self.most is None or count <= self.most)

    def refuse(self, count: int) -> ExpressionError:
        """The error of a call with a number of arguments that the function does not take."""
        most = "or more" if self.most is None else f"to {self.most}" if self.most != self.fewest else ""
        wanted = f"{self.fewest} {most}".strip()
        return ExpressionError("bad_argument", f"{self.name} takes {wanted} arguments, not {count}")

    @property
    def signature(self) -> str:
        return f"{self.name}({', '.join(self.parameters)})"


def count_of(value: Value, default: int = 0) -> int:
    """A whole number for a position or length; `default` for null, bad_argument for what is no number."""
    if value is None:
        return default
    number = to_number(value)
    if number is None:
        raise ExpressionError("bad_argument", "a whole number is wanted")
    return int(max(-(2**53), min(2**53, number)))


def number_of(value: Value) -> Number | None:
    """An operand of the arithmetic functions: null stays null, a text is the number that it writes, else null."""
    return to_number(value)
