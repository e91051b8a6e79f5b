"""`ablmatch chat`: a scripted model, a stub of an OpenAI-compatible endpoint, and what can go wrong with both."""

import json
import os
import threading
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer

import pytest

import ablmatch as abl
from ablmatch.chat.endpoint import Endpoint, read
from ablmatch.chat.model import Answer, ModelError, tools_of
from ablmatch.chat.script import (
    Given,
    Move,
    Script,
    ScriptedModel,
    ScriptedTools,
    ScriptError,
    Wanted,
    read_script,
)
from ablmatch.chat.talk import Talk
from command_line import real, within
from conftest import ROOT

BANK = ROOT / "examples" / "agents" / "bank"
AGENT = 'AGENT: Desk\nGOAL: "Help"\nMEMORY:\n  session:\n    - city\n    - NAME: closed\n      READONLY: true\nCONSTRAINTS:\n  always:\n    - REQUIRE city IS SET BEFORE returning results\n      ON_FAIL: "Which city?"\n'


class Stub(BaseHTTPRequestHandler):
    """Answers one message after the other and keeps what it was asked."""

    def do_POST(self):
        asked = json.loads(self.rfile.read(int(self.headers["content-length"])))
        self.server.asked.append((self.path, self.headers.get("authorization"), asked))
        status, body = self.server.answers.pop(0)
        self.send_response(status)
        self.end_headers()
        self.wfile.write(body if isinstance(body, bytes) else json.dumps({"choices": [{"message": body}]}).encode())

    def log_message(self, *_):
        return


@pytest.fixture
def stub():
    server = ThreadingHTTPServer(("127.0.0.1", 0), Stub)
    server.asked, server.answers = [], []
    thread = threading.Thread(target=server.serve_forever)
    thread.start()
    server.url = f"http://127.0.0.1:{server.server_port}/v1"
    yield server
    server.shutdown()
    thread.join()
    server.server_close()


def call(name, arguments, number=1):
    return {
        "role": "assistant",
        "content": None,
        "tool_calls": [
            {"id": f"c{number}", "type": "function", "function": {"name": name, "arguments": json.dumps(arguments)}}
        ],
    }


def talk(model, text=AGENT):
    lines = []
    one = Talk(abl.Session(abl.compile(text), seed=1), model, ScriptedTools({}), lines.append)
    one.start()
    return one, lines


def test_a_model_writes_is_refused_and_answers(stub, monkeypatch):
    monkeypatch.setenv("ABLMATCH_MODEL_KEY", "secret-key")
    stub.answers += [
        (200, call("__set_context__", {"city": "Turku", "closed": "canary"})),
        (200, {"role": "assistant", "content": "It rains."}),
    ]
    one, lines = talk(Endpoint(stub.url, "small"))
    one.hear("in Turku")
    assert [(line.kind, line.text) for line in lines if line.kind in {"agent", "refused"}] == [
        ("refused", "closed: readonly"),
        ("agent", "It rains."),
    ]
    path, key, asked = stub.asked[1]
    assert (path, key, asked["model"]) == ("/v1/chat/completions", "Bearer secret-key", "small")
    assert asked["messages"][-1] == {"role": "tool", "tool_call_id": "c1", "content": "Refused: closed."}
    assert "canary" not in "".join(line.text for line in lines)


def test_what_a_rule_holds_back_is_not_said(stub):
    stub.answers += [(200, {"role": "assistant", "content": "It rains."})]
    one, lines = talk(Endpoint(stub.url, "small"))
    one.hear("hello")
    assert [line.text for line in lines if line.kind == "agent"] == ["Which city?"]
    assert one.history.messages[-1] == {"role": "assistant", "content": "Which city?"}


@pytest.mark.parametrize(
    ("status", "body", "said"),
    [
        (500, b"oops", "answers 500"),
        (200, b"no json", "no chat completion"),
        (200, b"{}", "no chat completion"),
        (200, b"[" * 100_000, "no chat completion"),
        (200, {"role": "assistant", "tool_calls": 5}, "another form than a list"),
        (200, {"role": "assistant", "tool_calls": [{"id": "1"}]}, "no name"),
    ],
)
def test_an_endpoint_at_fault_is_said(stub, status, body, said):
    stub.answers += [(status, body)]
    one, _ = talk(Endpoint(stub.url, "small"))
    with pytest.raises(ModelError, match=said):
        one.hear("hello")


def test_an_endpoint_that_is_not_there_is_said():
    with pytest.raises(ModelError, match="cannot be reached"):
        talk(Endpoint("http://127.0.0.1:9", "small"))[0].hear("hello")


def test_a_password_in_the_url_is_not_said(stub):
    stub.answers += [(500, b"oops")]
    for url in (stub.url.replace("//", "//u:canary@"), "http://u:canary@127.0.0.1:9", "http://u:canary@[x"):
        with pytest.raises(ModelError) as caught:
            talk(Endpoint(url, "small"))[0].hear("hello")
        assert "canary" not in str(caught.value)


@pytest.mark.parametrize("key", ["sk-canary\n", "sk-canaryé", " sk-canary"])
def test_a_key_that_cannot_be_sent_is_refused_unseen(key, monkeypatch):
    monkeypatch.setenv("ABLMATCH_MODEL_KEY", key)
    with pytest.raises(ModelError, match="ABLMATCH_MODEL_KEY holds a character") as caught:
        Endpoint("http://127.0.0.1:9", "small")
    assert "canary" not in str(caught.value)


