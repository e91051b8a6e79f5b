"""Who calls, for whom: secrets, people named in three places, attributes, subject tokens; every refusal with its code."""

import jwt
import pytest

from ablmatch.service.subject_tokens import LONGEST_SECONDS
from service_client import DEFAULT_RULES, NOBODY_NAMED, NOTHING, OPERATOR, OWN, SHARED, WRITES, error

pytestmark = pytest.mark.needs("starlette", "jwt", "prometheus_client")
DEPARTMENT_RULES = [
    OWN,
    NOBODY_NAMED,
    WRITES,
    {
        "id": "everyone", "effect": "permit", "kind": "memory_record",
        "match": {"labels": {"subject": "", "audience": "everyone"}},
    },
    {
        "id": "department", "effect": "permit", "kind": "memory_record", "match": {"labels": {"subject": ""}},
        "when": [{"atom": "label_among", "label": "department", "attribute": "department"}],
    },
]  # fmt: skip


def test_every_path_wants_a_secret(service):
    paths = service.documented.document["paths"]
    asked = 0
    for path, operations in paths.items():
        for method, operation in operations.items():
            if "security" not in operation:
                continue
            for headers in ({}, {"Authorization": "Bearer no-secret-of-ours"}, {"Authorization": f"Basic {OPERATOR}"}):
                refused = service.request(method.upper(), path.replace("{", "").replace("}", ""), headers=headers)
                assert error(refused) == (401, "unauthorized"), (method, path)
                assert refused.headers["www-authenticate"].startswith("Bearer")
                asked += 1
    assert asked > 80
    assert error(service.request("GET", "/nothing/here")) == (401, "unauthorized")
    assert [path for path, one in paths.items() if any("security" not in how for how in one.values())] == [
        "/health",
        "/openapi.json",
    ]


def test_a_path_or_verb_that_there_is_not(service):
    assert error(service.operator("GET", "/nothing/here")) == (404, "not_found")
    assert error(service.operator("MUMBLE", "/memory")) == (405, "method_not_allowed")
    assert "MUMBLE" not in service.operator("GET", "/metrics").text
    for path in ("/memory/search", "/memory/stores"):
        refused = service.operator("DELETE", path)
        assert error(refused) == (405, "method_not_allowed") and "DELETE" not in refused.headers["allow"]
    refused = service.operator("PUT", "/memory")
    assert error(refused) == (405, "method_not_allowed") and refused.headers["allow"] == "GET, HEAD, POST"


def test_a_secret_is_good_for_its_own_calls_alone(service):
    assert error(service.call("POST", "/keys", {"id": "other"})) == (403, "operator_required")
    assert error(service.operator("GET", "/memory")) == (403, "key_required")


def test_keys_of_two_organisations_share_nothing(service):
    service.key("theirs", organisation="other")
    service.operator("POST", "/memory/stores", {"id": "notes", "organisation": "other"})
    made = service.write("the safe is behind the clock")
    talk = service.conversation("mia")
    assert service.listed(by="theirs") == []
    assert service.call("GET", f"/memory/{made['id']}", by="theirs").status_code == 404
    assert service.call("GET", f"/conversations/{talk}", by="theirs").status_code == 404
    assert service.call("POST", "/memory/search", {"query": "safe"}, by="theirs").json() == {"results": []}
    assert service.call("DELETE", "/subjects/mia", by="theirs").json()["erased"]["conversations"] == 0
    assert service.call("GET", f"/conversations/{talk}", subject="mia").status_code == 200


def test_a_person_named_badly_is_never_nobody(service):
    service.write("the archive closes at five")
    body = {"store": "notes", "type": "fact", "content": "x"}
    for text in ("", "   ", "ana/1", "ana*", "é", "x" * 257):
        header = {"X-Core-Subject": text.encode()}
        assert error(service.call("GET", "/memory", headers=header)) == (400, "subject_malformed")
        assert error(service.call("POST", "/memory", {**body, "user": text})) == (400, "subject_malformed")
    assert error(service.call("POST", "/memory", {**body, "user": 7})) == (400, "subject_malformed")
    both = service.call("POST", "/memory", {**body, "user": "piet"}, subject="jan")
    assert error(both) == (400, "subject_conflict")
    same = service.call("POST", "/memory", {**body, "user": "jan"}, subject="jan")
    assert same.status_code == 201 and sorted(service.listed("jan")) == ["the archive closes at five", "x"]
    absent = service.call("POST", "/memory", {**body, "user": None})
    assert absent.json()["owner"] == "shared"


