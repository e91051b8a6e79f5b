"""Instructions a pair, counted by valgrind: the same on every run, so that a change of a percent is one.

    python bench/speed/instructions.py SCORE_FILE [--write]

SCORE_FILE is built from score_file.cpp (cmake -DABLMATCH_BENCH=ON). The pairs are those of examples/callers.csv:
each said value against its own stored one and against the next caller's, one by one and as the rows of a batch.
Compares with the baseline beside this file and exits 1 where a kind takes more than it allows; `--write` makes the
figures the new baseline. Counts hold for one compiler: with another one they are printed, and nothing is compared.
"""

from __future__ import annotations

import argparse
import csv
import json
import os
import re
import subprocess
import sys
import tempfile
from itertools import product
from pathlib import Path

HERE = Path(__file__).resolve().parent
CALLERS = HERE.parent.parent / "examples" / "callers.csv"
BASELINE = HERE / "instructions.json"
# Columns of the callers' file: said, stored.
FIELDS = {
    "digits": ("said_member", "member"),
    "phone": ("said_phone", "phone"),
    "email": ("said_email", "email"),
    "person_name": ("said_name", "name"),
    "address": ("said_address", "address"),
    "text": ("said_address", "address"),
}
WAYS = ("alone", "rows")
# valgrind offers AVX2 whatever the machine has; naming the level keeps the count the same on all of them.
LEVEL = "avx2"
MORE_ALLOWED = 1.02
FEWER_NOTED = 0.95


def pairs_of(kind: str) -> list[tuple[str, str]]:
    with CALLERS.open(encoding="utf-8", newline="") as file:
        rows = list(csv.DictReader(file))
    said, stored = FIELDS[kind]
    shifted = [*rows[1:], rows[0]]
    pairs = [(one[said], other[stored]) for others in (rows, shifted) for one, other in zip(rows, others, strict=True)]
    return [pair for pair in pairs if all(pair) and not any(set("\t\r\n") & set(value) for value in pair)]


def instructions_a_pair(program: Path, way: str, kind: str, folder: Path) -> float:
    path = folder / f"{kind}.tsv"
    pairs = pairs_of(kind)
    path.write_text("".join(f"{said}\t{stored}\n" for said, stored in pairs), encoding="utf-8")
    found = subprocess.run(
        [
            "valgrind", "--tool=callgrind", "--callgrind-out-file=/dev/null", "--toggle-collect=*score_all*",
            program, way, kind, path,
        ],
        check=False, capture_output=True, text=True, env={**os.environ, "ABLMATCH_CPU": LEVEL},
    )  # fmt: skip
    counted = re.search(r"Collected : (\d+)", found.stderr)
    if found.returncode != 0 or not counted:
        raise SystemExit(f"{program} {way} {kind} under valgrind failed:\n{found.stderr}")
    return int(counted[1]) / len(pairs)


def compiler_of(program: Path) -> str:
    """The compiler that the program's own comment section names."""
    text = subprocess.run(["readelf", "-p", ".comment", program], check=True, capture_output=True, text=True).stdout
    return " ".join(sorted(set(re.findall(r"(?:GCC|clang)[^\n]*", text))))


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("program", type=Path, metavar="SCORE_FILE")
    parser.add_argument("--write", action="store_true")
    options = parser.parse_args()
    program = options.program.resolve()
    with tempfile.TemporaryDirectory() as folder:
        counts = {
            way: {kind: round(instructions_a_pair(program, way, kind, Path(folder)), 1) for kind in FIELDS}
            for way in WAYS
        }
    compiler = compiler_of(program)
    if options.write:
        BASELINE.write_text(json.dumps({"compiler": compiler, "instructions a pair": counts}, indent=2) + "\n", "utf-8")
    baseline = json.loads(BASELINE.read_text("utf-8"))
    same = baseline["compiler"] == compiler
    risen = []
    for way, kind in product(WAYS, FIELDS):
        count, before = counts[way][kind], baseline["instructions a pair"][way][kind]
        note = ""
        if same and count > MORE_ALLOWED * before:
            risen.append((way, kind))
            note = "  MORE than the baseline allows"
        elif same and count < FEWER_NOTED * before:
            note = "  fewer: --write makes it the baseline"
        print(f"{way:6} {kind:12} {count:10,.1f} instructions a pair  {count / before:.3f} of the baseline{note}")
    if not same:
        print(f"nothing compared: built by {compiler}, the baseline by {baseline['compiler']}")
    return 1 if risen else 0


if __name__ == "__main__":
    sys.exit(main())
