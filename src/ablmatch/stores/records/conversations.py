"""Conversations: whose they are, their messages, working state and summary.

A request that names nobody reaches every conversation of the organisation, one that names a person her own alone;
anything else is as if it were not there.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from ablmatch.stores.records.database import Joining, Row, Transaction
from ablmatch.stores.records.errors import NotFound, VersionConflict
from ablmatch.stores.records.held import owner_lock
from ablmatch.stores.records.rows import Conversation, Message
from ablmatch.stores.records.where import Condition, conversation
from ablmatch.stores.values import decode, encode

# How long after its last message a conversation is taken as settled, where the organisation's `idle_ms` says nothing.
IDLE_MS = 30 * 60 * 1000
_FIELDS_TEXT = (
    "id organisation key_id subject agent open created_ms last_ms messages working_state working_version"
    " summary summary_until"
)
_FIELDS = _FIELDS_TEXT.split()
COLUMNS = ", ".join(f"c.{name}" for name in _FIELDS)
_ADD = (
    "INSERT INTO ablmatch_conversations (id, organisation, key_id, subject, agent, open, created_ms, last_ms, messages,"
    " working_version, summary_until) VALUES (?, ?, ?, ?, ?, 1, ?, ?, 0, 0, 0)"
)
_TOUCH = "UPDATE ablmatch_conversations SET last_ms = ?, open = 1 WHERE id = ?"
_COUNT = "UPDATE ablmatch_conversations SET last_ms = ?, open = 1, messages = messages + 1 WHERE id = ?"
_CLOSE = "UPDATE ablmatch_conversations SET open = 0 WHERE id = ?"
_SET_STATE = (
    "UPDATE ablmatch_conversations SET working_state = ?, working_version = working_version + 1"
    " WHERE id = ? AND working_version = ?"
)
_SET_SUMMARY = (
    "UPDATE ablmatch_conversations SET summary = ?, summary_until = ?"
    " WHERE id = ? AND summary_until = ? AND messages >= ?"
)
_ADD_MESSAGE = (
    "INSERT INTO ablmatch_messages (conversation_id, number, id, role, content, said_at, created_ms)"
    " VALUES (?, ?, ?, ?, ?, ?, ?)"
)
_MESSAGES = (
    "SELECT m.id, m.number, m.role, m.content, m.said_at, m.created_ms FROM ablmatch_messages m"
    " JOIN ablmatch_conversations c ON c.id = m.conversation_id"
)
_IDLE = (
    f"SELECT {COLUMNS} FROM ablmatch_conversations c"
    " WHERE c.open = 1 AND c.organisation = ? AND c.last_ms <= ? ORDER BY c.last_ms, c.id LIMIT ?"
)
_ORGANISATIONS = "SELECT id, settings FROM ablmatch_organisations ORDER BY id"
_ALL_MESSAGES = 2**31 - 1


class Conversations:
    """The conversations of a record store."""

    def __init__(self, joining: Joining, clock: Callable[[], int], new_id: Callable[[], str]) -> None:
        self._joining = joining
        self._clock = clock
        self._new_id = new_id

    def create(self, organisation: str, *, key_id: str, subject: str, agent: str | None = None) -> Conversation:
        """Begin a conversation of a person, or of nobody ("")."""
        now_ms, conversation_id = self._clock(), self._new_id()
        with self._joining.writing() as transaction:
            transaction.lock(owner_lock(organisation, subject))
            transaction.run(_ADD, (conversation_id, organisation, key_id, subject, agent, now_ms, now_ms))
            return self._found(transaction, organisation, conversation_id, subject)

    def read(self, organisation: str, conversation_id: str, subject: str) -> Conversation | None:
        """The conversation, or None where it is unknown or another's."""
        with self._joining.reading() as transaction:
            return find(transaction, organisation, conversation_id, subject)

    def touch(self, organisation: str, conversation_id: str, subject: str) -> Conversation:
        """Note that a turn is taken now, which reopens a closed conversation; raises NotFound."""
        with self._joining.writing() as transaction:
            self._held(transaction, organisation, conversation_id, subject)
            transaction.run(_TOUCH, (self._clock(), conversation_id))
            return self._found(transaction, organisation, conversation_id, subject)

    def close(self, organisation: str, conversation_id: str, subject: str) -> Conversation:
        """Settle a conversation; closing it again changes nothing; raises NotFound."""
        with self._joining.writing() as transaction:
            self._held(transaction, organisation, conversation_id, subject)
            transaction.run(_CLOSE, (conversation_id,))
            return self._found(transaction, organisation, conversation_id, subject)

    def idle(self, *, limit: int = 100) -> list[Conversation]:
        """Open conversations of all organisations whose last message is older than their idle time, oldest first."""
        now_ms = self._clock()
        found: list[Conversation] = []
        with self._joining.reading() as transaction:
            for organisation, settings in transaction.rows(_ORGANISATIONS):
                idle_ms = decode(settings, "settings").get("idle_ms", IDLE_MS)
                rows = transaction.rows(_IDLE, (organisation, now_ms - idle_ms, limit))
                found += [conversation_of(row) for row in rows]
        return sorted(found, key=lambda one: (one.last_ms, one.id))[:limit]

    # --- Messages -----------------------------------------------------------------------------------------------

    def add_message(
        self,
        organisation: str,
        conversation_id: str,
        subject: str,
        *,
        role: str,
        text: str,
        said_at: str | None = None,
    ) -> Message:
        """Add a message at the end, which reopens a closed conversation; raises NotFound."""
        now_ms, message_id = self._clock(), self._new_id()
        with self._joining.writing() as transaction:
            self._held(transaction, organisation, conversation_id, subject)
            transaction.run(_COUNT, (now_ms, conversation_id))
            number = self._found(transaction, organisation, conversation_id, subject).messages
            transaction.run(_ADD_MESSAGE, (conversation_id, number, message_id, role, text, said_at, now_ms))
        return Message(id=message_id, number=number, role=role, text=text, said_at=said_at, created_ms=now_ms)

    def messages(
        self, organisation: str, conversation_id: str, subject: str, *, after: int = 0, limit: int | None = None
    ) -> list[Message]:
        """The messages past a number, in their order; none where the conversation is unknown or another's."""
        where = conversation(organisation, subject, conversation_id)
        with self._joining.reading() as transaction:
            return _messages(transaction, where, after=after, limit=limit)

    # --- Working state and summary ------------------------------------------------------------------------------

    def set_working_state(
        self,
        organisation: str,
        conversation_id: str,
        subject: str,
        state: dict[str, Any] | None,
        *,
        version: int | None = None,
    ) -> int:
        """Replace the working state (None clears it) and give its new version.

        Raises NotFound, and VersionConflict where `version` is given and is not the current one.
        """
        with self._joining.writing() as transaction:
            current = self._held(transaction, organisation, conversation_id, subject).working_version
            text = None if state is None else encode(state, "state")
            if version not in {None, current} or not transaction.run(_SET_STATE, (text, conversation_id, current)):
                raise VersionConflict(current)
        return current + 1

    def set_summary(
        self, organisation: str, conversation_id: str, subject: str, text: str, until: int, *, previous_until: int
    ) -> bool:
        """Keep a summary of the messages up to a number; False where another summary came first.

        `previous_until` is the number up to which the summary went from which this one was made. Raises NotFound.
        """
        with self._joining.writing() as transaction:
            self._held(transaction, organisation, conversation_id, subject)
            row = (text, until, conversation_id, previous_until, until)
            return until > previous_until and transaction.run(_SET_SUMMARY, row) == 1

    # --- Parts --------------------------------------------------------------------------------------------------

    def _held(self, transaction: Transaction, organisation: str, conversation_id: str, subject: str) -> Conversation:
        """The conversation, its person held until the end of the transaction; raises NotFound."""
        found = self._found(transaction, organisation, conversation_id, subject)
        transaction.lock(owner_lock(organisation, found.subject))
        return self._found(transaction, organisation, conversation_id, subject)

    def _found(self, transaction: Transaction, organisation: str, conversation_id: str, subject: str) -> Conversation:
        found = find(transaction, organisation, conversation_id, subject)
        if found is None:
            raise NotFound("there is no such conversation")
        return found


