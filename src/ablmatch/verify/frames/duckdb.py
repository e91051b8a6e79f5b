"""DuckDB: the matcher as SQL functions of a connection, over Arrow batches.

import duckdb
from ablmatch.verify.frames.duckdb import register

connection = register(duckdb.connect("calls.duckdb"))
connection.sql("SELECT *, match_result(said_email, email, 'email') AS email FROM calls")
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import lru_cache
from typing import Any

import duckdb
import numpy as np
import pyarrow as pa

from ablmatch.match.batch import normalize_column, result_pairs, score_pairs
from ablmatch.match.scalar import RESULTS

_WORDS = pa.array(RESULTS, pa.string())
# A batch is 2,048 rows, and DuckDB judges several of them at a time itself.
_THREADS = 1


def register(connection: duckdb.DuckDBPyConnection) -> duckdb.DuckDBPyConnection:
    """Give a connection the functions of the matcher, and give it back; to do so again changes nothing.

    - `match_score(said, stored [, kind [, region]])`: SMALLINT, 0 to 100, or -1 where there is nothing to judge;
    - `match_result(said, stored [, kind [, region]])`: `match`, `retry`, `mismatch` or `missing`;
    - `match_normalize(value, kind [, role [, region]])`: VARCHAR, NULL where nothing is left.

    `kind` is 'text' without it, `region` 'US', `role` 'stored'; each may be a column, too.  A NULL value is a row with
    nothing to judge: -1 and `missing`, never NULL, so that no row falls out of a WHERE unseen.  Columns are of text,
    ENUM or integers: another type, an unknown or NULL kind, region or role ends the query with an error that says so.
    """
    create: Any = connection.create_function  # takes words for its enumerations, which its types do not say
    for name, function, answers in (
        ("match_score", _score, "SMALLINT"),
        ("match_result", _result, "VARCHAR"),
        ("match_normalize", _normalize, "VARCHAR"),
    ):
        if connection.execute("SELECT 1 FROM duckdb_functions() WHERE function_name = ?", [name]).fetchall():
            connection.remove_function(name)
        # Without declared parameters DuckDB casts nothing: a DOUBLE is refused here and not compared as its figures.
        create(name, function, None, answers, type="arrow", null_handling="special")
    return connection


# --- one batch of rows --------------------------------------------------------------------------------------------

# Columns of a batch, then the terms of the comparison, each as one value.
_Judge = Callable[..., Any]


def _score(*columns: Any) -> Any:
    def judge(said: Any, stored: Any, kind: str, region: str) -> Any:
        return pa.array(score_pairs(said, stored, kind, region=region, threads=_THREADS))

    return _answer("match_score", judge, columns, 2, (("kind", "text"), ("region", "US")))


def _result(*columns: Any) -> Any:
    def judge(said: Any, stored: Any, kind: str, region: str) -> Any:
        return _WORDS.take(pa.array(result_pairs(said, stored, kind, region=region, threads=_THREADS)))

    return _answer("match_result", judge, columns, 2, (("kind", "text"), ("region", "US")))


def _normalize(*columns: Any) -> Any:
    def judge(values: Any, kind: str, role: Any, region: str) -> Any:
        made = normalize_column(values, kind, role=role, region=region, threads=_THREADS)
        return pa.array(made).cast(pa.string())

    return _answer("match_normalize", judge, columns, 1, (("kind", None), ("role", "stored"), ("region", "US")))


def _answer(
    name: str, judge: _Judge, columns: Sequence[Any], values: int, terms: Sequence[tuple[str, str | None]]
) -> Any:
    """What `judge` says of a batch of `values` columns, and columns of terms, whose names and defaults are given."""
    least = values + sum(default is None for _, default in terms)
    if not least <= len(columns) <= values + len(terms):
        raise TypeError(f"{name} takes {least} to {values + len(terms)} arguments, not {len(columns)}")
    given = columns[values:]
    constants = [_constant(given[at], what) if at < len(given) else default for at, (what, default) in enumerate(terms)]
    if None not in constants:
        return judge(*columns[:values], *constants)
    rows = range(len(columns[0]))
    of_rows = [
        [constant] * len(rows) if constant is not None else _texts(given[at], terms[at][0])
        for at, constant in enumerate(constants)
    ]
    places: dict[tuple[str, ...], list[int]] = {}
    for row, key in zip(rows, zip(*of_rows, strict=True), strict=True):
        places.setdefault(key, []).append(row)
    parts = [judge(*(column.take(pa.array(at)) for column in columns[:values]), *key) for key, at in places.items()]
    order = np.argsort(np.concatenate([np.array(at) for at in places.values()]))
    return pa.concat_arrays(parts).take(pa.array(order))


def _constant(column: Any, what: str) -> str | None:
    """The one text of all rows, None where they differ: a literal comes as a column of itself."""
    if not len(column):
        return ""
    first = _texts(column.slice(0, 1), what)[0]
    return first if column.equals(_repeated(first, len(column), column.type)) else None


@lru_cache(maxsize=64)
def _repeated(text: str, rows: int, kind: Any) -> Any:
    return pa.chunked_array([pa.array([text] * rows).cast(kind)])


def _texts(column: Any, what: str) -> list[str]:
    texts: list[str] = column.to_pylist()
    if not all(isinstance(text, str) for text in texts):
        found = "NULL" if None in texts else str(column.type)
        raise TypeError(f"{what} is {found}: give a text")
    return texts
