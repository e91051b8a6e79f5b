"""A field's scores as a picture: inline SVG, coloured by result, readable without colour and without a pointer."""

from __future__ import annotations

from collections.abc import Iterator
from html import escape

from ablmatch.match.scalar import RESULTS
from ablmatch.verify.summary import FieldSummary

_BIN = 5  # scores a bar covers; 100 has a bar of its own
_BARS = 100 // _BIN + 1
_PITCH = 30
_BAR = 24
_LEFT = 96  # room for the bar of missing pairs, which has no place on the scale
_TOP = 24
_HEIGHT = 170
_AXIS = _TOP + _HEIGHT
_WIDTH = _LEFT + _BARS * _PITCH + 14
_BAND_ROW = 17
# A bar that stands for at least one row must be seen.
_LEAST = 2.0
_JUDGED = tuple(result for result in RESULTS if result != "missing")


def compact(count: int) -> str:
    """A count in at most five characters: 987, 12.3k, 4.57M."""
    for size, letter in ((1_000_000_000, "G"), (1_000_000, "M"), (1_000, "k")):
        if count >= size:
            value = count / size
            return f"{value:.0f}{letter}" if value >= 100 else f"{value:.3g}{letter}"
    return str(count)


def histogram_svg(field: FieldSummary, identity: str) -> str:
    """The picture of one field; `identity` makes its element ids unique in the page."""
    bars = [_bar_counts(field, bar) for bar in range(_BARS)]
    missing = field.results["missing"]
    highest = max([missing, *(sum(bar.values()) for bar in bars)]) or 1
    bands = [span for result in reversed(_JUDGED) if (span := _span(field, result)) is not None]
    height = _AXIS + 26 + _BAND_ROW * len(bands) + 4
    body = [*_frame(), *_missing_bar(missing, highest)]
    for place, counts in enumerate(bars):
        body += _bar(place, counts, highest)
    for row, (result, low, high) in enumerate(bands):
        body += _band(row, result, low, high)
    name = escape(field.field.name)
    described = ", ".join(f"{field.results[result]:,} {result}" for result in RESULTS)
    return (
        f'<svg class="histogram" viewBox="0 0 {_WIDTH} {height}" role="img" '
        f'aria-labelledby="{identity}-title {identity}-desc">'
        f'<title id="{identity}-title">Scores of {name}</title>'
        f'<desc id="{identity}-desc">Rows by score from 0 to 100 in steps of {_BIN}, and missing pairs beside them: '
        f"{described}.</desc>{''.join(body)}</svg>"
    )


def share_svg(field: FieldSummary) -> str:
    """One line of the four results in proportion, for a table cell; the numbers stand in the cells beside it."""
    parts = []
    start = 0.0
    for result in RESULTS:
        width = field.share(result)
        if width:
            parts.append(f'<rect class="{result}" x="{start:.2f}" y="0" width="{width:.2f}" height="10"/>')
        start += width
    frame = '<svg class="share" viewBox="0 0 100 10" preserveAspectRatio="none" aria-hidden="true">'
    return f"{frame}{''.join(parts)}</svg>"


def _bar_counts(field: FieldSummary, bar: int) -> dict[str, int]:
    low = bar * _BIN + 1  # row 0 of the counts is score -1
    rows = field.counts[low : low + (_BIN if bar < _BARS - 1 else 1)].sum(axis=0)
    counts = dict(zip(RESULTS, rows.tolist(), strict=True))
    return {result: counts[result] for result in _JUDGED}


def _span(field: FieldSummary, result: str) -> tuple[str, int, int] | None:
    scores = field.counts[1:, RESULTS.index(result)].nonzero()[0]
    return (result, int(scores[0]), int(scores[-1])) if len(scores) else None


def _x(place: int) -> float:
    return _LEFT + place * _PITCH


def _length(count: int, highest: int) -> float:
    return max(_LEAST, _HEIGHT * count / highest) if count else 0.0


def _frame() -> Iterator[str]:
    yield f'<line class="axis" x1="{_LEFT - 6}" y1="{_AXIS}" x2="{_WIDTH - 8}" y2="{_AXIS}"/>'
    yield f'<line class="axis" x1="14" y1="{_AXIS}" x2="{_LEFT - 26}" y2="{_AXIS}"/>'
    for place in range(0, _BARS, 2):
        yield f'<text class="tick" x="{_x(place) + _BAR / 2}" y="{_AXIS + 16}">{place * _BIN}</text>'
    yield f'<text class="tick" x="{14 + (_LEFT - 40) / 2}" y="{_AXIS + 16}">missing</text>'


def _missing_bar(count: int, highest: int) -> Iterator[str]:
    length = _length(count, highest)
    left = 14 + (_LEFT - 40) / 2 - _BAR / 2
    yield f'<rect class="missing" x="{left}" y="{_AXIS - length:.1f}" width="{_BAR}" height="{length:.1f}">'
    yield f"<title>missing: {count:,} rows</title></rect>"
    yield f'<text class="count" x="{left + _BAR / 2}" y="{_AXIS - length - 5:.1f}">{compact(count)}</text>'


def _bar(place: int, counts: dict[str, int], highest: int) -> Iterator[str]:
    total = sum(counts.values())
    if not total:
        return
    low = place * _BIN
    scores = str(low) if low == 100 else f"{low}-{low + _BIN - 1}"
    base = float(_AXIS)
    for result, count in reversed(counts.items()):
        if count:
            length = _length(count, highest)
            base -= length
            yield f'<rect class="{result}" x="{_x(place)}" y="{base:.1f}" width="{_BAR}" height="{length:.1f}">'
            yield f"<title>score {scores}, {result}: {count:,} rows</title></rect>"
    yield f'<text class="count" x="{_x(place) + _BAR / 2}" y="{base - 5:.1f}">{compact(total)}</text>'


def _band(row: int, result: str, low: int, high: int) -> Iterator[str]:
    """The range in which a result occurred, as a coloured line with its name."""
    top = _AXIS + 26 + row * _BAND_ROW
    left, right = _x(low // _BIN), _x(high // _BIN) + _BAR
    label = f"{result} {low}" if low == high else f"{result} {low} to {high}"
    yield f'<rect class="{result}" x="{left}" y="{top + 4}" width="{right - left}" height="5" rx="2"/>'
    room_right = _WIDTH - right > 120
    x, anchor = (right + 6, "start") if room_right else (left - 6, "end")
    yield f'<text class="band" x="{x}" y="{top + 11}" text-anchor="{anchor}">{label}</text>'
