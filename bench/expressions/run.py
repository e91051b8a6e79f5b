"""Times one rule of an agent against the CEL packages: answers first, then medians in turns, then the ratios.

    python bench/expressions/run.py [--peers FOLDER] [--rounds 40] [--json FILE]

Each package is installed by pip into a folder of its own below FOLDER (build/cel-peers without the option): three of
them are imported by the same name.
"""

from __future__ import annotations

import argparse
import json
import os
import statistics
import subprocess
import sys
from pathlib import Path

from contexts import COUNT, contexts, plain_answer, rule_answer
from engines import ENGINES, FORMS

HERE = Path(__file__).resolve().parent
# A pass of an engine is no longer than this, so that turns stay short.
PASS_NS = 5_000_000


def install(peers: Path) -> None:
    for name, (version, _) in ENGINES.items():
        target = peers / name
        if version and not target.is_dir():
            argv = [
                sys.executable,
                "-m",
                "pip",
                "install",
                "--quiet",
                "--disable-pip-version-check",
                "--target",
                str(target),
            ]
            subprocess.run([*argv, f"{name}=={version}"], check=True)


class Engine:
    """A process that evaluates."""

    def __init__(self, name: str, form: str, peers: Path) -> None:
        self.name, self.form = name, form
        paths = [str(peers / name), *os.environ.get("PYTHONPATH", "").split(os.pathsep)]
        self.process = subprocess.Popen(
            [sys.executable, str(HERE / "engines.py"), name, form],
            stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True,
            env={**os.environ, "PYTHONPATH": os.pathsep.join(filter(None, paths))},
        )  # fmt: skip
        self.answers: list[bool] = json.loads(self.read())
        self.size = COUNT
        self.size = max(10, min(COUNT, int(PASS_NS / self.turn())))
        self.times: list[float] = []

    def read(self) -> str:
        assert self.process.stdout is not None
        line = self.process.stdout.readline()
        if not line:
            raise SystemExit(f"{self.name} ({self.form}) ended before it answered")
        return line

    def turn(self) -> float:
        """Nanoseconds of an evaluation."""
        assert self.process.stdin is not None
        self.process.stdin.write(f"{self.size}\n")
        self.process.stdin.flush()
        return float(self.read())

    @property
    def median(self) -> float:
        return statistics.median(self.times)

    def close(self) -> None:
        assert self.process.stdin is not None
        self.process.stdin.close()
        self.process.wait()


def measured(peers: Path, rounds: int) -> dict[str, list[Engine]]:
    """All engines in all forms: their answers are asserted, then each has its turn in every round."""
    forms = {form: [Engine(name, form, peers) for name in ENGINES] for form in FORMS}
    for form, engines in forms.items():
        due = [rule_answer(one) if form == "rule" else plain_answer(one) for one in contexts()]
        for engine in engines:
            assert engine.answers == due, f"{engine.name} ({form}) gives other answers"
    everyone = [engine for engines in forms.values() for engine in engines]
    for _ in range(rounds):
        for engine in everyone:
            engine.times.append(engine.turn())
    for engine in everyone:
        engine.close()
    return forms


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--peers", type=Path, default=HERE.parent.parent / "build" / "cel-peers")
    parser.add_argument("--rounds", type=int, default=40)
    parser.add_argument("--json", type=Path)
    options = parser.parse_args()
    install(options.peers)
    forms = measured(options.peers.resolve(), options.rounds)
    ours = {form: engines[0].median for form, engines in forms.items()}
    for form, what in FORMS.items():
        print(f"\n{form}: {what}")
        for engine in forms[form]:
            print(f"  {engine.name:28} {engine.median:12,.0f} ns {engine.median / ours[form]:9.1f} x")
    print("\nours with the matcher, theirs without it, contexts prepared:")
    for engine in forms["plain"][1:]:
        print(f"  {engine.name:28} {engine.median / ours['rule']:9.1f} x")
    if options.json:
        figures = {form: {one.name: round(one.median) for one in engines} for form, engines in forms.items()}
        options.json.write_text(json.dumps(figures, indent=1) + "\n", "utf-8")


if __name__ == "__main__":
    main()
