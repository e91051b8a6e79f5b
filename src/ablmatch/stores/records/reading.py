"""Reading records: by id, in lists, their history. Each statement is bound by `where.records`."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any

import msgspec

from ablmatch.stores.records import held
from ablmatch.stores.records.cursors import Place, read_cursor, write_cursor
from ablmatch.stores.records.database import Joining, Transaction
from ablmatch.stores.records.reach import Reach
from ablmatch.stores.records.rows import Access, Filter, Page, Record
from ablmatch.stores.records.where import Condition, owners, record_of_id, records, storable
from ablmatch.stores.values import decode

_OPEN = Filter()
_NO_DUE_MS = 2**63 - 1
_DUE = f"COALESCE(r.due_ms, {_NO_DUE_MS})"
_CHAIN = (
    "WITH RECURSIVE chain (id) AS (SELECT id FROM ablmatch_records WHERE id = ?"
    " UNION SELECT o.id FROM ablmatch_records o JOIN chain ON o.superseded_by = chain.id)"
)
_MOST_OWNERS = 4


class Reading:
    """The reads of `Records`."""

    _joining: Joining
    _clock: Callable[[], int]

    def read(self, access: Access, record_id: str, *, asked: Filter = _OPEN) -> Record | None:
        """The record of an id; None where it is unknown, out of reach, expired, erased, or not what is asked for."""
        where = record_of_id(access, asked, record_id, self._clock(), self._joining.database)
        with self._joining.reading() as transaction:
            found = held.find(transaction, where)
        return found[0].record if found else None

    def history(self, access: Access, record_id: str) -> list[Record] | None:
        """All versions of a record and of those that it superseded, oldest first, the current one last; or None.

        A version that is no longer valid says from when to when it was; one whose labels were out of reach is left out.
        """
        if not storable(record_id):
            return None
        where = records(access, Filter(closed="any"), self._clock(), self._joining.database)
        with self._joining.reading() as transaction:
            statement = f"{_CHAIN} SELECT {held.COLUMNS} FROM ablmatch_records r JOIN chain ON chain.id = r.id"
            found = transaction.rows(f"{statement} WHERE {where.sql}", (record_id, *where.parameters))
            chain = [held.held(row) for row in found]
            if all(one.record.id != record_id for one in chain):
                return None
            # Records of one millisecond are told apart by the order in which they were written.
            versions = [
                (version.valid_from_ms, one.number, version.version, version)
                for one in chain
                for version in versions_of(transaction, one, where, access.reach)
            ]
        return [version for *_, version in sorted(versions, key=lambda found: found[:3])]

    def count(self, access: Access, asked: Filter) -> int:
        """How many records there are within reach of what is asked for."""
        where = records(access, asked, self._clock(), self._joining.database)
        with self._joining.reading() as transaction:
            [(count,)] = transaction.rows(
                f"SELECT count(*) FROM ablmatch_records r WHERE {where.sql}", where.parameters
            )
        return int(count)

    def list(self, access: Access, asked: Filter, *, limit: int, cursor: str | None = None) -> Page:
        """A page of records: last updated first, then by id; asked for commitments alone, by due time, then by id.

        Raises BadCursor where the cursor is of no list of this order.
        """
        order = "due" if asked.types == ("commitment",) else "updated"
        after = None if cursor is None else read_cursor(cursor, order)
        where = records(access, asked, self._clock(), self._joining.database)
        with self._joining.reading() as transaction:
            found = [
                one.record
                for one in _page(transaction, access, asked, where, order=order, after=after, limit=limit + 1)
            ]
        more = len(found) > limit
        place = None
        if more and limit:
            last = found[limit - 1]
            place = write_cursor(Place(order, _ms(last, order), last.id))
        return Page(found[:limit], place)


def _page(
    transaction: Transaction,
    access: Access,
    asked: Filter,
    where: Condition,
    *,
    order: str,
    after: Place | None,
    limit: int,
) -> list[held.Held]:
    """The first records past a place. Each owner's come in the index's own order, so a page reads little more."""
    conditions, more = [""], []
    if order == "due":
        # Said with a constant, so that the index of commitments serves.
        conditions.append("r.type = 'commitment'")
        if after is not None:
            conditions.append(f"({_DUE} > ? OR ({_DUE} = ? AND r.id > ?))")
        ending = f" ORDER BY {_DUE}, r.id LIMIT ?"
    else:
        if after is not None:
            conditions.append("(r.updated_ms < ? OR (r.updated_ms = ? AND r.id > ?))")
        ending = " ORDER BY r.updated_ms DESC, r.id LIMIT ?"
    if after is not None:
        more += [after.ms, after.ms, after.id]
    found: list[held.Held] = []
    for condition in _each_owner(access, asked):
        rest = " AND ".join([*conditions, *([condition.sql] if condition.sql else [])]) + ending
        found += held.find(transaction, where, rest=rest, more=(*more, *condition.parameters, limit))
    sign = 1 if order == "due" else -1
    return sorted(found, key=lambda one: (sign * _ms(one.record, order), one.record.id))[:limit]


def _each_owner(access: Access, asked: Filter) -> Iterator[Condition]:
    """Conditions that part what is within reach by owner, where few owners' can be; else one that parts nothing."""
    bound = owners(access, asked)
    if bound is None or len(bound) > _MOST_OWNERS:
        yield Condition("")
        return
    for owner in bound:
        yield Condition("r.subject = ?", (owner,))


def _ms(record: Record, order: str) -> int:
    if order == "due":
        return _NO_DUE_MS if record.due_ms is None else record.due_ms
    return record.updated_ms


def versions_of(transaction: Transaction, one: held.Held, where: Condition, reach: Reach) -> Iterator[Record]:
    """The versions of a record that are within reach by their own labels, oldest first, the current one last."""
    statement = (
        f"SELECT {held.VERSION_COLUMNS} FROM ablmatch_record_versions v JOIN ablmatch_records r ON r.number = v.record"
        f" WHERE v.record = ? AND {where.sql} ORDER BY v.version"
    )
    for row in transaction.rows(statement, (one.number, *where.parameters)):
        fields: dict[str, Any] = dict(zip((*held.VERSION_FIELDS, "ended_ms"), row, strict=True))
        ended_ms = fields.pop("ended_ms")
        fields |= {name: decode(fields[name], name) for name in ("labels", "metadata")}
        fields |= {"valid_from_ms": fields["updated_ms"], "valid_to_ms": ended_ms}
        version = msgspec.structs.replace(one.record, superseded_by=None, **fields)
        if reach.permits(version.view(), version.metadata):
            yield version
    yield msgspec.structs.replace(one.record, valid_from_ms=one.record.updated_ms)
