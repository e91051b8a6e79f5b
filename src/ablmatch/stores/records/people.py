"""A person as a whole: what is kept of her, and erasing it so that nothing brings it back.

An erasure leaves a tombstone: a keyed hash of her id with a generation that grows. Work that began before it fails by
that; caches have the generation in their keys.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TypeAlias

from ablmatch.stores.backends.sql_blocks import BLOCK_TABLE, blocks_of
from ablmatch.stores.backends.sql_extracted import EXTRACTED_TABLE, values_of
from ablmatch.stores.records import held
from ablmatch.stores.records.audit import note_erasure
from ablmatch.stores.records.conversations import COLUMNS, conversation_of, messages_of
from ablmatch.stores.records.database import Joining, Transaction
from ablmatch.stores.records.elsewhere import (
    BLOCKS_ORGANISATION,
    PERSONS_SCOPES,
    Owned,
    OwnedElsewhere,
    read_elsewhere,
)
from ablmatch.stores.records.errors import Erased
from ablmatch.stores.records.held import owner_lock
from ablmatch.stores.records.listing_people import Person, list_people
from ablmatch.stores.records.person_hash import PersonHash
from ablmatch.stores.records.reading import versions_of
from ablmatch.stores.records.rows import Access, Actor, Conversation, Erasure, Export, Filter
from ablmatch.stores.records.where import Condition, records

ConversationList: TypeAlias = list[Conversation]  # `list` is the name of a method below
# The tables of blocks and extracted values, where they are in this database.
_BLOCKS = {BLOCK_TABLE: "blocks", EXTRACTED_TABLE: "extracted_values"}
_GENERATION = "SELECT generation FROM ablmatch_tombstones WHERE person = ?"
_ENTOMB = (
    "INSERT INTO ablmatch_tombstones (person, generation, erased_ms, settled) VALUES (?, 1, ?, 0)"
    " ON CONFLICT (person) DO UPDATE SET generation = ablmatch_tombstones.generation + 1,"
    " erased_ms = excluded.erased_ms, settled = 0"
)
_OF_HERS = "(SELECT id FROM ablmatch_conversations WHERE organisation = ? AND subject = ?)"
# Each kind of rows that are gone with a person, and how they go, in this order.
_ERASE = (
    ("messages", f"DELETE FROM ablmatch_messages WHERE conversation_id IN {_OF_HERS}"),
    ("extraction", f"DELETE FROM ablmatch_extraction WHERE conversation_id IN {_OF_HERS}"),
    ("pointers", f"DELETE FROM ablmatch_extracted_until WHERE conversation_id IN {_OF_HERS}"),
    ("conversations", "DELETE FROM ablmatch_conversations WHERE organisation = ? AND subject = ?"),
    ("answers", "DELETE FROM ablmatch_answers WHERE organisation = ? AND subject = ?"),
)
_VERSIONS = (
    "SELECT count(*) FROM ablmatch_record_versions v JOIN ablmatch_records r ON r.number = v.record"
    " WHERE r.organisation = ? AND r.subject = ?"
)
_SUPPORTED = (
    "SELECT s.record FROM ablmatch_record_supporters s JOIN ablmatch_records r ON r.number = s.record"
    " WHERE s.person = ? AND r.state = 'proposed'"
)
_UNSUPPORT = "DELETE FROM ablmatch_record_supporters WHERE person = ?"
_ALONE = "r.state = 'proposed' AND NOT EXISTS (SELECT 1 FROM ablmatch_record_supporters s WHERE s.record = r.number)"
_UNNAME = "UPDATE ablmatch_audit SET subject = ? WHERE organisation = ? AND subject = ?"
_CONVERSATIONS = (
    f"SELECT {COLUMNS} FROM ablmatch_conversations c WHERE c.organisation = ? AND c.subject = ?"
    " ORDER BY c.created_ms, c.id"
)


class People:
    """The people of a record store."""

    def __init__(
        self, joining: Joining, clock: Callable[[], int], person_hash: PersonHash, elsewhere: Sequence[OwnedElsewhere]
    ) -> None:
        self._joining = joining
        self._clock = clock
        self._person_hash = person_hash
        self._elsewhere = elsewhere

    def generation(self, organisation: str, subject: str) -> int:
        """How often the person was erased."""
        with self._joining.reading() as transaction:
            return self._generation(transaction, organisation, subject)

    def guard(self, organisation: str, subject: str, generation: int) -> None:
        """Inside a transaction: nobody erases her before its end; raises Erased where she was since `generation`."""
        with self._joining.writing() as transaction:
            transaction.lock(owner_lock(organisation, subject))
            if self._generation(transaction, organisation, subject) != generation:
                raise Erased("the person was erased meanwhile")

    def list(self, organisation: str, *, after: str = "", limit: int) -> list[Person]:
        """People of whom there are records or conversations, by id; `after`: the last one of the page before."""
        with self._joining.reading() as transaction:
            now_ms, database = self._clock(), self._joining.database
            return list_people(transaction, organisation, after=after, limit=limit, now_ms=now_ms, dialect=database)

    def export(self, access: Access, subject: str, *, records_only: bool = False) -> Export:
        """All that is kept of a person: her records within reach with their versions; conversations, blocks and values.

        Raises StoreError where a block or an extracted value is damaged, or where a medium elsewhere cannot tell what
        it keeps: nothing is left out. `records_only`: nothing but records is read.
        """
        now_ms, database = self._clock(), self._joining.database
        histories = []
        with self._joining.reading() as transaction:
            for state in ("active", "proposed"):
                asked = Filter(subject=subject, closed="any", state=state)
                where = records(access, asked, now_ms, database)
                found = held.find(transaction, where, rest=" ORDER BY r.number")
                histories += [list(versions_of(transaction, one, where, access.reach)) for one in found]
            if records_only:
                return Export(histories, [], [], [])
            talks = _conversations(transaction, access.organisation, subject)
            conversations = [(one, messages_of(transaction, one)) for one in talks]
            here = self._owned_here(transaction, access.organisation, subject)
        owned = self._with_elsewhere(here, access.organisation, subject)
        return Export(histories, conversations, owned.blocks, owned.extracted_values)

    def conversations(self, organisation: str, subject: str) -> ConversationList:
        """The conversations of a person, oldest first, without their messages."""
        with self._joining.reading() as transaction:
            return _conversations(transaction, organisation, subject)

    def owned(self, organisation: str, subject: str) -> Owned:
        """Her blocks and extracted values here and elsewhere, by scope, then by key or slug; raises as `export`."""
        with self._joining.reading() as transaction:
            here = self._owned_here(transaction, organisation, subject)
        return self._with_elsewhere(here, organisation, subject)

    def erase(self, organisation: str, subject: str, by: Actor) -> Erasure:
        """Remove a person's records with all versions, her conversations, and everything drawn from them.

        Shared records stay. Repeating it, or erasing one who never was, removes nothing and counts zeros. What lies
        elsewhere goes first; if that fails, nothing here has changed and the erasure is to be repeated.
        """
        if not subject:
            raise ValueError("nobody cannot be erased")
        counts: dict[str, int] = {}
        for medium in self._elsewhere:
            for kind, count in medium.erase_owner(organisation, subject).items():
                counts[kind] = counts.get(kind, 0) + count
        with self._joining.writing() as transaction:
            transaction.lock(owner_lock(organisation, subject))
            for kind, count in self._erased(transaction, organisation, subject, by).items():
                counts[kind] = counts.get(kind, 0) + count
        return Erasure(counts, settled=self.settle())

    def settle(self) -> bool:
        """Remove the traces that erased rows left in the files, if any did; False where it has to be tried again."""
        with self._joining.reading() as transaction:
            if not transaction.rows("SELECT 1 FROM ablmatch_tombstones WHERE settled = 0 LIMIT 1"):
                return True
        if self._joining.joined or not self._joining.database.remove_traces():
            return False
        with self._joining.writing() as transaction:
            transaction.run("UPDATE ablmatch_tombstones SET settled = 1 WHERE settled = 0")
        return True

    # --- Parts --------------------------------------------------------------------------------------------------

    def _generation(self, transaction: Transaction, organisation: str, subject: str) -> int:
        found = transaction.rows(_GENERATION, (self._person_hash(organisation, subject),))
        return int(found[0][0]) if found else 0

    def _erased(self, transaction: Transaction, organisation: str, subject: str, by: Actor) -> dict[str, int]:
        person, hers = self._person_hash(organisation, subject), (organisation, subject)
        counts = {kind: transaction.run(statement, hers) for kind, statement in _ERASE}
        [(versions,)] = transaction.rows(_VERSIONS, hers)
        own = held.find(transaction, Condition("r.organisation = ? AND r.subject = ?", hers))
        supported = {number for (number,) in transaction.rows(_SUPPORTED, (person,))}
        transaction.run(_UNSUPPORT, (person,))
        chosen = self._joining.database.one_of_numbers("r.number", sorted(supported))
        alone = held.find(transaction, Condition(f"{chosen.sql} AND {_ALONE}", chosen.parameters))
        for one in (*own, *alone):
            held.remove(transaction, one)
        counts |= {"records": len(own), "versions": int(versions), "proposals": len(alone)}
        if organisation == BLOCKS_ORGANISATION:
            for table, kind in _BLOCKS.items():
                counts[kind] = self._erased_blocks(transaction, table, subject)
        unnamed = f"erased {person.hex()}"
        transaction.run(_UNNAME, (unnamed, organisation, subject))
        note_erasure(transaction, organisation, by, unnamed, now_ms=self._clock())
        transaction.run(_ENTOMB, (person, self._clock()))
        return counts

    def _owned_here(self, transaction: Transaction, organisation: str, subject: str) -> Owned:
        """Blocks and extracted values in this database, in tables of the usual names."""
        found, database = Owned(), self._joining.database
        if organisation != BLOCKS_ORGANISATION:
            return found
        for scope in PERSONS_SCOPES:
            if database.has_table(transaction, BLOCK_TABLE):
                found.blocks += blocks_of(transaction.rows, database.block_tables, BLOCK_TABLE, scope, subject)
            if database.has_table(transaction, EXTRACTED_TABLE):
                found.extracted_values += values_of(transaction.rows, EXTRACTED_TABLE, scope, subject)
        return found

    def _with_elsewhere(self, here: Owned, organisation: str, subject: str) -> Owned:
        found = [here, *(read_elsewhere(medium, organisation, subject) for medium in self._elsewhere)]
        blocks = [block for one in found for block in one.blocks]
        values = [value for one in found for value in one.extracted_values]
        return Owned(
            sorted(blocks, key=lambda block: (block.scope, block.key)),
            sorted(values, key=lambda value: (value.scope, value.slug)),
        )

    def _erased_blocks(self, transaction: Transaction, table: str, subject: str) -> int:
        if not self._joining.database.has_table(transaction, table):
            return 0
        statement = f"DELETE FROM {table} WHERE scope = ? AND owner = ?"
        return sum(transaction.run(statement, (scope, subject)) for scope in PERSONS_SCOPES)


def _conversations(transaction: Transaction, organisation: str, subject: str) -> list[Conversation]:
    return [conversation_of(row) for row in transaction.rows(_CONVERSATIONS, (organisation, subject))]
