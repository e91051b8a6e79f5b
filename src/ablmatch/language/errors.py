"""Why an expression has no value: a closed set of codes, each raised by one class."""

from __future__ import annotations

CODES = (
    "unknown_function",
    "bad_argument",
    "bad_regex",
    "regex_timeout",
    "division_by_zero",
    "unbound_tool_args",
    "depth_exceeded",
    "pii_equal_fault",
    "syntax",
)


class ExpressionError(Exception):
    """An expression that cannot be read or evaluated.  A condition in error does not hold.

    `code`: one of CODES.  `start` and `end`: where in the expression's text, counted in characters from 0; both -1
    where the place is not known.  The message never holds a value.
    """

    def __init__(self, code: str, message: str, start: int = -1, end: int = -1) -> None:
        super().__init__(message)
        assert code in CODES
        self.code = code
        self.start = start
        self.end = end
