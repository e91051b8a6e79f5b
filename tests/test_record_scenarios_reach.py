"""The acceptance scenarios 21 to 30 for memory records, over HTTP: whose request it is, and what it reaches."""

import pytest

from record_tables import grown, held
from record_ways import DEPARTMENT, DEPARTMENTS, EVERYONE, everywhere, seen
from service_client import DEFAULT_RULES, OWN, WRITES, error

UNKNOWN = "0" * 32
NOTE = {"store": "notes", "type": "fact", "content": "door X"}


def calls_of(service, record, talk):
    """A call of each kind that is about records or conversations, as one who may not make it tries it."""
    return [
        ("POST", "/memory", NOTE),
        ("GET", "/memory", None),
        ("POST", "/memory/search", {"query": "door"}),
        ("GET", f"/memory/{record}", None),
        ("GET", f"/memory/{record}/history", None),
        ("PATCH", f"/memory/{record}", {"content": "door Y"}),
        ("DELETE", f"/memory/{record}", None),
        ("POST", "/turns", {"text": "door"}),
        ("POST", f"/turns/{talk}/tool", {"name": "memory_search__notes", "arguments": {"query": "door"}}),
        ("POST", "/conversations", {}),
        ("GET", f"/conversations/{talk}", None),
        ("POST", f"/conversations/{talk}/messages", {"role": "user", "text": "door"}),
        ("POST", f"/conversations/{talk}/close", None),
        ("GET", f"/conversations/{talk}/working_state", None),
        ("PUT", f"/conversations/{talk}/working_state", {"state": {"goal": "door"}}),
    ]


def test_scenario_21_a_conversation_of_one_person_is_not_there_for_another(service, records_url):
    service.inject()
    service.write("ida keeps bees", "ida")
    talk = service.turn("my bees", "ida")["conversation_id"]
    service.call("PUT", f"/conversations/{talk}/working_state", {"state": {"goal": "bees"}}, subject="ida")
    before = held(records_url)
    turn = {"text": "bees", "conversation_id": talk}
    for method, path, body in (("POST", "/turns", turn), *calls_of(service, UNKNOWN, talk)):
        if talk not in path and body is not turn:
            continue
        refused = service.call(method, path, body, subject="otto")
        assert error(refused) == (404, "not_found"), path
        assert "bees" not in refused.text and "ida" not in refused.text
    assert held(records_url) == before
    assert service.turn("bees", "otto")["context"] == ""


def test_scenario_22_nothing_is_written_until_a_rule_permits_it(service, records_url):
    service.key("reader", rules=DEFAULT_RULES)
    talk = service.turn("I keep bees", "ida", by="reader")
    assert talk["tools"] == ["memory_search__notes", "builtin__update_working_state"]
    before = held(records_url)
    assert error(service.call("POST", "/memory", NOTE, by="reader", subject="ida")) == (403, "memory_write_denied")
    assert error(service.call("POST", "/memory", NOTE, by="reader")) == (403, "memory_write_denied")
    tool = {"name": "memory_write__notes", "arguments": {"type": "fact", "content": "keeps bees"}}
    answer = service.call("POST", f"/turns/{talk['conversation_id']}/tool", tool, by="reader", subject="ida")
    assert answer.status_code == 200 and answer.json()["error"]["code"] == "memory_write_denied"
    assert service.listed() == service.listed(by="reader") == []
    assert grown(before, held(records_url)) == {"ablmatch_audit": 3}


def test_scenario_23_each_person_has_hers_though_the_texts_are_equal(service):
    service.inject()
    made = [service.write("prefers mornings", person) for person in ("jan", "piet")]
    assert made[0]["id"] != made[1]["id"] and not made[1]["deduped"]
    for person, own, other in (("jan", *made), ("piet", *made[::-1])):
        assert seen(service, made, "mornings", subject=person) == everywhere("prefers mornings")
        found = service.call("POST", "/memory/search", {"query": "mornings"}, subject=person).json()["results"]
        records = service.call("GET", "/memory", subject=person).json()["records"]
        assert [one["id"] for one in found] == [one["id"] for one in records] == [own["id"]]
        assert service.turn("mornings", person)["context"].count("prefers mornings") == 1
        hers, none = (service.call("GET", f"/memory/{name}", subject=person) for name in (other["id"], UNKNOWN))
        assert hers.status_code == none.status_code == 404 and hers.content == none.content


