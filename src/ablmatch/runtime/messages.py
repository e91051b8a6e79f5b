"""MESSAGES: texts that the runtime says itself, with their defaults (language.md 1.7.3)."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from ablmatch.runtime.work import Work

DEFAULTS: Mapping[str, str] = {
    "error_default": "An error occurred. Please try again.",
    "constraint_blocked": "I cannot proceed with that request.",
    "gather_prompt": "Please provide: {{fields}}",
    "escalation_format": "Escalating to human agent. Reason: {{reason}}",
    "conversation_complete": "This conversation has been completed.",
    "invalid_handoff": "Unable to transfer to the requested agent.",
    "self_handoff": "Cannot hand off to self.",
    "tool_fallback_desc": "Execute the requested operation.",
}


def text(work: Work, key: str, extra: Mapping[str, Any] | None = None) -> str:
    """The agent's own text for a key, else the default, filled in."""
    return work.render(work.agent.agent.messages.get(key, DEFAULTS[key]), extra)


def of_key(work: Work, key: Any) -> str | None:
    """The text that MESSAGE_KEY names, filled in; None where there is no such key."""
    template = {**DEFAULTS, **work.agent.agent.messages}.get(key) if isinstance(key, str) else None
    return None if template is None else work.render(template)
