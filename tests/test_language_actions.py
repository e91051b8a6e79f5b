"""Authored actions: every form of SET, CLEAR, CALL, TRANSFORM and of lists with branches, in both formats."""

import pytest

from ablmatch.language import ir
from ablmatch.language.compiler import check
from ablmatch.language.reading import MISSING
from ablmatch.language.sections.actions import read_actions, read_branches
from ablmatch.language.sections.assignments import parts, read_assignments
from ablmatch.language.sections.calls import read_call, read_transform
from ablmatch.language.sections.conditions import is_condition
from language_parts import read, reading_of, value_of


def becomes(target, expression):
    return ir.Assignment(target=target, expression=expression)


def filled(target, template):
    return ir.Assignment(target=target, template=template)


def to(target, reason=None):
    return ir.Goto(target=target, reason=reason)


def says(text):
    return ir.Respond(text=text)


def call(tool, *arguments, **more):
    return ir.ToolCall(tool=tool, arguments=arguments, **more)


SETS = [
    ("text", "SET: a = 1", [becomes("a", "1")]),
    ("yaml", "set: a = 1", [becomes("a", "1")]),
    ("yaml", "set: 'a = \"x\"'", [becomes("a", '"x"')]),
    ("text", 'SET: user.language = "fi"', [becomes("user.language", '"fi"')]),
    ("text", "SET: a = b == c", [becomes("a", "b == c")]),
    ("text", "SET: a[0].b = c", [becomes("a[0].b", "c")]),
    ("text", "SET:\n  a = b + c\n  d = NOW()", [becomes("a", "b + c"), becomes("d", "NOW()")]),
    ("text", 'SET:\n  - a = "x, y"\n  - _meta.team = b', [becomes("a", '"x, y"'), becomes("_meta.team", "b")]),
    ("yaml", "set:\n  - a = 1\n  - b = 2", [becomes("a", "1"), becomes("b", "2")]),
    ("yaml", "set:\n  - a: 1\n  - b: 2", [becomes("a", "1"), becomes("b", "2")]),
    ("yaml", 'set: {a: b, c: "Hello {{d}}"}', [becomes("a", "b"), filled("c", "Hello {{d}}")]),
    ("text", 'SET: {a: b, c: "Hello {{d}}"}', [becomes("a", "b"), filled("c", "Hello {{d}}")]),
    ("text", "set:\n  a: result.email\n  b: 'x'", [becomes("a", "result.email"), filled("b", "x")]),
    ("yaml", "set:\n  a.b: result.email\n  c: |\n    two\n    lines", [becomes("a.b", "result.email"), filled("c", "two\nlines")]),
    ("yaml", "set:\n  a:\n    city: b\n    code: '7'", [becomes("a", '{"city": b, "code": "7"}')]),
    ("yaml", "set:\n  a: [b, 2]", [becomes("a", "[b, 2]")]),
    ("text", "SET: |\n  a = 1\n  b = 2", [becomes("a", "1"), becomes("b", "2")]),
]  # fmt: skip


@pytest.mark.parametrize(("form", "snippet", "wanted"), SETS, ids=[f"{one[0]}: {one[1]}" for one in SETS])
def test_set(form, snippet, wanted):
    assert read(read_assignments, snippet, form) == (tuple(wanted), [])


@pytest.mark.parametrize(
    ("form", "snippet", "codes"),
    [
        ("text", "SET: a", ["ABLX_ASSIGNMENT_INVALID"]),
        ("text", "SET: a =", ["ABLX_ASSIGNMENT_INVALID"]),
        ("text", "SET: a == 1", ["ABLX_ASSIGNMENT_INVALID"]),
        ("text", "SET: 1a = 1", ["ABLX_ASSIGNMENT_INVALID"]),
        ("text", "SET: a = b +", ["ABLX_EXPRESSION_SYNTAX"]),
        ("text", "SET:\n  a = b +\n  c = 1", ["ABLX_EXPRESSION_SYNTAX"]),
        ("yaml", "set: {a b: 1}", ["ABLX_ASSIGNMENT_INVALID"]),
        ("yaml", "set: {a: b +}", ["ABLX_EXPRESSION_SYNTAX"]),
        ("yaml", "set: {a: }", ["ABLX_VALUE_MISSING"]),
    ],
)
def test_a_set_that_cannot_be_read(form, snippet, codes):
    found, seen = read(read_assignments, snippet, form)
    assert seen == codes
    assert [one.target for one in found] == (["c"] if "c = 1" in snippet else [])


