"""What can be told of an expression before it is evaluated: plain findings, which the checks make diagnostics of."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Sequence
from typing import NamedTuple, TypeAlias

from ablmatch.language import regex
from ablmatch.language.errors import ExpressionError
from ablmatch.language.functions import FUNCTIONS, TABLE
from ablmatch.language.functions.filters import FILTERS
from ablmatch.language.functions.identity import MATCH_KINDS
from ablmatch.language.nearest import nearest
from ablmatch.language.nodes import METHODS, Binary, Call, Literal, Method, Node, Path, Regex, walk
from ablmatch.language.templates import Template

# What a finding may be of, with what its values tell.
KINDS = {
    "unresolved_call": "a call that can only fail: `problem` says why and what to write",
    "match_kind_unknown": "a MATCH function with a literal `value` that is no kind; `hint` names a likely one",
    "function_regex_literal": "the function MATCHES with a stored value that looks like a pattern",
    "infix_literal_ambiguous": "the operator matches with a pattern that looks like plain words",
    "regex_invalid": "a literal pattern that RE2 does not take: each evaluation is an error",
    "tool_args": "reads `path`, which is bound only with EXECUTION.guardrail_builtins",
    "match_operand": "`path` is an operand of the MATCH function `function`: missing where it is a vault token",
    "filter_unknown": "a filter `name` that there is not, so that nothing is shown; `hint` names a likely one",
}

_IDENTITY = {"MATCH_SCORE", "MATCHES", "MATCH_RESULT"}
_OPERATORS = {one.lower(): one for one in ("contains", "matches", "startsWith", "endsWith", "IN")}
# Names of other languages for what goes by another name here, too unlike for the scorer.
_MEANT = {"len": "LENGTH", "today": "NOW"}
# Functions whose argument of this place is a pattern.
_PATTERNS = {"REGEX_REPLACE": 1, "REGEX_EXTRACT": 1, "abl.matches_pattern": 1, "abl.not_matches_pattern": 1}
# Anchors at the ends, classes, escapes, groups, repetitions: what a value hardly holds.
_PATTERN_SHAPE = re.compile(r"^\^|\$$|\\[dDwWsSbB.]|\[[^\]]+\]|\.[*+?]|\(\?|\)[*+?]|\{\d+(?:,\d*)?\}|\w\|\w")


Nearest: TypeAlias = Callable[[str, Sequence[str]], str | None]


class Finding(NamedTuple):
    """`kind`: one of KINDS.  `start`, `end`: the place in the expression's text.  `values`: what a message needs."""

    kind: str
    start: int
    end: int
    values: dict[str, str]


def findings(tree: Node, nearest: Nearest = nearest) -> Iterator[Finding]:
    """All findings of an expression, in the order of its text.  `nearest` finds what was probably meant."""
    for node in walk(tree):
        if isinstance(node, Call):
            yield from _call(node, nearest)
        elif isinstance(node, Method):
            yield from _method(node, nearest)
        elif isinstance(node, Binary) and node.sign == "matches":
            yield from _infix_matches(node)
        elif isinstance(node, Path) and node.names[0] == "tool_args":
            yield Finding("tool_args", node.start, node.end, {"path": ".".join(node.names)})


def template_findings(template: Template, nearest: Nearest = nearest) -> Iterator[Finding]:
    """All findings of a template's expressions and filters, by their places in the template; faults are its own."""
    for one in template.placeholders():
        for finding in findings(one.expression, nearest):
            yield finding._replace(start=finding.start + one.at, end=finding.end + one.at)
        for used in one.filters:
            if used.name not in FILTERS:
                values = {"name": used.name, "hint": _hint(nearest(used.name, list(FILTERS)))}
                yield Finding("filter_unknown", used.start + one.at, used.end + one.at, values)


def _hint(name: str | None) -> str:
    return f": do you mean `{name}`?" if name else ""


def _call(node: Call, nearest: Nearest) -> Iterator[Finding]:
    function = FUNCTIONS.get(node.name)
    if function is None:
        yield Finding("unresolved_call", node.start, node.name_end, {"problem": _unknown(node.name, nearest)})
        return
    if not function.takes(len(node.arguments)):
        yield Finding("unresolved_call", node.start, node.end, {"problem": str(function.refuse(len(node.arguments)))})
        return
    if function.name in _IDENTITY:
        yield from _identity(function.name, node, nearest)
    if function.name in _PATTERNS:
        yield from _pattern(node.arguments[_PATTERNS[function.name]])


def _unknown(name: str, nearest: Nearest) -> str:
    operator = _OPERATORS.get(name.lower())
    if operator is not None:
        return f"`{name}` is an operator and no function: write `x {operator} y`"
    near = _MEANT.get(name.lower()) or nearest(name, [function.name for function in TABLE])
    return f"there is no function `{name}`{_hint(near)}"


def _method(node: Method, nearest: Nearest) -> Iterator[Finding]:
    count = METHODS.get(node.name)
    if count is None:
        near = nearest(node.name, list(METHODS))
        problem = f"there is no method `{node.name}`{_hint(near)}"
    elif len(node.arguments) != count:
        problem = f"{node.name} takes {count} arguments, not {len(node.arguments)}"
    else:
        if node.name == "matches":
            yield from _pattern(node.arguments[0])
        return
    yield Finding("unresolved_call", node.start, node.end, {"problem": problem})


def _identity(name: str, node: Call, nearest: Nearest) -> Iterator[Finding]:
    said, stored, *kind = node.arguments
    for operand in (said, stored):
        if isinstance(operand, Path):
            values = {"path": ".".join(operand.names), "function": name}
            yield Finding("match_operand", operand.start, operand.end, values)
    if name == "MATCHES" and isinstance(stored, Literal) and _looks_like_pattern(stored.value):
        yield Finding("function_regex_literal", stored.start, stored.end, {})
    for one in kind:
        if isinstance(one, Literal) and one.value is not None and one.value not in MATCH_KINDS:
            value = str(one.value)
            values = {"value": value, "hint": _hint(nearest(value, sorted(MATCH_KINDS)))}
            yield Finding("match_kind_unknown", one.start, one.end, values)


def _infix_matches(node: Binary) -> Iterator[Finding]:
    right = node.right
    if isinstance(right, Literal) and isinstance(right.value, str) and not _looks_like_pattern(right.value):
        yield Finding("infix_literal_ambiguous", right.start, right.end, {})
    yield from _pattern(right)


def _pattern(node: Node) -> Iterator[Finding]:
    pattern = node.pattern if isinstance(node, Regex) else node.value if isinstance(node, Literal) else None
    if not isinstance(pattern, str):
        return
    try:
        regex.compiled(pattern)
    except ExpressionError:
        yield Finding("regex_invalid", node.start, node.end, {})


def _looks_like_pattern(value: object) -> bool:
    return isinstance(value, str) and _PATTERN_SHAPE.search(value) is not None
