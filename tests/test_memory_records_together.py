"""The rules of memory records over a real record store: what a policy reaches, what is mined, what a turn is given."""

import pytest

pytest.importorskip("alembic", reason="needs alembic, which is not installed")

from ablmatch.memory.injection import injection_block
from ablmatch.memory.lessons import lessons_due, read_lesson
from ablmatch.memory.mining import read_mined
from ablmatch.memory.mining_scope import MiningTask, mined_words
from ablmatch.memory.policy import DEFAULT_POLICY, may_write, reach
from ablmatch.memory.policy_reading import read_policy
from ablmatch.memory.promotions import read_promotion, supported
from ablmatch.memory.record_fields import change_of, new_record
from ablmatch.memory.request import Request
from ablmatch.memory.settings import Extraction, Promotion
from ablmatch.stores.records.rows import Access, Actor, Filter
from record_parts import contents

DEPARTMENTS = read_policy({"rules": [
    {"id": "own", "effect": "permit", "kind": "memory_record", "when": [{"atom": "label_is_subject", "label": "subject"}]},
    {"id": "nobody-named", "effect": "permit", "kind": "memory_record", "when": [{"atom": "no_subject"}]},
    {"id": "everyone", "effect": "permit", "kind": "memory_record", "match": {"labels": {"subject": "", "audience": "everyone"}}},
    {"id": "department", "effect": "permit", "kind": "memory_record", "match": {"labels": {"subject": ""}},
     "when": [{"atom": "label_among", "label": "department", "attribute": "department"}]},
    {"id": "write", "effect": "permit", "kind": "memory_write"},
]})  # fmt: skip
BY = Actor(key_id="app", source="extraction")
SWITCH = Extraction(enabled=True, keep_session_records=True, teach_from_sessions=True)


def access(request, policy=DEPARTMENTS):
    return Access("default", reach(policy, "memory_record", request))


def put(records, request, **body):
    made = new_record({"type": "fact", **body}, store="notes", subject=request.subject)
    assert may_write(DEPARTMENTS, request, None, made.view())
    return records.records.write(access(request), made, BY).record


def injected(records, request, text, policy=DEPARTMENTS):
    """The block of a turn, as a service makes it."""
    within, subject = access(request, policy), request.subject

    def found(**asked):
        return records.records.search(within, Filter(store="notes", open_commitments=True, **asked), text, limit=50)

    if subject is None:
        return injection_block(subject=None, budget=1500, shared=found(subject=""))
    return injection_block(
        subject=subject,
        budget=1500,
        behaviours=records.records.list(within, Filter(subject=subject, types=("behaviour",)), limit=50).records,
        own=found(subject=subject, without_types=("behaviour", "episode")),
        past_sessions=found(subject=subject, types=("episode",)),
        shared=found(subject=""),
    )


@pytest.mark.parametrize("request_, seen, shown", [
    (Request("anna", {"department": ("payroll",)}), {"door E", "door P", "door anna"}, {"door E", "door P", "door anna"}),
    (Request("bob", {"department": ("reception",)}), {"door E", "door bob"}, {"door E", "door bob"}),
    (Request("anna"), {"door E", "door anna"}, {"door E", "door anna"}), (Request("eva"), {"door E"}, {"door E"}),
    (Request(), {"door E", "door P", "door N", "door anna", "door bob"}, {"door E", "door P", "door N"}),
])  # fmt: skip
def test_departments_are_the_same_on_every_way_of_reading(records, request_, seen, shown):
    made = [
        put(records, Request(), content="door E", labels={"audience": "everyone"}),
        put(records, Request(), content="door P", labels={"department": "payroll"}),
        put(records, Request(), content="door N"),
        put(records, Request("anna"), content="door anna", labels={"department": "reception"}),
        put(records, Request("bob"), content="door bob"),
    ]
    within = access(request_)
    assert set(contents(records.records.list(within, Filter(), limit=50))) == seen
    assert set(contents(records.records.search(within, Filter(), "door", limit=50))) == seen
    assert {one.content for one in made if records.records.read(within, one.id) is not None} == seen
    assert records.records.count(within, Filter()) == len(seen)
    assert {one.content for one in made if within.reach.permits(one.view())} == seen
    lines = injected(records, request_, "which door").splitlines()
    assert {line.partition(": ")[2] for line in lines if line.startswith("- ")} == shown


