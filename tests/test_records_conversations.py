"""Conversations and the queue of extraction, one body for both databases."""

import pytest

pytest.importorskip("alembic", reason="needs alembic, which is not installed")

from ablmatch.stores.records import open_records
from ablmatch.stores.records.conversations import IDLE_MS
from ablmatch.stores.records.errors import LeaseLost, NotFound, VersionConflict
from record_parts import NOBODY, NOW, OPEN, write


def talk(store, subject="ida", organisation="default"):
    return store.conversations.create(organisation, key_id="app", subject=subject, agent="support")


def say(store, one, text="hello", subject="ida"):
    return store.conversations.add_message("default", one.id, subject, role="user", text=text)


WRITES = {
    "add_message": ((), {"role": "user", "text": "x"}),
    "touch": ((), {}),
    "close": ((), {}),
    "set_working_state": (({},), {}),
    "set_summary": (("x", 1), {"previous_until": 0}),
}


def test_a_conversation_is_its_persons_and_nobodys_request_sees_it(records):
    made, shared = talk(records), talk(records, "")
    assert (made.subject, made.key_id, made.agent, made.open, made.messages) == ("ida", "app", "support", True, 0)
    assert len(made.id) == 32
    assert records.conversations.read("default", made.id, "ida") == made
    assert records.conversations.read("default", made.id, "") == made
    for subject, organisation, one in (("otto", "default", made), ("ida", "other", made), ("ida", "default", shared)):
        assert records.conversations.read(organisation, one.id, subject) is None
        assert records.conversations.messages(organisation, one.id, subject) == []
        for act, rest in WRITES.items():
            with pytest.raises(NotFound):
                getattr(records.conversations, act)(organisation, one.id, subject, *rest[0], **rest[1])
    assert records.conversations.read("default", made.id, "ida") == made
    assert records.conversations.read("default", "\0", "ida") is None


def test_messages_are_numbered_in_their_order(records):
    made, other = talk(records), talk(records)
    for number in range(4):
        records.clock.now += 1
        say(records, made, f"message {number}")
        say(records, other, "another")
    found = records.conversations.messages("default", made.id, "ida")
    assert [(one.number, one.text, one.created_ms) for one in found] == [
        (number + 1, f"message {number}", NOW + number + 1) for number in range(4)
    ]
    assert records.conversations.messages("default", made.id, "ida", after=1, limit=2) == found[1:3]
    kept = records.conversations.read("default", made.id, "")
    assert (kept.messages, kept.last_ms) == (4, NOW + 4)
    dated = records.conversations.add_message(
        "default", made.id, "ida", role="assistant", text="ok", said_at="2026-03-02T23:30:00+01:00"
    )
    assert records.conversations.messages("default", made.id, "ida", after=4) == [dated]


def test_a_closed_conversation_opens_again_with_a_message_or_a_turn(records):
    made = talk(records)
    for act in (
        lambda: say(records, made),
        lambda: records.conversations.touch("default", made.id, "ida"),
    ):
        assert not records.conversations.close("default", made.id, "ida").open
        assert not records.conversations.close("default", made.id, "ida").open
        act()
        assert records.conversations.read("default", made.id, "ida").open


def test_a_conversation_is_idle_after_its_organisations_time(records):
    records.tenants.set_organisation("fast", {"idle_ms": 10})
    slow, fast, closed = talk(records), talk(records, organisation="fast"), talk(records)
    records.conversations.close("default", closed.id, "ida")
    records.clock.now = NOW + 9
    assert records.conversations.idle() == []
    records.clock.now = NOW + 10
    assert records.conversations.idle() == [fast]
    records.clock.now = NOW + IDLE_MS
    assert {one.id for one in records.conversations.idle()} == {slow.id, fast.id}
    assert len(records.conversations.idle(limit=1)) == 1
    records.conversations.touch("default", slow.id, "ida")
    assert records.conversations.idle() == [fast]


def test_a_working_state_is_replaced_by_whoever_knows_its_version(records):
    made, other = talk(records), talk(records)

    def put(state, version=None):
        return records.conversations.set_working_state("default", made.id, "ida", state, version=version)

    assert (made.working_state, made.working_version) == (None, 0)
    assert put({"goal": "move", "steps": [1, {"a": None}]}, 0) == 1
    for stale in (0, 2):
        with pytest.raises(VersionConflict) as caught:
            put({"goal": "x"}, stale)
        assert caught.value.current == 1
    kept = records.conversations.read("default", made.id, "ida")
    assert (kept.working_state, kept.working_version) == ({"goal": "move", "steps": [1, {"a": None}]}, 1)
    assert put({"goal": "y"}) == 2
    assert put(None, 2) == 3
    kept = records.conversations.read("default", made.id, "ida")
    assert (kept.working_state, kept.working_version) == (None, 3)
    assert records.conversations.read("default", other.id, "ida") == other


def test_a_summary_moves_on_only_from_the_one_it_was_made_of(records):
    made = talk(records)
    for _ in range(5):
        say(records, made)

    def put(text, until, previous):
        return records.conversations.set_summary("default", made.id, "ida", text, until, previous_until=previous)

    assert put("three", 3, 0)
    assert not put("late", 2, 0) and not put("again", 3, 3) and not put("beyond", 6, 3)
    assert put("five", 5, 3)
    kept = records.conversations.read("default", made.id, "ida")
    assert (kept.summary, kept.summary_until) == ("five", 5)


