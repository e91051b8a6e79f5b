"""Address words: street types, units, directions, states, boxes and names, merged into one word table."""

from __future__ import annotations

import re
import sys
from dataclasses import dataclass, field
from pathlib import Path

from spoken import fold
from wordtable import ROOT, emit, main

SOURCES = ROOT / "tools" / "sources" / "addresses"
TARGET = ROOT / "csrc" / "tables" / "address_words.cpp"

PLACES = {"t": 1, "l": 2, "w": 4, "c": 8, "n": 16}
COMMON = 32
UNIT_CLASSES = ("none", "generic", "wild", "floor", "building", "stair", "bare", "named", "common")
ROLES = {
    "particle": 1, "near": 2, "care": 4, "number": 8, "none": 16, "cedex": 32,
    "half": 64, "bis": 128, "extra": 256, "in": 512, "zipword": 1024,
}  # fmt: skip
COUNTRY = 2048
DISTINCT = 4096
# Short forms that are everyday words or particles inside a name: never written out there.
NOT_WRITTEN_OUT = frozenset("al bo c ch cl col g i is l main p pc po pr q r res un us v via x".split())
# Short forms that end a word (Gartenstr.); longer ones all do.
ENDINGS = frozenset("str weg hof".split())
SHORTEST_ENDING = 4


@dataclass
class Row:
    """What one word or phrase can be; `initializer` gives it as an AddressWord."""

    types: list[int] = field(default_factory=list)
    place: int = 0
    unit: int = 0
    unit_class: str = "none"
    direction: int = 0
    state: int = 0
    box: int = 0
    phrase: int = 0
    ordinal: int = 0
    roles: int = 0
    full: int = 0
    first: int = 0
    town: int = 0

    def initializer(self) -> str:
        types = [*self.types, 0, 0, 0][:3]
        return (
            f"{{{{{types[0]}, {types[1]}, {types[2]}}}, {self.place}, {self.unit}, UnitClass::{self.unit_class}, "
            f"{self.direction}, {self.state}, {self.box}, {self.phrase}, {self.ordinal}, {self.roles}, "
            f"{self.full}, {self.first}, {self.town}}}"
        )


def read(name: str) -> list[dict[str, str]]:
    """The rows of a tab-separated source by the names in its first line."""
    lines = (SOURCES / name).read_text(encoding="utf-8").splitlines()
    head = lines[0].split("\t")
    found = []
    for line in lines[1:]:
        cells = line.split("\t")
        if len(cells) != len(head):
            raise ValueError(f"{name}: {line!r} has {len(cells)} cells, not {len(head)}")
        found.append(dict(zip(head, cells, strict=True)))
    return found


def words(cell: str) -> list[str]:
    """The phrases of a comma-separated cell, folded, each word apart by one space."""
    phrases = (" ".join(re.split(r"[ /]+", fold(part).replace("ß", "ss").strip())) for part in cell.split(","))
    return [phrase for phrase in phrases if phrase]


