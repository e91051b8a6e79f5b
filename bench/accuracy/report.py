"""The figures of a run as a table in the terminal, as Markdown and as JSON, and whether the aims hold."""

from __future__ import annotations

import math
from typing import Any, NamedTuple

from roc import RATES


class Aims(NamedTuple):
    """Least recall at false-accept rates 1e-3 and 1e-4, least recall and most false accepts at the match band."""

    recall_3: float
    recall_4: float
    band_recall: float
    band_false: float


AIMS = {
    "digits": Aims(0.99, 0.99, 0.99, 0),
    "phone": Aims(0.99, 0.99, 0.99, 1e-4),
    "email": Aims(0.98, 0.98, 0.98, 1e-3),
    "person_name": Aims(0.97, 0.93, 0.97, 5e-3),
    "address": Aims(0.97, 0.88, 0.96, 5e-3),
    "text": Aims(0.97, 0.93, 0.96, 1e-2),
}
BANDS = {"digits": 100, "phone": 100}
UNRELATED_UNDER_TEN = 0.95
COLUMNS = ("auc", *(f"recall at {rate:g}" for rate in RATES), "band recall", "band false accepts")
OURS = "ablmatch"


def missed_aims(kind: str, figures: dict[str, dict[str, Any]], unrelated: float) -> list[str]:
    """What does not hold, in words; empty where all aims of the kind hold."""
    ours, aims = figures[OURS], AIMS[kind]
    missed = [
        f"{column} {ours[column]:.4f}, wanted at least {least}"
        for column, least in (
            ("recall at 0.001", aims.recall_3),
            ("recall at 0.0001", aims.recall_4),
            ("band recall", aims.band_recall),
        )
        if ours[column] < least
    ]
    if ours["band false accepts"] > aims.band_false:
        missed.append(f"band false accepts {ours['band false accepts']:.5f}, wanted at most {aims.band_false}")
    if unrelated < UNRELATED_UNDER_TEN:
        missed.append(f"unrelated pairs under 10: {unrelated:.4f}, wanted at least {UNRELATED_UNDER_TEN}")
    for name, peer in figures.items():
        # Recall and false accepts at a threshold are two sides of one choice: behind is who is no better in either.
        behind = [column for column in COLUMNS[:4] if name != OURS and peer[column] > ours[column]]
        if (
            name != OURS
            and peer["band recall"] >= ours["band recall"]
            and peer["band false accepts"] <= ours["band false accepts"]
        ):
            behind.append("band")
        missed.extend(f"{name} is ahead in {column}" for column in behind)
    return missed


def share(value: float, *, small: bool = False) -> str:
    """A share with four decimals, rounded down: 1.0000 and 100.00 % are said only of all."""
    if small:
        return "0" if value == 0 else f"{value:.1e}" if value < 1e-3 else f"{value:.4f}"
    return f"{math.floor(value * 1e4 + 1e-9) / 1e4:.4f}".removeprefix("0")


def percent(value: float) -> str:
    return f"{math.floor(value * 1e4 + 1e-9) / 100:.2f} %"


def row(name: str, figures: dict[str, Any]) -> list[str]:
    cells = [share(figures[column], small=column == "band false accepts") for column in COLUMNS]
    return [name, *cells, f"{figures['threshold']:g}", str(figures["failed"] or "")]


HEADER = ["", "AUC", "R@1e-2", "R@1e-3", "R@1e-4", "band R", "band FA", "from", "fails"]


def print_kind(console: Any, kind: str, found: dict[str, Any]) -> None:
    from rich.table import Table

    true, false = found["pairs"]["true"], found["pairs"]["false"]
    table = Table(
        title=f"{kind}: {true:,} true pairs, {false:,} hard negatives", title_justify="left", title_style="bold"
    )
    for at, title in enumerate(HEADER):
        table.add_column(title, justify="right" if at else "left", no_wrap=True)
    for name, figures in found["measures"].items():
        table.add_row(*row(name, figures), style="bold green" if name == OURS else None)
    console.print(table)
    console.print(f"  unrelated pairs under 10: {percent(found['unrelated under 10'])}")
    for extra, figures in found.get("besides", {}).items():
        console.print(f"  {extra}: {percent(figures['recall'])} of {figures['pairs']:,} at the band")
    for line in found["missed aims"]:
        console.print(f"  [bold red]aim missed:[/] {line}")
    console.print()


def markdown(found: dict[str, Any]) -> str:
    """The tables of docs/accuracy.md."""
    versions = ", ".join(f"{name} {number}" for name, number in found["versions"].items())
    lines = [f"Seed {found['seed']}; {versions}.", ""]
    for kind, figures in found["kinds"].items():
        pairs = figures["pairs"]
        lines += [f"### {kind}", "", f"{pairs['true']:,} true pairs, {pairs['false']:,} hard negatives.", ""]
        lines += ["| " + " | ".join(HEADER) + " |", "| --- " + "| ---: " * (len(HEADER) - 1) + "|"]
        for name, measures in figures["measures"].items():
            cells = row(name, measures)
            lines.append("| " + " | ".join(f"**{cell}**" if name == OURS and cell else cell for cell in cells) + " |")
        lines += [
            "",
            f"Of {pairs['unrelated']:,} unrelated pairs {percent(figures['unrelated under 10'])} score under 10.",
        ]
        for extra, at_band in figures["besides"].items():
            lines.append(f"{extra}: {percent(at_band['recall'])} of {at_band['pairs']:,} pairs at the band.")
        if figures["missed aims"]:
            lines.append(f"Aims missed: {'; '.join(figures['missed aims'])}.")
        lines += ["", f"![ROC curves of {kind}](accuracy/{kind}.svg)", ""]
    return "\n".join(lines)
