"""An extension of Griffe: examples in docstrings become blocks of code, which Markdown would take for quotations."""

from __future__ import annotations

import re
from typing import Any

import griffe

# A prompt and everything up to the next blank line.
EXAMPLE = re.compile(r"^>>> .*?(?=\n[ \t]*\n|\Z)", re.MULTILINE | re.DOTALL)


class DoctestFences(griffe.Extension):
    """Fences the doctests of every docstring."""

    def on_object(self, *, obj: griffe.Object, **_: Any) -> None:
        """Called for every object that is loaded."""
        if obj.docstring is not None:
            obj.docstring.value = EXAMPLE.sub(fenced, obj.docstring.value)


def fenced(found: re.Match[str]) -> str:
    """One example between fences."""
    return f"```python\n{found[0].rstrip()}\n```"
