"""Everything of one owner is told, from every store: what an erasure would remove, and nothing of anybody else."""

import os
from pathlib import Path

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
    InvalidOwner,
    RoutedBlockStore,
    erase_blocks,
    read_blocks,
    read_values,
)
from block_stores import refused
from memory_media import BLOCKS, EXTRACTED, NOW_TEXT, PlainStore
from test_memory_erasure import EVA, OTHERS
from test_memory_layouts import Raw, redis_client

# In the order of code points, which is no language's and not that of UTF-16.
KEYS = ["PLAN", "USER", "a:b", "z", "é", "ﬀ", "\U0001f408"]


@pytest.mark.parametrize("medium", BLOCKS, indirect=True)
def test_all_blocks_of_an_owner_are_told_in_order_and_nobody_elses(medium):
    store = medium.blocks()
    keys = [key for key in KEYS if medium.backend != "checked" or key.isascii()]
    for owner in OTHERS:
        store.save(Block("user", "USER", "another's"), owner)
    for scope in ("agent", "shared"):
        store.save(Block(scope, "USER", "of another scope"), EVA)
    for number, key in enumerate(reversed(keys)):
        store.save(Block("user", key, f"number {number}"), EVA)
    found = read_blocks(store, "user", EVA)
    assert [block.key for block in found] == keys
    assert found == [store.load("user", EVA, key) for key in keys]
    assert {(block.scope, block.updated_at) for block in found} == {("user", NOW_TEXT)}
    assert read_blocks(store, "user", "nobody") == []
    # What is told is what an erasure counts; what was told is nobody's any more.
    found[0].content = "spoiled"
    assert read_blocks(store, "user", EVA)[0].content != "spoiled"
    assert erase_blocks(store, "user", EVA) == len(keys)
    assert read_blocks(store, "user", EVA) == []
    assert [block.content for block in read_blocks(store, "shared", EVA)] == ["of another scope"]


@pytest.mark.parametrize("medium", [*EXTRACTED, "checked"], indirect=True)
def test_all_values_of_an_owner_are_told_in_order_and_nobody_elses(medium):
    store = medium.extracted()
    values = [{"facts": ["tea"]}, [], "12", 12, 1.0, None, {"a": {"b": [True]}}]
    for owner in OTHERS:
        store.save(ExtractedValue("facts", "user", "another's"), owner)
    for scope in ("agent", "shared"):
        store.save(ExtractedValue("facts", scope, "of another scope"), EVA)
    for slug, value in reversed(list(zip(KEYS, values, strict=True))):
        store.save(ExtractedValue(slug, "user", value), EVA)
    found = read_values(store, "user", EVA)
    assert found == [ExtractedValue(slug, "user", value, NOW_TEXT) for slug, value in zip(KEYS, values, strict=True)]
    assert [repr(one.value) for one in found] == [repr(value) for value in values]
    assert read_values(store, "user", "nobody") == []
    found[0].value["facts"].append("spoiled")
    assert read_values(store, "user", EVA)[0].value == {"facts": ["tea"]}
    assert store.erase("user", EVA) == len(KEYS)
    assert read_values(store, "user", EVA) == []
    assert [one.value for one in read_values(store, "shared", EVA)] == ["of another scope"]


@pytest.mark.parametrize("medium", [*EXTRACTED, "checked"], indirect=True)
def test_owners_of_whom_no_store_tells(medium):
    store = medium.extracted()
    for owner in ["", "a\0b", "x" * 513, None, 7]:
        refused("bad_key", lambda owner=owner: store.read_all("user", owner))
    refused("bad_key", lambda: medium.blocks().read_all("users", "ana"))


def test_checked_stores_tell_of_owners_who_are_allowed():
    for store in (CheckedBlockStore(InMemoryBlockStore()), CheckedExtractedStore(PlainStore())):
        with pytest.raises(InvalidOwner):
            store.read_all("user", "eva/1")


# --- Stores of others -------------------------------------------------------------------------------------------


def test_a_store_of_values_that_cannot_tell_says_so():
    for store in (PlainStore(), CheckedExtractedStore(PlainStore())):
        assert "PlainStore" in refused("unavailable", lambda store=store: read_values(store, "user", EVA))


class Losing(PlainStore):
    """Lists a block that it does not load; `meanwhile` is called when it is asked for it."""

    def __init__(self, meanwhile=lambda _: None):
        super().__init__()
        self.meanwhile = meanwhile

    def load(self, scope, owner, key):
        if key != "LOST":
            return super().load(scope, owner, key)
        return self.meanwhile(self)


def test_a_block_that_is_listed_but_not_loaded_is_not_left_out():
    store = Losing()
    for key in ("LOST", "USER"):
        store.save(Block("user", key, "x"), EVA)
    for one in (store, RoutedBlockStore(default=store)):
        assert "LOST" in refused("schema", lambda one=one: read_blocks(one, "user", EVA))


