"""Where stores of agent memory keep what, byte for byte: what the original wrote is read, and it reads what is written."""

import json
import os
import sqlite3
import stat

import pytest

pytest.importorskip("msgspec", reason="needs msgspec, which is not installed")

from ablmatch.memory import (
    Block,
    ExtractedValue,
    FileBlockStore,
    FileExtractedStore,
    RedisBlockStore,
    RedisExtractedStore,
    SqlBlockStore,
    SqlExtractedStore,
)
from ablmatch.stores.backends.sql_database import POSTGRES, SQLITE
from block_stores import refused
from memory_media import NOW, NOW_TEXT, ON_DISK, clock

every_medium = pytest.mark.parametrize("medium", ON_DISK, indirect=True)
redis = pytest.mark.parametrize("medium", ["redis"], indirect=True)
sql = pytest.mark.parametrize("medium", ["sqlite", "postgres"], indirect=True)
postgres = pytest.mark.parametrize("medium", ["postgres"], indirect=True)


def block(content, key="USER", scope="user", **fields):
    return Block(scope=scope, key=key, content=content, **fields)


def files_below(root):
    return sorted(str(path.relative_to(root)) for path in root.rglob("*") if path.is_file() and path.name != ".lock")


def redis_client(medium):
    from redis import Redis

    return Redis.from_url(medium.where, decode_responses=True)


class Raw:
    """SQL on a medium behind the back of its store."""

    def __init__(self, medium):
        if medium.backend == "sqlite":
            path = medium.where.removeprefix("sqlite:///").partition("?")[0]
            self.connection, self.mark = sqlite3.connect(path, isolation_level=None), "?"
        else:
            import psycopg

            self.connection, self.mark = psycopg.connect(medium.where, autocommit=True), "%s"

    def __enter__(self):
        return self

    def __exit__(self, *error):
        self.connection.close()

    def __call__(self, statement, *parameters):
        cursor = self.connection.execute(statement.replace("?", self.mark), parameters)
        return cursor.fetchall() if cursor.description else []


# --- Owners that look alike -------------------------------------------------------------------------------------

ALIKE = {"kim_lee": "teal", "kim-lee": "rust", "kim%5Flee": "sand", "kim:lee": "plum", "kim|lee": "moss"}


@every_medium
def test_scenario_05_five_users_who_look_alike_keep_their_own_colour(medium, tmp_path):
    store = medium.blocks()
    for owner, colour in ALIKE.items():
        store.save(block(f"likes {colour}"), owner)
    for owner, colour in ALIKE.items():
        assert store.load("user", owner, "USER").content == f"likes {colour}"
        assert store.list("user", owner) == ["USER"]
    if medium.backend == "file":
        names = ["kim%255Flee", "kim%3Alee", "kim%7Clee", "kim-lee", "kim_lee"]
        assert files_below(tmp_path / "memories") == [f"user/{name}/USER.md" for name in names]
    if medium.backend == "redis":
        names = ["kim%255Flee", "kim%3Alee", "kim-lee", "kim_lee", "kim|lee"]
        with redis_client(medium) as client:
            assert sorted(client.keys("*:wm:*")) == [f"kuralle:wm:user:{name}:USER" for name in names]
            assert sorted(client.keys("*:wm-index:*")) == [f"kuralle:wm-index:user:{name}" for name in names]


# --- Files ------------------------------------------------------------------------------------------------------


def test_blocks_lie_in_the_files_of_the_original(tmp_path):
    store = FileBlockStore(tmp_path, clock=clock)
    for owner in ("maya@example.com", "tenant:acme", "google-oauth2|123", "..", "nul"):
        store.save(block("- name: Zoë\n"), owner)
    names = ["%2E%2E", "%6Eul", "google-oauth2%7C123", "maya@example.com", "tenant%3Aacme"]
    assert files_below(tmp_path) == [f"user/{name}/USER.md" for name in names]
    path = tmp_path / "user" / "tenant%3Aacme" / "USER.md"
    assert path.read_bytes() == "- name: Zoë\n".encode()
    assert path.stat().st_mtime_ns == NOW.replace(microsecond=0).timestamp() * 10**9 + 123_456_000


