"""HOOKS and ON_START (language.md 1.7.1, 1.7.2)."""

from __future__ import annotations

import re
from dataclasses import dataclass, field
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
    content,
    expression,
    flag,
    names,
    opaque,
)
from ablmatch.language.sections.actions import read_branches, said
from ablmatch.language.sections.assignments import read_assignments, text_literal
from ablmatch.language.sections.calls import BESIDE_CALL, read_call, with_siblings
from ablmatch.language.sections.conditions import is_prose
from ablmatch.language.sections.transitions import agent_name
from ablmatch.language.tree import Field, Node

POINTS = ("before_agent", "after_agent", "before_turn", "after_turn")
_PLACEHOLDER = re.compile(r"\s*\{\{\s*([^{}]*[^{}\s])\s*\}\}\s*")
_TAG = re.compile(r"[A-Za-z]{2,3}(?:-[A-Za-z0-9]{1,8})*", re.ASCII)


def _language(reading: Reading, node: Node) -> Any:
    """A literal tag, or an expression that gives one: without quotes, or as the placeholder that is all of a text."""
    head = node.head
    if head is None:
        return reading.value_error("ABLX_LANGUAGE_TAG", node)
    if _TAG.fullmatch(head.text):
        return head.text
    match = _PLACEHOLDER.fullmatch(head.text)
    if match is None and head.style != "bare":
        return reading.value_error("ABLX_LANGUAGE_TAG", node)
    written = match[1] if match is not None else head.text
    place = head.content.within(match.start(1), match.end(1)) if match is not None else head.content
    found = reading.expression(written, place)
    return MISSING if found is None else found


_KEYS: Keys = {
    "set": Key(read_assignments),
    "clear": Key(names),
    "call": Key(read_call, "calls"),
    "respond": Key(said),
    "when": Key(expression("condition")),
    "branches": Key(read_branches),
    "set_interaction_language": Key(_language, "language"),
    "clear_interaction_language": Key(flag, "clear_language"),
    "critical": Key(boolean),
    "delegate": Key(agent_name),
    "voice": Key(opaque),
    "rich_content": Key(opaque),
    "formats": Key(opaque),
    "actions": Key(opaque),
    "message_key": Key(opaque),
}
_CARRIED = {"voice", "rich_content", "formats", "actions", "message_key"}


def read_hooks(reading: Reading, node: Node) -> dict[str, ir.Hook]:
    """The hooks by their points."""
    keys = {point: Key(read_hook) for point in POINTS}
    return reading.fields(node, keys, of="HOOKS").values


def read_hook(reading: Reading, node: Node) -> ir.Hook:
    """One hook, or ON_START."""
    fields = _entries(reading, opened(node))
    drawn = _Drawn(Found(node.span))
    named = [(one, reading.find(one.key, _KEYS) or "") for one in fields]
    has_call = any(name == "call" for _, name in named)
    used = False
    for at, (one, name) in enumerate(named):
        if used:
            used = False
        elif name == "when":
            following = named[at + 1] if at + 1 < len(named) else None
            respond = following[0] if following is not None and following[1] == "respond" and not has_call else None
            used = _when(reading, one, respond, has_call, drawn.parts["branches"])
        elif name:
            drawn.add(reading, with_siblings(reading, one, fields) if name == "call" else one, name)
        elif not (has_call and one.key.lower() in BESIDE_CALL):
            reading.unknown_key(one, _KEYS, "ABLX_KEY_UNKNOWN", "a hook")
    parts = {key: tuple(value) for key, value in drawn.parts.items()}
    return reading.build(ir.Hook, drawn.found, other=drawn.other, **parts)


