"""Organisations, keys, stores, agents and secrets. Policies and settings are JSON as the service keeps it.

Secrets of keys are random and long, so a plain hash of one keeps it: nobody guesses what was hashed.
"""

from __future__ import annotations

import base64
import hashlib
import hmac
from collections.abc import Callable
from functools import lru_cache
from typing import Any

from ablmatch.stores.records.database import Joining, Row, Transaction
from ablmatch.stores.records.errors import AlreadyExists, NotFound
from ablmatch.stores.records.rows import Agent, Key, MemoryStore, Organisation
from ablmatch.stores.records.where import storable
from ablmatch.stores.values import decode, encode

_SECRET_BYTES = 32
_ADD_ORGANISATION = (
    "INSERT INTO ablmatch_organisations (id, settings, created_ms) VALUES (?, ?, ?) ON CONFLICT (id) DO NOTHING"
)
_ADD_KEY = (
    "INSERT INTO ablmatch_keys (id, organisation, secret_hash, policy, memory, created_ms) VALUES (?, ?, ?, ?, ?, ?)"
    " ON CONFLICT (id) DO NOTHING"
)
_KEYS = (
    "SELECT k.id, k.organisation, k.policy, k.memory, o.settings, k.created_ms FROM ablmatch_keys k"
    " JOIN ablmatch_organisations o ON o.id = k.organisation"
)
_ADD_STORE = (
    "INSERT INTO ablmatch_memory_stores (organisation, id, settings, extraction, created_ms) VALUES (?, ?, ?, ?, ?)"
    " ON CONFLICT (organisation, id) DO NOTHING"
)
_STORES = "SELECT id, organisation, settings, extraction, created_ms FROM ablmatch_memory_stores WHERE organisation = ?"
_SET_AGENT = (
    "INSERT INTO ablmatch_agents (organisation, id, settings, created_ms) VALUES (?, ?, ?, ?)"
    " ON CONFLICT (organisation, id) DO UPDATE SET settings = excluded.settings"
)
_AGENT = "SELECT id, organisation, settings, created_ms FROM ablmatch_agents WHERE organisation = ? AND id = ?"
_KEEP_FIRST = (
    "INSERT INTO ablmatch_secrets (organisation, name, value) VALUES (?, ?, ?)"
    " ON CONFLICT (organisation, name) DO NOTHING"
)
_KEEP_LAST = (
    "INSERT INTO ablmatch_secrets (organisation, name, value) VALUES (?, ?, ?)"
    " ON CONFLICT (organisation, name) DO UPDATE SET value = excluded.value"
)
_KEPT = "SELECT value FROM ablmatch_secrets WHERE organisation = ? AND name = ?"
# Secrets of the whole database stand under this name, which no organisation has.
_NOBODYS = ""


