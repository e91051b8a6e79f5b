"""Lexical score: how many words of a query are found in a text.  Without a model; preload and search rank by it.

`lexical_score("allergic", "allergies: shellfish")` is 1.0: a long word also finds the words that begin as it does.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterator
from itertools import groupby, pairwise

_ASCII_WORD = re.compile("[a-z0-9]+")
LONG_WORD = 4
STEM = 6

# Scripts that write no spaces between words: a word of theirs is found anywhere, so it is asked for by its pairs of
# neighbouring characters.
_SPACELESS = (
    (0x0E00, 0x0EFF),  # Thai, Lao
    (0x1000, 0x109F),  # Myanmar
    (0x1780, 0x17FF),  # Khmer
    (0x3005, 0x3007),  # ideographic iteration mark and zero
    (0x3040, 0x30FF),  # Hiragana, Katakana
    (0x3400, 0x4DBF),  # Han, extension A
    (0x4E00, 0x9FFF),  # Han
    (0xF900, 0xFAFF),  # Han, compatibility
    (0x20000, 0x3FFFF),  # Han, further extensions
)


def words(text: str) -> list[str]:
    """The words of a text in their order: runs of letters, figures and marks, folded.

    Folded: NFKC without case (so full-width and composed forms meet) and without characters of no width.
    """
    return [run for run, _ in _runs(fold(text))]


def lexical_score(query: str, text: str) -> float:
    """The share of the query's words that the text holds, from 0 to 1; a word that is said twice counts twice.

    A word of four characters and more is found where it stands in the text, inside of another word too; one of six
    and more also where a word of the text begins with its first six.  Shorter words count when the query has no longer
    one, and only as whole words.  A query without words scores 0.
    """
    return Query(query).score(text)


class Query:
    """A query that is held against many texts."""

    __slots__ = ("_long", "_short")

    def __init__(self, text: str) -> None:
        self._long: list[str] = []
        self._short: list[str] = []
        for run, spaceless in _runs(fold(text)):
            if spaceless and len(run) > 1:
                self._long.extend("".join(pair) for pair in pairwise(run))
            elif spaceless or len(run) >= LONG_WORD:
                self._long.append(run)
            else:
                self._short.append(run)

    def score(self, text: str) -> float:
        """As `lexical_score`."""
        if not self._long and not self._short:
            return 0.0
        folded = fold(text)
        found = [run for run, _ in _runs(folded)]
        if self._long:
            hits = sum(one in folded or _begins(one, found) for one in self._long)
            return hits / len(self._long)
        whole = set(found)
        return sum(one in whole for one in self._short) / len(self._short)


def fold(text: str) -> str:
    """A text as it is compared."""
    if text.isascii():
        return text.lower()
    visible = "".join(char for char in text if unicodedata.category(char) != "Cf")
    # Case folding can undo the composed form (NFKC_Casefold of Unicode normalizes again for the same reason).
    return unicodedata.normalize("NFKC", unicodedata.normalize("NFKC", visible).casefold())


def _begins(word: str, found: list[str]) -> bool:
    stem = word[:STEM]
    return len(stem) == STEM and any(one.startswith(stem) for one in found)


def _runs(folded: str) -> Iterator[tuple[str, bool]]:
    """Words, each with whether its script writes no spaces."""
    if folded.isascii():
        yield from ((word, False) for word in _ASCII_WORD.findall(folded))
        return
    for kind, run in groupby(folded, _kind):
        if kind:
            yield "".join(run), kind == "spaceless"


def _kind(char: str) -> str:
    if not char.isalnum() and unicodedata.category(char)[0] != "M":
        return ""
    return "spaceless" if any(first <= ord(char) <= last for first, last in _SPACELESS) else "spaced"
