"""The canonical layout of a source: two spaces a level, one space behind a colon, blank lines between sections.

Words, quotes and the order of things stay as they are, comments too.  The result is read again before it is given out:
a layout that says anything else than the source is never written.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any

import yaml

from ablmatch.language.comments import Comment, comments
from ablmatch.language.diagnostics import Diagnostic, Diagnostics
from ablmatch.language.documents import Document, documents, format_of
from ablmatch.language.source import Source
from ablmatch.language.tree import Field, Format, Node, Scalar
from ablmatch.language.yaml_tree import LOADER

STEP = 2
# What a layout cannot carry: the tree holds what these stand for, not where they stand.
_SHORTHANDS = (yaml.AnchorToken, yaml.AliasToken, yaml.TagToken, yaml.DirectiveToken)
# Findings that concern the reading of lines, not their meaning.
_UNREADABLE = ("ABLX_TEXT_", "ABLX_YAML_", "ABLX_DUPLICATE_KEY")


class LayoutError(ValueError):
    """A source that cannot be laid out: one line with the reason.  `diagnostic`: what cannot be read, if that is it."""

    def __init__(self, message: str, diagnostic: Diagnostic | None = None) -> None:
        super().__init__(message)
        self.diagnostic = diagnostic


def format_source(source: Source) -> str:
    """The source in canonical layout.  Raises LayoutError where it cannot be read or laid out."""
    found, trees = _read(source)
    if format_of(source) == "yaml" and has_shorthands(source):
        raise LayoutError(f"{source.name}: anchors, tags and directives of YAML are left as they are")
    written = Layout(source, found).write()
    again = Source(source.name, written)
    laid_out = _read(again)[1]
    kept = [one.text for one in comments(source, trees)]
    if [shape(one) for one in trees] != [shape(one) for one in laid_out] or sorted(kept) != sorted(
        one.text for one in comments(again, laid_out)
    ):
        raise LayoutError(
            f"{source.name}: this cannot be laid out without a change of its meaning; it is left as it is"
        )
    return written


def has_shorthands(source: Source) -> bool:
    """Whether a YAML source holds anchors, aliases, tags or directives."""
    return any(isinstance(one, _SHORTHANDS) for one in yaml.scan(source.text, LOADER))


def _read(source: Source) -> tuple[list[Document], list[Node]]:
    diagnostics = Diagnostics()
    found = documents(source, diagnostics)
    for one in diagnostics:
        if one.code.startswith(_UNREADABLE):
            raise LayoutError(str(one), one)
    return found, [one.node for one in found]


def shape(node: Node) -> Any:
    """A tree without places and comments: what it says."""
    head = None if node.head is None else (node.head.text, node.head.style)
    flow = node.span.text if node.flow else ""
    return head, flow, [(one.key, shape(one.node)) for one in node.fields], [shape(item) for item in node.items]


@dataclass(slots=True)
class Layout:
    """Writes the documents of one source."""

    source: Source
    found: list[Document]
    lines: list[str] = field(default_factory=list)
    own: list[Comment] = field(default_factory=list)
    behind: dict[int, list[str]] = field(default_factory=dict)

    @property
    def format(self) -> Format:
        return format_of(self.source)

    def write(self) -> str:
        for one in comments(self.source, [one.node for one in self.found]):
            if one.own:
                self.own.append(one)
            else:
                self.behind.setdefault(one.line, []).append(one.text)
        for at, document in enumerate(self.found):
            if at:
                self._blank()
                self._part_documents()
            self._children(document.node, 0, self._end_of(at))
        self._comments(len(self.source.text), 0)
        # What no line took: it stood behind nothing that is written on a line.
        self.lines.extend(text for texts in self.behind.values() for text in texts)
        return "\n".join(self.lines).strip("\n") + "\n"

    def _part_documents(self) -> None:
        if self.format == "yaml":
            self.lines.append("---")

    def _end_of(self, at: int) -> int:
        """Where what follows a document begins."""
        if at + 1 == len(self.found):
            return len(self.source.text)
        start = self.found[at + 1].node.span.start
        return self.source.text.rfind("\n---", 0, start) + 1 if self.format == "yaml" else start

    # --- blank lines and comments -----------------------------------------------------------------------------------

    def _blank(self) -> None:
        if self.lines and self.lines[-1]:
            self.lines.append("")

    def _was_blank_before(self, start: int) -> bool:
        line = self.source.place(start)[0]
        return line > 1 and not self.source.line(line - 1).strip()

    def _comments(self, limit: int, indent: int, column: int = 0, *, first: bool = False) -> bool:
        """Writes the comments in front of a place; with a column, only those that stand as deep."""
        written = False
        while self.own and self.own[0].start < limit and self.own[0].column >= column:
            one = self.own.pop(0)
            if self._was_blank_before(one.start) and not (first and not written):
                self._blank()
            self.lines.append(" " * indent + one.text)
            written = True
        return written

    def _line(self, indent: int, text: str, start: int, end: int) -> None:
        """A line, with the comments behind what it is made of."""
        first, last = self.source.place(start)[0], self.source.place(max(end - 1, start))[0]
        behind = [one for line in range(first, last + 1) for one in self.behind.pop(line, ())]
        *above, tail = behind or [""]
        self.lines.extend(" " * indent + one for one in above)
        self.lines.extend((" " * indent + f"{text}  {tail}".rstrip()).split("\n"))

    # --- nodes ------------------------------------------------------------------------------------------------------

    def _children(self, node: Node, indent: int, limit: int) -> None:
        """Fields and items of a node in the order in which they are written; `limit`: where what follows begins."""
        parts: list[Field | Node] = sorted([*node.fields, *node.items], key=_start)
        for at, part in enumerate(parts):
            start = _start(part)
            following = _start(parts[at + 1]) if at + 1 < len(parts) else limit
            wanted = at > 0 and self._apart(parts[at - 1], part, indent)
            if wanted:
                self._blank()
            # Comments belong to what stands below them.
            commented = self._comments(start, indent, first=at == 0)
            if self._was_blank_before(start) and (at > 0 or commented):
                self._blank()
            self._part(part, indent, following)
        if parts:
            self._comments(limit, indent, self._depth(parts[0]))

    def _apart(self, before: Field | Node, part: Field | Node, indent: int) -> bool:
        """Sections of several lines stand apart."""
        return indent == 0 and (self._is_long(before) or self._is_long(part))

    def _is_long(self, part: Field | Node) -> bool:
        node = part.node if isinstance(part, Field) else part
        if node.head is not None and node.head.style == "block":
            return True
        return bool(node.fields or node.items) and not node.flow

    def _column(self, start: int) -> int:
        line, column = self.source.place(start)
        return len(self.source.line(line)[: column - 1].expandtabs(4))

    def _depth(self, part: Field | Node) -> int:
        """How deep a field or an entry stands, its dash included."""
        start = _start(part)
        if isinstance(part, Node) and self.format == "yaml":
            at = start - 1
            while at > 0 and self.source.text[at].isspace():
                at -= 1
            start = at if self.source.text[at] == "-" else start
        return self._column(start)

    def _part(self, part: Field | Node, indent: int, limit: int) -> None:
        self._take_behind(_start(part), indent)
        if isinstance(part, Field):
            self._field(part, indent, limit)
        else:
            self._item(part, indent, limit)

    def _field(self, one: Field, indent: int, limit: int, dash: str = "") -> None:
        """`KEY: value`, its children one level deeper; `dash`: what stands in front of it on its line."""
        node = one.node
        inner = indent + len(dash)
        text = f"{dash}{self._key(one, inner)}:"
        value = self._value(node, inner)
        end = self._value_end(node, one.key_span.end)
        start = one.key_span.start
        self._line(indent, f"{text} {value}" if value else text, start, end)
        if not node.flow or node.head is not None:
            self._children(node, inner + STEP, limit)

    def _item(self, node: Node, indent: int, limit: int) -> None:
        dash = "- " if self._has_dash(node) else ""
        if node.head is not None or node.flow:
            value = self._value(node, indent)
            self._line(indent, f"{dash}{value}", node.span.start, self._value_end(node, node.span.start))
            if node.head is not None:
                self._children(node, indent + STEP, limit)
            return
        parts: list[Field | Node] = sorted([*node.fields, *node.items], key=_start)
        first = parts[0] if parts else None
        if isinstance(first, Field) and not self._needs_own_line(first) and not self._comment_before(_start(first)):
            following = _start(parts[1]) if len(parts) > 1 else limit
            self._take_behind(first.key_span.start, indent)
            self._field(first, indent, following, dash)
            rest = Node(node.span, fields=node.fields[1:], items=node.items)
            self._rest(rest, indent + STEP, limit, self._column(_start(first)))
            return
        self._line(indent, "-", node.span.start, node.span.start + 1)
        self._children(node, indent + STEP, limit)

    def _rest(self, node: Node, indent: int, limit: int, column: int) -> None:
        """The children of an item behind the first, which stands on the line of the dash."""
        parts: list[Field | Node] = sorted([*node.fields, *node.items], key=_start)
        for at, part in enumerate(parts):
            self._comments(_start(part), indent)
            if self._was_blank_before(_start(part)):
                self._blank()
            self._part(part, indent, _start(parts[at + 1]) if at + 1 < len(parts) else limit)
        self._comments(limit, indent, column)

    def _take_behind(self, start: int, indent: int) -> None:
        """A comment behind a dash or a document mark that no line of ours ends with goes in front of what follows."""
        line = self.source.place(start)[0]
        # Comments come in the order of the text.
        while self.behind and (first := next(iter(self.behind))) < line:
            self.lines.extend(" " * indent + text for text in self.behind.pop(first))

    def _comment_before(self, start: int) -> bool:
        return bool(self.own) and self.own[0].start < start

    def _needs_own_line(self, one: Field) -> bool:
        """Behind a dash, what stands below a field with a value belongs to the item, not to the field."""
        return self.format == "text" and one.node.head is not None and bool(one.node.fields or one.node.items)

    def _has_dash(self, node: Node) -> bool:
        if self.format == "yaml":
            return True
        text, start = self.source.text, node.span.start
        return text[start : start + 1] == "-" and text[start + 1 : start + 2] in {"", " ", "\t", "\n", "\r"}

    # --- keys and values --------------------------------------------------------------------------------------------

    def _key(self, one: Field, _indent: int) -> str:
        """The key as it is written."""
        return one.key_span.text

    def _value(self, node: Node, indent: int) -> str:
        """The value as it is written, its further lines moved to where they belong."""
        if node.head is None:
            # Expressions may be written as collections: they are texts, in which nothing is moved.
            return node.span.text if node.flow else ""
        if node.head.style == "block":
            return self._block(node.head, indent)
        first, *rest = node.head.span.text.split("\n")
        inner = " " * (indent + STEP)
        return "\n".join([first.rstrip(), *((inner + one.strip()).rstrip() for one in rest)])

    def _block(self, head: Scalar, indent: int) -> str:
        """A block, its lines one level deeper than what it belongs to."""
        first, *rest = head.span.text.split("\n")
        if self.format == "text":
            rest = head.text.split("\n") if head.text else []
        elif any(char.isdigit() for char in first.partition("#")[0]):
            raise LayoutError(f"{self.source.name}: a block that states its own indentation is left as it is")
        else:
            filled = next((one for one in rest if one.strip()), "")
            margin = len(filled) - len(filled.lstrip(" "))
            rest = [one[margin:] for one in rest]
        inner = " " * (indent + STEP)
        return "\n".join([first.rstrip(), *(inner + one if one else "" for one in rest)])

    def _value_end(self, node: Node, otherwise: int) -> int:
        if node.head is not None:
            return node.head.span.start + 1 if node.head.style == "block" else node.head.span.end
        return node.span.end if node.flow else otherwise


def _start(part: Field | Node) -> int:
    return part.key_span.start if isinstance(part, Field) else part.span.start
