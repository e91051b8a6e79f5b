"""An index finds exactly what scoring every stored value would."""

import json
import os
import random
import subprocess
import sys
import textwrap
from pathlib import Path

import numpy as np
import pytest

import ablmatch as abl

pytestmark = pytest.mark.native

GIVEN = ["Ann", "Anna", "Ben", "Benn", "Carla", "Karla", "Dmitri", "Zoë", "李小龍", "O'Malley"]
# Initials, names run together, an order and a second reading: a word may agree with several of the other name.
MIDDLE = ["", "", "", "A.", "B", "Ann", "Mary", "Maryann", "R-E-E-D", "Reed,"]
FAMILY = ["Reed", "Reid", "Stone", "Stoner", "van der Berg", "Lind", "Linde", ""]
MAKE = {
    "person_name": lambda draw: " ".join(filter(None, map(draw.choice, (GIVEN, MIDDLE, FAMILY)))),
    "digits": lambda draw: str(draw.randrange(440, 460)),
    "email": lambda draw: f"{draw.choice(['ann', 'anna', 'ben'])}.{draw.choice(['reed', 'reid'])}@fjordpost.example",
    "text": lambda draw: " ".join(draw.choice(["blue", "red", "bicycle", "lamp", "7", "8"]) for _ in range(3)),
    "exact": lambda draw: draw.choice(["a", "A", "b", "ä"]),
    "auto": lambda draw: MAKE[draw.choice(["person_name", "digits", "email", "text"])](draw),
}
NULLS = [None, "", "  ", "x" * 1025, "\ud800", 1.5, "{{PII:name:1}}"]


def brute_force(stored, said, kind, limit, min_score):
    scored = [(abl.match_score(said, value, kind), position) for position, value in enumerate(stored)]
    best = sorted((-score, position) for score, position in scored if score >= min_score)
    return [abl.Hit(position, -negative) for negative, position in best[:limit]]


def drawn(kind, count, seed):
    draw = random.Random(seed)
    return [draw.choice(NULLS) if draw.random() < 0.1 else MAKE[kind](draw) for _ in range(count)]


@pytest.mark.parametrize("kind", MAKE)
@pytest.mark.parametrize(("limit", "min_score"), [(5, 10), (1, 0), (3, 70), (40, 30), (50, 1), (10**9, 0), (2, 100)])
def test_search_equals_brute_force(kind, limit, min_score):
    # More than one chunk of entries, and many equal values, so that ties are cut.
    stored = drawn(kind, 1500, seed=1)
    index = abl.Index(stored, kind)
    assert len(index) == len(stored)
    queries = [value for value in drawn(kind, 5, seed=2) if isinstance(value, str)]
    for said in queries:
        assert index.search(said, limit, min_score) == brute_force(stored, said, kind, limit, min_score)


def test_search_many_is_search_of_each():
    stored = drawn("person_name", 300, seed=3)
    said = drawn("person_name", 150, seed=4)
    index = abl.Index(stored, "name")
    assert index.search_many(said, limit=4) == [index.search(value, limit=4) for value in said]
    assert index.search_many([]) == []


def test_threads_change_nothing():
    stored = drawn("person_name", 6000, seed=5)
    index = abl.Index(stored, "person_name")
    said = ["Ann Reed", "Benn Stone", None]
    one = index.search_many(said, 20, threads=1)
    assert one[0]
    assert one == index.search_many(said, 20, threads=2) == index.search_many(said, 20, threads=5)


def test_nulls_keep_their_position_and_are_never_found():
    index = abl.Index([None, "Ann Reed", *NULLS, "Ann Reed"], "name")
    assert index.search("Ann Reed", min_score=0) == [abl.Hit(1, 100), abl.Hit(9, 100)]
    for said in NULLS:
        assert index.search(said, min_score=0) == []


def test_an_empty_index_finds_nothing():
    index = abl.Index([], "email")
    assert len(index) == 0
    assert index.search("a@b.example") == []
    assert abl.Index([None, ""], "email").search("a@b.example", min_score=0) == []


def test_auto_judges_each_stored_value_by_its_own_kind():
    stored = ["nora.lind@fjordpost.example", "(415) 555-0142", "Nora Lind"]
    index = abl.Index(stored, "auto")
    for said, position in (
        ("nora dot lind at fjordpost dot example", 0),
        ("four one five five five five oh one four two", 1),
        ("lind nora", 2),
    ):
        assert index.search(said)[0] == abl.Hit(position, abl.match_score(said, stored[position], "auto"))


def test_the_region_is_kept():
    index = abl.Index(["+44 20 7946 0000"], "phone", region="GB")
    assert index.search("020 7946 0000") == [abl.Hit(0, 100)]


def test_stored_values_are_copied():
    stored = ["Ann Reed", 4471]
    index = abl.Index(stored, "text")
    stored[:] = ["Ben Stone", "other"]
    assert index.search("Ann Reed") == [abl.Hit(0, 100)]
    assert index.search("4471") == [abl.Hit(1, 100)]


