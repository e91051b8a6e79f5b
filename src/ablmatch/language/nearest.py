"""The name that was probably meant: "did you mean", by our own scorers."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from ablmatch.match.scalar import match_score

# Below it two texts share too little for one to be a slip for the other.
LIKELY = 60
# A short word is no text of which a letter may be missing (`gol` and `goal` score 0 as texts), but it is a name in
# front of an @, where the scorer gives 40 and more for one letter wrong, missing, too many or moved, and 0 beyond.
SLIP = 40
SHORTEST = 3
# A comparison takes microseconds. Where thousands of names are unknown, they are one mistake: the first are helped.
MAX_COMPARISONS = 100_000


def nearest(word: str, names: Sequence[str]) -> str | None:
    """The most similar of the names, the first of several; None where none is similar."""
    best, found = 0, None
    for name in names:
        score = _likeness(word, name)
        if score > best:
            best, found = score, name
    return found


class Suggestions:
    """What was probably meant, for the findings of one run: MAX_COMPARISONS names are compared, then no more."""

    def __init__(self) -> None:
        self.left = MAX_COMPARISONS
        self.known: dict[tuple[str, tuple[str, ...]], str | None] = {}

    def nearest(self, word: str, names: Iterable[str]) -> str | None:
        """As the function of this name."""
        asked = (word, tuple(names))
        if asked not in self.known:
            if len(asked[1]) > self.left:
                return None
            self.left -= len(asked[1])
            self.known[asked] = nearest(*asked)
        return self.known[asked]

    def hint(self, word: str, names: Iterable[str]) -> str:
        """The words for it at the end of a message, or nothing."""
        near = self.nearest(word, names)
        return f": do you mean `{near}`?" if near else ""


def _likeness(word: str, name: str) -> int:
    """0 where one is hardly a slip for the other."""
    score = match_score(_spaced(word), _spaced(name), "text")
    if score >= LIKELY:
        return score
    if min(len(word), len(name)) < SHORTEST:
        return 0
    score = match_score(f"{word}@name.example", f"{name}@name.example", "email")
    return score if score >= SLIP else 0


def _spaced(name: str) -> str:
    """Words apart, as the scorer for texts expects them; letter case does not count there."""
    return name.replace("_", " ").replace(".", " ")
