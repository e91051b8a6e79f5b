"""The lexicon of addresses: every short ASCII word that addresses or speech know, one entry for all that it can be."""

from __future__ import annotations

import sys
from pathlib import Path

import addresses
import spoken
from wordtable import ROOT, main

TARGET = ROOT / "csrc" / "tables" / "address_lexicon.cpp"
CAPACITY = 16  # letters of a word that is kept
SLOT_BITS, BUCKET_BITS = 12, 10

# LexiconRole of csrc/tables/address_lexicon.hpp.
(COMMON, DIRECTION, NUMBER, NUMBERED, BOX, ALIAS, INTRODUCES, ORDINAL, SLOT) = (1 << k for k in range(9))
ORDINAL_SHIFT = 9

# Words of lead-ins and closers (csrc/spoken_phrases.cpp) that the spoken table does not hold.
TALK = frozenset(
    "live lives living at in on by you can reach me call called they think got have here there let see should must of "
    "course would will be is it its that thats this am we re ve my our the and please thanks thank very much right "
    "correct believe house home residence street number file apartment habite appelle suis wohne heisse bin "
    "vivo llamo moro chamo abito chiamo woon ik ich je eu mi".split()
) | {*spoken.PAUSES}
# The second words of states.
STATE_ENDS = frozenset("mexico jersey carolina hampshire dakota york zealand columbia island wales".split())
LEADING = 2  # TypePlace
# LexiconPart of the header: what a word is in a typed address that its shape alone makes clear.
(NAME, TYPE, DIRECTION_WORD, UNIT, STATE, FIRST, STREET, NUMBER_WORD, PAUSE) = (1 << k for k in range(9))
(COUNT, WEAK, UNCLEAR, STARTER, OPENER, TYPE_ALWAYS) = (1 << k for k in range(9, 15))
CLEAR_DIRECTIONS = frozenset(
    "n s e w ne nw se sw north south east west northeast northwest southeast southwest".split()
)
CLEAR_UNITS = frozenset("apt apartment ste suite unit flat rm room bldg building".split())
CLEAR_FIRST = frozenset("st mt ft".split())
# States that are everyday words as well, told apart by their place.
WORDS_TOO = frozenset("to am go as".split())
# English number words that are read without a grammar of their own.
PLAIN_NUMBERS = frozenset("unit teen tens hundred thousand multiplier".split())
# Words that belong to a phrase of corrections or fillers: scratch that, let me see.
TELLS_PHRASE = frozenset(("that", "let"))
# Roles in speech that change what stands around a word.
LOUD = frozenset("filler connector case correction either closer gap starter denial edge".split())
# Words that a phrase of corrections or fillers begins with, and names of marks.
PHRASES = frozenset("scratch strike make let you one o i no hashtag pound comma dash hyphen slash".split())


def entry_hash(word: bytes) -> int:
    """The function of csrc/tables/address_lexicon.hpp, for the same bytes."""
    room = word.ljust(CAPACITY, b"\0")
    low, high = int.from_bytes(room[:8], "little"), int.from_bytes(room[8:], "little")
    mask = (1 << 64) - 1
    return (low * 0x9E3779B97F4A7C15 & mask) ^ (high * 0xC2B2AE3D27D4EB4F & mask)


def place(hashes: list[int]) -> tuple[list[int], list[int]]:
    """A shift for each bucket such that no two words share a slot, and the number of the word in each slot, or 0."""
    buckets: list[list[int]] = [[] for _ in range(1 << BUCKET_BITS)]
    for k, h in enumerate(hashes):
        buckets[h >> (64 - BUCKET_BITS)].append(k)
    size = 1 << SLOT_BITS
    shifts, slots = [0] * len(buckets), [0] * size
    for bucket in sorted(range(len(buckets)), key=lambda b: -len(buckets[b])):
        for shift in range(size):
            places = [(hashes[k] >> 38) % size ^ shift for k in buckets[bucket]]
            if len({*places}) == len(places) and not any(slots[at] for at in places):
                break
        else:
            raise ValueError("no shift separates the words of a bucket")
        shifts[bucket] = shift
        for k, at in zip(buckets[bucket], places, strict=True):
            slots[at] = k + 1
    return shifts, slots


