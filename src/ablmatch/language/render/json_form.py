"""Findings as one JSON object, for programs.

    {"version": 1, "edition": "current", "errors": 1, "warnings": 0, "sources": ["desk.agent.abl"],
     "diagnostics": [{"code": "E493", "severity": "error", "message": "…", "source": "desk.agent.abl",
                      "start": {"line": 7, "column": 17, "offset": 96}, "end": {…}, "related": [{"message": …}]}]}

Lines and columns are counted from 1, offsets from 0, all in characters (code points); `end` is the place behind.
"""

from __future__ import annotations

import json
from collections.abc import Sequence
from typing import Any

from ablmatch.language.diagnostics import Diagnostic
from ablmatch.language.source import Span

VERSION = 1


def to_json(diagnostics: Sequence[Diagnostic], sources: Sequence[str], edition: str) -> str:
    """The same findings always give the same text; ASCII only."""
    errors = sum(one.severity == "error" for one in diagnostics)
    value = {
        "version": VERSION,
        "edition": edition,
        "errors": errors,
        "warnings": len(diagnostics) - errors,
        "sources": list(sources),
        "diagnostics": [_finding(one) for one in diagnostics],
    }
    return json.dumps(value, indent=2)


def _finding(one: Diagnostic) -> dict[str, Any]:
    return {
        "code": one.code,
        "severity": one.severity,
        "message": one.message,
        **_place(one.span),
        "related": [{"message": other.message, **_place(other.span)} for other in one.related],
    }


def _place(span: Span) -> dict[str, Any]:
    return {"source": span.source.name, "start": _point(span, span.start), "end": _point(span, span.end)}


def _point(span: Span, offset: int) -> dict[str, int]:
    line, column = span.source.place(offset)
    return {"line": line, "column": column, "offset": offset}
