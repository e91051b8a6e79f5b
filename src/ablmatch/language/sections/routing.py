"""ROUTING and AGENTS of a supervisor: rules that lead to agents are hand-offs (language.md 1.1, 1.13)."""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Any

import msgspec

from ablmatch.language import ir
from ablmatch.language.inline import opened
from ablmatch.language.reading import MISSING, Found, Key, Keys, Reading, count, opaque, text
from ablmatch.language.sections.conditions import Prose, condition
from ablmatch.language.sections.handoff import judged
from ablmatch.language.tree import Node

_ROUTE = re.compile(r"ROUTE_TO(?:\s+|\s*:\s*)([A-Za-z]\w*)", re.IGNORECASE)
_RULE: Keys = {
    "name": Key(text),
    "priority": Key(count),
    "when": Key(condition, "condition"),
    "then": Key(opaque),
    "flags": Key(opaque),
    "constraints": Key(opaque),
    "description": Key(opaque),
}


def aliases(node: Node) -> dict[str, str]:
    """The names that AGENTS gives to agents: ALIAS, or the key of an entry, to REF."""
    node = opened(node)
    found: dict[str, str] = {}
    for alias, entry in [*((one.key, opened(one.node)) for one in node.fields), *(("", item) for item in node.items)]:
        said = {one.key.lower(): one.node.head.text for one in entry.fields if one.node.head is not None}
        name = said.get("alias", alias)
        if name and "ref" in said:
            found[name] = said["ref"]
    return found


def read_routing(reading: Reading, node: Node, names: Mapping[str, str]) -> tuple[list[ir.HandOff], list[ir.Complete]]:
    """The hand-offs and ends of a supervisor's ROUTING; what else its rules do is carried, not run."""
    node = opened(node)
    rules = next((opened(one.node) for one in node.fields if one.key.lower() == "rules"), node)
    handoffs: list[ir.HandOff] = []
    ends: list[ir.Complete] = []
    named = [opened(one.node) for one in rules.fields]
    for entry in [*named, *(opened(item) for item in rules.items)]:
        found: Found = reading.fields(entry, _RULE, of="a routing rule")
        then = found.take("then")
        written = found.values.get("condition", MISSING)
        if not isinstance(then, str) or written is MISSING:
            continue
        place = found.spans["then"]
        base = Found(entry.span, {"condition": written}, {"condition": found.spans["condition"], "to": place})
        if match := _ROUTE.fullmatch(then.strip()):
            judged(base, "condition")
            base.values["priority"] = found.values.get("priority", len(handoffs) + 1)
            to = names.get(match[1], match[1])
            handoffs.append(reading.build(ir.HandOff, base, to=to, other={"routing": found.values.get("name", "")}))
        elif then.strip().upper() == "END_CONVERSATION" and not isinstance(written, Prose):
            end = Found(entry.span, spans={"when": found.spans["condition"]})
            ends.append(reading.build(ir.Complete, end, when=written))
    return handoffs, ends


def routed(reading: Reading, document: Node, values: Mapping[str, Any]) -> dict[str, Any]:
    """HANDOFF and COMPLETE of a supervisor, with what its ROUTING adds; an alias stands for the agent it means."""
    sections = {one.key.upper(): one.node for one in document.fields}
    names = aliases(sections["AGENTS"]) if "AGENTS" in sections else {}
    handoffs = [_named(reading, rule, names) for rule in values.get("handoff", ())]
    ends = list(values.get("complete", ()))
    if "ROUTING" in sections:
        more, final = read_routing(reading, sections["ROUTING"], names)
        handoffs.extend(more)
        ends.extend(final)
    return {"handoff": tuple(handoffs), "complete": tuple(ends)}


def _named(reading: Reading, rule: ir.HandOff, names: Mapping[str, str]) -> ir.HandOff:
    if rule.to not in names:
        return rule
    changed = msgspec.structs.replace(rule, to=names[rule.to])
    reading.places.move(rule, changed)
    return changed
