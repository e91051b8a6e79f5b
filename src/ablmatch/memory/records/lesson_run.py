"""Lessons: what a person's own alike sessions taught, asked for where an episode is newer than what is kept."""

from __future__ import annotations

from ablmatch.memory.lessons import SCHEMA, SYSTEM, lesson_prompt, lessons_due, read_lesson
from ablmatch.memory.records.caller import Caller
from ablmatch.memory.records.record_memory import Model, RecordMemory
from ablmatch.stores.records.rows import Filter, NewRecord, Record

# The newest episodes of a person that are compared with each other.
_MOST_EPISODES = 500
_PAGE = 200


def lessons_of(memory: RecordMemory, model: Model, caller: Caller, store: str) -> list[NewRecord]:
    """The lessons that are due, as the model gives them; raises ModelError, `reply_invalid`."""
    due = lessons_due(_hers(memory, caller, store, "episode"), _hers(memory, caller, store, "lesson"))
    replies = ((model(SYSTEM, lesson_prompt(group), dict(SCHEMA)), group) for group in due)
    found = (read_lesson(reply, group) for reply, group in replies)
    return [lesson for lesson in found if lesson is not None]


def _hers(memory: RecordMemory, caller: Caller, store: str, kind: str) -> list[Record]:
    asked = Filter(store=store, subject=caller.subject, types=(kind,))
    page = memory.store.records.list(caller.access, asked, limit=_PAGE)
    found = page.records
    while page.next_cursor is not None and len(found) < _MOST_EPISODES:
        page = memory.store.records.list(caller.access, asked, limit=_PAGE, cursor=page.next_cursor)
        found += page.records
    return found
