"""Words of spoken e-mail addresses as the fast lane asks for them: one row says everything that a word may be.

Made from the sources of the spoken words and of the e-mail words. Run `python tools/tables/email_lane.py` to write
csrc/tables/email_lane_words.cpp, with `--check` to compare it.
"""

from __future__ import annotations

import sys
from pathlib import Path

import emails
import spoken
from wordtable import ROOT, array, main, perfect

TARGET = ROOT / "csrc" / "tables" / "email_lane_words.cpp"

# Words of the phrases in csrc/spoken_phrases.cpp, csrc/kinds/email_surroundings.cpp and of the remarks on letters and
# numbers. The lane leaves what holds one of these; the others count only behind a word that may begin a phrase.
TOUCHY = set(
    "mean scratch strike wait make think believe hai ich crois creo acho credo ik now helps that thats "
    "spelled spelt spelling spell again repeat is with know let sea thank dank ray trot griega "
    "grec greca twice times fois vezes volte veces baar no im its like corta dans schule eszett chocolate "
    "llobregat".split()
) | {*spoken.PAUSES}
BEHIND_STARTS = set(
    "am called go by can reach live re got have ve llamo est appelle suis habite heisse bin wohne ist chamo chiamo "
    "heet ben woon would will should must be use glaube sia que lautet es was on file record account "
    "electronico id".split()
)
# Behind a single letter they make a phrase that introduces an answer: i said. Other words behind i are its name.
BEHIND_LETTERS = {
    phrase[1] for place in ("start", "greeting") for phrase in spoken.phrases(place) if len(phrase[0]) == 1
}
# "… me at", "… it to": what follows is the answer.
BEFORE_AT, BEFORE_TO = {"me", "us"}, {"it"}
LABELS = set("email mail address correo courriel adresse mailadresse indirizzo".split())
# Last words of phrases that close an answer, but for those behind touchy words; words that begin a phrase before one.
CLOSERS = set(
    "please thanks speaking right okay ok correct gracias bitte danke merci obrigado obrigada grazie alstublieft "
    "alsjeblieft over favor plait".split()
)
# Of longer phrases that close one; the lane looks for the others, which often stand elsewhere.
ENDS = {phrase[-1] for phrase in spoken.phrases("end")} - CLOSERS - {"you", "it", "all", "u", "sure", "out"}
STARTERS = set(
    "das es dit het i you it its no ja also mera meri ich alors allora este tipo like creo je acho credo at oh".split()
)
# Beside a single letter they tell letters: m de madrid, m of mike, deux n.
TELLING = set("de of come deux dois".split())
WEAK = set("to too for won ate um un una une ein eine een due sei meia".split())
CLASSES = {"unit", "teen", "tens", "compound", "hundred", "thousand"}
# As kEmailLaneSlots and kEmailLaneBucketBits.
SLOTS, BUCKET_BITS = 2048, 10
STARTS, CLOSES, LABEL, ME, IT, COMMON, STRONG, ALPHABET, CONNECTOR, TELLS = (1 << bit for bit in range(10))


def role_of(  # noqa: PLR0911 - one return for each role
    word: str, row: spoken.Word, phrase: tuple[str, str, str] | None
) -> tuple[str, str]:
    """The role of a word in the lane, and its value."""
    kind, written = phrase[:2] if phrase else ("none", "")
    number = row.number
    filler = "filler" in row.roles and word != "um"  # Portuguese one is no filler beside a number
    if word in TOUCHY or filler or row.roles & {"correction", "either", "case"} or kind == "label" or word in ENDS:
        return "touchy", "0"
    if kind not in ("none", "weak_at"):
        if number != "none":
            return "touchy", "0"
        if kind == "at":
            return "at", "0"
        return ("sign", f"'{written}'".replace("'''", "'\\''")) if len(written) == 1 else ("phrase", "0")
    if word == "oh":
        return "oh", "0"
    if number == "multiplier":
        return "multiplier", str(row.value)
    if number == "conjunction":
        return "conjunction", "0"
    if number == "none":
        return "plain", "0"
    if row.weak:
        return ("weak", str(row.value)) if word in WEAK else ("touchy", "0")
    return (number, str(row.value % 100)) if number in CLASSES else ("touchy", "0")


