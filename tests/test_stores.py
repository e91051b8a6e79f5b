"""What every fact store does, one body for all backends: operations, times, ids, batches, refusals."""

import json
import subprocess
import sys

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

pytest.importorskip("msgspec", reason="needs msgspec, which is not installed")

from ablmatch.stores import StoreError, open_store
from ablmatch.stores.checking import MOST_ID_BYTES, MOST_MS, MOST_PATH_BYTES
from ablmatch.stores.errors import STORE_ERROR_CODES
from ablmatch.stores.facts import Append, Delete, Erase, EraseOwner, Fact, Get, List, Partition, Purge, Put
from ablmatch.stores.values import MOST_LEVELS, MOST_VALUE_BYTES

ANA = Partition("p1", "user", "ana")
BEN = Partition("p1", "user", "ben")
NOW = 1_767_225_600_000


def apply(store, *operations, now=NOW):
    return store.apply(operations, now)


def value(store, path, partition=ANA, now=NOW):
    [fact] = store.apply([Get(partition, path)], now)
    return None if fact is None else fact.value


def everything(store, partition=ANA, now=NOW):
    [facts] = store.apply([List(partition)], now)
    return {fact.path: fact.value for fact in facts}


def refused(code, store, *operations, now=NOW):
    with pytest.raises(StoreError) as caught:
        store.apply(operations, now)
    assert caught.value.code == code, str(caught.value)
    assert "\n" not in str(caught.value)
    return str(caught.value)


# --- Operations -------------------------------------------------------------------------------------------------


def test_a_fact_that_was_put_is_given_back_with_its_times(store):
    assert apply(store, Put(ANA, "user.tier", "gold", ttl_ms=5000)) == [None]
    assert apply(store, Get(ANA, "user.tier")) == [Fact("user.tier", "gold", NOW, NOW + 5000)]
    assert apply(store, Get(ANA, "user.tie")) == [None]
    assert apply(store, Get(ANA, "user")) == [None]


def test_put_replaces_value_time_and_ttl(store):
    apply(store, Put(ANA, "a", [1, 2], ttl_ms=5000))
    apply(store, Put(ANA, "a", {"b": None}), now=NOW + 1)
    assert apply(store, Get(ANA, "a"), now=NOW + 9000) == [Fact("a", {"b": None}, NOW + 1, None)]


def test_delete_says_whether_there_was_a_live_fact(store):
    apply(store, Put(ANA, "a", 1), Put(ANA, "a.b", 2), Put(ANA, "c", 3, ttl_ms=10))
    assert apply(store, Delete(ANA, "a"), Delete(ANA, "a"), Delete(ANA, "none")) == [True, False, False]
    assert apply(store, Delete(ANA, "c"), now=NOW + 10) == [False]
    assert everything(store) == {"a.b": 2}


def test_list_sorts_by_code_points_and_keeps_whole_segments(store):
    paths = [
        "user.pet",
        "user.pet.name",
        "user.pet..",
        "user.pets",
        "user.pet-name",
        "user.pet/name",
        "user.pet0",
        "user.Pet",
    ]
    # In a locale of people, brackets and quotes sort between the point and the stroke.
    paths += ["user.pet(a)", "user.pet*", "user.pet's", "user.peté", "usér", "\U0001f600", "豈"]
    apply(store, *(Put(ANA, path, number) for number, path in enumerate(paths)))
    assert list(everything(store)) == sorted(paths)
    [below] = apply(store, List(ANA, "user.pet"))
    assert [fact.path for fact in below] == ["user.pet", "user.pet..", "user.pet.name"]
    assert apply(store, List(ANA, "user.p"), List(BEN), List(ANA, "%"), List(ANA, "user_pet")) == [[], [], [], []]


def test_erase_takes_one_partition_and_counts_what_was_live(store):
    apply(store, Put(ANA, "a", 1), Put(ANA, "b", 2), Put(ANA, "c", 3, ttl_ms=1), Put(BEN, "a", 4))
    assert apply(store, Erase(ANA), Erase(ANA), now=NOW + 1) == [2, 0]
    assert everything(store) == {}
    assert everything(store, BEN) == {"a": 4}


