"""What type an expression's value has, as far as its text tells; null fits every type."""

from __future__ import annotations

from typing import Any, Literal

from ablmatch.language import nodes
from ablmatch.language.functions import FUNCTIONS

Type = Literal["boolean", "number", "string", "array", "object"]
_LOGIC = {
    "AND",
    "OR",
    "IMPLIES",
    "==",
    "!=",
    "<",
    ">",
    "<=",
    ">=",
    "IN",
    "contains",
    "matches",
    "startsWith",
    "endsWith",
}
# Their results are their arguments.
_PASSING = {"COALESCE", "FIRST_NON_EMPTY", "ARRAY_FIND"}


def type_of(tree: nodes.Node) -> Type | None:  # noqa: PLR0911 - one return a kind of node
    """None where it depends on the values."""
    match tree:
        case nodes.Literal(value=value):
            return _named(value)
        case nodes.Not() | nodes.IsSet() | nodes.IsNumber():
            return "boolean"
        case nodes.Negative():
            return "number"
        case nodes.ListOf():
            return "array"
        case nodes.ObjectOf():
            return "object"
        case nodes.Binary(sign=sign) if sign in _LOGIC:
            return "boolean"
        case nodes.Binary(sign="+", left=left, right=right):
            # With one text it joins texts.
            sides = {type_of(left), type_of(right)}
            return "string" if "string" in sides else "number" if sides <= {"number", "boolean"} else None
        case nodes.Binary():
            return "number"
        case nodes.Choice(yes=yes, no=no):
            return _common(yes, no)
        case nodes.Call(name="IF", arguments=(_, yes, no)):
            return _common(yes, no)
        case nodes.Call(name=name):
            return _returned(name)
    return None


def _common(one: nodes.Node, other: nodes.Node) -> Type | None:
    kinds = {type_of(each) for each in (one, other) if not (isinstance(each, nodes.Literal) and each.value is None)}
    return kinds.pop() if len(kinds) == 1 else None


def _returned(name: str) -> Type | None:
    """The type of what a function gives: that of its documented example."""
    function = FUNCTIONS.get(name)
    if function is None or name in _PASSING:
        return None
    text, value = function.example
    return _named(value) if text.startswith(f"{name}(") and text.endswith(")") else None


def _named(value: Any) -> Type | None:
    kinds: dict[type, Type] = {
        bool: "boolean", int: "number", float: "number", str: "string", list: "array", dict: "object",
    }  # fmt: skip
    return kinds.get(type(value))
