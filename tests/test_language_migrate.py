"""Legacy agents in the current edition: what is rewritten, what is said, and that they do the same at the turn's edges."""

import io
import sys

import pytest
import yaml
from hypothesis import given
from hypothesis import strategies as st

from ablmatch.language.compiler import check, examine
from ablmatch.language.documents import format_of
from ablmatch.language.expressions import parse
from ablmatch.language.migrate import MigrateError, migrate
from ablmatch.language.source import Source
from ablmatch.language.static_types import type_of
from ablmatch.language.twin import yaml_twin
from ablmatch.scenarios.reading import read_scenarios
from ablmatch.scenarios.run import run_scenario
from command_line import NEEDED, within
from open_agents import mutated, open_agents

LEGACY = [text for text, edition in open_agents() if edition == "legacy"]
# Warnings that are not about the edition stay.
KEPT = {"ABLX_READONLY_NOT_LITERAL"}


def migrated(text):
    return migrate(Source("desk.agent.abl" if format_of(Source("a", text)) == "text" else "desk.agent.yaml", text))


# The migration sample of the source documents with other names, and what it becomes there.
SAMPLE = """AGENT: Clinic_Desk
GOAL: "Confirm the owner before records are shared"

# What is known.
MEMORY:
  SESSION:
    - NAME: spoken_phone   # from the caller
      TYPE: string
      FORMAT: phone
    - NAME: file_phone
      TYPE: string
      SOURCE: tool  # the register
      FORMAT: phone
    - NAME: owner_confirmed
      TYPE: boolean
      DERIVED: MATCHES(spoken_phone, file_phone)

CONSTRAINTS:
  owner:
    - REQUIRE owner_confirmed == true BEFORE returning results
      ON_FAIL: "Not yet."
"""
WANTED = """AGENT: Clinic_Desk
GOAL: "Confirm the owner before records are shared"

# What is known.
MEMORY:
  SESSION:
    - NAME: spoken_phone   # from the caller
      TYPE: string
    - NAME: file_phone
      TYPE: string
      READONLY: true  # the register
    - NAME: owner_confirmed
      TYPE: boolean
      READONLY: true

CONSTRAINTS:
  owner:
    - REQUIRE owner_confirmed == true BEFORE returning results
      ON_FAIL: "Not yet."

HOOKS:
  before_turn:
    SET: owner_confirmed = MATCHES(spoken_phone, file_phone, "phone")
  after_turn:
    SET: owner_confirmed = MATCHES(spoken_phone, file_phone, "phone")
"""


def test_the_sample_becomes_that_of_the_documents():
    found = migrated(SAMPLE)
    assert found.text == WANTED
    assert [str(one).partition(": set in")[0] for one in found.notes] == [
        "desk.agent.abl:16:7: note: `owner_confirmed`"
    ]
    assert check(found.text) == []


def test_every_legacy_agent_compiles_clean_in_both_formats(shared):
    for text in LEGACY:
        for source in [text] + [yaml_twin(Source("a", text))] * (format_of(Source("a", text)) == "text"):
            found = migrated(source)
            assert {one.code for one in check(found.text)} <= KEPT, found.text
            assert migrated(found.text).text == found.text, "a migrated agent is migrated"
    assert len(LEGACY) > 20


def test_current_agents_stay_as_they_are():
    for text, edition in open_agents():
        if edition == "current" and not {"E492", "E493", "E498"} & {one.code for one in check({"a": text})}:
            assert migrated(text).text == text.rstrip("\n") + "\n"


@given(st.sampled_from(LEGACY or [SAMPLE]), st.integers(0, 2**32), st.booleans())
def test_any_layout_is_migrated_without_a_new_finding(text, seed, as_yaml):
    text = yaml_twin(Source("a", text)) if as_yaml and format_of(Source("a", text)) == "text" else text
    text = mutated(text, seed)
    try:
        found = migrated(text)
    except MigrateError:
        return
    project, before = examine({"a": text}, edition="legacy")
    if project is None or not all(
        one.name.isidentifier() for agent in project.agents.values() for one in agent.memory.session
    ):
        return  # not an agent, or nothing could be assigned in any edition
    after = [one.code for one in check({"a": found.text})]
    assert set(after) <= {one.code for one in before}
    assert found.text.count("# comment") == text.count("# comment")