CALLS = [
    ("text", "CALL: look_up", call("look_up")),
    ("text", "CALL: look_up(city)", call("look_up", becomes("city", "city"))),
    ("text", "CALL: look_up(user.town)", call("look_up", becomes("town", "user.town"))),
    ("text", 'CALL: look_up(city, floor = 1 + 2, note="a, b")', call("look_up", becomes("city", "city"), becomes("floor", "1 + 2"), becomes("note", '"a, b"'))),
    ("text", "CALL: find(x, y)", call("find", becomes("first", "x"), becomes("second", "y"))),
    ("text", 'CALL: find("x", LOWER(y))', call("find", becomes("first", '"x"'), becomes("second", "LOWER(y)"))),
    ("text", "CALL: look_up()", call("look_up")),
    ("text", "CALL: look_up\n  WITH:\n    city: town\n  AS: found\n  WHEN: town IS SET", call("look_up", becomes("city", "town"), bind="found", when="town IS SET")),
    ("yaml", "call: {tool: look_up, with: {city: town}, as: found, when: town IS SET}", call("look_up", becomes("city", "town"), bind="found", when="town IS SET")),
    ("text", 'CALL: look_up\n  WITH:\n    city: "Turku"', call("look_up", becomes("city", '"Turku"'))),
    ("yaml", "call:\n  tool: look_up\n  with:\n    city: 'Turku'", call("look_up", becomes("city", '"Turku"'))),
    ("text", 'CALL: look_up\n  WITH:\n    city: "{{town}}, Finland"', call("look_up", filled("city", "{{town}}, Finland"))),
    ("text", "CALL: look_up\n  WITH:\n    place:\n      city: town\n      code: '7'", call("look_up", becomes("place", '{"city": town, "code": "7"}'))),
    ("text", "CALL: look_up\n  WITH: {city: town, n: 3}", call("look_up", becomes("city", "town"), becomes("n", "3"))),
    ("text", "CALL: look_up\n  WITH:\n    - city\n    - n = 3", call("look_up", becomes("city", "city"), becomes("n", "3"))),
    ("text", "CALL: look_up\n  WITH: city, n = 3", call("look_up", becomes("city", "city"), becomes("n", "3"))),
]  # fmt: skip


@pytest.mark.parametrize(("form", "snippet", "wanted"), CALLS, ids=[f"{one[0]}: {one[1]}" for one in CALLS])
def test_call(form, snippet, wanted):
    assert read(read_call, snippet, form, {"find": ("first", "second")}) == (wanted, [])


@pytest.mark.parametrize(
    ("snippet", "code"),
    [
        ("CALL: look up", "ABLX_CALL_INVALID"),
        ("CALL: look_up(", "ABLX_CALL_INVALID"),
        ("CALL:\n  AS: x", "ABLX_CALL_INVALID"),
        ("CALL: look_up(1 + 2)", "ABLX_ARGUMENT_INVALID"),
        ("CALL: look_up(a,)", "ABLX_ARGUMENT_INVALID"),
        ("CALL: look_up(a = )", "ABLX_ARGUMENT_INVALID"),
        ("CALL: look_up(a = b +)", "ABLX_EXPRESSION_SYNTAX"),
        ("CALL: look_up\n  WIT: a", "ABLX_KEY_UNKNOWN"),
    ],
)
def test_a_call_that_cannot_be_read(snippet, code):
    found, codes = read(read_call, snippet, "text")
    assert codes == [code]
    assert (found is MISSING) == (code == "ABLX_CALL_INVALID")