def roles_of(row: addresses.Row | None, word: spoken.Word | None, text: str, numbered: set[str]) -> int:
    roles = (NUMBERED if text in numbered else 0) | (COMMON if text in STATE_ENDS else 0)
    if row:
        if row.types or row.unit or row.direction or row.state or row.box or row.ordinal or row.roles or row.full:
            roles |= COMMON
        if row.direction:
            roles |= DIRECTION
        if row.box:
            roles |= BOX
        # "la" is an article before it is Los Angeles.
        if row.town and not row.roles & addresses.ROLES["particle"]:
            roles |= ALIAS
        if row.first or (row.full and not row.types) or row.place & LEADING or row.roles & addresses.ROLES["particle"]:
            roles |= INTRODUCES
        if row.first:
            roles |= COMMON
        if row.ordinal:
            roles |= ORDINAL | row.ordinal % 10 << ORDINAL_SHIFT
    if word:
        if word.number not in ("none", "conjunction") and not word.weak:
            roles |= NUMBER | COMMON
        if word.number != "none":
            roles |= INTRODUCES | COMMON
        # Letters' names and the words of spelling alphabets are names of streets as well.
        if word.roles - {"name_letter", "common", "connector", "slot"}:
            roles |= COMMON
        if "slot" in word.roles:
            roles |= SLOT
    if text in TALK:
        roles |= COMMON
    return roles & ~SLOT if roles & COMMON else roles


def speech_parts(row: addresses.Row | None, word: spoken.Word | None, text: str) -> int:
    """What a word may be to a caller."""
    parts = UNCLEAR if text in TELLS_PHRASE or (text in spoken.PAUSES and row is None) else 0
    if word is None:
        return parts
    if word.roles & {"filler", "correction", "correction_opener"}:
        parts |= UNCLEAR
    if "starter" in word.roles:
        parts |= STARTER
    if "filler_opener" in word.roles:
        parts |= OPENER
    if word.number not in ("none", "conjunction"):
        plain = word.number in PLAIN_NUMBERS and word.languages & spoken.LANGUAGES["en"]
        parts |= (COUNT | (WEAK if word.weak else 0)) if plain else UNCLEAR
    return parts


def parts_of(row: addresses.Row | None, word: spoken.Word | None, text: str) -> int:
    return shape_parts(row, word, text) | speech_parts(row, word, text)


def shape_parts(row: addresses.Row | None, word: spoken.Word | None, text: str) -> int:
    loud = word is not None and bool(word.roles & LOUD)
    numeric = word is not None and word.number != "none"
    if row is None:
        if text in spoken.PAUSES:
            return PAUSE
        return 0 if numeric or loud or text in TALK | PHRASES or len(text) < 2 else NAME
    parts = PAUSE if text in spoken.PAUSES else 0
    nothing_else = not (row.unit or row.direction or row.state or row.box or row.ordinal or row.first or row.town)
    extra = addresses.ROLES["extra"]
    if nothing_else and row.place in (0, 1) and not row.roles & ~extra and not (numeric or loud) and len(text) > 1:
        parts |= NAME if text not in PHRASES else 0
    clear = not (row.unit or row.direction or row.box or row.ordinal or row.town)
    if clear and row.types and row.place & 1 and not row.roles & ~addresses.ROLES["bis"] and not (numeric or loud):
        parts |= TYPE | (TYPE_ALWAYS if row.place & addresses.COMMON else 0)
    if text in CLEAR_DIRECTIONS:
        parts |= DIRECTION_WORD
    if text in CLEAR_UNITS:
        parts |= UNIT
    if text == "number":
        parts |= NUMBER_WORD
    if text in CLEAR_FIRST:
        parts |= FIRST
    closes = word is not None and bool(word.roles & {"filler", "closer", "correction", "gap"})
    if (
        row.state
        and text not in WORDS_TOO
        and not closes
        and not row.box
        and not row.town
        and not row.roles & addresses.COUNTRY
    ):
        parts |= STATE
        if len(text) > 4 and clear and not (row.types or row.roles or numeric or loud or row.first):
            parts |= STREET
    return parts


