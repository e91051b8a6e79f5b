"""Writes a value as callers say it and recognizers write it, by a grammar and word lists of its own.

Nothing here is taken from the product's tables.  A form is made only if a careful listener would write the value down
from it: where the same words could be another number ("twenty five" for 205), the digits are said one by one instead.
"""

from __future__ import annotations

import random

from languages import ENGLISH, OTHERS, Language

HOMOPHONES = {"two": ("to", "too"), "four": ("for",), "eight": ("ate",), "one": ("won",), "nine": ("niner",)}
FILLERS = ("uh", "um", "er", "erm")
_NATO = (
    "alpha bravo charlie delta echo foxtrot golf hotel india juliet kilo lima mike november oscar papa quebec romeo "
    "sierra tango uniform victor whiskey x-ray yankee zulu"
)
_AS_IN = (
    "apple boy cat dog edward frank george henry ice john king larry mary nancy orange peter queen robert sam tom "
    "uncle victor william x-ray yellow zebra"
)
NATO = {word[0]: word for word in _NATO.split()}
AS_IN = {word[0]: word for word in _AS_IN.split()}
LETTER_NAMES = {
    "b": "bee", "c": "see", "d": "dee", "g": "gee", "j": "jay", "k": "kay", "l": "el", "m": "em", "n": "en",
    "o": "oh", "p": "pee", "q": "queue", "r": "are", "t": "tee", "u": "you", "v": "vee", "w": "double you",
    "x": "ex", "y": "why", "z": "zee",
}  # fmt: skip
SCRIPT_DIGITS = ("０１２３４５６７８９", "٠١٢٣٤٥٦٧٨٩", "۰۱۲۳۴۵۶۷۸۹", "०१२३४५६७८९")


def in_script(chance: random.Random, text: str) -> str:
    """The same figures in full-width, Arabic-Indic, Persian or Devanagari digits."""
    return text.translate(dict(zip(map(ord, "0123456789"), chance.choice(SCRIPT_DIGITS), strict=True)))


def some_language(chance: random.Random, english: float = 0.65) -> Language:
    return ENGLISH if chance.random() < english else OTHERS[chance.choice(sorted(OTHERS))]


def differ_in_zeros(one: str, other: str) -> bool:
    """Whether two numbers are equal but for zeros, so that tens and hundreds ("twenty five") may be heard as either."""
    return one.replace("0", "") == other.replace("0", "")


def cardinal(value: int, *, with_and: bool = False) -> str:
    """English words for 0 to 999,999."""
    if value >= 1000:
        rest = value % 1000
        linked = "and " if with_and and 0 < rest < 100 else ""
        return f"{cardinal(value // 1000)} thousand" + (f" {linked}{cardinal(rest, with_and=with_and)}" if rest else "")
    if value >= 100:
        rest = value % 100
        return f"{ENGLISH.unit(value // 100)} hundred" + (
            f"{' and' if with_and else ''} {cardinal(rest)}" if rest else ""
        )
    return ENGLISH.below_hundred(value)


def _one_by_one(chance: random.Random, group: str, language: Language, *, plain: bool) -> str:
    """Digits by name, with double and triple, and now and then a homophone inside a run of number words."""
    words, at, zero = [], 0, chance.randrange(2)
    while at < len(group):
        run = len(group[at:]) - len(group[at:].lstrip(group[at]))
        digit = int(group[at])
        word = language.unit(digit, zero if digit == 0 else (chance.random() < 0.3))
        if run in (2, 3) and not plain and chance.random() < 0.4 and (language is ENGLISH or run == 2):
            words.append(f"{language.double if run == 2 else 'triple'} {word}")
            at += run
            continue
        if language is ENGLISH and 0 < at < len(group) - 1 and chance.random() < 0.04:
            word = chance.choice(HOMOPHONES.get(word, (word,)))
        words.append(word)
        at += 1
    return " ".join(words)


def _as_number(chance: random.Random, group: str, language: Language) -> str | None:  # noqa: PLR0911 - a case a line
    """A group of 2 to 4 digits as one or two numbers, or None where nobody says it so."""
    size, value = len(group), int(group)
    if size == 2:
        if group[0] == "0":
            return None if language is not ENGLISH or value == 0 else f"oh {ENGLISH.unit(value)}"
        return language.below_hundred(value)
    if language is not ENGLISH or group[0] == "0":
        return None
    if size == 3:
        if value % 100 == 0 or chance.random() < 0.3:
            return cardinal(value, with_and=chance.random() < 0.4)
        tail = _as_number(chance, group[1:], language)
        return tail and f"{ENGLISH.unit(value // 100)} {tail}"
    if value % 1000 == 0:
        return f"{ENGLISH.unit(value // 1000)} thousand"
    if value % 100 == 0:
        return f"{cardinal(value // 100)} hundred"
    if chance.random() < 0.15:
        return cardinal(value, with_and=chance.random() < 0.4)
    head, tail = _as_number(chance, group[:2], language), _as_number(chance, group[2:], language)
    return head and tail and f"{head} {tail}"