def test_a_key_for_people_only_refuses_whoever_names_nobody(service):
    service.key("people", subjects_required=True)
    body = {"store": "notes", "type": "fact", "content": "x"}
    asked = [
        ("POST", "/memory", body),
        ("GET", "/memory", None),
        ("POST", "/memory/search", {"query": "x"}),
        ("POST", "/turns", {"text": "x"}),
        ("POST", "/conversations", None),
    ]
    for method, path, given in asked:
        assert error(service.call(method, path, given, by="people")) == (400, "subject_required")
    assert service.listed() == [] and service.call("GET", "/subjects/mia/export").json()["conversations"] == []
    assert service.call("POST", "/memory", body, by="people", subject="mia").status_code == 201
    assert service.call("DELETE", "/subjects/mia", by="people").json()["erased"]["records"] == 1
    assert service.call("POST", "/subject-tokens", {"subject": "mia"}, by="people").status_code == 201


def test_departments_hold_in_list_search_read_and_turn_alike(service):
    service.key("office", rules=DEPARTMENT_RULES)
    service.operator("PUT", "/keys/office/memory", {"injection": {"enabled": True, "store": "notes"}})
    ids = {
        name: service.write(f"note {name}", by="office", labels=labels)["id"]
        for name, labels in (("E", {"audience": "everyone"}), ("P", {"department": "payroll"}), ("N", {}))
    }
    anna = service.write("note A", "anna", by="office", labels={"department": "reception"})["id"]
    ids["A"] = anna
    payroll, reception = {"department": ["payroll"]}, {"department": ["reception"]}
    for subject, attributes, seen in (
        ("anna", payroll, "EPA"),
        ("bob", reception, "E"),
        ("bob", None, "E"),
        (None, None, "EPNA"),
    ):
        who = {"by": "office", "subject": subject, "attributes": attributes}
        texts = {f"note {name}" for name in seen}
        assert set(service.listed(**who)) == texts
        found = service.call("POST", "/memory/search", {"query": "note"}, **who).json()["results"]
        assert {one["content"] for one in found} == texts
        for name, record_id in ids.items():
            assert service.call("GET", f"/memory/{record_id}", **who).status_code == (200 if name in seen else 404)
        given = service.turn("a note", **who)["context"]
        shown = seen.replace("A", "") if subject is None else seen
        assert {name for name in ids if f"note {name}" in given} == set(shown)
    scheduled = service.turn("a note", "anna", by="office", attributes=payroll, schedule=True)["context"]
    assert {name for name in ids if f"note {name}" in scheduled} == {"E", "A"}


@pytest.mark.parametrize(
    "header", ["", "[]", "payroll", '{"a": "b"}', '{"a": [1]}', '{"a": ["b"], "a": []}', "{" * 5000]
)
def test_attributes_that_are_none_are_refused(service, header):
    assert error(service.call("GET", "/memory", headers={"X-Core-Attributes": header})) == (400, "attributes_malformed")


# --- Subject tokens ---------------------------------------------------------------------------------------------


def test_a_subject_token_names_its_person_and_nobody_else(service):
    token = _token(service, subject="jan", attributes={"department": ["payroll"]}, ttl="1h")
    header = {"X-Core-Subject-Token": token}
    made = service.call("POST", "/memory", {"store": "notes", "type": "fact", "content": "x"}, headers=header)
    assert made.json()["owner"] == "own" and service.listed("jan") == ["x"]
    for refused in (
        service.call("GET", "/memory", headers=header, subject="piet"),
        service.call("POST", "/memory/search", {"query": "x", "user": "piet"}, headers=header),
        service.call("DELETE", "/subjects/piet", headers=header),
        service.call("GET", "/subjects/piet/export", headers=header),
        service.call("POST", "/subject-tokens", {"subject": "jan"}, headers=header),
    ):
        assert error(refused) == (403, "subject_forbidden")
    assert service.call("GET", "/memory", headers=header, subject="jan").status_code == 200


def test_attributes_of_a_token_are_not_widened_by_a_header(service):
    service.key("office", rules=DEPARTMENT_RULES)
    service.write("pay day is the 25th", by="office", labels={"department": "payroll"})
    plain = {"X-Core-Subject-Token": _token(service, by="office", subject="bob")}
    assert service.listed(by="office", headers=plain, attributes={"department": ["payroll"]}) == []
    payroll = _token(service, by="office", subject="bob", attributes={"department": ["payroll"]})
    assert service.listed(by="office", headers={"X-Core-Subject-Token": payroll}) == ["pay day is the 25th"]


