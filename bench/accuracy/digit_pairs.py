"""Pairs of the kind digits: codes, accounts, cards, social numbers, dates, typed and spoken."""

from __future__ import annotations

import random

import spoken
from languages import ENGLISH
from mutations import digit_slip
from pairs import Pair, Shares

# PINs, codes, accounts; social numbers, cards, sort codes, dates.
SHAPES = (
    *((size,) for size in (4, 4, 5, 6, 6, 7, 8, 9, 10, 12)),
    (3, 2, 4),
    (3, 3, 3),
    (4, 4, 4, 4),
    (2, 2, 2),
    (4, 2, 2),
)
TYPED_LEAD_INS = ("acct #", "account ", "No. ", "PIN ", "code: ", "#", "")
LEAD_INS = (*ENGLISH.number_lead_ins, "the code is", "account number", "my pin is", "member number", "it's")


def stored(chance: random.Random) -> tuple[str, tuple[int, ...]]:
    """Digits and how a record groups them."""
    shape = chance.choice(SHAPES)
    text = "".join(chance.choice("0123456789") for _ in range(sum(shape)))
    if chance.random() < 0.15:
        # People choose and issuers issue runs of one digit and zeros in front.
        text = chance.choice(("0", "00", text[0] * 3))[: len(text)] + text[3:] + text[:3]
        text = text[: sum(shape)]
    return text, shape


def shown(digits: str, shape: tuple[int, ...], sign: str) -> str:
    found, at = [], 0
    for size in shape:
        found.append(digits[at : at + size])
        at += size
    return sign.join([*found, digits[at:]] if digits[at:] else found)


def _record(chance: random.Random) -> tuple[str, str]:
    digits, shape = stored(chance)
    return digits, shown(digits, shape, chance.choice(("", "-", " ")))


def typed_form(chance: random.Random, digits: str) -> str:
    sign = chance.choice(("", "", "-", " ", ".", "/", "–"))
    text = sign.join(spoken.groups_of(chance, digits))
    if chance.random() < 0.1:
        text = spoken.in_script(chance, text)
    return chance.choice(TYPED_LEAD_INS) + text if chance.random() < 0.2 else text


def spoken_form(chance: random.Random, digits: str, *, plain: bool = False) -> str:
    language = spoken.some_language(chance)
    if language is ENGLISH and 4 <= len(digits) <= 6 and digits[0] != "0" and not plain and chance.random() < 0.04:
        return spoken.cardinal(int(digits), with_and=chance.random() < 0.5)
    phrase = spoken.digits(chance, digits, language, plain=plain)
    lead_ins = LEAD_INS if language is ENGLISH else language.number_lead_ins
    return spoken.dressed(chance, phrase, lead_ins, language.closings, fillers=language is ENGLISH)


def said_form(chance: random.Random, digits: str, other: str = "") -> tuple[str, str]:
    """One way to give the digits, and whether typed or spoken; `other` is what it must not be heard as."""
    if chance.random() < 0.3:
        return typed_form(chance, digits), "typed"
    plain = bool(other) and spoken.differ_in_zeros(digits, other)
    return spoken_form(chance, digits, plain=plain), "spoken"


def true_pair(chance: random.Random) -> Pair:
    digits, record = _record(chance)
    said, way = said_form(chance, digits)
    return Pair(said, record, True, way)


def slipped(chance: random.Random) -> Pair:
    digits, record = _record(chance)
    wrong, slip = digit_slip(chance, digits)
    said, way = said_form(chance, wrong, digits)
    return Pair(said, record, False, f"digit {slip}, {way}") if wrong != digits else slipped(chance)


def part(chance: random.Random) -> Pair:
    """The last or first four of a longer number."""
    digits, record = _record(chance)
    while len(digits) < 7:
        digits, record = _record(chance)
    tail = digits[-4:] if chance.random() < 0.7 else digits[:4]
    said, way = said_form(chance, tail, digits)
    return Pair(said, record, False, f"only four of them, {way}")


def two_answers(chance: random.Random) -> Pair | None:
    digits, record = _record(chance)
    wrong, _ = digit_slip(chance, digits)
    both = [digits, wrong]
    chance.shuffle(both)
    said = (
        f"{both[0]} or {both[1]}"
        if chance.random() < 0.5
        else " or ".join(spoken.digits(chance, each, plain=True) for each in both)
    )
    return Pair(said, record, False, "two answers") if wrong != digits else None


def regrouped(chance: random.Random) -> Pair | None:
    """The same digits with two groups exchanged."""
    digits, record = _record(chance)
    groups = spoken.groups_of(chance, digits)
    chance.shuffle(groups)
    wrong = "".join(groups)
    said, way = said_form(chance, wrong, digits)
    return Pair(said, record, False, f"groups exchanged, {way}") if wrong != digits else None


TRUE: Shares = [(1.0, true_pair)]
FALSE: Shares = [(0.82, slipped), (0.06, part), (0.04, two_answers), (0.08, regrouped)]
