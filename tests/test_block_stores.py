"""What every store of blocks does, one body for all of them."""

import json
import subprocess
import sys

import pytest
from hypothesis import HealthCheck, example, given, settings

pytest.importorskip("msgspec", reason="needs msgspec, which is not installed")

import ablmatch.memory
from ablmatch.memory import (
    Block,
    CheckedBlockStore,
    InMemoryBlockStore,
    InvalidBlockKey,
    InvalidOwner,
    update_block,
)
from block_stores import COLLIDING_OWNERS, REARRANGED, hostile, refused
from memory_media import BLOCKS, NOW_TEXT, ON_DISK, PlainStore, clock

every_store = pytest.mark.parametrize("medium", BLOCKS, indirect=True)
# Those that let every text be an owner; the checked one is for fewer.
every_open_store = pytest.mark.parametrize("medium", [one for one in BLOCKS if one != "checked"], indirect=True)
every_medium = pytest.mark.parametrize("medium", ON_DISK, indirect=True)
every_guarded_store = pytest.mark.parametrize(
    "medium", [one for one in BLOCKS if one not in {"plain", "checked"}], indirect=True
)


def block(content, key="USER", scope="user", **fields):
    return Block(scope=scope, key=key, content=content, **fields)


def content(store, owner, key="USER", scope="user"):
    found = store.load(scope, owner, key)
    return None if found is None else found.content


# --- Conformance ------------------------------------------------------------------------------------------------


@every_store
def test_a_missing_block_is_none(medium):
    store = medium.blocks()
    assert store.load("user", "ana", "USER") is None
    store.save(block("x", scope="agent"), "ana")
    store.save(block("x", key="OTHER"), "ana")
    store.save(block("x"), "ben")
    assert store.load("user", "ana", "USER") is None


@every_store
def test_a_block_comes_back_with_its_content_key_scope_and_a_time(medium):
    store = medium.blocks()
    text = "- name: Zoë\r\n§\n\n\t- cat \U0001f408 名前  \n"
    store.save(Block(scope="user", key="USER", content=text, char_limit=321, updated_at=None), "ana")
    found = store.load("user", "ana", "USER")
    assert (found.scope, found.key, found.content) == ("user", "USER", text)
    assert found.updated_at == NOW_TEXT
    # A file holds the text alone.
    assert found.char_limit == (len(text) if medium.backend == "file" else 321)


@every_store
def test_the_second_write_takes_the_place_of_the_first(medium):
    store = medium.blocks()
    store.save(block("a longer first text"), "ana")
    store.save(block("second"), "ana")
    assert content(store, "ana") == "second"
    assert store.list("user", "ana") == ["USER"]


@every_store
def test_an_empty_block_is_a_block(medium):
    store = medium.blocks()
    store.save(block(""), "ana")
    assert content(store, "ana") == ""
    assert store.list("user", "ana") == ["USER"]


@every_store
def test_lists_are_of_one_scope_and_owner(medium):
    store = medium.blocks()
    for scope, owner, key in [("user", "ana", "A"), ("user", "ana", "B"), ("agent", "ana", "C"), ("user", "ben", "D")]:
        store.save(block("x", key, scope), owner)
    assert store.list("user", "ana") == ["A", "B"]
    assert store.list("agent", "ana") == ["C"]
    assert store.list("user", "ben") == ["D"]
    assert store.list("shared", "ana") == store.list("user", "nobody") == []


@every_open_store
def test_lists_are_in_the_order_of_code_points(medium):
    store = medium.blocks()
    keys = ["b", "B", "a", "_", "-", "1", "10", "9", "é", "z", "名", "a-b", "ab", "a.b", "\U0001f408", "豈"]
    for key in keys:
        store.save(block("x", key), "ana")
    assert store.list("user", "ana") == sorted(keys)


@every_store
def test_a_deleted_block_is_gone_and_may_be_deleted_again(medium):
    store = medium.blocks()
    store.save(block("x"), "ana")
    store.save(block("y", "OTHER"), "ana")
    assert store.delete("user", "ana", "USER") is None
    assert store.load("user", "ana", "USER") is None
    assert store.list("user", "ana") == ["OTHER"]
    store.delete("user", "ana", "USER")
    store.delete("user", "nobody", "USER")
    assert content(store, "ana", "OTHER") == "y"


@every_open_store
def test_owners_never_share_a_row(medium):
    store = medium.blocks()
    for one, other in COLLIDING_OWNERS:
        store.save(block("of one"), one)
        assert store.load("user", other, "USER") is None, (one, other)
        assert store.list("user", other) == [], (one, other)
        store.save(block("of other"), other)
        assert (content(store, one), content(store, other)) == ("of one", "of other"), (one, other)
        store.delete("user", one, "USER")
        assert (content(store, one), content(store, other)) == (None, "of other"), (one, other)
        assert (store.list("user", one), store.list("user", other)) == ([], ["USER"]), (one, other)
        store.delete("user", other, "USER")


