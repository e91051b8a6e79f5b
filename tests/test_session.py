"""Sessions beyond what scenarios can say: verbs at wrong moments, atomic events, refused values, suspension."""

import asyncio
import json
from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest

import ablmatch as abl
from ablmatch.runtime.process import ProcessScope
from ablmatch.runtime.suspension import SessionDataError
from ablmatch.stores.facts import Get, List, Partition, Put

DESK = """
AGENT: Desk
GOAL: "Help"
TOOLS:
  look_up(id: number, note?: string) -> {name: string}
    description: "Look somebody up"
    on_result:
      set:
        found: result.name
MEMORY:
  session:
    - NAME: city
    - NAME: found
    - NAME: verified
      READONLY: true
    - NAME: count
      INITIAL: 0
  persistent:
    - user.city
    - user.visits
  remember:
    - WHEN: city IS SET
      STORE: city -> user.city
    - WHEN: city IS SET
      STORE:
        value: city
        target: user.visits
        operation: append
HOOKS:
  before_turn:
    SET: count = count + 1
CONSTRAINTS:
  always:
    - REQUIRE tool_args.id > 0 BEFORE calling look_up
      ON_FAIL: "No."
EXECUTION:
  guardrail_builtins: true
"""
START = datetime(2026, 1, 1, tzinfo=UTC)


def session(text=DESK, **settings):
    settings.setdefault("clock", lambda: START)
    settings.setdefault("process_scope", ProcessScope())
    settings.setdefault("user_id", "u1")
    return abl.Session(abl.compile(text), seed=1, **settings)


def started(text=DESK, **settings):
    one = session(text, **settings)
    one.start()
    return one


class Failing:
    """A store whose n-th call fails."""

    def __init__(self, store, nth):
        self.store, self.left = store, nth

    def apply(self, operations, now_ms):
        self.left -= 1
        if self.left == 0:
            raise abl.StoreError("unavailable", "the store is not there")
        return self.store.apply(operations, now_ms)

    def close(self):
        self.store.close()


def test_events_need_a_started_session():
    with pytest.raises(abl.SessionError, match="start"):
        session().user_message("hello")


def test_an_unknown_agent_is_said_with_those_that_there_are():
    with pytest.raises(abl.SessionError, match=r"`Ghost`.*Desk"):
        session(agent="Ghost")


@pytest.mark.parametrize("project", ["AGENT: A\nGOAL: x\n", Path("agents"), None])
def test_what_is_not_compiled_is_said(project):
    data = abl.Session(abl.compile(DESK)).dump()
    for begin in (lambda: abl.Session(project), lambda: abl.Session.load(project, data)):
        with pytest.raises(TypeError, match=r"give abl\.compile\(\.\.\.\), not "):
            begin()


def test_start_is_idempotent():
    one = started()
    assert one.start().effects == []
    assert one.values == {"count": 0}


def test_nothing_happens_after_the_end():
    one = started()
    one.user_message("hello")
    one.end()
    outcome = one.user_message("hello?")
    assert not outcome.allowed
    assert one.values == {}
    assert one.ended


def test_a_session_without_news_for_too_long_is_over():
    now = [START]
    one = started(clock=lambda: now[0], idle_timeout=timedelta(minutes=5))
    now[0] += timedelta(minutes=5) - timedelta(milliseconds=1)
    assert one.user_message("still here").allowed
    now[0] += timedelta(minutes=5)
    assert not one.user_message("and now?").allowed
    assert one.ended


def test_a_result_of_a_call_that_was_not_allowed_changes_nothing():
    one = started()
    one.user_message("hello")
    assert not one.tool_call("look_up", {"id": 0}).allowed
    outcome = one.tool_result("look_up", {"name": "Nora"})
    assert not outcome.allowed
    assert "found" not in one.values
    assert not one.tool_result("nobody_called_this", 1).allowed


def test_an_allowed_call_is_answered_once():
    one = started()
    one.user_message("hello")
    assert one.tool_call("look_up", {"id": "7"}).allowed
    assert one.tool_result("look_up", {"name": "Nora"}).allowed
    assert one.values["found"] == "Nora"
    assert not one.tool_result("look_up", {"name": "Eve"}).allowed
    assert one.values["found"] == "Nora"


@pytest.mark.parametrize("args", [{}, {"id": None}, {"id": "seven"}, {"id": [1]}, {"id": True}])
def test_a_call_whose_arguments_are_missing_or_of_another_type_is_refused(args):
    one = started()
    one.user_message("hello")
    assert not one.tool_call("look_up", args).allowed


def test_an_undeclared_tool_is_refused():
    one = started()
    one.user_message("hello")
    assert not one.tool_call("wipe_disk", {}).allowed


@pytest.mark.parametrize(
    "name", ["verified", "user", "user_id", "_abl_constraint_fail_count", "last_look_up_result", "look_up", "found", ""]
)
def test_a_refused_value_is_nowhere(name):
    canary = "canary-7431"
    store = abl.open_store("memory:")
    one = started(store=store)
    one.user_message("hello")
    outcome = one.model_set({name: canary})
    one.end_turn()
    assert [write.name for write in outcome.refused_writes] == [name]
    assert canary not in one.dump().decode()
    assert canary not in repr(one.trace)
    assert canary not in repr(one.model_context())
    assert canary not in repr(store.apply([List(Partition("default", "user", "u1"))], 0))


