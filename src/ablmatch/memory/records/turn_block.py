"""The injection block of a turn: what a store holds for it, searched, chosen and rendered."""

from __future__ import annotations

from ablmatch.memory.injection import MOST_TRIED, injection_block
from ablmatch.memory.records.caller import Caller
from ablmatch.memory.records.record_memory import RecordMemory
from ablmatch.memory.settings import (
    AgentMemory,
    Extraction,
    Injected,
    KeyMemory,
    StoreSettings,
    injected,
    read_settings,
)
from ablmatch.stores.records.rows import Filter, Hit, MemoryStore, Record

# Lines are seldom shorter than so many tokens; more records than would fit then are not looked for.
_SHORT_LINE_TOKENS = 8
_PAGE = 200
_ALWAYS = ("behaviour",)
_SESSIONS = ("episode",)


def turn_block(memory: RecordMemory, caller: Caller, *, text: str, agent: str | None) -> str:
    """The block of a turn of the request's person, or of nobody; "" where nothing is to be given.

    Hers and what is shared are searched apart, so that no number of shared records changes what is found of her own.
    """
    wanted = _injected(memory, caller, agent)
    store = None if wanted is None else memory.store.tenants.store(caller.organisation, wanted.store)
    if wanted is None or store is None:
        return ""
    subject = caller.request.subject
    most = min(MOST_TRIED, max(1, wanted.budget_tokens // _SHORT_LINE_TOKENS))
    shared = _matching(memory, caller, text, wanted, subject="", most=most)
    if subject is None:
        return injection_block(subject=None, budget=wanted.budget_tokens, shared=shared, count=memory.count)
    return injection_block(
        subject=subject,
        budget=wanted.budget_tokens,
        behaviours=_behaviours(memory, caller, wanted.store, subject),
        own=_matching(memory, caller, text, wanted, subject=subject, most=most),
        past_sessions=_past_sessions(memory, caller, text, store, subject=subject, most=most),
        shared=shared,
        count=memory.count,
    )


def _injected(memory: RecordMemory, caller: Caller, agent: str | None) -> Injected | None:
    """From where and within which budget: the agent's own injection, else the key's."""
    key = read_settings(caller.key.memory, KeyMemory).injection
    held = None if agent is None else memory.store.tenants.agent(caller.organisation, agent)
    own = None if held is None else read_settings(held.settings, AgentMemory).injection
    chosen = key.store if own is None else own.store
    store = None if chosen is None else memory.store.tenants.store(caller.organisation, chosen)
    budgets: dict[str, int | None] = {}
    if store is not None:
        budgets[store.id] = read_settings(store.settings, StoreSettings).injection.budget_tokens
    return injected(key, own, store_budget=budgets, operator_cap=caller.settings.injection.max_budget_tokens)


def _behaviours(memory: RecordMemory, caller: Caller, store: str, subject: str) -> list[Record]:
    """All of her rules of conduct, newest first, as many as a block can hold."""
    asked = Filter(store=store, subject=subject, types=_ALWAYS)
    page = memory.store.records.list(caller.access, asked, limit=_PAGE)
    found = page.records
    while page.next_cursor is not None and len(found) < MOST_TRIED:
        page = memory.store.records.list(caller.access, asked, limit=_PAGE, cursor=page.next_cursor)
        found += page.records
    return found


def _matching(
    memory: RecordMemory, caller: Caller, text: str, wanted: Injected, *, subject: str, most: int
) -> list[Hit]:
    if wanted.types is not None and not wanted.types:
        return []
    asked = Filter(
        store=wanted.store,
        subject=subject,
        types=wanted.types or (),
        without_types=_ALWAYS + _SESSIONS,
        open_commitments=True,
    )
    return memory.store.records.search(caller.access, asked, text, limit=most, content_words_only=True)


def _past_sessions(
    memory: RecordMemory, caller: Caller, text: str, store: MemoryStore, *, subject: str, most: int
) -> list[Hit]:
    """Her episodes that match, where the store keeps them."""
    if not read_settings(store.extraction, Extraction).keep_session_records:
        return []
    asked = Filter(store=store.id, subject=subject, types=_SESSIONS)
    return memory.store.records.search(caller.access, asked, text, limit=most, content_words_only=True)
