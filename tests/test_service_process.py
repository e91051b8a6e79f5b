"""`ablmatch serve` as a process: its secret, its end, two over one file, and a queue that outlives it."""

import json
import os
import re
import shutil
import signal
import socket
import subprocess
import sys
import tempfile
import threading
import time
from contextlib import contextmanager, suppress

import pytest

from conftest import ROOT
from mining_models import Miner
from model_endpoint import model_endpoint

pytestmark = [
    pytest.mark.needs("starlette", "jwt", "prometheus_client", "uvicorn", "click", "httpx"),
    pytest.mark.skipif(os.name != "posix", reason="signals of POSIX end the server"),
]
OPERATOR = "the-operator-of-the-tests"
START_SECONDS = 60
RULES = [
    {"id": "writes", "effect": "permit", "kind": "memory_write"},
    {"id": "reads", "effect": "permit", "kind": "memory_record"},
]


class Process:
    """A running server; `printed` is what it said before it listened."""

    def __init__(self, store, *options, operator=OPERATOR):
        environment = {name: text for name, text in os.environ.items() if not name.startswith("ABLMATCH_")}
        if operator is not None:
            environment["ABLMATCH_OPERATOR_KEY"] = operator
        command = [sys.executable, "-m", "ablmatch", "serve", "--store", store, "--port", "0", *options]
        # A file: a pipe that nobody reads would hold the server up.
        self.log = tempfile.TemporaryFile("w+", encoding="utf-8")  # noqa: SIM115 - closed with the process
        self.process = subprocess.Popen(command, stdout=subprocess.PIPE, stderr=self.log, text=True, env=environment)
        self.printed = []
        for line in self.process.stdout:
            self.printed.append(line.rstrip())
            if line.startswith("listening on "):
                break
        assert self.printed and self.printed[-1].startswith("listening on"), self.end()
        self.url = self.printed[-1].removeprefix("listening on ")
        self.port = int(self.url.rpartition(":")[2])

    def call(self, method, path, body=None, secret=OPERATOR, **headers):
        import httpx

        given = {"Authorization": f"Bearer {secret}", **{name.replace("_", "-"): one for name, one in headers.items()}}
        return httpx.request(method, self.url + path, json=body, headers=given, timeout=60)

    def end(self, number=signal.SIGTERM):
        """Its exit status and what it logged."""
        if self.process.poll() is None:
            self.process.send_signal(number)
        self.process.communicate(timeout=60)
        self.log.seek(0)
        return self.process.returncode, self.log.read()


@contextmanager
def serving(store, *options, **more):
    made = Process(store, *options, **more)
    try:
        yield made
    finally:
        made.process.kill()
        made.process.communicate()
        made.log.close()


@pytest.fixture
def store(tmp_path):
    return f"sqlite:///{tmp_path}/core.db"


def test_the_operators_secret_is_made_and_shown_once(store):
    with serving(store, operator=None) as first:
        found = re.fullmatch(r"the operator's secret, shown this once: (\S{40,})", first.printed[0])
        assert first.call("GET", "/keys", secret=found[1]).status_code == 200
        status, log = first.end()
        assert status == 0
        assert all(json.loads(line) for line in log.splitlines()) and found[1] not in log
    with serving(store, operator=None) as second:
        assert len(second.printed) == 1 and second.call("GET", "/keys", secret=found[1]).status_code == 200
        assert second.call("GET", "/keys", secret=OPERATOR).status_code == 401


def test_requests_in_flight_are_answered_before_the_end(store):
    body = json.dumps({"id": "late"}).encode()
    with serving(store) as server, socket.create_connection(("127.0.0.1", server.port), timeout=60) as line:
        head = ["POST /keys HTTP/1.1", "Host: x", f"Authorization: Bearer {OPERATOR}"]
        head += [f"Content-Length: {len(body)}", "Expect: 100-continue", "", ""]
        line.sendall("\r\n".join(head).encode())
        assert line.recv(65_536).startswith(b"HTTP/1.1 100")  # the request is being worked on
        server.process.send_signal(signal.SIGTERM)
        _until_refused(server.port)
        line.sendall(body)
        assert line.recv(65_536).startswith(b"HTTP/1.1 201")
        assert server.end()[0] == 0


