"""Pairs of the kind person_name: FEBRL 4, nicknames, titles, order, languages; against relatives and namesakes."""

from __future__ import annotations

import random
import unicodedata
from functools import cache

import febrl4
import spoken
from jellyfish import metaphone
from mutations import typo
from pairs import Pair, Shares
from people import all_given, all_surnames, given_name, linked, nickname_rows, sound_end, surname
from rapidfuzz.distance import OSA

LEAD_INS = ("my name is", "this is", "it's", "I'm", "the name is", "yes this is")
TITLES = ("Mr", "Mrs", "Ms", "Miss", "Dr", "Mr.", "Mrs.", "Dr.", "Prof.", "Rev.")
DEGREES = ("PhD", "MD", "Esq.", "RN", "CPA")
GENERATIONS = ("Jr", "Sr", "II", "III", "Jr.", "Sr.")
# Spellings that are said alike, from everyday use; callers spell and recognizers write either.
SAID_ALIKE = [
    group.split()
    for group in (
        "stephen steven|catherine katherine kathryn|jeffrey geoffrey|eric erik|mark marc|carl karl|sarah sara|"
        "anne ann|john jon|brian bryan bryon|alan allan allen|philip phillip|nicholas nicolas|deborah debra|"
        "teresa theresa|michelle michele|kristen kristin|lindsay lindsey|tracy tracey|stacy stacey|"
        "jonathan jonathon|susan suzan|isabel isabelle|louis lewis|rachel rachael|rebecca rebekah|sean shawn shaun|"
        "craig kraig|curtis kurtis|lesley leslie|gail gayle|lynn lynne|elisabeth elizabeth|zachary zachery|"
        "matthew mathew|diane dianne|caitlin kaitlyn|ashley ashleigh|hannah hanna|megan meghan|marianne maryann|"
        "laurence lawrence"
    ).split("|")
]
SURNAMES_ALIKE = [
    group.split()
    for group in (
        "smith smyth|clark clarke|reed reid|brown browne|green greene|gray grey|davis davies|philips phillips|"
        "stewart stuart|thompson thomson|anderson andersen|larson larsen|olson olsen|hanson hansen|"
        "nicholson nicolson|rogers rodgers|white whyte|bailey baily|hughes hughs|fisher fischer|hoffman hoffmann|"
        "schmidt schmitt|pierce pearce|johnston johnstone|lee leigh|gonzalez gonzales|hayes hays|"
        "walsh walsch|burke bourke|connolly connelly|meyer meier|snyder snider|lowe low|moore moor|cook cooke|"
        "neal neil"
    ).split("|")
]
LOCALES = (
    "es_ES",
    "fr_FR",
    "de_DE",
    "pt_BR",
    "it_IT",
    "nl_NL",
    "pl_PL",
    "sv_SE",
    "da_DK",
    "es_MX",
    "cs_CZ",
    "hu_HU",
    "ro_RO",
    "fi_FI",
    "tr_TR",
    "no_NO",
)
UMLAUTS = str.maketrans(
    {
        "ä": "ae",
        "ö": "oe",
        "ü": "ue",
        "ß": "ss",
        "ø": "oe",
        "å": "aa",
        "æ": "ae",
        "Ä": "Ae",
        "Ö": "Oe",
        "Ü": "Ue",
        "Ø": "Oe",
        "Å": "Aa",
    }
)
LETTERS = str.maketrans(
    {"ß": "ss", "ø": "o", "æ": "ae", "ł": "l", "đ": "d", "ı": "i", "Ø": "O", "Æ": "Ae", "Ł": "L", "Đ": "D", "İ": "I"}
)
CYRILLIC = dict(zip("абвгдезийклмнопрстуфыэ", "abvgdeziyklmnoprstufye", strict=True)) | {
    "ё": "yo", "ж": "zh", "х": "kh", "ц": "ts", "ч": "ch", "ш": "sh", "щ": "shch", "ю": "yu", "я": "ya",
    "ь": "", "ъ": "",
}  # fmt: skip
PARTICLE_NAMES = (
    "van der Berg|van den Heuvel|de la Cruz|von Hagen|di Marco|de Souza|dos Santos|van Dijk|le Blanc|della Rosa"
).split("|")
MARKED_NAMES = "O'Brannon|O'Dell|D'Arco|MacLeish|McKinnon|O'Hara|D'Angelo|McAllister".split("|")


def cased(*words: str) -> str:
    return " ".join(word.title() if word.islower() else word for word in words if word)


