"""The expression language: the open scenarios of kind `evaluate`, the functions' own examples, and what always holds."""

import random
import tracemalloc
from datetime import UTC, datetime

import pytest
import yaml
from hypothesis import given, settings
from hypothesis import strategies as st

import ablmatch as abl
from ablmatch.language.errors import CODES
from ablmatch.language.expressions import parse
from ablmatch.language.functions import TABLE
from ablmatch.language.functions.moment import Moment
from ablmatch.language.nodes import walk
from ablmatch.language.values import equal, order, parse_number, to_text, truthy, write_number
from ablmatch.runtime.evaluator import Scope, compiled
from conftest import SHARED

pytestmark = pytest.mark.native

DEFAULT_CLOCK = datetime(2026, 1, 1, tzinfo=UTC)


def evaluate_rows():
    """(file and scenario, row, clock) of every open scenario that evaluates expressions."""
    folder = SHARED / "cases" / "scenarios"
    for path in sorted(folder.glob("*.yaml")) if folder.is_dir() else ():
        for scenario in yaml.safe_load(path.read_text("utf-8")):
            clock = scenario.get("clock", DEFAULT_CLOCK)
            clock = datetime.fromisoformat(clock) if isinstance(clock, str) else clock
            for row in scenario.get("evaluate", ()):
                yield pytest.param(row, clock, id=f"{path.stem}: {scenario['name']}: {row['expr'][:60]}")


def same(found, wanted):
    """Equal as the scenarios mean it: numbers by value, a bool never equal to a number."""
    if isinstance(found, bool) or isinstance(wanted, bool):
        return found is wanted
    if isinstance(found, list) and isinstance(wanted, list):
        return len(found) == len(wanted) and all(map(same, found, wanted))
    if isinstance(found, dict) and isinstance(wanted, dict):
        return found.keys() == wanted.keys() and all(same(found[key], wanted[key]) for key in found)
    return found == wanted


def outcome(expression, bindings, now=DEFAULT_CLOCK):
    try:
        return "value", abl.evaluate(expression, bindings, now=now)
    except abl.ExpressionError as error:
        return "error", error.code


@pytest.mark.skipif(not SHARED.is_dir(), reason=f"{SHARED} is absent")
@pytest.mark.parametrize(("row", "clock"), list(evaluate_rows()))
def test_open_scenario(row, clock):
    kind, found = outcome(row["expr"], row.get("given") or {}, clock)
    if "error" in row:
        assert (kind, found) == ("error", row["error"])
    else:
        assert kind == "value"
        assert same(found, row["value"])


# --- functions ------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("function", TABLE, ids=lambda function: function.name)
def test_example_of_a_function(function):
    expression, wanted = function.example
    kind, found = outcome(expression, {})
    if function.name == "abl.pii_equal":
        assert (kind, found) == ("error", "pii_equal_fault")
    else:
        assert kind == "value"
        assert same(found, wanted)


@pytest.mark.parametrize("function", TABLE, ids=lambda function: function.name)
def test_function_refuses_a_wrong_number_of_arguments(function):
    for count in {function.fewest - 1, (function.most or function.fewest) + 1} - {-1}:
        if function.takes(count):
            continue
        arguments = ", ".join(["1"] * count)
        assert outcome(f"{function.name}({arguments})", {}) == ("error", "bad_argument")


@pytest.mark.parametrize(
    ("expression", "code"),
    [
        ('MASK("abc", "most")', "bad_argument"),
        ('MASK(null, "all")', "bad_argument"),
        ('FORMAT_CURRENCY(1, "dollars")', "bad_argument"),
        ('SUBSTRING("abc", "x")', "bad_argument"),
        ('"a" * 2', "bad_argument"),
        ("[1] + 2", "bad_argument"),
        ("-x", "bad_argument"),
        ("x.shout()", "unknown_function"),
        ("tool_args.amount > 5", "unbound_tool_args"),
        ("tool_args.amount IS SET", "unbound_tool_args"),
        ("= 1", "syntax"),
        ("a = 1", "syntax"),
        ("12ab", "syntax"),
        ("a ? 1", "syntax"),
        ("[1, 2", "syntax"),
        ("{1: 2}", "syntax"),
        ("a..b", "syntax"),
        ("", "syntax"),
        ("a matches /[/", "syntax"),
        ("(" * 5000, "depth_exceeded"),
        ("NOT " * 5000 + "true", "depth_exceeded"),
        ("- " * 5000 + "1", "depth_exceeded"),
        ("1" + " + 1" * 5000, "depth_exceeded"),
        ("true" + " AND true" * 5000, "depth_exceeded"),
        ("1e308 * 10", "bad_argument"),
        ("1e999", "syntax"),
        ("1" * 5000, "syntax"),
        ("huge * 2", "bad_argument"),
        ("1 % infinite", "bad_argument"),
        ("a is set", "syntax"),
    ],
)
def test_error(expression, code):
    assert outcome(expression, {"x": "text", "huge": 10**400, "infinite": float("inf")}) == ("error", code)


