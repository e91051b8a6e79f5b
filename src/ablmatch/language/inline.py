"""Inline collections of the text format, `[a, "b"]` and `{a: 1, b: [c]}`, as the nodes that YAML's would be."""

from __future__ import annotations

from msgspec.structs import replace

from ablmatch.language.source import Span
from ablmatch.language.text_tree import MAX_DEPTH, unquote
from ablmatch.language.tree import Field, Node, Scalar


def opened(node: Node) -> Node:
    """The node with an inline collection as its items or fields; the node itself where its head is none.

    A head that only looks like a collection, such as `[a, b] + c` or `{a, b}` without an end, is left as it is.
    """
    head = node.head
    if head is None or head.style != "bare" or head.text[:1] not in {"[", "{"} or node.fields or node.items:
        return node
    reader = _Reader(head)
    found = reader.collection(0)
    if found is None or reader.at != len(head.text):
        return node
    return replace(found, comments=node.comments, trailing=node.trailing)


class _Reader:
    """Reads the text of one scalar; everything gives None for what it cannot read."""

    def __init__(self, head: Scalar) -> None:
        self.text = head.text
        self.span = head.span
        self.at = 0

    def skip(self) -> str:
        while self.at < len(self.text) and self.text[self.at] in " \t\r\n":
            self.at += 1
        return self.text[self.at : self.at + 1]

    def place(self, start: int, end: int) -> Span:
        return self.span.within(start, end)

    def collection(self, depth: int) -> Node | None:
        start = self.at
        closing = {"[": "]", "{": "}"}[self.text[start]]
        self.at += 1
        node = Node(self.place(start, start + 1), flow=True)
        while depth < MAX_DEPTH:
            char = self.skip()
            if char == closing:
                self.at += 1
                node.span = self.place(start, self.at)
                return node
            if not (self.entry(node, depth) if closing == "}" else self.item(node, depth)):
                return None
            char = self.skip()
            if char == ",":
                self.at += 1
            elif char != closing:
                return None
        return None

    def item(self, node: Node, depth: int) -> bool:
        value = self.value(",]", depth)
        if value is None:
            return False
        node.items.append(value)
        return True

    def entry(self, node: Node, depth: int) -> bool:
        key = self.scalar(":,}")
        if key is None or not key.text or self.skip() != ":":
            return False
        self.at += 1
        if self.skip() in {",", "}"}:
            value: Node | None = Node(self.place(self.at, self.at))
        else:
            value = self.value(",}", depth)
        if value is None:
            return False
        node.fields.append(Field(key.text, key.span, value))
        return True

    def value(self, stops: str, depth: int) -> Node | None:
        if self.skip() in {"[", "{"}:
            return self.collection(depth + 1)
        scalar = self.scalar(stops)
        return None if scalar is None else Node(scalar.span, scalar)

    def scalar(self, stops: str) -> Scalar | None:
        start = self.at
        if self.skip() in {'"', "'"}:
            start = self.at
            length, text = unquote(self.text[start:])
            if length < 0:
                return None
            self.at = start + length
            return Scalar(text, "quoted", self.place(start, self.at))
        while self.at < len(self.text) and self.text[self.at] not in stops:
            if self.text[self.at] in "[]{}\"'":
                return None
            self.at += 1
        text = self.text[start : self.at].strip()
        return Scalar(text, "bare", self.place(start, start + len(text))) if text else None
