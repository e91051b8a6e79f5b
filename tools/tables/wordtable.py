"""Word tables: writes the static hash tables that csrc/word_table.hpp reads.

`emit` takes rows (word, C++ initializer of the value) and gives the C++ source of one table; the words are
folded already (lower case, no marks). The output depends on the rows only, never on their order.
"""

from __future__ import annotations

import argparse
import sys
from collections.abc import Callable, Iterable
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
_M64 = (1 << 64) - 1
# Of a packed word: a byte below the blank says how much it shares, and no word holds one.
_MOST_SHARED = 30


def word_hash(word: bytes) -> int:
    """The function of csrc/word_table.hpp, for the same bytes."""
    n = len(word)
    if n >= 8:
        head, tail = int.from_bytes(word[:8], "little"), int.from_bytes(word[-8:], "little")
    elif n >= 4:
        head, tail = int.from_bytes(word[:4], "little"), int.from_bytes(word[-4:], "little")
    else:
        head, tail = word[0] << 16 | word[n // 2] << 8 | word[-1], 0
    h = head * 0x9E3779B97F4A7C15 & _M64
    t = tail * 0xC2B2AE3D27D4EB4F & _M64
    h ^= (t << 31 | t >> 33) & _M64
    h = (h + n * 0x165667B19E3779F9) & _M64
    h ^= h >> 29
    h = h * 0xBF58476D1CE4E5B9 & _M64
    return h >> 32


def emit(name: str, value_type: str, rows: Iterable[tuple[str, str]], spread: int = 2, values: str = "") -> str:
    """C++ source that defines `extern const WordTable<value_type> name` from (word, initializer) rows.

    `spread`: how many slots there are for each word, at least; more of them cost room and spare probes.  `values`: C++
    source that defines the array `name_values` in place of the initializers.
    """
    table = sorted((word.encode(), value) for word, value in rows)
    words = [word for word, _ in table]
    if len(set(words)) != len(words):
        twice = sorted({w.decode() for w in words if words.count(w) > 1})
        raise ValueError(f"{name}: words given twice: {', '.join(twice)}")
    if not all(0 < len(w) < 256 for w in words) or len(words) >= 0xFFFF:
        raise ValueError(f"{name}: a word is empty or too long, or there are too many")
    size = 8
    while size < spread * len(words):
        size *= 2
    slots = [0] * size
    hashes = [word_hash(w) for w in words]
    for row, value_hash in enumerate(hashes):
        at = value_hash & (size - 1)
        while slots[at]:
            at = (at + 1) & (size - 1)
        slots[at] = row + 1
    offsets, pool = [], b""
    for word in words:
        offsets.append(len(pool))
        pool += word
    lines = ["namespace {", "#ifdef ABLMATCH_COMPACT"]
    lines += _packed(name, words, size, len(pool))
    lines.append("#else")
    lines.append(f"const char {name}_pool[] =")
    # One literal per word keeps every word greppable; compilers accept far longer strings than this.
    lines += [f'    "{_literal(w)}"' for w in words]
    lines[-1] += ";"
    lines.append(f"constexpr WordKey {name}_keys[] = {{")
    lines += [f"    {{0x{h:08X}, {o}, {len(w)}}}," for h, o, w in zip(hashes, offsets, words, strict=True)]
    lines.append("};")
    lines += array(f"const std::uint16_t {name}_slots[]", slots)
    lines.append("#endif")
    lines += [values] if values else initialized(value_type, name, [value for _, value in table])
    lines.append("}  // namespace")
    lines.append(
        f"const WordTable<{value_type}> {name} = {{{name}_pool, {name}_keys, {name}_values, {name}_slots, {size - 1}}};"
    )
    return "\n".join(lines) + "\n"


def initialized(value_type: str, name: str, values: list[str]) -> list[str]:
    """The array of a table's values, word by word."""
    return [f"constexpr {value_type} {name}_values[] = {{", *[f"    {value}," for value in values], "};"]


def _packed(name: str, words: list[bytes], slots: int, pool: int) -> list[str]:
    """A table of which only the words are held, each as 1 + what it shares with the one before, and the rest of it."""
    lines = [f"const char {name}_words[] ="]
    before = b""
    for word in words:
        most = min(len(before), len(word), _MOST_SHARED)
        shared = next((k for k in range(most) if before[k] != word[k]), most)
        lines.append(f'    "\\{shared + 1:03o}{_literal(word[shared:])}"')
        before = word
    lines[-1] += ";"
    return [
        *lines,
        f"char {name}_pool[{pool}];",
        f"WordKey {name}_keys[{len(words)}];",
        f"std::uint16_t {name}_slots[{slots}];",
        f"[[maybe_unused]] const bool {name}_unpacked =",
        f"    unpack_words({name}_words, {name}_pool, {name}_keys, {name}_slots, {slots - 1});",
    ]


def array(declared: str, numbers: list[int]) -> list[str]:
    rows = ["    " + " ".join(f"{n}," for n in numbers[k : k + 24]) for k in range(0, len(numbers), 24)]
    return [f"{declared} = {{", *rows, "};"]


def perfect(
    hashes: dict[str, int], size: int, bucket_bits: int, place_bit: int = 40, shifts_end: int = 1 << 16
) -> tuple[list[int], list[str | None]]:
    """A slot of its own for each word with a 64-bit hash (compress, hash and displace).

    Gives the displacements of the buckets, which the highest bits of a hash tell, and the slots that they lead to. The
    C++ side looks in the same place: `((hash >> place_bit & 0xFFFF) ^ shifts[hash >> (64 - bucket_bits)]) % size`.
    """
    buckets: dict[int, list[str]] = {}
    for word in sorted(hashes):
        buckets.setdefault(hashes[word] >> (64 - bucket_bits), []).append(word)
    shifts: list[int] = [0] * (1 << bucket_bits)
    slots: list[str | None] = [None] * size
    for bucket, members in sorted(buckets.items(), key=lambda item: (-len(item[1]), item[0])):
        for shift in range(min(size, shifts_end)):
            places = [((hashes[word] >> place_bit & 0xFFFF) ^ shift) % size for word in members]
            if len(set(places)) == len(places) and all(slots[place] is None for place in places):
                break
        else:
            raise ValueError("no displacement fits: more slots are needed")
        shifts[bucket] = shift
        for place, word in zip(places, members, strict=True):
            slots[place] = word
    return shifts, slots


def _literal(word: bytes) -> str:
    # Octal escapes cannot swallow the next character, unlike hexadecimal ones.
    return "".join(chr(b) if 32 <= b < 127 and b not in b'"\\' else f"\\{b:03o}" for b in word)


def main(generate: Callable[[], dict[Path, str]], description: str) -> int:
    """The command line of every generator: write its files, or with --check compare them."""
    parser = argparse.ArgumentParser(description=description)
    parser.add_argument("--check", action="store_true", help="compare with the committed files, write nothing")
    check = parser.parse_args().check
    status = 0
    for path, text in generate().items():
        shown = path.relative_to(ROOT)
        if not check:
            path.write_text(text, encoding="utf-8")
            print(f"wrote {shown}")
        elif not path.exists() or path.read_text(encoding="utf-8") != text:
            print(f"{shown} differs from what its generator makes; run: python {sys.argv[0]}", file=sys.stderr)
            status = 1
    return status
