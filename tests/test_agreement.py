"""One score for a pair, however it is asked for: at every CPU level, on any number of threads, one by one or in columns."""

import json
import os
import random
import subprocess
import sys
from pathlib import Path

import numpy as np
import pytest

import ablmatch as abl
from ablmatch import _core

pytestmark = pytest.mark.native

CASES = Path(__file__).resolve().parent / "cases"
PAIRS = 20_000
LEVELS = ["plain", "sse4.2", "avx2", "avx512", "neon"]

# Scores of all pairs on standard input, as the arguments say; written as raw int16.
CHILD = """
import json, sys
import ablmatch as abl
pairs = json.load(sys.stdin)
for kind, (said, stored) in pairs.items():
    for threads in (1, 2):
        sys.stdout.buffer.write(abl.score_pairs(said, stored, kind, threads=threads).tobytes())
"""


def levels_here():
    """The levels of this machine, from the least to the one in use."""
    most = _core.CPU_LEVEL
    return ["plain", "neon"] if most == "neon" else LEVELS[: LEVELS.index(most) + 1]


def spoilt(text, chance):
    """A text with a slip or two of the kinds that people and recognizers make, or as it is."""
    letters = list(text)
    for _ in range(chance.choice([0, 0, 1, 1, 2])):
        place = chance.randrange(len(letters) + 1)
        step = chance.randrange(6)
        if step == 0:
            del letters[place : place + 1]
        elif step == 1:
            letters.insert(place, chance.choice("aeiou stnr0123456789-.,@'`_:\\t\\u00e9\\u0441"))
        elif step == 2 and place + 1 < len(letters):
            letters[place], letters[place + 1] = letters[place + 1], letters[place]
        elif step == 3:
            letters[place : place + 1] = "".join(letters[place : place + 1]).swapcase()
        elif step == 4:
            words = "".join(letters).split(" ")
            chance.shuffle(words)
            letters = list(" ".join(words))
        else:
            letters += chance.choice([" please", " no wait", " or", "  ", " um 4", " " + text])
    return "".join(letters)


def pairs_of(kind, count):
    """Pairs out of the cases: as they stand there, of two cases, and each with slips on either side."""
    chance = random.Random(f"agreement {kind}")
    found = []
    for path in sorted(CASES.glob("*.jsonl")):
        for line in path.read_text("utf-8").splitlines():
            case = json.loads(line)
            of_kind = case.get("kind") == kind or kind in {"auto", "exact"}
            if of_kind and isinstance(case.get("said"), str) and isinstance(case.get("stored"), str):
                found.append((case["said"], case["stored"]))
    assert found
    pairs = []
    while len(pairs) < count:
        said, stored = chance.choice(found)
        draw = chance.random()
        if draw < 0.3:
            stored = chance.choice(found)[1]
        elif draw < 0.4:
            said = stored
        if draw > 0.5 or draw < 0.1:
            said = spoilt(said, chance)
        if draw > 0.8:
            stored = spoilt(stored, chance)
        pairs.append((said, stored))
    return [said for said, _ in pairs], [stored for _, stored in pairs]


@pytest.mark.timeout(300)
def test_levels_threads_and_calls_agree():
    pairs = {kind: pairs_of(kind, PAIRS) for kind in abl.KINDS}
    one_by_one = {
        kind: [abl.match_score(one, other, kind) for one, other in zip(said, stored, strict=True)]
        for kind, (said, stored) in pairs.items()
    }
    wanted = np.array([scores for scores in one_by_one.values() for scores in (scores, scores)], np.int16)
    assert np.unique(wanted).size > 40  # the pairs are no trivial ones
    for level in levels_here():
        done = subprocess.run(
            [sys.executable, "-c", CHILD],
            input=json.dumps(pairs).encode(),
            capture_output=True,
            env={**os.environ, "ABLMATCH_CPU": level},
            check=False,
        )
        assert done.returncode == 0, done.stderr.decode()
        found = np.frombuffer(done.stdout, np.int16).reshape(wanted.shape)
        for row, place in np.argwhere(found != wanted)[:1]:
            kind = abl.KINDS[row // 2]
            pytest.fail(
                f"{level}, {row % 2 + 1} threads, {kind}: {found[row, place]} for {pairs[kind][0][place]!r} | "
                f"{pairs[kind][1][place]!r}, one by one {wanted[row, place]}"
            )


@pytest.mark.needs("pyarrow")
@pytest.mark.parametrize("kind", abl.KINDS)
def test_forms_of_columns_agree_with_explanations(kind):
    import pyarrow as pa

    said, stored = pairs_of(kind, 1500)
    wanted = [abl.explain(one, other, kind).score for one, other in zip(said, stored, strict=True)]
    forms = (
        list,
        tuple,
        lambda values: np.array(values, object),
        pa.array,
        lambda values: pa.array(values).dictionary_encode(),
    )
    for make in forms:
        assert abl.score_pairs(make(said), make(stored), kind).tolist() == wanted
