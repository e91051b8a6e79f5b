"""What users of other memories complain of, and is not so here, over HTTP; by the numbers of the table of complaints.

Those that other tests answer already are named in cases/memory/record_tests.yaml.
"""

import itertools

import pytest

from record_parts import write
from record_tables import held
from record_ways import everywhere, seen, tool
from service_client import DEFAULT_RULES, WRITES, error

# Ids that meet in a pattern, a prefix, a fold, an encoding or a path; all of them may name people.
MEETING = ("acme", "acme-corp", "acme_corp", "Acme", "acme.", "a_me", "a-me", "acme:1", "acme|1", "acme+1", "..", "acm")
HERS = "the canary of jan sings"


def test_complaint_01_people_whose_ids_meet_share_nothing(service):
    service.inject()
    made = [service.write(f"door of number {number}", person) for number, person in enumerate(MEETING)]
    for number, person in enumerate(MEETING):
        assert seen(service, made, "door", subject=person) == everywhere(f"door of number {number}"), person
        assert service.listed(query=f"?subject={person.replace('+', '%2B')}") == [f"door of number {number}"]
    for person in MEETING[::2]:
        counts = service.call("DELETE", f"/subjects/{person}").json()["erased"] if person != ".." else None
        assert counts is None or counts["records"] == 1
    left = [person for number, person in enumerate(MEETING) if number % 2 or person == ".."]
    assert set(service.listed(query="?limit=200")) == {f"door of number {MEETING.index(person)}" for person in left}


# --- 2: every call, by one who may see nothing -------------------------------------------------------------------


def bodies_of(talk):
    """A body for each call of a key that takes one, as one would try who is after what is not his."""
    return {
        ("POST", "/memory"): {"store": "notes", "type": "fact", "content": "x"},
        ("POST", "/memory/search"): {"query": HERS},
        ("PATCH", "/memory/{id}"): {"content": "x"},
        ("POST", "/turns"): {"text": HERS, "conversation_id": talk},
        ("POST", "/turns/{id}/tool"): {"name": "memory_search__notes", "arguments": {"query": HERS}},
        ("POST", "/conversations"): {},
        ("POST", "/conversations/{id}/messages"): {"role": "user", "text": "x"},
        ("PUT", "/conversations/{id}/working_state"): {"state": {"goal": "x"}},
        ("POST", "/subject-tokens"): {"subject": "jan"},
    }


def test_complaint_02_no_call_there_is_shows_or_changes_what_is_anothers(service, records_url):
    """The calls are those that the service has: a new one that is not tried here fails the test."""
    service.inject()
    service.extraction(keep_session_records=True)
    record = service.write(HERS, "jan", labels={"word": "canary"}, metadata={"word": "canary"})
    service.call("PATCH", f"/memory/{record['id']}", {"content": f"{HERS} still"}, subject="jan")
    talk = service.conversation("jan", HERS)
    service.call("PUT", f"/conversations/{talk}/working_state", {"state": {"goal": HERS}}, subject="jan")
    write(service.store, f"{HERS} in a session", "jan", type="episode")
    service.key("elsewhere", organisation="elsewhere")
    bodies = bodies_of(talk)
    before = held(records_url)
    hers = {name: [row for row in before[name] if "jan" in row] for name in before if name != "ablmatch_audit"}
    assert len(hers["ablmatch_records"]) == 2
    calls = [route for route in service.routes() if route.by == "key"]
    assert len(calls) > 15 and {(route.method, route.path) for route in calls if route.body} == set(bodies)
    for route in calls:
        named = talk if "conversation" in route.path or "turn" in route.path else record["id"]
        path = route.path.replace("{subject}", "jan").replace("{id}", named)
        for who in ({"subject": "piet"}, {"by": "elsewhere"}, {"by": "elsewhere", "subject": "jan"}):
            answer = service.call(route.method, path, bodies.get((route.method, route.path)), **who)
            assert "canary" not in answer.text, (path, who)
            assert answer.status_code < 500 and answer.status_code != 405
    after = held(records_url)
    for name, rows in hers.items():
        assert [row for row in after[name] if row in rows] == rows, name


# --- 4 and 5: what was written is found --------------------------------------------------------------------------


