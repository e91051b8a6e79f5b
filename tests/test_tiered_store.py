"""A cache before a durable store: it may fail, be slow, be shared, and never shows what is no longer so for long."""

import logging
import threading

import pytest

pytest.importorskip("msgspec", reason="needs msgspec, which is not installed")

import servers
from ablmatch.memory import (
    Block,
    InMemoryBlockStore,
    RedisBlockStore,
    SqlBlockStore,
    TieredBlockStore,
    update_block,
)
from memory_media import PlainStore


def block(content, key="USER", scope="user", **fields):
    return Block(scope=scope, key=key, content=content, **fields)


def content(store, owner="ana", key="USER"):
    found = store.load("user", owner, key)
    return None if found is None else found.content


class Watched(PlainStore):
    """Counts its calls; `fails` names those that raise, `before` is called at the start of one, `after` at its end."""

    def __init__(self):
        super().__init__()
        self.calls, self.fails, self.before, self.after = [], set(), {}, {}

    def _do(self, name, *arguments):
        self.calls.append(name)
        self.before.pop(name, lambda: None)()
        if name in self.fails:
            raise ConnectionError("secret")
        result = getattr(PlainStore, name)(self, *arguments)
        self.after.pop(name, lambda: None)()
        return result

    def load(self, *arguments):
        return self._do("load", *arguments)

    def save(self, *arguments):
        return self._do("save", *arguments)

    def delete(self, *arguments):
        return self._do("delete", *arguments)

    def list(self, *arguments):
        return self._do("list", *arguments)


class Timer:
    def __init__(self):
        self.now = 100.0

    def __call__(self):
        return self.now


@pytest.fixture
def cache():
    return Watched()


@pytest.fixture
def durable():
    return Watched()


@pytest.fixture
def timer():
    return Timer()


@pytest.fixture
def tiered(cache, durable, timer):
    return TieredBlockStore(cache=cache, durable=durable, timer=timer)


def test_a_miss_reads_the_durable_store_and_fills_the_cache(tiered, cache, durable):
    durable.save(block("x"), "ana")
    assert content(tiered) == "x"
    assert content(cache) == "x"


def test_a_hit_does_not_ask_the_durable_store(tiered, durable):
    tiered.save(block("x", char_limit=77, updated_at="2001-02-03T04:05:06.000Z"), "ana")
    durable.calls.clear()
    assert tiered.load("user", "ana", "USER") == block("x", char_limit=77, updated_at="2001-02-03T04:05:06.000Z")
    assert durable.calls == []


def test_a_write_and_a_delete_reach_both(tiered, cache, durable):
    tiered.save(block("x"), "ana")
    assert (content(cache), content(durable)) == ("x", "x")
    tiered.delete("user", "ana", "USER")
    assert (content(cache), content(durable), content(tiered)) == (None, None, None)


def test_a_miss_in_both_is_not_cached(tiered, durable):
    assert content(tiered) is None
    durable.save(block("x"), "ana")
    assert content(tiered) == "x"


def test_lists_and_updates_are_those_of_the_durable_store(tiered, cache, durable):
    durable.save(block("x"), "ana")
    cache.save(block("y", "OTHER"), "ana")
    assert tiered.list("user", "ana") == ["USER"]
    made = update_block(tiered, "user", "ana", "USER", lambda found: block(found.content + "!"))
    assert made.content == content(durable) == content(cache) == "x!"
    durable.calls.clear()
    assert content(tiered) == "x!"
    assert durable.calls == []


@pytest.mark.parametrize("failing", [{"save"}, {"delete"}, {"save", "delete"}, {"load"}, {"load", "save", "delete"}])
def test_scenario_10_a_cache_that_fails_never_shows_the_old_text(tiered, cache, durable, failing):
    """Defect 3: the original went on serving the old text after a failed write of the cache."""
    tiered.save(block("v1"), "ana")
    assert content(tiered) == "v1"
    cache.fails = failing
    tiered.save(block("v2"), "ana")
    assert [content(tiered) for _ in range(3)] == ["v2"] * 3
    tiered.update("user", "ana", "USER", lambda found: block(found.content + "+"))
    assert content(tiered) == "v2+"
    cache.fails = set()
    assert [content(tiered) for _ in range(3)] == ["v2+"] * 3


@pytest.mark.parametrize("failing", [{"delete"}, {"save", "delete"}, {"load", "save", "delete"}])
def test_scenario_10_a_cache_that_fails_never_shows_the_deleted_text(tiered, cache, durable, timer, failing):
    """Defect 3: the original's deleted block stayed readable after a failed delete of the cache."""
    tiered.save(block("v1"), "ana")
    cache.fails = failing
    tiered.delete("user", "ana", "USER")
    assert content(tiered) is None
    cache.fails = set()
    assert content(tiered) is None
    # The text is not left in the cache either, once that works again.
    assert cache.blocks != {}
    timer.now += 5
    content(tiered, "ben")
    assert cache.blocks == {}


