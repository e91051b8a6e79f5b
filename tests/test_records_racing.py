"""Many writers of records at once, in threads and in processes, and the end of one in the middle of a write."""

import subprocess
import sys
import threading
from collections import Counter
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from pathlib import Path

import pytest

pytest.importorskip("alembic", reason="needs alembic, which is not installed")

from ablmatch.stores.records import word_index
from ablmatch.stores.records.errors import LeaseLost, VersionConflict
from ablmatch.stores.records.held import find
from ablmatch.stores.records.rows import Actor, Answer, Change, Filter, Repeat
from ablmatch.stores.records.where import Condition
from record_parts import ANY, API, NOBODY, OPEN, contents, new, of, write

WRITERS = str(Path(__file__).with_name("record_writers.py"))
JAN = Actor(key_id="app", subject="jan")


def at_once(count, act):
    """What `act(number)` gives or raises, for all numbers at once."""
    barrier = threading.Barrier(count)

    def one(number):
        barrier.wait()
        try:
            return act(number)
        except (VersionConflict, LeaseLost) as error:
            return error

    with ThreadPoolExecutor(count) as threads:
        return list(threads.map(one, range(count)))


def index_agrees(store):
    """Each record is under all words of its text and under no others; there is no row of a record that is not there."""
    with store._joining.reading() as transaction:
        rows = set(transaction.rows("SELECT word, record FROM ablmatch_record_words"))
        wanted = set()
        for one in find(transaction, Condition("1 = 1")):
            assert one.words == word_index.word_hashes(one.record.content)
            wanted |= {(key, one.number) for key in word_index._keys(one.record, one.words)}
    return rows == wanted


def test_fifty_same_writes_at_once_are_one_record(records):
    written = at_once(50, lambda _: records.records.write(of("jan"), new("Likes tea", "jan"), JAN))
    assert Counter(one.deduped for one in written) == {False: 1, True: 49}
    assert len({one.record.id for one in written}) == 1
    assert records.records.count(NOBODY, ANY) == 1 and index_agrees(records)


def test_racing_slots_leave_one_open_record_and_the_others_ended(records):
    at_once(20, lambda number: records.records.write(of("jan"), new(f"Lives in {number}", "jan", slot="home"), JAN))
    assert records.records.count(NOBODY, OPEN) == 1
    [last] = records.records.list(NOBODY, OPEN, limit=9).records
    history = records.records.history(NOBODY, last.id)
    assert len(history) == 20 and history[-1] == last
    assert all(one.valid_to_ms is not None and one.superseded_by for one in history[:-1])
    assert index_agrees(records)


def test_one_of_racing_changes_of_a_version_wins(records):
    made = write(records, "Likes tea", "jan")
    change = records.records.change
    results = at_once(10, lambda number: change(of("jan"), made.id, Change(content=f"{number}"), JAN, version=1))
    [won] = [one for one in results if not isinstance(one, VersionConflict)]
    assert records.records.read(of("jan"), made.id) == won and won.version == 2
    assert index_agrees(records)


def test_one_of_racing_working_states_of_a_version_wins(records):
    talk = records.conversations.create("default", key_id="app", subject="jan")

    def put(number):
        return records.conversations.set_working_state("default", talk.id, "jan", {"n": number}, version=0)

    assert Counter(one for one in at_once(10, put) if one == 1) == {1: 1}
    assert records.conversations.read("default", talk.id, "jan").working_version == 1


def test_racing_changes_without_a_version_all_count(records):
    made = write(records, "Likes tea", "jan")
    at_once(10, lambda number: records.records.change(of("jan"), made.id, Change(content=f"{number}"), JAN))
    assert records.records.read(of("jan"), made.id).version == 11
    assert len(records.records.history(of("jan"), made.id)) == 11


def test_racing_repeats_get_one_answer(records):
    def once(number):
        repeat = Repeat("k", "h", lambda written: Answer(200 if written.deduped else 201, str(number).encode()))
        return records.records.write_once(of("jan"), new("Likes tea", "jan"), JAN, repeat)

    assert len(set(at_once(20, once))) == 1
    assert [row.outcome for row in records.audit.rows("default").rows] == ["done"]