def test_from_words_to_records_to_the_next_turn(records):
    mia = Request("mia")
    talk = records.conversations.create("default", key_id="app", subject="mia")
    for role, text in (
        ("user", "Call the insurer back on Thursday. I moved from Lyon to Ghent."),
        ("assistant", "I will."),
    ):
        records.conversations.add_message(
            "default", talk.id, "mia", role=role, text=text, said_at="2026-03-02T23:30:00+01:00"
        )
    words = mined_words(records.conversations.messages("default", talk.id, "mia"))
    cited = {"confidence": 0.845, "message_ids": [words[0].id]}
    reply = {
        "records": [
            {
                "type": "commitment",
                "content": "Call the insurer back",
                "due_at": "Thursday",
                "owed_to": "the insurer",
                **cited,
            },
            {"type": "fact", "content": "Lives in Lyon", "slot": "home_city", **cited},
            {"type": "fact", "content": "Lives in Ghent", "slot": "home_city", **cited},
        ],
        "episode": {"content": "Asked for a call to the insurer", "confidence": 0.5},
    }
    found = read_mined(reply, MiningTask("notes", SWITCH, talk, words, wants_episode=True))
    assert not found.dropped
    for write in (*found.writes, found.episode):
        assert not may_write(DEFAULT_POLICY, mia, None, write.view()) and may_write(
            DEPARTMENTS, mia, None, write.view()
        )
        records.records.write(access(mia), write, BY)
    block = injected(records, mia, "Has the insurer a desk in Ghent, or in Lyon?")
    assert "- commitment 85%: Call the insurer back (due 2026-03-05, owed to the insurer)" in block
    assert "Ghent" in block and "Lyon" not in block and "[past_sessions]" in block
    assert injected(records, Request("jan"), "insurer Ghent") == ""

    (promise,) = records.records.list(access(mia), Filter(types=("commitment",)), limit=5).records
    change, version = change_of({"status": "done", "version": 1}, promise)
    assert records.records.change(access(mia), promise.id, change, BY, version=version).version == 2
    assert "Call the insurer back (due" not in injected(records, mia, "insurer")


def test_one_episode_a_conversation_and_one_lesson_a_group(records):
    within, asked = access(Request("mia")), Filter(types=("episode",))
    for content in ("Compared three insurers", "Compared three insurers, undecided"):
        talk = records.conversations.create("default", key_id="app", subject="mia")
        said = records.conversations.add_message("default", talk.id, "mia", role="user", text="Compare insurers")
        for again in ("", "; chose none"):
            reply = {"records": [], "episode": {"content": content + again, "confidence": 0.5}}
            episode = read_mined(reply, MiningTask("notes", SWITCH, talk, [said], wants_episode=True)).episode
            records.records.write(within, episode, BY)
        records.clock.now += 1
    episodes = records.records.list(within, asked, limit=5).records
    assert [one.version for one in episodes] == [2, 2]

    for _ in range(2):
        lessons = records.records.list(within, Filter(types=("lesson",)), limit=5).records
        for group in lessons_due(episodes, lessons):
            records.records.write(within, read_lesson({"lesson": "Show her a table"}, group), BY)
    (lesson,) = records.records.list(within, Filter(types=("lesson",)), limit=5).records
    assert (lesson.subject, lesson.version) == ("mia", 1)
    assert "- lesson 50%: Show her a table" in injected(records, Request("mia"), "a table of insurers")


def test_a_proposal_is_reached_by_nobody_until_it_is_accepted(records):
    for person in ("jan", "piet", "mia"):
        put(records, Request(person), content="Expense claims go to finance by the 25th")
    everybody = records.records.list(access(Request()), Filter(), limit=50).records
    (support,) = supported(everybody, Promotion(labels={"audience": "everyone"}))
    reply = {"proposal": "Send expense claims to finance by the 25th"}
    proposal = read_promotion(reply, support, Promotion(labels={"audience": "everyone"}))
    made = [records.records.write(access(Request()), proposal, BY).record for _ in range(2)]
    assert made[0].id == made[1].id
    assert "Send expense" not in injected(records, Request(), "expense claims")
    assert records.records.read(access(Request()), made[0].id) is None
    records.records.accept(access(Request()), made[0].id, BY)
    assert "Send expense claims" in injected(records, Request(), "expense claims")
    assert "Send expense claims" not in injected(records, Request("jan"), "expense claims")  # metadata is no label
