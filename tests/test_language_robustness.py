"""No text breaks the front end: agents with lines lost, moved, doubled and mixed are checked, and every place is inside."""

import time

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from ablmatch.language import compiler, ir
from ablmatch.language.codes import TABLE
from ablmatch.language.compiler import CompileError, check
from ablmatch.language.sources import SourceError

# Whole agents out of the examples of the codes, which have every section and nearly every key.
LINES = sorted(
    {line for code in TABLE for text in (code.bad, code.good) for line in text.splitlines() if line != "---"}
)
AGENTS = [code.good for code in TABLE] + [code.bad for code in TABLE if code.bad]
PIECES = [
    "", "- ", "  ", "    ", ":", "|", '"', "[", "{a: ", "}", " = ", "->", "IF: ", "ELSE:", "- ELSE:", "IF a == 1: ",
    "THEN: ", "SET: ", "CALL: t(a, ", "WHEN: ", "DO:", 'ESCALATE with REASON: "x', "HANDOFF ", "{{", "}}", "a.b[0]", "1e400",
]  # fmt: skip


@st.composite
def mutated(draw):
    lines = draw(st.sampled_from(AGENTS)).splitlines()
    for _ in range(draw(st.integers(1, 4))):
        at = draw(st.integers(0, max(len(lines) - 1, 0)))
        kind = draw(st.sampled_from(["drop", "double", "indent", "piece", "line", "swap", "yaml"]))
        if not lines:
            break
        if kind == "drop":
            del lines[at]
        elif kind == "double":
            lines.insert(at, lines[at])
        elif kind == "indent":
            lines[at] = " " * draw(st.integers(0, 8)) + lines[at].lstrip()
        elif kind == "piece":
            place = draw(st.integers(0, len(lines[at])))
            lines[at] = lines[at][:place] + draw(st.sampled_from(PIECES)) + lines[at][place:]
        elif kind == "line":
            lines.insert(at, draw(st.sampled_from(LINES)))
        elif kind == "swap":
            other = draw(st.integers(0, len(lines) - 1))
            lines[at], lines[other] = lines[other], lines[at]
        else:
            lines = [line.lower() for line in lines]
    return "\n".join(lines)


@given(mutated(), st.sampled_from(["current", "legacy"]))
@settings(max_examples=600, deadline=None)
def test_no_agent_breaks_the_front_end(text, edition):
    found = check({"desk": text}, edition=edition)
    for one in found:
        assert 0 <= one.span.start <= one.span.end <= len(text)
        assert "\n" not in one.message
    if any(one.severity == "error" for one in found):
        with pytest.raises(CompileError):
            compiler.compile({"desk": text}, edition=edition)
    else:
        project = compiler.compile({"desk": text}, edition=edition)
        assert ir.from_json(ir.to_json(project)) == project


@pytest.mark.parametrize("code", [one for one in TABLE if one.good], ids=lambda one: one.name)
def test_expressions_and_templates_stand_where_their_places_say(code):
    sources = {f"{at}": part for at, part in enumerate(code.good.split("---\n"))}
    for draft in compiler._run(sources, code.edition).drafts:
        for one in draft.reading.written:
            plain = "\\" not in one.span.text and "\n" not in one.span.text
            assert one.span.text == one.text or not plain