@pytest.mark.parametrize(
    ("expression", "bindings", "wanted"),
    [
        ("7 / 2", {}, 3.5),
        ("1" + " + 1" * 100, {}, 101),
        ("-7 % 3", {}, -1),
        ("7 % -3", {}, 1),
        ('"5" * 2', {}, 10),
        ('1 + "2"', {}, "12"),
        ('null + "x"', {}, "x"),
        ("ADD(null, 1)", {}, None),
        ("a IN b", {"a": None, "b": [1, None]}, True),
        ("a matches /^B\\/[0-9]+$/", {"a": "B/12"}, True),
        ("a MATCHES /^b/i", {"a": "B12"}, True),
        ('"a\\"b" == a', {"a": 'a"b'}, True),
        (r'"\d" == a', {"a": r"\d"}, True),
        ("x.0.n", {"x": [{"n": 4}]}, 4),
        ('x["n"]', {"x": {"n": 4}}, 4),
        ("x[-1]", {"x": [1]}, None),
        ("tool_args.amount", {"tool_args": {"amount": 5}}, 5),
        ("tool_args.note IS SET", {"tool_args": {"amount": 5}}, False),
        ("x.size()", {"x": [1, 2]}, 2),
        ('x + ""', {"x": 10**400}, "null"),
        (
            "TO_STRING([0.0000001, 1e25, 2.0, true, null, {a: 'é\\n'}, [], {}])",
            {},
            '[1e-7,1e+25,2,true,null,{"a":"é\\n"},[],{}]',
        ),
        ("TO_STRING([x])", {"x": 10**5000}, "[null]"),
        ("x is_number OR IS_NUMBER(x)", {"x": 10**400}, False),
        ("x > 1 AND x > 1.5 AND NOT x < 2", {"x": 10**400}, True),
        ("x > 1 OR x <= 1 OR x == x", {"x": float("nan")}, False),
        ("abl.upper(x) == UPPER(x)", {"x": "ab"}, True),
        ("ROUND(1e300)", {}, 1e300),
        ("ROUND(1.005, 2)", {}, 1.01),
        ('FORMAT_CURRENCY(1234.5, "EUR", "de-DE")', {}, "1.234,50\xa0€"),
        ('abl.redact_pii("call 555-010-4477 or a@b.example")', {}, "call [PHONE] or [EMAIL]"),
        ('abl.contains_pii("card 4111 1111 1111 1111")', {}, True),
        ('abl.contains_pii("order 4111 1111 1111 1112 of 3")', {}, False),
        ('MATCHES("a", "a", "shoe_size")', {}, False),
        ('MATCH_SCORE(true, "1", "digits")', {}, -1),
        ('MATCH_SCORE(4471, "4471", "digits")', {}, 100),
        ('MATCH_SCORE(4471.0, "4471", "digits")', {}, 100),
    ],
)
def test_value(expression, bindings, wanted):
    kind, found = outcome(expression, bindings)
    assert kind == "value"
    assert same(found, wanted)


LONG = "x" * 100_000


@pytest.mark.parametrize(
    ("expression", "bindings"),
    [
        ('JOIN(SPLIT(a, ""), a)', {"a": LONG}),
        ('JOIN(xs, "")', {"xs": [LONG] * 40_000}),
        ("TO_STRING(xs)", {"xs": [LONG] * 40_000}),
        ("UPPER(o)", {"o": {str(at): LONG for at in range(40_000)}}),
        ("xs + a", {"xs": [[LONG]] * 40_000, "a": "y"}),
        ('REGEX_REPLACE(a, "x", a)', {"a": LONG}),
        ('REGEX_REPLACE(a, "(x+)", REPEAT("$1", 50000))', {"a": LONG}),
        ('REPLACE(a, "x", a)', {"a": LONG}),
        ("abl.redact_pii(a)", {"a": "a@b.cd " * 20_000}),
    ],
)
def test_a_text_takes_no_memory_beyond_its_limit(expression, bindings):
    tracemalloc.start()
    try:
        found = abl.evaluate(expression, bindings)
        peak = tracemalloc.get_traced_memory()[1]
    finally:
        tracemalloc.stop()
    assert len(found) == 100_000
    assert peak < 30_000_000


def test_values_that_are_nested_too_deeply_are_an_error():
    one, other = [], []
    for _ in range(5000):
        one, other = [one], [other]
    assert outcome("a == b", {"a": one, "b": other}) == ("error", "depth_exceeded")
    assert outcome('a + ""', {"a": one}) == ("error", "depth_exceeded")


def test_unknown_kind_is_noted_without_a_value():
    heard = []
    scope = Scope({"said": "secret"}, Moment(note=heard.append))
    assert compiled('MATCH_SCORE(said, "x", kind)')(scope) == 0
    assert heard == []
    assert compiled('MATCH_SCORE(said, "x", "shoe_size")')(scope) == -1
    assert heard == ["ABLX_MATCH_KIND_UNKNOWN"]