@pytest.mark.needs("pyarrow", "pandas", "polars")
def test_any_column_can_be_indexed_and_searched_for():
    import pandas as pd
    import polars as pl
    import pyarrow as pa

    stored = ["Ann Reed", None, "Ben Stone"]
    for make in (list, tuple, pa.array, pl.Series, pd.Series, lambda values: np.array(values, object)):
        index = abl.Index(make(stored), "name")
        assert index.search_many(make(["Ben Stone", None])) == [[abl.Hit(2, 100)], []]
    with pytest.raises(TypeError, match="stored holds double values"):
        abl.Index(pa.array([1.5]), "name")
    with pytest.raises(TypeError, match="stored is one str"):
        abl.Index("Ann Reed", "name")


def test_a_hit_is_a_pair():
    position, score = abl.Index(["a"], "text").search("a")[0]
    assert (position, score) == (0, 100)


def test_bad_arguments_are_refused():
    index = abl.Index(["a"], "text")
    for limit in (0, -1):
        with pytest.raises(ValueError, match=f"limit must be at least 1, not {limit}"):
            index.search("a", limit)
    for min_score in (-1, 101):
        with pytest.raises(ValueError, match=f"min_score must be 0 to 100, not {min_score}"):
            index.search("a", 5, min_score)
    for limit in (1.5, None, True, "5"):
        with pytest.raises(TypeError, match="limit must be an int"):
            index.search("a", limit)
    with pytest.raises(ValueError, match="threads must be at least 1"):
        index.search("a", threads=0)


def test_objects_are_not_kept():
    text = "A NAME MADE HERE".lower()
    before = sys.getrefcount(text)
    for _ in range(10):
        abl.Index([text] * 3, "text").search_many([text] * 3)
    assert sys.getrefcount(text) == before


def test_an_index_may_be_searched_from_several_threads():
    from concurrent.futures import ThreadPoolExecutor

    index = abl.Index(drawn("person_name", 500, seed=6), "name")
    wanted = index.search("Ann Reed")
    with ThreadPoolExecutor(4) as pool:
        runs = [pool.submit(index.search, "Ann Reed") for _ in range(40)]
        assert all(run.result() == wanted for run in runs)


def test_ctrl_c_ends_a_search():
    code = textwrap.dedent("""
        import signal, time
        import ablmatch as abl
        index = abl.Index(["1234 Maple Grove Ave, Apt 5B, Riverton, OH 44011"] * 100_000, "address")
        signal.signal(signal.SIGALRM, signal.default_int_handler)
        signal.setitimer(signal.ITIMER_REAL, 0.2)
        start = time.monotonic()
        try:
            index.search_many(["1243 Maple Grove Avenue, Apartment 5, Riverton " + str(k) for k in range(1000)])
        except KeyboardInterrupt:
            print("interrupted", time.monotonic() - start < 2.0)
    """)
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, timeout=120, check=False)
    assert done.stdout.strip() == "interrupted True", done.stderr


# ---- pruning -----------------------------------------------------------------------------------------------------

CASES = Path(__file__).parent / "cases"
LETTERS = "abcdefghijklmnopqrstuvwxyz0123456789 .,-_+@'éß५"


def cases_of(kind):
    names = [kind] if (CASES / f"{kind}.jsonl").exists() else ["person_name", "digits", "email", "text"]
    rows = [json.loads(line) for name in names for line in (CASES / f"{name}.jsonl").read_text("utf-8").splitlines()]
    return [
        (row["said"], row["stored"])
        for row in rows
        if isinstance(row["said"], str) and isinstance(row["stored"], str) and row["stored"]
    ]


def mutated(draw, text):
    for _ in range(draw.choice([1, 1, 2, 3])):
        at, way = draw.randrange(len(text) + 1), draw.random()
        if way < 0.25:
            text = text[:at] + draw.choice(LETTERS) + text[at:]
        elif way < 0.5:
            text = text[:at] + text[at + 1 :]
        elif way < 0.7:
            text = text[:at] + draw.choice(LETTERS) + text[at + 1 :]
        elif way < 0.85:
            text = text[:at] + text[at : at + 2][::-1] + text[at + 2 :]
        else:
            words = text.split(" ")
            draw.shuffle(words)
            text = " ".join(words)
    return text


def crossed(draw, texts):
    """The beginning of one text and the end of another, which may be of two scripts; with a space or without."""
    one, other = draw.choice(texts), draw.choice(texts)
    return draw.choice([" ", " ", ""]).join((one.split(" ")[0], other.split(" ")[-1]))


