"""What the operators, paths and methods of expressions do with values: the functions that compiled expressions call."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable
from typing import TYPE_CHECKING, NoReturn

from ablmatch.language import regex
from ablmatch.language.errors import ExpressionError
from ablmatch.language.functions import FUNCTIONS
from ablmatch.language.values import Number, Value, contains, cut, finite, order, to_number, to_text

if TYPE_CHECKING:
    from ablmatch.runtime.evaluator import Scope

TOOL_ARGS = "tool_args"
# What the last `matches` that held has found: match.0 as a whole, match.1 a group, match.name one with a name.
MATCH = "match"


def fail(code: str, message: str, start: int, end: int) -> NoReturn:
    """The value of what cannot be evaluated."""
    raise ExpressionError(code, message, start, end)


# --- paths ---------------------------------------------------------------------------------------------------------


def step(value: Value, name: str) -> Value:
    """One segment further: a key, a place in a list, or `length`; None where there is nothing."""
    if isinstance(value, dict):
        return value.get(name)
    if isinstance(value, list | str):
        if name == "length":
            return len(value)
        if isinstance(value, list) and name.isdecimal() and len(name) < 16:
            at = int(name)
            return value[at] if at < len(value) else None
    return None


def walk(value: Value, names: Iterable[str]) -> Value:
    """What stands at a path inside a value; None for nothing."""
    for name in names:
        value = step(value, name)
    return value


def path(scope: Scope, names: tuple[str, ...], flat: str) -> Value:
    """`a.b`: the name as a whole, then what is below `a`, then what is elsewhere."""
    known = scope.names
    if flat in known:
        return known[flat]
    first = names[0]
    if first not in known:
        return scope.elsewhere(names)
    value = known[first]
    for segment in names[1:]:
        value = step(value, segment)
        if value is None:
            # A session value may hide a fact only where it holds the path.
            return scope.elsewhere(names)
    return value


def captured(scope: Scope, names: tuple[str, ...]) -> Value:
    """A path that begins with `match`: a value that goes by the name comes before what was captured."""
    if names[0] in scope.names or ".".join(names) in scope.names:
        return path(scope, names, ".".join(names))
    value = walk(scope.captures or None, names[1:])
    return scope.elsewhere(names) if value is None else value


def tool_args(scope: Scope, names: tuple[str, ...]) -> Value:
    """A field of the arguments of the tool that is about to run; an error where there is none."""
    value = walk(scope.names.get(TOOL_ARGS), names[1:])
    if value is None:
        raise ExpressionError("unbound_tool_args", f"`{'.'.join(names)}` is not bound to a tool's arguments")
    return value


def shown(scope: Scope, names: tuple[str, ...], value: Value) -> Value:
    """The value of a path as a template shows it."""
    return None if value is None else scope.shown(names, value)


def is_set(scope: Scope, operand: Callable[[Scope], Value]) -> bool:
    """IS SET on an operand that reads tool_args: a bound call that does not carry the argument is the question."""
    try:
        return operand(scope) is not None
    except ExpressionError as error:
        if error.code != "unbound_tool_args" or TOOL_ARGS not in scope.names:
            raise
        return False


def index(value: Value, at: Value) -> Value:
    """`value[at]`; None outside."""
    if isinstance(value, list):
        number = to_number(at)
        if number is None or not 0 <= number < len(value) or number != int(number):
            return None
        return value[int(number)]
    return step(value, to_text(at)) if at is not None else None


# --- order and arithmetic ------------------------------------------------------------------------------------------


def less(one: Value, other: Value) -> bool:
    """`<`; false where no order holds, as the other three."""
    return order(one, other) == -1


def greater(one: Value, other: Value) -> bool:
    """`>`."""
    return order(one, other) == 1


def at_most(one: Value, other: Value) -> bool:
    """`<=`."""
    return order(one, other) in {-1, 0}


def at_least(one: Value, other: Value) -> bool:
    """`>=`."""
    return order(one, other) in {0, 1}


def _operand(value: Value, sign: str) -> Number:
    """A number for arithmetic: null counts 0, a text as the number that it writes."""
    if value is None:
        return 0
    number = to_number(value)
    if number is None:
        raise ExpressionError("bad_argument", f"an operand of `{sign}` is no number")
    return number


def _arithmetic(sign: str, operate: Callable[[Number, Number], Number]) -> Callable[[Value, Value], Number]:
    def run(left: Value, right: Value) -> Number:
        one, other = _operand(left, sign), _operand(right, sign)
        try:
            return finite(operate(one, other))
        except (OverflowError, ValueError):  # ValueError: the remainder of an infinity
            raise ExpressionError("bad_argument", "a number is too large") from None

    return run


def _divide(one: Number, other: Number) -> Number:
    if other == 0:
        raise ExpressionError("division_by_zero", "division by zero")
    return one / other


def _remainder(one: Number, other: Number) -> Number:
    """The sign is that of the dividend."""
    if other == 0:
        raise ExpressionError("division_by_zero", "division by zero")
    if isinstance(one, int) and isinstance(other, int):
        return int(math.copysign(1, one)) * (abs(one) % abs(other))
    return math.fmod(one, other)


def plus(one: Value, other: Value) -> Value:
    """`+`: joined where one of the two is a text."""
    return cut(to_text(one) + to_text(other)) if isinstance(one, str) or isinstance(other, str) else _sum(one, other)


def negative(value: Value) -> Number:
    """`-x`."""
    return -_operand(value, "-")


_sum = _arithmetic("+", lambda one, other: one + other)
minus = _arithmetic("-", lambda one, other: one - other)
times = _arithmetic("*", lambda one, other: one * other)
divided = _arithmetic("/", _divide)
remainder = _arithmetic("%", _remainder)


# --- texts ---------------------------------------------------------------------------------------------------------


def is_in(item: Value, container: Value) -> bool:
    """`IN`."""
    return contains(container, item)


def starts_with(text: Value, part: Value) -> bool:
    """`startsWith`; false for what is no text, and for a part that is missing."""
    return isinstance(text, str) and part is not None and text.startswith(to_text(part))


def ends_with(text: Value, part: Value) -> bool:
    """`endsWith`; false for what is no text, and for a part that is missing."""
    return isinstance(text, str) and part is not None and text.endswith(to_text(part))


def holds_pattern(scope: Scope, text: Value, pattern: Value) -> bool:
    """`matches`: an RE2 search; an error for a pattern that is none, whatever the text.  What it finds is kept."""
    if not isinstance(pattern, str):
        raise ExpressionError("bad_regex", "the pattern of `matches` is no text")
    regex.compiled(pattern)
    found = None if text is None else regex.search(pattern, to_text(text))
    if found is None:
        return False
    scope.captures.clear()
    scope.captures.update({str(at): group for at, group in enumerate((found[0], *found.groups()))}, **found.groupdict())
    return True


# Those that need nothing but values.
METHODS: dict[str, Callable[..., Value]] = {
    "contains": contains,
    "startsWith": starts_with,
    "endsWith": ends_with,
    "size": FUNCTIONS["size"].run,
}
