"""`search_memory`: the tool as it is offered, what it searches, what it finds."""

import json
import logging

import pytest

pytest.importorskip("msgspec", reason="needs msgspec, which is not installed")
pytest.importorskip("jsonschema", reason="needs jsonschema, which is not installed")
pytest.importorskip("re2", reason="needs google-re2, which is not installed")

from jsonschema import Draft202012Validator

from ablmatch.memory import ExtractedValue, InMemoryExtractedStore, Preload, Recall, define_extractor, facts_extractor
from ablmatch.memory.preload import ranked
from ablmatch.memory.search import entries

ANY = {}


def extractor(name, **given):
    return define_extractor(**{"name": name, "instructions": f"All about {name}.", "schema": ANY, **given})


def put(store, slug, value, *, scope="user", owner="u1"):
    store.save(ExtractedValue(slug, scope, value), owner)


def bound(store, *extractors, user_id="u1", agent_id="a"):
    return Recall(extractors, store=store).bind(user_id=user_id, agent_id=agent_id)


def found(result):
    return [one["entry"] for one in result["results"]]


def test_scenario_20_short_words_and_other_scripts(extracted_store):
    put(extracted_store, "facts", {"facts": ["Trinkt nur Tee", "ORD-207 kam beschädigt an", "любит чай"]})
    run = bound(extracted_store, facts_extractor())
    assert found(run.search("Tee"))[0] == "facts: Trinkt nur Tee"
    assert found(run.search("ORD-207"))[0] == "facts: ORD-207 kam beschädigt an"
    assert found(run.search("чай"))[0] == "facts: любит чай"
    assert run.search("Segelboot") == {"results": []}


# --- What is searched -------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("value", "texts"),
    [
        (["a", "b"], ["a", "b"]),
        ([], []),
        (["a", 5, None, {"b": 1}], ["a", "5", '{"b": 1}']),
        ({"facts": ["a", "b"], "none": []}, ["facts: a", "facts: b"]),
        ({"plan": "Pro", "age": 5, "gone": None}, ['plan: "Pro"', "age: 5"]),
        ({"trips": [{"to": "Ürgüp"}], "mixed": ["a", 5]}, ['trips: [{"to": "Ürgüp"}]', 'mixed: ["a", 5]']),
        ("text", ["text"]),
        (5, ["5"]),
        (True, ["true"]),
        (None, []),
    ],
)
def test_a_value_as_entries(value, texts):
    assert list(entries(value)) == texts


def test_all_extractors_or_one():
    store = InMemoryExtractedStore()
    put(store, "facts", {"facts": ["Likes green tea"]})
    put(store, "diet", {"avoids": ["green peppers"]})
    run = bound(store, facts_extractor(), extractor("Diet"))
    assert run.search("green") == {
        "results": [
            {"slug": "facts", "entry": "facts: Likes green tea", "score": 1.0},
            {"slug": "diet", "entry": "avoids: green peppers", "score": 1.0},
        ]
    }
    assert found(run.search("green", slug="diet")) == ["avoids: green peppers"]
    assert run.call_tool({"query": "green", "slug": "diet", "other": 5}) == run.search("green", "diet")
    assert found(run.search("green peppers"))[0] == "avoids: green peppers"


def test_ten_at_most_best_first_equals_in_stored_order():
    store = InMemoryExtractedStore()
    stored = [f"fact number {at}" for at in range(20)] + ["fact number seven of the house"]
    put(store, "facts", {"facts": stored})
    texts = found(bound(store, facts_extractor()).search("number house"))
    assert texts == [f"facts: {one}" for one in [stored[-1], *stored[:9]]]


def test_the_ranking_is_that_of_preload():
    store = InMemoryExtractedStore()
    stored = ["Likes green tea", "Favorite color is green", "Green tea in the morning", "Coffee"]
    put(store, "facts", {"facts": stored})
    texts = found(bound(store, facts_extractor()).search("favorite green things"))
    assert texts == [f"facts: {one}" for one in ranked(stored, "favorite green things")]


def test_no_match_is_empty_and_never_everything():
    store = InMemoryExtractedStore()
    put(store, "facts", {"facts": ["Likes tea"]})
    run = bound(store, facts_extractor())
    for query in ("sailing", "?!", " "):
        assert run.search(query) == {"results": []}


