"""CONSTRAINTS: rules, under labels or without, and what is done where they fail (language.md 1.6)."""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import Any

from ablmatch.language import ir
from ablmatch.language.errors import ExpressionError
from ablmatch.language.expressions import parse
from ablmatch.language.inline import opened
from ablmatch.language.reading import MISSING, Key, Keys, Reading, choice, content, expression
from ablmatch.language.sections.failure import read_on_fail
from ablmatch.language.sections.lowering import fails_when
from ablmatch.language.source import Span
from ablmatch.language.text_tree import unquote
from ablmatch.language.tree import Field, Node, Scalar

KEYWORDS = ("REQUIRE", "LIMIT", "RESTRICT", "WARN")
_KEYWORD = re.compile(rf"({'|'.join(KEYWORDS)})(?![\w-])\s*(.*)", re.DOTALL)
_BEFORE = re.compile(r"(?<!\S)BEFORE(?!\S)")
_CALLING = re.compile(r"calling\s+([A-Za-z_][\w.\-]*)", re.IGNORECASE)
_RESULTS = re.compile(r"returning\s+results", re.IGNORECASE)


@dataclass(frozen=True, slots=True)
class _Words:
    """A piece of a scalar, without white space at its ends."""

    text: str
    span: Span

    def part(self, start: int, end: int) -> _Words:
        written = self.text[start:end]
        start += len(written) - len(written.lstrip())
        return _Words(written.strip(), self.span.within(start, start + len(written.strip())))


def _words(scalar: Scalar) -> _Words:
    return _Words(scalar.text, scalar.content).part(0, len(scalar.text))


@dataclass(frozen=True, slots=True)
class _Condition:
    """What stands behind a keyword: `before` is None where there is no BEFORE."""

    keyword: str
    condition: _Words
    before: _Words | None


def _before_at(text: str) -> int:
    """Where the word BEFORE begins, outside quotes and patterns; -1 where it does not occur."""
    places = [match.start() for match in _BEFORE.finditer(text)]
    if not places:
        return -1
    # In front of it stands a condition; where the whole is one, the word is part of a pattern or a text.
    for at in places:
        if _can_be_read(text[:at]):
            return at
    if _can_be_read(text):
        return -1
    # A condition at fault: what stands behind an even number of quotes is outside them.
    return next((at for at in places if not any(text.count(quote, 0, at) % 2 for quote in "\"'")), -1)


def _can_be_read(text: str) -> bool:
    try:
        parse(text)
    except ExpressionError:
        return False
    return True


def _condition(keyword: str) -> Key:
    """The key of a condition: `require: …`, and plain `condition: …`."""

    def read(reading: Reading, node: Node) -> Any:
        if node.head is None:
            return reading.value_error("ABLX_CONSTRAINT_SYNTAX", node, problem="an expression is due, on one line")
        return _split(reading, keyword, _words(node.head))

    return Key(read, "condition")


def _split(reading: Reading, keyword: str, words: _Words) -> Any:
    """The condition without its BEFORE, noted for the checks; MISSING where it cannot be read."""
    at = _before_at(words.text)
    before = None
    if at >= 0:
        before = words.part(at + len("BEFORE"), len(words.text))
        words = words.part(0, at)
    if words.text[:1] in {'"', "'"} and unquote(words.text)[0] == len(words.text):
        # Quoted as a whole: what is meant is the condition in the quotes; the text itself would always be true.
        words = words.part(1, len(words.text) - 1)
    if reading.expression(words.text, words.span, "rule", "ABLX_CONSTRAINT_SYNTAX") is None:
        return MISSING
    return _Condition(keyword, words, before)


def _before(reading: Reading, node: Node) -> Any:
    if node.head is None:
        return reading.value_error("ABLX_VALUE_TEXT", node)
    return _words(node.head)


_RULE: Keys = {
    "condition": _condition("REQUIRE"),
    **{keyword.lower(): _condition(keyword) for keyword in KEYWORDS},
    "when": Key(expression("guard", "ABLX_CONSTRAINT_SYNTAX")),
    "before": Key(_before),
    "severity": Key(choice("ABLX_SEVERITY_UNKNOWN", "error", "warning")),
    "on_fail": Key(read_on_fail),
}
_CONDITIONS = {"condition", *(keyword.lower() for keyword in KEYWORDS)}


