"""Words of records and the form in which two texts are one: properties, and examples of what finds what."""

import unicodedata

import pytest

pytest.importorskip("re2", reason="needs google-re2, which is not installed")

from hypothesis import example, given
from hypothesis import strategies as st

from ablmatch.stores.records.normal_form import normal_form
from ablmatch.stores.records.words import _JOINED, _PART, _parts, _tokens, content_words, index_words, words

PIECES = st.sampled_from(
    ["ORD", "207", "-", "_", ".", ":", "@", "/", " ", "é", "é", "ß", "東京", "ไทย", "に", "the", "q", "'"]
)
TEXTS = st.text(max_size=60) | st.lists(PIECES, max_size=25).map("".join)


@given(TEXTS)
@example("1.2.3.4.5.6.7.8.9.10")
@example("ΐ")
def test_a_text_is_found_by_each_of_its_own_words(text):
    assert set(words(text)) <= index_words(text)
    assert set(content_words(text)) <= set(words(text))
    assert len(set(words(text))) == len(words(text))


@given(TEXTS)
def test_case_width_and_accents_part_no_words(text):
    for other in (text.swapcase() if text.isascii() else text, unicodedata.normalize("NFD", text)):
        assert words(other) == words(text)


@given(TEXTS)
def test_a_normal_form_is_its_own(text):
    form = normal_form(text)
    assert normal_form(form) == form == normal_form(f"  {text}\n")
    assert form == form.strip() and "  " not in form


@pytest.mark.parametrize(
    ("one", "other", "same"),
    [
        ("Prefers  Mornings", "prefers mornings", True),
        ("ＡＢＣ", "abc", True),
        ("Straße", "STRASSE", True),
        ("a\u00a0b", "a b", True),
        ("café", "cafe\u0301", True),
        ("café", "cafe", False),
        ("17", "18", False),
        ("a b", "ab", False),
    ],
)
def test_when_two_texts_are_one_record(one, other, same):
    assert (normal_form(one) == normal_form(other)) is same


def test_function_words_of_several_languages_tell_nothing():
    assert content_words("what is the weather in the mountains") == ("weather", "mountains")
    assert content_words("wat is het weer in de bergen") == ("weer", "bergen")
    assert content_words("wie ist das Wetter in den Bergen") == ("wetter", "bergen")
    assert content_words("quel temps fait-il à la montagne")[-1] == "montagne"


@given(st.text(st.characters(max_codepoint=127)))
def test_texts_of_ascii_have_the_words_that_any_script_has(text):
    tokens = _tokens(text)
    assert tokens == _JOINED.findall(text.casefold())
    assert [_parts(token) for token in tokens] == [_PART.findall(token) for token in tokens]
