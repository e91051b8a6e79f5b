"""Rows of records for tests of the logic above the store: what a row holds unless a test says otherwise."""

import itertools

from ablmatch.stores.records.rows import Hit, Record

_numbers = itertools.count(1)


def record(content="x", **fields):
    """A stored record; `subject` "" is shared."""
    number = next(_numbers)
    held = {
        "id": f"r{number:06}", "organisation": "default", "store": "notes", "type": "fact", "content": content,
        "subject": "", "labels": {}, "metadata": {}, "confidence": 1.0, "status": None, "due_at": None, "due_ms": None,
        "owed_to": None, "slot": None, "state": "active", "source": "api", "conversation_id": None, "created_ms": number,
        "updated_ms": number, "version": 1, "valid_from_ms": number, "valid_to_ms": None, "superseded_by": None,
        "expires_ms": None,
    }  # fmt: skip
    return Record(**{**held, **fields})


def hit(content="x", score=0.5, **fields):
    """A found record."""
    return Hit(record(content, **fields), score)
