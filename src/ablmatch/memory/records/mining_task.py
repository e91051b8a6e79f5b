"""What the model is to be asked about a conversation: the next batch of its words, and what is kept already."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from ablmatch.memory.mining_scope import MiningTask, earlier_words, is_enough, mined_words, next_batch
from ablmatch.memory.record_fields import OWN_TYPES
from ablmatch.memory.records.caller import Caller
from ablmatch.memory.records.record_memory import RecordMemory
from ablmatch.memory.settings import Extraction
from ablmatch.stores.records.rows import Conversation, Filter, Job, Message, Record

# How many of the owner's records the model is shown, that it may bring up to date instead of repeating.
_MOST_KEPT = 30
_LONGEST_QUERY = 4000


class Step(NamedTuple):
    """One call of the model: its task, and up to which message that goes. `is_last`: no words are left after it."""

    task: MiningTask
    until: int
    is_last: bool


def next_step(
    memory: RecordMemory, job: Job, caller: Caller, *, conversation: Conversation, switch: Extraction
) -> Step | None:
    """What the model is to be asked next of a job; None where nothing is to be mined."""
    messages = memory.store.conversations.messages(job.organisation, conversation.id, "")
    unmined = [message for message in messages if message.number > job.mined]
    words: Sequence[Message] = ()
    if is_enough(unmined, settle=job.settle, count=memory.count):
        words = mined_words(unmined)
    batch = next_batch(words, count=memory.count) if words else ()
    earlier = mined_words([message for message in messages if message.number <= job.mined])
    episode = _episode(memory, caller, conversation, job.store)
    is_last = len(batch) == len(words)
    wants_episode = (
        job.settle
        and is_last
        and switch.keep_session_records
        and bool(conversation.subject)
        and bool(batch or (earlier and job.settled_ms < conversation.last_ms))
    )
    if not batch and not wants_episode:
        return None
    until = job.mined
    if batch:
        until = messages[-1].number if is_last else batch[-1].number
    task = MiningTask(
        store=job.store,
        switch=switch,
        conversation=conversation,
        new=batch,
        earlier=earlier_words(earlier, count=memory.count),
        kept=_kept(memory, caller, job, batch),
        wants_episode=wants_episode,
        previous_episode=None if episode is None else episode.content,
    )
    return Step(task, until, is_last)


def _episode(memory: RecordMemory, caller: Caller, conversation: Conversation, store: str) -> Record | None:
    """The episode that is kept of the conversation."""
    if not conversation.subject:
        return None
    about = conversation.id
    asked = Filter(store=store, subject=conversation.subject, types=("episode",), conversation_id=about)
    return next(iter(memory.store.records.list(caller.access, asked, limit=1).records), None)


def _kept(memory: RecordMemory, caller: Caller, job: Job, batch: Sequence[Message]) -> list[Record]:
    """The owner's records that the words are about, best first."""
    query = " ".join(message.text for message in batch)[-_LONGEST_QUERY:]
    if not query:
        return []
    asked = Filter(store=job.store, subject=job.subject, without_types=tuple(sorted(OWN_TYPES)))
    hits = memory.store.records.search(caller.access, asked, query, limit=_MOST_KEPT, content_words_only=True)
    return [hit.record for hit in hits]
