"""Scenario files: what they may hold, what is wrong with them and where, and how each kind is run."""

import json
import time
from pathlib import Path

import pytest

from ablmatch.language.ir import json_schema
from ablmatch.runtime.outcome import Outcome
from ablmatch.runtime.trace import TraceEvent
from ablmatch.scenarios.reading import ScenarioError, read_scenarios
from ablmatch.scenarios.run import run_scenario, same
from ablmatch.scenarios.steps import EXPECTATIONS
from command_line import NEEDED, within
from conftest import ROOT

AGENT = "agents:\n  - |\n    AGENT: Desk\n    GOAL: Help\n"
WARNED = AGENT + "    PERSONA: a\n    PERSONA: b\n"


def read(tmp_path, text):
    path = tmp_path / "one.yaml"
    path.write_text(text, "utf-8")
    return read_scenarios(path)


def run(tmp_path, text):
    (located,) = read(tmp_path, text)
    return run_scenario(located)


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("name: a\nstepps: []\n", "one.yaml:2:1: `stepps` is no key here: do you mean `steps`?"),
        (AGENT + "name: a\nsteps:\n  - strt: {}\n", "one.yaml:7:5: `strt` is no key here: do you mean `start`?"),
        (AGENT + "name: a\nsteps:\n  - start: {}\n    expect: {stat: {}}\n", "one.yaml:8:14: `stat` is no key here: do you mean `state`?"),
        (AGENT + "name: a\nsteps:\n  - start: {}\n    user: hi\n", "one.yaml:7:5: a step holds exactly one of"),
        (AGENT + "name: a\nsteps:\n  - expect: {allowed: true}\n", "one.yaml:7:5: a step holds exactly one of"),
        (AGENT + "name: a\nsteps:\n  - start: {}\n    result: 1\n", "a result or an error, one of them, stands beside tool"),
        (AGENT + "name: a\nsteps:\n  - tool: {name: t}\n    result: 1\n    error: x\n", "a result or an error, one of them"),
        (AGENT + "name: a\nsteps:\n  - respond: hi\n    extracted: {a: 1}\n", "stand beside user"),
        (AGENT + "name: a\ndiagnostics: []\nsteps: []\n", "one.yaml:1:1: a scenario holds one of"),
        (AGENT + "name: a\n", "a scenario holds one of"),
        (AGENT + "diagnostics: []\n", "one.yaml:1:1: `name` is missing here"),
        ("name: a\ndiagnostics: []\n", "a scenario needs agents or files"),
        ("name: a\nedition: old\n", "one.yaml:2:10: "),
        ("name: a\nevaluate:\n  - {expr: '1', value: 1, error: syntax}\n", "one.yaml:3:5: an evaluation has a value or an error"),
        ("name: a\nevaluate:\n  - {expr: 1, value: 1}\n", "one.yaml:3:12: expected `str`, got `int`"),
        ("name: a\nname: b\n", "one.yaml:2:1: "),
        ("name: [\n", "one.yaml:2:1: "),
        ("- 1\n", "one.yaml:1:3: a scenario is a mapping"),
        ("# nothing\n", "there is no scenario in this file"),
    ],
)  # fmt: skip
def test_what_is_no_scenario_is_said_with_its_place(tmp_path, text, said):
    with pytest.raises(ScenarioError) as caught:
        read(tmp_path, text)
    assert said in str(caught.value)
    assert "\n" not in str(caught.value)


def test_a_file_holds_one_or_a_list(tmp_path):
    one = "name: a\nevaluate: [{expr: '1', value: 1}]\n"
    listed = "- name: a\n  evaluate: []\n- name: b\n  evaluate: []\n"
    assert [each.scenario.name for each in read(tmp_path, one)] == ["a"]
    assert [(each.scenario.name, each.line) for each in read(tmp_path, listed)] == [("a", 1), ("b", 3)]


def test_yaml_words_of_1_1_are_text(tmp_path):
    (one,) = read(tmp_path, "name: on\nclock: 2026-03-02T09:00:00Z\nevaluate: [{expr: a, given: {a: no}, value: no}]\n")
    assert (one.scenario.name, one.scenario.clock) == ("on", "2026-03-02T09:00:00Z")
    assert one.scenario.evaluate[0].given == {"a": "no"}
    assert run_scenario(one).passed


