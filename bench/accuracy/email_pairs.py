"""Pairs of the kind email: invented mailboxes, typed and dictated in seven languages."""

from __future__ import annotations

import random

import spoken
from languages import ENGLISH, Language
from mutations import digit_slip, letter_slip
from pairs import Pair, Shares
from people import given_name, surname

PROVIDERS = ("gmail.com", "gmail.com", "yahoo.com", "hotmail.com", "outlook.com", "icloud.com", "aol.com")
SPOKEN_PROVIDERS = {
    "gmail": ("gmail", "g mail", "gmail"),
    "hotmail": ("hotmail", "hot mail"),
    "icloud": ("icloud", "i cloud"),
    "aol": ("aol", "a o l"),
    "outlook": ("outlook", "out look"),
    "yahoo": ("yahoo",),
}
HOSTS = (
    "brightwater harborlight quillmark northgate silverpine casaverde bluefinch stonebridge maplewood redcedar "
    "fernhill oakmont cloudberry windmere lakeside kestrel ironworks papermill greenfield sandpiper"
).split()
NICKS = (
    "sunny pixel rocket shadow tiger falcon guitar coffee surfer gamer panda dragon banjo rusty lucky happy "
    "ninja wolf biker chess pilot farmer baker dancer runner skater diver angler"
).split()
ENDINGS = "com com com net org co.uk de fr es it nl com.br com.au ca in eu info io edu".split()
SIGNS = {".": "dot", "-": "dash", "_": "underscore"}


def host(chance: random.Random) -> str:
    if chance.random() < 0.55:
        return chance.choice(PROVIDERS)
    middle = "-" if chance.random() < 0.15 else ""
    name = chance.choice(HOSTS) + (
        middle + chance.choice(("group", "mail", "web", "home")) if chance.random() < 0.35 else ""
    )
    return f"{name}.{chance.choice(ENDINGS)}"


def mailbox(chance: random.Random) -> list[str]:
    """The local part in pieces: words, figures and signs."""
    given, family = given_name(chance), surname(chance)
    figures = chance.choice(
        (str(chance.randrange(1, 100)), str(chance.randrange(1950, 2012)), f"{chance.randrange(0, 1000):03d}")
    )
    sign = chance.choice((".", ".", "_", "-"))
    return chance.choice(
        (
            [given, sign, family],
            [given, sign, family],
            [given[0], family],
            [given, family],
            [given, figures],
            [given, sign, family, figures],
            [given, sign, chance.choice("bcdfghjklmnprstvw"), sign, family],
            [chance.choice(NICKS), chance.choice(NICKS), figures],
            [chance.choice(NICKS), sign, given],
            [family, sign, given],
        )
    )


def joined(pieces: list[str]) -> str:
    return "".join(pieces)


def typed_form(chance: random.Random, local: str, domain: str) -> str:
    plain = f"{local}@{domain}"
    return chance.choice(
        (
            plain.upper(),
            plain.title(),
            f" {plain} ",
            f"mailto:{plain}",
            f"<{plain}>",
            f"Customer <{plain}>",
            f"{plain}.",
            f"{local} @ {domain}",
            plain.replace("@", "＠"),
            f"{local} at {domain}",
            f"{local} (at) {domain.replace('.', ' (dot) ')}",
            f"{local}[at]{domain.replace('.', '[dot]')}",
            f"my email is {plain}",
            f"{plain}, thanks",
        )
    )


def _said_word(chance: random.Random, word: str, *, may_spell: bool) -> str:
    return spoken.spelled(chance, word) if may_spell and len(word) > 1 and chance.random() < 0.2 else word


def _said_domain(chance: random.Random, domain: str, language: Language) -> str:
    name, *endings = domain.split(".")
    if name in SPOKEN_PROVIDERS:
        name = chance.choice(SPOKEN_PROVIDERS[name])
    name = name.replace("-", f" {language.dash} ")
    parts = [name]
    for ending in endings:
        letters = len(ending) == 2 and chance.random() < 0.5
        parts.append(" ".join(ending) if letters else ending)
    if endings == ["com"] and language is ENGLISH and chance.random() < 0.1:
        return f"{name} dotcom"
    return f" {language.dot} ".join(parts)


def spoken_form(chance: random.Random, pieces: list[str], domain: str, *, plain: bool = False) -> str:
    """Dictated; `plain`: figures one by one, for where 25 and 205 must not be confused."""
    language = spoken.some_language(chance, 0.72)
    names = {".": language.dot, "-": language.dash, "_": language.underscore}
    words = []
    for piece in pieces:
        if piece in names:
            words.append(names[piece])
        elif piece.isdigit():
            words.append(
                piece if chance.random() < 0.3 else spoken.digits(chance, piece, language, plain=plain, mixed=False)
            )
        else:
            words.append(_said_word(chance, piece, may_spell=language is ENGLISH))
    local = " ".join(words)
    # Words that simply follow one another are one word: said so, or left so by the recognizer.
    if language is ENGLISH and not any(sign in pieces for sign in names) and len(pieces) > 1 and chance.random() < 0.2:
        local = f"{local} all one word"
    phrase = f"{local} {chance.choice(language.at)} {_said_domain(chance, domain, language)}"
    return spoken.dressed(chance, phrase, language.email_lead_ins, language.closings, fillers=language is ENGLISH)


def said_form(chance: random.Random, pieces: list[str], domain: str, *, plain: bool = False) -> tuple[str, str]:
    if chance.random() < 0.3:
        return typed_form(chance, joined(pieces), domain), "typed"
    return spoken_form(chance, pieces, domain, plain=plain), "spoken"


