"""Pictures of a run: pairs a second beside the peers, and how time grows with rows, length and index size."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import Any

OURS_COLOUR = "#0b6e4f"
LINES = ("#0b6e4f", "#2f3e9e", "#c0605a", "#b08d57", "#5b8fb9", "#9a6fb0")
# (label, names of the contenders that it stands for)
BARS = (
    ("ablmatch", ("ablmatch, Arrow",), OURS_COLOUR),
    ("ablmatch, lists", ("ablmatch, lists",), "#6fae97"),
    ("rapidfuzz Jaro-Winkler", ("rapidfuzz cpdist Jaro-Winkler + default_process",), "#5b8fb9"),
    ("rapidfuzz WRatio", ("rapidfuzz cpdist WRatio + default_process",), "#2f3e9e"),
    ("hand-written", ("hand-written re + rapidfuzz",), "#b08d57"),
    (
        "knows the kind",
        (
            "phonenumbers is_number_match",
            "email-validator + ratio",
            "nameparser + Jaro-Winkler",
            "usaddress, parts weighed",
        ),
        "#c0605a",
    ),
)


def draw(folder: Path, found: Mapping[str, Any]) -> None:
    import matplotlib as mpl

    mpl.use("svg")
    mpl.rcParams["svg.hashsalt"] = "ablmatch"
    mpl.rcParams["svg.fonttype"] = "none"
    folder.mkdir(parents=True, exist_ok=True)
    times = found["nanoseconds"]
    if times.get("columns"):
        _bars(folder / "columns.svg", times["columns"])
    if any(times.get(part) for part in ("rows", "lengths", "sizes")):
        _growth(folder / "scaling.svg", times)


def _bars(path: Path, kinds: Mapping[str, Mapping[str, Mapping[str, float]]]) -> None:
    import matplotlib.pyplot as plt

    figure, axes = plt.subplots(figsize=(9.2, 4.6), layout="constrained")
    width = 0.8 / len(BARS)
    for at, (label, names, colour) in enumerate(BARS):
        places, heights = [], []
        for row, timings in enumerate(kinds.values()):
            median = next((timings[name]["median"] for name in names if name in timings), None)
            if median is not None:
                places.append(row + (at - len(BARS) / 2 + 0.5) * width)
                heights.append(1e9 / median)
        axes.bar(places, heights, width * 0.92, color=colour, label=label)
    axes.set_yscale("log")
    axes.set_xticks(range(len(kinds)), [kind.replace("_", " ") for kind in kinds])
    axes.set_ylabel("pairs a second, one thread")
    axes.grid(axis="y", color="#dddddd", linewidth=0.6)
    axes.set_axisbelow(True)
    axes.spines[["top", "right"]].set_visible(False)
    axes.legend(ncols=3, fontsize="small", frameon=False, loc="upper center", bbox_to_anchor=(0.5, -0.08))
    figure.savefig(path, metadata={"Date": None})
    plt.close(figure)


def _growth(path: Path, times: Mapping[str, Any]) -> None:
    import matplotlib.pyplot as plt

    panels = [
        ("rows", "rows", "ns a pair"),
        ("lengths", "characters a value", "ns a pair"),
        ("sizes", "stored names in the index", "µs a search"),
    ]
    figure, axes = plt.subplots(1, 3, figsize=(11, 3.6), layout="constrained")
    for axis, (part, label, unit) in zip(axes, panels, strict=True):
        for (kind, timings), colour in zip(times.get(part, {}).items(), LINES, strict=False):
            steps = [int(step) for step in timings]
            scale = 1e-3 if part == "sizes" else 1
            medians = [one["median"] * scale for one in timings.values()]
            axis.plot(steps, medians, "o-", color=colour, markersize=3.5, linewidth=1.5, label=kind.replace("_", " "))
        axis.set_xscale("log", base=2 if part == "lengths" else 10)
        axis.set_yscale("log")
        axis.set_xlabel(label)
        axis.set_ylabel(unit)
        axis.grid(color="#dddddd", linewidth=0.6)
        axis.spines[["top", "right"]].set_visible(False)
    handles, labels = axes[1].get_legend_handles_labels()
    figure.legend(handles, labels, ncols=6, fontsize="small", frameon=False, loc="outside lower center")
    figure.savefig(path, metadata={"Date": None})
    plt.close(figure)
