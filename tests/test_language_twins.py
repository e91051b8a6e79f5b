"""Every text agent, written as YAML, compiles to the same project and raises the same codes; comments come along."""

import io
import sys

import pytest
import yaml
from hypothesis import given
from hypothesis import strategies as st

from ablmatch.language.codes import TABLE
from ablmatch.language.comments import comments
from ablmatch.language.compiler import examine
from ablmatch.language.diagnostics import Diagnostics
from ablmatch.language.documents import documents, format_of
from ablmatch.language.source import Source
from ablmatch.language.twin import yaml_twin
from ablmatch.language.write_text import NoTextError, text_twin
from ablmatch.language.write_yaml import NoYamlError, quoted
from command_line import NEEDED, within
from open_agents import mutated, open_agents, own_agents

TEXTS = [(text, edition) for text, edition in open_agents() if format_of(Source("agent", text)) == "text"]
ROWS = [one for one in TABLE if one.only is None]


def twin(text):
    return yaml_twin(Source("agent", text))


def meaning(sources, edition):
    project, found = examine(sources, edition=edition)
    return project, sorted(one.code for one in found)


def comments_of(text):
    source = Source("agent", text)
    found = comments(source, [one.node for one in documents(source, Diagnostics())])
    return sorted(one.text for one in found)


def twins(text):
    """The agents of an example, each as YAML; YAML examples as they are."""
    parts = text.split("---\n")
    return {
        str(at): part if format_of(Source("agent", part)) == "yaml" else twin(part) for at, part in enumerate(parts)
    }


def test_every_open_agent_has_its_twin(shared):
    for text, edition in TEXTS:
        written = twin(text)
        assert format_of(Source("agent", written)) == "yaml"
        assert meaning({"a": written}, edition) == meaning({"a": text}, edition), written
        assert comments_of(written) == comments_of(text)
    assert len(TEXTS) > 400


@given(st.sampled_from(TEXTS or [(one.good, "current") for one in ROWS]), st.integers(0, 2**32))
def test_any_layout_has_its_twin(agent, seed):
    text, edition = mutated(agent[0], seed), agent[1]
    try:
        written = twin(text)
    except NoYamlError:
        return
    project, _ = meaning({"a": text}, edition)
    if project is not None:
        assert meaning({"a": written}, edition)[0] == project
        assert comments_of(written) == comments_of(text)


@pytest.mark.parametrize("code", [one for one in ROWS if one.bad], ids=lambda one: one.name)
def test_the_bad_example_raises_its_code_alone_in_yaml(code):
    lints = {"lints": True} if code.lint else {}
    _, found = examine(twins(code.bad), edition=code.edition, **lints)
    assert [one.code for one in found] == [code.name]


@pytest.mark.parametrize("code", ROWS, ids=lambda one: one.name)
def test_the_good_example_is_clean_in_yaml(code):
    assert meaning(twins(code.good), code.edition)[1] == []


def test_every_open_agent_is_written_as_text(shared):
    for text, edition in open_agents():
        source = text if format_of(Source("agent", text)) == "yaml" else twin(text)
        written = text_twin(Source("agent", source))
        assert format_of(Source("agent", written)) == "text"
        assert meaning({"a": written}, edition) == meaning({"a": source}, edition), written
        assert comments_of(written) == comments_of(source)


@given(st.sampled_from(open_agents() or [(one.good, "current") for one in ROWS]), st.integers(0, 2**32))
def test_any_layout_is_written_as_text(agent, seed):
    text, edition = agent
    text = mutated(text if format_of(Source("agent", text)) == "yaml" else twin(text), seed)
    try:
        written = text_twin(Source("agent.yaml", text))
    except NoTextError:
        return
    project, _ = meaning({"a.yaml": text}, edition)
    if project is not None:
        assert meaning({"a": written}, edition)[0] == project


def test_our_own_agents_are_written_either_way():
    for text, edition in own_agents():
        written = twin(text) if format_of(Source("agent", text)) == "text" else text_twin(Source("agent", text))
        assert meaning({"a": written}, edition)[0] == meaning({"a": text}, edition)[0], written


def test_a_stored_text_keeps_its_quotes():
    """In YAML quotes carry an expression; in the text format they make a text."""
    head = "AGENT: Desk\nGOAL: g\nMEMORY:\n  remember:\n    - WHEN: a IS SET\n      STORE:\n"
    text = f'{head}        value: "a: b"\n        target: user.a\n'
    inline = text.replace('\n        value: "a: b"\n        target: user.a', ' {value: "a: b", target: user.a}')
    stored = [
        examine({"a": one})[0].agents["Desk"].memory.remember[0].value
        for one in (text, inline, twin(text), twin(inline), text_twin(Source("agent", twin(text))))
    ]
    assert stored == ['"a: b"'] * 5


def test_inline_entries_are_opened():
    text = (
        "AGENT: Desk\nGOAL: g\nMEMORY:\n  session:\n    - {NAME: a, READONLY: true}\n  recall:\n"
        "    - {ON: session:start, INSTRUCTION: x}\n  remember:\n    - {WHEN: a IS SET, STORE: a -> user.a}\n"
        "  persistent:\n    - {PATH: user.a, SENSITIVE: true}\n"
    )
    project, found = meaning({"a": text}, "current")
    assert found == []
    memory = project.agents["Desk"].memory
    assert memory.session[0].readonly and memory.persistent[0].sensitive
    assert memory.recall[0].on == "session:start" and memory.remember[0].target == "user.a"
    assert meaning({"a": twin(text)}, "current") == (project, [])


