"""Flows from their text to what a caller hears: constructs that no open scenario has."""

import pytest

import ablmatch as abl

HEAD = 'AGENT: Desk\nGOAL: "Help"\nMEMORY:\n  session:\n    - city\n    - a\n    - way\n    - orders\n    - big\n'


def started(flow, rest=""):
    session = abl.Session(abl.compile(HEAD + rest + "FLOW:\n" + flow), seed=1)
    return session, session.start()


ASK = '  ask:\n    REASONING: false\n    GATHER:\n      - city: required\n        prompt: "Which city?"\n'


@pytest.mark.parametrize(
    ("resume", "said"), [("", "We open at nine."), ("        RESUME: true\n", "We open at nine.\nWhich city?")]
)
def test_a_digression_answers_and_may_go_on_with_its_step(resume, said):
    digression = f'    DIGRESSIONS:\n      - KEYWORDS: [Hours, open]\n        RESPOND: "We open at nine."\n{resume}'
    session, first = started(f"{ASK}{digression}    THEN: park\n  park:\n    REASONING: true\n")
    assert first.text == "Which city?"
    assert session.user_message("when do you OPEN?").text == said
    session.end_turn()
    session.user_message("Turku", extracted={"city": "Turku"})
    assert session.get("city") == "Turku"
    assert session.step == "park"


def test_a_sub_intent_goes_on_with_its_step_unless_it_says_not_to():
    change = (
        '    SUB_INTENTS:\n      - INTENT: change\n        CONDITION: input contains "change"\n        CLEAR: [city]\n'
    )
    session, _ = started(
        ASK
        + change.replace("        CONDITION", "        KEYWORDS: [change]\n        CONDITION")
        + "    THEN: park\n  park:\n    REASONING: true\n"
    )
    assert session.user_message("I must change that").text == "Which city?"


@pytest.mark.parametrize(("said", "step"), [("yes", "good"), ("no", "bad"), ("well", "ask")])
def test_answers_branch(said, step):
    ask = '  ask:\n    REASONING: false\n    RESPOND: "Yes or no?"\n    ON_INPUT:\n      - IF input == "yes": good\n      - IF: input == "no"\n        THEN: bad\n      - ELSE:\n        RESPOND: "Please say yes or no."\n'
    session, _ = started(f"{ask}  good:\n    REASONING: true\n  bad:\n    REASONING: true\n")
    outcome = session.user_message(said)
    assert session.step == step
    assert outcome.text == ("Please say yes or no." if step == "ask" else None)


def test_arrows_lead_from_step_to_step():
    steps = "".join(f'  {name}:\n    REASONING: false\n    SET: way = way + "{name}"\n' for name in "abc")
    session, _ = started(
        f"  c -> a -> b -> park\n{steps}  park:\n    REASONING: true\n", 'ON_START:\n  SET: way = ""\n'
    )
    assert session.get("way") == "cab"


def test_lists_are_transformed():
    transform = "    TRANSFORM: orders AS o INTO big\n      FILTER: o.sum + 1 > 3\n      SORT_BY: 0 - o.sum DESC\n      MAP: o.id\n      LIMIT: 2\n"
    orders = "ON_START:\n  SET: orders = [{id: 1, sum: 9}, {id: 2, sum: 2}, {id: 3, sum: 5}, {id: 4, sum: 3}]\n"
    session, _ = started(
        f"  work:\n    REASONING: false\n{transform}    THEN: park\n  park:\n    REASONING: true\n", orders
    )
    assert session.get("big") == [4, 3]


@pytest.mark.parametrize(
    ("written", "language"),
    [('"pt-BR"', "pt-BR"), ("a", "fi"), ('"{{a}}"', "fi"), ("orders", None)],
)
def test_the_language_of_the_interaction(written, language):
    rest = f'ON_START:\n  SET:\n    a = "fi"\n    orders = "no language"\n  SET_INTERACTION_LANGUAGE: {written}\nHOOKS:\n  before_turn:\n    SET: city = session.interaction.current.language\n'
    session, _ = started("  park:\n    REASONING: true\n", rest)
    session.user_message("hei")
    assert session.get("city") == language


def test_the_only_condition_of_a_yaml_branch_guards_all_of_it():
    agent = """
agent: Desk
goal: "Help"
memory: {session: [a, b]}
flow:
  ask:
    reasoning: false
    respond: "Yes or no?"
    on_input:
      - {then: good, if: 'input == "yes"'}
      - {else: {set: a = 1}}
  good: {reasoning: true}
"""
    session = abl.Session(abl.compile(agent), seed=1)
    session.start()
    session.user_message("no")
    assert (session.step, session.get("a")) == ("ask", 1)
    session.end_turn()
    session.user_message("yes")
    assert session.step == "good"