def ends(word: str) -> tuple[int, int]:
    """The first eight letters and the last eight, the first one lowest; a shorter word twice."""
    data = word.encode()
    return int.from_bytes(data[:8], "little"), int.from_bytes(data[-8:], "little")


def lane_hash(word: str) -> int:
    """The function of csrc/tables/email_lane_words.hpp."""
    head, tail = ends(word)
    turned = (tail << 23 | tail >> 41) & ((1 << 64) - 1)
    return (head + turned) * 0x9E3779B97F4A7C15 % (1 << 64)


def generate() -> dict[Path, str]:
    words = spoken.collect()
    phrases = emails.spoken_phrases()
    seconds: dict[str, int] = {}
    for phrase in phrases:
        head, *rest = phrase.split()
        if rest and rest[0][0].isascii():
            seconds[head] = seconds.get(head, 0) | 1 << (ord(rest[0][0]) - ord("a"))
    every = (
        words.keys() | seconds.keys() | TOUCHY | BEHIND_STARTS | LABELS | CLOSERS | STARTERS | BEFORE_AT | BEFORE_TO
        | TELLING | BEHIND_LETTERS
        | {phrase for phrase in phrases if " " not in phrase}
    )  # fmt: skip
    table: dict[str, str] = {}
    for word in every:
        if not word.isascii() or len(word) == 1:
            continue
        row = words.get(word, spoken.Word())
        role, value = role_of(word, row, phrases.get(word))
        flags = (
            STARTS * ("starter" in row.roles or word in STARTERS)
            | CLOSES * (word in CLOSERS)
            | LABEL * (word in LABELS)
            | ME * (word in BEFORE_AT)
            | IT * (word in BEFORE_TO)
            | COMMON * ("common" in row.roles)
            | STRONG * (bool(row.alphabet) and "name_letter" not in row.roles)
            | ALPHABET * (bool(row.alphabet) and not row.letter)
            | CONNECTOR * ("connector" in row.roles)
            | TELLS * (word in TELLING)
        )
        letter = row.letter or row.alphabet
        name = f"'{letter}'" if letter else "0"
        first = f"0x{seconds.get(word, 0):X}u"
        table[word] = f"{{LaneRole::{role}, {value}, {row.languages}, {flags}, {name}, {first}}}"
    shifts, slots = perfect({word: lane_hash(word) for word in table}, SLOTS, BUCKET_BITS)
    if len({(*ends(word), len(word)) for word in table}) != len(table):
        raise ValueError("two words have the same ends and the same size")
    rows = []
    for word in slots:
        if word is None:
            rows.append("    {0, 0, {}, 0},")
        else:
            head, tail = ends(word)
            rows.append(f"    {{0x{head:X}, 0x{tail:X}, {table[word]}, {len(word)}}},  // {word}")
    letters = ", ".join(f"0x{seconds.get(chr(ord('a') + k), 0):X}u" for k in range(26))
    text = "\n".join(
        [
            "// Generated by: python tools/tables/email_lane.py",
            "// Source: tools/sources/emails/*.tsv, tools/sources/spoken/*.tsv (curated for this project, Apache-2.0).",
            '#include "email_lane_words.hpp"',
            "",
            "namespace ablmatch {",
            "",
            *array(f"const std::uint16_t kEmailLaneShifts[{len(shifts)}]", shifts),
            "",
            f"const EmailLaneSlot kEmailLaneWords[{len(slots)}] = {{",
            *rows,
            "};",
            "",
            f"const std::uint32_t kEmailLaneSeconds[26] = {{{letters}}};",
            "",
            "}  // namespace ablmatch",
            "",
        ]
    )
    return {TARGET: text}


if __name__ == "__main__":
    sys.exit(main(generate, __doc__ or ""))
