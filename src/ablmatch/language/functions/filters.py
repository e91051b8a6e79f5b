"""The filters of templates, by their name: `{{x | upper}}`."""

from __future__ import annotations

from collections.abc import Callable
from datetime import timedelta
from typing import NamedTuple

from ablmatch.language.functions.dates import instant_of
from ablmatch.language.functions.moment import Moment
from ablmatch.language.values import Value, cut, to_json, to_text


class TemplateFilter(NamedTuple):
    """One filter.  `run` takes the session's Moment and a value that is not null: null is shown as nothing by all."""

    name: str
    summary: str
    run: Callable[[Moment, Value], str]


_UNITS = (
    ("year", timedelta(days=365)),
    ("month", timedelta(days=30)),
    ("day", timedelta(days=1)),
    ("hour", timedelta(hours=1)),
    ("minute", timedelta(minutes=1)),
)


def _ago(moment: Moment, value: Value) -> str:
    """In whole units, the largest that fits; "" for what is no instant."""
    instant = instant_of(value)
    if instant is None:
        return ""
    passed = moment.clock() - instant
    for unit, length in _UNITS:
        count = abs(passed) // length
        if count:
            words = f"{count} {unit}{'s' if count > 1 else ''}"
            return f"{words} ago" if passed > timedelta(0) else f"in {words}"
    return "just now"


TEMPLATE_FILTERS = (
    TemplateFilter("upper", "In upper case.", lambda _moment, value: cut(to_text(value).upper())),
    TemplateFilter("lower", "In lower case.", lambda _moment, value: cut(to_text(value).lower())),
    TemplateFilter("json", "As JSON, texts in quotes.", lambda _moment, value: cut(to_json(value))),
    TemplateFilter("tojson", "The same.", lambda _moment, value: cut(to_json(value))),
    TemplateFilter("ago", 'How long ago a date was: "3 hours ago", "just now", "in 2 days".', _ago),
)
FILTERS: dict[str, TemplateFilter] = {one.name: one for one in TEMPLATE_FILTERS}
