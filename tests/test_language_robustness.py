"""No text breaks the front end: agents with lines lost, moved, doubled and mixed are checked, and every place is inside."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from ablmatch.language import compiler, ir
from ablmatch.language.codes import TABLE
from ablmatch.language.compiler import CompileError, check

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
