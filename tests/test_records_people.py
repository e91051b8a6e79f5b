"""A person as a whole: export, and an erasure after which no table, file or late worker has anything of hers."""

import sqlite3
import subprocess
import sys
from pathlib import Path

import pytest

pytest.importorskip("alembic", reason="needs alembic, which is not installed")

from ablmatch.memory import (
    Block,
    ExtractedValue,
    FileBlockStore,
    FileExtractedStore,
    SqlBlockStore,
    SqlExtractedStore,
    StoreError,
)
from ablmatch.stores.backends.sqlite_file import path_of
from ablmatch.stores.records import BlocksElsewhere, open_records
from ablmatch.stores.records.errors import Erased, LeaseLost, NotFound
from ablmatch.stores.records.rows import Access, Actor, Answer, Change, Export, Filter, Repeat
from record_parts import ANY, API, NOBODY, NOW, contents, new, of, write

CANARY = "zwartkopmees"
EVA, JAN = Actor(key_id="app", subject="eva"), Actor(key_id="app", subject="jan")
ZEROS = {
    "records", "versions", "proposals", "messages", "extraction", "pointers", "conversations", "answers", "blocks",
    "extracted_values",
}  # fmt: skip


def fill(store, subject, word):
    """Everything that may be kept of a person, with a word of hers in each of it; her queued job."""
    access, by = of(subject), Actor(key_id="app", subject=subject)
    made = [
        write(store, f"{word} {number} {kind}", subject, type=kind, labels={"a": word}, metadata={"b": word})
        for number, kind in enumerate(("fact", "behaviour", "commitment", "episode", "lesson"))
    ]
    store.records.change(access, made[0].id, Change(content=f"{word} corrected"), by)
    store.records.close(access, made[1].id, by)
    for number in range(3):
        write(store, f"{word} lives in {number}", subject, slot="home", owed_to=word)
    write(store, f"{word} for a while", subject, expires_ms=NOW + 1)
    write(store, f"all like {word} of {subject}", state="proposed", supporters=(subject,))
    write(store, f"all like tea of {subject}", state="proposed", supporters=(subject, "others"))
    write(store, f"{word} proposed", subject, state="proposed")
    repeat = Repeat("k", "h", lambda written: Answer(201, written.record.content.encode()))
    store.records.write_once(access, new(f"{word} once", subject), by, repeat)
    talk = store.conversations.create("default", key_id="app", subject=subject)
    for number in range(3):
        store.conversations.add_message("default", talk.id, subject, role="user", text=f"{word} said {number}")
    store.conversations.set_working_state("default", talk.id, subject, {"goal": word})
    store.conversations.set_summary("default", talk.id, subject, f"{word} in short", 2, previous_until=0)
    store.queue.put("default", "notes", talk.id, settle=True)
    return talk


@pytest.fixture
def full(records, records_url):
    """A store with all that is kept of eva, jan and nobody, blocks and extracted values among it."""
    blocks, values = SqlBlockStore(records_url), SqlExtractedStore(records_url)
    for owner in ("eva", "jan"):
        for scope in ("user", "shared", "agent"):
            word = CANARY if owner == "eva" and scope != "agent" else "merel"
            blocks.save(Block(scope=scope, key="USER", content=word), owner)
            values.save(ExtractedValue(slug="facts", scope=scope, value=[word]), owner)
    with records.transaction():
        records.talks = {"eva": fill(records, "eva", CANARY), "jan": fill(records, "jan", "merel")}
    with records.transaction():
        for number in range(30):
            write(records, f"closing time {number}", labels={"audience": "everyone"})
    records.blocks, records.values = blocks, values
    yield records
    blocks.close()
    values.close()


def left(store, url):
    """Everything readable that the database holds: of SQLite its files, of PostgreSQL the rows of all its tables."""
    if url.startswith("sqlite"):
        path = Path(path_of(url)[0])
        return b"".join(path.with_name(path.name + end).read_bytes() for end in ("", "-wal")).decode("latin-1")
    import psycopg

    with psycopg.connect(url) as connection:
        tables = connection.execute("SELECT tablename FROM pg_tables WHERE schemaname = current_schema()").fetchall()
        return repr([connection.execute(f"TABLE {name}".encode()).fetchall() for (name,) in tables])


def all_of_others(store):
    """What must stay as it is."""
    return (
        [
            contents(store.records.list(NOBODY, Filter(subject=subject, closed="any"), limit=99))
            for subject in ("", "jan")
        ],
        store.people.export(NOBODY, "jan"),
        store.conversations.messages("default", store.talks["jan"].id, "jan"),
        [
            store.blocks.load(scope, owner, "USER")
            for scope, owner in (("user", "jan"), ("shared", "jan"), ("agent", "eva"))
        ],
        [store.values.load(scope, owner, "facts") for scope, owner in (("user", "jan"), ("agent", "eva"))],
    )


