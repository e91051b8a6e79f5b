"""Templates: placeholders, blocks, filters, what is shown of sensitive values, faults, limits, and what always holds."""

from datetime import UTC, datetime

import pytest
from hypothesis import given
from hypothesis import strategies as st

from ablmatch.language.functions.filters import FILTERS, TEMPLATE_FILTERS
from ablmatch.language.functions.moment import Moment
from ablmatch.language.templates import MAX_BLOCKS, parse_template
from ablmatch.language.values import MAX_TEXT
from ablmatch.runtime.evaluator import Scope
from ablmatch.runtime.templates import MAX_REPETITIONS, compiled_template

NOW = datetime(2026, 3, 4, 12, tzinfo=UTC)


def scope(values, heard=None, **more):
    note = (lambda _code: None) if heard is None else heard.append
    return Scope(values, Moment(clock=lambda: NOW, note=note), **more)


def shown(template, values=None, **more):
    return compiled_template(template).text(scope(values or {}, **more))


@pytest.mark.parametrize(
    ("template", "values", "wanted"),
    [
        ("Hello.", {}, "Hello."),
        ("", {}, ""),
        ("[{{a}}]", {"a": "x"}, "[x]"),
        ("[{{a}}]", {}, "[]"),
        ("[{{a.b}}]", {"a": {"c": 1}}, "[]"),
        ("{{ a }}{{\n a\n}}", {"a": 1}, "11"),
        ("{{a}} {{b}} {{c}} {{d}} {{e}}", {"a": True, "b": False, "c": 12.5, "d": 3.0, "e": None}, "true false 12.5 3 "),
        ("{{a}} {{b}}", {"a": [1, "x", None], "b": {"c": 2.0}}, '[1,"x",null] {"c":2}'),
        ("{{UPPER(a)}}-{{REPLACE(a, 'u', \"o\")}}", {"a": "hut"}, "HUT-hot"),
        ("{{a == 1 ? 'one' : 'many'}}", {"a": 1}, "one"),
        ("${{a}}", {"a": 5}, "$5"),
        ("{a} {{a}} {", {"a": 5}, "{a} 5 {"),
        ("{{REPLACE(a, '}}', '!')}}.", {"a": "x}}"}, "x!."),
        ("{{'{{'}}a}}", {}, "{{a}}"),
        ('{"a":{{a}}}', {"a": 1}, '{"a":1}'),
        ("{{ {n: a} }}", {"a": 1}, '{"n":1}'),
        ("{{a | upper}} {{a | lower}} {{a|json}} {{b | tojson}}", {"a": "Hi", "b": {"c": "d"}}, 'HI hi "Hi" {"c":"d"}'),
        ("{{a | upper | json}}", {"a": "x"}, '"X"'),
        ("[{{a | sparkle}}] [{{a | sparkle | upper}}]", {"a": "x"}, "[] []"),
        ("[{{a | json}}] [{{a | upper}}]", {}, "[] []"),
        ("{{a || 'x' | upper}}", {"a": 0}, "TRUE"),
        ("{{#if a}}yes{{/if}}", {"a": "0"}, "yes"),
        ("[{{#if a}}yes{{/if}}]", {"a": "false"}, "[]"),
        ("[{{#if a}}yes{{/if}}]", {}, "[]"),
        ("{{#if a > 1 AND b IS SET}}yes{{/if}}", {"a": 2, "b": ""}, "yes"),
        ("{{#if a}}{{#if b}}both{{/if}}{{#if NOT b}}one{{/if}}{{/if}}", {"a": 1, "b": 0}, "one"),
        ("{{#each xs}}{{@index}}:{{this}} {{/each}}", {"xs": ["a", "b"]}, "0:a 1:b "),
        ("{{#each xs}}{{this.n}}={{n}} {{/each}}", {"xs": [{"n": 1}, {"n": 2}]}, "1=1 2=2 "),
        ("{{#each xs}}{{n}}{{/each}}|{{n}}", {"xs": [{"n": 1}, {}], "n": 9}, "19|9"),
        ("{{#each xs}}{{n}}{{/each}}", {"xs": [{"n": None}], "n": 9}, ""),
        ("{{#each xs}}{{#each ys}}{{@index}}{{this}}{{b}}{{/each}}{{@index}} {{/each}}", {"xs": [{"ys": ["p", "q"], "b": "!"}, {"ys": []}]}, "0p!1q!0 1 "),
        ("{{#each xs}}never{{/each}}.", {"xs": {"a": 1}}, "."),
        ("{{#each xs}}never{{/each}}.", {"xs": "text"}, "."),
        ("{{#each xs}}never{{/each}}.", {}, "."),
        ("{{#each SPLIT(a, ',')}}<{{this}}>{{/each}}", {"a": "x,y"}, "<x><y>"),
        ("{{#each xs}}{{#if this > 1}}{{this}}{{/if}}{{/each}}", {"xs": [1, 2, 3]}, "23"),
        ("{{ #if a }}y{{ /if }}", {"a": 1}, "y"),
    ],
)  # fmt: skip
def test_text(template, values, wanted):
    assert parse_template(template).faults == ()
    assert shown(template, values) == wanted


