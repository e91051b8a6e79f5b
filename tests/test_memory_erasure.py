"""Everything of one owner goes, from every store, and nothing of anybody else."""

import os
import threading

import pytest

pytest.importorskip("msgspec", reason="needs msgspec, which is not installed")

from ablmatch.memory import (
    Block,
    CheckedBlockStore,
    CheckedExtractedStore,
    ExtractedValue,
    FileBlockStore,
    FileExtractedStore,
    InMemoryBlockStore,
    InMemoryExtractedStore,
    InvalidOwner,
    TieredBlockStore,
    erase_blocks,
    erase_values,
)
from block_stores import refused
from memory_media import BLOCKS, EXTRACTED, PlainStore
from test_memory_layouts import redis_client

EVA = "eva:1"
on_posix = pytest.mark.skipif(
    os.name != "posix", reason="Windows lets go of no open file, and so of no folder with a lock"
)
# Names that go on, that are patterns, and one that differs by case.
OTHERS = ["eva", "eva:1:2", "eva:10", "Eva:1", "jan", "eva|1", "eva.1"]


def block(content, key="USER", scope="user"):
    return Block(scope=scope, key=key, content=content)


@pytest.mark.parametrize("medium", BLOCKS, indirect=True)
def test_all_blocks_of_an_owner_go_and_nobody_elses(medium):
    store = medium.blocks()
    kept = [("user", owner, "USER") for owner in OTHERS] + [("agent", EVA, "USER"), ("shared", EVA, "USER")]
    for scope, owner, key in kept:
        store.save(block("kept", key, scope), owner)
    for key in ("USER", "PLAN", "a:b"):
        store.save(block("canary", key), EVA)
        store.load("user", EVA, key)
    assert erase_blocks(store, "user", EVA) == 3
    assert (store.list("user", EVA), store.load("user", EVA, "USER")) == ([], None)
    assert erase_blocks(store, "user", EVA) == erase_blocks(store, "user", "nobody") == 0
    assert [store.load(*place).content for place in kept] == ["kept"] * len(kept)
    # The same owner starts empty.
    store.save(block("new"), EVA)
    assert store.list("user", EVA) == ["USER"]


@pytest.mark.parametrize("medium", EXTRACTED, indirect=True)
def test_all_values_of_an_owner_go_and_nobody_elses(medium):
    store = medium.extracted()
    kept = [("user", owner, "facts") for owner in OTHERS] + [("agent", EVA, "facts"), ("shared", EVA, "facts")]
    for scope, owner, slug in kept:
        store.save(ExtractedValue(slug, scope, "kept"), owner)
    for slug in ("facts", "dietary-profile"):
        store.save(ExtractedValue(slug, "user", ["canary"]), EVA)
    assert erase_values(store, "user", EVA) == 2
    assert store.load("user", EVA, "facts") is None
    assert erase_values(store, "user", EVA) == erase_values(store, "user", "nobody") == 0
    assert [store.load(*place).value for place in kept] == ["kept"] * len(kept)


@pytest.mark.parametrize("medium", ["redis"], indirect=True)
@pytest.mark.parametrize("prefix", ["kuralle", "k*[a-z]?\\^"])
def test_a_block_that_no_list_shows_goes_too_whatever_the_prefix(medium, prefix):
    """The original stored a block and its index in two steps; one that ended in between left the block alone."""
    store = medium.blocks(prefix=prefix)
    store.save(block("canary"), EVA)
    store.save(block("kept"), "eva")
    with redis_client(medium) as client:
        client.srem(f"{prefix}:wm-index:user:eva%3A1", "USER")
        client.set(f"{prefix}:wm:user:eva%3A1:LOST", "{damaged canary")
        assert store.erase("user", EVA) == 2
        assert sorted(client.keys()) == sorted([f"{prefix}:wm:user:eva:USER", f"{prefix}:wm-index:user:eva"])


@pytest.mark.parametrize("medium", ["redis"], indirect=True)
def test_no_block_that_is_written_during_an_erasure_is_left_without_a_place_in_the_list(medium, monkeypatch):
    store, other = medium.blocks(), medium.blocks()
    store.save(block("canary"), EVA)
    delete, meanwhile = store._server.client.delete, [lambda: other.save(block("new", "NEW"), EVA)]

    def delete_late(*names):
        if meanwhile and b"index" in b"".join(name.encode() if isinstance(name, str) else name for name in names):
            meanwhile.pop()()
        return delete(*names)

    monkeypatch.setattr(store._server.client, "delete", delete_late)
    assert store.erase("user", EVA) == 2
    assert meanwhile == []
    assert store.load("user", EVA, "NEW") is None
    store.save(block("after", "NEW"), EVA)
    assert (store.list("user", EVA), store.erase("user", EVA)) == (["NEW"], 1)


def test_an_erasure_and_a_replacement_of_values_in_memory_are_one_after_the_other(monkeypatch):
    store, value = InMemoryExtractedStore(), ExtractedValue("facts", "user", "canary")
    store.save(value, EVA)
    former = store.load("user", EVA, "facts")
    eraser = threading.Thread(target=store.erase, args=("user", EVA))

    def save_late(made, owner):
        eraser.start()
        eraser.join(0.05)
        InMemoryExtractedStore.save(store, made, owner)

    monkeypatch.setattr(store, "save", save_late)
    assert store.replace(value, EVA, former)
    eraser.join()
    assert store.load("user", EVA, "facts") is None


def test_checked_stores_erase_for_owners_who_are_allowed():
    for store in (CheckedBlockStore(PlainStore()), CheckedExtractedStore(PlainStore())):
        with pytest.raises(InvalidOwner):
            store.erase("user", "eva/1")


