"""Scenario 40: `python bench/records/load.py [--quick] [--people N] [--records N] [--seconds S] [--rate R] ...`.

10,000 people with 100,000 records and 10,000 blocks in one SQLite file, `ablmatch serve` over it, and 16 workers that
ask for random things for 60 seconds, while a checker that knows the owner of every text reads each answer. First they
ask as fast as they are answered, then `--rate` times a second together, as many applications would. Printed are what
was lost, what was another's, the times of each sort of request as a client sees them, and whether a second store of
the same seed gives the same prompts.
"""

import argparse
import sys
import tempfile
import time
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parents[2] / "tests"))

from record_load import Found, lost, prompts_digest, run_load
from record_world import World
from service_process import ServiceProcess, set_up_key

# Milliseconds within which 95 of 100 are to be answered.
AIMS = {"search": 30.0, "write": 10.0}
PROMPTS = 300


def built(folder: Path, arguments: argparse.Namespace) -> tuple[World, ServiceProcess, str]:
    """A world in a new file, a server over it, and the secret of a key."""
    world = World(people=arguments.people, records=arguments.records, blocks=arguments.blocks, seed=arguments.seed)
    folder.mkdir()
    path = folder / "core.db"
    began = time.perf_counter()
    world.build(f"sqlite:///{path}?synchronous=normal")
    size = path.stat().st_size / 1e6
    print(f"built {world.records:,} records in {time.perf_counter() - began:.0f} s, {size:.0f} MB", flush=True)
    process = ServiceProcess(f"sqlite:///{path}", folder / "log")
    process.start()
    operator = process.connection()
    secret = set_up_key(operator)
    operator.close()
    return world, process, secret


def report(title: str, found: Found, seconds: float, missing: list[str], processor: float) -> bool:
    """Print what a run found; whether nothing is wrong with it. `processor`: seconds that the server took."""
    requests = sum(len(values) for name, values in found.seconds.items() if name != "block")
    print(f"\n{title}: {requests:,} requests in {seconds:.0f} s, {requests / seconds:.0f} a second", end="")
    print(f", {1000 * processor / requests:.1f} ms of the server's processor time each")
    print(f"  {'':14}{'requests':>9}{'median':>9}{'95%':>9}{'99%':>9}   ms")
    for name in sorted(found.seconds):
        times = "".join(f"{found.percentile(name, part):9.1f}" for part in (0.5, 0.95, 0.99))
        aim = f"   aim {AIMS[name]:.0f}" if name in AIMS else ""
        print(f"  {name:14}{len(found.seconds[name]):9,}{times}{aim}")
    acknowledged = len(found.written) + len(found.entries)
    print(f"  writes acknowledged {acknowledged:,}, lost {len(missing)}")
    print(f"  texts of others given {len(found.foreign)}, unexpected answers {len(found.faults)}", flush=True)
    for fault in [*found.faults[:3], *found.foreign[:3]]:
        print(f"  {fault}")
    return not (missing or found.foreign or found.faults)


def loaded(world: World, process: ServiceProcess, secret: str, arguments: argparse.Namespace) -> bool:
    """Both runs over one server; whether nothing is wrong with them."""
    good = True
    for run, rate in enumerate((None, arguments.rate)):
        began, before = time.monotonic(), process.processor_seconds()
        found = run_load(
            world, process, secret, workers=arguments.workers, seconds=arguments.seconds, per_second=rate, run=run
        )
        seconds, processor = time.monotonic() - began, process.processor_seconds() - before
        title = "as fast as they are answered" if rate is None else f"{rate:g} steps a second"
        good &= report(title, found, seconds, lost(process, secret, found), processor)
    return good


def main() -> int:
    """Run it; 0 if nothing was lost, nothing was another's and the prompts are the same."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--people", type=int, default=10_000)
    parser.add_argument("--records", type=int, default=100_000)
    parser.add_argument("--blocks", type=int, default=10_000)
    parser.add_argument("--seconds", type=float, default=60.0)
    parser.add_argument("--workers", type=int, default=16)
    parser.add_argument("--rate", type=float, default=50.0)
    parser.add_argument("--seed", type=int, default=7)
    parser.add_argument("--quick", action="store_true", help="15 seconds a run, and no second store")
    arguments = parser.parse_args()
    if arguments.quick:
        arguments.seconds = 15.0
    good, digests = True, []
    with tempfile.TemporaryDirectory() as folder:
        for number in range(1 if arguments.quick else 2):
            world, process, secret = built(Path(folder, str(number)), arguments)
            try:
                digests.append(prompts_digest(world, process, secret, PROMPTS))
                if number == 0:
                    good = loaded(world, process, secret, arguments)
            finally:
                process.close()
    if arguments.quick:
        return 0 if good else 1
    same = digests[0] == digests[1]
    print(f"\nprompts of two stores with one seed: {'identical' if same else 'DIFFERENT'}")
    return 0 if good and same else 1


if __name__ == "__main__":
    sys.exit(main())