def test_a_file_written_by_hand_is_a_block(tmp_path):
    folder = tmp_path / "agent" / "support"
    folder.mkdir(parents=True)
    (folder / "MEMORY.md").write_text("be brief\r\n", "utf-8", newline="")
    os.utime(folder / "MEMORY.md", (0, 1_700_000_000.25))
    store = FileBlockStore(tmp_path)
    assert store.load("agent", "support", "MEMORY") == block(
        "be brief\r\n", "MEMORY", "agent", char_limit=10, updated_at="2023-11-14T22:13:20.250Z"
    )


def test_scenario_13_names_that_are_no_percent_encoding_are_listed_as_they_stand(tmp_path):
    folder = tmp_path / "user" / "ana"
    folder.mkdir(parents=True)
    for name in ("50%.md", "%FF.md", "caf%C3%A9.md", "notes.txt", ".md", ".abc.tmp", ".lock"):
        (folder / name).write_text("x", "utf-8")
    (folder / "folder.md").mkdir()
    store = FileBlockStore(tmp_path)
    assert store.list("user", "ana") == ["%FF", "50%", "café"]
    # The store's own name for 50% is another file; the key is listed once.
    store.save(block("mine", "50%"), "ana")
    assert (folder / "50%25.md").read_text("utf-8") == "mine"
    assert store.list("user", "ana") == ["%FF", "50%", "café"]


def test_extracted_values_lie_in_the_files_of_the_original(tmp_path):
    store = FileExtractedStore(tmp_path, clock=clock)
    store.save(ExtractedValue("facts", "user", {"facts": ["a"]}), "maya@example.com")
    store.save(ExtractedValue("dietary-profile", "agent", []), "..")
    assert files_below(tmp_path) == ["agent/%2E%2E/dietary-profile.json", "user/maya%40example.com/facts.json"]
    path = tmp_path / "user" / "maya%40example.com" / "facts.json"
    held = {"slug": "facts", "scope": "user", "value": {"facts": ["a"]}, "updatedAt": NOW_TEXT}
    assert json.loads(path.read_bytes()) == held
    # As JSON.stringify with an indent would leave it, and with a field of a later version.
    held = {"updatedAt": "2025-01-02T03:04:05.678Z", "value": [1, "é"], "later": {}, "scope": "user", "slug": "facts"}
    path.write_text(json.dumps(held, indent=2), "utf-8")
    assert store.load("user", "maya@example.com", "facts") == ExtractedValue(
        "facts", "user", [1, "é"], "2025-01-02T03:04:05.678Z"
    )


@pytest.mark.skipif(os.name != "posix", reason="file modes are those of POSIX")
def test_files_and_folders_are_their_owners_alone(tmp_path):
    FileBlockStore(tmp_path / "b").save(block("x"), "ana")
    FileExtractedStore(tmp_path / "e").save(ExtractedValue("facts", "user", []), "ana")
    for root in (tmp_path / "b", tmp_path / "e"):
        for path in [root, *root.rglob("*")]:
            assert stat.S_IMODE(path.stat().st_mode) == (0o700 if path.is_dir() else 0o600), path


def test_the_root_is_the_option_or_the_variable_or_the_home(tmp_path, monkeypatch):
    monkeypatch.setenv("HOME", str(tmp_path / "home"))
    monkeypatch.setenv("USERPROFILE", str(tmp_path / "home"))
    value = ExtractedValue("facts", "user", [])
    for variable, expected in [
        (None, ["home/.kuralle/extracted/user/ana/facts.json", "home/.kuralle/memories/user/ana/USER.md"]),
        ("", ["home/.kuralle/extracted/user/ana/facts.json", "home/.kuralle/memories/user/ana/USER.md"]),
        (str(tmp_path / "m"), ["m/extracted/user/ana/facts.json", "m/user/ana/USER.md"]),
    ]:
        monkeypatch.delenv("KURALLE_MEMORY_DIR", raising=False)
        if variable is not None:
            monkeypatch.setenv("KURALLE_MEMORY_DIR", variable)
        FileBlockStore().save(block("x"), "ana")
        FileExtractedStore().save(value, "ana")
        assert files_below(tmp_path) == expected
        for name in expected:
            (tmp_path / name).unlink()
    FileBlockStore(tmp_path / "option").save(block("x"), "ana")
    assert files_below(tmp_path) == ["option/user/ana/USER.md"]


