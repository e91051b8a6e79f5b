"""Operations per second of each fact store: `python bench/stores/run.py [--rounds N] [--count N] [BACKEND ...]`.

One thread, one store; PostgreSQL and Redis are real servers that this starts (tests/servers.py) and stops. Each measure
checks what the store gives before its time counts; printed are the median and the best of the rounds.
"""

import argparse
import random
import statistics
import sys
import tempfile
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

from ablmatch.stores import open_store
from ablmatch.stores.facts import Append, Fact, FactStore, Get, List, Operation, Partition, Put

sys.path.insert(0, str(Path(__file__).resolve().parents[2] / "tests"))

import servers

BACKENDS = ("memory", "sqlite", "postgres", "redis")
NOW = 1_767_225_600_000
FACTS_OF_AN_OWNER = 20


@contextmanager
def opened(backend: str) -> Iterator[FactStore]:
    """An empty store of a backend."""
    with tempfile.TemporaryDirectory() as folder:
        if backend in {"postgres", "redis"}:
            with getattr(servers, backend)() as server:
                store = open_store(servers.emptied(backend, server))
                yield store
                store.close()
            return
        store = open_store("memory:" if backend == "memory" else f"sqlite:///{folder}/facts.db")
        yield store
        store.close()


def owners(count: int) -> list[Partition]:
    """Partitions of as many users as hold `count` facts."""
    return [Partition("p1", "user", f"user-{number:06}") for number in range(count // FACTS_OF_AN_OWNER)]


def facts(count: int) -> list[tuple[Partition, str, object]]:
    """Seeded facts of realistic shape: a third texts, a third numbers, a third small objects."""
    chosen = random.Random(7)
    shapes: list[Callable[[], object]] = [
        lambda: "".join(chosen.choices("abcdefghij ", k=30)),
        lambda: chosen.randrange(10**6),
        lambda: {"city": chosen.choice(["Riverton", "Lyon"]), "visits": [chosen.randrange(9) for _ in range(5)]},
    ]
    return [
        (owner, f"user.topic{number % 4}.fact{number}", shapes[number % 3]())
        for owner in owners(count)
        for number in range(FACTS_OF_AN_OWNER)
    ]


def timed(store: FactStore, batches: list[list[Operation]], expected: list[object], per_batch: int) -> float:
    """Operations per second; the results are compared after the clock has stopped."""
    start = time.perf_counter()
    results = [store.apply(batch, NOW) for batch in batches]
    seconds = time.perf_counter() - start
    assert results == expected
    return len(batches) * per_batch / seconds


def one_round(store: FactStore, count: int) -> dict[str, float]:
    """Rates of one run over the same facts: the first writes in an empty store, the rest on what is there."""
    data = facts(count)
    puts: list[list[Operation]] = [[Put(owner, path, value)] for owner, path, value in data]
    # Other values, for a database may notice that nothing changes.
    others: list[Operation] = [Put(owner, path, [value]) for owner, path, value in data]
    gets: list[list[Operation]] = [[Get(owner, path)] for owner, path, _ in data]
    got = [[Fact(path, value, NOW)] for _, path, value in data]
    together = [others[at : at + 10] for at in range(0, len(others), 10)]
    lists: list[list[Operation]] = [[List(owner, "user")] for owner in owners(count)]
    appends: list[list[Operation]] = [
        [Append(owner, "log", number, max_size=20)] for owner in owners(count) for number in range(20)
    ]
    appended: list[object] = [[list(range(number + 1))] for _ in owners(count) for number in range(20)]
    rates = {
        "put": timed(store, puts, [[None]] * len(puts), 1),
        "get": timed(store, gets, list(got), 1),
        "put, 10 a batch": timed(store, together, [[None] * len(batch) for batch in together], 10),
    }
    listed: list[object] = [
        [sorted((Fact(path, [value], NOW) for one, path, value in data if one == owner), key=lambda fact: fact.path)]
        for owner in owners(count)
    ]
    rates[f"list of {FACTS_OF_AN_OWNER}"] = timed(store, lists, listed, 1)
    rates["append"] = timed(store, appends, appended, 1)
    return rates


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("backends", nargs="*", metavar="BACKEND", help=f"of {', '.join(BACKENDS)}; default: all")
    parser.add_argument("--rounds", type=int, default=3)
    parser.add_argument("--count", type=int, default=1000, help="facts a round (default 1000)")
    given = parser.parse_args()
    print("| store | operation | a second, median | best |\n| --- | --- | ---: | ---: |")
    for backend in given.backends or BACKENDS:
        rounds: list[dict[str, float]] = []
        try:
            for _ in range(given.rounds):
                with opened(backend) as store:
                    rounds.append(one_round(store, given.count))
        except pytest.skip.Exception as reason:
            print(f"{backend}: skipped, {reason}", file=sys.stderr)
            continue
        for name in rounds[0]:
            rates = [one[name] for one in rounds]
            print(f"| {backend} | {name} | {statistics.median(rates):,.0f} | {max(rates):,.0f} |")
    return 0


if __name__ == "__main__":
    sys.exit(main())
