"""Many writers of one block at once, and writers that are killed: no entry is lost, nothing is half there."""

import os
import subprocess
import sys
import threading
from pathlib import Path

import pytest

pytest.importorskip("msgspec", reason="needs msgspec, which is not installed")

from ablmatch.memory import Block, StoreError, update_block
from block_writers import PLACE, adding
from memory_media import BLOCKS, ON_DISK, Medium
from side_by_side import run_threads

WRITERS = str(Path(__file__).with_name("block_writers.py"))
every_store = pytest.mark.parametrize("medium", BLOCKS, indirect=True)
every_medium = pytest.mark.parametrize("medium", ON_DISK, indirect=True)


def entries(store):
    found = store.load(*PLACE)
    return [] if found is None else found.content.split("\n§\n")


def writer(what, medium, name, count):
    return subprocess.Popen(
        [sys.executable, WRITERS, what, medium.backend, medium.where, name, str(count)],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
    )


def started(process):
    assert process.stdout.readline() == "ready\n", process.communicate()
    process.stdin.write("\n")
    process.stdin.flush()
    return process


@every_store
def test_defect_01_a_hundred_threads_lose_no_entry(medium):
    """Defect 1, on one store that the threads share."""
    store = medium.blocks()
    run_threads(*(lambda number=number: update_block(store, *PLACE, adding(f"e{number}")) for number in range(100)))
    assert sorted(entries(store)) == sorted(f"e{number}" for number in range(100))


@every_medium
def test_defect_01_a_hundred_writers_in_four_processes_lose_no_entry(medium):
    """Defect 1, on a store in each process; the block is made by one of them."""
    medium.blocks()
    processes = [writer("add", medium, name, 25) for name in "abcd"]
    for process in processes:
        assert process.stdout.readline() == "ready\n", process.communicate()
    for process in processes:
        process.stdin.write("\n")
        process.stdin.flush()
    for process in processes:
        _, errors = process.communicate(timeout=200)
        assert (process.returncode, errors) == (0, "")
    assert sorted(entries(medium.blocks())) == sorted(f"{name}{number}" for name in "abcd" for number in range(25))


@pytest.mark.parametrize("medium", ["redis"], indirect=True)
def test_a_change_is_made_anew_to_what_others_stored_meanwhile(medium, monkeypatch):
    from ablmatch.stores.backends import redis_server

    store, other = medium.blocks(), medium.blocks()
    store.save(Block("user", "USER", "old"), PLACE[1])
    meanwhile = [lambda: other.update(*PLACE, adding("theirs")), lambda: other.delete(*PLACE), lambda: None]
    seen = []

    def change(found):
        seen.append(None if found is None else found.content)
        meanwhile.pop(0)()
        return adding("mine")(found)

    assert store.update(*PLACE, change).content == "mine"
    assert seen == ["old", "old\n§\ntheirs", None]
    assert store.list(*PLACE[:2]) == ["USER"]

    def never_alone(found):
        other.save(Block("user", "USER", f"{len(seen)}"), PLACE[1])
        seen.append("again")
        return adding("mine")(found)

    monkeypatch.setattr(redis_server, "CONFLICT_SECONDS", 0.05)
    with pytest.raises(StoreError) as caught:
        store.update(*PLACE, never_alone)
    assert caught.value.code == "conflict"


@pytest.mark.parametrize("medium", ["postgres"], indirect=True)
def test_a_block_that_another_makes_meanwhile_is_added_to(medium):
    """There is no row to lock where there is no block."""
    store, other = medium.blocks(), medium.blocks()
    seen = []

    def change(found):
        seen.append(None if found is None else found.content)
        if found is None:
            other.save(Block("user", "USER", "theirs"), PLACE[1])
        return adding("mine")(found)

    assert store.update(*PLACE, change).content == "theirs\n§\nmine"
    assert seen == [None, "theirs"]


@pytest.mark.parametrize("medium", ["file", "redis", "sqlite", "postgres"], indirect=True)
def test_a_reader_sees_whole_texts_only(medium):
    store, other = medium.blocks(), medium.blocks()
    texts = {letter * 50_000 for letter in "ab"}
    store.save(Block("user", "USER", "a" * 50_000), PLACE[1])
    done = threading.Event()

    def write():
        try:
            for letter in "ba" * 10:
                store.save(Block("user", "USER", letter * 50_000), PLACE[1])
        finally:
            done.set()

    def read():
        while not done.is_set():
            assert other.load(*PLACE).content in texts
            assert other.list(*PLACE[:2]) == ["USER"]

    run_threads(write, read)


@every_medium
def test_scenario_14_a_writer_killed_in_mid_write_leaves_the_old_text(medium):
    store = medium.blocks()
    store.save(Block("user", "USER", "old"), PLACE[1])
    process = started(writer("hang", medium, "w", 1))
    assert process.stdout.readline() == "stopped\n", process.communicate()
    if medium.backend != "postgres":
        # Where a reader does not wait for the writer, he sees the old text meanwhile.
        assert entries(store) == ["old"]
    process.kill()
    process.communicate(timeout=60)
    fresh = Medium(medium.backend, medium.where).blocks()
    assert (entries(fresh), fresh.list(*PLACE[:2])) == (["old"], ["USER"])
    if medium.backend == "file":
        folder = Path(medium.where) / "user" / PLACE[1]
        assert len(list(folder.glob(".*.tmp"))) == 1  # it was killed where it should be
    # Nobody waits for the dead, and what they left is cleared away.
    assert fresh.update(*PLACE, adding("new")).content == "old\n§\nnew"
    if medium.backend == "file":
        assert sorted(os.listdir(folder)) == [".lock", "USER.md"]
    else:
        fresh.close()


@every_medium
@pytest.mark.parametrize("kill_after", [1, 12])
def test_scenario_14_a_killed_writer_leaves_one_of_its_texts_whole(medium, kill_after):
    process = started(writer("overwrite", medium, "w", 100_000))
    for _ in range(kill_after):
        process.stdout.readline()
    process.kill()
    # Not communicate(), which does not see the lines that were read ahead.
    told = kill_after + len([line for line in process.stdout if line.endswith("\n")])
    process.communicate(timeout=60)
    found = medium.blocks().load(*PLACE).content
    number = int(found.partition(" ")[0])
    assert found == f"{number} " * 20_000
    # What was told to be stored is, unless a later one is.
    assert number >= told - 1
    assert medium.blocks().list(*PLACE[:2]) == ["USER"]


def test_a_file_that_is_locked_too_long_is_a_conflict(tmp_path):
    medium = Medium("file", str(tmp_path))
    store = medium.blocks(lock_seconds=0.05)
    store.save(Block("user", "USER", "old"), PLACE[1])
    process = started(writer("hang", medium, "w", 1))
    assert process.stdout.readline() == "stopped\n", process.communicate()
    try:
        for call in (
            lambda: store.save(Block("user", "USER", "new"), PLACE[1]),
            lambda: store.update(*PLACE, adding("new")),
            lambda: store.delete(*PLACE),
        ):
            with pytest.raises(StoreError) as caught:
                call()
            assert caught.value.code == "conflict"
            assert "lena" not in str(caught.value)
        # Neither reads nor other owners wait.
        assert entries(store) == ["old"]
        store.save(Block("user", "USER", "x"), "ben")
    finally:
        process.kill()
        process.communicate(timeout=60)
    store.save(Block("user", "USER", "new"), PLACE[1])
    assert entries(store) == ["new"]