SORTED = ir.Transform(source="orders", item="o", into="big", filter="o.sum > 9", map="o.id", sort_by="o.sum", descending=True, limit="3")  # fmt: skip


@pytest.mark.parametrize(
    ("form", "snippet", "wanted"),
    [
        ("text", "TRANSFORM: orders AS o INTO big", ir.Transform(source="orders", item="o", into="big")),
        ("yaml", "transform: orders AS o INTO big", ir.Transform(source="orders", item="o", into="big")),
        ("text", "TRANSFORM: orders AS o INTO big\n  FILTER: o.sum > 9\n  MAP: o.id\n  SORT_BY: o.sum DESC\n  LIMIT: 3", SORTED),
        ("text", "TRANSFORM:\n  SOURCE: orders\n  AS: o\n  INTO: big\n  FILTER: o.sum > 9\n  MAP: o.id\n  SORT_BY: o.sum desc\n  LIMIT: 3", SORTED),
        ("yaml", "transform:\n  source: orders\n  as: o\n  into: big\n  filter: o.sum > 9\n  map: o.id\n  sort_by: o.sum DESC\n  limit: 3", SORTED),
    ],
)  # fmt: skip
def test_transform(form, snippet, wanted):
    assert read(read_transform, snippet, form) == (wanted, [])


@pytest.mark.parametrize(
    "snippet",
    ["TRANSFORM: orders", "TRANSFORM:\n  SOURCE: orders\n  AS: o", "TRANSFORM:\n  SOURCE: a\n  AS: o o\n  INTO: b"],
)
def test_a_transform_that_cannot_be_read(snippet):
    assert read(read_transform, snippet, "text") == (MISSING, ["ABLX_TRANSFORM_INVALID"])


