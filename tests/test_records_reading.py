"""Lists, cursors, filters and search of records, one body for both databases."""

import random

import pytest

pytest.importorskip("alembic", reason="needs alembic, which is not installed")

from ablmatch.stores.records import open_records
from ablmatch.stores.records.cursors import Place, write_cursor
from ablmatch.stores.records.errors import BadCursor
from ablmatch.stores.records.reach import Clause, Reach
from ablmatch.stores.records.rows import Access, Actor, Change, Filter
from record_parts import ANY, API, NOBODY, NOW, OPEN, contents, of, write

# --- Lists ------------------------------------------------------------------------------------------------------


def all_pages(store, access, asked, limit):
    """The records of all pages, each page but the last one full."""
    found, cursor = [], None
    while True:
        page = store.records.list(access, asked, limit=limit, cursor=cursor)
        found += page.records
        if page.next_cursor is None:
            return found
        assert len(page.records) == limit
        cursor = page.next_cursor


@pytest.mark.parametrize("access", [NOBODY, of("jan")], ids=["nobody", "jan"])
def test_a_list_goes_by_last_update_then_id_over_all_its_pages(records, access):
    rng = random.Random(7)
    for number in range(23):
        records.clock.now = NOW + rng.randrange(5)
        write(records, f"fact {number}", rng.choice(["jan", "piet", ""]))
    mine = [one for one in all_pages(records, access, OPEN, 50) if one.subject != "piet" or access is NOBODY]
    assert mine == sorted(mine, key=lambda one: (-one.updated_ms, one.id))
    for limit in (1, 2, 7, 22, 23, 24):
        assert all_pages(records, access, OPEN, limit) == mine
    assert len(mine) == records.records.count(access, OPEN) > 10


def test_a_correction_comes_first_again(records):
    first = write(records, "Likes tea", "jan")
    records.clock.now += 1
    write(records, "Likes milk", "jan")
    records.clock.now += 1
    records.records.change(of("jan"), first.id, Change(content="Likes green tea"), API)
    assert contents(records.records.list(of("jan"), OPEN, limit=9)) == ["Likes green tea", "Likes milk"]


def test_commitments_go_by_due_time_those_without_one_last(records):
    due = {"Call": NOW + 30, "Write": NOW + 10, "Pay": NOW + 20, "Think": None, "Done": NOW + 5}
    for text, due_ms in due.items():
        status = "done" if text == "Done" else "open"
        write(records, text, "jan", type="commitment", status=status, due_ms=due_ms)
    write(records, "Likes tea", "jan")
    asked = Filter(types=("commitment",))
    for limit in (1, 2, 5):
        found = [one.content for one in all_pages(records, of("jan"), asked, limit)]
        assert found == ["Done", "Write", "Pay", "Call", "Think"]
    records.clock.now = NOW + 21
    overdue = Filter(types=("commitment",), overdue=True)
    assert contents(records.records.list(of("jan"), overdue, limit=9)) == ["Write", "Pay"]
    others = Filter(types=("commitment",), overdue=False)
    assert contents(records.records.list(of("jan"), others, limit=9)) == ["Done", "Call", "Think"]
    before = Filter(types=("commitment",), due_before_ms=NOW + 20)
    assert contents(records.records.list(of("jan"), before, limit=9)) == ["Done", "Write"]
    still = Filter(types=("commitment",), statuses=("open",))
    assert contents(records.records.list(of("jan"), still, limit=9)) == ["Write", "Pay", "Call", "Think"]
    assert records.records.count(of("jan"), Filter(open_commitments=True)) == 5


def test_filters_narrow_and_never_widen(records):
    records.tenants.create_store("default", "house")
    write(records, "A", "jan", labels={"topic": "car", "urgent": "yes"})
    write(records, "B", "jan", labels={"topic": "car"}, type="preference", conversation_id="c1")
    write(records, "C", labels={"topic": "car"}, store="house")
    write(records, "D", "piet", labels={"topic": "car"})

    def listed(access, **fields):
        return sorted(contents(records.records.list(access, Filter(**fields), limit=9)))

    assert listed(of("jan")) == ["A", "B", "C"]
    assert listed(of("jan"), subject="jan") == ["A", "B"]
    assert listed(of("jan"), subject="") == ["C"]
    assert listed(of("jan"), subject="piet") == []
    assert listed(of("jan"), labels=(("subject", "piet"),)) == []
    assert listed(of("jan"), labels=(("subject", "jan"),)) == ["A", "B"]
    assert listed(of("jan"), labels=(("topic", "car"), ("urgent", "yes"))) == ["A"]
    assert listed(of("jan"), labels=(("topic", "Car"),)) == []
    assert listed(of("jan"), store="house") == ["C"]
    assert listed(of("jan"), types=("preference", "lesson")) == ["B"]
    assert listed(of("jan"), without_types=("preference", "lesson")) == ["A", "C"]
    assert listed(of("jan"), conversation_id="c1") == ["B"]
    assert listed(NOBODY) == ["A", "B", "C", "D"]
    assert listed(Access("other", NOBODY.reach)) == []


