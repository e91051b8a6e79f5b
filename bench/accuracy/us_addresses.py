"""Invented US addresses: their parts, how a record or a form writes them, and how a caller reads them out."""

from __future__ import annotations

import random
from dataclasses import dataclass

import spoken
from languages import ENGLISH

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


def said_number(chance: random.Random, number: str, *, plain: bool) -> str:
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
    words = said_number(chance, figures, plain=False) if figures else ""
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
        one.number if figures else said_number(chance, one.number, plain=plain),
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
