"""Columns that are added to a DataFrame by mapInArrow."""

from __future__ import annotations

import os
import warnings
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from datetime import datetime
from typing import Literal

import pyarrow as pa
from pyspark.sql import DataFrame
from pyspark.sql import types as spark_types

from ablmatch.language.compiler import compile as compiled
from ablmatch.language.ir import ProjectIR
from ablmatch.match.batch import check_terms
from ablmatch.verify.errors import BadInput, shown
from ablmatch.verify.fields import Field
from ablmatch.verify.frames.verification import Answer, Verification, verification

_TEXT_OR_INTEGERS = (
    spark_types.StringType,  # CHAR and VARCHAR among them
    spark_types.BinaryType,  # read as UTF-8
    spark_types.IntegralType,
    spark_types.NullType,
)


def verify(
    frame: DataFrame,
    fields: Sequence[str] = (),
    *,
    policy: str | os.PathLike[str] | Mapping[str, str] | ProjectIR | None = None,
    policy_agent: str | None = None,
    region: str = "US",
    now: datetime | None = None,
) -> DataFrame:
    """The rows with what `ablmatch verify` adds to a file: NAME_score and NAME_result of each field, then the policy's.

    `fields`: as on the command line, `name:said_column:stored_column:kind`.  `policy`: a source as for
    `ablmatch.compile`, or a compiled project; its rules are asked of every row and fill policy_decision, policy_rule,
    policy_reason and policy_action.  `policy_agent`: whose rules, where there are several agents.  `region`: the
    country of telephone numbers without a code (rules read them as a session does).  `now`: what NOW() tells on every
    row; the driver's clock at this call without it.

    Nothing runs before an action does.  Raises ValueError for a field, region, column or agent that does not fit, and
    CompileError for a policy with errors; warns of what a run of the command line would note.
    """
    project = policy if policy is None or isinstance(policy, ProjectIR) else compiled(policy)
    with _as_value_error():
        made = verification(fields, project, agent=policy_agent, region=region, now=now)
        notes = made.check(frame.columns, _not_text(frame))
        mapped = _mapped(frame, made)
    for note in notes:
        warnings.warn(note, stacklevel=2)
    return mapped


def score(
    frame: DataFrame, said: str, stored: str, kind: str = "text", *, region: str = "US", name: str = "score"
) -> DataFrame:
    """The rows with a column `name` of match_score of two columns: smallint, -1 where there is nothing to judge."""
    return _judged(frame, Field(name, said, stored, kind), region, "score")


def result(
    frame: DataFrame, said: str, stored: str, kind: str = "text", *, region: str = "US", name: str = "result"
) -> DataFrame:
    """The rows with a column `name` of match_result of two columns: match, retry, mismatch or missing."""
    return _judged(frame, Field(name, said, stored, kind), region, "result")


def _judged(frame: DataFrame, field: Field, region: str, what: Literal["score", "result"]) -> DataFrame:
    check_terms(field.kind, region=region)
    with _as_value_error():
        Verification((field,)).check(frame.columns, _not_text(frame))
        return _mapped(frame, Answer(field, region, what))


def _mapped(frame: DataFrame, made: Verification | Answer) -> DataFrame:
    added = [
        spark_types.StructField(
            one.name, spark_types.ShortType() if one.type == pa.int16() else spark_types.StringType()
        )
        for one in made.added
    ]
    # Spark does not tell names apart by their letter case.
    taken = {name.lower() for name in frame.columns}
    for one in added:
        if one.name.lower() in taken:
            raise BadInput(
                f"the table already has a column {shown(one.name)}: rename or drop it, or choose another name"
            )
        taken.add(one.name.lower())
    return frame.mapInArrow(made, spark_types.StructType([*frame.schema.fields, *added]))


def _not_text(frame: DataFrame) -> dict[str, str]:
    """The types of columns that cannot be compared, as Spark calls them."""
    return {
        field.name: field.dataType.simpleString()
        for field in frame.schema.fields
        if not isinstance(field.dataType, _TEXT_OR_INTEGERS)
        and not (isinstance(field.dataType, spark_types.DecimalType) and field.dataType.scale == 0)
    }


@contextmanager
def _as_value_error() -> Iterator[None]:
    try:
        yield
    except BadInput as error:
        raise ValueError(str(error)) from None
