"""Invented people: names of the US Census lists (package `names`, public-domain data) and who is called how."""

from __future__ import annotations

import csv
import random
from functools import cache
from importlib.resources import files
from pathlib import Path


@cache
def wrong_rows() -> frozenset[tuple[str, str]]:
    """Rows of the package `nicknames` that a careful person would not accept: the list beside this file."""
    lines = Path(__file__).with_name("wrong_nicknames.tsv").read_text("utf-8").splitlines()
    rows = (line.split("\t") for line in lines if not line.startswith("#"))
    return frozenset((name, other) for name, others in rows for other in others.split())


@cache
def census(part: str, most: int) -> tuple[str, ...]:
    """The `most` frequent names of a list (`all.last`, `female.first`, `male.first`), lower case."""
    lines = files("names").joinpath(f"dist.{part}").read_text("ascii").splitlines()
    return tuple(line.split()[0].lower() for line in lines[:most])


@cache
def given_names() -> tuple[str, ...]:
    return tuple(
        dict.fromkeys(
            name for k in range(700) for part in ("female.first", "male.first") for name in census(part, 700)[k : k + 1]
        )
    )


@cache
def all_given() -> frozenset[str]:
    return frozenset(census("female.first", 5000)) | frozenset(census("male.first", 5000))


@cache
def all_surnames() -> frozenset[str]:
    return frozenset(census("all.last", 20000))


def given_name(chance: random.Random) -> str:
    """Frequent names are drawn more often, as among callers; the rare ones still come."""
    names = given_names()
    return names[min(int(chance.random() ** 1.5 * len(names)), len(names) - 1)]


def surname(chance: random.Random) -> str:
    names = census("all.last", 6000)
    return names[min(int(chance.random() ** 1.5 * len(names)), len(names) - 1)]


@cache
def _rows() -> tuple[tuple[str, str], ...]:
    with files("nicknames").joinpath("names.csv").open(encoding="utf-8") as file:
        return tuple((row["name1"], row["name2"]) for row in csv.DictReader(file))


@cache
def nickname_rows() -> tuple[tuple[str, str], ...]:
    """Name and nickname, both still borne (in the Census lists), the wrong rows left out."""
    borne = all_given()
    return tuple(row for row in _rows() if set(row) <= borne and row not in wrong_rows())


def sound_end(name: str) -> str:
    """The name with its last -ie, -ey or -i written -y: Sallie as Sally."""
    return f"{name[: -len(end)]}y" if (end := next((e for e in ("ie", "ey", "i") if name.endswith(e)), "")) else name


@cache
def linked() -> frozenset[tuple[str, str]]:
    """All rows of the package, right or doubtful, both ways and over one step: such pairs are nobody's hard negatives.

    Names stand here as `sound_end` writes them.
    """
    near: dict[str, set[str]] = {}
    for name, other in ((sound_end(one), sound_end(two)) for one, two in _rows()):
        near.setdefault(name, set()).add(other)
        near.setdefault(other, set()).add(name)
    found = set()
    for name, others in near.items():
        for other in others:
            found.update((name, third) for third in near[other])
            found.add((name, other))
    return frozenset(found)
