"""How fast ablmatch is beside what a user could pick instead: the same pairs, the same run, answers asserted first.

    pip install '.[bench]'
    python bench/speed/run.py [--quick] [--kinds digits phone] [--parts columns search] [--json FILE]
                              [--markdown FILE] [--plots DIR] [--rows N] [--rounds N] [--seed N]

Prints ratios of medians beside their aims; exit status 1 where an aim is missed, which `--quick` only reports.
"""

from __future__ import annotations

import argparse
import os
import platform
import sys
from importlib.metadata import PackageNotFoundError, version
from pathlib import Path
from typing import Any

import hostile
import measure
import pairs_on_disk  # first: it puts bench/accuracy on the path
import targets
from measure import Measured
from page import page_for, write_figures
from pairs_on_disk import DISTINCT, KINDS, Sets
from targets import Aim

from tables import markdown, print_aims, print_timings, write_json

PARTS = (
    "columns", "extremes", "scalar", "search", "floor", "memory", "import", "rows", "lengths", "hostile", "sizes"
)  # fmt: skip
PACKAGES = (
    "ablmatch rapidfuzz jellyfish stringzilla stringzillas-cpus duckdb polars polars-ds phonenumbers email-validator "
    "nameparser usaddress numpy pyarrow"
).split()
RESULTS = Path(__file__).resolve().parent.parent / "results" / "speed"
QUICK = {"rows": 60_000, "rounds": 3, "distinct": 20_000, "most_rows": 10**5, "names": 10**4, "most_names": 10**4}
WHOLE = {"rows": 10**6, "rounds": 5, "distinct": DISTINCT, "most_rows": 10**7, "names": 10**5, "most_names": 10**6}


def machine() -> dict[str, Any]:
    """The processor's name, its CPU level as ablmatch uses it, cores and versions."""
    from ablmatch import _core

    name = (
        next(
            (
                line.partition(":")[2].strip()
                for line in Path("/proc/cpuinfo").read_text("utf-8").splitlines()
                if "model name" in line
            ),
            platform.processor(),
        )
        if Path("/proc/cpuinfo").exists()
        else platform.processor()
    )
    return {
        "processor": name,
        "level": _core.CPU_LEVEL,
        "cores": os.cpu_count(),
        "system": f"{platform.system()} {platform.machine()}",
        "python": platform.python_version(),
        "versions": {package: version(package) for package in PACKAGES},
    }


