"""The language server as an editor meets it: a real process, messages over pipes, on the examples and on broken text."""

import shutil
import signal
import socket
import subprocess
import sys
import time
from pathlib import Path

import pytest

pytest.importorskip("pygls", reason="needs pygls, which is not installed: pip install 'ablmatch[lsp]'")

from editor import Editor, uri_of

ROOT = Path(__file__).resolve().parent.parent
AGENTS = ROOT / "examples" / "agents"
HEAD = 'AGENT: Desk\nGOAL: "Help"\n'


@pytest.fixture(scope="module")
def editor():
    client = Editor()
    yield client
    client.kill()


@pytest.fixture
def agents(tmp_path):
    """The example agents where nothing else is."""
    return Path(shutil.copytree(AGENTS, tmp_path / "agents"))


@pytest.fixture
def document(editor):
    """Opens texts under fresh names; closes them again."""
    opened = []

    def open_text(text, name="desk.agent.abl", language="abl"):
        uri = f"untitled:{len(opened)}/{name}"
        opened.append(uri)
        return uri, editor.open(uri, text.replace("¦", ""), language)

    yield open_text
    for uri in opened:
        editor.tell("textDocument/didClose", {"textDocument": {"uri": uri}})
        editor.findings(uri)


def labels(answer):
    return [item["label"] for item in answer["items"]]


def value(hover):
    return hover["contents"]["value"]


# --- findings ---------------------------------------------------------------------------------------------------


def test_it_says_what_it_can():
    client = Editor()
    try:
        assert client.capabilities["textDocumentSync"]["openClose"] is True
        assert client.capabilities["textDocumentSync"]["change"] == 1
        assert client.capabilities["hoverProvider"] is True
        assert client.capabilities["definitionProvider"] is True
        assert client.capabilities["completionProvider"]["triggerCharacters"] == [" ", ".", "{"]
        assert client.capabilities["positionEncoding"] == "utf-16"
        assert client.close() == 0
        assert client.errors == []
    finally:
        client.kill()


@pytest.mark.parametrize("path", sorted(AGENTS.rglob("*.agent.*")), ids=lambda path: path.name)
def test_example_agents_are_clean(editor, path):
    assert editor.open(uri_of(path), path.read_text("utf-8")) == []


def test_a_finding_has_its_exact_place(document):
    text = HEAD + "FLOW:\n  ask:\n    REASONING: false\n    THEN: clse\n  close:\n    REASONING: true\n"
    _, found = document(text)
    assert found == [
        {
            "range": {"start": {"line": 5, "character": 10}, "end": {"line": 5, "character": 14}},
            "message": "there is no step `clse` to go to: do you mean `close`?",
            "severity": 2,
            "code": "ABLX_STEP_UNKNOWN",
            "source": "ablmatch",
        }
    ]


def test_the_same_in_yaml(document):
    text = 'agent: Desk\ngoal: "Help"\nflow:\n  ask:\n    reasoning: false\n    then: clse\n  close:\n    reasoning: true\n'
    _, found = document(text, "desk.agent.yaml")
    assert [(one["code"], one["range"]) for one in found] == [
        ("ABLX_STEP_UNKNOWN", {"start": {"line": 5, "character": 10}, "end": {"line": 5, "character": 14}})
    ]


LONG = HEAD + 'CONSTRAINTS:\n  a:\n    - REQUIRE name == "😀😀é" AND NOPE(1)\n      ON_FAIL: "no"\n'


def test_places_are_counted_in_utf16(document):
    _, found = document(LONG)
    start = len("    - REQUIRE name == ") + len('"😀😀é" AND ') + 2
    assert [(one["code"], one["range"]["start"], one["range"]["end"]) for one in found] == [
        ("CEL_CONDITION_UNRESOLVED_CALL", {"line": 4, "character": start}, {"line": 4, "character": start + 4})
    ]


