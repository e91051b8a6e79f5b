"""Compiles an expression's tree into closures, once; a closure takes a Scope and gives the value."""

from __future__ import annotations

import math
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from functools import lru_cache
from typing import Any, TypeAlias

from ablmatch._core import match_score
from ablmatch.language import nodes, regex
from ablmatch.language.errors import ExpressionError
from ablmatch.language.expressions import parse
from ablmatch.language.functions import FUNCTIONS
from ablmatch.language.functions.identity import MATCH_KINDS, operand
from ablmatch.language.functions.moment import Moment
from ablmatch.language.values import (
    Number,
    Value,
    contains,
    cut,
    equal,
    finite,
    is_number,
    order,
    to_number,
    to_text,
    truthy,
)

TOOL_ARGS = "tool_args"


def _nothing(_names: tuple[str, ...]) -> Value:
    return None


def _as_it_is(_names: tuple[str, ...], value: Value) -> Value:
    return value


@dataclass(slots=True)
class Scope:
    """What an expression can see.

    `names`: values by their name; a dotted name is looked up whole first.  `elsewhere`: asked for a path whose first
    name is not in `names` (facts, system variables); gives None for what there is not.  `shown`: how a template shows
    the value of a path (never None): masked where it is sensitive.
    """

    names: Mapping[str, Value]
    moment: Moment = field(default_factory=Moment)
    elsewhere: Callable[[tuple[str, ...]], Value] = _nothing
    shown: Callable[[tuple[str, ...], Value], Value] = _as_it_is


Closure: TypeAlias = Callable[[Scope], Value]


@lru_cache(maxsize=4096)
def compiled(text: str) -> Closure:
    """The closure of an expression's text.  Raises ExpressionError where it cannot be read."""
    return compile_node(parse(text))


def compile_node(node: nodes.Node) -> Closure:
    """The closure of a tree.  Unknown functions and wrong numbers of arguments fail when they are evaluated."""
    return _COMPILERS[type(node)](node)


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


def _path(node: nodes.Path) -> Closure:
    names = node.names
    first = names[0]
    if first == TOOL_ARGS:
        return _tool_args(names)
    if len(names) == 1:

        def name(scope: Scope) -> Value:
            try:
                return scope.names[first]
            except KeyError:
                return scope.elsewhere(names)

        return name
    flat, rest = ".".join(names), names[1:]

    def path(scope: Scope) -> Value:
        known = scope.names
        if flat in known:
            return known[flat]
        if first not in known:
            return scope.elsewhere(names)
        value = known[first]
        for segment in rest:
            value = step(value, segment)
            if value is None:
                # A session value may hide a fact only where it holds the path.
                return scope.elsewhere(names)
        return value

    return path


def _tool_args(names: tuple[str, ...]) -> Closure:
    def path(scope: Scope) -> Value:
        value = scope.names.get(TOOL_ARGS)
        for segment in names[1:]:
            value = step(value, segment)
        if value is None:
            raise ExpressionError("unbound_tool_args", f"`{'.'.join(names)}` is not bound to a tool's arguments")
        return value

    return path


def _shown(node: nodes.Shown) -> Closure:
    names, path = node.path.names, _path(node.path)

    def shown(scope: Scope) -> Value:
        value = path(scope)
        return None if value is None else scope.shown(names, value)

    return shown


def _member(node: nodes.Member) -> Closure:
    target, name = compile_node(node.target), node.name
    return lambda scope: step(target(scope), name)


def _index(node: nodes.Index) -> Closure:
    target, place = compile_node(node.target), compile_node(node.place)

    def index(scope: Scope) -> Value:
        value, at = target(scope), place(scope)
        if isinstance(value, list):
            number = to_number(at)
            if number is None or not 0 <= number < len(value) or number != int(number):
                return None
            return value[int(number)]
        return step(value, to_text(at)) if at is not None else None

    return index


# --- literals ------------------------------------------------------------------------------------------------------


def _literal(node: nodes.Literal) -> Closure:
    value = node.value
    return lambda _scope: value


def _list(node: nodes.ListOf) -> Closure:
    items = [compile_node(item) for item in node.items]
    return lambda scope: [item(scope) for item in items]


def _object(node: nodes.ObjectOf) -> Closure:
    items = [(name, compile_node(item)) for name, item in node.items]
    return lambda scope: {name: item(scope) for name, item in items}


