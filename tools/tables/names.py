"""Name tables: given names, surnames, nicknames, variants, titles and phrases, merged into one word table.

Reads tools/sources/names/*.tsv and writes csrc/tables/name_words.cpp; each word gets one row
(csrc/tables/name_word.hpp), so that one look-up tells everything that is known of it.
Run `python tools/tables/names.py`, or with `--check`.
"""

from __future__ import annotations

import re
import sys
import unicodedata
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path

from wordtable import ROOT, array, emit, initialized, main

SOURCES = ROOT / "tools" / "sources" / "names"
LETTERS = ROOT / "tools" / "sources" / "alternatives.tsv"
TARGET = ROOT / "csrc" / "tables" / "name_words.cpp"

# Bits of NameWord::flags, NameWord::*_cultures, NameLink::role: in the order of name_word.hpp.
FLAGS = (
    "given", "surname", "male", "female", "title", "title_or_name", "title_after", "degree", "degree_or_name",
    "particle", "light", "and", "or", "stop", "nee", "spelled", "label_given", "label_middle", "label_family",
)  # fmt: skip
CULTURES = (
    "en", "western", "iberian", "slavic", "hungarian", "arabic", "indian", "southindian", "chinese", "korean",
    "japanese", "vietnamese",
)  # fmt: skip
FORMAL, PRIMARY, SECONDARY, VARIANT = range(4)
NICKNAME_FIGURE = 92
FIGURES = {"given": 90, "surname": 85, "roman": 75}
# Germanic letters whose two-letter spelling a caller or a keyboard may give: each such word has both spellings as keys.
TWO_LETTERS = {"ä": "ae", "ö": "oe", "ü": "ue", "ø": "oe", "å": "aa"}
SHORT_ENDING = re.compile(r"(?:ie|ey|y|i)$")


@dataclass
class Word:
    flags: set[str] = field(default_factory=set)
    given_cultures: set[str] = field(default_factory=set)
    surname_cultures: set[str] = field(default_factory=set)
    generation: int = 0
    ordinal: int = 0
    given_links: dict[int, tuple[int, int]] = field(default_factory=dict)  # group: (figure, role)
    surname_links: dict[int, tuple[int, int]] = field(default_factory=dict)


class Words(dict[str, Word]):
    """Rows by folded word, made when first asked for."""

    def __missing__(self, key: str) -> Word:
        row = self[key] = Word()
        return row


def rows(name: str) -> Iterator[list[str]]:
    for line in (SOURCES / name).read_text(encoding="utf-8").splitlines():
        if line and not line.startswith("#"):
            yield line.split("\t")


def special_letters() -> dict[str, str]:
    """Letters that keep their own code point under NFKD, with the base letters that folding gives."""
    lines = LETTERS.read_text(encoding="utf-8").splitlines()
    pairs = [line.split("\t")[:2] for line in lines if line and not line.startswith("#")]
    return {letter: base for letter, base in pairs if len(unicodedata.normalize("NFKD", letter)) == 1}


SPECIAL = special_letters()


def fold(word: str) -> str:
    """What csrc/fold.hpp gives for a word of letters, apostrophes and hyphens dropped as the name reader does."""
    text = unicodedata.normalize("NFKD", word.casefold())
    text = "".join(SPECIAL.get(c, c) for c in text if not unicodedata.combining(c))
    return unicodedata.normalize("NFC", "".join(c for c in text if c not in "'’-"))


def keys(word: str) -> list[str]:
    """Every key of a word: folded, and with two letters for each Germanic special letter."""
    spelled = unicodedata.normalize("NFC", word.casefold())
    for letter, two in TWO_LETTERS.items():
        spelled = spelled.replace(letter, two)
    return list(dict.fromkeys((fold(word), fold(spelled))))


