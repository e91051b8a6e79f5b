"""Pairs of the kind phone: valid numbers of every region of the phonenumbers metadata, typed and spoken.

Country code and trunk prefix are never what is slipped: whether "1" in front is a digit too many or a country code is a
question of numbering rules, so slips fall on the last digits, where they make another line for certain.
"""

from __future__ import annotations

import functools
import random

import phonenumbers as pn
import spoken
from languages import ENGLISH, OTHERS, Language
from mutations import digit_slip
from pairs import Pair, Shares

TYPES = (
    pn.PhoneNumberType.FIXED_LINE,
    pn.PhoneNumberType.MOBILE,
    pn.PhoneNumberType.MOBILE,
    pn.PhoneNumberType.TOLL_FREE,
)
FORMATS = (pn.PhoneNumberFormat.E164, pn.PhoneNumberFormat.INTERNATIONAL, pn.PhoneNumberFormat.NATIONAL)
TONGUES = {
    "ES": "es",
    "MX": "es",
    "CO": "es",
    "AR": "es",
    "FR": "fr",
    "DE": "de",
    "AT": "de",
    "BR": "pt",
    "PT": "pt",
    "IT": "it",
    "NL": "nl",
}
FREQUENT = ("US", "US", "US", "GB", "CA", "AU", "IN", "DE", "FR", "ES", "IT", "NL", "BR", "MX", "IE", "NZ", "ZA")


@functools.cache
def regions() -> tuple[str, ...]:
    return tuple(sorted(pn.SUPPORTED_REGIONS))


@functools.cache
def example(region: str, kind: int) -> pn.PhoneNumber | None:
    return pn.example_number_for_type(region, kind)


def number(chance: random.Random, only: str = "") -> tuple[pn.PhoneNumber, str]:
    """A valid number with random subscriber digits, and its region, which is `only` where that is given."""
    while True:
        region = only or (chance.choice(FREQUENT) if chance.random() < 0.4 else chance.choice(regions()))
        seed = example(region, chance.choice(TYPES))
        if seed is None:
            continue
        text = pn.national_significant_number(seed)
        keep = max(2, len(text) - 6)
        for _ in range(20):
            drawn = text[:keep] + "".join(chance.choice("0123456789") for _ in text[keep:])
            try:
                found = pn.parse(f"+{seed.country_code}{drawn}", None)
            except pn.NumberParseException:
                continue
            if pn.is_valid_number_for_region(found, region):
                return found, region


def record(chance: random.Random, found: pn.PhoneNumber, extension: str = "") -> str:
    """As a database holds it: mostly E.164, else international or national."""
    form = chance.choices(FORMATS, (5, 3, 2))[0]
    return pn.format_number(found, form) + extension


def restyled(chance: random.Random, text: str) -> str:
    """Other separators, which mean nothing."""
    sign = chance.choice((" ", "-", ".", "", "/", "·"))
    if chance.random() < 0.4:
        return text
    text = "".join(sign if one in " -" else one for one in text)
    return spoken.in_script(chance, text) if chance.random() < 0.05 else text


def typed_form(chance: random.Random, found: pn.PhoneNumber, *, national: bool = True) -> str:
    way = chance.random()
    if way < 0.08:
        return pn.format_number(found, pn.PhoneNumberFormat.RFC3966)
    if way < 0.5 and national:
        return restyled(chance, pn.format_number(found, pn.PhoneNumberFormat.NATIONAL))
    if way < 0.6:
        return restyled(chance, pn.format_number(found, pn.PhoneNumberFormat.INTERNATIONAL).replace("+", "00"))
    return restyled(chance, pn.format_number(found, chance.choice(FORMATS[:2])))


def _groups(text: str) -> list[str]:
    return [group for group in "".join(one if one.isdigit() else " " for one in text).split() if group]


def aloud(chance: random.Random, text: str, language: Language, *, plain: bool) -> str:
    """A formatted number read out: plus by name, the rest in its own groups or others."""
    plus = "plus " if text.startswith("+") else ""
    groups = _groups(text)
    if plus:
        code = spoken.digits(chance, groups[0], language, plain=True)
        return f"{plus}{code} {aloud(chance, ' '.join(groups[1:]), language, plain=plain)}"
    own = all(len(group) <= 4 for group in groups) and chance.random() < 0.5
    return spoken.digits(chance, "".join(groups), language, plain=plain, groups=groups if own else None)


def spoken_form(
    chance: random.Random, found: pn.PhoneNumber, region: str, *, plain: bool = False, national: bool = True
) -> str:
    language = OTHERS[TONGUES[region]] if region in TONGUES and chance.random() < 0.4 else ENGLISH
    way = pn.PhoneNumberFormat.NATIONAL if national and chance.random() < 0.7 else pn.PhoneNumberFormat.INTERNATIONAL
    phrase = aloud(chance, pn.format_number(found, way), language, plain=plain)
    if (
        language is ENGLISH
        and region in ("US", "CA")
        and way == pn.PhoneNumberFormat.NATIONAL
        and chance.random() < 0.1
    ):
        phrase = f"area code {phrase}"
    return spoken.dressed(chance, phrase, language.number_lead_ins, language.closings, fillers=language is ENGLISH)


def said_form(
    chance: random.Random, found: pn.PhoneNumber, region: str, *, plain: bool = False, national: bool = True
) -> tuple[str, str]:
    if chance.random() < 0.4:
        return typed_form(chance, found, national=national), "typed"
    return spoken_form(chance, found, region, plain=plain, national=national), "spoken"


def true_pair(chance: random.Random, only: str = "") -> Pair:
    found, region = number(chance, only)
    said, way = said_form(chance, found, region)
    return Pair(said, record(chance, found), True, way, region)


