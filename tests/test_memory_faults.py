"""What goes wrong under a store of agent memory: damaged data, servers that go away, disks that are full."""

import errno
import json
import os
from pathlib import Path

import pytest

pytest.importorskip("msgspec", reason="needs msgspec, which is not installed")

from ablmatch.memory import Block, ExtractedValue, RedisBlockStore, RedisExtractedStore, SqlBlockStore
from block_stores import refused
from memory_media import ON_DISK
from test_memory_layouts import Raw, redis_client

every_medium = pytest.mark.parametrize("medium", ON_DISK, indirect=True)
servers = pytest.mark.parametrize("medium", ["postgres", "redis"], indirect=True)


def block(content, key="USER", scope="user", **fields):
    return Block(scope=scope, key=key, content=content, **fields)


def damage_block(medium, text):
    if medium.backend == "redis":
        with redis_client(medium) as client:
            client.set("kuralle:wm:user:ana:USER", text)
    elif medium.backend == "file":
        (Path(medium.where) / "user" / "ana" / "USER.md").write_bytes(text)
    else:
        with Raw(medium) as run:
            for column, value in text.items():
                run(f"UPDATE working_memory_blocks SET {column} = ?", value)  # noqa: S608 - a name of the parameters


# Deeper than any reader goes.
DEEP = "[" * 5000 + "]" * 5000
DAMAGE = {
    "file": [b"\xff secret", b"caf\xe9 secret"],
    "redis": ["", "{secret", "null", '"secret"', "[]", "{}", '{"content":"secret"}', '{"content":7,"charLimit":9}',
              '{"content":"secret","charLimit":"9"}', '{"content":"secret","charLimit":9,"later":' + DEEP + "}", '{"content":"secret","charLimit":9,"updatedAt":7}'],
    "sqlite": [{"content": b"secret"}, {"content": 7.5, "char_limit": "secret"}, {"char_limit": 1.5}, {"updated_at": b"x"}],
}  # fmt: skip


@pytest.mark.parametrize("medium", DAMAGE, indirect=True)
def test_defect_11_a_damaged_block_is_an_error_and_no_add_takes_its_place(medium):
    """The original read it as missing, so that the next `add` overwrote what could have been mended."""
    store = medium.blocks()
    called = []
    for text in DAMAGE[medium.backend]:
        store.save(block("x"), "ana")
        damage_block(medium, text)
        for call in (
            lambda: store.load("user", "ana", "USER"),
            lambda: store.read_all("user", "ana"),
            lambda: store.update("user", "ana", "USER", called.append),
        ):
            message = refused("schema", call)
            assert "USER" in message and "secret" not in message and "ana" not in message
        assert called == []
    # It is still there, still listed, and can be replaced and deleted.
    assert store.list("user", "ana") == ["USER"]
    store.save(block("mended"), "ana")
    assert store.load("user", "ana", "USER").content == "mended"
    damage_block(medium, DAMAGE[medium.backend][0])
    store.delete("user", "ana", "USER")
    assert store.load("user", "ana", "USER") is None


BAD_ROWS = [
    "",
    "{secret",
    "null",
    "[]",
    '{"slug":"facts"}',
    '{"value":1,"updatedAt":7}',
    '"secret"',
    '{"value":"\ud800"}',
    f'{{"value":{DEEP}}}',
    f'{{"later":{DEEP},"value":"secret"}}',
]


@every_medium
def test_a_damaged_value_is_an_error_that_shows_nothing_of_it(medium):
    store = medium.extracted()
    for text in BAD_ROWS:
        store.save(ExtractedValue("facts", "user", "x"), "ana")
        if medium.backend == "redis":
            with redis_client(medium) as client:
                client.set("kuralle:ev:user:ana:facts", text.encode("utf-8", "surrogatepass"))
        elif medium.backend == "file":
            path = Path(medium.where) / "user" / "ana" / "facts.json"
            path.write_bytes(text.encode("utf-8", "surrogatepass"))
        else:
            if not text.isascii():
                continue  # neither database takes it
            with Raw(medium) as run:
                run("UPDATE extracted_values SET value = ?", text)
        for call in (lambda: store.load("user", "ana", "facts"), lambda: store.read_all("user", "ana")):
            message = refused("schema", call)
            assert "facts" in message and "secret" not in message and "ana" not in message
    store.save(ExtractedValue("facts", "user", "mended"), "ana")
    assert store.load("user", "ana", "facts").value == "mended"


def test_a_value_of_sqlite_that_is_no_text_is_damaged(tmp_path):
    from memory_media import Medium

    medium = Medium("sqlite", f"sqlite:///{tmp_path}/m.db")
    store = medium.extracted()
    store.save(ExtractedValue("facts", "user", "x"), "ana")
    with Raw(medium) as run:
        run("UPDATE extracted_values SET value = ?", b"{}")
    refused("schema", lambda: store.load("user", "ana", "facts"))
    refused("schema", lambda: store.read_all("user", "ana"))
    medium.close()


