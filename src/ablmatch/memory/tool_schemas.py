"""A tool as model services want it declared."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any


def openai_tool(schema: Mapping[str, Any]) -> dict[str, Any]:
    """For `tools` of OpenAI's chat completions and whoever speaks like them.

    `schema`: `name`, `description` and `parameters` (JSON Schema), as `tool_schema()` gives it.
    """
    return {"type": "function", "function": dict(schema)}


def anthropic_tool(schema: Mapping[str, Any]) -> dict[str, Any]:
    """For `tools` of Anthropic's messages."""
    return {"name": schema["name"], "description": schema["description"], "input_schema": schema["parameters"]}
