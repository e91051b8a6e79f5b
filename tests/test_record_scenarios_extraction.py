"""The acceptance scenarios 8, 22, 34 to 36 and 38 where conversations are mined for memory records, over HTTP."""

import threading
from concurrent.futures import ThreadPoolExecutor

from ablmatch.memory.records.worker import Worker
from mining_models import Miner
from record_tables import grown, held
from record_ways import DEPARTMENTS, DISGUISES, SCANS, lines_of, section, seen, tool
from service_client import DEFAULT_RULES, WRITES, error

SAID = "Please remember what I say"
DAY_MS = 24 * 60 * 60 * 1000


def says(text, **fields):
    """A model that makes one record of what was said."""
    return Miner({SAID: {"type": "fact", "content": text, **fields}})


def records_of(service, subject=None, query=""):
    response = service.call("GET", f"/memory{query}", subject=subject)
    assert response.status_code == 200, response.text
    return response.json()["records"]


def episodes_of(service, subject):
    return records_of(service, subject, "?type=episode")


def test_scenario_08_what_extraction_writes_is_scanned(service):
    service.extraction()
    debian = "operating system: you are on Debian"
    for disguise in DISGUISES:
        texts = [(disguise(case["text"]), case["pattern"]) for case in SCANS if case["text"].strip()]
        texts.append((debian, None))
        proposed = {f"thing {number}": {"type": "fact", "content": text} for number, (text, _) in enumerate(texts)}
        before = set(service.listed("mia", "?limit=200"))
        service.mined(service.conversation("mia", *proposed), Miner(proposed), "mia")
        added = set(service.listed("mia", "?limit=200")) - before
        # The same in another width is the same text, so it may be there already.
        assert added <= {text.strip() for text, pattern in texts if pattern is None}
        assert before or added == {text.strip() for text, pattern in texts if pattern is None}
    assert debian in service.listed("mia", "?limit=200")


def test_scenario_22_extraction_writes_nothing_until_a_rule_permits_it(service, records_url):
    service.key("reader", rules=DEFAULT_RULES)
    service.extraction(threads="all", keep_session_records=True, teach_from_sessions=True)
    for subject in ("ida", None):
        talk = service.conversation(subject, SAID, by="reader")
        before = held(records_url)
        model = Miner({SAID: {"type": "fact", "content": "keeps bees"}}, episode="About bees")
        service.mined(talk, model, subject, by="reader")
        assert model.asked["mining"] == 1
        changed = grown(before, held(records_url))
        assert set(changed) == {"ablmatch_audit", "ablmatch_extracted_until"}, changed
        # It is not tried again and again.
        service.mined(talk, model, subject, by="reader")
        assert model.asked["mining"] == 1
    assert service.listed() == service.listed("ida") == []


def test_scenario_22_extraction_goes_by_the_key_and_person_of_its_conversation(service):
    """A rule for shared records alone lets it write nothing of a person's."""
    only_shared = {**WRITES, "match": {"labels": {"subject": ""}}}
    service.key("house", rules=[*DEFAULT_RULES, only_shared])
    service.extraction(threads="all")
    service.mined(service.conversation("ida", SAID, by="house"), says("hers"), "ida", by="house")
    service.mined(service.conversation(None, SAID, by="house"), says("ours"), by="house")
    assert service.listed() == ["ours"]


def test_scenario_34_conversations_of_nobody_are_mined_only_where_all_are(service):
    service.key("office", rules=DEPARTMENTS)
    service.inject(by="office")
    path = "/memory/stores/notes/extraction"
    assert service.operator("PUT", path, {"enabled": True}).status_code == 200
    assert service.operator("GET", path).json()["threads"] == "with_person"

    def talk(by="office"):
        return service.conversation(None, SAID, by=by)

    assert service.mined(talk(), says("the door is blue"), by="office") == {}
    assert service.listed() == []
    service.extraction(threads="all", filters={"key_ids": ["app"]})
    assert service.mined(talk(), says("the door is blue"), by="office") == {}
    service.extraction(threads="all", filters={"key_ids": []})
    assert service.mined(talk(), says("the door is blue"), by="office") == {}
    assert service.listed() == []

    service.extraction(threads="all")
    service.mined(talk(), says("the door is blue"), by="office")
    [record] = records_of(service)
    assert (record["owner"], record["labels"], record["source"]) == ("shared", {}, "extraction")
    assert record["conversation_id"] is None
    for who in ({"subject": "anna", "attributes": {"department": ["payroll", "reception"]}}, {"subject": "bob"}):
        assert not any(seen(service, [record], "door", by="office", **who).values())
    assert all(seen(service, [record], "door", by="office").values())
    # What was left out once is mined by a close after the switch was set, and a PUT does not merge.
    assert service.operator("PUT", path, {"enabled": True, "keep_session_records": True}).json()["threads"] == (
        "with_person"
    )
    assert service.operator("GET", path).json()["filters"] == {"key_ids": None}


def test_scenario_35_a_promise_is_due_on_the_day_that_was_meant(service):
    service.inject()
    service.extraction()
    said = "Call the insurer back on Thursday"
    talk = service.conversation("mia")
    service.say(talk, "mia", said, at="2026-03-02T23:30:00+01:00[Europe/Amsterdam]")
    promise = {"type": "commitment", "content": "Call the insurer back", "due_at": "Thursday", "owed_to": "the insurer"}
    service.mined(talk, Miner({said: promise}), "mia")
    [record] = records_of(service, "mia", "?type=commitment&status=open")
    assert (record["due_at"], record["owed_to"], record["status"]) == ("2026-03-05", "the insurer", "open")
    assert (record["owner"], record["version"], record["labels"]) == ("own", 1, {})
    line = "- commitment 80%: Call the insurer back (due 2026-03-05, owed to the insurer)"
    assert lines_of(service.turn("What about the insurer?", "mia")["context"]) == [line]

    path = f"/memory/{record['id']}"
    done = service.call("PATCH", path, {"status": "done"}, subject="mia", headers={"If-Match": "1"})
    assert (done.status_code, done.json()["version"]) == (200, 2)
    stale = service.call("PATCH", path, {"status": "open"}, subject="mia", headers={"If-Match": "1"})
    assert error(stale) == (409, "version_conflict")
    assert service.turn("What about the insurer?", "mia")["context"] == ""
    assert records_of(service, "mia", "?type=commitment&status=open") == []
    assert service.call("GET", path, subject="mia").json()["status"] == "done"


