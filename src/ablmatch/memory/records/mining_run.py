"""Mining a conversation for a store: what a leased job comes to, written whole or not at all.

The model is asked outside of any transaction. What it proposes is judged by the policy of the conversation's key as it
is then, written onto what is held then, and only by the worker that still has the lease.
"""

from __future__ import annotations

from collections import Counter

from ablmatch.memory.mining import Correction, Mined, read_mined
from ablmatch.memory.mining_outcome import mined_until
from ablmatch.memory.mining_prompt import SYSTEM, mining_prompt, mining_schema
from ablmatch.memory.mining_scope import MiningTask, is_minable
from ablmatch.memory.policy import require_write
from ablmatch.memory.records.caller import Caller
from ablmatch.memory.records.extracting import Tally, extracting, write_permitted
from ablmatch.memory.records.lesson_run import lessons_of
from ablmatch.memory.records.mining_task import Step, next_step
from ablmatch.memory.records.promotion_run import proposals_of, write_proposal
from ablmatch.memory.records.record_memory import Model, RecordMemory
from ablmatch.memory.refusals import Refusal
from ablmatch.memory.settings import Extraction, StoreSettings, read_settings
from ablmatch.stores.records.errors import AlreadyExists, LeaseLost, VersionConflict
from ablmatch.stores.records.rows import Job, MemoryStore, Record


def mine(memory: RecordMemory, model: Model, job: Job) -> Tally:
    """Do the next step of a job: one batch of words, or what follows from a session that is over.

    Raises LeaseLost, and for a failure to be tried again ModelError or `reply_invalid`.
    """
    conversation = memory.store.conversations.read(job.organisation, job.conversation_id, "")
    if conversation is None:
        raise LeaseLost("the conversation is gone")
    store = memory.store.tenants.store(job.organisation, job.store)
    caller = extracting(memory, job)
    if store is None or caller is None:
        return _finished(memory, job)
    switch = read_settings(store.extraction, Extraction)
    if not is_minable(switch, conversation):
        return _finished(memory, job)
    step = next_step(memory, job, caller, conversation=conversation, switch=switch)
    if step is not None:
        return _mined(memory, model, job, step)
    if job.settle:
        return _followed_up(memory, model, job, caller=caller, store=store)
    return _finished(memory, job)


def _mined(memory: RecordMemory, model: Model, job: Job, step: Step) -> Tally:
    """Ask about a batch of words, and write what holds of the answer."""
    reply = model(SYSTEM, mining_prompt(step.task), mining_schema(step.task.switch))
    mined = read_mined(reply, step.task)
    tally = Tally(dropped=Counter({str(fault): number for fault, number in mined.dropped.items()}))
    with memory.store.queue.holding(job):
        # The policy may have changed while the model was asked.
        caller = extracting(memory, job)
        if caller is not None:
            _write(memory, caller, step.task, mined, tally)
        if job.settle or not step.is_last:
            # The rest of the words, and what follows from a session that is over, are further steps.
            memory.store.queue.put(job.organisation, job.store, job.conversation_id, settle=job.settle)
        # An end is mined once, whatever came of it, until the conversation goes on.
        settled_ms = step.task.conversation.last_ms if step.task.wants_episode else 0
        until = mined_until(job.mined, step.until, tally.outcome)
        memory.store.queue.finish(job, mined=until, settled_ms=settled_ms)
    return tally


def _write(memory: RecordMemory, caller: Caller, task: MiningTask, mined: Mined, tally: Tally) -> None:
    for new in mined.writes:
        write_permitted(memory, caller, new, tally)
    if mined.episode is not None:
        write_permitted(memory, caller, mined.episode, tally)
    shown = {record.id: record for record in task.kept}
    for correction in mined.corrections:
        _correct(memory, caller, correction, shown[correction.record_id], tally)


def _correct(memory: RecordMemory, caller: Caller, correction: Correction, shown: Record, tally: Tally) -> None:
    """Bring a record up to date that the model was shown; one that was changed since then stays as it is now."""
    held = memory.store.records.read(caller.access, shown.id)
    if held is None:
        tally.dropped["unknown_record"] += 1
        return
    try:
        require_write(caller.policy, caller.request, held.view(), held.view())
        memory.store.records.change(caller.access, held.id, correction.change, caller.actor, version=shown.version)
    except Refusal as error:
        tally.denied += 1
        memory.store.audit.refused(
            caller.organisation, caller.actor, act="change", outcome=error.code, record_id=held.id
        )
    except (VersionConflict, AlreadyExists):
        tally.dropped["overtaken"] += 1
    else:
        tally.written += 1


def _followed_up(memory: RecordMemory, model: Model, job: Job, *, caller: Caller, store: MemoryStore) -> Tally:
    """What her sessions taught, and what several people's records have in common."""
    tally = Tally()
    teaches = job.subject and read_settings(store.extraction, Extraction).teach_from_sessions
    lessons = lessons_of(memory, model, caller, store.id) if teaches else []
    promotion = read_settings(store.settings, StoreSettings).promotion
    proposals = proposals_of(memory, model, job, promotion)
    with memory.store.queue.holding(job):
        current = extracting(memory, job)
        for lesson in lessons if current is not None else ():
            assert current is not None
            write_permitted(memory, current, lesson, tally)
        memory.store.queue.finish(job, mined=job.mined)
    for proposal in proposals:
        write_proposal(memory, job, proposal, tally)
    return tally


def _finished(memory: RecordMemory, job: Job) -> Tally:
    with memory.store.queue.holding(job):
        memory.store.queue.finish(job, mined=job.mined)
    return Tally()
