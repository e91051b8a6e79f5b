"""HANDOFF and RETURN_HANDLERS (language.md 1.11)."""

from __future__ import annotations

import re
from typing import Any

from ablmatch.language import ir
from ablmatch.language.inline import opened
from ablmatch.language.reading import (
    MISSING,
    Found,
    Key,
    Keys,
    Reading,
    boolean,
    choice,
    content,
    count,
    flag,
    names,
    opaque,
    template,
    text,
)
from ablmatch.language.sections.actions import said
from ablmatch.language.sections.assignments import read_assignments
from ablmatch.language.sections.conditions import Prose, condition
from ablmatch.language.sections.failure import read_action
from ablmatch.language.sections.transitions import agent_name
from ablmatch.language.tree import Field, Node

_LAST = re.compile(r"last_(\d{1,4})", re.ASCII)
_NAME = re.compile(r"[A-Za-z_@$][\w.\-\[\]]*")
_HISTORY = ("full", "auto", "none", "summary_only")
_CARRIED = ("experience_mode", "remote", "async", "async_timeout", "description")


def entries(reading: Reading, node: Node) -> list[Node]:
    """The entries of a list; one entry may stand without a dash."""
    node = opened(node)
    if node.head is not None:
        reading.value_error("ABLX_VALUE_LIST", node)
        return []
    return [opened(item) for item in node.items] + ([Node(node.span, fields=node.fields)] if node.fields else [])


def required(reading: Reading, node: Node, found: Found, keys: dict[str, tuple[str, ...]], of: str) -> bool:
    """Whether all of an entry's needed values are there; says what is not written at all.

    `keys`: for each attribute the keys that write it.
    """
    written = {one.key.lower() for one in node.fields}
    for attribute, spellings in keys.items():
        if attribute not in found.values and not written & set(spellings):
            key = spellings[0].upper() if reading.format == "text" else spellings[0]
            reading.diagnostics.add("ABLX_KEY_MISSING", node.span, key=key, of=of)
    return all(attribute in found.values for attribute in keys)


def judged(found: Found, attribute: str, prose: str = "prose") -> None:
    """Puts a condition in words where a model finds it, away from where the runtime evaluates."""
    if isinstance(found.values.get(attribute), Prose):
        found.values[prose] = str(found.take(attribute))
        found.spans[prose] = found.spans.pop(attribute)


# --- memory grants and maps ----------------------------------------------------------------------------------------

_GRANT: Keys = {"path": Key(text), "access": Key(choice("ABLX_ACCESS_UNKNOWN", "read", "readwrite"))}


def memory_grants(reading: Reading, node: Node) -> tuple[ir.MemoryGrant, ...]:
    """Paths, each with an access mode or for reading alone."""
    grants: list[ir.MemoryGrant] = []
    node = opened(node)
    for item in map(opened, node.items or [node]):
        found = reading.fields(item, _GRANT, of="a memory grant")
        if item.head is not None:
            found.values["path"], found.spans["path"] = item.head.text, item.head.content
        if required(reading, item, found, {"path": ("path",)}, "a memory grant"):
            grants.append(reading.build(ir.MemoryGrant, found))
    return tuple(grants)


def grant_memory(reading: Reading, node: Node) -> Any:
    """The key that is no more."""
    reading.diagnostics.add("ABLX_GRANT_MEMORY", content(node))
    return MISSING


def field_map(reading: Reading, node: Node) -> Any:
    """(pairs of the child's field and the parent's variable, their places); a list of names maps each to itself."""
    node = opened(node)
    fields: list[Field] = list(node.fields)
    for item in map(opened, node.items):
        own = item.head is not None and not item.fields
        fields.extend(
            [Field(item.head.text, item.head.content, item)] if item.head is not None and own else item.fields
        )
    pairs: list[tuple[str, str]] = []
    places = []
    for one in fields:
        head = one.node.head
        if head is None or not _NAME.fullmatch(one.key) or not _NAME.fullmatch(head.text):
            reading.diagnostics.add("ABLX_MAP_INVALID", one.span)
            continue
        pairs.append((one.key, head.text))
        places.append(one.key_span)
    if node.head is not None:
        return reading.value_error("ABLX_MAP_INVALID", node)
    return tuple(pairs), places


def take_map(found: Found, attribute: str) -> None:
    """Parts what field_map gave into the pairs and their places."""
    if attribute in found.values:
        found.values[attribute], found.items[attribute] = found.values[attribute]


# --- HANDOFF -------------------------------------------------------------------------------------------------------


def _history(reading: Reading, node: Node) -> Any:
    """full, auto, none, summary_only, or {mode: last_n, count: n}; `last_5` is an older spelling of the last."""
    node = opened(node)
    word = node.head.text if node.head is not None else ""
    if word in _HISTORY:
        return word
    if match := _LAST.fullmatch(word):
        return {"mode": "last_n", "count": int(match[1])}
    if node.head is None:
        found = reading.fields(node, {"mode": Key(text), "count": Key(count)}, of="history").values
        if found.get("mode") in _HISTORY and "count" not in found:
            return found["mode"]
        if found.get("mode") == "last_n" and "count" in found:
            return found
    return reading.value_error("ABLX_HISTORY_UNKNOWN", node, allowed=", ".join(_HISTORY))