def in_words(chance: random.Random, text: str) -> str:
    """Case as typists and recognizers leave it."""
    return chance.choice((text, text, text.lower(), text.lower(), text.upper()))


# Records.


@cache
def _people() -> tuple[list[dict[str, str]], list[dict[str, str]], list[tuple[int, int]]]:
    return febrl4.people()


def _parts(person: dict[str, str]) -> tuple[str, str]:
    return person["name"][: -len(person["surname"])].strip() if person["surname"] else person["name"], person["surname"]


def one_slip(said: str, stored: str, names: frozenset[str]) -> bool | None:
    """True: equal; False: one slip that makes no other known name; None: a different name."""
    if said == stored:
        return True
    if len(stored) >= 4 and OSA.distance(said, stored) == 1 and said[:1] == stored[:1] and said not in names:
        return False
    return None


def febrl_same(said: dict[str, str], stored: dict[str, str]) -> bool:
    """What a careful human, who sees only the two names, would call the same.

    Both sides hold a given name and a surname.  In this order or exchanged each part is equal or, in a part of four
    letters or more, one slip away that keeps the first letter and makes no other name of the Census lists; and where
    both parts have a slip, both have six letters or more.
    """
    one, other = _parts(said), _parts(stored)
    if not (all(one) and all(other)):
        return False
    for given, family in (one, one[::-1]):
        found = [one_slip(given, other[0], all_given()), one_slip(family, other[1], all_surnames())]
        if None not in found and (any(found) or min(map(len, other)) >= 6):
            return True
    return False


@cache
def febrl_pairs() -> tuple[list[Pair], list[Pair]]:
    """All 5,000 duplicates with any name at all, and those that a careful human would call the same."""
    originals, duplicates, links = _people()
    whole, same = [], []
    for at, other in links:
        stored, said = originals[at], duplicates[other]
        if not (said["name"] and stored["name"]):
            continue
        pair = Pair(said["name"], stored["name"], True, "FEBRL 4")
        whole.append(pair)
        if febrl_same(said, stored):
            same.append(pair)
    return whole, same


def febrl(chance: random.Random) -> Pair:
    return chance.choice(febrl_pairs()[1])


# True pairs.


def person(chance: random.Random) -> tuple[str, str]:
    return given_name(chance), surname(chance)


def nickname(chance: random.Random) -> Pair:
    name, short = chance.choice(nickname_rows())
    family = surname(chance)
    said, stored = (short, name) if chance.random() < 0.75 else (name, short)
    return Pair(in_words(chance, cased(said, family)), cased(stored, family), True, "nickname")


def written(chance: random.Random) -> Pair:
    """Titles, degrees, middle names, order, initials in between, case."""
    given, family = person(chance)
    middle = given_name(chance)
    plain = cased(given, family)
    said = chance.choice(
        (
            plain.upper(),
            plain.lower(),
            f"{chance.choice(TITLES)} {plain}",
            f"{plain}, {chance.choice(DEGREES)}",
            f"{family.title()}, {given.title()}",
            f"{family.upper()} {given.title()}",
            f"{given.title()} {middle[0].upper()}. {family.title()}",
            f"{given.title()} {middle.title()} {family.title()}",
            f"{given.title()} {middle[0].upper()} {family.title()}",
            f"{family.title()}, {given.title()} {middle[0].upper()}.",
            f"{plain} {chance.choice(GENERATIONS)}",
        )
    )
    stored = plain
    if chance.random() < 0.3:
        said, stored = stored, said
    return Pair(said, stored, True, "title, middle name, order")


def dictated(chance: random.Random) -> Pair:
    given, family = person(chance)
    stored = cased(given, family)
    style = chance.random()
    if style < 0.25:
        said = f"{given} {family}"
    elif style < 0.55:
        said = f"{given} {spoken.spelled(chance, family)}"
    elif style < 0.7:
        said = f"{spoken.spelled(chance, given)} {family}"
    elif style < 0.9:
        link = chance.choice((", ", " that's ", " spelled ", ", that's "))
        said = f"{given} {family}{link}{spoken.spelled(chance, family, chance.choice(('spaced', 'hyphens', 'commas')))}"
    else:
        said = f"{spoken.spelled(chance, given, 'spaced')} {spoken.spelled(chance, family, 'spaced')}"
    return Pair(spoken.dressed(chance, said, LEAD_INS, ("speaking", "please", "thank you")), stored, True, "dictated")


