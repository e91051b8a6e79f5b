"""The table of the fast lane of names: what the tables of names and of spoken words say of an ASCII word, in 16 bytes.

Reads what tools/tables/names.py and tools/tables/spoken.py read and writes csrc/tables/name_lane_words.cpp. Run
`python tools/tables/name_lane.py`, or with `--check`.
"""

from __future__ import annotations

import sys
from pathlib import Path

import names
import spoken
from wordtable import ROOT, array, main, perfect

TARGET = ROOT / "csrc" / "tables" / "name_lane_words.cpp"
SLOTS = 20480
BUCKET_BITS = 12
PLACE_BIT = 32  # below the bits of the bucket
_M64 = (1 << 64) - 1

# Bits of NameLaneWord::roles, in the order of name_lane_word.hpp.
ROLES = (
    "long", "filler", "starter", "closer", "turn", "no_name", "odd", "letter", "strong", "connector", "phrase", "duty",
    "changes", "japanese", "korean", "joins",
)  # fmt: skip
DOUBTFUL = {"filler": "filler", "starter": "starter", "closer": "closer", "correction": "turn", "either": "turn"}
# Words that the reader of names acts upon by their text.
ODD = set(
    "with without minus hyphen dash comma apostrophe period as like for double doble uve fox trot griega grec greca "
    "know sea let mean scratch strike no make como come comme wie".split()
) | {*spoken.PAUSES}
PREFIXES = {"mc", "mac", "abd"}
DUTIES = {"title", "title_or_name", "title_after", "degree", "degree_or_name", "and", "or", "stop", "nee"}
LABELS = {"label_given", "label_middle", "label_family"}
NAMED = {"given", "surname", "particle", "title", "degree", "title_or_name", "spelled", "or"}  # are_initials
# Words by which the quick test of plain names sees that a name may be no plain one; Korean given names, which sound
# alike in their own way.
MARKED = {
    "filler", "starter", "closer", "turn", "no_name", "odd", "strong", "connector", "phrase", "duty", "changes",
    "korean",
}  # fmt: skip
SPELLED_INITIALS = ("aj", "ej", "aw", "ac", "ar")
STEMS = ("hundert", "honderd", "cento", "cent", "tausend", "duizend", "mila", "mille")  # spoken_lookup.cpp


def key(word: bytes) -> tuple[int, int]:
    """The first eight bytes, and the last eight of a longer word or the word at the top, as csrc reads them."""
    head = int.from_bytes(word[:8], "little")
    size = min(len(word), 8)
    return head, int.from_bytes(word[-8:], "little") << (64 - 8 * size) & _M64


def hash_of(word: bytes) -> int:
    """The function lane_hash of csrc/tables/name_lane_word.hpp."""
    head, tail = key(word)
    turned = (tail << 29 | tail >> 35) & _M64
    return (head + turned) * 0x9E3779B97F4A7C15 & _M64


def are_initials(word: str, row: names.Word | None) -> bool:
    """The reader takes some short words apart into initials (split_initials)."""
    if not 2 <= len(word) <= 3:
        return False
    row = row or names.Word()
    if row.given_links or row.surname_links:
        return False
    vowels = any(c in "aeiouy" for c in word)
    return (not row.flags & NAMED or word == "mw") and (not vowels or word in SPELLED_INITIALS)


def roles_of(word: str, name: names.Word | None, phrases: bool, said: spoken.Word | None) -> set[str]:
    found: set[str] = set()
    if len(word) > 8:
        found.add("long")
    if word in ODD or (len(word) >= 8 and not said and any(stem in word for stem in STEMS)):
        found.add("odd")
    if word in PREFIXES or are_initials(word, name):
        found.add("changes")
    if said:
        doubts = {DOUBTFUL[role] for role in said.roles if role in DOUBTFUL}
        if doubts:
            found |= doubts
            if not name or not (name.flags & {"given", "surname"} or name.surname_links):
                found.add("no_name")
        if "connector" in said.roles:
            found.add("connector")
        if said.roles & {"case", "gap"} or said.number == "multiplier":
            found.add("odd")
        if said.letter or said.alphabet:
            found.add("letter")
        if len(word) == 1 or (said.alphabet and "name_letter" not in said.roles):
            found.add("strong")
    if name:
        if name.flags & LABELS or phrases:
            found.add("phrase")
        if name.flags & DUTIES or name.generation or name.ordinal:
            found.add("duty")
        cultures = name.given_cultures | name.surname_cultures
        if len(word) >= 3 and ("japanese" in cultures or not name.flags & {"given", "surname"}):
            found.add("japanese")
        if "korean" in name.given_cultures:
            found.add("korean")
    elif len(word) >= 3:
        found.add("japanese")
    return found


