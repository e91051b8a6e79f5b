"""The one predicate: SQL reaches exactly what the rule in memory permits, and every way to a record goes through it."""

import inspect
import random
import re
from contextlib import contextmanager

import pytest

import servers

pytest.importorskip("alembic", reason="needs alembic, which is not installed")

from hypothesis import given
from hypothesis import strategies as st

from ablmatch.stores.records import open_records
from ablmatch.stores.records.errors import NotFound
from ablmatch.stores.records.reach import EVERYTHING, NOTHING, SUBJECT, Clause, Reach
from ablmatch.stores.records.rows import Access, Actor, Change, Filter, NewRecord
from ablmatch.stores.records.store import Records
from record_parts import ANY, API, NOBODY, OPEN, Clock, contents, new, of, write

# Texts that meet in patterns, prefixes, folding, quoting, encodings or paths of JSON, and those that no database keeps.
HOSTILE = (
    "", " ", "a", "A", "a ", "á", "á", "ａ", "a%", "a_", "%", "_", "ab", "a\n", "'", "''", "' OR 1=1 --", '"', "\\",
    "?", "%s", "{}", "[]", "null", "NULL", "0", "1", "1.0", "true", "$.a", "a.b", "a/b", "a:b", "subject", "🎈", "ﬁ",
    "fi", "ß", "ss", "İ", "x" * 300,
)  # fmt: skip
UNKEPT = ("\0", "a\0b", "\ud800")
NAMES = (SUBJECT, "a", "A", "á", "%", "'", "$.a", "a.b", "department")


@pytest.fixture(scope="module")
def hostile(tmp_path_factory, postgres_or_none):
    """Two stores with the same records of hostile labels, owners and metadata; and all those records."""
    path = tmp_path_factory.mktemp("hostile") / "records.db"
    urls = [
        f"sqlite:///{path}?synchronous=normal",
        *([] if postgres_or_none is None else [servers.emptied("postgres", postgres_or_none)]),
    ]
    stores = [open_records(url, clock=Clock()) for url in urls]
    rng = random.Random(3)
    written = []
    for number in range(80):
        labels = {name: rng.choice(HOSTILE) for name in NAMES[1:] if rng.random() < 0.4}
        metadata = {name: rng.choice([*HOSTILE, 1, None, ["a"], True]) for name in NAMES if rng.random() < 0.3}
        written.append(new(f"record {number}", rng.choice(HOSTILE[:20]), labels=labels, metadata=metadata))
    for store in stores:
        store.tenants.set_organisation("hostile", {})
        store.tenants.create_store("hostile", "notes")
        with store.transaction():
            for record in written:
                store.records.write(Access("hostile", EVERYTHING), record, API)
    yield stores, written
    for store in stores:
        store.close()


@pytest.fixture(scope="module")
def postgres_or_none(request):
    """A PostgreSQL where there is one; its absence is told by the skips of the tests that are for it alone."""
    try:
        return request.getfixturevalue("postgres_server")
    except pytest.skip.Exception:
        return None


texts = st.sampled_from((*HOSTILE, *UNKEPT))
clauses = st.builds(
    Clause,
    st.lists(st.tuples(st.sampled_from((*NAMES, "\0")), texts), max_size=2).map(tuple),
    st.lists(st.tuples(st.sampled_from((*NAMES, "\ud800")), st.lists(texts, max_size=30).map(tuple)), max_size=2).map(
        tuple
    ),
)
reaches = st.builds(Reach, st.lists(clauses, max_size=4).map(tuple), st.booleans())


@given(reach=reaches, subject=st.none() | texts)
def test_sql_reaches_exactly_what_the_rule_permits(hostile, reach, subject):
    stores, written = hostile
    permitted = {one.content for one in written if reach.permits(one.view(), one.metadata)}
    wanted = {one.content for one in written if one.content in permitted and subject in {None, one.subject}}
    access, asked = Access("hostile", reach), Filter(subject=subject)
    for store in stores:
        assert set(contents(store.records.list(access, asked, limit=200))) == wanted
        assert store.records.count(access, asked) == len(wanted)
        assert set(contents(store.records.search(access, asked, "record", limit=200))) == wanted


