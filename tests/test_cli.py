"""The command line as a whole and `ablmatch score`: output, exit status, one line for every failure."""

import json
import os
import signal
import subprocess
import sys
import time

import pytest

from ablmatch import KINDS
from command_line import NEEDED, real, within

pytestmark = pytest.mark.needs(*NEEDED)


@pytest.fixture
def ablmatch(capsys):
    return lambda *arguments: within(capsys, *arguments)


def test_score_prints_one_line(ablmatch):
    done = ablmatch("score", "555 0142", "555-0142", "--kind", "digits")
    assert (done.status, done.out, done.err) == (0, "100 match\n", "")


@pytest.mark.parametrize(
    ("said", "stored", "kind", "line"),
    [
        ("5550143", "5550142", "digits", "50 retry"),
        ("9999999", "5550142", "digits", "0 mismatch"),
        ("", "5550142", "digits", "-1 missing"),
        ("Café", "CAFE\u0301", "exact", "100 match"),
        ("Cafe", "Café", "exact", "0 mismatch"),
    ],
)
def test_score_prints_each_result(ablmatch, said, stored, kind, line):
    assert ablmatch("score", said, stored, "-k", kind).out == line + "\n"


def test_score_json_is_one_object(ablmatch):
    done = ablmatch("score", "5550143", "5550142", "-k", "digits", "--json")
    assert json.loads(done.out) == {"score": 50, "result": "retry", "kind": "digits"}


def test_explain_shows_forms_parts_and_evidence(ablmatch):
    done = ablmatch("score", "5550143", "555-0142", "-k", "digits", "--explain")
    assert done.status == 0
    first, *rest = done.out.splitlines()
    assert first.startswith("50 retry")
    assert "5550143" in done.out
    assert "5550142" in done.out
    assert "one digit wrong, missing, extra, or two neighbours swapped" in done.out
    assert len(rest) < 24, "more than one screen"
    assert "\x1b" not in done.out, "colours without a terminal"


def test_explain_json_is_the_explanation(ablmatch):
    value = json.loads(ablmatch("score", "5550143", "555-0142", "-k", "digits", "--explain", "--json").out)
    assert value["score"] == 50
    assert value["result"] == "retry"
    assert value["stored"] == "5550142"
    assert isinstance(value["evidence"], list)


def test_name_is_a_kind(ablmatch):
    assert ablmatch("score", "Nora Lind", "nora lind", "-k", "name").out == "100 match\n"


def test_unknown_kind_names_the_nearest(ablmatch):
    ablmatch("score", "a", "b", "--kind", "emial").fails_with("ablmatch score: ", "`emial`", "did you mean `email`?")


def test_unknown_kind_lists_all_when_none_is_near(ablmatch):
    ablmatch("score", "a", "b", "--kind", "zzz").fails_with("`person_name`", "`exact`")


@pytest.mark.parametrize(("region", "meant"), [("UK", "`GB`"), ("usa", "`US`"), ("XX1", "two-letter country code")])
def test_unknown_region_says_what_to_write(ablmatch, region, meant):
    ablmatch("score", "1", "1", "-k", "phone", "--region", region).fails_with(f"`{region}`", meant)


def test_a_failure_never_shows_a_value(ablmatch):
    err = ablmatch("score", "SECRETSAID", "SECRETSTORED", "--kind", "emial").fails_with()
    assert "SECRET" not in err


def test_missing_argument_is_one_line(ablmatch):
    ablmatch("score", "a").fails_with("STORED", "ablmatch score --help")


def test_unknown_command_is_one_line(ablmatch):
    ablmatch("scor").fails_with("no such command 'scor'", "ablmatch --help")


def test_no_command_shows_help(ablmatch):
    done = ablmatch()
    assert (done.status, done.err) == (0, "")
    assert "verify" in done.out


def test_a_command_without_its_arguments_is_one_line(ablmatch):
    ablmatch("verify").fails_with("ablmatch verify: missing argument 'INPUT'", "ablmatch verify --help")


def commands_below(command, path=()):
    """Every command with the words that call it."""
    yield path, command
    for name, one in getattr(command, "commands", {}).items():
        yield from commands_below(one, (*path, name))


def test_help_of_each_command(ablmatch, monkeypatch):
    from ablmatch.cli.command import ablmatch as whole

    monkeypatch.setenv("COLUMNS", "80")
    for path, command in commands_below(whole):
        done = ablmatch(*path, "--help")
        assert (done.status, done.err) == (0, ""), path
        assert done.out.startswith(" ".join(["Usage: ablmatch", *path])), path
        lines = done.out.splitlines()
        assert [line for line in lines[1:] if line.endswith("...") or len(line) > 80] == [], path
        assert [one.name for one in command.params if one.param_type_name == "option" and not one.help] == [], path


def test_help_names_every_kind(ablmatch):
    from ablmatch.cli.arguments import KINDS_HELP

    assert KINDS_HELP.replace(" or ", ", ").split(", ") == list(KINDS)
    for command in ("score", "verify"):
        assert KINDS_HELP in " ".join(ablmatch(command, "--help").out.split())


