"""Conversations as callers use them: begun, added to, closed; and what of them waits to be mined."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from msgspec import Struct

from ablmatch.memory.due_dates import read_said_at
from ablmatch.memory.mining_scope import is_enough, is_minable
from ablmatch.memory.records.asked import ConversationBegun, MessagePosted, StatePut
from ablmatch.memory.records.caller import Caller
from ablmatch.memory.records.record_memory import RecordMemory
from ablmatch.memory.records.views import instant
from ablmatch.memory.refusals import Refusal
from ablmatch.memory.settings import Extraction, read_settings
from ablmatch.memory.summaries import is_long
from ablmatch.memory.working_state import updated_state
from ablmatch.stores.errors import shown
from ablmatch.stores.records.errors import NotFound
from ablmatch.stores.records.rows import Conversation, Message

# In the queue, the entry of a summary stands where the store of an extraction does; no store has this id.
SUMMARY = ""
# So many messages are read at once.
_PAGE = 50


class ConversationView(Struct, frozen=True, kw_only=True):
    """A conversation. `pending`: how many extractions and summaries of it wait or run."""

    id: str
    agent: str | None
    open: bool
    messages: int
    pending: int
    created_at: str
    last_at: str


class MessageView(Struct, frozen=True, kw_only=True):
    """A message that was added; `number` counts from 1."""

    id: str
    conversation_id: str
    number: int
    role: str
    created_at: str


class StateView(Struct, frozen=True, kw_only=True):
    """A working state, null where it is empty; its version grows with every write."""

    state: dict[str, Any] | None
    version: int


def begin_conversation(memory: RecordMemory, caller: Caller, asked: ConversationBegun) -> ConversationView:
    """Begin a conversation of the person, or of nobody; raises `agent_unknown`."""
    require_agent(memory, caller, asked.agent)
    made = memory.store.conversations.create(
        caller.organisation, key_id=caller.key.id, subject=caller.subject, agent=asked.agent
    )
    return _view(memory, made)


def read_conversation(memory: RecordMemory, caller: Caller, conversation_id: str) -> ConversationView:
    """The conversation; raises NotFound where it is unknown or another's."""
    return _view(memory, conversation_of(memory, caller, conversation_id))


def add_message(memory: RecordMemory, caller: Caller, conversation_id: str, asked: MessagePosted) -> MessageView:
    """Add a message, which reopens a closed conversation; raises NotFound, `body_invalid`."""
    if asked.at is not None:
        try:
            read_said_at(asked.at)
        except ValueError as error:
            raise Refusal("body_invalid", str(error)) from None
    with memory.store.transaction():
        conversation_of(memory, caller, conversation_id)
        added = memory.store.conversations.add_message(
            caller.organisation, conversation_id, caller.subject, role=asked.role, text=asked.text, said_at=asked.at
        )
        waiting = _put_due(memory, conversation_of(memory, caller, conversation_id))
    if waiting:
        memory.wake()
    return MessageView(
        id=added.id,
        conversation_id=conversation_id,
        number=added.number,
        role=added.role,
        created_at=instant(added.created_ms),
    )


def close(memory: RecordMemory, caller: Caller, conversation_id: str) -> ConversationView:
    """Settle a conversation: all of it that is not yet mined will be, in the background; raises NotFound."""
    with memory.store.transaction():
        conversation_of(memory, caller, conversation_id)
        closed = memory.store.conversations.close(caller.organisation, conversation_id, caller.subject)
        put_settled(memory, closed)
    memory.wake()
    return _view(memory, closed)


def put_settled(memory: RecordMemory, conversation: Conversation) -> None:
    """Ask that a conversation whose session is over be mined for every store that mines it."""
    for store, switch in _switches(memory, conversation.organisation):
        if is_minable(switch, conversation):
            memory.store.queue.put(conversation.organisation, store, conversation.id, settle=True)


def read_state(memory: RecordMemory, caller: Caller, conversation_id: str) -> StateView:
    """The working state; raises NotFound."""
    held = conversation_of(memory, caller, conversation_id)
    return StateView(state=held.working_state or None, version=held.working_version)


def put_state(memory: RecordMemory, caller: Caller, conversation_id: str, asked: StatePut) -> StateView:
    """Replace, merge or clear the working state.

    Raises NotFound, VersionConflict, `working_state_invalid`, `working_state_too_large`; then the old one stays.
    """
    with memory.store.transaction():
        held = conversation_of(memory, caller, conversation_id)
        state = updated_state(held.working_state or {}, asked.state, merge=asked.merge)
        version = memory.store.conversations.set_working_state(
            caller.organisation, conversation_id, caller.subject, state or None, version=asked.version
        )
    return StateView(state=state or None, version=version)


def conversation_of(memory: RecordMemory, caller: Caller, conversation_id: str) -> Conversation:
    """The conversation, within what the request reaches; raises NotFound."""
    held = memory.store.conversations.read(caller.organisation, conversation_id, caller.subject)
    if held is None or not caller.reaches_talk_of(held.subject):
        raise NotFound("there is no such conversation")
    return held


def require_agent(memory: RecordMemory, caller: Caller, agent: str | None) -> None:
    """Raise `agent_unknown` for an agent that the organisation does not have."""
    if agent is not None and memory.store.tenants.agent(caller.organisation, agent) is None:
        raise Refusal("agent_unknown", f"there is no agent {shown(agent)}: make it with PUT /agents/ID")


def _put_due(memory: RecordMemory, conversation: Conversation) -> bool:
    """Put into the queue what has become due by a message: a summary, and extraction where much was said."""
    waiting = False
    if is_long(_messages(memory, conversation, conversation.summary_until), count=memory.count):
        memory.store.queue.put(conversation.organisation, SUMMARY, conversation.id)
        waiting = True
    for store, switch in _switches(memory, conversation.organisation):
        if not is_minable(switch, conversation):
            continue
        mined = memory.store.queue.mined(conversation.organisation, store, conversation.id)
        if is_enough(_messages(memory, conversation, mined), settle=False, count=memory.count):
            memory.store.queue.put(conversation.organisation, store, conversation.id)
            waiting = True
    return waiting


def _messages(memory: RecordMemory, conversation: Conversation, after: int) -> Iterator[Message]:
    """The messages past a number, read as they are asked for: what waits to be mined may be a long conversation."""
    while True:
        found = memory.store.conversations.messages(
            conversation.organisation, conversation.id, conversation.subject, after=after, limit=_PAGE
        )
        yield from found
        if len(found) < _PAGE:
            return
        after = found[-1].number


def _switches(memory: RecordMemory, organisation: str) -> list[tuple[str, Extraction]]:
    stores = memory.store.tenants.stores(organisation)
    return [(store.id, read_settings(store.extraction, Extraction)) for store in stores]


def _view(memory: RecordMemory, held: Conversation) -> ConversationView:
    return ConversationView(
        id=held.id,
        agent=held.agent,
        open=held.open,
        messages=held.messages,
        pending=memory.store.queue.pending(held.organisation, held.id),
        created_at=instant(held.created_ms),
        last_at=instant(held.last_ms),
    )
