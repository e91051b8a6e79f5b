"""The service in process, as tests call it: every answer is held against the service's own OpenAPI document."""

import json
import re
from functools import lru_cache

import pytest

# Whoever imports this skips where the service cannot run.
pytest.importorskip("starlette", reason="needs starlette, which is not installed")
pytest.importorskip("alembic", reason="needs alembic, which is not installed")
pytest.importorskip("jinja2", reason="needs jinja2, which is not installed")
pytest.importorskip("jwt", reason="needs pyjwt, which is not installed")
pytest.importorskip("prometheus_client", reason="needs prometheus-client, which is not installed")
pytest.importorskip("jsonschema", reason="needs jsonschema, which is not installed")

import jsonschema
from starlette.testclient import TestClient

from ablmatch.memory.records.record_memory import RecordMemory
from ablmatch.memory.records.worker import Worker
from ablmatch.service.app import Limits, Service, create_app, service_routes
from ablmatch.service.console.routes import console_routes
from ablmatch.service.observing import Metrics

OPERATOR = "the-operator-of-the-tests"
WRITES = {"id": "writes", "effect": "permit", "kind": "memory_write"}
ERASES = {"id": "erases", "effect": "permit", "kind": "subject_erase"}
OWN = {
    "id": "memory-record-own", "effect": "permit", "kind": "memory_record",
    "when": [{"atom": "label_is_subject", "label": "subject"}],
}  # fmt: skip
SHARED = {
    "id": "memory-record-shared", "effect": "permit", "kind": "memory_record", "match": {"labels": {"subject": ""}},
}  # fmt: skip
NOBODY_NAMED = {
    "id": "memory-record-nobody-named", "effect": "permit", "kind": "memory_record", "when": [{"atom": "no_subject"}],
}  # fmt: skip
DEFAULT_RULES = [OWN, SHARED, NOBODY_NAMED]
# The export of one of whom nothing is kept.
NOTHING = {"records": [], "conversations": [], "blocks": [], "extracted_values": []}


class Documented:
    """An OpenAPI document, against which answers are held."""

    def __init__(self, document):
        self.document = document
        self.paths = [
            (re.compile(re.sub(r"\{\w+\}", "[^/]+", path)), path, operations)
            for path, operations in document["paths"].items()
        ]
        operations = [one for _, _, operations in self.paths for one in operations.values()]
        self.by_name = {one["operationId"]: one for one in operations}

    def check(self, method, path, response):
        """Assert that the document has this answer, in this form."""
        operation = self.operation(method, path)
        if operation is None:
            assert response.status_code in {401, 404, 405}, response.text
            return
        status = str(response.status_code)
        assert status in operation["responses"], f"{method} {path} answers {status}, which is not documented"
        content = operation["responses"][status].get("content", {})
        if not content:
            assert response.content == b""
            return
        media_type = response.headers["content-type"].partition(";")[0]
        assert media_type in content
        if media_type == "application/json":
            self.validator(operation["operationId"], status).validate(response.json())
            if response.status_code >= 400:
                listed = operation["responses"][status]["description"]
                assert f"`{response.json()['error']['code']}`" in listed

    @lru_cache  # noqa: B019 - there is one document
    def validator(self, name, status):
        schema = self.by_name[name]["responses"][status]["content"]["application/json"]["schema"]
        return jsonschema.Draft202012Validator({**schema, "components": self.document["components"]})

    def operation(self, method, path):
        # An exact path hides those with a parameter, as in the service.
        if path in self.document["paths"]:
            return self.document["paths"][path].get(method.lower())
        found = sorted(
            ("{" in name, operations) for pattern, name, operations in self.paths if pattern.fullmatch(path)
        )  # fmt: skip
        return next((operations[method.lower()] for _, operations in found if method.lower() in operations), None)


@lru_cache
def documented(text):
    """The document of a text; every test has the same one."""
    return Documented(json.loads(text))