def test_a_cursor_of_another_order_or_of_nobodys_making_is_refused(records):
    for number in range(3):
        write(records, f"fact {number}", "jan")
    cursor = records.records.list(of("jan"), OPEN, limit=1).next_cursor
    with pytest.raises(BadCursor):
        records.records.list(of("jan"), Filter(types=("commitment",)), limit=1, cursor=cursor)
    nul = write_cursor(Place("updated", 1, "\0"))
    for text in ("", "x", "é", cursor[:-3], "WzFd", cursor + "!", "A" * 5000, nul):
        with pytest.raises(BadCursor):
            records.records.list(of("jan"), OPEN, limit=1, cursor=text)
    assert cursor.isascii() and "=" not in cursor


# --- Search -----------------------------------------------------------------------------------------------------


def search(store, query, access=None, asked=OPEN, limit=9, **options):
    return contents(store.records.search(access or of("jan"), asked, query, limit=limit, **options))


def test_any_word_finds_and_more_words_rank_higher(records):
    for text in ("Window seat on trains", "Opens the window at night", "Seat 12 is hers"):
        write(records, text, "jan")
        records.clock.now += 1
    assert search(records, "window seat") == ["Window seat on trains", "Seat 12 is hers", "Opens the window at night"]
    assert search(records, "SEAT, please! (window)")[0] == "Window seat on trains"
    assert search(records, "window seat", limit=1) == ["Window seat on trains"]
    assert search(records, "boat") == search(records, "") == search(records, "  ?! ") == []


@pytest.mark.parametrize(
    ("query", "text"),
    [
        ("Tee", "Trinkt nur Tee"),
        ("tea", "Drinks tea"),
        ("ORD-207", "ORD-207 kam beschädigt an"),
        ("ord-207", "ORD-207 kam beschädigt an"),
        ("ORD‐207", "ORD-207 kam beschädigt an"),
        ("207", "ORD-207 kam beschädigt an"),
        ("beschadigt", "ORD-207 kam beschädigt an"),
        ("ORD-207", "See https://shop.example/orders/ORD-207"),
        ("чай", "любит чай"),
        ("ЧАЙ", "любит чай"),
        ("東京", "東京大学で働く"),
        ("大学", "東京大学で働く"),
        ("चाय", "उसे चाय पसंद है"),
        ("jan@hof.example", "Mail to jan@hof.example, not to jan@work.example"),
        ("17:00", "The archive room closes at 17:00"),
        ("７", "Room 7"),
        ("q", "Plan Q"),
        ("the", "The archive"),
        ("hauptstrasse", "Wohnt in der Hauptstraße"),
    ],
)
def test_words_of_any_script_codes_and_short_words_find(records, query, text):
    for other in ("ORD-2070", "ORD-208 and no more", "Segelboot", "jan@work.example", "17 o'clock, or 00:17"):
        if other != text:
            write(records, other, "jan")
    write(records, text, "jan")
    found = search(records, query)
    assert found[0] == text and "Segelboot" not in found
    assert "ORD-2070" not in found


def test_codes_find_themselves_and_not_their_neighbours(records):
    for text in ("ORD-207 broke", "ORD-208 broke", "order 207"):
        write(records, text, "jan")
    assert search(records, "ORD-207") == ["ORD-207 broke"]
    write(records, "order that broke again", "jan")
    assert search(records, "ORD-207 again")[0] == "ORD-207 broke"


def test_words_that_tell_nothing_find_last_and_only_where_they_may(records):
    write(records, "The archive room closes", "jan")
    write(records, "Likes the weather warm", "jan")
    assert search(records, "what is the weather") == ["Likes the weather warm", "The archive room closes"]
    assert search(records, "what is the weather", content_words_only=True) == ["Likes the weather warm"]
    assert search(records, "the", content_words_only=True) == ["Likes the weather warm", "The archive room closes"]


def test_a_score_tells_nothing_of_the_records_of_others(records):
    write(records, "Prefers green tea", "jan")
    write(records, "Prefers mornings", "jan")
    before = records.records.search(of("jan"), OPEN, "green tea in the mornings", limit=9)
    for number in range(40):
        write(records, f"green tea {number}", "piet")
    after = records.records.search(of("jan"), OPEN, "green tea in the mornings", limit=9)
    assert before == after
    assert [0 < hit.score <= 1 for hit in after] == [True, True]
    for number in range(40):
        write(records, f"green tea {number}")
    hers = records.records.search(of("jan"), Filter(subject="jan"), "green tea in the mornings", limit=9)
    assert hers == before


def test_a_search_is_filled_from_what_is_within_reach(records):
    with records.transaction():
        for number in range(180):
            write(records, f"closing time {number}", labels={"department": "payroll" if number % 60 else "reception"})
    reach = Reach((Clause((("subject", ""),), (("department", ("reception",)),)),))
    found = search(records, "closing time", Access("default", reach), limit=3)
    assert found == ["closing time 120", "closing time 60", "closing time 0"]


