"""`ablmatch serve` that cannot serve: one line, exit status 2, nothing begun."""

import socket

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


@pytest.mark.parametrize("library", ["starlette", "jwt", "prometheus_client", "uvicorn", "alembic"])
def test_a_library_that_is_not_there_is_named(tmp_path, monkeypatch, capsys, library):
    import sys

    for name in list(sys.modules):
        if name.partition(".")[0] == library or name.startswith(("ablmatch.service", "ablmatch.stores.records")):
            monkeypatch.delitem(sys.modules, name)
    monkeypatch.setitem(sys.modules, library, None)
    line = within(capsys, "serve", "--store", f"sqlite:///{tmp_path}/core.db", "--port", "0").fails_with(library)
    assert "pip install 'ablmatch[server]'" in line