# --- The queue --------------------------------------------------------------------------------------------------


def put(store, one, **options):
    store.queue.put("default", "notes", one.id, **options)


def lease(store, **options):
    return store.queue.lease(**{"lease_ms": 100, "limit": 9, **options})


def test_what_is_asked_for_twice_is_one_job(records):
    made = talk(records)
    put(records, made)
    put(records, made, settle=True)
    put(records, made)
    [job] = lease(records)
    assert (job.conversation_id, job.subject, job.key_id, job.store) == (made.id, "ida", "app", "notes")
    assert (job.mined, job.settle, job.attempt) == (0, True, 1)
    assert lease(records) == [] and records.queue.pending("default") == 1


def test_a_job_moves_the_pointer_and_is_done(records):
    made = talk(records)
    put(records, made)
    [job] = lease(records)
    with records.queue.holding(job):
        write(records, "likes tea", "ida")
        records.queue.finish(job, mined=3)
    assert records.queue.mined("default", "notes", made.id) == 3
    assert records.queue.mined("default", "house", made.id) == records.queue.mined("other", "notes", made.id) == 0
    assert records.queue.pending("default") == 0 and lease(records) == []
    put(records, made)
    assert lease(records)[0].mined == 3


def test_a_job_that_raises_writes_nothing_and_may_be_tried_again(records):
    made = talk(records)
    put(records, made, settle=True)
    [job] = lease(records)

    def mine():
        with records.queue.holding(job):
            write(records, "likes tea", "ida")
            raise RuntimeError("no model")

    with pytest.raises(RuntimeError):
        mine()
    records.queue.fail(job, retry_ms=NOW + 50)
    assert records.records.count(NOBODY, OPEN) == 0
    assert lease(records) == []
    records.clock.now = NOW + 50
    [again] = lease(records)
    assert (again.mined, again.settle, again.attempt) == (0, True, 2)
    records.queue.fail(again)
    records.clock.now += 10_000_000
    assert lease(records) == [] and records.queue.pending("default") == 0
    put(records, made)
    [third] = lease(records)
    assert third.settle


def test_a_lease_runs_out_and_the_slow_worker_writes_nothing(records):
    made = talk(records)
    put(records, made, settle=True)
    [slow] = lease(records)
    records.queue.extend(slow, lease_ms=200)
    records.clock.now = NOW + 199
    assert lease(records) == []
    records.clock.now = NOW + 200
    [quick] = lease(records)
    assert quick.settle and quick.lease != slow.lease
    for act in (
        lambda: records.queue.finish(slow, mined=9),
        lambda: records.queue.extend(slow, lease_ms=9),
        lambda: hold_and_write(records, slow),
    ):
        with pytest.raises(LeaseLost):
            act()
    records.queue.fail(slow)
    hold_and_write(records, quick)
    assert records.queue.mined("default", "notes", made.id) == 2
    assert records.records.count(NOBODY, OPEN) == 1


def hold_and_write(store, job):
    with store.queue.holding(job):
        write(store, "likes tea", "ida")
        store.queue.finish(job, mined=2)


def test_what_is_put_while_a_job_runs_is_another_job(records):
    made = talk(records)
    put(records, made, settle=True)
    [first] = lease(records)
    put(records, made)
    with records.queue.holding(first):
        records.queue.finish(first, mined=1)
    [second] = lease(records)
    assert (second.mined, second.settle, second.attempt) == (1, False, 1)
    put(records, made, settle=True)
    with records.queue.holding(second):
        records.queue.finish(second, mined=2)
    assert lease(records)[0].settle


def test_a_pointer_that_another_moved_stops_the_job(records):
    made = talk(records)
    put(records, made)
    [job] = lease(records)
    with records._joining.writing() as transaction:
        statement = (
            "INSERT INTO ablmatch_extracted_until (conversation_id, store, mined, settled_ms) VALUES (?, ?, ?, 0)"
        )
        transaction.run(statement, (made.id, "notes", 4))
    with pytest.raises(LeaseLost):
        hold_and_write(records, job)
    assert records.queue.mined("default", "notes", made.id) == 4


def test_jobs_wait_for_their_time_and_outlive_the_process(records, records_url):
    later, now = talk(records), talk(records)
    put(records, later, not_before_ms=NOW + 10)
    put(records, now)
    other = open_records(records_url, clock=records.clock)
    assert [job.conversation_id for job in lease(other)] == [now.id]
    records.clock.now = NOW + 10
    assert [job.conversation_id for job in lease(other)] == [later.id]
    other.close()
    # An earlier wish counts.
    third = talk(records)
    put(records, third, not_before_ms=NOW + 500)
    put(records, third, not_before_ms=NOW + 10)
    assert [job.conversation_id for job in lease(records)] == [third.id]


def test_no_job_comes_of_a_conversation_that_is_not_there(records):
    made = talk(records)
    records.queue.put("default", "notes", "0" * 32)
    records.queue.put("other", "notes", made.id)
    assert records.queue.pending("default") == records.queue.pending("other") == 0 and lease(records) == []
