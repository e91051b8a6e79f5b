"""All parts below a part of the compiled form."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from ablmatch.language import ir


def walk(part: Any) -> Iterator[ir.Part]:
    """A part and all parts below it, in the order of the fields and lists."""
    if isinstance(part, ir.Part):
        yield part
        for name in part.__struct_fields__:
            yield from walk(getattr(part, name))
    elif isinstance(part, tuple | list):
        for one in part:
            yield from walk(one)
    elif isinstance(part, dict):
        for one in part.values():
            yield from walk(one)
