"""Text words: the word lists of kind text and what the spoken table says of a word, merged into one row a word."""

from __future__ import annotations

import sys
from collections.abc import Iterable, Iterator
from pathlib import Path

import spoken
from wordtable import ROOT, main

SOURCES = ROOT / "tools" / "sources" / "text"
TARGET = ROOT / "csrc" / "tables" / "text_words.cpp"
# Bits of TextRole in csrc/tables/text_words.hpp.
ROLES = (
    "article small preposition legal negation lettered copula lead_in answer_noun place restating doubt opposite "
    "two_words brief ordinal contraction closing opening number english_number other_number spelling sure_letter "
    "letter_name join hesitation start close named corrects separates"
).split()
PLACES = {"not_first": 1, "not_last": 2, "before_figure": 4, "after_figure": 8}
SLOT_BITS, MOVE_BITS, GROUP_SHIFT, SEEN_BITS, LONGEST = 12, 10, 22, 16, 16
# Bits of TextTrait there, each with the roles that give it.
TRAITS = (
    "sure_letter",
    "letter_name",
    "join",
    "english_number other_number",
    "ordinal contraction corrects",
    "hesitation",
    "article small preposition legal number english_number other_number contraction",
    "brief",
)
# Found by trial: the words of English carrier phrases share their places with no others.
TRAIT_BITS, LITTLE_BITS, TRAIT_FACTOR = 15, 8, 0xBB2313F55B06258F
LITTLE = {"article", "small", "preposition"}
# These have their place first.
FREQUENT = "the a an and of in on at to for with by from my behind under over near".split()
# Words of phrases that csrc/spoken_phrases.cpp and csrc/spoken_letters.cpp know, beside those that its table marks.
CORRECTING = ("mean", "scratch", "strike", "make", "let", "know", "o", "bear", *spoken.PAUSES)
TWO_WORD_LETTERS = "x fox double uve doble".split()
# "in" connects behind one of these only: as in, wie in.
CONNECTING = "as wie como come comme like".split()
_M64 = (1 << 64) - 1


def rows(name: str) -> Iterator[list[str]]:
    for line in (SOURCES / name).read_text(encoding="utf-8").splitlines():
        if line and not line.startswith("#"):
            yield line.split("\t")


def halves(word: str) -> tuple[int, int]:
    """text_head and text_tail of csrc/tables/text_words.hpp."""
    text = word.encode()
    return int.from_bytes(text[:8], "little"), int.from_bytes(text[8:16], "little")


def text_hash(word: str) -> int:
    head, tail = halves(word)
    turned = (tail << 29 | tail >> 35) & _M64
    mixed = (head ^ turned) * 0x9E3779B97F4A7C15 & _M64
    return mixed ^ mixed >> 32


def head_hash(word: str, bits: int) -> int:
    return (halves(word)[0] * TRAIT_FACTOR & _M64) >> 64 - bits


def spoken_roles(text: str, word: spoken.Word) -> Iterator[str]:
    """What the spoken table says of a word, as far as a text may be read otherwise by it."""
    if word.number != "none":
        if not word.weak:
            yield "number"
        plain = word.number in ("unit", "teen", "tens", "hundred", "thousand")
        if plain and not word.weak and word.languages & 1:
            yield "english_number"
        elif word.number != "conjunction":
            yield "other_number"
    if word.letter or word.alphabet or "case" in word.roles or word.number == "multiplier":
        yield "spelling"
    if len(text) == 1 or (word.alphabet and "name_letter" not in word.roles) or text in TWO_WORD_LETTERS:
        yield "sure_letter"
    if word.letter:
        yield "letter_name"
    pairs = {"connector": "join", "filler": "hesitation", "starter": "start", "closer": "close", "slot": "named"}
    pairs |= {"correction": "corrects", "gap": "separates"}
    for role in sorted(word.roles & pairs.keys()):
        if (text, role) != ("in", "connector"):
            yield pairs[role]


