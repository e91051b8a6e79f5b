"""Compiled expressions say what the tree says, form by form: held against the walking evaluator on drawn expressions.

Both ways are held against it: the native evaluator, and generated code, which takes over for names that are no dict.
"""

import gc
import random
import sys
from collections import ChainMap
from datetime import UTC, datetime

import pytest
from hypothesis import given
from hypothesis import strategies as st

from ablmatch.language.errors import ExpressionError
from ablmatch.language.expressions import MAX_TREE, parse
from ablmatch.language.functions import TABLE
from ablmatch.language.functions.moment import Moment
from ablmatch.runtime.evaluator import Scope, compile_node, compiled
from ablmatch.runtime.evaluator_source import compile_tree
from expression_oracle import value_of
from test_expressions import same

pytestmark = pytest.mark.native

NOW = datetime(2026, 1, 1, tzinfo=UTC)

LEAVES = st.sampled_from(
    ["a", "b", "c.d", "c.d.0", "c.missing", "missing", "tool_args.x", "tool_args.y", "xs", "xs[0]", "xs[9]", "s.length", "a.b",
     "1", "0", "-3", "2.5", "1e308", "70", '"x"', '""', '"7"', '"false"', "'2026-01-02'", "true", "false", "null", "[]", "{}"]
)  # fmt: skip
BINARY = ["AND", "OR", "IMPLIES", "==", "!=", "<", ">", "<=", ">=", "+", "-", "*", "/", "%", "IN", "contains", "startsWith", "endsWith", "matches"]  # fmt: skip
CALLS = [function for function in TABLE if function.name not in {"UNIQUE_ID", "FORMAT_CURRENCY"}]


def composed(inner):
    def call(function, arguments):
        return f"{function.name}({', '.join(arguments[: len(function.parameters)])})"

    pair = st.tuples(inner, inner)
    return st.one_of(
        st.tuples(inner, st.sampled_from(BINARY), inner).map(lambda one: f"({one[0]} {one[1]} {one[2]})"),
        st.tuples(inner, st.sampled_from(BINARY), inner).map(lambda one: f"({one[0]} {one[1]} {one[2]})"),
        inner.map(lambda one: f"NOT {one}"),
        inner.map(lambda one: f"-({one})"),
        inner.map(lambda one: f"(({one}) IS SET)"),
        inner.map(lambda one: f"(({one}) IS NOT SET)"),
        inner.map(lambda one: f"(({one}) is_number)"),
        pair.map(lambda one: f"({one[0]})[{one[1]}]"),
        inner.map(lambda one: f"({one}).d"),
        st.tuples(inner, inner, inner).map(lambda one: f"({one[0]} ? {one[1]} : {one[2]})"),
        pair.map(lambda one: f"[{one[0]}, {one[1]}]"),
        pair.map(lambda one: f"{{d: {one[0]}, e: {one[1]}}}"),
        pair.map(lambda one: f"({one[0]}).contains({one[1]})"),
        inner.map(lambda one: f"({one}).size()"),
        st.tuples(st.sampled_from(CALLS), st.lists(inner, min_size=3, max_size=3)).map(lambda one: call(*one)),
        st.tuples(inner, inner, st.sampled_from(["email", "digits", "shoe_size"])).map(
            lambda one: f'(MATCH_SCORE({one[0]}, {one[1]}, "{one[2]}") >= 70)'
        ),
        pair.map(lambda one: f'(MATCH_RESULT({one[0]}, {one[1]}, "digits") == "match")'),
        pair.map(lambda one: f"MATCHES({one[0]}, {one[1]})"),
    )


EXPRESSIONS = st.recursive(LEAVES, composed, max_leaves=12)
VALUES = st.recursive(
    st.sampled_from([None, True, False, 0, 1, -3, 70, 2.5, 1e300, "", "x", "7", "false", "2026-01-02", "a b", "x@y.example", 10**400, float("inf"), "\ud800"]),
    lambda inner: st.lists(inner, max_size=2) | st.dictionaries(st.sampled_from(["d", "e", "x"]), inner, max_size=2),
    max_leaves=4,
)  # fmt: skip
NAMES = st.fixed_dictionaries(
    {}, optional=dict.fromkeys(("a", "b", "c", "xs", "s", "a.b", "tool_args"), VALUES)
)  # fmt: skip


def moment():
    return Moment(clock=lambda: NOW, chance=random.Random(1))


