"""What users of other memories complain of what is written and mined, and is not so here, over HTTP; by its number."""

import threading
from concurrent.futures import ThreadPoolExecutor

from ablmatch.memory.records.worker import Worker
from mining_models import Miner, kept, said
from record_ways import lines_of, tool
from service_client import error

TEA = {"type": "fact", "content": "drinks tea"}


def records_of(service, query="", subject="mia"):
    return service.call("GET", f"/memory{query}", subject=subject).json()["records"]


class Blocked(Miner):
    """A model that does not answer before it is let."""

    def __init__(self, *arguments, **more):
        super().__init__(*arguments, **more)
        self.begun, self.let = threading.Event(), threading.Event()

    def __call__(self, *asked):
        self.begun.set()
        assert self.let.wait(60)
        return super().__call__(*asked)


class Corrects(Miner):
    """A model that answers with corrections: of each record that it is shown and that is named, its new text."""

    def __init__(self, corrections, more=()):
        super().__init__()
        self.corrections, self.more = corrections, more

    def _mined(self, prompt):
        shown = {one["content"]: one["record_id"] for one in kept(prompt)}
        cited = {"confidence": 0.9, "message_ids": [said(prompt)[-1]["id"]]}
        records = [
            {"type": "fact", "content": new, "record_id": shown[old], **cited} for old, new in self.corrections.items()
        ]
        return {"records": [*records, *({**cited, **one} for one in self.more)], "episode": None}


# --- 6 and 7: the same again -------------------------------------------------------------------------------------


def test_complaint_06_the_same_is_one_record_on_every_path(service):
    service.extraction()
    words = "I drink tea"
    talk, chat = service.conversation("mia", words), service.turn("hello", "mia")["conversation_id"]
    service.call("POST", f"/conversations/{talk}/close", subject="mia")
    ways = [
        lambda: service.call("POST", "/memory", {"store": "notes", **TEA}, subject="mia"),
        lambda: service.call(
            "POST", "/memory", {"store": "notes", **TEA}, subject="mia", headers={"Idempotency-Key": "k"}
        ),
        lambda: tool(service, chat, "memory_write__notes", type="fact", content="Drinks  TEA"),
        lambda: Worker(service.service.memory, Miner({words: TEA})).run_due(),
    ]
    with ThreadPoolExecutor(8) as many:
        for one in [many.submit(way) for _ in range(3) for way in ways]:
            one.result()
    [record] = records_of(service, "?closed=any")
    assert record["version"] == 1
    assert records_of(service, "?closed=any", subject="jan") == []


def test_complaint_07_no_write_takes_anything_away(service):
    service.extraction()
    first = [service.write(f"note {number}", "mia", slot=None if number else "first") for number in range(5)]
    chat = service.turn("hello", "mia")["conversation_id"]
    for _ in range(2):
        for number in range(5):
            again = service.write(f"note {number}", "mia")
            assert again["deduped"] and again["id"] == first[number]["id"] and again["version"] == 1
            assert tool(service, chat, "memory_write__notes", type="fact", content=f"note {number}")["deduped"]
    mined = Miner({"say it": {"type": "fact", "content": "note 0", "slot": "first"}})
    service.mined(service.conversation("mia", "say it"), mined, "mia")
    assert {one["id"] for one in records_of(service)} == {one["id"] for one in first}
    # A record that gives way is closed, not removed.
    service.write("note 9", "mia", slot="first")
    assert len(records_of(service)) == 5 and len(records_of(service, "?closed=any")) == 6


# --- 8 to 10: updates --------------------------------------------------------------------------------------------


def test_complaint_08_nobody_waits_for_a_model_and_its_answer_meets_what_is_held_then(service):
    service.extraction(types=["fact"])
    old = service.write("lives in Lyon", "mia")
    model = Blocked({"I moved from Lyon": {"type": "fact", "content": "moved house"}})
    talk = service.conversation("mia", "I moved from Lyon")
    service.call("POST", f"/conversations/{talk}/close", subject="mia")
    working = threading.Thread(target=Worker(service.service.memory, model).run_due)
    working.start()
    assert model.begun.wait(60)
    changed = service.call("PATCH", f"/memory/{old['id']}", {"content": "lives in Ghent"}, subject="mia")
    assert changed.status_code == 200
    service.write("drinks tea", "mia")
    service.say(talk, "mia", "and I have a cat")
    model.let.set()
    working.join()
    assert set(service.listed("mia")) == {"lives in Ghent", "drinks tea", "moved house"}
    assert service.call("GET", f"/memory/{old['id']}", subject="mia").json()["version"] == 2


def test_complaint_09_a_model_that_answers_with_little_takes_nothing_away(service):
    service.extraction()
    texts = [f"tea of kind {number}" for number in range(20)]
    for text in texts:
        service.write(text, "mia")
    service.mined(service.conversation("mia", "tea of another kind"), Miner(), "mia")
    assert set(service.listed("mia")) == set(texts)
    model = Corrects({"tea of kind 3": "tea of kind 33"})
    service.mined(service.conversation("mia", "tea of kind 3 is 33"), model, "mia")
    assert set(service.listed("mia")) == {*texts, "tea of kind 33"} - {"tea of kind 3"}
    [record] = [one for one in records_of(service) if one["content"] == "tea of kind 33"]
    versions = service.call("GET", f"/memory/{record['id']}/history", subject="mia").json()["versions"]
    assert [one["content"] for one in versions] == ["tea of kind 3", "tea of kind 33"]