class ServiceClient:
    """Calls of the service; as the operator, or as an application (`key`) for a person."""

    def __init__(self, store, clock, **limits):
        store.tenants.ensure_operator(OPERATOR)
        self.store, self.clock = store, clock
        metrics = Metrics()
        memory = RecordMemory(store, clock, happened=metrics.happened)
        self.service = Service(memory, Limits(**limits), metrics, seconds=lambda: clock() / 1000)
        app = create_app(self.service, more=console_routes(self.service))
        self.client = TestClient(app, raise_server_exceptions=False)
        self.client.__enter__()
        self.secrets = {}
        self.documented = documented(self.client.get("/openapi.json").content)

    def routes(self):
        """Every call that the service has, as it declares it."""
        return service_routes(self.service)

    def close(self):
        self.client.__exit__(None, None, None)

    def request(self, method, path, body=None, *, secret=None, headers=None, content=None):
        """A request; a body that is given is JSON."""
        given = dict(headers or {})
        if secret is not None:
            given["Authorization"] = f"Bearer {secret}"
        if body is not None:
            content = json.dumps(body).encode()
        response = self.client.request(method, path, headers=given, content=content)
        self.documented.check(method, path.partition("?")[0], response)
        return response

    def operator(self, method, path, body=None, **more):
        return self.request(method, path, body, secret=OPERATOR, **more)

    def key(self, name="app", organisation="default", rules=None, **settings):
        """Make a key with these rules beside the default ones; by default it may write and erase."""
        made = self.operator("POST", "/keys", {"id": name, "organisation": organisation})
        assert made.status_code == 201, made.text
        self.secrets[name] = made.json()["secret"]
        rules = [*DEFAULT_RULES, WRITES, ERASES] if rules is None else rules
        put = self.operator("PUT", f"/keys/{name}/policy", {"rules": rules, "settings": settings})
        assert put.status_code == 200, put.text
        return name

    def call(self, method, path, body=None, *, by="app", subject=None, attributes=None, headers=None, **more):
        """A call of a key, for a person or for nobody."""
        given = dict(headers or {})
        if subject is not None:
            given["X-Core-Subject"] = subject
        if attributes is not None:
            given["X-Core-Attributes"] = json.dumps(attributes)
        return self.request(method, path, body, secret=self.secrets[by], headers=given, **more)

    def inject(self, store="notes", by="app", **more):
        """Let the turns of a key be given what a store holds."""
        body = {"injection": {"enabled": True, "store": store, **more}}
        put = self.operator("PUT", f"/keys/{by}/memory", body)
        assert put.status_code == 200, put.text

    def write(self, content, subject=None, **fields):
        """Write a record, and give it."""
        more = {name: fields.pop(name) for name in ("by", "attributes") if name in fields}
        body = {"store": "notes", "type": "fact", "content": content, **fields}
        made = self.call("POST", "/memory", body, subject=subject, **more)
        assert made.status_code in {200, 201}, made.text
        return made.json()

    def listed(self, subject=None, query="", **more):
        """The texts of a list."""
        response = self.call("GET", f"/memory{query}", subject=subject, **more)
        assert response.status_code == 200, response.text
        return [record["content"] for record in response.json()["records"]]

    def turn(self, text, subject=None, **fields):
        """Begin a turn."""
        more = {name: fields.pop(name) for name in ("by", "attributes") if name in fields}
        response = self.call("POST", "/turns", {"text": text, **fields}, subject=subject, **more)
        assert response.status_code == 200, response.text
        return response.json()

    def conversation(self, subject=None, *texts, **more):
        """Begin a conversation with these words of the person's, and give its id."""
        made = self.call("POST", "/conversations", subject=subject, **more)
        assert made.status_code == 201, made.text
        self.say(made.json()["id"], subject, *texts, **more)
        return made.json()["id"]

    def say(self, conversation, subject=None, *texts, role="user", at=None, **more):
        """Add messages to a conversation."""
        for text in texts:
            self.clock.now += 1
            path, body = f"/conversations/{conversation}/messages", {"role": role, "text": text, "at": at}
            posted = self.call("POST", path, body, subject=subject, **more)
            assert posted.status_code == 201, posted.text

    def mined(self, conversation, model, subject=None, **more):
        """Close a conversation and let a model mine what waits; how each step ended, by its name."""
        closed = self.call("POST", f"/conversations/{conversation}/close", subject=subject, **more)
        assert closed.status_code == 202, closed.text
        return self.run_due(model)

    def run_due(self, model):
        """Let a model work on what waits."""
        ended = Worker(self.service.memory, model).run_due()
        return {outcome.value: times for outcome, times in ended.items()}

    def extraction(self, store="notes", **switch):
        """Switch a store's extraction on."""
        put = self.operator("PUT", f"/memory/stores/{store}/extraction", {"enabled": True, **switch})
        assert put.status_code == 200, put.text


def error(response):
    """Status and code of a refusal."""
    return response.status_code, response.json()["error"]["code"]