def outcome(compute):
    try:
        return compute()
    except ExpressionError as error:
        return f"error {error.code}"


@given(EXPRESSIONS, NAMES)
def test_a_compiled_expression_says_what_its_tree_says(text, names):
    try:
        tree = parse(text)
    except ExpressionError:
        return
    due = outcome(lambda: value_of(tree, names, moment()))
    for found in (
        outcome(lambda: compiled(text)(Scope(names, moment()))),
        outcome(lambda: compiled(text)(Scope(ChainMap(names), moment()))),
        outcome(lambda: compile_tree(tree)(Scope(names, moment()))),
    ):
        assert same(found, due)
        assert type(found) is type(due)


ATOMS = st.sampled_from(["a", "b", "c", "missing", '"x"', '"7"', '"70"', '""', "0", "1", "70", "-1", "2.5", "true", "false", "null"])  # fmt: skip
CONDITIONS = st.recursive(
    st.one_of(
        ATOMS,
        st.tuples(ATOMS, st.sampled_from(["==", "!=", "<", ">", "<=", ">="]), ATOMS).map(" ".join),
        st.tuples(ATOMS, ATOMS, st.sampled_from(["==", "!=", "<", ">", "<=", ">="]), ATOMS).map(
            lambda one: f'MATCH_SCORE({one[0]}, {one[1]}, "digits") {one[2]} {one[3]}'
        ),
        st.tuples(ATOMS, st.sampled_from(["==", "!=", "<", ">", "<=", ">="]), ATOMS, ATOMS).map(
            lambda one: f"{one[0]} {one[1]} MATCH_SCORE({one[2]}, {one[3]})"
        ),
        st.tuples(st.sampled_from(["MATCHES", "MATCH_SCORE", "MATCH_RESULT"]), ATOMS, ATOMS).map(
            lambda one: f"{one[0]}({one[1]}, {one[2]}, null)"
        ),
        ATOMS.map(lambda one: f"{one} IS SET"),
    ),
    lambda inner: st.one_of(
        st.tuples(inner, st.sampled_from(["AND", "OR", "IMPLIES", "=="]), inner).map(
            lambda one: f"({one[0]}) {one[1]} ({one[2]})"
        ),
        st.tuples(inner, inner, inner).map(lambda one: f"(({one[0]}) ? ({one[1]}) : ({one[2]}))"),
        inner.map(lambda one: f"NOT ({one})"),
    ),
    max_leaves=6,
)


class Text(str):
    __slots__ = ()


class Whole(int):
    pass


ATOM_VALUES = st.sampled_from(
    [None, True, False, 0, 1, 70, -1, 10**30, 2.5, 70.0, float("nan"), "", "x", "7", "70", "false", "\ud800", "ä", "x" * 1100,
     Text("x"), Text("false"), Text(""), Whole(70), Whole(0), [], [1], {}]
)  # fmt: skip


@given(CONDITIONS, st.dictionaries(st.sampled_from("abc"), ATOM_VALUES))
def test_a_condition_says_what_its_tree_and_generated_code_say(text, names):
    tree = parse(text)
    due = value_of(tree, names, moment())
    for evaluate in (compile_node(tree), compile_tree(tree)):
        found = evaluate(Scope(names, moment()))
        assert same(found, due) or found is due
        assert type(found) is type(due)


class Refusing:
    """A value that no operator takes."""

    def __eq__(self, other):
        raise ZeroDivisionError

    def __bool__(self):
        raise ZeroDivisionError

    __hash__ = None


@pytest.mark.parametrize(
    "text", ["a == 1 OR b", "NOT a", "a AND b", "a ? 1 : 2", 'a == "x"', "a IMPLIES b", "a + 1", "UPPER(a) == b", "missing"]
)  # fmt: skip
def test_errors_of_values_come_out_of_both_ways(text):
    def elsewhere(_names):
        raise ZeroDivisionError

    for names in ({"a": Refusing(), "b": 1}, ChainMap({"a": Refusing(), "b": 1})):
        heard = []
        for evaluate in (compiled(text), compile_tree(parse(text))):
            try:
                heard.append(evaluate(Scope(names, moment(), elsewhere)))
            except (ZeroDivisionError, ExpressionError, TypeError) as error:
                heard.append(type(error))
        assert heard[0] is heard[1]