def test_scenario_10_a_cache_whose_server_goes_away_and_comes_back(redis_server, tmp_path):
    """A real server that keeps its data: the old text is in it all the time."""
    cache = RedisBlockStore(servers.emptied("redis", redis_server))
    durable = SqlBlockStore(f"sqlite:///{tmp_path}/memory.db?synchronous=normal")
    store = TieredBlockStore(cache, durable)
    for owner in ("ana", "ben"):
        store.save(block("v1"), owner)
        assert (content(store, owner), content(cache, owner)) == ("v1", "v1")
    redis_server.stop()
    try:
        store.save(block("v2"), "ana")
        store.delete("user", "ben", "USER")
        assert (content(store, "ana"), content(store, "ben")) == ("v2", None)
    finally:
        redis_server.start()
    assert (content(cache, "ana"), content(cache, "ben")) == ("v1", "v1")
    assert (content(store, "ana"), content(store, "ben")) == ("v2", None)
    assert (content(store, "ana"), content(cache, "ana")) == ("v2", "v2")
    cache.close()
    durable.close()


@pytest.mark.parametrize("call", ["save", "delete", "update"])
def test_a_durable_store_that_fails_is_the_callers_to_know_and_nothing_is_cached(tiered, cache, durable, call):
    tiered.save(block("v1"), "ana")
    durable.fails = {"save", "delete"}
    do = {
        "save": lambda: tiered.save(block("v2"), "ana"),
        "delete": lambda: tiered.delete("user", "ana", "USER"),
        "update": lambda: tiered.update("user", "ana", "USER", lambda _: block("v2")),
    }
    with pytest.raises(ConnectionError):
        do[call]()
    assert content(cache) is None
    assert content(tiered) == "v1"


def test_a_durable_store_that_cannot_be_read_is_an_error(tiered, durable):
    durable.save(block("x"), "ana")
    durable.fails = {"load"}
    with pytest.raises(ConnectionError):
        content(tiered)


def test_the_cache_is_emptied_before_the_durable_write(tiered, cache, durable):
    """A process that ends between the two leaves no old text to others."""
    tiered.save(block("v1"), "ana")
    seen = []
    durable.before["save"] = lambda: seen.append(dict(cache.blocks))
    tiered.save(block("v2"), "ana")
    durable.before["delete"] = lambda: seen.append(dict(cache.blocks))
    tiered.delete("user", "ana", "USER")
    assert seen == [{}, {}]


def test_an_entry_lives_five_seconds_or_as_long_as_the_option_says(cache, durable, timer):
    for seconds, options in [(5, {}), (60, {"lifetime_seconds": 60})]:
        store = TieredBlockStore(cache, durable, timer=timer, **options)
        store.save(block("v1"), "ana")
        durable.save(block("v2"), "ana")  # by another process
        timer.now += seconds - 0.001
        assert content(store) == "v1"
        timer.now += 0.001
        assert content(store) == "v2"


def test_the_life_of_an_entry_begins_before_the_durable_store_is_asked(tiered, durable, timer):
    """A look that takes four seconds may show a text that was overwritten four seconds ago."""

    def take(seconds):
        timer.now += seconds

    durable.save(block("v1"), "ana")
    durable.after["load"] = lambda: (take(4), PlainStore.save(durable, block("v2"), "ana"))
    assert content(tiered) == "v1"
    timer.now += 0.999
    assert content(tiered) == "v1"
    timer.now += 0.001
    assert content(tiered) == "v2"
    durable.after["load"] = lambda: take(5)
    timer.now += 5
    assert content(tiered) == "v2"
    assert tiered._cached == {}


def test_without_a_lifetime_nothing_is_cached(cache, durable):
    store = TieredBlockStore(cache, durable, lifetime_seconds=0)
    store.save(block("v1"), "ana")
    durable.save(block("v2"), "ana")
    assert content(store) == "v2"
    assert "save" not in cache.calls
    with pytest.raises(ValueError, match="lifetime_seconds"):
        TieredBlockStore(cache, durable, lifetime_seconds=-1)


def test_what_another_process_put_into_the_cache_is_not_believed(tiered, cache, durable):
    """Nobody knows how old it is; a shared cache may hold a text that was overwritten a week ago."""
    durable.save(block("v2"), "ana")
    cache.save(block("v1"), "ana")
    assert content(tiered) == "v2"
    cache.save(block("v1"), "ana")
    assert content(tiered) == "v2"


