"""What goes wrong under a store: statements that fail, servers that go away, damaged data, newer schemas, locks."""

import os
import sqlite3
import stat
import time
from contextlib import closing, contextmanager

import pytest

pytest.importorskip("msgspec", reason="needs msgspec, which is not installed")

from ablmatch.stores import StoreError, open_store
from ablmatch.stores.backends.sqlite_file import failure_of
from ablmatch.stores.facts import Append, Delete, Erase, EraseOwner, Get, List, Partition, Purge, Put
from failing_store import FailingStore

ANA = Partition("p1", "user", "ana")
BEN = Partition("p1", "user", "ben")
BATCH = [
    Put(ANA, "a", 2),
    Append(BEN, "a", 3),
    Delete(ANA, "b"),
    Put(BEN, "new", 1),
    Erase(ANA),
    EraseOwner("user", "ben"),
]

# Operations that name their paths, which PostgreSQL reads and writes several at a time.
NAMED = [Put(ANA, "a", 2), Append(BEN, "a", 3), Delete(ANA, "b"), Get(BEN, "a"), Put(BEN, "new", 1)]


def fails(code, call):
    with pytest.raises(StoreError) as caught:
        call()
    assert caught.value.code == code, str(caught.value)
    assert "\n" not in str(caught.value)
    return str(caught.value)


def state(store):
    return store.apply([List(ANA), List(BEN)], 0)


def filled(store):
    """Put the state from which each fault starts, and give it."""
    store.apply([Erase(ANA), Erase(BEN), Put(ANA, "a", 1), Put(ANA, "b", ["x"]), Put(BEN, "a", [1])], 0)
    return state(store)


class FailingExecute:
    """Stands in for the `execute` of a connection: counts the statements, and fails at the n-th."""

    def __init__(self, execute, error, n=None):
        self.execute, self.error, self.n = execute, error, n
        self.calls = 0

    def __call__(self, *arguments):
        return self.run(self.execute, arguments)

    def run(self, execute, arguments):
        if "ROLLBACK" not in arguments:
            self.calls += 1
            if self.calls == self.n:
                raise self.error
        return execute(*arguments)


def all_or_nothing(store, failing_execute, batch=BATCH, least=10):
    """Run a batch with each of its statements failing in turn: the state before it stays."""
    before = filled(store)
    with failing_execute(None) as execute:
        store.apply(batch, 0)
    after = state(store)
    assert execute.calls > least
    for n in range(1, execute.calls + 1):
        filled(store)
        with failing_execute(n) as execute:
            message = fails("unavailable", lambda: store.apply(batch, 0))
        assert execute.calls == n
        assert "secret" not in message
        assert state(store) == before
    store.apply(batch, 0)
    assert state(store) == after != before


# --- SQLite -----------------------------------------------------------------------------------------------------


def test_sqlite_stores_all_or_nothing_whichever_statement_fails(tmp_path):
    store = open_store(f"sqlite:///{tmp_path}/facts.db")

    class Connection:
        """What SqliteFile uses of a connection; the PRAGMAs after COMMIT, which empty the log, are not counted."""

        def __init__(self, connection, n):
            self.connection = connection
            self.counted = FailingExecute(connection.execute, sqlite3.OperationalError("secret"), n)

        def execute(self, statement, parameters=()):
            run = self.connection.execute if statement.startswith("PRAGMA") else self.counted
            return run(statement, parameters)

        @property
        def in_transaction(self):
            return self.connection.in_transaction

    @contextmanager
    def failing_execute(n):
        with pytest.MonkeyPatch.context() as patch:
            connection = Connection(store._file._connection, n)
            patch.setattr(store._file, "_connection", connection)
            yield connection.counted

    all_or_nothing(store, failing_execute)
    store.close()