def test_racing_messages_are_numbered_without_gaps(records):
    talk = records.conversations.create("default", key_id="app", subject="jan")
    add = records.conversations.add_message
    at_once(20, lambda number: add("default", talk.id, "jan", role="user", text=str(number)))
    found = records.conversations.messages("default", talk.id, "jan")
    assert [one.number for one in found] == list(range(1, 21)) and len({one.text for one in found}) == 20


def test_a_job_is_leased_by_one_of_racing_workers(records):
    for _ in range(5):
        talk = records.conversations.create("default", key_id="app", subject="jan")
        records.queue.put("default", "notes", talk.id)
    leased = [job.id for jobs in at_once(10, lambda _: records.queue.lease(lease_ms=1000)) for job in jobs]
    assert len(leased) == len(set(leased)) <= 5
    while jobs := records.queue.lease(lease_ms=1000):
        leased += [job.id for job in jobs]
    assert len(leased) == len(set(leased)) == 5


def test_an_erasure_among_racing_jobs_leaves_nothing_of_them(records):
    jobs = []
    for _ in range(6):
        talk = records.conversations.create("default", key_id="app", subject="eva")
        records.queue.put("default", "notes", talk.id)
        jobs += records.queue.lease(lease_ms=1000)

    def work(number):
        if number == 3:
            return records.people.erase("default", "eva", API)
        with records.queue.holding(jobs[number]):
            write(records, f"Likes {number}", "eva")
            records.queue.finish(jobs[number], mined=1)
        return None

    at_once(6, work)
    assert records.records.count(NOBODY, Filter(subject="eva", closed="any")) == 0
    assert records.queue.pending("default") == 0 and index_agrees(records)


# --- Processes --------------------------------------------------------------------------------------------------


@contextmanager
def writers(what, url, names, count):
    """Processes that are ready to write, and begin at once."""
    processes = [
        subprocess.Popen(
            [sys.executable, WRITERS, what, url, name, str(count)],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            text=True,
        )
        for name in names
    ]
    for process in processes:
        assert process.stdout.readline() == "ready\n", process.communicate()[1]
    yield processes
    for process in processes:
        process.wait(timeout=60)


def test_processes_write_to_one_database_side_by_side(records, records_url):
    names = ("ana", "ben")
    with writers("many", records_url, names, 15) as processes:
        for process in processes:
            process.stdin.write("go\n")
            process.stdin.flush()
        told = [process.communicate(timeout=120) for process in processes]
    assert [error for _, error in told] == ["", ""]
    ids = [line for output, _ in told for line in output.split()]
    assert len(set(ids)) == 30
    assert records.records.count(NOBODY, Filter(subject="")) == 15
    assert records.records.count(NOBODY, OPEN) == 17 and records.records.count(NOBODY, ANY) == 45
    assert all(records.records.read(NOBODY, one, asked=ANY) is not None for one in ids)
    assert index_agrees(records)


@pytest.mark.parametrize("moment", [1, 4, 5])
def test_a_process_that_is_killed_between_row_and_index_leaves_both_old_or_both_new(records, records_url, moment):
    write(records, "likes tea of old", "jan")
    with writers("killed", records_url, ["jan"], moment) as [process]:
        told, _ = process.communicate("go\n", timeout=60)
    assert process.returncode == -9
    acknowledged = told.split()
    assert len(acknowledged) == (moment - 1) // 2
    assert index_agrees(records)
    for record_id in acknowledged:
        made = records.records.read(of("jan"), record_id)
        assert made.content.startswith("likes milk")
        assert made.content in contents(records.records.search(of("jan"), OPEN, made.content, limit=9))
    stored = contents(records.records.list(of("jan"), OPEN, limit=99))
    assert sorted(stored) == sorted(contents(records.records.search(of("jan"), OPEN, "likes", limit=99)))
    assert len(stored) == 1 + moment // 2
    write(records, "likes tea again", "jan")