def test_a_user_without_a_home_is_told(monkeypatch):
    monkeypatch.delenv("KURALLE_MEMORY_DIR", raising=False)
    monkeypatch.setattr(os.path, "expanduser", lambda path: path)  # what it gives where there is none
    for kind in (FileBlockStore, FileExtractedStore):
        assert "KURALLE_MEMORY_DIR" in refused("unavailable", kind)


def test_nothing_leaves_the_root(tmp_path):
    root = tmp_path / "deep" / "root"
    store = FileBlockStore(root)
    for owner in ("..", "../..", "/etc", "a/../../b", "..\\..", "~"):
        for key in ("..", "../../x", "/etc/x", "a/b"):
            store.save(block("x", key), owner)
    assert [path.name for path in tmp_path.iterdir()] == ["deep"]
    assert [path.name for path in (tmp_path / "deep").iterdir()] == ["root"]
    assert [path.name for path in root.iterdir()] == ["user"]


def test_names_that_are_too_long_for_a_file_are_refused(tmp_path):
    store = FileBlockStore(tmp_path)
    store.save(block("x", "k" * 252), "o" * 255)
    assert store.list("user", "o" * 255) == ["k" * 252]
    assert "ooo" not in refused("bad_key", lambda: store.save(block("x"), "o" * 256))
    refused("bad_key", lambda: store.load("user", "é" * 43, "USER"))
    refused("bad_key", lambda: store.save(block("x", "k" * 253), "ana"))


def test_owners_that_windows_would_put_into_one_folder_are_refused_there(tmp_path, monkeypatch):
    from ablmatch.stores.backends import owner_files

    store = FileBlockStore(tmp_path)
    store.save(block("x"), "ana.")
    monkeypatch.setattr(owner_files, "_DROPS_LAST_POINT", True)
    assert "ana" not in refused("bad_key", lambda: store.load("user", "ana.", "USER"))
    refused("bad_key", lambda: FileExtractedStore(tmp_path).save(ExtractedValue("facts", "user", 1), "ana."))
    store.save(block("y"), "..")
    assert store.load("user", "..", "USER").content == "y"


def test_a_file_that_cannot_be_read_names_no_owner(tmp_path):
    store = FileBlockStore(tmp_path)
    (tmp_path / "user").mkdir()
    (tmp_path / "user" / "lena").write_text("a file where the folder of an owner should be", "utf-8")
    for call in (lambda: store.load("user", "lena", "USER"), lambda: store.save(block("x"), "lena")):
        message = refused("unavailable", call)
        assert "lena" not in message and str(tmp_path) in message


def test_defect_10_temporary_names_do_not_repeat_and_the_disk_has_the_text_first(tmp_path, monkeypatch):
    """The original named them after the process and the millisecond, so two writes at once could share one."""
    done = []
    replace, fsync = os.replace, os.fsync

    def watched_replace(source, target):
        done.append(("replace", os.path.basename(source)))
        replace(source, target)

    def watched_fsync(opened):
        done.append(("fsync", stat.S_ISDIR(os.fstat(opened).st_mode)))
        fsync(opened)

    store, values = FileBlockStore(tmp_path, clock=clock), FileExtractedStore(tmp_path / "e", clock=clock)
    store.save(block("x"), "ana")
    values.save(ExtractedValue("facts", "user", []), "ana")
    monkeypatch.setattr(os, "replace", watched_replace)
    monkeypatch.setattr(os, "fsync", watched_fsync)
    for number in range(20):
        store.save(block(f"{number}"), "ana")
        values.save(ExtractedValue("facts", "user", number), "ana")
    names = [name for what, name in done if what == "replace"]
    assert len(set(names)) == len(names) == 40
    on_posix = [("fsync", True)] if os.name == "posix" else []
    assert done == [step for name in names for step in [("fsync", False), ("replace", name), *on_posix]]
    assert [path.name for path in (tmp_path / "user" / "ana").iterdir() if path.suffix == ".tmp"] == []


# --- Redis ------------------------------------------------------------------------------------------------------