@pytest.mark.parametrize(("encoding", "more"), [("utf-32", 0), ("utf-8", 2 * 3 + 1)])
def test_an_editor_may_count_otherwise(encoding, more):
    client = Editor(encodings=[encoding])
    try:
        assert client.capabilities["positionEncoding"] == encoding
        (found,) = client.open("untitled:desk.agent.abl", LONG)
        assert found["range"]["start"]["character"] == len('    - REQUIRE name == "😀😀é" AND ') + more
    finally:
        client.kill()


def test_a_related_place_is_shown(document):
    uri, found = document(HEAD + "MEMORY:\n  session:\n    - NAME: a\n    - NAME: a\n")
    (one,) = found
    assert one["code"] == "ABLX_NAME_TWICE"
    (related,) = one["relatedInformation"]
    assert related["location"]["uri"] == uri
    assert related["location"]["range"]["start"] == {"line": 4, "character": 12}


def test_changes_are_checked_when_typing_rests(document, editor):
    uri, found = document(HEAD)
    assert found == []
    for version, name in enumerate(("MEMO", "MEMOR", "MEMRY"), 2):
        editor.type(uri, f"{HEAD}{name}:\n  session:\n    - NAME: a\n", version)
    # A slow machine may rest between two of them.
    while "`MEMRY`" not in editor.findings(uri)[0]["message"]:
        pass
    assert editor.change(uri, HEAD, 9) == []


def test_a_project_is_its_folder_and_open_buffers_come_first(editor, agents):
    desk = agents / "bank" / "front_desk.agent.abl"
    other = agents / "bank" / "verify_caller.agent.abl"
    assert editor.open(uri_of(desk), desk.read_text("utf-8")) == []
    # The neighbour is renamed in its buffer alone: the desk now names an agent that is not there.
    renamed = other.read_text("utf-8").replace("AGENT: Verify_Caller", "AGENT: Checker")
    editor.open(uri_of(other), renamed)
    codes = {one["code"] for one in editor.published[uri_of(desk)]}
    assert codes == {"ABLX_AGENT_UNKNOWN"}
    # Closed, the file on disk counts again.
    editor.tell("textDocument/didClose", {"textDocument": {"uri": uri_of(other)}})
    while editor.published[uri_of(desk)]:
        editor.findings(uri_of(desk))
    editor.tell("textDocument/didClose", {"textDocument": {"uri": uri_of(desk)}})


def test_no_finding_outlives_its_cause(editor, agents):
    """The neighbour that is not open shows a finding of one open document; another open document heals it."""
    folder = agents / "bank"
    third = folder / "third.agent.abl"
    third.write_text('AGENT: Third\nGOAL: "x"\nHANDOFF:\n  - TO: Gone\n    WHEN: true\n', "utf-8")
    one, two = (uri_of(folder / name) for name in ("front_desk.agent.abl", "verify_caller.agent.abl"))
    text = (folder / "verify_caller.agent.abl").read_text("utf-8")
    editor.open(one, (folder / "front_desk.agent.abl").read_text("utf-8"))
    while not editor.published.get(uri_of(third)):
        editor.findings(uri_of(third))
    editor.open(two, text)
    third.unlink()
    editor.tell("workspace/didChangeWatchedFiles", {"changes": [{"uri": uri_of(third), "type": 3}]})
    assert editor.findings(uri_of(third)) == []
    for uri in (one, two):
        editor.tell("textDocument/didClose", {"textDocument": {"uri": uri}})


def test_saving_checks_against_the_disk(editor, agents):
    desk = agents / "bank" / "front_desk.agent.abl"
    assert editor.open(uri_of(desk), desk.read_text("utf-8")) == []
    (agents / "bank" / "verify_caller.agent.abl").unlink()
    (agents / "bank" / "talker.agent.abl").write_text('AGENT: Talker\nGOAL: "Talk"\n', "utf-8")
    editor.tell("textDocument/didSave", {"textDocument": {"uri": uri_of(desk)}})
    assert {one["code"] for one in editor.findings(uri_of(desk))} == {"ABLX_AGENT_UNKNOWN"}
    editor.tell("textDocument/didClose", {"textDocument": {"uri": uri_of(desk)}})


