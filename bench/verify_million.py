"""Measures `ablmatch verify` on a million rows with five fields: speed, peak memory, and what a kill leaves behind.

    python bench/verify_million.py [--rows N] [--format csv|jsonl|parquet] [--folder DIR]

The rows are those of examples/callers.csv over and over, with a number that makes each one different.  The answer is
checked before any figure is printed: the counts must be those of the small file, times the repetitions.
Exit status 1 when the peak is not under the limit, memory grows with the file, or a killed run left an output.
"""

import argparse
import csv
import json
import os
import signal
import subprocess
import sys
import tempfile
import threading
import time
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
CALLERS = ROOT / "examples" / "callers.csv"
FIELDS = (
    "name:said_name:name:person_name",
    "email:said_email:email:email",
    "phone:said_phone:phone:phone",
    "address:said_address:address:address",
    "member:said_member:member:digits",
)
PEAK_LIMIT_MB = 500
# Between the first and the last third of a run; Arrow's allocator keeps some freed pages for itself.
GROWTH_LIMIT_MB = 60
RESULTS = ("match", "retry", "mismatch", "missing")


def write_rows(path: Path, count: int) -> None:
    """The callers' rows, repeated, as CSV or JSON Lines; Parquet is written from batches of the same rows."""
    with CALLERS.open(encoding="utf-8", newline="") as file:
        header, *rows = csv.reader(file)
    numbered = ((str(n), rows[n % len(rows)]) for n in range(count))
    if path.suffix == ".csv":
        with path.open("w", encoding="utf-8", newline="") as file:
            writer = csv.writer(file, lineterminator="\n")
            writer.writerow(["number", *header])
            writer.writerows([number, *row] for number, row in numbered)
    elif path.suffix == ".jsonl":
        with path.open("w", encoding="utf-8") as file:
            for number, row in numbered:
                value = {"number": number, **dict(zip(header, row, strict=True))}
                file.write(json.dumps(value, ensure_ascii=False) + "\n")
    else:
        write_parquet(path, header, rows, count)


def write_parquet(path: Path, header: list[str], rows: list[list[str]], count: int) -> None:
    import pyarrow as pa
    import pyarrow.parquet as pq

    columns = list(zip(*rows, strict=True))
    repeated = {name: pa.array(column * 50) for name, column in zip(header, columns, strict=True)}
    size = len(rows) * 50
    schema = pa.schema([("number", pa.string()), *((name, pa.string()) for name in header)])
    # One row group for all, the worst case for memory.
    with pq.ParquetWriter(path, schema) as writer:
        parts = []
        for start in range(0, count, size):
            part = pa.table({"number": [str(start + n) for n in range(size)], **repeated}, schema=schema)
            parts.append(part.slice(0, min(size, count - start)))
        writer.write_table(pa.concat_tables(parts), row_group_size=count)


def command(source: Path, out: Path) -> list[str]:
    fields = [word for field in FIELDS for word in ("--field", field)]
    files = ["-o", str(out), "--report", str(out.with_suffix(".html"))]
    return [sys.executable, "-m", "ablmatch", "verify", str(source), *fields, *files, "--json"]


def resident_mb(process: int) -> float:
    """Memory of a process that is in RAM now; 0 where it is gone or the system does not say."""
    try:
        pages = Path(f"/proc/{process}/statm").read_text().split()[1]
    except (OSError, IndexError):
        return 0.0
    return int(pages) * os.sysconf("SC_PAGE_SIZE") / 2**20


def watched(arguments: list[str]) -> tuple[dict, float, list[float]]:
    """The run's summary, its wall time, and its memory in MB, sampled ten times a second."""
    started = time.perf_counter()
    process = subprocess.Popen(arguments, stdout=subprocess.PIPE)
    samples: list[float] = []
    done = threading.Event()

    def sample() -> None:
        while not done.wait(0.1):
            samples.append(resident_mb(process.pid))

    watcher = threading.Thread(target=sample)
    watcher.start()
    out, _ = process.communicate()
    seconds = time.perf_counter() - started
    done.set()
    watcher.join()
    if process.returncode != 0:
        raise SystemExit(f"verify failed with status {process.returncode}")
    return json.loads(out), seconds, [value for value in samples if value]


def check_counts(summary: dict, small: dict, count: int) -> None:
    """A wrong answer has no speed: whole repetitions of the callers must give whole multiples of their counts."""
    times, rest = divmod(count, small["rows"])
    if rest:
        raise SystemExit(f"--rows must be a multiple of {small['rows']}")
    for field, base in zip(summary["fields"], small["fields"], strict=True):
        for result in RESULTS:
            if field[result] != base[result] * times:
                raise SystemExit(f"{field['name']}: {field[result]} {result}, expected {base[result] * times}")


def killed_midway(arguments: list[str], out: Path, after: float) -> list[str]:
    """Names that a run killed after some seconds leaves beside its output."""
    process = subprocess.Popen(arguments, stdout=subprocess.DEVNULL)
    time.sleep(after)
    if process.poll() is not None:
        raise SystemExit("the run ended before it could be killed: ask for more rows")
    process.send_signal(signal.SIGKILL)
    process.wait()
    return sorted(path.name for path in out.parent.iterdir() if out.stem in path.name)


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--rows", type=int, default=1_000_000)
    parser.add_argument("--format", choices=("csv", "jsonl", "parquet"), default="csv")
    parser.add_argument("--folder", type=Path, help="where the files go and stay (default: a temporary folder)")
    options = parser.parse_args()
    if options.folder is not None:
        options.folder.mkdir(parents=True, exist_ok=True)
        return measure(options.folder, options.rows, options.format)
    with tempfile.TemporaryDirectory() as folder:
        return measure(Path(folder), options.rows, options.format)


def measure(folder: Path, count: int, kind: str) -> int:
    source, out = folder / f"million.{kind}", folder / f"verified.{kind}"
    write_rows(source, count)
    small, _, _ = watched(command(CALLERS, folder / "small.csv"))
    summary, seconds, samples = watched(command(source, out))
    check_counts(summary, small, count)
    third = max(1, len(samples) // 3)
    peak, growth = max(samples), max(samples[-third:]) - max(samples[:third])
    print(f"{count:,} rows, {len(FIELDS)} fields, {kind}, {source.stat().st_size / 2**20:,.0f} MB in, ", end="")
    print(f"{out.stat().st_size / 2**20:,.0f} MB out")
    print(f"{seconds:.1f} s, {count / seconds:,.0f} rows/s, {count * len(FIELDS) / seconds:,.0f} pairs/s")
    print(f"peak {peak:.0f} MB (limit {PEAK_LIMIT_MB}), last third over first third {growth:+.0f} MB")
    out.unlink()
    out.with_suffix(".html").unlink()
    left = killed_midway(command(source, out), out, min(seconds / 2, 5.0))
    print(f"killed midway: left {', '.join(left) or 'nothing'}")
    complete = [name for name in left if ".partial-" not in name]
    return int(peak >= PEAK_LIMIT_MB or growth > GROWTH_LIMIT_MB or bool(complete))


if __name__ == "__main__":
    sys.exit(main())