def test_erase_owner_takes_all_projects_of_that_owner_and_scope_alone(store):
    elsewhere, as_tree = ANA._replace(project="p/2"), ANA._replace(scope="execution_tree")
    apply(store, *(Put(partition, "a", 1) for partition in (ANA, elsewhere, as_tree, BEN)))
    assert apply(store, EraseOwner("user", "ana"), EraseOwner("user", "nobody")) == [2, 0]
    assert [everything(store, one) for one in (ANA, elsewhere)] == [{}, {}]
    assert [everything(store, one) for one in (as_tree, BEN)] == [{"a": 1}, {"a": 1}]


def test_purge_removes_what_has_expired_of_everybody(store):
    tree = Partition("p/2", "execution_tree", "t")
    puts = [
        Put(one, path, 1, ttl_ms=ttl) for one in (ANA, BEN, tree) for path, ttl in (("a", 1), ("b", 2), ("c", None))
    ]
    apply(store, *puts, Put(tree._replace(owner="all gone"), "a", 1, ttl_ms=1))
    assert apply(store, Purge(), now=NOW) == [0]
    assert apply(store, Purge(), now=NOW + 1) == [4]
    # The clock goes back only here, to see what is left.
    assert [everything(store, one) for one in (ANA, BEN, tree)] == [{"b": 1, "c": 1}] * 3
    assert apply(store, Purge(), now=NOW + 10**9) == [3]
    assert [everything(store, one) for one in (ANA, BEN, tree)] == [{"c": 1}] * 3
    refused("bad_key", store, Purge(), Get(ANA, "a"))


def test_append_begins_a_list_and_adds_to_its_end(store):
    assert apply(store, Append(ANA, "a", 1), Append(ANA, "a", [2]), Append(ANA, "a", None)) == [
        [1],
        [1, [2]],
        [1, [2], None],
    ]
    assert value(store, "a") == [1, [2], None]


@pytest.mark.parametrize("scalar", ["x", 0, False, 1.5, None, {"k": []}], ids=repr)
def test_append_makes_a_list_of_what_was_none(store, scalar):
    apply(store, Put(ANA, "a", scalar))
    assert apply(store, Append(ANA, "a", "new", default=["default"])) == [[scalar, "new"]]


@pytest.mark.parametrize(
    ("default", "expected"), [(["x", 1], ["x", 1, 9]), ([], [9]), (None, [9]), ("x", [9]), ({"a": 1}, [9])], ids=repr
)
def test_append_to_nothing_starts_from_a_list_default(store, default, expected):
    assert apply(store, Append(ANA, "a", 9, default=default)) == [expected]
    apply(store, Put(ANA, "old", ["old"], ttl_ms=5))
    assert apply(store, Append(ANA, "old", 9, default=default), now=NOW + 5) == [expected]


@pytest.mark.parametrize(
    ("former", "item", "expected"),
    [
        ([1, 2], 1.0, [1, 2]),
        ([1], True, [1, True]),
        ([0, False, ""], None, [0, False, "", None]),
        ([False], 0, [False, 0]),
        ([{"a": 1, "b": [True]}], {"b": [True], "a": 1.0}, [{"a": 1, "b": [True]}]),
        ([{"a": 1}], {"a": True}, [{"a": 1}, {"a": True}]),
        ([[1, 2]], [2, 1], [[1, 2], [2, 1]]),
        (["é"], "e\u0301", ["é", "e\u0301"]),
        ([3, 3, 1], 3, [3, 1]),
        ([2**53], float(2**53), [2**53]),
        ([2**53 + 1], float(2**53), [2**53 + 1, float(2**53)]),
    ],
    ids=repr,
)
def test_unique_keeps_the_first_of_equal_items(store, former, item, expected):
    apply(store, Put(ANA, "a", former))
    [given_back] = apply(store, Append(ANA, "a", item, unique=True))
    assert json.dumps([given_back, value(store, "a")]) == json.dumps([expected, expected])


