"""Extractors: slugs, settings, functions among them, and schemas: checked, and merged into one."""

import asyncio
import json
import sys

import pytest
from hypothesis import given
from hypothesis import strategies as st

pytest.importorskip("msgspec", reason="needs msgspec, which is not installed")
pytest.importorskip("jsonschema", reason="needs jsonschema, which is not installed")

from jsonschema import Draft202012Validator

from ablmatch.memory import ExtractionContext, ExtractorError, InMemoryExtractedStore, Recall, define_extractor
from ablmatch.memory.extractors import slug_of
from ablmatch.memory.strict_schema import is_strict
from ablmatch.memory.value_schema import SchemaMismatch, ValueSchema, merged_schema

TEXT = {"type": "string"}
NOBODY = ExtractionContext()


def extractor(name="Diet", **given):
    return define_extractor(**{"name": name, "instructions": "Find it.", "schema": TEXT, **given})


# --- Slugs ------------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("name", "slug"),
    [
        ("Support Profile", "support-profile"),
        ("Bob's   Favorite!!  Color", "bob-s-favorite-color"),
        ("Café Profile", "cafe-profile"),
        ("Zoë's naïve rôle", "zoe-s-naive-role"),
        ("Straße", "stra-e"),
        ("Ⅷ plan", "viii-plan"),
        ("x__y", "x-y"),
        ("  --Diet--  ", "diet"),
        ("İstanbul", "istanbul"),
        ("x" * 64, "x" * 64),
        ("v2", "v2"),
    ],
)
def test_slugs(name, slug):
    assert slug_of(name) == slug
    assert extractor(name).slug == slug


@pytest.mark.parametrize("name", ["9 lives", "日本", "!!!", "", "x" * 65, "４ walls", "  "])
def test_a_name_without_a_slug_is_refused_and_quoted(name):
    with pytest.raises(ExtractorError) as caught:
        extractor(name)
    assert repr(name)[:60] in str(caught.value)
    assert "\n" not in str(caught.value)


@given(st.text(max_size=80))
def test_a_slug_is_one_or_none(name):
    try:
        slug = slug_of(name)
    except ExtractorError:
        return
    assert slug[0].isalpha() and slug[-1] != "-" and len(slug) <= 64
    assert set(slug) <= set("abcdefghijklmnopqrstuvwxyz0123456789-")
    assert slug_of(slug) == slug


@pytest.mark.parametrize(("one", "other"), [("Travel Habits", "Travel habits!"), ("Café", "Cafe")])
def test_two_extractors_of_one_slug_are_refused_and_named(one, other):
    with pytest.raises(ExtractorError) as caught:
        Recall([extractor(one), extractor(other)], store=InMemoryExtractedStore())
    assert repr(one) in str(caught.value) and repr(other) in str(caught.value)
    assert len(Recall([extractor("A"), extractor("B")], store=InMemoryExtractedStore()).extractors) == 2


# --- Settings -------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "given",
    [
        {"instructions": None},
        {"instructions": "  "},
        {"schema": None},
        {"schema": "text"},
        {"schema": {"type": "strin"}},
        {"schema": {"properties": 5}},
        {"schema": {"enum": {1, 2}}},
        {"schema": {"$ref": "https://example.com/diet.json"}},
        {"schema": {"properties": {"a": {"$ref": "#anchor"}}}},
        {"schema": {"properties": {"a": {"$id": "https://example.com/a"}}}},
        {"schema": {"$defs": {"a": {"$anchor": "here"}}}},
        {"schema": {"$defs": {"a": {}}, "definitions": {"a": {}}}},
        {"scope": "session"},
        {"on_extracted": "later"},
        {"name": 5},
    ],
    ids=str,
)
def test_settings_that_cannot_be_are_refused_in_one_line(given):
    with pytest.raises(ExtractorError) as caught:
        extractor(**given)
    assert "\n" not in str(caught.value)
    if "name" not in given:
        assert "'Diet'" in str(caught.value)