def said_alike(chance: random.Random) -> Pair:
    given, family = person(chance)
    if chance.random() < 0.5:
        one, other = chance.sample(chance.choice(SAID_ALIKE), 2)
        return Pair(in_words(chance, cased(one, family)), cased(other, family), True, "said alike, given name")
    one, other = chance.sample(chance.choice(SURNAMES_ALIKE), 2)
    return Pair(in_words(chance, cased(given, one)), cased(given, other), True, "said alike, surname")


def mistyped(chance: random.Random) -> Pair | None:
    given, family = person(chance)
    if len(family) >= 6 and (len(given) < 6 or chance.random() < 0.6):
        wrong = typo(chance, family)
        if wrong in all_surnames() or wrong == family:
            return None
        return Pair(cased(given, wrong), cased(given, family), True, "slip in a long surname")
    if len(given) < 6:
        return None
    wrong = typo(chance, given)
    return (
        None
        if wrong in all_given()
        else Pair(cased(wrong, family), cased(given, family), True, "slip in a long given name")
    )


@cache
def _locale(name: str) -> tuple[tuple[str, ...], tuple[str, ...]]:
    from faker import Faker

    source = Faker(name)
    source.seed_instance(name)
    plain = lambda text: text.replace("-", "").replace("'", "").isalpha()  # noqa: E731
    given = {source.first_name() for _ in range(400)}
    family = {source.last_name() for _ in range(400)}
    return tuple(sorted(filter(plain, given))), tuple(sorted(filter(plain, family)))


def _without_marks(text: str) -> str:
    bare = unicodedata.normalize("NFD", text.translate(LETTERS))
    return "".join(letter for letter in bare if not unicodedata.combining(letter))


def abroad(chance: random.Random) -> Pair:
    """Names of other countries, their marks dropped or umlauts written out; Spanish and Portuguese second surnames."""
    locale = chance.choice(LOCALES)
    givens, families = _locale(locale)
    given, family = chance.choice(givens), chance.choice(families)
    stored = f"{given} {family}"
    if locale[:2] in ("es", "pt") and chance.random() < 0.4:
        second = chance.choice(families)
        said, stored = _without_marks(stored), f"{stored} {second}"
        return Pair(in_words(chance, said), stored, True, "second surname not said")
    if locale[:2] in ("de", "sv", "da", "no", "fi") and chance.random() < 0.5:
        said = stored.translate(UMLAUTS)
    else:
        said = _without_marks(stored)
    if chance.random() < 0.2:
        said = f"{said.split(' ', 1)[1]}, {said.split(' ', 1)[0]}"
    return Pair(in_words(chance, said), stored, True, "other countries' names")


def signs(chance: random.Random) -> Pair:
    """Apostrophes, hyphens and particles, joined or apart."""
    given = given_name(chance)
    way = chance.random()
    if way < 0.35:
        family = chance.choice(MARKED_NAMES)
        said = chance.choice((family.replace("'", ""), family.replace("'", " "), family.replace("'", "’")))
    elif way < 0.7:
        family = chance.choice(PARTICLE_NAMES)
        said = chance.choice((family.title(), family.replace(" ", ""), family.lower(), f"{family}"))
    else:
        one, other = surname(chance), surname(chance)
        family, said = (
            f"{one.title()}-{other.title()}",
            chance.choice((f"{one} {other}", f"{one.title()} {other.title()}")),
        )
    return Pair(in_words(chance, f"{given.title()} {said}"), f"{given.title()} {family}", True, "signs and particles")


@cache
def _russians() -> tuple[tuple[str, str], ...]:
    from faker import Faker

    source = Faker("ru_RU")
    source.seed_instance(7)
    found = {(source.first_name_female(), source.last_name_female()) for _ in range(400)}
    found |= {(source.first_name_male(), source.last_name_male()) for _ in range(400)}
    return tuple(sorted(found))


def other_script(chance: random.Random) -> Pair:
    given, family = chance.choice(_russians())
    said = " ".join("".join(CYRILLIC[letter] for letter in word.lower()) for word in (given, family))
    return Pair(said.title() if chance.random() < 0.5 else said, f"{given} {family}", True, "Cyrillic in Latin letters")


# Hard negatives.

SOUNDS = str.maketrans("cg", "kj")
ENDINGS = {"a": "a", "o": "o", "i": "i", "y": "i"}


def _pet_form(short: str, name: str) -> bool:
    """Whether one may be a pet form of the other in no list: Marcy, Marcia; Al, Alfonso; Gina, Virginia."""
    begins_alike = short[:3].translate(SOUNDS) == name[:3].translate(SOUNDS)
    return (
        (begins_alike and short.endswith(("y", "ie", "i")))
        or name.startswith(short)
        or (len(short) > 2 and name.endswith(short))
    )


