"""What a verification costs in Spark, beside jobs of the same shape with RapidFuzz and with hand-written normalizers.

    pip install '.[bench,spark]'          (an environment of its own: Spark wants a pandas below 3)
    python bench/spark/run.py [--quick] [--rows N] [--rounds N] [--batch N] [--json FILE] [--markdown FILE]

Five fields of each row (the pairs of bench/speed) are judged on local[cores] and written to Spark's `noop` sink; the
peers judge them in one pandas_udf a field.  Our answers are asserted first: they are those of result_pairs.  Rounds go
in turns, medians count.  What is counted is processor time, of Java and of the Python workers: it is what a cluster is
paid for, and what else this machine does weighs little.  A job that only reads and writes is part of all others.
Exit status 1 where the aim is missed, which `--quick` only reports: what starts once weighs more in few rows.
"""

from __future__ import annotations

import argparse
import contextlib
import json
import os
import statistics
import sys
import tempfile
import threading
from collections import Counter
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any, Self

BENCH = Path(__file__).resolve().parent.parent
sys.path[:0] = [str(BENCH / "speed"), str(BENCH / "accuracy")]
import pairs_on_disk  # noqa: E402
import pandas as pd  # noqa: E402
import pyarrow as pa  # noqa: E402
import pyarrow.parquet as pq  # noqa: E402
from page import page_for, write_figures  # noqa: E402

import ablmatch as abl  # noqa: E402

KINDS = ("digits", "phone", "email", "person_name", "address")
FIELDS = [f"{kind}:said_{kind}:{kind}:{kind}" for kind in KINDS]
AIM = 3.0
Job = Callable[[Any], Any]


def table(rows: int, distinct: int) -> pa.Table:
    """`rows` rows of five pairs each."""
    columns = {}
    for kind in KINDS:
        pairs = pairs_on_disk.load(kind, 20, BENCH / "results" / "speed", distinct).mix.rows(rows)
        columns |= {f"said_{kind}": pairs.said, kind: pairs.stored}
    return pa.table(columns)


def session(cores: int, batch: int) -> Any:
    os.environ["PYSPARK_PYTHON"] = sys.executable
    from pyspark.sql import SparkSession

    settings = {
        "spark.ui.enabled": "false",
        "spark.driver.host": "127.0.0.1",
        "spark.driver.bindAddress": "127.0.0.1",
        "spark.log.level": "ERROR",
        "spark.driver.memory": "2g",
        "spark.ui.showConsoleProgress": "false",
        "spark.sql.execution.arrow.maxRecordsPerBatch": str(batch),
    }
    builder = SparkSession.builder.master(f"local[{cores}]").appName("ablmatch bench")
    for name, value in settings.items():
        builder = builder.config(name, value)
    return builder.getOrCreate()


# --- jobs: a DataFrame with the score and the result of each field ----------------------------------------------------


def ours(frame: Any) -> Any:
    from ablmatch.spark import verify

    return verify(frame, FIELDS)


def by_sql(frame: Any) -> Any:
    from ablmatch.spark import register

    register(frame.sparkSession)
    columns = [f"match_score(said_{kind}, {kind}, '{kind}') AS {kind}_score" for kind in KINDS]
    columns += [f"match_result(said_{kind}, {kind}, '{kind}') AS {kind}_result" for kind in KINDS]
    return frame.selectExpr("*", *columns)


def in_pandas_udf(measure: Callable[[str], Callable[[Any, Any], Any]]) -> Job:
    """A job with one pandas_udf a field; the band is that of the usual threshold."""

    def job(frame: Any) -> Any:
        from pyspark.sql import functions as f

        for kind in KINDS:
            scorer = f.pandas_udf(measure(kind), "short")
            score = f"{kind}_score"
            frame = frame.withColumn(score, scorer(f"said_{kind}", kind))
            frame = frame.withColumn(f"{kind}_result", f.when(f.col(score) >= 70, "match").otherwise("mismatch"))
        return frame

    return job


