"""A turn: the conversation that it belongs to, what it is given of memory, and the tools that it may offer."""

from __future__ import annotations

import logging
from typing import Any

from msgspec import Struct

from ablmatch.memory.records.asked import TurnAsked
from ablmatch.memory.records.caller import Caller
from ablmatch.memory.records.conversations import conversation_of, require_agent
from ablmatch.memory.records.record_memory import RecordMemory
from ablmatch.memory.records.tools import tool_schemas
from ablmatch.memory.records.turn_block import turn_block
from ablmatch.memory.refusals import Refusal
from ablmatch.memory.summaries import render_summary
from ablmatch.memory.working_state import render_state
from ablmatch.stores.errors import StoreError
from ablmatch.stores.records.errors import RecordsError

logger = logging.getLogger("ablmatch.memory")


class ToolSchema(Struct, frozen=True):
    """A tool as models are told of it; `parameters` is a JSON Schema."""

    name: str
    description: str
    parameters: dict[str, Any]


class Turn(Struct, frozen=True, kw_only=True):
    """What a turn begins with.

    `context` is the injection block, "" without one. `sections` are the parts of a prompt, ready and fenced as data:
    the summary, the working state, the block; those that there are.
    """

    conversation_id: str
    context: str
    tools: list[str]
    tool_schemas: list[ToolSchema]
    working_state: dict[str, Any] | None
    summary: str | None
    sections: list[str]


def begin_turn(memory: RecordMemory, caller: Caller, asked: TurnAsked) -> Turn:
    """Begin a turn in a conversation, or in a new one; raises NotFound, `agent_unknown`.

    Where memory cannot be read the turn has no block, and a line of the log says so.
    """
    conversations = memory.store.conversations
    require_agent(memory, caller, asked.agent)
    if asked.conversation_id is None:
        held = conversations.create(
            caller.organisation, key_id=caller.key.id, subject=caller.subject, agent=asked.agent
        )
    else:
        with memory.store.transaction():
            conversation_of(memory, caller, asked.conversation_id)
            held = conversations.touch(caller.organisation, asked.conversation_id, caller.subject)
    context = _context(memory, caller, asked, held.agent)
    schemas = tool_schemas(memory, caller)
    parts = (render_summary(held.summary), render_state(held.working_state or {}), context)
    return Turn(
        conversation_id=held.id,
        context=context,
        tools=[schema["name"] for schema in schemas],
        tool_schemas=[ToolSchema(**schema) for schema in schemas],
        working_state=held.working_state or None,
        summary=held.summary,
        sections=[part for part in parts if part],
    )


def _context(memory: RecordMemory, caller: Caller, asked: TurnAsked, agent: str | None) -> str:
    try:
        return turn_block(memory, caller, text=asked.text, agent=agent if asked.agent is None else asked.agent)
    except (StoreError, RecordsError, Refusal, ValueError) as error:
        # Never another's block instead, and never the text of an error, which might tell of a record.
        memory.happened("turn_without_memory", 1)
        logger.error("a turn runs without memory (%s)", type(error).__name__)  # noqa: TRY400 - the text is not for logs
        return ""
