"""What an expression can see, and the function that evaluates it: made once, called many times."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from functools import lru_cache
from typing import TypeAlias

from ablmatch.language import nodes
from ablmatch.language.expressions import parse
from ablmatch.language.functions.moment import Moment
from ablmatch.language.values import Value
from ablmatch.runtime.evaluator_native import compile_program
from ablmatch.runtime.evaluator_operations import TOOL_ARGS

__all__ = ["TOOL_ARGS", "Closure", "Scope", "compile_node", "compiled"]


def _nothing(_names: tuple[str, ...]) -> Value:
    return None


def _as_it_is(_names: tuple[str, ...], value: Value) -> Value:
    return value


@dataclass(slots=True)
class Scope:
    """What an expression can see.

    `names`: values by their name; a dotted name is looked up whole first.  `elsewhere`: asked for a path whose first
    name is not in `names` (facts, system variables); gives None for what there is not.  `shown`: how a template shows
    the value of a path (never None): masked where it is sensitive.  `captures`: what the last `matches` found, read as
    `match.0`, `match.1`, `match.name` in all scopes that share it.
    """

    names: Mapping[str, Value]
    moment: Moment = field(default_factory=Moment)
    elsewhere: Callable[[tuple[str, ...]], Value] = _nothing
    shown: Callable[[tuple[str, ...], Value], Value] = _as_it_is
    captures: dict[str, Value] = field(default_factory=dict)


Closure: TypeAlias = Callable[[Scope], Value]


@lru_cache(maxsize=4096)
def compiled(text: str) -> Closure:
    """The function of an expression's text.  Raises ExpressionError where it cannot be read."""
    return compile_node(parse(text))


def compile_node(node: nodes.Node) -> Closure:
    """The function of a tree.  Unknown functions and wrong numbers of arguments fail when they are evaluated."""
    return compile_program(node)
