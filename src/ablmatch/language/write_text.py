"""Writes a YAML agent in the text format: the same tree, which the text format can hold as it is."""

from __future__ import annotations

import re
from dataclasses import dataclass

from msgspec.structs import replace

from ablmatch.language.diagnostics import Diagnostics
from ablmatch.language.documents import Document, documents
from ablmatch.language.errors import ExpressionError
from ablmatch.language.expressions import parse
from ablmatch.language.fmt import STEP, Layout, has_shorthands, shape
from ablmatch.language.inline import opened
from ablmatch.language.nodes import Literal
from ablmatch.language.reading import scalar_value
from ablmatch.language.source import Source
from ablmatch.language.text_tree import read_text
from ablmatch.language.tree import Field, Node, Scalar

_NAME = re.compile(r"[A-Za-z_@$][\w.\-\[\]*]*")
_ESCAPES = str.maketrans({"\\": "\\\\", '"': '\\"', "\n": "\\n", "\t": "\\t"})
# Quotes make a message of an action in the text format, and only carry it in YAML.
_ACTIONS = {"on_fail", "on_exhausted", "on_failure"}
_ACTION = re.compile(r"(HANDOFF|ESCALATE|BLOCK|RESPOND)(?![\w-]).*", re.DOTALL)

# The value of a STORE block: an expression with or without quotes in YAML, a text with them in the text format.
_STORED = "store.value"


class NoTextError(ValueError):
    """A tree that the text format cannot write; `node` is the place, the message the reason."""

    def __init__(self, message: str, node: Node) -> None:
        super().__init__(message)
        self.node = node


def text_twin(source: Source) -> str:
    """A YAML source in the text format, with its comments.  Raises NoTextError for what has no place there."""
    diagnostics = Diagnostics()
    found = documents(source, diagnostics)
    for one in diagnostics:
        if one.severity == "error":
            raise NoTextError(str(one), Node(one.span))
    if has_shorthands(source):
        raise NoTextError("anchors, tags and directives are YAML's own", found[0].node)
    for later in found[1:]:
        if later.kind not in {"agent", "supervisor", "profile"}:
            # Only headers part documents of a text: TOOLS would be a section of the agent above it.
            raise NoTextError("a tool library behind another document needs a file of its own", later.node)
    inlined = [Document(one.source, one.format, one.kind, _inline(one.node)) for one in found]
    return _TextLayout(source, inlined).write()


def _inline(node: Node, key: str = "", *, entry: bool = False) -> Node:
    """The tree with its inline collections where the text format reads them alike, as blocks elsewhere.

    An entry of a list is no inline map: not every section of the text format looks into one.
    """
    if (
        node.flow
        and node.head is None
        and not (entry and node.fields)
        and key.lower() != "store"
        and _reads_alike(node)
    ):
        return node
    head = node.head
    if head is not None and key.lower() in _ACTIONS and head.style == "quoted" and _ACTION.fullmatch(head.text):
        head = replace(head, style="bare")
    if head is not None and key == _STORED:
        head = _stored(head)
    stored = key.lower() == "store"
    fields = [
        replace(one, node=_inline(one.node, _STORED if stored and one.key == "value" else one.key))
        for one in node.fields
    ]
    empty = node.flow and not node.fields and not node.items
    return replace(node, head=head, fields=fields, items=[_inline(item, entry=True) for item in node.items], flow=empty)


def _stored(head: Scalar) -> Scalar:
    """An expression without the quotes that only carry it; one that is a text alone is written in its quotes."""
    try:
        found = parse(head.text)
    except ExpressionError:
        return head
    if isinstance(found, Literal) and isinstance(found.value, str):
        return replace(head, text=found.value, style="quoted")
    return replace(head, style="bare")


def _reads_alike(node: Node) -> bool:
    text = node.span.text
    if "\n" in text or not (node.fields or node.items):
        return False
    inner = opened(Node(node.span, Scalar(text, "bare", node.span)))
    return _plain(inner) == _plain(node)


def _plain(node: Node) -> object:
    head, _, _, _ = shape(node)
    return head, [(one.key, _plain(one.node)) for one in node.fields], [_plain(item) for item in node.items]


@dataclass(slots=True)
class _TextLayout(Layout):
    """The layout of a YAML source, its keys and values as the text format writes them."""

    def _part_documents(self) -> None:
        """A header begins a document."""

    def _key(self, one: Field, indent: int) -> str:
        key = one.key.upper() if indent == 0 else one.key
        if _NAME.fullmatch(key):
            return key
        if '"' in key or "\n" in key or not key:
            raise NoTextError("a key like this has no place in the text format", one.node)
        return f'"{key}"'

    def _value(self, node: Node, indent: int) -> str:
        head = node.head
        if head is None:
            return node.span.text if node.flow else ""
        if head.style == "block" and _is_block(head.text):
            inner = " " * (indent + STEP)
            return "\n".join(["|", *(inner + line if line else "" for line in head.text.split("\n"))])
        if head.style == "bare" and (_is_bare(head.text) or not isinstance(scalar_value(head), str)):
            return head.text
        return f'"{head.text.translate(_ESCAPES)}"'


def _is_block(text: str) -> bool:
    """Whether a block gives back the text: it loses white space that all lines begin or end with."""
    lines = text.split("\n")
    filled = [line for line in lines if line.strip()]
    return (
        bool(filled)
        and bool(lines[-1].strip())
        and any(line[0] not in " \t" for line in filled)
        and all(line == line.rstrip(" \t\r") for line in lines)
    )


def _is_bare(text: str) -> bool:
    """Whether the text format reads a text without quotes as itself, behind a key and behind a dash."""
    found = read_text(Source("", f"k: {text}\nl:\n  - {text}"), Diagnostics())
    wanted = Node(found.span, Scalar(text, "bare", found.span))
    if len(found.fields) != 2 or len(found.fields[1].node.items) != 1:
        return False
    values = (found.fields[0].node, found.fields[1].node.items[0])
    return all(shape(one) == shape(wanted) and opened(one) is one for one in values)
