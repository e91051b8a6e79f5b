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
    place = {name: at for at, name in enumerate(reads)}
    left = {name: {one for one in needs if one in reads} - cyclic for name, needs in reads.items()}
    readers: dict[str, list[str]] = {}
    for name, needs in left.items():
        for one in needs:
            readers.setdefault(one, []).append(name)
    order: list[str] = []
    ready = [name for name, needs in left.items() if not needs and name not in cyclic]
    while ready:
        order += ready
        free = []
        for name in ready:
            for reader in readers.get(name, ()):
                left[reader].discard(name)
                if not left[reader] and reader not in cyclic:
                    free.append(reader)
        ready = sorted(free, key=place.__getitem__)
    return order


def cycles(reads: Mapping[str, AbstractSet[str]]) -> list[tuple[str, ...]]:
    """Fields that depend on each other, or one on itself, over however many others; in the order of declaration."""
    place = {name: at for at, name in enumerate(reads)}
    found = [
        tuple(sorted(one, key=place.__getitem__))
        for one in _components(reads)
        if len(one) > 1 or one[0] in reads[one[0]]
    ]
    return sorted(found, key=lambda cycle: place[cycle[0]])


def _components(reads: Mapping[str, AbstractSet[str]]) -> list[list[str]]:
    """Strongly connected components (Tarjan 1972), without recursion: each field and each reading is seen once."""
    number: dict[str, int] = {}
    lowest: dict[str, int] = {}
    open_: dict[str, None] = {}
    found: list[list[str]] = []
    for root in reads:
        way = [] if root in number else [(root, iter(reads[root]))]
        while way:
            name, needs = way[-1]
            if name not in number:
                number[name] = lowest[name] = len(number)
                open_[name] = None
            following = next((one for one in needs if one in reads and (one not in number or one in open_)), None)
            if following is None:
                way.pop()
                if way:
                    lowest[way[-1][0]] = min(lowest[way[-1][0]], lowest[name])
                if lowest[name] == number[name]:
                    component: list[str] = []
                    while not component or component[-1] != name:
                        component.append(open_.popitem()[0])
                    found.append(component)
            elif following in number:
                lowest[name] = min(lowest[name], number[following])
            else:
                way.append((following, iter(reads[following])))
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
