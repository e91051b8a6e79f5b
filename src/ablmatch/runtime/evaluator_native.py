"""Writes an expression's tree as tuples for the native evaluator (_core.Program), which answers as generated code does.

Forms that it has no node for become a call of their generated function.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from operator import eq
from typing import Any, TypeAlias

from ablmatch._core import Program
from ablmatch.language import nodes
from ablmatch.language.functions import FUNCTIONS
from ablmatch.language.functions.identity import operand
from ablmatch.language.values import Value, contains, equal, is_number
from ablmatch.runtime import evaluator_operations as operations
from ablmatch.runtime.evaluator_operations import MATCH, METHODS, TOOL_ARGS
from ablmatch.runtime.evaluator_source import compile_tree, literal_kind, writes_no_number

# The word of a form, then what its node takes: tuples of operands, functions, words.
Spec: TypeAlias = tuple[Any, ...]

# The scope itself, and its moment, as operands of a call.
_SCOPE: Spec = ("scope",)
_MOMENT: Spec = ("moment",)
_ORDERS = {"<": operations.less, ">": operations.greater, "<=": operations.at_most, ">=": operations.at_least}
# What a comparison is called with its sides swapped.
_SWAPPED = {"==": "==", "!=": "!=", "<": ">", ">": "<", "<=": ">=", ">=": "<="}
_CALLED: dict[str, Callable[..., Value]] = {
    "+": operations.plus,
    "-": operations.minus,
    "*": operations.times,
    "/": operations.divided,
    "%": operations.remainder,
    "IN": operations.is_in,
    "contains": contains,
    "startsWith": operations.starts_with,
    "endsWith": operations.ends_with,
}
_MATCHER = {"MATCH_SCORE", "MATCHES", "MATCH_RESULT"}
# Of scores and of what they are compared with: the native node holds the bound as a C int.
_LARGEST_BOUND = 1_000_000


def compile_program(node: nodes.Node) -> Callable[[Any], Value]:
    """The function of a tree: it takes a Scope.  What cannot be evaluated fails when it is."""
    spec = _write(node)
    if spec[0] == "call" and spec[2] == (_SCOPE,):  # the generated function of the whole tree
        whole: Callable[[Any], Value] = spec[1]
        return whole
    return Program(spec, partial(compile_tree, node)).evaluate


def _write(node: nodes.Node) -> Spec:
    form = _FORMS.get(type(node))
    return _generated(node) if form is None else form(node)


def _generated(node: nodes.Node) -> Spec:
    return "call", compile_tree(node), (_SCOPE,)


def _call(function: Callable[..., Value], *operands: Spec) -> Spec:
    return "call", function, operands


def _constant(value: Any) -> Spec:
    return "literal", value


# --- values ---------------------------------------------------------------------------------------------------------


def _literal(node: nodes.Literal) -> Spec:
    return _constant(node.value)


def _regex(node: nodes.Regex) -> Spec:
    return _constant(node.pattern)


def _path(node: nodes.Path) -> Spec:
    names = node.names
    if names[0] == TOOL_ARGS:
        return _call(operations.tool_args, _SCOPE, _constant(names))
    if names[0] == MATCH:
        return _call(operations.captured, _SCOPE, _constant(names))
    if len(names) > 1:
        return _call(operations.path, _SCOPE, _constant(names), _constant(".".join(names)))
    return "name", names[0]


def _shown(node: nodes.Shown) -> Spec:
    return _call(operations.shown, _SCOPE, _constant(node.path.names), _path(node.path))


def _member(node: nodes.Member) -> Spec:
    return _call(operations.step, _write(node.target), _constant(node.name))


def _index(node: nodes.Index) -> Spec:
    return _call(operations.index, _write(node.target), _write(node.place))


def _function(node: nodes.Call) -> Spec:
    function = FUNCTIONS.get(node.name)
    if function is None or not function.takes(len(node.arguments)):
        return _generated(node)
    if function.name in _MATCHER and (kind := literal_kind(node)) is not None:
        said, stored = map(_write, node.arguments[:2])
        return "match", function.name, kind, said, stored, operand
    before = (_MOMENT,) if function.timed else ()
    return _call(function.run, *before, *map(_write, node.arguments))


def _method(node: nodes.Method) -> Spec:
    if nodes.METHODS.get(node.name) != len(node.arguments):
        return _generated(node)
    operands = map(_write, (node.target, *node.arguments))
    if node.name == "matches":
        return _call(operations.holds_pattern, _SCOPE, *operands)
    return _call(METHODS[node.name], *operands)


# --- logic ----------------------------------------------------------------------------------------------------------


def _negation(node: nodes.Not) -> Spec:
    return "not", _write(node.operand)


def _is_set(node: nodes.IsSet) -> Spec:
    if any(isinstance(one, nodes.Path) and one.names[0] == TOOL_ARGS for one in nodes.walk(node.operand)):
        return _generated(node)
    unset: Spec = ("is", _write(node.operand), None)
    return unset if node.negated else ("not", unset)


def _is_number(node: nodes.IsNumber) -> Spec:
    return _call(is_number, _write(node.operand))


def _negative(node: nodes.Negative) -> Spec:
    return _call(operations.negative, _write(node.operand))


def _choice(node: nodes.Choice) -> Spec:
    return "choice", _write(node.test), _write(node.yes), _write(node.no)


def _chain(node: nodes.Binary) -> Spec:
    """All operands of AND or OR in a row: the tree of a long row is as deep as it is long."""
    operands: list[nodes.Node] = []
    inner: nodes.Node = node
    while isinstance(inner, nodes.Binary) and inner.sign == node.sign:
        operands.append(inner.right)
        inner = inner.left
    return "chain", int(node.sign == "OR"), tuple(map(_write, (inner, *reversed(operands))))


# --- operators ------------------------------------------------------------------------------------------------------


def _binary(node: nodes.Binary) -> Spec:
    sign = node.sign
    if sign in {"AND", "OR"}:
        return _chain(node)
    left, right = _write(node.left), _write(node.right)
    if sign == "IMPLIES":
        return "chain", 1, (("not", left), right)
    if sign in _SWAPPED:
        return _compared(sign, left, right)
    if sign == "matches":
        return _call(operations.holds_pattern, _SCOPE, left, right)
    return _call(_CALLED[sign], left, right)


def _compared(sign: str, left: Spec, right: Spec) -> Spec:
    for one, other, order in ((left, right, sign), (right, left, _SWAPPED[sign])):
        if one[:2] == ("match", "MATCH_SCORE") and _bounds(other):
            return "score", order, one, other[1]
    if sign in _ORDERS:
        return "compared", sign, left, right, _ORDERS[sign]
    for one, other in ((left, right), (right, left)):
        if one[0] == "literal" and (one[1] is None or isinstance(one[1], bool)) and other[0] != "literal":
            found: Spec = ("is", other, one[1])
            return found if sign == "==" else ("not", found)
    # A text that writes no number equals texts alone, as in Python.
    alone = any(one[0] == "literal" and writes_no_number(one[1]) for one in (left, right))
    otherwise = eq if alone else equal
    if left[0] == "name" and right[0] == "literal" and type(right[1]) is str:
        return "name_is", sign, left, right[1], otherwise
    return "compared", sign, left, right, otherwise


def _bounds(spec: Spec) -> bool:
    """Whether it is a whole number that a score can be compared with as it is."""
    return spec[0] == "literal" and type(spec[1]) is int and abs(spec[1]) <= _LARGEST_BOUND


_FORMS: dict[type[nodes.Node], Callable[[Any], Spec]] = {
    nodes.Literal: _literal,
    nodes.Regex: _regex,
    nodes.Path: _path,
    nodes.Shown: _shown,
    nodes.Member: _member,
    nodes.Index: _index,
    nodes.Call: _function,
    nodes.Method: _method,
    nodes.Not: _negation,
    nodes.Negative: _negative,
    nodes.IsSet: _is_set,
    nodes.IsNumber: _is_number,
    nodes.Binary: _binary,
    nodes.Choice: _choice,
}
