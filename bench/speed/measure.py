"""The measurements: each asserts its answers, times its contenders in turns and says which aims it concerns."""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np
import rivals
import targets
from alternate import Contender, Timing, timings
from pairs_on_disk import Sets
from targets import Aim

import ablmatch
from ablmatch import _core

OURS = "ablmatch, Arrow"
OURS_LISTS = "ablmatch, lists"
OURS_TWO = "ablmatch, Arrow, two threads"
OURS_SCALAR = "ablmatch match_score, scalar"


class Measured(NamedTuple):
    """Timings by name, and the aims that they settle."""

    timings: dict[str, Timing]
    aims: list[Aim]


def pairs_contender(name: str, said: Any, stored: Any, kind: str, threads: int = 1) -> Contender:
    return Contender(name, lambda: ablmatch.score_pairs(said, stored, kind, threads=threads), len(said))


def assert_answers(sets: Sets, kind: str) -> None:
    """Batch equals scalar on a sample, lists equal Arrow, and the scores tell true pairs from unrelated ones."""
    said, stored = sets.mix.said[:5000], sets.mix.stored[:5000]
    scores = ablmatch.score_pairs(said, stored, kind, threads=1)
    lists = said.to_pylist(), stored.to_pylist()
    one_by_one = [ablmatch.match_score(one, other, kind) for one, other in zip(*lists, strict=True)]
    assert scores.tolist() == one_by_one, f"{kind}: batch and scalar differ"
    assert (ablmatch.score_pairs(*lists, kind, threads=2) == scores).all(), f"{kind}: lists and Arrow differ"
    band = 100 if kind in {"digits", "phone"} else 70
    matched = scores >= band
    true = sets.true[: len(scores)]
    assert matched[true].mean() > 0.95, f"{kind}: {matched[true].mean():.3f} of the true pairs match"
    assert matched[~true].mean() < 0.001, f"{kind}: {matched[~true].mean():.4f} of the unrelated pairs match"
    assert (ablmatch.score_pairs(sets.equal.said[:5000], sets.equal.stored[:5000], kind) == 100).all()


def columns(kind: str, sets: Sets, rows: int, rounds: int, advance: Callable[[], None]) -> Measured:
    """T1 to T5: whole columns against the string measures, the engines and the tools that know the kind."""
    assert_answers(sets, kind)
    mix = sets.mix.rows(rows)
    said, stored = mix.lists()
    contenders = [
        pairs_contender(OURS, mix.said, mix.stored, kind),
        pairs_contender(OURS_LISTS, said, stored, kind),
        pairs_contender(OURS_TWO, mix.said, mix.stored, kind, threads=2),
        *rivals.rapidfuzz_columns(said, stored),
        *rivals.engines(mix),
        *rivals.knowing(kind, said, stored),
    ]
    found = timings(contenders, rounds, advance)

    def ratio(name: str, ours: str = OURS) -> float:
        return found[name].median / found[ours].median

    aims = [
        Aim(
            "T1", f"{kind}: {rivals.JARO_WINKLER}", ratio(rivals.JARO_WINKLER), targets.AGAINST_JARO_WINKLER[kind], True
        ),
        Aim("T2", f"{kind}: {rivals.WRATIO}", ratio(rivals.WRATIO), targets.AGAINST_WRATIO[kind], True),
    ]
    if kind in targets.AGAINST_KNOWING:
        name = rivals.KNOWS_THE_KIND[kind]
        aims.append(Aim("T3", f"{kind}: {name}", ratio(name), targets.AGAINST_KNOWING[kind], True))
    name = rivals.HAND_WRITTEN
    aims.append(Aim("T3", f"{kind}: {name}", ratio(name), targets.AGAINST_HAND_WRITTEN[kind], True))
    for name, bounds in ((rivals.JARO_WINKLER, targets.AGAINST_JARO_WINKLER), (rivals.WRATIO, targets.AGAINST_WRATIO)):
        bound = targets.LISTS_SHARE * bounds[kind]
        aims.append(Aim("T4", f"{kind}, lists: {name}", ratio(name, OURS_LISTS), bound, True))
    aims.append(Aim("T5", f"{kind}: two threads against one", ratio(OURS, OURS_TWO), targets.TWO_THREADS, True))
    return Measured(found, aims)


