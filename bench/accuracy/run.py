"""How well ablmatch tells true pairs from hard negatives, beside what a user could pick instead.

Makes the pairs of each kind from one seed, scores them with every measure, prints ROC-AUC, recall at three false-accept
rates, and recall and false accepts at the match band; checks the aims. Exit status 1 where an aim is missed, which
`--quick` only reports.

    pip install '.[bench]'
    python bench/accuracy/run.py [--quick] [--kinds digits phone] [--json FILE] [--plots DIR] [--seed N]
"""

from __future__ import annotations

import argparse
import json
import platform
import random
import sys
import time
from collections import Counter, defaultdict
from importlib.metadata import version
from pathlib import Path
from typing import Any

import address_pairs
import digit_pairs
import email_pairs
import name_pairs
import numpy as np
import phone_pairs
import text_pairs
from page import page_for, write_figures
from pairs import Pair, draw, unrelated
from peers import Peer, peers, scores
from report import AIMS, BANDS, COLUMNS, OURS, markdown, missed_aims, print_kind
from roc import RATES, Curve, area, at_threshold, curve, recall_at

MAKERS = {
    "digits": digit_pairs,
    "phone": phone_pairs,
    "email": email_pairs,
    "person_name": name_pairs,
    "address": address_pairs,
    "text": text_pairs,
}
PACKAGES = (
    "ablmatch rapidfuzz phonenumbers nameparser usaddress email-validator nicknames names faker recordlinkage "
    "jellyfish numpy"
).split()


def pairs_of(kind: str, seed: int, true: int, false: int) -> tuple[list[Pair], list[Pair]]:
    """True pairs and hard negatives of a kind; each kind has a stream of its own, so that `--kinds` changes nothing."""
    chance = random.Random(f"{seed} {kind}")
    maker = MAKERS[kind]
    return draw(chance, maker.TRUE, true), draw(chance, maker.FALSE, false)


def ours(kind: str, pairs: list[Pair]) -> np.ndarray:
    """Scores of ablmatch; phones with the region of each pair."""
    import ablmatch

    if kind != "phone":
        return ablmatch.score_pairs([pair.said for pair in pairs], [pair.stored for pair in pairs], kind).astype(float)
    found = np.empty(len(pairs))
    by_region: dict[str, list[int]] = defaultdict(list)
    for at, pair in enumerate(pairs):
        by_region[pair.region].append(at)
    for region, places in by_region.items():
        said, stored = ([getattr(pairs[at], side) for at in places] for side in ("said", "stored"))
        found[places] = ablmatch.score_pairs(said, stored, kind, region=region)
    return found


def figures_of(found: Curve, scored: np.ndarray, true: np.ndarray, threshold: float, failed: int) -> dict[str, Any]:
    recall, false = at_threshold(scored, true, threshold)
    values = (area(found), *(recall_at(found, rate) for rate in RATES), recall, false)
    return dict(zip(COLUMNS, values, strict=True)) | {"threshold": threshold, "failed": failed}


def misses(kind: str, pairs: list[Pair], scored: np.ndarray) -> dict[str, Any]:
    """For each class of pairs: how many, how many judged wrongly at the band, and a few of them with their scores."""
    band = BANDS.get(kind, 70)
    wrong: dict[str, list[tuple[float, Pair]]] = defaultdict(list)
    count = Counter(pair.cls for pair in pairs)
    for pair, score in zip(pairs, scored, strict=True):
        if (score >= band) != pair.true:
            wrong[pair.cls].append((score, pair))
    return {
        cls: {
            "pairs": count[cls],
            "true": found[0][1].true,
            "wrong": len(found),
            "examples": [{"said": p.said, "stored": p.stored, "score": s, "region": p.region} for s, p in found[:40]],
        }
        for cls, found in sorted(wrong.items(), key=lambda item: -len(item[1]))
    }


def besides(kind: str) -> dict[str, Any]:
    """FEBRL 4 whole, beside the part that a careful human would call the same and that is among the true pairs."""
    maker = MAKERS[kind]
    if not hasattr(maker, "febrl_pairs"):
        return {}
    found = {}
    for title, pairs in zip(
        ("FEBRL 4, all duplicates", "FEBRL 4, those a careful human would accept"), maker.febrl_pairs(), strict=True
    ):
        found[title] = {"pairs": len(pairs), "recall": float((ours(kind, pairs) >= BANDS.get(kind, 70)).mean())}
    return found


