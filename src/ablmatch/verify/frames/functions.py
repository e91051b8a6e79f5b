"""The matcher as SQL functions over Arrow arrays, for engines that hand a function its arguments as columns.

Kind, region and role may be literals, which come as columns of one value, or columns like others.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import lru_cache
from typing import Any

import numpy as np
import pyarrow as pa

from ablmatch.match.batch import key_column, normalize_column, result_pairs, score_pairs
from ablmatch.match.scalar import RESULTS

_WORDS = pa.array(RESULTS, pa.string())
# Engines that call functions judge several batches at a time themselves.
_THREADS = 1

# Names and defaults of the terms behind the values; None where there is no default.
_Terms = tuple[tuple[str, str | None], ...]
_OF_PAIRS: _Terms = (("kind", "text"), ("region", "US"))
_OF_VALUES: _Terms = (("kind", None), ("role", "stored"), ("region", "US"))


class Function:
    """One function, called with the columns of a batch; `answers` is the Arrow type of what it gives."""

    def __init__(self, name: str, judge: Callable[..., Any], values: int, terms: _Terms, answers: Any) -> None:
        self.name = name
        self.answers = answers
        self._judge = judge
        self._values = values
        self._terms = terms

    def __call__(self, *columns: Any) -> Any:
        """What the matcher says of each row.  TypeError and ValueError say what is wrong with the arguments."""
        values, given = columns[: self._values], columns[self._values :]
        least = self._values + sum(default is None for _, default in self._terms)
        most = self._values + len(self._terms)
        if not least <= len(columns) <= most:
            raise TypeError(f"{self.name} takes {least} to {most} arguments, not {len(columns)}")
        rows = len(values[0])
        if not rows:
            return pa.array([], self.answers)
        terms = [
            (what, given[at] if at < len(given) else None, default) for at, (what, default) in enumerate(self._terms)
        ]
        constants = [default if column is None else _constant(column, what) for what, column, default in terms]
        if None not in constants:
            return self._judge(*values, *constants)
        of_rows = [
            [constant] * rows if constant is not None else _texts(column, what)
            for constant, (what, column, _) in zip(constants, terms, strict=True)
        ]
        places: dict[tuple[str, ...], list[int]] = {}
        for row, key in enumerate(zip(*of_rows, strict=True)):
            places.setdefault(key, []).append(row)
        parts = [self._judge(*(column.take(pa.array(at)) for column in values), *key) for key, at in places.items()]
        order = np.argsort(np.concatenate([np.array(at) for at in places.values()]))
        return pa.concat_arrays(parts).take(pa.array(order))


def _scores(said: Any, stored: Any, kind: str, region: str) -> Any:
    return pa.array(score_pairs(said, stored, kind, region=region, threads=_THREADS))


def _results(said: Any, stored: Any, kind: str, region: str) -> Any:
    return _WORDS.take(pa.array(result_pairs(said, stored, kind, region=region, threads=_THREADS)))


def _normal_texts(values: Any, kind: str, role: Any, region: str) -> Any:
    made = normalize_column(values, kind, role=role, region=region, threads=_THREADS)
    return pa.array(made).cast(pa.string())


def _keys(values: Any, kind: str, role: Any, region: str) -> Any:
    made = key_column(values, kind, role=role, region=region, threads=_THREADS)
    return pa.array(made).cast(pa.list_(pa.string()))


def _constant(column: Any, what: str) -> str | None:
    """The one text of all rows, None where they differ."""
    first = _texts(column.slice(0, 1), what)[0]
    return first if column.equals(_repeated(first, len(column), column.type)) else None


@lru_cache(maxsize=64)
def _repeated(text: str, rows: int, kind: Any) -> Any:
    return pa.array([text] * rows).cast(kind)


def _texts(column: Any, what: str) -> list[str]:
    texts: list[str] = column.to_pylist()
    if not all(isinstance(text, str) for text in texts):
        found = "NULL" if None in texts else str(column.type)
        raise TypeError(f"{what} is {found}: give a text")
    return texts


# match_score(said, stored [, kind [, region]]): -1 where there is nothing to judge.
MATCH_SCORE = Function("match_score", _scores, 2, _OF_PAIRS, pa.int16())
# match_result(said, stored [, kind [, region]]): a word of RESULTS.
MATCH_RESULT = Function("match_result", _results, 2, _OF_PAIRS, pa.string())
# match_normalize(value, kind [, role [, region]]): null where nothing is left.
MATCH_NORMALIZE = Function("match_normalize", _normal_texts, 1, _OF_VALUES, pa.string())
# match_keys(value, kind [, role [, region]]): empty where there is nothing to judge.
MATCH_KEYS = Function("match_keys", _keys, 1, _OF_VALUES, pa.list_(pa.string()))
