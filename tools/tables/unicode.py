"""Generate csrc/tables/unicode_*: folding, canonical folding, properties and alternative spellings.

Usage: python tools/tables/unicode.py [--check]. Needs Debian's `unicode-data`; exit 2 when it is missing.
"""

from __future__ import annotations

import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parent))

from tries import Trie, c_array, finish
from unicode_data import INDIC, LIMIT, NOTICE, Database, load

ROOT = Path(__file__).resolve().parents[2]
COMMAND = "python tools/tables/unicode.py"

IOTA_BELOW, IOTA = 0x345, 0x3B9
VOICING = (0x3099, 0x309A)
LATER_JAMO = {*range(0x1161, 0x1176), *range(0x11A8, 0x11C3)}  # vowels and tails: they join what stands before
STRIPPED_SCRIPTS = {"Latin", "Greek", "Cyrillic", "Hebrew", "Arabic"}
STRIPPED_EXTENSIONS = {"Latn", "Grek", "Cyrl", "Hebr", "Arab"}

# Signs that one value writes in many ways; the letters are Arabic forms that differ by keyboard only.
SIGNS = {
    **dict.fromkeys("`´’‘‛‚‹›′‵ʹʻʼʽʾʿˈ׳՚ꞌ", "'"),
    **dict.fromkeys("“”„‟«»״", '"'),
    **dict.fromkeys("−⁃˗", "-"),
    **dict.fromkeys("⁄∕", "/"),
    "、": ",", "،": ",", "。": ".", "٫": ".", "٬": ",",
    "ک": "ك", "ی": "ي", "ٱ": "ا", "ہ": "ه",
}  # fmt: skip
TATWEEL = 0x640

# Values of the folding trie below the first pool offset (csrc/tables/unicode_tables.hpp says the same).
SELF, DROP, STRIP, PLACE, POOL = 0, 1, 2, 3, 4
ALT_MARK = 0xFF


def read_alternatives() -> dict[int, tuple[str, tuple[str, ...]]]:
    """The curated letters: code point → (base letters, other spellings)."""
    letters = {}
    for line in (ROOT / "tools/sources/alternatives.tsv").read_text(encoding="utf-8").splitlines():
        if line and not line.startswith("#"):
            letter, base, others = line.split("\t")
            named = {"-": (), "silent": ("",)}.get(others, tuple(others.split()))
            letters[ord(letter)] = (base, named)
    return letters


