"""Legacy SOURCE: user: what counts as said, near spellings of any length, and what a long message costs."""

import pytest

from ablmatch.runtime import grounding

VALUE = "the quiet harbour office beyond the northern lighthouse"


def slipped(text: str, slips: int) -> str:
    """The text with every fifth letter another one, so many of them."""
    letters = list(text)
    for at in range(slips):
        letters[5 * at] = "#"
    return "".join(letters)


@pytest.mark.parametrize("size", [8, 20, 44, 45, len(VALUE)])
def test_one_slip_in_five_letters_is_near_whatever_the_length(size):
    text = VALUE[:size]
    most = max(1, size // grounding.LETTERS_A_SLIP)
    assert grounding.near(text, slipped(text, most))
    if 5 * most < size:
        assert not grounding.near(text, slipped(text, most + 1))
    assert not grounding.near(text, "w8 w9 w10 w11 w12 w13 w14 w15 w16 w17 w18 w19")


def test_short_words_must_be_equal():
    assert grounding.near("Ann", "ann")
    assert not grounding.near("ann", "any")


@pytest.mark.parametrize(
    ("said", "format_"),
    [
        ("well it is n as in november o r a at fjordpost dot no thank you", "email"),
        ("my number is double five five oh one four two", "phone"),
    ],
)
def test_a_value_that_was_said_is_found_in_the_middle_of_a_message(said, format_):
    value = {"email": "nora@fjordpost.no", "phone": "555-0142"}[format_]
    message = f"{'so ' * 400}{said} {'and so on ' * 200}"
    assert grounding.find(value, [message], format_) == value
    assert grounding.find(value, ["so " * 400], format_) is None


def test_a_long_message_costs_its_length_not_its_square(monkeypatch):
    judged = []
    monkeypatch.setattr(grounding, "matches", lambda *pair: bool(judged.append(pair)))
    costs = []
    for words in (200, 400):
        judged.clear()
        assert grounding.find("556677", ["so " * words], "digits") is None
        costs.append(len(judged))
    assert costs[1] < 2.2 * costs[0]
