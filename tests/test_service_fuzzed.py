"""Whatever the OpenAPI document lets a client send: no fault, and no answer that the document does not have."""

import json
import os
import shutil
import subprocess
import sys

import pytest

from test_service_process import OPERATOR, RULES, serving

pytestmark = [
    pytest.mark.slow,
    pytest.mark.needs("starlette", "jwt", "prometheus_client", "uvicorn", "click", "httpx"),
    pytest.mark.skipif(os.name != "posix", reason="signals of POSIX end the server"),
]
CHECKS = (
    "not_a_server_error,status_code_conformance,content_type_conformance,response_schema_conformance,unsupported_method"
)


@pytest.fixture(scope="module")
def program():
    """The command of schemathesis, of this environment or of the machine."""
    beside = os.path.dirname(sys.executable)
    found = shutil.which("schemathesis", path=os.pathsep.join((beside, os.environ.get("PATH", ""))))
    if found is None:
        pytest.skip("schemathesis is not installed: pip install 'ablmatch[test]'")
    return found


@pytest.mark.parametrize("by", ["operator", "key"])
@pytest.mark.parametrize("backend", ["sqlite", "postgres"])
def test_no_request_is_answered_otherwise_than_documented(tmp_path, request, program, by, backend):
    store = f"sqlite:///{tmp_path}/core.db"
    if backend == "postgres":
        store = request.getfixturevalue("emptied_records")
    with serving(store) as server:
        secret = server.call("POST", "/keys", {"id": "app"}).json()["secret"]
        erases = {"id": "erases", "effect": "permit", "kind": "subject_erase"}
        assert server.call("PUT", "/keys/app/policy", {"rules": [*RULES, erases]}).status_code == 200
        assert server.call("POST", "/memory/stores", {"id": "notes"}).status_code == 201
        if by == "key":
            # Random tokens are refused before anything else is looked at.
            token = server.call("POST", "/subject-tokens", {"subject": "mia"}, secret).json()["token"]
            given = {"X-Core-Subject": "mia", "X-Core-Subject-Token": token, "X-Core-Attributes": "{}"}
            lines = [f'"header.{name}" = {json.dumps(text)}' for name, text in given.items()]
            (tmp_path / "schemathesis.toml").write_text("[parameters]\n" + "\n".join(lines) + "\n", "utf-8")
        header = f"Authorization: Bearer {OPERATOR if by == 'operator' else secret}"
        command = [program, "run", f"{server.url}/openapi.json", "--seed", "1", "--max-examples", "8", "--no-color"]
        command += ["--checks", CHECKS, "--include-tag", by, "--header", header]
        environment = {name: text for name, text in os.environ.items() if name != "PYTHONPATH"}
        done = subprocess.run(
            command, capture_output=True, text=True, check=False, timeout=280, cwd=tmp_path, env=environment
        )
        assert done.returncode == 0, done.stdout[-6000:]
        assert " passed" in done.stdout
        assert server.end()[0] == 0