@redis
def test_blocks_lie_under_the_keys_of_the_original(medium):
    store = medium.blocks()
    owners = {
        "tenant:user": "tenant%3Auser", "maya@example.com": "maya@example.com", "google-oauth2|123": "google-oauth2|123",
        "user+tag": "user+tag", "user~1": "user~1", "100%": "100%25",
    }  # fmt: skip
    for owner in owners:
        store.save(block("x", char_limit=500), owner)
    with redis_client(medium) as client:
        expected = [f"kuralle:wm:user:{name}:USER" for name in owners.values()]
        expected += [f"kuralle:wm-index:user:{name}" for name in owners.values()]
        assert sorted(client.keys()) == sorted(expected)
        text = client.get("kuralle:wm:user:tenant%3Auser:USER")
        assert json.loads(text) == {
            "scope": "user", "key": "USER", "content": "x", "charLimit": 500, "updatedAt": NOW_TEXT
        }  # fmt: skip
        assert client.smembers("kuralle:wm-index:user:tenant%3Auser") == {"USER"}
        assert client.ttl("kuralle:wm:user:tenant%3Auser:USER") == -1
        # The index holds raw keys, and goes with the last of them.
        store.save(block("x", "a:b%"), "ana")
        assert client.smembers("kuralle:wm-index:user:ana") == {"a:b%"}
        assert client.exists("kuralle:wm:user:ana:a%3Ab%25")
        store.delete("user", "ana", "a:b%")
        assert not client.exists("kuralle:wm-index:user:ana", "kuralle:wm:user:ana:a%3Ab%25")


@redis
def test_what_the_original_wrote_to_redis_is_read_and_changed(medium):
    held = {"key": "USER", "scope": "user", "content": "- plan: Pro\n", "charLimit": 10000,
            "updatedAt": "2025-06-01T08:00:00.000Z", "later": [1]}  # fmt: skip
    with redis_client(medium) as client:
        client.set("kuralle:wm:user:tenant%3Auser:USER", json.dumps(held))
        client.sadd("kuralle:wm-index:user:tenant%3Auser", "USER")
        # One without a time: it is optional there.
        client.set("kuralle:wm:user:tenant%3Auser:OLD", '{"key":"OLD","scope":"user","content":"","charLimit":5}')
        store = medium.blocks()
        assert store.load("user", "tenant:user", "USER") == block(
            "- plan: Pro\n", char_limit=10000, updated_at="2025-06-01T08:00:00.000Z"
        )
        assert store.load("user", "tenant:user", "OLD") == block("", "OLD", char_limit=5)
        assert store.list("user", "tenant:user") == ["USER"]
        store.update("user", "tenant:user", "USER", lambda found: block(found.content + "- name: Sam\n"))
        assert json.loads(client.get("kuralle:wm:user:tenant%3Auser:USER"))["content"] == "- plan: Pro\n- name: Sam\n"


@redis
def test_another_prefix_is_another_memory(medium):
    medium.blocks(prefix="staging").save(block("x"), "ana")
    medium.extracted(prefix="staging").save(ExtractedValue("facts", "user", 1), "maya@example.com")
    with redis_client(medium) as client:
        assert sorted(client.keys()) == [
            "staging:ev:user:maya%40example.com:facts", "staging:wm-index:user:ana", "staging:wm:user:ana:USER"
        ]  # fmt: skip
    assert medium.blocks().load("user", "ana", "USER") is None
    refused("bad_key", lambda: RedisBlockStore(medium.where, prefix=""))
    refused("bad_key", lambda: RedisExtractedStore(medium.where, prefix=None))


@redis
def test_extracted_values_lie_under_the_keys_of_the_original(medium):
    store = medium.extracted()
    store.save(ExtractedValue("facts", "user", {"facts": ["a"]}), "maya@example.com")
    with redis_client(medium) as client:
        assert client.keys() == ["kuralle:ev:user:maya%40example.com:facts"]
        held = {"slug": "facts", "scope": "user", "value": {"facts": ["a"]}, "updatedAt": NOW_TEXT}
        assert json.loads(client.get("kuralle:ev:user:maya%40example.com:facts")) == held
        client.set(
            "kuralle:ev:agent:a%3Ab:facts", '{"slug": "facts", "scope": "agent", "value": null, "updatedAt": "x"}'
        )
    assert store.load("agent", "a:b", "facts") == ExtractedValue("facts", "agent", None, "x")


# --- SQL --------------------------------------------------------------------------------------------------------

TIME = {"sqlite": "TEXT NOT NULL", "postgres": "TIMESTAMPTZ NOT NULL DEFAULT now()"}
GIVEN_TIME = {"sqlite": "2025-06-01T08:00:00.000Z", "postgres": "2025-06-01 10:00:00+02"}


