"""Patterns of the language are RE2: searches whose time is linear in the text, whatever the pattern."""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import lru_cache
from typing import Any

from ablmatch.language.errors import ExpressionError
from ablmatch.language.values import MAX_TEXT, cut, joined

_GROUPS = frozenset("123456789")
_SURROGATE = re.compile("[\ud800-\udfff]")


def _quiet_options() -> Any:
    import re2

    options = re2.Options()
    options.log_errors = False
    return options


@lru_cache(maxsize=1024)
def _compiled(pattern: str) -> Any:
    """The compiled pattern, or None for one that RE2 does not take."""
    import re2

    try:
        return re2.compile(pattern, _quiet_options())
    except (re2.error, UnicodeEncodeError):
        return None


def compiled(pattern: str) -> Any:
    """The compiled pattern.  Raises ExpressionError `bad_regex`: look-around, back references, unbalanced brackets."""
    found = _compiled(pattern)
    if found is None:
        raise ExpressionError("bad_regex", "the pattern is no RE2 regular expression")
    return found


def readable(text: str) -> str:
    """The text as RE2 can read it: a lone surrogate hides nothing that stands beside it.  Places stay the same."""
    return text if text.isascii() else _SURROGATE.sub("\ufffd", text)


def search(pattern: str, text: str) -> Any:
    """The first match in the text, or None.  Raises ExpressionError `bad_regex`."""
    return compiled(pattern).search(readable(text))


def find_all(pattern: str, text: str) -> Any:
    """All matches, from left to right.  Raises ExpressionError `bad_regex`."""
    return compiled(pattern).finditer(readable(text))


def extract(pattern: str, text: str, group: int = 0) -> str | None:
    """The first match or one of its groups; None without a match, without such a group, and for a bad pattern."""
    try:
        match = search(pattern, text)
    except ExpressionError:
        return None
    if match is None or not 0 <= group <= match.re.groups:
        return None
    found: str | None = match.group(group)
    return found


class _FullError(Exception):
    """The text has reached its limit."""


def replace(pattern: str, text: str, replacement: str) -> str:
    """Every match replaced, `$1` to `$9` by its groups, cut at MAX_TEXT; the text unchanged for a bad pattern."""
    regex = _compiled(pattern)
    if regex is None:
        return cut(text)
    whole = readable(text)
    first, *rest = replacement.split("$")
    pieces: list[str] = []
    size = end = 0

    def parts(match: Any) -> Iterator[str]:
        yield first
        for part in rest:
            group = int(part[0]) if part[:1] in _GROUPS and part else 0
            if 0 < group <= match.re.groups:
                yield (match.group(group) or "") + part[1:]
            else:
                yield "$" + part

    def written(match: Any) -> str:
        nonlocal size, end
        insert = joined(parts(match))
        pieces.extend((whole[end : match.start()], insert))
        size += match.start() - end + len(insert)
        end = match.end()
        if size >= MAX_TEXT:
            raise _FullError
        return insert

    try:
        return cut(regex.sub(written, whole))
    except _FullError:
        return cut("".join(pieces))
