"""What an operator sets up: organisations, keys and their policies, stores, agents."""

from __future__ import annotations

from typing import Any

import msgspec
from msgspec import Struct, structs

from ablmatch.memory.policy import DEFAULT_POLICY
from ablmatch.memory.policy_reading import policy_document, read_policy, stored_policy
from ablmatch.memory.records.asked import is_id, require_id
from ablmatch.memory.records.record_memory import RecordMemory
from ablmatch.memory.settings import (
    AgentMemory,
    Extraction,
    KeyMemory,
    OrganisationSettings,
    StoreSettings,
    read_settings,
)
from ablmatch.memory.vocabulary import read_vocabulary
from ablmatch.stores.records.errors import NotFound
from ablmatch.stores.records.rows import Key, MemoryStore

DEFAULT_ORGANISATION = "default"


class KeyMade(Struct, frozen=True):
    """A key with a new secret, which is shown this once and kept as a hash."""

    id: str
    organisation: str
    secret: str


class KeyView(Struct, frozen=True):
    """A key, without its secret."""

    id: str
    organisation: str


class StoreView(StoreSettings, frozen=True, kw_only=True):
    """A store and its settings."""

    id: str
    organisation: str


class AgentView(Struct, frozen=True, kw_only=True):
    """An agent and its settings."""

    id: str
    organisation: str
    memory: AgentMemory


class OrganisationView(OrganisationSettings, frozen=True, kw_only=True):
    """An organisation and its settings."""

    id: str


def ensure_default_organisation(memory: RecordMemory) -> None:
    """Make the organisation to which everything belongs that names none."""
    with memory.store.transaction():
        if memory.store.tenants.organisation(DEFAULT_ORGANISATION) is None:
            memory.store.tenants.set_organisation(DEFAULT_ORGANISATION, _plain(OrganisationSettings()))


# --- Organisations ----------------------------------------------------------------------------------------------


def set_organisation(memory: RecordMemory, organisation: str, document: object) -> OrganisationView:
    """Replace an organisation's settings; raises `settings_invalid`, `vocabulary_invalid`."""
    require_id(organisation, "the organisation")
    settings = read_settings(document, OrganisationSettings)
    read_vocabulary(settings.vocabulary)
    memory.store.tenants.set_organisation(organisation, _plain(settings))
    return OrganisationView(id=organisation, **structs.asdict(settings))


def read_organisation(memory: RecordMemory, organisation: str) -> OrganisationView:
    """An organisation; raises NotFound."""
    held = memory.store.tenants.organisation(organisation) if is_id(organisation) else None
    if held is None:
        raise NotFound("there is no such organisation")
    return OrganisationView(id=held.id, **structs.asdict(read_settings(held.settings, OrganisationSettings)))


# --- Keys -------------------------------------------------------------------------------------------------------


def make_key(memory: RecordMemory, key_id: str, organisation: str) -> KeyMade:
    """Make a key with the default rules, and its organisation where there is none; raises AlreadyExists."""
    require_id(key_id, "id")
    require_id(organisation, "organisation")
    secret = memory.store.tenants.create_key(
        organisation, key_id, policy=policy_document(DEFAULT_POLICY), memory=_plain(KeyMemory())
    )
    return KeyMade(key_id, organisation, secret)


def renew_key(memory: RecordMemory, key_id: str) -> KeyMade:
    """Give a key a new secret in place of its old one; raises NotFound."""
    key = _key(memory, key_id)
    return KeyMade(key.id, key.organisation, memory.store.tenants.renew_secret(key.id))


def list_keys(memory: RecordMemory, organisation: str) -> list[KeyView]:
    """The keys of an organisation, by id."""
    require_id(organisation, "organisation")
    return [KeyView(key.id, key.organisation) for key in memory.store.tenants.keys(organisation)]


def set_policy(memory: RecordMemory, key_id: str, document: object) -> dict[str, Any]:
    """Replace a key's policy; raises NotFound, `policy_invalid`; then the old one stays."""
    key = _key(memory, key_id)
    settings = read_settings(key.organisation_settings, OrganisationSettings)
    made = policy_document(read_policy(document, read_vocabulary(settings.vocabulary)))
    memory.store.tenants.set_policy(key_id, made)
    return made


def get_policy(memory: RecordMemory, key_id: str) -> dict[str, Any]:
    """A key's policy, as it is applied; raises NotFound."""
    return policy_document(stored_policy(_key(memory, key_id).policy))