@sql
def test_what_the_original_wrote_to_sql_is_read_and_changed(medium):
    with Raw(medium) as run:
        run(
            "CREATE TABLE working_memory_blocks (scope TEXT NOT NULL, owner TEXT NOT NULL, key TEXT NOT NULL,"
            f" content TEXT NOT NULL, char_limit INTEGER NOT NULL, updated_at {TIME[medium.backend]},"
            " PRIMARY KEY (scope, owner, key))"
        )
        insert = "INSERT INTO working_memory_blocks VALUES (?, ?, ?, ?, ?, ?)"
        for key in ("b", "B", "a", "_"):
            run(insert, "user", "tenant:user", key, "- plan: Pro", 10_000, GIVEN_TIME[medium.backend])
    store = medium.blocks()
    assert store.load("user", "tenant:user", "a") == block(
        "- plan: Pro", "a", char_limit=10_000, updated_at="2025-06-01T08:00:00.000Z"
    )
    # Not in the order of the database's locale.
    assert store.list("user", "tenant:user") == ["B", "_", "a", "b"]
    store.update("user", "tenant:user", "a", lambda found: block(found.content + "!", "a"))
    with Raw(medium) as run:
        [row] = run("SELECT scope, owner, content, char_limit FROM working_memory_blocks WHERE key = 'a'")
        assert tuple(row) == ("user", "tenant:user", "- plan: Pro!", 10_000)


@sql
def test_blocks_lie_in_the_table_of_the_original(medium):
    store = medium.blocks()
    store.save(block("x", char_limit=7), "a:b/%")
    with Raw(medium) as run:
        [row] = run("SELECT scope, owner, key, content, char_limit FROM working_memory_blocks")
        assert tuple(row) == ("user", "a:b/%", "USER", "x", 7)
        if medium.backend == "sqlite":
            columns = [tuple(row[1:4]) for row in run("PRAGMA table_info(working_memory_blocks)")]
            assert [row[5] for row in run("PRAGMA table_info(working_memory_blocks)")] == [1, 2, 3, 0, 0, 0]
            indexes = [row[1] for row in run("PRAGMA index_list(working_memory_blocks)")]
        else:
            columns = run(
                "SELECT column_name, upper(data_type), CASE is_nullable WHEN 'NO' THEN 1 END FROM"
                " information_schema.columns WHERE table_name = 'working_memory_blocks' AND"
                " table_schema = current_schema() ORDER BY ordinal_position"
            )
            indexes = [
                row[0] for row in run("SELECT indexname FROM pg_indexes WHERE schemaname = current_schema()")
            ]  # fmt: skip
            assert run(
                "SELECT column_default FROM information_schema.columns WHERE column_name = 'updated_at'"
                " AND table_schema = current_schema()"
            ) == [("now()",)]
            assert run("SELECT updated_at FROM working_memory_blocks") == [(NOW.replace(microsecond=123_000),)]
        time = "TEXT" if medium.backend == "sqlite" else "TIMESTAMP WITH TIME ZONE"
        assert [tuple(column) for column in columns] == [
            ("scope", "TEXT", 1), ("owner", "TEXT", 1), ("key", "TEXT", 1), ("content", "TEXT", 1),
            ("char_limit", "INTEGER", 1), ("updated_at", time, 1),
        ]  # fmt: skip
        assert "working_memory_blocks_scope_owner_idx" in indexes


@sql
def test_extracted_values_lie_in_the_table_of_the_original(medium):
    store = medium.extracted()
    store.save(ExtractedValue("facts", "user", {"facts": ["a"]}), "maya@example.com")
    with Raw(medium) as run:
        [row] = run("SELECT scope, owner, slug, value FROM extracted_values")
        assert tuple(row[:3]) == ("user", "maya@example.com", "facts")
        held = {"slug": "facts", "scope": "user", "value": {"facts": ["a"]}, "updatedAt": NOW_TEXT}
        assert json.loads(row[3]) == held
        run("UPDATE extracted_values SET value = ?", json.dumps({**held, "value": "é"}, indent=1))
    assert store.load("user", "maya@example.com", "facts") == ExtractedValue("facts", "user", "é", NOW_TEXT)