def _runs_together(group: str, following: str, language: Language) -> bool:
    """Whether a number and the words after it could be heard as one number ("sixty" + "five", "dix" + "sept")."""
    ten = group[-2:] == "10" and language is ENGLISH
    return bool(following) and group[-1] == "0" and not ten


def groups_of(chance: random.Random, digits: str) -> list[str]:
    """Digits cut as people pause: twos, threes and fours."""
    size = chance.choice((2, 3, 3, 4, 4))
    if chance.random() < 0.15:
        sizes = []
        while sum(sizes) < len(digits):
            sizes.append(chance.choice((1, 2, 3, 4)))
    else:
        sizes = [size] * (len(digits) // size + 1)
    found, at = [], 0
    for size in sizes:
        if digits[at : at + size]:
            found.append(digits[at : at + size])
        at += size
    return found


def digits(
    chance: random.Random,
    text: str,
    language: Language = ENGLISH,
    *,
    plain: bool = False,
    groups: list[str] | None = None,
    mixed: bool = True,
) -> str:
    """A string of digits as it is said.

    `plain`: each digit by its name only.  `groups`: where the speaker pauses.  `mixed`: figures and commas may stand
    in it, which a recognizer does in a bare number and not in the middle of a sentence.
    """
    if set(text) <= {"0", "1"}:
        language = ENGLISH
    style = chance.random()
    if plain or (style < 0.35 and groups is None):
        return _one_by_one(chance, text, language, plain=plain)
    parts: list[str] = []
    cut = groups or groups_of(chance, text)
    # One foreign number word among figures does not tell its language ("007 due"), and neither does "zero um".
    figures = 0.4 if mixed and chance.random() < 0.2 and language is ENGLISH else 0.0
    for at, group in enumerate(cut):
        following = cut[at + 1] if at + 1 < len(cut) else ""
        word = None
        if chance.random() < figures:
            # Recognizers write figures and words side by side: "47 10 ninety three".
            parts.append(group)
            continue
        if 2 <= len(group) <= 4 and chance.random() < 0.6 and not _runs_together(group, following, language):
            word = _as_number(chance, group, language)
        # French says 80 as four twenties and 70 as sixty ten: a lone "quatre" or "soixante" before it would run on.
        if word and parts and language is not ENGLISH and (parts[-1].split()[-1] in ("quatre", "soixante", "vingt")):
            word = None
        parts.append(word or _one_by_one(chance, group, language, plain=False))
    return (", " if mixed and chance.random() < 0.2 else " ").join(parts)


def spelled(chance: random.Random, word: str, style: str | None = None) -> str:  # noqa: PLR0911 - a style a line
    """A word letter by letter: separated letters, letter names, an alphabet, or single letters with "as in"."""
    style = style or chance.choice(
        ("spaced", "spaced", "hyphens", "points", "commas", "nato", "as in", "double", "names")
    )
    letters = list(word)
    if style == "hyphens":
        return "-".join(word.upper())
    if style == "points":
        return ".".join(word.upper()) + "."
    if style == "commas":
        return ", ".join(word.upper())
    if style == "nato":
        return " ".join(NATO.get(letter, letter) for letter in letters)
    if style == "as in":
        # After the same letter, "m m for mary" may be one m or two.
        places = [at for at, letter in enumerate(letters) if letter in AS_IN and letters[at - 1 : at] != [letter]]
        marked = set(chance.choices(places, k=2)) if places else set()
        link = chance.choice(("as in", "for", "like"))
        return " ".join(
            f"{letter} {link} {AS_IN[letter]}" if at in marked else letter for at, letter in enumerate(letters)
        )
    if style == "double":
        found: list[str] = []
        for letter in letters:
            if found and found[-1] == letter:
                found[-1] = f"double {letter}"
            else:
                found.append(letter)
        return " ".join(found)
    if style == "names" and len(letters) >= 4:
        at = chance.randrange(1, len(letters))
        if letters[at] != letters[at - 1]:
            letters[at] = LETTER_NAMES.get(letters[at], letters[at])
    return " ".join(letters)


def dressed(
    chance: random.Random,
    phrase: str,
    lead_ins: tuple[str, ...],
    closings: tuple[str, ...] = (),
    *,
    fillers: bool = True,
) -> str:
    """A phrase inside a sentence: lead-in, filler, closing, and the capitals and stops of a recognizer."""
    if lead_ins and chance.random() < 0.25:
        phrase = f"{chance.choice(lead_ins)} {phrase}"
    if fillers and chance.random() < 0.1:
        phrase = f"{chance.choice(FILLERS)} {phrase}"
    if closings and chance.random() < 0.1:
        phrase = f"{phrase} {chance.choice(closings)}"
    if chance.random() < 0.25:
        phrase = phrase[:1].upper() + phrase[1:]
    if chance.random() < 0.2:
        phrase += "."
    return phrase