def test_a_value_is_never_read_as_a_template():
    values = {"a": "{{b}} {{#if b}}", "b": "LEAK", "xs": ["{{b}}"]}
    assert shown("{{a}}|{{UPPER(a)}}|{{#each xs}}{{this}}{{/each}}", values) == "{{b}} {{#if b}}|{{B}} {{#IF B}}|{{b}}"


@pytest.mark.parametrize(
    ("value", "wanted"),
    [
        ("2026-03-04T09:00:00Z", "3 hours ago"), ("2026-03-04T11:59:30Z", "just now"), ("2026-03-04T11:59:00Z", "1 minute ago"),
        ("2026-03-03", "1 day ago"), ("2025-12-01", "3 months ago"), ("2020-03-04", "6 years ago"), ("2026-03-06T12:00:00Z", "in 2 days"),
        (NOW.timestamp() * 1000 - 120_000, "2 minutes ago"), ("soon", ""), (None, ""), ([1], ""),
    ],
)  # fmt: skip
def test_ago(value, wanted):
    assert shown("{{a | ago}}", {"a": value}) == wanted


def test_filters_are_a_table():
    assert list(FILTERS) == [one.name for one in TEMPLATE_FILTERS] == ["upper", "lower", "json", "tojson", "ago"]


@pytest.mark.parametrize(
    ("template", "wanted"),
    [
        ("{{a}}", [1, 2]),
        ("{{ a }}", [1, 2]),
        ("{{LENGTH(a)}}", 2),
        ("{{missing}}", None),
        ("{{1 / 0}}", None),
        ("{{a | json}}", "[1,2]"),
        (" {{a}}", " [1,2]"),
        ("${{b}}", "$5"),
        ("{{b}}{{b}}", "55"),
        ("{{#if b}}{{b}}{{/if}}", "5"),
        ("plain", "plain"),
        ("{{pin}}", "4471"),
        ("<{{pin}}>", "<4471>"),
    ],
)
def test_an_assignment_takes_the_value_of_a_whole_placeholder(template, wanted):
    found = compiled_template(template).value(scope({"a": [1, 2], "b": 5, "pin": "4471"}, shown=mask))
    assert found == wanted
    assert type(found) is type(wanted)


def test_whole_is_one_placeholder_and_nothing_else():
    assert parse_template("{{user.name}}").whole.expression.names == ("user", "name")
    assert parse_template("{{a}} ").whole is None
    assert parse_template("a").whole is None
    assert parse_template("{{#if a}}{{a}}{{/if}}").whole is None


# --- sensitive values -------------------------------------------------------------------------------------------------


def mask(names, value):
    return "[REDACTED]" if names[0] in {"pin", "pins"} else value