def test_reach_takes_a_thousand_rules_and_ten_thousand_values(hostile):
    stores, written = hostile
    # SQLite refuses an expression nested a thousand deep.
    rules = Reach((*(Clause((("subject", f"none {one}"),)) for one in range(1100)), Clause((("a", "á"),))))
    values = Reach((Clause((), (("a", (*(f"none {number}" for number in range(10_000)), "á")),)),))
    wanted = sorted(one.content for one in written if one.labels.get("a") == "á")
    assert wanted
    for store in stores:
        for reach in (rules, values):
            assert sorted(contents(store.records.list(Access("hostile", reach), OPEN, limit=200))) == wanted


def test_the_examples_of_departments():
    default = Reach((Clause((("subject", "anna"),)), Clause((("subject", ""), ("audience", "everyone")))))
    anna = Reach((*default.clauses, Clause((("subject", ""),), (("department", ("payroll",)),))))
    views = {
        "everyone's": {"subject": "", "audience": "everyone"},
        "payroll's": {"subject": "", "department": "payroll"},
        "neither": {"subject": ""},
        "her own": {"subject": "anna"},
        "bob's, labelled": {"subject": "bob", "department": "payroll", "audience": "everyone"},
    }
    assert [name for name, view in views.items() if default.permits(view)] == ["everyone's", "her own"]
    assert [name for name, view in views.items() if anna.permits(view)] == ["everyone's", "payroll's", "her own"]
    assert all(EVERYTHING.permits(view) and not NOTHING.permits(view) for view in views.values())


# --- Every way to a record --------------------------------------------------------------------------------------


def refuses(act):
    with pytest.raises(NotFound):
        act()
    return True


# Each public method of `Records` with what shows that it reached nothing. A method that is missing here fails below.
PATHS = {
    "read": lambda store, access, one: store.records.read(access, one.id, asked=ANY) is None,
    "history": lambda store, access, one: store.records.history(access, one.id) is None,
    "count": lambda store, access, one: store.records.count(access, ANY) == 0,
    "list": lambda store, access, one: (
        not any(
            store.records.list(access, asked, limit=9).records
            for asked in (ANY, Filter(types=("commitment",)), Filter(subject=one.subject), Filter(state="proposed"))
        )
    ),
    "search": lambda store, access, one: (
        not any(
            store.records.search(access, asked, one.content, limit=9)
            for asked in (ANY, Filter(subject=one.subject), Filter(types=("fact",)), Filter(state="proposed"))
        )
    ),
    "change": lambda store, access, one: refuses(
        lambda: store.records.change(access, one.id, Change(content="x"), API)
    ),
    "close": lambda store, access, one: refuses(lambda: store.records.close(access, one.id, API)),
    "delete": lambda store, access, one: refuses(lambda: store.records.delete(access, one.id, API)),
    "accept": lambda store, access, one: refuses(lambda: store.records.accept(access, one.id, API)),
    # A write shows what it met only to those who reach it.
    "write": lambda store, access, one: (
        not store.records.write(
            Access(one.organisation, access.reach), NewRecord(store="notes", type=one.type, content=one.content), API
        ).within_reach
    ),
}
# They take an access for its organisation, or are those above in another dress.
OTHERS = {"standing", "write_once"}


def public_methods():
    return {name for name, _ in inspect.getmembers(Records, inspect.isfunction) if not name.startswith("_")}


def test_every_method_of_records_is_among_the_paths():
    assert public_methods() == set(PATHS) | OTHERS
    for name in public_methods():
        assert "access" in inspect.signature(getattr(Records, name)).parameters, name


def test_no_way_leads_to_the_record_of_another(records):
    made = write(records, "gate code 4711", "jan")
    for path in set(PATHS) - {"write"}:
        assert PATHS[path](records, of("piet"), made), path


