"""The steps of a flow: one row a property (language.md 1.9)."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any

from ablmatch.language import ir
from ablmatch.language.inline import opened
from ablmatch.language.reading import (
    MISSING,
    Found,
    Key,
    Keys,
    Reading,
    boolean,
    content,
    count,
    expression,
    names,
    opaque,
    template,
)
from ablmatch.language.sections.actions import read_branches, read_log, said
from ablmatch.language.sections.assignments import read_assignments
from ablmatch.language.sections.calls import BESIDE_CALL, read_call, read_transform, with_siblings
from ablmatch.language.sections.conditions import Prose, condition
from ablmatch.language.sections.constraints import read_rule_text
from ablmatch.language.sections.digressions import read_digressions
from ablmatch.language.sections.errors import read_error_handlers
from ablmatch.language.sections.failure import read_on_fail
from ablmatch.language.sections.gather import read_step_gather
from ablmatch.language.sections.transitions import OF_HANDLERS, STEP_NAME, goto
from ablmatch.language.source import Span
from ablmatch.language.tree import Field, Node, Scalar

_CARRIED = (
    "message_key", "behavior", "voice", "barge_in", "streaming", "corrections", "await_attachment", "secure_input",
    "actions", "on_action", "resolve_sip_destination", "rich_content", "formats", "description",
)  # fmt: skip


def _listed(read: Any) -> Any:
    """One, or several as a list."""

    def read_all(reading: Reading, node: Node) -> tuple[Any, ...]:
        several = node.items and node.head is None and not node.fields
        found = [read(reading, item) for item in (node.items if several else [node])]
        return tuple(one for one in found if one is not MISSING)

    return read_all


def _then(reading: Reading, node: Node) -> Any:
    """An ir.Goto: a step leaves its agent by a branch or a hand-off rule, not by THEN."""
    found = goto(reading, node)
    if isinstance(found, ir.Goto) and found.target not in OF_HANDLERS:
        return found
    return found if found is MISSING else reading.value_error("ABLX_THEN_INVALID", node)


def _exhausted(reading: Reading, node: Node) -> Any:
    found = _then(reading, node)
    return MISSING if found is MISSING else found.target


def _on_fail(reading: Reading, node: Node) -> Any:
    """An ir.Goto for the name of a step or a terminal word, an ir.OnFail for anything else."""
    node = opened(node)
    head = node.head
    if head is not None and not node.fields and not node.items:
        word = head.text.split(" ", 1)[0].upper()
        names_step = STEP_NAME.fullmatch(head.text) and (head.style == "bare" or reading.format == "yaml")
        if word == "ESCALATE" or (names_step and word not in {"BLOCK", "HANDOFF"} and head.text != "RESPOND"):
            return _then(reading, node)
    return read_on_fail(reading, Node(node.span, head, [_as_goto(one) for one in node.fields], node.items))


def _as_goto(one: Field) -> Field:
    """THEN of the block is continue or retry; a step's name there goes to the step."""
    head = one.node.head
    if one.key.lower() == "then" and head is not None and head.text.lower() not in {"continue", "retry"}:
        return Field("GOTO" if one.key.isupper() else "goto", one.key_span, one.node)
    return one


def _constraints(reading: Reading, node: Node) -> Any:
    """(texts for the prompt, rules): a text that begins with a keyword of rules is one."""
    node = opened(node)
    prose: list[str] = []
    rules: list[ir.Rule] = []
    for item in node.items or [node]:
        if item.head is None or item.fields:
            reading.value_error("ABLX_VALUE_TEXT", item)
            continue
        rule = read_rule_text(reading, Scalar(item.head.text, item.head.style, item.head.span))
        if rule is not None:
            rules.append(rule)
        elif not any(item.head.text.startswith(word) for word in _RULE_WORDS):
            prose.append(reading.template(item.head.text, item.head.content))
    return tuple(prose), tuple(rules)


_RULE_WORDS = ("REQUIRE ", "LIMIT ", "RESTRICT ", "WARN ")

