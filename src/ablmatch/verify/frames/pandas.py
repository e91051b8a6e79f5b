"""pandas: `calls["said"].ablmatch.score(calls["stored"], "email")`, once this module is imported."""

from __future__ import annotations

from typing import Any, Literal

import pandas as pd
import pyarrow as pa

from ablmatch.match.batch import key_column, normalize_column, result_pairs, score_pairs
from ablmatch.match.scalar import RESULTS


@pd.api.extensions.register_series_accessor("ablmatch")
class SeriesMatcher:
    """The matcher on a Series, which is what was said (`normalize`: the values); what it gives has the same index.

    Series are of text (`str`, `string`, object, ArrowDtype), categories or integers.  `stored` is a Series of the same
    index, or a list or array of the same length: rows are paired by position, so a Series whose index differs raises
    ValueError instead of pairing other people's rows.  `threads` and further errors are those of score_pairs.
    """

    def __init__(self, said: pd.Series) -> None:
        self._said = said

    def score(self, stored: Any, kind: str = "text", *, region: str = "US", threads: int | None = None) -> pd.Series:
        """match_score of each row: int16, 0 to 100, or -1 where there is nothing to judge, as with a null."""
        scores = score_pairs(self._said, self._of_same_rows(stored), kind, region=region, threads=threads)
        return pd.Series(scores, self._said.index)

    def result(self, stored: Any, kind: str = "text", *, region: str = "US", threads: int | None = None) -> pd.Series:
        """match_result of each row: categories match, retry, mismatch and missing, which a null gives."""
        codes = result_pairs(self._said, self._of_same_rows(stored), kind, region=region, threads=threads)
        return pd.Series(pd.Categorical.from_codes(codes, RESULTS), self._said.index)

    def normalize(
        self,
        kind: str,
        *,
        role: Literal["said", "stored"] = "stored",
        region: str = "US",
        threads: int | None = None,
    ) -> pd.Series:
        """`normalize` of each row: text, null where nothing is left."""
        made = normalize_column(self._said, kind, role=role, region=region, threads=threads)
        return pa.array(made).to_pandas().set_axis(self._said.index)

    def keys(
        self,
        kind: str,
        *,
        role: Literal["said", "stored"] = "stored",
        region: str = "US",
        threads: int | None = None,
    ) -> pd.Series:
        """match_keys of each row: an array of texts, empty where there is nothing to judge; see Series.explode."""
        made = key_column(self._said, kind, role=role, region=region, threads=threads)
        return pa.array(made).to_pandas().set_axis(self._said.index)

    def _of_same_rows(self, stored: Any) -> Any:
        if isinstance(stored, pd.Series) and not stored.index.equals(self._said.index):
            raise ValueError(
                "said and stored have different indexes: align them first (`stored.reindex(said.index)`), or give "
                "stored.array to pair rows by position"
            )
        return stored
