"""Findings as text, JSON and SARIF: the caret stands under the place whatever the line holds."""

import json
import unicodedata

import pytest
from hypothesis import given
from hypothesis import strategies as st

from ablmatch.language.codes import CODES, TABLE
from ablmatch.language.compiler import check
from ablmatch.language.diagnostics import Diagnostic, Related
from ablmatch.language.render import excerpt, render, summary_line, to_json, to_sarif
from ablmatch.language.source import Source, Span

AGENT = 'AGENT: Desk\nGOAL: "Help"\nMEMORY:\n  session:\n    - email\n    - email\n      TPYE: string\n'


def lines_of(text, start, end, **options):
    return excerpt(Span(Source("a", text), start, end), **options)


def columns(text):
    return sum(
        0 if unicodedata.combining(one) else 2 if unicodedata.east_asian_width(one) in "WF" else 1 for one in text
    )


def test_a_finding_shows_message_place_line_and_what_is_related():
    first, second = check({"desk.agent.abl": AGENT})
    assert render(first).splitlines() == [
        "error[ABLX_NAME_TWICE]: `email` is declared already in this list: keep one of the two",
        " --> desk.agent.abl:6:7",
        "  |",
        "6 |     - email",
        "  |       ^^^^^",
        "note: it is declared here first",
        " --> desk.agent.abl:5:7",
        "  |",
        "5 |     - email",
        "  |       ^^^^^",
    ]
    assert render(second).splitlines()[0] == (
        "warning[ABLX_KEY_UNKNOWN]: `TPYE` is no key of a session variable: do you mean `TYPE`?"
    )


@pytest.mark.parametrize(
    ("text", "start", "end", "wanted"),
    [
        ("a: bc", 3, 5, ["  |", "1 | a: bc", "  |    ^^"]),
        ("\ta: b", 4, 5, ["  |", "1 |     a: b", "  |        ^"]),
        ("x\ta: b", 5, 6, ["  |", "1 | x   a: b", "  |        ^"]),
        ("漢字: b", 4, 5, ["  |", "1 | 漢字: b", "  |       ^"]),
        ("a: 漢字", 3, 5, ["  |", "1 | a: 漢字", "  |    ^^^^"]),
        ("e\u0301e: b", 5, 6, ["  |", "1 | e\u0301e: b", "  |     ^"]),
        ("a: \x1b[31m", 3, 8, ["  |", "1 | a: \\x1b[31m", "  |    ^^^^^^^^"]),
        ("a: \u202eb", 4, 5, ["  |", "1 | a: \\u202eb", "  |          ^"]),
        ("ab", 2, 2, ["  |", "1 | ab", "  |   ^"]),
        ("", 0, 0, ["  |", "1 |", "  | ^"]),
        ("a\nbc\r\nd", 2, 7, ["  |", "2 | bc", "  | ^^"]),
    ],
)
def test_the_caret_stands_under_the_place(text, start, end, wanted):
    assert lines_of(text, start, end) == wanted


def test_a_long_line_is_cut_around_the_place():
    text = "x" * 200 + "HERE" + "y" * 200
    _, line, carets = lines_of(text, 200, 204, width=60)
    assert len(line) <= 60
    assert line.startswith("1 | …")
    assert line.endswith("…")
    assert line[carets.index("^") : carets.rindex("^") + 1] == "HERE"
    _, line, _ = lines_of("x" * 200 + "HERE", 200, 204, width=60)
    assert line.endswith("HERE")
    assert len(line) > 55, "room behind the place is used in front of it"


@given(
    st.text(st.characters(exclude_characters="\n"), max_size=200),
    st.integers(0, 200),
    st.integers(0, 40),
    st.integers(20, 120),
)
def test_any_line_fits_and_has_carets(text, start, size, width):
    start = min(start, len(text))
    _, line, carets = lines_of(text, start, start + size, width=width)
    assert line.isprintable()
    assert "^" in carets
    assert columns(line) <= max(width, 24) + 10, "one escaped character may go past the edge"


def test_colour_is_asked_for_by_role():
    (one,) = check({"a": "AGENT: Desk\n"})
    found = render(one, lambda text, role: f"<{role}>{text}</>")
    assert found.startswith("<error>error[ABLX_GOAL_MISSING]</><bold>: the agent has no goal")
    assert "<error>^^^^^^^^^^^</>" in found


