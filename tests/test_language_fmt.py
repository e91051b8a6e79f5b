"""Layout: idempotent, keeps comments and meaning, whatever the source looked like."""

import io
import sys

import pytest
from hypothesis import given
from hypothesis import strategies as st

from ablmatch.language.codes import TABLE
from ablmatch.language.comments import comments
from ablmatch.language.compiler import examine
from ablmatch.language.diagnostics import Diagnostics
from ablmatch.language.documents import documents
from ablmatch.language.fmt import LayoutError, format_source
from ablmatch.language.source import Source
from command_line import NEEDED, within
from open_agents import mutated, open_agents

AGENTS = open_agents() or [(one.good, "current") for one in TABLE]


def laid_out(text, name="agent"):
    return format_source(Source(name, text))


def meaning(text, edition="current"):
    project, found = examine({"agent": text}, edition=edition)
    return project, [one.code for one in found]


def comments_of(text):
    source = Source("agent", text)
    found = comments(source, [one.node for one in documents(source, Diagnostics())])
    return sorted(one.text for one in found)


TEXT = """# about the desk
AGENT:   Desk   # the name
GOAL: "Help #1"
MEMORY:
    SESSION:
    - email    # what the caller says
          # said again
          TYPE:   string
    -   NAME: tries


        INITIAL: 0
        # the last of tries
    # the last of session
# about constraints

CONSTRAINTS:
\talways:
\t\t- REQUIRE   email == "#"  # keep
\t\t  ON_FAIL: |
\t\t     Please # not a comment

\t\t       confirm.
\t\t# behind
# at the end
"""
LAID_OUT = """# about the desk
AGENT: Desk  # the name
GOAL: "Help #1"

MEMORY:
  SESSION:
    - email  # what the caller says
      # said again
      TYPE: string
    - NAME: tries

      INITIAL: 0
      # the last of tries
    # the last of session

# about constraints

CONSTRAINTS:
  always:
    - REQUIRE   email == "#"  # keep
      ON_FAIL: |
        Please # not a comment

          confirm.
    # behind
# at the end
"""
YAML = """# head
agent: Desk # name
goal:   >-
     Help
     them
memory:
    session:
    - {name: email, type: string}   # flow
    -
      name:  tries
      # in between
      initial:   0
    persistent: [ user.a,
  user.b ]
messages:
   hello: "one
     two"
   block: |
      a
        b # no comment
"""
YAML_LAID_OUT = """# head
agent: Desk  # name

goal: >-
  Help
  them

memory:
  session:
    - {name: email, type: string}  # flow
    - name: tries
      # in between
      initial: 0
  persistent: [ user.a,
  user.b ]

messages:
  hello: "one
    two"
  block: |
    a
      b # no comment
"""


@pytest.mark.parametrize(("before", "after"), [(TEXT, LAID_OUT), (YAML, YAML_LAID_OUT)], ids=["text", "yaml"])
def test_layout(before, after):
    assert laid_out(before) == after
    assert laid_out(after) == after


@pytest.mark.parametrize(
    ("before", "after"),
    [
        ("AGENT: A\nSET:\n  a = 1\n  - b = 2\n", "AGENT: A\n\nSET:\n  a = 1\n  - b = 2\n"),
        ("AGENT: A\nX:\n- - a\n  - b\n", "AGENT: A\n\nX:\n  -\n    - a\n    - b\n"),
        ("AGENT: A\nX:\n  -\n    CALL: t\n      WHEN: c\n", "AGENT: A\n\nX:\n  -\n    CALL: t\n      WHEN: c\n"),
        ("AGENT: A\nX:\n  - # why\n    a: 1\n", "AGENT: A\n\nX:\n  # why\n  - a: 1\n"),
        ("agent: A\nx:\n  - a\n    # b\n# c\ny: 1\n", "agent: A\n\nx:\n  - a\n  # b\n\n# c\ny: 1\n"),
        ("agent: A\nx:\n  - a\td\n", "agent: A\n\nx:\n  - a\td\n"),
        ("agent: A\nx:\n  - # why\n    a: 1\n", "agent: A\n\nx:\n  # why\n  - a: 1\n"),
        ("AGENT: A\nX: # why\n  a: 1 # b\n", "AGENT: A\n\nX:  # why\n  a: 1  # b\n"),
        ("AGENT: A\n\n\n\nGOAL: x\n\n", "AGENT: A\n\nGOAL: x\n"),
        ("AGENT: A\nGOAL: x\n# b\nAGENT: B\nGOAL: y\n", "AGENT: A\nGOAL: x\n\n# b\nAGENT: B\nGOAL: y\n"),
        ("agent: A\ngoal: x\n# a\n---\n# b\nagent: B\ngoal: y\n", "agent: A\ngoal: x\n# a\n\n---\n# b\nagent: B\ngoal: y\n"),
        ("AGENT: A\r\nGOAL: x\r\n", "AGENT: A\nGOAL: x\n"),
        ("", "\n"),
        ("# nothing\n", "# nothing\n"),
    ],
)  # fmt: skip
def test_small_layouts(before, after):
    assert laid_out(before) == after
    assert laid_out(after) == after


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ('AGENT: A\nGOAL: "open\n', "ABLX_TEXT_QUOTE"),
        ("AGENT: A\nX:\n  TYPE:string\n", "ABLX_TEXT_COLON"),
        ("agent: [\n", "ABLX_YAML_SYNTAX"),
        ("agent: A\na: &x 1\nb: *x\n", "anchors"),
        ("agent: !!str A\n", "anchors"),
        ("agent: A\ngoal: |2\n    x\n", "indentation"),
    ],
)
def test_what_cannot_be_laid_out_is_left_as_it_is(text, said):
    with pytest.raises(LayoutError, match=said):
        laid_out(text)


