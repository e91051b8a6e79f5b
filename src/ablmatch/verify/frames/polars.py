"""Polars: `pl.col("said").ablmatch.score(pl.col("stored"), "email")`, once this module is imported.

The expressions are element-wise, so they run in the eager, the lazy and the streaming engine.
"""

from __future__ import annotations

from typing import Literal

import polars as pl

from ablmatch.match.batch import check_terms, key_column, normalize_column, result_pairs, score_pairs
from ablmatch.match.scalar import RESULTS

# What `result` gives: compares with its words as text does, and sorts from match to missing.
RESULT = pl.Enum(RESULTS)
_WORDS = pl.Series(RESULTS, dtype=RESULT)
# Beside the said column, whose name the answer has: a name that no table gives it.
_STORED = "ablmatch: stored"


@pl.api.register_expr_namespace("ablmatch")
class ExpressionMatcher:
    """The matcher on expressions: the expression itself is what was said (`normalize`: the values).

    Columns are of text (String, Categorical, Enum) or integers.  `stored` is an expression or a column's name; one
    value (`pl.lit`) is compared with every row.  `threads` is how many to use at most for a batch; None for all
    processors.  An unknown kind or region raises ValueError at once; a column of another type raises TypeError when
    the expression runs.
    """

    def __init__(self, said: pl.Expr) -> None:
        self._said = said

    def score(
        self, stored: pl.Expr | str, kind: str = "text", *, region: str = "US", threads: int | None = None
    ) -> pl.Expr:
        """match_score of each row: Int16, 0 to 100, or -1 where there is nothing to judge, as with a null."""
        check_terms(kind, region=region, threads=threads)

        def scored(pairs: pl.Series) -> pl.Series:
            return pl.Series(score_pairs(*_columns(pairs), kind, region=region, threads=threads))

        return self._with(stored).map_batches(scored, pl.Int16, is_elementwise=True)

    def result(
        self, stored: pl.Expr | str, kind: str = "text", *, region: str = "US", threads: int | None = None
    ) -> pl.Expr:
        """match_result of each row: an Enum of match, retry, mismatch and missing, which a null gives."""
        check_terms(kind, region=region, threads=threads)

        def judged(pairs: pl.Series) -> pl.Series:
            codes = result_pairs(*_columns(pairs), kind, region=region, threads=threads)
            return _WORDS.gather(pl.Series(codes))

        return self._with(stored).map_batches(judged, RESULT, is_elementwise=True)

    def normalize(
        self,
        kind: str,
        *,
        role: Literal["said", "stored"] = "stored",
        region: str = "US",
        threads: int | None = None,
    ) -> pl.Expr:
        """`normalize` of each row: String, null where nothing is left."""
        check_terms(kind, role=role, region=region, threads=threads)

        def normalized(values: pl.Series) -> pl.Series:
            made = normalize_column(values, kind, role=role, region=region, threads=threads)
            return pl.Series(values.name, made, pl.String)

        return self._said.map_batches(normalized, pl.String, is_elementwise=True)

    def keys(
        self,
        kind: str,
        *,
        role: Literal["said", "stored"] = "stored",
        region: str = "US",
        threads: int | None = None,
    ) -> pl.Expr:
        """match_keys of each row: a List of String, empty where there is nothing to judge."""
        check_terms(kind, role=role, region=region, threads=threads)

        def keyed(values: pl.Series) -> pl.Series:
            made = key_column(values, kind, role=role, region=region, threads=threads)
            return pl.Series(values.name, made, pl.List(pl.String))

        return self._said.map_batches(keyed, pl.List(pl.String), is_elementwise=True)

    def _with(self, stored: pl.Expr | str) -> pl.Expr:
        """A structure of the two columns, which Polars hands over together, one value repeated for all rows."""
        other = pl.col(stored) if isinstance(stored, str) else stored
        if not isinstance(other, pl.Expr):
            raise TypeError(f"stored must be an expression or a column's name, not {type(stored).__name__}")
        return pl.struct(self._said, other.alias(_STORED))


def _columns(pairs: pl.Series) -> tuple[pl.Series, pl.Series]:
    said, stored = pairs.struct.fields
    return pairs.struct.field(said), pairs.struct.field(stored)
