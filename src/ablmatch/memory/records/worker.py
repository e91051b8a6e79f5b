"""The background of memory records: what waits in the queue is worked on, idle sessions settle, what expired goes.

The queue is the store's, so it survives restarts, and several processes may work on one; a job is one worker's at a
time. `run_due` is the same work in process, for a host that has no threads to spare, and for tests.
"""

from __future__ import annotations

import logging
import threading
from collections import Counter
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any

from ablmatch.memory.mining_outcome import MiningOutcome
from ablmatch.memory.models import ModelError
from ablmatch.memory.records.conversations import SUMMARY, put_settled
from ablmatch.memory.records.extracting import Tally
from ablmatch.memory.records.mining_run import mine
from ablmatch.memory.records.record_memory import Model, RecordMemory
from ablmatch.memory.records.summary_run import summarize
from ablmatch.memory.refusals import Refusal
from ablmatch.stores.errors import StoreError
from ablmatch.stores.records.errors import LeaseLost, NotFound
from ablmatch.stores.records.rows import Job

logger = logging.getLogger("ablmatch.memory")

LEASE_MS = 5 * 60 * 1000
# After these many tries a job waits until its conversation is closed or added to again.
MOST_TRIES = 5
_FIRST_RETRY_MS = 15_000
_IDLE_EVERY_MS = 30_000
_PURGE_EVERY_MS = 60 * 60 * 1000
_LOOK_SECONDS = 2.0
_END_SECONDS = 5.0


class Worker:
    """Works on the queue of a store with a model; without one, the queue waits, and the rest is done."""

    def __init__(self, memory: RecordMemory, model: Model | None, *, woken: threading.Event | None = None) -> None:
        """`woken` is set by `memory.wake`, where that is to end the wait between two looks."""
        self._memory = memory
        self._model = model
        self._woken = threading.Event() if woken is None else woken
        self._ending = threading.Event()
        self._held: Job | None = None
        self._idle_ms = memory.clock()
        self._purged_ms = self._idle_ms - _PURGE_EVERY_MS  # what expired while nothing ran

    def run_due(self, *, most: int = 1000) -> Counter[MiningOutcome]:
        """Work on everything that is due now, and give how each step ended."""
        ended: Counter[MiningOutcome] = Counter()
        while self._model is not None and ended.total() < most and not self._ending.is_set():
            jobs = self._memory.store.queue.lease(lease_ms=LEASE_MS)
            if not jobs:
                break
            for job in jobs:
                ended[self._run(self._model, job)] += 1
        return ended

    def settle_idle(self) -> int:
        """Settle the sessions to which nothing was added for long; how many."""
        settled = 0
        for one in self._memory.store.conversations.idle():
            try:
                with self._memory.store.transaction():
                    closed = self._memory.store.conversations.close(one.organisation, one.id, one.subject)
                    put_settled(self._memory, closed)
            except NotFound:
                continue  # erased since it was found
            settled += 1
        return settled

    @contextmanager
    def running(self) -> Iterator[None]:
        """Work in a thread until the block is left; a job that the model is still asked for then is given back."""
        self._ending.clear()
        thread = threading.Thread(target=self._loop, name="ablmatch memory", daemon=True)
        thread.start()
        try:
            yield
        finally:
            self._ending.set()
            self._woken.set()
            # A model may take a minute to answer; nobody waits for that.
            self._give_back()
            thread.join(_END_SECONDS)

    # --- Parts --------------------------------------------------------------------------------------------------

    def _loop(self) -> None:
        while not self._ending.is_set():
            done = 0
            try:
                self._take_care()
                done = self.run_due(most=1).total()
            except Exception as error:  # noqa: BLE001 - a thread that ended would leave the queue to nobody
                if not self._ending.is_set():
                    self._count("broken")
                    logger.error("memory's background cannot work (%s): it tries again", type(error).__name__)  # noqa: TRY400
            if not done:
                self._woken.wait(_LOOK_SECONDS)
                self._woken.clear()

    def _take_care(self) -> None:
        now_ms = self._memory.clock()
        if now_ms - self._idle_ms >= _IDLE_EVERY_MS:
            self._idle_ms = now_ms
            self.settle_idle()
        if now_ms - self._purged_ms >= _PURGE_EVERY_MS:
            self._purged_ms = now_ms
            self._memory.store.purge()

    def _run(self, model: Model, job: Job) -> MiningOutcome:
        self._held = job
        work: Callable[[RecordMemory, Model, Job], Tally] = summarize if job.store == SUMMARY else mine

        def asked(system: str, prompt: str, schema: dict[str, Any]) -> dict[str, Any]:
            # Each question may take as long as a lease; whoever lost it does not ask.
            self._memory.store.queue.extend(job, lease_ms=LEASE_MS)
            return model(system, prompt, schema)

        try:
            tally = work(self._memory, asked, job)
        except LeaseLost:
            self._count("overtaken")
            return MiningOutcome.NOTHING
        except StoreError:
            self._count("no_store")
            raise
        except Exception as error:  # noqa: BLE001 - a model is anybody's function
            return self._failed(job, error)
        finally:
            self._held = None
        self._told(job, tally)
        return tally.outcome

    def _failed(self, job: Job, error: Exception) -> MiningOutcome:
        """Give a job back: to be tried again after a while, at last not before its conversation goes on."""
        wait_ms = _FIRST_RETRY_MS * 2 ** (job.attempt - 1)
        retry_ms = self._memory.clock() + wait_ms if job.attempt < MOST_TRIES else None
        self._memory.store.queue.fail(job, retry_ms=retry_ms)
        self._count("failed")
        # Both are made of our own words; of anything else the text may be what was said.
        reason = str(error) if isinstance(error, ModelError | Refusal) else type(error).__name__
        logger.warning("a conversation could not be mined (%s), try %d", reason, job.attempt)
        return MiningOutcome.FAILED

    def _told(self, job: Job, tally: Tally) -> None:
        """One line a step, with numbers alone."""
        outcome = tally.outcome
        self._count("summarized" if job.store == SUMMARY and tally.written else outcome.value)
        for name, number in sorted(tally.dropped.items()):
            self._memory.happened(f"dropped_{name}", number)
        if tally.denied:
            self._memory.happened("write_denied", tally.denied)
            logger.warning(
                "the policy of key %s permits no write of extraction: %d not written", job.key_id, tally.denied
            )
        fields = {"written": tally.written, "denied": tally.denied, "dropped": dict(sorted(tally.dropped.items()))}
        logger.info("mined", extra={"fields": {"store": job.store, "outcome": outcome.value, **fields}})

    def _count(self, event: str) -> None:
        self._memory.happened(f"extraction_{event}", 1)

    def _give_back(self) -> None:
        job = self._held
        if job is not None:
            try:
                self._memory.store.queue.fail(job, retry_ms=self._memory.clock())
            except StoreError as error:
                logger.warning("a job could not be given back (%s): its lease runs out", type(error).__name__)
