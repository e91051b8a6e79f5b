"""Extraction behind the service: what a closed conversation gives, when, to whom, and what stops it."""

import threading
import time

import pytest

from ablmatch.memory.models import ModelError
from ablmatch.memory.records.worker import Worker
from mining_models import Miner, kept
from service_client import DEFAULT_RULES, SHARED, error

pytestmark = pytest.mark.needs("starlette", "jwt", "prometheus_client")
TEA = {"I only drink tea": {"type": "preference", "content": "Drinks tea only"}}


def test_a_closed_conversation_gives_its_persons_records(service):
    service.extraction()
    talk = service.conversation("mia", "I only drink tea")
    service.say(talk, "mia", "Noted, tea only.", role="assistant")
    assert service.mined(talk, Miner(TEA), "mia") == {"mined": 1, "nothing": 1}
    [record] = service.call("GET", "/memory", subject="mia").json()["records"]
    assert (record["content"], record["owner"], record["source"]) == ("Drinks tea only", "own", "extraction")
    assert record["labels"] == {} and record["conversation_id"] == talk
    assert service.listed("jan") == []
    assert service.call("GET", f"/conversations/{talk}", subject="mia").json()["pending"] == 0


def test_each_message_is_mined_once(service):
    service.extraction()
    talk, model = service.conversation("mia", "I only drink tea"), Miner(TEA)
    service.mined(talk, model, "mia")
    service.mined(talk, model, "mia")
    assert model.asked["mining"] == 1
    service.say(talk, "mia", "and no sugar")
    service.mined(talk, model, "mia")
    assert model.asked["mining"] == 2 and '"text":"and no sugar"' in model.prompts[-1].partition("New messages")[2]
    assert "I only drink tea" not in model.prompts[-1].partition("New messages")[2]


def test_much_said_is_mined_before_the_session_is_over(service):
    service.extraction()
    talk, model = service.conversation("mia", "short"), Miner()
    assert service.run_due(model) == {}
    service.say(talk, "mia", "word " * 2000)
    assert service.run_due(model) == {"nothing": 1} and model.asked["mining"] == 1


def test_an_idle_session_settles(service):
    service.extraction()
    service.conversation("mia", "I only drink tea")
    worker = Worker(service.service.memory, Miner(TEA))
    assert worker.settle_idle() == 0
    service.clock.now += 30 * 60 * 1000
    assert worker.settle_idle() == 1 and worker.settle_idle() == 0
    worker.run_due()
    assert service.listed("mia") == ["Drinks tea only"]


def test_a_failure_is_tried_again_later_and_at_the_next_close(service):
    service.extraction()
    talk, model = service.conversation("mia", "I only drink tea"), Miner(TEA)
    model.fault = ModelError("the model refuses to answer")
    assert service.mined(talk, model, "mia") == {"failed": 1}
    model.fault = None
    assert service.run_due(model) == {}
    assert service.mined(talk, model, "mia")["mined"] == 1
    model.fault = RuntimeError("what was said must not be logged")
    service.say(talk, "mia", "I only drink tea")
    assert service.mined(talk, model, "mia") == {"failed": 1}
    model.fault = None
    service.clock.now += 60_000
    assert service.run_due(model)["nothing"] >= 1
    assert service.listed("mia") == ["Drinks tea only"]


def test_the_background_outlives_what_goes_wrong_in_it(service, monkeypatch):
    service.extraction()
    talk, failed = service.conversation("mia", "I only drink tea"), threading.Event()
    lease = service.store.queue.lease

    def fails_once(**more):
        if not failed.is_set():
            failed.set()
            raise RuntimeError("anything")
        return lease(**more)

    monkeypatch.setattr(service.store.queue, "lease", fails_once)
    woken = threading.Event()
    with Worker(service.service.memory, Miner(TEA), woken=woken).running():
        assert failed.wait(60)
        assert service.call("POST", f"/conversations/{talk}/close", subject="mia").status_code == 202
        until = time.monotonic() + 60
        while service.call("GET", f"/conversations/{talk}", subject="mia").json()["pending"]:
            woken.set()
            assert time.monotonic() < until
            time.sleep(0.01)
    assert service.listed("mia") == ["Drinks tea only"]


