"""Settings of keys, agents, stores and organisations as JSON: injection, extraction, promotion.

A PUT replaces the whole of what it sets: what is left out is at its default.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Annotated, Any, Literal, TypeVar

import msgspec
from msgspec import Meta, Struct

from ablmatch.memory.refusals import Refusal, one_line
from ablmatch.memory.vocabulary import LABEL, is_label_value
from ablmatch.stores.errors import shown
from ablmatch.stores.records.reach import SUBJECT

DEFAULT_BUDGET = 1500
# The end of the text, in the words of Python and of JSON Schema alike; `$` lets a last line break through.
_END = r"(?![\s\S])"
Id = Annotated[str, Meta(pattern=rf"^[a-z0-9][a-z0-9_-]{{0,63}}{_END}")]
TypeName = Annotated[str, Meta(pattern=rf"^[a-z][a-z0-9_-]{{0,63}}{_END}")]
Budget = Annotated[int, Meta(ge=0, le=1_000_000)]
_MOST_NAMES = 256
Settings = TypeVar("Settings")
TypeNames = Annotated[tuple[TypeName, ...], Meta(max_length=_MOST_NAMES)]


class Injection(Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """What turns are given of a store, and how many tokens that may take. `types`: of matching records, only these."""

    enabled: bool = False
    store: Id | None = None
    budget_tokens: Budget = DEFAULT_BUDGET
    types: TypeNames | None = None


class AgentInjection(Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """An agent's own injection, which replaces the key's for its turns."""

    store: Id
    enabled: bool = True
    budget_tokens: Budget = DEFAULT_BUDGET
    types: TypeNames | None = None


class KeyMemory(Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """`memory` of a key."""

    injection: Injection = Injection()


class AgentMemory(Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """`memory` of an agent."""

    injection: AgentInjection | None = None


class StoreInjection(Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """A store's budget, which can only lower that of keys and agents."""

    budget_tokens: Budget | None = None


class Promotion(Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """What a proposed shared record starts with in its metadata, and of how many people it must hold."""

    labels: dict[str, str] = {}
    min_people: Annotated[int, Meta(ge=2, le=1000)] = 3


class StoreSettings(Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """Settings of a memory store, apart from its extraction switch."""

    injection: StoreInjection = StoreInjection()
    promotion: Promotion = Promotion()


class Filters(Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """Which conversations are mined: those under these keys. None: under any; an empty list: none at all."""

    key_ids: Annotated[tuple[Id, ...], Meta(max_length=_MOST_NAMES)] | None = None


class Extraction(Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """A store's extraction switch. `types`: what to look for; None leaves it to the model."""

    enabled: bool = False
    threads: Literal["with_person", "all"] = "with_person"
    filters: Filters = Filters()
    types: TypeNames | None = None
    keep_session_records: bool = False
    teach_from_sessions: bool = False


class OrganisationInjection(Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """The operator's cap on every budget of the organisation."""

    max_budget_tokens: Budget | None = None


class OrganisationSettings(Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """Settings of an organisation, by the operator.

    `vocabulary`: as `read_vocabulary` takes it. `idle_ms`: a session has settled so long after its last message.
    """

    injection: OrganisationInjection = OrganisationInjection()
    vocabulary: dict[str, Any] | None = None
    labels_from_metadata: bool = False
    idle_ms: Annotated[int, Meta(ge=1, le=604_800_000)] = 1_800_000


class Injected(Struct, frozen=True):
    """From which store a turn's block is made, within how many tokens; `types` limits matching records."""

    store: str
    budget_tokens: int
    types: tuple[str, ...] | None


def read_settings(document: object, kind: type[Settings]) -> Settings:
    """Settings out of decoded JSON; raises `settings_invalid` naming what is unknown, missing or of the wrong shape."""
    try:
        settings = msgspec.convert(document, kind)
    except msgspec.ValidationError as error:
        raise Refusal("settings_invalid", one_line(error)) from None
    if isinstance(settings, KeyMemory) and settings.injection.enabled and settings.injection.store is None:
        raise Refusal("settings_invalid", "injection.store is missing: say which store's records are given to turns")
    if isinstance(settings, StoreSettings):
        _check_promotion(settings.promotion.labels)
    return settings


def injected(
    key: Injection,
    agent: AgentInjection | None = None,
    *,
    store_budget: Mapping[str, int | None] | None = None,
    operator_cap: int | None = None,
) -> Injected | None:
    """What a turn is given: the agent's injection if it has one, else the key's; None for nothing.

    `store_budget`: the budgets of stores by their id. They and the operator's cap only ever lower the one that is set.
    """
    chosen = key if agent is None else agent
    if not chosen.enabled or chosen.store is None:
        return None
    limits = [chosen.budget_tokens, (store_budget or {}).get(chosen.store), operator_cap]
    return Injected(chosen.store, min(limit for limit in limits if limit is not None), chosen.types)


def _check_promotion(labels: Mapping[str, str]) -> None:
    for name, value in labels.items():
        if not LABEL.fullmatch(name) or name == SUBJECT or not is_label_value(value):
            raise Refusal("settings_invalid", f"promotion.labels: {shown(name)} or its value is not that of a label")
