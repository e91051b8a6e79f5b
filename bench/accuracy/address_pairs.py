"""Pairs of the kind address: US forms written and spoken, odd numbers and roads, boxes; other countries; FEBRL 4."""

from __future__ import annotations

import random
from dataclasses import replace

import spoken
from address_abroad import other_abroad, true_abroad
from address_febrl import febrl, febrl_pairs
from mutations import digit_slip, typo
from pairs import Pair, Shares
from rapidfuzz.distance import OSA
from us_addresses import (
    DIRECTIONS,
    OPPOSITE,
    STATES,
    STREET_HEADS,
    STREET_TAILS,
    SUFFIXES,
    Address,
    address,
    said_form,
    said_number,
    street_name,
    town_name,
    written,
)

__all__ = ["FALSE", "TRUE", "febrl_pairs"]


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
        said = f"{words} {said_number(chance, number, plain=False)} {town} {STATES[state]}".lower()
    return Pair(said, stored, True, "US, box")


def place(chance: random.Random) -> tuple[str, str]:
    """Town, state and postal code, as written and as read out."""
    town, state, code = town_name(chance), chance.choice(tuple(STATES)), f"{chance.randrange(501, 99950):05d}"
    return f"{town}, {state} {code}", f"{town} {STATES[state]} {spoken.digits(chance, code, plain=True)}".lower()


def odd_number(chance: random.Random) -> Pair:
    """House numbers with a letter (but E, which is East), a half, or the hyphen of Queens."""
    street, (record, read_out) = f"{chance.choice(STREET_HEADS)} Street", place(chance)
    number, letter = str(chance.randrange(2, 99)), chance.choice("ABCDFG")
    block, house = str(chance.randrange(21, 99)), str(chance.randrange(11, 99))
    stored, typed, said = chance.choice(
        (
            (f"{number}{letter}", f"{number} {letter}", f"{spoken.cardinal(int(number))} {letter.lower()}"),
            (f"{number}{letter}", f"{number}-{letter}", f"number {spoken.cardinal(int(number))} {letter.lower()}"),
            (f"{number} 1/2", f"{number}½", f"{spoken.cardinal(int(number))} and a half"),
            (f"{block}-{house}", f"{block}{house}", f"{spoken.cardinal(int(block))} {spoken.cardinal(int(house))}"),
        )
    )
    if chance.random() < 0.5:
        return Pair(f"{typed} {street}, {record}", f"{stored} {street}, {record}", True, "US, odd number, typed")
    return Pair(f"{said} {street.lower()} {read_out}", f"{stored} {street}, {record}", True, "US, odd number, spoken")


def other_letter(chance: random.Random) -> Pair:
    """Another letter behind the house number."""
    street, (record, _) = f"{chance.choice(STREET_HEADS)} Street", place(chance)
    number, (one, other) = chance.randrange(2, 99), chance.sample("ABCDFG", 2)
    return Pair(f"{number}{other} {street}, {record}", f"{number}{one} {street}, {record}", False, "other letter")


def road(chance: random.Random) -> Pair:
    """Numbered roads, saints, mounts and forts, in full and short."""
    number, route, (record, read_out) = str(chance.randrange(100, 9999)), chance.randrange(2, 99), place(chance)
    name = chance.choice(STREET_HEADS)
    long, short = chance.choice(
        (
            (f"County Road {route}", chance.choice((f"Co Rd {route}", f"CR {route}"))),
            (f"State Highway {route}", f"State Hwy {route}"),
            (f"US Highway {route}", f"US Hwy {route}"),
            (f"State Route {route}", f"State Rte {route}"),
            (f"Saint {name} Street", f"St {name} St"),
            (f"Saint {name} Avenue", f"St. {name} Ave"),
            (f"Mount {name} Road", f"Mt {name} Rd"),
            (f"Fort {name} Drive", f"Ft {name} Dr"),
        )
    )
    if chance.random() < 0.5:
        said, stored = (short, long) if chance.random() < 0.5 else (long, short)
        return Pair(
            f"{number} {said}, {record}", f"{number} {stored}, {record}", True, "US, numbered road or saint, typed"
        )
    words = long.lower().replace(str(route), spoken.cardinal(route))
    said = f"{spoken.digits(chance, number, plain=True)} {words} {read_out}"
    return Pair(said, f"{number} {short}, {record}", True, "US, numbered road or saint, spoken")


def other_road(chance: random.Random) -> Pair:
    """The same number on another numbered road."""
    number, (record, _) = str(chance.randrange(100, 9999)), place(chance)
    one, other = chance.sample(range(2, 99), 2)
    kind = chance.choice(("County Road", "State Highway", "US Highway"))
    return Pair(f"{number} {kind} {other}, {record}", f"{number} {kind} {one}, {record}", False, "other numbered road")


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


TRUE: Shares = [
    (0.48, true_pair),
    (0.06, unit_missing),
    (0.07, mistyped),
    (0.05, box),
    (0.02, odd_number),
    (0.03, road),
    (0.14, true_abroad),
    (0.15, febrl),
]
FALSE: Shares = [
    (0.32, other_number),
    (0.13, other_unit),
    (0.1, other_direction),
    (0.1, other_suffix),
    (0.1, other_street),
    (0.07, other_house),
    (0.04, other_town),
    (0.03, other_box),
    (0.01, other_letter),
    (0.01, other_road),
    (0.09, other_abroad),
]
