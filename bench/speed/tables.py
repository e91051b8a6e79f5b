"""Tables of a run: in the terminal, as JSON, and in docs/performance.md."""

from __future__ import annotations

import json
import sys
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

from alternate import Timing
from targets import Aim

AIM_HEADER = ("", "against", "measured", "aim", "")
TITLES = {
    "columns": "Whole columns",
    "extremes": "Nothing but one sort of pairs",
    "scalar": "One call a pair",
    "search": "One value against many",
    "floor": "Distance from the floor",
    "rows": "By number of rows",
    "lengths": "By string length",
    "hostile": "Values that cost most to read, by string length",
    "sizes": "By index size",
}


def duration(nanoseconds: float) -> str:
    """Three figures and a unit."""
    for unit, size in (("s", 1e9), ("ms", 1e6), ("µs", 1e3)):
        if nanoseconds >= size:
            return f"{nanoseconds / size:.3g} {unit}"
    return f"{nanoseconds:.3g} ns"


def timing_rows(timings: Mapping[str, Timing]) -> list[tuple[str, str, str, str]]:
    """(name, ratio to the first, median, range): the first is ours."""
    first = next(iter(timings.values()), None)
    return [
        (
            name,
            f"{one.median / first.median:.3g} ×",
            duration(one.median),
            f"{duration(one.least)} to {duration(one.most)}",
        )
        for name, one in timings.items()
    ]


def print_timings(console: Any, part: str, kind: str, timings: Mapping[str, Timing]) -> None:
    if not timings:
        return
    from rich.table import Table

    table = Table(title=f"{TITLES[part]}: {kind}", title_justify="left", title_style="bold")
    for at, title in enumerate(("", "time to the first", "median", "least to most")):
        table.add_column(title, justify="right" if at else "left", no_wrap=True)
    for row in timing_rows(timings):
        table.add_row(*row)
    console.print(table)


def print_aims(console: Any, aims: Sequence[Aim]) -> None:
    from rich.table import Table

    table = Table(title="Aims", title_justify="left", title_style="bold")
    for at, title in enumerate(AIM_HEADER):
        table.add_column(title, justify="right" if at in {2, 3} else "left", no_wrap=at != 1)
    for aim in aims:
        table.add_row(*aim.row(), style=None if aim.holds else "bold red")
    console.print(table)
    missed = sum(not aim.holds for aim in aims)
    console.print(
        f"{len(aims) - missed} of {len(aims)} aims hold" + (f", [bold red]{missed} missed[/]" if missed else "")
    )


def write_json(path: Path, found: Mapping[str, Any]) -> None:
    text = json.dumps(found, indent=2, ensure_ascii=False) + "\n"
    if str(path) == "-":
        sys.stdout.write(text)
    else:
        path.write_text(text, "utf-8")


def markdown_table(header: Sequence[str], rows: Sequence[Sequence[str]]) -> list[str]:
    return [
        "| " + " | ".join(header) + " |",
        "| --- " + "| ---: " * (len(header) - 1) + "|",
        *("| " + " | ".join(row) + " |" for row in rows),
        "",
    ]


def markdown(found: Mapping[str, Any], aims: Sequence[Aim]) -> str:
    machine = found["machine"]
    versions = ", ".join(f"{name} {number}" for name, number in machine["versions"].items())
    lines = [
        f"{machine['processor']}, {machine['cores']} cores, level {machine['level']}, {machine['system']}, "
        f"Python {machine['python']}. {versions}.",
        "",
        f"{found['rows']:,} rows a kind, seed {found['seed']}, medians of {found['rounds']} rounds in turns.",
        "",
        "### Aims",
        "",
        *markdown_table(("", "against", "measured", "aim", ""), [aim.row() for aim in aims]),
    ]
    pictures = {"columns": "columns.svg", "rows": "scaling.svg"}
    for part, kinds in found["nanoseconds"].items():
        if part not in TITLES or not any(kinds.values()):
            continue
        lines += [f"### {TITLES[part]}", ""]
        if part in pictures:
            lines += [f"![{TITLES[part]}](performance/{pictures[part]})", ""]
        if part in {"rows", "lengths", "sizes"}:
            steps = list(dict.fromkeys(step for timings in kinds.values() for step in timings))
            rows = [
                [kind, *(duration(timings[step]["median"]) if step in timings else "" for step in steps)]
                for kind, timings in kinds.items()
            ]
            lines += markdown_table(["", *(f"{int(step):,}" for step in steps)], rows)
            continue
        for kind, timings in kinds.items():
            rows = timing_rows({name: Timing(**one) for name, one in timings.items()})
            lines += [f"**{kind}**", "", *markdown_table(("", "time to the first", "median", "least to most"), rows)]
    return "\n".join(lines)
