"""One slip in a string: what a stranger, a wrong key or a bad line makes of it."""

from __future__ import annotations

import random

LETTERS = "abcdefghijklmnopqrstuvwxyz"


def slip(chance: random.Random, text: str, alphabet: str, at: int | None = None) -> tuple[str, str]:
    """One character changed, dropped, added, or two neighbours swapped: the new string and what was done."""
    kind = chance.choice(("changed", "changed", "dropped", "added", "swapped"))
    at = chance.randrange(len(text)) if at is None else at
    if kind == "swapped":
        places = [k for k in range(len(text) - 1) if text[k] != text[k + 1]]
        if places:
            k = chance.choice(places)
            return text[:k] + text[k + 1] + text[k] + text[k + 2 :], kind
        kind = "changed"
    if kind == "dropped" and len(text) > 1:
        return text[:at] + text[at + 1 :], kind
    if kind == "added":
        return text[:at] + chance.choice(alphabet) + text[at:], kind
    return text[:at] + chance.choice([one for one in alphabet if one != text[at]]) + text[at + 1 :], "changed"


def digit_slip(chance: random.Random, text: str) -> tuple[str, str]:
    return slip(chance, text, "0123456789")


def letter_slip(chance: random.Random, text: str) -> tuple[str, str]:
    return slip(chance, text, LETTERS)


def typo(chance: random.Random, word: str) -> str:
    """A slip inside a word, its first letter kept: what a typist or a recognizer leaves in a long word."""
    middle, _ = slip(chance, word[1:], LETTERS)
    return word[0] + middle if middle != word[1:] else typo(chance, word)