def judge(kind: str, arguments: argparse.Namespace, progress: Any) -> dict[str, Any]:
    size = (2_000, 5_000) if arguments.quick else (20_000, 50_000)
    measures = [] if arguments.alone else peers(kind)
    task = progress.add_task(f"{kind}: pairs", total=(len(measures) + 1) * sum(size))
    true_pairs, false_pairs = pairs_of(kind, arguments.seed, *size)
    pairs = true_pairs + false_pairs
    true = np.array([pair.true for pair in pairs])
    scored = ours(kind, pairs)
    progress.advance(task, len(pairs))
    curves = {OURS: curve(scored, true)}
    rows = {OURS: figures_of(curves[OURS], scored, true, BANDS.get(kind, 70), 0)}
    for peer in measures:
        progress.update(task, description=f"{kind}: {peer.name}")
        rows[peer.name], curves[peer.name] = measured(peer, pairs, true, lambda count: progress.advance(task, count))
    strangers = list(unrelated(random.Random(f"{arguments.seed} {kind} unrelated"), true_pairs, size[0]))
    under_ten = float((ours(kind, strangers) < 10).mean())
    progress.remove_task(task)
    if arguments.plots:
        from plots import plot

        plot(arguments.plots / f"{kind}.{arguments.format}", kind, curves, scored, true)
    return {
        "pairs": {"true": len(true_pairs), "false": len(false_pairs), "unrelated": len(strangers)},
        "measures": rows,
        "unrelated under 10": under_ten,
        "missed aims": missed_aims(kind, rows, under_ten),
        "besides": besides(kind),
        "wrong at the band": misses(kind, pairs, scored),
    }


def measured(peer: Peer, pairs: list[Pair], true: np.ndarray, advance: Any) -> tuple[dict[str, Any], Curve]:
    scored, failed = scores(peer, pairs, advance)
    found = curve(scored, true)
    return figures_of(found, scored, true, peer.threshold, failed), found


def arguments_of(given: list[str] | None = None) -> argparse.Namespace:
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument(
        "--quick", action="store_true", help="2,000 true and 5,000 negative pairs a kind; aims are not enforced"
    )
    parser.add_argument(
        "--kinds", nargs="+", choices=list(AIMS), default=list(AIMS), metavar="KIND", help=", ".join(AIMS)
    )
    parser.add_argument(
        "--json", type=Path, metavar="FILE", help="write all figures, with examples of what was judged wrongly"
    )
    parser.add_argument(
        "--markdown", type=page_for(__file__), metavar="FILE", help="write the tables between the marks of this page"
    )
    parser.add_argument("--plots", type=Path, metavar="DIR", help="write a ROC picture for each kind")
    parser.add_argument("--format", choices=("svg", "png"), default="svg", help="of the pictures (default svg)")
    parser.add_argument("--seed", type=int, default=20, metavar="N", help="another seed makes other pairs (default 20)")
    parser.add_argument("--alone", action="store_true", help="ablmatch only, no peers")
    return parser.parse_args(given)


def main() -> int:
    from rich.console import Console
    from rich.progress import BarColumn, Progress, TextColumn, TimeElapsedColumn

    arguments = arguments_of()
    console, started = Console(), time.monotonic()
    if not console.is_terminal:
        console = Console(width=120)
    found: dict[str, Any] = {
        "seed": arguments.seed,
        "quick": arguments.quick,
        "versions": {"python": platform.python_version()} | {name: version(name) for name in PACKAGES},
        "kinds": {},
    }
    columns = (TextColumn("{task.description:48}"), BarColumn(), TimeElapsedColumn())
    with Progress(*columns, console=Console(stderr=True), transient=True) as progress:
        for kind in arguments.kinds:
            found["kinds"][kind] = judge(kind, arguments, progress)
            print_kind(console, kind, found["kinds"][kind])
    missed = sum(len(figures["missed aims"]) for figures in found["kinds"].values())
    console.print(f"{missed or 'No'} aims missed; seed {arguments.seed}, {time.monotonic() - started:.0f} s.")
    if arguments.json:
        arguments.json.write_text(json.dumps(found, indent=1, ensure_ascii=False) + "\n", encoding="utf-8")
    if arguments.markdown:
        write_figures(arguments.markdown, __file__, markdown(found))
    return 1 if missed and not arguments.quick else 0


if __name__ == "__main__":
    sys.exit(main())
