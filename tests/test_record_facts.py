"""Facts of agents in memory records: everything that fact stores do, and what records add."""

import inspect
import threading
from datetime import UTC, datetime

import pytest

import ablmatch as abl
import service_client
import test_stores
from ablmatch.memory.records.facts import RecordFacts, subject_of
from ablmatch.stores import StoreError
from ablmatch.stores.facts import Append, Get, Partition, Purge, Put

ANA = Partition("p1", "user", "ana")
NOW = 1_767_225_600_000

# The body of tests of all fact stores, on this one; what opens stores by URL is about the others.
for _name, _test in list(vars(test_stores).items()):
    if (
        _name.startswith("test_")
        and "store" in (_asked := inspect.signature(_test).parameters)
        and "store_url" not in _asked
    ):
        globals()[_name] = _test


@pytest.fixture
def store(service):
    """Facts in the records of the service's store, once for each backend."""
    # The facts' own clock decides in their tests.
    service.clock.now = 0
    opened = RecordFacts(service.service.memory, key="app", store="notes")
    yield opened
    opened.close()


def test_a_fact_is_a_record_of_the_person(store, service):
    store.apply([Put(ANA, "user.travel.seat", "aisle"), Put(Partition("p1", "project", "p1"), "hours", "9-17")], NOW)
    assert service.listed("ana") == ['user.travel.seat: "aisle"']
    assert service.listed("ben") == []
    [record] = service.call("GET", "/memory", subject="ana").json()["records"]
    store.apply([Put(ANA, "user.travel.seat", "window")], NOW + 1)
    history = service.call("GET", f"/memory/{record['id']}/history", subject="ana").json()["versions"]
    assert [one["content"] for one in history] == ['user.travel.seat: "aisle"', 'user.travel.seat: "window"']


def test_erasing_the_person_takes_her_facts(store, service):
    store.apply([Put(ANA, "user.tier", "gold"), Put(Partition("p1", "user", "ben"), "user.tier", "silver")], NOW)
    assert service.call("DELETE", "/subjects/ana").json()["erased"]["records"] == 1
    assert store.apply([Get(ANA, "user.tier")], NOW) == [None]
    assert test_stores.value(store, "user.tier", Partition("p1", "user", "ben")) == "silver"


def test_what_the_policy_does_not_permit_is_refused_whole(service):
    service.key("reader", rules=[service_client.OWN])
    facts = RecordFacts(service.service.memory, key="reader", store="notes")
    with pytest.raises(StoreError) as refused:
        facts.apply([Put(ANA, "user.tier", "canary-gold")], NOW)
    assert refused.value.code == "refused"
    assert "canary" not in str(refused.value)
    assert service.listed("ana") == []


def test_a_record_that_was_written_otherwise_is_no_fact(store, service):
    service.write("user.tier: gold", "ana")
    assert test_stores.everything(store) == {}
    assert store.apply([Get(ANA, "user.tier")], NOW) == [None]


def test_owners_of_other_scopes_are_no_persons():
    found = [
        subject_of(scope, owner)
        for scope in ("user", "project", "execution_tree")
        for owner in ("a", "~~project:a", "a/1", "Ä", "a~2F1")
    ]
    assert len(set(found)) == len(found)
    assert subject_of("user", "lena@hof.example") == "lena@hof.example"
    assert len({subject_of("user", "ä" * size) for size in range(80, 120)}) == 40
    assert all(len(subject_of("user", "ä" * size)) <= 256 for size in range(80, 120))


@pytest.mark.parametrize(("key", "store"), [("nobody", "notes"), ("app", "nowhere")])
def test_a_key_or_a_store_that_there_is_not_is_said(service, key, store):
    with pytest.raises(StoreError, match="POST") as refused:
        RecordFacts(service.service.memory, key=key, store=store)
    assert refused.value.code == "bad_key"


DESK = """
AGENT: Desk
GOAL: "Book trains"
MEMORY:
  session:
    - NAME: seat
  persistent:
    - user.travel.seat
  remember:
    - WHEN: seat IS SET
      STORE: seat -> user.travel.seat
  recall:
    - ON: session:start
      ACTION: load_memory
      DOMAIN: travel
"""


def test_a_session_finds_in_records_what_an_earlier_one_remembered(service):
    facts = RecordFacts(service.service.memory, key="app", store="notes")

    def session(user):
        clock = lambda: datetime.fromtimestamp(service.clock() / 1000, UTC)  # noqa: E731 - the record store's
        return abl.Session(abl.compile(DESK), store=facts, user_id=user, project_id="trains", clock=clock)

    first = session("ana")
    first.start()
    first.user_message("by the window? no, the aisle")
    first.model_set({"seat": "aisle"})
    first.end_turn()
    assert service.listed("ana") == ['user.travel.seat: "aisle"']
    again, other = session("ana"), session("ben")
    for one in (again, other):
        one.start()
    assert "aisle" in str(again.model_context())
    assert "aisle" not in str(other.model_context())


def test_two_threads_append_without_losing(store):
    def add(number):
        store.apply([Append(ANA, "list", number)], NOW)

    threads = [threading.Thread(target=add, args=(number,)) for number in range(12)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert sorted(test_stores.value(store, "list")) == list(range(12))


def test_no_request_can_name_the_owner_of_what_is_no_persons(store, service):
    shared = Partition("p1", "project", "p1")
    store.apply([Put(shared, "hours", "9-17")], NOW)
    owner = subject_of("project", "p1")
    assert service_client.error(service.call("GET", "/memory", subject=owner)) == (400, "subject_malformed")
    exported = service.call("GET", f"/subjects/{owner.replace('#', '%23')}/export")
    assert service_client.error(exported) == (400, "subject_malformed")
    service.client.post("/console/sign-in", data={"secret": service_client.OPERATOR})
    page = service.client.get("/console/default/people?id=" + owner.replace("#", "%23"))
    assert page.status_code == 200 and "9-17" in page.text


@pytest.mark.parametrize(
    "change",
    [
        {"content": "user.tier is gold"},
        {"labels": {}},
        {"metadata": {}},
        {"metadata": {"written_ms": "soon", "expires_ms": None}},
        {"metadata": {"written_ms": 1}},
    ],
)
def test_a_fact_changed_by_another_way_is_none_until_it_is_written_again(store, service, change):
    store.apply([Put(ANA, "user.tier", "gold")], NOW)
    [record] = service.call("GET", "/memory", subject="ana").json()["records"]
    assert service.call("PATCH", f"/memory/{record['id']}", change, subject="ana").status_code == 200
    assert store.apply([Get(ANA, "user.tier")], NOW) == [None]
    assert store.apply([Purge()], NOW) == [0]
    store.apply([Put(ANA, "user.tier", "silver", ttl_ms=10)], NOW)
    assert test_stores.value(store, "user.tier", ANA, NOW + 1) == "silver"
    assert store.apply([Get(ANA, "user.tier")], NOW + 10) == [None]
    assert len(service.call("GET", "/memory", subject="ana").json()["records"]) == 1


def test_purging_leaves_records_that_are_no_facts(store, service):
    service.write("likes tea", "ana")
    assert store.apply([Purge()], NOW) == [0]
    assert service.listed("ana") == ["likes tea"]
