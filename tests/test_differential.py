"""Pieces of the core against independent oracles: rapidfuzz, unicodedata, phonenumbers, Python's own decoder."""

import itertools
import random
import sys
import unicodedata

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import ablmatch as abl
import reference
from ablmatch import _core

pytestmark = pytest.mark.native

# Where the core changes its way: one machine word, a round of them, the limit of a value.
LENGTHS = (0, 1, 2, 3, 31, 32, 33, 63, 64, 65, 127, 128, 129, 1023, 1024)
ALPHABETS = ("01", "0123456789", "abcé", "aあ🙂é")


# --- Distances against rapidfuzz ------------------------------------------------------------------------------------


def edited(draw, text, alphabet, edits):
    """A text with some random edits, swaps of neighbours among them."""
    characters = list(text)
    for _ in range(edits):
        at = draw.randrange(len(characters) + 1)
        what = draw.randrange(4)
        if what == 0:
            characters.insert(at, draw.choice(alphabet))
        elif at < len(characters) and what == 1:
            del characters[at]
        elif at < len(characters) and what == 2:
            characters[at] = draw.choice(alphabet)
        elif at + 1 < len(characters):
            characters[at], characters[at + 1] = characters[at + 1], characters[at]
    return "".join(characters)


def pairs_of_texts(seed, count):
    """Pairs of texts of the lengths where the core changes its way, near to each other and far apart."""
    draw = random.Random(seed)
    for _ in range(count):
        alphabet = draw.choice(ALPHABETS)
        stored = "".join(draw.choices(alphabet, k=draw.choice(LENGTHS)))
        if draw.random() < 0.8:
            yield edited(draw, stored, alphabet, draw.randrange(7)), stored
        else:
            yield "".join(draw.choices(alphabet, k=draw.choice(LENGTHS))), stored


short_texts = st.sampled_from(ALPHABETS).flatmap(
    lambda alphabet: st.tuples(st.text(alphabet, max_size=12), st.text(alphabet, max_size=12))
)


@pytest.fixture(scope="module")
def rapidfuzz():
    return pytest.importorskip("rapidfuzz.distance", reason="rapidfuzz is not installed")


def check_osa(rapidfuzz, said, stored):
    distance = rapidfuzz.OSA.distance(said, stored)
    for cutoff in (*range(9), 20, 64, 512):
        expected = min(distance, cutoff + 1)
        assert _core.osa_distance(said, stored, cutoff) == expected, (said, stored, cutoff)
        if said.isascii() and stored.isascii():
            assert _core.probe_osa_distance(said.encode(), stored.encode(), cutoff) == expected, (said, stored, cutoff)
    if len(said) < 40:
        assert reference.osa(said, stored) == distance


@given(short_texts)
def test_osa_of_short_texts_is_that_of_rapidfuzz(rapidfuzz, pair):
    check_osa(rapidfuzz, *pair)


def test_osa_around_the_lengths_where_the_core_changes_its_way(rapidfuzz):
    for said, stored in pairs_of_texts(21, 700):
        check_osa(rapidfuzz, said, stored)


def test_edits_beyond_what_is_counted_are_beyond_every_cutoff():
    assert _core.osa_distance("a" * 512, "", 600) == 512
    assert _core.osa_distance("a" * 513, "", 600) == 601


def test_osa_of_columns_is_that_of_rapidfuzz(rapidfuzz):
    pairs = [pair for pair in pairs_of_texts(22, 300) if "".join(pair).isascii()]
    said, stored = zip(*((f" {one.upper()}\n", f"{other}\t") for one, other in pairs), strict=True)
    found = _core.probe_floor(_core.ObjectRows(said), _core.ObjectRows(stored))
    assert list(found) == [rapidfuzz.OSA.distance(one, other) for one, other in pairs]
    with pytest.raises(ValueError, match="rows"):
        _core.probe_floor(_core.ObjectRows(said), _core.ObjectRows(stored[:5]))


