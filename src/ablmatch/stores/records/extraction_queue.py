"""Work that waits: conversations to be mined for a store, leased to one worker at a time, and kept over restarts.

There is one entry a conversation and store. A lease is a token: whoever writes what a job found must still hold it, so
a worker that was too slow, or whose person was erased, writes nothing.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager

from ablmatch.stores.records.database import Joining, Transaction
from ablmatch.stores.records.errors import LeaseLost
from ablmatch.stores.records.held import owner_lock
from ablmatch.stores.records.rows import Job

_PUT = (
    "INSERT INTO ablmatch_extraction (id, organisation, store, conversation_id, settle, due_ms, puts, attempts,"
    " lease_settle) SELECT ?, c.organisation, ?, c.id, ?, ?, 1, 0, 0"
    " FROM ablmatch_conversations c WHERE c.organisation = ? AND c.id = ?"
    " ON CONFLICT (conversation_id, store) DO UPDATE SET puts = ablmatch_extraction.puts + 1,"
    " settle = CASE WHEN excluded.settle > ablmatch_extraction.settle THEN excluded.settle"
    " ELSE ablmatch_extraction.settle END,"
    " due_ms = CASE WHEN ablmatch_extraction.due_ms < excluded.due_ms THEN ablmatch_extraction.due_ms"
    " ELSE excluded.due_ms END"
)
_DUE = (
    "SELECT id FROM ablmatch_extraction WHERE due_ms <= ? AND (lease IS NULL OR lease_until_ms <= ?)"
    " ORDER BY due_ms, id LIMIT ?"
)
_LEASE = (
    "UPDATE ablmatch_extraction SET lease = ?, lease_until_ms = ?, lease_puts = puts, attempts = attempts + 1,"
    " lease_settle = CASE WHEN settle > lease_settle THEN settle ELSE lease_settle END, settle = 0 WHERE id = ?"
)
_JOB = (
    "SELECT x.id, x.organisation, x.store, x.conversation_id, c.key_id, c.subject, COALESCE(u.mined, 0),"
    " COALESCE(u.settled_ms, 0), x.lease_settle, x.attempts, x.lease FROM ablmatch_extraction x"
    " JOIN ablmatch_conversations c ON c.id = x.conversation_id"
    " LEFT JOIN ablmatch_extracted_until u ON u.conversation_id = x.conversation_id AND u.store = x.store"
    " WHERE x.id = ?"
)
_HELD = "SELECT 1 FROM ablmatch_extraction WHERE id = ? AND lease = ?"
_MINED = "SELECT mined FROM ablmatch_extracted_until WHERE conversation_id = ? AND store = ?"
_MINED_OF = (
    "SELECT u.mined FROM ablmatch_extracted_until u JOIN ablmatch_conversations c ON c.id = u.conversation_id"
    " WHERE c.organisation = ? AND u.conversation_id = ? AND u.store = ?"
)
_MOVE = (
    "INSERT INTO ablmatch_extracted_until (conversation_id, store, mined, settled_ms) VALUES (?, ?, ?, ?)"
    " ON CONFLICT (conversation_id, store) DO UPDATE SET mined = excluded.mined, settled_ms = excluded.settled_ms"
)
_DONE = "DELETE FROM ablmatch_extraction WHERE id = ? AND puts = lease_puts"
# What was put while the job ran is another job; it settles if one of those puts said so.
_AGAIN = (
    "UPDATE ablmatch_extraction SET lease = NULL, lease_until_ms = NULL, lease_settle = 0, attempts = 0 WHERE id = ?"
)
_FAILED = "UPDATE ablmatch_extraction SET lease = NULL, lease_until_ms = NULL, due_ms = ? WHERE id = ? AND lease = ?"
_EXTEND = "UPDATE ablmatch_extraction SET lease_until_ms = ? WHERE id = ? AND lease = ?"
_PENDING = "SELECT count(*) FROM ablmatch_extraction WHERE organisation = ? AND due_ms IS NOT NULL"


class ExtractionQueue:
    """The queue of a record store."""

    def __init__(self, joining: Joining, clock: Callable[[], int], new_id: Callable[[], str]) -> None:
        self._joining = joining
        self._clock = clock
        self._new_id = new_id

    def put(
        self,
        organisation: str,
        store: str,
        conversation_id: str,
        *,
        settle: bool = False,
        not_before_ms: int | None = None,
    ) -> None:
        """Ask that a conversation be mined for a store; what is asked for already is asked for once.

        `settle`: its session is over. Nothing happens for a conversation that is not there.
        """
        due_ms = self._clock() if not_before_ms is None else not_before_ms
        with self._joining.writing() as transaction:
            row = (self._new_id(), store, int(settle), due_ms, organisation, conversation_id)
            transaction.run(_PUT, row)

    def lease(self, *, lease_ms: int, limit: int = 1) -> list[Job]:
        """Jobs that are due, for this worker alone until the lease runs out; those waiting longest first."""
        now_ms = self._clock()
        jobs = []
        with self._joining.writing() as transaction:
            due = transaction.rows(f"{_DUE}{self._joining.database.skip_locked}", (now_ms, now_ms, limit))
            for (entry,) in due:
                transaction.run(_LEASE, (self._new_id(), now_ms + lease_ms, entry))
                jobs += [_job(row) for row in transaction.rows(_JOB, (entry,))]
        return jobs

    def extend(self, job: Job, *, lease_ms: int) -> None:
        """Hold a job longer; raises LeaseLost."""
        with self._joining.writing() as transaction:
            if not transaction.run(_EXTEND, (self._clock() + lease_ms, job.id, job.lease)):
                raise LeaseLost("the job is no longer this worker's")

    @contextmanager
    def holding(self, job: Job) -> Iterator[None]:
        """A transaction in which what a job found is written: all of it, or nothing.

        Raises LeaseLost where the job was given to another, its conversation or person was erased, or its messages
        were mined by another meanwhile.
        """
        with self._joining.writing() as transaction:
            transaction.lock(owner_lock(job.organisation, job.subject))
            held = transaction.rows(_HELD, (job.id, job.lease))
            if not held or _mined(transaction, job) != job.mined:
                raise LeaseLost("the job is no longer this worker's")
            yield

    def finish(self, job: Job, *, mined: int, settled_ms: int = 0) -> None:
        """Say inside `holding` that the messages up to a number are mined; the job is done, unless it was put again.

        `settled_ms`: when something last happened in the conversation, where its end was mined.
        """
        with self._joining.writing() as transaction:
            if not transaction.rows(_HELD, (job.id, job.lease)) or _mined(transaction, job) != job.mined:
                raise LeaseLost("the job is no longer this worker's")
            until = (max(mined, job.mined), max(settled_ms, job.settled_ms))
            transaction.run(_MOVE, (job.conversation_id, job.store, *until))
            if not transaction.run(_DONE, (job.id,)):
                transaction.run(_AGAIN, (job.id,))

    def fail(self, job: Job, *, retry_ms: int | None = None) -> None:
        """Give a job back: to be tried again from an instant on, or (None) when it is next put."""
        with self._joining.writing() as transaction:
            transaction.run(_FAILED, (retry_ms, job.id, job.lease))

    def mined(self, organisation: str, store: str, conversation_id: str) -> int:
        """The number of the last message that was mined for a store; 0: none."""
        with self._joining.reading() as transaction:
            found = transaction.rows(_MINED_OF, (organisation, conversation_id, store))
        return int(found[0][0]) if found else 0

    def pending(self, organisation: str, conversation_id: str | None = None) -> int:
        """How many jobs wait or run, of an organisation or of one of its conversations."""
        narrowed = "" if conversation_id is None else " AND conversation_id = ?"
        more = () if conversation_id is None else (conversation_id,)
        with self._joining.reading() as transaction:
            [(count,)] = transaction.rows(f"{_PENDING}{narrowed}", (organisation, *more))
        return int(count)


def _mined(transaction: Transaction, job: Job) -> int:
    found = transaction.rows(_MINED, (job.conversation_id, job.store))
    return int(found[0][0]) if found else 0


def _job(row: tuple[object, ...]) -> Job:
    names = [
        "id",
        "organisation",
        "store",
        "conversation_id",
        "key_id",
        "subject",
        "mined",
        "settled_ms",
        "settle",
        "attempt",
        "lease",
    ]
    fields = dict(zip(names, row, strict=True))
    return Job(**{**fields, "settle": bool(fields["settle"])})  # type: ignore[arg-type]