@pytest.mark.parametrize("kind", ["digits", "phone", "email", "person_name", "text", "address", "exact", "auto"])
def test_pruning_loses_nothing(kind):
    # Values of all shapes, near to each other: true pairs, slips, records of speech, other scripts, nothing at all.
    draw = random.Random(f"pruning {kind}")
    pairs = cases_of(kind)
    draw.shuffle(pairs)
    pairs = pairs[:220]
    stored = [value for _, value in pairs] + [said for said, _ in draw.sample(pairs, 30)]
    stored += [mutated(draw, draw.choice(stored)) for _ in range(150)]
    stored += [crossed(draw, stored) for _ in range(60)] + NULLS
    draw.shuffle(stored)
    asked = draw.sample(pairs, 25)
    said = [said for said, _ in asked] + [value for _, value in asked[:10]]
    said += [mutated(draw, draw.choice(said)) for _ in range(25)]
    said += [crossed(draw, said) for _ in range(10)]
    said += [f"{said[0]} sorry {said[1]}", f"my name is {stored[0]}", "", None]
    index = abl.Index(stored, kind, threads=2)
    limits = [(5, 10), (3, 0), (1000, 1), (2, 50)]
    many = {terms: index.search_many(said, *terms, threads=2) for terms in limits}
    for row, value in enumerate(said):
        scores = abl.score_pairs([value] * len(stored), stored, kind)
        best = sorted((-score, position) for position, score in enumerate(scores.tolist()) if score >= 0)
        for limit, least in limits:
            wanted = [abl.Hit(position, -negative) for negative, position in best if -negative >= least][:limit]
            assert many[limit, least][row] == wanted, (value, limit, least)
            assert index.search(value, limit, least, threads=1) == wanted, (value, limit, least)


def test_a_token_pattern_registered_after_building_counts():
    code = textwrap.dedent("""
        import ablmatch as abl
        index = abl.Index(["zz-secret-1", "Ann Reed"], "text")
        before = index.search("zz-secret-1")
        abl.register_token_pattern("zz-secret-#")
        print(before, index.search("zz-secret-1", min_score=0), index.search("Ann Reed", min_score=0))
    """)
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, timeout=60, check=True)
    hit = "[Hit(position={}, score=100)]"
    assert done.stdout.strip() == f"{hit.format(0)} [] {hit.format(1)}"


# ---- files -------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("kind", MAKE)
def test_a_saved_index_answers_alike(kind, tmp_path):
    stored = drawn(kind, 400, seed=7)
    index = abl.Index(stored, kind, region="GB")
    index.save(tmp_path / "stored.index")
    loaded = abl.Index.load(tmp_path / "stored.index")
    assert repr(loaded) == repr(index)
    said = drawn(kind, 30, seed=8)
    assert loaded.search_many(said, 5, 0) == index.search_many(said, 5, 0)
    assert os.listdir(tmp_path) == ["stored.index"]
    # A loaded index may be saved over the file that it lies in.
    loaded.save(tmp_path / "stored.index")
    assert abl.Index.load(os.fspath(tmp_path / "stored.index")).search_many(said) == index.search_many(said)


def test_a_save_that_fails_leaves_the_old_file(tmp_path, monkeypatch):
    path = tmp_path / "stored.index"
    abl.Index(["Ann Reed"], "name").save(path)
    old = path.read_bytes()

    def full(_handle):
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(os, "fsync", full)
    with pytest.raises(OSError, match="No space left"):
        abl.Index(["Ben Stone"], "name").save(path)
    assert path.read_bytes() == old
    assert os.listdir(tmp_path) == ["stored.index"]


def test_a_place_that_cannot_be_written_is_named_as_given(tmp_path):
    with pytest.raises(FileNotFoundError) as failure:
        abl.Index(["Ann Reed"], "name").save(tmp_path / "none" / "stored.index")
    assert failure.value.filename == str(tmp_path / "none" / "stored.index")
    with pytest.raises(IsADirectoryError) as failure:
        abl.Index(["Ann Reed"], "name").save(tmp_path)
    assert (failure.value.filename, failure.value.filename2) == (str(tmp_path), None)
    assert os.listdir(tmp_path.parent / tmp_path.name) == []


def test_an_empty_index_can_be_saved(tmp_path):
    abl.Index([], "email").save(tmp_path / "none.index")
    assert len(abl.Index.load(tmp_path / "none.index")) == 0


def test_damaged_files_are_refused(tmp_path):
    path = tmp_path / "stored.index"
    abl.Index(drawn("person_name", 200, seed=9), "name").save(path)
    whole = path.read_bytes()
    draw = random.Random(10)
    broken = [b"", b"x", whole[:100], whole[:-1], whole + b"\0", b"PK" + whole[2:]]
    for _ in range(200):
        at = draw.randrange(len(whole))
        broken.append(whole[:at] + bytes([whole[at] ^ 1 << draw.randrange(8)]) + whole[at + 1 :])
    for content in broken:
        path.write_bytes(content)
        with pytest.raises(ValueError, match=r"stored\.index: .*(again|path)"):
            abl.Index.load(path)
    with pytest.raises(FileNotFoundError):
        abl.Index.load(tmp_path / "other.index")


def test_ctrl_c_ends_building():
    code = textwrap.dedent("""
        import signal, time
        import ablmatch as abl
        stored = [f"Ann {k:x} Maria Reed" for k in range(400_000)]
        signal.signal(signal.SIGALRM, signal.default_int_handler)
        signal.setitimer(signal.ITIMER_REAL, 0.3)
        start = time.monotonic()
        try:
            abl.Index(stored, "person_name")
        except KeyboardInterrupt:
            print("interrupted", time.monotonic() - start < 2.0)
    """)
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, timeout=120, check=False)
    assert done.stdout.strip() == "interrupted True", done.stderr
