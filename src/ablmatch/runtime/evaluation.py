"""`evaluate`: one expression over plain bindings, for hosts, tests and the curious."""

from __future__ import annotations

from collections.abc import Mapping
from datetime import UTC, datetime
from typing import Any

from ablmatch.language.functions.moment import Moment
from ablmatch.runtime.evaluator import Scope, compiled

# Holds no state: the system's clock and the system's randomness.
_PRESENT = Moment()


def evaluate(expression: str, bindings: Mapping[str, Any], *, now: datetime | None = None) -> Any:
    """The value of an expression: None, bool, int, float, str, list or dict.

    `bindings`: values by name; a dotted name is looked up whole before it is taken apart.  `now`: what NOW() tells, the
    system's clock without it; a datetime without zone is UTC.

    Raises ExpressionError with one of its codes where the expression cannot be read or has no value, TypeError for
    arguments of other types.

    >>> evaluate('MATCHES(said, stored, "phone")', {"said": "555 oh one four two", "stored": "555-0142"})
    True
    """
    for what, given, wanted in (("expression", expression, str), ("bindings", bindings, Mapping)):
        if not isinstance(given, wanted):
            raise TypeError(f"{what} must be a {wanted.__name__}, not {type(given).__name__}")
    if now is None:
        return compiled(expression)(Scope(bindings, _PRESENT))
    instant = now.replace(tzinfo=UTC) if now.tzinfo is None else now
    return compiled(expression)(Scope(bindings, Moment(clock=lambda: instant)))
