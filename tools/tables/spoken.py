"""Spoken words: number words, letter names, spelling alphabets and roles, merged into one word table."""

from __future__ import annotations

import sys
import unicodedata
from dataclasses import dataclass, field
from pathlib import Path

from wordtable import ROOT, emit, main, word_hash

SOURCES = ROOT / "tools" / "sources" / "spoken"
TARGET = ROOT / "csrc" / "tables" / "spoken_words.cpp"
LANGUAGES = {"en": 1, "es": 2, "fr": 4, "de": 8, "pt": 16, "it": 32, "nl": 64, "hi": 128, "zh": 255}
ROLES = (
    "filler",
    "connector",
    "case",
    "correction",
    "either",
    "closer",
    "gap",
    "name_letter",
    "starter",
    "slot",
    "common",
    "denial",
    "edge",
    "filler_opener",
    "correction_opener",
    "head",
)
# Words of roles.tsv that mean nothing but the phrase that they open: they get no row, for a row would make them words
# that a kind knows. The filter lets them through, and look_up_spoken knows them by their letters.
WITHOUT_ROW = ("let", "scratch", "strike", "make")
# Words that tell a phrase which asks to wait (csrc/spoken_pauses.cpp), one in each, without a row as well.
PAUSES = tuple(
    "hold hang huh sec secs second seconds moment minute minutes momento momentito momentinho segundo segundito "
    "instant instante seconde sekunde augenblick attimo secondo minuto minuut momentje ogenblik kijken wacht warten "
    "sehen".split()
)
FILTER_BITS = 1 << 15
PHRASE_WORDS = 6  # as Phrase of csrc/tables/spoken_words.hpp


@dataclass
class Word:
    number: str = "none"
    value: int = 0
    languages: int = 0
    weak: bool = False
    letter: str = ""
    alphabet: str = ""
    roles: set[str] = field(default_factory=set)

    def initializer(self) -> str:
        def char(c: str) -> str:
            return f"'{c}'" if c else "0"

        bits = sum(1 << ROLES.index(role) for role in self.roles)
        return (
            f"{{NumberClass::{self.number}, {self.value}, {self.languages}, "
            f"{'true' if self.weak else 'false'}, {char(self.letter)}, {char(self.alphabet)}, {bits}}}"
        )


def rows(name: str) -> list[list[str]]:
    lines = (SOURCES / name).read_text(encoding="utf-8").splitlines()
    return [line.split("\t") for line in lines if line and not line.startswith("#")]


def fold(word: str) -> str:
    plain = unicodedata.normalize("NFKD", word.casefold())
    return "".join(c for c in plain if not unicodedata.combining(c))


def compounds() -> list[tuple[str, int, str]]:
    """Tens and unit written as one word: (language, value, word)."""
    numbers: dict[str, dict[int, list[str]]] = {}
    for language, cls, value, words in rows("numbers.tsv"):
        if cls in ("unit", "tens"):
            plain = [w.rstrip("~") for w in words.split()]
            numbers.setdefault(language, {}).setdefault(int(value), []).extend(plain)
    found: list[tuple[str, int, str]] = []
    for tens in range(20, 100, 10):
        for unit in range(1, 10):
            value = tens + unit
            found += [("en", value, t + u) for t in numbers["en"][tens] for u in numbers["en"][unit][:1]]
            german = [w for w in numbers["de"][unit] if w not in ("eins", "eine", "funnef", "fuennef")]
            found += [("de", value, f"{u}und{t}") for t in numbers["de"][tens] for u in german]
            found += [("nl", value, f"{u}en{t}") for t in numbers["nl"][tens] for u in numbers["nl"][unit]]
            if tens > 20:  # treintaidós, beside treinta y dos
                found += [("es", value, t + "i" + u) for t in numbers["es"][tens] for u in numbers["es"][unit][:1]]
            for t in numbers["it"][tens]:
                stem = t[:-1] if unit in (1, 8) else t
                found.append(("it", value, stem + numbers["it"][unit][0]))
    for unit in range(1, 10):
        german = "ein" if unit == 1 else numbers["de"][unit][0]
        found.append(("de", unit * 100, german + "hundert"))
        found.append(("nl", unit * 100, numbers["nl"][unit][0] + "honderd"))
    found.append(("de", 500, "fuenfhundert"))
    return found