def session(variables, hooks=""):
    return f"AGENT: Desk\nGOAL: x\nMEMORY:\n  session:\n{variables}{hooks}"


@pytest.mark.parametrize(
    ("variables", "wanted"),
    [
        ("    - a\n      SOURCE: tool\n", "    - a\n      READONLY: true\n"),
        ("    - a\n      SOURCE: tool\n      READONLY: true\n", "    - a\n      READONLY: true\n"),
        ("    - a\n      READONLY: false  # why\n      SOURCE: tool\n", "    - a\n      READONLY: true  # why\n"),
        ("    - a\n      source: tool # b\n", "    - a\n      readonly: true # b\n"),
        ("    - a\n      FORMAT: phone # b\n      TYPE: string\n", "    - a\n      # b\n      TYPE: string\n"),
        ("    - FORMAT: phone\n      NAME: a\n", "    - NAME: a\n"),
        (
            "    - NAME: a\n      SOURCE: tool\n      DERIVED: b\n    - b\n",
            "    - NAME: a\n      READONLY: true\n    - b\n",
        ),
        ("    - a\n      DERIVED: # b\n      SOURCE:\n", "    - a\n      # b\n"),
        ("    - a\n      SOURCE: user\n      SOURCE: tool\n", "    - a\n      READONLY: true\n"),
        ("    - a\n      FORMAT: phone\n\n      TYPE: string\n", "    - a\n\n      TYPE: string\n"),
    ],
)
def test_declarations(variables, wanted):
    assert migrated(session(variables)).text.partition("\nHOOKS:")[0].rstrip("\n") + "\n" == session(wanted)


def test_flow_mappings_of_yaml():
    text = (
        "agent: Desk\ngoal: x\nmemory:\n  session: [{name: a, source: user, format: email}, {name: b, source: tool}]\n"
    )
    found = migrated(text)
    assert "session: [{name: a}, {name: a_said, readonly: true}, {name: b, readonly: true}]" in found.text
    assert check(found.text) == []


HOOK = "    - n\n    - t\n      DERIVED: n * 2\n"


@pytest.mark.parametrize(
    ("hooks", "wanted"),
    [
        ("HOOKS:\n  after_turn:\n    SET: n = 1\n",
         "HOOKS:\n  after_turn:\n    SET: t = n * 2\n    SET: n = 1\n    SET: t = n * 2\n  before_turn:\n    SET: t = n * 2\n"),
        ("HOOKS:\n  before_turn:\n    SET: m = 1\n  # b\n  after_turn:\n    # c\n    CALL: look_up\n",
         "HOOKS:\n  before_turn:\n    SET: t = n * 2\n    SET: m = 1\n  # b\n  after_turn:\n    # c\n    SET: t = n * 2\n    CALL: look_up\n"),
        ("HOOKS:\n  after_turn:\n    - SET: n = 1\n    - RESPOND: hi\n",
         "HOOKS:\n  after_turn:\n    - SET: t = n * 2\n    - SET: n = 1\n    - RESPOND: hi\n    - SET: t = n * 2\n  before_turn:\n    SET: t = n * 2\n"),
        ("HOOKS:\n  before_agent:\n    SET:\n      n = 1\n",
         "HOOKS:\n  before_agent:\n    SET:\n      n = 1\n  before_turn:\n    SET: t = n * 2\n  after_turn:\n    SET: t = n * 2\n"),
    ],
)  # fmt: skip
def test_hooks_of_the_text_format(hooks, wanted):
    assert migrated(session(HOOK, hooks)).text.endswith("      READONLY: true\n" + wanted)


YAML = "agent: Desk\ngoal: x\nmemory:\n  session:\n    - n\n    - name: t\n      derived: n * 2\n"


