"""What checking costs: projects of agents in both formats, clean and with slips, by their size.

    python bench/language/run.py [--repeats N] [--json FILE]

The findings are asserted each time.  Names differ from run to run: nothing that was read before helps.
"""

import argparse
import gc
import json
import statistics
import time
from collections import Counter
from pathlib import Path

from projects import PARTS, Project, project

import ablmatch as abl

LINES, SLIPS, LIMIT_S = 5_000, 200, 1.0
# What is measured: lines of the project, slips in it, parts of an agent.
SHAPES = {
    "1,000 lines": (1_000, 0, PARTS),
    "5,000 lines": (LINES, 0, PARTS),
    "5,000 lines, 200 slips": (LINES, SLIPS, PARTS),
    "5,000 lines in two agents": (LINES, 0, 38),
    "20,000 lines": (20_000, 0, PARTS),
}


def seconds(made: Project) -> tuple[float, float]:
    """Time on the clock and on the processor for one check."""
    gc.collect()
    clock, processor = time.perf_counter(), time.process_time()
    found = abl.check(made.texts)
    taken = time.perf_counter() - clock, time.process_time() - processor
    assert Counter(one.code for one in found) == made.due, Counter(one.code for one in found) - made.due
    return taken


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--repeats", type=int, default=5)
    parser.add_argument("--json", type=Path, help="write the figures to this file")
    options = parser.parse_args()
    abl.check('AGENT: Desk\nGOAL: "Help"')
    found = {}
    for name, (lines, slips, parts) in SHAPES.items():
        taken = [seconds(project(lines, slips, parts, mark=f"r{at}_")) for at in range(options.repeats)]
        made = project(lines, slips, parts)
        clock, processor = (statistics.median(column) for column in zip(*taken, strict=True))
        found[name] = {
            "lines": made.lines,
            "findings": made.due.total(),
            "clock_s": clock,
            "processor_s": processor,
            "lines_a_second": made.lines / processor,
        }
        print(
            f"{name:<26} {made.lines:>7,} lines {made.due.total():>5} findings: median {clock:.3f} s on the clock,"
            f" {processor:.3f} s of a processor, {made.lines / processor:,.0f} lines a second"
        )
    if options.json is not None:
        options.json.write_text(json.dumps(found, indent=2) + "\n")
    for name in ("5,000 lines", "5,000 lines, 200 slips", "5,000 lines in two agents"):
        assert found[name]["processor_s"] < LIMIT_S, f"{name}: a check takes a second or more"


if __name__ == "__main__":
    main()
