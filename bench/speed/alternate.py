"""Times contenders in turns, so that what the machine does meanwhile falls on all of them."""

from __future__ import annotations

import gc
import statistics
import time
from collections.abc import Callable, Sequence
from typing import Any, NamedTuple


class Contender(NamedTuple):
    """What is timed: `run` does `pairs` pairs (or calls, or searches) at a time and gives back its answer."""

    name: str
    run: Callable[[], Any]
    pairs: int


class Timing(NamedTuple):
    """Nanoseconds a pair over the rounds."""

    median: float
    least: float
    most: float

    @classmethod
    def of(cls, seconds: Sequence[float], pairs: int) -> Timing:
        each = [1e9 * one / pairs for one in seconds]
        return cls(statistics.median(each), min(each), max(each))


def timings(
    contenders: Sequence[Contender], rounds: int, advance: Callable[[], None] = lambda: None
) -> dict[str, Timing]:
    """Each contender once without the clock, then all of them in turn, `rounds` times."""
    for contender in contenders:
        contender.run()
        advance()
    seconds: dict[str, list[float]] = {contender.name: [] for contender in contenders}
    gc.collect()
    gc.disable()
    try:
        for _ in range(rounds):
            for contender in contenders:
                start = time.perf_counter()
                contender.run()
                seconds[contender.name].append(time.perf_counter() - start)
                advance()
    finally:
        gc.enable()
    return {contender.name: Timing.of(seconds[contender.name], contender.pairs) for contender in contenders}
