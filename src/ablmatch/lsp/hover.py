"""What an editor shows of the thing under the pointer: a finding, a function, a declaration, a key."""

from __future__ import annotations

from typing import Any

from lsprotocol import types

from ablmatch.language import ir
from ablmatch.language.codes import CODES, Code
from ablmatch.language.functions import FUNCTIONS
from ablmatch.language.functions.filters import FILTERS
from ablmatch.language.functions.table import Function
from ablmatch.language.source import Span
from ablmatch.language.values import to_json
from ablmatch.lsp.names import Declared
from ablmatch.lsp.places import in_expression, key_at, meant, placeholders, probe, word_at
from ablmatch.lsp.probe import Described, describe, section
from ablmatch.lsp.state import View

_SORTS = {
    "agent": "agent", "step": "step of the flow", "tool": "tool", "variable": "session variable",
    "path": "persistent path", "template": "template", "handler": "return handler",
}  # fmt: skip


def hover(view: View, position: types.Position) -> types.Hover | None:
    """Markdown about a place: its findings first, then what stands there.  None where there is nothing to say."""
    offset = view.offset(position)
    parts = [code_page(CODES[code]) for code in _codes(view, position)]
    about = _about(view, offset)
    if about:
        parts.append(about)
    if not parts:
        return None
    word = word_at(view.text, offset)
    place = None if word is None else view.lines.range(view.span(word.start, word.end))
    return types.Hover(types.MarkupContent(types.MarkupKind.Markdown, "\n\n---\n\n".join(parts)), place)


def _codes(view: View, position: types.Position) -> list[str]:
    found = [str(one.code) for one in view.shown if one.range.start <= position <= one.range.end]
    return list(dict.fromkeys(found))


def _about(view: View, offset: int) -> str | None:
    key = key_at(view, offset)
    names, _ = meant(view, offset)
    if names:
        return "\n\n".join(declaration(one) for one in names)
    if key is not None:
        return _key(view, key[0].key, key[0].key_span, key[1])
    word = word_at(view.text, offset)
    if word is None:
        return None
    found = probe(view, word.start, word.end)
    if in_expression(found):
        # `abl.upper` is a function; so is the `ROUND` of `ROUND(…)`.
        function = FUNCTIONS.get(word.text)
        if function is not None and view.text[word.end :].lstrip()[:1] == "(":
            return function_page(function)
        chosen = FILTERS.get(word.text)
        if chosen is not None and any("|" in before for before in placeholders(found)):
            return f"`| {chosen.name}`: filter. {chosen.summary}"
    return None


# --- pages ---------------------------------------------------------------------------------------------------------


def code_page(code: Code) -> str:
    """What `ablmatch explain` says, and the example that does not raise the code."""
    return f"**{code.name}** ({code.severity}): {code.title}\n\n{code.explanation}\n\n```abl\n{code.good.rstrip()}\n```"


def function_page(function: Function) -> str:
    """The row of the function table."""
    text, result = function.example
    return f"```abl\n{function.signature}\n```\n\n{function.summary}\n\n`{text}` gives `{to_json(result)}`"


def declaration(one: Declared) -> str:
    """What a name was declared as, with all that is not left to its default."""
    head = f"`{one.name}`: {_SORTS[one.sort]} of `{one.agent}`" if one.sort != "agent" else f"`{one.name}`: agent"
    lines = [head, *(f"- {line}" for line in _details(one.part))]
    return "\n".join([lines[0], "", *lines[1:]]).rstrip()


def _details(part: ir.Part | None) -> list[str]:  # noqa: PLR0911 - one return for each sort of part
    if isinstance(part, ir.SessionVariable):
        writers = part.model_writers
        return [
            *_present("type", part.type), *_present("", part.description),
            *([f"initial: `{to_json(part.initial)}`"] if part.initial is not None else []),
            *_present("initial", part.initial_call), f"reset: {part.reset}",
            *(["readonly: only tools and authored steps write it"] if part.readonly else []),
            *([f"written by the models of: {', '.join(writers) or 'nobody'}"] if writers is not None else []),
            *([] if part.model_visible else ["hidden from the model"]),
        ]  # fmt: skip
    if isinstance(part, ir.PersistentPath):
        return [
            *_present("type", part.type), *_present("", part.description), f"scope: {part.scope}",
            f"access: {part.access}", *(["sensitive"] if part.sensitive else []),
        ]  # fmt: skip
    if isinstance(part, ir.GatherField):
        return ["gathered from the caller", *_present("type", part.type), *_present("prompt", part.prompt)]
    if isinstance(part, ir.Tool):
        given = ", ".join(f"{one.name}{'' if one.required else '?'}: {one.type}" for one in part.parameters)
        returns = f" -> {part.returns}" if part.returns else ""
        return [f"`{part.name}({given}){returns}`", *_present("", part.description), *_present("effect", part.effect)]
    if isinstance(part, ir.FlowStep):
        return ["reasons" if part.reasoning else "does what is written", *_present("goal", part.goal)]
    if isinstance(part, ir.Agent):
        return _present("goal", part.goal)
    return []


def _present(name: str, value: Any) -> list[str]:
    return [] if value is None else [f"{name}: {value}" if name else str(value)]


# --- keys ----------------------------------------------------------------------------------------------------------


def _key(view: View, written: str, span: Span, depth: int) -> str | None:
    """A section or a key of a block, by the row of its table."""
    form = view.form
    if depth == 0:
        row = section(written if form == "text" else written.upper())
        return None if row is None else _row(written, "section", describe(row, form, view.edition))
    found = probe(view, span.start, span.end).heard
    for keys, of in found.unknown:
        name = next(
            (name for name in keys if name == written or (form == "text" and name.lower() == written.lower())), ""
        )
        if name:
            return _row(written, f"key of {of}", describe(keys[name], form, view.edition))
    return None


def _row(written: str, what: str, described: Described) -> str:
    lines = [f"`{written}`: {what}"]
    if described.choices:
        lines.append(f"One of: {', '.join(f'`{one}`' for one in described.choices)}")
    if described.code is not None and what != "section":
        lines.append(CODES[described.code].explanation)
    if described.keys:
        lines.append(f"Keys: {', '.join(f'`{one}`' for one in described.keys)}")
    return "\n\n".join(lines)