def test_every_agent_keeps_its_meaning():
    for text, edition in AGENTS:
        once = laid_out(text)
        assert laid_out(once) == once
        assert meaning(once, edition) == meaning(text, edition)


@given(st.sampled_from(AGENTS), st.integers(0, 2**32))
def test_any_layout_becomes_the_same(agent, seed):
    text, edition = agent
    text = mutated(text, seed)
    try:
        once = laid_out(text)
    except LayoutError:
        return
    assert laid_out(once) == once
    assert meaning(once, edition) == meaning(text, edition)
    assert comments_of(once) == comments_of(text)


def test_mutations_are_mostly_readable():
    read = 0
    for seed in range(100):
        try:
            laid_out(mutated(AGENTS[seed % len(AGENTS)][0], seed))
            read += 1
        except LayoutError:
            continue
    assert read > 40


# --- the command ----------------------------------------------------------------------------------------------------


@pytest.fixture
def ablmatch(capsys, monkeypatch, tmp_path):
    monkeypatch.chdir(tmp_path)

    def call(*arguments, stdin=""):
        monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(stdin.encode()), "utf-8"))
        return within(capsys, *arguments)

    return call


@pytest.mark.needs(*NEEDED)
def test_the_command_writes_checks_and_shows(ablmatch, tmp_path):
    path = tmp_path / "desk.agent.abl"
    path.write_text("AGENT: A\nGOAL:  x\n")
    done = ablmatch("fmt", ".", "--check")
    assert (done.status, done.out) == (1, "would lay out desk.agent.abl\n")
    done = ablmatch("fmt", ".", "--diff")
    assert done.status == 1
    assert done.out.endswith("@@ -1,2 +1,2 @@\n AGENT: A\n-GOAL:  x\n+GOAL: x\n")
    assert path.read_text() == "AGENT: A\nGOAL:  x\n"
    done = ablmatch("fmt", "desk.agent.abl")
    assert (done.status, done.out, path.read_text()) == (0, "laid out desk.agent.abl\n", "AGENT: A\nGOAL: x\n")
    assert ablmatch("fmt", "--check", ".").status == 0
    done = ablmatch("fmt", "-", stdin="AGENT: A\nGOAL:  x\n")
    assert (done.status, done.out) == (0, "AGENT: A\nGOAL: x\n")


@pytest.mark.needs(*NEEDED)
@pytest.mark.parametrize("arguments", [["fmt"], ["fmt", "--check"], ["migrate"], ["migrate", "--write"]])
def test_what_is_no_agent_is_left_alone(ablmatch, tmp_path, arguments):
    text = "# Notes\n\n- one\n     - two\n"
    (tmp_path / "notes.md").write_text(text)
    (tmp_path / "desk.agent.abl").write_text("AGENT: A\nGOAL:  x\n")
    ablmatch(*arguments, "desk.agent.abl", "notes.md", *["--diff"] * (arguments == ["migrate"])).fails_with(
        "notes.md", "no agent"
    )
    assert (tmp_path / "notes.md").read_text() == text
    assert (tmp_path / "desk.agent.abl").read_text() == "AGENT: A\nGOAL:  x\n", "nothing is done before all is read"


@pytest.mark.needs(*NEEDED)
def test_what_cannot_be_laid_out_does_not_stop_the_others(ablmatch, tmp_path):
    (tmp_path / "a.agent.abl").write_text('AGENT: A\nGOAL: "x\n')
    (tmp_path / "b.agent.abl").write_text("AGENT: B\nGOAL:  x\n")
    done = ablmatch("fmt", ".")
    done.fails_with("a.agent.abl:2:7", "ABLX_TEXT_QUOTE")
    assert (tmp_path / "b.agent.abl").read_text() == "AGENT: B\nGOAL: x\n"
