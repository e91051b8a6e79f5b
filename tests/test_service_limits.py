"""What a request may take, what goes wrong around it, and what of it is seen in logs, metrics and the documentation."""

import json
import logging
import re
import threading

import pytest

from ablmatch.memory.record_fields import CHANGE_FIELDS, NEW_FIELDS
from ablmatch.memory.refusals import REFUSALS
from ablmatch.stores.errors import StoreError
from service_client import OPERATOR, ServiceClient, error

pytestmark = pytest.mark.needs("starlette", "jwt", "prometheus_client")


@pytest.fixture
def limited(records, request):
    """The service with limits of its own."""
    made = ServiceClient(records, records.clock, **request.param)
    made.key()
    yield made
    made.close()


@pytest.mark.parametrize("limited", [{"body_bytes": 1000}], indirect=True)
def test_a_body_has_a_size(limited):
    body = {"store": "notes", "type": "fact", "content": "x" * 1000}
    assert error(limited.call("POST", "/memory", body)) == (413, "body_too_large")
    assert limited.listed() == []


@pytest.mark.parametrize("limited", [{"body_bytes": 1000}], indirect=True)
def test_a_body_that_says_it_is_too_large_is_not_waited_for(limited):
    def never():
        raise AssertionError("the body was read")
        yield b""

    for length in ("1001", "9" * 20):
        refused = limited.call("POST", "/memory", content=never(), headers={"Content-Length": length})
        assert error(refused) == (413, "body_too_large")


def test_a_body_that_is_no_json_is_refused(service):
    for content in (b"", b"{", b"\xff\xfe", b'{"a": NaN}', b'{"store": "\xed\xa0\x80"}', b"[" * 100_000):
        assert error(service.call("POST", "/memory", content=content)) == (400, "body_malformed"), content[:20]
    for content in (b"[]", b"null", b"7", b'"x"'):
        assert error(service.call("POST", "/memory", content=content)) == (422, "body_invalid")


@pytest.mark.parametrize("limited", [{"per_second": 2.0}], indirect=True)
def test_a_key_makes_so_many_requests_a_second(limited):
    answers = [limited.call("GET", "/memory") for _ in range(5)]
    assert [one.status_code for one in answers] == [200, 200, 200, 200, 429]
    assert error(answers[-1]) == (429, "rate_limited") and answers[-1].headers["retry-after"] == "1"
    limited.key("other")
    assert limited.call("GET", "/memory", by="other").status_code == 200
    limited.clock.now += 500
    assert [limited.call("GET", "/memory").status_code for _ in range(2)] == [200, 429]


@pytest.mark.parametrize("limited", [{"threads": 1, "wait_seconds": 0.05}], indirect=True)
def test_a_request_that_waits_too_long_for_its_turn_is_told_so(limited, monkeypatch):
    held, go = threading.Event(), threading.Event()
    search = limited.store.records.search

    def slow(*arguments, **more):
        held.set()
        assert go.wait(30)
        return search(*arguments, **more)

    monkeypatch.setattr(limited.store.records, "search", slow)
    answers = []
    thread = threading.Thread(target=lambda: answers.append(limited.call("POST", "/memory/search", {"query": "x"})))
    thread.start()
    assert held.wait(30)
    busy = limited.call("GET", "/memory")
    go.set()
    thread.join()
    assert error(busy) == (503, "busy") and busy.headers["retry-after"] == "1"
    assert answers[0].status_code == 200 and limited.call("GET", "/memory").status_code == 200


def test_a_store_that_fails_and_a_fault_of_ours_tell_nothing(service, monkeypatch, caplog):
    def unavailable(*_arguments, **_more):
        raise StoreError("unavailable", "postgresql://user@host/secret is away")

    def broken(*_arguments, **_more):
        raise RuntimeError("what the record says")

    for fault, refusal in ((unavailable, (503, "unavailable")), (broken, (500, "internal"))):
        monkeypatch.setattr(service.store.records, "list", fault)
        refused = service.call("GET", "/memory")
        assert error(refused) == refusal
        assert "secret" not in refused.text and "says" not in refused.text
    told = [record for record in caplog.records if record.getMessage() == "a request failed"]
    assert [record.fields["code"] for record in told] == ["unavailable", "internal"]
    monkeypatch.setattr(service.store.tenants, "organisation", unavailable)
    assert error(service.request("GET", "/health")) == (503, "unavailable")


