"""MATCH_SCORE, MATCHES and MATCH_RESULT: the matcher as the language calls it."""

from __future__ import annotations

from ablmatch._core import KIND_ALIASES, KINDS, match_result, match_score
from ablmatch.language.functions.moment import Moment
from ablmatch.language.functions.table import Function
from ablmatch.language.values import Value

MATCH_KINDS = frozenset(KINDS) | frozenset(KIND_ALIASES)
DEFAULT_KIND = "text"
# As functions that find no value to judge answer: below every threshold.
MISSING = -1


def operand(value: Value) -> Value:
    """A text or whole number, else None: lists, objects and booleans are nothing to judge."""
    if isinstance(value, float):
        return int(value) if value.is_integer() and abs(value) < 2**53 else None
    return value if isinstance(value, str | int) else None


def known_kind(moment: Moment, kind: Value) -> str | None:
    """The kind of a third argument, or None with a note for one that there is not."""
    if kind is None:
        return DEFAULT_KIND
    if isinstance(kind, str) and kind in MATCH_KINDS:
        return kind
    moment.note("ABLX_MATCH_KIND_UNKNOWN")
    return None


def _score(moment: Moment, said: Value, stored: Value, kind: Value = None) -> int:
    name = known_kind(moment, kind)
    return MISSING if name is None else match_score(operand(said), operand(stored), name)


def _result(moment: Moment, said: Value, stored: Value, kind: Value = None) -> str:
    name = known_kind(moment, kind)
    return "missing" if name is None else match_result(operand(said), operand(stored), name)


def _matches(moment: Moment, said: Value, stored: Value, kind: Value = None) -> bool:
    return _result(moment, said, stored, kind) == "match"


_PARAMETERS = ("said", "stored", "kind?")
ROWS = (
    Function(
        "MATCH_SCORE", _PARAMETERS, "How well what was said agrees with what is stored: 0 to 100, or -1 with nothing to judge.",
        ('MATCH_SCORE("four four seven one", "4471", "digits")', 100), _score, timed=True, passes=False,
    ),
    Function(
        "MATCHES", _PARAMETERS, 'Whether MATCH_RESULT is "match".',
        ('MATCHES("jon smyth", "John Smith", "name")', True), _matches, timed=True, passes=False,
    ),
    Function(
        "MATCH_RESULT", _PARAMETERS, '"match", "retry", "mismatch" or "missing".',
        ('MATCH_RESULT("4472", "4471", "digits")', "retry"), _result, timed=True, passes=False,
    ),
)  # fmt: skip
