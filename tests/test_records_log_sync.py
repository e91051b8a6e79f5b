"""SQLite's log brought to the disk: no write is acknowledged before its bytes are there, and many wait together."""

import os
import sqlite3
import threading
from concurrent.futures import ThreadPoolExecutor

import pytest

from ablmatch.stores.errors import StoreError
from ablmatch.stores.records.log_sync import LogSync
from record_parts import OPEN, Clock, contents, of, write


@pytest.fixture
def path(tmp_path):
    """A database that keeps a log."""
    made = tmp_path / "records.db"
    connection = sqlite3.connect(made, isolation_level=None)
    connection.execute("PRAGMA journal_mode = WAL")
    connection.execute("CREATE TABLE t (x)")
    yield made
    connection.close()


def test_a_wait_ends_after_a_sync_that_began_after_it(path):
    begun, counted = [], threading.Lock()
    slow = threading.Event()

    def sync(_file):
        with counted:
            begun.append(len(begun))
        slow.wait(0.01)

    log = LogSync(str(path), sync=sync)

    def committed(_number):
        with counted:
            before = len(begun)
        log.wait()
        with counted:
            return len(begun) > before

    with ThreadPoolExecutor(8) as many:
        assert all(many.map(committed, range(200)))
    log.close()


class Turn:
    """The lock of a LogSync that knows how many have come to it."""

    def __init__(self):
        self._lock, self._came = threading.Lock(), threading.Semaphore(0)

    def __enter__(self):
        self._came.release()
        self._lock.acquire()

    def __exit__(self, *_error):
        self._lock.release()

    def wait_for(self, comers):
        for _ in range(comers):
            assert self._came.acquire(timeout=60)


def test_those_who_come_while_one_waits_for_the_disk_wait_together(path):
    begun, syncing, all_there = [], threading.Event(), threading.Event()

    def sync(_file):
        begun.append(1)
        syncing.set()
        assert all_there.wait(60)

    log = LogSync(str(path), sync=sync)
    log._turn = turn = Turn()
    with ThreadPoolExecutor(8) as many:
        first = many.submit(log.wait)
        turn.wait_for(1)
        assert syncing.wait(60)
        others = [many.submit(log.wait) for _ in range(7)]
        turn.wait_for(7)
        all_there.set()
        for one in (first, *others):
            one.result()
    assert len(begun) == 2
    log.close()


def test_a_disk_that_failed_once_is_not_believed_again(path):
    faults = [OSError(5, "Input/output error")]

    def sync(_file):
        if faults:
            raise faults.pop()

    log = LogSync(str(path), sync=sync)
    for _ in range(2):
        with pytest.raises(StoreError) as caught:
            log.wait()
        assert caught.value.code == "unavailable" and "\n" not in str(caught.value)
    log.close()


@pytest.mark.skipif(os.name != "posix", reason="elsewhere a file that is open is not moved")
def test_a_log_that_was_made_anew_is_found(path):
    log = LogSync(str(path))
    log.wait()
    os.replace(f"{path}-wal", f"{path}-old")
    with pytest.raises(StoreError):
        LogSync(str(path)).wait()
    (path.parent / "records.db-wal").write_bytes(b"")
    log.wait()
    synced = os.fstat(log._file)
    assert os.path.samestat(synced, os.stat(f"{path}-wal"))
    os.replace(f"{path}-old", f"{path}-wal")
    log.close()
    log.close()


def test_every_write_of_a_record_store_waits_for_the_disk_unless_it_is_told_not_to(tmp_path):
    pytest.importorskip("alembic", reason="needs alembic, which is not installed")
    from ablmatch.stores.records import open_records

    syncs = []
    for option in ("", "?synchronous=full", "?synchronous=normal"):
        store = open_records(f"sqlite:///{tmp_path}/{len(syncs)}.db{option}", clock=Clock())
        log = store._database._log
        store.tenants.set_organisation("default", {})
        store.tenants.create_store("default", "notes")
        if log is None:
            syncs.append(None)
        else:
            counted = []
            log._sync = counted.append
            for number in range(3):
                write(store, f"note {number}", "mia")
                assert len(counted) == number + 1
            with store.transaction():
                write(store, "two", "mia")
                write(store, "at once", "mia")
            assert len(contents(store.records.search(of("mia"), OPEN, "note", limit=9))) == 3
            syncs.append(len(counted))
        store.close()
    assert syncs == [4, 4, None]


def test_where_sqlite_keeps_no_log_each_commit_waits_by_itself(tmp_path, monkeypatch):
    pytest.importorskip("alembic", reason="needs alembic, which is not installed")
    from ablmatch.stores.records import open_records, sqlite

    connect = sqlite.connect

    def without_log(*arguments, **options):
        made = connect(*arguments, **options)
        made.execute("PRAGMA journal_mode = DELETE")
        return made

    monkeypatch.setattr(sqlite, "connect", without_log)
    store = open_records(f"sqlite:///{tmp_path}/records.db", clock=Clock())
    store.tenants.set_organisation("default", {})
    store.tenants.create_store("default", "notes")
    write(store, "drinks tea", "mia")
    assert contents(store.records.search(of("mia"), OPEN, "tea", limit=9)) == ["drinks tea"]
    database = store._database
    assert database._log is None
    with database._taken() as connection:
        assert connection.execute("PRAGMA synchronous").fetchall() == [(2,)]
    store.close()