_CONTEXT: Keys = {
    "pass": Key(names, "passes"),
    "summary": Key(template),
    "history": Key(_history),
    "set": Key(read_assignments),
    "memory_grants": Key(memory_grants),
    "grant_memory": Key(grant_memory),
}


def _context(reading: Reading, node: Node) -> Any:
    return reading.fields(opened(node), _CONTEXT, of="CONTEXT")


def _on_failure(reading: Reading, node: Node) -> Any:
    if node.head is not None and node.head.text.upper() == "CONTINUE":
        return reading.build(ir.Action, Found(node.span), kind="continue")
    return read_action(reading, node)


_ON_RETURN: Keys = {
    "action": Key(choice("ABLX_RETURN_ACTION_UNKNOWN", "continue", "resume_intent"), "return_action"),
    "handler": Key(text, "return_handler"),
    "resume_with": Key(
        choice(
            "ABLX_RESUME_WITH_UNKNOWN",
            "original_handoff_utterance",
            "latest_child_user_utterance",
            "latest_session_user_utterance",
            "forwarded_return_message",
        )
    ),
    "map": Key(field_map, "return_map"),
    "set": Key(read_assignments, "return_set"),
}


def _on_return(reading: Reading, node: Node) -> Any:
    """The name of an action or a handler, or a block."""
    node = opened(node)
    found = reading.fields(node, _ON_RETURN, of="ON_RETURN")
    take_map(found, "return_map")
    if node.head is not None:
        word = node.head.text.lower()
        attribute = "return_action" if word in {"continue", "resume_intent"} else "return_handler"
        found.values[attribute] = word if attribute == "return_action" else node.head.text
        found.spans[attribute] = node.head.content
    return found


_HANDOFF: Keys = {
    "to": Key(agent_name),
    "when": Key(condition, "condition"),
    "priority": Key(count),
    "context": Key(_context),
    "pass": Key(names, "passes"),
    "summary": Key(template),
    "history": Key(_history),
    "set": Key(read_assignments),
    "memory_grants": Key(memory_grants),
    "grant_memory": Key(grant_memory),
    "expect_return": Key(boolean),
    "return": Key(boolean, "expect_return"),
    "on_failure": Key(_on_failure),
    "on_return": Key(_on_return),
    **{name: Key(opaque) for name in _CARRIED},
}


def read_handoff(reading: Reading, node: Node) -> tuple[ir.HandOff, ...]:
    """The rules of HANDOFF in written order, which is their priority where they state none."""
    found: list[ir.HandOff] = []
    for at, entry in enumerate(entries(reading, node), 1):
        rule = _rule(reading, entry, at)
        if rule is not None:
            found.append(rule)
    return tuple(found)


def _rule(reading: Reading, node: Node, at: int) -> ir.HandOff | None:
    found = reading.fields(node, _HANDOFF, of="a hand-off")
    for attribute in ("context", "on_return"):
        block = found.take(attribute)
        if isinstance(block, Found):
            found.values.update(block.values)
            found.spans.update(block.spans)
            found.items.update(block.items)
    if not required(reading, node, found, {"to": ("to",), "condition": ("when",)}, "a hand-off"):
        return None
    judged(found, "condition")
    found.values.setdefault("priority", at)
    other = {name: found.take(name) for name in _CARRIED if name in found.values}
    return reading.build(ir.HandOff, found, other=other)


# --- RETURN_HANDLERS -----------------------------------------------------------------------------------------------


_HANDLER: Keys = {
    "name": Key(text),
    "respond": Key(said),
    "clear": Key(names),
    "continue": Key(flag, "go_on"),
    "resume_intent": Key(flag),
}


def read_return_handlers(reading: Reading, node: Node) -> tuple[ir.ReturnHandler, ...]:
    """Handlers by name, or a list of them with NAME."""
    node = opened(node)
    named: list[tuple[str, Any, Node]] = [(one.key, one.key_span, opened(one.node)) for one in node.fields]
    for item in node.items:
        name = next((one for one in item.fields if one.key.lower() == "name"), None)
        if name is None or name.node.head is None:
            reading.diagnostics.add("ABLX_NAME_MISSING", item.span, key="NAME" if reading.format == "text" else "name")
        else:
            named.append((name.node.head.text, name.node.head.content, item))
    if node.head is not None:
        reading.value_error("ABLX_VALUE_LIST", node)
    handlers: dict[str, ir.ReturnHandler] = {}
    for name_text, place, body in named:
        found = reading.fields(body, _HANDLER, of="a return handler")
        found.take("name")
        found.spans["name"] = place
        if name_text in handlers:
            reading.diagnostics.add("ABLX_NAME_TWICE", place, name=name_text)
        else:
            handlers[name_text] = reading.build(ir.ReturnHandler, found, name=name_text)
    return tuple(handlers.values())
