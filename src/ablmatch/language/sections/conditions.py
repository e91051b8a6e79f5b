"""Conditions that may be quoted: an expression where the quotes hold one, else prose (language.md 2.2)."""

from __future__ import annotations

import re
from typing import Any

from ablmatch.language.errors import ExpressionError
from ablmatch.language.expressions import parse
from ablmatch.language.nodes import Binary, Call, IsNumber, IsSet, Literal, Method, Not, walk
from ablmatch.language.reading import Reading, expression
from ablmatch.language.tree import Node

# Two words or more and no sign of an expression.
_WORDS = re.compile(r"[\w',.\-]+(?:\s+[\w',.\-]+)+")
_ARITHMETIC = set("+-*/%")


class Prose(str):
    """A condition in the words of people, which a model alone can judge."""

    __slots__ = ()


def is_condition(text: str) -> bool:
    """Whether a text is an expression that holds an operator of conditions or a call, or is true or false.

    Told by reading it, not by searching for words: prose may well hold `in`, `and` or `not`.
    """
    try:
        tree = parse(text)
    except ExpressionError:
        return False
    if isinstance(tree, Literal):
        return isinstance(tree.value, bool)
    return any(
        isinstance(node, Not | IsSet | IsNumber | Call | Method)
        or (isinstance(node, Binary) and node.sign not in _ARITHMETIC)
        for node in walk(tree)
    )


def condition(reading: Reading, node: Node) -> Any:
    """The text of an expression, Prose, or MISSING."""
    if is_prose(node):
        assert node.head is not None
        return Prose(node.head.text)
    return expression("condition")(reading, node)


def is_prose(node: Node) -> bool:
    """Whether a condition is quoted, and no expression."""
    return node.head is not None and node.head.style == "quoted" and not is_condition(node.head.text)


def needs_model(node: Node) -> bool:
    """Whether no evaluator can judge a condition: prose, in quotes or without them."""
    if node.head is None:
        return False
    words_alone = _WORDS.fullmatch(node.head.text) is not None
    return is_prose(node) or (words_alone and not is_condition(node.head.text))