def test_after_an_erasure_nothing_holds_a_word_of_hers_and_others_keep_all(full, records_url):
    assert CANARY in left(full, records_url)
    before, generation = all_of_others(full), full.people.generation("default", "eva")
    [job] = [job for job in full.queue.lease(lease_ms=1000, limit=9) if job.subject == "eva"]
    erasure = full.people.erase("default", "eva", API)
    assert erasure.settled
    assert erasure.counts == {
        "records": 11,
        "versions": 1,
        "proposals": 1,
        "messages": 3,
        "extraction": 1,
        "pointers": 0,
        "conversations": 1,
        "answers": 1,
        "blocks": 2,
        "extracted_values": 2,
    }
    assert CANARY not in left(full, records_url).lower()
    assert all_of_others(full) == before
    assert full.records.search(NOBODY, ANY, f"{CANARY} all like", limit=9) == []
    review = contents(full.records.list(NOBODY, Filter(state="proposed"), limit=99))
    assert f"all like {CANARY} of eva" not in review
    assert {"all like tea of eva", "all like tea of jan", "all like merel of jan"} <= set(review)
    assert full.people.export(NOBODY, "eva") == Export([], [], [], [])
    # Late work fails and writes nothing.
    with pytest.raises(LeaseLost), full.queue.holding(job):
        write(full, f"{CANARY} late", "eva")
    with pytest.raises(LeaseLost):
        full.queue.finish(job, mined=3)
    with pytest.raises(Erased), full.transaction():
        full.people.guard("default", "eva", generation)
    with pytest.raises(NotFound):
        full.conversations.add_message("default", full.talks["eva"].id, "eva", role="user", text=CANARY)
    full.queue.put("default", "notes", full.talks["eva"].id)
    assert full.queue.pending("default", full.talks["eva"].id) == 0
    assert CANARY not in left(full, records_url).lower()


def test_an_erasure_again_or_of_an_unknown_one_counts_zeros(full):
    full.people.erase("default", "eva", API)
    again, unknown = (full.people.erase("default", subject, API) for subject in ("eva", "nobody knows"))
    assert again == unknown and again.counts == dict.fromkeys(ZEROS, 0)


def test_an_erased_id_starts_empty_and_may_write_again(full):
    full.people.erase("default", "eva", API)
    assert full.records.list(of("eva"), Filter(subject="eva"), limit=9).records == []
    made = write(full, "likes tea", "eva")
    assert full.records.read(of("eva"), made.id) == made
    generation = full.people.generation("default", "eva")
    full.people.guard("default", "eva", generation)
    full.people.erase("default", "eva", API)
    assert full.people.generation("default", "eva") == generation + 1


def test_an_erasure_in_one_organisation_leaves_the_same_id_in_another(full):
    full.tenants.set_organisation("other", {})
    full.tenants.create_store("other", "notes")
    access = Access("other", of("eva").reach)
    made = full.records.write(access, new("likes tea", "eva"), EVA).record
    assert full.people.erase("other", "eva", API).counts["records"] == 1
    assert full.records.count(of("eva"), Filter(subject="eva")) > 0
    assert full.blocks.load("user", "eva", "USER") is not None
    full.people.erase("default", "eva", API)
    assert full.records.read(access, made.id) is None


def test_the_audit_keeps_what_was_done_and_forgets_whose_it_was(full):
    full.people.erase("default", "eva", EVA)
    rows, before = [], None
    while True:
        noted = full.audit.rows("default", limit=50, before=before)
        rows += noted.rows
        before = noted.before
        if before is None:
            break
    subjects = {row.subject for row in rows}
    [unnamed] = subjects - {"", "jan"}
    assert unnamed.startswith("erased ") and (rows[0].act, rows[0].subject) == ("erase", unnamed)
    assert [row.act for row in rows if row.subject == unnamed].count("write") > 10


def test_an_erasure_of_nobody_is_refused(full):
    with pytest.raises(ValueError, match="nobody"):
        full.people.erase("default", "", API)
    assert full.records.count(NOBODY, Filter(subject="")) == 30


def test_memory_elsewhere_is_asked_first_and_its_failure_leaves_all(full, records_url):
    class Elsewhere:
        fails = True

        def erase_owner(self, organisation, owner):
            if self.fails:
                raise RuntimeError("not now")
            return {"blocks": 4, "files": 1} if (organisation, owner) == ("default", "eva") else {}

    elsewhere = Elsewhere()
    store = open_records(records_url, clock=full.clock, elsewhere=[elsewhere])
    count = store.records.count(NOBODY, Filter(subject="eva"))
    with pytest.raises(RuntimeError):
        store.people.erase("default", "eva", API)
    assert store.records.count(NOBODY, Filter(subject="eva")) == count > 0
    elsewhere.fails = False
    counts = store.people.erase("default", "eva", API).counts
    assert (counts["blocks"], counts["files"]) == (6, 1)
    store.close()


