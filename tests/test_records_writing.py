"""Writing records, one body for both databases: one place a text, slots, versions, repeats, proposals, expiry."""

import pytest

pytest.importorskip("alembic", reason="needs alembic, which is not installed")

from ablmatch.stores import StoreError
from ablmatch.stores.records.errors import AlreadyExists, BodyDiffers, NotFound, VersionConflict
from ablmatch.stores.records.reach import NOTHING
from ablmatch.stores.records.rows import Access, Actor, Answer, Change, Filter, Repeat
from record_parts import ANY, API, NOBODY, NOW, OPEN, contents, new, of, write

JAN = Actor(key_id="app", subject="jan")


def test_a_record_is_given_back_as_it_was_written(records):
    made = write(
        records,
        "Call the insurer",
        "jan",
        type="commitment",
        labels={"topic": "car"},
        metadata={"from": ["call"], "n": 1},
        confidence=0.845,
        status="open",
        due_at="2026-03-05",
        due_ms=NOW + 5,
        owed_to="the insurer",
        conversation_id="c1",
        expires_ms=NOW + 10,
    )
    assert records.records.read(of("jan"), made.id) == made
    assert (made.version, made.created_ms, made.updated_ms, made.valid_to_ms, made.source) == (1, NOW, NOW, None, "api")
    assert (made.confidence, made.labels, made.metadata) == (0.845, {"topic": "car"}, {"from": ["call"], "n": 1})
    assert len(made.id) == 32 and made.id != write(records, "Another", "jan").id


def test_the_same_text_is_one_record_whatever_its_case_width_and_spaces(records):
    first = write(records, "Prefers  mornings", "jan", labels={"a": "1"}, confidence=0.5)
    for text in ("prefers MORNINGS", " Prefers\nmornings ", "Ｐｒｅｆｅｒｓ mornings"):
        again = records.records.write(of("jan"), new(text, "jan", confidence=0.9), JAN)
        assert again.deduped and again.record == first
    assert records.records.count(NOBODY, ANY) == 1


def test_another_owner_type_store_or_organisation_has_a_record_of_its_own(records):
    records.tenants.create_store("default", "house")
    records.tenants.set_organisation("other", {})
    records.tenants.create_store("other", "notes")
    texts = [
        write(records, "Likes tea", "jan"),
        write(records, "Likes tea", "piet"),
        write(records, "Likes tea"),
        write(records, "Likes tea", "jan", type="preference"),
        write(records, "Likes tea", "jan", store="house"),
        records.records.write(Access("other", of("jan").reach), new("Likes tea", "jan"), JAN).record,
    ]
    assert len({record.id for record in texts}) == 6


def test_a_repeat_out_of_reach_says_so(records):
    write(records, "Gate code 4711", labels={"department": "payroll"})
    assert not records.records.write(Access("default", NOTHING), new("gate code 4711"), API).within_reach
    assert records.records.write(NOBODY, new("gate code 4711"), API).within_reach


def test_an_unknown_store_is_not_found_and_nothing_is_written(records):
    with pytest.raises(NotFound):
        write(records, "Likes tea", "jan", store="nowhere")
    assert records.audit.rows("default").rows == []


def test_a_slot_has_one_open_record_and_the_old_one_an_end(records):
    lyon = write(records, "Lives in Lyon", "jan", slot="home_city")
    records.clock.now += 5
    written = records.records.write(of("jan"), new("Lives in Ghent", "jan", slot="home_city"), JAN)
    ghent = written.record
    assert written.superseded == (lyon.id,) and not written.deduped
    assert contents(records.records.list(of("jan"), OPEN, limit=9)) == ["Lives in Ghent"]
    assert records.records.read(of("jan"), lyon.id) is None
    closed = records.records.read(of("jan"), lyon.id, asked=ANY)
    assert (closed.valid_to_ms, closed.superseded_by, closed.subject) == (NOW + 5, ghent.id, "jan")
    history = records.records.history(of("jan"), ghent.id)
    assert [(one.content, one.valid_from_ms, one.valid_to_ms) for one in history] == [
        ("Lives in Lyon", NOW, NOW + 5),
        ("Lives in Ghent", NOW + 5, None),
    ]
    assert contents(records.records.history(of("jan"), lyon.id)) == ["Lives in Lyon"]
    # Back again: what was closed stays closed.
    back = records.records.write(of("jan"), new("Lives in Lyon", "jan", slot="home_city"), JAN)
    assert back.superseded == (ghent.id,) and back.record.id != lyon.id
    assert contents(records.records.history(of("jan"), back.record.id)) == [
        "Lives in Lyon",
        "Lives in Ghent",
        "Lives in Lyon",
    ]


