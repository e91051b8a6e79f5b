"""What callers ask in bodies that are no record: turns, messages, searches, tools, working states."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from typing import Annotated, Any, Literal, TypeVar

import msgspec
from msgspec import Meta, Struct

from ablmatch.memory.due_dates import due_ms, is_due
from ablmatch.memory.record_fields import NAME, STATUSES
from ablmatch.memory.records.record_memory import RecordMemory
from ablmatch.memory.refusals import Refusal, one_line
from ablmatch.memory.settings import Id, TypeNames
from ablmatch.memory.vocabulary import LABEL, is_label_value
from ablmatch.stores.errors import shown
from ablmatch.stores.records.rows import Filter, State, Status
from ablmatch.stores.values import is_text

LONGEST_TEXT = 100_000
MOST_FOUND = 50
MOST_LISTED = 200
_ID = re.compile(r"[a-z0-9][a-z0-9_-]{0,63}")
# Ids that the store makes: 128 random bits.
_MADE_ID = re.compile(r"[0-9a-f]{32}")
_MOST_LABELS = 32

Text = Annotated[str, Meta(min_length=1, max_length=LONGEST_TEXT)]
Asked = TypeVar("Asked", bound=Struct)


class TurnAsked(Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """A turn that begins. `schedule`: a schedule runs it, so it has no attributes."""

    text: Text
    agent: Id | None = None
    conversation_id: str | None = None
    schedule: bool = False


class ToolCalled(Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """A tool that the model called in a turn, with its arguments."""

    name: Annotated[str, Meta(min_length=1, max_length=128)]
    arguments: dict[str, Any] = {}
    schedule: bool = False


class MessagePosted(Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """A message of a conversation. `at`: when and where it was said, as `2026-03-02T23:30:00+01:00[Europe/Paris]`."""

    role: Literal["user", "assistant", "system", "tool"]
    text: Text
    at: str | None = None


class ConversationBegun(Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """A conversation to be begun without a turn."""

    agent: Id | None = None


class StatePut(Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """A working state, whole, or with `merge` as a JSON merge patch; null clears it.

    `version`: the one that it must have; 0 where none was ever set.
    """

    state: Any
    version: Annotated[int, Meta(ge=0)] | None = None
    merge: bool = False


class SearchAsked(Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """A search. Any word finds, more of them rank higher; without `store` it is over all stores."""

    query: Text
    store: Id | None = None
    types: TypeNames = ()
    labels: dict[str, str] = {}
    status: Status | None = None
    limit: Annotated[int, Meta(ge=1, le=MOST_FOUND)] = 10


def read_asked(document: object, kind: type[Asked]) -> Asked:
    """What is asked, out of decoded JSON; raises `body_invalid` saying what is unknown, missing or misshapen."""
    try:
        asked = msgspec.convert(document, kind)
    except msgspec.ValidationError as error:
        raise Refusal("body_invalid", one_line(error)) from None
    for name in asked.__struct_fields__:
        value = getattr(asked, name)
        if isinstance(value, str) and not is_storable(value):
            raise Refusal("body_invalid", f"{name} holds a character that cannot be stored")
    return asked


def is_storable(text: str) -> bool:
    """Whether a database keeps the text: no NUL, no lone surrogate."""
    return "\0" not in text and is_text(text)


def is_id(text: object) -> bool:
    """Whether a text may be the id of an organisation, a key, a store or an agent."""
    return isinstance(text, str) and _ID.fullmatch(text) is not None


def is_made_id(text: str) -> bool:
    """Whether a text may be the id of a record, a conversation or a message; another one is of nothing."""
    return _MADE_ID.fullmatch(text) is not None


def require_id(text: object, what: str) -> str:
    """An id that a caller chose; raises `id_invalid`."""
    if not isinstance(text, str) or not is_id(text):
        raise Refusal("id_invalid", f"{what} must be 1 to 64 lower-case letters, digits, - or _, the first no sign")
    return text


def require_store(memory: RecordMemory, organisation: str, store: str) -> None:
    """Raise `store_unknown` where the organisation has no such store."""
    if not is_id(store) or memory.store.tenants.store(organisation, store) is None:
        raise Refusal("store_unknown", f"there is no store {shown(store)}: make it with POST /memory/stores")


def search_filter(asked: SearchAsked) -> Filter:
    """What of the reachable records a search is over."""
    _check_labels(asked.labels.items())
    statuses: tuple[Status, ...] = () if asked.status is None else (asked.status,)
    return Filter(store=asked.store, types=asked.types, labels=tuple(asked.labels.items()), statuses=statuses)


class ListAsked(Struct, frozen=True, kw_only=True):
    """A page of a list."""

    asked: Filter
    limit: int
    cursor: str | None


def list_asked(parameters: Mapping[str, list[str]]) -> ListAsked:
    """A list out of query parameters, each with all its values; raises `parameter_invalid`."""
    one = {name: _single(name, values) for name, values in parameters.items() if name not in {"type", "status"}}
    labels = tuple((name.removeprefix("label."), text) for name, text in one.items() if name.startswith("label."))
    _check_labels(labels, code="parameter_invalid")
    types = tuple(parameters.get("type", ()))
    if not all(NAME.fullmatch(kind) for kind in types):
        raise _bad("type must be a name of lower-case letters, digits, - and _ that begins with a letter")
    if "store" in one and not is_id(one["store"]):
        raise _bad("store must be the id of a store")
    if "subject" in one and not is_storable(one["subject"]):
        raise _bad("subject must be the id of a person")
    due_before = one.get("due_before")
    if due_before is not None and not is_due(due_before):
        raise _bad("due_before must be a date (2026-03-05) or an instant with its offset")
    statuses = tuple(_status(text) for text in parameters.get("status", ()))
    return ListAsked(
        asked=Filter(
            store=one.get("store"),
            subject=one.get("subject"),
            types=types,
            labels=labels,
            statuses=statuses,
            due_before_ms=None if due_before is None else due_ms(due_before),
            overdue=_boolean("overdue", one.get("overdue")),
            state=state_asked(one.get("state")),
            closed=closed_asked(one.get("closed")),
        ),
        limit=_limit(one.get("limit")),
        cursor=one.get("cursor"),
    )


def record_filter(parameters: Mapping[str, list[str]]) -> Filter:
    """Which records a call by id is about: active and open ones, unless `state` or `closed` say otherwise."""
    one = {name: _single(name, values) for name, values in parameters.items()}
    return Filter(state=state_asked(one.get("state")), closed=closed_asked(one.get("closed")))


def state_asked(text: str | None) -> State:
    """Of which state records are asked for."""
    if text in {None, "active"}:
        return "active"
    if text == "proposed":
        return "proposed"
    raise _bad("state must be active or proposed")


def closed_asked(text: str | None) -> Literal["open", "closed", "any"]:
    """Whether closed records are asked for."""
    if text in {None, "open"}:
        return "open"
    if text == "closed":
        return "closed"
    if text == "any":
        return "any"
    raise _bad("closed must be open, closed or any")


def _single(name: str, values: list[str]) -> str:
    if len(values) != 1:
        raise _bad(f"{shown(name)} is there {len(values)} times: give it once")
    return values[0]


def _status(text: str) -> Status:
    found = next((status for status in STATUSES if status == text), None)
    if found is None:
        raise _bad(f"status must be one of {', '.join(STATUSES)}")
    return found


def _boolean(name: str, text: str | None) -> bool | None:
    if text is None:
        return None
    if text not in {"false", "true"}:
        raise _bad(f"{name} must be true or false")
    return text == "true"


def _limit(text: str | None) -> int:
    if text is None:
        return 50
    if not text.isascii() or not text.isdigit() or len(text) > 4 or not 1 <= int(text) <= MOST_LISTED:
        raise _bad(f"limit must be a whole number from 1 to {MOST_LISTED}")
    return int(text)


def _check_labels(labels: Iterable[tuple[str, str]], *, code: str = "body_invalid") -> None:
    pairs = list(labels)
    if len(pairs) > _MOST_LABELS:
        raise Refusal(code, f"at most {_MOST_LABELS} labels may be asked for")
    for name, text in pairs:
        if not LABEL.fullmatch(name) or not is_label_value(text):
            raise Refusal(code, f"{shown(name)} or its value is not that of a label")


def _bad(message: str) -> Refusal:
    return Refusal("parameter_invalid", message)