@pytest.mark.parametrize(
    ("hooks", "wanted"),
    [
        ("hooks:\n  after_turn:\n    set: n = 1 # c\n",
         "    set:\n      - t = n * 2\n      - n = 1 # c\n      - t = n * 2\n"),
        ("hooks:\n  after_turn:\n    set:\n      - m = 1\n    respond: hi\n",
         "    set:\n      - t = n * 2\n      - m = 1\n    respond: hi\n"),
        ('hooks:\n  after_turn:\n    set:\n      n: 1\n      m: "{{n}}"\n',
         '    set:\n      - t = n * 2\n      - n: 1\n      - m: "{{n}}"\n      - t = n * 2\n'),
        ("hooks:\n  after_turn:\n    set: {n: 1}\n",
         "    set:\n      - t = n * 2\n      - {n: 1}\n      - t = n * 2\n"),
        ("hooks:\n  after_turn:\n    respond: hi\n", "    set: t = n * 2\n    respond: hi\n"),
        ("hooks:\n  after_turn:\n    - set: n = 1\n", "    - set: t = n * 2\n    - set: n = 1\n    - set: t = n * 2\n"),
    ],
)  # fmt: skip
def test_hooks_of_yaml(hooks, wanted):
    found = migrated(YAML + hooks)
    assert found.text.endswith("hooks:\n  after_turn:\n" + wanted + "  before_turn:\n    set: t = n * 2\n")
    assert check(found.text) == []


def test_a_hook_that_cannot_be_extended_is_said():
    found = migrated(YAML + "hooks: {after_turn: {set: n = 1}}\n")
    assert [one.message for one in found.notes if "yourself" in one.message] == [
        "write this SET into before_turn yourself: t = n * 2",
        "write this SET into after_turn yourself: t = n * 2",
    ]


@pytest.mark.parametrize(
    ("variables", "said"),
    [
        ("    - a\n      DERIVED: a\n", "`a`: depended on itself"),
        ("    - a\n      DERIVED: b\n    - b\n      DERIVED: a\n", "`a`, `b`: depended on each other"),
        ("    - a\n      DERIVED: b ==\n    - b\n", "`a` never had a value"),
        ("    - a\n      DERIVED: SHOUTED(b)\n    - b\n", "`a` never had a value"),
        (
            "    - a\n      TYPE: boolean\n      DERIVED: LENGTH(b)\n    - b\n",
            "number is not its TYPE, which is boolean",
        ),
        ("    - a\n      TYPE: date\n      DERIVED: b\n    - b\n", "a value that is no date was left unset"),
        ("    - a\n      SOURCE: user\n", "`a_said` takes the value"),
        ("    - a\n      SOURCE: user\n    - a_said\n", "compare it with recent_input in a hook"),
    ],
)
def test_what_is_not_carried_over_is_said(variables, said):
    found = migrated(session(variables))
    assert any(said in one.message for one in found.notes), found.notes
    assert check(found.text) == []


def test_several_documents_of_one_source():
    one = session("    - t\n      DERIVED: 1 + 1\n")
    found = migrated(one + "\n" + one.replace("Desk", "Back"))
    assert found.text.count("HOOKS:") == 2
    project, diagnostics = examine({"a": found.text})
    assert diagnostics == []
    assert [len(agent.hooks) for agent in project.agents.values()] == [2, 2]


def test_a_source_that_cannot_be_read_is_refused():
    with pytest.raises(MigrateError, match="ABLX_TEXT_QUOTE"):
        migrated('AGENT: "Desk\n')


@pytest.mark.parametrize(
    ("text", "kind"),
    [
        ("a == 1 AND b", "boolean"), ("NOT a", "boolean"), ("a IS SET", "boolean"), ("MATCHES(a, b)", "boolean"),
        ("a * 2", "number"), ("-a", "number"), ("1 + 2", "number"), ("a + 1", None), ("a + 'x'", "string"),
        ("MATCH_SCORE(a, b)", "number"), ("MATCH_RESULT(a, b)", "string"), ("UPPER(a)", "string"), ("a", None),
        ("IF(a, 1, 2)", "number"), ("IF(a, 1, null)", "number"), ("IF(a, 1, 'x')", None), ("a ? true : b == c", "boolean"),
        ("COALESCE(a, 1)", None), ("[a]", "array"), ("{b: a}", "object"), ("NOW()", None), ("a.size()", None),
    ],
)  # fmt: skip
def test_types_that_the_text_tells(text, kind):
    assert type_of(parse(text)) == kind