def test_slots_of_other_owners_and_stores_are_others(records):
    records.tenants.create_store("default", "house")
    write(records, "Lives in Lyon", "jan", slot="home_city")
    write(records, "Lives in Ghent", "piet", slot="home_city")
    write(records, "Is in Delft", slot="home_city")
    write(records, "Lives in Rome", "jan", slot="home_city", store="house")
    assert records.records.count(NOBODY, OPEN) == 4


def test_a_text_that_is_there_takes_the_slot_it_is_given(records):
    ghent = write(records, "Lives in Ghent", "jan")
    lyon = write(records, "Lives in Lyon", "jan", slot="home_city")
    again = records.records.write(of("jan"), new("lives in ghent", "jan", slot="home_city"), JAN)
    assert again.deduped and again.superseded == (lyon.id,) and again.record.id == ghent.id
    assert (again.record.slot, again.record.version) == ("home_city", 2)
    assert contents(records.records.list(of("jan"), OPEN, limit=9)) == ["Lives in Ghent"]


def test_a_second_write_of_an_identity_is_a_new_version(records):
    first = write(records, "Compared three insurers", "mia", type="episode", identity="c1")
    second = records.records.write(
        of("mia"), new("Chose an insurer", "mia", type="episode", identity="c1", confidence=0.7), JAN
    )
    other = write(records, "Chose an insurer", "mia", type="episode", identity="c2")
    assert (second.record.id, second.record.version, second.deduped) == (first.id, 2, True)
    assert (second.record.content, second.record.confidence) == ("Chose an insurer", 0.7)
    assert other.id != first.id
    assert contents(records.records.history(of("mia"), first.id)) == ["Compared three insurers", "Chose an insurer"]


def test_a_correction_keeps_id_and_owner_and_the_old_version(records):
    made = write(records, "Prefers mornings", "jan", labels={"a": "1"}, confidence=0.5)
    records.clock.now += 5
    changed = records.records.change(
        NOBODY, made.id, Change(content="Prefers evenings", labels={"b": "2"}, confidence=0.75), API, version=1
    )
    assert (changed.id, changed.subject, changed.version, changed.updated_ms) == (made.id, "jan", 2, NOW + 5)
    assert records.records.read(of("jan"), made.id) == changed
    old, current = records.records.history(of("jan"), made.id)
    assert (old.content, old.labels, old.confidence, old.version, old.valid_to_ms) == (
        "Prefers mornings",
        {"a": "1"},
        0.5,
        1,
        NOW + 5,
    )
    assert (current.content, current.version, current.valid_to_ms) == ("Prefers evenings", 2, None)
    assert records.records.search(of("jan"), OPEN, "mornings", limit=9) == []
    assert contents(records.records.search(of("jan"), OPEN, "evenings", limit=9)) == ["Prefers evenings"]
    # The old text is free again, the new one is taken.
    assert not records.records.write(of("jan"), new("Prefers mornings", "jan"), JAN).deduped
    assert records.records.write(of("jan"), new("prefers evenings", "jan"), JAN).deduped


def test_a_change_of_nothing_makes_no_version(records):
    made = write(records, "Prefers mornings", "jan")
    assert records.records.change(of("jan"), made.id, Change(content="Prefers mornings"), JAN) == made


def test_a_change_clears_what_is_set_to_none(records):
    made = write(records, "Call", "jan", type="commitment", status="open", due_at="2026-01-02", due_ms=5, owed_to="Bo")
    cleared = records.records.change(of("jan"), made.id, Change(due_at=None, due_ms=None, owed_to=None), JAN)
    assert (cleared.due_at, cleared.due_ms, cleared.owed_to, cleared.status) == (None, None, None, "open")