def read_names(words: Words) -> None:
    for gender, culture, _, names in rows("given.tsv"):
        for name in names.split():
            add_given(words, name, gender, culture)
    for culture, _, names in rows("surnames.tsv"):
        for name in names.split():
            for key in keys(name):
                words[key].flags.add("surname")
                words[key].surname_cultures.add(culture)
    for role, gender, _, names in rows("us_census.tsv"):
        for name in names.split():
            if role == "given":
                add_given(words, name, gender, None)
            else:
                words[fold(name)].flags.add("surname")


def add_given(words: Words, name: str, gender: str, culture: str | None) -> None:
    for key in keys(name):
        row = words[key]
        row.flags.add("given")
        # The census counts a few women called José; the curated lists know better.
        if culture or not row.given_cultures:
            if gender in "mu":
                row.flags.add("male")
            if gender in "fu":
                row.flags.add("female")
        if culture:
            row.given_cultures.add(culture)


def read_duties(words: Words) -> None:
    for cls, _, names in rows("words.tsv"):
        kind, _, value = cls.partition(":")
        for name in names.split():
            row = words[fold(name)]
            if kind == "generation":
                row.generation = int(value)
            elif kind == "ordinal":
                row.ordinal = int(value)
            else:
                row.flags.add(kind)
                if kind == "light":
                    row.flags.add("particle")


def read_variants(words: Words) -> tuple[dict[str, set[str]], int]:
    """Adds the variant groups; gives the plain spelling variants of each given name, and the number of groups."""
    same: dict[str, set[str]] = {}
    group = 0
    for role, source, members in rows("variants.tsv"):
        group += 1
        plain = set()
        for member in members.split():
            name, _, figure = member.partition(":")
            for key in keys(name):
                links = words[key].given_links if role == "given" else words[key].surname_links
                links[group] = (int(figure) if figure else FIGURES[role], VARIANT)
                if role == "given" and not figure and source != "ear":
                    plain.add(key)
        for key in plain:
            same.setdefault(key, set()).update(plain)
    return same, group


def read_nicknames(words: Words, same: dict[str, set[str]], group: int) -> None:
    for _, _, formals, nicknames in rows("nicknames.tsv"):
        clusters: list[set[str]] = []
        for formal in formals.split(","):
            spelled = set(keys(formal))
            for key in tuple(spelled):
                spelled |= same.get(key, set())
            for other in [c for c in clusters if c & spelled]:
                clusters.remove(other)
                spelled |= other
            clusters.append(spelled)
        for cluster in clusters:
            group += 1
            genders = set().union(*(words[key].flags & {"male", "female"} for key in cluster))
            for key in cluster:
                words[key].given_links[group] = (NICKNAME_FIGURE, FORMAL)
                words[key].flags.add("given")
            for nickname in nicknames.split():
                role = SECONDARY if nickname.endswith("~") else PRIMARY
                for key in spellings(nickname.rstrip("~")):
                    if key not in cluster:
                        words[key].given_links.setdefault(group, (NICKNAME_FIGURE, role))
                        words[key].flags |= {"given"} | genders


def spellings(nickname: str) -> list[str]:
    """A call name and, when it ends in -y, -ie or -i, its other endings."""
    key = fold(nickname)
    if len(key) < 4 or not SHORT_ENDING.search(key):
        return [key]
    stem = SHORT_ENDING.sub("", key)
    if stem[-1] in "aeiou":  # Joey is not Joy
        return [key]
    return list(dict.fromkeys([key, *(stem + ending for ending in ("y", "ie", "i"))]))


def read_phrases() -> dict[str, list[tuple[str, tuple[str, ...]]]]:
    """Phrases by their first word, longest first."""
    found: dict[str, list[tuple[str, tuple[str, ...]]]] = {}
    for duty, _, text in rows("phrases.tsv"):
        phrase = tuple(fold(word) for word in text.split())
        found.setdefault(phrase[0], []).append((duty, phrase))
    for phrases in found.values():
        phrases.sort(key=lambda p: (-len(p[1]), p))
    return found


def bits(names: set[str], order: tuple[str, ...]) -> int:
    return sum(1 << order.index(name) for name in names)


