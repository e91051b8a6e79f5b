"""The part of the report about a back-test: how decisions move from the old policy to the new, by which rules."""

from __future__ import annotations

from collections.abc import Iterator
from html import escape

from ablmatch.verify.flips import DIRECTIONS, Change, ChangedRow, Flips, RuleFlips
from ablmatch.verify.report_value import value_html
from ablmatch.verify.summary import PolicySummary

# Pairs of answers on the page; the JSON summary has all.
_PAIRS = 30
_TITLES = dict(
    zip(DIRECTIONS, ("Allowed before, refused now", "Refused before, allowed now", "Refused otherwise"), strict=True)
)
_HEIGHT = 180.0
_TOP = 10.0
_LEFT, _RIGHT, _BAR = 190, 570, 16
# A stream that stands for at least one row must be seen.
_LEAST = 1.5


def flips_section(flips: Flips, new: PolicySummary, unit: str, *, show_values: bool) -> Iterator[str]:
    """The section as pieces of HTML; `unit` is what row numbers count."""
    old = flips.against
    yield '<section id="flips"><h2>Back-test</h2>'
    yield f'<p class="soft">Compared with the rules of {escape(old.agent)}, from {escape(", ".join(old.files))}</p>'
    yield '<dl class="totals">'
    counts = {"decisions that flip": flips.rows, "newly refused": 0, "newly allowed": 0, "refused otherwise": 0}
    counts.update(zip(list(counts)[1:], flips.by_direction.values(), strict=True))
    for word, count in counts.items():
        percent = f'<span class="percent">{old.share(count):.1f} %</span>'
        yield f"<div><dt>{word}</dt><dd>{count:,} {percent}</dd></div>"
    yield "</dl>"
    yield _flow_svg(flips, new)
    yield from _rules(flips)
    yield from _changes(flips, unit, show_values=show_values)
    yield "</section>\n"


def _flow_svg(flips: Flips, new: PolicySummary) -> str:
    """Two bars, the old decisions and the new ones, with a stream from each old decision to each new one."""
    refused, allowed = (flips.by_direction[direction] for direction in DIRECTIONS[:2])
    old = flips.against
    streams = (
        ("allow", "allow", old.allowed - refused, "missing"),
        ("allow", "refuse", refused, "mismatch"),
        ("refuse", "allow", allowed, "match"),
        ("refuse", "refuse", old.refused - allowed, "missing"),
    )
    total = max(1, old.allowed + old.refused)
    scale = (_HEIGHT - 24) / total
    starts = {
        "left": {"allow": _TOP, "refuse": _TOP + old.allowed * scale + 24},
        "right": {"allow": _TOP, "refuse": _TOP + new.allowed * scale + 24},
    }
    body = []
    for side, policy in (("left", old), ("right", new)):
        for decision, count in (("allow", policy.allowed), ("refuse", policy.refused)):
            label = f"{decision} {count:,} ({policy.share(count):.1f} %)"
            body.append(_end(side, decision, label, starts[side][decision], count * scale))
    for before, after, count, colour in streams:
        left, right = starts["left"], starts["right"]
        if count:
            title = f"{before} to {after}: {count:,} rows"
            body.append(_stream(left[before], right[after], count * scale, title, colour))
        left[before] += count * scale
        right[after] += count * scale
    said = ", ".join(f"{before} to {after} {count:,}" for before, after, count, _ in streams)
    return (
        f'<svg class="histogram flow" viewBox="0 0 760 {_TOP + _HEIGHT + 30:.0f}" role="img" '
        'aria-labelledby="flow-title flow-desc"><title id="flow-title">Decisions, old to new</title>'
        f'<desc id="flow-desc">Rows by old and new decision: {said}.</desc>{"".join(body)}'
        f'<text class="tick" x="{_LEFT + _BAR / 2}" y="{_TOP + _HEIGHT + 20:.0f}">old policy</text>'
        f'<text class="tick" x="{_RIGHT + _BAR / 2}" y="{_TOP + _HEIGHT + 20:.0f}">new policy</text></svg>'
    )


def _end(side: str, decision: str, label: str, top: float, length: float) -> str:
    x = _LEFT if side == "left" else _RIGHT
    colour = "match" if decision == "allow" else "mismatch"
    at, anchor = (x - 8, "end") if side == "left" else (x + _BAR + 8, "start")
    bar = f'<rect class="{colour}" x="{x}" y="{top:.1f}" width="{_BAR}" height="{length:.1f}"/>'
    return f'{bar}<text x="{at}" y="{top + length / 2 + 4:.1f}" text-anchor="{anchor}">{label}</text>'