# --- calls ---------------------------------------------------------------------------------------------------------


def _call(node: nodes.Call) -> Closure:
    function = FUNCTIONS.get(node.name)
    if function is None:
        return _failing("unknown_function", f"there is no function `{node.name}`", node)
    if not function.takes(len(node.arguments)):
        error = function.refuse(len(node.arguments))
        return _failing(error.code, str(error), node)
    if node.name == "MATCH_SCORE" and (direct := _direct_score(node)) is not None:
        return direct
    arguments = [compile_node(argument) for argument in node.arguments]
    run = function.run
    if function.timed:
        return lambda scope: run(scope.moment, *[argument(scope) for argument in arguments])
    if len(arguments) == 1:
        only = arguments[0]
        return lambda scope: run(only(scope))
    return lambda scope: run(*[argument(scope) for argument in arguments])


def _direct_score(node: nodes.Call) -> Closure | None:
    """A MATCH_SCORE whose kind is written out needs no look at it in each evaluation."""
    kind = node.arguments[2] if len(node.arguments) > 2 else nodes.Literal(0, 0, "text")
    if not isinstance(kind, nodes.Literal) or kind.value not in MATCH_KINDS:
        return None
    said, stored, name = compile_node(node.arguments[0]), compile_node(node.arguments[1]), kind.value

    def score(scope: Scope) -> int:
        one, other = said(scope), stored(scope)
        if one.__class__ is str and other.__class__ is str:
            return match_score(one, other, name)
        return match_score(operand(one), operand(other), name)

    return score


def _failing(code: str, message: str, node: nodes.Node) -> Closure:
    start, end = node.start, node.end

    def fail(_scope: Scope) -> Value:
        raise ExpressionError(code, message, start, end)

    return fail


def _matches(text: Value, pattern: Value) -> bool:
    if not isinstance(pattern, str):
        raise ExpressionError("bad_regex", "the pattern of `matches` is no text")
    # Compiled first: a pattern that is none is an error, whatever the text.
    regex.compiled(pattern)
    return text is not None and regex.search(pattern, to_text(text)) is not None


_METHODS: dict[str, Callable[..., Value]] = {
    "contains": contains,
    "startsWith": lambda text, part: isinstance(text, str) and text.startswith(to_text(part)),
    "endsWith": lambda text, part: isinstance(text, str) and text.endswith(to_text(part)),
    "matches": _matches,
    "size": FUNCTIONS["size"].run,
}


def _method(node: nodes.Method) -> Closure:
    if node.name not in _METHODS:
        return _failing("unknown_function", f"there is no method `{node.name}`", node)
    count, run = nodes.METHODS[node.name], _METHODS[node.name]
    if len(node.arguments) != count:
        return _failing("bad_argument", f"{node.name} takes {count} arguments, not {len(node.arguments)}", node)
    operands = [compile_node(one) for one in (node.target, *node.arguments)]
    return lambda scope: run(*[one(scope) for one in operands])


# --- logic ---------------------------------------------------------------------------------------------------------


def _not(node: nodes.Not) -> Closure:
    inner = compile_node(node.operand)
    return lambda scope: not truthy(inner(scope))


def _is_set(node: nodes.IsSet) -> Closure:
    inner, negated = compile_node(node.operand), node.negated

    def is_set(scope: Scope) -> bool:
        try:
            found = inner(scope) is not None
        except ExpressionError as error:
            # A bound call that does not carry the argument: that is what the question is about.
            if error.code != "unbound_tool_args" or TOOL_ARGS not in scope.names:
                raise
            found = False
        return found is not negated

    return is_set


def _is_number(node: nodes.IsNumber) -> Closure:
    inner = compile_node(node.operand)
    return lambda scope: is_number(inner(scope))


def _choice(node: nodes.Choice) -> Closure:
    test, yes, no = (compile_node(one) for one in (node.test, node.yes, node.no))
    return lambda scope: yes(scope) if truthy(test(scope)) else no(scope)


def _and(left: Closure, right: Closure) -> Closure:
    return lambda scope: truthy(left(scope)) and truthy(right(scope))


def _or(left: Closure, right: Closure) -> Closure:
    return lambda scope: truthy(left(scope)) or truthy(right(scope))


def _implies(left: Closure, right: Closure) -> Closure:
    return lambda scope: not truthy(left(scope)) or truthy(right(scope))


# --- operators -----------------------------------------------------------------------------------------------------


