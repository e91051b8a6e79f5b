"""`ablmatch check`, `compile` and `explain`: exit statuses, formats, and one line for what cannot be done."""

import errno
import io
import json
import os
import sys

import pytest

from ablmatch.language.codes import TABLE
from ablmatch.language.ir import from_json
from command_line import NEEDED, real, within

pytestmark = pytest.mark.needs(*NEEDED)

GOOD = 'AGENT: Desk\nGOAL: "Help"\n'
OTHER = 'AGENT: Back\nGOAL: "Help more"\n'
BAD = 'AGENT: Desk\nGOAL: "Help"\nMEMORY:\n  session:\n    - email\n      SOURCE: tool\n'
WARNS = 'AGENT: Desk\nGOAL: "Help"\nMEMORY:\n  session:\n    - email\n      TPYE: string\n'


@pytest.fixture
def run(capsys, monkeypatch, tmp_path):
    monkeypatch.chdir(tmp_path)

    def call(*arguments, stdin=""):
        monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(stdin.encode()), "utf-8"))
        return within(capsys, *arguments)

    return call


def test_clean_and_warnings_exit_with_0_and_errors_with_1(run):
    assert run("check", "-", stdin=GOOD).status == 0
    warned = run("check", "-", stdin=WARNS)
    assert warned.status == 0
    assert warned.out.endswith("0 errors, 1 warning in 1 source\n")
    failed = run("check", "-", stdin=BAD)
    assert failed.status == 1
    assert failed.out.startswith("error[E493]: ")
    assert "6 |       SOURCE: tool" in failed.out
    assert "\x1b" not in failed.out


def test_the_edition_is_asked_for(run):
    assert run("check", "-", "--edition", "legacy", stdin=BAD).status == 0


def test_lints_are_asked_for(run):
    agent = GOOD + "TOOLS:\n  send()\n    effect: side_effect\n"
    assert run("check", "-", stdin=agent).out == "0 errors, 0 warnings in 1 source\n"
    assert "SIDE_EFFECT_TOOL_WITHOUT_CONFIRMATION" in run("check", "-", "--lints", stdin=agent).out


def test_paths_are_one_project(run, tmp_path):
    (tmp_path / "agents").mkdir()
    (tmp_path / "agents" / "desk.agent.abl").write_text(GOOD)
    (tmp_path / "back.agent.abl").write_text(OTHER)
    done = run("check", "agents", "back.agent.abl", "agents/desk.agent.abl", "*.abl")
    assert done.out == "0 errors, 0 warnings in 2 sources\n"
    (tmp_path / "twice.agent.abl").write_text(OTHER)
    assert "ABLX_AGENT_TWICE" in run("check", "back.agent.abl", "-", stdin=OTHER).out
    assert run("check", "**/*.abl").out.endswith("1 error, 0 warnings in 3 sources\n")


def test_json_and_sarif_are_one_document(run):
    done = run("check", "-", "--format", "json", stdin=BAD)
    assert done.status == 1
    assert [one["code"] for one in json.loads(done.out)["diagnostics"]] == ["E493"]
    done = run("check", "-", "--format", "sarif", stdin=GOOD)
    assert (done.status, json.loads(done.out)["runs"][0]["results"]) == (0, [])


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (["check", "nothing.abl"], "nothing.abl: No such file"),
        (["check", "*.abl"], "*.abl: no file matches"),
        (["check", "."], "no agent file in this folder"),
        (["check"], "missing argument"),
        (["check", "-", "--format", "xml"], "invalid value"),
        (["compile", "-", "-o", "no/such/folder/out.json"], "cannot write"),
        (["explain"], "name one code"),
        (["explain", "E493", "--all"], "name one code"),
        (["explain", "E49"], "did you mean E49"),
        (["explain", "nothing_like_it"], "--all"),
    ],
)
def test_what_cannot_be_done_is_one_line_and_exit_2(run, arguments, said):
    run(*arguments, stdin=GOOD).fails_with(said)