def test_what_was_erased_is_nowhere_in_the_files_of_sqlite(tmp_path):
    path = tmp_path / "facts.db"
    store = open_store(f"sqlite:///{path}")
    store.apply([Put(ANA, "a", "tess.holloway@quillmark.example"), Put(ANA, "b", "tess.holloway " * 5000)], 0)
    assert b"tess.holloway" in b"".join(file.read_bytes() for file in tmp_path.iterdir())
    store.apply([Put(BEN, "c", 1), Erase(ANA)], 0)
    assert b"tess.holloway" not in b"".join(file.read_bytes() for file in tmp_path.iterdir())
    store.apply([Put(ANA, "a", "tess.holloway", ttl_ms=5)], 0)
    assert store.apply([Purge()], 5) == [1]
    assert b"tess.holloway" not in b"".join(file.read_bytes() for file in tmp_path.iterdir())
    store.close()


def test_an_erasure_does_not_wait_long_for_those_who_read(tmp_path):
    path = tmp_path / "facts.db"
    store = open_store(f"sqlite:///{path}")
    store.apply([Put(ANA, "a", 1)], 0)
    reader = sqlite3.connect(path, isolation_level=None)
    reader.execute("BEGIN")
    assert reader.execute("SELECT count(*) FROM ablmatch_facts").fetchone() == (1,)
    start = time.monotonic()
    assert store.apply([Erase(ANA)], 0) == [1]
    assert time.monotonic() - start < 10
    assert store._file._connection.execute("PRAGMA busy_timeout").fetchone() == (30_000,)
    reader.close()
    store.close()


@pytest.mark.skipif(os.name != "posix", reason="file modes are those of POSIX")
def test_a_new_sqlite_file_is_its_owners_alone(tmp_path):
    store = open_store(f"sqlite:///{tmp_path}/facts.db")
    store.apply([Put(ANA, "a", 1)], 0)
    assert [stat.S_IMODE(file.stat().st_mode) for file in tmp_path.iterdir()] == [0o600] * 3
    store.close()


