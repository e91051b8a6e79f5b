"""The part of the report about a policy: its decisions, and how often each rule failed.  No value of a row is in it."""

from __future__ import annotations

from collections.abc import Iterator
from html import escape

from ablmatch.verify.summary import PolicySummary, RuleSummary


def policy_section(policy: PolicySummary, unit: str) -> Iterator[str]:
    """The section as pieces of HTML; `unit` is what row numbers count."""
    yield '<section id="policy"><h2>Policy</h2>'
    yield f'<p class="soft">Rules of {escape(policy.agent)}, from {escape(", ".join(policy.files))}</p>'
    yield '<dl class="totals">'
    for word, count in (("rows allowed", policy.allowed), ("rows refused", policy.refused)):
        percent = f'<span class="percent">{policy.share(count):.1f} %</span>'
        yield f"<div><dt>{word}</dt><dd>{count:,} {percent}</dd></div>"
    yield '</dl><div class="wide"><table>'
    yield "<caption>The first rule that fails refuses a row; later rules are not asked of it.</caption>"
    yield '<thead><tr><th scope="col">rule</th><th scope="col">phase</th><th scope="col">action</th>'
    for heading in ("false", "error", "share"):
        yield f'<th scope="col" class="n">{heading}</th>'
    yield f'<th scope="col">first {unit}s</th></tr></thead><tbody>'
    for rule in policy.rules:
        yield from _rule(policy, rule)
    yield "</tbody></table></div>"
    yield (
        '<p class="soft">An error is a rule that could not be evaluated, which refuses too. '
        "A rule with the action warn refuses nothing.</p></section>\n"
    )


def _rule(policy: PolicySummary, rule: RuleSummary) -> Iterator[str]:
    yield f'<tr><th scope="row"><code>{escape(rule.condition)}</code></th><td>{escape(rule.label or "")}</td>'
    yield f'<td>{escape(rule.action)}</td><td class="n">{rule.false:,}</td><td class="n">{rule.in_error:,}</td>'
    yield f'<td class="n">{policy.share(rule.false + rule.in_error):.1f} %</td>'
    yield f"<td>{', '.join(f'{number:,}' for number in rule.first_rows)}</td></tr>"