def test_values_that_start_with_a_dash(ablmatch):
    assert ablmatch("score", "-k", "exact", "--", "-5", "-5").out == "100 match\n"


def test_control_characters_do_not_reach_the_terminal(ablmatch):
    done = ablmatch("score", "a\x1b[2Jb\u202e", "a b", "--explain")
    assert done.status == 0
    assert "\x1b" not in done.out
    assert "\u202e" not in done.out


# --- the process ------------------------------------------------------------------------------------------------


def test_version_is_that_of_the_package():
    from importlib.metadata import version

    done = real("--version")
    assert (done.status, done.out) == (0, f"ablmatch {version('ablmatch')}\n")


def test_bytes_that_are_no_text_are_missing():
    done = real("score", b"caf\xe9".decode("utf-8", "surrogateescape"), "cafe")
    assert (done.status, done.out) == (0, "-1 missing\n")


def test_a_terminal_without_the_letters_gets_them_escaped():
    done = real("score", "żółw", "żółw", "--explain", env={**os.environ, "PYTHONIOENCODING": "ascii"})
    assert done.status == 0
    assert "Traceback" not in done.err


@pytest.mark.skipif(not os.path.exists("/dev/full"), reason="needs /dev/full")
def test_full_standard_output_is_one_line():
    with open("/dev/full", "wb") as full:
        done = subprocess.run(
            [sys.executable, "-m", "ablmatch", "score", "a", "a"], stdout=full, stderr=subprocess.PIPE, check=False
        )
    assert done.returncode == 2
    assert done.stderr.decode().strip() == "ablmatch score: cannot write to standard output: no space left on device"


@pytest.mark.skipif(os.name != "posix", reason="needs POSIX pipes")
@pytest.mark.parametrize(
    "command", ["score a a", "score a a --explain", "verify - -f a:said:stored:text", "explain --all"]
)
def test_a_reader_that_went_away_is_no_failure_to_talk_about(command):
    reading, writing = os.pipe()
    os.close(reading)
    try:
        done = subprocess.run(
            [sys.executable, "-m", "ablmatch", *command.split()],
            input=b"said,stored\na,a\n",
            stdout=writing,
            stderr=subprocess.PIPE,
            check=False,
        )
    finally:
        os.close(writing)
    assert done.returncode == 141
    assert done.stderr == b""


@pytest.mark.parametrize("module", ["click", "pyarrow", "rich"])
def test_a_missing_extra_is_named(module, tmp_path):
    (tmp_path / "in.csv").write_text("said,stored\n1,1\n")
    code = f"import sys; sys.modules[{module!r}] = None; from ablmatch.cli import main; sys.exit(main(sys.argv[1:]))"
    done = subprocess.run(
        [sys.executable, "-c", code, "verify", tmp_path / "in.csv", "-f", "a:said:stored:digits"],
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 2
    expected = f"ablmatch: {module} is not installed: install the command line with pip install 'ablmatch[cli]'\n"
    assert done.stderr == expected


def test_one_pair_loads_no_columns():
    """A start must stay short: neither Arrow nor numpy nor rich for one line of output."""
    code = (
        "import sys; from ablmatch.cli import main; main(['score', 'a', 'a']);"
        "print(sorted({'pyarrow', 'numpy', 'rich', 'pandas', 'msgspec'} & sys.modules.keys()), file=sys.stderr)"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stderr == "[]\n"


@pytest.mark.skipif(os.name != "posix", reason="signals are sent by POSIX means")
@pytest.mark.parametrize("name", ["SIGINT", "SIGTERM"])
def test_a_signal_that_a_library_swallowed_is_sent_again(name):
    from ablmatch.cli import command

    number = getattr(signal, name)
    lost = []

    def careless():
        with command._signals_unwind(0.05):
            try:
                os.kill(os.getpid(), number)
                time.sleep(10)
            except (KeyboardInterrupt, command._Terminated) as error:
                lost.append(error)
            time.sleep(10)

    with pytest.raises((KeyboardInterrupt, command._Terminated)):
        careless()
    assert len(lost) == 1


@pytest.mark.skipif(os.name != "posix", reason="signals are sent by POSIX means")
def test_a_talk_that_is_interrupted_speaks_of_no_output(tmp_path):
    (tmp_path / "desk.agent.abl").write_text('AGENT: A\nGOAL: "x"\nON_START:\n  RESPOND: "Hello."\n')
    with subprocess.Popen(
        [sys.executable, "-u", "-m", "ablmatch", "chat", tmp_path],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
    ) as process:
        assert b"Hello." in process.stdout.readline()  # it has begun, and waits for the caller
        process.send_signal(signal.SIGTERM)
        assert process.stderr.read() == b"ablmatch chat: ended by a signal\n"
    assert process.returncode == -signal.SIGTERM