def test_a_search_over_many_records_with_common_words_loses_none(records, monkeypatch):
    from ablmatch.stores.records import searching

    monkeypatch.setattr(searching, "_STEP_ROWS", 8)
    monkeypatch.setattr(searching, "_LEAST_ROWS", 2)
    monkeypatch.setattr(searching, "_CHUNK", 3)
    write(records, "both tea and milk", "jan")
    for number in range(20):
        write(records, f"tea {number}", "jan")
        write(records, f"milk {number}", "jan")
    for access in (of("jan"), NOBODY):
        everything = search(records, "tea milk", access, limit=99)
        assert len(everything) == len(set(everything)) == 41
    # A word of which not all records are read still counts for the records that another word finds.
    for number in range(20):
        write(records, f"water {number}", "jan")
    write(records, "rare water", "jan")
    assert search(records, "rare water")[0] == "rare water"


def test_a_search_over_stores_types_and_organisations_keeps_to_what_is_asked(records):
    records.tenants.create_store("default", "house")
    write(records, "tea at home", "jan", store="house")
    write(records, "tea at work", "jan", type="preference")
    assert sorted(search(records, "tea")) == ["tea at home", "tea at work"]
    assert search(records, "tea", asked=Filter(store="house")) == ["tea at home"]
    assert search(records, "tea", asked=Filter(types=("preference",))) == ["tea at work"]
    assert search(records, "tea", Access("other", NOBODY.reach)) == []


def test_a_record_is_found_as_soon_as_it_is_written_by_another_store_too(records, records_url):
    other = open_records(records_url, clock=records.clock)
    write(other, "Likes tea", "jan")
    assert search(records, "tea") == ["Likes tea"]
    other.close()


@pytest.mark.parametrize("text", ["\0", "\ud800", "a\0b"])
def test_a_question_that_no_database_could_hold_finds_nothing(records, text):
    write(records, "Likes tea", "jan")
    assert records.records.read(NOBODY, text) is None and records.records.history(NOBODY, text) is None
    for asked in (
        Filter(store=text),
        Filter(subject=text),
        Filter(types=(text,)),
        Filter(types=(text, text)),
        Filter(conversation_id=text),
        Filter(labels=(("a", text),)),
        Filter(labels=((text, "a"),)),
    ):
        assert records.records.list(NOBODY, asked, limit=9).records == []
        assert search(records, "tea", NOBODY, asked) == []
    assert search(records, text, NOBODY) == []
    assert records.records.count(NOBODY, Filter(without_types=(text,))) == 1
    assert records.records.count(Access(text, NOBODY.reach), OPEN) == 0
    tenants = records.tenants
    assert tenants.key(text) is tenants.organisation(text) is None
    assert tenants.store("default", text) is tenants.agent("default", text) is None


def test_a_text_of_thousands_of_parts_is_indexed_in_no_time(records):
    made = write(records, "1." * 1900, "jan")
    assert search(records, "1") == [made.content] and search(records, "1.1.1") == [made.content]


# --- Vectors ----------------------------------------------------------------------------------------------------


class Embedder:
    """Tells drinks from places."""

    name = "drinks and places"
    least_similarity = 0.5

    def embed(self, texts):
        meanings = {"tea": (1, 0.1), "coffee": (1, 0.2), "beverage": (1, 0), "lyon": (0, 1), "town": (0.1, 1)}

        def vector(text):
            found = [meanings.get(word, (0, 0)) for word in text.lower().split()]
            return [sum(axis) for axis in zip(*found, strict=True)]

        return [vector(text) for text in texts]


@pytest.fixture
def hybrid(records, records_url):
    opened = open_records(records_url, clock=records.clock, embedder=Embedder())
    yield opened
    opened.close()


def test_vectors_find_what_shares_no_word_and_words_still_count(hybrid):
    pytest.importorskip("numpy", reason="needs numpy, which is not installed")
    for text in ("Likes tea", "Likes coffee", "Lives in Lyon", "A beverage list"):
        write(hybrid, text, "jan")
    write(hybrid, "Likes tea too", "piet")
    assert search(hybrid, "beverage") == ["A beverage list", "Likes tea", "Likes coffee"]
    assert search(hybrid, "town") == ["Lives in Lyon"]
    assert search(hybrid, "Segelboot") == []
    hit = hybrid.records.search(of("jan"), OPEN, "beverage", limit=1)[0]
    assert hit.score == 1.0


def test_a_vector_changes_and_goes_with_its_record(hybrid):
    pytest.importorskip("numpy", reason="needs numpy, which is not installed")
    made = write(hybrid, "Likes tea", "jan")
    hybrid.records.change(of("jan"), made.id, Change(content="Lives in Lyon"), API)
    assert search(hybrid, "beverage") == [] and search(hybrid, "town") == ["Lives in Lyon"]
    hybrid.records.close(of("jan"), made.id, API)
    assert search(hybrid, "town") == [] and search(hybrid, "town", asked=ANY) == ["Lives in Lyon"]
    hybrid.records.delete(of("jan"), made.id, Actor(key_id="app"), asked=ANY)
    assert search(hybrid, "town", asked=ANY) == []