@pytest.mark.parametrize(
    ("template", "wanted"),
    [
        ("{{pin}} {{a}}", "[REDACTED] x"),
        ("{{UPPER(pin)}} {{abl.lower(pin)}}", "[REDACTED] [redacted]"),
        ("{{pin + a}} {{'' + pin}}", "[REDACTED]x [REDACTED]"),
        ("[{{pin - 0}}] [{{-pin}}] [{{pin * 1}}]", "[] [] []"),
        ("{{pin | json}}", '"[REDACTED]"'),
        ("{{COALESCE(pin, a)}} {{IF(true, pin, a)}} {{a == 'x' ? pin : 1}}", "[REDACTED] [REDACTED] [REDACTED]"),
        ("{{SUBSTRING(pin, 0, 1)}} {{[pin]}} {{ {p: pin} }}", '[ ["[REDACTED]"] {"p":"[REDACTED]"}'),
        ("[{{#each pins}}{{this}}{{/each}}] [{{pins[0]}}] [{{JOIN(pins, '')}}]", "[] [[REDACTED]] []"),
        ("{{MASK(pin, 'last2')}}", "**71"),
        ("{{pin == '4471'}} {{MATCH_RESULT(said, pin, 'digits')}} {{abl.word_count(pin)}}", "true match 1"),
        ("{{IF(pin == '4471', 'right', 'wrong')}}{{#if pin}} set{{/if}}", "right set"),
        ("[{{unset_pin}}]", "[]"),
    ],
)
def test_a_sensitive_value_is_judged_and_not_shown(template, wanted):
    values = {"pin": "4471", "pins": ["4471"], "a": "x", "said": "four four seven one"}
    assert shown(template, values, shown=mask) == wanted


def test_an_unset_path_is_not_masked():
    assert shown("[{{pin}}]", {}, shown=lambda _names, _value: "[REDACTED]") == "[]"


# --- faults -----------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("template", "text", "part", "message"),
    [
        ("a {{b c}} d", "a  d", "c", "unexpected `c`"),
        ("a {{}} d", "a  d", "", "the expression ends too early"),
        ("a {{b", "a {{b", "{{", "never closed"),
        ("{{{b}}}.", ".", "{{{b}}", "two braces"),
        ("{{#if b}}x", "x", "{{", "`#if` is never closed"),
        ("{{/if}}x", "x", "{{/if}}", "closes nothing"),
        ("{{#if b}}x{{/each}}y{{/if}}", "xy", "{{/each}}", "closes nothing"),
        ("{{#if b}}x{{else}}y{{/if}}", "xy", "{{else}}", "no `else`"),
        ("{{#unless b}}x{{/unless}}.", ".", "{{#unless b}}", "no block `#unless`"),
        ("{{#if}}x{{/if}}.", ".", "", "the expression ends too early"),
        ("{{#if b | upper}}x{{/if}}.", ".", "upper", "no filter"),
        ("{{b | }}.", ".", "", "the name of a filter"),
        ("{{b | date('x')}}.", ".", "(", "unexpected `(`"),
        ("{{UPPER(_secret.key)}}.", ".", "_secret.key", "a secret is never shown"),
        ("{{#if secure.key}}x{{/if}}.", ".", "secure.key", "a secret is never shown"),
        ("{{PII:phone:a81f}}.", ".", ":", "unexpected `:`"),
        ("{{don't}} {{b}}", " 1", "'t", "no closing"),
    ],
)
def test_a_fault_has_a_place_and_shows_nothing(template, text, part, message):
    faults = parse_template(template).faults
    assert len(faults) == 1
    assert template[faults[0].start : faults[0].end] == part
    assert message in str(faults[0])
    assert shown(template, {"b": 1, "c": 2, "_secret": {"key": "LEAK"}, "secure": {"key": 1}}) == text


def test_each_fault_of_a_template_is_told():
    codes = [(error.code, error.start) for error in parse_template("{{a b}} {{/if}} {{#if c}}").faults]
    assert codes == [("syntax", 4), ("syntax", 8), ("syntax", 16)]


