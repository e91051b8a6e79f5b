"""What may be written at a place: keys of the block, words of a closed set, names, and what expressions are made of."""

from __future__ import annotations

import re
from collections.abc import Iterator

from lsprotocol import types

from ablmatch.language.agents import SECTIONS
from ablmatch.language.codes import CODES
from ablmatch.language.functions import TABLE
from ablmatch.language.functions.filters import TEMPLATE_FILTERS
from ablmatch.language.tree import Field, Format
from ablmatch.lsp.hover import declaration, function_page
from ablmatch.lsp.names import declared
from ablmatch.lsp.places import in_expression, placeholders, probe
from ablmatch.lsp.probe import WORD, Probe, describe
from ablmatch.lsp.state import View

_KIND = types.CompletionItemKind
_PREFIX = re.compile(r"[A-Za-z_@][\w.]*\Z")
_REST = re.compile(r"\w*")
# A line on which a key may begin: white space and dashes, the part of a word, nothing behind it.
_KEY_LINE = re.compile(r"[ \t]*(?:-[ \t]+)*[A-Za-z_]*\Z")
_OPERATORS = (
    "AND",
    "OR",
    "NOT",
    "IMPLIES",
    "IN",
    "IS SET",
    "IS NOT SET",
    "contains",
    "matches",
    "true",
    "false",
    "null",
)
_CHECKPOINTS = ("BEFORE calling", "BEFORE returning results")
_TERMINAL = ("COMPLETE", "ESCALATE")
_HEADERS = ("AGENT", "SUPERVISOR")
_SORTS = {
    "agent": _KIND.Class, "step": _KIND.Event, "tool": _KIND.Method, "variable": _KIND.Variable, "path": _KIND.Field,
    "template": _KIND.Text, "handler": _KIND.Interface,
}  # fmt: skip


def completion(view: View, position: types.Position) -> list[types.CompletionItem]:
    """The items in the order of their tables, each with the stretch of text that it replaces."""
    offset = view.offset(position)
    line = view.text.rfind("\n", 0, offset) + 1
    before = view.text[line:offset]
    prefix = _PREFIX.search(before)
    start = offset - len(prefix[0]) if prefix is not None else offset
    rest = _REST.match(view.text, offset)
    end = rest.end() if rest is not None else offset
    following = view.text[end : view.text.find("\n", end)] if "\n" in view.text[end:] else view.text[end:]
    place = view.lines.range(view.span(start, end))
    found = list(_values(view, probe(view, start, end), offset))
    if _KEY_LINE.match(before) and not following.strip(" \t\r"):
        keys = list(_keys(view, probe(view, start, end, f"{WORD}: x")))
        # In the text format `REQUIRE condition` is the usual form of what may be a key as well.
        found = [*found, *keys] if view.form == "text" else [*keys, *found]
    items: dict[str, types.CompletionItem] = {}
    for item in found:
        items.setdefault(item.label, item)
    for number, item in enumerate(items.values()):
        item.text_edit = types.TextEdit(place, item.insert_text or item.label)
        item.insert_text = None
        item.sort_text = f"{number:04}"
    return list(items.values())


# --- keys ----------------------------------------------------------------------------------------------------------


def _keys(view: View, found: Probe) -> Iterator[types.CompletionItem]:
    block = found.key
    if block is None:
        return
    fields, depth = block
    written = {one.key.lower() for one in fields}
    form = view.form
    if depth == 0:
        keywords = [*_HEADERS, *(one.keyword for one in SECTIONS)]
        has_header = bool(written & {one.lower() for one in _HEADERS})
        for keyword in keywords:
            if keyword.lower() not in written and not (has_header and keyword in _HEADERS):
                name = keyword if form == "text" else keyword.lower()
                yield types.CompletionItem(name, kind=_KIND.Module, detail="section", insert_text=f"{name}:")
        return
    for word in found.choices:
        yield types.CompletionItem(word, kind=_KIND.Property, insert_text=f"{word}:")
    heard = found.heard
    tables = heard.unknown or [(keys, "this block") for keys in heard.tables[-1:]]
    for keys, of in tables:
        for name, row in keys.items():
            described = describe(row, form, view.edition)
            if name.lower() in written or described.removed:
                continue
            label = _cased(name, fields, form)
            item = types.CompletionItem(label, kind=_KIND.Property, detail=f"key of {of}", insert_text=f"{label}: ")
            if described.choices:
                item.documentation = f"One of: {', '.join(described.choices)}"
            elif described.code is not None:
                item.documentation = CODES[described.code].explanation
            yield item


def _cased(name: str, fields: list[Field], form: Format) -> str:
    """YAML is lower case; in the text format a key is written as its neighbours, alone in upper case."""
    others = [one.key for one in fields if one.key != WORD]
    lower = form == "yaml" or (bool(others) and not others[0].isupper())
    return name if lower else name.upper()


# --- values --------------------------------------------------------------------------------------------------------


def _values(view: View, found: Probe, offset: int) -> Iterator[types.CompletionItem]:
    for word in found.choices:
        yield types.CompletionItem(word, kind=_KIND.EnumMember)
    agent = view.agent_at(offset)
    # The document as it stands may be too broken to tell its names; with a word in place of the gap it is not.
    own = [one for one in declared(found.project) if one.span.source.name == view.name]
    names = [*own, *(one for one in view.names if one.span.source.name != view.name)]
    sorts = list(dict.fromkeys(sort for sort, _ in found.names()))
    if in_expression(found):
        pipes = [before for before in placeholders(found) if "|" in before]
        if pipes:
            for one in TEMPLATE_FILTERS:
                yield types.CompletionItem(one.name, kind=_KIND.Operator, detail="filter", documentation=one.summary)
            return
        sorts = [*sorts, "variable", "path"]
    for sort in sorts:
        for name in names:
            if name.sort == sort and WORD not in name.name and (sort == "agent" or name.agent == agent):
                yield types.CompletionItem(
                    name.name,
                    kind=_SORTS[sort],
                    detail=f"{sort} of {name.agent}" if sort != "agent" else "agent",
                    documentation=types.MarkupContent(types.MarkupKind.Markdown, declaration(name)),
                )
        if sort == "step":
            for word in _TERMINAL:
                yield types.CompletionItem(word, kind=_KIND.Keyword, detail="ends the flow")
    if in_expression(found):
        if found.heard.in_rule:
            for word in _CHECKPOINTS:
                yield types.CompletionItem(word, kind=_KIND.Keyword, detail="checkpoint of the rule")
        yield from _expression()


def _expression() -> Iterator[types.CompletionItem]:
    for function in TABLE:
        page = types.MarkupContent(types.MarkupKind.Markdown, function_page(function))
        yield types.CompletionItem(function.name, kind=_KIND.Function, detail=function.signature, documentation=page)
    for word in _OPERATORS:
        yield types.CompletionItem(word, kind=_KIND.Keyword)
