"""ESCALATE: when people take over, and what happens when they are done (language.md 1.11)."""

from __future__ import annotations

from typing import Any

from ablmatch.language import ir
from ablmatch.language.inline import opened
from ablmatch.language.reading import MISSING, Found, Key, Keys, Reading, names, opaque, template
from ablmatch.language.sections.actions import read_branches
from ablmatch.language.sections.assignments import read_assignments
from ablmatch.language.sections.conditions import condition, needs_model
from ablmatch.language.sections.handoff import entries, judged, required
from ablmatch.language.tree import Node
from ablmatch.language.values import parse_number

PRIORITIES = ("low", "medium", "high", "critical")


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


_ESCALATE: Keys = {
    "triggers": Key(_triggers),
    "context_for_human": Key(_context),
    "routing": Key(_routing),
    "on_human_complete": Key(read_branches),
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