# --- the same at the edges of a turn --------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("variables", "writes", "state"),
    [
        ("    - n\n    - m\n      DERIVED: n * 10\n    - k\n      DERIVED: m + 1\n", {"n": 3}, {"m": 30, "k": 31}),
        ('    - s\n      FORMAT: digits\n    - f\n      FORMAT: digits\n      INITIAL: "417233"\n    - r\n      DERIVED: MATCH_RESULT(s, f)\n', {"s": "417234"}, {"r": "retry"}),
        ("    - n\n    - b\n      TYPE: boolean\n      DERIVED: n\n    - c\n      TYPE: number\n      DERIVED: n\n",
         {"n": 5}, {"c": 5}),
    ],
)  # fmt: skip
def test_derived_values_are_the_same_after_the_turn(tmp_path, variables, writes, state):
    text = session(variables)
    for edition, agent in (("legacy", text), ("current", migrated(text).text)):
        unset = [name for name in ("b",) if name in variables and name not in state]
        steps = [
            {"start": {}},
            {"user": "hello"},
            {"model_set": writes},
            {"end_turn": {}, "expect": {"state": state, "unset": unset}},
            {"user": "again", "expect": {"state": state, "unset": unset}},
        ]
        path = tmp_path / f"{edition}.yaml"
        path.write_text(yaml.safe_dump({"name": edition, "edition": edition, "agents": [agent], "steps": steps}))
        (located,) = read_scenarios(path)
        result = run_scenario(located)
        assert result.passed, (edition, result)


def test_what_the_caller_said_is_kept_apart(tmp_path):
    text = session("    - hotel\n      SOURCE: user\n    - mail\n      SOURCE: user\n      FORMAT: email\n")
    steps = [
        {"start": {}},
        {"user": "the Riviera, and nora dot lind at fjordpost dot example"},
        {"model_set": {"hotel": "Riviera", "mail": "nora.lind@fjordpost.example"}},
        {"end_turn": {}, "expect": {"state": {"hotel_said": "Riviera"}}},
        {"user": "thanks"},
        {"model_set": {"hotel": "Bellevue", "hotel_said": "Bellevue"}, "expect": {"refused": ["hotel_said"]}},
        {"end_turn": {}, "expect": {"state": {"hotel": "Bellevue", "hotel_said": "Riviera"}}},
    ]
    path = tmp_path / "said.yaml"
    path.write_text(yaml.safe_dump({"name": "said", "agents": [migrated(text).text], "steps": steps}))
    (located,) = read_scenarios(path)
    result = run_scenario(located)
    assert result.passed, result


# --- the command ----------------------------------------------------------------------------------------------------


@pytest.mark.needs(*NEEDED)
def test_the_command_shows_writes_and_says(capsys, monkeypatch, tmp_path):
    monkeypatch.chdir(tmp_path)

    def run(*arguments, stdin=""):
        monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(stdin.encode()), "utf-8"))
        return within(capsys, *arguments)

    path = tmp_path / "desk.agent.abl"
    path.write_text(SAMPLE)
    done = run("migrate", "desk.agent.abl")
    assert (done.status, done.out) == (0, WANTED)
    assert done.err.startswith("desk.agent.abl:16:7: note: `owner_confirmed`: set in before_turn")
    done = run("migrate", "--diff", ".")
    assert "-      SOURCE: tool  # the register\n" in done.out
    assert "+      READONLY: true  # the register\n" in done.out
    assert path.read_text() == SAMPLE
    done = run("migrate", "desk.agent.abl", "-o", "new.agent.abl")
    assert (tmp_path / "new.agent.abl").read_text() == WANTED
    run("migrate", ".").fails_with("--write", "--diff")
    run("migrate", ".", "--write", "--diff").fails_with("exclude each other")
    done = run("migrate", "--write", ".")
    assert (done.status, done.out, path.read_text()) == (0, "migrated desk.agent.abl\n", WANTED)
    done = run("migrate", "-", stdin='AGENT: "Desk\n')
    assert (done.status, done.out) == (1, "")
    assert "error[ABLX_TEXT_QUOTE]" in done.err
