"""The product against the slow oracle of reference.py: what can be judged from the rules alone must come out the same."""

import random
import unicodedata

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import ablmatch as abl
import reference
import value_strategies as values

pytestmark = pytest.mark.native


def scores_everywhere(said, stored, kind, region="US"):
    """The score of a pair, the same in scalar and batch."""
    score = abl.match_score(said, stored, kind, region=region)
    assert abl.score_pairs([said], [stored], kind, region=region).tolist() == [score]
    return score


# --- Guards ---------------------------------------------------------------------------------------------------------

pieces = st.sampled_from(
    [" ", "\t", "\u00a0", "\u200b", "\u2028", "\ud800", "x", "é", "{{", "PII:", "a:", "}}", "[", "]", "EMAIL_", "PERSON_", "tok_",
     "vault:v1:", "2", "353fcd26", "<", ">", "\0"]
)  # fmt: skip
raw_values = (
    st.lists(pieces, max_size=6).map("".join)
    | st.builds(
        lambda text, size: (text * size)[:size], st.sampled_from(["a", " ", "é ", "🙂"]), st.integers(1020, 1028)
    )
    | st.none()
    | st.booleans()
    | st.floats()
    | st.integers()
    | st.binary(max_size=4)
)


@settings(max_examples=500)
@given(raw_values, raw_values)
def test_exact_is_missing_and_equal_where_the_oracle_says_so(said, stored):
    if reference.is_missing(said) or reference.is_missing(stored):
        expected = -1
    else:
        expected = reference.exact_score(reference.as_text(said), reference.as_text(stored))
    assert scores_everywhere(said, stored, "exact") == expected
    assert abl.match_result(said, stored, "exact") == reference.result(expected, "exact")


# --- Exact and text ---------------------------------------------------------------------------------------------------

letters = st.text("aAäÄàe\u0301ßſsSİıiIΣσςﬁＡ é\u00a0'-1", min_size=1, max_size=6)


@settings(max_examples=500)
@given(letters, letters)
def test_exact_is_equality_of_canonical_caseless_text(said, stored):
    if not any(reference.is_missing(value) or reference.is_bare_marks(value) for value in (said, stored)):
        assert scores_everywhere(said, stored, "exact") == reference.exact_score(said, stored)


latin = st.lists(st.text("abcdeéèüñçÅøzABCÉÜŽ", min_size=2, max_size=9), min_size=1, max_size=5).map(" ".join)


@given(
    latin,
    st.sampled_from([str.upper, str.lower, str.title, str.swapcase]),
    st.sampled_from(["NFC", "NFD", "NFKC", "NFKD"]),
)
def test_text_that_folds_alike_is_equal(stored, change, form):
    said = unicodedata.normalize(form, change(stored))
    assert reference.plain_form(said) == reference.plain_form(stored)
    assert scores_everywhere(said, stored, "text") == 100


@given(latin, st.data())
def test_text_without_its_accents_is_equal(stored, data):
    stored = stored.replace("Å", "A").replace("ø", "o")
    said = reference.plain_form(stored)
    assert scores_everywhere(said, stored, "text") == 100


@given(latin)
def test_text_of_other_words_never_matches(stored):
    # No letter in common: neither a word nor a slip of one can agree.
    assert scores_everywhere("mmmm nnnnn", stored, "text") < 10


# --- Digits -------------------------------------------------------------------------------------------------------------


def edited(draw, digits, edits):
    """A digit string with some random edits, swaps of neighbours among them."""
    characters = list(digits)
    for _ in range(edits):
        at = draw.randrange(len(characters) + 1)
        what = draw.randrange(4)
        if what == 0:
            characters.insert(at, draw.choice("0123456789"))
        elif at + 1 < len(characters) and what == 1:
            characters[at], characters[at + 1] = characters[at + 1], characters[at]
        elif at < len(characters) and what == 2:
            characters[at] = draw.choice("0123456789")
        elif at < len(characters):
            del characters[at]
    return "".join(characters)


@given(values.digit_strings(1, 20), st.randoms(use_true_random=False), st.integers(0, 3))
def test_typed_digits_score_by_textbook_distance(stored, draw, edits):
    said = edited(draw, reference.digits_of(stored), edits)
    expected = reference.by_slips(reference.osa(said, reference.digits_of(stored)))
    if said:
        assert scores_everywhere(said, stored, "digits") == expected
        assert scores_everywhere("-".join(said), stored, "digits") == expected