def test_complaint_04_whatever_way_a_person_is_named_it_is_the_same_person(service):
    token = service.call("POST", "/subject-tokens", {"subject": "mia"}).json()["token"]
    ways = [
        {"headers": {"X-Core-Subject": "mia"}},
        {"user": "mia"},
        {"headers": {"X-Core-Subject-Token": token}},
        {"headers": {"X-Core-Subject": "mia", "X-Core-Subject-Token": token}, "user": "mia"},
    ]
    for number, way in enumerate(ways):
        named = {name: way[name] for name in ("user",) if name in way}
        body = {"store": "notes", "type": "fact", "content": f"door {number}", **named}
        assert service.call("POST", "/memory", body, headers=way.get("headers")).status_code == 201
    for way in ways:
        body = {"query": "door", **{name: way[name] for name in ("user",) if name in way}}
        found = service.call("POST", "/memory/search", body, headers=way.get("headers")).json()["results"]
        assert len(found) == len(ways) and {one["owner"] for one in found} == {"own"}
    assert service.listed("jan") == []


def test_complaint_05_what_was_written_is_found_by_each_of_its_parts(service):
    service.operator("POST", "/memory/stores", {"id": "house"})
    for store, kind in (("house", "note"), ("notes", "commitment"), ("house", "commitment")):
        due = {"due_at": "2026-03-05"} if kind == "commitment" else {}
        service.write("the other door", "mia", store=store, type=kind, labels={"room": "attic"}, **due)
    made = service.write(
        "the blue door", "mia", type="commitment", labels={"room": "hall", "floor": "1"}, due_at="2026-02-05"
    )
    parts = [
        "store=notes", "type=commitment", "status=open", "due_before=2026-02-06", "label.room=hall", "label.floor=1",
        "subject=mia", "state=active", "closed=open",
    ]  # fmt: skip
    for number in (1, 2, len(parts)):
        for some in itertools.combinations(parts, number):
            query = "?" + "&".join(some)
            assert made["content"] in service.listed("mia", query), query
    for store, types, labels in itertools.product(
        ({}, {"store": "notes"}), ({}, {"types": ["commitment"]}), ({}, {"labels": {"room": "hall"}}, {"labels": {"floor": "1"}})
    ):  # fmt: skip
        body = {"query": "blue", **store, **types, **labels}
        found = service.call("POST", "/memory/search", body, subject="mia").json()["results"]
        assert [one["id"] for one in found] == [made["id"]]


# --- 11 to 13, 20, 21: gone is gone, and nothing else is ---------------------------------------------------------


def test_complaint_11_a_deleted_record_is_found_nowhere(service, records_url):
    service.inject()
    body = {"store": "notes", "type": "fact", "content": "zwartkopmees one"}
    made = service.call("POST", "/memory", body, subject="mia", headers={"Idempotency-Key": "k"}).json()
    service.call("PATCH", f"/memory/{made['id']}", {"content": "zwartkopmees two"}, subject="mia")
    assert "zwartkopmees" in service.turn("zwartkopmees", "mia")["context"]
    assert service.call("DELETE", f"/memory/{made['id']}", subject="mia").status_code == 204
    assert "zwartkopmees" not in repr(held(records_url))
    assert seen(service, [made], "zwartkopmees", subject="mia") == everywhere()
    history = service.call("GET", f"/memory/{made['id']}/history", subject="mia")
    assert error(history) == (404, "not_found")
    # The same may be written anew: nothing of the first stands in its way, not even the answer that was kept.
    again = service.call("POST", "/memory", body, subject="mia", headers={"Idempotency-Key": "k"})
    assert again.status_code == 201 and again.json()["id"] != made["id"]


def test_complaint_12_no_erasure_goes_past_the_person_it_names(service, records_url):
    for person in ("jan", "piet"):
        service.write("drinks tea", person)
    service.write("the archive closes at five")
    before = held(records_url)["ablmatch_records"]
    for path in ("/subjects", "/subjects/", "/subjects//", "/subjects/%20", "/subjects/*", "/subjects/%25"):
        refused = service.call("DELETE", path)
        assert refused.status_code in {400, 404}, path
    assert error(service.call("DELETE", "/subjects/jan", subject="piet")) == (403, "subject_forbidden")
    assert held(records_url)["ablmatch_records"] == before
    service.call("DELETE", "/subjects/jan")
    assert held(records_url)["ablmatch_records"] == [row for row in before if "jan" not in row]


