"""Memory records over HTTP: written, listed, searched, read, corrected, deleted; each refusal with its code."""

import random
import string

import pytest

from service_client import NOBODY_NAMED, OWN, SHARED, WRITES, error

pytestmark = pytest.mark.needs("starlette", "jwt", "prometheus_client")
UNKNOWN = "0" * 32


def test_a_record_is_found_by_every_read_once_written(service):
    made = service.write("prefers a window seat", "mia", type="preference", confidence=0.9, labels={"topic": "travel"})
    assert made["owner"] == "own" and made["version"] == 1 and made["source"] == "api" and not made["deduped"]
    read = service.call("GET", f"/memory/{made['id']}", subject="mia")
    assert read.headers["etag"] == '"1"'
    assert {**read.json(), "deduped": False, "superseded": []} == made
    assert service.listed("mia") == ["prefers a window seat"]
    found = service.call("POST", "/memory/search", {"query": "Window"}, subject="mia").json()["results"]
    assert [one["id"] for one in found] == [made["id"]] and 0 < found[0]["score"] <= 1
    versions = service.call("GET", f"/memory/{made['id']}/history", subject="mia").json()["versions"]
    assert [one["version"] for one in versions] == [1]


def test_a_record_out_of_reach_is_as_one_that_never_was(service):
    made = service.write("prefers mornings", "jan")
    for method, body in (("GET", None), ("PATCH", {"content": "x"}), ("DELETE", None)):
        hers = service.call(method, f"/memory/{made['id']}", body, subject="piet")
        none = service.call(method, f"/memory/{UNKNOWN}", body, subject="piet")
        odd = service.call(method, "/memory/nothing-of-ours", body, subject="piet")
        assert hers.status_code == none.status_code == odd.status_code == 404
        assert hers.content == none.content == odd.content
    assert error(service.call("GET", f"/memory/{made['id']}/history", subject="piet")) == (404, "not_found")
    assert service.listed("piet") == [] and service.listed("piet", "?subject=jan") == []


def test_who_names_a_person_changes_hers_alone(service):
    shared = service.write("the archive closes at five")
    for method, body in (("PATCH", {"content": "x"}), ("DELETE", None)):
        refused = service.call(method, f"/memory/{shared['id']}", body, subject="jan")
        assert error(refused) == (403, "record_read_only")
    assert service.listed("jan") == ["the archive closes at five"]


def test_without_a_rule_nothing_is_written(service):
    service.key("reader", rules=[])
    body = {"store": "notes", "type": "fact", "content": "x"}
    assert error(service.call("POST", "/memory", body, by="reader")) == (403, "memory_write_denied")
    assert service.listed() == []
    assert [row.outcome for row in service.store.audit.rows("default").rows] == ["memory_write_denied"]


BAD_RECORDS = (
    ({"type": "fact", "content": "x"}, "record_invalid"),
    ({"store": "none", "type": "fact", "content": "x"}, "store_unknown"),
    ({"store": "notes", "type": "fact", "content": " "}, "record_invalid"),
    ({"store": "notes", "type": "fact", "content": "x", "subject": "piet"}, "record_invalid"),
    ({"store": "notes", "type": "fact", "content": "x", "labels": {"subject": ""}}, "record_invalid"),
    ({"store": "notes", "type": "episode", "content": "x"}, "record_invalid"),
    ({"store": "notes", "type": "fact", "content": "x", "expires_at": "2020-01-01T00:00:00Z"}, "record_invalid"),
    ({"store": "notes", "type": "fact", "content": "x", "due_at": "2026-03-05"}, "record_invalid"),
    ([], "body_invalid"),
)


def test_a_bad_record_is_refused_and_nothing_stored(service):
    for body, code in BAD_RECORDS:
        assert error(service.call("POST", "/memory", body, subject="jan")) == (422, code), body
    assert service.listed() == []


def test_metadata_is_any_json_and_stands_in_for_labels_where_it_can(service):
    service.operator("PUT", "/organisations/default", {"labels_from_metadata": True})
    crew = {
        "id": "crew", "effect": "permit", "kind": "memory_record",
        "match": {"labels": {"subject": "", "audience": "crew"}},
    }  # fmt: skip
    service.key("crew", rules=[crew, WRITES])
    letters = random.Random(1).choices(string.ascii_letters, k=12_000)
    odd = {"".join(letters): "a long name", "nul\0": "x", "text": "x\0y", "deep": {"n\0": ["\0"]}, "audience": "crew"}
    made = service.write("shared by metadata", metadata=odd)
    assert made["metadata"] == odd
    assert service.call("GET", f"/memory/{made['id']}", by="crew").json()["metadata"] == odd
    changed = service.call("PATCH", f"/memory/{made['id']}", {"metadata": {"text": "\0", "audience": "desk"}})
    assert changed.status_code == 200
    assert error(service.call("GET", f"/memory/{made['id']}", by="crew")) == (404, "not_found")