def rapidfuzz_wratio(_kind: str) -> Callable[[Any, Any], Any]:
    def scores(said: pd.Series, stored: pd.Series) -> pd.Series:
        import numpy as np
        from rapidfuzz import fuzz, process
        from rapidfuzz.utils import default_process

        return pd.Series(
            process.cpdist(said, stored, scorer=fuzz.WRatio, processor=default_process, workers=1, dtype=np.uint8)
        ).astype("int16")

    return scores


def rapidfuzz_jaro_winkler(_kind: str) -> Callable[[Any, Any], Any]:
    def scores(said: pd.Series, stored: pd.Series) -> pd.Series:
        from rapidfuzz import process
        from rapidfuzz.distance import JaroWinkler
        from rapidfuzz.utils import default_process

        found = process.cpdist(said, stored, scorer=JaroWinkler.similarity, processor=default_process, workers=1)
        return pd.Series(100 * found).astype("int16")

    return scores


def hand_written(kind: str) -> Callable[[Any, Any], Any]:
    where = str(BENCH / "accuracy")

    def scores(said: pd.Series, stored: pd.Series) -> pd.Series:
        if where not in sys.path:
            sys.path.insert(0, where)
        from peers import peers

        (measure,) = (peer.measure for peer in peers(kind) if peer.name.startswith("hand-written"))
        return pd.Series([measure(one, other, "US") for one, other in zip(said, stored, strict=True)]).astype("int16")

    return scores


OURS = "ablmatch.spark.verify"
JOBS: dict[str, Job] = {
    OURS: ours,
    "ablmatch, SQL functions": by_sql,
    "rapidfuzz WRatio + default_process, pandas_udf": in_pandas_udf(rapidfuzz_wratio),
    "rapidfuzz Jaro-Winkler + default_process, pandas_udf": in_pandas_udf(rapidfuzz_jaro_winkler),
    "hand-written re + rapidfuzz, pandas_udf": in_pandas_udf(hand_written),
    "reading and writing alone": lambda frame: frame,
}
AGAINST = "rapidfuzz WRatio + default_process, pandas_udf"
# Too slow to run over all rows as often as the others: a tenth of them.
SLOW = {"hand-written re + rapidfuzz, pandas_udf"}


# --- measuring --------------------------------------------------------------------------------------------------------


def processes() -> Iterator[tuple[Path, list[bytes]]]:
    """Folder and `stat` fields, from the state on, of this process, Spark's Java and its Python workers."""
    session_id = str(os.getsid(0)).encode()
    for path in Path("/proc").glob("[0-9]*"):
        try:
            fields = (path / "stat").read_bytes().rpartition(b")")[2].split()
        except OSError:  # it has ended meanwhile
            continue
        if fields[3] == session_id:
            yield path, fields


def processor_seconds() -> float:
    """What all of them, and those that they have waited for, have used so far."""
    ticks = sum(sum(map(int, fields[11:15])) for _, fields in processes())
    return ticks / os.sysconf("SC_CLK_TCK")


class WorkerMemory:
    """The most that one Python worker of Spark holds, in MB, while this is entered."""

    def __enter__(self) -> Self:
        self.most = 0.0
        self._done = threading.Event()
        self._thread = threading.Thread(target=self._watch)
        self._thread.start()
        return self

    def __exit__(self, *_error: object) -> None:
        self._done.set()
        self._thread.join()

    def _watch(self) -> None:
        while not self._done.wait(0.2):
            for path, fields in processes():
                with contextlib.suppress(OSError):  # it has ended meanwhile
                    if b"pyspark.daemon" in (path / "cmdline").read_bytes():
                        self.most = max(self.most, int(fields[21]) * os.sysconf("SC_PAGE_SIZE") / 2**20)


def run(frame: Any) -> None:
    frame.write.format("noop").mode("overwrite").save()


