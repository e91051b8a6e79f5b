"""Tokens: what budgets are counted in."""

from __future__ import annotations

from collections.abc import Callable

TokenCounter = Callable[[str], int]


def estimated_tokens(text: str) -> int:
    """A quarter of the code points, rounded up: the counter of every budget that is given no other."""
    return tokens_of_length(len(text))


def tokens_of_length(code_points: int) -> int:
    """What `estimated_tokens` counts of a text of such a length."""
    return -(-code_points // 4)