def test_a_block_that_is_deleted_meanwhile_is_none():
    store = Losing(lambda deleting: deleting.delete("user", EVA, "LOST"))
    for key in ("LOST", "USER"):
        store.save(Block("user", key, "x"), EVA)
    assert [block.key for block in read_blocks(store, "user", EVA)] == ["USER"]


# --- What lies in a medium by hand or by accident ---------------------------------------------------------------


def test_files_that_were_named_by_hand_are_told_too(tmp_path):
    """An erasure removes them; a list shows them by names under which they are not loaded."""
    blocks, values = FileBlockStore(tmp_path), FileExtractedStore(tmp_path)
    blocks.save(Block("user", "50%", "the store's own"), "eva")
    values.save(ExtractedValue("facts", "user", 1), "eva")
    folder = tmp_path / "user" / "eva"
    (folder / "50%.md").write_text("by hand", "utf-8")
    (folder / "%66acts.json").write_text('{"value": 2}', "utf-8")
    (folder / "notes.txt").write_text("no block", "utf-8")
    found = blocks.read_all("user", "eva")
    assert sorted((block.key, block.content) for block in found) == [("50%", "by hand"), ("50%", "the store's own")]
    assert [(one.slug, one.value) for one in values.read_all("user", "eva")] == [("facts", 2), ("facts", 1)]
    assert (blocks.erase("user", "eva"), values.erase("user", "eva")) == (2, 2)


@pytest.mark.skipif(os.name != "posix", reason="elsewhere names of files are text")
def test_a_file_whose_name_is_no_text_is_damaged(tmp_path):
    blocks, values = FileBlockStore(tmp_path), FileExtractedStore(tmp_path)
    blocks.save(Block("user", "USER", "x"), "eva")
    for store, end in ((blocks, b".md"), (values, b".json")):
        try:
            Path(os.fsdecode(os.fsencode(tmp_path / "user" / "eva") + b"/\xff" + end)).write_bytes(b"{}")
        except OSError:
            pytest.skip("the file system takes text alone for a name")
        assert "eva" not in refused("schema", lambda store=store: store.read_all("user", "eva"))


def test_an_owner_whom_no_folder_can_name_has_no_files(tmp_path):
    """Nothing of him was ever stored here, so he is no obstacle to an erasure in several places."""
    owner = "x" * 256
    for store in (FileBlockStore(tmp_path), FileExtractedStore(tmp_path)):
        assert (store.read_all("user", owner), store.erase("user", owner)) == ([], 0)
        refused("bad_key", lambda store=store: store.load("user", owner, "facts"))


@pytest.mark.parametrize("medium", ["redis"], indirect=True)
@pytest.mark.parametrize("prefix", ["kuralle", "k*[a-z]?\\^"])
def test_a_block_that_no_list_shows_is_told_whatever_the_prefix(medium, prefix):
    store = medium.blocks(prefix=prefix)
    store.save(Block("user", "USER", "x"), EVA)
    store.save(Block("user", "USER", "another's"), "eva")
    with redis_client(medium) as client:
        client.srem(f"{prefix}:wm-index:user:eva%3A1", "USER")
        assert [block.content for block in store.read_all("user", EVA)] == ["x"]
        client.rpush(f"{prefix}:wm:user:eva%3A1:LIST", "x")
        refused("unavailable", lambda: store.read_all("user", EVA))
        client.delete(f"{prefix}:wm:user:eva%3A1:LIST")
        client.set(f"{prefix}:wm:user:eva%3A1:".encode() + b"\xff", "{}")
        refused("schema", lambda: store.read_all("user", EVA))


@pytest.mark.parametrize("medium", ["sqlite"], indirect=True)
def test_a_text_of_sqlite_that_is_not_utf_8_is_damaged(medium):
    medium.blocks().save(Block("user", "USER", "x"), "ana")
    medium.extracted().save(ExtractedValue("facts", "user", 1), "ana")
    with Raw(medium) as run:
        run("UPDATE working_memory_blocks SET content = CAST(? AS TEXT)", b"secret\xff")
        run("UPDATE extracted_values SET value = CAST(? AS TEXT)", b"secret\xff")
    for call in (
        lambda: medium.blocks().read_all("user", "ana"),
        lambda: medium.blocks().load("user", "ana", "USER"),
        lambda: medium.extracted().read_all("user", "ana"),
        lambda: medium.extracted().load("user", "ana", "facts"),
    ):
        assert "secret" not in refused("schema", call)


@pytest.mark.parametrize("medium", ["sqlite"], indirect=True)
def test_a_row_of_sqlite_whose_key_is_no_text_is_damaged(medium):
    medium.blocks().save(Block("user", "USER", "x"), "ana")
    medium.extracted().save(ExtractedValue("facts", "user", 1), "ana")
    with Raw(medium) as run:
        run("UPDATE working_memory_blocks SET key = ?", b"USER")
        run("UPDATE extracted_values SET slug = ?", b"facts")
    refused("schema", lambda: medium.blocks().read_all("user", "ana"))
    refused("schema", lambda: medium.extracted().read_all("user", "ana"))
