"""Conversations as hosts keep them: messages of `role` and `content`, in the forms of OpenAI and Anthropic."""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping, Sequence
from typing import Any

Message = Mapping[str, Any]

# What the runtime or a tool puts into a conversation is no evidence about a person, and mined again it would let memory
# feed on itself.
_SPEAKERS = frozenset({"user", "assistant"})
_TEXT_PARTS = frozenset({"text", "input_text", "output_text"})
_CALL_PARTS = frozenset({"tool-call", "tool-result", "tool_call", "tool_result", "tool_use", "function_call"})


def check_messages(messages: object) -> list[Message]:
    """The messages as a list.  Raises ValueError where one is no object with a role."""
    if isinstance(messages, Iterable) and not isinstance(messages, str | bytes | Mapping):
        found = list(messages)
        if all(isinstance(one, Mapping) and isinstance(one.get("role"), str) for one in found):
            return found
    raise ValueError('messages must be a list of {"role": ..., "content": ...}')


def spoken(messages: Iterable[Message]) -> list[dict[str, str]]:
    """What user and assistant said, in order: of messages with text the text alone."""
    found = []
    for one in messages:
        text = _text(one.get("content")) if one["role"] in _SPEAKERS else ""
        if text.strip():
            found.append({"role": one["role"], "content": text})
    return found


def counted_text(message: Message) -> str:
    """What of a message is counted in tokens: its text, any other content as JSON."""
    content = message.get("content")
    if content is None:
        return ""
    if isinstance(content, str):
        return content
    try:
        return json.dumps(content, ensure_ascii=False, default=str)
    except (TypeError, ValueError, RecursionError):
        raise ValueError("messages: a content is neither a text nor JSON") from None


def calls_tools(messages: Iterable[Message]) -> bool:
    """Whether one of the messages calls a tool or is a tool's answer."""
    return any(
        one["role"] in {"tool", "function"}
        or one.get("tool_calls")
        or one.get("function_call")
        or any(_field(part, "type") in _CALL_PARTS for part in _parts(one.get("content")))
        for one in messages
    )


def _text(content: Any) -> str:
    if isinstance(content, str):
        return content
    texts = [_field(part, "text") for part in _parts(content) if _field(part, "type") in _TEXT_PARTS]
    return "\n".join(one for one in texts if one is not None)


def _parts(content: Any) -> Sequence[Any]:
    return content if isinstance(content, Sequence) and not isinstance(content, str) else ()


def _field(part: Any, name: str) -> str | None:
    """A text of a part that is an object, or one of a client library's classes; None where it is none."""
    found = part.get(name) if isinstance(part, Mapping) else getattr(part, name, None)
    return found if isinstance(found, str) else None