class Folding:
    """The kinds' folding of one code point: a sequence of code points with alternative codes."""

    def __init__(self, db: Database) -> None:
        self.db = db
        self.letters = read_alternatives()
        self.signs = {ord(k): [ord(v)] for k, v in SIGNS.items()}
        self.rows: list[tuple[str, str, bool]] = [("", "", False)]
        self.pairs: dict[tuple[int, int], int] = {}
        codes: dict[tuple[str, tuple[str, ...]], int] = {}
        self.code: dict[int, int] = {}
        for c, (base, others) in self.letters.items():
            if others and (base, others) not in codes:
                codes[base, others] = len(self.rows)
                self.rows += [(base, other, other != others[-1]) for other in others]
            self.code[c] = codes.get((base, others), 0)
            parts = db.decompose(c, compatible=False)
            if len(parts) == 2 and self.code[c]:
                self.pairs[parts[0], parts[1]] = self.code[c]
        self.special = {c for c in self.letters if len(db.decompose(c, compatible=False)) == 1}

    def dropped(self, c: int) -> bool:
        return c in self.db.ignorable or self.db.category.get(c) == "Cf" or c == TATWEEL

    def stripped(self, c: int) -> bool:
        if self.db.category.get(c) not in ("Mn", "Me") or c == IOTA_BELOW:
            return False
        script = self.db.script.get(c)
        extensions = self.db.extensions.get(c)
        return script in STRIPPED_SCRIPTS or (
            script == "Inherited" and (extensions is None or bool(extensions & STRIPPED_EXTENSIONS))
        )

    def closure(self, c: int) -> list[int]:
        """Signs, digits, decomposition and case, again and again until nothing changes."""
        db = self.db
        if c in self.special or self.dropped(c) or c in (IOTA_BELOW, *VOICING):
            return [c]
        if c in self.signs:
            step = self.signs[c]
        elif c in db.white_space or 0x1C <= c <= 0x1F:
            step = [0x20]
        elif db.category.get(c) == "Pd":
            step = [0x2D]
        elif db.category.get(c) == "Nd":
            step = [0x30 + db.decimal[c]]
        elif db.canonical.get(c, [0])[-1] in VOICING:
            step = [c]
        elif c in db.canonical:
            step = db.canonical[c]
        elif c in db.fractions:
            step = [0x20, *db.compatibility[c]]  # 34½ is 34 1/2, not 341/2
        elif c in db.compatibility:
            step = db.compatibility[c]
        else:
            step = db.folding.get(c, [c])
        return [c] if step == [c] else [e for d in step for e in self.closure(d)]

    def entry(self, c: int) -> bytes | None:
        """The pool text of `c` (alternative codes as 0xFF, code); None when `c` folds to itself."""
        out: list[list] = []  # [letters, alternative code]; marks that stay are letters too
        for d in self.closure(c):
            if self.dropped(d):
                continue
            if self.stripped(d):
                code = self.pairs.get((ord(out[-1][0][-1]), d), 0) if out else 0
                if code:
                    out[-1][1] = min(code, out[-1][1] or code)
            elif d in self.special:
                base = self.letters[d][0]
                out += [[base[0], self.code[d]], *([x, 0] for x in base[1:])]
            else:
                out.append([chr(d), 0])
        if len(out) == 1 and out[0] == [chr(c), 0]:
            return None
        return b"".join((bytes([ALT_MARK, code]) if code else b"") + text.encode() for text, code in out)

    def settles(self, c: int) -> bool:
        """Code points that settle with what stands before them."""
        return c == 0xB7 or bool(self.db.combining.get(c)) or c in LATER_JAMO

    def trie(self) -> tuple[Trie, bytes]:
        pool, values = Pool(POOL), {}
        for c in range(LIMIT):
            if 0xD800 <= c < 0xE000 or 0xE0000 <= c < 0xE1000:
                continue
            if self.dropped(c):
                values[c] = DROP
            elif self.stripped(c) and c in self.db.canonical:
                # U+0341 is U+0301: the look-up of alternatives must see the mark itself.
                values[c] = pool.add("".join(map(chr, self.db.decompose(c, compatible=False))).encode())
            elif self.stripped(c):
                values[c] = STRIP
            elif (text := self.entry(c)) is not None:
                values[c] = pool.add(text)
            elif self.settles(c):
                values[c] = PLACE
        return Trie("fold", values, "std::uint16_t"), pool.data()


class Pool:
    """Length-prefixed texts, equal ones stored once; a text's value is its offset plus `base`."""

    def __init__(self, base: int) -> None:
        self.base, self.offsets, self.bytes = base, {}, bytearray()

    def add(self, text: bytes) -> int:
        if text not in self.offsets:
            self.offsets[text] = len(self.bytes)
            self.bytes += bytes([len(text)]) + text
        return self.offsets[text] + self.base

    def data(self) -> bytes:
        assert len(self.bytes) + self.base < 0x10000, "the pool is too long for 16-bit values"
        return bytes(self.bytes)


def canonical_closure(db: Database, c: int) -> list[int]:
    """Canonical decomposition and full case folding to a fixed point; U+0345 stays for the ordering."""
    parts = db.decompose(c, compatible=False)
    folded = [e for d in parts for e in ([d] if d == IOTA_BELOW else db.folding.get(d, [d]))]
    return folded if folded == [c] else [e for d in folded for e in canonical_closure(db, d)]


def composites(db: Database) -> list[tuple[int, int, int]]:
    """Primary composites as (first, second, composite), sorted; Hangul is arithmetic."""
    return sorted(
        (parts[0], parts[1], c) for c, parts in db.canonical.items() if len(parts) == 2 and c not in db.excluded
    )


def canonical_trie(db: Database, pairs: list[tuple[int, int, int]]) -> tuple[Trie, bytes]:
    seconds = {second for _, second, _ in pairs} | LATER_JAMO
    pool, values = Pool(2), {}
    for c in range(LIMIT):
        if 0xD800 <= c < 0xE000:
            continue
        hangul = 0xAC00 <= c < 0xAC00 + 11172
        if not hangul and (text := canonical_closure(db, c)) != [c]:
            values[c] = pool.add("".join(map(chr, text)).encode())
        elif db.combining.get(c) or c in seconds:
            values[c] = 1
    return Trie("canonical", values, "std::uint16_t"), pool.data()


