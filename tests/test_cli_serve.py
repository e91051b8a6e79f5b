"""`ablmatch serve` that cannot serve: one line, exit status 2, nothing begun."""

import json
import socket
import subprocess
import sys

import pytest

from command_line import within

pytestmark = pytest.mark.needs("click", "starlette", "jwt", "prometheus_client", "uvicorn", "httpx")


@pytest.fixture
def taken():
    """A port at which somebody listens."""
    with socket.socket() as one:
        one.bind(("127.0.0.1", 0))
        one.listen()
        yield str(one.getsockname()[1])


def test_what_cannot_be_served_is_one_line(tmp_path, taken, monkeypatch, capsys):
    monkeypatch.delenv("ABLMATCH_OPERATOR_KEY", raising=False)
    store = ["--store", f"sqlite:///{tmp_path}/core.db"]
    for options, text in (
        (["--store", "mysql://x", "--port", "0"], "use sqlite:///file.db or postgresql://host/database"),
        ([*store, "--port", taken], f"cannot listen at 127.0.0.1:{taken}: "),
        ([*store, "--model", "m"], "--model needs --model-url"),
        ([*store, "--model-url", "http://x"], "--model-url needs --model NAME"),
        ([*store, "--model-url", "ftp://x", "--model", "m"], "--model-url: base_url must begin"),
        ([*store, "--port", "70000"], "--port"),
        ([*store, "--port", "0", "--blocks", f"file://{tmp_path}/memoreis"], "no such file or directory"),
        ([*store, "--port", "0", "--blocks", f"sqlite:///{tmp_path}/blokcs.db"], "no such file or directory"),
        ([*store, "--port", "0", "--blocks", "memory:"], "--blocks memory: is this process itself"),
        ([*store, "--port", "0", "--blocks", "mysql://x"], "the URL names no store of blocks"),
    ):
        within(capsys, "serve", *options).fails_with(text)
    for secret in ("", "a secret with some spaces", "é" * 20):
        monkeypatch.setenv("ABLMATCH_OPERATOR_KEY", secret)
        line = within(capsys, "serve", *store).fails_with("ABLMATCH_OPERATOR_KEY must be printable ASCII")
        assert not secret or secret not in line
    assert not list(tmp_path.iterdir())


@pytest.mark.parametrize("library", ["starlette", "jwt", "prometheus_client", "uvicorn", "alembic", "httptools"])
def test_a_library_that_is_not_there_is_named(tmp_path, monkeypatch, capsys, library):
    import sys

    for name in list(sys.modules):
        if name.partition(".")[0] == library or name.startswith(OVER_IT):
            monkeypatch.delitem(sys.modules, name)
    monkeypatch.setitem(sys.modules, library, None)
    line = within(capsys, "serve", "--store", f"sqlite:///{tmp_path}/core.db", "--port", "0").fails_with(library)
    assert "pip install 'ablmatch[server]'" in line


# What was imported before, over the library.
OVER_IT = ("ablmatch.service", "ablmatch.stores.records", "uvicorn.protocols")

LOGS = """
import logging, threading, warnings
from ablmatch.cli.serve import _log_to_stderr

def fails():
    raise RuntimeError("canary")

_log_to_stderr()
logging.getLogger("ablmatch.memory").info("of this package: %s", "shown")
logging.getLogger("uvicorn.error").warning("Invalid HTTP request received.")
logging.getLogger("psycopg.pool").warning("error connecting in %r: %s", "x", "canary\\ncanary")
logging.getLogger("asyncio").error("exception=RuntimeError('canary')")
logging.getLogger("psycopg.pool").info("canary of no interest %s", 1)
warnings.warn("canary")
thread = threading.Thread(target=fails)
thread.start()
thread.join()
"""


def test_libraries_and_threads_log_as_json_without_what_they_fill_in():
    done = subprocess.run([sys.executable, "-c", LOGS], capture_output=True, text=True, check=True)
    lines = [json.loads(line) for line in done.stderr.splitlines()]
    # Python 3.11 no longer fills a warning in at the end.
    assert lines[4].pop("message") in {"%s", "(not shown)"}
    assert [(line["logger"], line.get("message")) for line in lines] == [
        ("ablmatch.memory", "of this package: shown"),
        ("uvicorn.error", "Invalid HTTP request received."),
        ("psycopg.pool", "error connecting in %r: %s"),
        ("asyncio", "(not shown)"),
        ("py.warnings", None),
        ("ablmatch.service", "a thread ended by a fault"),
    ]
    assert "canary" not in done.stderr and lines[-1]["error"] == "RuntimeError" and len(lines[-1]["trace"]) > 1
