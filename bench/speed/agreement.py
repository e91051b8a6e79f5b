"""Holds every fast way against the plain one, on many pairs: CPU levels, threads, lists, single calls, and the index.

Of each kind a million pairs (a third true and unrelated pairs of the accuracy bench, a third of its values paired anew,
a third with slips) are scored in child processes at every CPU level of the machine, on one and on two threads, as Arrow
columns and as lists; some of them also one by one and by explain().  An index over 100,000 values is asked for 1,000
said ones, and so is brute force.  Prints one line a check, and exits with 1 where two ways differ.

    python bench/speed/agreement.py [--pairs 1000000] [--index 100000 1000] [--kind digits ...]
"""

from __future__ import annotations

import argparse
import os
import random
import subprocess
import sys
import tempfile
import time
from pathlib import Path

import numpy as np
import numpy.typing as npt
import pyarrow as pa
import pyarrow.parquet as pq
from pairs_on_disk import DISTINCT, KINDS, Columns, load

import ablmatch
from ablmatch import _core

Scores = npt.NDArray[np.int16]

LEVELS = ("plain", "sse4.2", "avx2", "avx512")
ONE_BY_ONE = 100_000
EXPLAINED = 50_000
LIMIT = 5
MIN_SCORE = 10

# Scores of the pairs of a file, Arrow columns on one and on two threads and lists on two, as raw int16.
_CHILD = """
import sys
import pyarrow.parquet as pq
import ablmatch
table = pq.read_table(sys.argv[1]).combine_chunks()
said, stored = (table.column(name).chunk(0) for name in ("said", "stored"))
for threads in (1, 2):
    sys.stdout.buffer.write(ablmatch.score_pairs(said, stored, sys.argv[2], threads=threads).tobytes())
scores = ablmatch.score_pairs(said.to_pylist(), stored.to_pylist(), sys.argv[2], threads=2)
sys.stdout.buffer.write(scores.tobytes())
"""
_WAYS = ("Arrow, 1 thread", "Arrow, 2 threads", "lists, 2 threads")


def levels_here() -> tuple[str, ...]:
    """The levels of this machine, from the least to the one in use."""
    most = _core.CPU_LEVEL
    return ("plain", "neon") if most == "neon" else LEVELS[: LEVELS.index(most) + 1]


def slip(text: str, chance: random.Random) -> str:
    """One slip of a hand, a recognizer or a file format."""
    place = chance.randrange(len(text) + 1)
    step = chance.randrange(6)
    if step == 0:
        return text[:place] + text[place + 1 :]
    if step == 1:
        return text[:place] + chance.choice("aeiou tnrs0123456789-.,@'`_:\t\u00e9\u0441") + text[place:]
    if step == 2:
        return text[:place] + text[place + 1 : place + 2] + text[place : place + 1] + text[place + 2 :]
    if step == 3:
        return text.swapcase()
    if step == 4:
        words = text.split(" ")
        chance.shuffle(words)
        return " ".join(words)
    return text + chance.choice((" please", " no wait", " or", "  ", " um 4", " " + text))


