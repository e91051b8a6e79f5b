"""The Unicode and transliteration tables: regenerated, compared, and run against the Unicode conformance data."""

from __future__ import annotations

import bz2
import os
import random
import shutil
import subprocess
import sys
import unicodedata
from collections.abc import Callable
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[1]
DATA = Path("/usr/share/unicode")
CONFORMANCE = DATA / "NormalizationTest.txt.bz2"
SOURCES = (
    *("utf8", "canonical", "ascii_fold", "fold", "exact_fold", "alternatives"),
    *("transliterate", "transliterate_syllabic"),
)

Filter = Callable[[str, list[str]], list[str]]


@pytest.mark.parametrize("script", ["unicode.py", "translit.py"])
def test_committed_tables_are_what_the_generator_writes(script):
    run = subprocess.run(
        [sys.executable, ROOT / "tools/tables" / script, "--check"], capture_output=True, text=True, check=False
    )
    if run.returncode == 2:
        pytest.skip(run.stderr.strip())
    assert run.returncode == 0, run.stderr


@pytest.fixture(scope="session")
def native(tmp_path_factory) -> Filter:
    """Values through the native folding; modes: fold, marks (alternatives and flags), exact, strict, latin."""
    compiler = next(filter(None, map(shutil.which, (os.environ.get("CXX", ""), "g++", "clang++"))), None)
    if compiler is None:
        pytest.skip("no C++ compiler (g++ or clang++) on the path")
    program = tmp_path_factory.mktemp("fold") / "test_fold"
    sources = [ROOT / f"csrc/{name}.cpp" for name in SOURCES]
    for pattern in ("unicode_*.cpp", "translit_*.cpp"):
        sources += sorted((ROOT / "csrc/tables").glob(pattern))
    sources.append(ROOT / "tests/native/test_fold.cpp")
    subprocess.run([compiler, "-std=c++20", "-O1", "-o", program, *sources], check=True)

    def run(mode: str, values: list[str]) -> list[str]:
        lines = "".join(value.encode().hex() + "\n" for value in values)
        out = subprocess.run([program, mode], input=lines, capture_output=True, text=True, check=True).stdout
        return [bytes.fromhex(line).decode() for line in out.splitlines()]

    return run


@pytest.fixture(scope="session")
def conformance_rows() -> list[list[str]]:
    """The five columns of NormalizationTest: source, NFC, NFD, NFKC, NFKD."""
    if not CONFORMANCE.exists():
        pytest.skip(f"{CONFORMANCE} not found: Debian's `unicode-data` is not installed")
    rows = []
    for line in bz2.decompress(CONFORMANCE.read_bytes()).decode().splitlines():
        text = line.split("#", 1)[0]
        if text and not text.startswith("@"):
            columns = text.split(";")[:5]
            rows.append(["".join(chr(int(c, 16)) for c in column.split()) for column in columns])
    assert len(rows) > 18_000
    return rows


@pytest.mark.slow
def test_strict_folding_is_nfc_on_the_conformance_data(native, conformance_rows):
    source, nfc, nfd, nfkc, nfkd = ([row[k] for row in conformance_rows] for k in range(5))
    folded = native("strict", source)
    assert folded == native("strict", nfc) == native("strict", nfd)
    assert native("strict", nfkc) == native("strict", nfkd)
    uncased = [k for k, form in enumerate(nfd) if form.casefold() == form]
    assert len(uncased) > 15_000
    assert [folded[k] for k in uncased] == [nfc[k] for k in uncased]


@pytest.mark.slow
def test_exact_folding_of_the_conformance_data_is_canonical_and_idempotent(native, conformance_rows):
    source, nfc, nfd = ([row[k] for row in conformance_rows] for k in range(3))
    folded = native("exact", source)
    assert folded == native("exact", nfc) == native("exact", nfd) == native("exact", folded)


@pytest.mark.slow
def test_folding_of_the_conformance_data_ignores_canonical_and_compatibility_form(native, conformance_rows):
    # ´ is an apostrophe here and a space with a mark under NFKD: the one character of the data that may differ.
    rows = [row for row in conformance_rows if "´" not in unicodedata.normalize("NFC", row[0])]
    assert len(rows) > len(conformance_rows) - 5
    folded = native("fold", [row[0] for row in rows])
    for form in range(1, 5):
        found = native("fold", [row[form].strip() for row in rows])
        assert [(r, a) for r, a, b in zip(rows, folded, found, strict=True) if a != b] == []
    assert native("fold", folded) == folded


def random_values(count: int) -> list[str]:
    """Short strings that mix marks, letters of several scripts, Hangul jamo, voiced Kana and white space."""
    random.seed(15)
    # A Python with newer data than the tables (15.0) knows characters that these do not.
    newer = tuple(map(int, unicodedata.unidata_version.split(".")))[:2] > (15, 0)
    known = unicodedata.ucd_3_2_0 if newer else unicodedata
    every = [c for c in range(0x110000) if known.category(chr(c)) not in {"Cn", "Cs"}]
    pools = [
        every,
        [c for c in every if unicodedata.combining(chr(c))],
        [c for c in every if unicodedata.decomposition(chr(c))],
        [*range(0x20, 0x250), *range(0x370, 0x530), *range(0x1E00, 0x2000)],
        [*range(0x1100, 0x1120), *range(0x1160, 0x1178), *range(0x11A7, 0x11C5), *range(0xAC00, 0xAC40)],
        [*range(0x3040, 0x3100), *[0x3099, 0x309A] * 40, *range(0xFF66, 0xFFA0)],
        [0x20, 0xA0, 0x3000, 0x9, 0x200B, 0xAD, 0x345, 0xB7, 0x6C, 0x93C, 0x301, 0x308, 0x327],
    ]
    return [
        "".join(chr(random.choice(random.choice(mix))) for _ in range(random.randint(1, 12)))
        for mix in (random.choices(pools, k=3) for _ in range(count))
    ]


def canonical_casefold(text: str) -> str:
    """Textbook reference: case folding and NFD to a fixed point, then NFC."""
    while (folded := unicodedata.normalize("NFD", unicodedata.normalize("NFD", text).casefold())) != text:
        text = folded
    return unicodedata.normalize("NFC", text)


@pytest.mark.slow
def test_random_strings_fold_as_the_standard_library_folds_them(native):
    values = random_values(50_000)
    assert native("strict", values) == [canonical_casefold(value) for value in values]


@pytest.mark.slow
def test_random_strings_fold_alike_in_both_canonical_forms_and_twice(native):
    values = random_values(50_000)
    for mode in ("fold", "exact", "strict"):
        folded = native(mode, values)
        assert native(mode, folded) == folded
    for mode in ("fold", "marks", "exact", "strict"):
        folded = native(mode, values)
        for form in ("NFC", "NFD"):
            assert native(mode, [unicodedata.normalize(form, value) for value in values]) == folded
