"""The operator's pages: who may see them, what they show, why a record is visible, and erasing a person."""

from __future__ import annotations

import html
import json
import logging
import re
from itertools import product

import anyio
import pytest
from hypothesis import given
from hypothesis import strategies as st

import service_client
from ablmatch.memory import Block, ExtractedValue, SqlBlockStore, SqlExtractedStore
from ablmatch.memory.policy import Atom, Policy, Rule, label_view, reach
from ablmatch.memory.request import Request
from ablmatch.memory.why_visible import why_visible
from ablmatch.service.app import Limits, Service, create_app
from ablmatch.service.console.routes import console_routes
from ablmatch.service.observing import JsonLines

CANARY = "<b>Juniper's</b> & [canary]"


@pytest.fixture
def console(service):
    """A browser in which the operator has signed in."""
    answer = service.client.post("/console/sign-in", data={"secret": service_client.OPERATOR})
    assert answer.url.path == "/console"
    assert answer.status_code == 200
    return service


def page(service, path, **more):
    """The text of a page that there is."""
    answer = service.client.get(path, **more)
    assert answer.status_code == 200, answer.text
    return answer.text


def form_token(text):
    return re.search(r'name="form_token" value="([^"]+)"', text)[1]


def test_nothing_is_shown_to_who_has_not_signed_in(service):
    record = service.write(CANARY, "ida")
    for path in (
        "",
        "/default",
        "/default/people",
        "/default/people/ida",
        "/default/records",
        f"/default/records/{record['id']}",
    ):
        answer = service.client.get(f"/console{path}")
        assert answer.status_code == 401
        assert "ida" not in answer.text
        assert "Juniper" not in answer.text
    wrong = service.client.post("/console/sign-in", data={"secret": service.secrets["app"]})
    assert (wrong.status_code, "set-cookie" in wrong.headers) == (403, False)
    erase = service.client.post("/console/default/people/ida/erase", data={"confirm": "ida"})
    assert erase.status_code == 401
    assert service.listed("ida") == [CANARY]


def test_a_sign_in_ends(console):
    assert "Organisations" in page(console, "/console")
    console.clock.now += 8 * 3600 * 1000
    assert console.client.get("/console").status_code == 401
    console.client.post("/console/sign-in", data={"secret": service_client.OPERATOR})
    assert console.client.get("/console").status_code == 200
    console.store.tenants.ensure_operator("another-secret-of-the-operator")
    assert console.client.get("/console").status_code == 401


def test_signing_out_forgets_the_browser(console):
    console.client.post("/console/sign-out")
    assert console.client.get("/console").status_code == 401


def test_guessing_is_slowed_down(service):
    answers = [service.client.post("/console/sign-in", data={"secret": "guess"}) for _ in range(10)]
    assert [one.status_code for one in answers] == [403] * 5 + [429] * 5
    assert answers[-1].headers["retry-after"] == "10" and "wait 10 seconds" in answers[-1].text
    # From elsewhere the operator comes in all the same.
    elsewhere = service_client.TestClient(service.client.app, client=("192.0.2.1", 1))
    assert elsewhere.post("/console/sign-in", data={"secret": service_client.OPERATOR}).status_code == 200


