"""ON_FAIL: what is done where a rule fails, as one action in a line or as a block (language.md 1.6)."""

from __future__ import annotations

import re
from typing import Any

from ablmatch.language import ir
from ablmatch.language.inline import opened
from ablmatch.language.reading import (
    MISSING,
    NAME,
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
    template,
    text,
)
from ablmatch.language.text_tree import unquote
from ablmatch.language.tree import Node

_ACTION = re.compile(r"(HANDOFF|ESCALATE|BLOCK|RESPOND)(?![\w-])\s*(.*)", re.DOTALL)
_TARGET = re.compile(r"(?:TO\s+)?([A-Za-z][A-Za-z0-9_]*)", re.ASCII)


def read_action(reading: Reading, node: Node) -> Any:
    """An ir.Action in one line: a message, RESPOND "message", HANDOFF [TO] Agent, ESCALATE ["reason"] or BLOCK.

    What is quoted in the text format is a message; in YAML, where quotes only carry the text, it may be any of them.
    """
    head = node.head
    if head is None:
        return reading.value_error("ABLX_ON_FAIL_ACTION", node)
    match = _ACTION.fullmatch(head.text.strip()) if head.style == "bare" or reading.format == "yaml" else None
    if match is not None:
        action = _worded(reading, node, match)
        if action is not None:
            return action
        if head.style == "bare":
            return reading.value_error("ABLX_ON_FAIL_ACTION", node)
    if head.style == "bare" and head.text == "respond":
        # The default of the platform's table, written out: the message is that of constraint_blocked.
        return reading.build(ir.Action, Found(node.span), kind="respond")
    found = Found(node.span, spans={"text": head.content})
    return reading.build(ir.Action, found, kind="respond", text=reading.template(head.text, head.content))


def _worded(reading: Reading, node: Node, match: re.Match[str]) -> ir.Action | None:
    """The action that begins with its word; None where the words behind it do not belong to one."""
    assert node.head is not None
    word, rest = match[1], match[2].strip()
    place = node.head.content
    start = len(node.head.text) - len(node.head.text.lstrip()) + match.start(2)
    if word == "HANDOFF":
        target = _TARGET.fullmatch(rest)
        if target is None:
            return None
        span = place.within(start + target.start(1), start + target.end(1))
        return reading.build(ir.Action, Found(node.span, spans={"target": span}), kind="handoff", target=target[1])
    if not rest:
        kind = {"ESCALATE": "escalate", "BLOCK": "block", "RESPOND": "respond"}[word]
        return reading.build(ir.Action, Found(node.span), kind=kind)
    if word == "BLOCK" or rest[0] not in "\"'":
        return None
    end, said = unquote(rest)
    if end != len(rest):
        return None
    span = place.within(start + 1, start + end - 1)
    found = Found(node.span, spans={"text": span})
    return reading.build(ir.Action, found, kind=word.lower(), text=reading.template(said, span))


def _handoff(reading: Reading, node: Node) -> Any:
    target = _TARGET.fullmatch(node.head.text.strip()) if node.head is not None else None
    if target is None or not NAME.fullmatch(target[1]):
        return reading.value_error("ABLX_ON_FAIL_ACTION", node)
    return reading.build(ir.Action, Found(node.span, spans={"target": content(node)}), kind="handoff", target=target[1])


def _escalate(reading: Reading, node: Node) -> Any:
    if node.head is None or (node.head.style == "bare" and node.head.text == "true"):
        return reading.build(ir.Action, Found(node.span), kind="escalate")
    reason = template(reading, node)
    if reason is MISSING:
        return MISSING
    return reading.build(ir.Action, Found(node.span, spans={"text": content(node)}), kind="escalate", text=reason)


def _block(reading: Reading, node: Node) -> Any:
    return reading.build(ir.Action, Found(node.span), kind="block") if flag(reading, node) else MISSING


_ON_FAIL: Keys = {
    "respond": Key(template),
    "clear": Key(names),
    "collect": Key(names),
    "goto": Key(text),
    "retry": Key(boolean),
    "then": Key(choice("ABLX_ON_FAIL_THEN", "continue", "retry")),
    "max_repeats": Key(count),
    "on_exhausted": Key(read_action),
    "handoff": Key(_handoff, "action"),
    "escalate": Key(_escalate, "action"),
    "block": Key(_block, "action"),
}


def read_on_fail(reading: Reading, node: Node) -> Any:
    """An ir.OnFail: one action, a block, or both; MISSING where nothing of it could be read."""
    node = opened(node)
    found = reading.fields(node, _ON_FAIL, of="ON_FAIL")
    for item in node.items:
        reading.value_error("ABLX_ON_FAIL_ACTION", item)
    actions = [one for one in node.fields if (row := _ON_FAIL.get(one.key.lower())) and row.to == "action"]
    if node.head is not None:
        action = read_action(reading, Node(node.head.span, node.head))
        if action is not MISSING:
            found.values["action"] = action
    for one in actions[1 if node.head is None else 0 :]:
        reading.diagnostics.add("ABLX_ON_FAIL_ACTIONS", one.key_span)
    return reading.build(ir.OnFail, found) if found.values else MISSING
