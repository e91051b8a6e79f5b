"""A refusal for which the author wrote no words of his own says MESSAGES.constraint_blocked."""

import pytest

import ablmatch as abl

DEFAULT = "I cannot proceed with that request."
OWN = 'MESSAGES:\n  constraint_blocked: "Not today, {{caller}}."\n'


def agent(on_fail, messages=""):
    return (
        'AGENT: Desk\nGOAL: "Help"\nMEMORY:\n  session:\n    - NAME: open\n      INITIAL: false\n'
        f'    - NAME: caller\n      INITIAL: "Odile"\n{messages}CONSTRAINTS:\n  all:\n    - REQUIRE open == true\n{on_fail}'
    )


@pytest.mark.parametrize(
    "on_fail",
    [
        "",
        "      ON_FAIL: respond\n",
        "      ON_FAIL: RESPOND\n",
        '      ON_FAIL:\n        RESPOND: "No."\n        MAX_REPEATS: 0\n        ON_EXHAUSTED: respond\n',
        '      ON_FAIL:\n        RESPOND: "No."\n        MAX_REPEATS: 0\n',
    ],
)
@pytest.mark.parametrize(("messages", "said"), [("", DEFAULT), (OWN, "Not today, Odile.")])
def test_a_refusal_without_words_says_the_message(on_fail, messages, said):
    session = abl.Session(abl.compile(agent(on_fail, messages)), seed=1)
    session.start()
    outcome = session.user_message("hello")
    assert (outcome.allowed, outcome.text) == (False, said)
    # Once more in the same turn: the same words.
    assert session.respond("Fine.").text == said


def test_yaml_writes_it_alike():
    text = (
        "agent: Desk\ngoal: Help\nmemory:\n  session:\n    - name: open\n      initial: false\n"
        "constraints:\n  - require: open == true\n    on_fail: respond\n"
    )
    session = abl.Session(abl.compile(text), seed=1)
    session.start()
    assert session.user_message("hello").text == DEFAULT


def test_a_step_that_checks_says_it_too():
    flow = "FLOW:\n  ask:\n    REASONING: false\n    CHECK: open == true\n    ON_FAIL: RESPOND\n    THEN: COMPLETE\n"
    text = f'AGENT: Desk\nGOAL: "Help"\nMEMORY:\n  session:\n    - open\n{flow}'
    session = abl.Session(abl.compile(text), seed=1)
    assert session.start().text == DEFAULT
