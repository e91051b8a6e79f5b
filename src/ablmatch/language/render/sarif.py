"""Findings as SARIF 2.1.0 (OASIS), which code hosts and editors read; the rules are the table of codes."""

from __future__ import annotations

import json
from collections.abc import Sequence
from pathlib import Path
from typing import Any
from urllib.parse import quote

from ablmatch._core import __version__
from ablmatch.language.codes import TABLE, Code
from ablmatch.language.diagnostics import Diagnostic
from ablmatch.language.source import Span

SCHEMA = "https://json.schemastore.org/sarif-2.1.0.json"


def to_sarif(diagnostics: Sequence[Diagnostic]) -> str:
    """One run with every rule of the table and one result a finding; ASCII only."""
    places = {code.name: at for at, code in enumerate(TABLE)}
    run = {
        "tool": {
            "driver": {"name": "ablmatch", "semanticVersion": __version__, "rules": [_rule(one) for one in TABLE]}
        },
        "columnKind": "unicodeCodePoints",
        "results": [_result(one, places[one.code]) for one in diagnostics],
    }
    return json.dumps({"$schema": SCHEMA, "version": "2.1.0", "runs": [run]}, indent=2)


def _rule(code: Code) -> dict[str, Any]:
    found: dict[str, Any] = {
        "id": code.name,
        "shortDescription": {"text": code.title},
        "fullDescription": {"text": code.explanation},
        "defaultConfiguration": {"level": code.severity},
    }
    if code.bad:
        text = f"{code.explanation}\n\nThis raises it:\n\n{code.bad}\nThis does not:\n\n{code.good}"
        markdown = (
            f"{code.explanation}\n\nThis raises it:\n\n```\n{code.bad}```\n\nThis does not:\n\n```\n{code.good}```"
        )
        found["help"] = {"text": text, "markdown": markdown}
    return found


def _result(one: Diagnostic, rule: int) -> dict[str, Any]:
    found: dict[str, Any] = {
        "ruleId": one.code,
        "ruleIndex": rule,
        "level": one.severity,
        "message": {"text": one.message},
        "locations": [_location(one.span)],
    }
    if one.related:
        found["relatedLocations"] = [
            {"id": at, **_location(other.span), "message": {"text": other.message}}
            for at, other in enumerate(one.related)
        ]
    return found


def _location(span: Span) -> dict[str, Any]:
    line, column = span.source.place(span.start)
    end_line, end_column = span.source.place(span.end)
    region = {"startLine": line, "startColumn": column, "endLine": end_line, "endColumn": end_column}
    return {"physicalLocation": {"artifactLocation": {"uri": _uri(span.source.name)}, "region": region}}


def _uri(name: str) -> str:
    """A relative reference for a relative path, a file URI for an absolute one."""
    if Path(name).is_absolute():
        return Path(name).as_uri()
    return quote(name.replace("\\", "/"), safe="/")
