"""The example desk: a conversation in one process knows what another one in another process learned."""

import subprocess
import sys

import pytest

from conftest import ROOT

pytestmark = pytest.mark.needs("httpx", "jsonschema", "msgspec", "re2")
DESK = ROOT / "examples" / "memory" / "desk.py"


def talk(url, user, *texts):
    done = subprocess.run(
        [sys.executable, DESK, "--store", url, "--user", user, *texts], capture_output=True, text=True, check=False
    )
    assert (done.returncode, done.stderr) == (0, "")
    return done.stdout.splitlines()


@pytest.mark.parametrize(
    ("options", "said"),
    [
        (["--store", "nope"], "the URL names no store"),
        (["--store", "memory:", "--model-url", "http://127.0.0.1:9"], "--model-url needs --model NAME"),
        (["--store", "memory:", "--model-url", "127.0.0.1:9", "--model", "m"], "http"),
        (["--store", "memory:", "--model-url", "http://127.0.0.1:9", "--model", "m"], "cannot be reached"),
    ],
)
def test_what_cannot_be_done_is_said(options, said):
    done = subprocess.run(
        [sys.executable, DESK, "--user", "u1", *options, "hello"], capture_output=True, text=True, check=False
    )
    assert done.returncode in {1, 2}
    assert said in done.stderr.splitlines()[-1]
    assert "Traceback" not in done.stderr


@pytest.mark.parametrize("kind", ["file", pytest.param("sqlite", marks=pytest.mark.slow)])
def test_the_second_session_knows_what_the_first_one_learned(kind, tmp_path):
    url = f"file:{tmp_path}/memories" if kind == "file" else f"sqlite:///{tmp_path}/memory.db"
    stranger = "Welcome back, dear guest. What may I bring?"
    assert talk(url, "u1", "What would I like?") == [stranger]
    assert talk(url, "u1", "I am Sam, and I drink green tea.") == ["Welcome! I have noted that."]
    assert talk(url, "u1", "What would I like?") == ["Welcome back, Sam. Some green tea?"]
    assert talk(url, "u2", "What would I like?") == [stranger]
