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
from ablmatch.verify.flips import Flips
from ablmatch.verify.summary import Answer, FieldSummary, PolicySummary, Summary

_COLOURS = {"match": "green", "retry": "yellow", "mismatch": "red", "missing": "bright_black"}
# Without a terminal there is no width to fit into; lines are as long as they need to be.
_PLAIN_WIDTH = 240
# Pairs of old and new answers in a summary that is read on a screen.
_CHANGES = 12


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
    if summary.flips is not None:
        _print_flips(console, summary.flips)
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


def _decisions(title: str, policy: PolicySummary) -> Text:
    decisions = (("allow", policy.allowed, "green"), ("refuse", policy.refused, "red"))
    parts = [(f"  {word} {count:,} {policy.share(count):5.1f} %", colour) for word, count, colour in decisions]
    return Text.assemble((f"{title} {printable(policy.agent)}", "bold"), *parts)


def _print_flips(console: Console, flips: Flips) -> None:
    """The decisions of the old policy, the flips by direction, one line a rule and one line a pair of rules."""
    old = flips.against
    console.print(_decisions("against", old))
    by = flips.by_direction
    console.print(
        Text.assemble(
            (f"flips {flips.rows:,} {old.share(flips.rows):5.1f} %", "bold"),
            (f"  allow to refuse {by['allow_to_refuse']:,}", "red"),
            (f"  refuse to allow {by['refuse_to_allow']:,}", "green"),
            f"  refused otherwise {by['refused_otherwise']:,}",
        )
    )
    rules = _table()
    rules.add_column("rule", overflow="fold")
    for heading in ("refused old", "refused new", "newly allowed", "newly refused"):
        rules.add_column(heading, justify="right", no_wrap=True)
    for rule in flips.rules:
        counts = (rule.old, rule.new, rule.newly_allowed, rule.newly_refused)
        rules.add_row(Text(printable(rule.condition)), *("-" if count is None else f"{count:,}" for count in counts))
    console.print(rules)
    if not flips.changes:
        return
    pairs = _table()
    for heading in ("old", "new"):
        pairs.add_column(heading, overflow="fold")
    pairs.add_column("rows", justify="right", no_wrap=True)
    pairs.add_column("first rows", overflow="fold")
    for change in flips.changes[:_CHANGES]:
        numbers = ", ".join(str(row.number) for row in change.first)
        pairs.add_row(_answer(change.old), _answer(change.new), f"{change.rows:,}", numbers)
    console.print(pairs)
    rest = len(flips.changes) - _CHANGES
    if rest > 0:
        console.print(f"{rest} more pairs of answers: --json lists them all", style="dim")


def _answer(answer: Answer) -> Text:
    return Text(printable(answer.text), style="green" if answer.rule is None else "")


def _print_policy(console: Console, policy: PolicySummary) -> None:
    """The decisions, then one line a rule."""
    console.print(_decisions("policy", policy))
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