def set_key_memory(memory: RecordMemory, key_id: str, document: object) -> KeyMemory:
    """Replace a key's memory settings; raises NotFound, `settings_invalid`."""
    _key(memory, key_id)
    settings = read_settings(document, KeyMemory)
    memory.store.tenants.set_key_memory(key_id, _plain(settings))
    return settings


def get_key_memory(memory: RecordMemory, key_id: str) -> KeyMemory:
    """A key's memory settings; raises NotFound."""
    return read_settings(_key(memory, key_id).memory, KeyMemory)


# --- Stores -----------------------------------------------------------------------------------------------------


def make_store(memory: RecordMemory, store: str, organisation: str) -> StoreView:
    """Make a store of records; raises AlreadyExists, or NotFound without the organisation."""
    require_id(store, "id")
    require_id(organisation, "organisation")
    return _store_view(memory.store.tenants.create_store(organisation, store, _plain(StoreSettings())))


def list_stores(memory: RecordMemory, organisation: str) -> list[StoreView]:
    """The stores of an organisation, by id."""
    require_id(organisation, "organisation")
    return [_store_view(store) for store in memory.store.tenants.stores(organisation)]


def set_store(memory: RecordMemory, organisation: str, store: str, document: object) -> StoreView:
    """Replace a store's settings; raises NotFound, `settings_invalid`."""
    get_store(memory, organisation, store)
    settings = read_settings(document, StoreSettings)
    return _store_view(memory.store.tenants.set_store(organisation, store, _plain(settings)))


def get_store(memory: RecordMemory, organisation: str, store: str) -> StoreView:
    """A store; raises NotFound."""
    return _store_view(_store(memory, organisation, store))


def set_extraction(memory: RecordMemory, organisation: str, store: str, document: object) -> Extraction:
    """Replace a store's extraction switch whole; raises NotFound, `settings_invalid`."""
    _store(memory, organisation, store)
    switch = read_settings(document, Extraction)
    memory.store.tenants.set_extraction(organisation, store, _plain(switch))
    return switch


def get_extraction(memory: RecordMemory, organisation: str, store: str) -> Extraction:
    """A store's extraction switch, as it is stored; raises NotFound."""
    return read_settings(_store(memory, organisation, store).extraction, Extraction)


# --- Agents -----------------------------------------------------------------------------------------------------


def set_agent(memory: RecordMemory, organisation: str, agent: str, document: object) -> AgentView:
    """Replace an agent's memory settings, or make it; raises `settings_invalid`."""
    require_id(agent, "the agent")
    _require_organisation(memory, organisation)
    settings = read_settings(document, AgentMemory)
    memory.store.tenants.set_agent(organisation, agent, _plain(settings))
    return AgentView(id=agent, organisation=organisation, memory=settings)


def get_agent(memory: RecordMemory, organisation: str, agent: str) -> AgentView:
    """An agent; raises NotFound."""
    known = is_id(agent) and is_id(organisation)
    held = memory.store.tenants.agent(organisation, agent) if known else None
    if held is None:
        raise NotFound("there is no such agent")
    return AgentView(id=held.id, organisation=held.organisation, memory=read_settings(held.settings, AgentMemory))


# --- Parts ------------------------------------------------------------------------------------------------------


def _key(memory: RecordMemory, key_id: str) -> Key:
    key = memory.store.tenants.key(key_id) if is_id(key_id) else None
    if key is None:
        raise NotFound("there is no key of this id")
    return key


def _store(memory: RecordMemory, organisation: str, store: str) -> MemoryStore:
    known = is_id(store) and is_id(organisation)
    held = memory.store.tenants.store(organisation, store) if known else None
    if held is None:
        raise NotFound("there is no store of this id")
    return held


def _require_organisation(memory: RecordMemory, organisation: str) -> None:
    if not is_id(organisation) or memory.store.tenants.organisation(organisation) is None:
        raise NotFound("there is no such organisation: name it in POST /keys first")


def _store_view(store: MemoryStore) -> StoreView:
    settings = read_settings(store.settings, StoreSettings)
    return StoreView(id=store.id, organisation=store.organisation, **structs.asdict(settings))


def _plain(settings: Struct) -> dict[str, Any]:
    made: dict[str, Any] = msgspec.json.decode(msgspec.json.encode(settings))
    return made
