"""All parts below a part of the compiled form."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from ablmatch.language import ir


def walk(part: Any) -> Iterator[ir.Part]:
    """A part and all parts below it, in the order of the fields and lists."""
    pending: list[Any] = [[part]]
    while pending:
        one = pending.pop()
        if isinstance(one, ir.Part):
            yield one
            below: list[Any] = [getattr(one, name) for name in one.__struct_fields__]
        else:
            below = list(one.values()) if isinstance(one, dict) else list(one)
        # Most fields are scalars or empty, and nothing is below them.
        pending.extend(value for value in reversed(below) if value and isinstance(value, _HOLDERS))


_HOLDERS = (ir.Part, tuple, list, dict)