def test_functions_are_called_with_the_context():
    context = ExtractionContext("support", "s1", "u1")
    seen = []

    async def schema(given):
        seen.append(given)
        await asyncio.sleep(0)
        return {"type": "array"}

    def instructions(given):
        seen.append(given)
        return f"For {given.agent_id}."

    resolved = extractor(instructions=instructions, schema=schema).resolve(context)
    assert (resolved.instructions, resolved.schema.json) == ("For support.", {"type": "array"})
    assert seen == [context, context]


def test_asynchronous_functions_work_inside_a_running_loop():
    async def instructions(_context):
        return "Find."

    async def main():
        return extractor(instructions=instructions).resolve(NOBODY).instructions

    assert asyncio.run(main()) == "Find."


@pytest.mark.parametrize(
    "given",
    [
        {"instructions": lambda _context: None},
        {"instructions": lambda _context: 1 / 0},
        {"schema": lambda _context: "text"},
        {"schema": lambda _context: 1 / 0},
    ],
)
def test_a_function_that_fails_names_the_extractor(given):
    with pytest.raises(ExtractorError, match="'Diet'"):
        extractor(**given).resolve(NOBODY)


# --- Schemas --------------------------------------------------------------------------------------------------------


def test_values_are_checked_without_being_shown():
    schema = ValueSchema({"type": "object", "properties": {"age": {"type": "integer"}}, "additionalProperties": False})
    assert schema.check({"age": 5}) == {"age": 5}
    for value in ({"age": "canary"}, {"canary": 5}, "canary", {"age": float("nan")}, {"age": "\ud800canary"}):
        with pytest.raises(SchemaMismatch) as caught:
            schema.check(value)
        assert "canary" not in str(caught.value)


def test_a_checked_value_is_a_copy():
    value = {"facts": ["a"]}
    checked = ValueSchema({}).check(value)
    value["facts"].append("b")
    assert checked == {"facts": ["a"]}


def test_a_nested_value_of_any_depth_is_told():
    value = []
    for _ in range(100_000):
        value = [value]
    with pytest.raises(SchemaMismatch):
        ValueSchema({"$defs": {"l": {"items": {"$ref": "#/$defs/l"}}}, "$ref": "#/$defs/l"}).check(value)


@pytest.mark.needs("pydantic")
def test_a_pydantic_model_is_a_schema():
    import pydantic

    class Meal(pydantic.BaseModel):
        name: str
        times: int = pydantic.Field(default=1, alias="howOften")

    class Diet(pydantic.BaseModel):
        meals: list[Meal]

        @pydantic.field_validator("meals")
        @classmethod
        def few(cls, meals):
            if len(meals) > 2:
                raise ValueError(f"too many: {meals}")
            return meals

    one = extractor(schema=Diet)
    schema = one.resolve(NOBODY).schema
    assert schema.check({"meals": [{"name": "rice"}]}) == {"meals": [{"name": "rice", "howOften": 1}]}
    for value in ({"meals": [{"name": 5}]}, {"meals": "canary"}, {"meals": [{"name": "canary"}] * 3}):
        with pytest.raises(SchemaMismatch) as caught:
            schema.check(value)
        assert "canary" not in str(caught.value)
    merged = merged_schema({"diet": schema})
    assert Draft202012Validator(merged).is_valid({"diet": {"meals": [{"name": "rice"}]}})
    assert not Draft202012Validator(merged).is_valid({"diet": {"meals": [{"name": 5}]}})


def test_every_slug_is_required_and_nullable():
    merged = merged_schema({"facts": ValueSchema({"type": "array"}), "diet": ValueSchema(TEXT)})
    assert merged["required"] == ["facts", "diet"]
    check = Draft202012Validator(merged).is_valid
    assert check({"facts": None, "diet": None}) and check({"facts": [], "diet": "x"})
    assert not check({"facts": []}) and not check({"facts": 5, "diet": None})


