"""DuckDB: the matcher as SQL functions of a connection, over Arrow batches.

import duckdb
from ablmatch.verify.frames.duckdb import register

connection = register(duckdb.connect("calls.duckdb"))
connection.sql("SELECT *, match_result(said_email, email, 'email') AS email FROM calls")
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import duckdb

from ablmatch.verify.frames.functions import MATCH_KEYS, MATCH_NORMALIZE, MATCH_RESULT, MATCH_SCORE, Function


def register(connection: duckdb.DuckDBPyConnection) -> duckdb.DuckDBPyConnection:
    """Give a connection the functions of the matcher, and give it back; to do so again changes nothing.

    - `match_score(said, stored [, kind [, region]])`: SMALLINT, 0 to 100, or -1 where there is nothing to judge;
    - `match_result(said, stored [, kind [, region]])`: `match`, `retry`, `mismatch` or `missing`;
    - `match_normalize(value, kind [, role [, region]])`: VARCHAR, NULL where nothing is left;
    - `match_keys(value, kind [, role [, region]])`: VARCHAR[], empty where there is nothing to judge.

    `kind` is 'text' without it, `region` 'US', `role` 'stored'; each may be a column, too.  A NULL value is a row with
    nothing to judge: -1 and `missing`, never NULL, so that no row falls out of a WHERE unseen.  Columns are of text,
    ENUM or integers: another type, an unknown or NULL kind, region or role ends the query with an error that says so.
    """
    create: Any = connection.create_function  # takes words for its enumerations, which its types do not say
    for function, answers in (
        (MATCH_SCORE, "SMALLINT"),
        (MATCH_RESULT, "VARCHAR"),
        (MATCH_NORMALIZE, "VARCHAR"),
        (MATCH_KEYS, "VARCHAR[]"),
    ):
        if connection.execute("SELECT 1 FROM duckdb_functions() WHERE function_name = ?", [function.name]).fetchall():
            connection.remove_function(function.name)
        # Without declared parameters DuckDB casts nothing: a DOUBLE is refused and not compared as its figures.
        create(function.name, _of_chunks(function), None, answers, type="arrow", null_handling="special")
    return connection


def _of_chunks(function: Function) -> Callable[..., Any]:
    """A function of arrays for columns that come as chunks, which a batch has one of."""

    def of_chunks(*columns: Any) -> Any:
        return function(*(column.chunk(0) if column.num_chunks == 1 else column.combine_chunks() for column in columns))

    return of_chunks