def test_lints_and_the_legacy_edition_are_asked_for():
    client = Editor(options={"lints": True, "edition": "legacy"})
    try:
        flow = "FLOW:\n  ask:\n    REASONING: true\n  lost:\n    REASONING: true\n"
        memory = "MEMORY:\n  session:\n    - NAME: a\n      SOURCE: user\n"
        found = client.open("untitled:desk.agent.abl", HEAD + memory + flow)
        assert [one["code"] for one in found] == ["ABLX_STEP_UNREACHED"]
    finally:
        client.kill()


def test_other_files_are_none_of_its_business(editor, tmp_path):
    path = tmp_path / "scenarios.yaml"
    editor.tell(
        "textDocument/didOpen",
        {"textDocument": {"uri": uri_of(path), "languageId": "yaml", "version": 1, "text": "a: [1"}},
    )
    assert editor.at("hover", uri_of(path), "¦") is None
    assert uri_of(path) not in editor.published


# --- hover ------------------------------------------------------------------------------------------------------


def test_hover_on_a_finding_explains_it(document, editor):
    text = HEAD + "FLOW:\n  ask:\n    REASONING: false\n    THEN: cl¦se\n"
    uri, _ = document(text)
    shown = value(editor.at("hover", uri, text))
    assert shown.startswith("**ABLX_STEP_UNKNOWN** (warning)")
    assert "A flow that comes here stays where it is." in shown
    assert "    THEN: close" in shown


EXPRESSIONS = [
    HEAD + 'MEMORY:\n  session:\n    - NAME: a\nCONSTRAINTS:\n  r:\n    - REQUIRE {} == 1\n      ON_FAIL: "no"\n',
    "agent: Desk\ngoal: Help\nmemory:\n  session:\n    - name: a\nconstraints:\n  - require: {} == 1\n    on_fail: no\n",
]


@pytest.mark.parametrize("form", EXPRESSIONS, ids=["text", "yaml"])
def test_hover_on_a_function_shows_its_row(document, editor, form):
    from ablmatch.language.functions import FUNCTIONS

    text = form.format("ROU¦ND(a)")
    uri, _ = document(text, "desk.agent.yaml" if form is EXPRESSIONS[1] else "desk.agent.abl")
    answer = editor.at("hover", uri, text)
    row = FUNCTIONS["ROUND"]
    assert value(answer).startswith(f"```abl\n{row.signature}\n```\n\n{row.summary}")
    assert f"`{row.example[0]}` gives" in value(answer)
    place = answer["range"]
    assert place["end"]["character"] - place["start"]["character"] == len("ROUND")


@pytest.mark.parametrize("written", ["caller_ver¦ified == true BEFORE", "NAME: caller_ver¦ified"])
def test_hover_on_a_variable_shows_its_declaration(editor, agents, written):
    path = agents / "bank" / "front_desk.agent.abl"
    text = path.read_text("utf-8")
    plain = written.replace("¦", "")
    marked = text.replace(plain, written, 1)
    assert marked != text
    editor.open(uri_of(path), text)
    shown = value(editor.at("hover", uri_of(path), marked))
    assert shown.startswith("`caller_verified`: session variable of `Front_Desk`")
    assert "type: boolean" in shown
    assert "readonly" in shown
    assert "written by the models of: nobody" in shown


@pytest.mark.parametrize(
    ("written", "parts"),
    [
        ("MEM¦ORY:", ["`MEMORY`: section", "`session`", "`recall`"]),
        ("    - NAME: request\n      TY¦PE:", ["`TYPE`: key of a session variable", "`string`", "`datetime`"]),
        ("READ¦ONLY: true", ["`READONLY`: key of a session variable", "`true`, `false`"]),
        ("opera¦tion: append", ["`operation`: key of STORE", "`overwrite`, `append`"]),
    ],
)
def test_hover_on_a_section_or_key_says_what_it_takes(editor, agents, written, parts):
    path = agents / "bank" / "front_desk.agent.abl"
    text = path.read_text("utf-8")
    marked = text.replace(written.replace("¦", ""), written, 1)
    assert marked != text
    editor.open(uri_of(path), text)
    shown = value(editor.at("hover", uri_of(path), marked))
    for part in parts:
        assert part in shown