@pytest.mark.parametrize("length", [1, 2, 62, 63, 64, 65, 127, 128, 129, 300])
def test_typed_digits_of_critical_lengths_score_by_textbook_distance(length):
    draw = random.Random(length)
    for edits in (0, 1, 1, 1, 2, 3):
        stored = "".join(draw.choices("0123456789", k=length))
        said = edited(draw, stored, edits) or "0"
        assert scores_everywhere(said, stored, "digits") == reference.by_slips(reference.osa(said, stored))


@pytest.mark.parametrize("length", [1023, 1024])
def test_the_longest_typed_digits_are_told_apart(length):
    stored = "".join(random.Random(length).choices("0123456789", k=length))
    assert scores_everywhere(stored, stored, "digits") == 100
    for at in (0, 1, 62, 63, 64, 65, 511, length - 2, length - 1):
        other = "1" if stored[at] == "0" else "0"
        assert scores_everywhere(stored[:at] + other + stored[at + 1 :], stored, "digits") == 50
        assert scores_everywhere(stored[:at] + stored[at + 1 :], stored, "digits") == 50
    assert scores_everywhere(stored[2:], stored, "digits") == 0
    assert scores_everywhere(stored[:-2], stored, "digits") == 0


def phrases(language, most=6):
    """Number words and figures of one language in any order, a strong one among them."""
    strong = [word for word in language.words if word not in language.weak]
    others = [*language.times, *language.weak, "7", "30", "471", "0"]
    words = st.sampled_from(strong) | st.sampled_from(strong) | st.sampled_from(others)
    drawn = st.lists(words, min_size=1, max_size=most)
    return drawn.filter(lambda chosen: any(word in strong for word in chosen)).map(" ".join)


def joined_phrases(language):
    """Numbers that the language's own word for "and" joins."""
    strong = st.sampled_from([*language.units, *language.tens, *language.hundred]).filter(
        lambda word: word not in language.weak
    )
    pair = st.tuples(strong, strong).map(f" {language.conjunction} ".join)
    return st.lists(pair | strong, min_size=1, max_size=3).map(" ".join)


@pytest.mark.parametrize("name", sorted(reference.LANGUAGES))
@given(st.data())
def test_spoken_digits_score_by_the_nearest_of_all_readings(name, data):
    language = reference.LANGUAGES[name]
    phrase = data.draw(phrases(language) | joined_phrases(language))
    found = sorted(reference.readings(phrase, language))
    draw = random.Random(data.draw(st.integers(0, 2**32)))
    stored = edited(draw, draw.choice(found), draw.randrange(4)) if found else "471093"
    if not stored:
        return
    expected = reference.digits_score(phrase, stored, language)
    assert scores_everywhere(phrase, stored, "digits") == expected, (phrase, stored, found)


TALK = [
    ("my number is ", ""), ("it's ", " please"), ("um ", ""), ("the code is ", " thank you"), ("yes ", ""), ("account number ", ""),
]  # fmt: skip


@given(st.sampled_from(TALK), st.data())
def test_talk_around_digits_changes_nothing(talk, data):
    phrase = data.draw(phrases(reference.ENGLISH, 4))
    found = sorted(reference.readings(phrase))
    stored = data.draw(st.sampled_from(found)) if found else "471093"
    before, after = talk
    # A word that is no number alone ("for", "to") reads otherwise beside talk.
    if not set(phrase.split()) & set(reference.ENGLISH.weak):
        assert scores_everywhere(f"{before}{phrase}{after}", stored, "digits") == reference.digits_score(phrase, stored)


@given(phrases(reference.ENGLISH, 4), phrases(reference.ENGLISH, 4))
def test_two_answers_never_match_and_a_correction_is_at_most_a_slip(phrase, other):
    for stored in sorted(reference.readings(phrase))[:2]:
        assert scores_everywhere(f"{phrase} or {other}", stored, "digits") == 0
        assert scores_everywhere(f"{other} sorry {phrase}", stored, "digits") in (0, 50)


# --- Telephone numbers ------------------------------------------------------------------------------------------------


@pytest.mark.needs("phonenumbers")
@settings(max_examples=500)
@given(values.phones(), st.randoms(use_true_random=False), st.data())
def test_typed_phones_score_as_phonenumbers_understands_them(stored, draw, data):
    national = reference.digits_of(stored.partition(" x")[0])
    if stored.startswith("+1"):
        national = national[1:]
    abroad = stored.startswith("+") and not stored.startswith("+1")
    said = edited(draw, national, data.draw(st.integers(0, 2)))
    if abroad or not said:
        return
    said = data.draw(st.sampled_from(["{}", "+1{}", "1{}", "011 1 {}", "({}"])).format(said)
    expected = reference.phone_score(said, stored)
    assert scores_everywhere(said, stored, "phone") == expected, (said, stored)
