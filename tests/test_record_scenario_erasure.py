"""The acceptance scenario 39 over HTTP: a person is erased, and no table, file, log or answer has a word of hers.

Blocks and extracted values of hers lie in the same database, and others in files beside it.
"""

import json
import threading

import pytest

from ablmatch.memory import (
    Block,
    ExtractedValue,
    FileBlockStore,
    FileExtractedStore,
    SqlBlockStore,
    SqlExtractedStore,
)
from ablmatch.memory.records.worker import Worker
from ablmatch.stores.records import BlocksElsewhere, open_records
from mining_models import Miner
from record_parts import Clock
from record_tables import held
from record_ways import tool
from service_client import NOTHING, ServiceClient

EVA, JAN, OTHERS = "eva-7f3a", "jan-9c2b", ("piet-1", "mia-1")
CANARY = "zwartkopmees"
CLAIMS = "Expense claims go to finance by the 25th"
MANY_WORDS = "and then we talked about the weather for a while " * 120
PLACES = {
    "ablmatch_answers", "ablmatch_conversations", "ablmatch_messages", "ablmatch_record_labels",
    "ablmatch_record_versions", "ablmatch_records", "extracted_values", "working_memory_blocks",
}  # fmt: skip


@pytest.fixture
def house(records_url, tmp_path):
    """A service that knows of blocks in files, with all that can be kept of eva and jan, and what they share."""
    clock, folder = Clock(), tmp_path / "memories"
    files = BlocksElsewhere(FileBlockStore(folder), FileExtractedStore(folder / "extracted"))
    store = open_records(records_url, clock=clock, elsewhere=[files])
    service = ServiceClient(store, clock)
    service.operator("POST", "/memory/stores", {"id": "notes"})
    service.operator("PUT", "/memory/stores/notes", {"promotion": {"labels": {"audience": "everyone"}}})
    service.key()
    service.inject()
    service.extraction(keep_session_records=True, teach_from_sessions=True)
    service.talks = {subject: fill(service, subject, word) for subject, word in ((EVA, CANARY), (JAN, "merel"))}
    for subject in (EVA, *OTHERS, JAN):
        miner = Miner({CLAIMS: {"type": "fact", "content": CLAIMS}}, proposal="Send expense claims by the 25th")
        service.mined(service.conversation(subject, CLAIMS), miner, subject)
    for number in range(20):
        service.write(f"the archive closes at {number}", labels={"audience": "everyone"})
    # The last of hers waits to be mined.
    queued = service.conversation(EVA, f"{CANARY} waits")
    service.call("POST", f"/conversations/{queued}/close", subject=EVA)
    service.talks[EVA].append(queued)
    service.blocks = [SqlBlockStore(records_url), FileBlockStore(folder)]
    service.values = [SqlExtractedStore(records_url), FileExtractedStore(folder / "extracted")]
    for owner, word in ((EVA, CANARY), (JAN, "merel")):
        for scope in ("user", "shared", "agent"):
            # What an agent notes under an id that looks like hers is the agent's.
            text = "the agent's own" if scope == "agent" else f"{word} in a block"
            for blocks, values in zip(service.blocks, service.values, strict=True):
                blocks.save(Block(scope=scope, key="USER", content=text), owner)
                values.save(ExtractedValue(slug="facts", scope=scope, value={"facts": [text]}), owner)
    yield service
    service.close()
    store.close()
    for opened in (service.blocks[0], service.values[0]):
        opened.close()


