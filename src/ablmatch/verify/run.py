"""The main job: read a file batch by batch, score its fields, write it out, sum it up."""

from __future__ import annotations

import os
import time
from collections.abc import Callable, Sequence
from contextlib import ExitStack
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from ablmatch.verify.added import added_columns, added_schema, known_scores
from ablmatch.verify.columns import Wanted
from ablmatch.verify.errors import BadInput, shown
from ablmatch.verify.examples import ExampleKeeper
from ablmatch.verify.fields import Field
from ablmatch.verify.formats import STANDARD_INPUT, Format, Source, format_of
from ablmatch.verify.partial_file import PartialFile, same_file
from ablmatch.verify.report import report_html
from ablmatch.verify.rows import Reader, Rows
from ablmatch.verify.scoring import FieldScorer
from ablmatch.verify.summary import FieldSummary, Summary
from ablmatch.verify.writers import Writer, open_writer

if TYPE_CHECKING:
    from ablmatch.verify.backtest import Backtest
    from ablmatch.verify.policy import Policy
    from ablmatch.verify.policy_matches import Scored
    from ablmatch.verify.policy_rows import RowJudge


@dataclass(frozen=True, slots=True)
class Job:
    """What to verify.  `input` may be `-`; without `output` nothing but the summary (and the report) is made.

    `against`: the policy that `policy` would replace.
    """

    input: str
    fields: tuple[Field, ...]
    output: str | None = None
    report: str | None = None
    region: str = "US"
    skip_broken: bool = False
    show_values: bool = False
    threads: int | None = None
    policy: Policy | None = None
    against: Policy | None = None

    @property
    def policies(self) -> tuple[Policy, ...]:
        """The new policy and the old one, where there are."""
        return tuple(policy for policy in (self.policy, self.against) if policy is not None)


# Told after every batch: how much is done, out of how much (None: unknown), and the rows so far.
Watch = Callable[[int, int | None, int], None]


def verify(job: Job, watch: Watch | None = None) -> Summary:
    """Do the job; raises BadInput, having left no output behind, when it cannot be done as asked."""
    started = time.monotonic()
    _check_paths(job)
    output = None if job.output is None else format_of(job.output)
    with ExitStack() as stack:
        reader = _open_reader(job, format_of(job.input), output)
        stack.callback(reader.close)
        target = None if job.output is None else stack.enter_context(PartialFile(job.output))
        page = None if job.report is None else stack.enter_context(PartialFile(job.report))
        backtest = _backtest(job)
        judge = backtest or _row_judge(job)
        schema = added_schema(job.fields, policy=job.policy is not None, against=job.against is not None)
        writer: Writer | None = None
        if target is not None and output is not None:
            writer = open_writer(target.file, output, reader.schema(), schema)
            stack.callback(writer.discard)  # after `close` it does nothing
        scorers = [FieldScorer(field, job.region, job.threads) for field in job.fields]
        keepers = [ExampleKeeper(field) for field in job.fields] if page is not None else []
        count = 0
        for rows in reader:
            scored = [scorer.score(rows) for scorer in scorers]
            for keeper, (scores, results) in zip(keepers, scored, strict=False):
                keeper.watch(rows, scores, results)
            decisions = _decisions(judge, rows, job, scored)
            if writer is not None and target is not None:
                _write(target, writer, rows, added_columns(schema, scored, decisions))
            count += len(rows)
            if watch is not None:
                watch(reader.done, reader.total, count)
        if writer is not None and target is not None:
            _finish(target, writer)
        for policy in job.policies if count else ():
            policy.check_columns(reader.columns)
        tellings = [keeper.telling(job.region, show_values=job.show_values) for keeper in keepers]
        summary = Summary(
            input="standard input" if job.input == STANDARD_INPUT else job.input,
            output=job.output,
            report=job.report,
            region=job.region,
            fields=tuple(
                FieldSummary(scorer.field, scorer.counts, scorer.invalid, tellings[place] if tellings else None)
                for place, scorer in enumerate(scorers)
            ),
            rows=count,
            skipped=reader.skipped,
            seconds=time.monotonic() - started,
            unit=reader.unit,
            notes=(*reader.notes, *(note for policy in job.policies for note in policy.notes(reader.columns))),
            policy=None if judge is None else judge.summary(),
            flips=None if backtest is None else backtest.flips(),
        )
        if page is not None:
            _write_report(page, summary, show_values=job.show_values)
        # Both files are complete on the disk before either takes its name.
        for file in (target, page):
            if file is not None:
                file.commit()
    return summary


def _check_paths(job: Job) -> None:
    if os.path.isdir(job.input):
        raise BadInput(f"{shown(job.input)} is a directory: name one file in it")
    outputs = [path for path in (job.output, job.report) if path is not None]
    for path in outputs:
        if job.input != STANDARD_INPUT and same_file(path, job.input):
            raise BadInput(f"{shown(path)} is the input: write to another file")
    if len(outputs) == 2 and same_file(*outputs):
        raise BadInput(f"output and report are both {shown(outputs[0])}: give the report its own name")


def _open_reader(job: Job, kind: Format, output: Format | None) -> Reader:
    source = Source(job.input, kind.packed)
    writes = output is not None
    read = tuple(dict.fromkeys(name for policy in job.policies for name in policy.columns))
    wanted = Wanted(job.fields, None if job.policy is None else read, against=job.against is not None)
    try:
        if kind.name == "csv":
            from ablmatch.verify.read_csv import CsvReader

            return CsvReader(source, wanted, skip_broken=job.skip_broken, writes=writes)
        if kind.name == "jsonl":
            from ablmatch.verify.read_jsonl import JsonLinesReader, JsonTableReader

            if output is None or output.name == "jsonl":
                return JsonLinesReader(source, wanted, skip_broken=job.skip_broken, writes=writes)
            return JsonTableReader(source, wanted, skip_broken=job.skip_broken)
        from ablmatch.verify.read_parquet import ParquetReader

        return ParquetReader(source, wanted, writes=writes)
    except BaseException:
        source.close()
        raise


def _row_judge(job: Job) -> RowJudge | None:
    if job.policy is None:
        return None
    # Only here, so that a run without a policy does not load the language.
    from ablmatch.verify.policy_rows import RowJudge

    return RowJudge(job.policy, empty_is_unset=format_of(job.input).name == "csv", threads=job.threads)


def _backtest(job: Job) -> Backtest | None:
    if job.policy is None or job.against is None:
        return None
    from ablmatch.verify.backtest import Backtest

    return Backtest(
        job.policy,
        job.against,
        empty_is_unset=format_of(job.input).name == "csv",
        threads=job.threads,
        keep_values=job.show_values,
    )


def _decisions(judge: RowJudge | Backtest | None, rows: Rows, job: Job, scored: Sequence[Scored]) -> Sequence[Any]:
    return () if judge is None else judge.columns(rows, known_scores(job.fields, job.region, scored))


def _write(target: PartialFile, writer: Writer, rows: Rows, added: Any) -> None:
    try:
        writer.write(rows, added)
    except OSError as error:
        raise target.failure(error) from None


def _finish(target: PartialFile, writer: Writer) -> None:
    try:
        writer.close()
    except OSError as error:
        raise target.failure(error) from None
    target.complete()


def _write_report(page: PartialFile, summary: Summary, *, show_values: bool) -> None:
    try:
        page.file.write(report_html(summary, show_values=show_values).encode("utf-8"))
    except OSError as error:
        raise page.failure(error) from None
    page.complete()