def test_complaint_13_what_has_expired_is_nowhere_and_is_removed(service, records_url):
    service.inject()
    made = service.write("the door code is blue", "mia", expires_at="2026-01-01T00:00:01Z")
    lasting = service.write("the door is green", "mia")
    both = everywhere("the door code is blue", "the door is green")
    assert seen(service, [made, lasting], "door", subject="mia") == both
    service.clock.now += 1000
    assert seen(service, [made, lasting], "door", subject="mia") == everywhere("the door is green")
    for method, body in (("PATCH", {"content": "x"}), ("DELETE", None)):
        assert error(service.call(method, f"/memory/{made['id']}", body, subject="mia")) == (404, "not_found")
    assert "blue" not in service.call("GET", "/subjects/mia/export", subject="mia").text
    assert "blue" in repr(held(records_url))
    assert service.store.purge()["records"] == 1
    assert "blue" not in repr(held(records_url))
    for bad in ("tomorrow", "2026-13-01T00:00:00Z", "2026-01-02", "2026-01-02T00:00:00", 5, ""):
        body = {"store": "notes", "type": "fact", "content": "x", "expires_at": bad}
        assert error(service.call("POST", "/memory", body, subject="mia")) == (422, "record_invalid"), bad


@pytest.mark.parametrize("kind", ["fact", "commitment", "behaviour", "note"])
def test_complaint_20_what_a_search_shows_can_be_read_corrected_and_deleted(service, kind):
    talk = service.turn("hello", "mia")["conversation_id"]
    service.write("drinks tea", "mia", type=kind)
    tool(service, talk, "memory_write__notes", type=kind, content="drinks green tea")
    found = service.call("POST", "/memory/search", {"query": "tea"}, subject="mia").json()["results"]
    found += tool(service, talk, "memory_search__notes", query="tea")["results"]
    assert len(found) == 4
    for number, one in enumerate(found[:2]):
        path = f"/memory/{one['id']}"
        assert service.call("GET", path, subject="mia").json()["content"] == one["content"]
        corrected = service.call("PATCH", path, {"content": f"drinks water {number}"}, subject="mia")
        assert corrected.status_code == 200
        assert service.call("DELETE", path, subject="mia").status_code == 204
    assert service.listed("mia") == []


def test_complaint_20_a_session_and_a_lesson_are_read_and_deleted_like_any_other(service):
    for kind in ("episode", "lesson"):
        write(service.store, f"a {kind} about tea", "mia", type=kind)
    found = service.call("POST", "/memory/search", {"query": "tea"}, subject="mia").json()["results"]
    assert {one["type"] for one in found} == {"episode", "lesson"}
    for one in found:
        path = f"/memory/{one['id']}"
        assert service.call("GET", path, subject="mia").status_code == 200
        assert error(service.call("PATCH", path, {"content": "x"}, subject="mia")) == (422, "record_invalid")
        assert service.call("DELETE", path, subject="mia").status_code == 204


def test_complaint_21_what_becomes_of_an_agent_touches_no_persons_memory(service):
    service.operator("PUT", "/agents/guide", {"memory": {"injection": {"store": "notes"}}})
    talk = service.turn("hello", "mia", agent="guide")["conversation_id"]
    tool(service, talk, "memory_write__notes", type="fact", content="drinks tea")
    agents = service.documented.document["paths"]["/agents/{agent}"]
    assert "delete" not in agents
    service.operator("PUT", "/agents/guide", {})
    # The agent is no person: to erase one of that name takes nothing.
    service.key("eraser", rules=[*DEFAULT_RULES, WRITES, {"id": "e", "effect": "permit", "kind": "subject_erase"}])
    assert not any(service.call("DELETE", "/subjects/guide", by="eraser").json()["erased"].values())
    assert service.listed("mia") == ["drinks tea"]
    assert service.call("GET", f"/conversations/{talk}", subject="mia").json()["agent"] == "guide"
