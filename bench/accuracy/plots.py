"""One picture a kind: recall against false accepts, on a logarithmic axis from one in 100,000 to all."""

from __future__ import annotations

from pathlib import Path

import numpy as np
from report import BANDS, OURS
from roc import Curve, at_threshold

FLOOR = 1e-5
COLOURS = ("#8a8f98", "#b08d57", "#5b8fb9", "#9a6fb0", "#c0605a", "#2f3e9e")
STYLES = ("-", "--", "-.", ":", (0, (5, 1)), (0, (3, 1, 1, 1)))


def plot(path: Path, kind: str, curves: dict[str, Curve], scores: np.ndarray, true: np.ndarray) -> None:
    """Writes the picture; the curve is drawn as steps, since between two thresholds there is nothing to choose."""
    import matplotlib as mpl

    mpl.use("svg" if path.suffix == ".svg" else "agg")
    mpl.rcParams["svg.hashsalt"] = "ablmatch"
    mpl.rcParams["svg.fonttype"] = "none"
    import matplotlib.pyplot as plt

    figure, axes = plt.subplots(figsize=(7.6, 4.4), layout="constrained")
    others = [name for name in curves if name != OURS]
    for name, colour, style in zip(others, COLOURS, STYLES, strict=False):
        _line(axes, curves[name], color=colour, linestyle=style, linewidth=1.4, label=name)
    _line(axes, curves[OURS], color="#0b6e4f", linewidth=2.6, label=OURS, zorder=5)
    recall, false = at_threshold(scores, true, BANDS.get(kind, 70))
    axes.plot(
        [max(false, FLOOR)],
        [recall],
        "o",
        color="#0b6e4f",
        markersize=7,
        zorder=6,
        clip_on=False,
        label=f"its match band (≥ {BANDS.get(kind, 70)})",
    )
    axes.set_xscale("log")
    axes.set_xlim(FLOOR, 1)
    axes.set_ylim(0, 1.02)
    axes.set_xlabel("hard negatives accepted (share, log scale; the left edge is none)")
    axes.set_ylabel("true pairs accepted")
    axes.set_title(kind, loc="left", fontweight="bold")
    axes.grid(visible=True, which="major", color="#d9dce1", linewidth=0.7)
    axes.set_axisbelow(True)
    for side in ("top", "right"):
        axes.spines[side].set_visible(False)
    handles, labels = axes.get_legend_handles_labels()
    order = sorted(range(len(labels)), key=lambda at: (labels[at] != OURS, "band" not in labels[at], at))
    axes.legend(
        [handles[at] for at in order],
        [labels[at] for at in order],
        loc="center left",
        bbox_to_anchor=(1.01, 0.5),
        frameon=False,
        fontsize=9,
    )
    path.parent.mkdir(parents=True, exist_ok=True)
    figure.savefig(path, metadata={"Date": None} if path.suffix == ".svg" else None, dpi=130)
    plt.close(figure)


def _line(axes: object, found: Curve, **style: object) -> None:
    false, recall = np.maximum(found.false_accepts, FLOOR), found.recall
    # A point that moves less than half a pixel cannot be seen, and there are tens of thousands of them.
    shown = np.unique(
        np.column_stack((np.round(np.log10(false) * 150), np.round(recall * 600))), axis=0, return_index=True
    )[1]
    shown = np.unique(np.append(shown, (0, len(false) - 1)))
    axes.step(false[shown], recall[shown], where="post", **style)  # type: ignore[attr-defined]