def test_scenario_36_a_session_has_one_episode_and_alike_ones_one_lesson(service):
    service.inject()
    service.extraction(keep_session_records=True, teach_from_sessions=True)
    model = Miner(episode="Compared bicycle insurers, undecided", lesson="Wants a table of bicycle insurers")
    talk = service.conversation("mia", "Which insurer for my bicycle?")
    service.mined(talk, model, "mia")
    assert [one["version"] for one in episodes_of(service, "mia")] == [1]
    service.clock.now += DAY_MS
    model.episode = "Compared bicycle insurers, chose one"
    service.say(talk, "mia", "I take the second one")
    service.mined(talk, model, "mia")
    [episode] = episodes_of(service, "mia")
    assert (episode["version"], episode["content"]) == (2, "Compared bicycle insurers, chose one")
    assert (episode["owner"], episode["conversation_id"], episode["source"]) == ("own", talk, "extraction")

    context = service.turn("My bicycle insurer", "mia")["context"]
    assert section(context, "past_sessions")[1:] == ["- 2026-01-02 75%: Compared bicycle insurers, chose one"]
    assert service.turn("The weather", "mia")["context"] == ""
    for subject in ("jan", None):
        assert service.turn("My bicycle insurer", subject)["context"] == ""

    # Jan's session is alike, and is his.
    service.mined(service.conversation("jan", "Which insurer for my bicycle?"), model, "jan")
    assert model.asked["lesson"] == 0
    again = service.conversation("mia", "Which insurer for her bicycle?")
    for _ in range(2):
        service.mined(again, model, "mia")
    lessons = records_of(service, "mia", "?type=lesson")
    assert [(one["content"], one["version"], one["owner"]) for one in lessons] == [
        ("Wants a table of bicycle insurers", 1, "own")
    ]
    assert model.asked["lesson"] == 1
    assert records_of(service, "jan", "?type=lesson") == []
    assert "- lesson 75%: Wants a table of bicycle insurers" in section(
        service.turn("a table of insurers", "mia")["context"], "own"
    )


def test_scenario_36_no_episode_of_nobody_nor_where_none_is_kept(service):
    service.extraction(threads="all", keep_session_records=True, teach_from_sessions=True)
    model = Miner(episode="About bicycles")
    service.mined(service.conversation(None, "My bicycle"), model)
    service.extraction(threads="all")
    service.mined(service.conversation("mia", "My bicycle"), model, "mia")
    assert service.listed() == []
    assert all("Answer with null as the episode" in prompt for prompt in model.prompts)


def test_the_end_of_a_session_is_mined_once_whatever_came_of_it(service):
    """Where the model finds no episode, or the policy permits none, it is not asked for again and again."""
    service.key("reader", rules=DEFAULT_RULES)
    service.extraction(keep_session_records=True, teach_from_sessions=True)
    for by, episode in (("app", None), ("reader", "About bees"), ("app", "<system>")):
        model = Miner(episode=episode)
        talk = service.conversation("mia", "My bees", by=by)
        for _ in range(2):
            service.mined(talk, model, "mia", by=by)
        assert model.asked["mining"] == 1
        service.clock.now += 1000
        service.turn("My bees again", "mia", conversation_id=talk, by=by)
        service.mined(talk, model, "mia", by=by)
        assert model.asked["mining"] == 2
    assert service.listed() == []


def test_scenario_38_a_slot_has_one_open_record_though_two_write_at_once(service):
    service.extraction()
    talk, chat = service.conversation("mia", SAID), service.turn("hello", "mia")["conversation_id"]
    first = service.write("lives in Lyon", "mia", slot="home_city")
    service.call("POST", f"/conversations/{talk}/close", subject="mia")
    model, both = says("lives in Ghent", slot="home_city"), threading.Barrier(2)
    fields = {"type": "fact", "content": "lives in Gouda", "slot": "home_city"}

    def by_tool():
        both.wait()
        return tool(service, chat, "memory_write__notes", **fields)

    def by_extraction():
        both.wait()
        return Worker(service.service.memory, model).run_due()

    with ThreadPoolExecutor(2) as two:
        made, ended = (one.result() for one in (two.submit(by_tool), two.submit(by_extraction)))
    assert made["ok"] and ended
    [open_one] = records_of(service, "mia")
    closed = records_of(service, "mia", "?closed=closed")
    contents = {"lives in Lyon", "lives in Ghent", "lives in Gouda"}
    assert {open_one["content"]} | {one["content"] for one in closed} == contents
    assert len(closed) == 2 and first["id"] in {one["id"] for one in closed}
    ids = {open_one["id"], *(one["id"] for one in closed)}
    for one in closed:
        assert one["valid_to"] is not None and one["superseded_by"] in ids and one["owner"] == "own"
    assert open_one["valid_to"] is None and open_one["owner"] == "own"
    history = service.call("GET", f"/memory/{open_one['id']}/history", subject="mia").json()["versions"]
    assert history[0]["content"] == "lives in Lyon" and len(history) == 3
