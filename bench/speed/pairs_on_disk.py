"""The pairs of a kind as Arrow columns, made once and kept in bench/results."""

from __future__ import annotations

import os
import random
import sys
from pathlib import Path
from typing import NamedTuple

import numpy as np
import pyarrow as pa
import pyarrow.parquet as pq

BENCH = Path(__file__).resolve().parent.parent
sys.path.insert(0, str(BENCH / "accuracy"))
import peers  # noqa: E402, F401 - for rivals, which cannot import it before the path is set
import phone_pairs  # noqa: E402
import run as accuracy  # noqa: E402
from pairs import Pair, unrelated  # noqa: E402

KINDS = ("digits", "phone", "email", "person_name", "text", "address")
# What a caller gave is a transcript of speech in one true pair of four; for names and text the accuracy bench's own
# shares stand, where every class but the foreign scripts may be either.
SPOKEN_SHARE = 0.25
WITH_SPOKEN_SHARE = ("digits", "phone", "email", "address")
# Distinct pairs of a kind; more rows repeat them in another order.
DISTINCT = 120_000


class Columns(NamedTuple):
    """Two columns of one length, Arrow strings."""

    said: pa.Array
    stored: pa.Array

    def rows(self, count: int, seed: int = 1) -> Columns:
        """`count` rows: whole passes over the columns, each in an order of its own."""
        chance = np.random.default_rng(seed)
        passes = [chance.permutation(len(self.said)) for _ in range(-(-count // len(self.said)))]
        order = pa.array(np.concatenate(passes)[:count])
        return Columns(self.said.take(order), self.stored.take(order))

    def lists(self) -> tuple[list[str], list[str]]:
        return self.said.to_pylist(), self.stored.to_pylist()


class Sets(NamedTuple):
    """The mix that targets are measured on, and its extremes. `true`: which rows of the mix are one person's."""

    mix: Columns
    true: np.ndarray
    equal: Columns
    unrelated: Columns
    spoken: Columns


def is_spoken(pair: Pair) -> bool:
    return "spoken" in pair.cls or "dictated" in pair.cls


def true_pairs(kind: str, chance: random.Random, count: int) -> list[Pair]:
    """True pairs of the accuracy bench's makers, phones of the default region only, spoken ones by their share."""
    shares, makers = zip(*(phone_pairs.true_in("US") if kind == "phone" else accuracy.MAKERS[kind].TRUE), strict=True)
    room = {True: round(count * SPOKEN_SHARE), False: count - round(count * SPOKEN_SHARE)}
    found: list[Pair] = []
    while len(found) < count:
        pair = chance.choices(makers, shares)[0](chance)
        if not pair or not pair.said or not pair.stored or pair.region != "US":
            continue
        if kind in WITH_SPOKEN_SHARE:
            if room[is_spoken(pair)] == 0:
                continue
            room[is_spoken(pair)] -= 1
        found.append(pair)
    return found


def make(kind: str, seed: int, count: int) -> pa.Table:
    chance = random.Random(f"speed {seed} {kind}")
    true = true_pairs(kind, chance, count // 2)
    both = [*true, *unrelated(chance, true, count - len(true))]
    chance.shuffle(both)
    said_spoken = {pair.said for pair in true if is_spoken(pair)}
    return pa.table(
        {
            "said": [pair.said for pair in both],
            "stored": [pair.stored for pair in both],
            "true": [pair.true for pair in both],
            "spoken": [pair.said in said_spoken for pair in both],
        }
    )


def load(kind: str, seed: int, folder: Path, count: int = DISTINCT) -> Sets:
    """The sets of a kind; the first call with a seed and count makes them (a minute or two) and keeps them."""
    path = folder / f"pairs-{kind}-{seed}-{count}.parquet"
    if not path.exists():
        folder.mkdir(parents=True, exist_ok=True)
        partial = path.with_suffix(".partial")
        pq.write_table(make(kind, seed, count), partial)
        os.replace(partial, path)
    table = pq.read_table(path).combine_chunks()
    said, stored = (table.column(name).chunk(0) for name in ("said", "stored"))
    true, spoken = (table.column(name).to_numpy() for name in ("true", "spoken"))
    return Sets(
        Columns(said, stored),
        true,
        Columns(stored, stored),
        Columns(said.filter(pa.array(~true)), stored.filter(pa.array(~true))),
        Columns(said.filter(pa.array(spoken)), stored.filter(pa.array(spoken))),
    )
