"""Copies of sensitive values and verdicts that lag are told, and nothing beside them."""

import pytest

from ablmatch.language.compiler import check

HEAD = """\
AGENT: Desk
GOAL: "Help"
MEMORY:
  session:
    - note
    - stored
    - NAME: verified
      READONLY: true
  persistent:
    - PATH: user.card
      SENSITIVE: true
    - user.city
GATHER:
  code:
    prompt: "Code?"
    sensitive: true
"""


@pytest.mark.parametrize(
    ("body", "place"),
    [
        ("HOOKS:\n  after_turn:\n    SET: note = code\n", "code"),
        ("HOOKS:\n  after_turn:\n    SET: note = user.card.number\n", "user.card.number"),
        ('HOOKS:\n  after_turn:\n    SET:\n      note: "{{ user.card }}"\n', "user.card"),
        ('HOOKS:\n  after_turn:\n    SET:\n      note: "It is {{ UPPER(code) }}."\n', "code"),
        ('HOOKS:\n  after_turn:\n    SET: note = "It is " + COALESCE(stored, code)\n', "code"),
        ("HOOKS:\n  after_turn:\n    SET: note = code == 1 ? [code] : {a: 1}\n", "code"),
        ("TOOLS:\n  send()\n    on_result:\n      set:\n        user.city: user.card\n", "user.card"),
        ("FLOW:\n  one:\n    REASONING: false\n    SET: note = code\n    THEN: COMPLETE\n", "code"),
        ("COMPLETE:\n  - WHEN: note == 1\n    SET:\n      note: code\n", "code"),
        ('HANDOFF:\n  - TO: Back\n    WHEN: note == 1\n    CONTEXT:\n      pass: [note]\n      summary: "x"\n      set:\n        note: code\n', "code"),
    ],
)  # fmt: skip
def test_a_copy_is_told(body, place):
    (found,) = check(HEAD + body)
    assert (found.code, found.span.text) == ("ABLX_SENSITIVE_COPY", place)


@pytest.mark.parametrize(
    "body",
    [
        "HOOKS:\n  after_turn:\n    SET: note = code IS SET\n",
        "HOOKS:\n  after_turn:\n    SET: note = user.city\n",
        "HOOKS:\n  after_turn:\n    SET: user.card = code\n",
        'HOOKS:\n  after_turn:\n    SET: note = MASK(code, "last4")\n',
        "HOOKS:\n  after_turn:\n    SET: note = LENGTH(code) + 1\n",
        'HOOKS:\n  after_turn:\n    SET: note = MATCH_RESULT(user.card, stored, "digits")\n',
        "HOOKS:\n  before_turn:\n    CALL: send(code)\nTOOLS:\n  send(number: string)\n",
    ],
)
def test_what_is_no_copy_is_not(body):
    assert check(HEAD + body) == []


@pytest.mark.parametrize(
    ("body", "place"),
    [
        ("HOOKS:\n  before_turn:\n    SET: verified = MATCHES(note, stored)\n", ["note"]),
        ("HOOKS:\n  before_turn:\n    SET: verified = code IS SET\n", ["code"]),
        ("HOOKS:\n  before_turn:\n    SET: verified = MATCHES(recent_input, 'x')\n", []),
        ("HOOKS:\n  after_turn:\n    SET: verified = MATCHES(note, stored)\n", []),
        ("HOOKS:\n  before_turn:\n    SET: note = stored == 1\n", []),
        ("HOOKS:\n  before_turn:\n    SET: verified = note\n  after_turn:\n    SET: verified = note\n", []),
    ],
)
def test_verdicts_that_lag_are_a_lint(body, place):
    assert check(HEAD + body) == []
    found = check(HEAD + body, lints=True)
    assert [(one.code, one.span.text) for one in found] == [("ABLX_VERDICT_LAGS", one) for one in place]


@pytest.mark.parametrize(
    ("body", "place"),
    [
        ("  remember:\n    - WHEN: a\n      STORE: a -> user.lang\n", ["user.lang"]),
        ("  persistent:\n    - user.lang\n  remember:\n    - WHEN: a\n      STORE: a -> user.lang.name\n", []),
        ("  reads:\n    - user.city\n  recall:\n    - ON: session:start\n      ACTION: inject_context\n      PATHS: [user.city, user.ctiy]\n", ["user.ctiy"]),
        ("  recall:\n    - ON: session:start\n      ACTION: inject_context\n      PATHS: [user.lent]\n", []),
    ],
)  # fmt: skip
def test_paths_that_nobody_declares_are_told(body, place):
    lender = 'AGENT: Front\nGOAL: "x"\nHANDOFF:\n  - TO: Desk\n    WHEN: a == 1\n    CONTEXT:\n      pass: [a]\n      summary: "x"\n      memory_grants:\n        - path: user.lent\n'  # fmt: skip
    found = check({"desk": 'AGENT: Desk\nGOAL: "x"\nMEMORY:\n' + body, "front": lender})
    assert [(one.code, one.span.text) for one in found] == [("ABLX_PATH_UNDECLARED", one) for one in place]
