"""What every store of extracted values does, one body for all of them."""

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

pytest.importorskip("msgspec", reason="needs msgspec, which is not installed")

from ablmatch.memory import CheckedExtractedStore, ExtractedValue, InMemoryExtractedStore, InvalidOwner, StoreError
from block_stores import COLLIDING_OWNERS, REARRANGED, hostile, refused
from memory_media import EXTRACTED, NOW_TEXT, ON_DISK

every_store = pytest.mark.parametrize("medium", EXTRACTED, indirect=True)
every_medium = pytest.mark.parametrize("medium", ON_DISK, indirect=True)


def extracted(value, slug="facts", scope="user", **fields):
    return ExtractedValue(slug=slug, scope=scope, value=value, **fields)


def value(store, owner, slug="facts", scope="user"):
    found = store.load(scope, owner, slug)
    return None if found is None else found.value


@every_store
def test_what_was_never_written_is_none(medium):
    store = medium.extracted()
    assert store.load("user", "ana", "facts") is None
    store.save(extracted("x", slug="other"), "ana")
    store.save(extracted("x", scope="agent"), "ana")
    store.save(extracted("x"), "ben")
    assert store.load("user", "ana", "facts") is None


VALUES = [
    {"facts": ["drinks tea", "has a dog"]}, ["a", "b"], [], {}, "plain text", "", "12", 12, 1.5, 1.0, -0.0, 2**53 + 1, True, False,
    None, {"a": {"b": [{"c": None}]}}, [[[]]], {"": 0}, "Zoë \U0001f408 \r\n\t§", {"ключ": "чай"}, [1, 1.0, True],
]  # fmt: skip


@every_store
def test_a_value_comes_back_with_its_type_slug_scope_and_a_time(medium):
    store = medium.extracted()
    for given_value in VALUES:
        store.save(ExtractedValue(slug="facts", scope="user", value=given_value, updated_at=None), "ana")
        found = store.load("user", "ana", "facts")
        assert (found.slug, found.scope, found.updated_at) == ("facts", "user", NOW_TEXT)
        assert repr(found.value) == repr(given_value)


@every_store
def test_the_second_save_takes_the_place_of_the_first(medium):
    store = medium.extracted()
    store.save(extracted({"facts": ["first", "x" * 999]}), "ana")
    store.save(extracted(["second"], updated_at="2001-01-01T00:00:00Z"), "ana")
    assert store.load("user", "ana", "facts") == extracted(["second"], updated_at="2001-01-01T00:00:00Z")


@every_store
def test_owners_scopes_and_slugs_are_apart_and_a_delete_takes_one(medium):
    store = medium.extracted()
    rows = [(scope, owner, slug) for scope in ("user", "agent", "shared") for owner in "ab" for slug in ("x", "y-z")]
    for scope, owner, slug in rows:
        store.save(extracted([scope, owner, slug], slug, scope), owner)
    for scope, owner, slug in rows:
        assert value(store, owner, slug, scope) == [scope, owner, slug]
    assert store.delete("user", "a", "x") is None
    store.delete("user", "a", "x")
    store.delete("user", "nobody", "x")
    assert [row for row in rows if value(store, row[1], row[2], row[0]) is None] == [("user", "a", "x")]


@every_store
def test_owners_never_share_a_row(medium):
    store = medium.extracted()
    for one, other in COLLIDING_OWNERS:
        store.save(extracted("of one"), one)
        assert store.load("user", other, "facts") is None, (one, other)
        store.save(extracted("of other"), other)
        assert (value(store, one), value(store, other)) == ("of one", "of other"), (one, other)
        store.delete("user", one, "facts")
        assert (value(store, one), value(store, other)) == (None, "of other"), (one, other)
        store.delete("user", other, "facts")


@every_store
def test_owner_and_slug_do_not_rearrange(medium):
    store = medium.extracted()
    for one, other in REARRANGED:
        store.save(extracted("of one", one[1]), one[0])
        assert store.load("user", *other) is None, (one, other)
        store.save(extracted("of other", other[1]), other[0])
        assert (value(store, *one), value(store, *other)) == ("of one", "of other"), (one, other)
        store.delete("user", *one)
        store.delete("user", *other)


@every_store
def test_defect_04_no_store_gives_or_keeps_the_callers_object(medium):
    """The original's store in memory returned its own object, so that a caller's change rewrote memory."""
    store = medium.extracted()
    given_value = {"facts": ["kept"]}
    store.save(extracted(given_value), "ana")
    given_value["facts"].append("spoiled")
    store.load("user", "ana", "facts").value["facts"].append("spoiled")
    assert value(store, "ana") == {"facts": ["kept"]}


