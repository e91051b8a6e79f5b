"""The tree of an expression.  Every node knows its place: `start` and `end`, in characters of the expression's text."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass, fields, replace
from typing import Any

from ablmatch.language.values import Value


@dataclass(frozen=True, slots=True)
class Node:
    start: int
    end: int


@dataclass(frozen=True, slots=True)
class Literal(Node):
    value: Value


@dataclass(frozen=True, slots=True)
class Regex(Node):
    """`/pattern/` behind `matches`."""

    pattern: str


@dataclass(frozen=True, slots=True)
class Path(Node):
    """`a`, `a.b.0`: names that are all written out."""

    names: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Shown(Node):
    """A path in a template whose value is put before somebody's eyes: sensitive ones are masked.  No text writes it."""

    path: Path


@dataclass(frozen=True, slots=True)
class Member(Node):
    """`target.name` where the target is no path."""

    target: Node
    name: str


@dataclass(frozen=True, slots=True)
class Index(Node):
    """`target[place]`."""

    target: Node
    place: Node


@dataclass(frozen=True, slots=True)
class ListOf(Node):
    items: tuple[Node, ...]


@dataclass(frozen=True, slots=True)
class ObjectOf(Node):
    items: tuple[tuple[str, Node], ...]


@dataclass(frozen=True, slots=True)
class Call(Node):
    """`NAME(…)` or `abl.name(…)`; `name_end` is where the name ends."""

    name: str
    arguments: tuple[Node, ...]
    name_end: int


@dataclass(frozen=True, slots=True)
class Method(Node):
    """`target.name(…)`."""

    target: Node
    name: str
    arguments: tuple[Node, ...]


# The methods that there are, each with its number of arguments.
METHODS = {"contains": 1, "startsWith": 1, "endsWith": 1, "matches": 1, "size": 0}


@dataclass(frozen=True, slots=True)
class Not(Node):
    operand: Node


@dataclass(frozen=True, slots=True)
class Negative(Node):
    operand: Node


@dataclass(frozen=True, slots=True)
class IsSet(Node):
    operand: Node
    negated: bool


@dataclass(frozen=True, slots=True)
class IsNumber(Node):
    operand: Node


@dataclass(frozen=True, slots=True)
class Binary(Node):
    """`sign`: AND OR IMPLIES == != < > <= >= + - * / % IN contains matches startsWith endsWith."""

    sign: str
    left: Node
    right: Node


@dataclass(frozen=True, slots=True)
class Choice(Node):
    """`test ? yes : no`."""

    test: Node
    yes: Node
    no: Node


_BELOW: dict[type[Node], tuple[str, ...]] = {}


def _below(kind: type[Node]) -> tuple[str, ...]:
    """The fields of a node's class that may hold nodes."""
    if kind not in _BELOW:
        _BELOW[kind] = tuple(field.name for field in fields(kind) if field.name not in {"start", "end"})
    return _BELOW[kind]


def children(node: Node) -> Iterator[Node]:
    """The nodes directly below one, in the order of the text."""
    for name in _below(type(node)):
        found = getattr(node, name)
        for item in found if isinstance(found, tuple) else (found,):
            inner = item[1] if isinstance(item, tuple) else item
            if isinstance(inner, Node):
                yield inner


def walk(node: Node) -> Iterator[Node]:
    """A node and all below it, in the order of the text."""
    yield node
    for child in children(node):
        yield from walk(child)


def rebuilt(node: Node, change: Callable[[Node], Node]) -> Node:
    """The node with `change` applied to each node directly below it; the places stay those of the text."""
    changed: dict[str, Any] = {}
    for field in fields(node):
        found = getattr(node, field.name)
        if isinstance(found, Node):
            changed[field.name] = change(found)
        elif isinstance(found, tuple):
            changed[field.name] = tuple(_changed_item(item, change) for item in found)
    return replace(node, **changed) if changed else node


def _changed_item(item: Any, change: Callable[[Node], Node]) -> Any:
    """An element of a node's tuple: a node, or a name with one."""
    if isinstance(item, Node):
        return change(item)
    if isinstance(item, tuple) and isinstance(item[1], Node):
        return item[0], change(item[1])
    return item
