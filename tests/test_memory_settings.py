"""Settings of keys, agents, stores and organisations: defaults, what is refused, and which budget counts."""

import pytest

from ablmatch.memory.refusals import Refusal
from ablmatch.memory.settings import (
    AgentInjection,
    AgentMemory,
    Extraction,
    Injected,
    Injection,
    KeyMemory,
    OrganisationSettings,
    StoreSettings,
    injected,
    read_settings,
)

KEY = Injection(enabled=True, store="notes", budget_tokens=1500)
AGENT = AgentInjection(store="house", budget_tokens=300)


def test_what_is_left_out_is_at_its_default():
    assert read_settings({}, Extraction) == Extraction(enabled=False, threads="with_person", types=None)
    assert read_settings({"enabled": True}, Extraction).threads == "with_person"
    assert read_settings({"filters": {"key_ids": []}}, Extraction).filters.key_ids == ()
    assert read_settings({}, Extraction).filters.key_ids is None
    assert read_settings({}, KeyMemory).injection == Injection(enabled=False, budget_tokens=1500)
    assert read_settings({"injection": {"enabled": True, "store": "notes"}}, KeyMemory).injection.budget_tokens == 1500
    assert read_settings({}, AgentMemory).injection is None
    assert read_settings({}, OrganisationSettings).idle_ms == 30 * 60 * 1000
    assert read_settings({"promotion": {"labels": {"department": "hr"}}}, StoreSettings).promotion.min_people == 3


@pytest.mark.parametrize("document, kind, place", [
    ({"threads": "some"}, Extraction, "threads"), ({"enabled": 1}, Extraction, "enabled"), ([], Extraction, "object"),
    ({"thread": "all"}, Extraction, "thread"), ({"filters": {"keys": []}}, Extraction, "keys"), (None, Extraction, "object"),
    ({"filters": {"key_ids": ["App"]}}, Extraction, "key_ids"), ({"types": ["Fact"]}, Extraction, "types"),
    ({"injection": {"enabled": True}}, KeyMemory, "store"), ({"injection": {"budget_tokens": -1}}, KeyMemory, "budget"),
    ({"injection": {"budget_tokens": 1.5}}, KeyMemory, "budget"), ({"injection": {"store": "a\n"}}, KeyMemory, "store"),
    ({"injection": {"store": "A"}}, KeyMemory, "store"), ({"injection": {}}, AgentMemory, "store"),
    ({"promotion": {"labels": {"subject": "x"}}}, StoreSettings, "labels"), ({"injection": {"budget": 1}}, StoreSettings, "budget"),
    ({"promotion": {"labels": {"a b": "x"}}}, StoreSettings, "labels"), ({"promotion": {"labels": {"a": 5}}}, StoreSettings, "str"),
    ({"promotion": {"min_people": 1}}, StoreSettings, "min_people"), ({"vocabulary": []}, OrganisationSettings, "vocabulary"),
])  # fmt: skip
def test_what_is_unknown_or_misshapen_is_refused(document, kind, place):
    with pytest.raises(Refusal, match=place) as caught:
        read_settings(document, kind)
    assert (caught.value.code, caught.value.status) == ("settings_invalid", 422)


@pytest.mark.parametrize("key, agent, stores, cap, wanted", [
    (KEY, None, {}, None, Injected("notes", 1500, None)), (KEY, None, {"notes": 600}, None, Injected("notes", 600, None)),
    (KEY, None, {"notes": 600}, 400, Injected("notes", 400, None)), (KEY, None, {"notes": 9000}, 9000, Injected("notes", 1500, None)),
    (KEY, None, {"house": 10, "notes": None}, None, Injected("notes", 1500, None)), (KEY, None, {}, 0, Injected("notes", 0, None)),
    (KEY, AGENT, {"notes": 5}, 400, Injected("house", 300, None)), (KEY, AGENT, {"house": 200}, None, Injected("house", 200, None)),
    (Injection(), AGENT, {}, None, Injected("house", 300, None)), (Injection(), None, {}, None, None),
    (KEY, AgentInjection(store="house", enabled=False), {}, None, None), (Injection(store="notes"), None, {}, None, None),
    (KEY, AgentInjection(store="house", types=("fact",)), {}, None, Injected("house", 1500, ("fact",))),
])  # fmt: skip
def test_the_agents_injection_replaces_the_keys_and_budgets_only_lower(key, agent, stores, cap, wanted):
    assert injected(key, agent, store_budget=stores, operator_cap=cap) == wanted
