"""What the operator sets up."""

from __future__ import annotations

from msgspec import Struct

from ablmatch.memory.records import tenants
from ablmatch.memory.settings import AgentMemory, Extraction, KeyMemory, OrganisationSettings, StoreSettings
from ablmatch.service.bodies import KeyBody, PolicyBody, StoreBody
from ablmatch.service.calls import Call, Reply
from ablmatch.service.routes import Parameter, Routes

ROUTES = Routes()
_ORGANISATION = Parameter(
    "organisation", {"type": "string", "default": "default"}, "The organisation, where the body names none."
)
_SETTINGS = ("not_found", "settings_invalid", "id_invalid")


class KeyList(Struct, frozen=True):
    """The keys of an organisation, by id."""

    keys: list[tenants.KeyView]


class StoreList(Struct, frozen=True):
    """The stores of an organisation, by id."""

    stores: list[tenants.StoreView]


# --- Organisations ----------------------------------------------------------------------------------------------


@ROUTES.add(
    "PUT", "/organisations/{organisation}", "Set an organisation's settings", by="operator",
    body=OrganisationSettings, answers={200: tenants.OrganisationView}, refusals=(*_SETTINGS, "vocabulary_invalid"),
)  # fmt: skip
def put_organisation(call: Call) -> Reply:
    return Reply(200, tenants.set_organisation(call.memory, call.path("organisation"), call.document))


@ROUTES.add(
    "GET", "/organisations/{organisation}", "An organisation", by="operator",
    answers={200: tenants.OrganisationView}, refusals=("not_found",),
)  # fmt: skip
def get_organisation(call: Call) -> Reply:
    return Reply(200, tenants.read_organisation(call.memory, call.path("organisation")))


# --- Keys -------------------------------------------------------------------------------------------------------


@ROUTES.add(
    "POST", "/keys", "Make a key; its secret is shown this once", by="operator",
    body=KeyBody, answers={201: tenants.KeyMade}, refusals=("already_exists", "id_invalid"),
)  # fmt: skip
def post_key(call: Call) -> Reply:
    asked = call.asked(KeyBody)
    return Reply(201, tenants.make_key(call.memory, asked.id, asked.organisation))


@ROUTES.add(
    "GET", "/keys", "The keys of an organisation", by="operator",
    answers={200: KeyList}, refusals=("id_invalid",), parameters=(_ORGANISATION,),
)  # fmt: skip
def get_keys(call: Call) -> Reply:
    return Reply(200, KeyList(tenants.list_keys(call.memory, call.organisation())))


@ROUTES.add(
    "POST", "/keys/{key}/secret", "Give a key a new secret; the old one is refused from then on", by="operator",
    answers={200: tenants.KeyMade}, refusals=("not_found",),
)  # fmt: skip
def post_key_secret(call: Call) -> Reply:
    return Reply(200, tenants.renew_key(call.memory, call.path("key")))


@ROUTES.add(
    "PUT", "/keys/{key}/policy", "Replace a key's policy", by="operator",
    body=PolicyBody, answers={200: PolicyBody}, refusals=("not_found", "policy_invalid"),
)  # fmt: skip
def put_policy(call: Call) -> Reply:
    return Reply(200, tenants.set_policy(call.memory, call.path("key"), call.document))


@ROUTES.add(
    "GET", "/keys/{key}/policy", "A key's policy", by="operator", answers={200: PolicyBody}, refusals=("not_found",)
)
def get_policy(call: Call) -> Reply:
    return Reply(200, tenants.get_policy(call.memory, call.path("key")))


@ROUTES.add(
    "PUT", "/keys/{key}/memory", "Replace a key's injection switch", by="operator",
    body=KeyMemory, answers={200: KeyMemory}, refusals=("not_found", "settings_invalid"),
)  # fmt: skip
def put_key_memory(call: Call) -> Reply:
    return Reply(200, tenants.set_key_memory(call.memory, call.path("key"), call.document))