A, B = ir.Set(assignments=(becomes("a", "1"),)), ir.Set(assignments=(becomes("b", "2"),))
# (text, YAML twin, what both give)
ACTIONS = [
    ("do:\n  SET: a = 1", "do:\n  set: a = 1", [A]),
    ("do:\n  - SET: a = 1\n  - CLEAR: [b, c]", "do:\n  - set: a = 1\n  - clear: [b, c]", [A, ir.Clear(names=("b", "c"))]),
    ('do:\n  - RESPOND: "Hi {{b}}"\n    SET: a = 1', 'do:\n  - respond: "Hi {{b}}"\n    set: a = 1', [says("Hi {{b}}"), A]),
    ('do:\n  - LOG: "x"\n  - LOG:\n      MESSAGE: "y"\n      LEVEL: warn', 'do:\n  - log: "x"\n  - log: {message: "y", level: warn}', [ir.Log(text="x"), ir.Log(text="y", level="warn")]),
    ("do:\n  - CALL: t(a)\n    AS: x", "do:\n  - call: t(a)\n    as: x", [ir.CallTool(call=call("t", becomes("a", "a"), bind="x"))]),
    ("do:\n  - GOTO: ask\n  - THEN: complete", "do:\n  - goto: ask\n  - then: complete", [to("ask"), to("COMPLETE")]),
    ('do:\n  - THEN: ESCALATE with REASON: "late"', "do:\n  - then: 'ESCALATE with REASON: \"late\"'", [to("ESCALATE", "late")]),
    ('do:\n  - THEN: ESCALATE\n      REASON: "late"', "do:\n  - then: {escalate: {reason: late}}", [to("ESCALATE", "late")]),
    ("do:\n  - HANDOFF: Back\n  - DELEGATE: Worker", "do:\n  - handoff: {to: Back}\n  - delegate: {agent: Worker}", [ir.HandOffTo(target="Back"), ir.DelegateTo(target="Worker")]),
    ("do:\n  - THEN: HANDOFF Back", "do:\n  - then: HANDOFF Back", [ir.HandOffTo(target="Back")]),
    ("do:\n  - RETURN:\n      verdict: a\n  - COMPLETE:", "do:\n  - return: {verdict: a}\n  - complete: true", [ir.Return(assignments=(becomes("verdict", "a"),)), to("COMPLETE")]),
    ("do:\n  - COMPLETE", "do:\n  - COMPLETE", [to("COMPLETE")]),
    ('do:\n  - ESCALATE: "late"\n  - ESCALATE', "do:\n  - escalate: {reason: late}\n  - ESCALATE", [to("ESCALATE", "late"), to("ESCALATE")]),
    ("do:\n  - RETURN\n  - CONTINUE:", "do:\n  - RETURN\n  - continue: true", [ir.Return(), to("CONTINUE")]),
    ('do:\n  - COMPLETE:\n      RESPOND: "Bye"', "do:\n  - complete: {respond: Bye}", [says("Bye"), to("COMPLETE")]),
    ('do:\n  - RESPOND:\n      - "a"\n      - "b"', "do:\n  - respond: [a, b]", [says("a\nb")]),
    ("do:\n  - IF: c == 1\n    SET: a = 1\n  - ELSE:\n      SET: b = 2", "do:\n  - if: c == 1\n    set: a = 1\n  - else:\n      set: b = 2", [ir.Choose(branches=(ir.Branch(when="c == 1", steps=(A,)), ir.Branch(steps=(B,))))]),
    ("do:\n  - IF: c == 1\n    SET: a = 1\n  - ELSE:\n    SET: b = 2", "do:\n  - {if: c == 1, set: a = 1}\n  - {else: , set: b = 2}", [ir.Choose(branches=(ir.Branch(when="c == 1", steps=(A,)), ir.Branch(steps=(B,))))]),
    ("do:\n  - WHEN: c\n    THEN:\n      - SET: a = 1\n      - GOTO: ask\n    ELSE: last", "do:\n  - when: c\n    then:\n      - set: a = 1\n      - goto: ask\n    else: last", [ir.Choose(branches=(ir.Branch(when="c", steps=(A, to("ask"))), ir.Branch(steps=(to("last"),))))]),
    ('do:\n  - IF: c\n    SET: a = 1\n  - LOG: "x"\n  - IF: d\n    SET: b = 2', "do:\n  - {if: c, set: a = 1}\n  - log: x\n  - {if: d, do: [set: b = 2]}", [ir.Choose(branches=(ir.Branch(when="c", steps=(A,)),)), ir.Log(text="x"), ir.Choose(branches=(ir.Branch(when="d", steps=(B,)),))]),
    ("do:\n  IF: c\n    SET: a = 1\n  ELSE:\n    SET: b = 2", "do:\n  if: c\n  set: a = 1\n  else: {set: b = 2}", [ir.Choose(branches=(ir.Branch(when="c", steps=(A,)), ir.Branch(steps=(B,))))]),
    ("do:\n  - TRANSFORM: xs AS x INTO ys", "do:\n  - transform: xs AS x INTO ys", [ir.Transform(source="xs", item="x", into="ys")]),
    ('do:\n  - RESPOND: "Hi"\n      VOICE:\n        speed: 1\n    RICH_CONTENT:\n      a: b', 'do:\n  - respond: "Hi"\n    rich_content: {a: b}', [says("Hi")]),
]  # fmt: skip
CALL_BESIDE = {4}


@pytest.mark.parametrize("at", range(len(ACTIONS)), ids=[one[0] for one in ACTIONS])
def test_actions_in_both_formats(at):
    text, twin, wanted = ACTIONS[at]
    beside = ["ABLX_CALL_SIBLING"] if at in CALL_BESIDE else []
    assert read(read_actions, text, "text") == (tuple(wanted), beside)
    assert read(read_actions, twin, "yaml") == (tuple(wanted), [])


