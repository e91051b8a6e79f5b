"""The face of one pair: what is a value, what is missing, what is refused, and what an explanation holds."""

import copy
import doctest
import enum
import json
import pickle
import subprocess
import sys
import threading
from decimal import Decimal

import pytest

import ablmatch as abl
from ablmatch.match import scalar
from ablmatch.match.explanation import Part

pytestmark = pytest.mark.native

ALL_KINDS = [*abl.KINDS, *scalar.KIND_ALIASES]
# A value in which every kind finds something, as text.
TYPICAL = {
    "email": "nora.lind@fjordpost.example",
    "phone": "(415) 555-0142",
    "digits": "4471",
    "address": "1234 Maple Grove Ave, Apt 5B, Riverton, OH 44011",
    "person_name": "Nora Lind",
    "text": "blue bicycle",
    "auto": "nora.lind@fjordpost.example",
    "exact": "Blue Bicycle",
    "name": "Nora Lind",
}


@pytest.mark.parametrize("name", [name for name in abl.__all__ if callable(getattr(abl, name))])
def test_the_examples_of_the_documentation_hold(name):
    public = getattr(abl, name)
    example = doctest.DocTestParser().get_doctest(public.__doc__, dict(vars(abl)), name, None, None)
    assert doctest.DocTestRunner(verbose=False).run(example).failed == 0


def test_kinds_and_results_are_the_documented_words():
    assert abl.KINDS == ("email", "phone", "digits", "address", "person_name", "text", "auto", "exact")
    assert scalar.KIND_ALIASES == {"name": "person_name"}
    assert abl.RESULTS == ("match", "retry", "mismatch", "missing")


@pytest.mark.parametrize("kind", ALL_KINDS)
def test_a_value_matches_itself(kind):
    value = TYPICAL[kind]
    assert abl.match_score(value, value, kind) == 100
    assert abl.matches(value, value, kind) is True
    assert abl.match_result(value, value, kind) == "match"


def test_kind_is_positional_or_named_and_text_by_default():
    assert abl.match_score("a", "a") == abl.match_score("a", "a", "text") == abl.match_score("a", "a", kind="text")
    assert abl.match_score(said="a", stored="a", kind="text", region="US") == 100
    with pytest.raises(TypeError):
        abl.match_score("a", "a", "text", "US")


def test_a_kind_need_not_be_the_interned_word():
    assert abl.match_score("4471", "4471", "DIGITS".lower()) == 100
    assert abl.match_score("4471", "4471", type("Word", (str,), {})("digits")) == 100


@pytest.mark.parametrize("kind", ALL_KINDS)
@pytest.mark.parametrize(
    "value",
    [
        None,
        True,
        False,
        1.0,
        float("nan"),
        b"4471",
        bytearray(b"4471"),
        ["4471"],
        ("4471",),
        {"k": "4471"},
        object(),
        Decimal(4471),
        str,
        "",
        "   ",
        " \t\n\u00a0\u2003",
        "{{PII:email:7}}",
        "x" * 1025,
        "\ud800",
        "4471\udfff",
    ],
    ids=lambda value: repr(value).partition(" at 0x")[0],  # the same in every worker of pytest-xdist
)
def test_nothing_to_judge_is_missing_on_either_side(kind, value):
    typical = TYPICAL[kind]
    for said, stored in ((value, typical), (typical, value), (value, value)):
        assert abl.match_score(said, stored, kind) == -1
        assert abl.match_result(said, stored, kind) == "missing"
        assert abl.matches(said, stored, kind) is False
    assert abl.normalize(value, kind) is None
    assert abl.normalize(value, kind, role="said") is None


def test_the_longest_value_has_1024_code_points():
    for letter in ("x", "é", "漢", "\U00020000"):
        assert abl.match_score(letter * 1024, letter * 1024, "exact") == 100
        assert abl.match_score(letter * 1025, letter * 1025, "exact") == -1


class Level(enum.IntEnum):
    """An integer with a name of its own."""

    HIGH = 4471


@pytest.mark.parametrize(
    ("value", "text"),
    [
        (0, "0"),
        (4471, "4471"),
        (-17, "-17"),
        (2**63 - 1, "9223372036854775807"),
        (-(2**63), "-9223372036854775808"),
        (2**64, "18446744073709551616"),
        (10**1023, "1" + "0" * 1023),
        (Level.HIGH, "4471"),
    ],
)
def test_an_integer_is_its_decimal_text(value, text):
    assert abl.match_score(value, text, "exact") == 100
    assert abl.match_score(text, value, "exact") == 100
    assert abl.normalize(value, "exact") == text


def test_an_integer_with_too_many_figures_is_too_long():
    for value in (10**1024, -(10**1023), 10**5000):
        assert abl.match_score(value, value, "digits") == -1
        assert "too_long" in abl.explain(value, value, "digits").evidence