@servers
def test_stores_outlive_a_restart_of_their_server(request, medium):
    server = request.getfixturevalue(f"{medium.backend}_server")
    store, values = medium.blocks(), medium.extracted()
    store.save(block("old"), "ana")
    values.save(ExtractedValue("facts", "user", "old"), "ana")
    server.stop()
    try:
        if medium.backend == "postgres":
            store._database._pool.timeout = values._database._pool.timeout = 0.3
        for call in (
            lambda: store.load("user", "ana", "USER"),
            lambda: store.save(block("new"), "ana"),
            lambda: store.list("user", "ana"),
            lambda: store.update("user", "ana", "USER", lambda found: block("new")),
            lambda: store.delete("user", "ana", "USER"),
            lambda: values.load("user", "ana", "facts"),
            lambda: values.save(ExtractedValue("facts", "user", "new"), "ana"),
        ):
            assert "ana" not in refused("unavailable", call)
    finally:
        server.start()
    if medium.backend == "postgres":
        store._database._pool.timeout = values._database._pool.timeout = 20
    assert store.update("user", "ana", "USER", lambda found: block(found.content + "+")).content == "old+"
    assert values.load("user", "ana", "facts").value == "old"


@pytest.mark.parametrize(
    ("kind", "url"),
    [(SqlBlockStore, "postgresql://u:hunter2@127.0.0.1:1/db"), (RedisBlockStore, "redis://:hunter2@127.0.0.1:1/0"),
     (RedisExtractedStore, "redis://:hunter2@127.0.0.1:1/0")],
)  # fmt: skip
def test_a_server_that_is_not_there_is_named_without_its_password(kind, url):
    pytest.importorskip("psycopg_pool" if kind is SqlBlockStore else "redis", reason="the driver is not installed")
    message = refused("unavailable", lambda: kind(url))
    assert "127.0.0.1" in message and "hunter2" not in message


@pytest.mark.parametrize("step", ["fsync", "utime", "replace"])
def test_a_disk_that_fails_leaves_the_old_file_and_no_other(medium_of_files, monkeypatch, step):
    store, values, root = medium_of_files
    store.save(block("old"), "lena")
    values.save(ExtractedValue("facts", "user", "old"), "lena")

    def fail(*arguments, **named):
        raise OSError(errno.ENOSPC, "No space left on device", "/secret/lena")

    with monkeypatch.context() as patch:
        patch.setattr(os, step, fail)
        for call in (
            lambda: store.save(block("new"), "lena"),
            lambda: store.update("user", "lena", "USER", lambda found: block("new")),
            lambda: values.save(ExtractedValue("facts", "user", "new"), "lena"),
        ):
            message = refused("unavailable", call)
            assert "no space left" in message and "lena" not in message
    assert store.load("user", "lena", "USER").content == "old"
    assert values.load("user", "lena", "facts").value == "old"
    names = sorted(path.name for path in root.rglob("*") if path.is_file())
    assert names == [".lock", "USER.md", "facts.json"]


@pytest.fixture
def medium_of_files(tmp_path):
    from ablmatch.memory import FileBlockStore, FileExtractedStore

    return FileBlockStore(tmp_path), FileExtractedStore(tmp_path), tmp_path


def test_what_was_deleted_is_nowhere_in_the_files_of_sqlite(tmp_path):
    from memory_media import Medium

    medium = Medium("sqlite", f"sqlite:///{tmp_path}/m.db")
    store, values = medium.blocks(), medium.extracted()
    store.save(block("tess.holloway " * 500), "ana")
    values.save(ExtractedValue("facts", "user", ["tess.holloway"]), "ana")
    assert b"tess.holloway" in b"".join(file.read_bytes() for file in tmp_path.iterdir())
    store.delete("user", "ana", "USER")
    values.delete("user", "ana", "facts")
    assert b"tess.holloway" not in b"".join(file.read_bytes() for file in tmp_path.iterdir())
    store.save(block("tess.holloway"), "ana")
    store.update("user", "ana", "USER", lambda _: None)
    assert b"tess.holloway" not in b"".join(file.read_bytes() for file in tmp_path.iterdir())
    medium.close()


@pytest.mark.parametrize("medium", ["redis"], indirect=True)
def test_a_list_of_redis_that_is_damaged_is_an_error(medium):
    store = medium.blocks()
    with redis_client(medium) as client:
        client.sadd("kuralle:wm-index:user:ana", b"\xff")
        refused("schema", lambda: store.list("user", "ana"))
        client.delete("kuralle:wm-index:user:ana")
        client.set("kuralle:wm-index:user:ana", json.dumps([]))
        refused("unavailable", lambda: store.list("user", "ana"))
        # What cannot be listed is not stored either.
        refused("unavailable", lambda: store.save(block("x"), "ana"))
        assert store.load("user", "ana", "USER") is None
