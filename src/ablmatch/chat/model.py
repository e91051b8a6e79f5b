"""What a conversation asks of a model: messages and tools in the form of OpenAI's chat completions."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, Protocol

from ablmatch.language import ir
from ablmatch.runtime.attached import RECALL, WORKING_MEMORY

MEMORY_TEXTS = (WORKING_MEMORY, RECALL)
SET_CONTEXT = "__set_context__"
HAND_OFF = "__handoff__"
RETURN = "__return__"


class ModelError(Exception):
    """The model cannot be reached or answers with something that is no answer: one line."""


@dataclass(frozen=True, slots=True)
class Call:
    """A tool that the model wants.  `arguments`: None where they are no JSON object."""

    id: str
    name: str
    arguments: dict[str, Any] | None


@dataclass(frozen=True, slots=True)
class Answer:
    """A text, or tools that the model wants first."""

    text: str | None = None
    calls: tuple[Call, ...] = ()


class Model(Protocol):
    """A model behind a conversation."""

    def answer(self, messages: Sequence[Mapping[str, Any]], tools: Sequence[Mapping[str, Any]]) -> Answer:
        """The next answer.  Raises ModelError."""
        ...


@dataclass(slots=True)
class History:
    """The messages of a conversation, without the system's."""

    messages: list[dict[str, Any]] = field(default_factory=list)

    def user(self, text: str) -> None:
        self.messages.append({"role": "user", "content": text})

    def said(self, text: str) -> None:
        """What the caller was told, by the model or by a rule."""
        self.messages.append({"role": "assistant", "content": text})

    def called(self, answer: Answer) -> None:
        """What the model wanted to call."""
        calls = [
            {"id": one.id, "type": "function", "function": {"name": one.name, "arguments": json.dumps(one.arguments)}}
            for one in answer.calls
        ]
        self.messages.append({"role": "assistant", "content": answer.text, "tool_calls": calls})

    def result(self, call: Call, content: str) -> None:
        self.messages.append({"role": "tool", "tool_call_id": call.id, "content": content})


def instructions(agent: ir.Agent, context: Mapping[str, Any], notes: Sequence[str]) -> str:
    """The system's message: who the agent is, what it may see, notes of recalls, what memory tells."""
    known = {name: value for name, value in context.items() if name not in MEMORY_TEXTS}
    parts = [agent.system_prompt] if agent.system_prompt else [f"Your goal: {agent.goal}", agent.persona]
    if agent.limitations and not agent.system_prompt:
        parts.append("Limitations:\n" + "\n".join(f"- {one}" for one in agent.limitations))
    parts.append("What you know (JSON): " + json.dumps(known, ensure_ascii=False, default=str))
    parts += notes
    # What changes most stands last, so that a service can keep the beginning.
    parts += [context[name] for name in MEMORY_TEXTS if name in context]
    return "\n\n".join(part for part in parts if part)


def tools_of(agent: ir.Agent, memory: Sequence[Mapping[str, Any]] = ()) -> list[dict[str, Any]]:
    """The agent's tools, those of attached memory, and those with which a model writes, hands over and gives back."""
    found = [
        _function(tool.name, tool.description or "Execute the requested operation.", _schema(tool))
        for tool in agent.tools
    ]
    found += [_function(one["name"], one["description"], one["parameters"]) for one in memory]
    variables = {
        one.name: {"description": one.description or one.name} for one in agent.memory.session if not one.readonly
    }
    found.append(
        _function(SET_CONTEXT, "Write down what the caller has said.", {"type": "object", "properties": variables})
    )
    targets = [one.to for one in agent.handoff]
    if targets:
        schema = {
            "type": "object",
            "properties": {"agent": {"type": "string", "enum": targets}},
            "required": ["agent"],
        }
        found.append(_function(HAND_OFF, "Hand the conversation to another agent.", schema))
    found.append(_function(RETURN, "Give the conversation back to the agent that handed it over.", {"type": "object"}))
    return found


def _function(name: str, description: str, parameters: Mapping[str, Any]) -> dict[str, Any]:
    return {"type": "function", "function": {"name": name, "description": description, "parameters": dict(parameters)}}


_TYPES = {
    "string": "string",
    "number": "number",
    "boolean": "boolean",
    "date": "string",
    "datetime": "string",
    "object": "object",
}


def _schema(tool: ir.Tool) -> dict[str, Any]:
    properties = {}
    for one in tool.parameters:
        listed = one.type.endswith("[]")
        kind = _TYPES.get(one.type.removesuffix("[]"), "string")
        properties[one.name] = {"type": "array", "items": {"type": kind}} if listed else {"type": kind}
    return {
        "type": "object",
        "properties": properties,
        "required": [one.name for one in tool.parameters if one.required],
    }
