"""RapidFuzz calls the kinds natively and gets what score_pairs gives."""

import json
import pickle
from pathlib import Path

import pytest

import ablmatch
from ablmatch import scorers

pytestmark = [pytest.mark.native, pytest.mark.needs("rapidfuzz")]

CASES = Path(__file__).parent / "cases"
PAIRS = [
    ("five five five oh one four two", "555-0142"),
    ("jon smyth", "John Smith"),
    ("Bj\u00f6rk Gu\u00f0mundsd\u00f3ttir", "Bjork Gudmundsdottir"),
    ("\u5c71\u7530\u592a\u90ce", "Yamada Taro"),
    ("\U0001f600 ann", "ann"),
    ("ann at example dot com", "ann@example.com"),
    ("", "x"),
    ("x", "   "),
    ("lone \ud800", "lone \ud800"),
    ("a" * 1024, "a" * 1024),
    ("a" * 1025, "a" * 1025),
    ("\u00e9" * 1025, "\u00e9" * 1025),
    ("[EMAIL_2]", "[EMAIL_2]"),
]
SAID = [said for said, _ in PAIRS]
STORED = [stored for _, stored in PAIRS]


def test_every_kind_is_a_scorer():
    assert sorted(scorers.__all__) == sorted(ablmatch.KINDS)
    for kind in ablmatch.KINDS:
        assert getattr(scorers, kind).kind == kind


@pytest.mark.parametrize("kind", ablmatch.KINDS)
@pytest.mark.parametrize("workers", [1, 2])
def test_cpdist_gives_the_scores_of_the_batch(kind, workers):
    from rapidfuzz import process

    said, stored = SAID * 40, STORED * 40
    found = process.cpdist(said, stored, scorer=getattr(scorers, kind), workers=workers)
    assert found.tolist() == ablmatch.score_pairs(said, stored, kind).tolist()


@pytest.mark.parametrize("kind", ablmatch.KINDS)
@pytest.mark.parametrize("workers", [1, 2])
def test_cdist_takes_queries_as_said_and_choices_as_stored(kind, workers):
    from rapidfuzz import process

    found = process.cdist(SAID, STORED, scorer=getattr(scorers, kind), workers=workers)
    for row, said in enumerate(SAID):
        assert found[row].tolist() == ablmatch.score_pairs([said] * len(STORED), STORED, kind).tolist()


def test_cdist_of_one_list_with_itself_is_not_mirrored():
    from rapidfuzz import process

    values = ["four four seven one", "4471"]
    assert process.cdist(values, values, scorer=scorers.digits).tolist() == [
        [ablmatch.match_score(said, stored, "digits") for stored in values] for said in values
    ]


def test_extract_gives_what_the_index_finds():
    from rapidfuzz import process

    stored = ["Ann Reed", "Anne Reade", "Ben Stone", "William Gates"]
    found = process.extract("bill gates", stored, scorer=scorers.person_name, score_cutoff=10)
    hits = ablmatch.Index(stored, "person_name").search("bill gates")
    assert [(at, score) for _, score, at in found] == [tuple(hit) for hit in hits]
    assert process.extractOne("anne reade", stored, scorer=scorers.person_name) == ("Anne Reade", 100, 1)


def test_a_score_under_the_cutoff_comes_back_as_none_or_0():
    from rapidfuzz import process

    assert process.extractOne("carl", ["Ann Reed"], scorer=scorers.person_name, score_cutoff=70) is None
    assert scorers.digits("4472", "4471") == 50
    assert scorers.digits("4472", "4471", score_cutoff=51) == 0
    assert process.cpdist(["4472"], ["4471"], scorer=scorers.digits, score_cutoff=51).tolist() == [0]
    assert scorers.digits("", "4471", score_cutoff=51) == -1


def test_none_is_missing():
    from rapidfuzz import process

    assert scorers.text(None, "x") == scorers.text("x", None) == -1
    assert process.cdist(["x", None], ["x", None], scorer=scorers.text).tolist() == [[100, -1], [-1, -1]]


def test_a_sequence_that_is_no_text_is_missing():
    from rapidfuzz import process

    assert process.cpdist([["a", "b"]], [["a", "b"]], scorer=scorers.text).tolist() == [-1]


def test_a_processor_is_applied_to_both_values():
    from rapidfuzz import process, utils

    assert process.cpdist(["B"], ["b"], scorer=scorers.exact, processor=lambda _: "one").tolist() == [100]
    assert process.cpdist(["a.b"], ["a b"], scorer=scorers.exact, processor=utils.default_process).tolist() == [100]
    assert scorers.exact("x", "y", processor=lambda _: "one") == 100


def test_the_region_decides_how_a_national_number_is_read():
    from rapidfuzz import process

    said, stored = ["020 7946 0958"], ["+44 20 7946 0958"]
    assert process.cpdist(said, stored, scorer=scorers.phone, scorer_kwargs={"region": "GB"}).tolist() == [100]
    assert scorers.phone(said[0], stored[0], region="GB") == 100
    with pytest.raises(ValueError, match="unknown region `XX`"):
        process.cpdist(said, stored, scorer=scorers.phone, scorer_kwargs={"region": "XX"})
    with pytest.raises(TypeError, match="no keyword `country`"):
        process.cpdist(said, stored, scorer=scorers.phone, scorer_kwargs={"country": "GB"})


def test_a_scorer_survives_pickling_and_has_a_name():
    again = pickle.loads(pickle.dumps(scorers.email))  # noqa: S301 - its own bytes
    assert again("a@b.co", "a@b.co") == 100
    assert again.__name__ == "email"
    assert repr(again) == "<ablmatch.scorers.email>"


@pytest.mark.parametrize("kind", ablmatch.KINDS)
def test_the_own_cases_come_out_alike(kind):
    from rapidfuzz import process

    cases = [json.loads(line) for line in (CASES / f"{kind}.jsonl").read_text("utf-8").splitlines() if line.strip()]
    pairs = [(case["said"], case["stored"]) for case in cases if case.get("region", "US") == "US"]
    said, stored = zip(*[pair for pair in pairs if all(isinstance(value, str) for value in pair)], strict=True)
    found = process.cpdist(said, stored, scorer=getattr(scorers, kind))
    assert found.tolist() == ablmatch.score_pairs(said, stored, kind).tolist()
