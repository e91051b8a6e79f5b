"""Extracted values that are replaced only where nobody else has changed them, in every store; stores by their URL."""

import pytest

pytest.importorskip("msgspec", reason="needs msgspec, which is not installed")

from ablmatch.memory import CheckedExtractedStore, ExtractedValue, InvalidOwner, StoreError
from ablmatch.stores import open_block_store, open_extracted_store
from ablmatch.stores.extracted import replace_value
from memory_media import EXTRACTED
from side_by_side import run_threads

every_store = pytest.mark.parametrize("medium", EXTRACTED, indirect=True)


class Plain:
    """A store of somebody else: three calls and nothing more."""

    def __init__(self, store):
        self.load, self.save, self.delete = store.load, store.save, store.delete


def value(*facts):
    return ExtractedValue("facts", "user", {"facts": list(facts)})


@every_store
@pytest.mark.parametrize(
    "wrapped", [lambda store: store, Plain, CheckedExtractedStore, lambda one: CheckedExtractedStore(Plain(one))]
)
def test_a_value_is_replaced_where_the_former_one_still_stands(medium, wrapped):
    plain = medium.extracted()
    store = wrapped(plain)
    assert replace_value(store, value("a"), "ana", None)
    assert not replace_value(store, value("b"), "ana", None)
    first = store.load("user", "ana", "facts")
    assert first.value == {"facts": ["a"]}
    assert replace_value(store, value("b"), "ana", first)
    assert not replace_value(store, value("c"), "ana", first)
    second = plain.load("user", "ana", "facts")
    assert second.value == {"facts": ["b"]}
    store.delete("user", "ana", "facts")
    assert not replace_value(store, value("c"), "ana", second)
    assert store.load("user", "ana", "facts") is None
    assert store.load("user", "ben", "facts") is None


@every_store
def test_values_that_only_look_alike_are_not_the_same(medium):
    store = medium.extracted()
    store.save(ExtractedValue("facts", "user", [1], "2026-03-02T00:00:00Z"), "ana")
    for other in ([True], [1.0], ["1"], [1, 1]):
        assert not store.replace(value("x"), "ana", ExtractedValue("facts", "user", other, "2026-03-02T00:00:00Z"))
    assert not store.replace(value("x"), "ana", ExtractedValue("facts", "user", [1], "2026-03-03T00:00:00Z"))
    assert store.replace(value("x"), "ana", ExtractedValue("facts", "user", [1], "2026-03-02T00:00:00Z"))


@every_store
def test_what_no_store_takes_is_refused(medium):
    store = medium.extracted()
    with pytest.raises(StoreError):
        store.replace(ExtractedValue("facts", "user", {1, 2}), "ana", None)
    with pytest.raises(InvalidOwner):
        CheckedExtractedStore(store).replace(value("a"), "ana/1", None)
    assert store.load("user", "ana", "facts") is None


@every_store
def test_of_many_that_replace_at_once_each_takes_the_place_of_another(medium):
    """Instances of their own over one medium, as several processes have them; each adds one entry."""
    names = "abcdef"
    stores = [medium.extracted() if medium.backend != "memory" else None for _ in names]
    if medium.backend == "memory":
        stores = [medium.extracted()] * len(names)

    def add(store, name):
        while True:
            former = store.load("user", "ana", "facts")
            known = [] if former is None else former.value["facts"]
            if store.replace(value(*known, name), "ana", former):
                return

    run_threads(*(lambda pair=pair: add(*pair) for pair in zip(stores, names, strict=True)))
    assert sorted(stores[0].load("user", "ana", "facts").value["facts"]) == list(names)


# --- By URL -----------------------------------------------------------------------------------------------------------


def test_a_store_by_its_url(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    for url, path in [
        ("file:some%20notes", "some notes/extracted/user/ana/facts.json"),
        (f"file://{tmp_path}/deep", "deep/extracted/user/ana/facts.json"),
        ("sqlite:///memory.db", "memory.db"),
    ]:
        open_extracted_store(url).save(value("a"), "ana")
        assert (tmp_path / path).exists()
        assert open_extracted_store(url, create=False).load("user", "ana", "facts").value == {"facts": ["a"]}
        assert open_block_store(url).list("user", "ana") == []
    monkeypatch.setenv("KURALLE_MEMORY_DIR", str(tmp_path / "home"))
    open_extracted_store("file:").save(value("a"), "ana")
    assert (tmp_path / "home/extracted/user/ana/facts.json").exists()
    assert open_extracted_store("memory:").load("user", "ana", "facts") is None


@pytest.mark.parametrize(
    ("url", "code"),
    [("mysql://u:hunter2@h/d", "bad_url"), ("memory:x", "bad_url"), ("file:none", "unavailable"),
     ("sqlite:///none/there.db", "unavailable"), ("file:a?b", "bad_url"), ("", "bad_url")],
)  # fmt: skip
def test_a_url_that_names_no_store(url, code, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    with pytest.raises(StoreError) as caught:
        open_extracted_store(url, create=False)
    assert caught.value.code == code and "hunter2" not in str(caught.value)
    assert list(tmp_path.iterdir()) == []


def test_recall_takes_a_url_and_refuses_what_is_no_store(tmp_path):
    pytest.importorskip("jsonschema", reason="needs jsonschema, which is not installed")
    from ablmatch.memory import Recall, facts_extractor

    url = f"sqlite:///{tmp_path}/memory.db"
    open_extracted_store(url).save(value("drinks tea"), "ana")
    assert Recall([facts_extractor()], store=url).bind(user_id="ana").search("tea")["results"]
    with pytest.raises(ValueError, match="no load, save, delete"):
        Recall([facts_extractor()], store=object())
    for blocks in ("memory:", url):
        with pytest.raises(ValueError, match="is a store of blocks"):
            Recall([facts_extractor()], store=open_block_store(blocks))