def test_a_model_cannot_hide_facts_behind_an_object_of_its_own():
    store = abl.open_store("memory:")
    store.apply([Put(Partition("default", "user", "u1"), "user.city", "Turku")], 0)
    one = started(store=store)
    one.user_message("hello")
    one.model_set({"user": {"city": "Oslo"}})
    assert one.get("user.city") == "Turku"


@pytest.mark.parametrize("nth", range(1, 8))
def test_an_event_whose_store_fails_has_not_happened(nth):
    store = abl.open_store("memory:")
    one = started(store=Failing(store, nth))
    one.user_message("hello")
    one.model_set({"city": "Turku"})
    before, facts = one.dump(), store.apply([List(Partition("default", "user", "u1"))], 0)
    try:
        one.end_turn()
    except abl.StoreError:
        assert one.dump() == before
        assert store.apply([List(Partition("default", "user", "u1"))], 0) == facts
        one.end_turn()
    owner = Partition("default", "user", "u1")
    city, visits = store.apply([Get(owner, "user.city"), Get(owner, "user.visits")], 0)
    assert city.value == "Turku"
    assert visits.value == ["Turku"]


def test_a_suspended_session_goes_on_where_it_was():
    one = started()
    one.user_message("hello")
    one.model_set({"city": "Turku"})
    other = abl.Session.load(abl.compile(DESK), one.dump(), store=one.store, clock=lambda: START)
    assert other.dump() == one.dump()
    assert other.values == one.values


@pytest.mark.parametrize(
    "data",
    [
        b"",
        b"{}",
        b"[]",
        b"\xff",
        b'{"a":' + b"[" * 5000,
        b'{"format": 99, "entry": "Desk", "agents": [], "state": {"session_id": "a"}}',
    ],
)
def test_what_is_no_suspended_session_is_said(data):
    with pytest.raises(SessionDataError):
        abl.Session.load(abl.compile(DESK), data)


def test_a_session_of_another_project_is_not_resumed():
    data = started().dump()
    with pytest.raises(SessionDataError, match="Desk"):
        abl.Session.load(abl.compile('AGENT: Other\nGOAL: "x"\n'), data)


def test_the_dump_is_json_without_surprises():
    assert json.loads(started().dump())["state"]["started"] is True


def test_the_same_events_give_the_same_session():
    def run():
        one = started()
        one.user_message("hello", {"city": "Turku"})
        one.end_turn()
        return one.dump()

    assert run() == run()


def test_an_async_session_has_the_same_verbs():
    async def run():
        one = abl.AsyncSession(abl.compile(DESK), clock=lambda: START, seed=1, user_id="u1")
        await one.start()
        outcome = await one.user_message("hello", {"city": "Turku"})
        await one.end_turn()
        return outcome.allowed, await one.get("user.city"), one.agent

    assert asyncio.run(run()) == (True, "Turku", "Desk")


def test_async_events_do_not_overlap():
    async def run():
        one = abl.AsyncSession(abl.compile(DESK), clock=lambda: START, seed=1, user_id="u1")
        await one.start()
        await asyncio.gather(*(one.user_message(f"{at}") for at in range(20)))
        return await one.get("count")

    assert asyncio.run(run()) == 20


FRONT = 'AGENT: Front\nGOAL: "Greet"\nGATHER:\n  tax_number:\n    prompt: "Number?"\n    required: false\n    sensitive: true\n    pii_type: ssn\nHANDOFF:\n  - TO: Back\n    WHEN: true\n    CONTEXT:\n      pass: []\n      summary: "Continue"\n'
BACK = 'AGENT: Back\nGOAL: "Continue"\nON_START:\n  RESPOND: "x"\nHOOKS:\n  before_turn:\n    WHEN: true\n      RESPOND: "Got {{tax_number}}."\nHANDOFF:\n  - TO: Front\n    WHEN: true\n    CONTEXT:\n      pass: []\n      summary: "Back"\n'


def pair():
    one = abl.Session(abl.compile({"front": FRONT, "back": BACK}), agent="Front", seed=1, clock=lambda: START)
    one.start()
    return one


def test_what_one_agent_gathered_as_sensitive_the_next_does_not_show():
    one = pair()
    one.user_message("mine", {"tax_number": "000-12-3456"})
    one.handoff("Back")
    assert one.values["tax_number"] == "000-12-3456"
    assert "3456" not in repr(one.model_context())
    assert one.user_message("and now?").text == "Got [REDACTED]."


def test_agents_may_hand_over_as_often_as_a_conversation_needs():
    one = pair()
    for at in range(100):
        outcome = one.handoff("Back" if at % 2 == 0 else "Front")
        assert outcome.allowed, at
    assert one.agent == "Front"
