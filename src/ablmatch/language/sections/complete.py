"""COMPLETE: when an agent is done (language.md 1.11)."""

from __future__ import annotations

from typing import Any

from ablmatch.language import ir
from ablmatch.language.reading import Key, Keys, Reading, boolean, expression, template, text
from ablmatch.language.sections.actions import said
from ablmatch.language.sections.assignments import read_assignments
from ablmatch.language.sections.conditions import needs_model
from ablmatch.language.sections.handoff import entries, required
from ablmatch.language.tree import Node


def _when(reading: Reading, node: Node) -> Any:
    """A condition that needs no model."""
    if needs_model(node):
        return reading.value_error("PLAIN_ENGLISH_COMPLETE_WHEN", node)
    return expression("condition")(reading, node)


_COMPLETE: Keys = {
    "when": Key(_when),
    "respond": Key(said),
    "set": Key(read_assignments),
    "terminal": Key(boolean),
    "store": Key(text),
    "model_context": Key(template),
}


def read_complete(reading: Reading, node: Node) -> tuple[ir.Complete, ...]:
    """The rules of COMPLETE in written order."""
    rules = []
    for entry in entries(reading, node):
        found = reading.fields(entry, _COMPLETE, of="COMPLETE")
        if required(reading, entry, found, {"when": ("when",)}, "a rule of COMPLETE"):
            rules.append(reading.build(ir.Complete, found))
    return tuple(rules)