def test_pages_are_counted_and_logged_by_the_pattern_of_their_path(console, caplog):
    record = console.write(CANARY, "canary-person")
    token = form_token(page(console, "/console/default/people/canary-person/erase"))
    caplog.clear()
    with caplog.at_level(logging.INFO, "ablmatch"):
        for path in ("", "/", "/default", "/default/people?id=canary-person", "/default/people/canary-person"):
            page(console, f"/console{path}")
        page(console, f"/console/default/records/{record['id']}?key=app&subject=canary-person")
        console.client.get("/console/default/records?q=canary")
        console.client.get("/console/canary")
        console.client.get("/console/default/records?cursor=canary")
        path = "/console/default/people/canary-person/erase"
        console.client.post(path, data={"form_token": "canary", "confirm": "canary-person"})
        console.client.post(path, data={"form_token": token, "confirm": "canary-person"})
        console.client.post("/console/sign-out", follow_redirects=False)
        shown = console.client.get("/console/default/people/canary-person")
        console.client.post("/console/sign-in", data={"secret": "canary"})
        console.client.get("/console/style.css")
        console.client.get("/console/canary/canary/canary/canary")
    lines = [json.loads(JsonLines().format(one)) for one in caplog.records if one.name.startswith("ablmatch")]
    erase = "/console/{organisation}/people/{subject}/erase"
    assert [(one["method"], one["route"], one["status"], one["code"]) for one in lines] == [
        ("GET", "/console", 200, None),
        ("GET", "/console/", 200, None),
        ("GET", "/console/{organisation}", 200, None),
        ("GET", "/console/{organisation}/people", 200, None),
        ("GET", "/console/{organisation}/people/{subject}", 200, None),
        ("GET", "/console/{organisation}/records/{record}", 200, None),
        ("GET", "/console/{organisation}/records", 200, None),
        ("GET", "/console/{organisation}", 404, "not_found"),
        ("GET", "/console/{organisation}/records", 400, "cursor_invalid"),
        ("POST", erase, 403, "form_token_invalid"),
        ("POST", erase, 200, None),
        ("POST", "/console/sign-out", 303, None),
        ("GET", "/console/{organisation}/people/{subject}", 401, "unauthorized"),
        ("POST", "/console/sign-in", 403, "unauthorized"),
        ("GET", "/console/style.css", 200, None),
        ("GET", "/console/{rest}", 401, "unauthorized"),
    ]
    assert all(one["message"] == "request" and one["key"] is None for one in lines)
    assert lines[12]["request_id"] == shown.headers["x-request-id"]
    metrics = console.request("GET", "/metrics", secret=service_client.OPERATOR).text
    assert f'ablmatch_requests_total{{method="POST",route="{erase}",status="403"}} 1.0' in metrics
    assert 'ablmatch_request_seconds_count{method="GET",route="/console/{organisation}"} 2.0' in metrics
    assert 'ablmatch_refusals_total{code="form_token_invalid"} 1.0' in metrics
    assert "canary" not in json.dumps(lines) + metrics and record["id"] not in json.dumps(lines) + metrics


def test_a_page_that_fails_is_logged_with_its_id_and_without_words(console, monkeypatch, caplog):
    def broken(*_arguments, **_more):
        raise RuntimeError("what the record says")

    monkeypatch.setattr(console.store.tenants, "organisations", broken)
    with caplog.at_level(logging.INFO, "ablmatch"):
        answer = console.client.get("/console")
    assert answer.status_code == 500 and "says" not in answer.text and 'role="alert"' in answer.text
    [failed, request] = [
        json.loads(JsonLines().format(one)) for one in caplog.records if one.name == "ablmatch.service"
    ]
    assert (failed["code"], failed["error"], request["status"]) == ("internal", "RuntimeError", 500)
    assert failed["request_id"] == request["request_id"] == answer.headers["x-request-id"]
    assert "says" not in json.dumps([failed, request])


@pytest.mark.parametrize("cookie", ["", "x", "a.b.c", "\xe9", "eyJhbGciOiJub25lIn0.eyJhdWQiOiJjb25zb2xlIn0."])
def test_a_forged_cookie_is_nobodys(service, cookie):
    headers = {"cookie": b"ablmatch_console=" + cookie.encode("latin-1")}
    assert service.client.get("/console", headers=headers).status_code == 401


def test_a_subject_token_is_no_sign_in(service):
    token = service.call("POST", "/subject-tokens", {"subject": "ida", "ttl": "1h"}).json()["token"]
    assert service.client.get("/console", headers={"cookie": f"ablmatch_console={token}"}).status_code == 401


def test_pages_are_neither_kept_nor_framed_and_run_nothing(console):
    answer = console.client.get("/console")
    assert answer.headers["cache-control"] == "no-store"
    policy = answer.headers["content-security-policy"]
    assert "default-src 'none'" in policy
    assert "frame-ancestors 'none'" in policy
    assert "script" not in policy
    assert "<script" not in answer.text
    cookie = console.client.post("/console/sign-in", data={"secret": service_client.OPERATOR}).history[0]
    assert {"httponly", "samesite=strict", "path=/console"} <= set(cookie.headers["set-cookie"].lower().split("; "))


def test_stores_people_and_records_are_shown(console):
    console.write(CANARY, "ida")
    console.write("the archive closes at 17:00")
    console.conversation("otto", "hello")
    overview = page(console, "/console/default")
    assert re.search(r"notes</a></th>\s*<td class=\"number\">2<", overview)
    assert "memory-record-own" in overview
    people = page(console, "/console/default/people")
    assert [name for name in ("ida", "otto", "shared") if f">{name}</a>" in people] == ["ida", "otto"]
    person = page(console, "/console/default/people?id=ida")
    assert html.escape(CANARY).replace("&#x27;", "&#39;") in person
    assert "archive" not in person
    assert CANARY not in person
    assert "hello" not in page(console, "/console/default/people/otto")
    shared = page(console, "/console/default/records?owner=shared")
    assert "archive" in shared
    assert "Juniper" not in shared
    assert "Juniper" in page(console, "/console/default/records?q=Juniper")
    assert "No records" in page(console, "/console/default/records?q=Juniper&type=preference")


