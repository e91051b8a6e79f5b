"""Words of spoken numbers as the fast lanes of digits and phone read them, of 16 letters at most, in a perfect hash.

Taken from the table of spoken words (spoken.py) and the list of words around telephone numbers (phone_words.cpp). A
word whose meaning depends on more than its class (corrections, letters of alphabets, parts of numbers) is left out,
and what is left out is left to the whole reading.
"""

from __future__ import annotations

import re
import sys
from collections.abc import Iterable
from pathlib import Path

import spoken
from wordtable import ROOT, array, main, perfect

TARGET = ROOT / "csrc" / "tables" / "number_words.cpp"
PHONE_WORDS = ROOT / "csrc" / "kinds" / "phone_words.cpp"
LONGEST = 16
# 128 displacements of a byte each fit in two vectors; a multiplier for which they will do is sought from this one on.
MULTIPLIER = 0x9E3779B97F4A7C15
BUCKET_BITS, SHIFTS_END = 7, 256
NUMBERS = (
    "unit",
    "teen",
    "tens",
    "compound",
    "hundreds",
    "hundred",
    "thousand",
    "multiplier",
    "conjunction",
)
# As in NumberKind.
KINDS = ("none", *NUMBERS[:8], "figures", "conjunction", "gap", "filler", "letter", "other")
# What makes the meaning of a word depend on others.
REFUSED = {"case", "correction", "either", "denial", "edge", "connector"}
# "for" is a digit behind a digit, "is" begins no phrase of letters without "for"; "twice" stands behind its digit.
CONNECTING = {"for", "is"}
# Some fill a pause between two numbers, and are no part of any.
LEFT_OUT = {"twice", "sea", "like", "think", "believe", "tipo", "alors", "also", "ben", "este", "ha"}
# Words that introduce numbers and that the spoken table does not know.
LEAD_INS = tuple("area acct ssn por routing extension ext est ist die dat mio vous claim le".split())
# Ten in Hindi, and how German sentences begin: no number in front of a word that is none.
LONE = {"das"}
SENSES = ("extension", "label", "ignorable", "plus", "option", "edge")


def phone_senses() -> dict[str, str]:
    source = PHONE_WORDS.read_text(encoding="utf-8")
    found: dict[str, str] = {}
    for sense, words in re.findall(r"\{PhoneWord::(\w+),\s*((?:\"[^\"]*\"\s*)+)\}", source):
        for word in "".join(re.findall(r'"([^"]*)"', words)).split():
            found.setdefault(word, sense)
    return found


def continuing(row: spoken.Word) -> tuple[str, ...]:
    """The kinds of words with which a number that this word begins may go on, or behind which it has no other end."""
    if row.number == "unit":
        return ("hundred", "thousand", "conjunction", *(("tens",) if row.value == 4 else ()))
    if row.number == "teen":
        return ("hundred", "thousand", *(("unit", "conjunction") if row.value == 10 else ()))
    if row.number == "tens":
        return ("unit", "hundred", "thousand", "conjunction", *(("teen",) if row.value == 60 else ()))
    if row.number == "compound":
        return ("hundred", "thousand")
    return KINDS


def weak_letter(row: spoken.Word) -> bool:
    """A word of an alphabet that is an everyday word before it is a letter ("yes")."""
    return "name_letter" in row.roles and bool(row.roles & {"starter", "slot"})


