"""CONSTRAINTS: both formats give one compiled form, places are exact, and what cannot be read is an error of its own."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

import ablmatch as abl
from ablmatch.language import ir
from ablmatch.language.compiler import _run
from ablmatch.language.expressions import parse
from ablmatch.language.sections.lowering import fails_when, without_implies

TEXT = 'AGENT: Desk\nGOAL: "Help"\nTOOLS:\n  send()\nMEMORY:\n  session:\n    - a\n    - b\nCONSTRAINTS:\n'
YAML = "agent: Desk\ngoal: Help\ntools:\n  - name: send\nmemory:\n  session: [a, b]\nconstraints:\n"


def indented(text, by):
    return "".join(f"{' ' * by}{line}\n" for line in text.strip("\n").split("\n"))


def rules(source):
    (agent,) = abl.compile(source).agents.values()
    return agent.constraints


def text_rules(body):
    return rules(TEXT + indented(body, 2))


def yaml_rules(body):
    return rules(YAML + indented(body, 2))


def rule(condition="a == 1", keyword="REQUIRE", **given):
    failing = f"({condition})" if keyword == "RESTRICT" and "when" in given else condition
    failing = failing if keyword == "RESTRICT" else f"NOT ({condition})"
    if "when" in given:
        failing = f"({given['when']}) AND {failing}"
    severity = "warning" if keyword == "WARN" else "error"
    plain = {"keyword": keyword, "condition": condition, "fails_when": failing, "severity": severity}
    return ir.Rule(**{**plain, **given})


def respond(text):
    return ir.OnFail(action=ir.Action(kind="respond", text=text))


FORMS = [
    ("- REQUIRE a == 1", "- REQUIRE a == 1", rule()),
    ("- REQUIRE a == 1", "- require: a == 1", rule()),
    ("- REQUIRE a == 1", "- condition: a == 1", rule()),
    ("- REQUIRE a == 1", '- condition: "a == 1"', rule()),
    ('- REQUIRE "a == 1"', '- REQUIRE "a == 1"', rule()),
    ("- REQUIRE: a == 1", "- {require: a == 1}", rule()),
    ("- LIMIT a <= 1", "- limit: a <= 1", rule("a <= 1", "LIMIT")),
    ("- RESTRICT a > 1", "- restrict: a > 1", rule("a > 1", "RESTRICT")),
    ("- WARN a < 1", "- warn: a < 1", rule("a < 1", "WARN")),
    ("- WARN a < 1", "- {condition: a < 1, severity: warning}", rule("a < 1", "WARN")),
    ("- LIMIT a < 1\n  severity: warning", "- {limit: a < 1, severity: warning}", rule("a < 1", "LIMIT", severity="warning")),
    ("- REQUIRE a == 1\n  WHEN: b", "- {condition: a == 1, when: b}", rule(when="b")),
    ("- RESTRICT a == 1\n  WHEN: b OR a", "- {restrict: a == 1, when: b OR a}", rule(keyword="RESTRICT", when="b OR a")),
    ('- REQUIRE a == 1\n  WHEN: "b == 2"', '- {require: a == 1, when: "b == 2"}', rule(when="b == 2")),
    ("- REQUIRE a == 1 BEFORE calling send", "- {require: a == 1, before: calling send}", rule(before_tool="send")),
    ("- REQUIRE a == 1 BEFORE  calling  send", "- REQUIRE a == 1 BEFORE calling send", rule(before_tool="send")),
    ("- REQUIRE a == 1\n  BEFORE: calling send", "- condition: a == 1 BEFORE calling send", rule(before_tool="send")),
    ("- LIMIT a <= 1 BEFORE returning results", "- {limit: a <= 1, before: returning results}", rule("a <= 1", "LIMIT", before_results=True)),
    ("- REQUIRE a == 1 BEFORE calling send\n  WHEN: b", "- {require: a == 1, before: calling send, when: b}", rule(before_tool="send", when="b")),
    ("- REQUIRE a == 1 BEFORE the end", "- {require: a == 1, before: the end}", rule(inert=True)),
    ("- REQUIRE a == 1 BEFORE paying's done", "- REQUIRE a == 1 BEFORE paying's done", rule(inert=True)),
    ('- REQUIRE a == "x BEFORE y"', '- require: a == "x BEFORE y"', rule('a == "x BEFORE y"')),
    ('- REQUIRE a == "\\" BEFORE y" BEFORE calling send', "- require: 'a == \"\\\" BEFORE y\" BEFORE calling send'", rule('a == "\\" BEFORE y"', before_tool="send")),
    ('- REQUIRE a matches /"/ BEFORE calling send', '- require: a matches /"/ BEFORE calling send', rule('a matches /"/', before_tool="send")),
    ("- REQUIRE a matches / BEFORE /", "- require: a matches / BEFORE /", rule("a matches / BEFORE /")),
    ("- REQUIRE a IMPLIES b", "- require: a IMPLIES b", rule("a IMPLIES b", fails_when="NOT (NOT (a) OR (b))")),
    ("money:\n  - REQUIRE a == 1", "money:\n  - REQUIRE a == 1", rule(label="money")),
    ("- REQUIRE a == 1   # why", "- REQUIRE a == 1   # why", rule()),
    # ON_FAIL in a line
    ('- REQUIRE a == 1\n  ON_FAIL: "Say {{a}}."', "- {require: a == 1, on_fail: 'Say {{a}}.'}", rule(on_fail=respond("Say {{a}}."))),
    ('- REQUIRE a == 1\n  ON_FAIL: RESPOND "Say it."', '- require: a == 1\n  on_fail: RESPOND "Say it."', rule(on_fail=respond("Say it."))),
    ("- REQUIRE a == 1\n  ON_FAIL: Say it again", "- {require: a == 1, on_fail: Say it again}", rule(on_fail=respond("Say it again"))),
    ("- REQUIRE a == 1\n  ON_FAIL: BLOCK", "- {require: a == 1, on_fail: BLOCK}", rule(on_fail=ir.OnFail(action=ir.Action(kind="block")))),
    ("- REQUIRE a == 1\n  ON_FAIL: HANDOFF Back", "- {require: a == 1, on_fail: HANDOFF Back}", rule(on_fail=ir.OnFail(action=ir.Action(kind="handoff", target="Back")))),
    ("- REQUIRE a == 1\n  ON_FAIL: HANDOFF TO Back", '- {require: a == 1, on_fail: "HANDOFF TO Back"}', rule(on_fail=ir.OnFail(action=ir.Action(kind="handoff", target="Back")))),
    ("- REQUIRE a == 1\n  ON_FAIL: ESCALATE", "- {require: a == 1, on_fail: ESCALATE}", rule(on_fail=ir.OnFail(action=ir.Action(kind="escalate")))),
    ('- REQUIRE a == 1\n  ON_FAIL: ESCALATE "no {{a}}"', "- {require: a == 1, on_fail: 'ESCALATE \"no {{a}}\"'}", rule(on_fail=ir.OnFail(action=ir.Action(kind="escalate", text="no {{a}}")))),
    ("- REQUIRE a == 1\n  ON_FAIL: respond", "- {require: a == 1, on_fail: respond}", rule(on_fail=ir.OnFail(action=ir.Action(kind="respond")))),
    # ON_FAIL as a block
    (
        '- REQUIRE a == 1\n  ON_FAIL:\n    RESPOND: "No {{a}}."\n    CLEAR: [a, b]\n    COLLECT: a\n    GOTO: ask\n    RETRY: true\n    THEN: retry\n    MAX_REPEATS: 2\n    ON_EXHAUSTED: ESCALATE "x"',
        '- require: a == 1\n  on_fail:\n    respond: "No {{a}}."\n    clear: [a, b]\n    collect: [a]\n    goto: ask\n    retry: true\n    then: retry\n    max_repeats: 2\n    on_exhausted: ESCALATE "x"',
        rule(on_fail=ir.OnFail(respond="No {{a}}.", clear=("a", "b"), collect=("a",), goto="ask", retry=True, then="retry", max_repeats=2, on_exhausted=ir.Action(kind="escalate", text="x"))),
    ),
    (
        '- REQUIRE a == 1\n  ON_FAIL:\n    HANDOFF: Back\n    CLEAR: a\n    MAX_REPEATS: 1\n    ON_EXHAUSTED: "Good bye."',
        "- require: a == 1\n  on_fail: {handoff: Back, clear: a, max_repeats: 1, on_exhausted: Good bye.}",
        rule(on_fail=ir.OnFail(action=ir.Action(kind="handoff", target="Back"), clear=("a",), max_repeats=1, on_exhausted=ir.Action(kind="respond", text="Good bye."))),
    ),
    (
        '- REQUIRE a == 1\n  ON_FAIL:\n    ESCALATE: "odd"',
        "- require: a == 1\n  on_fail: {escalate: odd}",
        rule(on_fail=ir.OnFail(action=ir.Action(kind="escalate", text="odd"))),
    ),
]  # fmt: skip


@pytest.mark.parametrize(("text", "yaml", "wanted"), FORMS, ids=[yaml[:60] for _, yaml, _ in FORMS])
def test_both_formats_give_one_rule(text, yaml, wanted):
    assert text_rules(text) == (wanted,)
    assert yaml_rules(yaml) == (wanted,)


def test_a_quoted_message_of_the_text_format_is_no_action():
    (found,) = text_rules('- REQUIRE a == 1\n  ON_FAIL: "HANDOFF Back"')
    assert found.on_fail == respond("HANDOFF Back")


def test_rules_of_all_labels_are_in_written_order():
    body = (
        "- REQUIRE a == 1\nmoney:\n  - REQUIRE a == 2\n  - REQUIRE a == 3\n- REQUIRE a == 4\nend:\n  - REQUIRE a == 5"
    )
    found = text_rules(body)
    assert [(one.label, one.condition[-1]) for one in found] == [(None, "1"), ("money", "2"), ("money", "3"), (None, "4"), ("end", "5")]  # fmt: skip


BAD = [
    ("- a == 1", "ABLX_CONSTRAINT_KEYWORD", "a == 1"),
    ("- require a == 1", "ABLX_CONSTRAINT_KEYWORD", "require a == 1"),
    ("- REQUIREa == 1", "ABLX_CONSTRAINT_KEYWORD", "REQUIREa == 1"),
    ("- WHEN: a", "ABLX_CONSTRAINT_KEYWORD", "- WHEN: a"),
    ("- REQUIRE", "ABLX_CONSTRAINT_SYNTAX", "REQUIRE"),
    ("- REQUIRE a == > 1", "ABLX_CONSTRAINT_SYNTAX", ">"),
    ("- REQUIRE a = 1", "ABLX_CONSTRAINT_SYNTAX", "="),
    ("- REQUIRE a and b", "ABLX_CONSTRAINT_SYNTAX", "and"),
    ("- REQUIRE a = 1 BEFORE calling send", "ABLX_CONSTRAINT_SYNTAX", "="),
    ('- REQUIRE a == "x BEFORE calling send', "ABLX_CONSTRAINT_SYNTAX", '"x BEFORE calling send'),
    ("- REQUIRE BEFORE calling send", "ABLX_CONSTRAINT_SYNTAX", ""),
    ('- REQUIRE "all is well"', "ABLX_CONSTRAINT_SYNTAX", "is"),
    ("- REQUIRE a == 1\n    AND b == 2", "ABLX_CONSTRAINT_SYNTAX", "AND b == 2"),
    ("- REQUIRE a == 1\n  WHEN: b ==", "ABLX_CONSTRAINT_SYNTAX", ""),
    ("- REQUIRE " + "(" * 49 + "a" + ")" * 49, "ABLX_CONSTRAINT_SYNTAX", "(" * 49 + "a" + ")" * 49),
    ("- REQUIRE a BEFORE returning result", "ABLX_CONSTRAINT_BEFORE_UNSUPPORTED", "returning result"),
    ("- REQUIRE a BEFORE lunch, please", "ABLX_CONSTRAINT_BEFORE_UNSUPPORTED", "lunch, please"),
    ("- REQUIRE a BEFORE calling send now", "ABLX_CONSTRAINT_BEFORE_UNSUPPORTED", "calling send now"),
    ("- REQUIRE a BEFORE", "ABLX_CONSTRAINT_BEFORE_UNSUPPORTED", ""),
    ("- REQUIRE a BEFORE calling snd", "ABLX_CONSTRAINT_TOOL_UNKNOWN", "snd"),
    ("- REQUIRE tool_args.x == 1", "GUARDRAIL_BUILTIN_NOT_BOUND", "tool_args.x"),
    ("- REQUIRE a == tool_args.x AND tool_args.y\n  WHEN: tool_args.z", "GUARDRAIL_BUILTIN_NOT_BOUND", "tool_args.x"),
    ("- REQUIRE a\n  WHEN: tool_args.z > 1", "GUARDRAIL_BUILTIN_NOT_BOUND", "tool_args.z"),
    ("- REQUIRE a\n  ON_FAIL: HANDOFF the caller", "ABLX_ON_FAIL_ACTION", "HANDOFF the caller"),
    ("- REQUIRE a\n  ON_FAIL: ESCALATE fraud", "ABLX_ON_FAIL_ACTION", "ESCALATE fraud"),
    ("- REQUIRE a\n  ON_FAIL: BLOCK it", "ABLX_ON_FAIL_ACTION", "BLOCK it"),
    ("- REQUIRE a\n  ON_FAIL:\n    MAX_REPEATS: -1", "ABLX_VALUE_COUNT", "-1"),
    ("- REQUIRE a\n  ON_FAIL:\n    RETRY: yes", "ABLX_VALUE_BOOLEAN", "yes"),
    ("- REQUIRE a\n  ON_FAIL:\n    COLLECT: [b, phnoe]", "ABLX_COLLECT_UNKNOWN", "phnoe"),
    ("- REQUIRE a\n  ON_FAIL:\n    GOTO: please wait", "ABLX_GOTO_SPOKEN", "please wait"),
    ("- WARN a\n  ON_FAIL:\n    RESPOND: x\n    CLEAR: [a]", "ABLX_WARN_ACTION", "[a]"),
    ("money: a", "ABLX_VALUE_LIST", "a"),
    ("money:", "ABLX_VALUE_MISSING", "money"),
]  # fmt: skip


@pytest.mark.parametrize(
    ("rule", "codes"),
    [
        ("REQUIRE tool_args.x == 1", ["ABLX_TOOL_ARGS_ELSEWHERE"]),
        ("RESTRICT a\n      WHEN: tool_args.x > 1", ["ABLX_TOOL_ARGS_ELSEWHERE"]),
        ("REQUIRE tool_args.x == 1 BEFORE returning results", ["ABLX_TOOL_ARGS_ELSEWHERE"]),
        ("REQUIRE tool_args.x == 1 BEFORE calling send", []),
        ("REQUIRE tool_args.x == 1 BEFORE lunch", ["ABLX_CONSTRAINT_BEFORE_UNSUPPORTED"]),
    ],
)
def test_arguments_are_there_where_a_tool_is_called(rule, codes):
    text = (
        TEXT.replace("CONSTRAINTS:", "EXECUTION:\n  guardrail_builtins: true\nCONSTRAINTS:") + f"  all:\n    - {rule}\n"
    )
    assert [one.code for one in abl.check(text)] == codes


@pytest.mark.parametrize(("body", "code", "place"), BAD, ids=[f"{code}: {body[:40]}" for body, code, _ in BAD])
def test_findings_stand_where_the_fault_is(body, code, place):
    (found,) = abl.check(TEXT + indented(body, 2))
    assert found.code == code
    assert found.span.text == place


def test_places_of_a_rule_and_its_actions():
    body = '- REQUIRE a == 1 BEFORE calling send\n  WHEN: "b"\n  ON_FAIL: HANDOFF TO Back'
    for source in (TEXT + indented(body, 2), YAML + indented(body.replace("WHEN", "when").replace("ON_FAIL", "on_fail").replace("- REQUIRE a == 1 BEFORE calling send", "- condition: a == 1\n  before: calling send"), 2)):  # fmt: skip
        project = _run({"desk": source, "back": 'AGENT: Back\nGOAL: "Help"'}, "current")
        (found,) = project.drafts[0].agent.constraints
        places = project.places
        assert places.of(found, "condition").text == "a == 1"
        assert places.of(found, "when").text == "b"
        assert places.of(found, "before_tool").text == "send"
        assert places.of(found.on_fail.action, "target").text == "Back"
        written = [
            (one.text, one.use, one.span.text)
            for one in project.drafts[0].reading.written
            if one.use in {"rule", "guard"}
        ]
        assert sorted(written) == [("a == 1", "rule", "a == 1"), ("b", "guard", "b")]


# --- lowering ---------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("text", "wanted"),
    [
        ("a", "a"),
        ("a  ==  1", "a  ==  1"),
        ("a IMPLIES b", "NOT (a) OR (b)"),
        ("a AND b IMPLIES c OR d", "NOT (a AND b) OR (c OR d)"),
        ("a IMPLIES b IMPLIES c", "NOT (a) OR (NOT (b) OR (c))"),
        ("(a IMPLIES b) AND c", "(NOT (a) OR (b)) AND c"),
        ("(a) IMPLIES (b)", "NOT ((a)) OR ((b))"),
        (
            "IF(a IMPLIES b, [c IMPLIES d], {e: f IMPLIES g})",
            "IF(NOT (a) OR (b), [NOT (c) OR (d)], {e: NOT (f) OR (g)})",
        ),
        ("a IMPLIES b ? c : d IMPLIES e", "NOT (a) OR (b) ? c : NOT (d) OR (e)"),
        ('a == " IMPLIES " IMPLIES b', 'NOT (a == " IMPLIES ") OR (b)'),
        ("a matches /x IMPLIES y/ IMPLIES b", "NOT (a matches /x IMPLIES y/) OR (b)"),
    ],
)
def test_implies_is_lowered(text, wanted):
    assert without_implies(text) == wanted


CONDITIONS = st.recursive(
    st.sampled_from(["a", "b", "c", "true", "false", "1", '"x IMPLIES y"']),
    lambda inner: st.one_of(
        st.tuples(inner, st.sampled_from(["AND", "OR", "IMPLIES", "=="]), inner).map(
            lambda one: f"({one[0]} {one[1]} {one[2]})"
        ),
        st.tuples(inner, inner).map(lambda one: f"{one[0]} IMPLIES {one[1]}"),
        st.tuples(inner, inner, inner).map(lambda one: f"({one[0]} ? {one[1]} : {one[2]})"),
        inner.map(lambda one: f"(NOT ({one}))"),
    ),
    max_leaves=8,
)
VALUES = st.sampled_from([None, True, False, 0, 1, "", "x"])


@given(
    CONDITIONS, st.none() | CONDITIONS, st.booleans(), st.fixed_dictionaries({"a": VALUES, "b": VALUES, "c": VALUES})
)
def test_lowering_keeps_the_meaning(condition, when, forbids, bindings):
    gate = True if when is None else abl.evaluate(f"({when}) AND true", bindings)
    holds = abl.evaluate(f"({condition}) AND true", bindings)
    lowered = fails_when(condition, when, forbids=forbids)
    assert "IMPLIES" not in lowered.replace('"x IMPLIES y"', "")
    parse(lowered)
    assert abl.evaluate(f"({lowered}) AND true", bindings) == (gate and holds == forbids)