def test_nothing_is_kept_without_a_rule_for_writing(service, caplog):
    service.key("reader", rules=DEFAULT_RULES)
    service.extraction()
    talk, model = service.conversation("mia", "I only drink tea", by="reader"), Miner(TEA)
    with caplog.at_level("WARNING", "ablmatch.memory"):
        assert service.mined(talk, model, "mia", by="reader") == {"denied": 1, "nothing": 1}
    assert len(caplog.records) == 1 and "tea" not in caplog.text
    assert service.listed() == []
    service.mined(talk, model, "mia", by="reader")
    assert model.asked["mining"] == 1


def test_conversations_of_nobody_are_mined_only_where_all_are(service):
    assert service.operator("PUT", "/memory/stores/notes/extraction", {"enabled": True}).status_code == 200
    assert service.operator("GET", "/memory/stores/notes/extraction").json()["threads"] == "with_person"
    model = Miner(TEA)
    assert service.mined(service.conversation(None, "I only drink tea"), model) == {}
    service.extraction(threads="all", filters={"key_ids": ["other"]})
    assert service.mined(service.conversation(None, "I only drink tea"), model) == {}
    service.extraction(threads="all")
    service.mined(service.conversation(None, "I only drink tea"), model)
    [record] = service.call("GET", "/memory").json()["records"]
    assert (record["owner"], record["labels"], record["conversation_id"]) == ("shared", {}, None)


def test_an_episode_a_session_and_its_next_version_when_it_goes_on(service):
    service.extraction(keep_session_records=True)
    service.operator("PUT", "/keys/app/memory", {"injection": {"enabled": True, "store": "notes"}})
    model = Miner(episode="Compared three insurers for the bicycle")
    talk = service.conversation("mia", "which insurer is best for my bicycle?")
    service.mined(talk, model, "mia")
    service.mined(talk, model, "mia")
    assert [one["version"] for one in _episodes(service, "mia")] == [1]
    service.clock.now += 1000
    service.turn("and now?", "mia", conversation_id=talk)
    service.mined(talk, model, "mia")
    assert [one["version"] for one in _episodes(service, "mia")] == [2]
    context = service.turn("the insurers for my bicycle", "mia")["context"]
    assert "[past_sessions]\n- 2026-01-01 75%: Compared three insurers for the bicycle\n" in context
    assert "insurers" not in service.turn("the insurers for my bicycle", "jan")["context"]


def test_alike_sessions_teach_one_lesson(service):
    service.extraction(keep_session_records=True, teach_from_sessions=True)
    model = Miner(episode="Compared bicycle insurers", lesson="Wants a table of bicycle insurers first")
    for number in range(2):
        service.mined(service.conversation("mia", f"bicycle insurers please {number}"), model, "mia")
    talk = service.conversation("jan", "bicycle insurers please")
    service.mined(talk, model, "jan")
    lessons = service.call("GET", "/memory?type=lesson", subject="mia").json()["records"]
    assert [one["content"] for one in lessons] == ["Wants a table of bicycle insurers first"]
    assert service.listed("jan", "?type=lesson") == []
    service.clock.now += 1000
    service.mined(service.conversation("mia", "bicycle insurers again"), model, "mia")
    lessons = service.call("GET", "/memory?type=lesson", subject="mia").json()["records"]
    assert [one["version"] for one in lessons] == [2]