def extremes(kind: str, sets: Sets, rows: int, rounds: int, advance: Callable[[], None]) -> Measured:
    """All equal, all unrelated, all spoken: no aims, for the reader."""
    contenders = [
        pairs_contender(f"{name} only", *getattr(sets, name).rows(rows), kind)
        for name in ("equal", "unrelated", "spoken")
        if len(getattr(sets, name).said)
    ]
    return Measured(timings(contenders, rounds, advance), [])


def scalar(kind: str, sets: Sets, rounds: int, advance: Callable[[], None]) -> Measured:
    """T6: one call a pair from a Python loop, the loop's own cost in all of them."""
    said, stored = sets.mix.rows(rivals.SCALAR_ROWS).lists()
    match_score = ablmatch.match_score

    def ours() -> list[int]:
        return [match_score(one, other, kind) for one, other in zip(said, stored, strict=True)]

    found = timings([Contender(OURS_SCALAR, ours, len(said)), *rivals.scalars(said, stored)], rounds, advance)
    ours_median = found[OURS_SCALAR].median
    osa, wratio = found["rapidfuzz OSA.distance, scalar"].median, found["rapidfuzz WRatio, scalar"].median
    aims = []
    if kind in targets.SCALAR_OSA:
        aims.append(
            Aim("T6", f"{kind}: time of rapidfuzz OSA.distance", ours_median / osa, targets.SCALAR_OSA[kind], False)
        )
    if kind in targets.SCALAR_WRATIO:
        aims.append(Aim("T6", f"{kind}: rapidfuzz WRatio", wratio / ours_median, targets.SCALAR_WRATIO[kind], True))
    return Measured(found, aims)


def stored_of(sets: Sets, kind: str, count: int) -> list[str]:
    """`count` different stored values: those of the pairs, and beyond those new ones with their words mixed anew."""
    values = list(dict.fromkeys(sets.mix.stored.to_pylist()))
    chance = random.Random(f"index {kind}")
    known = set(values)
    while len(values) < count:
        one, other = chance.choice(values).split(" "), chance.choice(values).split(" ")
        mixed = " ".join([*one[:-1], other[-1]]) if kind != "digits" else str(chance.randrange(10**6, 10**10))
        mixed = mixed if mixed not in known else f"{mixed} {chance.randrange(10**6)}"
        if mixed not in known:
            known.add(mixed)
            values.append(mixed)
    return values[:count]


def search(sets: Sets, size: int, rounds: int, advance: Callable[[], None]) -> Measured:
    """T7: names said by callers, looked up among `size` stored ones."""
    stored = stored_of(sets, "person_name", size)
    said = sets.mix.said[:20].to_pylist()
    index = ablmatch.Index(stored, "person_name")
    for one in said:
        scores = ablmatch.score_pairs([one] * size, stored, "person_name")
        order = np.lexsort((np.arange(size), -scores))[:5]
        brute = [(int(at), int(scores[at])) for at in order if scores[at] >= 10]
        assert [tuple(hit) for hit in index.search(one)] == brute, "the index differs from brute force"

    def ours() -> list[object]:
        return [index.search(one, threads=1) for one in said]

    found = timings(
        [Contender("ablmatch Index.search", ours, len(said)), *rivals.searches(said, stored)], rounds, advance
    )
    ours_median = found["ablmatch Index.search"].median
    aims = [
        Aim(
            "T7",
            f"rapidfuzz extractOne {name}, {size:,} names",
            found[f"rapidfuzz extractOne {name} + default_process"].median / ours_median,
            bound,
            True,
        )
        for name, bound in (("WRatio", targets.SEARCH_WRATIO), ("Jaro-Winkler", targets.SEARCH_JARO_WINKLER))
    ]
    return Measured(found, aims)