def test_complaint_10_of_what_contradicts_itself_one_is_open_and_a_changed_number_is_no_repeat(service):
    first = service.write("pays 100 euro", "mia", slot="rent")
    second = service.write("pays 110 euro", "mia", slot="rent")
    assert not second["deduped"] and second["superseded"] == [first["id"]]
    assert service.listed("mia") == ["pays 110 euro"]
    found = service.call("POST", "/memory/search", {"query": "euro"}, subject="mia").json()["results"]
    assert [one["content"] for one in found] == ["pays 110 euro"]
    history = service.call("GET", f"/memory/{second['id']}/history", subject="mia").json()["versions"]
    assert [(one["content"], one["valid_to"] is None) for one in history] == [
        ("pays 100 euro", False), ("pays 110 euro", True)
    ]  # fmt: skip
    # Without a slot both may be true.
    for number in ("5", "6"):
        assert not service.write(f"has {number} cats", "mia")["deduped"]
    assert len(service.listed("mia")) == 3


# --- 14 to 16: what is asked of a model, and what it answers -----------------------------------------------------


def test_complaint_14_no_call_waits_for_a_model(service):
    service.inject()
    service.extraction(keep_session_records=True, teach_from_sessions=True)
    model = Blocked({"I drink tea": TEA})
    talk = service.conversation("mia", "I drink tea")
    service.call("POST", f"/conversations/{talk}/close", subject="mia")
    with Worker(service.service.memory, model).running():
        try:
            # The model answers when all this has been answered.
            assert model.begun.wait(60)
            service.write("drinks coffee", "mia")
            assert service.call("POST", "/memory/search", {"query": "coffee"}, subject="mia").json()["results"]
            assert lines_of(service.turn("coffee?", "mia", conversation_id=talk)["context"])
            assert tool(service, talk, "memory_write__notes", type="fact", content="has a cat")["ok"]
            service.say(talk, "mia", "and so on")
            closed = service.call("POST", f"/conversations/{talk}/close", subject="mia")
            assert closed.status_code == 202 and closed.json()["pending"] == 1
            assert service.call("DELETE", "/subjects/mia").status_code == 200
        finally:
            model.let.set()
    assert service.listed("mia") == []


def test_complaint_15_only_what_the_person_said_herself_is_evidence(service):
    service.inject()
    service.extraction()
    service.write("drinks tea", "mia")
    block = service.turn("tea?", "mia")["context"]
    assert "drinks tea" in block
    talk = service.conversation("mia", block)
    for role in ("system", "tool", "assistant"):
        service.say(talk, "mia", f"as {role}: she likes tulips", role=role)
    everything = Miner()
    service.mined(talk, everything, "mia")
    assert everything.asked["mining"] == 0
    service.say(talk, "mia", "I have a cat")

    class CitesOthers(Miner):
        """A model that takes what the assistant said for what the person said, and cites nobody for the rest."""

        def _mined(self, prompt):
            by_role = {one["role"]: one["id"] for one in said(prompt)}
            assert set(by_role) == {"user", "assistant"} and "tea" not in str(said(prompt))
            proposed = {"likes tulips": [by_role["assistant"]], "is 40 years old": [], "has a cat": [by_role["user"]]}
            records = [
                {"type": "fact", "content": content, "confidence": 1, "message_ids": ids}
                for content, ids in proposed.items()
            ]
            return {"records": records, "episode": None}

    service.mined(talk, CitesOthers(), "mia")
    assert set(service.listed("mia")) == {"drinks tea", "has a cat"}


def test_complaint_16_what_a_model_makes_up_is_dropped_and_counted_and_the_rest_is_kept(service):
    service.extraction()
    his = service.write("lives in Lyon", "jan")
    hers = service.write("lives in Lyon", "mia")
    made_up = [
        {"type": "fact", "content": "lives in Ghent", "record_id": "0" * 32},
        {"type": "fact", "content": "lives in Gouda", "record_id": his["id"]},
        {"type": "fact", "content": "lives in Graz", "message_ids": ["m99"]},
        {"type": "fact", "content": "has a cat"},
        {"type": 7},
    ]
    talk = service.conversation("mia", "I moved from Lyon, with my cat")
    model = Corrects({"lives in Lyon": "lives in Bruges"}, made_up)
    assert service.mined(talk, model, "mia")["mined"] == 1
    assert set(service.listed("mia")) == {"lives in Bruges", "has a cat"}
    assert service.call("GET", f"/memory/{hers['id']}", subject="mia").json()["content"] == "lives in Bruges"
    assert service.listed("jan") == ["lives in Lyon"]
    counted = service.operator("GET", "/metrics").text
    for reason, number in (("unknown_record", 2), ("unknown_message", 1), ("malformed", 1)):
        assert f'ablmatch_memory_events_total{{event="dropped_{reason}"}} {number}.0' in counted, reason
    assert error(service.call("GET", f"/memory/{'0' * 32}", subject="mia")) == (404, "not_found")
