"""Did you mean: one slip in a name finds it, short names too; another word finds nothing."""

import pytest

from ablmatch.language.agents import KEYWORDS
from ablmatch.language.nearest import nearest

KEYS = ["name", "type", "description", "initial", "reset", "readonly", "model_writers", "model_visible"]


@pytest.mark.parametrize(
    ("word", "names", "meant"),
    [
        ("gol", ["goal", "gather"], "goal"),
        ("Dsk", ["Back", "Desk"], "Desk"),
        ("tpye", KEYS, "type"),
        ("nme", KEYS, "name"),
        ("readonly_", KEYS, "readonly"),
        ("model_writer", KEYS, "model_writers"),
        ("modelvisible", KEYS, "model_visible"),
        ("INITAIL", KEYS, "initial"),
        ("memroy", [one.lower() for one in KEYWORDS], "memory"),
        ("verify_emial", ["verify_email", "verify_phone"], "verify_email"),
        ("step_too", ["step_one", "step_two"], "step_two"),
        ("source", KEYS, None),
        ("when", ["then", "where"], "then"),
        ("flow", ["follow"], None),
        ("a", ["b", "c"], None),
        ("to", ["ttl", "id"], None),
        ("", ["goal"], None),
        ("x@y", ["goal"], None),
        ("goal", [], None),
    ],
)
def test_what_was_meant(word, names, meant):
    assert nearest(word, names) == meant


def test_the_first_of_equals_is_found():
    assert nearest("mat", ["cat", "bat"]) == "cat"
    assert nearest("mat", ["bat", "cat"]) == "bat"


@pytest.mark.parametrize("name", [one for one in KEYWORDS if len(one) > 3 and " " not in one])
def test_a_letter_missing_in_a_section_keyword_finds_it(name):
    known = list(KEYWORDS)
    assert nearest(name[:-2] + name[-1], known) == name
