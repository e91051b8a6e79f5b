"""Opening a record store, its migrations, its tenants and secrets, and what is refused."""

import os
import re
import sqlite3
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest

import servers

pytest.importorskip("alembic", reason="needs alembic, which is not installed")

import test_records_people
from ablmatch.stores import StoreError
from ablmatch.stores.backends.sqlite_file import path_of
from ablmatch.stores.records import open_records, schema, sqlite
from ablmatch.stores.records.errors import AlreadyExists, NotFound
from ablmatch.stores.records.rows import Filter
from ablmatch.stores.records.store import RecordStore
from record_parts import API, NOBODY, OPEN, Clock, contents, of, write


def refused(code, call):
    with pytest.raises(StoreError) as caught:
        call()
    assert caught.value.code == code, str(caught.value)
    assert "\n" not in str(caught.value)
    return str(caught.value)


# --- Opening ----------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "url", ["memory:", "", "redis://x", "sqlite:", "sqlite:///", "sqlite:///:memory:", "sqlite:///a.db?x=1", None, 5]
)
def test_what_names_no_record_store_is_refused(url):
    refused("bad_url", lambda: open_records(url, clock=Clock()))


def test_a_folder_that_is_not_there_and_a_file_that_is_no_database_are_refused(tmp_path):
    text = refused("unavailable", lambda: open_records(f"sqlite:///{tmp_path}/none/records.db", clock=Clock()))
    assert "none/records.db" in text
    (tmp_path / "no.db").write_bytes(b"this is no database" * 100)
    refused("schema", lambda: open_records(f"sqlite:///{tmp_path}/no.db", clock=Clock()))
    assert (tmp_path / "no.db").read_bytes() == b"this is no database" * 100


def test_a_server_that_is_not_there_is_refused_without_the_password():
    pytest.importorskip("psycopg", reason="needs psycopg, which is not installed")
    url = "postgresql://ana:hunter2@127.0.0.1:1/db?connect_timeout=1"
    assert "hunter2" not in refused("unavailable", lambda: open_records(url, clock=Clock()))
    assert "hunter2" not in refused("bad_url", lambda: open_records("postgresql://ana:hunter2@[/db", clock=Clock()))


def test_a_file_is_its_owners_alone(tmp_path):
    open_records(f"sqlite:///{tmp_path}/records.db", clock=Clock()).close()
    assert (tmp_path / "records.db").stat().st_mode & 0o777 == 0o600


def test_records_stand_beside_the_facts_of_the_same_file(tmp_path):
    from ablmatch.stores import open_store
    from ablmatch.stores.facts import Get, Partition, Put

    url, ana = f"sqlite:///{tmp_path}/all.db", Partition("p", "user", "ana")
    facts = open_store(url)
    facts.apply([Put(ana, "a", 1)], 0)
    store = open_records(url, clock=Clock())
    store.tenants.set_organisation("default", {})
    store.tenants.create_store("default", "notes")
    write(store, "likes tea", "ana")
    assert facts.apply([Get(ana, "a")], 0)[0].value == 1
    store.close()
    facts.close()


def test_a_closed_store_says_so(records):
    records.close()
    records.close()
    refused("closed", lambda: records.records.count(NOBODY, OPEN))
    refused("closed", lambda: write(records, "likes tea"))


def test_what_was_written_outlives_the_store(records, records_url):
    write(records, "likes tea", "jan")
    records.close()
    again = open_records(records_url, clock=Clock())
    assert contents(again.records.list(NOBODY, OPEN, limit=9)) == ["likes tea"]
    again.close()


def test_a_new_database_is_opened_by_several_at_once(new_url):
    with ThreadPoolExecutor(4) as threads:
        stores = list(threads.map(lambda _: open_records(new_url, clock=Clock()), range(4)))
    stores[0].tenants.set_organisation("default", {})
    assert all(store.tenants.organisation("default") is not None for store in stores)
    # One secret keys the hashes of people for all of them.
    assert len({store.tenants.people_secret() for store in stores}) == 1
    for store in stores:
        store.close()


@pytest.fixture(params=["sqlite", "postgres"])
def new_url(request, tmp_path):
    """The URL of a database in which there is nothing at all, once for each backend."""
    if request.param == "sqlite":
        return f"sqlite:///{tmp_path}/records.db"
    return servers.emptied("postgres", request.getfixturevalue("postgres_server"))


