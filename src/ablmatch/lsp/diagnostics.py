"""Findings of a project as an editor shows them, file by file."""

from __future__ import annotations

from lsprotocol import types

from ablmatch.language.compiler import check
from ablmatch.language.diagnostics import Diagnostic
from ablmatch.language.reading import Edition
from ablmatch.language.source import Span
from ablmatch.lsp.documents import Texts
from ablmatch.lsp.positions import Lines

SOURCE = "ablmatch"
_SEVERITIES = {"error": types.DiagnosticSeverity.Error, "warning": types.DiagnosticSeverity.Warning}


def findings(
    texts: Texts, *, edition: Edition = "current", lints: bool = False, encoding: str = "utf-16"
) -> dict[str, list[types.Diagnostic]]:
    """The findings of every file of a project by its URI, an empty list for a clean one."""
    lines = {name: Lines(text, encoding) for name, text in texts.by_name.items()}
    found: dict[str, list[types.Diagnostic]] = {uri: [] for uri in texts.uris.values()}
    for one in check(texts.by_name, edition=edition, lints=lints):
        # What is of no file, such as a text that is too large, is shown where the editor is.
        name = one.source if one.source in lines else texts.name
        found[texts.uris[name]].append(_shown(one, lines[name], texts, lines))
    return found


def _shown(one: Diagnostic, own: Lines, texts: Texts, lines: dict[str, Lines]) -> types.Diagnostic:
    related = [
        types.DiagnosticRelatedInformation(
            types.Location(texts.uris[there.span.source.name], lines[there.span.source.name].range(there.span)),
            there.message,
        )
        for there in one.related
        if there.span.source.name in lines
    ]
    return types.Diagnostic(
        range=own.range(visible(one.span)),
        message=one.message,
        severity=_SEVERITIES[one.severity],
        code=one.code,
        source=SOURCE,
        related_information=related or None,
    )


def visible(span: Span) -> Span:
    """The first line of a span: a whole block under a wavy line hides what is wrong with it."""
    end = span.source.text.find("\n", span.start, span.end)
    return span if end < 0 else Span(span.source, span.start, max(end, span.start))