def apply_edit(stored, edit):
    """`stored` after the edit that within_one_edit names."""
    kind, place, said_character, stored_character = edit
    if kind == "none":
        return stored
    if kind == "swap":
        return stored[:place] + stored[place + 1] + stored[place] + stored[place + 2 :]
    if kind != "insertion":
        assert ord(stored[place]) == stored_character
    added = "" if kind == "deletion" else chr(said_character)
    return stored[:place] + added + stored[place + (kind != "insertion") :]


def check_one_edit(rapidfuzz, said, stored):
    edit = _core.probe_within_one_edit(said, stored)
    distance = rapidfuzz.OSA.distance(said, stored)
    assert (edit is None) == (distance > 1), (said, stored)
    if edit is not None:
        assert (edit[0] == "none") == (distance == 0)
        assert apply_edit(stored, edit) == said


@given(short_texts)
def test_the_one_edit_of_short_texts_turns_stored_into_said(rapidfuzz, pair):
    check_one_edit(rapidfuzz, *pair)


def test_the_one_edit_turns_stored_into_said(rapidfuzz):
    draw = random.Random(22)
    for _ in range(1500):
        alphabet = draw.choice(ALPHABETS)
        stored = "".join(draw.choices(alphabet, k=draw.choice(LENGTHS[:-2])))
        check_one_edit(rapidfuzz, edited(draw, stored, alphabet, draw.randrange(3)), stored)


def check_jaro_winkler(rapidfuzz, said, stored):
    expected = rapidfuzz.JaroWinkler.similarity(said, stored, prefix_weight=0.1)
    if max(len(said), len(stored)) > 64:
        # Beyond the limit of csrc/distance.hpp there is no similarity but that of equal texts.
        expected = float(said == stored)
    assert _core.probe_jaro_winkler(said, stored) == pytest.approx(expected, abs=1e-12), (said, stored)


@given(short_texts)
def test_jaro_winkler_of_short_texts_is_that_of_rapidfuzz(rapidfuzz, pair):
    check_jaro_winkler(rapidfuzz, *pair)


def test_jaro_winkler_up_to_its_limit_is_that_of_rapidfuzz(rapidfuzz):
    for said, stored in pairs_of_texts(23, 1500):
        check_jaro_winkler(rapidfuzz, said, stored)


# --- Folding against unicodedata ------------------------------------------------------------------------------------

# Only what both know can be compared: the interpreter has older data than the tables, or newer.
NEWER = tuple(map(int, unicodedata.unidata_version.split("."))) > tuple(map(int, _core.UNICODE_VERSION.split(".")))
COMMON = unicodedata.ucd_3_2_0 if NEWER else unicodedata
KNOWN = [chr(c) for c in range(sys.maxunicode + 1) if COMMON.category(chr(c)) not in ("Cn", "Cs", "Co")]


def test_exact_folding_is_canonical_caseless_folding():
    for character in KNOWN:
        # Between letters, so that white space is seen and not trimmed.
        value = f"x{character}y"
        assert _core.probe_fold_exact(value) == reference.exact_form(value), hex(ord(character))


@given(st.text(st.sampled_from(KNOWN), max_size=40))
def test_exact_folding_of_any_text_is_canonical_caseless_folding(value):
    assert _core.probe_fold_exact(value) == reference.exact_form(value)


MARKED_SCRIPTS = ("COMBINING", "GREEK", "CYRILLIC", "HEBREW", "ARABIC")


def is_mark_taken_off(character):
    """Marks of Latin, Greek, Cyrillic, Hebrew and Arabic letters; those of other scripts are letters' parts."""
    return unicodedata.category(character) in ("Mn", "Me") and script(character) in MARKED_SCRIPTS


def script(character):
    return unicodedata.name(character, "?").split()[0]