def test_a_token_that_is_bad_old_or_foreign_is_refused(service):
    service.key("theirs", organisation="other")
    token = _token(service, subject="jan", ttl="60s")
    secret = service.store.tenants.token_secret("default")
    claims = jwt.decode(token, options={"verify_signature": False})
    unsigned = jwt.encode(claims, None, algorithm="none")
    no_end = jwt.encode({name: one for name, one in claims.items() if name != "exp"}, secret, algorithm="HS256")
    odd = [jwt.encode({**claims, **more}, secret, algorithm="HS256") for more in ({"sub": ""}, {"attributes": 1})]
    tampered = token[:-2] + ("AA" if token[-2:] != "AA" else "BB")
    for bad in ("", "x", tampered, unsigned, no_end, *odd, _token(service, by="theirs", subject="jan"), "x" * 20_000):
        refused = service.call("GET", "/memory", headers={"X-Core-Subject-Token": bad})
        assert error(refused) == (401, "subject_token_invalid")
    assert service.call("GET", "/memory", headers={"X-Core-Subject-Token": token}).status_code == 200
    service.clock.now += 60_000
    refused = service.call("GET", "/memory", headers={"X-Core-Subject-Token": token})
    assert error(refused) == (401, "subject_token_invalid")


def test_what_is_no_token_request_is_refused(service):
    assert LONGEST_SECONDS == 30 * 86_400
    for ttl in ("", "1", "0h", "h", "31d", "1 h", "99999999999d"):
        assert error(service.call("POST", "/subject-tokens", {"subject": "jan", "ttl": ttl})) == (422, "body_invalid")
    assert error(service.call("POST", "/subject-tokens", {"subject": ""})) == (400, "subject_malformed")
    assert error(service.call("POST", "/subject-tokens", {"subject": "a", "attributes": {"é": []}})) == (
        400,
        "attributes_malformed",
    )
    assert error(service.call("POST", "/subject-tokens", {"subject": "a"}, subject="b")) == (403, "subject_forbidden")


def test_a_rule_that_nothing_fits_lets_nothing_through(service):
    service.key("none", rules=[])
    service.write("the archive closes at five")
    service.write("hers", "mia")
    assert service.listed(by="none") == service.listed("mia", by="none") == []
    assert len(DEFAULT_RULES) == 3


def _token(service, by="app", **body):
    made = service.call("POST", "/subject-tokens", body, by=by)
    assert made.status_code == 201, made.text
    return made.json()["token"]


def test_nobody_reaches_the_conversations_of_those_whose_records_it_may_read(service):
    service.key("narrow", rules=[OWN, SHARED, WRITES])
    service.write("collects walrus figurines", "mia")
    talk = service.conversation("mia", "I collect walrus figurines")
    put = service.call("PUT", f"/conversations/{talk}/working_state", {"state": {"goal": "walrus"}}, subject="mia")
    assert put.status_code == 200
    asked = (
        ("GET", f"/conversations/{talk}", None),
        ("GET", f"/conversations/{talk}/working_state", None),
        ("PUT", f"/conversations/{talk}/working_state", {"state": None}),
        ("POST", f"/conversations/{talk}/messages", {"role": "user", "text": "x"}),
        ("POST", f"/conversations/{talk}/close", None),
        ("POST", "/turns", {"text": "walrus", "conversation_id": talk}),
        ("POST", f"/turns/{talk}/tool", {"name": "memory_search__notes", "arguments": {"query": "walrus"}}),
    )
    for method, path, body in asked:
        refused = service.call(method, path, body, by="narrow")
        assert error(refused) == (404, "not_found"), path
        assert "walrus" not in refused.text
    assert service.call("GET", "/subjects/mia/export", by="narrow").json() == NOTHING
    held = service.call("GET", f"/conversations/{talk}", by="narrow", subject="mia").json()
    assert held["open"] and held["messages"] == 1
    [kept] = service.call("GET", "/subjects/mia/export", by="narrow", subject="mia").json()["conversations"]
    assert kept["transcript"][0]["text"] == "I collect walrus figurines"
    for method, path, body in asked:
        assert service.call(method, path, body).status_code in {200, 201, 202}, path
    assert len(service.call("GET", "/subjects/mia/export").json()["conversations"]) == 1


