"""What a run adds to a table: score and result of each field, then what a policy decided, as Arrow columns."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any

import pyarrow as pa

from ablmatch.match.scalar import RESULTS
from ablmatch.verify.columns import AGAINST_COLUMNS, POLICY_COLUMNS
from ablmatch.verify.fields import Field

if TYPE_CHECKING:
    from ablmatch.verify.policy_matches import Comparison, Scored


def added_schema(fields: Sequence[Field], *, policy: bool, against: bool = False) -> Any:
    """The pyarrow schema of the columns that are added; `policy`, `against`: those of one policy and of another."""
    columns = []
    for field in fields:
        columns += [(field.score_column, pa.int16()), (field.result_column, pa.string())]
    if policy:
        columns += [(name, pa.string()) for name in POLICY_COLUMNS]
    if against:
        columns += [(name, pa.string()) for name in AGAINST_COLUMNS]
    return pa.schema(columns)


def added_columns(schema: Any, scored: Sequence[Scored], verdicts: Sequence[Any]) -> Any:
    """A record batch of `schema`: scores and result codes of each field, and the columns of policies, if any."""
    words = pa.array(RESULTS, pa.string())
    columns = []
    for scores, results in scored:
        columns += [pa.array(scores, pa.int16()), words.take(pa.array(results))]
    return pa.RecordBatch.from_arrays([*columns, *verdicts], schema=schema)


def known_scores(fields: Sequence[Field], region: str, scored: Sequence[Scored]) -> Mapping[Comparison, Scored]:
    """The scores of the fields, for match calls of the policy that compare the same columns."""
    from ablmatch.verify.policy_matches import DEFAULT_REGION, Comparison

    if region != DEFAULT_REGION:
        return {}
    named = [Comparison.of(field.said, field.stored, field.kind) for field in fields]
    return dict(zip(named, scored, strict=True))