@pytest.mark.parametrize("medium", ["sqlite", "postgres"], indirect=True)
def test_scenario_11_another_process_sees_a_write_within_the_lifetime(medium, timer):
    one = TieredBlockStore(InMemoryBlockStore(), medium.blocks(), timer=timer)
    other = TieredBlockStore(InMemoryBlockStore(), medium.blocks(), timer=timer)
    one.save(block("v1"), "ana")
    assert content(other) == "v1"
    one.save(block("v2"), "ana")
    timer.now += 5
    assert content(other) == "v2"
    # At once after an `add` of its own, which is made to what the first wrote.
    one.save(block("v3"), "ana")
    assert other.update("user", "ana", "USER", lambda found: block(found.content + "+mine")).content == "v3+mine"
    assert content(other) == "v3+mine"
    timer.now += 5
    assert content(one) == "v3+mine"


# --- Readers and writers at once --------------------------------------------------------------------------------


def test_defect_03_a_slow_reader_does_not_fill_the_cache_with_an_older_text(tiered, durable):
    durable.save(block("v1"), "ana")
    # Between the reader's look at the durable store and his fill, another writes.
    durable.after["load"] = lambda: tiered.save(block("v2"), "ana")
    assert content(tiered) == "v1"  # what was so when he looked
    assert [content(tiered) for _ in range(2)] == ["v2", "v2"]


def test_a_reader_who_is_slow_to_fill_does_not_hide_a_newer_text(tiered, cache, durable):
    durable.save(block("v1"), "ana")
    cache.before["save"] = lambda: tiered.save(block("v2"), "ana")
    assert content(tiered) == "v1"
    # His text is in the cache now, and is not believed.
    assert content(cache) == "v1"
    assert [content(tiered) for _ in range(2)] == ["v2", "v2"]


def test_a_reader_who_looks_while_another_writes_fills_nothing(tiered, durable):
    tiered.save(block("v1"), "ana")
    seen = []
    durable.before["save"] = lambda: seen.append(content(tiered))
    tiered.save(block("v2"), "ana")
    assert seen == ["v1"]
    assert content(tiered) == "v2"


def test_of_two_writers_at_once_neither_fills_the_cache(tiered, cache, durable):
    """Nobody can tell whose text the durable store has last."""
    # The second begins and ends while the first is about to write: the first is the last.
    durable.before["save"] = lambda: tiered.save(block("second"), "ana")
    tiered.save(block("first"), "ana")
    assert content(durable) == "first"
    assert content(tiered) == "first"
    # The second writes before the first is done: the second is the last.
    durable.after["save"] = lambda: tiered.save(block("second"), "ana")
    tiered.save(block("first"), "ana")
    assert content(durable) == "second"
    assert content(tiered) == "second"


def test_readers_and_writers_in_threads_agree_with_the_durable_store():
    """Each writer reads at least what it has itself stored last; in the end all caches tell the truth."""
    durable = InMemoryBlockStore()
    store = TieredBlockStore(InMemoryBlockStore(), durable, lifetime_seconds=60)
    failures = []

    def write(owner):
        for number in range(60):
            store.save(block(f"{number}"), owner)
            if content(store, owner) != f"{number}":
                failures.append((owner, number))

    def read():
        last = dict.fromkeys("abc", -1)
        while threads[0].is_alive() or threads[1].is_alive() or threads[2].is_alive():
            for owner in "abc":
                found = int(content(store, owner) or -1)
                if found < last[owner]:
                    failures.append(("older", owner, found))
                last[owner] = found

    threads = [threading.Thread(target=write, args=(owner,)) for owner in "abc"]
    threads += [threading.Thread(target=read) for _ in range(3)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert failures == []
    assert [content(store, owner) for owner in "abc"] == ["59"] * 3


# --- What is remembered -----------------------------------------------------------------------------------------


def test_what_has_had_its_time_leaves_the_cache_and_the_memory(tiered, cache, durable, timer):
    for number in range(50):
        tiered.save(block("x"), f"owner{number}")
    timer.now += 5
    for _ in range(10):
        content(tiered, "nobody")
    assert cache.blocks == {}
    assert tiered._cached == tiered._held == tiered._flights == {}


def test_a_failing_cache_is_logged_once_and_the_log_holds_no_text_and_no_owner(tiered, cache, caplog):
    cache.fails = {"load", "save", "delete"}
    with caplog.at_level(logging.WARNING):
        for _ in range(3):
            tiered.save(block("hidden"), "lena")
            content(tiered, "lena")
        assert len(caplog.records) == 1
        cache.fails = set()
        tiered.save(block("hidden"), "lena")
        cache.fails = {"load"}
        content(tiered, "lena")
    assert len(caplog.records) == 2
    for word in ("hidden", "lena", "secret"):
        assert word not in caplog.text
