"""What several tests ask of the service: by every way of reading, as a model's tools, under the rules of departments."""

from pathlib import Path

import pytest

pytest.importorskip("yaml", reason="needs pyyaml, which is not installed")

import yaml

from service_client import NOBODY_NAMED, OWN, WRITES

EVERYONE = {
    "id": "everyone", "effect": "permit", "kind": "memory_record",
    "match": {"labels": {"subject": "", "audience": "everyone"}},
}  # fmt: skip
DEPARTMENT = {
    "id": "department", "effect": "permit", "kind": "memory_record", "match": {"labels": {"subject": ""}},
    "when": [{"atom": "label_among", "label": "department", "attribute": "department"}],
}  # fmt: skip
DEPARTMENTS = [OWN, EVERYONE, DEPARTMENT, NOBODY_NAMED, WRITES]
SCANS = yaml.safe_load((Path(__file__).parent / "cases/memory/scan.yaml").read_text("utf-8"))
FULL_WIDTH = {code: code + 0xFEE0 for code in range(0x21, 0x7F)}
DISGUISES = (str, lambda text: text.translate(FULL_WIDTH), "\u200b".join)


def seen(service, made, word, **who):
    """The texts that a request is given, by each way of reading; all have the word."""
    found = service.call("POST", "/memory/search", {"query": word, "limit": 50}, **who).json()["results"]
    turn = service.turn(f"Which {word}?", **who)
    arguments = {"name": "memory_search__notes", "arguments": {"query": word}}
    by_tool = service.call("POST", f"/turns/{turn['conversation_id']}/tool", arguments, **who).json()["results"]
    read = [record for record in made if service.call("GET", f"/memory/{record['id']}", **who).status_code == 200]
    lines = [line.partition("%: ")[2] for line in turn["context"].splitlines() if line.startswith("- ")]
    return {
        "list": set(service.listed(**who)),
        "search": {one["content"] for one in found},
        "tool": {one["content"] for one in by_tool},
        "read": {one["content"] for one in read},
        "injection": set(lines),
    }


def everywhere(*texts):
    """The same texts on every way."""
    return {way: set(texts) for way in ("list", "search", "tool", "read", "injection")}


def lines_of(context):
    """The records of a block, a line each."""
    return [line for line in context.splitlines() if line.startswith("- ")]


def section(context, name):
    """The lines of one section of a block, its heading among them."""
    lines = context.splitlines()
    first = lines.index(f"[{name}]")
    last = next(at for at in range(first + 1, len(lines)) if not lines[at].startswith("- "))
    return lines[first:last]


def tool(service, conversation_id, name, /, subject="mia", **arguments):
    """What a tool gives that the model calls in a conversation."""
    body = {"name": name, "arguments": arguments}
    answer = service.call("POST", f"/turns/{conversation_id}/tool", body, subject=subject)
    assert answer.status_code == 200, answer.text
    return answer.json()


def keep_sessions(service, store="notes", **more):
    """Let a store keep episodes, without a model that makes them."""
    switch = {"keep_session_records": True, **more}
    assert service.operator("PUT", f"/memory/stores/{store}/extraction", switch).status_code == 200
