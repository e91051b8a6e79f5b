"""What a model proposes to remember, held against what it was shown, as writes.

An answer is a proposal: each record stands on its own, what does not hold is dropped and counted, the rest goes on.
"""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Mapping
from typing import Any, Literal, NamedTuple

from ablmatch.memory.due_dates import due_ms, resolve_due
from ablmatch.memory.mining_scope import PERSON, MiningTask, said_at
from ablmatch.memory.record_fields import NAME, OWN_TYPES, STATUSES, is_content, is_owed_to
from ablmatch.memory.refusals import Refusal
from ablmatch.memory.scanner import scan_memory_write
from ablmatch.stores.records.normal_form import normal_form
from ablmatch.stores.records.rows import Change, Message, NewRecord, Record, Status

MOST_RECORDS = 50
# What a model does not say how sure it is of.
EVEN_ODDS = 0.5

Fault = Literal[
    "malformed",  # not the shape that was asked for, or a text that cannot be stored
    "needs_person",  # a behaviour from a conversation that names nobody
    "no_evidence",  # it cites no new message of the person's
    "repeated",  # said twice in one answer
    "too_many",
    "type_not_asked",
    "unknown_message",  # it cites a message that it was not shown
    "unknown_record",  # it corrects a record that it was not shown
    "unsafe",  # the scanner found a known form of prompt injection
]


class Correction(NamedTuple):
    """A change to a record that the model was shown."""

    record_id: str
    change: Change


class Mined(NamedTuple):
    """What an answer comes to.

    `dropped`: how many proposals failed, by why. `undated`: how many are kept without a due time that was unclear.
    """

    writes: tuple[NewRecord, ...]
    corrections: tuple[Correction, ...]
    episode: NewRecord | None
    dropped: Mapping[Fault, int]
    undated: int


class _Dropped(Exception):
    def __init__(self, fault: Fault) -> None:
        super().__init__(fault)
        self.fault: Fault = fault


def read_mined(reply: object, task: MiningTask) -> Mined:
    """An answer to the prompt of a task.

    Records are the conversation's person's, or shared where it names nobody; they carry no labels. Raises
    `reply_invalid` for an answer that is none; then nothing of it counts.
    """
    proposals = reply.get("records") if isinstance(reply, Mapping) else None
    if not isinstance(proposals, list):
        raise Refusal("reply_invalid", "the model's answer has no list of records")
    assert isinstance(reply, Mapping)
    reading = _Reading(task)
    dropped: Counter[Fault] = Counter()
    for proposal in proposals[:MOST_RECORDS]:
        try:
            reading.take(proposal)
        except _Dropped as error:
            dropped[error.fault] += 1
    if len(proposals) > MOST_RECORDS:
        dropped["too_many"] += len(proposals) - MOST_RECORDS
    episode = None
    if task.wants_episode and task.conversation.subject and reply.get("episode") is not None:
        try:
            episode = _episode(reply["episode"], task)
        except _Dropped as error:
            dropped[error.fault] += 1
    counts = {fault: dropped[fault] for fault in sorted(dropped)}
    return Mined(tuple(reading.writes), tuple(reading.corrections), episode, counts, reading.undated)