def test_long_lists_go_on(console):
    for number in range(53):
        console.write(f"fact number {number}", f"person{number:02}")
    people = page(console, "/console/default/people")
    assert people.count("/people/person") == 50
    more = html.unescape(re.search(r'href="(\?after=[^"]+)"', people)[1])
    assert page(console, f"/console/default/people{more}").count("/people/person") == 3
    records = page(console, "/console/default/records?store=notes")
    more = html.unescape(re.search(r'href="(\?q=[^"]+)"', records)[1])
    assert page(console, f"/console/default/records{more}").count("fact number") == 3


@pytest.mark.parametrize(
    "path",
    [
        "/nowhere", "/default/people/a%20b", "/default/records/x", f"/default/records/{'0' * 32}", "/Default/people",
        "/default/records?owner=%00", "/default/people?after=%00", "/default/records?closed=all", "/default/", "/default/people/",
        "//people", "/default/people/a%2Fb", "/default/a/b/c/d",
    ],
)  # fmt: skip
def test_what_there_is_not_is_said(console, path):
    answer = console.client.get(f"/console{path}")
    assert answer.status_code == 404
    assert 'role="alert"' in answer.text


def test_a_bad_cursor_is_refused(console):
    assert console.client.get("/console/default/records?cursor=zzz").status_code == 400


def test_a_correction_shows_its_versions_and_metadata_its_texts(console):
    record = console.write("seat: aisle", "ida", labels={"audience": "crew"})
    console.call("PATCH", f"/memory/{record['id']}", {"content": "seat: window"}, subject="ida")
    text = page(console, f"/console/default/records/{record['id']}")
    assert "seat: aisle" in text
    assert "seat: window" in text
    assert "audience" in text


# --- Why a record is visible ------------------------------------------------------------------------------------


def test_the_rule_that_permits_is_named(console):
    path = f"/console/default/records/{console.write('likes tea', 'ida')['id']}"
    hers = page(console, f"{path}?key=app&subject=ida")
    assert "Visible to ida" in hers
    assert re.search(r"memory-record-own</code></th><td>yes<", hers)
    assert re.search(r"memory-record-shared</code></th><td>no<", hers)
    assert "Not visible to otto" in page(console, f"{path}?key=app&subject=otto")
    assert "Visible to a request that names nobody" in page(console, f"{path}?key=app&subject=")
    assert 'role="alert"' in page(console, f"{path}?key=app&subject=a%20b")
    assert 'role="alert"' in page(console, f"{path}?key=app&attributes=department")


def test_the_console_says_what_the_service_does(console):
    console.key("desk", rules=[
        {"id": "crew", "effect": "permit", "kind": "memory_record",
         "match": {"labels": {"subject": ""}}, "when": [{"atom": "label_among", "label": "team", "attribute": "team"}]},
        service_client.OWN,
    ])  # fmt: skip
    written = [
        console.write("one", labels={"team": "red"}),
        console.write("two", labels={"team": "blue"}),
        console.write("three", "ida"),
    ]
    for record, subject, team in product(written, ("ida", "otto", None), ("red", None)):
        attributes = {"team": [team]} if team else None
        seen = console.call("GET", f"/memory/{record['id']}", by="desk", subject=subject, attributes=attributes)
        query = {"key": "desk", "subject": subject or "", "attributes": f'{{"team": ["{team}"]}}' if team else ""}
        text = page(console, f"/console/default/records/{record['id']}", params=query)
        assert (seen.status_code == 200) == ("Not visible" not in text)


_LABELS = st.sampled_from(["subject", "team", "audience"])
_VALUES = st.sampled_from(["", "ida", "otto", "red"])
_ATOMS = st.one_of(
    st.just(Atom("no_subject")),
    st.builds(Atom, st.just("label_is_subject"), _LABELS),
    st.builds(Atom, st.just("label_among"), _LABELS, st.sampled_from(["team", "role"])),
    st.just(Atom("unknown")),
)
_RULES = st.builds(
    Rule,
    st.just("rule"),
    st.sampled_from(["memory_record", "memory_write"]),
    st.dictionaries(_LABELS, _VALUES, max_size=2).map(lambda found: tuple(found.items())),
    st.lists(_ATOMS, max_size=2).map(tuple),
)
_REQUESTS = st.builds(
    Request,
    st.one_of(st.none(), st.sampled_from(["ida", "otto", "red"])),
    st.dictionaries(st.sampled_from(["team", "role"]), st.lists(_VALUES, max_size=2).map(tuple)),
)