class Collector:
    """Merges the sources; the order of the lists in them decides which of two senses comes first."""

    def __init__(self) -> None:
        self.rows: dict[str, Row] = {}
        self.texts = [""]
        self.street_types = [("", "", 0)]
        self.units = [""]
        self.states = [""]
        self.boxes = [""]
        self.endings: list[tuple[str, int]] = []

    def row(self, phrase: str) -> Row:
        return self.rows.setdefault(phrase, Row())

    def text(self, value: str) -> int:
        if value not in self.texts:
            self.texts.append(value)
        return self.texts.index(value)

    def street_types_of(self, particles: set[str]) -> None:
        later: list[tuple[Row, int]] = []
        for cells in read("street_types.tsv"):
            number = len(self.street_types)
            place = sum(PLACES[c] for c in cells["where"]) + (COMMON if cells["rank"] == "1" else 0)
            # An ending that is joined may also stand alone: Garten Straße.
            if place & PLACES["c"]:
                place |= PLACES["t"]
            self.street_types.append((cells["short"], cells["full"], place))
            for spelling in words(f"{cells['short']}, {cells['full']}, {cells['spellings']}"):
                # "cr~": another type comes first where the short form is read alone.
                phrase = spelling.rstrip("~")
                row = self.row(phrase)
                if spelling != phrase:
                    later.append((row, number))
                elif number not in row.types:
                    row.types.append(number)
                row.place |= place
                plain = spelling == phrase and " " not in phrase and phrase not in particles | NOT_WRITTEN_OUT
                if place & PLACES["t"] and plain and not row.full:
                    row.full = self.text(cells["full"])
                if place & PLACES["c"] and (len(phrase) >= SHORTEST_ENDING or phrase in ENDINGS) and " " not in phrase:
                    self.endings.append((phrase, number))
        for row, number in later:
            row.types.append(number)
        for phrase, row in self.rows.items():
            if len(row.types) > 3:
                raise ValueError(f"{phrase} has more than three street types")

    def others(self) -> None:
        for cells in read("units.tsv"):
            self.units.append(cells["short"])
            for phrase in words(f"{cells['short']}, {cells['full']}, {cells['spellings']}"):
                row = self.row(phrase)
                if not row.unit:
                    row.unit, row.unit_class = len(self.units) - 1, cells["class"]
        for cells in read("directions.tsv"):
            for phrase in words(cells["spellings"]):
                self.row(phrase).direction = int(cells["code"])
        for cells in read("boxes.tsv"):
            self.boxes.append(cells["short"])
            for phrase in words(cells["spellings"]):
                self.row(phrase).box = len(self.boxes) - 1
        for cells in read("states.tsv"):
            if cells["code"] not in self.states:
                self.states.append(cells["code"])
            number = self.states.index(cells["code"])
            for phrase in words(f"{cells['code']}, {cells['spellings']}"):
                row = self.row(phrase)
                row.state = row.state or number
        for cells in read("ordinals.tsv"):
            for phrase in words(cells["spellings"]):
                self.row(phrase).ordinal = int(cells["value"])
        for cells in read("small_words.tsv"):
            for phrase in words(cells["words"]):
                self.row(phrase).roles |= ROLES[cells["role"]]
        for cells in read("countries.tsv"):
            for phrase in words(cells["words"]):
                self.row(phrase).roles |= COUNTRY
        for cells in read("distinct_names.tsv"):
            self.row("|".join(sorted(fold(cells["pair"]).split("|")))).roles |= DISTINCT
        for cells in read("towns.tsv"):
            name = words(cells["name"])[0]
            for phrase in words(f"{cells['name']}, {cells['other']}"):
                self.row(phrase).town = self.text(name)
        for cells in read("name_words.tsv"):
            row = self.row(words(cells["word"])[0])
            if cells["role"] == "first":
                row.first = self.text(cells["full"])
            else:
                row.full = self.text(cells["full"])

    def phrases(self) -> None:
        for phrase in sorted(self.rows):
            parts = phrase.split(" ")
            if len(parts) > 1:
                first = self.row(parts[0])
                first.phrase = max(first.phrase, len(parts))


def collect() -> Collector:
    found = Collector()
    particles = {w for cells in read("small_words.tsv") if cells["role"] == "particle" for w in words(cells["words"])}
    found.street_types_of(particles)
    found.others()
    found.phrases()
    return found


def generate() -> dict[Path, str]:
    found = collect()

    def strings(name: str, values: list[str]) -> str:
        return f"const std::string_view {name}[] = {{\n" + "".join(f'    "{v}",\n' for v in values) + "};\n"

    endings = sorted(set(found.endings), key=lambda e: (-len(e[0]), e[0], e[1]))
    parts = [
        "// Generated by: python tools/tables/addresses.py\n"
        "// Source: tools/sources/addresses/*.tsv (curated for this project, Apache-2.0; rows name their sources).\n"
        '#include "address_words.hpp"\n\nnamespace ablmatch {\n\n',
        emit("kAddressWords", "AddressWord", [(w, row.initializer()) for w, row in found.rows.items()]),
        "\nconst StreetType kStreetTypes[] = {\n",
        "".join(f'    {{"{brief}", "{full}", {place}}},\n' for brief, full, place in found.street_types),
        "};\n",
        strings("kUnitWords", found.units),
        strings("kStateCodes", found.states),
        strings("kBoxWords", found.boxes),
        strings("kAddressTexts", found.texts),
        'const std::string_view kDirections[9] = {"", "n", "e", "s", "w", "ne", "se", "sw", "nw"};\n',
        "const CompoundEnding kCompoundEndings[] = {\n",
        "".join(f'    {{"{text}", {number}}},\n' for text, number in endings),
        f"}};\nconst int kCompoundEndingCount = {len(endings)};\n",
        "\n}  // namespace ablmatch\n",
    ]
    return {TARGET: "".join(parts)}


if __name__ == "__main__":
    sys.exit(main(generate, __doc__ or ""))