@sql
@pytest.mark.parametrize("table", ["notes", "Notes_2", "select", "2024"])
def test_the_name_of_the_table_is_an_option(medium, table):
    medium.blocks(table=table).save(block("x"), "ana")
    assert medium.blocks(table=table).load("user", "ana", "USER").content == "x"
    assert medium.blocks().load("user", "ana", "USER") is None
    with Raw(medium) as run:
        # As an unquoted name is read.
        assert run(f'SELECT content FROM "{table.lower()}"') == [("x",)]  # noqa: S608 - a name of the parameters
    medium.extracted(table=f"{table}_values").save(ExtractedValue("facts", "user", 1), "ana")
    assert medium.extracted(table=f"{table}_values").load("user", "ana", "facts").value == 1


@sql
def test_defect_15_a_table_in_a_schema_has_an_index(medium):
    """The original made the point a part of the index's name, which no database takes."""
    schema = "main" if medium.backend == "sqlite" else "apart"
    with Raw(medium) as run:
        if medium.backend == "postgres":
            run("DROP SCHEMA IF EXISTS apart CASCADE")
            run("CREATE SCHEMA apart")
    store = medium.blocks(table=f"{schema}.Notes")
    store.save(block("x"), "ana")
    assert store.list("user", "ana") == ["USER"]
    assert medium.extracted(table=f"{schema}.vals").load("user", "ana", "facts") is None
    with Raw(medium) as run:
        assert run(f"SELECT content FROM {schema}.notes") == [("x",)]  # noqa: S608
        if medium.backend == "sqlite":
            indexes = [row[1] for row in run("PRAGMA index_list(notes)")]
        else:
            indexes = [row[0] for row in run("SELECT indexname FROM pg_indexes WHERE schemaname = 'apart'")]
    assert f"{schema}_notes_scope_owner_idx" in indexes


def test_a_point_is_a_part_of_the_name_in_sqlite(tmp_path):
    url = f"sqlite:///{tmp_path}/m.db"
    for table, text in (("a.b", "dotted"), ("a_b", "plain")):
        store = SqlBlockStore(url, table=table)
        store.save(block(text), "ana")
        store.close()
    for table, text in (("a.b", "dotted"), ("a_b", "plain")):
        store = SqlBlockStore(url, table=table)
        assert store.load("user", "ana", "USER").content == text
        store.close()


@pytest.mark.parametrize(
    "table", ["", "a b", 'a"b', "a;b", "a.b.c", ".a", "a.", "a-b", "a'", "é", "1.a", "x" * 64, "a\n", None]
)
def test_other_names_of_tables_are_refused(table, tmp_path):
    for dialect in (SQLITE, POSTGRES):
        refused("bad_key", lambda dialect=dialect: dialect.table(table))
    refused("bad_key", lambda: SqlBlockStore(f"sqlite:///{tmp_path}/m.db", table=table))
    refused("bad_key", lambda: SqlExtractedStore(f"sqlite:///{tmp_path}/m.db", table=table))
    assert list(tmp_path.iterdir()) == []


@sql
def test_without_migration_the_table_is_others_to_make(medium):
    store = medium.blocks(auto_migrate=False)
    refused("unavailable", lambda: store.load("user", "ana", "USER"))
    medium.blocks()
    assert store.load("user", "ana", "USER") is None


@postgres
@pytest.mark.parametrize(
    ("given", "read"),
    [
        ("2026-03-02T23:30:00+01:00", "2026-03-02T22:30:00.000Z"),
        ("20260302T223000Z", "2026-03-02T22:30:00.000Z"),
        ("2026-03-02", "2026-03-02T00:00:00.000Z"),
        ("2026-03-02T22:30:00.999999Z", "2026-03-02T22:30:00.999Z"),
        ("9999-12-31T23:59:59Z", "9999-12-31T23:59:59.000Z"),
    ],
)
def test_times_of_postgres_do_not_depend_on_its_zone(medium, given, read):
    with Raw(medium) as run:
        run("ALTER ROLE postgres SET timezone TO 'Asia/Tokyo'")
    try:
        store = medium.blocks()
        store.save(block("x", updated_at=given), "ana")
        assert store.load("user", "ana", "USER").updated_at == read
    finally:
        with Raw(medium) as run:
            run("ALTER ROLE postgres RESET timezone")
