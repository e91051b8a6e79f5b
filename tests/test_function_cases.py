"""Every built-in has a case for a value, for null and for an error, and every case is of a built-in: tests/cases/expressions.

A case is a scenario of kind `evaluate` whose name is the function's, a colon, and what it shows.
"""

import re
from collections import Counter
from datetime import UTC, datetime
from itertools import product
from pathlib import Path

import pytest
import yaml

from ablmatch.language import nodes
from ablmatch.language.errors import CODES, ExpressionError
from ablmatch.language.expressions import parse
from ablmatch.language.functions import FUNCTIONS, TABLE
from ablmatch.language.functions.moment import Moment
from ablmatch.language.values import to_json
from ablmatch.runtime.evaluator import Scope, compiled
from test_expressions import outcome, same

pytestmark = pytest.mark.native

FOLDER = Path(__file__).parent / "cases" / "expressions"
CLOCK = datetime(2026, 1, 1, tzinfo=UTC)
SHOWN = ("value", "null", "error")
# There is nothing to pass to them.
WITHOUT_NULL = {function.name for function in TABLE if not function.parameters}
# Its value needs a vault, which a scenario has not: the tests at the end of this file.
WITHOUT_VALUE = {"abl.pii_equal"}


def scenarios():
    """(function, what is shown, rows) of all files."""
    for path in sorted(FOLDER.glob("*.yaml")):
        for scenario in yaml.safe_load(path.read_text("utf-8")):
            assert set(scenario) == {"name", "rule", "evaluate"}
            function, shown = scenario["name"].split(": ")
            yield function, shown, scenario["evaluate"]


SCENARIOS = list(scenarios())
ROWS = [
    pytest.param(function, shown, row, id=f"{function}: {shown}: {row['expr'][:60]}")
    for function, shown, rows in SCENARIOS
    for row in rows
]


def test_every_function_has_its_cases_and_every_case_its_function():
    wanted = {
        (function.name, shown)
        for function in TABLE
        for shown in SHOWN
        if not (shown == "null" and function.name in WITHOUT_NULL)
        and not (shown == "value" and function.name in WITHOUT_VALUE)
    }
    counted = Counter((function, shown) for function, shown, _ in SCENARIOS)
    assert set(counted) == wanted
    assert max(counted.values()) == 1
    assert all(rows for _, _, rows in SCENARIOS)


def test_functions_in_lower_case_are_the_same_functions():
    names = {function.name for function in TABLE}
    mirrored = {name: row for name, row in FUNCTIONS.items() if name not in names}
    assert mirrored
    assert all(FUNCTIONS[name.removeprefix("abl.").upper()] is row for name, row in mirrored.items())
    assert {row.name for row in mirrored.values()} == {name for name in names if name.isupper()}


@pytest.mark.parametrize(("function", "shown", "row"), ROWS)
def test_a_case_shows_what_it_says(function, shown, row):
    assert set(row) - {"given"} in ({"expr", "value"}, {"expr", "error"})
    # What null gives may be either.
    assert shown == "null" or shown in row
    tree = parse(row["expr"])
    calls = [node for node in nodes.walk(tree) if isinstance(node, nodes.Call) and node.name == function]
    assert calls
    if shown == "null":
        assert any(is_null(node, row.get("given") or {}) for call in calls for node in nodes.walk(call))


def is_null(node, given):
    if isinstance(node, nodes.Literal):
        return node.value is None
    return isinstance(node, nodes.Path) and node.names[0] not in given


@pytest.mark.parametrize(("function", "shown", "row"), ROWS)
def test_case(function, shown, row):
    kind, found = outcome(row["expr"], row.get("given") or {}, CLOCK)
    assert kind in row
    assert same(found, row[kind])


# What a host may pass and no agent writes.
ODD = [
    10**400, -(10**5000), float("nan"), float("inf"), -float("inf"), 1e308, -0.0, "\ud800", "9" * 400, "1e999", "\x00",
    [float("nan")], {"a": float("inf")}, {"": 10**5000}, 10**25, None, "ab", 3, True,
]  # fmt: skip


@pytest.mark.parametrize("function", TABLE, ids=lambda function: function.name)
def test_odd_values_have_a_value_or_an_error_with_a_code(function):
    for count in range(function.fewest, min(len(function.parameters), 3) + 1):
        call = f"{function.name}({', '.join('abc'[:count])})"
        for one, other in product(ODD, ODD if count > 1 else [None]):
            kind, found = outcome(call, {"a": one, "b": other, "c": one}, CLOCK)
            assert kind == "value" or found in CODES
            if kind == "value":
                assert isinstance(to_json(found), str)


def test_what_stands_beside_a_lone_surrogate_is_found():
    given = {"a": "\ud800 tess@quillmark.example, 555-010-4477"}
    assert outcome("abl.contains_email(a)", given, CLOCK) == ("value", True)
    assert outcome('abl.not_matches_pattern(a, "4477")', given, CLOCK) == ("value", False)
    assert outcome("abl.redact_pii(a)", given, CLOCK) == ("value", "\ud800 [EMAIL], [PHONE]")
    assert outcome('REGEX_EXTRACT(a, "[a-z]+@")', given, CLOCK) == ("value", "tess@")


# --- abl.pii_equal ------------------------------------------------------------------------------------------------


LIVE = {
    "<1>": ("phone", "+1 (555) 010-4477"),
    "<2>": ("phone", "15550104477"),
    "<3>": ("phone", "15550104478"),
    "<4>": ("email", " Tess@Quillmark.example"),
    "<5>": ("email", "tess@quillmark.example"),
    "<6>": ("name", "Tess"),
    "<7>": ("name", "tess"),
}


class Tokens:
    """A vault of a few tokens."""

    def resolve(self, token):
        return LIVE.get(token)


@pytest.mark.parametrize(
    ("left", "right", "wanted"),
    [("<1>", "<2>", True), ("<1>", "<3>", False), ("<4>", "<5>", True), ("<6>", "<6>", True), ("<6>", "<7>", False), ("<1>", "<1>", True)],
)  # fmt: skip
def test_live_tokens_of_one_type_are_compared(left, right, wanted):
    scope = Scope({"left": left, "right": right}, Moment(vault=Tokens()))
    assert compiled("abl.pii_equal(left, right)")(scope) is wanted


@pytest.mark.parametrize(
    ("left", "right"), [("<1>", "<4>"), ("<1>", "<9>"), ("<1>", "15550104477"), ("<1>", None), (5, "<1>")]
)
def test_anything_else_is_an_error_that_holds_no_value(left, right):
    scope = Scope({"left": left, "right": right}, Moment(vault=Tokens()))
    with pytest.raises(ExpressionError) as caught:
        compiled("abl.pii_equal(left, right)")(scope)
    assert caught.value.code == "pii_equal_fault"
    assert not re.search(r"\d", str(caught.value))