def test_sqlite_paths_are_relative_or_absolute_and_may_be_escaped(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    for url, name in [
        ("sqlite:///a.db", "a.db"),
        (f"sqlite:///{tmp_path}/b.db", "b.db"),
        ("sqlite:///c%3F%20d.db", "c? d.db"),
    ]:
        open_store(url).close()
        assert (tmp_path / name).is_file()


@pytest.mark.parametrize(("option", "level"), [("", 2), ("?synchronous=full", 2), ("?synchronous=normal", 1)])
def test_sqlite_waits_for_the_disk_unless_told_otherwise(tmp_path, option, level):
    store = open_store(f"sqlite:///{tmp_path}/facts.db{option}")
    assert store._file._connection.execute("PRAGMA synchronous").fetchone() == (level,)
    assert store._file._connection.execute("PRAGMA journal_mode").fetchone() == ("wal",)
    store.close()


def test_a_sqlite_file_that_is_locked_too_long_is_a_conflict(tmp_path):
    from ablmatch.stores.backends.sqlite import SqliteStore

    path = tmp_path / "facts.db"
    store = SqliteStore(str(path), busy_seconds=0.1)
    other = sqlite3.connect(path, isolation_level=None)
    other.execute("BEGIN IMMEDIATE")
    fails("conflict", lambda: store.apply([Put(ANA, "a", 1)], 0))
    assert state(store) == [[], []]
    fails("conflict", lambda: SqliteStore(str(path), busy_seconds=0.1))
    other.execute("ROLLBACK")
    store.apply([Put(ANA, "a", 1)], 0)
    store.close()
    other.close()


def test_files_that_are_no_store_of_ours(tmp_path):
    (tmp_path / "text.db").write_text("not a database, but a longer text than the header of one is " * 20)
    fails("schema", lambda: open_store(f"sqlite:///{tmp_path}/text.db"))
    assert "no such file" in fails("unavailable", lambda: open_store(f"sqlite:///{tmp_path}/none/facts.db"))
    fails("unavailable", lambda: open_store(f"sqlite:///{tmp_path}"))


def test_a_full_disk_is_said_in_words(tmp_path):
    path = str(tmp_path / "f.db")
    with closing(sqlite3.connect(path)) as small:
        small.execute("CREATE TABLE t (x)")
        small.execute("PRAGMA max_page_count = 2")
        with pytest.raises(sqlite3.OperationalError) as full:
            small.execute("INSERT INTO t VALUES (zeroblob(100000))")
    failure = failure_of(full.value, path, 1)
    assert (failure.code, str(failure)) == (
        "unavailable",
        f"the SQLite file {path} cannot be used: no space is left on the disk",
    )


def test_a_file_that_breaks_while_it_is_open(tmp_path):
    path = tmp_path / "facts.db"
    store = open_store(f"sqlite:///{path}")
    other = sqlite3.connect(path)
    other.execute("DROP TABLE ablmatch_facts")
    other.close()
    fails("unavailable", lambda: store.apply([Get(ANA, "a")], 0))
    fails("unavailable", lambda: store.apply([Put(ANA, "a", 1), Put(ANA, "b", 1)], 0))
    store.close()


# --- PostgreSQL -------------------------------------------------------------------------------------------------

postgres = pytest.mark.parametrize("store_url", ["postgres"], indirect=True)


@postgres
def test_postgres_stores_all_or_nothing_whichever_statement_fails(store_url, store):
    import psycopg

    @contextmanager
    def failing_execute(n):
        with pytest.MonkeyPatch.context() as patch:
            execute = FailingExecute(psycopg.Connection.execute, psycopg.errors.DiskFull("secret"), n)
            # A function, so that it is called with the connection.
            patch.setattr(psycopg.Connection, "execute", lambda *arguments: execute(*arguments))  # noqa: PLW0108
            many = psycopg.Cursor.executemany
            patch.setattr(psycopg.Cursor, "executemany", lambda *arguments: execute.run(many, arguments))
            yield execute

    all_or_nothing(store, failing_execute)
    all_or_nothing(store, failing_execute, NAMED, least=4)


@postgres
def test_facts_that_are_locked_too_long_in_postgres_are_a_conflict(store_url, store):
    import psycopg

    from ablmatch.stores.backends.postgres import PostgresStore, _begin_write

    impatient = PostgresStore(store_url, lock_seconds=0.1)
    with psycopg.connect(store_url, autocommit=True) as other:
        other.execute(_begin_write([Put(ANA, "a", 1)], 1))
        for blocked in (Put(ANA, "a", 2), Append(ANA, "b", 2), EraseOwner("user", "nobody"), Purge()):
            fails("conflict", lambda blocked=blocked: impatient.apply([blocked], 0))
        # Neither reads nor the writes of others wait.
        assert impatient.apply([Get(ANA, "a"), List(ANA)], 0) == [None, []]
        impatient.apply([Put(BEN, "a", 1)], 0)
        other.execute("ROLLBACK")
    impatient.apply([Put(ANA, "a", 3)], 0)
    impatient.close()


@postgres
def test_a_commit_whose_answer_is_lost_is_not_repeated(store_url, store):
    import psycopg

    execute = psycopg.Connection.execute
    commits = []

    def lose_answer(connection, statement, *rest):
        if statement != "COMMIT":
            return execute(connection, statement, *rest)
        execute(connection, statement)
        commits.append(connection)
        return execute(connection, "SELECT pg_terminate_backend(pg_backend_pid())")

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(psycopg.Connection, "execute", lose_answer)
        message = fails("unavailable", lambda: store.apply([Append(ANA, "a", 1)], 0))
    assert "may be stored or not" in message
    assert len(commits) == 1
    assert [fact.value for fact in store.apply([List(ANA)], 0)[0]] == [[1]]


@postgres
def test_conflicts_with_other_programs_are_retried_and_then_reported(store_url, store):
    import psycopg

    execute = psycopg.Connection.execute
    left = [3]

    def conflict(connection, statement, *rest):
        if statement == "COMMIT" and left[0]:
            left[0] -= 1
            raise psycopg.errors.SerializationFailure("secret")
        return execute(connection, statement, *rest)

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(psycopg.Connection, "execute", conflict)
        assert store.apply([Append(ANA, "a", 1)], 0) == [[1]]
        left[0] = 100
        assert "secret" not in fails("conflict", lambda: store.apply([Append(ANA, "a", 2)], 0))
    assert store.apply([Get(ANA, "a")], 0)[0].value == [1]


def test_a_postgres_database_in_another_encoding_is_refused(postgres_server):
    import psycopg

    with psycopg.connect(postgres_server.url, autocommit=True) as connection:
        connection.execute("DROP DATABASE IF EXISTS latin")
        connection.execute("CREATE DATABASE latin ENCODING LATIN1 LOCALE 'C' TEMPLATE template0")
    url = postgres_server.url.replace("/postgres?", "/latin?")
    assert "UTF8" in fails("schema", lambda: open_store(url))


def test_a_postgres_that_is_not_there_says_where_and_shows_no_password():
    pytest.importorskip("psycopg_pool", reason="needs psycopg_pool, which is not installed")
    message = fails("unavailable", lambda: open_store("postgresql://u:hunter2@127.0.0.1:1/db"))
    assert "127.0.0.1" in message
    assert "hunter2" not in message


# --- Redis ------------------------------------------------------------------------------------------------------

redis = pytest.mark.parametrize("store_url", ["redis"], indirect=True)


@redis
def test_a_redis_commit_whose_answer_is_lost_is_not_repeated(store_url, store):
    from redis import ConnectionError as Lost

    commit, calls = store._commit, []

    def lose_answer(**arguments):
        calls.append(commit(**arguments))
        raise Lost("secret")

    store._commit = lose_answer
    message = fails("unavailable", lambda: store.apply([Append(ANA, "a", 1)], 0))
    assert "may be stored or not" in message
    assert calls == [1]
    assert store.apply([Get(ANA, "a")], 0)[0].value == [1]


@redis
def test_a_redis_batch_is_computed_anew_until_nobody_gets_in_between(store_url, store, monkeypatch):
    from ablmatch.stores.backends import redis_server as backend

    commit, others = store._commit, iter(range(3))

    def get_in_between(**arguments):
        for other in others:
            store._commit = commit
            store.apply([Append(ANA, "a", f"other {other}")], 0)
            store._commit = get_in_between
            break
        return commit(**arguments)

    store._commit = get_in_between
    assert store.apply([Append(ANA, "a", "mine")], 0) == [["other 0", "other 1", "other 2", "mine"]]

    monkeypatch.setattr(backend, "CONFLICT_SECONDS", 0.05)
    store._commit = lambda **_: 0
    fails("conflict", lambda: store.apply([Append(ANA, "a", 1)], 0))


@redis
@pytest.mark.parametrize(
    ("meanwhile", "expected"),
    [
        (Put(ANA, "b", 2), {"a": 1, "b": 2, "c": 1}),
        (Put(ANA, "a", 2), {"a": 2, "c": 1}),
        (Delete(ANA, "a"), {"c": 1}),
        (Erase(ANA), {}),
    ],
    ids=["new", "changed", "gone", "erased"],
)
def test_what_a_redis_batch_lists_is_compared_too(store_url, store, meanwhile, expected):
    store.apply([Put(ANA, "a", 1), Put(ANA, "c", 1)], 0)
    commit = store._commit

    def get_in_between(**arguments):
        store._commit = commit
        store.apply([meanwhile], 0)
        return commit(**arguments)

    store._commit = get_in_between
    [facts, _, erased] = store.apply([List(ANA), Put(BEN, "a", 1), EraseOwner("user", "ana")], 0)
    assert {fact.path: fact.value for fact in facts} == expected
    assert erased == len(expected)
    assert state(store)[0] == []


@redis
def test_redis_keeps_no_name_of_an_empty_partition(store_url, store):
    from redis import Redis

    store.apply([Put(ANA, "a", 1), Put(BEN, "a", 1)], 0)
    store.apply([Delete(ANA, "a"), Erase(BEN)], 0)
    with Redis.from_url(store_url) as client:
        assert client.keys() == [b"ablmatch:schema:facts"]


def test_a_redis_that_is_not_there_says_where_and_shows_no_password():
    pytest.importorskip("redis", reason="needs redis, which is not installed")
    message = fails("unavailable", lambda: open_store("redis://:hunter2@127.0.0.1:1/0"))
    assert "127.0.0.1" in message
    assert "hunter2" not in message


# --- All servers ------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("store_url", ["postgres", "redis"], indirect=True)
def test_a_store_outlives_a_restart_of_its_server(request, store_url, store):
    server = request.getfixturevalue("postgres_server" if store_url.startswith("postgresql") else "redis_server")
    store.apply([Put(ANA, "a", 1)], 0)
    server.stop()
    try:
        if store_url.startswith("postgresql"):
            store._pool._pool.timeout = 0.3
        fails("unavailable", lambda: store.apply([Get(ANA, "a")], 0))
        fails("unavailable", lambda: store.apply([Put(ANA, "a", 2)], 0))
    finally:
        server.start()
    if store_url.startswith("postgresql"):
        store._pool._pool.timeout = 20
    assert store.apply([Append(ANA, "a", 2)], 0) == [[1, 2]]
    server.stop()
    server.start()
    assert store.apply([Get(ANA, "a")], 0)[0].value == [1, 2]


def overwrite(store_url, version=None, value=None):
    """Change what a database holds behind the back of its store."""
    if store_url.startswith("redis"):
        from redis import Redis

        with Redis.from_url(store_url) as client:
            if version is not None:
                client.set("ablmatch:schema:facts", version)
            if value is not None:
                client.hset("ablmatch:facts:p1/user/ana", "a", value)
        return
    if store_url.startswith("sqlite"):
        connection, mark = sqlite3.connect(store_url.removeprefix("sqlite:///")), "?"
    else:
        import psycopg

        connection, mark = psycopg.connect(store_url), "%s"
    if version is not None:
        connection.execute("UPDATE ablmatch_schema SET version = " + mark, (version,))  # noqa: S608
    if value is not None:
        connection.execute("UPDATE ablmatch_facts SET value = " + mark, (value,))  # noqa: S608
    connection.commit()
    connection.close()


@pytest.mark.parametrize("store_url", ["sqlite", "postgres", "redis"], indirect=True)
def test_a_newer_schema_is_refused(store_url, store):
    overwrite(store_url, version=2)
    assert "version" in fails("schema", lambda: open_store(store_url))
    overwrite(store_url, version=1)
    open_store(store_url).close()


# Deeper than any reader goes.
DEEP = "[0,null," + "[" * 5000 + "]" * 5000 + "]"


@pytest.mark.parametrize("store_url", ["sqlite", "postgres", "redis"], indirect=True)
@pytest.mark.parametrize("damage", ["", "{secret", "[0,null,secret]", "[0,null]", "[true,null,1]", DEEP])
def test_a_damaged_value_is_reported_and_can_be_replaced(store_url, store, damage):
    if not store_url.startswith("redis") and damage.startswith("[") and "secret" not in damage:
        damage = damage[:-1]
    store.apply([Put(ANA, "a", 1)], 0)
    overwrite(store_url, value=damage)
    for operation in (Get(ANA, "a"), List(ANA), Append(ANA, "a", 1)):
        assert "secret" not in fails("schema", lambda operation=operation: store.apply([operation], 0))
    store.apply([Put(ANA, "a", 2)], 0)
    assert store.apply([Get(ANA, "a")], 0)[0].value == 2


# --- The store that fails on purpose ----------------------------------------------------------------------------


@pytest.mark.parametrize(("after", "stored"), [(False, [1, 3]), (True, [1, 2, 3])])
def test_a_failing_store_fails_once_before_or_after(store, after, stored):
    failing = FailingStore(store, 2, after=after)
    failing.apply([Append(ANA, "a", 1)], 0)
    fails("unavailable", lambda: failing.apply([Append(ANA, "a", 2)], 0))
    failing.apply([Append(ANA, "a", 3)], 0)
    assert store.apply([Get(ANA, "a")], 0)[0].value == stored