@pytest.mark.parametrize("path", sorted(PATHS))
def test_no_way_leads_past_the_reach(records, path):
    records.tenants.set_organisation("other", {})
    records.tenants.create_store("other", "notes")
    shared = write(records, "gate code 4711", labels={"department": "payroll"})
    narrow = [
        Access("default", NOTHING),
        Access("default", Reach((Clause((("subject", "piet"),)),))),
        Access("default", Reach((Clause((("subject", ""),), (("department", ("reception",)),)),))),
        Access("default", Reach((Clause((("department", "Payroll"),)),))),
    ]
    for access in narrow:
        assert PATHS[path](records, access, shared), access
    if path != "write":
        assert PATHS[path](records, Access("other", EVERYTHING), shared)
    assert records.records.read(NOBODY, shared.id) == shared
    # The same ways do lead to it for those who reach it, so the answers above are not those of a broken way.
    if path in {"read", "history", "count", "list", "search", "write"}:
        assert not PATHS[path](records, NOBODY, shared)


def test_the_export_of_a_person_goes_through_the_reach(records):
    made = write(records, "gate code 4711", "jan")
    assert records.people.export(of("jan"), "jan").records == [[made]]
    for access in (Access("default", NOTHING), of("piet"), Access("other", EVERYTHING)):
        assert records.people.export(access, "jan").records == []


def test_no_other_part_speaks_to_the_tables(root):
    package = root / "src" / "ablmatch"
    speaking = {
        path.relative_to(package).parts[:2] for path in package.rglob("*.py") if TABLES.search(path.read_text())
    }
    assert speaking == {("stores", "records")}


TABLES = re.compile(r"\bablmatch_(records?|record_\w+|conversations|messages|extract\w+|answers|tombstones)\b")

# What reads or changes records without the predicate, and why it may.
EXEMPT = {
    r"SELECT r\..* WHERE r\.same_key = \? AND r\.valid_to_ms IS NULL": "a write finds its place; shown by within_reach",
    r"SELECT r\..* WHERE r\.slot_key = \? AND r\.valid_to_ms IS NULL": "the same for a slot",
    r"(UPDATE|DELETE FROM) ablmatch_records .*WHERE number = \?": "what was found under the predicate and is held",
    r"INSERT INTO ablmatch_record_versions .* FROM ablmatch_records WHERE number = \?": "the same",
    r"INSERT INTO ablmatch_records ": "a new record",
    r"WITH RECURSIVE": "walks ids; what it gives is joined with the predicate",
}


def test_every_statement_on_records_holds_the_predicate(records, monkeypatch):
    marked = Access("default", Reach((Clause((("mark", "the reach"),)), Clause())))
    seen = []
    database = records._joining.database

    @contextmanager
    def spied(begin):
        with begin() as transaction:
            run, rows = transaction.run, transaction.rows
            transaction.run = lambda statement, parameters=(): (
                seen.append((statement, parameters)) or run(statement, parameters)
            )
            transaction.rows = lambda statement, parameters=(): (
                seen.append((statement, parameters)) or rows(statement, parameters)
            )
            yield transaction

    reading, writing = database.reading, database.writing
    monkeypatch.setattr(database, "reading", lambda: spied(reading))
    monkeypatch.setattr(database, "writing", lambda: spied(writing))
    made = records.records.write(marked, new("gate code", "jan", slot="gate"), API).record
    records.records.write(marked, new("gate code 2", "jan", slot="gate"), API)
    records.records.write(marked, new("Gate code 2", "jan"), API)
    for asked in (OPEN, ANY, Filter(types=("commitment",)), Filter(store="notes", subject="jan")):
        records.records.list(marked, asked, limit=9)
        records.records.search(marked, asked, "gate the", limit=9)
        records.records.count(marked, asked)
        records.records.read(marked, made.id, asked=asked)
    records.records.history(marked, made.id)
    records.people.export(marked, "jan")
    one = records.records.write(marked, new("closing time", "jan"), API).record
    records.records.change(marked, one.id, Change(content="opening time"), API)
    records.records.close(marked, one.id, API)
    proposal = records.records.write(marked, new("claims", state="proposed"), API).record
    records.records.accept(marked, proposal.id, API)
    records.records.delete(marked, proposal.id, Actor(key_id="app"))
    on_records = [(text, values) for text, values in seen if re.search(r"\bablmatch_records\b", text)]
    assert len(on_records) > 40
    for statement, values in on_records:
        if "the reach" in values and "r.organisation = ?" in statement and "r.expires_ms > ?" in statement:
            continue
        assert any(re.match(pattern, statement) for pattern in EXEMPT), statement
        assert not statement.startswith("WITH RECURSIVE"), statement
