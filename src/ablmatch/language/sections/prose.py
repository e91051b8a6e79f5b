"""Texts for the model and the user: IDENTITY and its like, MESSAGES, TEMPLATES (language.md 1.3, 1.7.3, 1.12)."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any

from ablmatch.language.reading import MISSING, Key, Keys, Reading, opaque, template, text, texts
from ablmatch.language.tree import Node

_IDENTITY: Keys = {
    "role": Key(template, "goal"),
    "persona": Key(template),
    "expertise": Key(texts),
    "limitations": Key(texts),
}


def read_identity(reading: Reading, node: Node) -> dict[str, Any]:
    """IDENTITY as parts of GOAL, PERSONA and LIMITATIONS."""
    return reading.fields(node, _IDENTITY, of="IDENTITY").values


@dataclass(slots=True)
class Prose:
    """GOAL, PERSONA and LIMITATIONS out of the sections that write them; the later of two wins."""

    parts: dict[str, Any] = field(default_factory=dict)
    expertise: tuple[str, ...] = ()
    instructions: str = ""

    def add(self, attribute: str, value: Any) -> None:
        if value is MISSING:
            return
        if attribute == "identity":
            self.expertise = value.pop("expertise", self.expertise)
            self.parts.update(value)
        elif attribute == "instructions":
            self.instructions = value
        else:
            self.parts[attribute] = value

    def result(self) -> dict[str, Any]:
        """The attributes of the agent; the instructions end the goal, under a heading."""
        found = {"goal": "", **self.parts}
        if self.instructions:
            found["goal"] = f"{found['goal']}\n\nInstructions:\n{self.instructions}"
        if self.expertise:
            listed = f"Expertise: {', '.join(self.expertise)}"
            found["persona"] = f"{found['persona']}\n{listed}" if found.get("persona") else listed
        return found


def read_messages(reading: Reading, node: Node) -> dict[str, str]:
    """Any key is a message; those of fillers are said as they are, without placeholders."""
    found: dict[str, str] = {}
    for one in node.fields:
        value = (text if one.key.startswith("filler_") else template)(reading, one.node)
        if value is not MISSING:
            found[one.key] = value
    return found


def read_templates(reading: Reading, node: Node) -> dict[str, Any]:
    """Templates by name: a text, or the formats of one with at least DEFAULT."""
    found: dict[str, Any] = {}
    for one in node.fields:
        if one.node.fields:
            default = next((key for key in one.node.fields if key.key.upper() == "DEFAULT"), None)
            if default is None:
                reading.diagnostics.add("ABLX_TEMPLATE_DEFAULT", one.key_span, name=one.key)
                continue
            value = template(reading, default.node)
            found[one.key] = {"default": value, **{
                key.key.lower(): opaque(reading, key.node) for key in one.node.fields if key is not default
            }}  # fmt: skip
        else:
            value = found[one.key] = template(reading, one.node)
        if value is MISSING:
            del found[one.key]
    return found
