"""Gathered values are of their field's type, among its options and as its validation wants them, or refused."""

import pytest

import ablmatch as abl
from ablmatch.language import ir
from ablmatch.runtime.gathered_values import GatherRefusal, gathered_value


def agent(body):
    lines = "".join(f"    {line}\n" for line in body.split("\n"))
    return f'AGENT: Desk\nGOAL: "Help"\nGATHER:\n  code:\n    prompt: "Code?"\n{lines}'


def taken(body, value):
    """(what is stored, names that were refused) for a value extracted from what the caller says."""
    session = abl.Session(abl.compile(agent(body)))
    session.start()
    outcome = session.user_message("hello", extracted={"code": value})
    return session.get("code"), [one.name for one in outcome.refused_writes]


@pytest.mark.parametrize(
    ("body", "value", "stored"),
    [
        ("type: integer", "7", 7),
        ("type: integer\noptions: [1, 2]", "2", 2),
        ("options: [a, b]", "b", "b"),
        ("list: true\ntype: integer\noptions: [1, 2]", ["1", 2], [1, 2]),
        ("range: true", {"low": 1, "high": 2}, {"low": 1, "high": 2}),
        ("type: integer\nvalidate: min(3), max(5)", "3", 3),
        ("validate: min(3)", "abc", "abc"),
        ("validate: email()", "nora@fjordpost.example", "nora@fjordpost.example"),
        ('validate: pattern("^\\d{2}$")', "42", "42"),
        ("validate: enum(red, green)", "green", "green"),
    ],
)
def test_what_fits_is_stored(body, value, stored):
    assert taken(body, value) == (stored, [])


@pytest.mark.parametrize(
    ("body", "value", "reason"),
    [
        ("type: integer", "seven", "type"),
        ("type: integer", 7.5, "type"),
        ("type: integer\noptions: [1, 2]", "3", "options"),
        ("list: true\noptions: [a, b]", ["a", "c"], "options"),
        ("type: integer\nvalidate: min(3), max(5)", 6, "validation"),
        ("type: number\nvalidate: min(3)", 2.9, "validation"),
        ("validate: max(3)", "abcd", "validation"),
        ("type: boolean\nvalidate: min(0)", True, "validation"),
        ("validate: email()", "nora at fjordpost", "validation"),
        ('validate: pattern("^\\d{2}$")', "421", "validation"),
        ("validate: enum(red, green)", "blue", "validation"),
    ],
)
def test_what_does_not_fit_is_refused(body, value, reason):
    assert taken(body, value) == (None, ["code"])
    (field,) = abl.compile(agent(body)).agents["Desk"].gather
    with pytest.raises(GatherRefusal) as caught:
        gathered_value(field, value)
    assert caught.value.reason == reason


@pytest.mark.parametrize(
    "validate", ["soon(3)", "min()", "min(", "min(a)", 'pattern("[")', "a", "min(1) AND soon(2)", "min(1) OR min(2)"]
)
def test_a_validation_that_is_not_known_never_holds(validate):
    with pytest.raises(GatherRefusal):
        gathered_value(ir.GatherField(name="code", validate=validate), "text")
