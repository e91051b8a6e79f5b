"""A person as a whole: all that is kept of her, and erasing it."""

from __future__ import annotations

from typing import Any

from msgspec import Struct

from ablmatch.memory.policy import require_erase
from ablmatch.memory.records.caller import Caller, refusals_noted
from ablmatch.memory.records.conversations import ConversationView
from ablmatch.memory.records.record_memory import RecordMemory
from ablmatch.memory.records.views import RecordView, instant, record_view
from ablmatch.memory.refusals import Refusal
from ablmatch.memory.request import check_subject
from ablmatch.stores.records.rows import Conversation, Message


class ExportedMessage(Struct, frozen=True, kw_only=True):
    """A message as it was posted; `at` as it came with it."""

    number: int
    role: str
    text: str
    at: str | None
    created_at: str


class ExportedConversation(ConversationView, frozen=True, kw_only=True):
    """A conversation with all that is in it."""

    working_state: dict[str, Any] | None
    summary: str | None
    transcript: list[ExportedMessage]


class ExportedBlock(Struct, frozen=True, kw_only=True):
    """A block that an agent keeps about her."""

    scope: str
    key: str
    content: str
    updated_at: str | None


class ExportedValue(Struct, frozen=True, kw_only=True):
    """What an extractor drew from her conversations, any JSON."""

    scope: str
    slug: str
    value: Any
    updated_at: str | None


class ExportView(Struct, frozen=True):
    """All that is kept of a person: each record with its versions, oldest first, each conversation, and the rest.

    `blocks` and `extracted_values` are in the order of scope, then of key or slug.
    """

    records: list[list[RecordView]]
    conversations: list[ExportedConversation]
    blocks: list[ExportedBlock]
    extracted_values: list[ExportedValue]


class ErasureView(Struct, frozen=True):
    """How much of each kind was erased; `settled`: no byte of it is left in the database's files."""

    erased: dict[str, int]
    settled: bool


def export(memory: RecordMemory, caller: Caller, subject: str) -> ExportView:
    """All that is kept of a person, as far as the request reaches it; raises `subject_forbidden` for another's.

    Blocks and extracted values go with her conversations. Raises StoreError where one of them cannot be read.
    """
    check_subject(subject)
    if caller.request.subject not in {None, subject}:
        raise Refusal("subject_forbidden", "the request names another person than the one whose data it asks for")
    found = memory.store.people.export(caller.access, subject, records_only=not caller.reaches_talk_of(subject))
    now_ms = memory.clock()
    return ExportView(
        [[record_view(version, now_ms) for version in versions] for versions in found.records],
        [_exported(memory, one, messages) for one, messages in found.conversations],
        [
            ExportedBlock(scope=one.scope, key=one.key, content=one.content, updated_at=one.updated_at)
            for one in found.blocks
        ],
        [
            ExportedValue(scope=one.scope, slug=one.slug, value=one.value, updated_at=one.updated_at)
            for one in found.extracted_values
        ],
    )


def erase(memory: RecordMemory, caller: Caller, subject: str) -> ErasureView:
    """Erase a person: her records with all versions, her conversations and what was drawn from them, her blocks.

    Raises `subject_malformed`, `subject_forbidden`, `erase_denied`. Again, or for one who never was: zeros.
    """
    check_subject(subject)
    with refusals_noted(memory, caller, "erase"):
        require_erase(caller.policy, caller.request, subject)
        erased = memory.store.people.erase(caller.organisation, subject, caller.actor)
    return ErasureView(erased.counts, erased.settled)


def _exported(memory: RecordMemory, held: Conversation, messages: list[Message]) -> ExportedConversation:
    return ExportedConversation(
        id=held.id,
        agent=held.agent,
        open=held.open,
        messages=held.messages,
        pending=memory.store.queue.pending(held.organisation, held.id),
        created_at=instant(held.created_ms),
        last_at=instant(held.last_ms),
        working_state=held.working_state or None,
        summary=held.summary,
        transcript=[
            ExportedMessage(
                number=one.number, role=one.role, text=one.text, at=one.said_at, created_at=instant(one.created_ms)
            )
            for one in messages
        ],
    )