@pytest.mark.needs("numpy")
def test_scalars_of_numpy_are_what_they_look_like():
    import numpy as np

    assert abl.match_score(np.int64(4471), "4471", "exact") == 100
    assert abl.match_score(np.uint64(2**64 - 1), str(2**64 - 1), "exact") == 100
    assert abl.match_score(np.str_("abc"), "abc", "exact") == 100
    assert abl.match_score(np.bool_(True), "True", "exact") == -1
    assert abl.match_score(np.float64(1), "1.0", "exact") == -1


def test_text_may_be_of_any_width_and_hold_nul():
    for text in ("abc", "abç", "abł", "ab\U0001f600", "a\x00b"):
        assert abl.match_score(text, text, "exact") == 100
        assert abl.match_score(text, text + "x", "exact") == 0


# --- refusals -------------------------------------------------------------------------------------------------------

CALLS = {
    "match_score": lambda **options: abl.match_score("a", "a", **options),
    "matches": lambda **options: abl.matches("a", "a", **options),
    "match_result": lambda **options: abl.match_result("a", "a", **options),
    "explain": lambda **options: abl.explain("a", "a", **options),
    "normalize": lambda **options: abl.normalize("a", **{"kind": "text", **options}),
    "Index": lambda **options: abl.Index(["a"], **{"kind": "text", **options}),
}


@pytest.mark.parametrize("call", CALLS.values(), ids=CALLS)
def test_unknown_kinds_and_regions_are_refused_with_a_hint(call):
    with pytest.raises(ValueError) as caught:
        call(kind="emial")
    assert "unknown kind `emial`: did you mean `email`?" in str(caught.value)
    assert all(name in str(caught.value) for name in ALL_KINDS)
    for kind in ("", "EMAIL", "Name", "qqq", "text ", "\ud800"):
        with pytest.raises(ValueError, match="unknown kind"):
            call(kind=kind)
    for kind in (None, 1, b"text", ["text"]):
        with pytest.raises(TypeError, match=f"kind must be a str, not {type(kind).__name__}"):
            call(kind=kind)
    for region in ("", "XX", "USA", "1", "\ud800", "001"):
        with pytest.raises(ValueError, match="unknown region"):
            call(region=region)
    for region in (None, 1, b"US"):
        with pytest.raises(TypeError, match=f"region must be a str, not {type(region).__name__}"):
            call(region=region)
    assert call(region="gb") is not NotImplemented


def test_a_refused_kind_is_refused_before_the_values_are_looked_at():
    with pytest.raises(ValueError, match="unknown kind"):
        abl.match_score(None, None, "emial")


def test_an_unknown_role_is_refused():
    for role in ("Said", "", None, 1):
        with pytest.raises(ValueError, match="unknown role"):
            abl.normalize("a", "text", role=role)


def test_the_region_decides_how_a_national_number_is_read():
    assert abl.match_score("020 7946 0000", "+44 20 7946 0000", "phone", region="GB") == 100
    assert abl.normalize("020 7946 0000", "phone", region="GB") == abl.normalize("+44 20 7946 0000", "phone")


# --- explanations ---------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("kind", ALL_KINDS)
def test_an_explanation_says_what_the_other_calls_say(kind):
    value = TYPICAL[kind]
    found = abl.explain(value, value, kind)
    assert isinstance(found, abl.Explanation)
    assert (found.score, found.result) == (100, "match")
    assert found.kind == {"auto": "email", "name": "person_name"}.get(kind, kind)
    assert found.stored == abl.normalize(value, kind)
    assert found.said == abl.normalize(value, kind, role="said")
    assert isinstance(found.evidence, tuple)
    assert all(isinstance(part, Part) for part in found.parts)
    assert found.reading is None or isinstance(found.reading, str)


def test_an_explanation_of_nothing_says_what_is_missing():
    assert "said_missing" in abl.explain(None, "a").evidence
    assert "stored_missing" in abl.explain("a", "").evidence
    assert "not_text" in abl.explain(1.5, "a").evidence
    assert "not_text" not in abl.explain(None, "a").evidence
    assert "invalid_text" in abl.explain("a", "\ud800").evidence
    assert "vault_token" in abl.explain("a", "{{PII:email:7}}").evidence
    nothing = abl.explain(None, None)
    assert (nothing.score, nothing.result, nothing.said, nothing.stored) == (-1, "missing", None, None)