@pytest.mark.parametrize(
    ("text", "passed"),
    [
        (AGENT + "name: a\ndiagnostics: []\n", True),
        (WARNED + "name: a\ndiagnostics: [ABLX_SECTION_TWICE]\n", True),
        (WARNED + "name: a\ndiagnostics: []\n", False),
        (AGENT + "name: a\ndiagnostics: [ABLX_SECTION_TWICE]\n", False),
        (AGENT + 'name: a\nir: {version: "1.0"}\n', True),
        (AGENT + 'name: a\nir: {version: "1.2"}\n', False),
        (AGENT + 'name: a\ndiagnostics: []\nir: {version: "1.2"}\n', False),
        ("name: a\nevaluate: [{expr: a + 1, given: {a: 2}, value: 3}]\n", True),
        ("name: a\nevaluate: [{expr: a + 1, given: {a: 2}, value: 4}]\n", False),
        ("name: a\nevaluate: [{expr: 1 / 0, error: division_by_zero}]\n", True),
        ("name: a\nevaluate: [{expr: 1 / 0, error: syntax}]\n", False),
        ("name: a\nevaluate: [{expr: 1 / 0, value: null}]\n", False),
        ("name: a\nevaluate: [{expr: 1 / 1, error: division_by_zero}]\n", False),
        ("name: a\nevaluate: [{expr: 'null', value: null}]\n", True),
        ("name: a\nclock: 2026-03-02T09:00:00Z\nevaluate: [{expr: NOW(), value: '2026-03-02T09:00:00.000Z'}]\n", True),
    ],
)
def test_each_kind_is_run(tmp_path, text, passed):
    result = run(tmp_path, text)
    assert result.passed is passed
    assert result.reason == ""


def test_a_failure_says_what_was_seen(tmp_path):
    (failure,) = run(tmp_path, WARNED + "name: a\ndiagnostics: []\n").failures
    assert (failure.expected, failure.seen) == ("[]", '["ABLX_SECTION_TWICE"]')
    assert failure.notes == ("agents[0]:4:1: warning ABLX_SECTION_TWICE: `PERSONA` stands twice: the later one counts",)


def test_agents_that_do_not_compile_are_the_reason(tmp_path):
    result = run(tmp_path, "name: a\nagents: ['AGENT: Desk']\nir: {version: '1.0'}\n")
    assert not result.passed
    assert "agents[0]:1:1: error ABLX_GOAL_MISSING" in result.reason


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        ("steps: [{start: {}}, {advance: 99999999999d}]", "a duration is longer than a calendar"),
        (f"steps: [{{start: {{}}}}, {{advance: {'9' * 5000}d}}]", "a duration is longer than a calendar"),
        ("steps: [{start: {}}, {advance: 3000000d}]", "the clock cannot go 3000000d further"),
        ("steps: [{advance: 5 minutes}]", "'5 minutes' is no duration such as 90s"),
        ("session_idle_timeout: 99999999999d\nsteps: [{start: {}}]", "a duration is longer than a calendar"),
        ("clock: 1969-01-01T00:00:00Z\nsteps: [{start: {}}]", "the facts cannot be stored: now_ms must be"),
        (
            "facts: [{scope: user, owner: '', path: user.a, value: 1}]\nsteps: [{start: {}}]",
            "the owner of the partition",
        ),
    ],
)
def test_what_cannot_be_run_is_said(tmp_path, text, reason):
    result = run(tmp_path, f"{AGENT}name: a\n{text}\n")
    assert reason in result.reason


def test_a_clock_without_zone_is_utc_wherever_it_runs(tmp_path, monkeypatch):
    monkeypatch.setenv("TZ", "America/New_York")
    time.tzset()
    try:
        said = "steps: [{start: {}, expect: {says: 2026-01-01T00:00:00.000Z}}]"
        text = AGENT + '    ON_START:\n      RESPOND: "{{NOW()}}"\nname: a\nclock: 2026-01-01T00:00:00\n' + said + "\n"
        assert run(tmp_path, text).passed
    finally:
        monkeypatch.undo()
        time.tzset()


def test_a_text_with_a_quote_is_found_in_a_trace():
    hides = EXPECTATIONS["trace_hides"]
    outcome = Outcome(trace=[TraceEvent("dsl_set", "Desk", {"field": 'a "b"\nc'})])
    assert hides(None, ['"b"\n'], outcome)[0] is False
    assert hides(None, ['"c"'], outcome)[0] is True


def test_files_are_found_beside_the_scenario(tmp_path):
    (tmp_path / "desk.agent.yaml").write_text("agent: Desk\ngoal: Help\n")
    assert run(tmp_path, "name: a\nfiles: [desk.agent.yaml]\ndiagnostics: []\n").passed


@pytest.mark.parametrize(
    ("one", "other", "equal"),
    [
        (3, 3.0, True), (True, 1, False), (1, True, False), (0, False, False), (None, None, True), (None, 0, False),
        ("1", 1, False), ([1, [2]], (1, (2.0,)), True), ({"a": 1}, {"a": 1.0}, True), ({"a": 1}, {"a": True}, False),
        ({"a": 1}, {"a": 1, "b": 2}, False), ([1], [1, 2], False),
    ],
)  # fmt: skip
def test_values_are_the_same_by_value(one, other, equal):
    assert same(one, other) is equal