class Tenants:
    """The tenants of a record store."""

    def __init__(self, joining: Joining, clock: Callable[[], int], random: Callable[[int], bytes]) -> None:
        self._joining = joining
        self._clock = clock
        self._random = random

    # --- Secrets ------------------------------------------------------------------------------------------------

    def ensure_operator(self, secret: str | None) -> str | None:
        """Make `secret` the operator's; without one make one at the first start and give it, this once only."""
        with self._joining.writing() as transaction:
            if secret is not None:
                transaction.run(_KEEP_LAST, (_NOBODYS, "operator", _hashed(secret)))
                return None
            made = self._new_secret()
            added = transaction.run(_KEEP_FIRST, (_NOBODYS, "operator", _hashed(made)))
        return made if added else None

    def is_operator(self, secret: str) -> bool:
        """Whether this is the operator's secret."""
        with self._joining.reading() as transaction:
            found = transaction.rows(_KEPT, (_NOBODYS, "operator"))
        return bool(found) and hmac.compare_digest(bytes(found[0][0]), _hashed(secret))

    def token_secret(self, organisation: str) -> bytes:
        """What signs the subject tokens of an organisation; made when it is first asked for, kept from then on."""
        return self._kept(organisation, "subject tokens")

    def console_secret(self) -> bytes:
        """What signs the sign-ins of the operator's pages; another one as soon as his secret is another."""
        with self._joining.reading() as transaction:
            found = transaction.rows(_KEPT, (_NOBODYS, "operator"))
        operator = bytes(found[0][0]) if found else b""
        return hmac.digest(self._kept(_NOBODYS, "console"), operator, "sha256")

    def people_secret(self) -> bytes:
        """What keys the hashes of people's ids in this database."""
        return self._kept(_NOBODYS, "people")

    def _kept(self, organisation: str, name: str) -> bytes:
        with self._joining.reading() as transaction:
            found = transaction.rows(_KEPT, (organisation, name))
        if not found:
            with self._joining.writing() as transaction:
                transaction.run(_KEEP_FIRST, (organisation, name, self._random(_SECRET_BYTES)))
                found = transaction.rows(_KEPT, (organisation, name))
        return bytes(found[0][0])

    def _new_secret(self) -> str:
        return base64.urlsafe_b64encode(self._random(_SECRET_BYTES)).decode().rstrip("=")

    # --- Organisations ------------------------------------------------------------------------------------------

    def organisation(self, organisation: str) -> Organisation | None:
        """The organisation, or None."""
        if not storable(organisation):
            return None
        with self._joining.reading() as transaction:
            return _organisation(transaction, organisation)

    def organisations(self) -> list[str]:
        """The ids of all organisations, sorted."""
        with self._joining.reading() as transaction:
            return [str(one) for (one,) in transaction.rows("SELECT id FROM ablmatch_organisations ORDER BY id")]

    def set_organisation(self, organisation: str, settings: dict[str, Any]) -> Organisation:
        """Replace the settings of an organisation, which is made where it is absent."""
        with self._joining.writing() as transaction:
            transaction.run(_ADD_ORGANISATION, (organisation, "{}", self._clock()))
            statement = "UPDATE ablmatch_organisations SET settings = ? WHERE id = ?"
            transaction.run(statement, (encode(settings, "settings"), organisation))
            made = _organisation(transaction, organisation)
        assert made is not None
        return made

    # --- Keys ---------------------------------------------------------------------------------------------------

    def create_key(self, organisation: str, key_id: str, *, policy: dict[str, Any], memory: dict[str, Any]) -> str:
        """Make a key, and its organisation where it is absent, and give the secret, which is not kept.

        Ids of keys are unique over all organisations. Raises AlreadyExists.
        """
        secret, now_ms = self._new_secret(), self._clock()
        with self._joining.writing() as transaction:
            transaction.run(_ADD_ORGANISATION, (organisation, "{}", now_ms))
            row = (key_id, organisation, _hashed(secret), encode(policy, "policy"), encode(memory, "memory"), now_ms)
            if not transaction.run(_ADD_KEY, row):
                raise AlreadyExists("there is a key of this id")
        return secret

    def renew_secret(self, key_id: str) -> str:
        """Give a key a new secret, which is not kept; the old one is refused from then on. Raises NotFound."""
        secret = self._new_secret()
        with self._joining.writing() as transaction:
            statement = "UPDATE ablmatch_keys SET secret_hash = ? WHERE id = ?"
            if not transaction.run(statement, (_hashed(secret), key_id)):
                raise NotFound("there is no key of this id")
        return secret

    def key_of(self, secret: str) -> Key | None:
        """The key whose secret this is, or None."""
        return self._key("k.secret_hash = ?", _hashed(secret))

    def key(self, key_id: str) -> Key | None:
        """The key of an id, or None."""
        return self._key("k.id = ?", key_id)

    def keys(self, organisation: str) -> list[Key]:
        """The keys of an organisation, by id."""
        with self._joining.reading() as transaction:
            rows = transaction.rows(f"{_KEYS} WHERE k.organisation = ? ORDER BY k.id", (organisation,))
        return [_key(tuple(row)) for row in rows]

    def set_policy(self, key_id: str, policy: dict[str, Any]) -> None:
        """Replace the policy of a key; raises NotFound."""
        self._set_key("policy", policy, key_id)

    def set_key_memory(self, key_id: str, memory: dict[str, Any]) -> None:
        """Replace the memory settings of a key; raises NotFound."""
        self._set_key("memory", memory, key_id)

    def _key(self, condition: str, value: str | bytes) -> Key | None:
        if isinstance(value, str) and not storable(value):
            return None
        with self._joining.reading() as transaction:
            rows = transaction.rows(f"{_KEYS} WHERE {condition}", (value,))
        return _key(tuple(rows[0])) if rows else None

    def _set_key(self, column: str, value: dict[str, Any], key_id: str) -> None:
        statement = f"UPDATE ablmatch_keys SET {column} = ? WHERE id = ?"
        with self._joining.writing() as transaction:
            if not transaction.run(statement, (encode(value, column), key_id)):
                raise NotFound("there is no key of this id")

    # --- Stores -------------------------------------------------------------------------------------------------

    def create_store(self, organisation: str, store: str, settings: dict[str, Any] | None = None) -> MemoryStore:
        """Make a store of records; raises NotFound where the organisation is absent, AlreadyExists where it is not."""
        with self._joining.writing() as transaction:
            if _organisation(transaction, organisation) is None:
                raise NotFound("there is no such organisation")
            row = (organisation, store, encode(settings or {}, "settings"), "{}", self._clock())
            if not transaction.run(_ADD_STORE, row):
                raise AlreadyExists("there is a store of this id")
            return _store(transaction, organisation, store)

    def store(self, organisation: str, store: str) -> MemoryStore | None:
        """The store of an id, or None."""
        if not storable(store):
            return None
        with self._joining.reading() as transaction:
            rows = transaction.rows(f"{_STORES} AND id = ?", (organisation, store))
        return _memory_store(rows[0]) if rows else None

    def stores(self, organisation: str) -> list[MemoryStore]:
        """The stores of an organisation, by id."""
        with self._joining.reading() as transaction:
            return [_memory_store(row) for row in transaction.rows(f"{_STORES} ORDER BY id", (organisation,))]

    def set_store(self, organisation: str, store: str, settings: dict[str, Any]) -> MemoryStore:
        """Replace the settings of a store; raises NotFound."""
        return self._set_store("settings", settings, organisation, store)

    def set_extraction(self, organisation: str, store: str, switch: dict[str, Any]) -> MemoryStore:
        """Replace the extraction switch of a store; raises NotFound."""
        return self._set_store("extraction", switch, organisation, store)

    def _set_store(self, column: str, value: dict[str, Any], organisation: str, store: str) -> MemoryStore:
        statement = f"UPDATE ablmatch_memory_stores SET {column} = ? WHERE organisation = ? AND id = ?"
        with self._joining.writing() as transaction:
            if not transaction.run(statement, (encode(value, column), organisation, store)):
                raise NotFound("there is no store of this id")
            return _store(transaction, organisation, store)

    # --- Agents -------------------------------------------------------------------------------------------------

    def set_agent(self, organisation: str, agent: str, settings: dict[str, Any]) -> Agent:
        """Replace the settings of an agent, which is made where it is absent."""
        with self._joining.writing() as transaction:
            transaction.run(_SET_AGENT, (organisation, agent, encode(settings, "settings"), self._clock()))
            [row] = transaction.rows(_AGENT, (organisation, agent))
        return _agent(row)

    def agent(self, organisation: str, agent: str) -> Agent | None:
        """The agent of an id, or None."""
        if not storable(agent):
            return None
        with self._joining.reading() as transaction:
            rows = transaction.rows(_AGENT, (organisation, agent))
        return _agent(rows[0]) if rows else None


