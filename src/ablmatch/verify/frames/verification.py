"""A verification without a file: fields and a policy over batches of rows, for engines that run it in many places.

What it adds to a row depends on that row and on the terms alone, never on the rows beside it: an engine may cut its
table wherever it likes, and run a part again.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from functools import lru_cache
from typing import TYPE_CHECKING, Any, Literal

import numpy as np
import pyarrow as pa

from ablmatch.match.batch import check_terms, score_batch
from ablmatch.match.scalar import KIND_ALIASES, KINDS, RESULTS
from ablmatch.verify.added import added_columns, added_schema, known_scores
from ablmatch.verify.columns import Wanted, check_columns
from ablmatch.verify.errors import BadInput, shown
from ablmatch.verify.fields import Field, parse_fields
from ablmatch.verify.rows import Rows, compared

if TYPE_CHECKING:
    from ablmatch.language.ir import ProjectIR
    from ablmatch.verify.policy import Policy
    from ablmatch.verify.policy_matches import Scored

# Engines cut their tables into parts and judge several of them at a time.
_THREADS = 1
_WORDS = pa.array(RESULTS, pa.string())


@dataclass(frozen=True, slots=True)
class Verification:
    """What is done with each batch; small, and picklable wherever this package is installed.

    `project` is the policy's compiled project as JSON, `agent` the one whose rules are asked; None for both: no policy.
    `now` is what NOW() tells, on every row.
    """

    fields: tuple[Field, ...]
    region: str = "US"
    project: bytes | None = None
    agent: str | None = None
    now: datetime | None = None

    @property
    def policy(self) -> Policy | None:
        """The policy, read once in a process."""
        return None if self.project is None else _policy(self.project, self.agent)

    @property
    def added(self) -> Any:
        """The pyarrow schema of the columns that are added."""
        return added_schema(self.fields, policy=self.project is not None)

    def check(self, columns: Sequence[str], not_text: Mapping[str, str]) -> list[str]:
        """Notes on a run over a table with these columns; BadInput where it cannot be verified.

        `not_text`: the types of those columns that hold neither text nor integers.
        """
        policy = self.policy
        wanted = Wanted(self.fields, None if policy is None else policy.columns)
        check_columns("the table", columns, wanted, writes=True)
        for name in wanted.compared:
            if name in not_text:
                raise BadInput(f"column {shown(name)} holds {not_text[name]} values: cast it to text to compare it")
        if policy is None:
            return []
        policy.check_columns(columns)
        return policy.notes(columns)

    def __call__(self, batches: Iterable[Any]) -> Iterator[Any]:
        """Each record batch with the added columns behind its own."""
        schema = self.added
        policy = self.policy
        judge = None
        if policy is not None:
            from ablmatch.verify.policy_rows import RowJudge

            judge = RowJudge(policy, empty_is_unset=False, threads=_THREADS, now=self.now)
        for batch in batches:
            texts = {name: compared(batch.column(name)) for name in Wanted(self.fields).compared}
            scored = [self._scored(texts, field) for field in self.fields]
            verdicts: Sequence[Any] = ()
            if judge is not None and policy is not None:
                there = [name for name in policy.columns if name in batch.schema.names]
                values = {name: _in_utc(batch.column(name)) for name in there}
                rows = Rows(batch, texts, np.arange(batch.num_rows, dtype=np.int64), values)
                verdicts = judge.added(judge.judge(rows, known_scores(self.fields, self.region, scored)))
            yield _beside(batch, added_columns(schema, scored, verdicts))

    def _scored(self, texts: dict[str, Any], field: Field) -> Scored:
        found = score_batch(texts[field.said], texts[field.stored], field.kind, region=self.region, threads=_THREADS)
        return found.scores, found.results


@dataclass(frozen=True, slots=True)
class Answer:
    """One column that is added to each batch: the score of a field, or its result."""

    field: Field  # its name is that of the column
    region: str
    what: Literal["score", "result"]

    @property
    def added(self) -> Any:
        """The pyarrow schema of the column that is added."""
        return pa.schema([(self.field.name, pa.int16() if self.what == "score" else pa.string())])

    def __call__(self, batches: Iterable[Any]) -> Iterator[Any]:
        """Each record batch with the column behind its own."""
        for batch in batches:
            said, stored = (compared(batch.column(name)) for name in (self.field.said, self.field.stored))
            found = score_batch(said, stored, self.field.kind, region=self.region, threads=_THREADS)
            column = pa.array(found.scores) if self.what == "score" else _WORDS.take(pa.array(found.results))
            yield _beside(batch, pa.RecordBatch.from_arrays([column], schema=self.added))


def verification(
    fields: Sequence[str],
    policy: ProjectIR | None = None,
    *,
    agent: str | None = None,
    region: str = "US",
    now: datetime | None = None,
) -> Verification:
    """The terms, read and checked; BadInput, or ValueError for a region, where they cannot be followed.

    `fields` as on the command line, name:said_column:stored_column:kind; `now`: the system's clock without it.
    """
    check_terms("phone", region=region)
    found = parse_fields(fields, (*KINDS, *KIND_ALIASES), optional=True)
    if policy is None:
        if not found:
            raise BadInput("no field and no policy given: there is nothing to verify")
        if agent is not None:
            raise BadInput("an agent is named and no policy given: give the policy too")
        return Verification(found, region)
    from ablmatch.language.ir import to_json
    from ablmatch.verify.policy import policy_of
    from ablmatch.verify.policy_rows import present

    chosen = policy_of(policy, agent, ()).agent.name
    return Verification(found, region, to_json(policy), chosen, present() if now is None else now)


@lru_cache(maxsize=8)
def _policy(project: bytes, agent: str | None) -> Policy:
    from ablmatch.language.ir import from_json
    from ablmatch.verify.policy import policy_of

    return policy_of(from_json(project), agent, ())


def _in_utc(column: Any) -> Any:
    """Moments as UTC: the texts that rules see are not to depend on the zone of an engine's session."""
    kind = column.type
    if pa.types.is_timestamp(kind) and kind.tz is not None and kind.tz != "UTC":
        return column.cast(pa.timestamp(kind.unit, "UTC"))
    return column


def _beside(batch: Any, added: Any) -> Any:
    return pa.RecordBatch.from_arrays(
        [*batch.columns, *added.columns],
        schema=pa.schema([*batch.schema, *added.schema], metadata=batch.schema.metadata),
    )
