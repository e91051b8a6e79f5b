"""Reading records within a request's reach."""

from __future__ import annotations

from ablmatch.memory.records.asked import ListAsked, SearchAsked, require_store, search_filter
from ablmatch.memory.records.caller import Caller
from ablmatch.memory.records.record_memory import RecordMemory
from ablmatch.memory.records.views import Found, History, RecordList, RecordView, found, record_view
from ablmatch.stores.records.errors import NotFound
from ablmatch.stores.records.rows import Filter


def read(memory: RecordMemory, caller: Caller, record_id: str, asked: Filter | None = None) -> RecordView:
    """A record; raises NotFound where it is unknown, out of reach, expired or erased."""
    record = memory.store.records.read(caller.access, record_id, asked=asked or Filter())
    if record is None:
        raise NotFound("there is no such record")
    return record_view(record, memory.clock())


def history(memory: RecordMemory, caller: Caller, record_id: str) -> History:
    """All versions of a record, and of those that it superseded; raises NotFound."""
    versions = memory.store.records.history(caller.access, record_id)
    if versions is None:
        raise NotFound("there is no such record")
    now_ms = memory.clock()
    return History([record_view(version, now_ms) for version in versions])


def list_records(memory: RecordMemory, caller: Caller, asked: ListAsked) -> RecordList:
    """A page of records; raises BadCursor."""
    page = memory.store.records.list(caller.access, asked.asked, limit=asked.limit, cursor=asked.cursor)
    now_ms = memory.clock()
    return RecordList([record_view(record, now_ms) for record in page.records], page.next_cursor)


def search(memory: RecordMemory, caller: Caller, asked: SearchAsked) -> Found:
    """Records that have a word of the query, best first; raises `store_unknown`."""
    if asked.store is not None:
        require_store(memory, caller.organisation, asked.store)
    return found(memory.store.records.search(caller.access, search_filter(asked), asked.query, limit=asked.limit))