def test_the_same_again_is_the_record_that_is_there(service):
    first, second = service.write("Prefers mornings", "jan"), service.write("prefers  MORNINGS", "jan")
    assert second["deduped"] and second["id"] == first["id"]
    assert service.write("prefers mornings", "piet")["id"] != first["id"]


def test_what_is_the_same_but_out_of_reach_is_not_shown(service):
    department = {
        "id": "department", "effect": "permit", "kind": "memory_record",
        "when": [{"atom": "label_among", "label": "department", "attribute": "department"}],
    }  # fmt: skip
    write = {"id": "writes", "effect": "permit", "kind": "memory_write"}
    service.key("narrow", rules=[department, write])
    service.write("the safe is behind the clock", labels={"department": "board"})
    body = {"store": "notes", "type": "fact", "content": "the safe is behind the clock", "slot": "safe"}
    refused = service.call("POST", "/memory", body, by="narrow", attributes={"department": ["payroll"]})
    assert error(refused) == (409, "record_exists")
    again = service.call("POST", "/memory", body, by="narrow", headers={"Idempotency-Key": "k"})
    assert error(again) == (409, "record_exists")


def test_a_slot_holds_one_record(service):
    lyon = service.write("lives in Lyon", "mia", slot="home_city")
    ghent = service.write("lives in Ghent", "mia", slot="home_city")
    assert ghent["superseded"] == [lyon["id"]]
    assert service.listed("mia") == ["lives in Ghent"]
    assert service.call("GET", f"/memory/{lyon['id']}", subject="mia").status_code == 404
    closed = service.call("GET", f"/memory/{lyon['id']}?closed=any", subject="mia").json()
    assert closed["superseded_by"] == ghent["id"] and closed["valid_to"] is not None
    history = service.call("GET", f"/memory/{ghent['id']}/history", subject="mia").json()["versions"]
    assert [one["content"] for one in history] == ["lives in Lyon", "lives in Ghent"]


def test_a_correction_keeps_owner_and_id_and_counts_versions(service):
    made = service.write("drinks tea", "mia")
    path = f"/memory/{made['id']}"
    changed = service.call("PATCH", path, {"content": "drinks coffee"}, subject="mia", headers={"If-Match": '"1"'})
    assert changed.json()["version"] == 2 and changed.json()["id"] == made["id"] and changed.headers["etag"] == '"2"'
    for headers, body in (({"If-Match": "1"}, {"content": "x"}), ({}, {"content": "x", "version": 1})):
        assert error(service.call("PATCH", path, body, subject="mia", headers=headers)) == (409, "version_conflict")
    assert error(service.call("DELETE", path, subject="mia", headers={"If-Match": "1"})) == (409, "version_conflict")
    assert error(service.call("PATCH", path, {"content": None}, subject="mia")) == (422, "record_invalid")
    assert error(service.call("PATCH", path, {"type": "fact"}, subject="mia")) == (422, "record_invalid")
    both = service.call("PATCH", path, {"content": "x", "version": 2}, subject="mia", headers={"If-Match": "1"})
    assert error(both) == (422, "record_invalid")
    odd = service.call("PATCH", path, {"content": "x"}, subject="mia", headers={"If-Match": "two"})
    assert error(odd) == (400, "header_malformed")
    assert service.call("DELETE", path, subject="mia", headers={"If-Match": "2"}).status_code == 204
    assert service.listed("mia") == []


def test_a_correction_to_the_text_of_another_is_refused(service):
    service.write("drinks tea", "mia")
    other = service.write("drinks coffee", "mia")
    refused = service.call("PATCH", f"/memory/{other['id']}", {"content": "Drinks tea"}, subject="mia")
    assert error(refused) == (409, "already_exists")


def test_an_idempotency_key_gives_the_first_answer_to_the_same_person_and_body_alone(service):
    body = {"store": "notes", "type": "fact", "content": "drinks tea"}
    key = {"Idempotency-Key": "k-1"}
    first = service.call("POST", "/memory", body, subject="mia", headers=key)
    again = service.call("POST", "/memory", body, subject="mia", headers=key)
    assert first.status_code == again.status_code == 201 and first.content == again.content
    assert first.headers["etag"] == again.headers["etag"] == '"1"'
    other = service.call("POST", "/memory", {**body, "content": "x"}, subject="mia", headers=key)
    assert error(other) == (422, "idempotency_key_reused")
    hers = service.call("POST", "/memory", body, subject="jan", headers=key)
    assert hers.status_code == 201 and hers.json()["id"] != first.json()["id"]
    assert error(service.call("POST", "/memory", body, headers={"Idempotency-Key": "a b"})) == (400, "header_malformed")


