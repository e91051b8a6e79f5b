"""What a pair is, and how the makers of the kinds are drawn from until there are enough different pairs."""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator
from typing import NamedTuple


class Pair(NamedTuple):
    """One judged pair.  `true`: one person means the same by both.  `region`: of the stored phone, else US."""

    said: str
    stored: str
    true: bool
    cls: str
    region: str = "US"


# Makes one pair, or None where the draw came out as no fair pair; the drawing goes on.
Maker = Callable[[random.Random], "Pair | None"]
Shares = list[tuple[float, Maker]]


def draw(chance: random.Random, makers: Shares, count: int) -> list[Pair]:
    """Exactly `count` pairs, the makers chosen by their shares; no pair twice, as far as the makers have enough."""
    weights, functions = [share for share, _ in makers], [maker for _, maker in makers]
    found: dict[tuple[str, str], Pair] = {}
    for _ in range(40 * count):
        pair = chance.choices(functions, weights)[0](chance)
        if pair and pair.said and pair.stored:
            found.setdefault((pair.said, pair.stored), pair)
        if len(found) == count:
            break
    return list(found.values())


def unrelated(chance: random.Random, pairs: list[Pair], count: int) -> Iterator[Pair]:
    """What one person said against what is stored of another, drawn from the true pairs."""
    made = 0
    while made < count:
        one, other = chance.choice(pairs), chance.choice(pairs)
        if one is not other and one.stored.casefold() != other.stored.casefold():
            made += 1
            yield Pair(one.said, other.stored, False, "unrelated", other.region)
