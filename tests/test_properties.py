"""The properties of the matcher that always hold (matching.md section 5), over every kind, scalar and batch."""

import unicodedata

import pytest
import value_strategies as values
from case_routes import result_by_band
from hypothesis import assume, example, given
from hypothesis import strategies as st

import ablmatch as abl

KINDS = [kind for kind in abl.KINDS if kind != "name"]
every_kind = pytest.mark.parametrize("kind", KINDS)
# A value of one kind, or anything at all: kinds must stand what is not theirs.
VALUES = {kind: values.stored_values(kind) | st.text(max_size=60) for kind in KINDS}
SAID = {kind: values.said_values(kind) | st.text(max_size=60) for kind in KINDS}


def pairs_of(kind):
    return st.tuples(SAID[kind], VALUES[kind])


def both_ways(said, stored, kind):
    """The score of a pair, equal in scalar and batch."""
    score = abl.match_score(said, stored, kind)
    assert abl.score_pairs([said, said], [stored, stored], kind, threads=1).tolist() == [score, score]
    return score


# 1. Deterministic, and the same by every route and any number of threads.
@every_kind
@given(st.data())
def test_scalar_batch_threads_and_index_agree(kind, data):
    pairs = data.draw(st.lists(pairs_of(kind), min_size=1, max_size=12))
    said, stored = [pair[0] for pair in pairs], [pair[1] for pair in pairs]
    scalar = [abl.match_score(one, other, kind) for one, other in pairs]
    for threads in (1, 2, 3):
        assert abl.score_pairs(said, stored, kind, threads=threads).tolist() == scalar
    codes = abl.result_pairs(said, stored, kind, threads=2)
    assert [abl.RESULTS[code] for code in codes] == [abl.match_result(*pair, kind) for pair in pairs]
    index = abl.Index(stored, kind)
    hits = index.search(said[0], limit=len(stored), min_score=0)
    expected = sorted(
        ((abl.match_score(said[0], value, kind), at) for at, value in enumerate(stored)),
        key=lambda hit: (-hit[0], hit[1]),
    )
    assert [(hit.score, hit.position) for hit in hits] == [hit for hit in expected if hit[0] >= 0]


# 2. A value equals itself; 100 for numbers and exact only when the normal forms are equal.
@every_kind
@given(st.data())
def test_a_stored_value_matches_itself(kind, data):
    value = data.draw(VALUES[kind])
    assert both_ways(value, value, kind) in (-1, 100)
    if abl.normalize(value, kind) is not None:
        assert both_ways(value, value, kind) == 100


@pytest.mark.parametrize("kind", ["phone", "digits", "exact"])
@given(st.data())
def test_full_score_of_numbers_and_exact_needs_equal_normal_forms(kind, data):
    said, stored = data.draw(pairs_of(kind))
    if both_ways(said, stored, kind) != 100:
        return
    explanation = abl.explain(said, stored, kind)
    wanted = abl.normalize(stored, kind)
    assert wanted is not None
    if kind == "phone":
        # A country code or an extension may stand on one side only; the national numbers are the same.
        numbers = [part for part in explanation.parts if part.name == "number"]
        assert all(part.how == "equal" for part in numbers)
    else:
        assert abl.normalize(explanation.reading or said, kind, role="said") == wanted


# 3. -1 exactly by the rules; bands; exact has no middle.
@every_kind
@given(st.data())
def test_bands(kind, data):
    said, stored = data.draw(pairs_of(kind))
    score = both_ways(said, stored, kind)
    explanation = abl.explain(said, stored, kind)
    assert abl.match_result(said, stored, kind) == result_by_band(score, explanation.kind)
    assert abl.matches(said, stored, kind) == (result_by_band(score, explanation.kind) == "match")
    if kind == "exact":
        assert score in (-1, 0, 100)
    if explanation.kind in ("phone", "digits"):
        assert score in (-1, 0, 50, 100)


@every_kind
@pytest.mark.parametrize("nothing", [None, "", "   ", "\t\n\u00a0\u3000", True, False, 1.5, b"471", ["471"], object()])
def test_nothing_to_judge_is_missing(kind, nothing):
    good = values.EXAMPLES[kind]
    assert both_ways(nothing, good, kind) == -1
    assert both_ways(good, nothing, kind) == -1
    assert both_ways(nothing, nothing, kind) == -1


@every_kind
def test_the_length_limit_is_in_code_points_of_the_raw_value(kind):
    for filler in ("1", "é", "中", "𝟙"):
        judged, too_long = filler * 1024, filler * 1025
        assert both_ways(judged, values.EXAMPLES[kind], kind) >= 0
        assert both_ways(too_long, values.EXAMPLES[kind], kind) == -1
        assert both_ways(values.EXAMPLES[kind], too_long, kind) == -1
        assert both_ways(too_long, too_long, kind) == -1


TOKENS = [
    "{{PII:email:7f3a9c}}", "[[PII:ssn:12]]", "<PII:card:ab-12>", "call {{PII:phone:1}} now", "[EMAIL_2]", "<PHONE_1>",
    "PERSON_353fcd26", "EMAIL_9abc0eb1", "tok_4fG7x", "pii_99", "vault:v1:abc+/=", "{{pii:email:7f3a9c}}", "ＰＥＲＳＯＮ_12",
]  # fmt: skip


@every_kind
@pytest.mark.parametrize("token", TOKENS)
def test_vault_tokens_are_missing_on_either_side(kind, token):
    good = values.EXAMPLES[kind]
    assert both_ways(token, good, kind) == -1
    assert both_ways(good, token, kind) == -1
    assert both_ways(token, token, kind) == -1


