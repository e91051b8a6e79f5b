"""Who is in a record store: people by their ids, with how much is kept of each."""

from __future__ import annotations

from msgspec import Struct

from ablmatch.stores.records.database import Transaction
from ablmatch.stores.records.reach import EVERYTHING
from ablmatch.stores.records.rows import Access, Filter
from ablmatch.stores.records.where import Dialect, records


class Person(Struct, frozen=True):
    """A person, with the number of her open records and of her conversations."""

    subject: str
    records: int
    conversations: int


def list_people(
    transaction: Transaction, organisation: str, *, after: str, limit: int, now_ms: int, dialect: Dialect
) -> list[Person]:
    """People of an organisation behind `after`, in the order of their ids."""
    where = records(Access(organisation, EVERYTHING), Filter(), now_ms, dialect)
    statement = (
        "SELECT subject, sum(records), sum(conversations) FROM ("
        "SELECT r.subject AS subject, count(*) AS records, 0 AS conversations FROM ablmatch_records r"
        f" WHERE {where.sql} AND r.subject > ? GROUP BY r.subject"
        " UNION ALL SELECT c.subject, 0, count(*) FROM ablmatch_conversations c"
        " WHERE c.organisation = ? AND c.subject > ? GROUP BY c.subject"
        ") AS found GROUP BY subject ORDER BY subject LIMIT ?"
    )
    rows = transaction.rows(statement, (*where.parameters, after, organisation, after, limit))
    return [Person(subject, int(kept), int(talks)) for subject, kept, talks in rows]
