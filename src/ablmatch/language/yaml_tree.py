"""Reads the YAML format into the tree, with places, by the rules of YAML 1.2 core: `on` is a key, `yes` a text."""

from __future__ import annotations

from typing import Any

import yaml

from ablmatch.language.diagnostics import Diagnostics
from ablmatch.language.source import Source, Span
from ablmatch.language.tree import Field, Node, Scalar

LOADER: Any = getattr(yaml, "CSafeLoader", yaml.SafeLoader)
MAX_NODES = 200_000
MAX_DEPTH = 64


def read_yaml(source: Source, diagnostics: Diagnostics) -> list[Node]:
    """One tree for each document of the source; what stands before a syntax error is kept where YAML can tell."""
    found: list[Node] = []
    try:
        loader = LOADER(source.text)
        try:
            while loader.check_node():
                node = loader.get_node()
                found.append(_Converter(source, diagnostics).node(node, 0))
        finally:
            loader.dispose()
    except yaml.YAMLError as error:
        diagnostics.add("ABLX_YAML_SYNTAX", _place_of(source, error), problem=_problem_of(error))
    except RecursionError:
        diagnostics.add("ABLX_YAML_SYNTAX", Span(source, 0, 0), problem="it is nested too deeply")
    return found


def _place_of(source: Source, error: yaml.YAMLError) -> Span:
    mark = getattr(error, "problem_mark", None) or getattr(error, "context_mark", None)
    if mark is not None:
        at = source.offset(mark.line, mark.column)
    else:
        at = min(getattr(error, "position", 0) or 0, len(source.text))
    return Span(source, at, min(at + 1, len(source.text)))


def _problem_of(error: yaml.YAMLError) -> str:
    problem = getattr(error, "problem", None) or getattr(error, "reason", None) or "it cannot be read"
    return str(problem)


class _Converter:
    def __init__(self, source: Source, diagnostics: Diagnostics) -> None:
        self.source = source
        self.diagnostics = diagnostics
        self.nodes = 0
        self.open: set[int] = set()

    def span(self, node: yaml.Node) -> Span:
        # By index: YAML counts more line breaks than \n, and its lines are not the source's.
        start, end = node.start_mark.index, node.end_mark.index
        # A block collection ends where the next token begins: white space and comments behind it are not its own.
        return Span(self.source, start, start + len(self.source.text[start:end].rstrip()))

    def node(self, node: yaml.Node, depth: int) -> Node:
        span = self.span(node)
        self.nodes += 1
        # Aliases can make a few bytes stand for millions of nodes, or for themselves.
        if self.nodes > MAX_NODES or depth > MAX_DEPTH or id(node) in self.open:
            if self.nodes <= MAX_NODES + 1 or id(node) in self.open:
                self.diagnostics.add("ABLX_YAML_SYNTAX", span, problem="it is too large, too deep or refers to itself")
            return Node(span)
        self.open.add(id(node))
        try:
            return self._convert(node, span, depth)
        finally:
            self.open.discard(id(node))

    def _convert(self, node: yaml.Node, span: Span, depth: int) -> Node:
        if isinstance(node, yaml.ScalarNode):
            return Node(span, self._scalar(node, span))
        if isinstance(node, yaml.SequenceNode):
            items = [self.node(item, depth + 1) for item in node.value]
            return Node(span, items=items, flow=bool(node.flow_style))
        found = Node(span, flow=bool(node.flow_style))
        seen: set[str] = set()
        for key_node, value_node in node.value:
            key_span = self.span(key_node)
            if not isinstance(key_node, yaml.ScalarNode):
                self.diagnostics.add("ABLX_YAML_SYNTAX", key_span, problem="a key must be a plain name")
                continue
            key = key_node.value
            if key in seen:
                self.diagnostics.add("ABLX_DUPLICATE_KEY", key_span, key=key)
            seen.add(key)
            found.fields.append(Field(key, key_span, self.node(value_node, depth + 1)))
        return found

    def _scalar(self, node: yaml.ScalarNode, span: Span) -> Scalar | None:
        if node.style in {"'", '"'}:
            return Scalar(node.value, "quoted", span)
        if node.style in {"|", ">"}:
            return Scalar(node.value.rstrip("\n"), "block", span)
        # Nothing behind a key is nothing, not an empty text.
        return Scalar(node.value, "bare", span) if node.value else None