def collect() -> dict[str, Word]:
    words: dict[str, Word] = {}

    def number(text: str, language: str, cls: str, value: int, weak: bool) -> None:
        word = words.setdefault(fold(text), Word())
        if word.number != "none" and (word.number, word.value) != (cls, value):
            if cls == "conjunction" or word.number == "conjunction":
                raise ValueError(f"{text} is both a number and a conjunction")
            raise ValueError(f"{text}: {word.number} {word.value} and {cls} {value} ({language})")
        weak = weak and (word.weak or word.number == "none")
        word.number, word.value, word.weak = cls, value, weak
        word.languages |= LANGUAGES[language]

    for language, cls, value, text in rows("numbers.tsv"):
        for w in text.split():
            number(w.rstrip("~"), language, cls, int(value), w.endswith("~"))
    for language, value, w in compounds():
        number(w, language, "hundreds" if value % 100 == 0 else "compound", value, False)
    for letter in "abcdefghijklmnopqrstuvwxyz":
        words.setdefault(letter, Word()).letter = letter
    for letter, text in rows("letters.tsv"):
        for w in text.split():
            word = words.setdefault(fold(w), Word())
            if word.letter and word.letter != letter:
                raise ValueError(f"{w} names the letters {word.letter} and {letter}")
            word.letter = letter
    for letter, text in rows("alphabets.tsv"):
        for w in text.split():
            word = words.setdefault(fold(w.rstrip("!")), Word())
            if word.alphabet and word.alphabet != letter:
                raise ValueError(f"{w} stands for {word.alphabet} and {letter}")
            word.alphabet = letter
            if not w.endswith("!"):
                word.roles.add("name_letter")
    for role, text in rows("roles.tsv"):
        for w in text.split():
            words.setdefault(fold(w), Word()).roles.add(role)
    for phrase in (*phrases("greeting"), *phrases("start")):
        words.setdefault(phrase[0], Word()).roles.add("starter")
    for phrase in phrases("end"):
        words.setdefault(phrase[-1], Word()).roles.add("closer")
    return words


def phrases(place: str) -> list[list[str]]:
    """The phrases of a place as lists of words, by their first letters."""
    found = [text.split(" ") for at, text in rows("phrases.tsv") if at == place]
    if any(len(phrase) > PHRASE_WORDS for phrase in found) or len({*map(tuple, found)}) != len(found):
        raise ValueError(f"{place}: a phrase is too long, or there twice")
    return sorted(found, key=lambda phrase: phrase[0][0])


def phrase_tables() -> str:
    lines = []
    for place, name in (("greeting", "kGreetings"), ("start", "kStarts"), ("end", "kEnds")):
        found = phrases(place)
        cells = (", ".join(f'"{word}"' for word in phrase) for phrase in found)
        lines += ["namespace {", f"constexpr Phrase {name}Phrases[] = {{"]
        lines += [*(f"    {{{{{cell}}}}}," for cell in cells), "};", "}  // namespace"]
        begins = [sum(phrase[0][0] < chr(ord("a") + k) for phrase in found) for k in range(27)]
        lines.append(f"const PhraseTable {name} = {{{name}Phrases, {{{', '.join(map(str, begins))}}}}};")
    return "\n".join(lines) + "\n"


def filter_of(words: list[str]) -> str:
    """A bit for each word, by the upper bits of its hash: most other words find theirs clear."""
    bits = {word_hash(w.encode()) * FILTER_BITS >> 32 for w in words}
    units = [sum(1 << k for k in range(64) if 64 * unit + k in bits) for unit in range(FILTER_BITS // 64)]
    rows = ["    " + " ".join(f"0x{u:X}," for u in units[k : k + 6]) for k in range(0, len(units), 6)]
    return "\n".join([f"const std::uint64_t kSpokenFilter[{len(units)}] = {{", *rows, "};"]) + "\n"


def generate() -> dict[Path, str]:
    words = collect()
    table = emit("kSpokenWords", "SpokenWord", [(w, row.initializer()) for w, row in words.items()])
    head = (
        "// Generated by: python tools/tables/spoken.py\n"
        "// Source: tools/sources/spoken/*.tsv (curated for this project, Apache-2.0).\n"
        '#include "spoken_words.hpp"\n\nnamespace ablmatch {\n\n'
    )
    body = table + filter_of([*words, *WITHOUT_ROW, *PAUSES]) + phrase_tables()
    return {TARGET: f"{head}{body}\n}}  // namespace ablmatch\n"}


if __name__ == "__main__":
    sys.exit(main(generate, __doc__ or ""))