def seconds_of(phrases: list[str]) -> int:
    """A bit for each second word of a phrase."""
    bits = 0
    for phrase in phrases:
        second = phrase.split(" ")[1].encode()[:8]
        bits |= 1 << ((int.from_bytes(second.ljust(8, b"\0"), "little") * 0x9E3779B97F4A7C15 & (1 << 64) - 1) >> 58)
    return bits


def generate() -> dict[Path, str]:
    collected, words = addresses.collect(), spoken.collect()
    rows = collected.rows
    texts = {text: k for k, text in enumerate(collected.texts) if k > 0}
    phrases: dict[str, list[str]] = {}
    for phrase in rows:
        if " " in phrase:
            phrases.setdefault(phrase.split(" ")[0], []).append(phrase)
    row_numbers = {w: k + 1 for k, w in enumerate(sorted(rows, key=str.encode))}
    word_numbers = {w: k + 1 for k, w in enumerate(sorted(words, key=str.encode))}
    # The last words of roads that have a number: county ROAD 12.
    numbered = {w.split(" ")[-1] for w, row in rows.items() if row.types and row.place & addresses.PLACES["n"]}
    known = sorted(
        w
        for w in {*rows, *words, *TALK, *PHRASES, *STATE_ENDS, *texts}
        if w.isascii() and w.isalpha() and len(w) <= CAPACITY and w == w.lower()
    )
    hashes = [entry_hash(word.encode()) for word in known]
    shifts, slots = place(hashes)
    entries, roles = [], []
    for word in known:
        room = word.encode().ljust(CAPACITY, b"\0")
        low, high = int.from_bytes(room[:8], "little"), int.from_bytes(room[8:], "little")
        row, said = rows.get(word), words.get(word)
        values = (
            row_numbers.get(word, 0),
            word_numbers.get(word, 0),
            roles_of(row, said, word, numbered),
            parts_of(row, said, word),
            (row.full if row else 0) or texts.get(word, 0),
        )
        roles.append(values[2])
        entries.append(
            f"    {{0x{low:x}, 0x{high:x}, 0x{seconds_of(phrases.get(word, [])):x}, "
            f"{', '.join(map(str, values))}}},  // {word}\n"
        )
    text = (
        "// Generated by: python tools/tables/address_lexicon.py\n"
        "// Source: the sources of address_words.cpp and spoken_words.cpp (curated for this project, Apache-2.0).\n"
        '#include "address_lexicon.hpp"\n\n#include <iterator>\n\nnamespace ablmatch::postal {\n\n'
        "const LexiconEntry kAddressLexicon[] = {\n    {0, 0, 0, 0, 0, 0, 1, 0},\n" + "".join(entries) + "};\n"
        "const std::uint16_t kAddressLexiconShifts[1 << kLexiconBucketBits] = {\n"
    )
    text += "".join("    " + " ".join(f"{s}," for s in shifts[k : k + 16]) + "\n" for k in range(0, len(shifts), 16))
    text += (
        "};\n#ifdef ABLMATCH_COMPACT\n"
        "LexiconSlot kAddressLexiconSlots[1 << kLexiconSlotBits];\n"
        "namespace {\n"
        "[[maybe_unused]] const bool kAddressLexiconFilled = fill_lexicon_slots(std::size(kAddressLexicon));\n"
        "}  // namespace\n#else\n"
        "const LexiconSlot kAddressLexiconSlots[1 << kLexiconSlotBits] = {\n"
    )
    cells = [f"{{0x{hashes[s - 1] >> 20 & 0xFFFFFFFF:x}, {roles[s - 1]}, {s}}}," if s else "{0, 0, 0}," for s in slots]
    text += "".join("    " + " ".join(cells[k : k + 4]) + "\n" for k in range(0, len(cells), 4))
    return {TARGET: text + "};\n#endif\n\n}  // namespace ablmatch::postal\n"}


if __name__ == "__main__":
    sys.exit(main(generate, __doc__ or ""))
