"""Codes of expressions."""

from __future__ import annotations

from ablmatch.language.codes.row import Code

_HEAD = 'AGENT: Desk\nGOAL: "Help"\nMEMORY:\n  persistent: [user.a]\n  remember:\n    - WHEN: '
_RULE = 'AGENT: Desk\nGOAL: "Help"\nCONSTRAINTS:\n  - REQUIRE '
_SAYS = 'AGENT: Desk\nGOAL: "Help"\nON_START:\n  RESPOND: '
_STORE = "\n      STORE: 1 -> user.a\n"

ROWS: tuple[Code, ...] = (
    Code(
        "ABLX_EXPRESSION_SYNTAX", "error", "this is no expression: {problem}",
        "docs/expressions.md describes the operators and functions.",
        _HEAD + "a == " + _STORE, _HEAD + "a == 1" + _STORE,
    ),
    Code(
        "DERIVED_EXPRESSION_INVALID", "warning", "this DERIVED cannot be computed, the variable stays unset: {problem}",
        "Legacy edition only.",
        'AGENT: Desk\nGOAL: "Help"\nMEMORY:\n  session:\n    - a\n    - NAME: b\n      DERIVED: a ==\n',
        'AGENT: Desk\nGOAL: "Help"\nMEMORY:\n  session:\n    - a\n    - NAME: b\n      DERIVED: a == 1\n',
        "legacy",
    ),
    Code(
        "DERIVED_CYCLE", "warning", "{names}: computed from each other, so that none of them ever has a value",
        "Legacy edition only. A field that depends on itself stays unset, so that rules about it fail closed.",
        'AGENT: Desk\nGOAL: "Help"\nMEMORY:\n  session:\n    - NAME: a\n      DERIVED: b\n    - NAME: b\n      DERIVED: a\n',
        'AGENT: Desk\nGOAL: "Help"\nMEMORY:\n  session:\n    - NAME: a\n      DERIVED: b\n    - NAME: b\n      DERIVED: 1 + 1\n',
        "legacy",
    ),
    Code(
        "CEL_CONDITION_UNRESOLVED_CALL", "warning", "this call can only fail: {problem}",
        "What cannot be evaluated does not hold, and a rule that cannot be evaluated fails. `contains`, `matches`, "
        "`startsWith` and `endsWith` are operators; docs/expressions.md lists the functions.",
        _RULE + 'CONTAINS(words, "please")\n', _RULE + 'words contains "please"\n',
    ),
    Code(
        "ABLX_MATCH_KIND_UNKNOWN", "error", "`{value}` is no kind of the matcher{hint}",
        "The kinds are text, name, person_name, email, address, phone, digits, auto and exact. With another one there is "
        "nothing to judge: the result is always missing.",
        _RULE + 'MATCHES(said, stored, "emial")\n', _RULE + 'MATCHES(said, stored, "email")\n',
    ),
    Code(
        "MATCHES_FUNCTION_REGEX_LITERAL", "warning",
        'the function MATCHES compares what was said with what is stored: for a pattern write x MATCHES "…"',
        "The function judges identity, the operator of the same name searches by a regular expression.",
        _RULE + 'MATCHES(code, "^[0-9]+$")\n', _RULE + 'code MATCHES "^[0-9]+$"\n',
    ),
    Code(
        "MATCHES_INFIX_LITERAL_AMBIGUOUS", "warning",
        "this finds the words anywhere in the value, as a pattern: to compare two values write MATCHES(said, stored)",
        "The operator MATCHES searches by a regular expression, and plain words are one.",
        _RULE + 'code MATCHES "blue heron"\n', _RULE + 'code MATCHES "^blue heron$"\n',
    ),
    Code(
        "ABLX_REGEX_INVALID", "warning", "this is no regular expression of RE2: there are no look-around and no back references",
        "An expression with a pattern that cannot be read is an error whenever it is evaluated.",
        _RULE + 'code MATCHES "^[0-9"\n', _RULE + 'code MATCHES "^[0-9]"\n',
    ),
    Code(
        "ABLX_PLACEHOLDER_INVALID", "warning", "this placeholder shows nothing: {problem}",
        "Between {{ and }} stands an expression, with `| filter` behind it where one is wanted; #if and #each are closed.",
        _SAYS + '"Hello {{name ==}}"\n', _SAYS + '"Hello {{name}}"\n',
    ),
    Code(
        "ABLX_FILTER_UNKNOWN", "warning", "there is no filter `{name}`, so nothing is shown{hint}",
        "The filters are upper, lower, json, tojson and ago.",
        _SAYS + '"Hello {{name | uper}}"\n', _SAYS + '"Hello {{name | upper}}"\n',
    ),
)  # fmt: skip
