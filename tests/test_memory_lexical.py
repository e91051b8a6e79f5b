"""The lexical score: the original's vectors, those that were changed on purpose, and what always holds."""

from fractions import Fraction
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

pytest.importorskip("yaml", reason="needs pyyaml, which is not installed")

import yaml

from ablmatch.memory import lexical_score
from ablmatch.memory.lexical import Query, words

CASES = yaml.safe_load((Path(__file__).parent / "cases/memory/lexical.yaml").read_text("utf-8"))
TEXTS = st.text(st.sampled_from("aeiorstцчайд茶好\u0301 -_.'Ⅷ２ß\u200b"), max_size=40)


@pytest.mark.parametrize("case", CASES, ids=[f"{at}-{case['query']}" for at, case in enumerate(CASES)])
def test_scores(case):
    assert lexical_score(case["query"], case["text"]) == pytest.approx(float(Fraction(case["score"])))


@pytest.mark.parametrize("case", CASES, ids=[f"{at}-{case['query']}" for at, case in enumerate(CASES)])
def test_defect_08_what_differs_from_the_original_is_marked(case):
    """The original: ASCII words of four letters and more."""
    import re

    asked = [one for one in re.split("[^a-z0-9]+", case["query"].lower()) if len(one) >= 4]
    text = case["text"].lower()
    held = [one for one in re.split("[^a-z0-9]+", text) if one]
    hits = [one in text or (len(one) >= 6 and any(word.startswith(one[:6]) for word in held)) for one in asked]
    original = Fraction(sum(hits), len(hits)) if hits else Fraction(0)
    assert original == Fraction(case.get("original", case["score"]))
    assert ("original" in case) == (original != Fraction(case["score"]))


@given(TEXTS, TEXTS)
def test_a_score_is_a_share_of_the_words(query, text):
    score = lexical_score(query, text)
    assert 0 <= score <= 1
    assert Query(query).score(text) == score
    if not words(query):
        assert score == 0


@given(TEXTS)
def test_a_text_holds_its_own_words(text):
    assert lexical_score(text, text) == (1 if words(text) else 0)


@given(TEXTS, TEXTS)
def test_more_text_takes_no_hit_away(query, text):
    assert lexical_score(query, f"{text} {query}") == lexical_score(query, query)


@given(st.text(st.characters(max_codepoint=127), max_size=60))
def test_the_short_way_for_ascii_is_the_long_way(text):
    # A letter beyond ASCII between spaces leads both through the long way.
    assert words(f"{text} ж") == [*words(text), "ж"]


@given(st.text(max_size=40), st.text(max_size=40))
def test_any_text_has_a_score(query, text):
    assert 0 <= lexical_score(query, text) <= 1