def _equal(left: Closure, right: Closure) -> Closure:
    def run(scope: Scope) -> bool:
        one, other = left(scope), right(scope)
        return one == other if one.__class__ is str and other.__class__ is str else equal(one, other)

    return run


def _differs(left: Closure, right: Closure) -> Closure:
    return lambda scope: not equal(left(scope), right(scope))


def _ordered(holds: Callable[[Any, Any], bool], accepted: frozenset[int]) -> Callable[[Closure, Closure], Closure]:
    def build(left: Closure, right: Closure) -> Closure:
        def run(scope: Scope) -> bool:
            one, other = left(scope), right(scope)
            if one.__class__ is int and other.__class__ is int:
                return holds(one, other)
            return order(one, other) in accepted

        return run

    return build


def _operand(value: Value, sign: str) -> Number:
    """A number for arithmetic: null counts 0, a text as the number that it writes."""
    if value is None:
        return 0
    number = to_number(value)
    if number is None:
        raise ExpressionError("bad_argument", f"an operand of `{sign}` is no number")
    return number


def _plus(left: Closure, right: Closure) -> Closure:
    def run(scope: Scope) -> Value:
        one, other = left(scope), right(scope)
        if isinstance(one, str) or isinstance(other, str):
            return cut(to_text(one) + to_text(other))
        return finite(_operand(one, "+") + _operand(other, "+"))

    return run


def _arithmetic(sign: str, operate: Callable[[Number, Number], Number]) -> Callable[[Closure, Closure], Closure]:
    def build(left: Closure, right: Closure) -> Closure:
        def run(scope: Scope) -> Number:
            one, other = _operand(left(scope), sign), _operand(right(scope), sign)
            try:
                return finite(operate(one, other))
            except OverflowError:
                raise ExpressionError("bad_argument", "a number is too large") from None

        return run

    return build


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


def _negative(node: nodes.Negative) -> Closure:
    inner = compile_node(node.operand)
    return lambda scope: -_operand(inner(scope), "-")


_LESS, _GREATER, _SAME = frozenset({-1}), frozenset({1}), frozenset({0})
_OPERATORS: dict[str, Callable[[Closure, Closure], Closure]] = {
    "AND": _and,
    "OR": _or,
    "IMPLIES": _implies,
    "==": _equal,
    "!=": _differs,
    "<": _ordered(lambda a, b: a < b, _LESS),
    ">": _ordered(lambda a, b: a > b, _GREATER),
    "<=": _ordered(lambda a, b: a <= b, _LESS | _SAME),
    ">=": _ordered(lambda a, b: a >= b, _GREATER | _SAME),
    "+": _plus,
    "-": _arithmetic("-", lambda a, b: a - b),
    "*": _arithmetic("*", lambda a, b: a * b),
    "/": _arithmetic("/", _divide),
    "%": _arithmetic("%", _remainder),
    "IN": lambda left, right: lambda scope: _is_in(left(scope), right(scope)),
    "contains": lambda left, right: lambda scope: contains(left(scope), right(scope)),
    "startsWith": lambda left, right: lambda scope: _METHODS["startsWith"](left(scope), right(scope)),
    "endsWith": lambda left, right: lambda scope: _METHODS["endsWith"](left(scope), right(scope)),
    "matches": lambda left, right: lambda scope: _matches(left(scope), right(scope)),
}


def _is_in(item: Value, container: Value) -> bool:
    return contains(container, item)


def _binary(node: nodes.Binary) -> Closure:
    left = compile_node(node.left)
    if isinstance(node.right, nodes.Regex):
        return _OPERATORS[node.sign](left, _literal(nodes.Literal(0, 0, node.right.pattern)))
    return _OPERATORS[node.sign](left, compile_node(node.right))


_COMPILERS: dict[type[nodes.Node], Callable[[Any], Closure]] = {
    nodes.Literal: _literal,
    nodes.Path: _path,
    nodes.Shown: _shown,
    nodes.Member: _member,
    nodes.Index: _index,
    nodes.ListOf: _list,
    nodes.ObjectOf: _object,
    nodes.Call: _call,
    nodes.Method: _method,
    nodes.Not: _not,
    nodes.Negative: _negative,
    nodes.IsSet: _is_set,
    nodes.IsNumber: _is_number,
    nodes.Binary: _binary,
    nodes.Choice: _choice,
}