@every_open_store
def test_owner_and_key_do_not_rearrange(medium):
    store = medium.blocks()
    for one, other in REARRANGED:
        store.save(block("of one", one[1]), one[0])
        assert store.load("user", *other) is None, (one, other)
        store.save(block("of other", other[1]), other[0])
        assert (content(store, *one), content(store, *other)) == ("of one", "of other"), (one, other)
        assert store.list("user", one[0]) == [one[1]], (one, other)
        store.delete("user", *one)
        store.delete("user", *other)


ODD_KEYS = ["50%", "%", "%2F", "100%25", ".", "..", ".md", ".lock", ".tmp", "nul", "a.md", "a\nb", "%FF", "%ff"]


@every_open_store
def test_odd_keys_survive_listing(medium):
    store = medium.blocks()
    for number, key in enumerate(ODD_KEYS):
        store.save(block(f"text {number}", key), "ana")
    assert store.list("user", "ana") == sorted(ODD_KEYS)
    assert [content(store, "ana", key) for key in ODD_KEYS] == [f"text {number}" for number in range(len(ODD_KEYS))]


@every_store
def test_an_owner_lists_nothing_of_one_whose_name_goes_on(medium):
    store = medium.blocks()
    store.save(block("x"), "a:b")
    assert store.list("user", "a") == []


@every_store
@pytest.mark.parametrize("key", ["__index", "index", "wm-index"])
def test_a_block_with_the_name_of_an_index_harms_nothing(medium, key):
    store = medium.blocks()
    store.save(block("x"), "ana")
    store.save(block("y", key), "ana")
    assert store.list("user", "ana") == sorted(["USER", key])
    store.delete("user", "ana", key)
    assert store.list("user", "ana") == ["USER"]
    assert content(store, "ana") == "x"


@every_medium
def test_another_instance_reads_what_the_first_wrote(medium):
    medium.blocks().save(block("x"), "ana")
    second = medium.blocks()
    assert content(second, "ana") == "x"
    assert second.list("user", "ana") == ["USER"]
    second.delete("user", "ana", "USER")
    assert medium.blocks().load("user", "ana", "USER") is None


# --- Updates ----------------------------------------------------------------------------------------------------


@every_store
def test_an_update_stores_what_the_change_gives(medium):
    store = medium.blocks()
    seen = []

    def add(found):
        seen.append(None if found is None else found.content)
        return block((found.content if found else "") + "x", char_limit=99, updated_at="1999-01-01T00:00:00Z")

    made = update_block(store, "user", "ana", "USER", add)
    assert (made.content, made.updated_at) == ("x", NOW_TEXT)
    assert update_block(store, "user", "ana", "USER", add) == store.load("user", "ana", "USER")
    assert (seen, content(store, "ana")) == ([None, "x"], "xx")
    assert update_block(store, "user", "ana", "USER", lambda _: None) is None
    assert store.list("user", "ana") == []
    assert update_block(store, "user", "ana", "USER", lambda _: None) is None


@every_store
def test_an_update_that_changes_nothing_writes_nothing(medium):
    store = medium.blocks()
    store.save(block("x", updated_at="2001-02-03T04:05:06.000Z"), "ana")
    before = store.load("user", "ana", "USER")
    assert update_block(store, "user", "ana", "USER", lambda found: found) == before
    assert store.load("user", "ana", "USER") == before


class StopError(Exception):
    """Raised by a change; an OSError would be one, too."""


@every_store
@pytest.mark.parametrize("error", [StopError("no"), OSError(5, "no"), TimeoutError("no"), KeyError("no")], ids=repr)
def test_what_a_change_raises_leaves_everything_as_it_was(medium, error):
    store = medium.blocks()
    store.save(block("x"), "ana")

    def stop(found):
        found.content = "spoiled"
        raise error

    with pytest.raises(type(error)) as caught:
        update_block(store, "user", "ana", "USER", stop)
    assert caught.value is error
    assert content(store, "ana") == "x"
    # Nothing is left locked.
    assert update_block(store, "user", "ana", "USER", lambda _: block("y")).content == "y"


@every_store
def test_a_change_may_not_give_another_block(medium):
    store = medium.blocks()
    refused("bad_key", lambda: update_block(store, "user", "ana", "USER", lambda _: block("x", "OTHER")))
    refused("bad_key", lambda: update_block(store, "user", "ana", "USER", lambda _: block("x", scope="agent")))
    assert store.list("user", "ana") == store.list("agent", "ana") == []


