"""Tables for people: the explanation of one pair and the summary of a file, plain where there is no terminal."""

from __future__ import annotations

import sys
from collections.abc import Sequence

from rich import box
from rich.console import Console
from rich.table import Table
from rich.text import Text

from ablmatch.match.explanation import Explanation
from ablmatch.match.scalar import RESULTS
from ablmatch.verify.errors import printable
from ablmatch.verify.summary import FieldSummary, PolicySummary, Summary

_COLOURS = {"match": "green", "retry": "yellow", "mismatch": "red", "missing": "bright_black"}
# Without a terminal there is no width to fit into; lines are as long as they need to be.
_PLAIN_WIDTH = 240


def _console() -> Console:
    return Console(highlight=False, markup=False, width=None if sys.stdout.isatty() else _PLAIN_WIDTH)


def _table(*, title: str | None = None) -> Table:
    return Table(box=box.SIMPLE_HEAD, title=title, title_justify="left", title_style="bold", pad_edge=False)


def _shown(value: str | None) -> Text:
    return Text(printable(value)) if value else Text("nothing", style="dim italic")


def print_explanation(explanation: Explanation) -> None:
    """Score, result, both normal forms, the parts with how each compared, and the evidence, in one screen."""
    console = _console()
    verdict = (f"{explanation.score} {explanation.result}", f"bold {_COLOURS[explanation.result]}")
    console.print(Text.assemble(verdict, f"  as {explanation.kind}"))
    forms = Table(box=None, show_header=False, pad_edge=False)
    forms.add_row("said", _shown(explanation.said))
    forms.add_row("stored", _shown(explanation.stored))
    if explanation.reading:
        forms.add_row("reading", _shown(explanation.reading))
    console.print(forms)
    if explanation.parts:
        parts = _table()
        for heading in ("part", "said", "stored", "how"):
            parts.add_column(heading, overflow="fold")
        for part in explanation.parts:
            parts.add_row(Text(part.name), _shown(part.said), _shown(part.stored), Text(part.how))
        console.print(parts)
    reasons = Table(box=None, show_header=False, pad_edge=False)
    for name, reason in zip(explanation.evidence, explanation.reasons, strict=True):
        reasons.add_row(Text(name, style="bold"), Text(reason))
    console.print("evidence", style="dim")
    console.print(reasons)


def print_summary(summary: Summary) -> None:
    """One line a field, the decisions of the policy with a line a rule, then totals and where the files are."""
    console = _console()
    if summary.fields:
        console.print(_fields_table(summary))
    if summary.policy is not None:
        _print_policy(console, summary.policy)
    skipped = f", {summary.skipped:,} broken rows skipped" if summary.skipped else ""
    console.print(f"{summary.rows:,} rows{skipped}, {summary.seconds:,.2f} s, {summary.rate:,.0f} rows/s", style="bold")
    for word, path in (("output", summary.output), ("report", summary.report)):
        if path is not None:
            console.print(f"{word}: {printable(path)}", soft_wrap=True)


def _fields_table(summary: Summary) -> Table:
    table = _table()
    table.add_column("field", overflow="fold")
    table.add_column("kind")
    for result in RESULTS:
        table.add_column(Text(result, style=_COLOURS[result]), justify="right", no_wrap=True)
    table.add_column("invalid", justify="right", no_wrap=True)
    for field in summary.fields:
        table.add_row(Text(printable(field.field.name)), Text(field.field.kind), *_counts(field), f"{field.invalid:,}")
    return table


def _print_policy(console: Console, policy: PolicySummary) -> None:
    """The decisions, then one line a rule."""
    decisions = (("allow", policy.allowed, "green"), ("refuse", policy.refused, "red"))
    parts = [(f"  {word} {count:,} {policy.share(count):5.1f} %", colour) for word, count, colour in decisions]
    console.print(Text.assemble((f"policy {printable(policy.agent)}", "bold"), *parts))
    table = _table()
    table.add_column("rule", overflow="fold")
    table.add_column("action", overflow="fold")
    for heading in ("false", "error", "share"):
        table.add_column(heading, justify="right", no_wrap=True)
    table.add_column("first rows", overflow="fold")
    for rule in policy.rules:
        count = rule.false + rule.in_error
        table.add_row(
            Text(printable(rule.condition)),
            Text(printable(rule.action), style="yellow" if rule.warns else ""),
            f"{rule.false:,}",
            f"{rule.in_error:,}",
            Text(f"{policy.share(count):.1f} %", style="" if count else "dim"),
            ", ".join(map(str, rule.first_rows)),
        )
    console.print(table)


def _counts(field: FieldSummary) -> Sequence[Text]:
    cells = []
    for result in RESULTS:
        count, share = field.results[result], field.share(result)
        cells.append(Text(f"{count:,} {share:5.1f} %", style="" if count else "dim"))
    return cells
