"""Where an action leads: steps, terminal words and agents (language.md 1.9, 1.11)."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Any

from ablmatch.language import ir
from ablmatch.language.inline import opened
from ablmatch.language.reading import Found, Key, Keys, Reading, template
from ablmatch.language.text_tree import unquote
from ablmatch.language.tree import Node

# Words that end or turn a flow; letter case does not count.
TERMINAL = ("COMPLETE", "ESCALATE", "CONTINUE", "RETRY_STEP", "BACKTRACK")
# Those of error handlers and branches: a step's own THEN cannot be one of them.
OF_HANDLERS = ("CONTINUE", "RETRY_STEP", "BACKTRACK")
_ESCALATE = re.compile(r"ESCALATE(?:(?:\s+WITH)?(?:\s+REASON\s*:)?\s*(?=[\"'])|$)", re.IGNORECASE)
_MOVE = re.compile(r"(HANDOFF|HAND_OFF|DELEGATE)(?:\s+TO)?\s+([A-Za-z]\w*)", re.IGNORECASE)
STEP_NAME = re.compile(r"[A-Za-z_][\w.\-]*")


def step_target(name: str) -> str:
    """A step's name as it is, a terminal word in capitals."""
    return name.upper() if name.upper() in TERMINAL else name


def goto(reading: Reading, node: Node) -> Any:
    """What follows THEN or GOTO: an ir.Goto, ir.HandOffTo or ir.DelegateTo, or MISSING.

    A step's name, `ESCALATE with REASON: "…"` and the other terminal words, `HANDOFF Agent`; REASON may stand below.
    """
    node = opened(node)
    head = node.head
    below = reading.fields(node, _REASON, of="THEN")
    if head is None:
        if "escalate" in below.values:
            return reading.build(ir.Goto, Found(node.span, spans=below.spans), **below.values["escalate"])
        return reading.value_error("ABLX_THEN_INVALID", node)
    written = head.text.strip()
    found = Found(node.span, spans={"target": head.content, **below.spans})
    if match := _MOVE.fullmatch(written):
        kind: Callable[..., Any] = ir.DelegateTo if match[1].upper() == "DELEGATE" else ir.HandOffTo
        found.spans["target"] = head.content.within(match.start(2), match.end(2))
        return reading.build(kind, found, target=match[2])
    if match := _ESCALATE.match(written):
        found.values["target"] = "ESCALATE"
        found.values["reason"] = below.values.get("reason")
        if match.end() < len(written):
            length, reason = unquote(written[match.end() :])
            if match.end() + length != len(written):
                return reading.value_error("ABLX_THEN_INVALID", node)
            found.spans["reason"] = head.content.within(match.end() + 1, len(written) - 1)
            found.values["reason"] = reading.template(reason, found.spans["reason"])
    elif STEP_NAME.fullmatch(written):
        found.values["target"] = step_target(written)
    if "target" not in found.values:
        return reading.value_error("ABLX_THEN_INVALID", node)
    return reading.build(ir.Goto, found)


def escalation(reading: Reading, node: Node) -> Any:
    """What an escalation says: a reason, or a block that holds one."""
    node = opened(node)
    if node.head is not None:
        return {"target": "ESCALATE", "reason": reading.template(node.head.text, node.head.content)}
    return {"target": "ESCALATE", **reading.fields(node, {"reason": Key(template)}, of="ESCALATE").values}


_REASON: Keys = {"reason": Key(template), "escalate": Key(escalation)}


def agent(kind: Callable[..., ir.Step]) -> Callable[[Reading, Node], Any]:
    """`Agent`, `TO Agent`, or a block with TO or AGENT."""

    def read(reading: Reading, node: Node) -> Any:
        node = opened(node)
        found = reading.fields(node, _TO, of="this action")
        if node.head is not None:
            match = re.fullmatch(r"(?:TO\s+)?([A-Za-z]\w*)", node.head.text.strip(), re.IGNORECASE)
            if match is None:
                return reading.value_error("ABLX_AGENT_REFERENCE", node)
            found.values["target"] = match[1]
            found.spans["target"] = node.head.content.within(match.start(1), match.end(1))
        if "target" not in found.values:
            return reading.value_error("ABLX_AGENT_REFERENCE", node)
        return reading.build(kind, Found(node.span, found.values, found.spans))

    return read


def agent_name(reading: Reading, node: Node) -> Any:
    """The name of an agent, or MISSING."""
    if node.head is None or not re.fullmatch(r"[A-Za-z]\w*", node.head.text):
        return reading.value_error("ABLX_AGENT_REFERENCE", node)
    return node.head.text


_TO: Keys = {"to": Key(agent_name, "target"), "agent": Key(agent_name, "target")}