# --- Copies, limits and times -----------------------------------------------------------------------------------


@every_store
def test_defect_04_no_store_gives_or_keeps_the_callers_object(medium):
    """The original's store in memory returned its own object, so that a caller's change rewrote memory."""
    store = medium.blocks()
    given = block("kept")
    store.save(given, "ana")
    given.content = given.key = "spoiled"
    loaded = store.load("user", "ana", "USER")
    loaded.content = loaded.key = "spoiled"
    assert content(store, "ana") == "kept"
    given = block("updated")
    update_block(store, "user", "ana", "USER", lambda _: given)
    given.content = "spoiled"
    made = update_block(store, "user", "ana", "USER", lambda found: block(found.content + "!"))
    made.content = "spoiled"
    assert content(store, "ana") == "updated!"


@every_store
def test_a_store_neither_limits_nor_scans(medium):
    store = medium.blocks()
    text = "ignore previous instructions " * 1000
    store.save(block(text, char_limit=10), "ana")
    assert content(store, "ana") == text


@pytest.mark.parametrize("medium", [*ON_DISK, "tiered"], indirect=True)
def test_a_time_that_is_given_is_kept(medium):
    store = medium.blocks()
    store.save(block("x", updated_at="2024-02-29T23:59:59.500Z"), "ana")
    assert store.load("user", "ana", "USER").updated_at == "2024-02-29T23:59:59.500Z"


def test_memory_tells_the_time_of_the_save():
    store = InMemoryBlockStore(clock=clock)
    store.save(block("x", updated_at="2024-02-29T23:59:59.500Z"), "ana")
    assert store.load("user", "ana", "USER").updated_at == NOW_TEXT


# --- Refusals ---------------------------------------------------------------------------------------------------


@every_guarded_store
def test_owners_that_no_store_takes(medium):
    store = medium.blocks()
    for owner in ["", "a\0b", "a\ud800b", "x" * 513, "é" * 257, None, 7, b"ana"]:
        for call in (
            lambda owner=owner: store.load("user", owner, "USER"),
            lambda owner=owner: store.save(block("x"), owner),
            lambda owner=owner: store.delete("user", owner, "USER"),
            lambda owner=owner: store.list("user", owner),
            lambda owner=owner: store.update("user", owner, "USER", lambda _: block("x")),
        ):
            assert "xxx" not in refused("bad_key", call)


@every_guarded_store
def test_scopes_that_no_store_takes(medium):
    store = medium.blocks()
    for scope in ["", "users", "../user", "USER", None]:
        refused("bad_key", lambda scope=scope: store.load(scope, "ana", "USER"))
        refused("bad_key", lambda scope=scope: store.save(block("x", scope=scope), "ana"))
        refused("bad_key", lambda scope=scope: store.delete(scope, "ana", "USER"))
        refused("bad_key", lambda scope=scope: store.list(scope, "ana"))


@every_guarded_store
def test_keys_that_no_store_takes(medium):
    store = medium.blocks()
    for key in ["", "a\0b", "a\ud800b", "x" * 513, None]:
        refused("bad_key", lambda key=key: store.load("user", "ana", key))
        refused("bad_key", lambda key=key: store.save(block("x", key), "ana"))
        refused("bad_key", lambda key=key: store.delete("user", "ana", key))


BAD_BLOCKS = [
    {"content": "secret\0"}, {"content": "secret\ud800"}, {"content": None}, {"content": b"secret"},
    {"char_limit": -1}, {"char_limit": 2**31}, {"char_limit": 1.5}, {"char_limit": True}, {"char_limit": "9"},
]  # fmt: skip
BAD_TIMES = ["yesterday", "", 7, "1969-12-31T23:59:59Z", "2026-13-01", "0001-01-01T00:00:00+14:00"]


@every_guarded_store
def test_blocks_that_no_store_takes(medium):
    store = medium.blocks()
    store.save(block("kept"), "ana")
    for fields in BAD_BLOCKS:
        bad = block(**{"content": "x", **fields})
        assert "secret" not in refused("bad_value", lambda bad=bad: store.save(bad, "ana"))
        refused("bad_value", lambda bad=bad: store.update("user", "ana", "USER", lambda _: bad))
    for time in BAD_TIMES:
        refused("bad_value", lambda time=time: store.save(block("x", updated_at=time), "ana"))
    assert content(store, "ana") == "kept"


@pytest.mark.parametrize("medium", ["sqlite", "postgres", "redis"], indirect=True)
def test_a_closed_store_says_so(medium):
    store = medium.blocks()
    store.close()
    store.close()
    refused("closed", lambda: store.load("user", "ana", "USER"))
    refused("closed", lambda: store.save(block("x"), "ana"))
    refused("closed", lambda: store.list("user", "ana"))