def test_a_record_that_was_shown_is_brought_up_to_date_unless_it_was_changed_meanwhile(service):
    service.extraction(types=["preference"])
    held = service.write("Drinks tea only", "mia", type="preference")

    class Corrects(Miner):
        def __call__(self, system, prompt, schema):
            answer = super().__call__(system, prompt, schema)
            for proposed, shown in zip(answer.get("records", []), kept(prompt), strict=False):
                proposed["record_id"] = shown["record_id"]
            if self.meanwhile is not None:
                self.meanwhile()
            return answer

    model = Corrects({"tea with milk, I mean": {"type": "preference", "content": "Drinks tea with milk"}})
    model.meanwhile = None
    talk = service.conversation("mia", "tea with milk, I mean")
    service.mined(talk, model, "mia")
    read = service.call("GET", f"/memory/{held['id']}", subject="mia").json()
    assert (read["content"], read["version"], read["source"]) == ("Drinks tea with milk", 2, "extraction")
    model.meanwhile = lambda: service.call("PATCH", f"/memory/{held['id']}", {"confidence": 0.5}, subject="mia")
    model.records = {"tea, I mean": {"type": "preference", "content": "Drinks tea"}}
    service.say(talk, "mia", "tea, I mean")
    service.mined(talk, model, "mia")
    assert service.listed("mia") == ["Drinks tea with milk"]


def test_an_erased_person_is_not_brought_back(service):
    service.extraction()
    talk = service.conversation("mia", "I only drink tea")

    class Erases(Miner):
        def __call__(self, system, prompt, schema):
            assert service.call("DELETE", "/subjects/mia").status_code == 200
            return super().__call__(system, prompt, schema)

    assert service.mined(talk, Erases(TEA), "mia") == {"nothing": 1}
    assert service.listed() == [] and service.store.queue.pending("default") == 0
    assert error(service.call("GET", f"/conversations/{talk}")) == (404, "not_found")


def test_what_several_people_say_is_proposed_and_reviewed(service):
    put = {"promotion": {"labels": {"audience": "everyone"}}}
    assert service.operator("PUT", "/memory/stores/notes", put).status_code == 200
    service.extraction()
    texts = {who: f"{who} says the back door sticks in winter" for who in ("mia", "jan", "piet")}
    sticks = {text: {"type": "fact", "content": "The back door sticks in winter"} for text in texts.values()}
    model = Miner(sticks, proposal="The back door sticks in winter")
    for who, text in texts.items():
        service.mined(service.conversation(who, text), model, who)
    assert model.asked["proposal"] == 1
    [proposed] = service.call("GET", "/memory?state=proposed").json()["records"]
    assert (proposed["owner"], proposed["source"]) == ("shared", "promotion")
    assert proposed["metadata"] == {"audience": "everyone"} and proposed["conversation_id"] is None
    assert service.listed(None, "?subject=") == []
    assert error(service.call("GET", f"/memory/{proposed['id']}")) == (404, "not_found")
    accept = f"/memory/{proposed['id']}/accept"
    assert error(service.call("POST", accept, subject="mia")) == (403, "record_read_only")
    service.key("reader", rules=[SHARED])
    assert error(service.call("POST", accept, by="reader")) == (403, "memory_write_denied")
    accepted = service.call("POST", accept)
    assert (accepted.json()["state"], accepted.json()["version"]) == ("active", 2)
    assert service.listed(None, "?subject=") == ["The back door sticks in winter"]
    service.mined(service.conversation("eva", texts["mia"]), model, "eva")
    assert model.asked["proposal"] == 1


def test_a_long_conversation_is_summarized(service):
    talk = service.conversation("mia", *["word " * 1500] * 5)
    assert service.run_due(Miner(summary="They spoke of words")) == {"mined": 1}
    turn = service.turn("go on", "mia", conversation_id=talk)
    assert turn["summary"] == "They spoke of words" and "They spoke of words" in turn["sections"][0]
    assert service.listed("mia") == []


def _episodes(service, subject):
    return service.call("GET", "/memory?type=episode", subject=subject).json()["records"]