def test_owners_never_see_each_other():
    store = InMemoryExtractedStore()
    recall = Recall([facts_extractor()], store=store)
    owners = ["kim_lee", "kim-lee", "kim%5Flee", "kim:lee", "kim|lee"]
    for owner in owners:
        if "%" not in owner:
            put(store, "facts", {"facts": [f"colour {owner}"]}, owner=owner)
    for owner in owners:
        expected = [] if "%" in owner else [f"facts: colour {owner}"]
        assert found(recall.bind(user_id=owner).search("colour")) == expected


def test_a_blank_or_wrong_call_is_refused():
    run = bound(InMemoryExtractedStore(), facts_extractor(), extractor("Diet"))
    for query in ("", None, 5):
        with pytest.raises(ValueError, match="query"):
            run.search(query)
    for slug in ("unknown", "", 5):
        with pytest.raises(ValueError, match="facts, diet"):
            run.search("tea", slug=slug)
    with pytest.raises(ValueError, match="query"):
        run.call_tool({})


# --- The tool as it is offered ----------------------------------------------------------------------------------------


def test_the_tool_names_what_can_be_searched():
    run = bound(
        InMemoryExtractedStore(), facts_extractor(), extractor("Diet", instructions=lambda _context: "What\n she eats.")
    )
    tool = run.tool_schema()
    assert tool["name"] == "search_memory"
    assert "- diet (Diet): What she eats." in tool["description"]
    assert json.loads(json.dumps(tool)) == tool
    fits = Draft202012Validator(tool["parameters"]).is_valid
    assert fits({"query": "x"}) and fits({"query": "x", "slug": "diet"})
    assert not any(map(fits, [{}, {"query": ""}, {"query": "x", "slug": "other"}, {"query": 5}, {"slug": "diet"}]))


def test_it_is_offered_to_services_in_their_forms():
    from ablmatch.memory.tool_schemas import anthropic_tool, openai_tool

    tool = bound(InMemoryExtractedStore(), facts_extractor()).tool_schema()
    assert openai_tool(tool)["function"]["parameters"] == anthropic_tool(tool)["input_schema"] == tool["parameters"]


def test_it_is_withheld_where_nothing_can_be_searched(caplog):
    caplog.set_level(logging.WARNING)
    store = InMemoryExtractedStore()
    assert Recall([], store=store).bind(user_id="u1").tool_schema() is None
    assert caplog.records == []
    none = bound(store, facts_extractor(), user_id=None)
    assert none.tool_schema() is None and none.search("x") == {"results": []}
    assert len(caplog.records) == 1
    with pytest.raises(ValueError, match="slug"):
        none.search("x", slug="facts")


def test_an_agents_own_extractor_keeps_it_alive_without_a_user():
    store = InMemoryExtractedStore()
    put(store, "house-rules", ["Close at five"], scope="agent", owner="a")
    put(store, "facts", {"facts": ["close friend"]}, owner="anonymous")
    run = bound(store, facts_extractor(), extractor("House Rules", scope="agent"), user_id=None)
    assert run.tool_schema()["parameters"]["properties"]["slug"]["enum"] == ["house-rules"]
    assert found(run.search("close")) == ["Close at five"]


def test_an_extractor_that_cannot_be_resolved_is_left_out_alone(caplog):
    store = InMemoryExtractedStore()
    broken = extractor("Broken", instructions=lambda _context: 1 / 0)
    run = bound(store, broken, extractor("Diet"))
    assert run.tool_schema()["parameters"]["properties"]["slug"]["enum"] == ["diet"]
    run.search("x")
    assert [one.levelname for one in caplog.records] == ["WARNING"] and "broken" in caplog.text
    assert bound(store, broken).tool_schema() is None


def test_a_failing_store_is_raised():
    class Failing(InMemoryExtractedStore):
        def load(self, scope, owner, slug):
            raise OSError("the disk")

    recall = Recall([facts_extractor()], store=Failing(), preload=Preload(enabled=True))
    run = recall.bind(user_id="u1")
    for call in (run.search, run.preload):
        with pytest.raises(OSError, match="the disk"):
            call("tea")
