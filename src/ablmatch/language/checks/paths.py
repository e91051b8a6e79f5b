"""Paths below each other."""

from __future__ import annotations

from collections.abc import Container


def covering(path: str, known: Container[str]) -> str | None:
    """The one of the known paths that is the path or, the longest of them, above it; None where there is none."""
    while path and path not in known:
        path = path.rpartition(".")[0]
    return path or None