def many_pairs(base: Columns, kind: str, count: int) -> pa.Table:
    """`count` pairs: of the bench, of its values paired anew, and with slips."""
    chance = random.Random(f"agreement {kind}")
    shuffle = np.random.default_rng(5)
    part = -(-count // 3)
    said, stored = base.rows(part)
    anew = base.said.take(pa.array(shuffle.integers(0, len(base.said), part)))
    other = base.stored.take(pa.array(shuffle.integers(0, len(base.stored), part)))
    with_slips = [slip(text, chance) for text in said.to_pylist()]
    return pa.table(
        {
            "said": pa.chunked_array([said, anew, pa.array(with_slips)]).slice(0, count),
            "stored": pa.chunked_array([stored, other, stored]).slice(0, count),
        }
    )


def differences(name: str, wanted: Scores, found: Scores, said: pa.ChunkedArray, stored: pa.ChunkedArray) -> int:
    """Prints how many scores agree, and the first pair that does not; gives how many differ."""
    places = np.flatnonzero(wanted != found)
    print(f"  {name}: {len(wanted) - len(places):,} agree, {len(places):,} differ", flush=True)
    for place in places[:3].tolist():
        print(f"    {found[place]}, not {wanted[place]}: {said[place].as_py()!r} | {stored[place].as_py()!r}")
    return len(places)


def compare_ways(kind: str, pairs: pa.Table, folder: Path) -> int:
    """Every level in a child, single calls and explanations here; gives how many scores differ."""
    path = folder / "pairs.parquet"
    pq.write_table(pairs, path)
    said, stored = pairs.column("said"), pairs.column("stored")
    wanted: Scores = ablmatch.score_pairs(said, stored, kind, threads=1)
    wrong = 0
    for level in levels_here():
        done = subprocess.run(
            [sys.executable, "-c", _CHILD, str(path), kind],
            stdout=subprocess.PIPE,
            env={**os.environ, "ABLMATCH_CPU": level},
            check=True,
        )
        for way, found in zip(_WAYS, np.frombuffer(done.stdout, np.int16).reshape(len(_WAYS), -1), strict=True):
            wrong += differences(f"{level}, {way}", wanted, found, said, stored)
    # Spread over the whole, so that every third is among them.
    for name, call, count in (
        ("one by one", lambda one, other: ablmatch.match_score(one, other, kind), ONE_BY_ONE),
        ("explain", lambda one, other: ablmatch.explain(one, other, kind).score, EXPLAINED),
    ):
        places = np.linspace(0, len(pairs) - 1, min(count, len(pairs))).astype(np.int64)
        some_said, some_stored = said.take(pa.array(places)), stored.take(pa.array(places))
        scores = [call(one, other) for one, other in zip(some_said.to_pylist(), some_stored.to_pylist(), strict=True)]
        wrong += differences(name, wanted[places], np.array(scores, np.int16), some_said, some_stored)
    return wrong


def best_of(scores: Scores) -> list[tuple[int, int]]:
    """(position, score) of the best hits, highest score first, equal scores by position."""
    places = np.flatnonzero(scores >= MIN_SCORE)
    order = places[np.lexsort((places, -scores[places]))][:LIMIT]
    return list(zip(order.tolist(), scores[order].tolist(), strict=True))


def compare_index(kind: str, base: Columns, entries: int, searches: int) -> int:
    """The index against scoring every stored value; gives how many searches differ."""
    stored = base.rows(entries, seed=2).stored
    said = base.rows(searches, seed=3).said.to_pylist()
    index = ablmatch.Index(stored, kind)
    start = time.perf_counter()
    found = [[(hit.position, hit.score) for hit in hits] for hits in index.search_many(said, LIMIT, MIN_SCORE)]
    searched = time.perf_counter() - start
    row_of_one = pa.array(np.zeros(entries, np.int8))
    start = time.perf_counter()
    wanted = [
        best_of(ablmatch.score_pairs(pa.DictionaryArray.from_arrays(row_of_one, pa.array([text])), stored, kind))
        for text in said
    ]
    scored = time.perf_counter() - start
    wrong = [place for place in range(searches) if found[place] != wanted[place]]
    print(
        f"  index of {entries:,}, {searches:,} searches: {searches - len(wrong):,} agree, {len(wrong):,} differ "
        f"({1e3 * searched / searches:.2f} ms a search, brute force {1e3 * scored / searches:.2f} ms)",
        flush=True,
    )
    for place in wrong[:3]:
        print(f"    {found[place]}, not {wanted[place]}: {said[place]!r}")
    return len(wrong)


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("--pairs", type=int, default=1_000_000, help="pairs of a kind (0: none)")
    parser.add_argument("--index", type=int, nargs=2, default=(100_000, 1_000), metavar=("STORED", "SAID"))
    parser.add_argument("--kind", nargs="*", default=list(KINDS), choices=KINDS)
    parser.add_argument("--distinct", type=int, default=DISTINCT, help="distinct pairs to make of a kind")
    parser.add_argument("--folder", type=Path, default=Path(__file__).resolve().parent.parent / "results")
    options = parser.parse_args()
    wrong = 0
    for kind in options.kind:
        print(f"{kind}: levels {', '.join(levels_here())}", flush=True)
        base = load(kind, 1, options.folder, options.distinct).mix
        if options.pairs > 0:
            with tempfile.TemporaryDirectory() as folder:
                wrong += compare_ways(kind, many_pairs(base, kind, options.pairs), Path(folder))
        if min(options.index) > 0:
            wrong += compare_index(kind, base, *options.index)
    print(f"{wrong:,} differences")
    return wrong != 0


if __name__ == "__main__":
    sys.exit(main())
