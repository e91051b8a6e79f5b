"""Legacy DERIVED fields: what each reads, in which order they are computed, which depend on themselves (source 000)."""

from __future__ import annotations

from collections.abc import Mapping
from collections.abc import Set as AbstractSet

from ablmatch.language import nodes
from ablmatch.language.nodes import walk

MATCHERS = frozenset({"MATCH_SCORE", "MATCHES", "MATCH_RESULT"})


def names_read(tree: nodes.Node) -> set[str]:
    """The variables that an expression reads, by their first names."""
    return {node.names[0] for node in walk(tree) if isinstance(node, nodes.Path)}


def in_order(reads: Mapping[str, AbstractSet[str]]) -> list[str]:
    """Each field behind those that it reads; fields of cycles are left out, and read as unset by others."""
    cyclic = {name for cycle in cycles(reads) for name in cycle}
    left = {
        name: {one for one in needs if one in reads and one not in cyclic}
        for name, needs in reads.items()
        if name not in cyclic
    }
    order: list[str] = []
    while left:
        ready = [name for name, needs in left.items() if not needs]
        for name in ready:
            del left[name]
        order += ready
        for needs in left.values():
            needs.difference_update(ready)
    return order


def cycles(reads: Mapping[str, AbstractSet[str]]) -> list[tuple[str, ...]]:
    """Fields that depend on each other, or one on itself, over however many others; in the order of declaration."""
    reached = {name: _reached(name, reads) for name in reads}
    found: list[tuple[str, ...]] = []
    for name in reads:
        if name in reached[name] and not any(name in cycle for cycle in found):
            found.append(tuple(one for one in reads if one in reached[name] and name in reached[one]))
    return found


def _reached(start: str, reads: Mapping[str, AbstractSet[str]]) -> set[str]:
    found: set[str] = set()
    left = [start]
    while left:
        for one in reads[left.pop()]:
            if one in reads and one not in found:
                found.add(one)
                left.append(one)
    return found


def kind_of(call: nodes.Call, formats: Mapping[str, str]) -> str | None:
    """The kind that a two-argument match call takes from the FORMAT that both of its operands have."""
    if call.name not in MATCHERS or len(call.arguments) != 2:
        return None
    said, stored = call.arguments
    if not isinstance(said, nodes.Path) or not isinstance(stored, nodes.Path):
        return None
    kinds = {formats.get(said.names[0]), formats.get(stored.names[0])}
    return kinds.pop() if len(kinds) == 1 else None