def assert_answers(frame: Any, given: pa.Table) -> None:
    """A wrong answer has no speed: the job's counts of results are those of the same columns in one piece."""
    for job in (ours, by_sql):
        results = job(frame).select(*(f"{kind}_result" for kind in KINDS)).cache()
        for kind in KINDS:
            found = {row[0]: row[1] for row in results.groupBy(f"{kind}_result").count().collect()}
            codes = abl.result_pairs(given[f"said_{kind}"], given[kind], kind)
            wanted = {abl.RESULTS[code]: count for code, count in Counter(codes.tolist()).items()}
            if found != wanted:
                raise SystemExit(f"{kind}: {found}, expected {wanted}")
        results.unpersist()


def measured(frame: Any, part: Any, rounds: int) -> dict[str, list[float]]:
    """Processor seconds of each job over all rows, round by round."""
    seconds: dict[str, list[float]] = {name: [] for name in JOBS}
    for name, job in JOBS.items():
        run(job(part if name in SLOW else frame))  # what starts once: workers, imports, plans
        print(f"  warm: {name}", file=sys.stderr)
    for _ in range(rounds):
        for name, job in JOBS.items():
            started = processor_seconds()
            run(job(part if name in SLOW else frame))
            seconds[name].append((processor_seconds() - started) * (10 if name in SLOW else 1))
    return seconds


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--rows", type=int, default=1_000_000)
    parser.add_argument("--rounds", type=int, default=3)
    parser.add_argument("--cores", type=int, default=len(os.sched_getaffinity(0)))
    parser.add_argument("--batch", type=int, default=10_000, help="rows of an Arrow batch")
    parser.add_argument("--distinct", type=int, default=pairs_on_disk.DISTINCT)
    parser.add_argument("--json", type=Path)
    parser.add_argument("--markdown", type=page_for(__file__), help="write the table between the marks of this page")
    parser.add_argument("--quick", action="store_true", help="few rows and one round")
    options = parser.parse_args()
    if options.quick:
        options.rows, options.rounds, options.distinct = 300_000, 1, 10_000
    spark = session(options.cores, options.batch)
    with tempfile.TemporaryDirectory() as folder:
        given = table(options.rows, options.distinct)
        # Ten files a core; slow jobs read one of them each.
        parts = 10 * options.cores
        size = -(-options.rows // parts)
        for at in range(parts):
            pq.write_table(given.slice(at * size, size), Path(folder) / f"part-{at:03}.parquet")
        frame = spark.read.parquet(folder)
        part = spark.read.parquet(*(f"{folder}/part-{at:03}.parquet" for at in range(options.cores)))
        assert_answers(frame, given)
        seconds = measured(frame, part, options.rounds)
        with WorkerMemory() as memory:
            run(ours(frame))
    spark.stop()
    return report(seconds, memory.most, options)


def report(seconds: dict[str, list[float]], memory: float, options: argparse.Namespace) -> int:
    medians = {name: statistics.median(found) for name, found in seconds.items()}
    own = medians[OURS]
    lines = ["| job | rows a second and core | a row | times ours |", "| --- |" + " ---: |" * 3]
    for name, found in medians.items():
        lines.append(
            f"| {name} | {options.rows / found:,.0f} | {found / options.rows * 1e6:.1f} µs | {found / own:.2f} |"
        )
    print(f"{options.rows:,} rows of {len(KINDS)} fields, local[{options.cores}], batches of {options.batch:,} rows")
    print("\n".join(lines))
    print(f"most memory of a Python worker: {memory:,.0f} MB")
    ratio = medians[AGAINST] / own
    print(f"{ratio:.1f} × faster than {AGAINST} (aim {AIM:.0f} ×): {'holds' if ratio >= AIM else 'MISSED'}")
    if options.json:
        found = {"rows": options.rows, "cores": options.cores, "seconds": seconds, "worker_mb": memory}
        options.json.write_text(json.dumps(found, indent=2) + "\n", "utf-8")
    if options.markdown:
        write_figures(options.markdown, __file__, "\n".join(lines))
    return 0 if ratio >= AIM or options.quick else 1


if __name__ == "__main__":
    sys.exit(main())