@pytest.mark.parametrize(
    ("text", "fails"),
    [
        ('a == "x" AND MATCH_SCORE(b, c, "email") >= 70', False),
        ('MATCHES(b, c) ? [a, b] : MATCH_RESULT(b, c, "digits")', False),
        ('a != n OR n > 1 OR UPPER(b) == b OR (n == 2 IMPLIES c IS NOT SET) OR SUBSTRING(b, 0, 1) == "t"', False),
        ("a < n AND n + a", False),
        ("REPLACE(a, b, c)", False),
        ('a == "x" AND -a > 1', True),
        ("MATCH_SCORE(b, a / 0) > 1", True),
        ('(a == "x" ? tool_args.z : 1) == n', True),
    ],
)
def test_no_reference_is_lost_or_kept(text, fails):
    names = {"a": "x", "b": "tess at quillmark", "c": "Tess@Quillmark.example", "n": 2**40}
    held = [*names, *names.values(), names]
    scope, evaluate = Scope(names, moment()), compiled(text)

    def run():
        try:
            evaluate(scope)
        except ExpressionError:
            return True
        return False

    assert [run() for _ in range(50)] == [fails] * 50
    before = [sys.getrefcount(one) for one in held]
    for _ in range(1000):
        run()
    assert [sys.getrefcount(one) for one in held] == before


def test_a_program_is_collected():
    tree = parse('a == "x" AND UPPER(b) == c')
    gc.collect()
    before = len(gc.get_objects())
    for _ in range(200):
        assert compile_node(tree)(Scope({"a": "x", "b": "y", "c": "Y"})) is True
    gc.collect()
    assert len(gc.get_objects()) - before < 100


def test_names_that_change_while_they_are_read():
    names = {"a": 1, "b": "x" * 50}

    def elsewhere(_names):
        names.clear()
        return 2

    assert compiled("b == missing")(Scope(names, moment(), elsewhere)) is False
    assert names == {}


@pytest.mark.parametrize("count", [2, 19, 20, 21, 40, 41, MAX_TREE - 1])
@pytest.mark.parametrize(
    ("first", "further"),
    [("a", " AND a"), ("a", " OR b"), ("1", " + a"), ('"x"', " + s"), ("b", " * 1"), ("a", " - 1")],
)
def test_long_rows(count, first, further):
    text = first + further * count
    names = {"a": 1, "b": 0, "s": "y"}
    assert compiled(text)(Scope(names)) == value_of(parse(text), names, moment())


@pytest.mark.parametrize("depth", [1, 10, 20, 21, 30])
@pytest.mark.parametrize(
    "form", ["({})", "NOT ({})", "[{}]", "{{d: {}}}", "UPPER({})", "(a ? {} : b)", "({}) IS SET", "a IMPLIES ({})", "-({})", "(tool_args.x IS SET AND ({}))"]
)  # fmt: skip
def test_deep_trees(depth, form):
    text = "a"
    for _ in range(depth):
        text = form.format(text)
    names = {"a": 1, "b": 0, "tool_args": {}}
    found = outcome(lambda: compiled(text)(Scope(names)))
    assert found == outcome(lambda: value_of(parse(text), names, moment()))


@pytest.mark.parametrize(
    "written", ["__import__('os')", "a\n", "x'); fail('", "{0}", "{}", "%s", "\\", "\u2028", "\ud800", "é", 'x" + y + "', "names"]
)  # fmt: skip
def test_what_an_author_writes_stays_a_text(written):
    quoted = '"' + written.replace("\\", "\\\\").replace('"', '\\"').replace("\n", "\\n") + '"'
    assert compiled(quoted)(Scope({})) == written
    assert compiled(f"{quoted} + a == {quoted}")(Scope({"a": ""})) is True
    assert compiled(f"o[{quoted}]")(Scope({"o": {written: 5}})) == 5
    assert compiled(f"{{{quoted}: 1}}")(Scope({})) == {written: 1}


def test_names_of_python_are_names_of_values():
    names = {
        name: at
        for at, name in enumerate(
            ["scope", "names", "v1", "given0", "equal", "str", "class", "None", "lambda", "__builtins__"]
        )
    }
    for name, at in names.items():
        assert compiled(f"{name} + 0")(Scope(names)) == at


def test_nothing_of_python_is_reached():
    assert compiled("a.__class__")(Scope({"a": "x"})) is None
    assert compiled("__builtins__")(Scope({})) is None