def test_every_question_is_answered_by_an_index(tmp_path, monkeypatch):
    store = open_records(f"sqlite:///{tmp_path}/records.db", clock=Clock())
    store.tenants.set_organisation("default", {})
    store.tenants.create_store("default", "notes")
    database, statements = store._joining.database, {}
    for name in ("rows", "run"):
        call = getattr(sqlite._Statements, name)

        def told(self, statement, parameters=(), call=call):
            plan = self._connection.execute(f"EXPLAIN QUERY PLAN {statement}", parameters).fetchall()
            statements[statement] = [step for *_, step in plan]
            return call(self, statement, parameters)

        monkeypatch.setattr(sqlite._Statements, name, told)
    test_records_people.fill(store, "eva", "tea")
    for access in (NOBODY, of("jan")):
        for asked in (
            OPEN,
            Filter(types=("commitment",)),
            Filter(types=("fact",)),
            Filter(store="notes", subject="jan"),
        ):
            store.records.list(access, asked, limit=9)
            store.records.search(access, asked, "likes tea", limit=9)
            store.records.read(access, "0" * 32, asked=asked)
    store.records.history(NOBODY, "0" * 32)
    store.queue.lease(lease_ms=1)
    store.conversations.idle()
    store.people.erase("default", "eva", API)
    store.purge()
    assert database.for_update == "" and len(statements) > 60
    # What there is one row of for each organisation may be read whole.
    small = r"SCAN (ablmatch_organisations|sqlite_master|json_each|chosen|earlier|chain|CONSTANT ROW|\(subquery)"
    for statement, plan in statements.items():
        for step in plan:
            scans = step.startswith("SCAN") and "USING" not in step and not re.match(small, step)
            assert not scans and "AUTOMATIC" not in step, (statement, plan)
        if " LIMIT ?" in statement and "r.subject = ?" in statement:
            assert any("ablmatch_records_owner" in step for step in plan), (statement, plan)
        if " LIMIT ?" in statement and "ORDER BY" in statement:
            assert not any("TEMP B-TREE" in step for step in plan), (statement, plan)
    store.close()


def test_a_file_that_another_locks_too_long_is_a_conflict(tmp_path):
    path = tmp_path / "records.db"
    open_records(f"sqlite:///{path}", clock=Clock()).close()
    database = sqlite.SqliteDatabase(str(path), busy_seconds=0.1)
    store = RecordStore(database, clock=Clock(), random=os.urandom)
    other = sqlite3.connect(path, isolation_level=None)
    other.execute("BEGIN IMMEDIATE")
    assert "locked" in refused("conflict", lambda: store.tenants.set_organisation("default", {}))
    assert store.tenants.organisation("default") is None
    other.execute("COMMIT")
    other.close()
    store.tenants.set_organisation("default", {})
    store.close()


def test_a_server_that_was_restarted_is_used_again(postgres_server):
    from ablmatch.stores.records.postgres import PostgresDatabase

    url = servers.emptied("postgres", postgres_server)
    open_records(url, clock=Clock()).close()
    store = RecordStore(PostgresDatabase(url, connect_seconds=1), clock=Clock(), random=os.urandom)
    store.tenants.set_organisation("default", {})
    store.tenants.create_store("default", "notes")
    write(store, "likes tea", "jan")
    postgres_server.stop()
    refused("unavailable", lambda: write(store, "likes milk", "jan"))
    postgres_server.start()
    write(store, "likes coffee", "jan")
    assert sorted(contents(store.records.list(NOBODY, OPEN, limit=9))) == ["likes coffee", "likes tea"]
    store.close()


# --- Migrations -------------------------------------------------------------------------------------------------


def test_the_migrations_are_one_line_up_to_the_newest():
    from alembic.config import Config
    from alembic.script import ScriptDirectory

    folder = Path(schema.__file__).parent / "migrations"
    config = Config()
    config.set_main_option("script_location", str(folder))
    script = ScriptDirectory.from_config(config)
    assert script.get_heads() == [schema.HEAD]
    assert [one.revision for one in script.walk_revisions()][-1] == "0001"


def test_data_of_a_newer_release_is_refused_and_left_alone(tmp_path):
    url = f"sqlite:///{tmp_path}/records.db"
    open_records(url, clock=Clock()).close()
    with sqlite3.connect(tmp_path / "records.db") as connection:
        connection.execute("UPDATE ablmatch_records_version SET version_num = '9999'")
    connection.close()
    assert "9999" in refused("schema", lambda: open_records(url, clock=Clock()))


def test_tables_that_cannot_be_made_are_refused_and_none_is_left_behind(tmp_path):
    path = tmp_path / "records.db"
    with sqlite3.connect(path) as connection:
        connection.execute("CREATE TABLE ablmatch_messages (other TEXT)")
    connection.close()
    refused("schema", lambda: open_records(f"sqlite:///{path}", clock=Clock()))
    with sqlite3.connect(path) as connection:
        assert connection.execute("SELECT name FROM sqlite_master").fetchall() == [("ablmatch_messages",)]
    connection.close()


