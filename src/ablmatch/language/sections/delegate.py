"""DELEGATE: work that comes back (language.md 1.11)."""

from __future__ import annotations

from typing import Any

from ablmatch.language import ir
from ablmatch.language.inline import opened
from ablmatch.language.reading import MISSING, Found, Key, Keys, Reading, count, milliseconds, opaque, template, text
from ablmatch.language.sections.assignments import read_arguments
from ablmatch.language.sections.conditions import condition
from ablmatch.language.sections.handoff import (
    entries,
    field_map,
    grant_memory,
    judged,
    memory_grants,
    required,
    take_map,
)
from ablmatch.language.sections.transitions import agent_name
from ablmatch.language.tree import Node

FAILURES = ("respond", "continue", "escalate", "retry")
_CARRIED = ("experience_mode", "remote", "description")
_RETRY: Keys = {"type": Key(text), "count": Key(count)}


def _on_fail(reading: Reading, node: Node) -> Any:
    """(what is done, how often it is tried again)."""
    node = opened(node)
    found = {} if node.head is not None else reading.fields(node, _RETRY, of="ON_FAIL").values
    word = (node.head.text if node.head is not None else str(found.get("type", ""))).lower()
    if word in FAILURES:
        return word, found.get("count", 1 if word == "retry" else 0)
    return reading.value_error("ABLX_DELEGATE_FAILURE", node, value=word, allowed=", ".join(FAILURES))


_DELEGATE: Keys = {
    "agent": Key(agent_name),
    "to": Key(agent_name, "agent"),
    "when": Key(condition),
    "purpose": Key(template),
    "summary": Key(template, "purpose"),
    "input": Key(read_arguments),
    "pass": Key(read_arguments, "input"),
    "returns": Key(field_map),
    "use_result": Key(text),
    "memory_grants": Key(memory_grants),
    "grant_memory": Key(grant_memory),
    "timeout": Key(milliseconds),
    "on_fail": Key(_on_fail, "on_failure"),
    "on_failure": Key(_on_fail),
    "failure_message": Key(template),
    **{name: Key(opaque) for name in _CARRIED},
}


def read_delegate(reading: Reading, node: Node) -> tuple[ir.Delegate, ...]:
    """The rules of DELEGATE in written order."""
    rules = []
    for entry in entries(reading, node):
        found: Found = reading.fields(entry, _DELEGATE, of="a delegate rule")
        take_map(found, "returns")
        judged(found, "when")
        failure = found.take("on_failure", MISSING)
        if failure is not MISSING:
            found.values["on_failure"], found.values["retries"] = failure
        other = {name: found.take(name) for name in _CARRIED if name in found.values}
        if required(reading, entry, found, {"agent": ("agent", "to")}, "a delegate rule"):
            rules.append(reading.build(ir.Delegate, found, other=other))
    return tuple(rules)
