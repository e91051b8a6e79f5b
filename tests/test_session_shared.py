"""Sessions beside each other and out of their process: threads, RESET: never, suspended data that fits no project."""

import json
import threading

import pytest

import ablmatch as abl
from ablmatch.runtime.process import ProcessScope
from ablmatch.runtime.suspension import SessionDataError
from ablmatch.stores import StoreError, open_store

DESK = """AGENT: Desk
GOAL: "Help"
MEMORY:
  session:
    - city
    - NAME: lasting
      INITIAL: 0
      RESET: never
  persistent:
    - PATH: user.city
TOOLS:
  load(key?: string) -> {text: string}
    description: "Load"
    on_result:
      do:
        - LOG: "got {{result.text}}"
        - SET: city = result.text
    on_error:
      do:
        - LOG: "lost {{error.message}}"
CONSTRAINTS:
  - REQUIRE key IS SET BEFORE calling load
    ON_FAIL: BLOCK
HOOKS:
  before_turn:
    SET: heard = input
HANDOFF:
  - TO: Clerk
    WHEN: false
    EXPECT_RETURN: true
    SUMMARY: "He says {{heard}}."
    ON_RETURN:
      map:
        found: city
"""
CLERK = 'AGENT: Clerk\nGOAL: "Help"\nMEMORY:\n  session:\n    - found\n'
PROJECT = abl.compile({"desk.agent.abl": DESK, "clerk.agent.abl": CLERK})


def started(user, name, scope, **more):
    session = abl.Session(PROJECT, agent="Desk", seed=1, user_id=user, session_id=name, process_scope=scope, **more)
    session.start()
    session.user_message("hello")
    return session


def test_events_of_several_threads_come_one_after_the_other():
    session = started("u", "s", ProcessScope())

    def talk():
        for at in range(50):
            session.user_message(f"message {at}")

    threads = [threading.Thread(target=talk) for _ in range(4)]
    for one in threads:
        one.start()
    for one in threads:
        one.join()
    assert json.loads(session.dump())["state"]["turn"] == 201


def test_a_session_that_does_not_touch_a_lasting_value_brings_no_old_one_back():
    scope = ProcessScope()
    first = started("u", "1", scope)
    first.model_set({"lasting": 5})
    second = started("u", "2", scope)
    assert second.get("lasting") == 5
    second.model_set({"lasting": 6})
    first.user_message("again")
    assert started("u", "3", scope).get("lasting") == 6
    assert started("v", "4", scope).get("lasting") == 0
    assert started(None, "5", scope).get("lasting") == 0


def test_a_lasting_value_of_an_event_that_the_store_refuses_is_not_kept():
    class Failing:
        failing = False
        store = open_store("memory:")

        def apply(self, operations, now_ms):
            if self.failing:
                raise StoreError("unavailable", "the store is away")
            return self.store.apply(operations, now_ms)

    scope, store = ProcessScope(), Failing()
    session = started("u", "1", scope, store=store)
    before = session.dump()
    store.failing = True
    with pytest.raises(StoreError):
        session.model_set({"lasting": 7, "user.city": "Turku"})
    store.failing = False
    assert session.dump() == before
    assert started("u", "2", scope).get("lasting") == 0


@pytest.mark.parametrize(
    "change",
    [
        {"frame": 5},
        {"agent": "Nobody"},
        {"entry": 3, "returns": True},
        {"entry": -1, "returns": True, "delegate": True},
        {"entry": 3, "delegate": True},
        {"step": "nowhere"},
        {"grants": {"user.city": {"access": "read", "declared_by": "Nobody"}}},
        {"grants": {"user.other": {"access": "read", "declared_by": "Desk"}}},
    ],
)
def test_a_place_that_the_project_has_not_is_said(change):
    data = json.loads(started("u", "s", ProcessScope()).dump())
    state = data["state"]
    state["threads"].append({**state["threads"][0], **change})
    with pytest.raises(SessionDataError, match="another project"):
        abl.Session.load(PROJECT, json.dumps(data).encode())


@pytest.mark.parametrize("change", [{"delegate": True}, {"returns": True}])
def test_a_first_agent_that_was_asked_by_nobody_is_said(change):
    data = json.loads(started("u", "s", ProcessScope()).dump())
    data["state"]["threads"][0].update(change)
    with pytest.raises(SessionDataError, match="asked by nobody"):
        abl.Session.load(PROJECT, json.dumps(data).encode())


@pytest.mark.parametrize("resume", [["on_start"], ["on_start", "0"], ["nowhere", "0"], ["after_turn", "0"]])
def test_a_hook_that_the_project_has_not_is_said(resume):
    data = json.loads(started("u", "s", ProcessScope()).dump())
    data["state"]["resume"] = resume
    with pytest.raises(SessionDataError, match="another project"):
        abl.Session.load(PROJECT, json.dumps(data).encode())


def test_no_trace_holds_a_value_whatever_the_verb():
    canary = "canary-7431"
    session = started("u", "s", ProcessScope())
    refused = session.tool_call("load", {"key": canary})
    assert not refused.allowed
    assert canary not in repr(refused)
    session.user_message(canary, {"key": canary, "lasting": [canary]}, inferred={"city": canary})
    session.model_set({"city": canary, "user.city": {canary: canary}})
    for answer in (lambda: session.tool_result("load", {"text": canary}), lambda: session.tool_error("load", canary)):
        assert session.tool_call("load", {"key": canary}).allowed
        answer()
    assert session.get("city") == canary
    session.respond(canary)
    session.handoff("Clerk")
    session.model_set({"found": canary})
    session.return_to_parent({"found": canary})
    session.end_turn()
    session.end()
    assert len(session.trace) > 20
    assert canary not in repr(session.trace)
