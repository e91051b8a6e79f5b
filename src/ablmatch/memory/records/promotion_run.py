"""Proposals of shared records: what people's records have in common with what a conversation just gave.

A store asks for them by having `promotion.labels`. Finding them looks at many people's records, of which nothing is
shown but a sentence that names nobody, and that only to whoever reviews it.
"""

from __future__ import annotations

from typing import NamedTuple

import msgspec

from ablmatch.memory.promotions import (
    PERSONAL_TYPES,
    SCHEMA,
    SYSTEM,
    Support,
    identity_of,
    promotion_prompt,
    read_promotion,
    supported,
)
from ablmatch.memory.records.caller import Caller
from ablmatch.memory.records.extracting import Tally, promoting, write_permitted
from ablmatch.memory.records.record_memory import Model, RecordMemory
from ablmatch.memory.settings import Promotion
from ablmatch.stores.records.errors import Erased
from ablmatch.stores.records.reach import EVERYTHING
from ablmatch.stores.records.rows import Access, Filter, Job, NewRecord, Record

# How many records like one of the conversation's are compared with it, and how many of the conversation's are tried.
_MOST_ALIKE = 200
_MOST_TRIED = 20


class Proposal(NamedTuple):
    """A record to be proposed, and how often each person on whose records it rests had been erased."""

    record: NewRecord
    generations: tuple[tuple[str, int], ...]


def proposals_of(memory: RecordMemory, model: Model, job: Job, promotion: Promotion) -> list[Proposal]:
    """What is to be proposed after a conversation; raises ModelError, `reply_invalid`."""
    caller = promoting(memory, job)
    if not promotion.labels or not job.subject or caller is None or not caller.may_write_something:
        return []
    everyone = Access(job.organisation, EVERYTHING)
    asked = Filter(store=job.store, subject=job.subject, conversation_id=job.conversation_id)
    recent = memory.store.records.list(everyone, asked, limit=_MOST_TRIED).records
    found: dict[str, Proposal] = {}
    for record in recent:
        for support in _supports(memory, everyone, record, promotion):
            identity = identity_of(support, promotion.min_people)
            if identity in found or _is_known(memory, caller, support, identity):
                continue
            generations = tuple(
                (one, memory.store.people.generation(job.organisation, one)) for one in support.subjects
            )
            if not _still_there(memory, everyone, support):
                continue
            reply = model(SYSTEM, promotion_prompt(support), dict(SCHEMA))
            made = read_promotion(reply, support, promotion)
            if made is not None:
                found[identity] = Proposal(made, generations)
    return list(found.values())


def write_proposal(memory: RecordMemory, job: Job, proposal: Proposal, tally: Tally) -> None:
    """Write a proposal, unless somebody on whose records it rests was erased meanwhile."""
    try:
        with memory.store.transaction():
            for subject, generation in sorted(proposal.generations):
                memory.store.people.guard(job.organisation, subject, generation)
            caller = promoting(memory, job)
            if caller is not None:
                write_permitted(memory, caller, proposal.record, tally)
    except Erased:
        tally.dropped["erased"] += 1


def _supports(memory: RecordMemory, everyone: Access, record: Record, promotion: Promotion) -> list[Support]:
    """The groups of alike records that a record belongs to."""
    if record.type in PERSONAL_TYPES:
        return []
    asked = Filter(store=record.store, types=(record.type,))
    hits = memory.store.records.search(everyone, asked, record.content, limit=_MOST_ALIKE, content_words_only=True)
    groups = supported([hit.record for hit in hits], promotion)
    return [group for group in groups if record.id in {one.id for one in group.records}]


def _is_known(memory: RecordMemory, caller: Caller, support: Support, identity: str) -> bool:
    """Whether it was proposed already, accepted or not."""
    first = support.records[0]
    new = NewRecord(store=first.store, type=first.type, content=first.content, state="proposed", identity=identity)
    accepted = msgspec.structs.replace(new, state="active")
    return any(memory.store.records.standing(caller.access, one).twin is not None for one in (new, accepted))


def _still_there(memory: RecordMemory, everyone: Access, support: Support) -> bool:
    return all(memory.store.records.read(everyone, record.id) is not None for record in support.records)
