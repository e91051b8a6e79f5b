"""What a user could pick instead of ablmatch: one function a measure, (said, stored, region) to 0..100.

A measure that fails on a value gives 0: whoever runs it would have to count that as no match.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from functools import partial
from typing import NamedTuple

import numpy as np
from pairs import Pair

Measure = Callable[[str, str, str], float]


class Peer(NamedTuple):
    """A measure and the rule by which its makers or most users would accept: `threshold` of 100."""

    name: str
    measure: Measure
    threshold: float = 70


def string_measures() -> list[Peer]:
    from rapidfuzz import fuzz
    from rapidfuzz.distance import JaroWinkler
    from rapidfuzz.utils import default_process

    def ratio(scorer: Callable[..., float], said: str, stored: str, _region: str) -> float:
        return scorer(said, stored, processor=default_process)

    return [
        Peer("rapidfuzz ratio", partial(ratio, fuzz.ratio)),
        Peer("rapidfuzz WRatio", partial(ratio, fuzz.WRatio)),
        Peer("rapidfuzz token_sort_ratio", partial(ratio, fuzz.token_sort_ratio)),
        Peer(
            "rapidfuzz Jaro-Winkler",
            lambda said, stored, _region: 100 * JaroWinkler.similarity(said, stored, processor=default_process),
        ),
    ]


# Tools that know the kind.


def number_match(said: str, stored: str, region: str) -> float:
    """phonenumbers: NO_MATCH, SHORT_NSN_MATCH, NSN_MATCH, EXACT_MATCH as 0, 50, 90, 100, both read in the region."""
    import phonenumbers as pn

    found = pn.is_number_match(pn.parse(said, region), pn.parse(stored, region))
    return {pn.MatchType.SHORT_NSN_MATCH: 50, pn.MatchType.NSN_MATCH: 90, pn.MatchType.EXACT_MATCH: 100}.get(found, 0)


def name_parts(said: str, stored: str, _region: str) -> float:
    """nameparser, then Jaro-Winkler of given name and surname: the weaker of the two, for a mean lets relatives in."""
    from nameparser import HumanName
    from rapidfuzz.distance import JaroWinkler

    one, other = HumanName(said.lower()), HumanName(stored.lower())
    return 100 * min(JaroWinkler.similarity(one.first, other.first), JaroWinkler.similarity(one.last, other.last))


ADDRESS_WEIGHTS = {
    "AddressNumber": 3.0, "StreetName": 4.0, "StreetNamePostType": 1.0, "StreetNamePreDirectional": 1.0,
    "StreetNamePostDirectional": 1.0, "OccupancyIdentifier": 1.5, "USPSBoxID": 3.0, "PlaceName": 1.5, "ZipCode": 1.5,
}  # fmt: skip
ADDRESS_SHORT = {
    "street": "st", "avenue": "ave", "road": "rd", "drive": "dr", "lane": "ln", "court": "ct", "place": "pl",
    "boulevard": "blvd", "circle": "cir", "terrace": "ter", "parkway": "pkwy", "trail": "trl", "highway": "hwy",
    "square": "sq", "crescent": "cres", "north": "n", "south": "s", "east": "e", "west": "w", "northeast": "ne",
    "northwest": "nw", "southeast": "se", "southwest": "sw", "apartment": "apt", "suite": "ste",
    "building": "bldg", "room": "rm", "cove": "cv", "ridge": "rdg",
}  # fmt: skip
_WORD = re.compile(r"\w+")


def address_words(text: str) -> str:
    """Lower case, no punctuation, short forms of suffixes and directionals."""
    return " ".join(ADDRESS_SHORT.get(word, word) for word in _WORD.findall(text.lower()))


def address_parts(said: str, stored: str, _region: str) -> float:
    """usaddress, its parts weighed: numbers equal or not, names by Jaro-Winkler, a part on one side only a half."""
    import usaddress
    from rapidfuzz.distance import JaroWinkler

    one, other = usaddress.tag(said)[0], usaddress.tag(stored)[0]
    total = worth = 0.0
    for part, weight in ADDRESS_WEIGHTS.items():
        here, there = address_words(one.get(part, "")), address_words(other.get(part, ""))
        if not here and not there:
            continue
        total += weight
        if not here or not there:
            worth += weight / 2
        elif part in ("StreetName", "PlaceName"):
            worth += weight * JaroWinkler.similarity(here, there)
        else:
            worth += weight * (here == there)
    return 100 * worth / total if total else 0.0


def mailbox(said: str, stored: str, _region: str) -> float:
    """email-validator: equal normalized addresses 100, else by their likeness up to 60."""
    from email_validator import validate_email
    from rapidfuzz import fuzz

    one, other = (
        validate_email(value.strip(), check_deliverability=False, allow_display_name=True).normalized.lower()
        for value in (said, stored)
    )
    return 100.0 if one == other else 0.6 * fuzz.ratio(one, other)


# What most teams run: a normalizer of regular expressions for each kind, then a rapidfuzz measure.

_DIGIT_WORDS = {
    word: str(value)
    for value, words in enumerate(
        ("zero oh o", "one", "two to too", "three", "four for", "five", "six", "seven", "eight ate", "nine")
    )
    for word in words.split()
}
_TEENS = {
    word: str(10 + at)
    for at, word in enumerate("ten eleven twelve thirteen fourteen fifteen sixteen seventeen eighteen nineteen".split())
}
_TENS = {word: 20 + 10 * at for at, word in enumerate("twenty thirty forty fifty sixty seventy eighty ninety".split())}
_REPEATS = {"double": 2, "triple": 3}
_LEAD_IN = re.compile(
    r"^(?:(?:um|uh|er|so|sure|yes|okay|it'?s|it is|that'?s|my|the|is|name|number|email|address|i live at|this is|i'?m)"
    r"\b[\s,]*)+"
)


def words_to_digits(text: str) -> str:
    """Number words to figures: units, teens, tens, double and triple."""
    found, repeat, tens = [], 1, 0
    for word in re.findall(r"[a-z]+|\d+|[^\w\s]", text.lower()):
        if word in _REPEATS:
            repeat = _REPEATS[word]
            continue
        if word in _TENS:
            if tens:
                found.append(str(tens))
            tens = _TENS[word]
            continue
        digit = _DIGIT_WORDS.get(word) or _TEENS.get(word)
        if digit and tens:
            digit, tens = (str(tens + int(digit)) if len(digit) == 1 and digit != "0" else f"{tens}{digit}"), 0
        elif tens:
            found.append(str(tens))
            tens = 0
        if digit is None and word.isdigit():
            digit = word
        found.append((digit or f" {word} ") * (repeat if digit else 1))
        repeat = 1
    return "".join([*found, str(tens) if tens else ""])


def digits_only(text: str) -> str:
    return re.sub(r"\D", "", words_to_digits(text))


def hand_digits(said: str, stored: str, _region: str) -> float:
    from rapidfuzz import fuzz

    one, other = digits_only(said), re.sub(r"\D", "", stored)
    return 100.0 if one and one == other else 0.9 * fuzz.ratio(one, other)


def hand_phone(said: str, stored: str, _region: str) -> float:
    """The last ten digits, or those behind a trunk zero."""
    from rapidfuzz import fuzz

    one, other = digits_only(said).lstrip("0")[-10:], re.sub(r"\D", "", stored).lstrip("0")[-10:]
    same = bool(one) and (
        one == other or (min(len(one), len(other)) >= 7 and (one.endswith(other) or other.endswith(one)))
    )
    return 100.0 if same else 0.9 * fuzz.ratio(one, other)


def hand_email(said: str, stored: str, _region: str) -> float:
    from rapidfuzz import fuzz

    text = _LEAD_IN.sub("", said.lower().strip())
    text = re.sub(r"^mailto:|[<>\"]", " ", text)
    for spoken, sign in (
        (r"at the rate|at sign|[\[(]at[\])]|\bat\b", "@"),
        (r"[\[(]dot[\])]|\bdot\b", "."),
        (r"\bdash\b|\bhyphen\b", "-"),
        (r"\bunderscore\b", "_"),
    ):
        text = re.sub(spoken, sign, text)
    text = re.sub(r"\b(please|thanks|thank you|all one word)\b", "", text)
    text = re.sub(r"\s", "", words_to_digits(text)).strip(".,")
    return fuzz.ratio(text, stored.lower().strip())


def hand_name(said: str, stored: str, _region: str) -> float:
    from rapidfuzz import fuzz

    def cleaned(text: str) -> str:
        import unicodedata

        text = unicodedata.normalize("NFKD", text.lower())
        text = "".join(one for one in text if not unicodedata.combining(one))
        if text.count(",") == 1:
            family, given = text.split(",")
            text = f"{given} {family}"
        text = re.sub(r"\b(mr|mrs|ms|miss|dr|prof|rev|jr|sr|ii|iii|phd|md|esq|rn|cpa)\b\.?", " ", text)
        text = re.sub(r"^\s*(my name is|this is|it'?s|i'?m|the name is)\b", " ", text)
        return " ".join(re.findall(r"\w+", text))

    return fuzz.token_sort_ratio(cleaned(said), cleaned(stored))


def hand_address(said: str, stored: str, _region: str) -> float:
    from rapidfuzz import fuzz

    one, other = (address_words(words_to_digits(_LEAD_IN.sub("", value.lower()))) for value in (said, stored))
    return fuzz.token_sort_ratio(one, other)


def hand_text(said: str, stored: str, _region: str) -> float:
    from rapidfuzz import fuzz

    def cleaned(text: str) -> str:
        return " ".join(
            word for word in _WORD.findall(words_to_digits(_LEAD_IN.sub("", text.lower()))) if word not in ("the", "a")
        )

    return fuzz.ratio(cleaned(said), cleaned(stored))


def peers(kind: str) -> list[Peer]:
    """The peers of one kind, the string measures first."""
    own = {
        "digits": [Peer("hand-written re + rapidfuzz", hand_digits, 100)],
        "phone": [
            Peer("phonenumbers is_number_match", number_match, 90),
            Peer("hand-written re + rapidfuzz", hand_phone, 100),
        ],
        "email": [Peer("email-validator + ratio", mailbox, 70), Peer("hand-written re + rapidfuzz", hand_email)],
        "person_name": [Peer("nameparser + Jaro-Winkler", name_parts), Peer("hand-written re + rapidfuzz", hand_name)],
        "address": [Peer("usaddress, parts weighed", address_parts), Peer("hand-written re + rapidfuzz", hand_address)],
        "text": [Peer("hand-written re + rapidfuzz", hand_text)],
    }
    return string_measures() + own[kind]


def scores(peer: Peer, pairs: list[Pair], advance: Callable[[int], None]) -> tuple[np.ndarray, int]:
    """Scores of all pairs, and how many the measure failed on."""
    found, failed = np.zeros(len(pairs)), 0
    for at, pair in enumerate(pairs):
        try:
            found[at] = peer.measure(pair.said, pair.stored, pair.region)
        except Exception:  # noqa: BLE001 - whatever a measure raises, its user has no score: counted and printed
            failed += 1
        if at % 500 == 499:
            advance(500)
    advance(len(pairs) % 500)
    return found, failed