STEP: Keys = {
    "reasoning": Key(boolean),
    "when": Key(expression("condition")),
    "goal": Key(template),
    "available_tools": Key(names),
    "exit_when": Key(condition),
    "max_turns": Key(count),
    "step_constraints": Key(_constraints),
    "max_attempts": Key(count),
    "on_exhausted": Key(_exhausted),
    "respond": Key(said),
    "present": Key(said),
    "gather": Key(read_step_gather),
    "complete_when": Key(expression("condition")),
    "clear": Key(names),
    "set": Key(read_assignments),
    "transform": Key(_listed(read_transform)),
    "log": Key(_listed(read_log)),
    "call": Key(read_call),
    "check": Key(expression("condition")),
    "on_fail": Key(_on_fail),
    "on_result": Key(read_branches),
    "on_success": Key(read_branches),
    "on_failure": Key(read_branches),
    "on_input": Key(read_branches),
    "sub_intents": Key(read_digressions(resume=True)),
    "digressions": Key(read_digressions(resume=False)),
    "on_error": Key(read_error_handlers),
    "then": Key(_then),
    **{name: Key(opaque) for name in _CARRIED},
}
_REPEATED = ("clear", "set", "transform", "log", "on_error", "digressions", "sub_intents")


@dataclass(slots=True)
class _Drawn:
    """What the fields of a step gave so far."""

    found: Found
    repeated: dict[str, list[Any]] = field(default_factory=lambda: {name: [] for name in _REPEATED})
    other: dict[str, Any] = field(default_factory=dict)

    def add(self, name: str, one: Field, value: Any) -> None:
        values, place = self.found.values, content(one.node)
        self.found.spans[name] = place
        if name in {"available_tools", "clear"}:
            self.found.items[name] = [content(item) for item in opened(one.node).items]
        if name in _CARRIED:
            self.other[name] = value
        elif name in self.repeated:
            self.repeated[name].extend(value)
        elif name == "gather":
            values["gather"], values["gather_prompt"], more = value
            self.other.update({f"gather_{key}": carried for key, carried in more.items()})
        elif name == "step_constraints":
            values["step_constraints"], values["step_rules"] = value
        elif name == "on_fail" and isinstance(value, ir.Goto):
            values["on_fail_goto"] = value
            self.found.spans["on_fail_goto"] = place
        elif isinstance(value, Prose):
            # For the model to judge.
            self.other[name] = str(value)
        else:
            values[name] = value


def read_step(reading: Reading, name: str, place: Span, node: Node) -> ir.FlowStep:
    """One step.  `place`: where its name stands."""
    node = opened(node)
    drawn = _Drawn(Found(Span(place.source, place.start, max(place.end, node.span.end)), spans={"name": place}))
    named = [(one, reading.find(one.key, STEP) or "") for one in node.fields]
    has_call = any(key == "call" for _, key in named)
    for one, key in named:
        if not key:
            if not (has_call and one.key.lower() in BESIDE_CALL):
                reading.unknown_key(one, STEP, "ABLX_KEY_UNKNOWN", "a step")
        elif one.node.is_empty and not one.node.flow:
            reading.diagnostics.add("ABLX_VALUE_MISSING", one.key_span, key=one.key)
        else:
            whole = with_siblings(reading, one, node.fields) if key == "call" else one
            value = STEP[key].read(reading, whole.node)
            if value is not MISSING:
                drawn.add(key, one, value)
    for item in node.items:
        reading.value_error("ABLX_ACTION_INVALID", item)
    if node.head is not None:
        reading.value_error("ABLX_STEP_INVALID", Node(node.head.span, node.head))
    if "reasoning" not in {key for _, key in named}:
        reading.diagnostics.add("ABLX_REASONING_MISSING", place, step=name)
    return _build(reading, name, drawn)


def _build(reading: Reading, name: str, drawn: _Drawn) -> ir.FlowStep:
    found, repeated = drawn.found, drawn.repeated
    found.values.setdefault("reasoning", False)
    present = found.take("present")
    if present is not None:
        # Both are said, one below the other.
        respond = found.values.get("respond")
        found.values["respond"] = present if respond is None else f"{respond}\n{present}"
    digressions = (*repeated.pop("sub_intents"), *repeated.pop("digressions"))
    lists = {key: tuple(value) for key, value in repeated.items()}
    return reading.build(ir.FlowStep, found, name=name, digressions=digressions, other=drawn.other, **lists)
