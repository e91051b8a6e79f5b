"""The tools of a turn: search and write, one pair a store, and the working state. None takes a person.

What a tool refuses is a result that the model can act on, not an error of the call.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import replace
from datetime import UTC, datetime
from typing import Any

import msgspec

from ablmatch.memory.records.asked import SearchAsked, StatePut, ToolCalled, read_asked
from ablmatch.memory.records.caller import Caller
from ablmatch.memory.records.conversations import conversation_of, put_state
from ablmatch.memory.records.reads import search
from ablmatch.memory.records.record_memory import RecordMemory
from ablmatch.memory.records.writes import write
from ablmatch.memory.refusals import Refusal
from ablmatch.memory.request import Request
from ablmatch.memory.working_state import TOOL_NAME, TOOL_SCHEMA
from ablmatch.stores.records.errors import RecordsError
from ablmatch.stores.records.rows import Conversation

SEARCH_PREFIX = "memory_search__"
WRITE_PREFIX = "memory_write__"
_SEARCH_PARAMETERS: Mapping[str, Any] = {
    "type": "object",
    "properties": {"query": {"type": "string", "description": "What to look for, in a few words or a sentence."}},
    "required": ["query"],
    "additionalProperties": False,
}
_WRITE_PARAMETERS: Mapping[str, Any] = {
    "type": "object",
    "properties": {
        "type": {
            "type": "string",
            "description": "fact, preference, behaviour (how to act for this person), commitment, or another name",
        },
        "content": {"type": "string", "description": "One short sentence that can be understood on its own."},
        "labels": {"type": "object", "additionalProperties": {"type": "string"}},
        "confidence": {"type": "number", "minimum": 0, "maximum": 1},
        "status": {"enum": ["open", "done", "cancelled"], "description": "Of a commitment."},
        "due_at": {"type": "string", "description": "Of a commitment: a date, or the words in which it was said."},
        "owed_to": {"type": "string", "description": "Of a commitment: to whom it is owed."},
        "slot": {"type": "string", "description": "A name such as home_city where only one value is true at a time."},
    },
    "required": ["type", "content"],
    "additionalProperties": False,
}


def tool_schemas(memory: RecordMemory, caller: Caller) -> list[dict[str, Any]]:
    """The tools of a turn: those of every store of the organisation, by its id; none for writing without a rule."""
    found: list[dict[str, Any]] = []
    writes = caller.may_write_something
    for store in memory.store.tenants.stores(caller.organisation):
        found.append(
            {
                "name": SEARCH_PREFIX + store.id,
                "description": f"Search what is remembered in {store.id}: facts, preferences, promises, past sessions.",
                "parameters": _SEARCH_PARAMETERS,
            }
        )
        if writes:
            found.append(
                {
                    "name": WRITE_PREFIX + store.id,
                    "description": f"Remember one thing in {store.id} that will matter in later conversations.",
                    "parameters": _WRITE_PARAMETERS,
                }
            )
    return [*found, dict(TOOL_SCHEMA)]


def call_tool(memory: RecordMemory, caller: Caller, conversation_id: str, asked: ToolCalled) -> dict[str, Any]:
    """Carry out a tool that the model called in a turn; raises NotFound where the conversation is not the request's.

    It acts for the person of the request, else of the conversation: a call that forgot her reaches and writes no more
    than she could. What is refused is `{"error": {"code", "message"}}`.
    """
    conversation = conversation_of(memory, caller, conversation_id)
    acting = _acting(caller, conversation)
    try:
        return _called(memory, acting, conversation, asked)
    except Refusal as error:
        return _error(error.code, error.message)
    except RecordsError as error:
        return _error("conflict", f"nothing was written: {error}")


def _called(memory: RecordMemory, caller: Caller, conversation: Conversation, asked: ToolCalled) -> dict[str, Any]:
    name, arguments = asked.name, asked.arguments
    if name == TOOL_NAME:
        put = read_asked(arguments, StatePut) if "version" not in arguments else None
        if put is None:
            raise Refusal("body_invalid", "version is no argument of this tool")
        done = put_state(memory, caller, conversation.id, put)
        return {"ok": True, "version": done.version}
    for prefix, run in _TOOLS.items():
        if name.startswith(prefix):
            return run(memory, caller, name.removeprefix(prefix), arguments)
    raise Refusal("tool_unknown", "there is no such tool: call one of those that the turn gave")


def _search(memory: RecordMemory, caller: Caller, store: str, arguments: Mapping[str, Any]) -> dict[str, Any]:
    if set(arguments) != {"query"}:
        raise Refusal("body_invalid", "the search takes one argument, query")
    found = search(memory, caller, read_asked({"query": arguments["query"], "store": store}, SearchAsked))
    made: dict[str, Any] = msgspec.to_builtins(found)
    return made


def _write(memory: RecordMemory, caller: Caller, store: str, arguments: Mapping[str, Any]) -> dict[str, Any]:
    said_at = datetime.fromtimestamp(memory.clock() / 1000, UTC)
    written = write(memory, caller, arguments, source="tool", store=store, said_at=said_at)
    return {"ok": True, "id": written.id, "version": written.version, "deduped": written.deduped}


_TOOLS: Mapping[str, Callable[[RecordMemory, Caller, str, Mapping[str, Any]], dict[str, Any]]] = {
    SEARCH_PREFIX: _search,
    WRITE_PREFIX: _write,
}


def _acting(caller: Caller, conversation: Conversation) -> Caller:
    request = caller.request
    if request.subject is None and conversation.subject:
        request = Request(conversation.subject)
    return replace(caller, request=request, source="tool")


def _error(code: str, message: str) -> dict[str, Any]:
    return {"error": {"code": code, "message": message}}
