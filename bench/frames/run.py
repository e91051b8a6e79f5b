"""What the matcher costs inside dataframe engines, beside score_pairs on the same columns: overhead of each engine.

    pip install '.[bench,duckdb,pandas,polars]'
    python bench/frames/run.py --markdown docs/dataframes.md
    python bench/frames/run.py [--kinds phone] [--rows N] [--rounds N] [--threads N ...] [--json FILE] [--markdown FILE]

Answers are asserted equal first, on pairs that all differ from each other: those of bench/speed/agreement.py.  Then all
contenders run in turns, several rounds, on the pairs of bench/speed, as columns of the engine's own.  Processor time is
counted, so that what else the machine does weighs little; ratios are those of medians.  Exit status 1 where Polars or
DuckDB's native functions miss their aim.
"""

from __future__ import annotations

import argparse
import json
import statistics
import sys
import time
from collections.abc import Callable
from itertools import product
from pathlib import Path
from typing import Any

BENCH = Path(__file__).resolve().parent.parent
sys.path[:0] = [str(BENCH / "speed"), str(BENCH / "accuracy")]
import agreement  # noqa: E402
import duckdb  # noqa: E402
import numpy as np  # noqa: E402
import pairs_on_disk  # noqa: E402
import polars as pl  # noqa: E402
import pyarrow as pa  # noqa: E402
from page import page_for, write_figures  # noqa: E402

import ablmatch as abl  # noqa: E402
import ablmatch.verify.frames.pandas  # noqa: E402
import ablmatch.verify.frames.polars  # noqa: E402
from ablmatch.verify.frames.duckdb import implementation, register  # noqa: E402

BASE = "score_pairs"
AIM = 1.3
# What DuckDB takes to read the two columns of its table at all: no function of a user's own can cost less.
LENGTHS = "DuckDB, its own strlen of both"
NATIVE, PYTHON = "DuckDB, native", "DuckDB, Python"
AIMED = ("Polars, eager", "Polars, streaming", NATIVE)
Contender = Callable[[], Any]


def contenders(table: pa.Table, kind: str, threads: int) -> dict[str, Contender]:
    """Calls that give all scores, in order; each over columns that its engine holds."""
    frame, series = pl.from_arrow(table), table.to_pandas()
    expression = pl.col("said").ablmatch.score("stored", kind, threads=threads)
    query = f"SELECT match_score(said, stored, '{kind}') AS score FROM pairs"  # noqa: S608 - a name of ours
    native, connection = (duckdb_holding(table, threads, allowed=allowed) for allowed in (True, False))
    lengths = "SELECT (strlen(said) + strlen(stored))::SMALLINT AS score FROM pairs"

    def through_arrow() -> Any:
        there = connection.sql("SELECT said, stored FROM pairs").to_arrow_table()
        return abl.score_pairs(there["said"], there["stored"], kind, threads=threads)

    return {
        BASE: lambda: abl.score_pairs(table["said"], table["stored"], kind, threads=threads),
        "Polars, eager": lambda: frame.select(expression).to_series(),
        "Polars, streaming": lambda: frame.lazy().select(expression).collect(engine="streaming").to_series(),
        NATIVE: lambda: native.sql(query).to_arrow_table()["score"],
        PYTHON: lambda: connection.sql(query).to_arrow_table()["score"],
        LENGTHS: lambda: native.sql(lengths).to_arrow_table()["score"],
        "DuckDB, columns out, then score_pairs": through_arrow,
        "pandas": lambda: series["said"].ablmatch.score(series["stored"], kind, threads=threads),
    }


def duckdb_holding(table: pa.Table, threads: int, *, allowed: bool) -> duckdb.DuckDBPyConnection:
    """A database with the pairs in a table, and the functions: native ones where DuckDB may load them."""
    connection = register(duckdb.connect(config={"allow_unsigned_extensions": allowed}))
    if (found := implementation(connection)) != ("native" if allowed else "python"):
        raise SystemExit(f"DuckDB's functions are {found}")
    connection.execute(f"SET threads = {threads}; SET preserve_insertion_order = true")
    connection.register("given", table)
    connection.execute("CREATE TABLE pairs AS SELECT * FROM given")
    return connection


def different_pairs(base: pairs_on_disk.Columns, kind: str, rows: int) -> pa.Table:
    """So many pairs of the kind of which none is there twice."""
    made = agreement.many_pairs(base, kind, 2 * rows)
    unique = made.group_by(made.column_names, use_threads=False).aggregate([])
    if len(unique) < rows:
        raise SystemExit(f"{kind}: {len(unique):,} different pairs, not {rows:,}: give --distinct more")
    return unique.take(pa.array(np.random.default_rng(7).permutation(len(unique))[:rows])).combine_chunks()


def assert_equal(calls: dict[str, Contender]) -> None:
    wanted = calls[BASE]()
    for name, call in calls.items():
        if name != LENGTHS and not np.array_equal(np.asarray(call()), wanted):
            raise SystemExit(f"{name}: other answers than {BASE}")


def measured(calls: dict[str, Contender], rounds: int) -> dict[str, list[float]]:
    assert_equal(calls)
    seconds: dict[str, list[float]] = {name: [] for name in calls}
    for _ in range(rounds):
        for name, call in calls.items():
            started = time.process_time()
            call()
            seconds[name].append(time.process_time() - started)
    return seconds


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--kinds", nargs="+", choices=pairs_on_disk.KINDS, default=pairs_on_disk.KINDS)
    parser.add_argument("--rows", type=int, default=1_000_000)
    parser.add_argument("--rounds", type=int, default=5)
    parser.add_argument("--distinct", type=int, default=pairs_on_disk.DISTINCT)
    parser.add_argument("--threads", type=int, nargs="+", default=[1, 2])
    parser.add_argument("--json", type=Path)
    parser.add_argument("--markdown", type=page_for(__file__), help="write the table between the marks of this page")
    options = parser.parse_args()
    found: dict[str, Any] = {}
    lines, missed = [], []
    for kind, threads in product(options.kinds, options.threads):
        base = pairs_on_disk.load(kind, 20, BENCH / "results" / "speed", options.distinct).mix
        if threads == options.threads[0]:
            assert_equal(contenders(different_pairs(base, kind, options.rows), kind, max(options.threads)))
        pairs = base.rows(options.rows)
        calls = contenders(pa.table({"said": pairs.said, "stored": pairs.stored}), kind, threads)
        if not lines:
            lines += [f"{options.rows:,} pairs a kind, medians of {options.rounds} rounds.", ""]
            lines += [f"| kind | threads | {' | '.join(calls)} |", "| --- |" + " ---: |" * (len(calls) + 1)]
            print("\n".join(lines))
        seconds = measured(calls, options.rounds)
        found[f"{kind}, {threads}"] = seconds
        medians = {name: statistics.median(times) for name, times in seconds.items()}
        cells = [f"{medians[BASE] / options.rows * 1e9:,.0f} ns"]
        cells += [f"{medians[name] / medians[BASE]:.2f} ×" for name in calls if name != BASE]
        lines.append(f"| {kind} | {threads} | {' | '.join(cells)} |")
        print(lines[-1], flush=True)
        missed += [f"{name}, {kind}, {threads} threads" for name in AIMED if medians[name] > AIM * medians[BASE]]
    print(f"more than {AIM} ×: {'; '.join(missed) or 'none'}")
    if options.json:
        options.json.write_text(json.dumps(found, indent=1) + "\n", "utf-8")
    if options.markdown:
        write_figures(options.markdown, __file__, "\n".join(lines))
    return bool(missed)


if __name__ == "__main__":
    sys.exit(main())
