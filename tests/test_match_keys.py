"""Blocking keys: pairs that match share one, by every route, and what is missing has none."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import ablmatch as abl
import value_strategies as values
from ablmatch.match.batch import key_column
from case_routes import is_encodable
from test_cases import pairs_of_kind

pytestmark = pytest.mark.native

KINDS = [kind for kind in abl.KINDS if kind != "name"]
every_kind = pytest.mark.parametrize("kind", KINDS)
# Each of these tests runs once a kind.
few = settings(max_examples=max(1, settings.default.max_examples // 4))
VALUES = {kind: values.stored_values(kind) | st.text(max_size=60) for kind in KINDS}
# Pairs of the cases that match and share no key: of a table, one in 500 may be lost.
LOST = {
    ("address", "15 Crescent, Leeds"),
    ("address", "rose cottage church lane ambleside"),
    ("address", "Postbus 99, Den Haag"),
    ("address", "flat twelve lake view apartments mg road bengaluru five six zero zero zero one"),
    ("address", "12 Chesnut Street, Mobile"),
    ("person_name", "박지수"),
    ("person_name", "Lee Seojun"),
    ("person_name", "Julija Sokolova"),
}


def shared(said, stored, kind, region="US"):
    """The keys that both sides of a pair have."""
    return set(abl.match_keys(said, kind, role="said", region=region)) & set(
        abl.match_keys(stored, kind, region=region)
    )


@every_kind
def test_cases_that_match_share_a_key(kind):
    seen = 0
    for region, pairs in pairs_of_kind(kind).items():
        for said, stored in pairs:
            if abl.matches(said, stored, kind, region=region):
                seen += 1
                assert bool(shared(said, stored, kind, region)) == ((kind, said) not in LOST), (said, stored)
    assert seen > 10


@pytest.mark.parametrize(
    ("kind", "said", "stored", "key"),
    [
        ("digits", "twenty three forty five", "20345", "d:20345"),
        ("digits", "twenty three forty five", "2345", "d:2345"),
        ("phone", "555 0142", "+1 212-555-0142", "p:5550142"),
        ("phone", "oh two oh, seven nine four six, double oh one eight", "+44 (0)20 7946 0018", "p:9460018"),
        ("email", "jay dot doe plus news at gmail dot com", "Jay_Doe@googlemail.com", "e:jaydoe"),
        ("email", "mueller at hartwell dot org", "müller@hartwell.org", "e:mueller"),
        ("person_name", "castelan, bob", "Robert Castellan", "n:kstln|#750"),
        ("person_name", "Kristy dosSantos", "Kristy dos Santos", "n:tsnts|k"),
        ("person_name", "a n g i e w e b b", "Angie Webb", "n:ankp"),
        ("address", "twelve forty second street", "1240 2nd Street, Astoria, NY 11105", "a:1240|2"),
        ("address", "kerkstraat twaalf amsterdam", "Kerkstraat 12, 1017 GC Amsterdam", "a:12|krk"),
        ("address", "16 maple av 44011", "16 Mable Avenue, Riverton, OH 44011", "a:16@44011"),
        ("text", "my first pet was rex", "Rex", "t:rs"),
        ("text", "heron, blue", "Blue Heron", "t:arn|p"),
        ("exact", " Plan A", "plan a", "x:plan a"),
    ],
)
def test_what_keys_are_made_of(kind, said, stored, key):
    assert key in shared(said, stored, kind)


@every_kind
@few
@given(data=st.data())
def test_a_value_meets_itself_and_missing_ones_have_no_keys(kind, data):
    value = data.draw(VALUES[kind])
    stored = abl.match_keys(value, kind)
    said = abl.match_keys(value, kind, role="said")
    for keys in (stored, said):
        assert list(keys) == sorted(set(keys), key=str.encode)
    assert bool(set(said) & set(stored)) == (abl.match_score(value, value, kind) == 100)
    if kind != "auto":
        assert len({key[:2] for key in said + stored}) <= 1


@every_kind
@few
@given(data=st.data())
def test_outer_space_and_case_change_no_key(kind, data):
    value = data.draw(values.stored_values(kind))
    for other in (f"  {value}\t", value.upper().lower() if value.isascii() else value):
        assert abl.match_keys(other, kind) == abl.match_keys(value, kind)


@pytest.mark.needs("pyarrow")
@every_kind
@few
@given(data=st.data())
def test_columns_have_the_keys_of_their_values(kind, data):
    import pyarrow as pa

    column = data.draw(st.lists(VALUES[kind] | st.none(), max_size=8))
    for role in ("said", "stored"):
        made = pa.array(key_column(column, kind, role=role, threads=2))
        made.validate(full=True)
        assert made.to_pylist() == [list(abl.match_keys(value, kind, role=role)) for value in column]
        if all(map(is_encodable, column)):
            texts = pa.array(column, pa.string())
            assert pa.array(key_column(texts, kind, role=role, threads=1)).equals(made)


def test_keys_of_an_unknown_kind_are_those_of_all():
    said = abl.match_keys("471093", "auto", role="said")
    assert {key[0] for key in said} == set("adept") - {"e"}
    for kind, stored in (("digits", "471093"), ("phone", "555-471093"), ("text", "471093")):
        assert set(abl.match_keys(stored, kind)) & set(abl.match_keys(stored, "auto", role="said"))
    assert abl.match_keys("tess@quillmark.example", "auto") == ("e:tess",)


def test_nothing_to_judge_has_no_keys():
    for value in (None, "", "  ", True, 1.5, "{{PII:email:7f3a}}", "x" * 1025, "\ud800"):
        for kind in KINDS:
            for role in ("said", "stored"):
                assert abl.match_keys(value, kind, role=role) == (), (value, kind)
    assert abl.match_keys(471093, "digits") == ("d:471093",)


def test_bad_terms_are_told():
    with pytest.raises(ValueError, match="unknown kind `emial`"):
        abl.match_keys("a", "emial")
    with pytest.raises(ValueError, match="unknown role `heard`"):
        abl.match_keys("a", "text", role="heard")
    with pytest.raises(ValueError, match="unknown region `Utopia`"):
        abl.match_keys("a", "phone", region="Utopia")
    with pytest.raises(TypeError, match="values is one str, not a column"):
        key_column("a", "text")