@pytest.mark.parametrize(
    ("snippet", "code"),
    [
        ("do:\n  - say hello", "ABLX_ACTION_INVALID"),
        ("do:\n  - SAY: hello", "ABLX_KEY_UNKNOWN"),
        ("do:\n  - GOTO: over there", "ABLX_THEN_INVALID"),
        ("do:\n  - THEN: ESCALATE now", "ABLX_THEN_INVALID"),
        ('do:\n  - THEN: ESCALATE "a" b', "ABLX_THEN_INVALID"),
        ("do:\n  - HANDOFF: the back", "ABLX_AGENT_REFERENCE"),
        ("do:\n  - HANDOFF:\n      WHO: Back", "ABLX_KEY_UNKNOWN"),
        ("do:\n  - LOG:\n      MESSAGE: x\n      LEVEL: loud", "ABLX_LEVEL_UNKNOWN"),
        ("do:\n  - LOG:\n      LEVEL: warn", "ABLX_VALUE_TEXT"),
        ("do:\n  - CLEAR:\n      a: b", "ABLX_VALUE_NAMES"),
        ("do:\n  - GOTO:\n      - a", "ABLX_THEN_INVALID"),
        ("do:\n  - TRANSFORM: xs + AS x INTO ys", "ABLX_EXPRESSION_SYNTAX"),
        ("do:\n  - TRANSFORM: xs AS x INTO ys\n      SORT_BY:\n        - a", "ABLX_TRANSFORM_INVALID"),
        ("do:\n  - SET:", "ABLX_VALUE_MISSING"),
        ("do:\n  - IF:\n    SET: a = 1", "ABLX_VALUE_MISSING"),
        ("do:\n  - IF: c ==\n    SET: a = 1", "ABLX_EXPRESSION_SYNTAX"),
    ],
)
def test_actions_that_cannot_be_read(snippet, code):
    steps, codes = read(read_actions, snippet, "text")
    assert codes[:1] == [code]
    assert all(isinstance(step, ir.Log | ir.Transform) for step in steps)


@pytest.mark.parametrize(
    ("text", "twin", "wanted"),
    [
        ("ON_INPUT: ask", "on_input: ask", [ir.Branch(steps=(to("ask"),))]),
        ("ON_INPUT:\n  SET: a = 1\n  THEN: ask", "on_input: {set: a = 1, then: ask}", [ir.Branch(steps=(A, to("ask")))]),
        ("ON_INPUT:\n  - IF: c\n    THEN: ask\n  - ELSE: last", "on_input:\n  - {if: c, then: ask}\n  - else: last", [ir.Branch(when="c", steps=(to("ask"),)), ir.Branch(steps=(to("last"),))]),
        ("ON_INPUT:\n  - IF: c\n    THEN: ask\n  - THEN: last", "on_input:\n  - {if: c, then: ask}\n  - {then: last}", [ir.Branch(when="c", steps=(to("ask"),)), ir.Branch(steps=(to("last"),))]),
        ("ON_INPUT:\n  - IF c == 1\n    THEN: ask", "on_input:\n  - {condition: c == 1, then: ask}", [ir.Branch(when="c == 1", steps=(to("ask"),))]),
        ("ON_INPUT:\n  - THEN: ask\n    IF: c", "on_input:\n  - {then: ask, if: c}", [ir.Branch(when="c", steps=(to("ask"),))]),
        ("ON_INPUT:\n  - SET: a = 1\n    THEN: ask\n    IF: c\n    ELSE: last", "on_input:\n  - {else: last, set: a = 1, then: ask, if: c}", [ir.Branch(when="c", steps=(A, to("ask"))), ir.Branch(steps=(to("last"),))]),
        ("ON_INPUT:\n  - IF c == 1: ask\n  - IF c == 2:\n    THEN: ask", "on_input:\n  - IF c == 1: ask\n  - IF c == 2: {then: ask}", [ir.Branch(when="c == 1", steps=(to("ask"),)), ir.Branch(when="c == 2", steps=(to("ask"),))]),
        ("ON_INPUT:\n  - IF: c\n    THEN: ask\n  - ELSE\n    THEN: last", "on_input:\n  - {if: c, then: ask}\n  - {else: , then: last}", [ir.Branch(when="c", steps=(to("ask"),)), ir.Branch(steps=(to("last"),))]),
        ("ON_INPUT:\n  - IF: c\n  - ELSE:", "on_input:\n  - {if: c}\n  - {else: }", [ir.Branch(when="c"), ir.Branch()]),
    ],
)  # fmt: skip
def test_branches(text, twin, wanted):
    assert read(read_branches, text, "text") == (tuple(wanted), [])
    assert read(read_branches, twin, "yaml") == (tuple(wanted), [])