def _spellings(name: str) -> list[str]:
    """The name and those said alike."""
    return next((group for group in SAID_ALIKE + SURNAMES_ALIKE if name in group), [name])


def far_apart(one: str, other: str) -> bool:
    """Whether two names are surely two: no nickname link, not said alike, not a slip apart in a long name."""
    if one == other or _pet_form(one, other) or _pet_form(other, one) or {one, other} == {"rachel", "raquel"}:
        return False
    spellings = [(here, there) for here in _spellings(one) for there in _spellings(other)]
    if any(here == there or (sound_end(here), sound_end(there)) in linked() for here, there in spellings):
        return False
    # Names that sound alike are one only if they end alike: Sammy and Sammie, but not Eric and Erica, Maria and Mario.
    ends = [ENDINGS.get("i" if name.endswith("ie") else name[-1]) for name in (one, other)]
    if metaphone(one) == metaphone(other) and ends[0] == ends[1]:
        return False
    return not (min(len(one), len(other)) >= 5 and OSA.distance(one, other) <= 1)


def _said(chance: random.Random, *words: str) -> str:
    text = cased(*words)
    way = chance.random()
    if way < 0.12:
        return f"{words[-1].title()}, {cased(*words[:-1])}"
    if way < 0.2:
        return f"{chance.choice(TITLES)} {text}"
    if way < 0.3:
        return spoken.dressed(chance, text.lower(), LEAD_INS, ("speaking",))
    return in_words(chance, text)


def relative(chance: random.Random) -> Pair | None:
    """The same surname with another given name."""
    given, family = person(chance)
    other = given_name(chance)
    if not far_apart(given, other):
        return None
    return Pair(_said(chance, other, family), cased(given, family), False, "same surname, other given name")


@cache
def _near_given() -> tuple[tuple[str, str], ...]:
    from people import given_names

    names = given_names()
    return tuple(
        (one, other)
        for one in names
        for other in names
        if one != other
        and len(one) >= 3
        and OSA.distance(one, other, score_cutoff=2) <= 2
        and one[:2] == other[:2]
        and far_apart(one, other)
    )


def near_relative(chance: random.Random) -> Pair:
    """A relative whose name looks like it: Maria and Mario, Joan and John, Daniel and Danielle excluded as slips."""
    given, other = chance.choice(_near_given())
    family = surname(chance)
    return Pair(_said(chance, other, family), cased(given, family), False, "same surname, given name that looks alike")


def namesake(chance: random.Random) -> Pair | None:
    given, family = person(chance)
    other = surname(chance)
    if not far_apart(family, other):
        return None
    return Pair(_said(chance, given, other), cased(given, family), False, "same given name, other surname")


def generation(chance: random.Random) -> Pair:
    given, family = person(chance)
    one, other = chance.sample(("Jr", "Sr", "III"), 2)
    return Pair(f"{cased(given, family)} {one}", f"{cased(given, family)} {other}", False, "other generation")


def middle(chance: random.Random) -> Pair | None:
    given, family = person(chance)
    one, other = given_name(chance), given_name(chance)
    # I and V may be the first and the fifth of the name, O and D the beginning of O'Bryant and D'Arco.
    if not far_apart(one, other) or one[0] == other[0] or {one[0], other[0]} & set("divo"):
        return None
    if chance.random() < 0.5:
        one, other = one[0], other[0]
    return Pair(_said(chance, given, one, family), cased(given, other, family), False, "other middle name")


def half(chance: random.Random) -> Pair:
    given, family = person(chance)
    said = family if chance.random() < 0.6 else given
    return Pair(in_words(chance, said.title()), cased(given, family), False, "one part only")


def both_near(chance: random.Random) -> Pair | None:
    """Two other people whose names share many letters."""
    given, other = chance.choice(_near_given())
    family, second = surname(chance), surname(chance)
    if family[:2] != second[:2] or not far_apart(family, second):
        return None
    return Pair(_said(chance, other, second), cased(given, family), False, "both parts look alike")


TRUE: Shares = [
    (0.16, febrl),
    (0.18, nickname),
    (0.2, written),
    (0.18, dictated),
    (0.06, said_alike),
    (0.07, mistyped),
    (0.08, abroad),
    (0.05, signs),
    (0.02, other_script),
]
FALSE: Shares = [
    (0.5, relative),
    (0.1, near_relative),
    (0.22, namesake),
    (0.03, generation),
    (0.05, middle),
    (0.06, half),
    (0.04, both_near),
]
