"""The name that was probably meant: "did you mean", by our own scorer."""

from __future__ import annotations

from collections.abc import Sequence

from ablmatch.match.scalar import match_score

# Below it two names share too little for one to be a slip for the other.
LIKELY = 60


def nearest(word: str, names: Sequence[str]) -> str | None:
    """The most similar of the names, the first of several; None where none is similar."""
    best, found = LIKELY - 1, None
    for name in names:
        score = match_score(_spaced(word), _spaced(name), "text")
        if score > best:
            best, found = score, name
    return found


def _spaced(name: str) -> str:
    """Words apart, as the scorer for texts expects them; letter case does not count there."""
    return name.replace("_", " ").replace(".", " ")