SCRIPTS = {
    "Latin": 1, "Greek": 2, "Cyrillic": 3, "Arabic": 4, "Hebrew": 5, **dict.fromkeys(INDIC, 6),
    "Hiragana": 7, "Katakana": 7, "Hangul": 8, "Han": 9, "Common": 0, "Inherited": 0,
}  # fmt: skip
OTHER_SCRIPT = 10


def properties_trie(db: Database) -> tuple[Trie, list[tuple[int, int, int]]]:
    kinds: dict[tuple[int, int, int], int] = {(0, 0, 0): 0}
    values = {}
    for c in range(LIMIT):
        category = db.category.get(c)
        if category is None or 0xE0000 <= c < 0xE1000:
            continue
        script = SCRIPTS.get(db.script.get(c, "Common"), OTHER_SCRIPT)
        if c == 0x30FC:  # the long-vowel sign is Common, but only Kana use it
            script = SCRIPTS["Katakana"]
        space = c in db.white_space or 0x1C <= c <= 0x1F
        row = (db.combining.get(c, 0), script, (category[0] in "LM") | space << 1)
        if row != (0, 0, 0):
            values[c] = kinds.setdefault(row, len(kinds))
    assert len(kinds) < 256, "too many property rows for 8-bit values"
    return Trie("properties", values, "std::uint8_t"), list(kinds)


def generate(db: Database) -> dict[Path, str]:
    """Every generated file with its text."""
    folding = Folding(db)
    head = f"// Generated by: {COMMAND}\n" + NOTICE.format(version=db.version)
    include = '#include "unicode_tables.hpp"\n\nnamespace ablmatch::tables {\n\n'
    foot = "\n}  // namespace ablmatch::tables\n"
    out = {}

    def write(name: str, *parts: str) -> None:
        out[ROOT / "csrc/tables" / name] = head + "\n" + include + "\n".join(parts) + foot

    trie, pool = folding.trie()
    write("unicode_fold.cpp", trie.text(), c_array("std::uint8_t", "fold_pool", pool))

    pairs = composites(db)
    trie, pool = canonical_trie(db, pairs)
    small = [p for p in pairs if max(p) < 0x10000]
    large = [p for p in pairs if max(p) >= 0x10000]

    def rows(found: list[tuple[int, int, int]]) -> str:
        return "".join(f"    {{0x{f:X}, 0x{s:X}, 0x{c:X}}},\n" for f, s, c in found)

    write(
        "unicode_canonical.cpp",
        trie.text(),
        c_array("std::uint8_t", "canonical_pool", pool),
        f"const SmallComposite small_composites[] = {{\n{rows(small)}}};\n"
        f"const std::size_t small_composite_count = {len(small)};\n",
        f"const LargeComposite large_composites[] = {{\n{rows(large)}}};\n"
        f"const std::size_t large_composite_count = {len(large)};\n",
    )

    trie, kinds = properties_trie(db)
    write(
        "unicode_properties.cpp",
        trie.text(),
        "const Properties property_rows[] = {\n" + "".join(f"    {{{c}, {s}, {f}}},\n" for c, s, f in kinds) + "};\n",
        f'const char unicode_version[] = "{db.version}";\n',
    )

    by_mark = sorted((mark, chr(base), code) for (base, mark), code in folding.pairs.items())
    write(
        "unicode_alternatives.cpp",
        "constexpr Alternative alternative_rows[] = {\n"
        + "".join(f'    {{"{b}", "{o}", {str(m).lower()}}},\n' for b, o, m in folding.rows)
        + f"}};\nconst std::size_t alternative_count = {len(folding.rows)};\n",
        "constexpr AlternativePair alternative_pairs[] = {\n"
        + "".join(f"    {{0x{mark:04X}, '{base}', {code}}},\n" for mark, base, code in by_mark)
        + f"}};\nconst std::size_t alternative_pair_count = {len(folding.pairs)};\n",
    )
    return out


def main() -> int:
    try:
        db = load()
    except FileNotFoundError as missing:
        print(f"unicode.py: {missing.filename} not found; install Debian's `unicode-data` 15.0.0", file=sys.stderr)
        return 2
    return finish(generate(db), check="--check" in sys.argv[1:], command=COMMAND)


if __name__ == "__main__":
    sys.exit(main())