def test_a_stale_version_is_refused_and_changes_nothing(records):
    made = write(records, "Prefers mornings", "jan")
    changed = records.records.change(of("jan"), made.id, Change(content="Prefers evenings"), JAN, version=1)
    for act in (
        lambda: records.records.change(of("jan"), made.id, Change(content="Prefers noon"), JAN, version=1),
        lambda: records.records.delete(of("jan"), made.id, JAN, version=1),
        lambda: records.records.close(of("jan"), made.id, JAN, version=3),
    ):
        with pytest.raises(VersionConflict) as caught:
            act()
        assert caught.value.current == 2
    assert records.records.read(of("jan"), made.id) == changed


def test_a_correction_into_the_text_of_another_record_is_refused(records):
    write(records, "Likes tea", "jan")
    made = write(records, "Likes coffee", "jan")
    with pytest.raises(AlreadyExists):
        records.records.change(of("jan"), made.id, Change(content="likes  TEA"), JAN)
    assert records.records.read(of("jan"), made.id) == made


def test_what_is_out_of_reach_is_not_found_by_any_write(records):
    made = write(records, "Prefers mornings", "jan")
    for act in (
        lambda: records.records.change(of("piet"), made.id, Change(content="x"), API),
        lambda: records.records.close(of("piet"), made.id, API),
        lambda: records.records.delete(of("piet"), made.id, API),
        lambda: records.records.accept(of("piet"), made.id, API),
        lambda: records.records.accept(of("jan"), made.id, API),  # it is no proposal
        lambda: records.records.delete(of("jan"), "0" * 32, API),
        lambda: records.records.delete(of("jan"), "\0", API),
        lambda: records.records.change(of("jan"), "\ud800", Change(content="x"), API),
    ):
        with pytest.raises(NotFound):
            act()
    assert records.records.read(of("jan"), made.id) == made


def test_a_closed_record_is_found_only_where_it_is_asked_for(records):
    made = write(records, "Works at the bakery", "jan")
    closed = records.records.close(of("jan"), made.id, JAN)
    assert closed.valid_to_ms == NOW
    assert records.records.read(of("jan"), made.id) is None
    assert contents(records.records.list(of("jan"), Filter(closed="closed"), limit=9)) == ["Works at the bakery"]
    assert records.records.search(of("jan"), OPEN, "bakery", limit=9) == []
    for closed_too in ("any", "closed"):
        found = records.records.search(of("jan"), Filter(closed=closed_too), "bakery", limit=9)
        assert contents(found) == ["Works at the bakery"]
    assert contents(records.records.history(of("jan"), made.id)) == ["Works at the bakery"]
    # The text is free for a record that is true again.
    assert not records.records.write(of("jan"), new("Works at the bakery", "jan"), JAN).deduped


def test_a_deleted_record_is_gone_with_its_versions_and_what_it_superseded(records):
    write(records, "Lives in Lyon", "jan", slot="home_city")
    ghent = write(records, "Lives in Ghent", "jan", slot="home_city")
    records.records.change(of("jan"), ghent.id, Change(content="Lives in Gent"), JAN)
    kept = write(records, "Likes tea", "jan")
    records.records.delete(of("jan"), ghent.id, JAN)
    assert records.records.history(of("jan"), ghent.id) is None
    assert contents(records.records.list(of("jan"), ANY, limit=9)) == ["Likes tea"]
    assert contents(records.records.search(NOBODY, ANY, "lives lyon ghent gent tea", limit=9)) == ["Likes tea"]
    assert records.records.read(of("jan"), kept.id) == kept


def test_an_expired_record_is_nowhere_from_that_instant_on_and_makes_room(records):
    made = write(records, "Gate code 4711", "jan", expires_ms=NOW + 10, slot="gate")
    records.clock.now = NOW + 9
    assert records.records.read(of("jan"), made.id) == made
    records.clock.now = NOW + 10
    assert records.records.read(of("jan"), made.id) is None
    assert records.records.history(of("jan"), made.id) is None
    assert records.records.list(of("jan"), ANY, limit=9).records == []
    assert records.records.search(of("jan"), ANY, "gate", limit=9) == []
    assert records.records.count(NOBODY, ANY) == 0
    assert records.people.export(NOBODY, "jan").records == []
    with pytest.raises(NotFound):
        records.records.change(of("jan"), made.id, Change(expires_ms=None), JAN)
    written = records.records.write(of("jan"), new("gate code 4711", "jan", slot="gate"), JAN)
    assert not written.deduped and written.superseded == ()
    assert records.purge()["records"] == 0