def floor(sets: Sets, rows: int, rounds: int, advance: Callable[[], None]) -> Measured:
    """T8: how far the whole name score is from lower-casing, stripping and an OSA distance in our own kernels."""
    from rapidfuzz.distance import OSA

    mix = sets.mix.rows(rows)
    said, stored = (_core.ArrowColumn(column, "column") for column in mix)
    distances = np.asarray(_core.probe_floor(said, stored))
    for at in range(2000):
        one, other = mix.said[at].as_py(), mix.stored[at].as_py()
        if one.isascii() and other.isascii():
            assert distances[at] == OSA.distance(one.lower().strip(), other.lower().strip())
    contenders = [
        pairs_contender(OURS, mix.said, mix.stored, "person_name"),
        Contender("lower, strip, OSA in our own kernels", lambda: _core.probe_floor(said, stored), rows),
    ]
    found = timings(contenders, rounds, advance)
    ratio = found[OURS].median / found[contenders[1].name].median
    return Measured(found, [Aim("T8", "person_name: time of lower, strip, OSA", ratio, targets.FLOOR, False)])


def rows_growth(kind: str, sets: Sets, most: int, rounds: int, advance: Callable[[], None]) -> Measured:
    """Time a pair from a thousand rows to `most`."""
    counts = [10**power for power in range(3, 8) if 10**power <= most]
    columns_of = {count: sets.mix.rows(count) for count in counts}
    contenders = [
        pairs_contender(f"{count}", columns_of[count].said, columns_of[count].stored, kind) for count in counts
    ]
    found = timings(contenders, rounds, advance)
    aims = []
    if 10**5 in counts and counts[-1] > 10**5:
        ratio = found[f"{counts[-1]}"].median / found["100000"].median
        aims.append(
            Aim("L", f"{kind}: time a pair at {counts[-1]:,} rows against 100,000", ratio, targets.ROWS_GROWTH, False)
        )
    return Measured(found, aims)


LENGTHS = (8, 16, 32, 64, 128, 256, 512, 1024)
_LETTERS = "abcdefghijklmnopqrstuvwxyz"


def long_value(kind: str, chance: random.Random, size: int) -> str:
    """A value of the kind, `size` characters long."""
    word = lambda count: "".join(chance.choice(_LETTERS) for _ in range(count))  # noqa: E731
    if kind in {"digits", "phone"}:
        return "".join(chance.choice("0123456789") for _ in range(size))
    if kind == "email":
        return f"{word(size - 6)}@{word(1)}.com"
    text = ("12 " if kind == "address" else "") + " ".join(word(chance.randint(3, 9)) for _ in range(size // 4 + 2))
    return text[: size - 1].rstrip() + "e" * (size - len(text[: size - 1].rstrip()))


def lengths(kind: str, rounds: int, advance: Callable[[], None]) -> Measured:
    """Time a pair by string length: values of random letters, half of the pairs equal but for one character."""
    contenders = []
    for size in LENGTHS:
        chance = random.Random(f"length {kind} {size}")
        stored = [long_value(kind, chance, size) for _ in range(max(64, 40_000 // size))]
        said = []
        for at, value in enumerate(stored):
            place = chance.randrange(size)
            slipped = (
                value[:place] + chance.choice("0123456789" if value[place].isdigit() else _LETTERS) + value[place + 1 :]
            )
            said.append(slipped if at % 2 else stored[at - 1])
        contenders.append(pairs_contender(f"{size}", said, stored, kind))
    return Measured(timings(contenders, rounds, advance), [])


def index_sizes(sets: Sets, most: int, rounds: int, advance: Callable[[], None]) -> Measured:
    """Time a search from a thousand stored names to `most`."""
    said = sets.mix.said[20:60].to_pylist()
    contenders = []
    for size in (10**power for power in range(3, 7)):
        if size > most:
            break
        index = ablmatch.Index(stored_of(sets, "person_name", size), "person_name")
        contenders.append(Contender(f"{size}", lambda index=index: index.search_many(said, threads=1), len(said)))
    return Measured(timings(contenders, rounds, advance), [])


def memory(folder: Path, seed: int, count: int, rows: int) -> Iterator[Aim]:
    """T9, for the kind that keeps the largest forms and the one that is used most."""
    from children import batch_memory_mib

    for kind in ("email", "person_name"):
        mib = batch_memory_mib(folder / f"pairs-{kind}-{seed}-{count}.parquet", rows, kind)
        yield Aim("T9", f"{kind}: memory of score_pairs on {rows:,} Arrow pairs", mib, targets.MEMORY_MIB, False, "MiB")