def test_exporting_and_erasing_cover_blocks_that_lie_elsewhere(store, tmp_path):
    from ablmatch.stores import open_block_store
    from ablmatch.stores.blocks import Block

    place = f"file://{tmp_path}/blocks"
    blocks = open_block_store(place)
    for scope, owner in (("user", "eva"), ("user", "mia"), ("agent", "eva")):
        blocks.save(Block(scope=scope, key="USER", content="canary", char_limit=100), owner)
    with serving(store, "--blocks", place) as server:
        secret = server.call("POST", "/keys", {"id": "app"}).json()["secret"]
        erases = {"id": "erases", "effect": "permit", "kind": "subject_erase"}
        server.call("PUT", "/keys/app/policy", {"rules": [erases, RULES[1]]})
        told = server.call("GET", "/subjects/eva/export", None, secret).json()["blocks"]
        assert [(block["scope"], block["content"]) for block in told] == [("user", "canary")]
        counts = [server.call("DELETE", "/subjects/eva", None, secret).json()["erased"]["blocks"] for _ in range(2)]
    assert counts == [1, 0]
    assert blocks.load("user", "eva", "USER") is None
    assert blocks.load("user", "mia", "USER") is not None and blocks.load("agent", "eva", "USER") is not None


@pytest.mark.slow
def test_two_servers_share_one_file(store):
    with serving(store) as one, serving(store) as other:
        secret = one.call("POST", "/keys", {"id": "app"}).json()["secret"]
        assert other.call("PUT", "/keys/app/policy", {"rules": RULES}).status_code == 200
        assert other.call("POST", "/memory/stores", {"id": "notes"}).status_code == 201
        answers = []

        def write(server, number):
            body = {"store": "notes", "type": "fact", "content": f"note {number // 2}"}
            answers.append(server.call("POST", "/memory", body, secret))

        threads = [threading.Thread(target=write, args=((one, other)[number % 2], number)) for number in range(20)]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()
        assert sorted(answer.status_code for answer in answers) == [200] * 10 + [201] * 10
        assert len(other.call("GET", "/memory", None, secret).json()["records"]) == 10
        token = one.call("POST", "/subject-tokens", {"subject": "mia"}, secret).json()["token"]
    with serving(store) as again:
        assert again.call("GET", "/memory", None, secret, X_Core_Subject_Token=token).status_code == 200


@pytest.mark.slow
def test_the_queue_outlives_the_server_and_its_lease_is_given_back(store):
    texts = {"I only drink tea": {"type": "preference", "content": "Drinks tea only"}}
    with model_endpoint(Miner(texts)) as endpoint:
        options = ["--model-url", endpoint.url, "--model", "m"]
        endpoint.held.clear()
        with serving(store, *options) as server:
            secret = server.call("POST", "/keys", {"id": "app"}).json()["secret"]
            server.call("PUT", "/keys/app/policy", {"rules": RULES})
            server.call("POST", "/memory/stores", {"id": "notes"})
            server.call("PUT", "/memory/stores/notes/extraction", {"enabled": True})
            talk = server.call("POST", "/conversations", {}, secret, X_Core_Subject="mia").json()["id"]
            said = {"role": "user", "text": "I only drink tea"}
            server.call("POST", f"/conversations/{talk}/messages", said, secret, X_Core_Subject="mia")
            server.call("POST", f"/conversations/{talk}/close", None, secret, X_Core_Subject="mia")
            assert endpoint.asked.wait(60)
            assert server.end()[0] == 0
        endpoint.held.set()
        with serving(store, *options) as server:
            until = time.monotonic() + 60
            while server.call("GET", f"/conversations/{talk}", None, secret).json()["pending"]:
                assert time.monotonic() < until
                time.sleep(0.05)
            [record] = server.call("GET", "/memory", None, secret).json()["records"]
            assert (record["content"], record["source"]) == ("Drinks tea only", "extraction")


def _until_refused(port):
    """Wait until nobody listens at a port."""
    until = time.monotonic() + START_SECONDS
    while True:
        try:
            socket.create_connection(("127.0.0.1", port), timeout=60).close()
        except OSError:
            return
        assert time.monotonic() < until
        time.sleep(0.02)