@every_kind
def test_lone_surrogates_are_missing(kind):
    assert both_ways("a\ud800", values.EXAMPLES[kind], kind) == -1
    assert both_ways(values.EXAMPLES[kind], "\udfff", kind) == -1


@every_kind
@given(st.data())
def test_missing_only_for_a_reason(kind, data):
    said, stored = data.draw(pairs_of(kind))
    if both_ways(said, stored, kind) != -1:
        return
    reasons = {"said_missing", "stored_missing", "vault_token", "too_long", "invalid_text", "stored_unreadable"}
    evidence = set(abl.explain(said, stored, kind).evidence)
    assert evidence <= reasons
    assert evidence
    if evidence == {"stored_unreadable"}:
        assert abl.normalize(stored, kind) is None


@pytest.mark.parametrize("kind", ["phone", "digits"])
@pytest.mark.parametrize("stored", ["hello", "no number", "---"])
def test_a_stored_value_without_digits_is_missing_and_a_said_one_is_wrong(kind, stored):
    assert both_ways("471093", stored, kind) == -1
    assert both_ways(stored, values.EXAMPLES[kind], kind) == 0


@every_kind
@given(st.integers(min_value=-(10**20), max_value=10**20))
def test_integers_are_their_decimal_text(kind, number):
    assert both_ways(number, str(number), kind) == both_ways(str(number), str(number), kind)


# 4. Normal forms, outer white space, case and Unicode normal form.
@every_kind
@given(st.data())
def test_normalizing_a_normal_form_changes_nothing(kind, data):
    value = data.draw(VALUES[kind])
    normal = abl.normalize(value, kind)
    assume(normal is not None and len(normal) <= 1024 and kind != "auto")
    assert abl.normalize(normal, kind) == normal


CHANGES = [
    lambda text: f"  {text}\n",
    lambda text: f"\u00a0{text}\t",
    str.upper,
    str.lower,
    str.swapcase,
    str.title,
    lambda text: unicodedata.normalize("NFC", text),
    lambda text: unicodedata.normalize("NFD", text),
]


def keeps_folding(text, changed):
    """Python's case changes are not all undone by case folding (ŉ, ǰ, dotless i): those are no mere change of case."""
    return all(
        unicodedata.normalize("NFKD", one.casefold()) == unicodedata.normalize("NFKD", text.casefold())
        for one in (changed, unicodedata.normalize("NFD", changed), unicodedata.normalize("NFC", changed))
    )


@every_kind
@pytest.mark.parametrize("change", CHANGES)
@given(st.data())
def test_white_space_case_and_normal_form_never_change_a_score(kind, change, data):
    said, stored = data.draw(pairs_of(kind))
    changed_said, changed_stored = change(said), change(stored)
    assume(max(map(len, (said, stored, changed_said, changed_stored))) <= 1024)
    assume(keeps_folding(said.strip(), changed_said.strip()) and keeps_folding(stored.strip(), changed_stored.strip()))
    score = both_ways(said, stored, kind)
    assert both_ways(changed_said, stored, kind) == score
    assert both_ways(said, changed_stored, kind) == score


def test_exact_keeps_accents_and_width():
    assert both_ways("Café", "Cafe", "exact") == 0
    assert both_ways("ｃａｆｅ", "cafe", "exact") == 0
    assert both_ways("Cafe\u0301", "CAFÉ", "exact") == 100


# 5. Another digit never passes.
@pytest.mark.parametrize("kind", ["phone", "digits"])
@given(st.data())
def test_another_digit_is_one_slip_or_wrong(kind, data):
    stored = data.draw(values.stored_values(kind))
    places = [at for at, character in enumerate(stored) if character in "0123456789"]
    at = data.draw(st.sampled_from(places))
    other = data.draw(st.sampled_from([d for d in "0123456789" if d != stored[at]]))
    changed = stored[:at] + other + stored[at + 1 :]
    if both_ways(stored, stored, kind) == 100:
        assert both_ways(changed, stored, kind) in (0, 50)


@given(values.addresses(), st.data())
def test_another_house_number_never_matches(address, data):
    number = address.number
    at = data.draw(st.integers(0, len(number) - 1))
    other = data.draw(st.sampled_from([d for d in "123456789" if d != number[at]]))
    changed = address.with_number(number[:at] + other + number[at + 1 :])
    assert both_ways(str(address), str(address), "address") == 100
    assert both_ways(changed, str(address), "address") < 70


# 7. Nothing crashes, hangs or reads outside its buffers.
@every_kind
@given(st.text(max_size=1100), st.text(max_size=1100))
@example("a" * 1024, "b" * 1024)
@example("\ufdfa" * 1024, "\ufdfa" * 1023)
@example("to " * 341, "2" * 341)
@example("double " * 146, "1" * 500)
@example("1 " * 512, "1" * 512)
@example("." * 1024, "@" * 1024)
@example("a-" * 512, "a." * 512)
@example("van der " * 128, "de la " * 170)
@example("apt " * 256, "st " * 341)
@example("twenty " * 146, "20" * 146)
@example("\u0301" * 1024, "e\u0301" * 512)
def test_any_input_gives_a_score(kind, said, stored):
    assert -1 <= both_ways(said, stored, kind) <= 100
    for role in ("said", "stored"):
        normal = abl.normalize(said, kind, role=role)
        assert normal is None or normal