def test_yaml_forms_in_the_text_format():
    text = """# who
agent: Desk # name
goal: >
  Help
  them
memory:
  session: [email, {name: tries, initial: 0}]
messages:
  "odd key": "a \\"b\\" # c"
  lines: "one\\ntwo"
  plain: over
    two lines
constraints:
  - require: "a == 'b: c'"
    on_fail: "HANDOFF Back"
"""
    assert (
        text_twin(Source("agent", text))
        == """# who
AGENT: Desk  # name

GOAL: |
  Help them

MEMORY:
  session: [email, {name: tries, initial: 0}]

MESSAGES:
  "odd key": "a \\"b\\" # c"
  lines: "one\\ntwo"
  plain: over two lines

CONSTRAINTS:
  - require: "a == 'b: c'"
    on_fail: HANDOFF Back
"""
    )


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("agent: [\n", "ABLX_YAML_SYNTAX"),
        ("agent: A\na: &x 1\nb: *x\n", "anchors"),
        ("agent: A\nmessages:\n  'a\"b': c\n", "a key like this"),
    ],
)
def test_what_has_no_place_in_the_text_format_is_said(text, said):
    with pytest.raises(NoTextError, match=said):
        text_twin(Source("agent", text))


def test_codes_of_one_format_are_few_and_say_why():
    special = {one.name: one.only for one in TABLE if one.only is not None}
    assert len(special) < 12
    assert all(why and not why.endswith(".") for _, why in special.values())
    for code in TABLE:
        if code.bad and code.only is not None:
            assert format_of(Source("agent", code.bad)) == code.only[0]


def test_the_shapes_of_language_md():
    text = """# who
AGENT: Desk  # name
GOAL: |
  Help
    them
MEMORY:
  SESSION:
    # said
    - email
      TYPE: string  # as typed
    - NAME: tries
      INITIAL: 0
  remember:
    - WHEN email IS SET
      STORE: email -> user.email
TOOLS:
  look_up(id: number, note?: string, kind: string = "a, b") -> {email: string}
    description: "Look: up"
    on_result:
      set:
        email: result.email
CONSTRAINTS:
  checks:
    - REQUIRE email != "a: b" BEFORE calling look_up
      ON_FAIL: HANDOFF Back
HOOKS:
  before_turn:
    CALL: look_up
      WITH:
        id: 7
# the end
"""
    assert (
        twin(text)
        == """# who
# name
agent: Desk
goal: |
  Help
    them

memory:
  session:
    # said
    - name: email
      # as typed
      type: string
    - name: tries
      initial: 0
  remember:
    - when: email IS SET
      store: email -> user.email

tools:
  - name: look_up
    parameters:
      - name: id
        type: "number"
      - name: note
        type: "string"
        required: false
      - name: kind
        type: "string"
        default: "a, b"
    returns: "{email: string}"
    description: "Look: up"
    on_result:
      set:
        email: result.email

constraints:
  checks:
    - require: "email != \\"a: b\\" BEFORE calling look_up"
      on_fail: HANDOFF Back

hooks:
  before_turn:
    call:
      tool: look_up
      with:
        id: 7
# the end
"""
    )


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("AGENT: A\nhello\n", "belongs to no section"),
        ('AGENT: "A\n', "ABLX_TEXT_QUOTE"),
        ("AGENT: A\nGOAL: x\n  y\n", "something below it"),
        ("AGENT: A\nNLU:\n  a: 1\n  - b\n", "beside each other"),
    ],
)
def test_what_has_no_place_in_yaml_is_said(text, said):
    with pytest.raises(NoYamlError, match=said):
        twin(text)


@pytest.mark.parametrize("text", ["a\x07b", 'q"q\\', "\u2028x", "\U0001f600\ue000", "tab\there\n", "é漢", "\x7f\x85"])
def test_quotes_hold_any_text(text):
    assert yaml.safe_load(quoted(text)) == text


@pytest.mark.needs(*NEEDED)
def test_convert_writes_the_other_format(capsys, monkeypatch, tmp_path):
    def run(*arguments, stdin=""):
        monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(stdin.encode()), "utf-8"))
        return within(capsys, *arguments)

    monkeypatch.chdir(tmp_path)
    done = run("convert", "-", "-o", "desk.agent.yaml", stdin="AGENT: Desk\nGOAL: x\n")
    assert done.status == 0
    assert (tmp_path / "desk.agent.yaml").read_text() == "agent: Desk\ngoal: x\n"
    assert run("convert", "desk.agent.yaml").out == "AGENT: Desk\nGOAL: x\n"
    run("convert", "-", stdin="agent: A\na: &x 1\n").fails_with("stdin:1:1", "anchors")
    run("convert", "-", stdin="AGENT: A\nhello\n").fails_with("stdin:2:1", "no section")


def test_a_library_behind_an_agent_is_not_written_into_one_text():
    text = "agent: Desk\ngoal: Help\n---\ntools:\n  - name: look_up\n    description: Look up\n"
    with pytest.raises(NoTextError, match="file of its own"):
        text_twin(Source("agent.yaml", text))
