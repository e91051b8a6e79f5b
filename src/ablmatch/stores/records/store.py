"""The record store as one: its areas, its transactions, and what is done from time to time."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager

from ablmatch.stores.records import answers, held
from ablmatch.stores.records.audit import Audit
from ablmatch.stores.records.conversations import Conversations
from ablmatch.stores.records.database import Database, Joining
from ablmatch.stores.records.elsewhere import OwnedElsewhere
from ablmatch.stores.records.extraction_queue import ExtractionQueue
from ablmatch.stores.records.people import People
from ablmatch.stores.records.person_hash import PersonHash
from ablmatch.stores.records.reading import Reading
from ablmatch.stores.records.searching import Searching
from ablmatch.stores.records.tenants import Tenants
from ablmatch.stores.records.vectors import Embedder, Vectors
from ablmatch.stores.records.where import Condition
from ablmatch.stores.records.writing import Writing

# 128 random bits: an id is never guessed.
_ID_BYTES = 16
_PURGE_STEP = 500


class Records(Reading, Searching, Writing):
    """The records of a record store; see `Reading`, `Searching` and `Writing` for what it does."""

    def __init__(
        self,
        joining: Joining,
        clock: Callable[[], int],
        new_id: Callable[[], str],
        person_hash: PersonHash,
        vectors: Vectors,
    ) -> None:
        self._joining = joining
        self._clock = clock
        self._new_id = new_id
        self._person_hash = person_hash
        self._vectors = vectors


class RecordStore:
    """A database of records, conversations and all that belongs to them; from any number of threads and processes.

    A call is one transaction. Inside `transaction()` the calls of a thread are one together.
    """

    def __init__(
        self,
        database: Database,
        *,
        clock: Callable[[], int],
        random: Callable[[int], bytes],
        embedder: Embedder | None = None,
        elsewhere: Sequence[OwnedElsewhere] = (),
    ) -> None:
        def new_id() -> str:
            return random(_ID_BYTES).hex()

        self._database = database
        self._joining = joining = Joining(database)
        self._clock = clock
        self.tenants = Tenants(joining, clock, random)
        person_hash = PersonHash(self.tenants.people_secret())
        self.records = Records(joining, clock, new_id, person_hash, Vectors(embedder))
        self.conversations = Conversations(joining, clock, new_id)
        self.queue = ExtractionQueue(joining, clock, new_id)
        self.audit = Audit(joining, clock)
        self.people = People(joining, clock, person_hash, elsewhere)

    @contextmanager
    def transaction(self) -> Iterator[None]:
        """All calls of this thread inside it are stored together, or, where it raises, not at all.

        It holds up other writers: no model is to be asked inside it.
        """
        with self._joining.writing():
            yield

    def purge(self) -> dict[str, int]:
        """Remove what has expired and what no repeat is known for any more, and the traces of erasures; how many.

        Expired records are never given back, purged or not: this is for the sake of those whom they are about.
        """
        now_ms = self._clock()
        counts = {"records": 0}
        while True:
            with self._joining.writing() as transaction:
                where = Condition("r.expires_ms <= ?", (now_ms,))
                found = held.find(transaction, where, rest=" ORDER BY r.expires_ms LIMIT ?", more=(_PURGE_STEP,))
                for one in found:
                    held.remove(transaction, one)
            counts["records"] += len(found)
            if len(found) < _PURGE_STEP:
                break
        with self._joining.writing() as transaction:
            counts["answers"] = answers.remove_old(transaction, now_ms)
        self.people.settle()
        return counts

    def close(self) -> None:
        """Let go of the database; twice is fine."""
        self._database.close()