def components(words: dict[str, names.Word]) -> dict[str, int]:
    """Words that links lead to from each other have one number, from 1 on."""
    first: dict[int, str] = {}
    parent: dict[str, str] = {}

    def root(word: str) -> str:
        while parent.setdefault(word, word) != word:
            word = parent[word]
        return word

    linked = sorted(w for w, row in words.items() if row.given_links or row.surname_links)
    for word in linked:
        for group in (*words[word].given_links, *words[word].surname_links):
            parent[root(word)] = root(first.setdefault(group, word))
    numbers: dict[str, int] = {}
    return {word: numbers.setdefault(root(word), len(numbers) + 1) for word in linked}


def joining(words: dict[str, names.Word]) -> set[str]:
    """Words that begin a name with links which is two known words run together (Mary of Maryann)."""
    return {
        word[:cut]
        for word, row in words.items()
        if row.given_links
        for cut in range(1, len(word))
        if word[:cut] in words and word[cut:] in words
    }


def ends_of(word: str) -> int:
    """The bit of a word among kNameLaneEnds; the function lane_ends of csrc/tables/name_lane_word.hpp."""
    first, last = (int.from_bytes(part.encode(), "little") for part in (word[:2], word[-2:]))
    return ((first * 0x9E3779B1 + last * 0x85EBCA77 + len(word)) & 0xFFFFFFFF) >> 17


def mark_of(word: bytes) -> tuple[int, int]:
    """Where kNameLaneMarks marks a word, and the bits: is_lane_marked of csrc/tables/name_lane_word.hpp."""
    hashed = hash_of(word)
    return hashed >> 54, 1 << (hashed >> 40 & 63) | 1 << (hashed >> 34 & 63)


def hues_of(link: int, roles: set[str]) -> int:
    """The bits of a word in kNameLaneHues: words with one link share two, one of each half."""
    number = link >> 6
    hues = 1 << number % 15 | 1 << 15 + number // 15 % 15 if link else 0
    return hues | ("joins" in roles) << 30


def generate() -> dict[Path, str]:
    rows, phrases = names.collect()
    said = spoken.collect()
    name_rows = {w: k for k, w in enumerate(sorted(rows, key=str.encode))}
    spoken_rows = {w: k for k, w in enumerate(sorted(said, key=str.encode))}
    numbers, joins = components(rows), joining(rows)
    found: dict[str, str] = {}
    marks, hues = [0] * 1024, [0] * 8192
    words = sorted(w for w in {*rows, *said, *ODD, *PREFIXES, *SPELLED_INITIALS} if w.isascii() and w.isalpha())
    for word in words:
        row = rows.get(word)
        roles = roles_of(word, row, word in phrases, said.get(word))
        if word in joins:
            roles.add("joins")
        link = 0
        if word in numbers and row:
            assert numbers[word] < 1 << 10
            groups = {1 << group % 6 for group in (*row.given_links, *row.surname_links)}
            link = numbers[word] << 6 | sum(groups)
        if roles & MARKED:
            place, marked = mark_of(word.encode())
            marks[place] |= marked
        hues[hash_of(word.encode()) >> 51] |= hues_of(link, roles)
        bits = sum(1 << ROLES.index(role) for role in roles)
        number = name_rows.get(word, -1) + 1, spoken_rows.get(word, -1) + 1
        found[word] = f"{{0x{key(word.encode())[0]:X}, {number[0]}, {number[1]}, {link}, {bits}}},"
    shifts, placed = perfect({word: hash_of(word.encode()) for word in words}, SLOTS, BUCKET_BITS, PLACE_BIT)
    slots = [found[word] if word else "{}," for word in placed]
    ends = [0] * 512
    for word, row in rows.items():
        counts = row.given_links or row.surname_links or "korean" in row.given_cultures
        if len(word) >= 2 and word.isascii() and counts:
            ends[ends_of(word) >> 6] |= 1 << (ends_of(word) & 63)
    lines = [
        "// Generated by `python tools/tables/name_lane.py` from tools/sources/{names,spoken}/*.tsv; do not edit.",
        f"// {len(words)} words.",
        '#include "name_lane_word.hpp"',
        "",
        "namespace ablmatch {",
        "",
        "const NameLaneWord kNameLaneWords[kNameLaneSlots] = {",
        *["    " + " ".join(slots[k : k + 4]) for k in range(0, len(slots), 4)],
        "};",
        "",
        *array("const std::uint16_t kNameLaneShifts[1 << kNameLaneBucketBits]", shifts),
        "",
        "const std::uint64_t kNameLaneEnds[512] = {",
        *["    " + " ".join(f"0x{bits:016X}," for bits in ends[k : k + 5]) for k in range(0, len(ends), 5)],
        "};",
        "",
        "const std::uint64_t kNameLaneMarks[1024] = {",
        *["    " + " ".join(f"0x{bits:X}," for bits in marks[k : k + 6]) for k in range(0, len(marks), 6)],
        "};",
        "",
        "const std::uint32_t kNameLaneHues[8192] = {",
        *["    " + " ".join(f"0x{bits:X}," for bits in hues[k : k + 10]) for k in range(0, len(hues), 10)],
        "};",
        "",
        "}  // namespace ablmatch",
    ]
    return {TARGET: "\n".join(lines) + "\n"}


if __name__ == "__main__":
    sys.exit(main(generate, __doc__ or ""))
