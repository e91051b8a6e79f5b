"""Scenario 40: `python bench/records/load.py [--quick] [--url URL URL] [--people N] [--records N] [--rate R ...] ...`.

10,000 people with 100,000 records and 10,000 blocks in one SQLite file, `ablmatch serve` over it, and 16 workers that
ask for random things, while a checker that knows the owner of every text reads each answer; tests/record_load_run.py
says how they ask, and is what the test of the scenario runs too. Printed are what was lost, what was another's, the
times of each sort of request as a client sees them, the processor time of server and client, and whether a second
store of the same seed gives the same prompts.
"""

import argparse
import sys
import tempfile
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parents[2] / "tests"))

from record_load_run import Load, Loaded


def main() -> int:
    """Run it; 0 if nothing was lost, nothing was another's and the prompts are the same."""
    usual = Load()
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--people", type=int, default=usual.people)
    parser.add_argument("--records", type=int, default=usual.records)
    parser.add_argument("--blocks", type=int, default=usual.blocks)
    parser.add_argument("--seconds", type=float, help="of each run")
    parser.add_argument("--workers", type=int, default=usual.workers)
    parser.add_argument("--rate", type=float, nargs="+", help="steps a second, a run each; 0: without pauses")
    parser.add_argument("--seed", type=int, default=usual.seed)
    parser.add_argument("--url", nargs=2, help="two empty databases; SQLite files without it")
    parser.add_argument("--quick", action="store_true", help="15 seconds a run")
    arguments = parser.parse_args()
    seconds = 15.0 if arguments.quick else arguments.seconds
    rates = [rate for rate, _ in usual.rates] if arguments.rate is None else [rate or None for rate in arguments.rate]
    lasting = dict(usual.rates)
    load = Load(
        people=arguments.people,
        records=arguments.records,
        blocks=arguments.blocks,
        workers=arguments.workers,
        seed=arguments.seed,
        rates=tuple((rate, seconds or lasting.get(rate, 60.0)) for rate in rates),
    )
    with tempfile.TemporaryDirectory() as folder:
        urls = arguments.url or [f"sqlite:///{folder}/{name}.db" for name in ("first", "second")]
        loaded = Loaded(load, urls, Path(folder))
        print(f"built {load.records:,} records twice, side by side, in {loaded.build():.0f} s", flush=True)
        runs = loaded.runs()
        first, second = next(runs)
        same = first == second
        print(f"prompts of two stores of one seed: {'identical' if same else 'DIFFERENT'}", flush=True)
        good = same
        for ran in runs:
            print(f"\n{ran.line()}\n{ran.table()}", flush=True)
            for fault in ran.faults[:6]:
                print(f"  {fault}")
            good &= not ran.faults
    return 0 if good else 1


if __name__ == "__main__":
    sys.exit(main())
