"""Summaries: folding the oldest messages of a conversation that has grown long."""

from __future__ import annotations

from ablmatch.memory.records.extracting import Tally
from ablmatch.memory.records.record_memory import Model, RecordMemory
from ablmatch.memory.summaries import SCHEMA, SYSTEM, read_summary, summary_prompt, to_be_folded
from ablmatch.stores.records.errors import LeaseLost
from ablmatch.stores.records.rows import Job


def summarize(memory: RecordMemory, model: Model, job: Job) -> Tally:
    """Fold what has grown long into the summary; raises LeaseLost, ModelError, `reply_invalid`."""
    conversations, tally = memory.store.conversations, Tally()
    held = conversations.read(job.organisation, job.conversation_id, "")
    if held is None:
        raise LeaseLost("the conversation is gone")
    messages = conversations.messages(job.organisation, held.id, "", after=held.summary_until)
    folding = to_be_folded(messages, held.summary_until, count=memory.count)
    text = None
    if folding is not None:
        text = read_summary(model(SYSTEM, summary_prompt(held.summary, folding), dict(SCHEMA)))
    with memory.store.queue.holding(job):
        if folding is not None and text is not None:
            tally.written += conversations.set_summary(
                job.organisation, held.id, "", text, folding.until, previous_until=held.summary_until
            )
        memory.store.queue.finish(job, mined=job.mined)
    return tally