@dataclass(slots=True)
class _Drawn:
    """What the fields of a hook gave so far."""

    found: Found
    parts: dict[str, list[Any]] = field(default_factory=lambda: {"calls": [], "set": [], "clear": [], "branches": []})
    other: dict[str, Any] = field(default_factory=dict)

    def add(self, reading: Reading, one: Field, name: str) -> None:
        if one.node.is_empty and not one.node.flow and name != "clear_interaction_language":
            reading.diagnostics.add("ABLX_VALUE_MISSING", one.key_span, key=one.key)
            return
        value = _KEYS[name].read(reading, one.node)
        if value is MISSING:
            return
        attribute = _KEYS[name].to or name
        if name in _CARRIED:
            self.other[name] = value
        elif name == "call":
            self.parts["calls"].append(value)
        elif name == "branches":
            self.parts["branches"].extend(_said_only(reading, branch) for branch in value)
        elif attribute in self.parts:
            self.parts[attribute].extend(value)
        else:
            self.found.values[attribute] = value
        self.found.spans[attribute] = content(one.node)


def _entries(reading: Reading, node: Node) -> list[Field]:
    """The fields of a hook, which may stand behind dashes; a key without a colon is a flag."""
    fields = list(node.fields)
    for item in node.items:
        if item.head is not None and item.head.text.lower() == "clear_interaction_language":
            fields.append(Field(item.head.text, item.head.span, Node(item.span)))
        elif item.head is not None:
            reading.value_error("ABLX_ACTION_INVALID", item)
        else:
            fields.extend(item.fields)
    if node.head is not None:
        reading.value_error("ABLX_ACTION_INVALID", node)
    return sorted(fields, key=lambda one: one.key_span.start)


# --- branches ------------------------------------------------------------------------------------------------------


def _when(reading: Reading, one: Field, respond: Field | None, has_call: bool, branches: list[ir.Branch]) -> bool:
    """A WHEN of a hook: a branch with what stands below it, or with the RESPOND behind it.  True where that is used.

    In YAML the branches are a list.
    """
    node = opened(one.node)
    if node.items:
        for item in node.items:
            condition = item.find(
                *(each.key for each in item.fields if each.key.lower() in {"when", "if", "condition"})
            )
            if condition is None or condition.node.head is None:
                reading.diagnostics.add("ABLX_VALUE_MISSING", item.span, key="when")
                continue
            rest = [each for each in item.fields if each is not condition]
            branches.append(_branch(reading, condition.node, rest))
        return False
    if node.head is None:
        reading.diagnostics.add("ABLX_VALUE_MISSING", one.key_span, key=one.key)
    elif node.fields:
        branches.append(_branch(reading, node, node.fields))
    elif respond is not None:
        branches.append(_branch(reading, node, [respond]))
        return True
    elif has_call:
        reading.diagnostics.add("W496", one.key_span)
    else:
        reading.diagnostics.add("ABLX_HOOK_WHEN_STRAY", one.key_span)
    return False


def _branch(reading: Reading, node: Node, fields: list[Field]) -> ir.Branch:
    """One branch.  Prose is true (2.2); a condition that cannot be read makes the branch unconditional (4.4)."""
    found = Found(node.span)
    written: str | None = None
    assert node.head is not None
    if is_prose(node):
        written = text_literal(node.head.text)
    else:
        written = reading.expression(node.head.text, node.head.content, "condition", "HOOK_WHEN_BRANCH_INVALID_CEL")
    found.spans["when"] = node.head.content
    actions = read_branches(reading, Node(node.span, fields=fields))
    steps = tuple(step for branch in actions for step in branch.steps)
    return _said_only(reading, reading.build(ir.Branch, found, when=written, steps=steps))


def _said_only(reading: Reading, branch: ir.Branch) -> ir.Branch:
    """Branches of hooks choose what is said; they do nothing."""
    said_steps = tuple(step for step in branch.steps if isinstance(step, ir.Respond))
    for step in branch.steps:
        if not isinstance(step, ir.Respond):
            reading.diagnostics.add("ABLX_BRANCH_ONLY_RESPOND", reading.places.of(step))
    if len(said_steps) == len(branch.steps):
        return branch
    spans = {"when": reading.places.of(branch, "when")} if branch.when is not None else {}
    return reading.build(ir.Branch, Found(reading.places.of(branch), spans=spans), when=branch.when, steps=said_steps)