def test_blocks_in_files_go_with_the_person(full, records_url, tmp_path):
    blocks = FileBlockStore(tmp_path / "blocks")
    values = FileExtractedStore(tmp_path / "values")
    for owner in ("eva", "jan"):
        for scope in ("user", "shared", "agent"):
            blocks.save(Block(scope=scope, key="USER", content="tea"), owner)
            values.save(ExtractedValue(slug="facts", scope=scope, value=["tea"]), owner)
    store = open_records(records_url, clock=full.clock, elsewhere=[BlocksElsewhere(blocks, values)])
    assert store.people.erase("other", "eva", API).counts["blocks"] == 0
    counts = store.people.erase("default", "eva", API).counts
    assert (counts["blocks"], counts["extracted_values"]) == (4, 4)
    assert blocks.load("agent", "eva", "USER") is not None and blocks.load("user", "eva", "USER") is None
    assert values.load("shared", "eva", "facts") is None and values.load("shared", "jan", "facts") is not None
    store.close()


def test_traces_are_removed_later_where_a_reader_is_in_the_way(empty_records, tmp_path, monkeypatch):
    import shutil

    from ablmatch.stores.records import sqlite

    path = tmp_path / "records.db"
    shutil.copy(empty_records, path)
    monkeypatch.setattr(sqlite, "_TRACES_SECONDS", 0.1)
    store = open_records(f"sqlite:///{path}", clock=lambda: NOW)
    store.tenants.set_organisation("default", {})
    store.tenants.create_store("default", "notes")
    write(store, f"{CANARY} likes tea", "eva")
    reader = subprocess.Popen(
        [sys.executable, "-c", READER, str(path)], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True
    )
    assert reader.stdout.readline() == "reading\n"
    erasure = store.people.erase("default", "eva", API)
    assert not erasure.settled and erasure.counts["records"] == 1
    assert store.records.search(NOBODY, ANY, CANARY, limit=9) == []
    reader.communicate("done\n", timeout=30)
    store.purge()
    assert CANARY not in left(store, f"sqlite:///{path}").lower()
    store.close()


READER = """
import sqlite3, sys
connection = sqlite3.connect(sys.argv[1], isolation_level=None)
connection.execute("BEGIN")
connection.execute("SELECT count(*) FROM ablmatch_records").fetchall()
print("reading", flush=True)
sys.stdin.readline()
"""


@pytest.mark.parametrize("records_url", ["postgres"], indirect=True)
def test_an_erasure_vacuums_every_table_of_postgres_that_it_deletes_from_or_changes(full, records_url):
    """A dead row keeps its text on the disk until then."""
    import psycopg

    with psycopg.connect(records_url, autocommit=True) as connection:
        [(before,)] = connection.execute("SELECT clock_timestamp()").fetchall()
        assert full.people.erase("default", "eva", API).settled
        vacuumed = "SELECT relname, last_vacuum >= %s FROM pg_stat_user_tables WHERE schemaname = current_schema()"
        rows = connection.execute(vacuumed, (before,)).fetchall()
    # Of these nothing of hers is deleted or changed.
    assert {name for name, done in rows if not done} == {
        "ablmatch_agents", "ablmatch_keys", "ablmatch_memory_stores", "ablmatch_organisations",
        "ablmatch_records_version", "ablmatch_secrets", "ablmatch_tombstones",
    }  # fmt: skip


def test_an_export_has_all_that_is_kept_of_a_person_and_nothing_of_others(full):
    export = full.people.export(of("eva"), "eva")
    assert all(version.subject == "eva" for versions in export.records for version in versions)
    assert len(export.records) == 11
    assert [len(versions) for versions in export.records].count(2) == 1
    [(talk, messages)] = export.conversations
    assert talk.working_state == {"goal": CANARY} and talk.summary == f"{CANARY} in short"
    assert [message.text for message in messages] == [f"{CANARY} said {number}" for number in range(3)]


# --- Blocks and extracted values in an export -------------------------------------------------------------------


def told(export):
    """What an export says of blocks and values: scope, key or slug, text."""
    return (
        [(block.scope, block.key, block.content) for block in export.blocks],
        [(value.scope, value.slug, value.value) for value in export.extracted_values],
    )