def test_hover_behind_an_emoji_counts_utf16(document, editor):
    text = LONG.replace("NOPE(1)", "ROU¦ND(1) == 1")
    uri, _ = document(text)
    answer = editor.at("hover", uri, text)
    assert "ROUND(" in value(answer)
    assert answer["range"]["start"]["character"] == len('    - REQUIRE name == "😀😀é" AND ') + 2


def test_prose_has_no_hover(document, editor):
    text = 'AGENT: Desk\nGOAL: "Help me to ROU¦ND(a)"\n'
    uri, _ = document(text)
    assert editor.at("hover", uri, text) is None


# --- definition -------------------------------------------------------------------------------------------------

WHOLE = """AGENT: Desk
GOAL: "Help"
BEHAVIOR:
  role: orchestrator
TOOLS:
  look_up(id: string) -> object
    description: "Finds it"
MEMORY:
  session:
    - NAME: said
      MODEL_WRITERS: [Desk]
    - NAME: found
  persistent:
    - PATH: user.calls
      TYPE: array
  remember:
    - WHEN: said IS SET
      STORE: said -> user.calls
TEMPLATES:
  bye: "Goodbye {{said}}"
CONSTRAINTS:
  r:
    - REQUIRE said == user.calls.0 BEFORE calling look_up
      ON_FAIL:
        RESPOND: "no"
        CLEAR: [said]
        MAX_REPEATS: 2
        ON_EXHAUSTED: HANDOFF Back
FLOW:
  entry_point: ask
  ask:
    REASONING: false
    CALL: look_up
    ON_FAIL: close
    MAX_ATTEMPTS: 2
    ON_EXHAUSTED: close
    ON_INPUT:
      - IF: said == "x"
        GOTO: close
      - ELSE:
        HANDOFF: Back
    THEN: close
  close:
    REASONING: false
    RESPOND: TEMPLATE(bye)
    SET: found = said
    THEN: COMPLETE
HANDOFF:
  - TO: Back
    WHEN: said == "x"
---
AGENT: Back
GOAL: "Back office"
"""
CASES = [
    ("THEN: clo¦se", "  close:"),
    ("GOTO: clo¦se", "  close:"),
    ("ON_FAIL: clo¦se", "  close:"),
    ("ON_EXHAUSTED: clo¦se", "  close:"),
    ("entry_point: as¦k", "  ask:"),
    ("- TO: Ba¦ck", "AGENT: Back"),
    ("HANDOFF: Ba¦ck", "AGENT: Back"),
    ("ON_EXHAUSTED: HANDOFF Ba¦ck", "AGENT: Back"),
    ("MODEL_WRITERS: [De¦sk]", "AGENT: Desk"),
    ("CALL: look¦_up", "  look_up(id"),
    ("calling look¦_up", "  look_up(id"),
    ("REQUIRE sa¦id ==", "    - NAME: said"),
    ("{{sa¦id}}", "    - NAME: said"),
    ("CLEAR: [sa¦id]", "    - NAME: said"),
    ("SET: fou¦nd = said", "    - NAME: found"),
    ("SET: found = sa¦id", "    - NAME: said"),
    ("== user.ca¦lls.0", "    - PATH: user.calls"),
    ("-> user.ca¦lls", "    - PATH: user.calls"),
    ("TEMPLATE(by¦e)", "  bye:"),
]


@pytest.mark.parametrize("form", ["text", "yaml"])
@pytest.mark.parametrize(("written", "where"), CASES, ids=[written for written, _ in CASES])
def test_names_lead_to_their_declarations(document, editor, written, where, form):
    if form == "yaml":
        whole, written, where = in_yaml(written, where)
    else:
        whole = WHOLE
    text = whole.replace(written.replace("¦", ""), written, 1)
    assert text != whole
    uri, found = document(text, "desk.agent.yaml" if form == "yaml" else "desk.agent.abl")
    assert [one for one in found if one["severity"] == 1] == []
    (location,) = editor.at("definition", uri, text)
    assert location["uri"] == uri
    line = whole.splitlines()[location["range"]["start"]["line"]]
    assert line.startswith(where)
    name = line[location["range"]["start"]["character"] : location["range"]["end"]["character"]]
    assert name.strip(":") in where


