"""The HTML report of a run: one file that needs nothing else, neither network nor script.

Everything that comes from the file or the command line is escaped here, once, at the place where it enters the page.
Values of rows are on the page only when the caller asked for them.
"""

from __future__ import annotations

from collections.abc import Iterator
from html import escape

from ablmatch.match.scalar import RESULTS
from ablmatch.verify.examples import Example, Telling
from ablmatch.verify.histogram import histogram_svg, share_svg
from ablmatch.verify.report_flips import flips_section
from ablmatch.verify.report_policy import policy_section
from ablmatch.verify.report_style import STYLE
from ablmatch.verify.report_value import value_html
from ablmatch.verify.summary import FieldSummary, Summary

_EVIDENCE_ROWS = 12


def report_html(summary: Summary, *, show_values: bool) -> str:
    """The whole page as text, to be written as UTF-8."""
    parts = [
        '<!DOCTYPE html>\n<html lang="en"><head><meta charset="utf-8">',
        '<meta name="viewport" content="width=device-width, initial-scale=1">',
        # Belt and braces: even a value that slipped through unescaped could load and run nothing.
        "<meta http-equiv=\"Content-Security-Policy\" content=\"default-src 'none'; style-src 'unsafe-inline'\">",
        f"<title>Verification of {escape(summary.input)}</title><style>{STYLE}</style></head>\n<body>\n",
        *_head(summary, show_values),
        *(_overview(summary) if summary.fields else ()),
        *(policy_section(summary.policy, summary.unit) if summary.policy is not None else ()),
    ]
    if summary.policy is not None and summary.flips is not None:
        parts += flips_section(summary.flips, summary.policy, summary.unit, show_values=show_values)
    for place, field in enumerate(summary.fields, 1):
        parts += _field(field, f"field-{place}", summary.unit, show_values)
    parts.append("<footer>Made by ablmatch. Scores run from 0 to 100; a pair with nothing to judge has none.</footer>")
    parts.append("\n</body></html>\n")
    return "".join(parts)


def _head(summary: Summary, show_values: bool) -> Iterator[str]:
    yield "<header><h1>Identity verification</h1>"
    yield f'<p class="soft">{escape(summary.input)}, phone region {escape(summary.region)}</p>'
    yield '<dl class="totals">'
    for word, figure in (
        ("rows verified", f"{summary.rows:,}"),
        ("broken rows left out", f"{summary.skipped:,}"),
        ("seconds", f"{summary.seconds:,.2f}"),
        ("rows a second", f"{summary.rate:,.0f}"),
    ):
        yield f"<div><dt>{word}</dt><dd>{figure}</dd></div>"
    yield "</dl>"
    for note in summary.notes:
        yield f"<p>Note: {escape(note)}</p>"
    if show_values:
        yield "<p><strong>This page shows values of the file. Keep it where the file may be kept.</strong></p>"
    else:
        yield '<p class="soft">Values are not on this page; rows are named by number. --show-values shows them.</p>'
    yield "</header>\n"


def _overview(summary: Summary) -> Iterator[str]:
    yield '<section><h2>All fields</h2><div class="wide"><table><caption>Rows by result, with their share.</caption>'
    yield '<thead><tr><th scope="col">field</th><th scope="col">kind</th>'
    for result in RESULTS:
        yield f'<th scope="col" class="n"><span class="chip {result}"></span>{result}</th>'
    yield '<th scope="col" class="n">invalid</th><th scope="col">share</th></tr></thead><tbody>'
    for place, field in enumerate(summary.fields, 1):
        name = escape(field.field.name)
        yield f'<tr><th scope="row"><a href="#field-{place}">{name}</a></th><td>{escape(field.field.kind)}</td>'
        for result in RESULTS:
            share = f'<span class="percent">{field.share(result):.1f} %</span>'
            yield f'<td class="n">{field.results[result]:,} {share}</td>'
        yield f'<td class="n">{field.invalid:,}</td><td>{share_svg(field)}</td></tr>'
    yield "</tbody></table></div>"
    yield '<p class="soft">Invalid is text that cannot be decoded; it is counted as missing too.</p></section>\n'


def _field(field: FieldSummary, identity: str, unit: str, show_values: bool) -> Iterator[str]:
    spec = field.field
    yield f'<section id="{identity}"><h2>{escape(spec.name)}</h2>'
    yield f'<p class="soft">{escape(spec.kind)}: column {escape(spec.said)} against column {escape(spec.stored)}</p>'
    yield histogram_svg(field, identity)
    if field.telling is not None:
        yield from _examples(field.telling, unit, show_values)
        yield from _evidence(field.telling)
    yield "</section>\n"


def _examples(telling: Telling, unit: str, show_values: bool) -> Iterator[str]:
    if not telling.groups:
        return
    columns = 6 if show_values else 4
    counted = "data rows, from 1 after the header" if unit == "row" else "lines of the file"
    yield '<h3>Telling rows</h3><div class="wide"><table class="rows">'
    yield f"<caption>Numbers count {counted}.</caption><thead><tr>"
    yield f'<th scope="col" class="n">{unit}</th><th scope="col" class="n">score</th><th scope="col">result</th>'
    yield '<th scope="col">evidence</th>'
    if show_values:
        yield '<th scope="col">said</th><th scope="col">stored</th>'
    yield "</tr></thead>"
    for title, examples in telling.groups:
        yield f'<tbody><tr><th class="group" scope="rowgroup" colspan="{columns}">{title}</th></tr>'
        for example in examples:
            yield from _example(example, show_values)
        yield "</tbody>"
    yield "</table></div>"


def _example(example: Example, show_values: bool) -> Iterator[str]:
    score = "none" if example.score < 0 else str(example.score)
    yield f'<tr><td class="n">{example.number:,}</td><td class="n">{score}</td>'
    yield f'<td><span class="chip {example.result}"></span>{example.result}</td><td>{_words(example.evidence)}</td>'
    if show_values:
        yield f'<td class="value">{value_html(example.said)}</td><td class="value">{value_html(example.stored)}</td>'
    yield "</tr>"


def _evidence(telling: Telling) -> Iterator[str]:
    if not telling.evidence:
        return
    yield '<h3>Evidence</h3><div class="wide"><table>'
    yield f"<caption>How often each reason occurs in a sample of {telling.sampled:,} rows.</caption>"
    yield '<thead><tr><th scope="col">evidence</th><th scope="col" class="n">rows</th>'
    for result in RESULTS:
        yield f'<th scope="col" class="n"><span class="chip {result}"></span>{result}</th>'
    yield "</tr></thead><tbody>"
    for word, by_result in telling.evidence[:_EVIDENCE_ROWS]:
        yield f'<tr><th scope="row">{_words((word,))}</th><td class="n">{sum(by_result.values()):,}</td>'
        for result in RESULTS:
            yield f'<td class="n">{by_result[result]:,}</td>' if by_result.get(result) else '<td class="n"></td>'
        yield "</tr>"
    yield "</tbody></table></div>"
    rest = len(telling.evidence) - _EVIDENCE_ROWS
    if rest > 0:
        yield f'<p class="soft">{rest} rarer reasons are not listed.</p>'


def _words(evidence: tuple[str, ...]) -> str:
    return escape(", ".join(word.replace("_", " ") for word in evidence)) or '<span class="soft">none</span>'