# Punctuation and signs that are written in one ASCII form each (identity-matching.md 2.0).
SIGNS = {
    "'": "‘’‚‛‹›`´′‵ʹʻʼʽʾʿˈꞋꞌ՚׳＇｀\u0374\u1fef\u1ffd",
    '"': "“”„‟«»״",
    "''": "″‶",
    "'''": "‴‷",
    "''''": "⁗",
    "-": "‐‑‒–—―⁃˗−⁻₋﹣－",
    ".": "。｡︒٫",
    ",": "、､︑﹑،٬",
    "/": "⁄∕",
}
SIGN_OF = {sign: plain for plain, signs in SIGNS.items() for sign in signs}


def folded_by_rule(text):
    """NFKD and case folding, marks and format characters off, signs and figures in ASCII, one space for white space."""
    plain = "".join(SIGN_OF.get(c, c) for c in text)
    bare = unicodedata.normalize("NFKD", unicodedata.normalize("NFKD", plain).casefold())
    kept = (SIGN_OF.get(c, c) for c in bare if unicodedata.category(c) != "Cf" and not is_mark_taken_off(c))
    return " ".join("".join(str(unicodedata.decimal(c)) if c.isdecimal() else c for c in kept).split())


def own_rule(character, folded):
    """The rule of our own by which a character's folding differs from `folded_by_rule`, else None."""
    category = unicodedata.category(character)
    decomposed = unicodedata.normalize("NFKD", character)
    if category == "Pd" and folded == "-":
        return "every dash is a hyphen"
    if "⁄" in decomposed and folded == " " + decomposed.replace("⁄", "/"):
        return "a fraction stands apart from the figure before it"
    if not folded and (category == "Mn" or "FILLER" in unicodedata.name(character) or decomposed[0] == "ـ"):
        return (
            "what has no shape of its own is dropped: selectors, musical and other scriptless signs, fillers, tatweel"
        )
    if folded.isascii() and folded.isalpha() and any("LATIN" in unicodedata.name(c) for c in decomposed.casefold()):
        return "letters that NFKD leaves whole are written in base letters"
    if any(c in "\u3099\u309a" for c in decomposed) and unicodedata.normalize("NFKD", folded) == decomposed:
        return "voiced Kana stay composed"
    if folded and script(decomposed[0]) == script(folded[0]) == "ARABIC":
        return "Persian and Urdu keyboard forms are the Arabic letters"
    if "COMBINING" in unicodedata.name(character) and folded == character:
        return "marks of scripts whose marks are letters' parts, though named COMBINING"
    return None


def test_every_character_folds_by_the_rule_or_by_a_rule_of_our_own():
    unexplained = {}
    for character in KNOWN:
        folded = _core.probe_fold(f"x{character}y")
        if unicodedata.normalize("NFKD", folded) == unicodedata.normalize("NFKD", folded_by_rule(f"x{character}y")):
            continue
        if own_rule(character, folded[1:-1]) is None:
            unexplained[hex(ord(character))] = folded
    assert unexplained == {}


def test_white_space_folds_to_one_space():
    for character in filter(str.isspace, KNOWN):
        assert _core.probe_fold(f"x{character}{character}y") == "x y", hex(ord(character))


@given(st.text(st.sampled_from(KNOWN), max_size=40))
def test_folding_twice_is_folding_once_whatever_the_case_and_form(value):
    folded = _core.probe_fold(value)
    assert _core.probe_fold(folded) == folded
    for form in ("NFC", "NFD"):
        assert _core.probe_fold(unicodedata.normalize(form, value)) == folded


@given(st.text(st.sampled_from([c for c in KNOWN if c.isalpha()]), max_size=20))
def test_transliteration_is_lower_case_ascii_or_nothing(value):
    latin = _core.probe_transliterate(_core.probe_fold(value))
    assert latin.isascii()
    assert latin == latin.lower()


# --- Vault tokens against regular expressions -----------------------------------------------------------------------

token_pieces = st.sampled_from(
    ["{{", "}}", "[[", "]]", "<", ">", "[", "]", "PII:", "pii:", "email", "phone", ":", "_", "tok", "pii", "vault:v1:",
     "PERSON", "x", "7f3a9c", "abcdef", "12", "-", " ", "é"]
)  # fmt: skip


