"""Sensitive values in the texts of a session: judged as they are, shown as they are displayed."""

from datetime import UTC, datetime

import pytest

import ablmatch as abl
from ablmatch.runtime.process import ProcessScope
from ablmatch.stores.facts import Partition, Put

AGENT = """
AGENT: Desk
GOAL: "Help"
MEMORY:
  session:
    - NAME: said
      INITIAL: "four four seven one"
    - NAME: copy
  persistent:
    - PATH: user.code
      SENSITIVE: true
      SENSITIVE_DISPLAY: mask
      MASK_CONFIG: {{showLast: 1}}
    - PATH: user.home
    - PATH: user.home.phone
      SENSITIVE: true
    - user.name
ON_START:
  SET: copy = user.code
  RESPOND: "{text}"
"""


def said(text):
    start = datetime(2026, 1, 1, tzinfo=UTC)
    store = abl.open_store("memory:")
    owner = Partition("default", "user", "u1")
    facts = {
        "user.code": "4471",
        "user.name": "Odile",
        "user.home": {"town": "Turku", "phone": "555-0142"},
        "user.home.phone": "555-0142",
    }
    store.apply([Put(owner, path, value) for path, value in facts.items()], 0)
    session = abl.Session(
        abl.compile(AGENT.format(text=text)),
        store=store,
        user_id="u1",
        clock=lambda: start,
        process_scope=ProcessScope(),
    )
    return session.start().text


@pytest.mark.parametrize(
    ("text", "wanted"),
    [
        ("{{user.code}} {{user.name}}", "***1 Odile"),
        ("{{UPPER(user.code)}} {{COALESCE(user.code, 'x')}}", "***1 ***1"),
        ("{{MATCH_RESULT(said, user.code, 'digits')}}", "match"),
        ("{{#if user.code == '4471'}}right{{/if}}", "right"),
        ("{{IF(LENGTH(said) > 3, 'long', user.code)}}", "long"),
        ("{{user.home.phone}}", "[REDACTED]"),
        ("{{user.home}}", '{"town":"Turku","phone":"[REDACTED]"}'),
        ("{{copy}}", "4471"),
    ],
)
def test_text(text, wanted):
    assert said(text) == wanted


FLOW = """
AGENT: Desk
GOAL: "Help"
MEMORY:
  session:
    - code
    - NAME: kind
      INITIAL: "shoe_size"
FLOW:
  entry_point: ask
  ask:
    REASONING: false
    RESPOND: "Which order?"
    ON_INPUT:
      - IF: input matches "order (?P<number>[0-9]+)"
        SET: code = match.number
        RESPOND: "Order {{match.1}}."
      - ELSE:
        RESPOND: "{{1 / 0}}{{MATCH_SCORE(input, 'x', kind)}}"
"""


def test_a_branch_takes_what_its_condition_found():
    session = abl.Session(
        abl.compile(FLOW), clock=lambda: datetime(2026, 1, 1, tzinfo=UTC), process_scope=ProcessScope()
    )
    session.start()
    assert session.user_message("it is order 4471").text == "Order 4471."
    assert session.get("code") == "4471"


def test_faults_of_a_text_are_traced():
    session = abl.Session(
        abl.compile(FLOW), clock=lambda: datetime(2026, 1, 1, tzinfo=UTC), process_scope=ProcessScope()
    )
    session.start()
    outcome = session.user_message("nothing")
    assert outcome.text == "-1"
    told = [(one.code, one.names.get("reason")) for one in outcome.trace]
    assert ("EXPRESSION_ERROR", "division_by_zero") in told
    assert ("ABLX_MATCH_KIND_UNKNOWN", None) in told
