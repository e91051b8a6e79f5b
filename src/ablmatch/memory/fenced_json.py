"""JSON as data in a prompt: one line that holds no mark, tag or line break of its own."""

from __future__ import annotations

import json
from collections.abc import Mapping
from typing import Any

# What some reader takes for the end of a line, or for the beginning of a mark or a tag, as JSON writes it in a text.
_ESCAPED = {ord(char): f"\\u{ord(char):04x}" for char in "[<\x7f\x85\u2028\u2029\u226e\ufe47\ufe64\uff1c\uff3b"}


def fenced_json(value: Any) -> str:
    """A JSON value on one line, names sorted, other scripts as they are; `json.loads` gives it back.

    The only square brackets are those of its own lists, so no text in it can write `[/memory]` or a line of its own.
    """
    if isinstance(value, Mapping):
        return "{" + ",".join(f"{_text(name)}:{fenced_json(value[name])}" for name in sorted(value)) + "}"
    if isinstance(value, list | tuple):
        return "[" + ",".join(map(fenced_json, value)) + "]"
    return _text(value) if isinstance(value, str) else json.dumps(value)


def _text(text: str) -> str:
    return json.dumps(text, ensure_ascii=False).translate(_ESCAPED)