def _hashed(secret: str) -> bytes:
    # What cannot be written as UTF-8 was never given out; it must be refused, not raise.
    return hashlib.sha256(secret.encode("utf-8", "surrogatepass")).digest()


def _organisation(transaction: Transaction, organisation: str) -> Organisation | None:
    rows = transaction.rows("SELECT settings, created_ms FROM ablmatch_organisations WHERE id = ?", (organisation,))
    return Organisation(organisation, decode(rows[0][0], "settings"), rows[0][1]) if rows else None


@lru_cache(maxsize=256)
def _key(row: Row) -> Key:
    """The key of a row, which is read anew for each request: what it holds now is what counts, and is decoded once."""
    key_id, organisation, policy, memory, settings, created_ms = row
    return Key(
        key_id,
        organisation,
        decode(policy, "policy"),
        decode(memory, "memory"),
        decode(settings, "settings"),
        created_ms,
    )


def _store(transaction: Transaction, organisation: str, store: str) -> MemoryStore:
    [row] = transaction.rows(f"{_STORES} AND id = ?", (organisation, store))
    return _memory_store(row)


def _memory_store(row: Row) -> MemoryStore:
    store, organisation, settings, extraction, created_ms = row
    return MemoryStore(store, organisation, decode(settings, "settings"), decode(extraction, "extraction"), created_ms)


def _agent(row: Row) -> Agent:
    agent, organisation, settings, created_ms = row
    return Agent(agent, organisation, decode(settings, "settings"), created_ms)