def test_the_summary_counts():
    found = check({"desk.agent.abl": AGENT})
    assert summary_line(found, 1) == "1 error, 1 warning in 1 source"
    assert summary_line([], 2000) == "0 errors, 0 warnings in 2,000 sources"


def test_json_has_places_from_one():
    found = check({"desk.agent.abl": AGENT})
    value = json.loads(to_json(found, ["desk.agent.abl"], "current"))
    assert (value["version"], value["errors"], value["warnings"]) == (1, 1, 1)
    assert value["sources"] == ["desk.agent.abl"]
    first = value["diagnostics"][0]
    assert first["start"] == {"line": 6, "column": 7, "offset": AGENT.rindex("email")}
    assert first["end"]["column"] == 12
    assert first["related"][0]["start"]["line"] == 5
    assert set(first) == {"code", "severity", "message", "source", "start", "end", "related"}


# What the schema of SARIF 2.1.0 requires of the parts that are written here.
SARIF = {
    "version": str,
    "runs": [{
        "tool": {"driver": {"name": str, "semanticVersion": str, "rules": [{
            "id": str, "shortDescription": {"text": str}, "fullDescription": {"text": str},
            "defaultConfiguration": {"level": {"error", "warning", "note", "none"}},
        }]}},
        "columnKind": {"unicodeCodePoints", "utf16CodeUnits"},
        "results": [{
            "ruleId": str, "ruleIndex": int, "level": {"error", "warning", "note", "none"}, "message": {"text": str},
            "locations": [{"physicalLocation": {
                "artifactLocation": {"uri": str},
                "region": {"startLine": int, "startColumn": int, "endLine": int, "endColumn": int},
            }}],
        }],
    }],
}  # fmt: skip


def breaches(value, shape, where="$"):
    """Where a value has not the shape."""
    if isinstance(shape, set):
        return [] if value in shape else [where]
    if isinstance(shape, type):
        return [] if isinstance(value, shape) and value != "" else [where]
    if isinstance(shape, list):
        if not isinstance(value, list):
            return [where]
        return [one for at, item in enumerate(value) for one in breaches(item, shape[0], f"{where}[{at}]")]
    if not isinstance(value, dict):
        return [where]
    return [
        one
        for key, inner in shape.items()
        for one in (breaches(value[key], inner, f"{where}.{key}") if key in value else [f"{where}.{key}"])
    ]


def test_sarif_has_the_required_structure():
    found = check({"agents/my desk.agent.abl": AGENT})
    log = json.loads(to_sarif(found))
    assert breaches(log, SARIF) == []
    assert breaches({"version": "2.1.0", "runs": [{}]}, SARIF) != []
    assert log["version"] == "2.1.0"
    (run,) = log["runs"]
    rules = run["tool"]["driver"]["rules"]
    assert [one["id"] for one in rules] == [one.name for one in TABLE]
    assert [one["ruleId"] for one in run["results"]] == [one.code for one in found]
    assert all(rules[one["ruleIndex"]]["id"] == one["ruleId"] for one in run["results"])
    place = run["results"][0]["locations"][0]["physicalLocation"]
    assert place["artifactLocation"]["uri"] == "agents/my%20desk.agent.abl"
    assert place["region"]["startLine"] == 6
    assert run["results"][0]["relatedLocations"][0]["message"]["text"] == "it is declared here first"


def test_absolute_paths_are_file_uris(tmp_path):
    path = tmp_path / "desk.agent.abl"
    path.write_text(AGENT)
    result = json.loads(to_sarif(check(path)))["runs"][0]["results"][0]
    assert result["locations"][0]["physicalLocation"]["artifactLocation"]["uri"] == path.as_uri()


def test_titles_have_no_placeholder():
    assert [one.name for one in TABLE if "{" in one.title and "{{" not in one.title] == []
    assert CODES["ABLX_SECTION_UNKNOWN"].title == "there is no section `…`"
    assert CODES["ABLX_SOURCE_UNREADABLE"].title.startswith("The source is no file")


def test_a_finding_is_a_value():
    span = Span(Source("a", "b"), 0, 1)
    one = Diagnostic("E601", "error", "x", span, (Related("y", span),))
    assert one == Diagnostic("E601", "error", "x", span, (Related("y", span),))
    assert str(one) == "a:1:1: error E601: x"
