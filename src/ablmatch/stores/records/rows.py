"""What the record store takes and gives: typed rows. Times are whole milliseconds since 1970 UTC of the clock given.

The store checks no policy and no shape of ids; it refuses what a database cannot keep (NUL, lone surrogates).
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, Literal

from msgspec import UNSET, Struct, UnsetType

from ablmatch.stores.blocks import Block
from ablmatch.stores.extracted import ExtractedValue
from ablmatch.stores.records.reach import SUBJECT, Reach

State = Literal["active", "proposed"]
Source = Literal["api", "tool", "extraction", "promotion"]
Status = Literal["open", "done", "cancelled"]


# --- Who asks ---------------------------------------------------------------------------------------------------


class Access(Struct, frozen=True):
    """Within what a statement works: one organisation, and of its records what the reach permits."""

    organisation: str
    reach: Reach


class Actor(Struct, frozen=True, kw_only=True):
    """Who writes, for the audit: a key, the person named ("" for nobody) and by which way."""

    key_id: str
    subject: str = ""
    source: Source = "api"


# --- Records ----------------------------------------------------------------------------------------------------


class NewRecord(Struct, frozen=True, kw_only=True):
    """A record about to be written. `subject` "" makes it the organisation's.

    - `due_at` is kept as it was written; `due_ms` is the instant after which it is overdue: of a date without a time,
      the last millisecond of that day
    - `slot`: the open record of the same store, owner and slot is closed and points to this one
    - `identity` stands for the content in the question what is the same record: the conversation of an episode, the
      group of a lesson. A second write of it is a new version of the first
    - `supporters`: the people whose records a proposal rests on; kept as keyed hashes only
    """

    store: str
    type: str
    content: str
    subject: str = ""
    labels: Mapping[str, str] = {}
    metadata: Mapping[str, Any] = {}
    confidence: float = 1.0
    status: Status | None = None
    due_at: str | None = None
    due_ms: int | None = None
    owed_to: str | None = None
    slot: str | None = None
    conversation_id: str | None = None
    expires_ms: int | None = None
    state: State = "active"
    identity: str | None = None
    supporters: tuple[str, ...] = ()

    def view(self) -> dict[str, str]:
        """The label view by which rules judge it."""
        return {**self.labels, SUBJECT: self.subject}


class Change(Struct, frozen=True, kw_only=True):
    """What a correction changes; what is UNSET stays. Labels and metadata are replaced whole, None clears."""

    content: str | UnsetType = UNSET
    labels: Mapping[str, str] | UnsetType = UNSET
    metadata: Mapping[str, Any] | UnsetType = UNSET
    confidence: float | UnsetType = UNSET
    status: Status | UnsetType | None = UNSET
    due_at: str | UnsetType | None = UNSET
    due_ms: int | UnsetType | None = UNSET
    owed_to: str | UnsetType | None = UNSET
    expires_ms: int | UnsetType | None = UNSET


class Record(Struct, frozen=True):
    """A stored record, or one of its versions in a history; `valid_to_ms` None: it is open.

    Rows of the table are read in the order of these fields.
    """

    id: str
    organisation: str
    store: str
    type: str
    content: str
    subject: str
    labels: dict[str, str]
    metadata: dict[str, Any]
    confidence: float
    status: Status | None
    due_at: str | None
    due_ms: int | None
    owed_to: str | None
    slot: str | None
    state: State
    source: Source
    conversation_id: str | None
    created_ms: int
    updated_ms: int
    version: int
    valid_from_ms: int
    valid_to_ms: int | None
    superseded_by: str | None
    expires_ms: int | None

    def view(self) -> dict[str, str]:
        """The label view by which rules judge it."""
        return {**self.labels, SUBJECT: self.subject}


class Filter(Struct, frozen=True, kw_only=True):
    """What of the reachable records is asked for; an empty filter asks for all open, active ones.

    - `subject`: of one owner only ("" for the shared ones); None: of any
    - `types`, `statuses`: one of these, where there are any; `without_types`: none of these
    - `labels`: all of these pairs, among labels proper
    - `due_before_ms`: commitments due before; `overdue`: open commitments past due (False: not those)
    - `open_commitments`: of commitments only open ones (other types stay)
    - `closed`: "open" records, "closed" (corrected by another, contradicted) or "any"
    """

    store: str | None = None
    subject: str | None = None
    types: tuple[str, ...] = ()
    without_types: tuple[str, ...] = ()
    labels: tuple[tuple[str, str], ...] = ()
    statuses: tuple[Status, ...] = ()
    due_before_ms: int | None = None
    overdue: bool | None = None
    open_commitments: bool = False
    conversation_id: str | None = None
    state: State = "active"
    closed: Literal["open", "closed", "any"] = "open"


class Page(Struct, frozen=True):
    """Records of a list in its order, and where the next page begins (None: this was the last)."""

    records: list[Record]
    next_cursor: str | None


class Hit(Struct, frozen=True):
    """A found record; `score` above 0 and at most 1 depends on query and record alone, so it tells of no other."""

    record: Record
    score: float


class Written(Struct, frozen=True):
    """The record that a write led to: a new one, or with `deduped` the one that was there.

    `within_reach` False: the one that was there is out of the writer's reach, so its fields must not be shown.
    `superseded`: ids of the records that it closed.
    """

    record: Record
    deduped: bool = False
    within_reach: bool = True
    superseded: tuple[str, ...] = ()


class Standing(Struct, frozen=True):
    """What a write would meet: the open record with the same text or identity, and the one that has its slot."""

    twin: Record | None
    slot_holder: Record | None


class Answer(Struct, frozen=True):
    """What a caller was told: an HTTP status and a body."""

    status: int
    body: bytes


class Repeat(Struct, frozen=True):
    """An idempotency key of one key and person, the hash of the request's body, and how to answer a first write.

    `answer` is called inside the transaction; what it gives is stored with the write and given again to a repeat.
    """

    key: str
    body_hash: str
    answer: Callable[[Written], Answer]


# --- Tenants ----------------------------------------------------------------------------------------------------


class Organisation(Struct, frozen=True):
    """An organisation and its settings (JSON as the service keeps it)."""

    id: str
    settings: dict[str, Any]
    created_ms: int


class Key(Struct, frozen=True, eq=False):
    """A credential of an application: its policy, its `memory` settings, and those of its organisation.

    As long as its row stays the same it is one object, so that what is made of it can be kept; nobody changes it.
    """

    id: str
    organisation: str
    policy: dict[str, Any]
    memory: dict[str, Any]
    organisation_settings: dict[str, Any]
    created_ms: int


class MemoryStore(Struct, frozen=True):
    """A store of records: settings (budget, promotion labels) and its extraction switch."""

    id: str
    organisation: str
    settings: dict[str, Any]
    extraction: dict[str, Any]
    created_ms: int


class Agent(Struct, frozen=True):
    """An agent and its settings (its own injection block)."""

    id: str
    organisation: str
    settings: dict[str, Any]
    created_ms: int


# --- Conversations ----------------------------------------------------------------------------------------------


class Conversation(Struct, frozen=True, kw_only=True):
    """A conversation of a person ("" for nobody) under a key. `working_version` 0: no working state was ever set."""

    id: str
    organisation: str
    key_id: str
    subject: str
    agent: str | None
    open: bool
    created_ms: int
    last_ms: int
    messages: int
    working_state: dict[str, Any] | None
    working_version: int
    summary: str | None
    summary_until: int


class Message(Struct, frozen=True, kw_only=True):
    """A message; `number` counts from 1 within its conversation. `said_at` is the text given (it may hold a zone)."""

    id: str
    number: int
    role: str
    text: str
    said_at: str | None
    created_ms: int


# --- Background work --------------------------------------------------------------------------------------------


class Job(Struct, frozen=True, kw_only=True):
    """A leased piece of extraction: mine a conversation for a store, from the message after `mined` on.

    `settle`: the conversation was closed, so an episode is due and no threshold counts. `settled_ms`: when something
    last happened in it before its end was mined the last time, 0 if it never was. `lease` is the token by which this
    worker holds it; `attempt` counts from 1.
    """

    id: str
    organisation: str
    store: str
    conversation_id: str
    key_id: str
    subject: str
    mined: int
    settled_ms: int
    settle: bool
    attempt: int
    lease: str


# --- Audit and erasure ------------------------------------------------------------------------------------------


class AuditRow(Struct, frozen=True, kw_only=True):
    """Who did what to which record when; no content. An erased person's id is replaced by a keyed hash."""

    at_ms: int
    key_id: str
    subject: str
    act: str
    outcome: str
    record_id: str | None
    version: int | None
    source: str


class Erasure(Struct, frozen=True):
    """How many rows of each kind an erasure removed, and whether no byte of them is left in the database's files.

    `settled` False: another reader held the log; the next purge finishes it.
    """

    counts: dict[str, int]
    settled: bool


class Export(Struct, frozen=True):
    """All that is kept of a person: each record's versions, oldest first; each conversation with its messages.

    `blocks` and `extracted_values` by scope, then by key or slug; of those that several places have, in the order of
    the places.
    """

    records: list[list[Record]]
    conversations: list[tuple[Conversation, list[Message]]]
    blocks: list[Block]
    extracted_values: list[ExtractedValue]
