"""Reads the text of an expression into its tree: recursive descent over the precedence of the language.

Loosest first: `? :`, IMPLIES (right associative), OR, AND, NOT, comparisons (which do not chain), + -, * / %, unary -.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from functools import lru_cache
from typing import NamedTuple

from ablmatch.language.errors import ExpressionError
from ablmatch.language.nodes import (
    Binary,
    Call,
    Choice,
    Index,
    IsNumber,
    IsSet,
    ListOf,
    Literal,
    Member,
    Method,
    Negative,
    Node,
    Not,
    ObjectOf,
    Path,
    Regex,
    children,
)
from ablmatch.language.tokens import Token, tokens

# Calls inside calls, and parentheses, lists and signs inside each other (each takes several calls of the parser).
MAX_CALLS = 32
MAX_DEPTH = 50
# Depth of the tree: a chain of so many operators, which compiling and evaluating go down.
MAX_TREE = 150
MAX_LENGTH = 100_000

_NAME = re.compile(r"[A-Za-z_][A-Za-z0-9_]*")
_CONSTANTS = {"true": True, "false": False, "null": None, "undefined": None}
_AND = {"AND", "&&"}
_OR = {"OR", "||"}
_NOT = {"NOT", "!"}
_COMPARISONS = {"==", "!=", "<", ">", "<=", ">="}
# Word operators are taken in any letter case; the value is how the tree spells them.
_WORDS = {"in": "IN", "contains": "contains", "matches": "matches", "startswith": "startsWith", "endswith": "endsWith"}
_RESERVED = {"AND", "OR", "NOT", "IMPLIES", "IS", "IN"}


@lru_cache(maxsize=4096)
def parse(text: str) -> Node:
    """The tree of an expression.  Raises ExpressionError `syntax` or `depth_exceeded` with the place."""
    if len(text) > MAX_LENGTH:
        raise ExpressionError("syntax", f"an expression has at most {MAX_LENGTH:,} characters", 0, len(text))
    return _read(_Parser(text))


class Filter(NamedTuple):
    """`| name` behind the expression of a placeholder."""

    name: str
    start: int
    end: int


def parse_placeholder(text: str) -> tuple[Node, tuple[Filter, ...]]:
    """What stands between `{{` and `}}`: an expression and its filters.  Raises as `parse` does."""
    if len(text) > MAX_LENGTH:
        raise ExpressionError("syntax", f"an expression has at most {MAX_LENGTH:,} characters", 0, len(text))
    parser = _Parser(text)
    found: list[Filter] = []
    node = _read(parser, found)
    return node, tuple(found)


def _read(parser: _Parser, filters: list[Filter] | None = None) -> Node:
    """A whole text; filters are taken where there is a list for them."""
    node = parser.choice()
    while filters is not None and parser.is_sign("|"):
        parser.take()
        if parser.token.kind != "name":
            raise parser.unexpected("the name of a filter")
        token = parser.take()
        filters.append(Filter(str(token.value), token.start, token.end))
    if parser.token.kind != "end":
        raise parser.unexpected()
    level = [node]
    for _ in range(MAX_TREE):
        level = [child for one in level for child in children(one)]
        if not level:
            return node
    raise ExpressionError("depth_exceeded", f"more than {MAX_TREE} operators in a row", node.start, node.end)


def indexed(target: Node, place: Node, end: int) -> Node:
    """`x[0]` and `x["name"]` are the paths `x.0` and `x.name`: what is known of a path is known of them."""
    if isinstance(target, Path) and isinstance(place, Literal):
        written = str(place.value)
        whole = isinstance(place.value, int) and not isinstance(place.value, bool) and place.value >= 0
        if whole or (isinstance(place.value, str) and _NAME.fullmatch(written)):
            return Path(target.start, end, (*target.names, written))
    return Index(target.start, end, target, place)


class _Parser:
    def __init__(self, text: str) -> None:
        self.tokens = tokens(text)
        self.at = 0
        self.calls = 0
        self.depth = 0

    @property
    def token(self) -> Token:
        return self.tokens[self.at]

    def take(self) -> Token:
        token = self.tokens[self.at]
        self.at += 1
        return token

    def is_sign(self, *signs: str) -> bool:
        return self.token.kind == "sign" and self.token.value in signs

    def is_word(self, *words: str, ahead: int = 0) -> bool:
        token = self.tokens[min(self.at + ahead, len(self.tokens) - 1)]
        return token.kind == "name" and token.value in words

    def expect(self, sign: str) -> Token:
        if not self.is_sign(sign):
            raise self.unexpected(f"`{sign}`")
        return self.take()

    def unexpected(self, wanted: str = "") -> ExpressionError:
        token = self.token
        due = f", {wanted} is due" if wanted else ""
        if token.kind == "end":
            return ExpressionError("syntax", f"the expression ends too early{due}", token.start, token.end)
        if (
            token.kind == "name"
            and token.value not in _RESERVED
            and str(token.value).upper() in {"AND", "OR", "NOT", "IMPLIES", "IS"}
        ):
            hint = f"`{token.value}` is no operator: write `{str(token.value).upper()}`"
            return ExpressionError("syntax", hint, token.start, token.end)
        shown = f"`{token.value}`" if token.kind in {"sign", "name"} else f"a {token.kind}"
        return ExpressionError("syntax", f"unexpected {shown}{due}", token.start, token.end)

    def deeper(self, read: Callable[[], Node]) -> Node:
        self.depth += 1
        if self.depth > MAX_DEPTH:
            token = self.token
            raise ExpressionError("depth_exceeded", f"nested deeper than {MAX_DEPTH} levels", token.start, token.end)
        node = read()
        self.depth -= 1
        return node

    # --- operators, loosest first ---------------------------------------------------------------------------------

    def choice(self) -> Node:
        test = self.implies()
        if not self.is_sign("?"):
            return test
        self.take()
        yes = self.deeper(self.choice)
        self.expect(":")
        no = self.deeper(self.choice)
        return Choice(test.start, no.end, test, yes, no)

    def implies(self) -> Node:
        left = self.either()
        if not self.is_word("IMPLIES"):
            return left
        self.take()
        right = self.deeper(self.implies)
        return Binary(left.start, right.end, "IMPLIES", left, right)

    def either(self) -> Node:
        return self.chain(self.both, _OR, "OR")

    def both(self) -> Node:
        return self.chain(self.negation, _AND, "AND")

    def chain(self, operand: Callable[[], Node], spellings: set[str], sign: str) -> Node:
        left = operand()
        while self.token.kind in {"sign", "name"} and self.token.value in spellings:
            self.take()
            right = operand()
            left = Binary(left.start, right.end, sign, left, right)
        return left

    def negation(self) -> Node:
        if self.token.kind in {"sign", "name"} and self.token.value in _NOT:
            start = self.take().start
            operand = self.deeper(self.negation)
            return Not(start, operand.end, operand)
        return self.comparison()

    def comparison(self) -> Node:  # noqa: PLR0911 - one return for each form
        left = self.sum()
        token = self.token
        if token.kind == "sign" and token.value in _COMPARISONS:
            self.take()
            right = self.sum()
            return Binary(left.start, right.end, str(token.value), left, right)
        if token.kind != "name":
            return left
        if self.is_word("IS"):
            return self.presence(left)
        if str(token.value).lower() == "is_number":
            return IsNumber(left.start, self.take().end, left)
        if self.is_word("NOT") and str(self.tokens[self.at + 1].value).lower() == "in":
            self.at += 2
            right = self.sum()
            return Not(left.start, right.end, Binary(left.start, right.end, "IN", left, right))
        sign = _WORDS.get(str(token.value).lower())
        if sign is None:
            return left
        self.take()
        if sign == "matches" and self.token.kind == "regex":
            pattern = self.take()
            regex = Regex(pattern.start, pattern.end, str(pattern.value))
            return Binary(left.start, regex.end, sign, left, regex)
        right = self.sum()
        return Binary(left.start, right.end, sign, left, right)

    def presence(self, left: Node) -> Node:
        self.take()
        negated = self.is_word("NOT")
        if negated:
            self.take()
        if not self.is_word("SET"):
            raise self.unexpected("`SET`")
        return IsSet(left.start, self.take().end, left, negated)

    def sum(self) -> Node:
        return self.arithmetic(self.product, ("+", "-"))

    def product(self) -> Node:
        return self.arithmetic(self.unary, ("*", "/", "%"))

    def arithmetic(self, operand: Callable[[], Node], signs: tuple[str, ...]) -> Node:
        left = operand()
        while self.is_sign(*signs):
            sign = str(self.take().value)
            right = operand()
            left = Binary(left.start, right.end, sign, left, right)
        return left

    def unary(self) -> Node:
        if not self.is_sign("-"):
            return self.postfix()
        start = self.take().start
        operand = self.deeper(self.unary)
        if isinstance(operand, Literal) and isinstance(operand.value, int | float):
            return Literal(start, operand.end, -operand.value)
        return Negative(start, operand.end, operand)

    # --- operands ---------------------------------------------------------------------------------------------------

    def postfix(self) -> Node:
        node = self.primary()
        while True:
            if self.is_sign("."):
                self.take()
                node = self.member(node)
            elif self.is_sign("["):
                self.take()
                place = self.deeper(self.choice)
                node = indexed(node, place, self.expect("]").end)
            else:
                return node

    def member(self, target: Node) -> Node:
        token = self.token
        if token.kind == "number" and isinstance(token.value, int):
            # orders.0.note: a place in a list, as paths of the store write it.
            self.take()
            name = str(token.value)
        elif token.kind == "name":
            name = str(self.take().value)
        else:
            raise self.unexpected("a name")
        if token.kind == "name" and self.is_sign("("):
            if isinstance(target, Path) and target.names == ("abl",):
                return self.call(f"abl.{name}", target.start, token.end)
            arguments, end = self.arguments()
            return Method(target.start, end, target, name, arguments)
        if isinstance(target, Path):
            return Path(target.start, token.end, (*target.names, name))
        return Member(target.start, token.end, target, name)

    def primary(self) -> Node:
        token = self.token
        if token.kind in {"number", "text"}:
            self.take()
            return Literal(token.start, token.end, token.value)
        if token.kind == "name":
            return self.named()
        if self.is_sign("("):
            self.take()
            node = self.deeper(self.choice)
            self.expect(")")
            return node
        if self.is_sign("["):
            self.take()
            items, end = self.items("]")
            return ListOf(token.start, end, items)
        if self.is_sign("{"):
            return self.object()
        raise self.unexpected("a value")

    def named(self) -> Node:
        token = self.token
        name = str(token.value)
        if name in _CONSTANTS:
            self.take()
            return Literal(token.start, token.end, _CONSTANTS[name])
        if name in _RESERVED:
            raise self.unexpected("a value")
        self.take()
        if self.is_sign("("):
            return self.call(name, token.start, token.end)
        return Path(token.start, token.end, (name,))

    def call(self, name: str, start: int, name_end: int) -> Node:
        if name == "has":
            return self.presence_of(start)
        self.calls += 1
        if self.calls > MAX_CALLS:
            raise ExpressionError("depth_exceeded", f"calls are nested deeper than {MAX_CALLS} levels", start, name_end)
        arguments, end = self.arguments()
        self.calls -= 1
        return Call(start, end, name, arguments, name_end)

    def presence_of(self, start: int) -> Node:
        """CEL's `has(a.b)` is `a.b IS SET`."""
        self.expect("(")
        operand = self.deeper(self.choice)
        if not isinstance(operand, Path | Member | Index):
            raise ExpressionError("syntax", "`has` takes a path, such as has(order.id)", operand.start, operand.end)
        return IsSet(start, self.expect(")").end, operand, negated=False)

    def arguments(self) -> tuple[tuple[Node, ...], int]:
        self.expect("(")
        return self.items(")")

    def items(self, closing: str) -> tuple[tuple[Node, ...], int]:
        found: list[Node] = []
        while not self.is_sign(closing):
            found.append(self.deeper(self.choice))
            if not self.is_sign(closing):
                self.expect(",")
        return tuple(found), self.take().end

    def object(self) -> Node:
        start = self.take().start
        found: list[tuple[str, Node]] = []
        while not self.is_sign("}"):
            key = self.token
            if key.kind not in {"name", "text"}:
                raise self.unexpected("a name")
            self.take()
            name = str(key.value)
            if self.is_sign(":"):
                self.take()
                found.append((name, self.deeper(self.choice)))
            elif key.kind == "name":
                found.append((name, Path(key.start, key.end, (name,))))
            else:
                raise self.unexpected("`:`")
            if not self.is_sign("}"):
                self.expect(",")
        return ObjectOf(start, self.take().end, tuple(found))