def in_yaml(written, where):
    """The case in YAML, written by the converter: the same words, other keys."""
    from ablmatch.language.source import Source
    from ablmatch.language.twin import yaml_twin

    parts = [yaml_twin(Source("a.agent.abl", part)) for part in WHOLE.split("---\n")]
    key, _, rest = written.partition(": ")
    lower = f"{key.lower()}: {rest}" if rest else written
    for one in (written, lower, rest, written.replace("REQUIRE ", "require: ")):
        if one and one.replace("¦", "") in parts[0]:
            return "---\n".join(parts), one, where_in_yaml(where)
    pytest.fail(f"{written} is nowhere in the YAML form:\n{parts[0]}")


def where_in_yaml(where):
    lower = where.replace("AGENT: ", "agent: ").replace("NAME: ", "name: ").replace("PATH: ", "path: ")
    return lower.replace("  look_up(id", "  - name: look_up")


def test_a_recall_names_tools_steps_and_agents(document, editor):
    more = '  recall:\n    - ON: {}\n      INSTRUCTION: "x"\n'
    for event, where in (
        ("tool:look¦_up:after", "  look_up(id"),
        ("step:enter:as¦k", "  ask:"),
        ("agent:Ba¦ck:before", "AGENT: Back"),
    ):
        text = WHOLE.replace("TEMPLATES:", more.format(event) + "TEMPLATES:", 1)
        uri, _ = document(text)
        (location,) = editor.at("definition", uri, text)
        assert text.splitlines()[location["range"]["start"]["line"]].startswith(where)


def test_a_definition_may_be_in_another_file(editor, agents):
    path = agents / "bank" / "front_desk.agent.abl"
    text = path.read_text("utf-8")
    editor.open(uri_of(path), text)
    marked = text.replace("TO: Verify_Caller", "TO: Verify_¦Caller", 1)
    (location,) = editor.at("definition", uri_of(path), marked)
    assert location["uri"] == uri_of(agents / "bank" / "verify_caller.agent.abl")
    assert location["range"]["start"] == {"line": 1, "character": len("AGENT: ")}


def test_words_without_a_declaration_lead_nowhere(document, editor):
    text = HEAD.replace("Help", "He¦lp")
    uri, _ = document(text)
    assert editor.at("definition", uri, text) == []


# --- completion -------------------------------------------------------------------------------------------------


def alike(line, other):
    """Whether two lines begin with the same key, or the same first words."""
    other = other.replace("¦", "")
    return line.split(":")[0] == other.split(":")[0] or line.split()[:2] == other.split()[:2]