def find(transaction: Transaction, organisation: str, conversation_id: str, subject: str) -> Conversation | None:
    """The conversation, or None where it is unknown or another's."""
    where = conversation(organisation, subject, conversation_id)
    statement = f"SELECT {COLUMNS} FROM ablmatch_conversations c WHERE {where.sql}"
    return next((conversation_of(row) for row in transaction.rows(statement, where.parameters)), None)


def messages_of(transaction: Transaction, found: Conversation) -> list[Message]:
    """The messages of a conversation that was found, in their order."""
    return _messages(transaction, conversation(found.organisation, found.subject, found.id))


def _messages(transaction: Transaction, where: Condition, *, after: int = 0, limit: int | None = None) -> list[Message]:
    statement = f"{_MESSAGES} WHERE {where.sql} AND m.number > ? ORDER BY m.number LIMIT ?"
    rows = transaction.rows(statement, (*where.parameters, after, _ALL_MESSAGES if limit is None else limit))
    names = ("id", "number", "role", "text", "said_at", "created_ms")
    return [Message(**dict(zip(names, row, strict=True))) for row in rows]


def conversation_of(row: Row) -> Conversation:
    """What a row of COLUMNS is."""
    fields: dict[str, Any] = dict(zip(_FIELDS, row, strict=True))
    state = fields["working_state"]
    fields["working_state"] = None if state is None else decode(state, "state")
    fields["open"] = bool(fields["open"])
    return Conversation(**fields)