class Bench:
    """One run: what was asked for, and what has been found so far."""

    def __init__(self, options: argparse.Namespace) -> None:
        self.options = options
        self.machine = machine()
        self.size = QUICK if options.quick else WHOLE
        self.rows = options.rows or self.size["rows"]
        self.rounds = options.rounds or self.size["rounds"]
        self.sets: dict[str, Sets] = {}
        self.timings: dict[str, dict[str, Any]] = {}
        self.aims: list[Aim] = []

    def load(self, kind: str) -> Sets:
        if kind not in self.sets:
            self.sets[kind] = pairs_on_disk.load(kind, self.options.seed, RESULTS, self.size["distinct"])
        return self.sets[kind]

    def keep(self, part: str, kind: str, found: Measured, console: Any) -> None:
        self.timings.setdefault(part, {})[kind] = {name: timing._asdict() for name, timing in found.timings.items()}
        self.aims.extend(found.aims)
        print_timings(console, part, kind, found.timings)

    def run(self, console: Any) -> None:
        from rich.progress import Progress, SpinnerColumn, TextColumn, TimeElapsedColumn

        columns = (
            SpinnerColumn(),
            TextColumn("{task.description}"),
            TextColumn("{task.completed} runs"),
            TimeElapsedColumn(),
        )
        with Progress(*columns, console=console, transient=True) as progress:
            task = progress.add_task("", total=None)

            def advance() -> None:
                progress.advance(task)

            for part, kind, action in self.actions(advance):
                progress.update(task, description=f"{part} {kind}")
                self.keep(part, kind, action(), console)

    def actions(self, advance: Any) -> Any:
        """(part, kind, measurement) of everything that was asked for."""
        parts, kinds = self.options.parts, self.options.kinds
        few = max(3, self.rounds // 2 + 1)
        for kind in kinds:
            if "columns" in parts:
                yield (
                    "columns",
                    kind,
                    lambda kind=kind: measure.columns(kind, self.load(kind), self.rows, self.rounds, advance),
                )
            if "extremes" in parts:
                yield (
                    "extremes",
                    kind,
                    lambda kind=kind: measure.extremes(kind, self.load(kind), self.rows, few, advance),
                )
            if "scalar" in parts:
                yield "scalar", kind, lambda kind=kind: measure.scalar(kind, self.load(kind), self.rounds, advance)
            if "rows" in parts:
                yield (
                    "rows",
                    kind,
                    lambda kind=kind: measure.rows_growth(kind, self.load(kind), self.size["most_rows"], few, advance),
                )
            if "lengths" in parts:
                yield "lengths", kind, lambda kind=kind: measure.lengths(kind, few, advance)
            if "hostile" in parts:
                yield "hostile", kind, lambda kind=kind: hostile.hostile(kind, few, advance)
        names = "person_name"
        if "search" in parts:
            yield "search", names, lambda: measure.search(self.load(names), self.size["names"], few, advance)
        if "sizes" in parts:
            yield "sizes", names, lambda: measure.index_sizes(self.load(names), self.size["most_names"], few, advance)
        if "floor" in parts:
            yield "floor", names, lambda: measure.floor(self.load(names), self.rows, self.rounds, advance)
        if "memory" in parts:
            yield "memory", "", self.memory
        if "import" in parts:
            yield "import", "", self.import_time

    def memory(self) -> Measured:
        for kind in ("email", "person_name"):
            self.load(kind)
        rows = self.size["most_rows"]
        return Measured({}, list(measure.memory(RESULTS, self.options.seed, self.size["distinct"], rows)))

    def import_time(self) -> Measured:
        from children import import_ms

        return Measured(
            {}, [Aim("T10", "import ablmatch, without numpy and pyarrow", import_ms(), targets.IMPORT_MS, False, "ms")]
        )

    def found(self) -> dict[str, Any]:
        return {
            "machine": self.machine,
            "seed": self.options.seed,
            "rows": self.rows,
            "rounds": self.rounds,
            "aims": [{**aim._asdict(), "holds": aim.holds} for aim in self.aims],
            "nanoseconds": self.timings,
        }


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--quick", action="store_true", help="few rows and rounds; missed aims are only reported")
    parser.add_argument("--kinds", nargs="+", choices=KINDS, default=KINDS)
    parser.add_argument("--parts", nargs="+", choices=PARTS, default=PARTS)
    parser.add_argument("--rows", type=int)
    parser.add_argument("--rounds", type=int)
    parser.add_argument("--seed", type=int, default=20)
    parser.add_argument("--json", type=Path)
    parser.add_argument("--markdown", type=page_for(__file__), help="write the tables between the marks of this page")
    parser.add_argument("--plots", type=Path, help="folder for the pictures")
    options = parser.parse_args()
    from rich.console import Console

    # Tables are as wide as a page; a pipe has no width of its own.
    console = Console(width=None if sys.stdout.isatty() else 120)
    try:
        bench = Bench(options)
    except PackageNotFoundError as error:
        parser.error(f"{error.name} is not installed: pip install '.[bench]'")
    try:
        bench.run(console)
    finally:
        # What was measured before something went wrong took its time.
        found = bench.found()
        if options.json:
            write_json(options.json, found)
    print_aims(console, bench.aims)
    if options.plots:
        from pictures import draw

        draw(options.plots, found)
    if options.markdown:
        write_figures(options.markdown, __file__, markdown(found, bench.aims))
    return 0 if options.quick or all(aim.holds for aim in bench.aims) else 1


if __name__ == "__main__":
    sys.exit(main())