def test_an_export_has_her_blocks_and_values_and_no_agents(full):
    for owner in ("eva", "jan"):
        for key in ("b", "Z", "é"):
            full.blocks.save(Block(scope="shared", key=key, content=f"{key} of {owner}"), owner)
            full.values.save(ExtractedValue(slug=key, scope="user", value={"of": [owner, key]}), owner)
    export = full.people.export(of("eva"), "eva")
    assert told(export) == (
        [
            ("shared", "USER", CANARY),
            ("shared", "Z", "Z of eva"),
            ("shared", "b", "b of eva"),
            ("shared", "é", "é of eva"),
            ("user", "USER", CANARY),
        ],
        [
            ("shared", "facts", [CANARY]),
            ("user", "Z", {"of": ["eva", "Z"]}),
            ("user", "b", {"of": ["eva", "b"]}),
            ("user", "facts", [CANARY]),
            ("user", "é", {"of": ["eva", "é"]}),
        ],
    )
    assert export.blocks[0] == full.blocks.load("shared", "eva", "USER")
    assert export.extracted_values[0] == full.values.load("shared", "eva", "facts")
    assert told(full.people.export(of("eva"), "eva", records_only=True)) == ([], [])
    full.tenants.set_organisation("other", {})
    assert told(full.people.export(Access("other", of("eva").reach), "eva")) == ([], [])


def test_a_store_without_tables_of_blocks_exports_none(records):
    write(records, "likes tea", "eva")
    assert told(records.people.export(of("eva"), "eva")) == ([], [])


def test_an_export_has_what_lies_elsewhere_behind_what_lies_here(full, records_url, tmp_path):
    blocks, values = FileBlockStore(tmp_path / "blocks"), FileExtractedStore(tmp_path / "values")
    for scope in ("user", "shared", "agent"):
        blocks.save(Block(scope=scope, key="USER", content="in a file"), "eva")
        values.save(ExtractedValue(slug="extra", scope=scope, value="in a file"), "eva")
    store = open_records(
        records_url, clock=full.clock, elsewhere=[BlocksElsewhere(blocks), BlocksElsewhere(None, values)]
    )
    assert told(store.people.export(of("eva"), "eva")) == (
        [
            ("shared", "USER", CANARY),
            ("shared", "USER", "in a file"),
            ("user", "USER", CANARY),
            ("user", "USER", "in a file"),
        ],
        [
            ("shared", "extra", "in a file"),
            ("shared", "facts", [CANARY]),
            ("user", "extra", "in a file"),
            ("user", "facts", [CANARY]),
        ],
    )
    assert told(store.people.export(Access("other", of("eva").reach), "eva")) == ([], [])
    store.close()


def test_an_export_fails_rather_than_leave_something_out(full, records_url, tmp_path):
    class Silent:
        def erase_owner(self, organisation, owner):
            return {}

    class NoList:
        def load(self, *place): ...
        def save(self, *place): ...
        def delete(self, *place): ...

    blocks = FileBlockStore(tmp_path)
    blocks.save(Block(scope="user", key="USER", content="x"), "eva")
    (tmp_path / "user" / "eva" / "USER.md").write_bytes(b"\xff")
    for medium, code, said in (
        (Silent(), "unavailable", "a Silent cannot tell"),
        (BlocksElsewhere(None, NoList()), "unavailable", "a NoList cannot tell"),
        (BlocksElsewhere(blocks), "schema", "USER"),
    ):
        store = open_records(records_url, clock=full.clock, elsewhere=[medium])
        with pytest.raises(StoreError, match=said) as failed:
            store.people.export(of("eva"), "eva")
        assert failed.value.code == code
        assert len(store.people.export(of("eva"), "eva", records_only=True).records) == 11
        store.close()


def test_an_export_fails_for_a_damaged_row_and_an_erasure_takes_it(full, records_url):
    damage(records_url, "UPDATE extracted_values SET value = '{\"facts\"'")
    with pytest.raises(StoreError, match="facts") as failed:
        full.people.export(of("eva"), "eva")
    assert failed.value.code == "schema" and CANARY not in str(failed.value)
    assert full.people.erase("default", "eva", API).counts["extracted_values"] == 2
    assert told(full.people.export(of("eva"), "eva")) == ([], [])


def damage(url, statement):
    """Run a statement behind the back of the stores."""
    if url.startswith("sqlite"):
        with sqlite3.connect(path_of(url)[0]) as connection:
            connection.execute(statement)
        connection.close()
        return
    import psycopg

    with psycopg.connect(url, autocommit=True) as connection:
        connection.execute(statement.encode())


def test_a_person_with_a_long_id_is_no_obstacle_to_files(full, records_url, tmp_path):
    """No folder can have her name, so that nothing of hers is in one."""
    owner = "x" * 256
    write(full, "likes tea", owner)
    files = BlocksElsewhere(FileBlockStore(tmp_path), FileExtractedStore(tmp_path))
    store = open_records(records_url, clock=full.clock, elsewhere=[files])
    assert len(store.people.export(of(owner), owner).records) == 1
    assert store.people.erase("default", owner, API).counts["records"] == 1
    store.close()
