"""DIGRESSIONS, SUB_INTENTS and global_digressions of a flow, as branches (language.md 1.9)."""

from __future__ import annotations

from typing import Any

from ablmatch.language import ir
from ablmatch.language.inline import opened
from ablmatch.language.reading import MISSING, Found, Key, Keys, Reader, Reading, boolean, content, expression, names
from ablmatch.language.sections.actions import read_actions
from ablmatch.language.sections.assignments import text_literal
from ablmatch.language.tree import Node

_STARTS: Keys = {
    "intent": Key(names),
    "keywords": Key(names),
    "condition": Key(expression("condition")),
    "when": Key(expression("condition"), "condition"),
    "resume": Key(boolean),
}
_LEAVES = (ir.Goto, ir.HandOffTo, ir.DelegateTo, ir.Return)


def read_digressions(*, resume: bool) -> Reader:
    """A list of branches; `resume`: whether one that says nothing of RESUME goes on with its step.

    INTENT and KEYWORDS become conditions: either may start a digression, CONDITION must hold beside them.  One that
    resumes ends with CONTINUE.
    """

    def read(reading: Reading, node: Node) -> tuple[ir.Branch, ...]:
        node = opened(node)
        if node.head is not None or (node.fields and not node.items):
            reading.value_error("ABLX_VALUE_LIST", node)
        found = [_digression(reading, item, resume) for item in node.items]
        return tuple(one for one in found if one is not None)

    return read


def _digression(reading: Reading, node: Node, resume: bool) -> ir.Branch | None:
    node = opened(node)
    starts = Node(node.span, fields=[one for one in node.fields if reading.find(one.key, _STARTS)])
    found = reading.fields(starts, _STARTS, of="a digression")
    given: Any = found.take("intent", ())
    if node.head is not None:
        # `- refund` with its actions below.
        given = (node.head.text,)
        found.spans["intent"] = node.head.content
    asked = [f"intent.category == {text_literal(intent)}" for intent in given]
    asked.extend(f"LOWER(input) contains {text_literal(word.lower())}" for word in found.take("keywords", ()))
    when = " OR ".join(asked)
    condition = found.take("condition", MISSING)
    if condition is not MISSING:
        when = f"({when}) AND ({condition})" if when else condition
    if not when:
        if not starts.fields:
            reading.diagnostics.add("ABLX_DIGRESSION_CONDITION", content(node))
        return None
    rest = Node(node.span, fields=[one for one in node.fields if one not in starts.fields], items=node.items)
    steps = list(read_actions(reading, rest))
    if found.take("resume", resume) and not any(isinstance(step, _LEAVES) for step in steps):
        steps.append(reading.build(ir.Goto, Found(node.span), target="CONTINUE"))
    place = next((found.spans[key] for key in ("condition", "intent", "keywords") if key in found.spans), node.span)
    return reading.build(ir.Branch, Found(node.span, spans={"when": place}), when=when, steps=tuple(steps))