def test_a_missing_alembic_says_what_to_install(tmp_path, monkeypatch):
    import sys

    monkeypatch.setitem(sys.modules, "alembic", None)
    text = refused("driver_missing", lambda: open_records(f"sqlite:///{tmp_path}/records.db", clock=Clock()))
    assert "ablmatch[server]" in text


def test_a_store_that_is_up_to_date_opens_without_alembic(empty_records, monkeypatch):
    import sys

    monkeypatch.setitem(sys.modules, "alembic", None)
    open_records(f"sqlite:///{empty_records}", clock=Clock()).close()


# --- Tenants ----------------------------------------------------------------------------------------------------


def test_the_operators_secret_is_told_once_or_given(records):
    secret = records.tenants.ensure_operator(None)
    assert re.fullmatch(r"[\w-]{43}", secret) and records.tenants.ensure_operator(None) is None
    assert records.tenants.is_operator(secret)
    for wrong in ("", secret + "x", "\ud800", "\0"):
        assert not records.tenants.is_operator(wrong)
    assert records.tenants.ensure_operator("given") is None
    assert records.tenants.is_operator("given") and not records.tenants.is_operator(secret)


def test_a_key_is_found_by_its_secret_alone_and_the_secret_is_not_kept(records, records_url):
    policy, memory = {"rules": [{"id": "r"}]}, {"injection": {"enabled": True}}
    secret = records.tenants.create_key("acme", "app", policy=policy, memory=memory)
    assert records.tenants.organisation("acme") is not None
    key = records.tenants.key_of(secret)
    assert (key.id, key.organisation, key.policy, key.memory, key.organisation_settings) == (
        "app",
        "acme",
        policy,
        memory,
        {},
    )
    for wrong in ("", secret[:-1], "\ud800", "\0", "app"):
        assert records.tenants.key_of(wrong) is None
    with pytest.raises(AlreadyExists):
        records.tenants.create_key("default", "app", policy={}, memory={})
    records.tenants.set_policy("app", {"rules": []})
    records.tenants.set_key_memory("app", {})
    records.tenants.set_organisation("acme", {"vocabulary": []})
    key = records.tenants.key("app")
    assert (key.policy, key.memory, key.organisation_settings) == ({"rules": []}, {}, {"vocabulary": []})
    assert records.tenants.keys("acme") == [key] and records.tenants.keys("default") == []
    for act in (records.tenants.set_policy, records.tenants.set_key_memory):
        with pytest.raises(NotFound):
            act("none", {})
    if records_url.startswith("sqlite"):
        path = Path(path_of(records_url)[0])
        assert secret.encode() not in path.read_bytes() + path.with_name(path.name + "-wal").read_bytes()


def test_stores_and_agents_are_of_an_organisation(records):
    records.tenants.set_organisation("acme", {})
    made = records.tenants.create_store("acme", "notes", {"injection": {"budget_tokens": 600}})
    assert records.tenants.store("acme", "notes") == made and made.extraction == {}
    with pytest.raises(AlreadyExists):
        records.tenants.create_store("acme", "notes")
    with pytest.raises(NotFound):
        records.tenants.create_store("nowhere", "notes")
    records.tenants.create_store("acme", "house")
    switched = records.tenants.set_extraction("acme", "notes", {"enabled": True})
    assert (switched.extraction, switched.settings) == ({"enabled": True}, made.settings)
    assert records.tenants.set_store("acme", "notes", {}).settings == {}
    assert [one.id for one in records.tenants.stores("acme")] == ["house", "notes"]
    assert records.tenants.store("default", "notes").extraction == {}
    for act in (records.tenants.set_store, records.tenants.set_extraction):
        with pytest.raises(NotFound):
            act("acme", "none", {})
    agent = records.tenants.set_agent("acme", "support", {"memory": 1})
    assert records.tenants.agent("acme", "support") == agent
    assert records.tenants.set_agent("acme", "support", {"memory": 2}).created_ms == agent.created_ms
    assert records.tenants.agent("default", "support") is None


def test_the_secret_of_subject_tokens_is_an_organisations_and_stays(records, records_url):
    first, second = records.tenants.token_secret("default"), records.tenants.token_secret("acme")
    assert len(first) == 32 and first != second
    again = open_records(records_url, clock=Clock())
    assert again.tenants.token_secret("default") == first
    again.close()


def test_ids_and_secrets_come_of_the_randomness_that_is_passed_in(tmp_path):
    numbers = iter(range(1, 1000))
    url = f"sqlite:///{tmp_path}/records.db"
    store = open_records(url, clock=Clock(), random=lambda size: next(numbers).to_bytes(size, "big"))
    store.tenants.set_organisation("default", {})
    store.tenants.create_store("default", "notes")
    assert int(write(store, "likes tea").id, 16) == 2  # 1 keys the hashes of people
    store.close()