@pytest.mark.parametrize(
    ("written", "wanted", "unwanted"),
    [
        ("    - NAME: found\n      ¦\n", ["TYPE", "READONLY", "RESET"], ["NAME", "SOURCE", "type", "PATH"]),
        ("    - NAME: found\n      RESET: ¦\n", ["per_session", "per_step", "never"], ["TYPE"]),
        ("    - NAME: found\n      READONLY: ¦\n", ["true", "false"], []),
        ("    - PATH: user.calls\n      ACCESS: re¦\n", ["read", "readwrite"], []),
        ("    - PATH: user.calls\n      SCOPE: ¦\n", ["user", "project", "execution_tree"], []),
        ("  close:\n    REASONING: false\n    ¦\n", ["GATHER", "ON_INPUT", "GOAL"], ["REASONING", "RESPOND", "THEN"]),
        ("    - REQUIRE ¦\n", ["said", "found", "user.calls", "MATCHES", "LENGTH"], ["close", "Back"]),
        ("    - REQUIRE sa¦\n", ["said", "found", "BEFORE returning results"], []),
        ("    - ¦REQUIRE said == user.calls.0 BEFORE calling look_up\n", ["REQUIRE", "WARN"], []),
        ("        ON_EXHAUSTED: ¦\n", ["HANDOFF", "ESCALATE", "BLOCK"], []),
        ('    - REQUIRE MATCHES(said, found, "¦")\n', ["phone", "email"], ["said"]),
        ("    - REQUIRE said == 1 BEFORE calling ¦\n", ["look_up"], ["said"]),
        ("    CALL: lo¦\n", ["look_up"], []),
        ("    THEN: ¦\n", ["ask", "close", "COMPLETE"], ["Back", "said"]),
        ("  - TO: ¦\n", ["Desk", "Back"], ["ask"]),
        ("      MODEL_WRITERS: [¦]\n", ["Desk", "Back"], []),
        ("        CLEAR: [¦]\n", ["said", "found"], ["ask"]),
        ('  bye: "Goodbye {{¦}}"\n', ["said", "user.calls", "UPPER"], []),
        ('  bye: "Goodbye {{said | ¦}}"\n', ["upper", "ago"], ["said"]),
        ("    RESPOND: TEMPLATE(¦)\n", ["bye"], []),
        ("    SET: ¦\n", ["said", "found"], ["ask"]),
        ("BEHAVIOR:\nON_ERROR:\n  ¦\n  role: router\n", ["tool_error", "default"], ["TYPE"]),
        ("BEHAVIOR:\n  role: ¦\n", ["router", "orchestrator"], []),
        ("ME¦\nMEMORY:\n", ["GATHER", "HOOKS"], ["MEMORY", "AGENT", "hooks"]),
    ],
)
def test_completion_knows_what_may_stand_here(document, editor, written, wanted, unwanted):
    # It stands in place of the line that begins like its first (its last, where that is of the text).
    lines = WHOLE.splitlines()
    first, *_, last = [*written.splitlines(), written.splitlines()[-1]]
    anchor = last if last in lines else next(line for line in lines if alike(line, first))
    text = WHOLE.replace(anchor + "\n", written, 1)
    assert text.count("¦") == 1
    uri, _ = document(text)
    found = labels(editor.at("completion", uri, text))
    assert [one for one in wanted if one not in found] == []
    assert [one for one in unwanted if one in found] == []


@pytest.mark.parametrize(
    ("written", "wanted", "unwanted"),
    [
        ("  session:\n    - name: a\n      ¦\n", ["type", "readonly"], ["name", "TYPE"]),
        ("  session:\n    - name: a\n      reset: ¦\n", ["per_session", "never"], []),
        ("  remember:\n    - when: ¦\n", ["ROUND", "IN"], []),
        ("  ¦\n", ["session", "persistent"], ["SESSION"]),
    ],
)
def test_completion_in_yaml(document, editor, written, wanted, unwanted):
    text = 'agent: Desk\ngoal: "Help"\nmemory:\n' + written
    uri, _ = document(text, "desk.agent.yaml")
    found = labels(editor.at("completion", uri, text))
    assert [one for one in wanted if one not in found] == []
    assert [one for one in unwanted if one in found] == []


def test_completion_replaces_the_word_behind_the_emoji(document, editor):
    text = LONG.replace("NOPE(1)", "use¦")
    uri, _ = document(text)
    items = editor.at("completion", uri, text)["items"]
    start = len('    - REQUIRE name == "😀😀é" AND ') + 2
    edits = {
        (item["textEdit"]["range"]["start"]["character"], item["textEdit"]["range"]["end"]["character"])
        for item in items
    }
    assert edits == {(start, start + 3)}
    assert [item["sortText"] for item in items] == sorted(item["sortText"] for item in items)


def test_a_rule_is_completed_in_its_usual_form(document, editor):
    text = HEAD + "CONSTRAINTS:\n  a:\n    - ¦\n"
    uri, _ = document(text)
    items = editor.at("completion", uri, text)["items"]
    assert [item["textEdit"]["newText"] for item in items][:5] == [
        "REQUIRE",
        "LIMIT",
        "RESTRICT",
        "WARN",
        "CONDITION: ",
    ]