def test_scenario_24_no_body_says_whose_a_record_is(service, records_url):
    made = service.write("door J", "jan")
    talk = service.turn("door", "jan")["conversation_id"]
    before = held(records_url)
    for more in ({"subject": "piet"}, {"subject": ""}, {"labels": {"subject": ""}}, {"labels": {"subject": "piet"}},
                 {"owner": "shared"}, {"metadata": {}, "conversation_id": talk}):  # fmt: skip
        assert error(service.call("POST", "/memory", {**NOTE, **more}, subject="jan")) == (422, "record_invalid"), more
        tool = {"name": "memory_write__notes", "arguments": {"type": "fact", "content": "door X", **more}}
        answer = service.call("POST", f"/turns/{talk}/tool", tool, subject="jan").json()
        assert answer["error"]["code"] == "record_invalid", more
    for body in ({"subject": "piet"}, {"labels": {"subject": ""}}, {"content": "x", "subject": ""}):
        refused = service.call("PATCH", f"/memory/{made['id']}", body, subject="jan")
        assert error(refused) == (422, "record_invalid"), body
    after = held(records_url)
    assert set(grown(before, after)) == {"ablmatch_audit"}
    assert after["ablmatch_records"] == before["ablmatch_records"]


def test_scenario_25_what_is_shared_is_read_only_to_a_person(service, records_url):
    service.key("office", rules=DEPARTMENTS)
    shared = service.write("door E", labels={"audience": "everyone"}, by="office")
    payroll = service.write("door P", labels={"department": "payroll"}, by="office")
    asked = {"subject": "jan", "attributes": {"department": ["reception"]}}
    token = {"X-Core-Subject-Token": service.call("POST", "/subject-tokens", asked, by="office").json()["token"]}
    before = held(records_url)["ablmatch_records"]
    # A header widens no token.
    for more in ({}, {"X-Core-Attributes": '{"department": ["payroll"]}'}):
        for method, body in (("PATCH", {"content": "x"}), ("DELETE", None)):
            read_only = service.call(method, f"/memory/{shared['id']}", body, by="office", headers={**token, **more})
            assert error(read_only) == (403, "record_read_only")
            absent = service.call(method, f"/memory/{payroll['id']}", body, by="office", headers={**token, **more})
            assert error(absent) == (404, "not_found")
    for method, body in (("PATCH", {"content": "x"}), ("DELETE", None)):
        for who in ({"subject": "jan"}, {"subject": "jan", "attributes": {"department": ["payroll"]}}):
            refused = service.call(method, f"/memory/{shared['id']}", body, by="office", **who)
            assert error(refused) == (403, "record_read_only")
    named = {"content": "x", "user": "jan"}
    refused = service.call("PATCH", f"/memory/{shared['id']}", named, by="office")
    assert error(refused) == (403, "record_read_only")
    assert held(records_url)["ablmatch_records"] == before


def test_scenario_26_a_person_who_is_named_badly_or_twice_is_never_nobody(service, records_url):
    made = service.write("door J", "jan")
    service.write("door E")
    talk = service.turn("door", "jan")["conversation_id"]
    token = service.call("POST", "/subject-tokens", {"subject": "jan"}).json()["token"]
    before = held(records_url)
    for method, path, body in calls_of(service, made["id"], talk):
        for headers, more, wanted in (
            ({"X-Core-Subject": ""}, {}, (400, "subject_malformed")),
            ({"X-Core-Subject": "  "}, {}, (400, "subject_malformed")),
            ({}, {"user": ""}, (400, "subject_malformed")),
            ({"X-Core-Subject": "jan"}, {"user": "piet"}, (400, "subject_conflict")),
            ({"X-Core-Subject": "piet", "X-Core-Subject-Token": token}, {}, (403, "subject_forbidden")),
            ({"X-Core-Subject-Token": token}, {"user": "piet"}, (403, "subject_forbidden")),
        ):
            if more and body is None:
                continue
            asked = {**body, **more} if body is not None else None
            refused = service.call(method, path, asked, headers=headers)
            assert error(refused) == wanted, (method, path, headers, more)
            assert "door" not in refused.text
    assert held(records_url) == before


def test_scenario_27_a_key_for_people_refuses_nobody_before_anything_happens(service, records_url):
    service.inject()
    made = service.write("door E")
    talk = service.turn("door")["conversation_id"]
    policy = {"rules": [*DEFAULT_RULES, WRITES], "settings": {"subjects_required": True}}
    service.operator("PUT", "/keys/app/policy", policy)
    before = held(records_url)
    for method, path, body in calls_of(service, made["id"], talk):
        assert error(service.call(method, path, body)) == (400, "subject_required"), path
    schedule = {"text": "door", "schedule": True}
    assert error(service.call("POST", "/turns", schedule)) == (400, "subject_required")
    assert error(service.call("POST", "/memory", {**NOTE, "user": None})) == (400, "subject_required")
    assert held(records_url) == before
    assert service.listed("jan") == ["door E"]