KEYPAD = dict(zip("23456789", ("ABC", "DEF", "GHI", "JKL", "MNO", "PQRS", "TUV", "WXYZ"), strict=True))


def keypad(chance: random.Random) -> Pair | None:
    """A toll-free number with its end in letters, as advertised."""
    found = example("US", pn.PhoneNumberType.TOLL_FREE)
    digits = "".join(chance.choice("23456789") for _ in range(7))
    found = pn.parse(f"+1{pn.national_significant_number(found)[:3]}{digits}", None)
    if not pn.is_valid_number(found):
        return None
    cut = chance.choice((0, 3))
    letters = "".join(chance.choice(KEYPAD[digit]) for digit in digits[cut:])
    area, middle = pn.national_significant_number(found)[:3], digits[:cut]
    said = "-".join(part for part in (chance.choice(("1", "")), area, middle, letters) if part)
    return Pair(said, pn.format_number(found, FORMATS[0]), True, "keypad letters", "US")


def with_extension(chance: random.Random, only: str = "") -> Pair:
    found, region = number(chance, only)
    digits = str(chance.randrange(10, 9999))
    stored = record(chance, found, chance.choice((" ext. ", " x")) + digits)
    said, way = said_form(chance, found, region)
    said = said.rstrip(".")
    if chance.random() < 0.3:
        return Pair(said, stored, True, f"extension not said, {way}", region)
    if way == "typed" and not said.startswith("tel:"):
        return Pair(
            f"{said} {chance.choice(('ext', 'x', 'extension'))} {digits}", stored, True, "extension, typed", region
        )
    said = spoken_form(chance, found, "US").rstrip(".")
    return Pair(
        f"{said} extension {spoken.digits(chance, digits, plain=True)}", stored, True, "extension, spoken", region
    )


def _same_line(said: str, stored: str, region: str) -> bool:
    """Whether the numbering rules make them one line after all: an area code understood, an old mobile prefix."""
    try:
        return pn.is_number_match(pn.parse(said, region), pn.parse(stored, region)) >= pn.MatchType.NSN_MATCH
    except pn.NumberParseException:
        return False


def slipped(chance: random.Random) -> Pair | None:
    found, region = number(chance)
    text = pn.national_significant_number(found)
    tail = chance.randrange(4, 7) if len(text) >= 7 else 3
    wrong_tail, slip = digit_slip(chance, text[-tail:])
    wrong = text[:-tail] + wrong_tail
    if wrong == text or wrong.startswith("0") != text.startswith("0"):
        return None
    stored = record(chance, found)
    try:
        other = pn.parse(f"+{found.country_code}{wrong}", None)
        if pn.national_significant_number(other) != wrong or _same_line(
            f"+{found.country_code}{wrong}", stored, region
        ):
            return None
    except pn.NumberParseException:
        return None
    said, way = said_form(chance, other, region, plain=spoken.differ_in_zeros(wrong, text))
    return Pair(said, stored, False, f"digit {slip}, {way}", region)


def other_country(chance: random.Random) -> Pair | None:
    """The same national digits under another country code, both sides international."""
    found, region = number(chance)
    code = chance.choice([44, 49, 33, 34, 1, 61, 91])
    if code == found.country_code:
        return None
    text = pn.national_significant_number(found)
    said = f"+{code} {' '.join(spoken.groups_of(chance, text))}"
    return Pair(said, pn.format_number(found, pn.PhoneNumberFormat.E164), False, "other country code", region)


def other_extension(chance: random.Random) -> Pair | None:
    found, region = number(chance)
    digits = str(chance.randrange(10, 9999))
    wrong, _ = digit_slip(chance, digits)
    if wrong == digits:
        return None
    stored = record(chance, found, f" ext. {digits}")
    return Pair(f"{pn.format_number(found, FORMATS[1])} x{wrong}", stored, False, "other extension", region)


def partial(chance: random.Random) -> Pair | None:
    """Only the local part, or only the last four."""
    found, region = number(chance)
    text = pn.national_significant_number(found)
    if len(text) < 9:
        return None
    tail = text[-chance.choice((4, 6, 7)) :]
    # Where a whole country has one area code, the rules complete a local number.
    if _same_line(tail, pn.format_number(found, FORMATS[0]), region):
        return None
    said = tail if chance.random() < 0.5 else spoken.digits(chance, tail, plain=True)
    return Pair(said, record(chance, found), False, "only the last digits", region)


def other_area(chance: random.Random) -> Pair | None:
    """The same subscriber number in another area."""
    found, region = number(chance)
    text = pn.national_significant_number(found)
    if len(text) < 9 or text[0] == "0":
        return None
    wrong = text[0] + "".join(chance.choice("123456789") for _ in text[1:3]) + text[3:]
    stored = record(chance, found)
    try:
        other = pn.parse(f"+{found.country_code}{wrong}", None)
        if wrong == text or pn.national_significant_number(other) != wrong:
            return None
        if _same_line(f"+{found.country_code}{wrong}", stored, region):
            return None
    except pn.NumberParseException:
        return None
    said, way = said_form(chance, other, region, plain=spoken.differ_in_zeros(wrong, text))
    return Pair(said, stored, False, f"other area, {way}", region)


def true_in(region: str) -> Shares:
    """The makers of true pairs, with numbers of one region, or of any where it is empty; letters are American."""
    return [
        (0.92, functools.partial(true_pair, only=region)),
        (0.07, functools.partial(with_extension, only=region)),
        (0.01, keypad),
    ]


TRUE: Shares = true_in("")
FALSE: Shares = [(0.78, slipped), (0.06, other_country), (0.03, other_extension), (0.05, partial), (0.08, other_area)]