def read_rule(reading: Reading, node: Node, label: str | None = None) -> ir.Rule | None:
    """One rule, in any of its forms; None where it has no condition that can be read."""
    node = opened(node)
    found = reading.fields(node, _RULE, of="a rule")
    for item in node.items:
        reading.value_error("ABLX_CONSTRAINT_SYNTAX", item, problem="a condition stands on one line, keys below it")
    written = found.take("condition")
    if node.head is not None:
        written = _headed(reading, node.head)
    elif written is None:
        if not any(reading.find(one.key, _RULE) in _CONDITIONS for one in node.fields):
            reading.diagnostics.add("ABLX_CONSTRAINT_KEYWORD", node.span)
        return None
    # A gate that cannot be read must not leave a rule that applies always, or never.
    gates = [one for one in node.fields if reading.find(one.key, _RULE) == "when" and not one.node.is_empty]
    unreadable = bool(gates) and "when" not in found.values
    if not isinstance(written, _Condition) or unreadable:
        return None
    return _rule(reading, found, written, label)


def _headed(reading: Reading, head: Scalar) -> Any:
    """`REQUIRE condition BEFORE …`."""
    words = _words(head)
    match = _KEYWORD.fullmatch(words.text)
    if match is None:
        reading.diagnostics.add("ABLX_CONSTRAINT_KEYWORD", words.span)
        return MISSING
    if not match[2]:
        reading.diagnostics.add("ABLX_CONSTRAINT_SYNTAX", words.span, problem="the condition is missing")
        return MISSING
    return _split(reading, match[1], words.part(match.start(2), match.end(2)))


def _rule(reading: Reading, found: Any, written: _Condition, label: str | None) -> ir.Rule | None:
    condition, when = written.condition, found.values.get("when")
    keyword = written.keyword
    failing = fails_when(condition.text, when, forbids=keyword == "RESTRICT")
    try:
        parse(failing)
    except ExpressionError as error:
        # Lowering adds parentheses: what was at the limit of depth is now beyond it.
        reading.diagnostics.add("ABLX_CONSTRAINT_SYNTAX", condition.span, problem=str(error))
        return None
    severity = found.values.get("severity", "warning" if keyword == "WARN" else "error")
    if keyword == "REQUIRE" and severity == "warning":
        # The text format has no key for it, but a keyword.
        keyword = "WARN"
    found.spans["condition"] = condition.span
    given: dict[str, Any] = {"keyword": keyword, "condition": condition.text, "severity": severity, "label": label}
    return reading.build(ir.Rule, found, fails_when=failing, **given, **_checkpoint(reading, found, written.before))


def _checkpoint(reading: Reading, found: Any, suffix: _Words | None) -> dict[str, Any]:
    """What BEFORE says, behind the condition or as a key of its own; the key counts where both are written."""
    written = found.take("before", suffix)
    if written is None:
        return {}
    calling = _CALLING.fullmatch(written.text)
    if calling is not None:
        found.spans["before_tool"] = written.part(calling.start(1), calling.end(1)).span
        return {"before_tool": calling[1]}
    if _RESULTS.fullmatch(written.text):
        return {"before_results": True}
    checkpoints = ["returning results", *(f"calling {word}" for word in written.text.split()[1:2])]
    near = reading.diagnostics.suggestions.nearest(written.text, checkpoints)
    hint = f": do you mean `BEFORE {near}`?" if near else "; write WHEN: and a condition in its place"
    reading.diagnostics.add("ABLX_CONSTRAINT_BEFORE_UNSUPPORTED", written.span, target=written.text, hint=hint)
    return {"inert": True}


def read_constraints(reading: Reading, node: Node) -> tuple[ir.Rule, ...]:
    """The rules of all labels in the order in which they are written."""
    node = opened(node)
    if node.head is not None:
        reading.value_error("ABLX_VALUE_LIST", node)
    rules: list[ir.Rule | None] = []
    entries: list[Field | Node] = [*node.fields, *node.items]
    for entry in sorted(entries, key=lambda one: one.span.start):
        if isinstance(entry, Node):
            rules.append(read_rule(reading, entry))
            continue
        listed = opened(entry.node)
        if listed.is_empty:
            if not listed.flow:
                reading.diagnostics.add("ABLX_VALUE_MISSING", entry.key_span, key=entry.key)
        elif listed.head is not None or listed.fields:
            reading.diagnostics.add("ABLX_VALUE_LIST", content(entry.node))
        else:
            rules.extend(read_rule(reading, item, entry.key) for item in listed.items)
    return tuple(rule for rule in rules if rule is not None)


def read_rule_text(reading: Reading, scalar: Scalar) -> ir.Rule | None:
    """A rule that is written as a text alone, as in STEP_CONSTRAINTS; None for prose, without a finding."""
    if _KEYWORD.fullmatch(scalar.text.strip()) is None:
        return None
    return read_rule(reading, Node(scalar.span, scalar))
