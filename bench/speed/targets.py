"""The aims of the bench, each a ratio of two medians of one run."""

from __future__ import annotations

from typing import NamedTuple

# How many times as fast as cpdist Jaro-Winkler with default_process, and as WRatio, on one thread from Arrow columns.
AGAINST_JARO_WINKLER = {"digits": 6, "phone": 5, "email": 4, "text": 3, "person_name": 2.5, "address": 1.5}
AGAINST_WRATIO = {"digits": 20, "phone": 12, "email": 12, "text": 10, "person_name": 7, "address": 5}
AGAINST_KNOWING = {"phone": 180, "email": 250, "address": 300, "person_name": 500}
AGAINST_HAND_WRITTEN = {"person_name": 12, "address": 12, "digits": 40, "phone": 40, "email": 40, "text": 40}
# Of the two first rows' ratios, from Python lists.
LISTS_SHARE = 0.6
TWO_THREADS = 1.8
# Scalar calls: at most this many times the time of OSA; at least this many times as fast as WRatio.
SCALAR_OSA = {"digits": 1.5, "phone": 1.5}
SCALAR_WRATIO = {"email": 4, "text": 4, "person_name": 4, "address": 4}
SEARCH_WRATIO, SEARCH_JARO_WINKLER = 50, 10
FLOOR = 6
MEMORY_MIB = 16
IMPORT_MS = 60
ROWS_GROWTH = 1.2
# Twice the length, at most so many times the time.
LENGTH_GROWTH = 2.5


class Aim(NamedTuple):
    """A measured figure beside the bound that it must keep."""

    number: str  # T1 to T10, or L for linear growth
    what: str
    figure: float
    bound: float
    at_least: bool  # else at most
    unit: str = "×"

    @property
    def holds(self) -> bool:
        return self.figure >= self.bound if self.at_least else self.figure <= self.bound

    def row(self) -> tuple[str, str, str, str, str]:
        sign = "≥" if self.at_least else "≤"
        return (
            self.number,
            self.what,
            f"{self.figure:.3g} {self.unit}",
            f"{sign} {self.bound:g} {self.unit}",
            "holds" if self.holds else "MISSED",
        )