def test_nothing_is_completed_in_prose(document, editor):
    text = HEAD.replace("Help", "Help ¦ me")
    uri, _ = document(text)
    assert labels(editor.at("completion", uri, text)) == []


# --- broken text ------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("path", sorted(AGENTS.rglob("*.agent.*")), ids=lambda path: path.name)
def test_broken_text_is_answered(document, editor, path):
    """Every example, cut off at many places, with each question at the cut: an answer, never an error."""
    whole = path.read_text("utf-8")
    uri, _ = document("", path.name)
    for number, cut in enumerate(range(0, len(whole), 307), 2):
        text = whole[:cut]
        editor.type(uri, text, number)
        for method in ("hover", "definition", "completion"):
            editor.at(method, uri, text + "¦")
    editor.type(uri, "", 10_000)
    while [one["code"] for one in editor.findings(uri)] != ["ABLX_HEADER_MISSING"]:
        pass


@pytest.mark.parametrize(
    "text", ["\0", "AGENT:", "\ud83d", "agent: [", "- - - -", "AGENT: A\r\nGOAL: b\rMEMORY:\u2028 x", "{{" * 50]
)
@pytest.mark.parametrize("name", ["a.agent.abl", "a.agent.yaml"])
def test_odd_texts_are_answered(document, editor, text, name):
    uri, _ = document(text, name)
    for line, character in ((0, 0), (0, 3), (2, 1), (99, 99)):
        for method in ("hover", "definition", "completion"):
            editor.ask(
                f"textDocument/{method}",
                {"textDocument": {"uri": uri}, "position": {"line": line, "character": character}},
            )


def test_nothing_is_written_to_disk(editor, agents):
    path = agents / "payments" / "payments.agent.abl"
    before = {one: one.stat().st_mtime_ns for one in sorted(agents.rglob("*"))}
    editor.open(uri_of(path), path.read_text("utf-8"))
    editor.at("completion", uri_of(path), path.read_text("utf-8") + "¦")
    assert {one: one.stat().st_mtime_ns for one in sorted(agents.rglob("*"))} == before


# --- the process ------------------------------------------------------------------------------------------------


def test_it_ends_when_the_editor_is_gone():
    client = Editor()
    try:
        client.process.stdin.close()
        assert client.process.wait(timeout=60) == 0
    finally:
        client.kill()


@pytest.mark.skipif(sys.platform == "win32", reason="Windows has no such signals")
@pytest.mark.parametrize("number", [signal.SIGTERM, signal.SIGINT])
def test_it_ends_by_a_signal(number):
    client = Editor()
    try:
        client.process.send_signal(number)
        assert client.process.wait(timeout=60) == -number
    finally:
        client.kill()


def test_it_serves_a_tcp_port():
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        port = free.getsockname()[1]
    with subprocess.Popen([sys.executable, "-m", "ablmatch", "lsp", "--tcp", f"127.0.0.1:{port}"]) as server:
        try:
            until = time.monotonic() + 60
            while True:
                try:
                    connection = socket.create_connection(("127.0.0.1", port), timeout=60)
                    break
                except ConnectionRefusedError:
                    assert time.monotonic() < until
                    time.sleep(0.1)
            with connection:
                body = b'{"jsonrpc":"2.0","id":1,"method":"initialize","params":{"processId":null,"rootUri":null,"capabilities":{}}}'
                connection.sendall(b"Content-Length: %d\r\n\r\n" % len(body) + body)
                assert b"Content-Length" in connection.recv(4096)
            assert server.wait(timeout=60) == 0
        finally:
            server.kill()


@pytest.mark.parametrize("address", ["7777", "host:", "host:x", "host:0", ":1"])
def test_a_bad_address_is_one_line(address):
    done = subprocess.run(
        [sys.executable, "-m", "ablmatch", "lsp", "--tcp", address], capture_output=True, text=True, check=False
    )
    assert done.returncode == 2
    assert done.stderr.count("\n") == 1
    assert "HOST:PORT" in done.stderr