def fill(service, subject, word):
    """Everything that may be kept of a person, with a word of hers in each of it; her conversations."""

    def write(content, **fields):
        return service.write(f"{word} {content}", subject, **fields)

    for kind in ("fact", "preference", "behaviour", "note"):
        write(kind, type=kind, labels={"about": word}, metadata={"from": word})
    promise = write("call back", type="commitment", owed_to=word, due_at="2026-03-05")
    service.call("PATCH", f"/memory/{promise['id']}", {"content": f"{word} called"}, subject=subject)
    for city in ("Lyon", "Ghent"):
        write(f"lives in {city}", slot="home_city")
    write("for a while", expires_at="2026-01-01T00:00:30Z")
    body = {"store": "notes", "type": "fact", "content": f"{word} once"}
    service.call("POST", "/memory", body, subject=subject, headers={"Idempotency-Key": "k-1"})

    chat = service.turn(f"{word}?", subject)["conversation_id"]
    assert tool(service, chat, "memory_write__notes", subject=subject, type="fact", content=f"{word} by tool")["ok"]
    assert tool(service, chat, "builtin__update_working_state", subject=subject, state={"goal": word})["ok"]

    said = f"{word} {subject} bicycle insurers"
    model = Miner(
        {said: {"type": "fact", "content": f"{word} mined"}},
        episode=f"{word} compared bicycle insurers",
        lesson=f"{word} wants a table",
        summary=f"{word} talked about the weather",
    )
    talks = [service.conversation(subject, said, *[f"{word} {MANY_WORDS}"] * 5) for _ in range(2)]
    for talk in talks:
        service.mined(talk, model, subject)
    assert model.asked["lesson"] == 1 and model.asked["summary"] == 2
    return [chat, *talks]


def holding(tables, word):
    """The tables that have a word in some row."""
    return {name for name, rows in tables.items() if word in repr(rows)}


def everything_answered(service):
    """The text of every answer that could show a record, a conversation or a number of them."""
    records = service.call("GET", "/memory?limit=200&closed=any").json()["records"]
    ids = [record["id"] for record in records if record["version"] > 1 or record["superseded_by"]]
    paths = [
        "/memory?limit=200", "/memory?limit=200&closed=any", "/memory?limit=200&state=proposed", f"/memory?subject={EVA}",
        *(f"/memory/{record_id}/history" for record_id in ids),
    ]  # fmt: skip
    texts = []
    for subject in (EVA, JAN, None):
        texts += [service.call("GET", path, subject=subject).text for path in paths]
        body = {"query": f"{CANARY} bicycle insurers archive", "limit": 50}
        texts.append(service.call("POST", "/memory/search", body, subject=subject).text)
        texts.append(json.dumps(service.turn(f"{CANARY} insurers", subject)))
        texts.append(service.call("GET", f"/subjects/{subject or EVA}/export", subject=subject).text)
    texts += [service.operator("GET", path).text for path in ("/metrics", "/keys", "/memory/stores")]
    return "\n".join(texts)


def kept_of_others(service):
    """What must stay as it is, byte for byte."""
    export = service.call("GET", f"/subjects/{JAN}/export", subject=JAN)
    shared = service.call("GET", "/memory?subject=&limit=200&closed=any")
    proposed = service.call("GET", "/memory?state=proposed&limit=200")
    blocks = [
        [store.load(scope, owner, "USER") for scope, owner in (("user", JAN), ("shared", JAN), ("agent", EVA))]
        for store in service.blocks
    ]
    values = [
        [store.load(scope, owner, "facts") for scope, owner in (("user", JAN), ("shared", JAN), ("agent", EVA))]
        for store in service.values
    ]
    for response in (export, shared, proposed):
        assert response.status_code == 200 and response.json()
    return export.text, shared.text, proposed.text, blocks, values


def assert_hers_alone_went(before, after, talks):
    """Whatever row is gone was hers, and no index leads to one that is gone."""
    hers = {row[0]: row[1] for row in before["ablmatch_records"] if EVA in row}
    talks = {row[0] for row in before["ablmatch_conversations"] if EVA in row} | set(talks)
    assert len(hers) > 10
    signs = {
        "ablmatch_audit": {EVA}, "ablmatch_answers": {EVA}, "ablmatch_conversations": {EVA}, "ablmatch_records": {EVA},
        "extracted_values": {EVA}, "working_memory_blocks": {EVA}, "ablmatch_messages": talks,
        "ablmatch_extraction": talks, "ablmatch_extracted_until": talks, "ablmatch_record_labels": set(hers),
        "ablmatch_record_versions": set(hers), "ablmatch_record_words": set(hers),
    }  # fmt: skip
    for name, rows in before.items():
        gone, came = set(rows) - set(after[name]), set(after[name]) - set(rows)
        if name == "ablmatch_audit":
            assert len(came) == len(gone) + 1
        elif name == "ablmatch_tombstones":
            assert len(came) == 1 and not gone
        elif name == "ablmatch_record_supporters":
            assert len(gone) == 1 and not came
        else:
            assert not came, name
            assert all(signs[name].intersection(row) for row in gone), name
    numbers = {row[0] for row in after["ablmatch_records"]}
    assert {row[1] for row in after["ablmatch_record_words"]} <= numbers
    for name in ("labels", "versions", "vectors", "supporters"):
        assert {row[0] for row in after[f"ablmatch_record_{name}"]} <= numbers
    for known in (*talks, *hers.values()):
        assert holding(after, known) <= {"ablmatch_audit"}


