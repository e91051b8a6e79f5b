"""EXECUTION: the keys that the runtime acts on; the others are carried (language.md 1.4)."""

from __future__ import annotations

from typing import Any

from ablmatch.language import ir
from ablmatch.language.reading import Found, Key, Keys, Reading, boolean, content, count, milliseconds, opaque
from ablmatch.language.tree import Node

_EXECUTION: Keys = {
    "guardrail_builtins": Key(boolean),
    "tool_timeout": Key(milliseconds),
    "session_idle_timeout": Key(milliseconds),
    "max_flow_iterations": Key(count),
    "max_reasoning_iterations": Key(count),
    "inline_gather": Key(boolean),
}


def read_execution(reading: Reading, node: Node) -> ir.Execution:
    """What the runtime acts on, and the rest as plain data."""
    other: dict[str, Any] = {}
    known = Node(node.span)
    for one in node.fields:
        if reading.find(one.key, _EXECUTION) is None:
            other[one.key.lower()] = opaque(reading, one.node)
        else:
            known.fields.append(one)
    found: Found = reading.fields(known, _EXECUTION, of="EXECUTION")
    found.span = content(node)
    return reading.build(ir.Execution, found, other=other)
