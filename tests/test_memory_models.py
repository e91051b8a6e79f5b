"""`OpenAIModel` against a local stub: what it asks, what it reads, and each way in which an endpoint fails."""

import json
import sys
import threading
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer

import pytest

pytest.importorskip("msgspec", reason="needs msgspec, which is not installed")
pytest.importorskip("jsonschema", reason="needs jsonschema, which is not installed")
pytest.importorskip("httpx", reason="needs httpx, which is not installed")

from ablmatch.memory import InMemoryExtractedStore, ModelError, OpenAIModel, Recall, define_extractor, facts_extractor
from scripted_memory import facts, said

SCHEMA = {"type": "object", "properties": {"a": {"type": "string"}}, "required": ["a"], "additionalProperties": False}


class Stub(BaseHTTPRequestHandler):
    def do_POST(self):
        body = json.loads(self.rfile.read(int(self.headers["content-length"])))
        self.server.asked.append((self.path, self.headers.get("authorization"), body))
        status, answer, wait = self.server.answers.pop(0)
        if wait is not None:
            wait.wait(timeout=60)
        try:
            self.send_response(status)
            self.end_headers()
            self.wfile.write(answer if isinstance(answer, bytes) else json.dumps(answer).encode())
        except OSError:
            pass  # the client has given up, which is what the test is about

    def log_message(self, *_):
        return


@pytest.fixture
def stub(monkeypatch):
    monkeypatch.delenv("ABLMATCH_MODEL_KEY", raising=False)
    server = ThreadingHTTPServer(("127.0.0.1", 0), Stub)
    server.asked, server.answers, server.releases = [], [], []
    thread = threading.Thread(target=server.serve_forever, args=(0.01,))
    thread.start()
    server.url = f"http://127.0.0.1:{server.server_port}/v1"
    yield server
    for one in server.releases:
        one.set()
    server.shutdown()
    thread.join()
    server.server_close()


def answer(content, **message):
    return {"choices": [{"message": {"role": "assistant", "content": content, **message}, "finish_reason": "stop"}]}


def model_of(stub, *answers, **given):
    stub.answers += [(status, body, None) for status, body in answers]
    return OpenAIModel(stub.url, "small", **given)


def test_structured_output_is_asked_for_and_read(stub):
    model = model_of(stub, (200, answer('{"a": "x"}')), api_key="secret-key")
    assert model("The system.", "The prompt.", SCHEMA) == {"a": "x"}
    path, key, body = stub.asked[0]
    assert (path, key) == ("/v1/chat/completions", "Bearer secret-key")
    assert body == {
        "model": "small",
        "temperature": 0.0,
        "messages": [{"role": "system", "content": "The system."}, {"role": "user", "content": "The prompt."}],
        "response_format": {"type": "json_schema", "json_schema": {"name": "memory", "strict": True, "schema": SCHEMA}},
    }
    model.close()


def test_what_strict_mode_does_not_take_is_asked_for_without_it(stub):
    model = model_of(stub, (200, answer("{}")), temperature=None)
    model("s", "p", {"type": "object"})
    body = stub.asked[0][2]
    assert body["response_format"]["json_schema"]["strict"] is False and "temperature" not in body


def test_an_extraction_through_it(stub):
    one = define_extractor(
        name="Mood", instructions="Now.", schema={"$defs": {"m": {"type": "string"}}, "$ref": "#/$defs/m"}
    )
    model = model_of(stub, (200, answer(json.dumps({**facts("Lives in Ghent"), "mood": None}))))
    recall = Recall([facts_extractor(), one], store=InMemoryExtractedStore(), model=model)
    assert recall.bind(user_id="u1").extract(said("I moved to Ghent")).values == facts("Lives in Ghent")
    asked = stub.asked[0][2]["response_format"]["json_schema"]
    assert asked["strict"] is True and asked["schema"]["required"] == ["facts", "mood"]


def test_the_key_comes_from_the_environment_unless_it_is_given(stub, monkeypatch):
    monkeypatch.setenv("ABLMATCH_MODEL_KEY", "of-the-environment")
    for given in ({}, {"api_key": "given"}, {"api_key": ""}):
        model_of(stub, (200, answer("{}")), **given)("s", "p", SCHEMA)
    assert [key for _, key, _ in stub.asked] == ["Bearer of-the-environment", "Bearer given", None]