def test_max_size_drops_the_oldest(store):
    apply(store, Put(ANA, "a", [1, 2, 3, 4]))
    assert apply(store, Append(ANA, "a", 5, max_size=3), Append(ANA, "a", 3, unique=True, max_size=3)) == [
        [3, 4, 5],
        [3, 4, 5],
    ]
    assert apply(store, Append(ANA, "a", 3, max_size=1)) == [[3]]


def test_append_restarts_the_ttl_of_the_whole_list(store):
    apply(store, Append(ANA, "a", 1, ttl_ms=10))
    apply(store, Append(ANA, "a", 2, ttl_ms=10), now=NOW + 9)
    assert value(store, "a", now=NOW + 18) == [1, 2]
    assert value(store, "a", now=NOW + 19) is None
    apply(store, Append(ANA, "a", 3), now=NOW + 18)
    assert value(store, "a", now=NOW + 10**12) == [1, 2, 3]


# --- Time -------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("ttl", [0, 1, 1000, 90 * 86_400_000, MOST_MS - NOW])
def test_a_fact_expires_at_the_millisecond(store, ttl):
    apply(store, Put(ANA, "a", 1, ttl_ms=ttl))
    if ttl:
        assert value(store, "a", now=NOW + ttl - 1) == 1
        assert everything(store, now=NOW + ttl - 1) == {"a": 1}
    assert value(store, "a", now=NOW + ttl) is None
    assert everything(store, now=NOW + ttl) == {}
    assert apply(store, Erase(ANA), now=NOW + ttl) == [0]


def test_the_clock_is_the_one_passed_in(store):
    """Times far from today's, on both sides: no backend's own clock has a say."""
    apply(store, Put(ANA, "then", 1, ttl_ms=10), now=0)
    apply(store, Put(ANA, "later", 1, ttl_ms=10), now=MOST_MS - 10)
    assert value(store, "then", now=9) == 1
    assert value(store, "later", now=MOST_MS - 1) == 1
    assert value(store, "later", now=MOST_MS) is None


# --- Values -----------------------------------------------------------------------------------------------------

texts = st.text(st.characters(exclude_categories=["Cs"]), max_size=12)
scalars = (
    st.none()
    | st.booleans()
    | st.integers(-(2**63) + 1, 2**63 - 1)
    | st.floats(allow_nan=False, allow_infinity=False)
    | texts
)
values = st.recursive(scalars, lambda inner: st.lists(inner, max_size=4) | st.dictionaries(texts, inner, max_size=4))


@settings(suppress_health_check=[HealthCheck.function_scoped_fixture], max_examples=50)
@given(given_value=values)
def test_values_come_back_as_they_were(store, given_value):
    apply(store, Put(ANA, "a", given_value))
    # As text, so that 1, 1.0 and true differ, and so does the order of keys.
    assert json.dumps(value(store, "a")) == json.dumps(given_value)


def test_a_value_changed_afterwards_changes_nothing_stored(store):
    mine = {"list": [1]}
    apply(store, Put(ANA, "a", mine))
    mine["list"].append(2)
    value(store, "a")["list"].append(3)
    [appended] = apply(store, Append(ANA, "b", [1]))
    appended[0].append(2)
    assert [value(store, "a"), value(store, "b")] == [{"list": [1]}, [[1]]]


def nested(levels):
    deep = 1
    for _ in range(levels):
        deep = [deep]
    return deep


class Text(str):
    """A string with behaviour of its own."""

    __slots__ = ()


