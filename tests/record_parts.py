"""What tests of record stores are made of: a clock that stands still, people, and what they may reach."""

from ablmatch.stores.records.reach import EVERYTHING, Clause, Reach
from ablmatch.stores.records.rows import Access, Actor, Filter, NewRecord

NOW = 1_767_225_600_000
NOBODY = Access("default", EVERYTHING)
API = Actor(key_id="app")
OPEN, ANY = Filter(), Filter(closed="any")


class Clock:
    """Stands still unless it is moved; `now` is in milliseconds."""

    def __init__(self):
        self.now = NOW

    def __call__(self):
        return self.now


def of(subject):
    """What a person reaches under the default rules: her own records and the shared ones."""
    return Access("default", Reach((Clause((("subject", subject),)), Clause((("subject", ""),)))))


def new(content, subject="", /, **fields):
    """A record about to be written."""
    return NewRecord(**{"store": "notes", "type": "fact", "content": content, "subject": subject, **fields})


def write(into, content, subject="", /, **fields):
    """Write a record as a person would, and give it."""
    by = Actor(key_id="app", subject=subject)
    return into.records.write(of(subject) if subject else NOBODY, new(content, subject, **fields), by).record


def contents(found):
    """The texts of records, hits or a page, in their order."""
    rows = getattr(found, "records", found)
    return [getattr(row, "record", row).content for row in rows]
