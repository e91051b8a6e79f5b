"""Rows of the record store for tests of the logic above the store: what a row holds unless a test says otherwise."""

import itertools

from ablmatch.stores.records.rows import Conversation, Hit, Message, Record

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


def message(text="x", role="user", **fields):
    """A posted message; ids count on as numbers do."""
    number = fields.pop("number", next(_numbers))
    return Message(
        **{"id": f"m{number}", "number": number, "role": role, "text": text, "said_at": None, "created_ms": 0, **fields}
    )


def conversation(subject="mia", **fields):
    """A conversation of a person; `subject` "" is nobody's."""
    held = {
        "id": "c1", "organisation": "default", "key_id": "app", "subject": subject, "agent": None, "open": True, "created_ms": 0,
        "last_ms": 0, "messages": 0, "working_state": None, "working_version": 0, "summary": None, "summary_until": 0,
    }  # fmt: skip
    return Conversation(**{**held, **fields})
