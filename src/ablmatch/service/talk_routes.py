"""Turns, tools and conversations; people as a whole; subject tokens."""

from __future__ import annotations

from typing import Any

from ablmatch.memory.records import conversations, people
from ablmatch.memory.records.asked import (
    ConversationBegun,
    MessagePosted,
    StatePut,
    ToolCalled,
    TurnAsked,
    is_made_id,
)
from ablmatch.memory.records.conversations import ConversationView, MessageView, StateView
from ablmatch.memory.records.people import ErasureView, ExportView
from ablmatch.memory.records.tools import call_tool
from ablmatch.memory.records.turns import Turn, begin_turn
from ablmatch.memory.records.views import instant
from ablmatch.memory.refusals import Refusal
from ablmatch.memory.request import check_attributes, check_subject
from ablmatch.service.bodies import TokenBody, TokenMade
from ablmatch.service.calls import Call, Reply
from ablmatch.service.routes import VERSION, Parameter, Routes
from ablmatch.service.subject_tokens import read_ttl
from ablmatch.stores.records.errors import NotFound

ROUTES = Routes()
_IF_MATCH = Parameter("If-Match", VERSION, "The version that the working state must have.", "header")
_ABOUT_PERSON = ("subject_forbidden", "subject_malformed")


@ROUTES.add(
    "POST", "/turns", "Begin a turn: what it is given of memory, and its tools", by="key", body=TurnAsked,
    answers={200: Turn}, refusals=("not_found", "agent_unknown"),
)  # fmt: skip
def post_turn(call: Call) -> Reply:
    asked = call.asked(TurnAsked)
    if asked.conversation_id is not None and not is_made_id(asked.conversation_id):
        raise NotFound("there is no such conversation")
    return Reply(200, begin_turn(call.memory, call.caller, asked))


@ROUTES.add(
    "POST", "/turns/{id}/tool", "Carry out a tool that the model called; a tool's refusal is a result", by="key",
    body=ToolCalled, answers={200: dict[str, Any]}, refusals=("not_found",),
)  # fmt: skip
def post_tool(call: Call) -> Reply:
    asked = call.asked(ToolCalled)
    return Reply(200, call_tool(call.memory, call.caller, call.made_id("conversation"), asked))


@ROUTES.add(
    "POST", "/conversations", "Begin a conversation without a turn", by="key", body=ConversationBegun,
    body_optional=True, answers={201: ConversationView}, refusals=("agent_unknown",),
)  # fmt: skip
def post_conversation(call: Call) -> Reply:
    return Reply(201, conversations.begin_conversation(call.memory, call.caller, call.asked(ConversationBegun)))


@ROUTES.add(
    "GET", "/conversations/{id}", "A conversation, and whether extraction of it waits", by="key",
    answers={200: ConversationView}, refusals=("not_found",),
)  # fmt: skip
def get_conversation(call: Call) -> Reply:
    return Reply(200, conversations.read_conversation(call.memory, call.caller, call.made_id("conversation")))


@ROUTES.add(
    "POST", "/conversations/{id}/messages", "Add a message, which extraction will read", by="key", body=MessagePosted,
    answers={201: MessageView}, refusals=("not_found",),
)  # fmt: skip
def post_message(call: Call) -> Reply:
    asked = call.asked(MessagePosted)
    return Reply(201, conversations.add_message(call.memory, call.caller, call.made_id("conversation"), asked))


@ROUTES.add(
    "POST", "/conversations/{id}/close", "Settle a conversation; it is mined in the background", by="key",
    answers={202: ConversationView}, refusals=("not_found",),
)  # fmt: skip
def post_close(call: Call) -> Reply:
    return Reply(202, conversations.close(call.memory, call.caller, call.made_id("conversation")))


@ROUTES.add(
    "GET", "/conversations/{id}/working_state", "The working state", by="key",
    answers={200: StateView}, refusals=("not_found",),
)  # fmt: skip
def get_state(call: Call) -> Reply:
    held = conversations.read_state(call.memory, call.caller, call.made_id("conversation"))
    return Reply(200, held, {"ETag": f'"{held.version}"'})


@ROUTES.add(
    "PUT", "/conversations/{id}/working_state", "Replace, merge or clear the working state", by="key", body=StatePut,
    answers={200: StateView}, parameters=(_IF_MATCH,),
    refusals=("not_found", "version_conflict", "working_state_invalid", "working_state_too_large"),
)  # fmt: skip
def put_state(call: Call) -> Reply:
    asked, version = call.asked(StatePut), call.version()
    if version is not None:
        if asked.version not in {None, version}:
            raise Refusal("body_invalid", "version is not that of the header If-Match: give one of them")
        asked = StatePut(state=asked.state, version=version, merge=asked.merge)
    put = conversations.put_state(call.memory, call.caller, call.made_id("conversation"), asked)
    return Reply(200, put, {"ETag": f'"{put.version}"'})


@ROUTES.add(
    "POST", "/subject-tokens", "Make a subject token", by="key", body=TokenBody, answers={201: TokenMade},
    person_in_path=True,
)  # fmt: skip
def post_token(call: Call) -> Reply:
    if "x-core-subject-token" in call.arrived.headers:
        raise Refusal("subject_forbidden", "a request under a subject token makes no other token")
    asked = call.asked(TokenBody)
    subject = check_subject(asked.subject)
    if call.caller.request.subject not in {None, subject}:
        raise Refusal("subject_forbidden", "the request names another person than the token is for")
    attributes = check_attributes(dict(asked.attributes))
    seconds = read_ttl(asked.ttl)
    made = call.tokens.make(call.caller.organisation, subject, attributes, seconds)
    return Reply(201, TokenMade(made, instant((call.memory.clock() // 1000 + seconds) * 1000)))


@ROUTES.add(
    "GET", "/subjects/{subject}/export", "All that is kept of a person", by="key",
    answers={200: ExportView}, refusals=_ABOUT_PERSON, person_in_path=True,
)  # fmt: skip
def get_export(call: Call) -> Reply:
    return Reply(200, people.export(call.memory, call.caller, call.path("subject")))


@ROUTES.add(
    "DELETE", "/subjects/{subject}", "Erase a person", by="key",
    answers={200: ErasureView}, refusals=(*_ABOUT_PERSON, "erase_denied"), person_in_path=True,
)  # fmt: skip
def delete_subject(call: Call) -> Reply:
    return Reply(200, people.erase(call.memory, call.caller, call.path("subject")))
