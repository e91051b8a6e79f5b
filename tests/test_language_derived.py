"""Derived fields: the order in which they are computed, cycles, and the kinds that FORMAT gives to calls."""

from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

from ablmatch.language.compiler import check
from ablmatch.language.derived import cycles, in_order, kind_of, names_read
from ablmatch.language.expressions import parse

NAMES = "abcdef"


@pytest.mark.parametrize(
    ("reads", "order", "found"),
    [
        ({"a": {"b"}, "b": {"c"}, "c": {"x"}}, ["c", "b", "a"], []),
        ({"a": {"a"}}, [], [("a",)]),
        ({"a": {"b"}, "b": {"a"}, "c": {"a", "x"}}, ["c"], [("a", "b")]),
        ({"a": {"c"}, "b": {"b"}, "c": {"a"}, "d": set()}, ["d"], [("a", "c"), ("b",)]),
        ({"a": set(), "b": set()}, ["a", "b"], []),
        ({}, [], []),
    ],
)
def test_order_and_cycles(reads, order, found):
    assert in_order(reads) == order
    assert cycles(reads) == found


@given(st.dictionaries(st.sampled_from(NAMES), st.sets(st.sampled_from(NAMES + "xy"))))
def test_every_field_is_behind_what_it_reads_or_in_a_cycle(reads):
    order = in_order(reads)
    cyclic = [name for cycle in cycles(reads) for name in cycle]
    assert sorted([*order, *cyclic]) == sorted(reads)
    for at, name in enumerate(order):
        assert all(one in order[:at] for one in reads[name] if one in order)
    reached = {name: reached_from(name, reads) for name in reads}
    together = [tuple(two for two in reads if two in reached[one] and one in reached[two]) for one in reads]
    assert cycles(reads) == list(dict.fromkeys(one for one in together if one))


def reached_from(name, reads):
    found, left = set(), [name]
    while left:
        new = reads.get(left.pop(), set()) - found
        found |= new
        left += new
    return found


class Counted(dict):
    """Counts how often it is asked for a field's reads."""

    asked = 0

    def __getitem__(self, name):
        self.asked += 1
        return super().__getitem__(name)


@pytest.mark.parametrize("closed", [False, True])
def test_long_chains_and_cycles_cost_their_length(closed):
    names = [f"d{at}" for at in range(5_000)]
    reads = Counted({name: {before} for before, name in pairwise(names)} | ({names[0]: {names[-1]}} if closed else {}))
    assert len(in_order(reads)) == (0 if closed else len(reads))
    assert [len(cycle) for cycle in cycles(reads)] == ([len(names)] if closed else [])
    assert reads.asked < 10 * len(names)


@pytest.mark.parametrize(
    ("text", "kind"),
    [
        ("MATCHES(a, b)", "email"),
        ("MATCH_SCORE(a, b)", "email"),
        ("MATCHES(a, c)", None),
        ("MATCHES(a, d)", None),
        ('MATCHES(a, b, "text")', None),
        ('MATCHES(a, "x")', None),
        ("UPPER(a, b)", None),
    ],
)
def test_both_operands_give_the_kind(text, kind):
    assert kind_of(parse(text), {"a": "email", "b": "email", "c": "phone"}) == kind


def test_names_are_first_names():
    assert names_read(parse("a.b + UPPER(c) == d[e] AND 'f' IN g")) == {"a", "c", "d", "e", "g"}


def test_one_finding_a_cycle_at_its_first_field():
    fields = {"a": "b + c", "b": "a", "c": "c", "d": "x"}
    text = "AGENT: Desk\nGOAL: Help\nMEMORY:\n  session:\n"
    text += "".join(f"    - NAME: {name}\n      DERIVED: {derived}\n" for name, derived in fields.items())
    found = check(text, edition="legacy")
    assert [(one.code, one.line) for one in found] == [("DERIVED_CYCLE", 6), ("DERIVED_CYCLE", 10)]
    assert found[0].message.startswith("`a`, `b`: ")