@given(
    st.lists(_RULES, max_size=3), _REQUESTS, _VALUES, st.dictionaries(st.sampled_from(["team", "audience"]), _VALUES)
)
def test_what_is_explained_is_what_is_reached(rules, request_, owner, labels):
    policy, view = Policy(tuple(rules)), label_view(owner, labels)
    answers = why_visible(policy, request_, view)
    assert len(answers) == sum(rule.kind == "memory_record" for rule in rules)
    assert any(one.permits for one in answers) == reach(policy, "memory_record", request_).permits(view)


# --- Erasure ----------------------------------------------------------------------------------------------------


def test_a_person_is_erased_when_her_id_is_typed(console):
    console.write(CANARY, "ida")
    console.write("stays", "otto")
    path = "/console/default/people/ida/erase"
    asked = page(console, path)
    assert "1 records" in asked
    token = form_token(asked)
    wrong = console.client.post(path, data={"form_token": token, "confirm": "otto"})
    assert wrong.status_code == 400
    assert "Nothing was erased" in wrong.text
    assert console.listed("ida") == [CANARY]
    erased = console.client.post(path, data={"form_token": token, "confirm": " ida "})
    assert erased.status_code == 200
    assert re.search(r"records</th><td class=\"number\">1<", erased.text)
    assert console.listed("ida") == []
    assert console.listed("otto") == ["stays"]
    assert ">ida</a>" not in page(console, "/console/default/people")
    acts = [(row.key_id, row.act) for row in console.store.audit.rows("default", limit=10).rows]
    assert ("(console)", "erase") in acts


def test_blocks_and_values_are_counted_and_no_obstacle_when_damaged(console, records_url):
    blocks, values = SqlBlockStore(records_url), SqlExtractedStore(records_url)
    for scope in ("user", "shared", "agent"):
        blocks.save(Block(scope, "USER", "Juniper"), "ida")
    values.save(ExtractedValue("facts", "user", ["Juniper"]), "ida")
    path = "/console/default/people/ida"
    shown = page(console, path)
    assert "2 blocks and 1 extracted values" in shown and "Juniper" not in shown
    asked = page(console, f"{path}/erase")
    assert "2 memory blocks and 1 extracted values" in asked
    values._database.write(lambda execute: execute("UPDATE extracted_values SET value = ?", ("{Juniper",)))
    assert "cannot be read now" in page(console, path) and "cannot be read now" in page(console, f"{path}/erase")
    erased = console.client.post(f"{path}/erase", data={"form_token": form_token(asked), "confirm": "ida"})
    assert re.search(r"extracted values</th><td class=\"number\">1<", erased.text)
    assert "0 blocks and 0 extracted values" in page(console, path)
    blocks.close()
    values.close()


@pytest.mark.parametrize("token", [None, "", "forged", "\xe9"])
def test_a_form_from_elsewhere_erases_nothing(console, token):
    console.write("stays", "ida")
    fields = {"confirm": "ida"} if token is None else {"confirm": "ida", "form_token": token}
    answer = console.client.post("/console/default/people/ida/erase", data=fields)
    assert answer.status_code == 403
    assert console.listed("ida") == ["stays"]


@pytest.mark.parametrize("body", [b"confirm=ida&" * 5000, b"\xff\xfe", b"%", b"&".join(b"a=1" for _ in range(100))])
def test_a_form_that_is_none_erases_nothing(console, body):
    console.write("stays", "ida")
    headers = {"content-type": "application/x-www-form-urlencoded"}
    answer = console.client.post("/console/default/people/ida/erase", content=body, headers=headers)
    assert answer.status_code == 403
    assert console.listed("ida") == ["stays"]


def test_a_request_that_the_key_refuses_sees_nothing(console):
    console.key("people", subjects_required=True)
    record = console.write("the archive closes at 17:00")
    nobody = page(console, f"/console/default/records/{record['id']}?key=people")
    assert "this key works for people only" in nobody
    assert "Visible to" not in nobody
    assert "Visible to ida" in page(console, f"/console/default/records/{record['id']}?key=people&subject=ida")


def test_a_form_has_a_time_to_arrive_in(service):
    sent, seconds = [], []

    async def stalled():
        if seconds:
            await anyio.sleep_forever()
        seconds.append(1)
        return {"type": "http.request", "body": b"secret=", "more_body": True}

    async def send(message):
        sent.append(message)

    scope = {
        "type": "http", "method": "POST", "path": "/console/sign-in", "raw_path": b"/console/sign-in",
        "query_string": b"", "headers": [], "http_version": "1.1", "scheme": "http", "root_path": "",
        "server": ("testserver", 80), "client": ("testclient", 1),
    }  # fmt: skip
    quick = Service(service.service.memory, Limits(body_seconds=0.05))
    app = create_app(quick, more=console_routes(quick))
    anyio.run(app, scope, stalled, send)
    assert sent[0]["status"] == 403