def true_pair(chance: random.Random) -> Pair:
    pieces, domain = mailbox(chance), host(chance)
    said, way = said_form(chance, pieces, domain)
    return Pair(said, f"{joined(pieces)}@{domain}", True, way)


def provider_rule(chance: random.Random) -> Pair:
    """The same mailbox by what providers publish: tags, Gmail's dots, googlemail."""
    given, family = given_name(chance), surname(chance)
    kind = chance.choice(("tag", "dots", "googlemail"))
    if kind == "tag":
        domain = chance.choice(("gmail.com", "outlook.com", "icloud.com"))
        said, stored = f"{given}.{family}@{domain}", f"{given}.{family}+{chance.choice(NICKS)}@{domain}"
        said, stored = (said, stored) if chance.random() < 0.5 else (stored, said)
        return Pair(said, stored, True, "tag on one side")
    if kind == "dots":
        return Pair(f"{given}{family}@gmail.com", f"{given}.{family}@gmail.com", True, "dots at Gmail")
    return Pair(f"{given}.{family}@googlemail.com", f"{given}.{family}@gmail.com", True, "googlemail")


def _wrong_pair(
    chance: random.Random, right: list[str], wrong: list[str], hosts: tuple[str, str], cls: str
) -> Pair | None:
    domain, other = hosts
    if (joined(right), domain) == (joined(wrong), other):
        return None
    # Gmail knows no dots, so there they make no other mailbox; elsewhere a dot is seldom heard, so it is typed.
    if domain == other and joined(right).replace(".", "") == joined(wrong).replace(".", ""):
        if domain in ("gmail.com", "googlemail.com"):
            return None
        return Pair(f"{joined(wrong)}@{other}", f"{joined(right)}@{domain}", False, f"{cls}, typed")
    plain = spoken.differ_in_zeros(joined(right), joined(wrong))
    said, way = said_form(chance, wrong, other, plain=plain)
    return Pair(said, f"{joined(right)}@{domain}", False, f"{cls}, {way}")


def other_letter(chance: random.Random) -> Pair | None:
    pieces, domain = mailbox(chance), host(chance)
    places = [k for k, piece in enumerate(pieces) if piece.isalpha() and len(piece) > 2]
    if not places:
        return None
    at = chance.choice(places)
    word, slip = letter_slip(chance, pieces[at])
    return _wrong_pair(chance, pieces, [*pieces[:at], word, *pieces[at + 1 :]], (domain, domain), f"letter {slip}")


def other_figures(chance: random.Random) -> Pair | None:
    pieces, domain = mailbox(chance), host(chance)
    places = [k for k, piece in enumerate(pieces) if piece.isdigit()]
    if not places:
        at = len(pieces)
        wrong = [*pieces, str(chance.randrange(1, 100))]
        return _wrong_pair(chance, pieces, wrong, (domain, domain), "figures added") if at else None
    at = chance.choice(places)
    word, slip = digit_slip(chance, pieces[at])
    return _wrong_pair(chance, pieces, [*pieces[:at], word, *pieces[at + 1 :]], (domain, domain), f"digit {slip}")


def other_host(chance: random.Random) -> Pair | None:
    pieces, domain, other = mailbox(chance), host(chance), host(chance)
    if {domain, other} <= {"gmail.com", "googlemail.com"}:
        return None
    return _wrong_pair(chance, pieces, pieces, (domain, other), "other provider")


def other_ending(chance: random.Random) -> Pair | None:
    pieces, domain = mailbox(chance), host(chance)
    other = f"{domain.split('.')[0]}.{chance.choice(ENDINGS)}"
    return _wrong_pair(chance, pieces, pieces, (domain, other), "other ending")


def other_sign(chance: random.Random) -> Pair | None:
    pieces, domain = mailbox(chance), host(chance)
    places = [k for k, piece in enumerate(pieces) if piece in SIGNS]
    if not places:
        return None
    at = chance.choice(places)
    wrong = [*pieces[:at], chance.choice([one for one in SIGNS if one != pieces[at]]), *pieces[at + 1 :]]
    return _wrong_pair(chance, pieces, wrong, (domain, domain), "other sign")


def other_person(chance: random.Random) -> Pair | None:
    """A family member at the same provider, or the two names exchanged."""
    domain, sign = host(chance), chance.choice((".", "_", ""))
    given, family = given_name(chance), surname(chance)
    right = [piece for piece in (given, sign, family) if piece]
    exchanged = chance.random() < 0.3
    wrong = [family, sign, given] if exchanged else [given_name(chance), sign, family]
    return _wrong_pair(
        chance, right, [p for p in wrong if p], (domain, domain), "names exchanged" if exchanged else "family member"
    )


def other_script(chance: random.Random) -> Pair | None:
    """A letter of another script that looks the same."""
    local, domain = joined(mailbox(chance)), host(chance)
    places = [at for at, letter in enumerate(local) if letter in "aceop"]
    if not places:
        return None
    at = chance.choice(places)
    like = dict(zip("aceop", "асеор", strict=True))[local[at]]
    return Pair(f"{local[:at]}{like}{local[at + 1 :]}@{domain}", f"{local}@{domain}", False, "look-alike letter")


TRUE: Shares = [(0.95, true_pair), (0.05, provider_rule)]
FALSE: Shares = [
    (0.36, other_letter),
    (0.16, other_figures),
    (0.16, other_host),
    (0.08, other_ending),
    (0.07, other_sign),
    (0.14, other_person),
    (0.03, other_script),
]
