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

    def __init__(
        self, name: str, judge: Callable[..., Any], values: tuple[str, ...], terms: _Terms, answers: Any
    ) -> None:
        self.name = name
        self.answers = answers
        self._judge = judge
        self._values = values
        self._terms = terms
        self._defaults = [default for _, default in terms]
        self._least = len(values) + self._defaults.count(None)
        self._most = len(values) + len(terms)

    def __call__(self, *columns: Any) -> Any:
        """What the matcher says of each row.  TypeError and ValueError say what is wrong with the arguments."""
        if not self._least <= len(columns) <= self._most:
            raise TypeError(f"{self.name} takes {self._least} to {self._most} arguments, not {len(columns)}")
        values, given = columns[: len(self._values)], columns[len(self._values) :]
        rows = len(values[0])
        if not rows:
            return pa.array([], self.answers)
        for name, column in zip(self._values, values, strict=True):
            # One of one field would be read as a table of one column.
            if isinstance(column, pa.StructArray):
                raise TypeError(f"{name} holds struct values, not text or integers: cast it to text")
        constants = self._defaults.copy()
        for at, column in enumerate(given):
            constants[at] = _constant(column, self._terms[at][0])
        if None not in constants:
            return self._judge(*values, *constants)
        of_rows = [
            [constant] * rows if constant is not None else _texts(given[at], self._terms[at][0])
            for at, constant in enumerate(constants)
        ]
        places: dict[tuple[str, ...], list[int]] = {}
        for row, key in enumerate(zip(*of_rows, strict=True)):
            places.setdefault(key, []).append(row)
        parts = [self._judge(*(column.take(pa.array(at)) for column in values), *key) for key, at in places.items()]
        order = np.argsort(np.concatenate([np.array(at) for at in places.values()]))
        return pa.concat_arrays(parts).take(pa.array(order))


def _scores(said: Any, stored: Any, kind: str, region: str) -> Any:
    return _in_place(score_pairs(said, stored, kind, region=region, threads=_THREADS), pa.int16())


def _results(said: Any, stored: Any, kind: str, region: str) -> Any:
    return _WORDS.take(_in_place(result_pairs(said, stored, kind, region=region, threads=_THREADS), pa.uint8()))


def _normal_texts(values: Any, kind: str, role: Any, region: str) -> Any:
    made = normalize_column(values, kind, role=role, region=region, threads=_THREADS)
    return pa.array(made).cast(pa.string())


def _keys(values: Any, kind: str, role: Any, region: str) -> Any:
    made = key_column(values, kind, role=role, region=region, threads=_THREADS)
    return pa.array(made).cast(pa.list_(pa.string()))


def _in_place(numbers: Any, kind: Any) -> Any:
    """An array over the memory of a numpy one: pa.array looks longer at it than the matcher at a hundred rows."""
    return pa.Array.from_buffers(kind, len(numbers), [None, pa.py_buffer(numbers)], 0)


def _constant(column: Any, what: str) -> str | None:
    """The one text of all rows, None where they differ."""
    first = column[0].as_py()
    if not isinstance(first, str):
        _texts(column, what)  # says what it is
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
MATCH_SCORE = Function("match_score", _scores, ("said", "stored"), _OF_PAIRS, pa.int16())
# match_result(said, stored [, kind [, region]]): a word of RESULTS.
MATCH_RESULT = Function("match_result", _results, ("said", "stored"), _OF_PAIRS, pa.string())
# match_normalize(value, kind [, role [, region]]): null where nothing is left.
MATCH_NORMALIZE = Function("match_normalize", _normal_texts, ("values",), _OF_VALUES, pa.string())
# match_keys(value, kind [, role [, region]]): empty where there is nothing to judge.
MATCH_KEYS = Function("match_keys", _keys, ("values",), _OF_VALUES, pa.list_(pa.string()))