def test_arguments_that_are_no_object_are_no_arguments():
    message = call("look_up", {})
    message["tool_calls"][0]["function"]["arguments"] = "[1"
    assert read(message).calls[0].arguments is None
    message["tool_calls"][0]["function"]["arguments"] = "[" * 100_000
    assert read(message).calls[0].arguments is None
    assert read({"content": "hi"}) == Answer("hi")


def test_a_model_that_never_answers_is_stopped():
    class Restless:
        def answer(self, messages, tools):
            return read(call("__set_context__", {"city": "Turku"}, len(messages)))

    one, lines = talk(Restless())
    one.hear("hello")
    assert [line.kind for line in lines if line.kind == "fault"] == ["fault"]


def test_the_model_is_offered_what_it_may_write():
    (offered,) = [
        one["function"]
        for one in tools_of(abl.compile(AGENT).agents["Desk"])
        if one["function"]["name"] == "__set_context__"
    ]
    assert list(offered["parameters"]["properties"]) == ["city"]


def test_the_scripted_bank_talk_ends_verified():
    done = real("chat", BANK, "--script", BANK / "talk.yaml", "--user", "nora", "--quiet")
    assert (done.status, done.err) == (0, "")
    assert done.out.splitlines()[-1] == "agent   | Your balance is 300."
    assert "refused | caller_verified: readonly" in done.out
    assert "415" not in done.out


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("model:\n  - return: {b: 1}\n", "gives control back without values"),
        ("model:\n  - {say: a, set: {b: 1}}\n", "one of say, set, call, handoff and return"),
        ("caller: [hi]\nmodell: []\n", "script.yaml:2:1: `modell` is no key here: do you mean `model`?"),
        ("tools: {a: [{}]}\n", "a result or an error"),
        ("model: [\n", "script.yaml:2:1"),
    ],
)
def test_a_bad_script_is_said(tmp_path, text, said):
    path = tmp_path / "script.yaml"
    path.write_text(text, "utf-8")
    with pytest.raises(ScriptError) as caught:
        read_script(path)
    assert said in str(caught.value)
    done = real("chat", BANK, "--script", path)
    done.fails_with()


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (["--model", "small"], "--model needs --model-url"),
        (["--model-url", "http://127.0.0.1:9/v1"], "--model-url needs --model NAME"),
        (["--entry", "Ghost"], "no agent `Ghost`"),
        (["--store", "nowhere://x"], "the URL names no store"),
        (["--script", "missing.yaml"], "missing.yaml"),
    ],
)
def test_bad_arguments_are_one_line(arguments, said):
    done = real("chat", BANK, *arguments)
    done.fails_with(said)


def nested(levels):
    return {"a": nested(levels - 1)} if levels else 1


def test_arguments_that_no_session_takes_are_refused_to_the_model(stub):
    stub.answers += [
        (200, call("__set_context__", {"city": nested(100)})),
        (200, {"role": "assistant", "content": "It rains."}),
    ]
    one, _ = talk(Endpoint(stub.url, "small"), 'AGENT: Desk\nGOAL: "Help"\nMEMORY:\n  session: [city]\n')
    one.hear("in Turku")
    assert stub.asked[1][2]["messages"][-1]["content"].startswith(
        "Refused: a value cannot be taken in: lists or objects"
    )
    assert one.session.get("city") is None


def test_a_result_that_no_session_takes_is_an_error_of_the_tool():
    text = 'AGENT: Desk\nGOAL: "Help"\nTOOLS:\n  look()\n    description: "Look"\n'
    script = Script(
        model=(Move(call=Wanted(name="look")), Move(say="Sorry.")), tools={"look": (Given(result=nested(100)),)}
    )
    lines = []
    one = Talk(
        abl.Session(abl.compile(text), seed=1), ScriptedModel(script.model), ScriptedTools(script.tools), lines.append
    )
    one.start()
    one.hear("look")
    assert [line.text for line in lines if line.kind == "agent"] == ["Sorry."]
    assert "error" in [event.code for event in one.session.trace]


def test_nothing_that_is_said_drives_the_terminal(tmp_path):
    (tmp_path / "desk.agent.abl").write_text('AGENT: Desk\nGOAL: "Help"\n')
    (tmp_path / "s.yaml").write_text('model:\n  - say: "\\e[31mred\\aline\\nnext"\ncaller: ["\\e[2J"]\n')
    done = real("chat", tmp_path / "desk.agent.abl", "--script", tmp_path / "s.yaml", "--quiet")
    assert done.out.splitlines() == ["caller  | \\x1b[2J", "agent   | \\x1b[31mred\\x07line", "          next"]


def test_typed_bytes_that_are_no_text_are_one_line(tmp_path):
    (tmp_path / "desk.agent.abl").write_text('AGENT: Desk\nGOAL: "Help"\n')
    strict = os.environ | {"PYTHONIOENCODING": "utf-8:strict"}
    real("chat", tmp_path / "desk.agent.abl", stdin=b"\xff\n", env=strict).fails_with("what was typed is no utf-8")


def test_a_talk_closes_its_store(tmp_path, capsys, monkeypatch):
    (tmp_path / "desk.agent.abl").write_text('AGENT: Desk\nGOAL: "Help"\n')
    monkeypatch.setattr("builtins.input", lambda _prompt: "")
    done = within(capsys, "chat", tmp_path / "desk.agent.abl", "--store", f"sqlite:///{tmp_path / 'facts.db'}")
    assert done.status == 0
    # SQLite removes its log when the last connection is closed.
    assert sorted(one.name for one in tmp_path.iterdir()) == ["desk.agent.abl", "facts.db"]


def test_a_script_without_answers_says_so():
    one, _ = talk(ScriptedModel(Script().model))
    with pytest.raises(ModelError, match="no answer left"):
        one.hear("hello")
