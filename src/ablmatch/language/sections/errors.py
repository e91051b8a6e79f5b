"""ON_ERROR of agents and steps (language.md 1.7.3)."""

from __future__ import annotations

from typing import Any

from ablmatch.language import ir
from ablmatch.language.inline import opened
from ablmatch.language.reading import (
    MISSING,
    Found,
    Key,
    Keys,
    Reading,
    choice,
    content,
    count,
    milliseconds,
    names,
    opaque,
    text,
)
from ablmatch.language.sections.actions import said
from ablmatch.language.sections.assignments import read_assignments
from ablmatch.language.sections.transitions import TERMINAL, agent_name, goto
from ablmatch.language.source import Span
from ablmatch.language.tree import Node

TYPES = ("default", "llm_error", "tool_error", "routing_error", "validation_error", "timeout_error", "unknown_error")
SUBTYPES = ("rate_limit", "auth_failure", "network_error", "tool_timeout")


def _then(reading: Reading, node: Node) -> Any:
    """One of the words that a handler may end with; a step's name is none of them."""
    step = goto(reading, node)
    if step is MISSING or isinstance(step, ir.HandOffTo):
        return step
    if not isinstance(step, ir.Goto) or step.target not in TERMINAL:
        return reading.value_error("ABLX_ERROR_THEN", node)
    return step


def _subtypes(reading: Reading, node: Node) -> Any:
    found = names(reading, node)
    if found is MISSING:
        return found
    items = opened(node).items
    for at, name in enumerate(found):
        if name not in SUBTYPES:
            place = content(items[at]) if items else content(node)
            reading.diagnostics.add("ABLX_SUBTYPE_UNKNOWN", place, value=name, allowed=", ".join(SUBTYPES))
    return found


_HANDLER: Keys = {
    "type": Key(text),
    "subtype": Key(_subtypes, "subtypes"),
    "subtypes": Key(_subtypes),
    "respond": Key(said),
    "set": Key(read_assignments),
    "retry": Key(count),
    "retry_delay": Key(milliseconds),
    "retry_backoff": Key(choice("ABLX_BACKOFF_UNKNOWN", "fixed", "exponential", "linear")),
    "retry_max_delay": Key(milliseconds),
    "then": Key(_then),
    "handoff_target": Key(agent_name, "target"),
    "backtrack_to": Key(text),
    "voice": Key(opaque),
    "rich_content": Key(opaque),
    "formats": Key(opaque),
    "actions": Key(opaque),
}


def read_error_handlers(reading: Reading, node: Node) -> tuple[ir.ErrorHandler, ...]:
    """A map of handlers by type, or a list of handlers with TYPE."""
    node = opened(node)
    found: list[ir.ErrorHandler] = []
    if node.head is not None:
        reading.value_error("ABLX_ERROR_HANDLER", node)
    for one in node.fields:
        if one.node.is_empty:
            reading.diagnostics.add("ABLX_VALUE_MISSING", one.key_span, key=one.key)
            continue
        found.extend(_handler(reading, one.node, one.key, one.key_span))
    for item in node.items:
        written = next((one for one in item.fields if one.key.lower() == "type"), None)
        if written is None or written.node.head is None:
            # `- tool_error:` with its properties below.
            found.extend(read_error_handlers(reading, Node(item.span, fields=item.fields)) if item.fields else ())
            if item.head is not None:
                reading.value_error("ABLX_ERROR_HANDLER", item)
            continue
        found.extend(_handler(reading, item, written.node.head.text, written.node.head.content))
    return tuple(found)


def _handler(reading: Reading, node: Node, kind: str, place: Span) -> list[ir.ErrorHandler]:
    if kind not in TYPES:
        hint = reading.diagnostics.suggestions.hint(kind, TYPES)
        reading.diagnostics.add("ON_ERROR_HANDLER_TYPE_DRIFT", place, type=kind, hint=hint)
    node = opened(node)
    found: Found = reading.fields(node, _HANDLER, of="an error handler")
    if node.head is not None and node.head.style != "bare":
        found.values["respond"] = reading.template(node.head.text, node.head.content)
        found.spans["respond"] = node.head.content
    elif node.head is not None:
        found.values["then"] = _then(reading, Node(node.span, node.head))
        found.spans["then"] = node.head.content
    other = {key: found.take(key) for key in ("voice", "rich_content", "formats", "actions") if key in found.values}
    then = found.take("then", MISSING)
    if isinstance(then, ir.HandOffTo):
        found.values["then"] = "HANDOFF"
        found.values["target"] = then.target
        found.spans["target"] = reading.places.of(then, "target")
    elif isinstance(then, ir.Goto):
        found.values["then"] = then.target
        found.values["reason"] = then.reason
    found.spans["type"] = place
    found.take("type")
    return [reading.build(ir.ErrorHandler, found, type=kind, other=other)]