def test_bytes_that_are_no_text_are_one_line(run, tmp_path):
    (tmp_path / "bad.agent.abl").write_bytes(b"AGENT: \xff")
    run("check", "bad.agent.abl").fails_with("bad.agent.abl", "byte 7")


def test_compile_writes_json_that_reads_back(run, tmp_path):
    (tmp_path / "desk.agent.abl").write_text(WARNS)
    done = run("compile", "desk.agent.abl", "-o", "out.json")
    assert (done.status, done.out) == (0, "")
    assert "warning[ABLX_KEY_UNKNOWN]" in done.err
    project = from_json((tmp_path / "out.json").read_bytes())
    assert (project.entry, list(project.agents)) == ("Desk", ["Desk"])
    assert [one.name for one in tmp_path.iterdir() if "partial" in one.name] == []


def test_compile_writes_nothing_where_there_are_errors(run, tmp_path):
    (tmp_path / "out.json").write_text("before")
    done = run("compile", "-", "-o", "out.json", stdin=BAD)
    assert (done.status, done.out) == (1, "")
    assert "error[E493]" in done.err
    assert (tmp_path / "out.json").read_text() == "before"


def test_compile_to_standard_output_as_its_own_process():
    done = real("compile", "-", stdin=GOOD.encode())
    assert done.status == 0
    assert from_json(done.out.encode()).entry == "Desk"


@pytest.mark.parametrize("code", TABLE, ids=lambda one: one.name)
def test_every_code_has_its_page(run, code):
    done = run("explain", code.name)
    assert done.status == 0
    assert code.title in done.out
    assert " ".join(code.explanation.split())[:60] in " ".join(done.out.split())
    assert ("This raises it:" in done.out) is bool(code.bad)
    assert done.out.count("^") > 0 or not code.bad
    assert "This does not:" in done.out


def test_a_page_shows_what_the_check_says(run):
    done = run("explain", "e493")
    assert "  6 |       SOURCE: tool\n    |               ^^^^ SOURCE was removed" in done.out


def test_all_codes_are_listed(run):
    assert len(run("explain", "--all").out.splitlines()) == len(TABLE)


@pytest.mark.parametrize("command", ["check", "compile", "test"])
def test_a_folder_that_cannot_be_looked_into_is_said(run, tmp_path, monkeypatch, command):
    """Its agents would be left out of the project in silence."""
    (tmp_path / "agents" / "closed").mkdir(parents=True)
    (tmp_path / "agents" / "desk.agent.abl").write_text("AGENT: A\nGOAL: x\n")
    (tmp_path / "agents" / "desk.scenarios.yaml").write_text("name: a\nevaluate: [{expr: '1', value: 1}]\n")
    scan = os.scandir

    def refusing(path):
        if os.path.basename(path) == "closed":
            raise PermissionError(errno.EACCES, "Permission denied", str(path))
        return scan(path)

    monkeypatch.setattr(os, "scandir", refusing)
    run(command, tmp_path / "agents").fails_with("closed", "Permission denied")


def test_what_json_has_not_is_given_as_text(run):
    for written in ("NaN", "-Infinity", "1e999"):
        assert run("evaluate", "a", "--given", f"a={written}").out == f'"{written}"\n'
    assert run("evaluate", "a", "--given", "a=[NaN]").out == '"[NaN]"\n'
    assert run("evaluate", "a.b", "--given", 'a={"b": 1.5}').out == "1.5\n"


def test_a_store_that_cannot_be_opened_fails_the_run(run, tmp_path):
    (tmp_path / "a.yaml").write_text("name: a\nevaluate: [{expr: '1', value: 1}]\n")
    run("test", "a.yaml", "--store", "nowhere:").fails_with("the URL names no store")


@pytest.mark.parametrize("command", [["check"], ["compile"], ["fmt"], ["migrate", "--write"], ["test"], ["convert"]])
def test_an_empty_path_is_not_the_folder(run, tmp_path, command):
    loose = GOOD.replace("GOAL", "\n\n\nGOAL")
    (tmp_path / "desk.agent.abl").write_text(loose)
    run(*command, "").fails_with("an empty path names nothing")
    assert (tmp_path / "desk.agent.abl").read_text() == loose
