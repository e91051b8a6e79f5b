"""ESCALATE: when people take over, and what happens when they are done (language.md 1.11)."""

from __future__ import annotations

import re
from typing import Any

from ablmatch.language import ir
from ablmatch.language.inline import opened
from ablmatch.language.reading import MISSING, Found, Key, Keys, Reading, names, opaque, template
from ablmatch.language.sections.actions import read_assignments, read_branches
from ablmatch.language.sections.conditions import condition, is_condition, needs_model
from ablmatch.language.sections.handoff import entries, judged, required
from ablmatch.language.source import Span
from ablmatch.language.tree import Field, Node, Scalar
from ablmatch.language.values import parse_number

PRIORITIES = ("low", "medium", "high", "critical")
_IF = re.compile(r"(?:IF|WHEN)\s+(\S.*)", re.IGNORECASE | re.DOTALL)


def _priority(reading: Reading, node: Node) -> Any:
    word = node.head.text if node.head is not None else ""
    number = parse_number(word)
    if isinstance(number, int) and number >= 0:
        return number
    if word.lower() in PRIORITIES:
        return word.lower()
    return reading.value_error("ABLX_ESCALATE_PRIORITY", node, value=word, allowed=", ".join(PRIORITIES))


_TRIGGER: Keys = {
    "when": Key(condition),
    "reason": Key(template),
    "priority": Key(_priority),
    "tags": Key(names),
    "set": Key(read_assignments),
    "genesys_sip_headers": Key(opaque),
}


def _triggers(reading: Reading, node: Node) -> tuple[ir.EscalateTrigger, ...]:
    found: list[ir.EscalateTrigger] = []
    for entry in entries(reading, node):
        part = reading.fields(entry, _TRIGGER, of="a trigger")
        headers = part.take("genesys_sip_headers")
        if required(reading, entry, part, {"when": ("when",)}, "a trigger"):
            judged(part, "when")
            other = {} if headers is None else {"genesys_sip_headers": headers}
            found.append(reading.build(ir.EscalateTrigger, part, other=other))
    return tuple(found)


def _context(reading: Reading, node: Node) -> Any:
    """(names, what is said of those that are blocks)."""
    node = opened(node)
    if all(item.head is not None for item in node.items) and not node.fields:
        found = names(reading, node)
        return found if found is MISSING else (found, [])
    listed: list[str] = []
    blocks: list[Any] = []
    for item in map(opened, node.items):
        name = item.head or next((one.node.head for one in item.fields if one.key.lower() == "name"), None)
        if name is None:
            reading.value_error("ABLX_VALUE_NAMES", item)
            continue
        listed.append(name.text)
        if item.fields:
            blocks.append(opaque(reading, item))
    return tuple(listed), blocks


def _routing(reading: Reading, node: Node) -> Any:
    """One destination, or entries with conditions: carried, but the conditions must be such that no model is needed."""
    node = opened(node)
    for at, item in enumerate(map(opened, node.items)):
        when = next((one for one in item.fields if one.key.lower() == "when"), None)
        if when is None:
            if at < len(node.items) - 1:
                reading.diagnostics.add("ABLX_ESCALATE_ROUTING_DEFAULT", item.span)
        elif when.node.head is not None and needs_model(when.node):
            reading.diagnostics.add("ESCALATE_ROUTING_WHEN_PROMPT_ONLY", when.node.head.content)
        elif when.node.head is not None:
            reading.expression(when.node.head.text, when.node.head.content, "condition")
    return opaque(reading, node)


def _on_human_complete(reading: Reading, node: Node) -> tuple[ir.Branch, ...]:
    """`- IF condition: COMPLETE`, and branches in their usual form."""
    node = opened(node)
    items = [_branch(item) for item in node.items]
    return read_branches(reading, Node(node.span, node.head, node.fields, items))


def _branch(item: Node) -> Node:
    """A branch in one line as its parts: the condition ends at the last colon that leaves it readable."""
    if len(item.fields) == 1 and (match := _IF.fullmatch(item.fields[0].key)):
        # YAML: the condition is part of the key.
        one = item.fields[0]
        place = one.key_span.within(match.start(1), match.end(1))
        return _parted(item, Scalar(match[1], "bare", place), one.node)
    if item.head is None or (match := _IF.fullmatch(item.head.text)) is None:
        return item
    for colon in reversed([at.start() for at in re.finditer(":", match[1])]):
        if is_condition(match[1][:colon].strip()):
            start = match.start(1)
            place = item.head.content.within(start, start + colon)
            rest = match[1][colon + 1 :]
            at = start + colon + 1 + len(rest) - len(rest.lstrip())
            span = item.head.content.within(at, len(item.head.text))
            return _parted(
                item, Scalar(match[1][:colon].strip(), "bare", place), Node(span, Scalar(rest.strip(), "bare", span))
            )
    return item


def _parted(item: Node, when: Scalar, then: Node) -> Node:
    fields = [Field("if", when.span, Node(when.span, when)), Field("then", _before(then.span), then)]
    return Node(item.span, fields=[*fields, *(one for one in item.fields if one.node is not then)])


def _before(span: Span) -> Span:
    return Span(span.source, span.start, span.start)


_ESCALATE: Keys = {
    "triggers": Key(_triggers),
    "context_for_human": Key(_context),
    "routing": Key(_routing),
    "on_human_complete": Key(_on_human_complete),
    "connector_action": Key(opaque),
}


def read_escalate(reading: Reading, node: Node) -> ir.Escalate:
    """The section; where a transfer goes is carried for the host."""
    found: Found = reading.fields(opened(node), _ESCALATE, of="ESCALATE")
    other: dict[str, Any] = {name: found.take(name) for name in ("routing", "connector_action") if name in found.values}
    context = found.take("context_for_human")
    if context is not None:
        found.values["context_for_human"] = context[0]
        if context[1]:
            other["context_for_human"] = context[1]
    return reading.build(ir.Escalate, found, other=other)
