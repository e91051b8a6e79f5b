"""Entries of lists of actions, brought into one form: the condition first, then the actions, ELSE last."""

from __future__ import annotations

import re

from ablmatch.language.inline import opened
from ablmatch.language.reading import Reading
from ablmatch.language.sections.conditions import is_condition
from ablmatch.language.sections.transitions import TERMINAL
from ablmatch.language.tree import Field, Node, Scalar

CONDITIONS = ("if", "when", "condition")
_IF = re.compile(r"(?:IF|WHEN)\s+(\S.*)", re.IGNORECASE | re.DOTALL)
_WORDS = {*TERMINAL, "HANDOFF", "DELEGATE"}
# Actions with keys of their own below them.
_HAVE_PARTS = {"respond", "transform", "call", "then", "goto", "transition", "escalate", "log"}


def laid_out(reading: Reading, node: Node) -> Node | None:
    """An entry without a head, its fields in the order in which they are read; None for a line that is no action.

    `- IF x == 1: COMPLETE`, in YAML a map with that key, `- IF x == 1` with actions below it, `- COMPLETE`.
    """
    node = opened(node)
    fields = node.fields
    if node.head is not None:
        fields = line_fields(node.head, node.fields)
        if not fields:
            return None
    elif fields and (match := _IF.fullmatch(fields[0].key)):
        one = fields[0]
        when = Scalar(match[1], "bare", one.key_span.within(match.start(1), match.end(1)))
        fields = [*_parted(when, one.node), *fields[1:]]
    return Node(node.span, fields=_ordered(_indented(reading, fields)), items=node.items)


def line_fields(head: Scalar, below: list[Field]) -> list[Field]:
    """The fields of an entry that is a line."""
    match = _IF.fullmatch(head.text)
    if match is not None:
        start = match.start(1)
        for colon in reversed([at.start() for at in re.finditer(":", match[1])]):
            # The condition ends at the last colon that leaves it readable.
            if is_condition(match[1][:colon].strip()):
                when = Scalar(match[1][:colon].strip(), "bare", head.content.within(start, start + colon))
                rest = match[1][colon + 1 :]
                at = start + colon + 1 + len(rest) - len(rest.lstrip())
                span = head.content.within(at, len(head.text))
                then = Node(span, Scalar(rest.strip(), "bare", span) if rest.strip() else None)
                return [*_parted(when, then), *below]
        when = Scalar(match[1], "bare", head.content.within(start, len(head.text)))
        return [*_parted(when, Node(when.span)), *below]
    word = head.text.split(" ", 1)[0].upper()
    place = head.span.within(0, len(word))
    if head.text.upper() == "ELSE":
        return [Field("else", place, Node(head.span)), *below]
    if head.text.upper() == "RETURN":
        return [Field("return", place, Node(head.span)), *below]
    return [Field("then", place, Node(head.span, head)), *below] if word in _WORDS else []


def _parted(when: Scalar, then: Node) -> list[Field]:
    condition = Field("if", when.span.within(0, 0), Node(when.span, when))
    if then.head is None:
        # The actions themselves.
        condition.node.fields, condition.node.items = then.fields, then.items
        return [condition]
    return [condition, Field("then", then.span.within(0, 0), then)]


def _indented(reading: Reading, fields: list[Field]) -> list[Field]:
    """What stands deeper than the first field, behind its value, belongs to that one."""
    first = fields[0] if fields else None
    if reading.format != "text" or first is None or first.node.head is None or first.key.lower() not in _HAVE_PARTS:
        return fields
    column = _column(first)
    own = [one for one in fields[1:] if _column(one) > column]
    if not own:
        return fields
    node = Node(first.node.span, first.node.head, [*first.node.fields, *own], first.node.items)
    return [Field(first.key, first.key_span, node), *(one for one in fields[1:] if one not in own)]


def _column(one: Field) -> int:
    return one.key_span.source.place(one.key_span.start)[1]


def _ordered(fields: list[Field]) -> list[Field]:
    """The only condition of an entry guards all of it, wherever it stands; an ELSE with its actions below ends it."""
    conditions = [one for one in fields if one.key.lower() in CONDITIONS]
    if len(conditions) != 1:
        return fields
    ends = [one for one in fields if one.key.lower() == "else" and not one.node.is_empty]
    if any(one.key.lower() == "else" and one.node.is_empty for one in fields):
        return fields
    return [*conditions, *(one for one in fields if one not in conditions and one not in ends), *ends]