def test_the_log_and_the_metrics_name_no_person_and_no_record(service, caplog):
    from ablmatch.service.observing import JsonLines

    with caplog.at_level(logging.INFO, "ablmatch"):
        made = service.write("a canary", "canary-person", labels={"canary": "canary"})
        service.call("GET", f"/memory/{made['id']}?label.canary=canary", subject="canary-person")
        service.call("DELETE", "/subjects/canary-person", subject="canary-person")
        service.call("POST", "/memory", {"store": "notes", "type": "fact", "content": "canary", "canary": 1})
    lines = [json.loads(JsonLines().format(record)) for record in caplog.records]
    requests = [line for line in lines if line["message"] == "request"]
    assert [(one["method"], one["route"], one["status"], one["code"]) for one in requests] == [
        ("POST", "/memory", 201, None),
        ("GET", "/memory/{id}", 400, "parameter_invalid"),
        ("DELETE", "/subjects/{subject}", 200, None),
        ("POST", "/memory", 422, "record_invalid"),
    ]
    assert all(one["key"] == "app" and len(one["request_id"]) == 16 for one in requests)
    metrics = service.request("GET", "/metrics", secret=OPERATOR).text
    assert 'ablmatch_requests_total{method="POST",route="/memory",status="201"} 1.0' in metrics
    assert 'ablmatch_refusals_total{code="record_invalid"} 1.0' in metrics
    assert "canary" not in json.dumps(lines) + metrics and made["id"] not in json.dumps(lines) + metrics


def test_a_fault_is_logged_by_its_place_alone():
    from ablmatch.service.observing import JsonLines

    def fails():
        raise RuntimeError("what the record says")

    try:
        fails()
    except RuntimeError as fault:
        record = logging.LogRecord("ablmatch", logging.ERROR, "", 0, "a request failed", None, None)
        record.exc_info = (type(fault), fault, fault.__traceback__)
    line = json.loads(JsonLines().format(record))
    assert line["error"] == "RuntimeError" and "says" not in json.dumps(line)
    assert line["trace"][0].partition(":")[0].endswith("test_service_limits.py")


def test_the_page_names_every_call(service, root):
    page = (root / "docs" / "records.md").read_text("utf-8")
    paths = [re.sub(r"\{\w+\}", "{id}", path) for path in service.documented.document["paths"]]
    assert [path for path in paths if path not in page and "…/" + path.rpartition("/")[2] not in page] == []


def test_the_documentation_names_every_field_and_every_refusal(service):
    document = service.documented.document
    new = document["paths"]["/memory"]["post"]["requestBody"]["content"]["application/json"]["schema"]
    assert set(new["properties"]) == NEW_FIELDS["api"] | {"user"}
    change = document["paths"]["/memory/{id}"]["patch"]["requestBody"]["content"]["application/json"]["schema"]
    assert set(change["properties"]) == CHANGE_FIELDS | {"user"}
    answers = json.dumps([one["responses"] for one in service.documented.by_name.values()])
    # A tool's refusals are results, and a model's answer is judged in the background.
    inside = {"content_unsafe", "reply_invalid", "tool_unknown"}
    assert {code for code in REFUSALS if f"`{code}`" not in answers} == inside


def test_nobody_is_sent_elsewhere_for_a_slash_too_much(service):
    for path in ("/memory/", "/health/", "/keys/"):
        refused = service.operator("GET", path, headers={"Host": "elsewhere.example"})
        assert error(refused) == (404, "not_found") and "location" not in refused.headers
    shown = service.client.get("/console/", follow_redirects=False)
    assert shown.status_code == 401 and "Sign in" in shown.text