def rows() -> dict[str, str]:
    """The initializer of every word: class, value, languages, flags."""
    table = spoken.collect()
    senses = phone_senses()
    found: dict[str, str] = {}
    for word in {*table, *LEAD_INS}:
        row = table.get(word, spoken.Word())
        sense = senses.get(word, "")
        refused = row.roles & REFUSED and word not in CONNECTING
        if not (word.isascii() and word.isalpha() and len(word) <= LONGEST) or word in LEFT_OUT:
            continue
        if sense in ("option", "edge") or (refused and len(word) > 1):
            continue
        flags = []
        if word in LONE:
            kind = "other"
            flags.append("lone")
        elif row.number in NUMBERS:
            if row.roles & {"gap", "starter"} or sense in ("extension", "plus"):
                raise ValueError(f"{word} is a number and more")
            kind = row.number
            if row.weak:
                flags.append("weak")
            if "connector" in row.roles:
                flags.append("connector")
            if row.roles & {"filler"} or word == "no":
                flags.append("everyday")
            if word == "mille":
                flags.append("mille")
            if row.number == "multiplier" and row.languages == spoken.LANGUAGES["en"]:
                flags.append("figures")
        elif row.number != "none" or (row.alphabet and len(word) > 1 and not weak_letter(row)):
            continue
        elif len(word) == 1:
            kind = "letter"
        elif "gap" in row.roles:
            kind = "gap"
        elif "filler" in row.roles:
            kind = "filler"
        else:
            kind = "other"
        if sense == "extension" and len(word) > 1:
            flags.append("extension")
        if sense == "plus":
            flags.append("plus")
        if sense == "label":
            flags.append("label")
        separates = sense == "ignorable" or (sense == "label" and "slot" in row.roles)
        if separates or row.roles & {"gap", "filler"} or row.number == "conjunction":
            flags.append("separator")
        if len(word) == 1:
            flags.append("single")
        if word not in table and len(word) <= 2:
            flags.append("code")
        value, languages, before, strong, weak = 0, 0, 0, 255, 255
        if row.number in NUMBERS and word not in LONE:
            value, languages = row.value, row.languages
            before = sum(1 << KINDS.index(kind) for kind in continuing(row))
            if "weak" in flags and "everyday" not in flags:
                weak = languages
            elif row.number != "conjunction" and not {"weak", "figures"} & set(flags):
                strong = languages
                flags.append("telling")
        if row.number in NUMBERS[:8] and not {"everyday", "lone"} & set(flags):
            flags.append("counts")
        elif {"single", "lone", "code", "extension"} & set(flags) or word == "no":
            flags.append("odd")
        text = " | ".join([*(f"kNumber{flag.capitalize()}" for flag in flags), str(1 << 16 + KINDS.index(kind))])
        found[word] = f"NumberKind::{kind}, {languages}, {strong}, {weak}, {text}, {value}, {before}"
    return found


def halves(word: str) -> tuple[int, int]:
    data = word.encode().ljust(LONGEST, b"\0")
    return int.from_bytes(data[:8], "little"), int.from_bytes(data[8:], "little")


def number_hash(word: str, multiplier: int) -> int:
    """The function of csrc/tables/number_words.hpp."""
    head, tail = halves(word)
    mixed = (head ^ (tail << 29 | tail >> 35)) & ((1 << 64) - 1)
    return mixed * multiplier % (1 << 64)


def placed(words: Iterable[str], size: int) -> tuple[int, list[int], list[str | None]]:
    """The multiplier, the displacements and the slots."""
    multiplier = MULTIPLIER
    while True:
        try:
            hashes = {word: number_hash(word, multiplier) for word in words}
            return multiplier, *perfect(hashes, size, BUCKET_BITS, shifts_end=SHIFTS_END)
        except ValueError:
            multiplier = (multiplier * 0x5851F42D4C957F2D + 0x14057B7EF767814E) % (1 << 64)


def generate() -> dict[Path, str]:
    found = rows()
    size = 512
    while size < 1.15 * len(found):
        size *= 2
    multiplier, shifts, slots = placed(found, size)
    lines = [
        "// Generated by: python tools/tables/number_words.py",
        "// Source: tools/sources/spoken/*.tsv and csrc/kinds/phone_words.cpp.",
        '#include "number_words.hpp"',
        "",
        "namespace ablmatch::number_words {",
        "",
        f"const std::uint64_t kMultiplier = 0x{multiplier:X};",
        "",
        *array(f"alignas(64) const std::uint8_t kShifts[{len(shifts)}]", shifts),
        "",
        "alignas(64) const NumberWord kSlots[kSlotCount] = {",
    ]
    for word in slots:
        if word is None:
            lines.append("    {1, {}, 0},")
        else:
            head, tail = halves(word)
            lines.append(f"    {{0x{head:X}, {{{found[word]}}}, 0x{tail:X}}},  // {word}")
    lines += ["};", f"static_assert(kSlotCount == {len(slots)});", "", "}  // namespace ablmatch::number_words", ""]
    return {TARGET: "\n".join(lines)}


if __name__ == "__main__":
    sys.exit(main(generate, __doc__ or ""))
