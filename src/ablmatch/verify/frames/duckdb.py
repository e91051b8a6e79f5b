"""DuckDB: the matcher as SQL functions of a connection.

import duckdb
from ablmatch.verify.frames.duckdb import register

connection = register(duckdb.connect("calls.duckdb", config={"allow_unsigned_extensions": True}))
connection.sql("SELECT *, match_result(said_email, email, 'email') AS email FROM calls")
"""

from __future__ import annotations

import ctypes
from collections.abc import Callable
from pathlib import Path
from typing import Any, Literal

import duckdb

from ablmatch import _core
from ablmatch.verify.frames.functions import MATCH_KEYS, MATCH_NORMALIZE, MATCH_RESULT, MATCH_SCORE, Function

# The build puts it beside the native module; DuckDB knows it by the name before the dot.
_EXTENSION = Path(_core.__file__).with_name("ablmatch.duckdb_extension")


def register(connection: duckdb.DuckDBPyConnection) -> duckdb.DuckDBPyConnection:
    """Give the database of a connection the functions of the matcher, and the connection back; again changes nothing.

    - `match_score(said, stored [, kind [, region]])`: SMALLINT, 0 to 100, or -1 where there is nothing to judge;
    - `match_result(said, stored [, kind [, region]])`: `match`, `retry`, `mismatch` or `missing`;
    - `match_normalize(value, kind [, role [, region]])`: VARCHAR, NULL where nothing is left;
    - `match_keys(value, kind [, role [, region]])`: VARCHAR[], empty where there is nothing to judge.

    `kind` is 'text' without it, `region` 'US', `role` 'stored'; each may be a column, too.  A NULL value is a row with
    nothing to judge: -1 and `missing`, never NULL, so that no row falls out of a WHERE unseen.  Columns are of text,
    ENUM or integers: another type, an unknown or NULL kind, region or role ends the query with an error that says so.

    The functions are native where the database was opened with `allow_unsigned_extensions` and can load the extension
    of this package, and otherwise Python functions over Arrow batches, which say the same and take longer:
    `implementation` tells which.
    """
    if implementation(connection) != "python" and not _load(connection):
        create: Any = connection.create_function  # takes words for its enumerations, which its types do not say
        for function, answers in (
            (MATCH_SCORE, "SMALLINT"),
            (MATCH_RESULT, "VARCHAR"),
            (MATCH_NORMALIZE, "VARCHAR"),
            (MATCH_KEYS, "VARCHAR[]"),
        ):
            # Without declared parameters DuckDB casts nothing: a DOUBLE is refused and not compared as its figures.
            create(function.name, _of_chunks(function), None, answers, type="arrow", null_handling="special")
    return connection


def implementation(connection: duckdb.DuckDBPyConnection) -> Literal["native", "python"] | None:
    """What stands behind the functions of a connection: "native" or "python"; None before `register`."""
    # DuckDB lists a first parameter of a function in Python, and of a native one that there may be any number.
    listed = "SELECT len(parameters) = 0 FROM duckdb_functions() WHERE function_type = 'scalar' AND function_name = ?"
    found = connection.execute(listed, [MATCH_SCORE.name]).fetchall()
    if not found:
        return None
    return "native" if found == [(True,)] else "python"


def _load(connection: duckdb.DuckDBPyConnection) -> bool:
    """Whether the native functions are there now: DuckDB may refuse every extension, or this one's platform."""
    if connection.execute("SELECT current_setting('allow_unsigned_extensions')").fetchall() != [(True,)]:
        return False
    try:
        # The extension has the core once more, and has to know the vault tokens that this process registers.
        share = ctypes.CDLL(str(_EXTENSION)).ablmatch_share_token_shapes
        share.argtypes, share.restype = [ctypes.c_void_p], None
        share(_core.token_shapes_address())
        connection.load_extension(str(_EXTENSION))
    except (OSError, duckdb.Error):
        return False
    return True


def _of_chunks(function: Function) -> Callable[..., Any]:
    """A function of arrays for columns that come as chunks, which a batch has one of."""

    def of_chunks(*columns: Any) -> Any:
        return function(*(column.chunk(0) if column.num_chunks == 1 else column.combine_chunks() for column in columns))

    return of_chunks