class _Reading:
    """One answer being read."""

    def __init__(self, task: MiningTask) -> None:
        self._store = task.store
        self._types = None if task.switch.types is None else set(task.switch.types)
        self._conversation = task.conversation
        self._new = {message.id: message for message in task.new}
        self._shown = {message.id for message in (*task.earlier, *task.new)}
        self._kept = {record.id: record for record in task.kept}
        self._seen: set[tuple[str, str]] = set()
        self.writes: list[NewRecord] = []
        self.corrections: list[Correction] = []
        self.undated = 0

    def take(self, proposal: object) -> None:
        """Make one proposal a write or a correction; raises _Dropped."""
        if not isinstance(proposal, Mapping):
            raise _Dropped("malformed")
        kind, content = self._type(proposal.get("type")), _content(proposal.get("content"))
        confidence = _confidence(proposal.get("confidence"))
        said = self._evidence(proposal.get("message_ids"))
        owed_to = _owed_to(proposal.get("owed_to")) if kind == "commitment" else None
        if scan_memory_write(content) or scan_memory_write(owed_to):
            raise _Dropped("unsafe")
        corrected = self._corrected(proposal.get("record_id"), kind)
        if (kind, normal_form(content)) in self._seen:
            raise _Dropped("repeated")
        self._seen.add((kind, normal_form(content)))
        status = _status(proposal.get("status")) if kind == "commitment" else None
        due_at = self._due(proposal.get("due_at"), said) if kind == "commitment" else None
        if corrected is not None:
            # A status that the model leaves open stays as it is held.
            said_status = status if proposal.get("status") == status else None
            change = _change(content, confidence, said_status, due_at, owed_to)
            self.corrections.append(Correction(corrected.id, change))
            return
        slot = proposal.get("slot")
        person = self._conversation.subject
        self.writes.append(
            NewRecord(
                store=self._store,
                type=kind,
                content=content,
                subject=person,
                confidence=confidence,
                status=status,
                due_at=due_at,
                due_ms=None if due_at is None else due_ms(due_at),
                owed_to=owed_to,
                slot=slot if isinstance(slot, str) and NAME.fullmatch(slot) else None,
                conversation_id=self._conversation.id if person else None,
            )
        )

    def _type(self, value: object) -> str:
        if not isinstance(value, str) or not NAME.fullmatch(value):
            raise _Dropped("malformed")
        if value in OWN_TYPES or (self._types is not None and value not in self._types):
            raise _Dropped("type_not_asked")
        if value == "behaviour" and not self._conversation.subject:
            raise _Dropped("needs_person")
        return value

    def _evidence(self, value: object) -> Message:
        """The last of the person's new messages that a proposal cites."""
        if not isinstance(value, list) or not all(isinstance(one, str | int) for one in value):
            raise _Dropped("malformed")
        cited = [str(one) for one in value]
        if not self._shown.issuperset(cited):
            raise _Dropped("unknown_message")
        said = [self._new[one] for one in cited if one in self._new and self._new[one].role == PERSON]
        if not said:
            raise _Dropped("no_evidence")
        return max(said, key=lambda message: message.number)

    def _corrected(self, value: object, kind: str) -> Record | None:
        if value is None:
            return None
        held = self._kept.get(value) if isinstance(value, str) else None
        # What was shown is the owner's; a type that differs is another record.
        if held is None or held.type != kind or held.subject != self._conversation.subject:
            raise _Dropped("unknown_record")
        return held

    def _due(self, value: object, said: Message) -> str | None:
        """A due time resolved against its message. What cannot be resolved is left out: a wrong one is worse."""
        if value is None:
            return None
        found = resolve_due(value, said_at(said)) if isinstance(value, str) else None
        self.undated += found is None
        return found


def _change(content: str, confidence: float, status: Status | None, due_at: str | None, owed_to: str | None) -> Change:
    """What a correction says anew; what it leaves open stays as it was."""
    fields: dict[str, Any] = {"content": content, "confidence": confidence}
    if status is not None:
        fields["status"] = status
    if due_at is not None:
        fields |= {"due_at": due_at, "due_ms": due_ms(due_at)}
    if owed_to is not None:
        fields["owed_to"] = owed_to
    return Change(**fields)


def _episode(proposal: object, task: MiningTask) -> NewRecord:
    """One record of a whole session; settling again makes a new version of it, by its identity."""
    if not isinstance(proposal, Mapping):
        raise _Dropped("malformed")
    content = _content(proposal.get("content"))
    confidence = _confidence(proposal.get("confidence"))
    if not any(message.role == PERSON for message in (*task.earlier, *task.new)):
        raise _Dropped("no_evidence")
    if scan_memory_write(content):
        raise _Dropped("unsafe")
    return NewRecord(
        store=task.store,
        type="episode",
        content=content,
        subject=task.conversation.subject,
        confidence=confidence,
        conversation_id=task.conversation.id,
        identity=task.conversation.id,
    )


def _content(value: object) -> str:
    if not isinstance(value, str) or not is_content(value.strip()):
        raise _Dropped("malformed")
    return value.strip()


def _owed_to(value: object) -> str | None:
    if value is None or (isinstance(value, str) and not value.strip()):
        return None
    if not is_owed_to(value):
        raise _Dropped("malformed")
    assert isinstance(value, str)
    return value.strip()


def _confidence(value: object) -> float:
    """From 0 to 1; what lies outside is clamped."""
    if value is None:
        return EVEN_ODDS
    if isinstance(value, bool) or not isinstance(value, int | float) or math.isnan(value):
        raise _Dropped("malformed")
    return float(min(max(value, 0), 1))


def _status(value: object) -> Status:
    return next((status for status in STATUSES if status == value), "open")
