"""What authors let the runtime do: SET, CLEAR, RESPOND, CALL and the other actions, alone, in lists and in branches.

Used by tools (on_result, on_error, `do:`), by steps of flows and by whatever holds branches (language.md 1.8, 1.9).
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from typing import Any, TypeAlias

from ablmatch.language import ir
from ablmatch.language.inline import opened
from ablmatch.language.reading import (
    MISSING,
    Found,
    Key,
    Keys,
    Reading,
    choice,
    content,
    expression,
    names,
    opaque,
    template,
)
from ablmatch.language.sections.assignments import read_arguments, read_assignments
from ablmatch.language.sections.calls import BESIDE_CALL, read_call, read_transform, with_siblings
from ablmatch.language.sections.entries import CONDITIONS, laid_out
from ablmatch.language.sections.transitions import agent, escalation, goto
from ablmatch.language.source import Span
from ablmatch.language.tree import Field, Node

_LOOKS = ("voice", "rich_content", "formats", "actions", "message_key", "voice_config", "streaming", "barge_in")
# What an entry gives, in the order of the text.
_Read: TypeAlias = "ir.Step | ir.Branch"


# --- single actions ------------------------------------------------------------------------------------------------


def said(reading: Reading, node: Node) -> Any:
    """The text of RESPOND, a template; what it looks or sounds like may stand below it and is left out here."""
    looks = node.head is not None and all(reading.find(one.key, _PRESENTATION) for one in node.fields)
    if node.head is not None and looks:
        return template(reading, Node(node.span, node.head))
    return template(reading, node)


_LOG: Keys = {
    "message": Key(template, "text"),
    "level": Key(choice("ABLX_LEVEL_UNKNOWN", "debug", "info", "warn", "error")),
}


def read_log(reading: Reading, node: Node) -> Any:
    """An ir.Log: a text, or MESSAGE and LEVEL."""
    node = opened(node)
    found = reading.fields(node, _LOG, of="LOG")
    if node.head is not None:
        found.values["text"] = reading.template(node.head.text, node.head.content)
        found.spans["text"] = node.head.content
    if "text" not in found.values:
        return reading.value_error("ABLX_VALUE_TEXT", node)
    return reading.build(ir.Log, found)


def _set(reading: Reading, node: Node) -> Any:
    found = read_assignments(reading, node)
    return reading.build(ir.Set, Found(node.span), assignments=found) if found else MISSING


def _clear(reading: Reading, node: Node) -> Any:
    cleared = names(reading, node)
    if cleared is MISSING:
        return MISSING
    spans = [content(item) for item in opened(node).items]
    found = Found(node.span, spans={"names": content(node)}, items={"names": spans})
    return reading.build(ir.Clear, found, names=cleared)


def _respond(reading: Reading, node: Node) -> Any:
    text = said(reading, node)
    return (
        MISSING
        if text is MISSING
        else reading.build(ir.Respond, Found(node.span, spans={"text": content(node)}), text=text)
    )


def _call(reading: Reading, node: Node) -> Any:
    call = read_call(reading, node)
    return MISSING if call is MISSING else reading.build(ir.CallTool, Found(node.span), call=call)


def _return(reading: Reading, node: Node) -> Any:
    bare = node.head is not None and node.head.style == "bare" and node.head.text == "true"
    found = () if node.is_empty or bare else read_arguments(reading, node)
    return reading.build(ir.Return, Found(node.span), assignments=found)


def _word(target: str) -> Callable[[Reading, Node], Any]:
    """COMPLETE and CONTINUE as keys of their own; RESPOND may stand below."""

    def read(reading: Reading, node: Node) -> Any:
        steps = list(_steps(reading, node.fields)) if node.fields else []
        return [*steps, reading.build(ir.Goto, Found(node.span, spans={}), target=target)]

    return read


def _escalate(reading: Reading, node: Node) -> Any:
    given = {"target": "ESCALATE"} if node.is_empty else escalation(reading, node)
    return reading.build(ir.Goto, Found(node.span, spans={"reason": content(node)}), **given)


def _then(reading: Reading, node: Node) -> Any:
    """A transition, or with a list or block below it the actions that are done."""
    node = opened(node)
    block = node.head is None and not (len(node.fields) == 1 and node.fields[0].key.lower() == "escalate")
    return list(read_actions(reading, node)) if block else goto(reading, node)


def _do(reading: Reading, node: Node) -> Any:
    return list(read_actions(reading, node))


def _nothing(_reading: Reading, _node: Node) -> Any:
    return MISSING


_PRESENTATION: Keys = {name: Key(opaque) for name in _LOOKS}
_ACTIONS: Keys = {
    "set": Key(_set),
    "clear": Key(_clear),
    "log": Key(read_log),
    "respond": Key(_respond),
    "transform": Key(read_transform),
    "call": Key(_call),
    "goto": Key(goto),
    "then": Key(_then),
    "transition": Key(goto),
    "handoff": Key(agent(ir.HandOffTo)),
    "delegate": Key(agent(ir.DelegateTo)),
    "return": Key(_return),
    "complete": Key(_word("COMPLETE")),
    "continue": Key(_word("CONTINUE")),
    "escalate": Key(_escalate),
    "do": Key(_do),
    **{name: Key(_nothing) for name in _LOOKS},
}
_MAY_BE_EMPTY = {"return", "complete", "continue", "escalate"}
_BRANCHING: Keys = {**_ACTIONS, **{name: Key(expression("condition")) for name in (*CONDITIONS, "else")}}


# --- several -------------------------------------------------------------------------------------------------------


def read_actions(reading: Reading, node: Node) -> tuple[ir.Step, ...]:
    """The actions of a map, or of a list such as `do:`, in the order in which they are written.

    Entries with IF or WHEN that follow each other, with the ELSE that ends them, are one choice: the first that holds.
    """
    return tuple(_steps(reading, [opened(node)]))


def _steps(reading: Reading, entries: Iterable[Node | Field]) -> Iterator[ir.Step]:
    branches: list[ir.Branch] = []
    for value in _read(reading, entries):
        if isinstance(value, ir.Branch):
            branches.append(value)
            continue
        if branches:
            yield _chosen(reading, branches)
            branches = []
        yield value
    if branches:
        yield _chosen(reading, branches)


def _chosen(reading: Reading, branches: list[ir.Branch]) -> ir.Step:
    place = reading.places.of(branches[0])
    return reading.build(ir.Choose, Found(place), branches=tuple(branches))


def _read(reading: Reading, entries: Iterable[Node | Field]) -> Iterator[_Read]:
    """Steps and branches in the order of the text.  A condition takes the fields behind it, up to the next one."""
    fields: list[Field] = []
    for entry in entries:
        if isinstance(entry, Field):
            fields.append(entry)
            continue
        yield from _fields(reading, fields)
        fields = []
        whole = laid_out(reading, entry)
        if whole is None:
            reading.value_error("ABLX_ACTION_INVALID", entry)
        else:
            yield from _read(reading, [*whole.fields, *whole.items])
    yield from _fields(reading, fields)


def _fields(reading: Reading, fields: list[Field]) -> Iterator[_Read]:
    at = 0
    while at < len(fields):
        one = fields[at]
        name = reading.find(one.key, _BRANCHING) or ""
        if name in CONDITIONS or name == "else":
            end = at + 1
            while end < len(fields) and (reading.find(fields[end].key, _BRANCHING) or "") not in {*CONDITIONS, "else"}:
                end += 1
            yield from _conditional(reading, name, one, fields[at + 1 : end])
            at = end
            continue
        at += 1
        if name == "call":
            one = with_siblings(reading, one, fields)
        elif one.key.lower() in BESIDE_CALL and any(reading.find(call.key, _BRANCHING) == "call" for call in fields):
            continue
        if not name:
            reading.unknown_key(one, _BRANCHING, "ABLX_KEY_UNKNOWN", "a list of actions")
        elif one.node.is_empty and not one.node.flow and name not in _MAY_BE_EMPTY:
            reading.diagnostics.add("ABLX_VALUE_MISSING", one.key_span, key=one.key)
        else:
            value = _ACTIONS[name].read(reading, one.node)
            yield from (step for step in (value if isinstance(value, list) else [value]) if step is not MISSING)


def _conditional(reading: Reading, name: str, one: Field, behind: list[Field]) -> Iterator[_Read]:
    """One branch: the condition with what stands below it and behind it.  `ELSE: step` goes there."""
    node = opened(one.node)
    last = behind[-1].span if behind else one.span
    found = Found(Span(last.source, one.key_span.start, last.end))
    steps: list[ir.Step] = []
    if name != "else":
        if node.head is None:
            reading.diagnostics.add("ABLX_VALUE_MISSING", one.key_span, key=one.key)
            return
        found.values["when"] = expression("condition")(reading, node)
        found.spans["when"] = node.head.content
    elif node.head is not None:
        step = goto(reading, Node(node.span, node.head))
        steps = [step] if step is not MISSING else []
    steps.extend(_steps(reading, [*node.fields, *node.items, *behind]))
    if found.values.get("when") is not MISSING:
        yield reading.build(ir.Branch, found, steps=tuple(steps))


def read_branches(reading: Reading, node: Node) -> tuple[ir.Branch, ...]:
    """A list of IF and ELSE branches, one branch as a map, a step's name, or actions without a condition.

    An entry of the list without a condition is an ELSE.
    """
    node = opened(node)
    if node.head is not None and not node.fields:
        step = goto(reading, node)
        return () if step is MISSING else (reading.build(ir.Branch, Found(node.span), steps=(step,)),)
    found: list[ir.Branch] = []
    entries = [Node(node.span, node.head, node.fields), *node.items]
    for entry in entries:
        steps: list[ir.Step] = []
        for value in _read(reading, [entry] if not entry.is_empty else []):
            if isinstance(value, ir.Branch):
                found.append(value)
            else:
                steps.append(value)
        if steps:
            found.append(reading.build(ir.Branch, Found(entry.span), steps=tuple(steps)))
    return tuple(found)
