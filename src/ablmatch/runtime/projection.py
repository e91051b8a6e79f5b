"""What the model sees by itself: nothing that is hidden, sensitive values as displayed (language.md 5.7)."""

from __future__ import annotations

from typing import Any

from ablmatch.runtime.masking import shown
from ablmatch.runtime.work import Work, placed


def model_context(work: Work) -> dict[str, Any]:
    """Values by name, facts nested under their paths; what is unset is absent, what is hidden too."""
    agent = work.agent
    values: dict[str, Any] = {
        name: value for name, value in work.frame.values.items() if value is not None and not name.startswith("_")
    }
    readable = [one for one in agent.paths.values() if one.access != "write"]
    work.facts.read_all((one.scope, one.path) for one in readable)
    for one in readable:
        live, fact = work.facts.get(one.scope, one.path)
        value = fact if live else one.default
        names = one.path.split(".")
        standing = values.get(names[0])
        if value is None or (standing is not None and (len(names) == 1 or not isinstance(standing, dict))):
            continue
        values[names[0]] = value if len(names) == 1 else placed(standing, tuple(names[1:]), value)
    values = shown(values, work.project.displays_of(agent))
    for path in agent.hidden:
        values = _without(values, path)
    return values


def _without(values: dict[str, Any], path: tuple[str, ...]) -> dict[str, Any]:
    """A copy without what stands at a path; numbers are places in lists."""
    copy = {name: value for name, value in values.items() if name != ".".join(path)}
    first = path[0]
    if first not in copy:
        return copy
    if len(path) == 1:
        del copy[first]
        return copy
    inner = copy[first]
    if isinstance(inner, dict):
        copy[first] = _without(inner, path[1:])
        if not copy[first]:
            del copy[first]
    elif isinstance(inner, list) and path[1].isdecimal() and int(path[1]) < len(inner):
        copy[first] = _without_item(inner, path[1:])
    return copy


def _without_item(items: list[Any], path: tuple[str, ...]) -> list[Any]:
    at = int(path[0])
    if len(path) == 1:
        return [None if place == at else item for place, item in enumerate(items)]
    item = items[at]
    return [
        _without(item, path[1:]) if place == at and isinstance(item, dict) else other
        for place, other in enumerate(items)
    ]