def _stream(left: float, right: float, width: float, title: str, colour: str) -> str:
    width = max(_LEAST, width)
    start, end, middle = _LEFT + _BAR, _RIGHT, (_LEFT + _BAR + _RIGHT) / 2
    shape = (
        f"M{start},{left:.1f} C{middle},{left:.1f} {middle},{right:.1f} {end},{right:.1f} V{right + width:.1f} "
        f"C{middle},{right + width:.1f} {middle},{left + width:.1f} {start},{left + width:.1f} Z"
    )
    return f'<path class="{colour}" d="{shape}"><title>{title}</title></path>'


def _rules(flips: Flips) -> Iterator[str]:
    yield '<h3>Rules</h3><div class="wide"><table>'
    yield "<caption>Rules that refuse in either policy. A dash: that policy has no such rule, or only warns.</caption>"
    yield '<thead><tr><th scope="col">rule</th>'
    for heading in ("refused old", "refused new"):
        yield f'<th scope="col" class="n">{heading}</th>'
    for heading, colour in (("newly allowed", "match"), ("newly refused", "mismatch")):
        yield f'<th scope="col" class="n"><span class="chip {colour}"></span>{heading}</th>'
    yield '<th scope="col">flips</th></tr></thead><tbody>'
    most = max((max(rule.newly_allowed, rule.newly_refused) for rule in flips.rules), default=0) or 1
    for rule in flips.rules:
        counts = (rule.old, rule.new, rule.newly_allowed, rule.newly_refused)
        cells = "".join(f'<td class="n">{"-" if count is None else f"{count:,}"}</td>' for count in counts)
        yield f'<tr><th scope="row"><code>{escape(rule.condition)}</code></th>{cells}<td>{_bars(rule, most)}</td></tr>'
    yield "</tbody></table></div>"


def _bars(rule: RuleFlips, most: int) -> str:
    """Newly allowed to the left of the middle, newly refused to the right; the numbers stand beside it."""
    allowed, refused = (
        max(_LEAST, 50 * count / most) if count else 0.0 for count in (rule.newly_allowed, rule.newly_refused)
    )
    return (
        '<svg class="share" viewBox="0 0 100 10" preserveAspectRatio="none" aria-hidden="true">'
        f'<rect class="match" x="{50 - allowed:.2f}" y="0" width="{allowed:.2f}" height="10"/>'
        f'<rect class="mismatch" x="50" y="0" width="{refused:.2f}" height="10"/>'
        '<line class="axis" x1="50" y1="0" x2="50" y2="10"/></svg>'
    )


def _changes(flips: Flips, unit: str, *, show_values: bool) -> Iterator[str]:
    if not flips.changes:
        yield "<p>No row has another answer.</p>"
        return
    counted = "data rows, from 1 after the header" if unit == "row" else "lines of the file"
    yield '<h3>Rows that change</h3><div class="wide"><table>'
    yield f"<caption>Each old answer with each new one, most rows first. Numbers count {counted}.</caption>"
    yield '<thead><tr><th scope="col">old</th><th scope="col">new</th><th scope="col" class="n">rows</th>'
    yield f'<th scope="col">first {unit}s</th></tr></thead>'
    shown = flips.changes[:_PAIRS]
    for direction in DIRECTIONS:
        chosen = [change for change in shown if change.direction == direction]
        if not chosen:
            continue
        title = f"{_TITLES[direction]}: {flips.by_direction[direction]:,} rows"
        yield f'<tbody><tr><th class="group" scope="rowgroup" colspan="4">{title}</th></tr>'
        for change in chosen:
            yield from _change(change, show_values=show_values)
        yield "</tbody>"
    yield "</table></div>"
    if len(flips.changes) > len(shown):
        yield f'<p class="soft">{len(flips.changes) - len(shown)} rarer pairs of answers are not listed.</p>'


def _change(change: Change, *, show_values: bool) -> Iterator[str]:
    old, new = (
        f"<code>{escape(answer.text)}</code>" if answer.rule else answer.text for answer in (change.old, change.new)
    )
    numbers = ", ".join(f"{row.number:,}" for row in change.first)
    yield f'<tr><td>{old}</td><td>{new}</td><td class="n">{change.rows:,}</td><td>{numbers}</td></tr>'
    if show_values:
        for row in change.first:
            yield f'<tr><td class="n">{row.number:,}</td><td class="value" colspan="3">{_values(row)}</td></tr>'


def _values(row: ChangedRow) -> str:
    return "\n".join(f'<span class="soft">{escape(name)}</span> {value_html(value)}' for name, value in row.values)