def test_a_person_named_where_a_call_has_no_body_is_not_overlooked(service):
    made = service.write("collects walrus figurines", "mia")
    talk = service.conversation("mia", "I collect walrus figurines")
    asked = (
        ("GET", f"/memory/{made['id']}", 200),
        ("GET", f"/memory/{made['id']}/history", 200),
        ("GET", f"/conversations/{talk}", 200),
        ("GET", f"/conversations/{talk}/working_state", 200),
        ("POST", f"/conversations/{talk}/close", 202),
        ("DELETE", f"/memory/{made['id']}", 204),
    )
    for method, path, status in asked:
        assert error(service.call(method, path, {"user": "piet"})) == (404, "not_found"), path
        assert error(service.call(method, path, {"user": " "})) == (400, "subject_malformed"), path
        assert error(service.call(method, path, {"user": "piet"}, subject="mia")) == (400, "subject_conflict"), path
        assert error(service.call(method, path, {"person": "mia"})) == (422, "body_invalid"), path
        assert error(service.call(method, path, content=b"user=mia")) == (400, "body_malformed"), path
        assert service.call(method, path, {"user": "mia"}).status_code == status, path
    assert service.call("GET", "/memory", {"user": "piet"}).json()["records"] == []
    assert error(service.call("GET", "/subjects/mia/export", {"user": "piet"})) == (403, "subject_forbidden")
    assert error(service.call("DELETE", "/subjects/mia", {"user": "piet"})) == (403, "subject_forbidden")


def test_a_parameter_that_a_call_does_not_have_is_refused(service):
    paths = service.documented.document["paths"]
    asked = 0
    for path, operations in paths.items():
        for method, operation in operations.items():
            if "security" not in operation:
                continue
            call = service.call if "key" in operation["security"][0] else service.operator
            body = {} if "requestBody" in operation else None
            for name in ("user", "Subject", "subject_", "X-Core-Subject", "label", "organization"):
                refused = call(method.upper(), f"{path.replace('{', '').replace('}', '')}?{name}=mia", body)
                assert error(refused) == (400, "parameter_invalid"), (method, path, name)
                asked += 1
    assert asked > 150


def test_a_header_that_nearly_names_a_person_is_not_overlooked(service):
    service.write("collects walrus figurines", "mia")
    for name in ("X-Core-Subjects", "X_Core_Subject", "X-Core_Subject", "x-core-user", "X-Core-Subject-Id", "X-Core-"):
        for path in ("/memory", "/subjects/mia/export"):
            refused = service.call("GET", path, headers={name: "jan"})
            assert error(refused) == (400, "header_malformed") and "jan" not in refused.text, name
        refused = service.call(
            "POST", "/memory", {"store": "notes", "type": "fact", "content": "x"}, headers={name: "jan"}
        )
        assert error(refused) == (400, "header_malformed")
    assert service.listed() == ["collects walrus figurines"]
    assert service.call("GET", "/memory", headers={"X-Corelation-Id": "7", "Core-Subject": "jan"}).status_code == 200


def test_a_name_that_stands_twice_in_a_body_is_refused(service):
    service.write("collects walrus figurines", "mia")
    for body in (
        b'{"query": "walrus", "user": "piet", "user": "mia"}',
        b'{"query": "walrus", "user": "mia", "\\u0075ser": null}',
        b'{"query": "walrus", "user": "mia", "labels": {"a": "x", "a": "y"}}',
    ):
        refused = service.call("POST", "/memory/search", content=body)
        assert error(refused) == (400, "body_malformed") and "twice" in refused.text
    rules = b'{"rules": [], "rules": [{"id": "w", "effect": "permit", "kind": "memory_write"}]}'
    assert error(service.operator("PUT", "/keys/app/policy", content=rules)) == (400, "body_malformed")


def test_a_token_that_could_not_be_read_is_not_made(service):
    attributes = {f"a{number}": ["x" * 250] for number in range(60)}
    refused = service.call("POST", "/subject-tokens", {"subject": "jan", "attributes": attributes})
    assert error(refused) == (400, "attributes_malformed")


def test_figures_of_other_scripts_are_no_version(service):
    made = service.write("x")
    for text in ("١", '"١"', "²"):
        refused = service.call("DELETE", f"/memory/{made['id']}", headers={"If-Match": text.encode()})
        assert error(refused) == (400, "header_malformed"), text