@pytest.mark.parametrize(
    ("expression", "wanted"),
    [
        ('a matches "([0-9]+) ([a-z]+)" AND match.2 == "pm"', True),
        ('a matches "[0-9]+" ? match.0 : "none"', "12"),
        ('a.matches("(?P<hour>[0-9]+)") ? match.hour : "none"', "12"),
        ('a matches "[0-9]+" AND a matches "[a-z]+" ? match.0 : 0', "at"),
        ('a matches "(x)?at" ? match.1 : 0', None),
        ('NOT a matches "zzz" ? match.0 : 0', None),
        ("match.0", None),
        ("match", None),
        ('a matches "at" AND match.7 IS NOT SET', True),
        ('c matches "at" ? match.0 : 0', 0),
    ],
)
def test_what_matches_found(expression, wanted):
    assert abl.evaluate(expression, {"a": "at 12 pm"}) == wanted
    # Nothing is left behind.
    assert abl.evaluate("match.0", {"a": "at 12 pm"}) is None


def test_a_value_called_match_comes_first():
    assert abl.evaluate('a matches "x" ? match.b : 0', {"a": "x", "match": {"b": 5}}) == 5
    assert abl.evaluate('a matches "x" ? match.0 : 0', {"a": "x", "match.0": 7}) == 7


def test_chance_and_clock_are_passed_in():
    def draw():
        return compiled("UNIQUE_ID(20)")(Scope({}, Moment(chance=random.Random(5))))

    assert draw() == draw()
    assert abl.evaluate("NOW()", {}, now=datetime(2026, 3, 4, 5, 6, 7, 89000)) == "2026-03-04T05:06:07.089Z"  # noqa: DTZ001


def test_an_error_knows_its_place():
    with pytest.raises(abl.ExpressionError) as caught:
        abl.evaluate("a == 1 AND SHOUT(b)", {"a": 1})
    assert "a == 1 AND SHOUT(b)"[caught.value.start : caught.value.end] == "SHOUT(b)"


# --- what always holds ------------------------------------------------------------------------------------------------

PIECES = st.sampled_from(
    [
        *"()[]{}.,:?!<>+-*/%= ", "==", "!=", "<=", "&&", "||", " AND ", " OR ", " NOT ", " IMPLIES ", " IS SET", " IN ",
        " contains ", " matches ", "a", "b.c", "tool_args.x", "true", "null", "1", "2.5", '"x"', "'y'", "UPPER(", "IF(",
        "MATCH_SCORE(", "abl.word_count(", "REGEX_EXTRACT(", "/x/", "é", "\n", '"', "1e9",
    ]
)  # fmt: skip
VALUES = st.recursive(
    st.none() | st.booleans() | st.integers(-(10**20), 10**20) | st.floats(allow_nan=False) | st.text(max_size=8),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=4), inner, max_size=3),
    max_leaves=6,
)


@given(st.lists(PIECES, max_size=14).map("".join) | st.text(max_size=40), VALUES, VALUES)
@settings(max_examples=400, deadline=None)
def test_any_text_has_a_value_or_an_error_with_a_code(text, a, b):
    try:
        first = abl.evaluate(text, {"a": a, "b": {"c": b}}, now=DEFAULT_CLOCK)
    except abl.ExpressionError as error:
        assert error.code in CODES  # noqa: PT017 - either outcome is right
        assert -1 <= error.start <= error.end <= len(text)  # noqa: PT017
        return
    if "UNIQUE_ID" not in text:
        assert same(first, abl.evaluate(text, {"a": a, "b": {"c": b}}, now=DEFAULT_CLOCK))
    for node in walk(parse(text)):
        assert 0 <= node.start <= node.end <= len(text)


@given(VALUES, VALUES)
@settings(max_examples=300, deadline=None)
def test_comparison(one, other):
    assert equal(one, one) or one != one  # noqa: PLR0124 - NaN
    assert equal(one, other) == equal(other, one)
    found, turned = order(one, other), order(other, one)
    assert (found is None) == (turned is None)
    assert found is None or found == -turned
    values = {"one": one, "other": other}
    assert abl.evaluate("one == other", values) == equal(one, other)
    assert abl.evaluate("NOT one", values) == (not truthy(one))
    both_null = one is None and other is None
    assert abl.evaluate("one != other", values) == (not both_null and not equal(one, other))


@given(st.integers(-(10**18), 10**18) | st.floats(allow_nan=False, allow_infinity=False))
@settings(max_examples=300, deadline=None)
def test_a_number_reads_back_as_it_is_written(number):
    assert float(parse_number(write_number(number))) == float(number)
    assert to_text(number) == write_number(number)


def test_arguments_of_another_type_are_told():
    for arguments in ((None, {}), ("1", None), ("1", [1])):
        with pytest.raises(TypeError, match="must be a"):
            abl.evaluate(*arguments)


@pytest.mark.parametrize("value", [{1, 2}, b"abc", object(), [b"abc"], {"a": {1}}])
def test_a_value_that_json_has_not_is_told_by_its_type(value):
    with pytest.raises(abl.ExpressionError, match=r"JSON has no (set|bytes|object)") as caught:
        abl.evaluate("TO_STRING(a)", {"a": value})
    assert caught.value.code == "bad_argument"
