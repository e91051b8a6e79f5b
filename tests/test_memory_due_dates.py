"""Due dates: phrases of seven languages resolved against the time and the zone of their message; due dates as kept."""

import json
import zoneinfo
from datetime import UTC, datetime, timedelta, timezone

import pytest
from hypothesis import given
from hypothesis import strategies as st

pytest.importorskip("babel", reason="needs babel, which is not installed")

from ablmatch.memory.due_dates import due_ms, instant_ms, is_due, is_instant, is_overdue, read_zone, resolve_due
from ablmatch.memory.due_words import LANGUAGES, lexicon
from conftest import ROOT

PATH = ROOT / "tests" / "cases" / "memory" / "due_dates.jsonl"
GROUPS = [json.loads(line) for line in PATH.read_text("utf-8").splitlines()]
CASES = [
    pytest.param(group, phrase, due, id=f"{group['id']}/{phrase}")
    for group in GROUPS
    for phrase, due in group["due"].items()
]
MONDAY = datetime(2026, 3, 2, 23, 30, tzinfo=zoneinfo.ZoneInfo("Europe/Amsterdam"))


@pytest.mark.parametrize("group, phrase, due", CASES)
def test_phrase_is_resolved_against_its_message(group, phrase, due):
    zone = read_zone(group["zone"]) if group["zone"] else None
    assert resolve_due(phrase, datetime.fromisoformat(group["said"]), zone) == due


@pytest.mark.parametrize("group, phrase, due", [case for case in CASES if case.values[0]["id"] in LANGUAGES])
def test_a_phrase_of_one_language_is_not_changed_by_the_others(group, phrase, due):
    said, zone = datetime.fromisoformat(group["said"]), read_zone(group["zone"])
    assert resolve_due(phrase, said, zone, [group["id"]]) == due


def test_languages_that_disagree_cancel_each_other_out():
    assert resolve_due("mar", MONDAY, languages=["en"]) == "2026-03-31"
    assert resolve_due("mar", MONDAY, languages=["it"]) is None  # martedì and marzo are both cut to it
    assert resolve_due("mar", MONDAY) is None


def test_every_language_names_all_days_and_months():
    for language in LANGUAGES:
        marks = {mark for entry in lexicon(language).values() for row in entry for mark in row}
        assert {mark.value for mark in marks if mark.letter == "W"} == set(range(7))
        assert {mark.value for mark in marks if mark.letter == "M"} == set(range(1, 13))
        assert {mark.letter for mark in marks} >= set("NdUHntieplf")


def test_a_message_without_offset_is_refused():
    with pytest.raises(ValueError, match="offset"):
        resolve_due("Thursday", datetime(2026, 3, 2))  # noqa: DTZ001 - that is the fault


@pytest.mark.parametrize(
    "name",
    ["Mars/Base", "", "../etc/passwd", "/etc/passwd", "Europe", "Europe/Amsterdam\n", "x" * 999,
     "localtime", "posixrules", "posix/Europe/Amsterdam", "right/Europe/Amsterdam", "Factory"],
)  # fmt: skip
def test_an_unknown_zone_is_refused(name):
    with pytest.raises(ValueError, match="IANA"):
        read_zone(name)


@given(st.text(max_size=200))
def test_any_text_is_read_or_not(phrase):
    found = resolve_due(phrase, MONDAY)
    assert found is None or is_due(found)


WORDS = sorted(
    {word for language in LANGUAGES for key in lexicon(language) for word in key} | {"5", "12", "25.", "2026"}
)


@given(st.lists(st.sampled_from(WORDS), max_size=40), st.integers(0, 2**33))
def test_any_row_of_known_words_is_read_or_not(words, seconds):
    said = datetime.fromtimestamp(seconds, timezone(timedelta(hours=2)))
    found = resolve_due(" ".join(words), said)
    assert found is None or is_due(found)
    assert found == resolve_due(" ".join(words), said)


@pytest.mark.parametrize("text, yes", [
    ("2026-03-05", True), ("2026-03-05T14:00Z", True), ("2026-03-05T14:00:00.5+05:30", True),
    ("2026-02-30", False), ("2026-3-5", False), ("20260305", False), ("2026-W10-4", False), ("0001-01-01", False),
    ("2026-03-05T14:00:00", False), ("2026-03-05T24:00Z", False), ("2026-03-05T14:00:00+99:00", False),
    ("2026-03-05\n", False), ("", False), ("9999-12-31", False), (20260305, False), (None, False),
])  # fmt: skip
def test_what_may_be_kept(text, yes):
    assert is_due(text) is yes
    assert is_instant(text) is (yes and "T" in text)


def test_a_date_is_over_with_its_day_and_an_instant_at_once():
    midnight = instant_ms("2026-03-06T00:00:00Z")
    assert due_ms("2026-03-05") == midnight - 1
    assert due_ms("2026-03-06T01:00:00+01:00") == midnight
    assert due_ms("1970-01-01T00:00:00.250Z") == 250
    assert datetime.fromtimestamp(due_ms("2026-03-05") / 1000, UTC).date().isoformat() == "2026-03-05"


@pytest.mark.parametrize("status, due, overdue", [
    ("open", "2026-03-05", True), ("open", "2026-03-06", False), ("open", None, False),
    ("done", "2026-03-05", False), ("cancelled", "2026-03-05", False), (None, "2026-03-05", False),
])  # fmt: skip
def test_overdue_is_open_and_past(status, due, overdue):
    assert is_overdue(status, due, instant_ms("2026-03-06T00:00:00Z")) is overdue
