"""ON_START asks a delegate before it says anything; what the delegate returns is there for the greeting."""

import pytest

import ablmatch as abl

DESK = """
AGENT: Desk
GOAL: "Help"
BEHAVIOR:
  ROLE: orchestrator
MEMORY:
  session:
    - caller
    - NAME: visits
      INITIAL: 3
      RESET: per_activation
  recall:
    - ON: agent:Desk:before
      INSTRUCTION: "Greet by name"
DELEGATE:
  - AGENT: Registry
    WHEN: false
    INPUT:
      asked: visits
    RETURNS:
      name: caller
ON_START:
  SET: visits = 4
  DELEGATE: Registry
  RESPOND: "Hello {{caller}}, {{visits}} visits."
FLOW:
  first:
    REASONING: false
    RESPOND: "What is it today?"
    THEN: park
  park:
    REASONING: true
"""
KNOWS = """
AGENT: Registry
GOAL: "Know the caller"
MEMORY:
  session:
    - name
    - asked
FLOW:
  look:
    REASONING: false
    SET: name = "Odile " + TO_STRING(asked)
    THEN: COMPLETE
"""
ASKS = """
AGENT: Registry
GOAL: "Know the caller"
MEMORY:
  session:
    - name
    - asked
FLOW:
  ask:
    REASONING: false
    GATHER:
      - name: required
        prompt: "Your name, please?"
    THEN: COMPLETE
"""


def session(registry, desk=DESK):
    return abl.Session(abl.compile({"desk": desk, "registry": registry}), seed=1)


def test_a_delegate_that_knows_at_once_is_asked_before_the_greeting():
    desk = session(KNOWS)
    outcome = desk.start()
    assert outcome.text == "Hello Odile 4, 4 visits.\nWhat is it today?"
    assert (desk.agent, desk.step) == ("Desk", "park")
    activations = [one.names["agent"] for one in outcome.trace if one.code == "agent_activated"]
    assert activations == ["Registry", "Desk"]


@pytest.mark.parametrize("moved", [False, True])
def test_the_greeting_waits_until_the_delegate_has_its_answer(moved):
    desk = session(ASKS)
    assert desk.start().text == "Your name, please?"
    assert desk.agent == "Registry"
    if moved:
        desk = abl.Session.load(abl.compile({"desk": DESK, "registry": ASKS}), desk.dump())
    outcome = desk.user_message("Odile", extracted={"name": "Odile"})
    assert outcome.text == "Hello Odile, 4 visits.\nWhat is it today?"
    assert (desk.agent, desk.step) == ("Desk", "park")
    assert desk.get("caller") == "Odile"


def test_a_delegate_that_is_not_listed_is_passed_over():
    section = DESK[DESK.index("DELEGATE:") : DESK.index("ON_START:")]
    desk = session(KNOWS, DESK.replace(section, ""))
    assert desk.start().text == "Hello , 4 visits.\nWhat is it today?"
