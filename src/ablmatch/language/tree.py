"""The one tree that both formats are read into, before anybody knows what a section means.

A node has a head (a scalar), named fields and items, each of which may be missing.  YAML scalars are heads, mappings
fields, sequences items.  The text format puts fields below a head as well: `- REQUIRE x` with `ON_FAIL:` under it is an
item with a head and a field, `CALL: look_up` with `WHEN:` under it a field whose node has a head and a field.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Literal

import msgspec

from ablmatch.language.source import Span

Style = Literal["bare", "quoted", "block"]
Format = Literal["text", "yaml"]


# No part refers to one above it: reference counts free them all, and the collector need not look for cycles.
class Scalar(msgspec.Struct, frozen=True, gc=False):
    """A written value.  `text`: without quotes and escapes; `span`: with them.

    `content`: where the text itself begins, for places inside it; only exact for bare scalars and quoted ones without
    escapes.
    """

    text: str
    style: Style
    span: Span

    @property
    def content(self) -> Span:
        inset = 1 if self.style == "quoted" and self.span.end - self.span.start >= 2 else 0
        return Span(self.span.source, self.span.start + inset, self.span.end - inset)


class Node(msgspec.Struct, gc=False):
    """A head, fields and items, each of which may be missing."""

    span: Span
    head: Scalar | None = None
    fields: list[Field] = []
    items: list[Node] = []
    # Comments on lines of their own in front of the node, and what follows the last child.
    comments: list[str] = []
    trailing: list[str] = []
    # An inline collection of the text format ([…], {…}) stands as its head; YAML's flow collections as items or fields.
    flow: bool = False

    @property
    def is_empty(self) -> bool:
        return self.head is None and not self.fields and not self.items

    def find(self, *keys: str) -> Field | None:
        """The last field with one of these keys (the later of two duplicates counts)."""
        return next((one for one in reversed(self.fields) if one.key in keys), None)

    def __iter__(self) -> Iterator[Field]:
        return iter(self.fields)


class Field(msgspec.Struct, gc=False):
    """`key`: as written.  `node`: what belongs to it."""

    key: str
    key_span: Span
    node: Node
    comments: list[str] = []

    @property
    def span(self) -> Span:
        return Span(self.key_span.source, self.key_span.start, max(self.key_span.end, self.node.span.end))
