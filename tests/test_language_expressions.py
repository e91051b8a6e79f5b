"""Findings of expressions and templates stand where they are written, whatever section writes them."""

import pytest

from ablmatch.language.checks.expressions import CODES
from ablmatch.language.compiler import check
from ablmatch.language.expression_checks import KINDS

HEAD = 'AGENT: Desk\nGOAL: "Help"\n'
YAML = "agent: Desk\ngoal: Help\n"
CALL = "CEL_CONDITION_UNRESOLVED_CALL"
KIND = "ABLX_MATCH_KIND_UNKNOWN"

PLACES = [
    (HEAD + "CONSTRAINTS:\n  - REQUIRE a == 1 AND CONTAINS(b, c) BEFORE returning results\n", CALL, "CONTAINS"),
    (HEAD + 'CONSTRAINTS:\n  - REQUIRE a\n    WHEN: "b AND today() > c"\n', CALL, "today"),
    (YAML + "constraints:\n  - require: a AND MIN(1, 2, 3) > b\n", CALL, "MIN(1, 2, 3)"),
    (YAML + "constraints:\n  - 'REQUIRE a AND len(b) > 3 BEFORE returning results'\n", CALL, "len"),
    (HEAD + "MEMORY:\n  persistent: [user.c]\n  remember:\n    - WHEN: a\n      STORE: AVG(b) -> user.c\n", CALL, "AVG"),
    (HEAD + "MEMORY:\n  session:\n    - NAME: a\n      INITIAL: NOWW()\n", CALL, "NOWW"),
    (HEAD + "HOOKS:\n  after_turn:\n    SET: a = UPER(b)\n", CALL, "UPER"),
    (HEAD + 'HOOKS:\n  after_turn:\n    SET: a = MATCHES(b, c, "emial")\n', KIND, '"emial"'),
    (HEAD + "TOOLS:\n  send()\n    on_result:\n      set:\n        a: UPER(result.b)\n", CALL, "UPER"),
    (HEAD + "GATHER:\n  a:\n    activation: {when: UPER(b) == c}\n", CALL, "UPER"),
    (HEAD + "CONSTRAINTS:\n  - REQUIRE a matches /(/\n", "ABLX_REGEX_INVALID", "/(/"),
    (HEAD + 'ON_START:\n  RESPOND: "Hello {{UPER(a)}}"\n', CALL, "UPER"),
    (HEAD + 'ON_START:\n  RESPOND: "{{a}} {{#if MATCHES(b, c, \'emial\')}}x{{/if}}"\n', KIND, "'emial'"),
    (HEAD + "ON_START:\n  RESPOND: |\n    Hello {{a ==}}\n", "ABLX_PLACEHOLDER_INVALID", ""),
    (HEAD + 'ON_START:\n  RESPOND: "Hello {{#if a}}you"\n', "ABLX_PLACEHOLDER_INVALID", "{{"),
    (HEAD + 'ON_START:\n  RESPOND: "Hello {{a | uper}}"\n', "ABLX_FILTER_UNKNOWN", "uper"),
    (HEAD + 'CONSTRAINTS:\n  - REQUIRE a\n    ON_FAIL: ESCALATE "no {{UPER(a)}}"\n', CALL, "UPER"),
    (HEAD + 'GATHER:\n  a:\n    prompt: "{{UPER(b)}}?"\n', CALL, "UPER"),
    (HEAD + 'MESSAGES:\n  constraint_blocked: "{{UPER(b)}}"\n', CALL, "UPER"),
]  # fmt: skip


@pytest.mark.parametrize(("source", "code", "place"), PLACES, ids=[f"{code}: {place}" for _, code, place in PLACES])
def test_findings_stand_where_the_fault_is(source, code, place):
    (found,) = check(source)
    assert found.code == code
    if "|\n" not in source:
        assert found.span.text == place


def test_several_of_one_expression_are_in_the_order_of_its_text():
    (first, second) = check(HEAD + 'CONSTRAINTS:\n  - REQUIRE MATCHES(a, "^b$") AND a MATCHES "b"\n')
    assert (first.code, second.code) == ("MATCHES_FUNCTION_REGEX_LITERAL", "MATCHES_INFIX_LITERAL_AMBIGUOUS")


def test_tool_libraries_are_checked_too():
    library = "TOOLS:\n  send()\n    on_result:\n      set:\n        a: UPER(result.b)\n"
    (found,) = check({"desk.agent.abl": HEAD + "TOOLS:\n  file: send.tools.abl\n", "send.tools.abl": library})
    assert (found.code, found.source, found.span.text) == (CALL, "send.tools.abl", "UPER")


def test_a_legacy_derived_call_has_a_code_of_its_own():
    source = HEAD + "MEMORY:\n  session:\n    - a\n    - NAME: b\n      DERIVED: SHOUTED(a)\n"
    assert [one.code for one in check(source, edition="legacy")] == ["DERIVED_EXPRESSION_INVALID"]


def test_text_that_is_said_as_it_is_has_no_placeholders():
    assert check(HEAD + 'MESSAGES:\n  filler_tool_call: "{{UPER(b)}}"\n') == []


def test_every_kind_of_finding_has_a_code_or_another_check():
    assert sorted([*CODES, "match_operand", "tool_args"]) == sorted(KINDS)
