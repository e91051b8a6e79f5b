"""Measures `ablmatch verify --policy`: rows a second with six rules and five matches, beside sessions fed one by one.

    python bench/verify_policy.py [--rows N] [--format csv|jsonl|parquet]

The rows are those of bench/verify_million.py, so the decisions must be those of examples/callers.csv times the
repetitions.
"""

import argparse
import csv
import json
import subprocess
import sys
import tempfile
import time
from pathlib import Path

from verify_million import CALLERS, ROOT, watched, write_rows

import ablmatch as abl

POLICY = ROOT / "examples" / "callers.policy.abl"


def command(source: Path, out: Path) -> list[str]:
    return [sys.executable, "-m", "ablmatch", "verify", str(source), "--policy", str(POLICY), "-o", str(out), "--json"]


def sessions_a_second(count: int) -> float:
    """Rows a second through a session each, as a host would run them."""
    project = abl.compile(POLICY)
    with CALLERS.open(encoding="utf-8", newline="") as file:
        rows = list(csv.DictReader(file))
    started = time.perf_counter()
    for at in range(count):
        session = abl.Session(project)
        session.start()
        if session.user_message("", rows[at % len(rows)]).allowed:
            session.respond("Good.")
    return count / (time.perf_counter() - started)


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--rows", type=int, default=200_000)
    parser.add_argument("--format", choices=("csv", "jsonl", "parquet"), default="csv")
    options = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        source, out = Path(folder) / f"in.{options.format}", Path(folder) / f"out.{options.format}"
        write_rows(source, options.rows)
        small = json.loads(subprocess.run(command(CALLERS, Path(folder) / "small.csv"), check=True, stdout=-1).stdout)
        summary, seconds, samples = watched(command(source, out))
    times, rest = divmod(options.rows, small["rows"])
    if rest or summary["policy"]["allow"] != small["policy"]["allow"] * times:
        raise SystemExit(f"{summary['policy']['allow']} rows allowed, expected {small['policy']['allow'] * times}")
    rate = summary["rows_per_second"]
    print(f"{options.rows:,} rows, {options.format}: {seconds:.1f} s, {rate:,} rows/s, peak {max(samples):.0f} MB")
    print(f"a session for each row: {sessions_a_second(400):,.0f} rows/s")
    return 0


if __name__ == "__main__":
    sys.exit(main())