@every_medium
def test_another_instance_reads_what_the_first_wrote(medium):
    medium.extracted().save(extracted({"a": 1}), "ana")
    second = medium.extracted()
    assert value(second, "ana") == {"a": 1}
    second.delete("user", "ana", "facts")
    assert medium.extracted().load("user", "ana", "facts") is None


@every_medium
def test_blocks_and_extracted_values_share_nothing(medium):
    """Over one medium, and for files over one root."""
    from ablmatch.memory import Block

    blocks, store = medium.blocks(), medium.extracted()
    blocks.save(Block("user", "facts", "block"), "ana")
    assert store.load("user", "ana", "facts") is None
    store.save(extracted("value"), "ana")
    assert (blocks.load("user", "ana", "facts").content, blocks.list("user", "ana")) == ("block", ["facts"])
    blocks.delete("user", "ana", "facts")
    assert value(store, "ana") == "value"


@every_store
def test_defect_07_a_bad_date_is_the_readers_to_see(medium):
    """Rows of others hold such dates; a store gives them as they are, so that a reader can leave them out."""
    store = medium.extracted()
    store.save(extracted("x", updated_at="sometime in May"), "ana")
    assert store.load("user", "ana", "facts").updated_at == "sometime in May"


@every_store
@settings(max_examples=25, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(one=hostile, other=hostile, slug=hostile, text=st.text(st.characters(exclude_categories=["Cs"]), max_size=9))
def test_hostile_owners_never_read_each_other(medium, one, other, slug, text):
    if one == other:
        return
    if not hasattr(medium, "shared"):
        medium.shared = medium.extracted()
    store = medium.shared
    store.delete("user", one, slug)
    store.delete("user", other, slug)
    store.save(extracted([text], slug), one)
    assert store.load("user", other, slug) is None
    store.save(extracted({"of": text}, slug), other)
    assert (value(store, one, slug), value(store, other, slug)) == ([text], {"of": text})


texts = st.text(st.characters(exclude_categories=["Cs"]), max_size=9)
json_values = st.recursive(
    st.none() | st.booleans() | st.integers(-(2**63) + 1, 2**63 - 1) | st.floats(allow_nan=False, allow_infinity=False) | texts,
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(texts, inner, max_size=4),
)  # fmt: skip


@settings(max_examples=100)
@given(json_values)
def test_every_value_comes_back_equal(given_value):
    store = InMemoryExtractedStore()
    store.save(extracted(given_value), "ana")
    assert repr(value(store, "ana")) == repr(given_value)


@every_store
def test_owners_that_no_store_takes(medium):
    store = medium.extracted()
    for owner in ["", "a\0b", "a\ud800b", "x" * 513, None, 7]:
        for call in (
            lambda owner=owner: store.load("user", owner, "facts"),
            lambda owner=owner: store.save(extracted("x"), owner),
            lambda owner=owner: store.delete("user", owner, "facts"),
            lambda: store.load("users", "ana", "facts"),
            lambda owner=owner: store.save(extracted("x", slug=owner), "ana"),
        ):
            refused("bad_key", call)


BAD_VALUES = [float("nan"), float("inf"), "secret\ud800", {1: "secret"}, {"a": {"secret"}}, b"secret", 2**63, ("a",)]


@every_store
def test_values_that_no_store_takes(medium):
    store = medium.extracted()
    store.save(extracted("kept"), "ana")
    for bad in BAD_VALUES:
        assert "secret" not in refused("bad_value", lambda bad=bad: store.save(extracted(bad), "ana"))
    refused("bad_value", lambda: store.save(extracted("x", updated_at=7), "ana"))
    refused("too_large", lambda: store.save(extracted("x" * 1_000_000), "ana"))
    assert value(store, "ana") == "kept"


def test_an_owner_that_is_not_allowed_reaches_no_store():
    raw = InMemoryExtractedStore()
    store = CheckedExtractedStore(raw)
    for call in (
        lambda: store.load("user", "ana/1", "facts"),
        lambda: store.save(extracted("x"), "ana/1"),
        lambda: store.delete("user", "ana/1", "facts"),
    ):
        with pytest.raises(InvalidOwner):
            call()
    store.save(extracted("x"), "ana")
    assert (value(store, "ana"), value(raw, "ana"), value(raw, "ana/1")) == ("x", "x", None)
    assert issubclass(InvalidOwner, StoreError)
