"""Times of the record store: `python bench/records/run.py [--records N] [--calls N] [--threads N] [sqlite | postgres]`.

One organisation with ten records a person, a tenth of all shared, of words as frequent as those of a language (Zipf).
Every answer is checked before its time counts: it holds the record that was asked for, and nothing of anybody else's.
Printed are the median and the 95th percentile of a call, by the clock on the wall and by the processor time of the
thread; the latter is what a busy machine leaves alone.
"""

import argparse
import random
import sys
import tempfile
import time
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from pathlib import Path

from ablmatch.stores.records import RecordStore, open_records
from ablmatch.stores.records.reach import EVERYTHING, Clause, Reach
from ablmatch.stores.records.rows import Access, Actor, Filter, NewRecord

sys.path.insert(0, str(Path(__file__).resolve().parents[2] / "tests"))

import servers

NOBODY = Access("default", EVERYTHING)
NOTES = Filter(store="notes")
SYLLABLES = [consonant + vowel for consonant in "bdfgklmnprstvz" for vowel in "aeiou"]
WORDS = 20_000
STEP = 1000


def of(subject: str) -> Access:
    """What a person reaches under the default rules."""
    return Access("default", Reach((Clause((("subject", subject),)), Clause((("subject", ""),)))))


class People:
    """Seeded people and texts."""

    def __init__(self, records: int) -> None:
        self.count = max(1, records // 10)
        chosen = random.Random(7)
        self.words = ["".join(chosen.choices(SYLLABLES, k=chosen.randrange(2, 5))) for _ in range(WORDS)]
        self.weights = [1 / (rank + 1) for rank in range(WORDS)]

    def text(self, chosen: random.Random, words: int) -> str:
        """A text of so many words."""
        return " ".join(chosen.choices(self.words, self.weights, k=words))

    def owner(self, number: int) -> str:
        """Whose record this is: a tenth are shared."""
        return f"person{number * 7919 % self.count}" if number % 10 else ""


@contextmanager
def opened(backend: str) -> Iterator[RecordStore]:
    """An empty record store."""

    def clock() -> int:
        return time.time_ns() // 1_000_000

    if backend == "postgres":
        with servers.postgres() as server:
            store = open_records(servers.emptied("postgres", server), clock=clock)
            yield store
            store.close()
        return
    with tempfile.TemporaryDirectory() as folder:
        store = open_records(f"sqlite:///{folder}/records.db", clock=clock)
        yield store
        store.close()


def write(store: RecordStore, people: People, number: int, chosen: random.Random) -> None:
    """Write record `number`, which alone has the code of that number."""
    owner = people.owner(number)
    text = f"{people.text(chosen, 12)} REC-{number}"
    new = NewRecord(store="notes", type="fact", content=text, subject=owner)
    access = of(owner) if owner else NOBODY
    assert not store.records.write(access, new, Actor(key_id="bench", subject=owner)).deduped


def search(store: RecordStore, people: People, number: int, chosen: random.Random, words: int, *, whole: bool) -> None:
    """Ask as the owner (or, `whole`, as nobody) for words of a language."""
    owner = people.owner(number)
    access = of(owner) if owner and not whole else NOBODY
    query = people.text(chosen, words)
    for hit in store.records.search(access, NOTES, query, limit=10):
        assert access is NOBODY or hit.record.subject in {owner, ""}
        assert set(query.split()) & set(hit.record.content.split())


def search_code(store: RecordStore, people: People, number: int) -> None:
    """Ask as the owner for the code of a record."""
    owner = people.owner(number)
    found = store.records.search(of(owner), NOTES, f"REC-{number}", limit=10)
    assert [hit.record.content.split()[-1] for hit in found] == [f"REC-{number}"]


def page(store: RecordStore, people: People, number: int) -> None:
    """The first page of what the owner reaches."""
    owner = people.owner(number)
    found = store.records.list(of(owner), NOTES, limit=50).records
    assert found
    assert all(one.subject in {owner, ""} for one in found)


def measured(name: str, calls: int, threads: int, call: Callable[[int], None]) -> None:
    """Run the calls over some threads and print a row."""

    def one(number: int) -> tuple[float, float]:
        wall, cpu = time.perf_counter(), time.thread_time()
        call(number)
        return time.perf_counter() - wall, time.thread_time() - cpu

    with ThreadPoolExecutor(threads) as pool:
        times = list(pool.map(one, range(calls)))
    cells = [f"{name:32}"]
    for column in zip(*times, strict=True):
        ordered = sorted(column)
        cells += [f"{ordered[len(ordered) // 2] * 1e3:8.2f}", f"{ordered[len(ordered) * 95 // 100] * 1e3:8.2f}"]
    print("| " + " | ".join(cells) + " |", flush=True)


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("backend", nargs="?", choices=("sqlite", "postgres"), default="sqlite")
    parser.add_argument("--records", type=int, default=100_000)
    parser.add_argument("--calls", type=int, default=500)
    parser.add_argument("--threads", type=int, default=1)
    given = parser.parse_args()
    people, count = People(given.records), given.records
    with opened(given.backend) as store:
        store.tenants.set_organisation("default", {})
        store.tenants.create_store("default", "notes")
        for first in range(0, count, STEP):
            with store.transaction():
                for number in range(first, min(count, first + STEP)):
                    write(store, people, number, random.Random(number))
        asked = random.Random(8)
        numbers = [asked.randrange(count) for _ in range(given.calls)]
        print(f"{given.backend}, {count:,} records of {people.count:,} people, {given.threads} thread(s); milliseconds")
        print("| call | median | 95 % | processor, median | 95 % |\n| --- | ---: | ---: | ---: | ---: |")

        def searching(words: int, *, whole: bool) -> Callable[[int], None]:
            return lambda call: search(store, people, numbers[call], random.Random(call), words, whole=whole)

        for name, do in (
            ("search by a person, 4 words", searching(4, whole=False)),
            ("search by a person, 20 words", searching(20, whole=False)),
            ("search by nobody, 4 words", searching(4, whole=True)),
            ("search of a code", lambda call: search_code(store, people, numbers[call])),
            ("list of 50", lambda call: page(store, people, numbers[call])),
            ("write", lambda call: write(store, people, count + call, random.Random(call))),
        ):
            measured(name, given.calls, given.threads, do)
        started = time.perf_counter()
        subject = people.owner(1)
        erased = store.people.erase("default", subject, Actor(key_id="bench"))
        assert erased.settled
        assert erased.counts["records"] > 0
        assert store.records.count(NOBODY, Filter(subject=subject)) == 0
        print(f"erasing a person: {time.perf_counter() - started:.1f} s")
    return 0


if __name__ == "__main__":
    sys.exit(main())