def test_the_open_scenarios_are_read_and_their_expressions_hold(shared):
    kinds = {"steps": 0, "diagnostics": 0, "evaluate": 0}
    failed = []
    for path in sorted((shared / "cases" / "scenarios").glob("*.yaml")):
        for one in read_scenarios(path):
            kind = next(kind for kind in kinds if getattr(one.scenario, kind) is not None)
            kinds[kind] += 1
            if kind == "evaluate" and not run_scenario(one).passed:
                failed.append(one.scenario.name)
    assert failed == []
    assert min(kinds.values()) > 50


# --- the command ----------------------------------------------------------------------------------------------------


@pytest.fixture
def ablmatch(capsys, monkeypatch, tmp_path):
    monkeypatch.chdir(tmp_path)
    return lambda *arguments: within(capsys, *arguments)


@pytest.mark.needs(*NEEDED)
def test_the_command_prints_failures_and_counts(ablmatch):
    Path("tests").mkdir()
    Path("tests/a.yaml").write_text("name: good\nevaluate: [{expr: '1', value: 1}]\n")
    done = ablmatch("test", "tests")
    assert (done.status, done.out) == (0, "1 passed, 0 failed\n")
    Path("tests/desk.agent.yaml").write_text("agent: Desk\ngoal: x\n")
    Path("tests/b.yml").write_text("- name: wrong\n  evaluate: [{expr: '1', value: 2}]\n")
    done = ablmatch("test", "tests", "tests/a.yaml")
    assert done.status == 1
    assert done.out == (
        "FAILED tests/b.yml:1: wrong\n  evaluate 1, 1\n    expected 2\n    seen     1\n\n1 passed, 1 failed\n"
    )
    assert ablmatch("test", "tests/*.y*ml", "--only", "go").out == "1 passed, 0 failed\n"


@pytest.mark.needs(*NEEDED)
def test_what_cannot_be_read_is_one_line_and_exit_2(ablmatch):
    Path("a.yaml").write_text("name: a\nstepps: []\n")
    ablmatch("test", "a.yaml").fails_with("a.yaml:2:1", "stepps")
    ablmatch("test", "b.yaml").fails_with("b.yaml", "No such file")
    ablmatch("test", "*.yml").fails_with("no scenario file")
    for name in ("desk.agent.yaml", "desk.agent.abl"):
        Path(name).write_text("agent: Desk\ngoal: x\n")
        ablmatch("test", name).fails_with(name, "this is an agent")


@pytest.mark.needs(*NEEDED)
def test_an_expression_that_is_hardly_meant_is_told(ablmatch):
    done = ablmatch("evaluate", 'MATCH_SCORE("1", "1", "phon")')
    assert (done.status, done.out) == (0, "-1\n")
    assert "[ABLX_MATCH_KIND_UNKNOWN]" in done.err
    assert "do you mean `phone`?" in done.err
    assert done.err.splitlines()[2].endswith('MATCH_SCORE("1", "1", "phon")')
    assert ablmatch("evaluate", 'MATCH_SCORE("1", "1", "phone")').err == ""


@pytest.mark.needs(*NEEDED)
@pytest.mark.parametrize(
    ("arguments", "out"),
    [
        (["a + b.c", "-g", "a=1", "-g", 'b={"c": 2}'], "3\n"),
        (["a", "-g", "a=plain words"], '"plain words"\n'),
        (["a", "-g", 'a="1"'], '"1"\n'),
        (["a"], "null\n"),
        (["NOW()", "--now", "2026-01-01T09:00:00Z"], '"2026-01-01T09:00:00.000Z"\n'),
    ],
)
def test_evaluate_prints_json(ablmatch, arguments, out):
    done = ablmatch("evaluate", *arguments)
    assert (done.status, done.out, done.err) == (0, out, "")
    json.loads(done.out)


@pytest.mark.needs(*NEEDED)
def test_evaluate_shows_where_the_error_is(ablmatch):
    done = ablmatch("evaluate", "a + FOO(b)")
    assert (done.status, done.out) == (1, "")
    assert done.err.startswith("error[unknown_function]: ")
    assert done.err.endswith("1 | a + FOO(b)\n  |     ^^^^^^\n")
    ablmatch("evaluate", "a", "-g", "a").fails_with("NAME=VALUE")
    ablmatch("evaluate", "a", "--now", "soon").fails_with("no moment")


def test_the_published_schema_is_that_of_the_compiled_form():
    published = json.loads((ROOT / "docs" / "project.schema.json").read_text("utf-8"))
    assert published == json.loads(json.dumps(json_schema())), "run python tools/project_schema.py"