@pytest.mark.parametrize(
    ("status", "body", "said_of_it"),
    [
        (500, b"canary", "answers 500"),
        (400, {"error": {"message": "canary", "code": "context_length_exceeded"}}, r"400 \(context_length_exceeded\)"),
        (429, {"error": {"message": "canary", "code": None, "type": "requests"}}, r"429 \(requests\)"),
        (400, {"error": {"message": "canary", "code": "canary canary"}}, "answers 400$"),
        (400, {"error": "canary"}, "answers 400$"),
        (302, b"", "answers 302"),
        (200, b"canary", "no chat completion"),
        (200, b"[" * 100_000, "no chat completion"),
        (200, {}, "no chat completion"),
        (200, {"choices": []}, "no chat completion"),
        (200, {"choices": [{"message": "canary"}]}, "no chat completion"),
        (200, answer(None, refusal="canary"), "refuses"),
        (200, {"choices": [{"message": {"content": '{"a'}, "finish_reason": "length"}]}, "cut off"),
        (200, answer(None), "no JSON object"),
        (200, answer("canary"), "no JSON object"),
        (200, answer('["canary"]'), "no JSON object"),
        (200, answer("[" * 100_000), "no JSON object"),
    ],
)
def test_each_fault_of_an_endpoint_is_one_line_without_what_was_said(stub, status, body, said_of_it):
    model = model_of(stub, (status, body))
    with pytest.raises(ModelError, match=said_of_it) as caught:
        model("s", "canary", SCHEMA)
    assert "canary" not in str(caught.value) and "\n" not in str(caught.value)


def test_an_answer_that_never_ends_is_given_up(monkeypatch):
    """Each wait is short, so no wait of the library ends it."""
    stop = threading.Event()

    class Dripping(Stub):
        def do_POST(self):
            self.send_response(200)
            self.end_headers()
            try:
                while not stop.wait(0.01):
                    self.wfile.write(b" ")
            except OSError:
                pass  # the client has given up, which is what the test is about

    with ThreadingHTTPServer(("127.0.0.1", 0), Dripping) as server:
        thread = threading.Thread(target=server.serve_forever, args=(0.01,))
        thread.start()
        url = f"http://127.0.0.1:{server.server_port}/v1"
        try:
            with pytest.raises(ModelError, match="took too long"):
                OpenAIModel(url, "small", timeout=0.5)("s", "p", SCHEMA)
            monkeypatch.setattr("ablmatch.memory.models.MOST_ANSWER_BYTES", 5)
            with pytest.raises(ModelError, match="more than 5 bytes"):
                OpenAIModel(url, "small")("s", "p", SCHEMA)
        finally:
            stop.set()
            server.shutdown()
            thread.join()


def test_an_endpoint_that_takes_too_long_is_given_up(stub):
    held = threading.Event()
    stub.releases.append(held)
    stub.answers.append((200, answer("{}"), held))
    with pytest.raises(ModelError, match="took too long"):
        OpenAIModel(stub.url, "small", timeout=0.05)("s", "p", SCHEMA)


def test_a_timeout_fails_the_extraction_and_the_next_turn_retries(stub, caplog):
    held = threading.Event()
    stub.releases.append(held)
    stub.answers += [(200, answer("{}"), held), (200, answer(json.dumps(facts("Lives in Ghent"))), None)]
    recall = Recall(
        [facts_extractor()], store=InMemoryExtractedStore(), model=OpenAIModel(stub.url, "small", timeout=0.05),
        trigger="each-turn",
    )  # fmt: skip
    run = recall.bind(user_id="u1")
    run.turn_closed(said("canary"))
    [failed] = run.settled()
    assert "took too long" in failed.failures[0].error and run.pointer == 0
    run.turn_closed(said("canary", "b"))
    assert [one.values for one in run.settled()] == [facts("Lives in Ghent")]
    assert "ModelError" in caplog.text and "canary" not in caplog.text


def test_an_endpoint_that_is_not_there_is_told():
    with pytest.raises(ModelError, match="cannot be reached: ConnectError"):
        OpenAIModel("http://127.0.0.1:9", "small")("s", "p", SCHEMA)


@pytest.mark.parametrize("key", ["sk-canary\n", " sk-canary", "sk-canaryé", "sk\tcanary"])
def test_a_key_that_cannot_be_sent_is_refused_unseen(key, monkeypatch):
    with pytest.raises(ValueError, match="API key") as caught:
        OpenAIModel("http://127.0.0.1:9", "small", key)
    assert "canary" not in str(caught.value)
    monkeypatch.setenv("ABLMATCH_MODEL_KEY", key)
    with pytest.raises(ValueError, match="API key"):
        OpenAIModel("http://127.0.0.1:9", "small")


@pytest.mark.parametrize("url", ["", "localhost:8000/v1", "ftp://host/v1", "http://", "http://[::1"])
def test_a_url_that_is_none_is_refused(url):
    with pytest.raises(ValueError, match="base_url"):
        OpenAIModel(url, "small")


@pytest.mark.parametrize("timeout", [None, 0, -1, float("nan"), "60"])
def test_a_time_that_is_none_is_refused(timeout):
    with pytest.raises(ValueError, match="timeout"):
        OpenAIModel("http://127.0.0.1:9", "small", timeout=timeout)


def test_a_password_in_the_url_is_not_shown():
    with pytest.raises(ModelError) as caught:
        OpenAIModel("http://user:canary@127.0.0.1:9/v1", "small")("s", "p", SCHEMA)
    assert "canary" not in str(caught.value) and "127.0.0.1:9/v1/chat/completions" in str(caught.value)


def test_a_missing_library_is_named_with_its_remedy(monkeypatch):
    monkeypatch.setitem(sys.modules, "httpx", None)
    with pytest.raises(ImportError, match=r"ablmatch\[memory\]"):
        OpenAIModel("http://127.0.0.1:9", "small")