def test_an_explanation_is_plain_data_too():
    found = abl.explain("4471", "4472", "digits")
    data = json.loads(json.dumps(found.to_dict()))
    assert list(data) == ["score", "result", "kind", "said", "stored", "evidence", "parts", "reading"]
    assert (data["score"], data["result"], data["kind"]) == (found.score, found.result, "digits")
    assert data["evidence"] == list(found.evidence)
    assert [set(part) for part in data["parts"]] == [{"name", "said", "stored", "how"}] * len(found.parts)


def test_an_explanation_reads_as_one_screen_of_text():
    for kind, value in TYPICAL.items():
        for said in (value, "x " * 500, "\x1b[31mred\n" * 20):
            text = str(abl.explain(said, value, kind))
            lines = text.split("\n")
            assert len(lines) <= 40
            assert max(map(len, lines)) <= 120
            assert "\x1b" not in text
    text = str(abl.explain("4471", "4472", "digits"))
    assert "4471" in text
    assert "4472" in text


def test_repr_holds_no_values():
    found = abl.explain("nora.lind@fjordpost.example", "nora.linde@fjordpost.example", "email")
    assert "nora" not in repr(found)
    assert f"score={found.score}" in repr(found)
    assert "Nora" not in repr(abl.Index(["Nora Lind"], "name"))


def test_an_explanation_cannot_be_changed():
    found = abl.explain("a", "b")
    with pytest.raises(AttributeError):
        found.score = 100
    with pytest.raises(AttributeError):
        del found.score
    with pytest.raises(AttributeError):
        found.other = 1
    again = abl.explain("a", "b")
    assert found == again
    assert hash(found) == hash(again)
    assert found != abl.explain("a", "a")
    assert found != 1
    assert copy.copy(found) == copy.deepcopy(found) == found
    assert pickle.loads(pickle.dumps(found)) == found  # noqa: S301 (bytes of its own)


def test_every_evidence_has_its_sentence():
    from ablmatch import _core

    sentences = _core.evidence_sentences()
    assert sentences["equal"]
    assert all(name.isidentifier() and sentence for name, sentence in sentences.items())


# --- token patterns: the shapes are the process's, so each test has one of its own -----------------------------------


def test_token_patterns_are_added_for_the_process():
    code = """
import ablmatch as abl
before = abl.match_score("acme-77-x", "acme-77-x")
abl.register_token_pattern("ACME-##-*")
after = abl.match_score("acme-77-x", "acme-77-x")
inside = abl.match_score("call acme-77-x now", "call acme-77-x now")
abl.register_token_pattern("<<sealed:*>>", anywhere=True)
anywhere = abl.match_score("call <<sealed:9>> now", "call <<sealed:9>> now")
batch = abl.score_pairs(["acme-12-q", "acme-1-q"], ["acme-12-q", "acme-1-q"]).tolist()
print(before, after, inside, anywhere, batch)
"""
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=False)
    assert done.stdout.strip() == "100 -1 100 -1 [-1, 100]", done.stderr


def test_bad_token_patterns_are_refused():
    with pytest.raises(TypeError, match="pattern must be a str, not int"):
        abl.register_token_pattern(7)
    for pattern in ("", "*", "\ud800"):
        with pytest.raises(ValueError):
            abl.register_token_pattern(pattern)


# --- threads and memory ---------------------------------------------------------------------------------------------


def test_each_thread_has_its_own_scratch():
    wanted = {kind: abl.match_score(TYPICAL[kind], TYPICAL[kind], kind) for kind in ALL_KINDS}
    faults = []

    def run():
        for _ in range(50):
            for kind in ALL_KINDS:
                found = abl.match_score(TYPICAL[kind], TYPICAL[kind], kind)
                faults.extend([kind] * (found != wanted[kind]))

    for _ in range(5):
        threads = [threading.Thread(target=run) for _ in range(8)]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()
    assert faults == []


def test_calls_keep_nothing():
    said = "NORA DOT LIND".lower()
    stored = "NORA.LIND@FJORDPOST.EXAMPLE".lower()
    big = 10**40
    counts = [sys.getrefcount(value) for value in (said, stored, big)]
    for kind in ALL_KINDS:
        for _ in range(20):
            abl.match_score(said, stored, kind)
            abl.match_result(said, big, kind)
            abl.explain(said, stored, kind)
            abl.normalize(stored, kind)
    assert [sys.getrefcount(value) for value in (said, stored, big)] == counts


def test_an_address_is_explained_with_its_type_in_the_street():
    """Without a town, every boundary between street and town agrees; the one that a reader expects is told."""
    for said, stored in (("12 oak street", "12 Oak St"), ("twelve oak street apartment five b", "12 Oak St, Apt 5B")):
        parts = {part.name: tuple(part[1:]) for part in abl.explain(said, stored, "address").parts}
        assert parts["street"] == ("oak", "oak", "equal")
        assert parts["street_type"] == ("street", "street", "equal")
        assert "town" not in parts
