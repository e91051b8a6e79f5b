"""FLOW: the entry, the steps in either layout, and arrows between them (language.md 1.9)."""

from __future__ import annotations

from dataclasses import dataclass, field
from itertools import pairwise
from typing import Any

import msgspec

from ablmatch.language import ir
from ablmatch.language.inline import opened
from ablmatch.language.reading import MISSING, Found, Key, Keys, Reading, content, text
from ablmatch.language.sections.digressions import read_digressions
from ablmatch.language.sections.steps import read_step
from ablmatch.language.sections.transitions import OF_HANDLERS, STEP_NAME, TERMINAL, step_target
from ablmatch.language.source import Span
from ablmatch.language.tree import Field, Node, Scalar


def _entry(reading: Reading, node: Node) -> Any:
    name = text(reading, node)
    if name is MISSING or STEP_NAME.fullmatch(name):
        return name
    return reading.value_error("ABLX_STEP_INVALID", node)


_FLOW: Keys = {
    "entry_point": Key(_entry, "entry"),
    "global_digressions": Key(read_digressions(resume=False), "digressions"),
}


@dataclass(slots=True)
class _Layout:
    """What a flow consists of: bodies of steps, names that are listed, arrows from one to the next."""

    bodies: list[tuple[str, Span, Node]] = field(default_factory=list)
    listed: list[str] = field(default_factory=list)
    arrows: dict[str, tuple[str, Span]] = field(default_factory=dict)


def read_flow(reading: Reading, node: Node) -> ir.Flow | None:
    """The flow; None where it has no step."""
    node = opened(node)
    layout = _Layout()
    rest = Node(node.span)
    for one in node.fields:
        key = one.key.lower() if reading.format == "text" else one.key
        if key == "steps":
            _steps(reading, layout, one.node)
        elif reading.find(one.key, _FLOW):
            rest.fields.append(one)
        else:
            _body(reading, layout, one)
    if node.head is not None:
        _line(reading, layout, node.head)
    for item in node.items:
        _item(reading, layout, item)
    found = reading.fields(rest, _FLOW, of="FLOW")
    steps = _read_steps(reading, layout)
    if not steps:
        reading.diagnostics.add("ABLX_FLOW_EMPTY", content(node))
        return None
    first = next((name for name in layout.listed if name in steps), next(iter(steps)))
    return reading.build(ir.Flow, found, entry=found.take("entry", first), steps=tuple(steps.values()))


def _steps(reading: Reading, layout: _Layout, node: Node) -> None:
    """`steps:` names steps, or holds them: as a map, or as a list."""
    node = opened(node)
    for one in node.fields:
        _body(reading, layout, one)
        layout.listed.append(one.key)
    if node.head is not None:
        _line(reading, layout, node.head)
    for item in node.items:
        _item(reading, layout, item)


def _item(reading: Reading, layout: _Layout, item: Node) -> None:
    """A name, an arrow, a step with its name as NAME, or a step under its name."""
    item = opened(item)
    name = item.find("name", "NAME")
    if item.head is not None and not item.fields:
        _line(reading, layout, item.head)
    elif item.head is not None:
        _add(reading, layout, item.head, item.head.content, Node(item.span, fields=item.fields))
    elif name is not None and name.node.head is not None:
        rest = [one for one in item.fields if one is not name]
        _add(reading, layout, name.node.head, name.node.head.content, Node(item.span, fields=rest))
    elif len(item.fields) == 1:
        _body(reading, layout, item.fields[0])
        layout.listed.append(item.fields[0].key)
    else:
        reading.value_error("ABLX_STEP_INVALID", item)


def _add(reading: Reading, layout: _Layout, name: Scalar, place: Span, node: Node) -> None:
    if STEP_NAME.fullmatch(name.text):
        layout.bodies.append((name.text, place, node))
        layout.listed.append(name.text)
    else:
        reading.diagnostics.add("ABLX_STEP_INVALID", place)


def _body(reading: Reading, layout: _Layout, one: Field) -> None:
    if STEP_NAME.fullmatch(one.key):
        layout.bodies.append((one.key, one.key_span, one.node))
    else:
        reading.diagnostics.add("ABLX_STEP_INVALID", one.key_span)


def _line(reading: Reading, layout: _Layout, head: Scalar) -> None:
    """`a -> b -> c`, or one name, or names with commas."""
    sign = "->" if "->" in head.text else ","
    names: list[tuple[str, Span]] = []
    at = 0
    for part in head.text.split(sign):
        start = at + len(part) - len(part.lstrip())
        names.append((part.strip(), head.content.within(start, start + len(part.strip()))))
        at += len(part) + len(sign)
    for name, place in names:
        if not STEP_NAME.fullmatch(name) or name.upper() in OF_HANDLERS:
            reading.diagnostics.add("ABLX_STEP_INVALID", place)
            return
    layout.listed.extend(name for name, _ in names if name.upper() not in TERMINAL)
    if sign == "->":
        for (name, _), following in pairwise(names):
            layout.arrows[name] = following


def _read_steps(reading: Reading, layout: _Layout) -> dict[str, ir.FlowStep]:
    """The steps by name.  An arrow gives THEN where the step has none of its own."""
    steps: dict[str, ir.FlowStep] = {}
    for name, place, node in layout.bodies:
        if name in steps:
            reading.diagnostics.add("ABLX_NAME_TWICE", place, name=name)
            continue
        step = read_step(reading, name, place, node)
        if name in layout.arrows and step.then is None:
            target, span = layout.arrows[name]
            then = reading.build(ir.Goto, Found(span, spans={"target": span}), target=step_target(target))
            changed = msgspec.structs.replace(step, then=then)
            reading.places.move(step, changed)
            step = changed
        steps[name] = step
    return steps
