"""SET in all its forms, and the arguments of WITH (language.md 1.7.4, 1.9)."""

from __future__ import annotations

import re
from collections.abc import Iterator

from ablmatch.language import ir
from ablmatch.language.inline import opened
from ablmatch.language.reading import Found, Reading, content, expression
from ablmatch.language.source import Span
from ablmatch.language.tree import Field, Node, Scalar

_TARGET = r"[A-Za-z_][A-Za-z0-9_]*(?:\.[A-Za-z0-9_]+|\[[^\]\n]*\])*"
_ASSIGNMENT = re.compile(rf"\s*({_TARGET})\s*=(?!=)\s*", re.ASCII)
# The path of a variable: what stands in front of the sign.
TARGET = re.compile(_TARGET, re.ASCII)
_NOT_PLAIN = str.maketrans({"\\": "\\\\", '"': '\\"', "\n": "\\n", "\t": "\\t"})


def text_literal(text: str) -> str:
    """The expression that stands for a text."""
    return f'"{text.translate(_NOT_PLAIN)}"'


def read_assignments(reading: Reading, node: Node) -> tuple[ir.Assignment, ...]:
    """`a = expression` behind the key, on lines or behind dashes below it; or a map.

    In a map a quoted value is a template, an unquoted one an expression.
    """
    return tuple(_assignments(reading, opened(node)))


def _assignments(reading: Reading, node: Node) -> Iterator[ir.Assignment]:
    if node.head is not None:
        yield from _written(reading, node.head)
    # In the order of the text, whatever the forms.
    entries: list[Node | Field] = [*node.fields, *node.items]
    for entry in sorted(entries, key=lambda one: one.span.start):
        if isinstance(entry, Field):
            yield from _entry(reading, entry)
        else:
            yield from _assignments(reading, opened(entry))


def _written(reading: Reading, head: Scalar) -> Iterator[ir.Assignment]:
    """`target = expression`; in a block, one on each line."""
    if head.style == "block":
        yield from _lines(reading, head)
        return
    match = _ASSIGNMENT.match(head.text)
    if match is None or match.end() == len(head.text):
        reading.diagnostics.add("ABLX_ASSIGNMENT_INVALID", head.content)
        return
    place = head.content.within(match.end(), len(head.text))
    written = reading.expression(head.text[match.end() :], place)
    if written is not None:
        spans = {"target": head.content.within(match.start(1), match.end(1)), "expression": place}
        yield reading.build(ir.Assignment, Found(head.content, spans=spans), target=match[1], expression=written)


def _lines(reading: Reading, head: Scalar) -> Iterator[ir.Assignment]:
    at = head.span.start
    for line in head.text.split("\n"):
        if not line.strip():
            continue
        start = head.span.source.text.find(line.strip(), at, head.span.end)
        span = Span(head.span.source, max(start, at), max(start, at) + len(line.strip()))
        yield from _written(reading, Scalar(line.strip(), "bare", span))
        at = span.end


def _entry(reading: Reading, one: Field) -> Iterator[ir.Assignment]:
    """`target: value` of the map form."""
    if not TARGET.fullmatch(one.key):
        reading.diagnostics.add("ABLX_ASSIGNMENT_INVALID", one.key_span)
        return
    node = one.node
    spans = {"target": one.key_span, "expression": content(node), "template": content(node)}
    found = Found(one.span, spans=spans)
    if node.is_empty and not node.flow:
        reading.diagnostics.add("ABLX_VALUE_MISSING", one.key_span, key=one.key)
    elif node.head is not None and node.head.style != "bare":
        del spans["expression"]
        written = reading.template(node.head.text, content(node))
        yield reading.build(ir.Assignment, found, target=one.key, template=written)
    else:
        del spans["template"]
        value = expression()(reading, node)
        if isinstance(value, str):
            yield reading.build(ir.Assignment, found, target=one.key, expression=value)


# --- arguments -----------------------------------------------------------------------------------------------------


def read_arguments(reading: Reading, node: Node) -> tuple[ir.Assignment, ...]:
    """WITH: a map of parameters to values, lines of `parameter = value`, or names that stand for themselves.

    A quoted value is a text, with placeholders a template; any other is an expression.
    """
    return tuple(_arguments(reading, opened(node)))


def _arguments(reading: Reading, node: Node) -> Iterator[ir.Assignment]:
    if node.head is not None:
        for start, end in parts(node.head.text):
            yield from argument(reading, node.head.text[start:end], node.head.content.within(start, end))
    entries: list[Node | Field] = [*node.fields, *node.items]
    for entry in sorted(entries, key=lambda one: one.span.start):
        if isinstance(entry, Node):
            yield from _arguments(reading, opened(entry))
            continue
        head = entry.node.head
        if head is None or head.style == "bare" or "{{" in head.text:
            yield from _entry(reading, entry)
        else:
            literal = reading.expression(text_literal(head.text), head.span)
            spans = {"target": entry.key_span, "expression": head.content}
            yield reading.build(ir.Assignment, Found(entry.span, spans=spans), target=entry.key, expression=literal)


def argument(reading: Reading, text: str, span: Span, position: str = "") -> Iterator[ir.Assignment]:
    """`parameter = value`, or a value for the parameter at its position, or a name that stands for itself."""
    match = _ASSIGNMENT.match(text)
    start = match.end() if match is not None else len(text) - len(text.lstrip())
    value = text[start:].rstrip()
    place = span.within(start, start + len(value))
    target = match[1] if match is not None else position
    if not target and TARGET.fullmatch(value):
        target = value.rsplit(".", 1)[-1]
    if not target or not value:
        reading.diagnostics.add("ABLX_ARGUMENT_INVALID", place if value else span)
        return
    written = reading.expression(value, place)
    if written is not None:
        named = span.within(match.start(1), match.end(1)) if match is not None else place
        spans = {"target": named, "expression": place}
        yield reading.build(ir.Assignment, Found(span, spans=spans), target=target, expression=written)


def parts(text: str) -> list[tuple[int, int]]:
    """Where the parts between the commas of a list begin and end; commas in quotes and brackets part nothing."""
    found, start, depth, quote, at = [], 0, 0, "", 0
    while at < len(text):
        char = text[at]
        if quote:
            if char == "\\":
                at += 1
            elif char == quote:
                quote = ""
        elif char in "\"'":
            quote = char
        elif char in "([{":
            depth += 1
        elif char in ")]}":
            depth -= 1
        elif char == "," and depth == 0:
            found.append((start, at))
            start = at + 1
        at += 1
    return [*found, (start, len(text))] if text.strip() else []
