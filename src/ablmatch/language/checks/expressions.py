"""Expressions and templates: calls that cannot succeed, kinds that are none, uses that are hardly meant."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from ablmatch.language.diagnostics import Diagnostic, Diagnostics
from ablmatch.language.expression_checks import Finding, Nearest, findings, template_findings
from ablmatch.language.expressions import parse
from ablmatch.language.nearest import nearest
from ablmatch.language.project import Project
from ablmatch.language.reading import Written
from ablmatch.language.source import Source, Span
from ablmatch.language.templates import parse_template

# Kinds of findings that are not here belong to checks which know more than the expression.
CODES: Mapping[str, str] = {
    "unresolved_call": "CEL_CONDITION_UNRESOLVED_CALL",
    "match_kind_unknown": "ABLX_MATCH_KIND_UNKNOWN",
    "function_regex_literal": "MATCHES_FUNCTION_REGEX_LITERAL",
    "infix_literal_ambiguous": "MATCHES_INFIX_LITERAL_AMBIGUOUS",
    "regex_invalid": "ABLX_REGEX_INVALID",
    "filter_unknown": "ABLX_FILTER_UNKNOWN",
}


def check_expressions(project: Project) -> None:
    """Every expression and template of every document, where it is written."""
    for reading in project.readings:
        for written in reading.written:
            for finding in found_in(written, project.diagnostics.suggestions.nearest):
                code = CODES.get(finding.kind)
                if written.use == "derived" and finding.kind == "unresolved_call":
                    code = "DERIVED_EXPRESSION_INVALID"
                if code is not None:
                    values: dict[str, Any] = dict(finding.values)
                    project.diagnostics.add(code, written.span.within(finding.start, finding.end), **values)
            if written.use == "template":
                for fault in parse_template(written.text).faults:
                    place = written.span.within(fault.start, fault.end)
                    project.diagnostics.add("ABLX_PLACEHOLDER_INVALID", place, problem=str(fault))


def found_alone(source: Source) -> list[Diagnostic]:
    """What is told of an expression that is a whole source.  Raises ExpressionError where it cannot be read."""
    told = Diagnostics()
    for finding in findings(parse(source.text)):
        code = CODES.get(finding.kind)
        if code is not None:
            values: dict[str, Any] = dict(finding.values)
            told.add(code, Span(source, finding.start, finding.end), **values)
    return told.in_order([source.name])


def found_in(written: Written, nearest: Nearest = nearest) -> Iterator[Finding]:
    """What is told of one expression or template, by places in its text."""
    if written.use == "template":
        return template_findings(parse_template(written.text), nearest)
    return findings(parse(written.text), nearest)
