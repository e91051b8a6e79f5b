"""What stands at a place of an open document: a word, a key, what the language expects there."""

from __future__ import annotations

import re
from typing import NamedTuple

from ablmatch.language.source import Span
from ablmatch.language.tree import Field, Node
from ablmatch.lsp.names import Declared, resolve
from ablmatch.lsp.probe import WORD, Probe
from ablmatch.lsp.state import View

_WORD = re.compile(r"[A-Za-z_@][A-Za-z0-9_]*(?:\.[A-Za-z0-9_]+)*")
_OPENED = re.compile(r"\{\{(?:(?!\}\}).)*$", re.DOTALL)


class Word(NamedTuple):
    """A name with dots, where the cursor stands in it or behind it."""

    text: str
    start: int
    end: int


def word_at(text: str, offset: int) -> Word | None:
    """The word at an offset."""
    start = text.rfind("\n", 0, offset) + 1
    end = text.find("\n", offset)
    for match in _WORD.finditer(text, start, len(text) if end < 0 else end):
        if match.start() <= offset <= match.end():
            return Word(match[0], match.start(), match.end())
    return None


def probe(view: View, start: int, end: int, written: str = WORD) -> Probe:
    """The project with the made-up word at a place of the document."""
    return Probe(view.texts, view.span(start, end), written, view.edition)


def in_expression(found: Probe) -> bool:
    """Whether the word stands in an expression, or in the placeholder of a template."""
    return any(_is_code(text) for text in found.heard.expressions) or bool(placeholders(found))


def placeholders(found: Probe) -> list[str]:
    """What stands before the word in the placeholders of templates that hold it."""
    opened = (_OPENED.search(text[: text.index(WORD)]) for text in found.heard.templates)
    return [match[0] for match in opened if match is not None]


def _is_code(text: str) -> bool:
    """Whether the word is no part of a text in quotes, as far as can be told of a broken expression."""
    before = text[: text.index(WORD)]
    quote = ""
    escaped = False
    for char in before:
        if escaped:
            escaped = False
        elif quote and char == "\\":
            escaped = True
        elif quote:
            quote = "" if char == quote else quote
        elif char in "\"'":
            quote = char
    return not quote


def meant(view: View, offset: int) -> tuple[list[Declared], bool]:
    """The declarations that the word at a place stands for, and whether it stands in an expression."""
    own = [one for one in view.names if one.span.source.name == view.name and one.span.start <= offset <= one.span.end]
    if own:
        return own, False
    word = word_at(view.text, offset)
    if word is None:
        return [], False
    agent = view.agent_at(offset)
    found = probe(view, word.start, word.end)
    for sort, written in found.names():
        names = resolve(view.names, sort, written.replace(WORD, word.text), agent)
        if names:
            return names, False
    if in_expression(found):
        # Only up to the segment where the cursor stands: `user.pet|.name`.
        return resolve(view.names, "variable", word.text, agent), True
    return [], False


def key_at(view: View, offset: int) -> tuple[Field, int] | None:
    """The key at a place, and how deep it stands: 0 for sections."""
    for document in view.project.documents:
        if document.source.name == view.name:
            found = _key(document.node, offset, 0)
            if found is not None:
                return found
    return None


def _key(node: Node, offset: int, depth: int) -> tuple[Field, int] | None:
    for one in node.fields:
        if _holds(one.key_span, offset):
            return one, depth
        found = _key(one.node, offset, depth + 1)
        if found is not None:
            return found
    for item in node.items:
        found = _key(item, offset, depth + 1)
        if found is not None:
            return found
    return None


def _holds(span: Span, offset: int) -> bool:
    return span.start <= offset <= span.end