def test_places_of_actions():
    snippet = 'do:\n  - SET: total = a + b\n  - CALL: find(x, second = y)\n  - THEN: ESCALATE with REASON: "late"\n'
    reading = reading_of("text", {"find": ("first", "second")})
    assign, called, leave = read_actions(reading, value_of(reading, snippet))
    place = reading.places.of
    assert place(assign.assignments[0], "target").text == "total"
    assert place(assign.assignments[0], "expression").text == "a + b"
    assert [place(one, "target").text for one in called.call.arguments] == ["x", "second"]
    assert [place(one, "expression").text for one in called.call.arguments] == ["x", "y"]
    assert place(called.call, "tool").text == "find"
    assert place(leave, "reason").text == "late"
    assert [one.span.text for one in reading.written] == ["a + b", "x", "y", "late"]


@pytest.mark.parametrize(
    ("text", "wanted"),
    [("a, b", ["a", " b"]), ("f(a, b), c", ["f(a, b)", " c"]), ('"a, b"', ['"a, b"']), ("'a\\', b', c", ["'a\\', b'", " c"]), ("", []), ("a,", ["a", ""])],
)  # fmt: skip
def test_parts_of_a_list(text, wanted):
    assert [text[start:end] for start, end in parts(text)] == wanted


@pytest.mark.parametrize(
    ("text", "wanted"),
    [
        ("done == true", True), ("done IS SET", True), ("NOT done", True), ("city in cities", True), ("LENGTH(city)", True),
        ("a.matches('x')", True), ("x is_number", True), ("a ? b : c > 1", True), ("true", True),
        ("done", False), ("a + b", False), ("the customer sounds happy", False), ("is in need of help", False),
        ("ready and waiting", False), ("not sure", False), ("stage > > 5", False), ("", False), ("7", False),
    ],
)  # fmt: skip
def test_prose_is_told_from_conditions_by_reading_it(text, wanted):
    assert is_condition(text) is wanted


# --- checks ----------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("target", "code"),
    [
        ("_count", "ABLX_RESERVED_NAME"), ("match", "ABLX_RESERVED_NAME"), ("_meta.team", None), ("user_id", "ABLX_PLATFORM_NAME"),
        ("tenant_id", "ABLX_PLATFORM_NAME"), ("user_ids", None), ("matches_a.b", None),
    ],
)  # fmt: skip
def test_names_that_are_not_the_authors(target, code):
    found = [(one.code, one.span.text) for one in check(f'AGENT: Desk\nGOAL: "x"\nON_START:\n  SET: {target} = 1\n')]
    assert found == ([(code, target)] if code else [])


def test_calls_of_tools_that_are_not_there():
    agent = 'AGENT: Desk\nGOAL: "x"\nTOOLS:\n  look_up(city: string)\n    description: "x"\n    on_result:\n      do:\n        - CALL: look_pu\n'
    (found,) = check(agent)
    assert (found.code, found.span.text, found.severity) == ("ABLX_CALL_UNKNOWN", "look_pu", "warning")
    assert "do you mean `look_up`?" in found.message