@pytest.mark.skipif(
    not (shutil.which("curl") and shutil.which("bash")), reason="the documentation's calls need curl and bash"
)
def test_the_first_steps_of_the_documentation(store, tmp_path):
    text = (ROOT / "docs" / "records.md").read_text("utf-8")
    steps = re.search(r"### First steps.*?```sh\n(.*?)```", text, re.DOTALL)[1]
    assert steps.count("http://localhost:8080") == 1
    with serving(store) as server:
        script = "set -euo pipefail\n" + steps.replace("http://localhost:8080", server.url)
        for who in ("jan", ""):
            named = f"-H 'X-Core-Subject: {who}'" if who else ""
            script += (
                f"""\necho\ncurl -sf "$url/turns" -H "$app" {named} -d '{{"text": "Book me a seat to Ghent"}}'\n"""
            )
        run = subprocess.run(
            ["bash", "-c", script], capture_output=True, text=True, timeout=60, check=False, cwd=tmp_path,
            env={**os.environ, "ABLMATCH_OPERATOR_KEY": OPERATOR},
        )  # fmt: skip
    assert run.returncode == 0, run.stderr
    hers, jans, nobodys = run.stdout.splitlines()[-3:]
    turn = json.loads(hers[hers.rindex('{"conversation_id"') :])
    assert turn["context"].splitlines()[1:] == ["[own]", "- preference 100%: Window seat", "[/memory]"]
    assert json.loads(jans)["context"] == json.loads(nobodys)["context"] == ""


def test_a_proxy_says_who_signs_in_at_the_console(store):
    """So that strangers who guess behind the same proxy have tries of their own."""
    import httpx

    def signed_in(server, secret, address):
        headers = {"X-Forwarded-For": address}
        return httpx.post(f"{server.url}/console/sign-in", data={"secret": secret}, headers=headers, timeout=60)

    with serving(store) as server:
        guesses = [signed_in(server, "guess", f"192.0.2.{number}, 198.51.100.7").status_code for number in range(6)]
        assert guesses == [403] * 5 + [429]
        assert signed_in(server, OPERATOR, "198.51.100.7").status_code == 429
        assert signed_in(server, OPERATOR, "203.0.113.9").status_code == 303


def test_a_long_token_is_read_however_it_arrives(store):
    """A proxy sends a request on in pieces of its own, with headers of its own beside the longest token."""
    attributes = {f"a{number}": ["x" * 250] for number in range(45)}
    with serving(store) as server:
        secret = server.call("POST", "/keys", {"id": "app"}).json()["secret"]
        token = server.call("POST", "/subject-tokens", {"subject": "mia", "attributes": attributes}, secret).json()[
            "token"
        ]
        head = f"GET /memory HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer {secret}\r\nX-Core-Subject-Token: {token}\r\n"
        with socket.create_connection(("127.0.0.1", server.port), timeout=60) as line:
            line.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
            for piece in (head, "Cookie: " + "y" * 16_000, "\r\nX-Other: z\r\n", "Connection: close\r\n\r\n"):
                line.sendall(piece.encode())
                time.sleep(0.05)
            assert len(token) > 15_000 and line.recv(65_536).startswith(b"HTTP/1.1 200")


def test_headers_have_a_bound(store):
    """Also where nobody has a secret: what they take is memory."""
    with serving(store) as server:
        one, many = b"X-A: " + b"a" * 2_000_000, b"".join(b"X-%d: b\r\n" % number for number in range(200_000))
        chunked = b"Transfer-Encoding: chunked\r\n\r\n2\r\n{}\r\n0\r\n"
        for verb, head in (
            (b"GET /health", one),
            (b"GET /health", many),
            (b"GET /" + b"a" * 2_000_000, b""),
            (b"POST /memory", chunked + one),
            (b"POST /memory", chunked + many),
        ):
            with socket.create_connection(("127.0.0.1", server.port), timeout=60) as line:
                with suppress(OSError):  # it may be cut off while it is sent
                    line.sendall(verb + b" HTTP/1.1\r\nHost: x\r\n" + head + b"\r\n\r\n")
                with suppress(ConnectionError):
                    assert line.recv(65_536).partition(b" ")[2][:4] in {b"400 ", b""}
        assert server.call("GET", "/health").status_code == 200
