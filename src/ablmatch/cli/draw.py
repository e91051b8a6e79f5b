"""Tables for people: the explanation of one pair and the summary of a file, plain where there is no terminal."""

from __future__ import annotations

import sys
from collections.abc import Sequence
from typing import NoReturn

from rich import box
from rich.console import Console
from rich.table import Table
from rich.text import Text

from ablmatch.match.explanation import Explanation
from ablmatch.match.scalar import RESULTS
from ablmatch.verify.errors import counted, printable
from ablmatch.verify.flips import Flips
from ablmatch.verify.summary import Answer, FieldSummary, PolicySummary, Summary

_COLOURS = {"match": "green", "retry": "yellow", "mismatch": "red", "missing": "bright_black"}
# Without a terminal there is no width to fit into; lines are as long as they need to be.
_PLAIN_WIDTH = 240
_ANY_WIDTH = 100_000
# Pairs of old and new answers in a summary that is read on a screen.
_CHANGES = 12


class _Console(Console):
    def on_broken_pipe(self) -> NoReturn:
        raise BrokenPipeError  # rich would end the process itself, with another status than the commands without it


def _console() -> Console:
    return _Console(highlight=False, markup=False, width=None if sys.stdout.isatty() else _PLAIN_WIDTH)


def _print_rows(
    console: Console, headings: Sequence[Text | str], rows: Sequence[Sequence[Text]], *, right: Sequence[int] = ()
) -> None:
    """A table where it fits; else each row as its first cell with the others below: a broken word says nothing."""
    table = _rows_table(headings, rows, right)
    if _fits(console, table):
        console.print(table)
        return
    console.print()
    for first, *rest in rows:
        console.print(Text.assemble((f"{headings[0]} ", "dim"), first), overflow="fold")
        line = Text("")
        for heading, cell in zip(headings[1:], rest, strict=True):
            part = Text.assemble("  ", (str(heading), "dim"), " ", cell)
            if line and line.cell_len + part.cell_len > console.width:
                console.print(line)
                line = Text("")
            line.append_text(part)
        console.print(line, overflow="fold")
    console.print()


def _rows_table(headings: Sequence[Text | str], rows: Sequence[Sequence[Text]], right: Sequence[int]) -> Table:
    table = Table(box=box.SIMPLE_HEAD, pad_edge=False)
    for place, heading in enumerate(headings):
        if place in right:
            table.add_column(heading, justify="right", no_wrap=True)
        else:
            table.add_column(heading, overflow="fold")
    for row in rows:
        table.add_row(*row)
    return table


def _fits(console: Console, table: Table) -> bool:
    return console.measure(table, options=console.options.update(max_width=_ANY_WIDTH)).maximum <= console.width


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
        rows = [(Text(part.name), _shown(part.said), _shown(part.stored), Text(part.how)) for part in explanation.parts]
        _print_rows(console, ("part", "said", "stored", "how"), rows)
    reasons = Table(box=None, show_header=False, pad_edge=False)
    for name, reason in zip(explanation.evidence, explanation.reasons, strict=True):
        reasons.add_row(Text(name, style="bold"), Text(reason))
    console.print("evidence", style="dim")
    console.print(reasons)


def print_summary(summary: Summary) -> None:
    """One line a field, the decisions of the policy with a line a rule, then totals and where the files are."""
    console = _console()
    if summary.fields:
        _print_fields(console, summary)
    if summary.policy is not None:
        _print_policy(console, summary.policy)
    if summary.flips is not None:
        _print_flips(console, summary.flips)
    skipped = f", {counted(summary.skipped, 'broken row')} skipped" if summary.skipped else ""
    console.print(
        f"{counted(summary.rows, 'row')}{skipped}, {summary.seconds:,.2f} s, {summary.rate:,.0f} rows/s", style="bold"
    )
    for word, path in (("output", summary.output), ("report", summary.report)):
        if path is not None:
            console.print(f"{word}: {printable(path)}", soft_wrap=True)


def _print_fields(console: Console, summary: Summary) -> None:
    """One line a field; in a narrow terminal the shares stand below the counts."""
    headings: list[Text | str] = [
        "field",
        "kind",
        *(Text(result, style=_COLOURS[result]) for result in RESULTS),
        "invalid",
    ]
    right = range(2, len(headings))
    single, stacked = (
        [
            (Text(printable(one.field.name)), Text(one.field.kind), *_counts(one, between), Text(f"{one.invalid:,}"))
            for one in summary.fields
        ]
        for between in ("  ", "\n")
    )
    fits = [_fits(console, _rows_table(headings, rows, right)) for rows in (single, stacked)]
    _print_rows(console, headings, stacked if fits == [False, True] else single, right=right)


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
    rules = [
        (
            Text(printable(rule.condition)),
            *(
                Text("-" if count is None else f"{count:,}")
                for count in (rule.old, rule.new, rule.newly_allowed, rule.newly_refused)
            ),
        )
        for rule in flips.rules
    ]
    headings = ("rule", "refused old", "refused new", "newly allowed", "newly refused")
    _print_rows(console, headings, rules, right=range(1, len(headings)))
    if not flips.changes:
        return
    pairs = [
        (
            _answer(change.old),
            _answer(change.new),
            Text(f"{change.rows:,}"),
            Text(", ".join(str(row.number) for row in change.first)),
        )
        for change in flips.changes[:_CHANGES]
    ]
    _print_rows(console, ("old", "new", "rows", "first rows"), pairs, right=[2])
    rest = len(flips.changes) - _CHANGES
    if rest > 0:
        console.print(f"{rest} more pairs of answers: --json lists them all", style="dim")


def _answer(answer: Answer) -> Text:
    return Text(printable(answer.text), style="green" if answer.rule is None else "")


def _print_policy(console: Console, policy: PolicySummary) -> None:
    """The decisions, then one line a rule."""
    console.print(_decisions("policy", policy))
    rows = []
    for rule in policy.rules:
        count = rule.false + rule.in_error
        rows.append(
            (
                Text(printable(rule.condition)),
                Text(printable(rule.action), style="yellow" if rule.warns else ""),
                Text(f"{rule.false:,}"),
                Text(f"{rule.in_error:,}"),
                Text(f"{policy.share(count):.1f} %", style="" if count else "dim"),
                Text(", ".join(map(str, rule.first_rows))),
            )
        )
    _print_rows(console, ("rule", "action", "false", "error", "share", "first rows"), rows, right=[2, 3, 4])


def _counts(field: FieldSummary, between: str) -> Sequence[Text]:
    cells = []
    for result in RESULTS:
        count, share = field.results[result], field.share(result)
        cells.append(Text(f"{count:,}{between}{share:5.1f} %", style="" if count else "dim"))
    return cells
