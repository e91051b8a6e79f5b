"""Who a request is for: token beats header beats user field; what is named badly or twice is refused."""

import json

import pytest
from hypothesis import given
from hypothesis import strategies as st

from ablmatch.memory.refusals import REFUSALS, Refusal
from ablmatch.memory.request import (
    Carried,
    Request,
    check_attributes,
    check_subject,
    request_of,
    require_subject,
)

JAN = Request("jan", {"department": ("payroll",)})
MALFORMED = ["", " ", " jan", "jan ", "jan\n", "ja n", "jan/1", "jan*", "jän", "x" * 257, "\x00", "jan\u200b"]


@pytest.mark.parametrize("carried, subject", [
    (Carried(), None), (Carried(user=None), None), (Carried(headers=["jan"]), "jan"), (Carried(user="jan"), "jan"),
    (Carried(headers=["jan"], user="jan"), "jan"), (Carried(headers=["jan", "jan"]), "jan"), (Carried(token=JAN), "jan"),
    (Carried(token=JAN, headers=["jan"], user="jan"), "jan"), (Carried(user="google-oauth2|123"), "google-oauth2|123"),
    (Carried(user="maya@example.com"), "maya@example.com"), (Carried(user="x" * 256), "x" * 256), (Carried(user=".."), ".."),
])  # fmt: skip
def test_the_person_named(carried, subject):
    assert request_of(carried).subject == subject


@pytest.mark.parametrize("carried, code", [
    *[(Carried(headers=[text]), "subject_malformed") for text in MALFORMED],
    *[(Carried(user=text), "subject_malformed") for text in [*MALFORMED, 5, False, ["jan"], {}]],
    (Carried(headers=["", "jan"]), "subject_malformed"), (Carried(token=JAN, headers=[""]), "subject_malformed"),
    (Carried(headers=["jan"], user="piet"), "subject_conflict"), (Carried(headers=["jan", "piet"]), "subject_conflict"),
    (Carried(headers=["jan"], user="Jan"), "subject_conflict"), (Carried(headers=["jan"], user=""), "subject_malformed"),
    (Carried(token=JAN, headers=["piet"]), "subject_forbidden"), (Carried(token=JAN, user="piet"), "subject_forbidden"),
    (Carried(token=JAN, headers=["jan"], user="piet"), "subject_forbidden"),
    (Carried(token=JAN, headers=["piet"], user="mia"), "subject_forbidden"),
])  # fmt: skip
def test_the_person_refused(carried, code):
    with pytest.raises(Refusal) as caught:
        request_of(carried)
    assert caught.value.code == code
    assert caught.value.status == {"subject_malformed": 400, "subject_conflict": 400, "subject_forbidden": 403}[code]
    assert "piet" not in str(caught.value) and "\n" not in str(caught.value)


def with_header(text, **more):
    return Carried(headers=["jan"], attribute_headers=[text], **more)


@pytest.mark.parametrize("text, attributes", [
    ("{}", {}), ('{"department": ["payroll"]}', {"department": ("payroll",)}), ('{"department": []}', {"department": ()}),
    ('{"a": ["x", "y", "x"], "b": ["é"]}', {"a": ("x", "y"), "b": ("é",)}),
])  # fmt: skip
def test_attributes(text, attributes):
    assert request_of(with_header(text)) == Request("jan", attributes)


@pytest.mark.parametrize("text", [
    "", "null", "[]", "5", "department", '{"department": "payroll"}', '{"department": [5]}', '{"department": [""]}',
    '{"department": [null]}', '{"": ["x"]}', '{"a b": ["x"]}', '{"a": ["x"], "a": ["y"]}', '{"a": ["x\\ny"]}',
    '{"a": ["\\ud800"]}', "{" + '"a":{' * 5000, json.dumps({"a": ["x" * 257]}), json.dumps({"a": ["x"] * 1025}),
    json.dumps({f"a{number}": [] for number in range(65)}), '{"a": ["x"]} ,', "[" * 100_000,
])  # fmt: skip
@pytest.mark.parametrize("token", [None, JAN])
def test_malformed_attributes_are_refused(text, token):
    with pytest.raises(Refusal) as caught:
        request_of(with_header(text, token=token))
    assert (caught.value.code, caught.value.status) == ("attributes_malformed", 400)


def test_attributes_sent_twice_are_refused():
    with pytest.raises(Refusal, match="once"):
        request_of(Carried(attribute_headers=["{}", "{}"]))


def test_a_header_widens_no_token():
    wider = with_header('{"department": ["payroll", "board"], "role": ["admin"]}', token=JAN)
    assert request_of(wider).attributes == {"department": ("payroll",)}


def test_a_schedule_never_has_attributes():
    assert request_of(with_header('{"department": ["payroll"]}', schedule=True)) == Request("jan", {})
    assert request_of(Carried(token=JAN, schedule=True)) == Request("jan", {})


def test_attributes_of_nobody():
    assert request_of(Carried(attribute_headers=['{"a": ["x"]}'])) == Request(None, {"a": ("x",)})


def test_a_key_for_people_refuses_nobody():
    require_subject(JAN, subjects_required=True)
    require_subject(Request(), subjects_required=False)
    with pytest.raises(Refusal) as caught:
        require_subject(Request(), subjects_required=True)
    assert (caught.value.code, caught.value.status) == ("subject_required", 400)


@given(st.text(max_size=300) | st.text("aZ9._@+:~|-/ é", max_size=10))
def test_an_id_is_taken_as_it_is_or_refused(text):
    if 0 < len(text) <= 256 and all(char.isascii() and (char.isalnum() or char in "._@+:~|-") for char in text):
        assert check_subject(text) == text
    else:
        with pytest.raises(Refusal, match="name a person"):
            check_subject(text)


@given(st.dictionaries(st.text(max_size=5), st.lists(st.text(max_size=5), max_size=3), max_size=3))
def test_a_message_shows_no_value(document):
    document["x y"] = ["s3cret"]
    with pytest.raises(Refusal) as caught:
        check_attributes(document)
    assert "s3cret" not in caught.value.message


def test_every_code_has_a_status_of_its_family():
    assert {status // 100 for status in REFUSALS.values()} <= {4, 5}
    assert all(code == code.lower() and code.isidentifier() for code in REFUSALS)
