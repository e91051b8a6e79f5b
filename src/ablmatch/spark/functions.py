"""The matcher as SQL functions of a Spark session."""

from __future__ import annotations

import pyarrow as pa
from pyspark.sql import SparkSession
from pyspark.sql.functions import arrow_udf
from pyspark.sql.types import ArrayType, ShortType, StringType

from ablmatch.verify.frames.functions import MATCH_KEYS, MATCH_NORMALIZE, MATCH_RESULT, MATCH_SCORE


def register(spark: SparkSession) -> SparkSession:
    """Give a session the functions of the matcher, and give it back; to do so again changes nothing.

    - `match_score(said, stored [, kind [, region]])`: smallint, 0 to 100, or -1 where there is nothing to judge;
    - `match_result(said, stored [, kind [, region]])`: `match`, `retry`, `mismatch` or `missing`;
    - `match_normalize(value, kind [, role [, region]])`: text, NULL where nothing is left;
    - `match_keys(value, kind [, role [, region]])`: array of text, empty where there is nothing to judge.

    `kind` is 'text' without it, `region` 'US', `role` 'stored'; each may be a column, too.  A NULL value is a row with
    nothing to judge: -1 and `missing`, never NULL.  Columns are of text or integers: another type, an unknown or NULL
    kind, region or role fails the query with an error that says so.
    """
    for function, answers in (
        (_score, ShortType()),
        (_result, StringType()),
        (_normalize, StringType()),
        (_keys, ArrayType(StringType())),
    ):
        spark.udf.register(f"match{function.__name__}", arrow_udf(function, answers))
    return spark


# Spark reads from the annotations that these take arrays; workers find them by their names.


def _score(*columns: pa.Array) -> pa.Array:
    return MATCH_SCORE(*columns)


def _result(*columns: pa.Array) -> pa.Array:
    return MATCH_RESULT(*columns)


def _normalize(*columns: pa.Array) -> pa.Array:
    return MATCH_NORMALIZE(*columns)


def _keys(*columns: pa.Array) -> pa.Array:
    return MATCH_KEYS(*columns)