def test_a_store_of_values_that_cannot_erase_says_so():
    assert "PlainStore" in refused("unavailable", lambda: erase_values(PlainStore(), "user", EVA))


# --- Files ------------------------------------------------------------------------------------------------------


@on_posix
def test_the_folder_of_an_owner_goes_with_his_last_file(tmp_path):
    """Its name is the owner's."""
    blocks, values = FileBlockStore(tmp_path), FileExtractedStore(tmp_path)
    blocks.save(block("canary"), "eva")
    blocks.save(block("canary", "PLAN"), "eva")
    values.save(ExtractedValue("facts", "user", "kept"), "eva")
    assert blocks.erase("user", "eva") == 2
    assert values.load("user", "eva", "facts").value == "kept"
    values.delete("user", "eva", "facts")
    assert [path.name for path in tmp_path.rglob("*")] == ["user"]
    # Neither does a change that stores nothing leave one.
    assert blocks.update("user", "eva", "USER", lambda found: found) is None
    assert [path.name for path in tmp_path.rglob("*")] == ["user"]
    with pytest.raises(KeyError):
        blocks.update("user", "eva", "USER", lambda found: {}["missing"])
    assert [path.name for path in tmp_path.rglob("*")] == ["user"]


def test_a_file_of_somebody_else_keeps_the_folder(tmp_path):
    store = FileBlockStore(tmp_path)
    store.save(block("canary"), "eva")
    (tmp_path / "user" / "eva" / "notes.txt").write_text("by hand", "utf-8")
    store.erase("user", "eva")
    assert (tmp_path / "user" / "eva" / "notes.txt").read_text("utf-8") == "by hand"


@on_posix
def test_what_a_killed_writer_left_goes_too(tmp_path):
    store = FileBlockStore(tmp_path)
    store.save(block("x"), "eva")
    (tmp_path / "user" / "eva" / ".abcdefgh.tmp").write_text("canary", "utf-8")
    store.erase("user", "eva")
    assert [path.name for path in tmp_path.rglob("*")] == ["user"]


def test_writers_and_deleters_of_a_folder_that_comes_and_goes_lose_nothing(tmp_path):
    """Who waits for the lock of a folder that is then removed takes the lock of the new one."""
    store = FileBlockStore(tmp_path)
    failures = []

    def write(name):
        try:
            for number in range(40):
                store.save(block(f"{number}", name), "eva")
                if store.load("user", "eva", name).content != f"{number}":
                    failures.append((name, number))
                store.delete("user", "eva", name)
        except Exception as error:  # noqa: BLE001 - told below
            failures.append(error)

    def count():
        try:
            for _ in range(40):
                store.update(
                    "user", "eva", "SUM", lambda found: block(f"{int(found.content if found else 0) + 1}", "SUM")
                )
        except Exception as error:  # noqa: BLE001 - told below
            failures.append(error)

    threads = [threading.Thread(target=write, args=(name,)) for name in "abc"]
    threads += [threading.Thread(target=count) for _ in range(2)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert failures == []
    assert (store.list("user", "eva"), store.load("user", "eva", "SUM").content) == (["SUM"], "80")


@on_posix
def test_a_lock_whose_file_was_removed_while_one_waited_is_taken_anew(tmp_path, monkeypatch):
    from ablmatch.stores.backends import file_lock

    wait, removed = file_lock._wait, []

    def wait_while_it_is_removed(opened, until):
        wait(opened, until)
        if not removed:
            removed.append(True)
            (tmp_path / "user" / "eva" / ".lock").unlink()
            (tmp_path / "user" / "eva").rmdir()

    monkeypatch.setattr(file_lock, "_wait", wait_while_it_is_removed)
    store = FileBlockStore(tmp_path)
    store.save(block("x"), "eva")
    assert removed == [True]
    assert sorted(path.name for path in (tmp_path / "user" / "eva").iterdir()) == [".lock", "USER.md"]


# --- Caches -----------------------------------------------------------------------------------------------------


def test_a_tiered_store_erases_both_and_remembers_nothing():
    cache, durable = PlainStore(), InMemoryBlockStore()
    store = TieredBlockStore(cache, durable)
    for owner in ("eva", "jan"):
        store.save(block("canary"), owner)
        store.load("user", owner, "USER")
    cache.save(block("canary", "FOREIGN"), "eva")  # by another process
    assert store.erase("user", "eva") == 1
    assert [owner for _, owner, _ in cache.blocks] == ["jan"]
    assert store.load("user", "eva", "USER") is None
    assert store.load("user", "jan", "USER").content == "canary"


def test_a_cache_that_keeps_what_was_erased_is_an_error():
    class Failing(PlainStore):
        def list(self, *_):
            raise ConnectionError("no")

    durable = InMemoryBlockStore()
    store = TieredBlockStore(Failing(), durable)
    store.save(block("canary"), "eva")
    with pytest.raises(ConnectionError):
        store.erase("user", "eva")
    assert durable.list("user", "eva") == []
    assert store.load("user", "eva", "USER") is None


def test_a_reader_at_the_time_of_an_erasure_caches_nothing():
    cache = PlainStore()
    started, erased = threading.Event(), threading.Event()

    class Slow(PlainStore):
        def load(self, *place):
            found = super().load(*place)
            started.set()
            erased.wait(30)
            return found

    store = TieredBlockStore(cache, Slow())
    store._durable.save(block("canary"), "eva")
    reader = threading.Thread(target=store.load, args=("user", "eva", "USER"))
    reader.start()
    started.wait(30)
    store.erase("user", "eva")
    erased.set()
    reader.join()
    assert cache.blocks == {}
    assert store.load("user", "eva", "USER") is None