TEXT = 'AGENT: Desk\nGOAL: "Help"\n'
YAML = "agent: Desk\ngoal: Help\n"
TYPE = "MEMORY:\n  session:\n    - NAME: a\n      TYPE: numeral\n"
# Whatever is said of them, it is said within seconds and at places inside.
HOSTILE = {
    "aliases of aliases": YAML
    + "a: &a0 [x, x, x, x, x, x, x, x, x]\n"
    + "".join(f"a{at}: &a{at} [{', '.join([f'*a{at - 1}'] * 9)}]\n" for at in range(1, 10)),
    "a map that holds itself": YAML + "memory: &a\n  session: *a\n",
    "a list that holds itself": YAML + "tools: &a [*a]\n",
    "a merge": YAML + "memory: &a\n  session: [a]\nflow:\n  <<: *a\n",
    "YAML lists in lists": YAML + "memory: " + "[" * 100_000 + "\n",
    "YAML maps in maps": YAML + "memory:\n" + "".join(f"{' ' * at}a:\n" for at in range(1, 1500)),
    "text in text": TEXT + "MEMORY:\n" + "".join(f"{' ' * at}a:\n" for at in range(1, 1500)),
    "dashes": TEXT + "TOOLS:\n  " + "- " * 500_000 + "\n",
    "inline lists": TEXT + "MEMORY: " + "[" * 4_000_000 + "\n",
    "types in types": TEXT + "TOOLS:\n  t() -> " + "{a: " * 1_000_000 + "x" + "}" * 1_000_000 + "\n",
    "parentheses": TEXT + "CONSTRAINTS:\n  a:\n    - REQUIRE " + "(" * 4_000_000 + "\n",
    "operators": TEXT + "CONSTRAINTS:\n  a:\n    - REQUIRE " + "a + " * 1_500_000 + "1\n",
    "placeholders": TEXT + 'PERSONA: "' + "{{ " * 1_300_000 + '"\n',
    "a long text": TEXT + 'PERSONA: "' + "x" * 7_900_000 + '"\n',
    "quotes": TEXT + 'PERSONA: "' + '\\"' * 1_000_000 + "\n",
    "white space": TEXT + " " * 2_000_000 + "x\n",
    "NUL": TEXT + 'PERSONA: "a\0b"\nFOO\0: 1\n',
    "NUL in YAML": YAML + "persona: 'a\0b'\n",
    "line separators": YAML + "persona: 'a\u2028b\u0085c'\nfoo: 1\n",
    "carriage returns": TEXT.replace("\n", "\r"),
    "tabs": TEXT + TYPE.replace("  ", "\t"),
    "tabs in YAML": YAML + "memory:\n\tsession:\n\t\t- a\n",
}


@pytest.mark.parametrize("name", HOSTILE)
def test_hostile_sources_are_checked_within_seconds(name):
    text = HOSTILE[name]
    started = time.process_time()
    found = check({"desk": text})
    assert time.process_time() - started < 20
    for one in found:
        assert 0 <= one.span.start <= one.span.end <= len(text)
        assert "\n" not in one.message


@pytest.mark.parametrize(
    ("text", "problem"),
    [
        (TEXT + "#" * 8_000_000, "8,000,025 characters are more than the 8,000,000"),
        (TEXT + "\n" * 200_000, "200,002 lines are more than the 100,000"),
        (YAML + "persona: 'a\ud800b'\n", "character 34 is half of a pair"),
        (TEXT + "FOO\udc00: 1\n", "character 28 is half of a pair"),
    ],
)
def test_what_is_no_source_is_refused(text, problem):
    (found,) = check({"back": TEXT, "desk": text})
    assert (found.code, found.source) == ("ABLX_SOURCE_UNREADABLE", "desk")
    assert problem in found.message
    with pytest.raises(SourceError, match=problem):
        compiler.compile({"desk": text})


@pytest.mark.parametrize("text", [TEXT + TYPE + "FOO: 1\n", YAML + TYPE.lower() + "foo: 1\n"])
@pytest.mark.parametrize("change", [lambda text: text.replace("\n", "\r\n"), lambda text: "\ufeff" + text])
def test_line_ends_and_marks_change_no_finding(text, change):
    plain = [(one.code, one.line, one.column, one.span.text) for one in check({"desk": text})]
    assert [code for code, *_ in plain] == ["ABLX_TYPE_UNKNOWN", "ABLX_SECTION_UNKNOWN"]
    assert [(one.code, one.line, one.column, one.span.text) for one in check({"desk": change(text)})] == plain


def test_lines_that_only_yaml_breaks_do_not_move_places():
    found = check({"desk": HOSTILE["line separators"]})
    assert [(one.span.text, one.line) for one in found] == [("foo", 4)]


@pytest.mark.parametrize("text", ["", " ", "\t"])
def test_a_blank_text_is_no_name_of_the_folder(text, tmp_path, monkeypatch):
    (tmp_path / "desk.agent.abl").write_text('AGENT: A\nGOAL: "x"\n')
    monkeypatch.chdir(tmp_path)
    assert [(one.source, one.code) for one in check(text)] == [("agent", "ABLX_HEADER_MISSING")]