def test_a_list_is_read_to_its_end_by_cursors(service):
    for number in range(5):
        service.clock.now += 1
        service.write(f"note {number}", "mia")
    first = service.call("GET", "/memory?limit=2", subject="mia").json()
    second = service.call("GET", f"/memory?limit=2&cursor={first['next_cursor']}", subject="mia").json()
    last = service.call("GET", f"/memory?limit=2&cursor={second['next_cursor']}", subject="mia").json()
    texts = [one["content"] for page in (first, second, last) for one in page["records"]]
    assert texts == [f"note {number}" for number in (4, 3, 2, 1, 0)] and last["next_cursor"] is None
    due = f"/memory?type=commitment&cursor={first['next_cursor']}"
    assert error(service.call("GET", due, subject="mia")) == (400, "cursor_invalid")


def test_a_list_is_narrowed(service):
    service.write("pay the rent", "mia", type="commitment", due_at="2026-01-10", owed_to="the landlord")
    service.write("call the bank", "mia", type="commitment", due_at="2025-12-01")
    service.write("drinks tea", "mia", labels={"topic": "drinks"})
    for query, texts in (
        ("?type=commitment", ["call the bank", "pay the rent"]),
        ("?overdue=true", ["call the bank"]),
        ("?due_before=2026-01-01", ["call the bank"]),
        ("?label.topic=drinks", ["drinks tea"]),
        ("?type=fact&type=preference", ["drinks tea"]),
        ("?status=done", []),
        ("?subject=", []),
        ("?store=other", []),
    ):
        assert service.listed("mia", query) == texts, query


BAD_PARAMETERS = (
    "limit=0", "limit=1000", "limit=x", "limit=1&limit=2", "store=A", "type=%20", "status=late", "overdue=yes",
    "due_before=soon", "state=x", "closed=x", "colour=red", "label.a%20b=c", "subject=%00",
)  # fmt: skip
BAD_SEARCHES = (
    {}, {"query": ""}, {"query": 1}, {"query": "x", "limit": 51}, {"query": "x", "colour": 1}, {"query": "\0"},
    {"query": "x", "labels": {"a b": "c"}}, {"query": "x", "types": ["A"]}, [],
)  # fmt: skip


def test_a_bad_parameter_is_refused(service):
    for query in BAD_PARAMETERS:
        assert error(service.call("GET", f"/memory?{query}")) == (400, "parameter_invalid"), query


def test_a_bad_search_is_refused(service):
    for body in BAD_SEARCHES:
        assert error(service.call("POST", "/memory/search", body)) == (422, "body_invalid"), body


def test_a_version_is_shown_to_whom_its_own_labels_permit(service):
    department = {
        "id": "department", "effect": "permit", "kind": "memory_record", "match": {"labels": {"subject": ""}},
        "when": [{"atom": "label_among", "label": "department", "attribute": "department"}],
    }  # fmt: skip
    service.key("office", rules=[OWN, NOBODY_NAMED, WRITES, department])
    record = service.write("the director earns 9,000", labels={"department": "payroll"}, by="office")
    path = f"/memory/{record['id']}"
    change = {"content": "salaries are paid on the 25th", "labels": {"department": "reception"}}
    assert service.call("PATCH", path, change, by="office").status_code == 200

    def seen(department):
        attributes = {"department": department}
        asked = service.call("GET", f"{path}/history", by="office", subject="bob", attributes=attributes)
        return [one["version"] for one in asked.json()["versions"]] if asked.status_code == 200 else asked.status_code

    assert seen(["reception"]) == [2]
    assert seen(["payroll"]) == 404
    assert seen(["payroll", "reception"]) == [1, 2]
    whole = service.call("GET", f"{path}/history", by="office").json()["versions"]
    assert [one["version"] for one in whole] == [1, 2]


def test_a_deletion_takes_what_was_superseded_only_where_that_may_be_deleted_too(service):
    drafts = {**WRITES, "match": {"labels": {"kind": "draft"}}}
    service.key("drafts", rules=[OWN, SHARED, NOBODY_NAMED, drafts])
    old = service.write("opens at nine", slot="opening")
    new = service.write("opens at ten", slot="opening", labels={"kind": "draft"})
    refused = service.call("DELETE", f"/memory/{new['id']}", by="drafts")
    assert error(refused) == (403, "memory_write_denied")
    assert service.call("GET", f"/memory/{old['id']}?closed=any").status_code == 200
    assert service.call("DELETE", f"/memory/{new['id']}").status_code == 204
    assert service.call("GET", f"/memory/{old['id']}?closed=any").status_code == 404
