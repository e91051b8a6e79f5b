"""Codes of expressions."""

from __future__ import annotations

from ablmatch.language.codes.row import Code

_HEAD = 'AGENT: Desk\nGOAL: "Help"\nMEMORY:\n  remember:\n    - WHEN: '
_STORE = "\n      STORE: 1 -> user.a\n"

ROWS: tuple[Code, ...] = (
    Code(
        "ABLX_EXPRESSION_SYNTAX", "error", "this is no expression: {problem}",
        "docs/expressions.md describes the operators and functions.",
        _HEAD + "a == " + _STORE, _HEAD + "a == 1" + _STORE,
    ),
    Code(
        "DERIVED_EXPRESSION_INVALID", "warning", "this DERIVED cannot be read, the variable stays unset: {problem}",
        "Legacy edition only.",
        'AGENT: Desk\nGOAL: "Help"\nMEMORY:\n  session:\n    - a\n    - NAME: b\n      DERIVED: a ==\n',
        'AGENT: Desk\nGOAL: "Help"\nMEMORY:\n  session:\n    - a\n    - NAME: b\n      DERIVED: a == 1\n',
        "legacy",
    ),
)  # fmt: skip