def test_a_value_that_is_nested_too_deeply_shows_nothing():
    deep = []
    for _ in range(5000):
        deep = [deep]
    for template in ("[{{a}}]", "[{{a | json}}]", "[{{UPPER(a)}}]"):
        heard = []
        assert shown(template, {"a": deep}, heard=heard) == "[]"
        assert heard == ["depth_exceeded"]
    assert compiled_template("{{a | json}}").value(scope({"a": deep})) is None


@pytest.mark.parametrize(
    ("template", "code"),
    [("[{{a / 0}}]", "division_by_zero"), ("[{{SHOUT(a)}}]", "unknown_function"), ("[{{#if tool_args.x}}y{{/if}}]", "unbound_tool_args"), ("[{{#each a + b}}y{{/each}}]", "bad_argument")],
)  # fmt: skip
def test_an_error_shows_nothing_and_is_heard(template, code):
    heard = []
    assert shown(template, {"a": 1, "b": [1]}, heard=heard) == "[]"
    assert heard == [code]


def test_places_of_expressions_count_from_the_template():
    source = "a {{ b.c }} {{#if d}}{{#each e}}{{ UPPER(f) | lower }}{{/each}}{{/if}}"
    found = []
    for one in parse_template(source).placeholders():
        node = one.expression
        found.append(source[one.at + node.start : one.at + node.end])
    assert found == ["b.c", "d", "e", "UPPER(f)"]


# --- limits -----------------------------------------------------------------------------------------------------------


def test_the_text_is_cut():
    heard = []
    text = shown("{{#each xs}}{{a}}{{/each}}", {"xs": [0] * 500, "a": "x" * 1000}, heard=heard)
    assert text == "x" * MAX_TEXT
    assert heard == ["ABLX_TEMPLATE_TOO_LONG"]


def test_repetitions_are_counted():
    heard = []
    nested = "{{#each xs}}" * 5 + "{{#if NOT xs}}x{{/if}}" + "{{/each}}" * 5
    assert shown(nested, {"xs": [1] * 100}, heard=heard) == ""
    assert heard == ["ABLX_TEMPLATE_TOO_LONG"]
    assert MAX_REPETITIONS == 100_000


def test_a_long_template_is_a_fault():
    template = parse_template("x" * (MAX_TEXT + 1))
    assert template.parts == ()
    assert "at most 100,000 characters" in str(template.faults[0])


def test_nested_blocks_have_a_limit():
    def nested(depth):
        return "{{#if a}}" * depth + "x" + "{{/if}}" * depth

    assert shown(nested(MAX_BLOCKS), {"a": 1}) == "x"
    assert parse_template(nested(MAX_BLOCKS)).faults == ()
    assert "depth_exceeded" in {error.code for error in parse_template(nested(MAX_BLOCKS + 1)).faults}
    assert shown(nested(10_000), {"a": 1}) == ""
    assert shown("{{#unless a}}" * 10_000, {"a": 1}) == ""


PIECES = st.sampled_from(
    ["{{", "}}", "{", "}", "#if ", "#each ", "/if", "/each", "else", "a", "b.c", "this", "@index", " | upper", "'", '"', "${{a}}",
     "{{a}}", "{{#if a}}", "{{/if}}", "{{#each xs}}", "{{/each}}", "text ", "\n", "1 / 0", "UPPER(", ")"]
)  # fmt: skip


@given(
    st.lists(PIECES, max_size=14).map("".join) | st.text(max_size=30), st.sampled_from([None, "x", "{{b}}", 5, True])
)
def test_any_template_is_shown_and_its_faults_have_places(template, a):
    parsed = parse_template(template)
    for error in parsed.faults:
        assert 0 <= error.start <= error.end <= len(template)
    text = shown(template, {"a": a, "b": {"c": 1}, "xs": [1, {"a": 2}]})
    if "{{" not in template:
        assert text == template
        assert parsed.faults == ()
