"""What the operator sets up: organisations, keys, policies, stores, agents, extraction; what each PUT says, GET gives."""

import pytest

from service_client import DEFAULT_RULES, OWN, error

pytestmark = pytest.mark.needs("starlette", "jwt", "prometheus_client")


def test_a_new_key_has_the_default_rules_and_a_secret_shown_once(service):
    made = service.operator("POST", "/keys", {"id": "other"})
    assert made.status_code == 201 and len(made.json()["secret"]) >= 40
    assert service.operator("GET", "/keys/other/policy").json() == {
        "rules": DEFAULT_RULES,
        "settings": {"subjects_required": False},
    }
    assert error(service.operator("POST", "/keys", {"id": "other"})) == (409, "already_exists")
    listed = service.operator("GET", "/keys")
    assert [one["id"] for one in listed.json()["keys"]] == ["app", "other"] and "secret" not in listed.text
    for name in ("", "A", "-a", "a b", "x" * 65, "a\n"):
        assert error(service.operator("POST", "/keys", {"id": name})) == (422, "body_invalid")
    assert error(service.operator("POST", "/keys", {})) == (422, "body_invalid")


def test_a_secret_that_got_about_is_renewed(service):
    service.write("drinks tea", "mia")
    old = service.secrets["app"]
    renewed = service.operator("POST", "/keys/app/secret").json()
    assert (renewed["id"], renewed["organisation"]) == ("app", "default") and renewed["secret"] != old
    assert error(service.call("GET", "/memory")) == (401, "unauthorized")
    service.secrets["app"] = renewed["secret"]
    assert service.listed("mia") == ["drinks tea"]
    assert error(service.operator("POST", "/keys/none/secret")) == (404, "not_found")


@pytest.mark.parametrize(
    "rule",
    [
        {"effect": "deny"},
        {"kind": "memory"},
        {"when": [{"atom": "label_like", "label": "a"}]},
        {"when": [{"atom": "label_among", "label": "a"}]},
        {"colour": "red"},
        {"id": ""},
    ],
)
def test_a_policy_that_is_not_understood_leaves_the_old_one(service, rule):
    before = service.operator("GET", "/keys/app/policy").json()
    rules = [{"id": "a", "effect": "permit", "kind": "memory_record", **rule}]
    assert error(service.operator("PUT", "/keys/app/policy", {"rules": rules})) == (422, "policy_invalid")
    assert service.operator("GET", "/keys/app/policy").json() == before


def test_a_vocabulary_binds_rules_and_labels(service):
    vocabulary = {"memory_record": {"department": {"attribute": True}, "audience": {}}}
    put = service.operator("PUT", "/organisations/default", {"vocabulary": vocabulary})
    assert put.json()["vocabulary"] == vocabulary
    assert service.operator("GET", "/organisations/default").json() == put.json()
    rule = {"id": "a", "effect": "permit", "kind": "memory_record", "match": {"labels": {"colour": "red"}}}
    assert error(service.operator("PUT", "/keys/app/policy", {"rules": [rule]})) == (422, "policy_invalid")
    body = {"store": "notes", "type": "fact", "content": "x", "labels": {"colour": "red"}}
    assert error(service.call("POST", "/memory", body)) == (422, "label_undeclared")
    assert service.write("x", labels={"audience": "everyone"})["labels"] == {"audience": "everyone"}
    bad = {"vocabulary": {"memory_write": {}}}
    assert error(service.operator("PUT", "/organisations/default", bad)) == (422, "vocabulary_invalid")


def test_labels_in_metadata_count_while_the_organisation_moves(service):
    rule = {
        "id": "everyone", "effect": "permit", "kind": "memory_record",
        "match": {"labels": {"subject": "", "audience": "everyone"}},
    }  # fmt: skip
    service.key("office", rules=[rule])
    service.write("the door sticks", metadata={"audience": "everyone"})
    assert service.listed("mia", by="office") == []
    service.operator("PUT", "/organisations/default", {"labels_from_metadata": True})
    assert service.listed("mia", by="office") == ["the door sticks"]


