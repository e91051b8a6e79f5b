"""A tool as model services want it declared."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from ablmatch.memory.strict_schema import strict_arguments


def openai_tool(schema: Mapping[str, Any], *, strict: bool = False) -> dict[str, Any]:
    """For `tools` of OpenAI's chat completions and whoever speaks like them.

    `schema`: `name`, `description` and `parameters` (JSON Schema), as `tool_schema()` gives it.  `strict`: the model is
    held to the schema, so every argument is required there, and null stands for one that is left out.
    """
    if not strict:
        return {"type": "function", "function": dict(schema)}
    return {
        "type": "function",
        "function": {**schema, "parameters": strict_arguments(schema["parameters"]), "strict": True},
    }


def anthropic_tool(schema: Mapping[str, Any]) -> dict[str, Any]:
    """For `tools` of Anthropic's messages."""
    return {"name": schema["name"], "description": schema["description"], "input_schema": schema["parameters"]}