@settings(max_examples=600)
@given(st.lists(token_pieces, max_size=8).map("".join))
def test_vault_tokens_are_those_of_the_regular_expressions(value):
    assert _core.probe_is_vault_token(value) == reference.is_token(value)


# --- Telephone numbers against phonenumbers --------------------------------------------------------------------------


@pytest.fixture(scope="module")
def phonenumbers():
    return pytest.importorskip("phonenumbers", reason="phonenumbers is not installed")


def example_numbers(phonenumbers):
    """(number, region) of every type in every region."""
    for region in sorted(phonenumbers.SUPPORTED_REGIONS):
        for number_type in phonenumbers.PhoneNumberType.values():
            number = phonenumbers.example_number_for_type(region, number_type)
            if number is not None:
                yield number, region


def typed_forms(phonenumbers, number):
    """A number as it is typed: for a machine, abroad, at home, as a link."""
    formats = phonenumbers.PhoneNumberFormat
    for form in (formats.E164, formats.INTERNATIONAL, formats.NATIONAL, formats.RFC3966):
        yield phonenumbers.format_number(number, form)


def is_canadian_short(region, number):
    """Seven digits that all of Canada dials (310-1234); with +1 before them they are no number of its plan."""
    return region == "CA" and len(str(number.national_number)) == 7


def is_belarusian_trunk(region, said):
    """Belarus writes 8 0 before a number at home; the 0 is read off, but a slip beside it is not looked for."""
    return region == "BY" and said.startswith("8")


def test_example_numbers_in_all_typed_forms_are_equal_where_phonenumbers_says_so(phonenumbers):
    same = (phonenumbers.MatchType.EXACT_MATCH, phonenumbers.MatchType.NSN_MATCH)
    differing, compared = [], 0
    for number, region in example_numbers(phonenumbers):
        forms = list(typed_forms(phonenumbers, number))
        for said, stored in itertools.product(forms, forms):
            if reference.phone_score(said, stored, region) != 100:
                continue
            compared += 1
            assert phonenumbers.is_number_match(number, phonenumbers.parse(stored, region)) in same
            if abl.match_score(said, stored, "phone", region=region) != 100 and not is_canadian_short(region, number):
                differing.append((region, said, stored))
    assert compared > 10_000
    assert differing == []


def test_another_digit_scores_as_phonenumbers_understands_the_two_numbers(phonenumbers):
    draw = random.Random(24)
    differing = []
    for number, region in example_numbers(phonenumbers):
        for _ in range(2):
            stored, form = draw.sample(list(typed_forms(phonenumbers, number))[:3], 2)
            said = edited_digit(draw, form)
            try:
                expected = reference.phone_score(said, stored, region)
            except phonenumbers.NumberParseException:
                expected = 0
            score = abl.match_score(said, stored, "phone", region=region)
            explained = is_canadian_short(region, number) or is_belarusian_trunk(region, said)
            if score != expected and not explained:
                differing.append((region, said, stored, expected, score))
    assert differing == []


def edited_digit(draw, text):
    """A typed number with another digit, one more, one less, or two neighbours swapped."""
    places = [at for at, c in enumerate(text) if c.isdigit()]
    at = draw.choice(places)
    what = draw.randrange(4)
    if what == 0:
        return text[:at] + draw.choice("0123456789".replace(text[at], "")) + text[at + 1 :]
    if what == 1:
        return text[:at] + draw.choice("0123456789") + text[at:]
    if what == 2:
        return text[:at] + text[at + 1 :]
    other = draw.choice(places)
    characters = list(text)
    characters[at], characters[other] = characters[other], characters[at]
    return "".join(characters)


# --- Well-formed UTF-8 against Python's decoder ------------------------------------------------------------------------