def collect() -> tuple[Words, dict[str, list[tuple[str, tuple[str, ...]]]]]:
    """All rows and phrases."""
    words = Words()
    read_names(words)
    read_duties(words)
    same, groups = read_variants(words)
    read_nicknames(words, same, groups)
    phrases = read_phrases()
    for first in phrases:
        words[first]  # the row must exist to lead to its phrases
    return words, phrases


def values(table: list[tuple[str, str]]) -> str:
    """The values of the words; for a compact build the different ones, without running numbers, and which is whose."""
    rows = [re.sub(r"^\{(\d+), \d+, \d+", r"{\1, 0, 0", value) for _, value in table]
    places = {row: k for k, row in enumerate(dict.fromkeys(rows))}
    lines = [
        "#ifdef ABLMATCH_COMPACT",
        "const NameWord kNameWords_kinds[] = {",
        *[f"    {row}," for row in places],
        "};",
        *array("const std::uint16_t kNameWords_kind[]", [places[row] for row in rows]),
        f"NameWord kNameWords_values[{len(rows)}];",
        "[[maybe_unused]] const bool kNameWords_valued = [] {",
        "  std::uint16_t link = 0, phrase = 0;",
        f"  for (std::size_t k = 0; k < {len(rows)}; ++k) {{",
        "    NameWord& row = kNameWords_values[k] = kNameWords_kinds[kNameWords_kind[k]];",
        "    const auto links = static_cast<std::uint16_t>(row.given_links + row.surname_links);",
        "    row.first_link = links == 0 ? 0 : link;",
        "    row.first_phrase = phrase;",
        "    link = static_cast<std::uint16_t>(link + links);",
        "    phrase = static_cast<std::uint16_t>(phrase + row.phrases);",
        "  }",
        "  return true;",
        "}();",
        "#else",
        *initialized("NameWord", "kNameWords", [value for _, value in table]),
        "#endif",
    ]
    return "\n".join(lines)


def generate() -> dict[Path, str]:
    words, phrases = collect()
    links: list[str] = []
    phrase_lines: list[str] = []
    table: list[tuple[str, str]] = []
    for key in sorted(words):
        row = words[key]
        first_link, first_phrase = len(links), len(phrase_lines)
        for group_links in (row.given_links, row.surname_links):
            links += [f"{{{g}, {figure}, {role}}}," for g, (figure, role) in sorted(group_links.items())]
        for duty, phrase in phrases.get(key, []):
            phrase_lines.append(f'{{"{" ".join(phrase)}", {len(phrase)}, NameDuty::{duty}}},')
        table.append(
            (
                key,
                f"{{{bits(row.flags, FLAGS)}, {first_link if len(links) > first_link else 0}, {first_phrase}, "
                f"{bits(row.given_cultures, CULTURES)}, {bits(row.surname_cultures, CULTURES)}, "
                f"{len(row.given_links)}, {len(row.surname_links)}, {len(phrase_lines) - first_phrase}, "
                f"{row.generation}, {row.ordinal}}}",
            )
        )
    lines = [
        "// Generated by `python tools/tables/names.py` from tools/sources/names/*.tsv; do not edit.",
        f"// {len(table)} words, {len(links)} links between given names or surnames, {len(phrase_lines)} phrases.",
        '#include "name_word.hpp"',
        "",
        "namespace ablmatch {",
        "",
        "const NameLink kNameLinks[] = {",
        *[f"    {' '.join(links[k : k + 8])}" for k in range(0, len(links), 8)],
        "};",
        "const NamePhrase kNamePhrases[] = {",
        *[f"    {line}" for line in phrase_lines],
        "};",
        "",
        emit("kNameWords", "NameWord", table, values=values(table)).rstrip(),
        "",
        "}  // namespace ablmatch",
    ]
    return {TARGET: "\n".join(lines) + "\n"}


if __name__ == "__main__":
    sys.exit(main(generate, __doc__ or ""))