TREE = {"type": "object", "properties": {"name": TEXT, "below": {"type": "array", "items": {"$ref": "#"}}}}
REFERRING = {
    "definitions": {"word": {"type": "string", "maxLength": 3}},
    "type": "object",
    "properties": {
        "a": {"$ref": "#/definitions/word"},
        "$ref": {"type": "number"},
        "properties": {"properties": {"b": {"$ref": "#/properties/a"}}},
    },
    "default": {"$ref": "https://example.com/not-a-reference"},
}
WITH_ID = {"$id": "https://example.com/x.json", "$schema": "https://json-schema.org/draft/2020-12/schema", **TEXT}
SAMPLES = [
    {"name": "x", "below": [{"name": "y", "below": []}]},
    {"name": "x", "below": [{"name": 5}]},
    {"a": "abc", "$ref": 1, "properties": {"b": "abc"}},
    {"a": "abcd"},
    {"properties": {"b": "abcd"}},
    {"$ref": "x"},
    "text",
    5,
]


@pytest.mark.parametrize("written", [TREE, REFERRING, WITH_ID, {}], ids=["tree", "referring", "id", "any"])
def test_a_merged_schema_accepts_what_its_parts_accept(written):
    alone = ValueSchema(written)
    merged = merged_schema({"one": alone, "one-other": ValueSchema(REFERRING), "third": alone})
    Draft202012Validator.check_schema(merged)
    for sample in SAMPLES:
        try:
            alone.check(sample)
            fits = True
        except SchemaMismatch:
            fits = False
        reply = {"one": sample, "one-other": None, "third": sample}
        assert Draft202012Validator(merged).is_valid(reply) == fits, sample


def test_definitions_of_two_extractors_do_not_meet():
    def with_word(length):
        word = {"type": "string", "maxLength": length}
        return ValueSchema({"$defs": {"w": word}, "$ref": "#/$defs/w"})

    merged = Draft202012Validator(merged_schema({"a": with_word(1), "a-b": with_word(3)}))
    assert merged.is_valid({"a": "x", "a-b": "xyz"}) and not merged.is_valid({"a": "xyz", "a-b": "x"})


@pytest.mark.parametrize(
    ("schema", "strict"),
    [
        ({"type": "object", "properties": {"a": TEXT}, "required": ["a"], "additionalProperties": False}, True),
        ({"type": "object", "properties": {"a": TEXT}, "required": [], "additionalProperties": False}, False),
        ({"type": "object", "properties": {"a": TEXT}, "required": ["a"]}, False),
        ({"type": ["object", "null"]}, False),
        ({"type": "object", "additionalProperties": False}, True),
        ({"type": "string", "pattern": "x"}, False),
        ({}, False),
        ({"anyOf": [TEXT, {"oneOf": [TEXT]}]}, False),
        ({"enum": ["pattern"]}, True),
    ],
)
def test_strict_mode_is_asked_for_where_it_can_be(schema, strict):
    assert is_strict(schema) is strict
    assert is_strict(merged_schema({"one": ValueSchema(schema)})) is strict


def test_the_schema_that_a_model_gets_is_plain_json():
    merged = merged_schema({"diet": ValueSchema({"type": "object", "properties": {"a": TEXT}})})
    assert json.loads(json.dumps(merged)) == merged


def test_no_reference_is_fetched(monkeypatch):
    import urllib.request

    monkeypatch.setattr(urllib.request, "urlopen", lambda *_: pytest.fail("the network was asked"))
    with pytest.raises(ExtractorError):
        extractor(schema={"properties": {"a": {"$ref": "http://127.0.0.1:9/a.json"}}})


def test_a_missing_library_is_named_with_its_remedy(monkeypatch):
    monkeypatch.setitem(sys.modules, "jsonschema.exceptions", None)
    with pytest.raises(ImportError, match=r"ablmatch\[memory\]"):
        extractor()
