"""Writes an expression's tree as one Python expression and compiles that.

It costs a third of closures that call each other.  The source is made of fixed words, numbered names and the `repr`
of texts and numbers; nothing that an author wrote gets into it in another way.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Any, NamedTuple

from ablmatch._core import match_result, match_score, matches
from ablmatch.language import nodes
from ablmatch.language.functions import FUNCTIONS, TABLE
from ablmatch.language.functions.identity import DEFAULT_KIND, MATCH_KINDS, operand
from ablmatch.language.values import Value, contains, equal, is_number, parse_number, truthy
from ablmatch.runtime import evaluator_operations as operations
from ablmatch.runtime.evaluator_operations import MATCH, METHODS, TOOL_ARGS

# Python reads 200 brackets inside each other; each level of a tree makes up to three.  A deeper tree goes on in a
# function of its own.
_MAX_LEVEL = 20
# Operators that compare and compute: their function, and the sign that says the same of two whole numbers.
_ORDERS = {"<": "less", ">": "greater", "<=": "at_most", ">=": "at_least"}
_COMPUTED = {"+": "plus", "-": "minus", "*": "times", "/": "divided", "%": "remainder"}
_TESTS = {
    "IN": "is_in",
    "contains": "contains",
    "startsWith": "starts_with",
    "endsWith": "ends_with",
}
_NATIVE = {"MATCH_SCORE": ("match_score", int), "MATCHES": ("matches", bool), "MATCH_RESULT": ("match_result", str)}

_FUNCTION_NAMES = {function.name: f"function{at}" for at, function in enumerate(TABLE)}
_METHOD_NAMES = {name: f"method{at}" for at, name in enumerate(METHODS)}
# Everything that compiled expressions can reach.
_NAMESPACE: dict[str, Any] = {
    "__builtins__": {},
    "str": str,
    "int": int,
    "contains": contains,
    "equal": equal,
    "is_number": is_number,
    "match_result": match_result,
    "match_score": match_score,
    "matches": matches,
    "operand": operand,
    "truthy": truthy,
    **{_FUNCTION_NAMES[function.name]: function.run for function in TABLE},
    **{_METHOD_NAMES[name]: run for name, run in METHODS.items()},
    **{
        name: getattr(operations, name)
        for name in ("fail", "path", "captured", "tool_args", "is_set", "index", "step", "shown", "negative", "is_in",
                     "starts_with", "ends_with", "holds_pattern", *_ORDERS.values(), *_COMPUTED.values())
    },
}  # fmt: skip


def compile_tree(node: nodes.Node) -> Callable[[Any], Value]:
    """The function of a tree: it takes a Scope.  What cannot be evaluated fails when it is."""
    return _Writer().function(node)


class _Source(NamedTuple):
    """An expression of Python.  `known`: the type of its value where that is known before; `literal`: it is one."""

    text: str
    known: type | None = None
    literal: bool = False

    @property
    def truth(self) -> str:
        return self.text if self.known is bool else f"truthy({self.text})"


class _Writer:
    def __init__(self) -> None:
        self.level = 0
        self.names = 0
        # What the source cannot write: defaults of the function's parameters.
        self.given: dict[str, Any] = {}

    def function(self, node: nodes.Node) -> Callable[[Any], Value]:
        written = self.write(node).text
        head = ", ".join(["scope", *(f"{name}={name}" for name in self.given)])
        made = dict(self.given)
        code = compile(f"def evaluate({head}):\n names = scope.names\n return {written}", "<expression>", "exec")
        exec(code, _NAMESPACE, made)  # noqa: S102 - see the head of this file
        evaluate: Callable[[Any], Value] = made["evaluate"]
        return evaluate

    def write(self, node: nodes.Node) -> _Source:
        if self.level == _MAX_LEVEL:
            return _Source(f"{self.give(compile_tree(node))}(scope)")
        self.level += 1
        written = _FORMS[type(node)](self, node)
        self.level -= 1
        return written

    def give(self, value: Any) -> str:
        name = f"given{len(self.given)}"
        self.given[name] = value
        return name

    def arguments(self, operands: Iterable[nodes.Node]) -> str:
        return ", ".join([self.write(one).text for one in operands])

    def where(self, common: type, sides: tuple[_Source, _Source], direct: str, otherwise: str) -> str:
        """`direct` for two values of the type that it is made for; `{0}` and `{1}` in both stand for the values."""
        known = {side.known for side in sides}
        if known == {common}:
            return f"({direct.format(*[side.text for side in sides])})"
        if known - {common, None}:
            return otherwise.format(*[side.text for side in sides])
        tests, places = [], []
        for side in sides:
            if side.literal:
                places.append(side.text)
            else:
                self.names += 1
                places.append(f"v{self.names}")
                tests.append(f"(v{self.names} := {side.text}).__class__")
        # One chain of `is`, which computes both sides before it compares anything.
        test = " is ".join([*tests, common.__name__])
        return f"({direct.format(*places)} if {test} else {otherwise.format(*places)})"

    # --- values -----------------------------------------------------------------------------------------------------

    def literal(self, node: nodes.Literal) -> _Source:
        return _Source(repr(node.value), type(node.value), literal=True)

    def regex(self, node: nodes.Regex) -> _Source:
        return _Source(repr(node.pattern), str, literal=True)

    def path(self, node: nodes.Path) -> _Source:
        names = node.names
        if names[0] == TOOL_ARGS:
            return _Source(f"tool_args(scope, {names!r})")
        if names[0] == MATCH:
            return _Source(f"captured(scope, {names!r})")
        if len(names) > 1:
            return _Source(f"path(scope, {names!r}, {'.'.join(names)!r})")
        name = repr(names[0])
        return _Source(f"(names[{name}] if {name} in names else scope.elsewhere({names!r}))")

    def shown(self, node: nodes.Shown) -> _Source:
        return _Source(f"shown(scope, {node.path.names!r}, {self.path(node.path).text})")

    def member(self, node: nodes.Member) -> _Source:
        return _Source(f"step({self.write(node.target).text}, {node.name!r})")

    def index(self, node: nodes.Index) -> _Source:
        return _Source(f"index({self.arguments((node.target, node.place))})")

    def list(self, node: nodes.ListOf) -> _Source:
        return _Source(f"[{self.arguments(node.items)}]")

    def object(self, node: nodes.ObjectOf) -> _Source:
        items = [f"{name!r}: {self.write(item).text}" for name, item in node.items]
        return _Source(f"{{{', '.join(items)}}}")

    # --- calls ------------------------------------------------------------------------------------------------------

    def call(self, node: nodes.Call) -> _Source:
        function = FUNCTIONS.get(node.name)
        if function is None:
            return _failing("unknown_function", f"there is no function `{node.name}`", node)
        if not function.takes(len(node.arguments)):
            error = function.refuse(len(node.arguments))
            return _failing(error.code, str(error), node)
        if function.name in _NATIVE and (kind := literal_kind(node)) is not None:
            return self.native(*_NATIVE[function.name], node, kind)
        moment = "scope.moment, " if function.timed else ""
        return _Source(f"{_FUNCTION_NAMES[function.name]}({moment}{self.arguments(node.arguments)})")

    def native(self, name: str, result: type, node: nodes.Call, kind: str) -> _Source:
        """A call of the matcher whose kind is written out: two texts go to it without another look."""
        said, stored = (self.write(one) for one in node.arguments[:2])
        direct, judged = f"{name}({{0}}, {{1}}, {kind!r})", f"{name}(operand({{0}}), operand({{1}}), {kind!r})"
        return _Source(self.where(str, (said, stored), direct, judged), result)

    def method(self, node: nodes.Method) -> _Source:
        count = nodes.METHODS.get(node.name)
        if count is None:
            return _failing("unknown_function", f"there is no method `{node.name}`", node)
        if len(node.arguments) != count:
            return _failing("bad_argument", f"{node.name} takes {count} arguments, not {len(node.arguments)}", node)
        operands = self.arguments((node.target, *node.arguments))
        if node.name == "matches":
            return _Source(f"holds_pattern(scope, {operands})", bool)
        return _Source(f"{_METHOD_NAMES[node.name]}({operands})", int if node.name == "size" else bool)

    # --- logic ------------------------------------------------------------------------------------------------------

    def negation(self, node: nodes.Not) -> _Source:
        return _Source(f"(not {self.write(node.operand).truth})", bool)

    def is_set(self, node: nodes.IsSet) -> _Source:
        if any(isinstance(one, nodes.Path) and one.names[0] == TOOL_ARGS for one in nodes.walk(node.operand)):
            found = f"is_set(scope, {self.give(compile_tree(node.operand))})"
            return _Source(f"(not {found})" if node.negated else found, bool)
        operand = self.write(node.operand)
        if operand.literal:  # Python warns of `1 is None`
            return _Source(repr((operand.known is type(None)) is node.negated), bool)
        return _Source(f"({operand.text} {'is' if node.negated else 'is not'} None)", bool)

    def is_number(self, node: nodes.IsNumber) -> _Source:
        return _Source(f"is_number({self.write(node.operand).text})", bool)

    def negative(self, node: nodes.Negative) -> _Source:
        return _Source(f"negative({self.write(node.operand).text})")

    def choice(self, node: nodes.Choice) -> _Source:
        test, yes, no = self.write(node.test), self.write(node.yes), self.write(node.no)
        return _Source(f"({yes.text} if {test.truth} else {no.text})", yes.known if yes.known is no.known else None)

    def chain(self, node: nodes.Binary) -> _Source:
        """All operands of AND or OR in a row: the tree of a long row is as deep as it is long."""
        operands: list[nodes.Node] = []
        inner: nodes.Node = node
        while isinstance(inner, nodes.Binary) and inner.sign == node.sign:
            operands.append(inner.right)
            inner = inner.left
        truths = [self.write(one).truth for one in (inner, *reversed(operands))]
        return _Source(f"({f' {node.sign.lower()} '.join(truths)})", bool)

    # --- operators --------------------------------------------------------------------------------------------------

    def binary(self, node: nodes.Binary) -> _Source:  # noqa: PLR0911 - one return for each form
        sign = node.sign
        if sign in {"AND", "OR"}:
            return self.chain(node)
        sides = left, right = self.write(node.left), self.write(node.right)
        if sign == "IMPLIES":
            return _Source(f"(not {left.truth} or {right.truth})", bool)
        if sign in {"==", "!="}:
            same = self.equality(node, sides)
            return _Source(same if sign == "==" else f"(not {same})", bool)
        if sign in _ORDERS:
            return _Source(self.where(int, sides, f"{{0}} {sign} {{1}}", f"{_ORDERS[sign]}({{0}}, {{1}})"), bool)
        if sign == "matches":
            return _Source(f"holds_pattern(scope, {left.text}, {right.text})", bool)
        if sign in _TESTS:
            return _Source(f"{_TESTS[sign]}({left.text}, {right.text})", bool)
        return _Source(f"{_COMPUTED[sign]}({left.text}, {right.text})")

    def equality(self, node: nodes.Binary, sides: tuple[_Source, _Source]) -> str:
        for one, other in (sides, sides[::-1]):
            if one.text in {"None", "True", "False"} and not other.literal:
                return f"({other.text} is {one.text})"
        for literal in (node.left, node.right):
            # A text that writes no number equals texts alone, as in Python.
            if isinstance(literal, nodes.Literal) and writes_no_number(literal.value):
                return f"({sides[0].text} == {sides[1].text})"
        common = int if int in {side.known for side in sides} else str
        return self.where(common, sides, "{0} == {1}", "equal({0}, {1})")


def _failing(code: str, message: str, node: nodes.Node) -> _Source:
    return _Source(f"fail({code!r}, {message!r}, {node.start}, {node.end})")


def writes_no_number(value: Value) -> bool:
    """Whether it is a text that is no number's."""
    return isinstance(value, str) and parse_number(value) is None


def literal_kind(node: nodes.Call) -> str | None:
    """The kind that a call of the matcher writes out, if there is such a kind."""
    if len(node.arguments) < 3:
        return DEFAULT_KIND
    kind = node.arguments[2]
    if not isinstance(kind, nodes.Literal):
        return None
    if kind.value is None:
        return DEFAULT_KIND
    return kind.value if isinstance(kind.value, str) and kind.value in MATCH_KINDS else None


_FORMS: dict[type[nodes.Node], Callable[[_Writer, Any], _Source]] = {
    nodes.Literal: _Writer.literal,
    nodes.Regex: _Writer.regex,
    nodes.Path: _Writer.path,
    nodes.Shown: _Writer.shown,
    nodes.Member: _Writer.member,
    nodes.Index: _Writer.index,
    nodes.ListOf: _Writer.list,
    nodes.ObjectOf: _Writer.object,
    nodes.Call: _Writer.call,
    nodes.Method: _Writer.method,
    nodes.Not: _Writer.negation,
    nodes.Negative: _Writer.negative,
    nodes.IsSet: _Writer.is_set,
    nodes.IsNumber: _Writer.is_number,
    nodes.Binary: _Writer.binary,
    nodes.Choice: _Writer.choice,
}