@pytest.fixture
def office(service):
    """A key with the rules of departments, with its injection on; and the records of scenario 28."""
    service.key("office", rules=DEPARTMENTS)
    service.inject(by="office")
    service.made = [
        service.write("door E", labels={"audience": "everyone"}, by="office"),
        service.write("door P", labels={"department": "payroll"}, by="office"),
        service.write("door N", by="office"),
        service.write("door anna", "anna", labels={"department": "reception"}, by="office"),
        service.write("door bob", "bob", by="office"),
    ]
    return service


def test_scenario_28_departments_hold_on_every_way_of_reading(office):
    anna, bob = {"department": ["payroll"]}, {"department": ["reception"]}
    for subject, attributes, texts in (
        ("anna", anna, ("door E", "door P", "door anna")),
        ("bob", bob, ("door E", "door bob")),
        ("anna", None, ("door E", "door anna")),
        ("bob", {}, ("door E", "door bob")),
        ("eva", {"department": []}, ("door E",)),
        ("eva", {"team": ["payroll"]}, ("door E",)),
        ("eva", {"department": ["payroll", "reception"]}, ("door E", "door P")),
    ):
        found = seen(office, office.made, "door", by="office", subject=subject, attributes=attributes)
        assert found == everywhere(*texts), (subject, attributes)
    everything = {record["content"] for record in office.made}
    shared = {"door E", "door P", "door N"}
    # A turn of nobody is given what is shared alone: less than its request reaches.
    assert seen(office, office.made, "door", by="office") == {**everywhere(*everything), "injection": shared}


def test_scenario_29_a_schedule_has_no_attributes(office):
    payroll = {"department": ["payroll"]}
    for attributes in (None, payroll):
        hers = office.turn("door", "anna", by="office", attributes=attributes, schedule=True)
        assert [line for line in hers["context"].splitlines() if line.startswith("- ")] == [
            "- fact 100%: door anna", "- fact 100%: door E"
        ]  # fmt: skip
        search = {"name": "memory_search__notes", "arguments": {"query": "door"}, "schedule": True}
        found = office.call("POST", f"/turns/{hers['conversation_id']}/tool", search, by="office", subject="anna",
                            attributes=attributes).json()["results"]  # fmt: skip
        assert {one["content"] for one in found} == {"door anna", "door E"}
    context = office.turn("door", by="office", schedule=True)["context"]
    assert {line for line in context.splitlines() if line.startswith("- ")} == {
        "- fact 100%: door E", "- fact 100%: door P", "- fact 100%: door N"
    }  # fmt: skip
    assert "[own]" not in context and "anna" not in context and "bob" not in context


def test_scenario_30_a_policy_that_says_what_is_unknown_is_refused_and_the_old_one_stays(service):
    vocabulary = {"memory_record": {"department": {"attribute": True}, "audience": {}}}
    service.operator("PUT", "/organisations/default", {"vocabulary": vocabulary})
    old = {"rules": DEPARTMENTS, "settings": {"subjects_required": True}}
    assert service.operator("PUT", "/keys/app/policy", old).status_code == 200
    before = service.operator("GET", "/keys/app/policy").content
    for rule in (
        {**OWN, "when": [{"atom": "label_is_nice", "label": "subject"}]},
        {**OWN, "effect": "deny"},
        {**OWN, "kind": "everything"},
        {**OWN, "unless": []},
        {**EVERYONE, "match": {"labels": {"subject": "", "colour": "red"}}},
        {**DEPARTMENT, "when": [{"atom": "label_among", "label": "department", "attribute": "audience"}]},
        {**DEPARTMENT, "when": [{"atom": "label_among", "label": "colour", "attribute": "department"}]},
    ):
        new = {"rules": [*DEFAULT_RULES, {**rule, "id": "new"}]}
        refused = service.operator("PUT", "/keys/app/policy", new)
        assert error(refused) == (422, "policy_invalid"), rule
        assert service.operator("GET", "/keys/app/policy").content == before
    assert error(service.call("GET", "/memory")) == (400, "subject_required")
    colour = service.call("POST", "/memory", {**NOTE, "labels": {"colour": "red"}}, subject="jan")
    assert error(colour) == (422, "label_undeclared")