@ROUTES.add(
    "GET", "/keys/{key}/memory", "A key's injection switch", by="operator",
    answers={200: KeyMemory}, refusals=("not_found",),
)  # fmt: skip
def get_key_memory(call: Call) -> Reply:
    return Reply(200, tenants.get_key_memory(call.memory, call.path("key")))


# --- Stores -----------------------------------------------------------------------------------------------------


@ROUTES.add(
    "POST", "/memory/stores", "Make a store of records", by="operator",
    body=StoreBody, answers={201: tenants.StoreView}, refusals=("not_found", "already_exists", "id_invalid"),
)  # fmt: skip
def post_store(call: Call) -> Reply:
    asked = call.asked(StoreBody)
    return Reply(201, tenants.make_store(call.memory, asked.id, asked.organisation))


@ROUTES.add(
    "GET", "/memory/stores", "The stores of an organisation", by="operator",
    answers={200: StoreList}, refusals=("id_invalid",), parameters=(_ORGANISATION,),
)  # fmt: skip
def get_stores(call: Call) -> Reply:
    return Reply(200, StoreList(tenants.list_stores(call.memory, call.organisation())))


@ROUTES.add(
    "PUT", "/memory/stores/{store}", "Replace a store's settings", by="operator",
    body=StoreSettings, answers={200: tenants.StoreView}, refusals=_SETTINGS,
    parameters=(_ORGANISATION,),
)  # fmt: skip
def put_store(call: Call) -> Reply:
    return Reply(200, tenants.set_store(call.memory, call.organisation(), call.path("store"), call.settings()))


@ROUTES.add(
    "GET", "/memory/stores/{store}", "A store", by="operator",
    answers={200: tenants.StoreView}, refusals=("not_found",), parameters=(_ORGANISATION,),
)  # fmt: skip
def get_store(call: Call) -> Reply:
    return Reply(200, tenants.get_store(call.memory, call.organisation(), call.path("store")))


@ROUTES.add(
    "PUT", "/memory/stores/{store}/extraction", "Replace a store's extraction switch, whole", by="operator",
    body=Extraction, answers={200: Extraction}, refusals=_SETTINGS, parameters=(_ORGANISATION,),
)  # fmt: skip
def put_extraction(call: Call) -> Reply:
    return Reply(200, tenants.set_extraction(call.memory, call.organisation(), call.path("store"), call.settings()))


@ROUTES.add(
    "GET", "/memory/stores/{store}/extraction", "A store's extraction switch, as it is stored", by="operator",
    answers={200: Extraction}, refusals=("not_found",), parameters=(_ORGANISATION,),
)  # fmt: skip
def get_extraction(call: Call) -> Reply:
    return Reply(200, tenants.get_extraction(call.memory, call.organisation(), call.path("store")))


# --- Agents -----------------------------------------------------------------------------------------------------


class AgentBody(Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """An agent's settings."""

    memory: AgentMemory = AgentMemory()


@ROUTES.add(
    "PUT", "/agents/{agent}", "Set an agent's own injection", by="operator",
    body=AgentBody, answers={200: tenants.AgentView}, refusals=_SETTINGS,
    parameters=(_ORGANISATION,),
)  # fmt: skip
def put_agent(call: Call) -> Reply:
    organisation = call.organisation()
    document = call.settings()
    unknown = sorted(set(document) - {"memory"})
    settings = document.get("memory", {}) if not unknown else document
    return Reply(200, tenants.set_agent(call.memory, organisation, call.path("agent"), settings))


@ROUTES.add(
    "GET", "/agents/{agent}", "An agent", by="operator",
    answers={200: tenants.AgentView}, refusals=("not_found",), parameters=(_ORGANISATION,),
)  # fmt: skip
def get_agent(call: Call) -> Reply:
    return Reply(200, tenants.get_agent(call.memory, call.organisation(), call.path("agent")))
