"""BEHAVIOR: the role of an agent among the others (language.md 1.11)."""

from __future__ import annotations

from typing import Any

from ablmatch.language.inline import opened
from ablmatch.language.reading import Key, Keys, Reading, boolean, choice, content, opaque
from ablmatch.language.tree import Node

_ROLE = choice("ABLX_ROLE_UNKNOWN", "router", "orchestrator", "assistant")
_BEHAVIOR: Keys = {
    "role": Key(_ROLE),
    "canRespondDirectly": Key(boolean, "can_respond_directly"),
    "can_respond_directly": Key(boolean),
    "description": Key(opaque),
}


def read_behavior(reading: Reading, node: Node) -> Any:
    """The role, or None where none is stated."""
    node = opened(node)
    if node.head is not None:
        role = _ROLE(reading, node)
        return role if isinstance(role, str) else None
    found = reading.fields(node, _BEHAVIOR, of="BEHAVIOR")
    role = found.values.get("role")
    direct = found.values.get("can_respond_directly")
    if role is None and not any(one.key.lower() == "role" for one in node.fields):
        reading.diagnostics.add("ABLX_BEHAVIOR_ROLE", content(node))
    if role is not None and direct is not None and direct == (role == "router"):
        reading.diagnostics.add("AGENT_EXECUTION_ROLE_CONFLICT", found.spans["can_respond_directly"], role=role)
    return role
