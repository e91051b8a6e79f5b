"""All parts below a part of the compiled form."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache
from typing import Any, get_args, get_type_hints

from ablmatch.language import ir
from ablmatch.language.agents import Draft

# Sections of which actions are run, besides the rules of CONSTRAINTS: what they go to is written there.
ACTING = ("flow", "tools", "hooks", "on_start", "on_error", "escalate")


def walk(part: Any) -> Iterator[ir.Part]:
    """A part and all parts below it, in the order of the fields and lists."""
    pending: list[Any] = [part]
    while pending:
        one = pending.pop()
        if isinstance(one, ir.Part):
            yield one
            pending.extend(value for name in _holders(type(one)) if (value := getattr(one, name)))
        elif isinstance(one, tuple):
            pending.extend(reversed(one))
        elif isinstance(one, dict):
            pending.extend(reversed(one.values()))


def parts_of(draft: Draft, *sections: str) -> Iterator[ir.Part]:
    """All parts of an agent, or of some of its sections (attributes of ir.Agent), walked once for all checks."""
    for section in sections or ir.Agent.__struct_fields__:
        found = draft.parts.get(section)
        if found is None:
            found = draft.parts[section] = tuple(walk(getattr(draft.agent, section)))
        yield from found


@cache
def _holders(kind: type[ir.Part]) -> tuple[str, ...]:
    """The fields of a part that may hold parts, the last first; those of scalars and plain data hold none."""
    hints = get_type_hints(kind)
    return tuple(name for name in reversed(kind.__struct_fields__) if _holds(hints[name]))


def _holds(hint: Any) -> bool:
    if isinstance(hint, type) and issubclass(hint, ir.Part):
        return True
    return any(_holds(one) for one in get_args(hint))