@pytest.mark.parametrize(
    "bad",
    [float("nan"), float("inf"), -float("inf"), 2**63, -(2**63) - 1, 10**40, "\ud800", (1,), {1}, b"x", object(), {1: 2},
     {"\ud800": 1}, {"a": [float("nan")]}, nested(MOST_LEVELS + 1), Text("x"), 1j],
    ids=lambda bad: repr(bad)[:20],
)  # fmt: skip
def test_what_is_no_json_is_refused_and_changes_nothing(store, bad):
    apply(store, Put(ANA, "a", "before"))
    for operation in (Put(ANA, "a", bad), Append(ANA, "a", bad), Append(ANA, "a", bad, unique=True)):
        message = refused("bad_value", store, operation)
        assert "'a'" in message
    refused("bad_value", store, Append(ANA, "none", 1, default=[bad]))
    assert everything(store) == {"a": "before"}


def test_the_deepest_and_the_longest_value_fit(store):
    text = "x" * (MOST_VALUE_BYTES - 2)
    apply(store, Put(ANA, "a", nested(MOST_LEVELS)), Put(ANA, "b", text))
    assert value(store, "a") == nested(MOST_LEVELS)
    assert value(store, "b") == text
    message = refused("too_large", store, Put(ANA, "b", text + "secret"))
    assert "1,000,006 bytes" in message
    assert "secret" not in message
    refused("too_large", store, Put(ANA, "b", "é" * (MOST_VALUE_BYTES // 2)))
    refused("too_large", store, Append(ANA, "b", 1))
    assert value(store, "b") == text
    assert apply(store, Append(ANA, "b", 1, max_size=1)) == [[1]]


# --- Keys -------------------------------------------------------------------------------------------------------

LOOK_ALIKES = [
    "ana", "Ana", "ANA", "ana ", " ana", "an\u0430", "\u00e1na", "a\u0301na", "ＡＮＡ", "ana\u200b", "ana\ufeff", "ﬁ", "fi",
    "ß", "ss", "İ", "i\u0307", "ı", "é", "e\u0301", "Å", "Å", "A\u030a", "%", "_", "*", "?", "[a-z]", "a*", "a%", "a_",
    "'", '"', "''", "'; DROP TABLE ablmatch_facts; --", "\\", "\\\\", "%s", "%(a)s", "{}", "${a}", "$1", ":a", "?1", "a:b",
    "a/b", "a|b", "a\tb", "a\nb", "a\r\nb", "a.b", "..", ".", "/", "//", "%2F", "%252F", "%41", "A", "0", "00", "0x0", "1",
    "1.0", "None", "null", "true", "-1", "\x01", "\x7f", "\x80", "\ufffd", "\uffff", "\U0010ffff", "\U0001f600", "x" * MOST_ID_BYTES,
    "x" * (MOST_ID_BYTES - 1) + "y", "é" * (MOST_ID_BYTES // 2), "default/user/u1", "ablmatch:facts:", "1:a", "2:aa",
]  # fmt: skip


def test_ids_that_look_alike_never_meet(store):
    ids = list(dict.fromkeys(LOOK_ALIKES))
    everyone = [Partition(*ids) for ids in [(one, "user", "ana") for one in ids] + [("p1", "user", one) for one in ids]]
    everyone += [Partition("p1", scope, one) for scope in ("project", "execution_tree") for one in ids]
    everyone = list(dict.fromkeys(everyone))
    apply(store, *(Put(one, "path", number) for number, one in enumerate(everyone)))
    assert [everything(store, one) for one in everyone] == [{"path": number} for number in range(len(everyone))]
    assert apply(store, *(Erase(one) for one in everyone[::2])) == [1] * len(everyone[::2])
    left = [everything(store, one) for one in everyone]
    assert left == [{} if number % 2 == 0 else {"path": number} for number in range(len(everyone))]


def test_paths_that_look_alike_never_meet(store):
    paths = list(dict.fromkeys([*LOOK_ALIKES, "x" * MOST_PATH_BYTES, "x" * (MOST_PATH_BYTES - 1)]))
    apply(store, *(Put(ANA, path, number) for number, path in enumerate(paths)))
    assert everything(store) == {path: number for number, path in enumerate(paths)}
    assert list(everything(store)) == sorted(paths)
    assert apply(store, *(Delete(ANA, path) for path in paths[::2])) == [True] * len(paths[::2])
    assert sorted(everything(store)) == sorted(paths[1::2])


ids = st.text(
    st.characters(exclude_categories=["Cs"], exclude_characters="\0"), min_size=1, max_size=6
) | st.sampled_from(LOOK_ALIKES)
separators = st.text("/|:.%\\\"' ab12\x01", min_size=1, max_size=8)
counter = iter(range(10**9))


@settings(suppress_health_check=[HealthCheck.function_scoped_fixture], max_examples=50)
@given(st.lists(st.tuples(ids | separators, ids | separators, ids | separators), min_size=2, max_size=6, unique=True))
def test_any_ids_are_kept_apart(store, keys):
    now = next(counter)
    operations = [Put(Partition(project, "user", owner), path, [project, owner, path]) for project, owner, path in keys]
    apply(store, *operations, now=now)
    for project, owner, path in keys:
        partition = Partition(project, "user", owner)
        expected = {key[2]: list(key) for key in keys if key[:2] == (project, owner)}
        assert everything(store, partition, now=now) == expected
        assert value(store, path, partition, now=now) == [project, owner, path]
    owners = {owner for _, owner, _ in keys}
    counts = apply(store, *(EraseOwner("user", owner) for owner in sorted(owners)), now=now)
    assert sum(counts) == len(keys)


@pytest.mark.parametrize(
    ("bad", "says"),
    [("", "empty"), ("a\0b", "NUL"), ("\ud800", "surrogate"), ("x" * 2000, "bytes"), (None, "no text"), (7, "no text"), (b"x", "no text")],
    ids=lambda bad: repr(bad)[:12],
)  # fmt: skip
def test_ids_and_paths_that_no_store_takes(store, bad, says):
    for operation in (
        Put(Partition(bad, "user", "ana"), "a", 1),
        Get(Partition("p1", "user", bad), "a"),
        List(Partition("p1", "user", bad)),
        Erase(Partition("p1", "user", bad)),
        EraseOwner("user", bad),
    ):
        assert says in refused("bad_key", store, operation)
    for operation in (Get(ANA, bad), Put(ANA, bad, 1), Append(ANA, bad, 1), Delete(ANA, bad)):
        assert says in refused("bad_key", store, operation)


def test_an_owner_is_never_in_a_message(store):
    message = refused("bad_key", store, Put(Partition("p1", "user", "ana@example.test" + "x" * 999), "a", 1))
    assert "ana@" not in message


@pytest.mark.parametrize(
    "operation",
    [
        Put(ANA._replace(scope="agent"), "a", 1),
        EraseOwner("User", "ana"),
        Put(ANA, "a", 1, ttl_ms=-1),
        Put(ANA, "a", 1, ttl_ms=1.5),
        Put(ANA, "a", 1, ttl_ms=True),
        Put(ANA, "a", 1, ttl_ms=MOST_MS + 1),
        Append(ANA, "a", 1, max_size=0),
        Append(ANA, "a", 1, max_size=2.0),
        Append(ANA, "a", 1, ttl_ms=-1),
        "get",
    ],
    ids=repr,
)
def test_scopes_times_and_limits_are_checked(store, operation):
    refused("bad_key", store, Put(ANA, "first", 1), operation)
    assert everything(store) == {}


@pytest.mark.parametrize("now", [-1, 1.5, None, True, 2**62])
def test_the_time_is_checked(store, now):
    refused("bad_key", store, Get(ANA, "a"), now=now)


# --- Batches ----------------------------------------------------------------------------------------------------


def test_operations_see_those_before_them(store):
    assert apply(
        store,
        Get(ANA, "a"),
        Put(ANA, "a", 1),
        Get(ANA, "a"),
        Append(ANA, "a", 2),
        List(ANA),
        Delete(ANA, "a"),
        List(ANA),
        Put(ANA, "b", 3),
        Put(BEN, "b", 4),
        EraseOwner("user", "ana"),
        Put(ANA, "c", 5),
        List(ANA),
        List(BEN),
    ) == [
        None,
        None,
        Fact("a", 1, NOW),
        [1, 2],
        [Fact("a", [1, 2], NOW)],
        True,
        [],
        None,
        None,
        1,
        None,
        [Fact("c", 5, NOW)],
        [Fact("b", 4, NOW)],
    ]
    assert everything(store) == {"c": 5}


def test_no_operation_is_a_batch_too(store):
    assert apply(store) == []


def test_a_batch_that_fails_in_the_middle_leaves_nothing(store):
    apply(store, Put(ANA, "a", ["before"]), Put(BEN, "a", 1))
    full = "x" * (MOST_VALUE_BYTES - 2)
    apply(store, Put(ANA, "full", full))
    before = [everything(store), everything(store, BEN)]
    for failing in (Append(ANA, "full", 1), Put(BEN, "b", float("nan")), Get(ANA, "")):
        operations = [Put(ANA, "a", 2), Append(BEN, "a", 3), Delete(ANA, "full"), Put(BEN, "new", 1), Erase(BEN)]
        if isinstance(failing, Append):
            del operations[2]
        with pytest.raises(StoreError):
            apply(store, *operations, failing, Put(ANA, "after", 1))
        assert [everything(store), everything(store, BEN)] == before


# --- Opening and closing ----------------------------------------------------------------------------------------


def test_a_closed_store_says_so(store):
    store.close()
    store.close()
    refused("closed", store, Get(ANA, "a"))
    refused("closed", store, Put(ANA, "a", 1))


def test_facts_are_there_when_the_store_is_opened_again(store_url):
    first = open_store(store_url)
    apply(first, Put(ANA, "a", {"b": [1]}, ttl_ms=10))
    first.close()
    again = open_store(store_url)
    expected = None if store_url == "memory:" else Fact("a", {"b": [1]}, NOW, NOW + 10)
    assert apply(again, Get(ANA, "a")) == [expected]
    again.close()


@pytest.mark.parametrize(
    "url",
    ["", "facts.db", "sqlite:", "sqlite://", "sqlite:///", "sqlite://host/facts.db", "sqlite:///:memory:", "memory:name", "mysql://h/d",
     "sqlite:///a?b", "sqlite:///a#b", "http://x", None, 7, "postgresql://[", "redis://:hunter2@host:port/0",
     "postgresql://u:hunter2@host:port:port/d?x=y"],
    ids=repr,
)  # fmt: skip
def test_urls_that_name_no_store(url):
    with pytest.raises(StoreError) as caught:
        open_store(url)
    assert caught.value.code in {"bad_url", "driver_missing"}
    assert "hunter2" not in str(caught.value)


def test_errors_have_codes_of_a_closed_set():
    assert "unavailable" in STORE_ERROR_CODES
    assert sorted(STORE_ERROR_CODES) == list(STORE_ERROR_CODES)


def test_no_driver_is_imported_before_it_is_needed():
    code = (
        "import sys, ablmatch.stores as stores; stores.open_store('memory:').close()\n"
        "sys.exit(', '.join({'sqlite3', 'psycopg', 'redis'} & set(sys.modules)) or 0)"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, check=False, timeout=60)
    assert done.returncode == 0, done.stderr.decode()


@pytest.mark.parametrize("url", ["postgresql://localhost/x", "redis://localhost"])
def test_a_missing_driver_says_what_to_install(url, monkeypatch):
    for driver in ("psycopg", "redis"):
        monkeypatch.setitem(sys.modules, driver, None)
        for name in [name for name in sys.modules if name.startswith("ablmatch.stores.backends.")]:
            monkeypatch.delitem(sys.modules, name)
    with pytest.raises(StoreError, match=r"pip install 'ablmatch\[stores\]'") as caught:
        open_store(url)
    assert caught.value.code == "driver_missing"