def collect() -> tuple[dict[str, set[str]], dict[str, spoken.Word], dict[str, int]]:
    words: dict[str, set[str]] = {}

    def add(word: str, *roles: str) -> None:
        words.setdefault(word, set()).update(roles)

    for role, text in rows("words.tsv"):
        for word in text.split():
            add(word, role)
    for relation, one, other in rows("pairs.tsv"):
        add(one, relation)
        add(other, relation)
    for brief, word, *_ in rows("abbreviations.tsv"):
        add(brief, "brief")
        add(word)
    for word, first, second in rows("contractions.tsv"):
        add(word, "contraction")
        add(first)
        add(second)
    ordinals = {word: int(value) for word, value in rows("ordinals.tsv")}
    for word in ordinals:
        add(word, "ordinal")
    for place, text in rows("phrases.tsv"):
        phrase = text.split()
        for word in phrase:
            add(word)
        add(phrase[-1 if place == "closing" else 0], place)
    numbers = spoken.collect()
    for text, word in numbers.items():
        add(text, *spoken_roles(text, word))
    for word in ("oh", "no"):
        add(word, "start")  # in front of what begins a phrase
    for word in CORRECTING:
        add(word, "corrects")
    for word in TWO_WORD_LETTERS:
        add(word, "spelling", "sure_letter")
    for word in CONNECTING:
        add(word, "join")
    return words, numbers, ordinals