def test_scenario_39_after_an_erasure_no_word_of_hers_is_anywhere(
    house, records_url, tmp_path, caplog, record_property
):
    caplog.set_level("DEBUG")
    assert CANARY in everything_answered(house)
    exported = house.call("GET", f"/subjects/{EVA}/export", subject=EVA).json()
    # Of each scope that is hers, in the database and then in the files.
    places = [(scope, f"{CANARY} in a block") for scope in ("shared", "shared", "user", "user")]
    assert [(one["scope"], one["content"]) for one in exported["blocks"]] == places
    assert [(one["scope"], *one["value"]["facts"]) for one in exported["extracted_values"]] == places
    before, kept = held(records_url), kept_of_others(house)
    assert holding(before, CANARY) == PLACES and len(json.loads(kept[2])["records"]) == 1
    caplog.clear()

    # A worker asks its model about her last conversation when she is erased; the model answers after that.
    asked, answer = threading.Event(), threading.Event()

    def late(system, _prompt, _schema):
        asked.set()
        assert answer.wait(60)
        assert "You look through a conversation" in system
        return {"records": [], "episode": {"content": f"{CANARY} came late", "confidence": 1}}

    working = threading.Thread(target=Worker(house.service.memory, late).run_due)
    working.start()
    assert asked.wait(60)
    erased = house.call("DELETE", f"/subjects/{EVA}").json()
    answer.set()
    working.join()

    counts = erased["erased"]
    assert erased["settled"] and counts["blocks"] == counts["extracted_values"] == 4
    assert all(counts[kind] for kind in ("records", "versions", "conversations", "messages", "extraction", "answers"))
    after = held(records_url)
    assert not holding(after, CANARY)
    assert holding(after, EVA) == {"extracted_values", "working_memory_blocks"}
    for name in holding(after, EVA):
        assert all(row[0] == "agent" for row in after[name] if EVA in row)
    assert_hers_alone_went(before, after, house.talks[EVA])
    files = [path for path in tmp_path.rglob("*") if path.is_file()]
    assert files
    rows, kilobytes = sum(map(len, after.values())), sum(path.stat().st_size for path in files) // 1000
    where = f"{len(after)} tables with {rows} rows, {len(files)} files with {kilobytes} kB, the answers and the log"
    for path in files:
        assert CANARY.encode() not in path.read_bytes(), path
        assert EVA not in str(path) or "agent" in path.parts, path

    again = house.call("DELETE", f"/subjects/{EVA}").json()
    unknown = house.call("DELETE", "/subjects/never-was").json()
    assert not any(again["erased"].values()) and again == unknown
    assert house.call("GET", f"/subjects/{EVA}/export").json() == NOTHING
    assert kept_of_others(house) == kept
    assert CANARY not in everything_answered(house)
    for talk in house.talks[EVA]:
        for subject in (EVA, None):
            assert house.call("GET", f"/conversations/{talk}", subject=subject).status_code == 404
    ours = [record for record in caplog.records if record.name.startswith("ablmatch")]
    logged = "\n".join(repr({**vars(record), "msg": record.getMessage()}) for record in ours)
    assert logged and CANARY not in logged and EVA not in logged
    record_property("figures", f"scenario 39 ({records_url.partition(':')[0]}): canary found 0 times in {where}")

    # The same id starts empty, and may be used.
    assert house.listed(EVA, "?subject=" + EVA) == []
    house.write("keeps bees", EVA)
    assert house.listed(EVA, "?subject=" + EVA) == ["keeps bees"]