def test_a_store_its_budget_and_its_promotion(service):
    made = service.operator("POST", "/memory/stores", {"id": "house"})
    assert made.status_code == 201
    put = {"injection": {"budget_tokens": 600}, "promotion": {"labels": {"audience": "everyone"}, "min_people": 4}}
    assert service.operator("PUT", "/memory/stores/house", put).status_code == 200
    read = service.operator("GET", "/memory/stores/house").json()
    assert read == {"id": "house", "organisation": "default", **put}
    assert [one["id"] for one in service.operator("GET", "/memory/stores").json()["stores"]] == ["house", "notes"]
    assert error(service.operator("POST", "/memory/stores", {"id": "house"})) == (409, "already_exists")
    gone = {"id": "house", "organisation": "nobody"}
    assert error(service.operator("POST", "/memory/stores", gone)) == (404, "not_found")
    assert error(service.operator("PUT", "/memory/stores/house", {"budget": 1})) == (422, "settings_invalid")
    assert error(service.operator("PUT", "/memory/stores/none", {})) == (404, "not_found")
    assert error(service.operator("GET", "/memory/stores/none")) == (404, "not_found")


def test_a_put_of_the_switch_replaces_it_whole(service):
    path = "/memory/stores/notes/extraction"
    whole = {
        "enabled": True, "threads": "all", "filters": {"key_ids": ["app"]}, "types": ["fact"],
        "keep_session_records": True, "teach_from_sessions": True,
    }  # fmt: skip
    assert service.operator("PUT", path, whole).json() == whole
    assert service.operator("GET", path).json() == whole
    bare = {
        "enabled": True, "threads": "with_person", "filters": {"key_ids": None}, "types": None,
        "keep_session_records": False, "teach_from_sessions": False,
    }  # fmt: skip
    assert service.operator("PUT", path, {"enabled": True}).json() == bare
    assert error(service.operator("PUT", path, {"threads": "some"})) == (422, "settings_invalid")
    assert service.operator("GET", path).json() == bare


def test_a_refusal_of_settings_is_one_line_of_a_bounded_length(service):
    for path in (
        "/keys/app/memory",
        "/memory/stores/notes",
        "/memory/stores/notes/extraction",
        "/organisations/default",
    ):
        refused = service.operator("PUT", path, {"two\nlines\u2028" * 1000: 1})
        assert error(refused) == (422, "settings_invalid")
        message = refused.json()["error"]["message"]
        assert message.startswith("Object contains unknown field") and message.isprintable() and len(message) <= 300


def test_an_agent_and_its_own_injection(service):
    memory = {"injection": {"store": "notes", "enabled": True, "budget_tokens": 300, "types": None}}
    put = service.operator("PUT", "/agents/house", {"memory": memory})
    assert put.json() == {"id": "house", "organisation": "default", "memory": memory}
    assert service.operator("GET", "/agents/house").json() == put.json()
    assert error(service.operator("GET", "/agents/none")) == (404, "not_found")
    assert error(service.operator("PUT", "/agents/House", {"memory": memory})) == (422, "id_invalid")
    assert error(service.operator("PUT", "/agents/house", {"injection": {}})) == (422, "settings_invalid")
    other = service.operator("PUT", "/agents/house", {"memory": memory, "organisation": "nobody"})
    assert error(other) == (404, "not_found")
    twice = service.operator("PUT", "/agents/house?organisation=other", {"organisation": "default"})
    assert error(twice) == (422, "body_invalid")


def test_a_keys_injection_switch(service):
    put = {"injection": {"enabled": True, "store": "notes", "budget_tokens": 900, "types": ["fact"]}}
    assert service.operator("PUT", "/keys/app/memory", put).json() == put
    assert service.operator("GET", "/keys/app/memory").json() == put
    assert error(service.operator("PUT", "/keys/app/memory", {"injection": {"enabled": True}})) == (
        422,
        "settings_invalid",
    )
    for path in ("/keys/none/memory", "/keys/none/policy", "/organisations/none"):
        assert error(service.operator("GET", path)) == (404, "not_found")


def test_what_another_process_changes_of_a_key_counts_at_the_next_request(service, records_url):
    from ablmatch.memory.records import tenants
    from ablmatch.memory.records.record_memory import RecordMemory
    from ablmatch.stores.records import open_records

    service.write("the archive closes at 17:00", "mia")
    elsewhere = open_records(records_url, clock=service.clock)
    try:
        memory = RecordMemory(elsewhere, service.clock)
        assert service.listed("mia") == ["the archive closes at 17:00"]
        tenants.set_policy(memory, "app", {"rules": []})
        assert service.listed("mia") == []
        tenants.set_policy(memory, "app", {"rules": [OWN], "settings": {"subjects_required": True}})
        assert service.listed("mia") == ["the archive closes at 17:00"]
        assert error(service.call("GET", "/memory")) == (400, "subject_required")
        tenants.renew_key(memory, "app")
        assert error(service.call("GET", "/memory", subject="mia")) == (401, "unauthorized")
    finally:
        elsewhere.close()