def test_purging_removes_what_has_expired(records):
    made = write(records, "Gate code 4711", "jan", expires_ms=NOW + 10)
    write(records, "Likes tea", "jan", expires_ms=NOW + 11)
    records.clock.now = NOW + 10
    assert records.purge()["records"] == 1
    records.clock.now = NOW
    assert records.records.read(NOBODY, made.id) is None
    assert records.records.count(NOBODY, ANY) == 1


def test_a_record_that_would_be_expired_is_refused(records):
    with pytest.raises(StoreError, match="expired"):
        write(records, "Gate code 4711", "jan", expires_ms=NOW)


@pytest.mark.parametrize(
    "fields",
    [
        {"content": "nul \0"},
        {"content": "surrogate \ud800"},
        {"labels": {"a": "\0"}},
        {"labels": {"\0": "a"}},
        {"metadata": {"a": "\ud800"}},
        {"metadata": {"a": float("nan")}},
        {"owed_to": "\0"},
        {"slot": "\ud800"},
        {"due_ms": 2**63},
    ],
)
def test_what_no_database_keeps_is_refused_in_one_line_and_not_shown(records, fields):
    with pytest.raises(StoreError) as caught:
        write(records, "secret words", "jan", **fields)
    assert caught.value.code == "bad_value"
    assert "secret" not in str(caught.value) and "\n" not in str(caught.value)
    assert records.records.count(NOBODY, ANY) == 0


# --- Repeats ----------------------------------------------------------------------------------------------------


def answering(written):
    return Answer(200 if written.deduped else 201, written.record.id.encode())


def test_an_idempotency_key_gives_the_first_answer_again(records):
    repeat = Repeat("k1", "hash 1", answering)
    first = records.records.write_once(of("jan"), new("Likes tea", "jan"), JAN, repeat)
    assert first.status == 201
    record = records.records.read(of("jan"), first.body.decode())
    records.records.change(of("jan"), record.id, Change(content="Likes coffee"), JAN)
    assert records.records.write_once(of("jan"), new("Likes tea", "jan"), JAN, repeat) == first
    assert records.records.count(NOBODY, ANY) == 1


def test_an_idempotency_key_with_another_body_is_refused(records):
    records.records.write_once(of("jan"), new("Likes tea", "jan"), JAN, Repeat("k1", "hash 1", answering))
    with pytest.raises(BodyDiffers):
        records.records.write_once(of("jan"), new("Likes milk", "jan"), JAN, Repeat("k1", "hash 2", answering))
    assert records.records.count(NOBODY, ANY) == 1


def test_an_idempotency_key_is_of_one_key_and_one_person(records):
    repeat = Repeat("k1", "hash 1", answering)
    answers = [
        records.records.write_once(of(subject), new("Likes tea", subject), Actor(key_id=key, subject=subject), repeat)
        for key, subject in (("app", "jan"), ("app", "piet"), ("other", "jan"))
    ]
    assert [answer.status for answer in answers] == [201, 201, 200]


def test_an_answer_that_raises_leaves_nothing(records):
    def failing(written):
        raise RuntimeError("no answer")

    with pytest.raises(RuntimeError):
        records.records.write_once(of("jan"), new("Likes tea", "jan"), JAN, Repeat("k1", "h", failing))
    assert records.records.count(NOBODY, ANY) == 0


def test_an_answer_goes_with_its_record_and_after_a_day(records):
    repeat = Repeat("k1", "hash 1", answering)
    first = records.records.write_once(of("jan"), new("Likes tea", "jan"), JAN, repeat)
    records.records.delete(of("jan"), first.body.decode(), JAN)
    second = records.records.write_once(of("jan"), new("Likes tea", "jan"), JAN, repeat)
    assert second != first
    records.clock.now += 24 * 60 * 60 * 1000
    assert records.purge()["answers"] == 1


# --- Proposals --------------------------------------------------------------------------------------------------


