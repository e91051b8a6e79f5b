"""Read the Unicode character database (Debian `unicode-data`) into plain Python values."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path

DATA = Path("/usr/share/unicode")
LIMIT = 0x110000

# The scripts whose letters carry an inherent vowel: Devanagari and its sisters.
INDIC = [
    *("Devanagari", "Bengali", "Gurmukhi", "Gujarati", "Oriya"),
    *("Tamil", "Telugu", "Kannada", "Malayalam", "Sinhala"),
]

# Hangul syllables are composed by arithmetic (Unicode 15, section 3.12), so no table holds them.
HANGUL = range(0xAC00, 0xAC00 + 11172)


@dataclass
class Database:
    """What the tables need of the character database, keyed by code point."""

    version: str
    category: dict[int, str] = field(default_factory=dict)
    combining: dict[int, int] = field(default_factory=dict)
    canonical: dict[int, list[int]] = field(default_factory=dict)
    compatibility: dict[int, list[int]] = field(default_factory=dict)
    fractions: set[int] = field(default_factory=set)
    decimal: dict[int, int] = field(default_factory=dict)
    name: dict[int, str] = field(default_factory=dict)
    folding: dict[int, list[int]] = field(default_factory=dict)
    excluded: set[int] = field(default_factory=set)
    ignorable: set[int] = field(default_factory=set)
    white_space: set[int] = field(default_factory=set)
    script: dict[int, str] = field(default_factory=dict)
    extensions: dict[int, set[str]] = field(default_factory=dict)

    def decompose(self, c: int, compatible: bool) -> list[int]:
        """Full canonical (or compatibility) decomposition of one code point, not reordered."""
        if c in HANGUL:
            lead, rest = divmod(c - 0xAC00, 588)
            vowel, tail = divmod(rest, 28)
            return [0x1100 + lead, 0x1161 + vowel] + ([0x11A7 + tail] if tail else [])
        mapping = self.canonical.get(c) or (self.compatibility.get(c) if compatible else None)
        if mapping is None:
            return [c]
        return [d for part in mapping for d in self.decompose(part, compatible)]


def _rows(path: Path) -> Iterator[tuple[range, list[str]]]:
    for line in path.read_text(encoding="utf-8").splitlines():
        fields = [f.strip() for f in line.split("#", 1)[0].split(";")]
        if fields[0]:
            first, _, last = fields[0].partition("..")
            yield range(int(first, 16), int(last or first, 16) + 1), fields[1:]


def load() -> Database:
    """Read the installed files; FileNotFoundError when `unicode-data` is not installed."""
    head = (DATA / "CaseFolding.txt").read_text(encoding="utf-8").splitlines()[0]
    db = Database(version=head.split("-", 1)[1].removesuffix(".txt"))
    first = 0
    for line in (DATA / "UnicodeData.txt").read_text(encoding="utf-8").splitlines():
        f = line.split(";")
        c = int(f[0], 16)
        if f[1].endswith(", First>"):
            first = c
            continue
        for d in range(first, c + 1) if f[1].endswith(", Last>") else (c,):
            db.category[d] = f[2]
        db.name[c] = f[1]
        if int(f[3]):
            db.combining[c] = int(f[3])
        if f[5].startswith("<"):
            tag, *parts = f[5].split()
            db.compatibility[c] = [int(p, 16) for p in parts]
            if tag == "<fraction>":
                db.fractions.add(c)
        elif f[5]:
            db.canonical[c] = [int(p, 16) for p in f[5].split()]
        if f[6]:
            db.decimal[c] = int(f[6])
    for span, fields in _rows(DATA / "CaseFolding.txt"):
        if fields[0] in "CF":
            db.folding[span.start] = [int(p, 16) for p in fields[1].split()]
    for span, fields in _rows(DATA / "DerivedNormalizationProps.txt"):
        if fields[0] == "Full_Composition_Exclusion":
            db.excluded.update(span)
    for span, fields in _rows(DATA / "DerivedCoreProperties.txt"):
        if fields[0] == "Default_Ignorable_Code_Point":
            db.ignorable.update(span)
    for span, fields in _rows(DATA / "PropList.txt"):
        if fields[0] == "White_Space":
            db.white_space.update(span)
    for span, fields in _rows(DATA / "Scripts.txt"):
        db.script.update(dict.fromkeys(span, fields[0]))
    for span, fields in _rows(DATA / "ScriptExtensions.txt"):
        db.extensions.update((c, set(fields[0].split())) for c in span)
    return db


NOTICE = (
    "// Data: Unicode Character Database {version}, Copyright (c) 1991-2022 Unicode, Inc. Used under the Unicode\n"
    "// License Agreement - Data Files and Software (https://www.unicode.org/license.txt).\n"
)
