"""Extraction as a caller, and its writes: under the conversation's key, for its person, counted and never shown."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass, field

from ablmatch.memory.mining_outcome import MiningOutcome
from ablmatch.memory.policy_reading import stored_policy
from ablmatch.memory.records.caller import Caller
from ablmatch.memory.records.record_memory import RecordMemory
from ablmatch.memory.records.writes import require_permitted
from ablmatch.memory.refusals import Refusal
from ablmatch.memory.request import Request
from ablmatch.memory.settings import OrganisationSettings, read_settings
from ablmatch.stores.records.rows import Job, NewRecord, Source


@dataclass(slots=True)
class Tally:
    """What became of the proposals of a run, by number."""

    written: int = 0
    denied: int = 0
    dropped: Counter[str] = field(default_factory=Counter)

    @property
    def outcome(self) -> MiningOutcome:
        if self.written:
            return MiningOutcome.MINED
        return MiningOutcome.DENIED if self.denied else MiningOutcome.NOTHING


def extracting(memory: RecordMemory, job: Job) -> Caller | None:
    """Extraction for the person of a job's conversation; it has no attributes. None where the key is gone."""
    return _caller(memory, job, Request(job.subject or None), "extraction")


def promoting(memory: RecordMemory, job: Job) -> Caller | None:
    """The proposal of shared records, which names nobody."""
    return _caller(memory, job, Request(), "promotion")


def write_permitted(memory: RecordMemory, caller: Caller, new: NewRecord, tally: Tally) -> None:
    """Write a record where the policy permits it, and count what became of it."""
    try:
        require_permitted(memory, caller, new)
    except Refusal as error:
        tally.denied += 1
        memory.store.audit.refused(caller.organisation, caller.actor, act="write", outcome=error.code)
        return
    written = memory.store.records.write(caller.access, new, caller.actor)
    if written.deduped and new.identity is None and not written.superseded:
        tally.dropped["held"] += 1
    else:
        tally.written += 1


def _caller(memory: RecordMemory, job: Job, request: Request, source: Source) -> Caller | None:
    key = memory.store.tenants.key(job.key_id)
    if key is None:
        return None
    settings = read_settings(key.organisation_settings, OrganisationSettings)
    return Caller(key, request, stored_policy(key.policy), settings, source)