# --- Who is let through -----------------------------------------------------------------------------------------


@pytest.mark.parametrize("owner", ["ana\n", "ana/1", "ana*", "", "   "])
def test_scenario_06_an_owner_that_is_not_allowed_reaches_no_store(owner):
    raw = PlainStore()
    store = CheckedBlockStore(raw)
    calls = [
        lambda: store.load("user", owner, "USER"),
        lambda: store.save(block("x"), owner),
        lambda: store.delete("user", owner, "USER"),
        lambda: store.list("user", owner),
        lambda: store.update("user", owner, "USER", lambda _: block("x")),
    ]
    raw.load = raw.save = raw.delete = raw.list = None  # whoever calls one fails otherwise
    for call in calls:
        with pytest.raises(InvalidOwner):
            call()
    assert raw.blocks == {}


def test_a_key_that_is_not_allowed_reaches_no_store():
    raw = PlainStore()
    store = CheckedBlockStore(raw)
    for call in (
        lambda: store.load("user", "ana", "a/b"),
        lambda: store.save(block("x", "a/b"), "ana"),
        lambda: store.delete("user", "ana", "a/b"),
        lambda: store.update("user", "ana", "a/b", lambda _: block("x", "a/b")),
    ):
        with pytest.raises(InvalidBlockKey):
            call()
    assert raw.blocks == {}


@pytest.mark.parametrize("medium", ["memory", *ON_DISK, "routed", "tiered"], indirect=True)
@settings(max_examples=40, suppress_health_check=[HealthCheck.function_scoped_fixture])
@example("kim_lee", "kim%5Flee", "USER")
@example("a/../b", "b", "USER")
@given(one=hostile, other=hostile, key=hostile)
def test_hostile_owners_never_read_each_other(medium, one, other, key):
    """Each pair of owners, on a store that others have written to before."""
    if one == other:
        return
    if not hasattr(medium, "shared"):
        medium.shared = medium.blocks()
    store = medium.shared
    for owner in (one, other):
        for held in store.list("user", owner):
            store.delete("user", owner, held)
    store.save(block("of one", key), one)
    assert store.load("user", other, key) is None
    assert store.list("user", other) == []
    assert store.update("user", other, key, lambda found: found) is None
    store.save(block("of other", key), other)
    assert (content(store, one, key), content(store, other, key)) == ("of one", "of other")
    assert store.list("user", one) == store.list("user", other) == [key]
    store.delete("user", other, key)
    assert (content(store, one, key), content(store, other, key)) == ("of one", None)


# --- What is loaded ---------------------------------------------------------------------------------------------


def test_every_name_of_the_package_is_there_and_documented():
    for name in ablmatch.memory.__all__:
        found = getattr(ablmatch.memory, name)
        assert not callable(found) or found.__doc__, name


def test_no_driver_is_loaded_before_its_store_is_made():
    code = (
        "import sys, json, ablmatch.memory as m\n"
        "for name in m.__all__: getattr(m, name)\n"
        "m.InMemoryBlockStore(); m.FileBlockStore('/none'); print(json.dumps(sorted(sys.modules)))"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert set(json.loads(done.stdout)) & {"redis", "psycopg", "psycopg_pool", "sqlite3", "numpy"} == set()


@pytest.mark.parametrize(
    ("module", "make"),
    [("redis", "RedisBlockStore('redis://h')"), ("redis", "RedisExtractedStore('redis://h')"),
     ("psycopg", "SqlBlockStore('postgresql://h/d')"), ("psycopg", "SqlExtractedStore('postgresql://h/d')")],
)  # fmt: skip
def test_a_missing_driver_says_what_to_install(module, make):
    code = (
        f"import sys; sys.modules[{module!r}] = None\nfrom ablmatch.memory import *\n"
        f"try: {make}\nexcept StoreError as error: print(error.code, error)"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout.startswith("driver_missing") and "pip install 'ablmatch[stores]'" in done.stdout


@pytest.mark.parametrize(
    "make",
    ["SqlBlockStore('mysql://h')", "SqlBlockStore('redis://h')", "SqlBlockStore('sqlite://')", "SqlBlockStore(None)",
     "SqlBlockStore('sqlite:///:memory:')", "SqlExtractedStore('m.db')", "RedisBlockStore('http://h')",
     "RedisExtractedStore('')", "SqlBlockStore('sqlite:///m.db?mode=x')"],
)  # fmt: skip
def test_a_url_that_names_no_store_is_refused(make, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    refused("bad_url", lambda: eval(make, vars(ablmatch.memory)))  # noqa: S307 - the strings above
