"""Values that cost most to read, by length: repeated words, letters, numbers and marks, and words that nobody knows."""

from __future__ import annotations

import random
from collections.abc import Callable

import targets
from alternate import Contender, timings
from measure import LENGTHS, Measured
from targets import Aim

import ablmatch

_LETTERS = "abcdefghijklmnopqrstuvwxyz"
_NATO = (
    "alpha bravo charlie delta echo foxtrot golf hotel india juliett kilo lima mike november oscar papa quebec romeo "
    "sierra tango uniform victor whiskey xray yankee zulu"
).split()
PAIRS = 16


def _repeated(text: str) -> Callable[[random.Random], str]:
    return lambda _chance: text


def _unknown(chance: random.Random) -> str:
    return "".join(chance.choice(_LETTERS) for _ in range(chance.randint(3, 9))) + " "


# What a value is put together from, one piece behind the other.
SHAPES: dict[str, Callable[[random.Random], str]] = {
    "dots": _repeated("."),
    "letters": _repeated("a b c d "),
    "number words": _repeated("one two three "),
    "twelve": _repeated("twelve "),
    "figures": _repeated("12 34 56 "),
    "street street": _repeated("street street "),
    "at and dot": _repeated("@.@."),
    "digits": lambda chance: chance.choice("0123456789"),
    "unknown words": _unknown,
    "spelling alphabet": lambda chance: chance.choice(_NATO) + " ",
}


def value(shape: str, chance: random.Random, size: int) -> str:
    """A value of a shape, `size` characters long."""
    text = ""
    while len(text) < size:
        text += SHAPES[shape](chance)
    return text[:size]


def hostile(kind: str, rounds: int, advance: Callable[[], None]) -> Measured:
    """Time a pair of each shape by length; half of the pairs are a letter apart."""
    contenders = []
    for shape in SHAPES:
        for size in (length for length in LENGTHS if length >= 64):
            chance = random.Random(f"hostile {shape} {size}")
            stored = [value(shape, chance, size) for _ in range(PAIRS)]
            said = [
                f"{one[: size // 2]}x{one[size // 2 + 1 :]}" if at % 2 else value(shape, chance, size)
                for at, one in enumerate(stored)
            ]
            contenders.append(
                Contender(
                    f"{shape}, {size}",
                    lambda said=said, stored=stored: ablmatch.score_pairs(said, stored, kind, threads=1),
                    PAIRS,
                )
            )
    found = timings(contenders, rounds, advance)
    aims = [
        Aim(
            "L",
            f"{kind}, {shape}: time at 1,024 characters against 512",
            found[f"{shape}, 1024"].least / found[f"{shape}, 512"].least,
            targets.LENGTH_GROWTH,
            False,
        )
        for shape in SHAPES
    ]
    return Measured(found, aims)
