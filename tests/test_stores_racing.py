"""Many writers at once, and writers that are killed: nothing that was acknowledged is lost, nothing is half there."""

import itertools
import subprocess
import sys
import threading
from pathlib import Path

import pytest

pytest.importorskip("msgspec", reason="needs msgspec, which is not installed")

from ablmatch.stores import open_store
from ablmatch.stores.facts import Append, Get, List, Partition, Put
from side_by_side import run_threads
from store_writers import SHARED

ANA = Partition("p1", "user", "ana")
BEN = Partition("p2", "user", "ben")
WRITERS = str(Path(__file__).with_name("store_writers.py"))

on_disk = pytest.mark.parametrize("store_url", ["sqlite", "postgres", "redis"], indirect=True)


def writer(what, url, name, count):
    return subprocess.Popen(
        [sys.executable, WRITERS, what, url, name, str(count)],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
    )


def start(process):
    process.stdin.write("\n")
    process.stdin.flush()


def run_together(processes):
    for process in processes:
        assert process.stdout.readline() == "ready\n", process.communicate()
    for process in processes:
        start(process)
    for process in processes:
        _, errors = process.communicate(timeout=200)
        assert process.returncode == 0, errors


@on_disk
@pytest.mark.parametrize("count", [50, pytest.param(500, marks=pytest.mark.slow)])
def test_two_processes_lose_no_item(store_url, store, count):
    run_together([writer("append", store_url, name, count) for name in "ab"])
    [fact] = store.apply([Get(SHARED, "log")], 0)
    for name in "ab":
        assert [number for who, number in fact.value if who == name] == list(range(count))
    assert len(fact.value) == 2 * count


@on_disk
def test_many_processes_may_open_a_new_database_at_once(store_url):
    run_together([writer("append", store_url, str(number), 1) for number in range(4)])
    opened = open_store(store_url)
    [fact] = opened.apply([Get(SHARED, "log")], 0)
    assert len(fact.value) == 4
    opened.close()


def test_eight_threads_lose_no_item(store):
    def append(name):
        for number in range(25):
            store.apply([Append(SHARED, "log", [name, number]), Put(ANA, f"{name}.{number}", number)], 0)

    run_threads(*(lambda name=name: append(name) for name in range(8)))
    [log, facts] = store.apply([Get(SHARED, "log"), List(ANA)], 0)
    assert sorted(log.value) == [[name, number] for name in range(8) for number in range(25)]
    assert len(facts) == 200


def test_readers_see_whole_batches_and_writers_do_not_wait_for_each_other_for_ever(store):
    """Two writers touch two partitions in opposite orders; a reader always sees both lists equally long."""
    store.apply([Put(ANA, "a", []), Put(BEN, "a", [])], 0)
    done = threading.Event()

    def write(first, second):
        for number in range(40):
            store.apply([Append(first, "a", number), Append(second, "a", number)], 0)

    def write_all():
        try:
            run_threads(lambda: write(ANA, BEN), lambda: write(BEN, ANA))
        finally:
            done.set()

    def read():
        for _ in itertools.count():
            finished = done.is_set()
            [one, other] = store.apply([Get(ANA, "a"), Get(BEN, "a")], 0)
            assert one.value == other.value
            if finished:
                assert len(one.value) == 80
                return

    run_threads(write_all, read)


@on_disk
@pytest.mark.parametrize("kill_after", [1, 40])
def test_a_killed_writer_loses_nothing_that_was_acknowledged(store_url, kill_after):
    process = writer("acknowledge", store_url, "w", 100_000)
    lines = iter(process.stdout.readline, "")
    assert next(lines) == "ready\n"
    start(process)
    acknowledged = [int(line) for line in itertools.islice(lines, kill_after)]
    process.kill()
    # Not communicate(), which does not see the lines that were read ahead.
    acknowledged += [int(line) for line in lines if line.endswith("\n")]
    process.communicate(timeout=60)
    assert acknowledged == list(range(len(acknowledged))) != []

    opened = open_store(store_url)
    [facts] = opened.apply([List(SHARED)], 0)
    stored = {fact.path for fact in facts}
    # Whole pairs, those that were acknowledged and at most one more, which was being stored.
    pairs = len(stored) // 2
    assert stored == {f"w.{number}.{half}" for number in range(pairs) for half in ("one", "two")}
    assert len(acknowledged) <= pairs <= len(acknowledged) + 1
    opened.apply([Put(SHARED, "after", True)], 0)
    opened.close()