EDGES = [b"\x80", b"\xc0\xaf", b"\xc1\xbf", b"\xe0\x9f\xbf", b"\xe0\xa0\x80", b"\xed\x9f\xbf", b"\xed\xa0\x80", b"\xef\xbf\xbf",
         b"\xf0\x8f\xbf\xbf", b"\xf0\x90\x80\x80", b"\xf4\x8f\xbf\xbf", b"\xf4\x90\x80\x80", b"\xf5\x80\x80\x80", b"\xff",
         b"\xc3", b"\xe2\x82", b"\xf0\x9f\x99", b"a", b"ab", b"abcdefgh"]  # fmt: skip


def decodes(raw):
    try:
        raw.decode()
    except UnicodeDecodeError:
        return False
    return True


def invalid_by_arrow(values):
    """Which values of a string column, whose bytes nobody checked, count as invalid text."""
    pa = pytest.importorskip("pyarrow", reason="pyarrow is not installed")
    column = pa.array(values, pa.binary()).view(pa.string())
    stored = pa.array(["x"] * len(values))
    return abl.score_pairs(column, stored, "exact", threads=1).tolist()


@given(
    st.lists(
        st.lists(st.sampled_from(EDGES) | st.binary(max_size=3), max_size=5).map(b"".join), min_size=1, max_size=30
    )
)
def test_invalid_utf8_in_a_column_is_missing_exactly_where_python_cannot_decode_it(values):
    values = [value for value in values if value.strip()]
    for value, score in zip(values, invalid_by_arrow(values), strict=True):
        if not decodes(value):
            assert score == -1, value
        elif not reference.is_missing(value.decode()):
            assert score == reference.exact_score(value.decode(), "x"), value


def test_every_two_byte_sequence_is_judged_as_python_judges_it():
    values = [b"x" + bytes(pair) + b"x" for pair in itertools.product(range(256), repeat=2)]
    scores = invalid_by_arrow(values)
    assert [score == -1 for score in scores] == [not decodes(value) for value in values]


# --- Number words against every reading ------------------------------------------------------------------------------


def phrases(language, most):
    """Phrases of number words and figures of one language, a strong one among them."""
    strong = [word for word in language.words if word not in language.weak]
    words = st.sampled_from([*strong, *strong, *language.times, *language.weak, "7", "30", "471"])
    drawn = st.lists(words, min_size=1, max_size=most)
    return drawn.filter(lambda chosen: any(word in strong for word in chosen)).map(" ".join)


def target_near(data, found):
    """A target to compare with: a reading, or one with a few slips."""
    base = data.draw(st.sampled_from(sorted(found))) if found else ""
    seed = data.draw(st.integers(0, 2**32))
    return edited(random.Random(seed), base, "0123456789", data.draw(st.integers(0, 3)))


@pytest.mark.parametrize("name", sorted(reference.LANGUAGES))
@given(st.data())
def test_number_words_have_the_readings_of_the_oracle(name, data):
    language = reference.LANGUAGES[name]
    phrase = data.draw(phrases(language, 6))
    found = reference.readings(phrase, language)
    first = _core.probe_first_reading(phrase)
    assert (first is None) == (not found)
    if not found:
        return
    assert first in found
    for reading in found:
        assert _core.probe_reading_distance(phrase, reading) == 0, (phrase, reading)
    target = target_near(data, found)
    expected = min(2, *(reference.osa(reading, target) for reading in found)) if found else 2
    assert _core.probe_reading_distance(phrase, target) == expected, (phrase, target)


@pytest.mark.parametrize("length", [1, 2, 62, 63, 64, 65, 127, 128, 129, 500])
def test_long_phrases_are_measured_like_short_ones(length):
    draw = random.Random(length)
    names = "zero one two three four five six seven eight nine".split()
    for _ in range(12):
        digits = "".join(draw.choices("0123456789", k=length))
        phrase = " ".join(names[int(d)] for d in digits)
        if len(phrase) > reference.LIMIT:
            phrase = " ".join(digits)
        target = edited(draw, digits, "0123456789", draw.randrange(4))
        expected = min(2, reference.osa(digits, target))
        assert _core.probe_reading_distance(phrase, target) == expected
        assert _core.probe_first_reading(phrase) == digits
