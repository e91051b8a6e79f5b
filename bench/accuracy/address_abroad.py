"""Invented addresses of the UK, Germany, France and Spain, and pairs of them."""

from __future__ import annotations

import random
from dataclasses import dataclass, replace

import spoken
from languages import ENGLISH
from mutations import digit_slip
from pairs import Pair
from us_addresses import LEAD_INS, STREET_HEADS, said_number, town_name

GERMAN = (
    "Linden Birken Garten Schiller Goethe Rosen Eichen Mühlen Berg Wiesen Kirch Brunnen Amsel Buchen Ahorn Tannen"
).split()
GERMAN_TOWNS = "Neuberg Altheim Rosental Waldau Steinfeld Grünau Lindenau Hohenfels Königsau Bachstadt".split()
FRENCH = (
    "des Lilas|du Moulin|de la Gare|des Écoles|de l'Église|Victor Hugo|des Tilleuls|du Château|de la République|"
    "des Érables"
).split("|")
FRENCH_TOWNS = "Montclair Belleville Rochefort Saint-Aubin Villeneuve Châteauvert Fontaine Clairval".split()
FRENCH_TYPES = {"rue": "r.", "avenue": "av.", "boulevard": "bd", "place": "pl.", "chemin": "ch.", "impasse": "imp."}
SPANISH = (
    "del Olmo|de la Paz|Mayor|del Sol|de los Pinos|San Martín|de la Fuente|del Prado|Cervantes|de las Flores"
).split("|")
SPANISH_TOWNS = "Villanueva Montalbo Riofrío Casaverde Peñalta Torreblanca Almodóvar".split()
SPANISH_TYPES = {"Calle": "C/", "Avenida": "Avda.", "Plaza": "Pza.", "Paseo": "Pº", "Camino": "Cno."}
UK_TYPES = {
    "Road": "Rd",
    "Street": "St",
    "Avenue": "Ave",
    "Close": "Cl",
    "Gardens": "Gdns",
    "Lane": "Ln",
    "Terrace": "Terr",
    "Crescent": "Cres",
}
UK_AREAS = "LS BS NG SE SW NW EH OX CB YO M B L E N".split()


@dataclass(frozen=True)
class Abroad:
    """Parts of an address of another country; `flat` is a UK flat, else empty."""

    country: str
    number: str
    kind: str
    name: str
    town: str
    code: str
    flat: str = ""


def abroad(chance: random.Random) -> Abroad:
    country = chance.choice(("uk", "uk", "de", "fr", "es"))
    number, code = str(chance.randrange(1, 240)), f"{chance.randrange(10000, 96000):05d}"
    if country == "de":
        kind = chance.choice(("straße", "straße", "weg", "platz", "allee"))
        return Abroad(country, number, kind, chance.choice(GERMAN), chance.choice(GERMAN_TOWNS), code)
    if country == "fr":
        kind = chance.choice(tuple(FRENCH_TYPES))
        return Abroad(country, number, kind, chance.choice(FRENCH), chance.choice(FRENCH_TOWNS), code)
    if country == "es":
        kind = chance.choice(tuple(SPANISH_TYPES))
        return Abroad(country, number, kind, chance.choice(SPANISH), chance.choice(SPANISH_TOWNS), code)
    inward = f"{chance.randrange(1, 10)}{chance.choice('ABDEFGHJLN')}{chance.choice('PQRSTUWXYZ')}"
    flat = str(chance.randrange(1, 40)) if chance.random() < 0.25 else ""
    code = f"{chance.choice(UK_AREAS)}{chance.randrange(1, 20)} {inward}"
    kind, name = chance.choice(tuple(UK_TYPES)), chance.choice(STREET_HEADS)
    return Abroad("uk", number, kind, name, town_name(chance), code, flat)


def written_abroad(one: Abroad, *, short: bool, joined: bool) -> str:
    if one.country == "de":
        kind = "str." if short and one.kind == "straße" else one.kind
        street = f"{one.name}{kind}" if joined else f"{one.name} {kind.title()}"
        return f"{street} {one.number}, {one.code} {one.town}"
    if one.country == "fr":
        return f"{one.number} {FRENCH_TYPES[one.kind] if short else one.kind} {one.name}, {one.code} {one.town}"
    if one.country == "es":
        kind = SPANISH_TYPES[one.kind] if short else one.kind
        return f"{kind} {one.name} {one.number}, {one.code} {one.town}"
    flat = f"Flat {one.flat}, " if one.flat else ""
    code = one.code.replace(" ", "") if joined else one.code
    return f"{flat}{one.number} {one.name} {UK_TYPES[one.kind] if short else one.kind}, {one.town}, {code}"


def said_abroad(chance: random.Random, one: Abroad) -> tuple[str, str]:
    if one.country == "uk" and chance.random() < 0.4:
        flat = f"flat {spoken.cardinal(int(one.flat))} " if one.flat else ""
        letters = one.code.replace(" ", "").lower()
        code = " ".join(letter if letter.isalpha() else ENGLISH.unit(int(letter)) for letter in letters)
        text = f"{flat}{said_number(chance, one.number, plain=False)} {one.name} {one.kind} {one.town} {code}".lower()
        return spoken.dressed(chance, text, LEAD_INS), "spoken"
    text = written_abroad(one, short=chance.random() < 0.5, joined=chance.random() < 0.6)
    if one.country == "de" and chance.random() < 0.3:
        text = text.replace("ß", "ss").replace("ü", "ue")
    elif one.country in ("fr", "es") and chance.random() < 0.3:
        text = text.translate(str.maketrans("éèÉáíóñâÁ", "eeEaionaA"))
    return chance.choice((text, text.upper(), text.lower(), text.replace(",", ""))), "typed"


def true_abroad(chance: random.Random) -> Pair:
    one = abroad(chance)
    said, way = said_abroad(chance, one)
    stored = written_abroad(one, short=chance.random() < 0.3, joined=chance.random() < 0.7 or one.country == "uk")
    return Pair(said, stored, True, f"{one.country.upper()}, {way}")


def other_abroad(chance: random.Random) -> Pair | None:
    one = abroad(chance)
    way = chance.choice(("number", "number", "street", "type", "flat"))
    other = abroad(chance)
    if way == "number":
        wrong = replace(one, number=digit_slip(chance, one.number)[0])
        if (
            wrong.number in (one.number, "")
            or wrong.number[0] == "0"
            or spoken.differ_in_zeros(one.number, wrong.number)
        ):
            return None
    elif other.country != one.country:
        return None
    elif way == "street":
        wrong = replace(one, name=other.name)
    elif way == "type":
        wrong = replace(one, kind=other.kind)
    else:
        if one.country != "uk" or not one.flat:
            return None
        wrong = replace(one, flat=str(chance.randrange(1, 40)))
    if wrong == one:
        return None
    said, kind = said_abroad(chance, wrong)
    return Pair(
        said, written_abroad(one, short=False, joined=True), False, f"{one.country.upper()}, other {way}, {kind}"
    )