def table(words: dict[str, set[str]], numbers: dict[str, spoken.Word], ordinals: dict[str, int]) -> Iterator[str]:
    kept = sorted(word for word in words if len(word) <= LONGEST)
    size = 1 << SLOT_BITS
    slots, seen = [""] * size, [0] * (1 << SEEN_BITS - 6)
    # Words are sent to groups, and each group by a move of its own to slots that are free: large groups first.
    groups: list[list[str]] = [[] for _ in range(1 << MOVE_BITS)]
    for word in kept:
        hashed = text_hash(word)
        groups[(hashed >> GROUP_SHIFT) % (1 << MOVE_BITS)].append(word)
        bit = hashed % (1 << SEEN_BITS)
        seen[bit >> 6] |= 1 << (bit & 63)
    moves = [0] * len(groups)
    for group in sorted(range(len(groups)), key=lambda group: (-len(groups[group]), group)):
        hashes = [text_hash(word) % size for word in groups[group]]
        moves[group] = next(
            move
            for move in range(size)
            if len({at ^ move for at in hashes}) == len(hashes) and not any(slots[at ^ move] for at in hashes)
        )
        for at, word in zip(hashes, groups[group], strict=True):
            slots[at ^ moves[group]] = word
    ids = {word: at for at, word in enumerate(slots) if word}
    apart = {word: at for at, (word, *_) in enumerate(rows("contractions.tsv"))}
    yield "const TextWord text_words[1u << kTextSlotBits] = {"
    for word in slots:
        if not word:
            yield "    {},"
            continue
        head = halves(word)[0]
        bits = sum(1 << ROLES.index(role) for role in words[word])
        number = numbers.get(word, spoken.Word())
        worth = apart.get(word, ordinals.get(word, number.value))
        yield (f"    {{0x{head:016X}, 0x{bits:08X}, {worth}, NumberClass::{number.number}, {len(word)}}},  // {word}")
    yield "};"
    yield from numbered("const std::uint16_t text_moves[1u << kTextMoveBits]", [str(move) for move in moves], 20)
    tails = [f"0x{halves(word)[1]:X}" for word in slots]
    yield from numbered("const std::uint64_t text_tails[1u << kTextSlotBits]", tails, 24)
    yield from numbered("const std::uint64_t text_seen[1u << (kTextSeenBits - 6)]", [f"0x{s:016X}" for s in seen], 5)
    traits, little = [0] * (1 << TRAIT_BITS), [""] * (1 << LITTLE_BITS)
    for word in kept:
        for bit, roles in enumerate(TRAITS):
            traits[head_hash(word, TRAIT_BITS)] |= bool(words[word] & set(roles.split())) << bit
    for word in FREQUENT + kept:
        at = head_hash(word, LITTLE_BITS)
        if len(word) < 8 and words.get(word, set()) & LITTLE and not little[at]:
            little[at] = word
    yield from numbered("const std::uint8_t text_traits[1u << kTextTraitBits]", [str(t) for t in traits], 30)
    heads = [f"0x{halves(word)[0]:X}" for word in little]
    yield from numbered("const std::uint64_t text_little[1u << kTextLittleBits]", heads, 5)
    yield "}  // namespace tables\n\nnamespace {"
    for name, relation in (("opposites", "opposite"), ("two_words", "two_words")):
        pairs = [(ids[a], ids[b], 0) for which, a, b in rows("pairs.tsv") if which == relation]
        yield from listed(f"constexpr TextPair {name}[]", pairs)
    brief = [
        (ids[a], ids[b], sum(PLACES[place] for place in " ".join(where).split()))
        for a, b, *where in rows("abbreviations.tsv")
    ]
    yield from listed("constexpr TextPair abbreviations[]", brief)
    # Eight bytes and more may be read from the words of a contraction.
    both = [
        (ids[word], f'"{a}\\0\\0\\0\\0\\0\\0\\0"', f'"{b}\\0\\0\\0\\0\\0\\0\\0"')
        for word, a, b in rows("contractions.tsv")
    ]
    yield from listed("constexpr TextContraction contractions[]", both)
    for name, place in (("closings", "closing"), ("openings", "opening")):
        phrases = [[ids[word] for word in text.split()] for which, text in rows("phrases.tsv") if which == place]
        shown = [(len(phrase), "{" + ", ".join(map(str, phrase)) + "}") for phrase in phrases]
        yield from listed(f"constexpr TextPhrase {name}[]", shown)
    yield "}  // namespace\n"
    yield "const std::span<const TextPair> kTextOpposites = opposites, kTextTwoWords = two_words,"
    yield "                               kTextAbbreviations = abbreviations;"
    yield "const std::span<const TextContraction> kTextContractions = contractions;"
    yield "const std::span<const TextPhrase> kTextClosings = closings, kTextOpenings = openings;"
    heads, ends = [0] * 32, [0] * 32
    joining = spoken.LANGUAGES["de"] | spoken.LANGUAGES["it"] | spoken.LANGUAGES["nl"]
    for text, word in numbers.items():
        if word.number not in ("none", "multiplier") and word.languages & joining and len(text) > 1:
            heads[ord(text[0]) % 32] |= 1 << ord(text[1]) % 32
            ends[ord(text[-1]) % 32] |= 1 << ord(text[-2]) % 32
    yield from numbered("const std::uint32_t kJoinedNumberHeads[32]", [f"0x{bits:08X}" for bits in heads], 8)
    yield from numbered("const std::uint32_t kJoinedNumberEnds[32]", [f"0x{bits:08X}" for bits in ends], 8)


def numbered(head: str, values: list[str], wide: int) -> Iterator[str]:
    yield f"{head} = {{"
    yield from ("    " + " ".join(f"{value}," for value in values[k : k + wide]) for k in range(0, len(values), wide))
    yield "};"


def listed(head: str, values: Iterable[tuple[object, ...]]) -> Iterator[str]:
    yield f"{head} = {{"
    yield from ("    {" + ", ".join(map(str, value)) + "}," for value in values)
    yield "};"


def generate() -> dict[Path, str]:
    head = (
        "// Generated by: python tools/tables/text.py\n"
        "// Source: tools/sources/text/*.tsv and tools/sources/spoken/*.tsv (curated for this project, Apache-2.0).\n"
        '#include "text_words.hpp"\n\nnamespace ablmatch {\n\nnamespace tables {\n'
    )
    return {TARGET: head + "\n".join(table(*collect())) + "\n}  // namespace ablmatch\n"}


if __name__ == "__main__":
    sys.exit(main(generate, __doc__ or ""))
