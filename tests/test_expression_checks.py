"""What is told of an expression before it is evaluated: every kind of finding, its place, and what gives none."""

import pytest

from ablmatch.language.expression_checks import KINDS, findings, template_findings
from ablmatch.language.expressions import parse
from ablmatch.language.functions import TABLE
from ablmatch.language.templates import parse_template


def told(expression):
    return [(one.kind, expression[one.start : one.end], one.values) for one in findings(parse(expression))]


def told_without_operands(expression):
    return [one for one in told(expression) if one[0] != "match_operand"]


@pytest.mark.parametrize(
    ("expression", "place", "problem"),
    [
        ('CONTAINS(words, "please")', "CONTAINS", "`CONTAINS` is an operator and no function: write `x contains y`"),
        ('a AND startsWith(words, "p")', "startsWith", "`startsWith` is an operator and no function: write `x startsWith y`"),
        ('matches(a, "b")', "matches", "`matches` is an operator and no function: write `x matches y`"),
        ("UPER(a)", "UPER", "there is no function `UPER`: do you mean `UPPER`?"),
        ("upper(a)", "upper", "there is no function `upper`: do you mean `UPPER`?"),
        ("abl.word_cuont(a)", "abl.word_cuont", "there is no function `abl.word_cuont`: do you mean `abl.word_count`?"),
        ("len(a) > 3", "len", "there is no function `len`: do you mean `LENGTH`?"),
        ("today()", "today", "there is no function `today`: do you mean `NOW`?"),
        ("ZZZ(a)", "ZZZ", "there is no function `ZZZ`"),
        ("MIN(1, 2, 3)", "MIN(1, 2, 3)", "MIN takes 2 arguments, not 3"),
        ("SUBSTRING(a)", "SUBSTRING(a)", "SUBSTRING takes 2 to 3 arguments, not 1"),
        ("COALESCE()", "COALESCE()", "COALESCE takes 1 or more arguments, not 0"),
        ("a.shout()", "a.shout()", "there is no method `shout`"),
        ('a.startWith("x")', 'a.startWith("x")', "there is no method `startWith`: do you mean `startsWith`?"),
        ("a.contains()", "a.contains()", "contains takes 1 arguments, not 0"),
    ],
)  # fmt: skip
def test_unresolved_call(expression, place, problem):
    assert told(expression) == [("unresolved_call", place, {"problem": problem})]


@pytest.mark.parametrize(
    ("expression", "kind", "place", "values"),
    [
        ('MATCHES(a, b, "emial")', "match_kind_unknown", '"emial"', {"value": "emial", "hint": ": do you mean `email`?"}),
        ('MATCH_SCORE(a, b, "shoe_size") >= 70', "match_kind_unknown", '"shoe_size"', {"value": "shoe_size", "hint": ""}),
        ("abl.match_result(a, b, 7)", "match_kind_unknown", "7", {"value": "7", "hint": ""}),
        ('MATCHES(code, "^[A-Z][0-9]+$")', "function_regex_literal", '"^[A-Z][0-9]+$"', {}),
        (r'MATCHES(code, "\d{4}")', "function_regex_literal", r'"\d{4}"', {}),
        ('code MATCHES "blue heron"', "infix_literal_ambiguous", '"blue heron"', {}),
        ('NOT (code matches "4471")', "infix_literal_ambiguous", '"4471"', {}),
        ('code matches "[0-9"', "infix_literal_ambiguous", '"[0-9"', {}),
        ("code matches /(a)(?=b)/", "regex_invalid", "/(a)(?=b)/", {}),
        ('code.matches("[")', "regex_invalid", '"["', {}),
        ('REGEX_REPLACE(a, "(", "x")', "regex_invalid", '"("', {}),
        ('abl.matches_pattern(a, "(")', "regex_invalid", '"("', {}),
        ("tool_args.amount <= 100", "tool_args", "tool_args.amount", {"path": "tool_args.amount"}),
        ('tool_args["amount"] IS SET', "tool_args", 'tool_args["amount"]', {"path": "tool_args.amount"}),
        ("has(tool_args.note)", "tool_args", "tool_args.note", {"path": "tool_args.note"}),
    ],
)  # fmt: skip
def test_finding(expression, kind, place, values):
    assert (kind, place, values) in told_without_operands(expression)


@pytest.mark.parametrize(
    "expression",
    [
        "a == 1 AND NOT b",
        'MATCHES(code, file_code, "digits")',
        'MATCHES(code, "nora.lind+x@fjordpost.example", "email")',
        'MATCHES(code, "$5 (or 6)")',
        'MATCH_SCORE(a, b, kind) >= 70 AND MATCH_RESULT(a, b, null) == "match"',
        'code MATCHES "^[0-9]+$" OR code.matches("heron")',
        "code matches /heron/",
        "code matches pattern",
        'words contains "please" AND words.contains("x") AND words.size() > size(words)',
        'REGEX_EXTRACT(a, "[0-9]+") AND REGEX_EXTRACT(a, b)',
        "has(a.b) && !(a in [1]) ? 5 % 2 : 1",
        "args.tool_args",
    ],
)
def test_clean(expression):
    assert told_without_operands(expression) == []


def test_operands_of_match_functions_are_named():
    found = told('MATCHES(user.said, file["code"], "digits") AND MATCH_SCORE(UPPER(a), "x") > 1')
    assert found == [
        ("match_operand", "user.said", {"path": "user.said", "function": "MATCHES"}),
        ("match_operand", 'file["code"]', {"path": "file.code", "function": "MATCHES"}),
    ]


def test_findings_stand_in_the_order_of_the_text():
    assert [one[0] for one in told('UPER(a) AND MATCHES(a, "^x$", "y") AND tool_args.b')] == [
        "unresolved_call", "match_operand", "function_regex_literal", "match_kind_unknown", "tool_args",
    ]  # fmt: skip


def test_templates():
    source = "Hi {{UPER(a)}} {{#if tool_args.x}}{{b | uper | sparkle}}{{/if}}"
    found = [(one.kind, source[one.start : one.end], one.values) for one in template_findings(parse_template(source))]
    assert found == [
        ("unresolved_call", "UPER", {"problem": "there is no function `UPER`: do you mean `UPPER`?"}),
        ("tool_args", "tool_args.x", {"path": "tool_args.x"}),
        ("filter_unknown", "uper", {"name": "uper", "hint": ": do you mean `upper`?"}),
        ("filter_unknown", "sparkle", {"name": "sparkle", "hint": ""}),
    ]


@pytest.mark.parametrize("function", TABLE, ids=lambda function: function.name)
def test_an_example_of_a_function_is_clean(function):
    assert told_without_operands(function.example[0]) == []


def test_every_kind_is_found_here():
    expressions = [
        "UPER(a)", 'MATCHES(a, b, "c")', 'MATCHES(a, "^b$")', 'a matches "b"', "a matches /(?=b)/", "tool_args.a",
    ]  # fmt: skip
    seen = {one[0] for text in expressions for one in told(text)}
    assert seen | {one.kind for one in template_findings(parse_template("{{a | b}}"))} == set(KINDS)