def test_a_proposal_is_nowhere_but_in_the_review_until_it_is_accepted(records):
    made = write(records, "Claims go to finance", state="proposed", supporters=("jan", "piet"))
    review = Filter(state="proposed")
    assert records.records.read(NOBODY, made.id) is None
    assert records.records.list(NOBODY, ANY, limit=9).records == []
    assert records.records.search(NOBODY, ANY, "finance", limit=9) == []
    assert contents(records.records.list(NOBODY, review, limit=9)) == ["Claims go to finance"]
    assert contents(records.records.search(NOBODY, review, "finance", limit=9)) == ["Claims go to finance"]
    accepted = records.records.accept(NOBODY, made.id, API, version=1).record
    assert (accepted.id, accepted.state, accepted.version) == (made.id, "active", 2)
    assert contents(records.records.search(of("jan"), OPEN, "finance", limit=9)) == ["Claims go to finance"]
    assert records.records.list(NOBODY, review, limit=9).records == []


def test_a_proposal_of_what_is_there_goes_when_it_is_accepted(records):
    made = write(records, "Claims go to finance")
    proposal = write(records, "claims go to FINANCE", state="proposed")
    assert proposal.id != made.id
    accepted = records.records.accept(NOBODY, proposal.id, API)
    assert accepted.deduped and accepted.record == made
    assert records.records.list(NOBODY, Filter(state="proposed", closed="any"), limit=9).records == []


def test_an_accepted_proposal_takes_its_slot(records):
    old = write(records, "Closes at 17:00", slot="closing")
    proposal = write(records, "Closes at 18:00", slot="closing", state="proposed")
    accepted = records.records.accept(NOBODY, proposal.id, API)
    assert accepted.superseded == (old.id,) and not accepted.deduped
    assert contents(records.records.list(NOBODY, OPEN, limit=9)) == ["Closes at 18:00"]


# --- Transactions -----------------------------------------------------------------------------------------------


def test_calls_inside_a_transaction_are_stored_together_or_not_at_all(records):
    def write_and_fail():
        with records.transaction():
            write(records, "Likes tea", "jan")
            assert records.records.count(NOBODY, OPEN) == 1
            raise RuntimeError("undone")

    with pytest.raises(RuntimeError, match="undone"):
        write_and_fail()
    assert records.records.count(NOBODY, OPEN) == 0 and records.audit.rows("default").rows == []
    with records.transaction():
        made = write(records, "Likes tea", "jan")
        records.records.change(of("jan"), made.id, Change(content="Likes milk"), JAN)
    assert contents(records.records.list(NOBODY, OPEN, limit=9)) == ["Likes milk"]


def test_a_policy_may_judge_what_a_write_would_meet(records):
    tea = write(records, "Likes tea", "jan")
    lyon = write(records, "Lives in Lyon", "jan", slot="home_city")
    nobodys = Access("default", NOTHING)
    assert records.records.standing(nobodys, new("likes TEA", "jan")).twin == tea
    standing = records.records.standing(nobodys, new("Lives in Ghent", "jan", slot="home_city"))
    assert (standing.twin, standing.slot_holder) == (None, lyon)
    assert records.records.standing(nobodys, new("likes TEA", "piet")).twin is None


def test_every_write_and_refusal_is_noted_without_content(records):
    made = write(records, "Likes tea", "jan", slot="drink")
    write(records, "likes TEA", "jan")
    records.records.change(of("jan"), made.id, Change(content="Likes green tea"), JAN)
    milk = write(records, "Likes milk", "jan", slot="drink")
    records.records.delete(of("jan"), milk.id, JAN)
    records.audit.refused("default", JAN, act="write", outcome="memory_write_denied")
    noted = records.audit.rows("default", limit=4)
    more = records.audit.rows("default", limit=9, before=noted.before)
    rows = [(row.act, row.outcome, row.record_id, row.version, row.subject) for row in (*noted.rows, *more.rows)]
    assert rows == [
        ("write", "memory_write_denied", None, None, "jan"),
        ("delete", "done", made.id, 2, "jan"),
        ("delete", "done", milk.id, 1, "jan"),
        ("write", "done", milk.id, 1, "jan"),
        ("close", "done", made.id, 2, "jan"),
        ("change", "done", made.id, 2, "jan"),
        ("write", "deduped", made.id, 1, "jan"),
        ("write", "done", made.id, 1, "jan"),
    ]
    assert "tea" not in repr(noted) + repr(more) and more.before is None
    assert records.audit.rows("other").rows == []
