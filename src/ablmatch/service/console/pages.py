"""What each page of the console shows: read from the store, for templates to write down."""

from __future__ import annotations

import json
import logging
from collections.abc import Mapping
from typing import Any, NamedTuple

from ablmatch.memory.policy import label_view
from ablmatch.memory.policy_reading import stored_policy
from ablmatch.memory.records import tenants
from ablmatch.memory.records.asked import is_id, is_made_id, is_storable
from ablmatch.memory.records.facts import NO_PERSON
from ablmatch.memory.records.views import instant
from ablmatch.memory.refusals import Refusal
from ablmatch.memory.request import Carried, Request, check_subject, request_of, require_subject
from ablmatch.memory.settings import OrganisationSettings, read_settings
from ablmatch.memory.why_visible import why_visible
from ablmatch.service.app import Service
from ablmatch.stores.errors import StoreError
from ablmatch.stores.records.errors import NotFound
from ablmatch.stores.records.reach import EVERYTHING
from ablmatch.stores.records.rows import Access, Actor, Filter, Record, State

logger = logging.getLogger("ablmatch.service")
Fields = Mapping[str, str]

_PAGE = 50
_MOST_FOUND = 50
_OWNERS = {"": None, "shared": ""}
_CLOSED = ("open", "closed", "any")
# The operator in the audit: no key has this id.
_OPERATOR = Actor(key_id="(console)")


class Shown(NamedTuple):
    """A page: its template, with what it is filled."""

    template: str
    values: dict[str, Any]
    status: int = 200


def nowhere(_service: Service, _path: Fields, _fields: Fields) -> Shown:
    """What there is not."""
    raise NotFound("there is no such page")


def overview(service: Service, _path: Fields, _fields: Fields) -> Shown:
    """All organisations."""
    return Shown("overview.html", {"organisations": service.memory.store.tenants.organisations()})


def organisation(service: Service, path: Fields, _fields: Fields) -> Shown:
    """An organisation: its stores with what they hold, and its keys."""
    memory, access = service.memory, _everything(service, path)
    name = access.organisation
    stores = [
        {
            "id": store.id,
            "records": memory.store.records.count(access, Filter(store=store.id)),
            "proposed": memory.store.records.count(access, Filter(store=store.id, state="proposed")),
            "extraction": tenants.get_extraction(memory, name, store.id).enabled,
        }
        for store in tenants.list_stores(memory, name)
    ]
    keys = [
        {"id": key.id, "rules": tenants.get_policy(memory, key.id)["rules"]} for key in tenants.list_keys(memory, name)
    ]
    return Shown("organisation.html", {"organisation": name, "stores": stores, "keys": keys})


# --- People -----------------------------------------------------------------------------------------------------


def people(service: Service, path: Fields, fields: Fields) -> Shown:
    """The people of an organisation, or the one whose id is asked for."""
    access = _everything(service, path)
    if wanted := fields.get("id", "").strip():
        return person(service, {**path, "subject": wanted}, {})
    after = fields.get("after", "")
    if not is_storable(after):
        raise NotFound("there is no such page")
    found = service.memory.store.people.list(access.organisation, after=after, limit=_PAGE + 1)
    more = found[_PAGE - 1].subject if len(found) > _PAGE else None
    return Shown("people.html", {"organisation": access.organisation, "people": found[:_PAGE], "after": more})


def person(service: Service, path: Fields, fields: Fields) -> Shown:
    """A person: her records, and her conversations without their words."""
    access, subject = _everything(service, path), _subject(path)
    asked = Filter(subject=subject, closed="any")
    page = service.memory.store.records.list(access, asked, limit=_PAGE, cursor=fields.get("cursor"))
    talks = [
        {"id": one.id, "messages": one.messages, "open": one.open, "last": instant(one.last_ms)}
        for one in service.memory.store.people.conversations(access.organisation, subject)
    ]
    return Shown(
        "person.html",
        {
            "organisation": access.organisation,
            "subject": subject,
            "records": [_line(record) for record in page.records],
            "cursor": page.next_cursor,
            "conversations": talks,
            "owned": _owned(service, access.organisation, subject),
        },
    )


def ask_erase(service: Service, path: Fields, _fields: Fields) -> Shown:
    """The question before an erasure: her id is to be typed."""
    access, subject = _everything(service, path), _subject(path)
    store = service.memory.store
    states: tuple[State, ...] = ("active", "proposed")
    values = {
        "organisation": access.organisation,
        "subject": subject,
        "records": sum(
            store.records.count(access, Filter(subject=subject, closed="any", state=state)) for state in states
        ),
        "conversations": len(store.people.conversations(access.organisation, subject)),
        "owned": _owned(service, access.organisation, subject),
        "wrong": False,
    }
    return Shown("erase.html", values)


def erase(service: Service, path: Fields, fields: Fields) -> Shown:
    """Erase the person whose id was typed."""
    question = ask_erase(service, path, fields)
    subject = question.values["subject"]
    if fields.get("confirm", "").strip() != subject:
        return Shown("erase.html", {**question.values, "wrong": True}, 400)
    organisation = question.values["organisation"]
    erased = service.memory.store.people.erase(organisation, subject, _OPERATOR)
    values = {"organisation": organisation, "counts": sorted(erased.counts.items()), "settled": erased.settled}
    return Shown("erased.html", values)


# --- Records ----------------------------------------------------------------------------------------------------


def records(service: Service, path: Fields, fields: Fields) -> Shown:
    """Records, listed or searched, of a store, a type, an owner."""
    access, memory = _everything(service, path), service.memory
    query, owner = fields.get("q", "").strip(), fields.get("owner", "").strip()
    store, kind = fields.get("store", ""), fields.get("type", "").strip()
    closed = fields.get("closed", "open")
    state: State = "proposed" if fields.get("state") == "proposed" else "active"
    if not all(map(is_storable, (query, owner, store, kind))) or closed not in _CLOSED:
        raise NotFound("there is no such page")
    asked = Filter(
        store=store or None,
        subject=_OWNERS.get(owner, owner),
        types=(kind,) if kind else (),
        closed=closed,  # type: ignore[arg-type]
        state=state,
    )
    if query:
        hits = memory.store.records.search(access, asked, query, limit=_MOST_FOUND)
        found, cursor = [hit.record for hit in hits], None
    else:
        page = memory.store.records.list(access, asked, limit=_PAGE, cursor=fields.get("cursor"))
        found, cursor = page.records, page.next_cursor
    return Shown(
        "records.html",
        {
            "organisation": access.organisation,
            "stores": [one.id for one in tenants.list_stores(memory, access.organisation)],
            "asked": {"q": query, "owner": owner, "store": store, "type": kind, "closed": closed, "state": state},
            "records": [_line(record) for record in found],
            "cursor": cursor,
        },
    )


def record(service: Service, path: Fields, fields: Fields) -> Shown:
    """A record with its versions, and why a request would see it: which rule permits it."""
    access, memory = _everything(service, path), service.memory
    held = _record(service, access, path["record"])
    versions = memory.store.records.history(access, held.id) or []
    keys = [key.id for key in tenants.list_keys(memory, access.organisation)]
    values = {
        "organisation": access.organisation,
        "record": _line(held),
        "fields": _details(held),
        "versions": [_line(version) for version in versions],
        "keys": keys,
        "asked": {name: fields.get(name, "") for name in ("key", "subject", "attributes")},
        "answers": None,
        "problem": None,
    }
    if fields.get("key") in keys:
        try:
            values["answers"] = _why(service, held, fields)
        except Refusal as refusal:
            values["problem"] = refusal.message
    return Shown("record.html", values)


# --- Parts ------------------------------------------------------------------------------------------------------


def _everything(service: Service, path: Fields) -> Access:
    """The operator reaches every record of the organisation that the path names."""
    name = path["organisation"]
    if not is_id(name) or service.memory.store.tenants.organisation(name) is None:
        raise NotFound("there is no such organisation")
    return Access(name, EVERYTHING)


def _subject(path: Fields) -> str:
    """An owner, also one whom no request can name, as that of a project's facts."""
    try:
        check_subject(path["subject"].replace(NO_PERSON, "."))
    except Refusal:
        raise NotFound("there is no such person") from None
    return path["subject"]


def _owned(service: Service, organisation: str, subject: str) -> dict[str, int] | None:
    """How many blocks and extracted values of hers there are; None where they cannot be read, which an erasure can."""
    try:
        owned = service.memory.store.people.owned(organisation, subject)
    except StoreError as error:
        logger.warning("what agents keep of a person cannot be read", extra={"fields": {"code": error.code}})
        return None
    return {"blocks": len(owned.blocks), "extracted_values": len(owned.extracted_values)}


def _record(service: Service, access: Access, record_id: str) -> Record:
    if is_made_id(record_id):
        for asked in (Filter(closed="any"), Filter(closed="any", state="proposed")):
            if (found := service.memory.store.records.read(access, record_id, asked=asked)) is not None:
                return found
    raise NotFound("there is no such record")


def _why(service: Service, held: Record, fields: Fields) -> dict[str, Any]:
    key = service.memory.store.tenants.key(fields["key"])
    assert key is not None
    settings = read_settings(key.organisation_settings, OrganisationSettings)
    metadata = held.metadata if settings.labels_from_metadata else None
    request, policy = _asking(fields), stored_policy(key.policy)
    require_subject(request, subjects_required=policy.subjects_required)
    rules = why_visible(policy, request, label_view(held.subject, held.labels, metadata))
    unseen = held.state != "active" or held.valid_to_ms is not None
    return {
        "rules": rules,
        "visible": any(rule.permits for rule in rules) and not unseen,
        "unseen": unseen,
        "person": request.subject,
    }


def _asking(fields: Fields) -> Request:
    """The request that is asked about; raises Refusal where it would be refused."""
    subject, attributes = fields.get("subject", "").strip(), fields.get("attributes", "").strip()
    return request_of(
        Carried(headers=[subject] if subject else [], attribute_headers=[attributes] if attributes else [])
    )


def _line(record: Record) -> dict[str, Any]:
    return {
        "id": record.id,
        "store": record.store,
        "type": record.type,
        "content": record.content,
        "owner": record.subject,
        "confidence": f"{record.confidence:g}",
        "state": "closed" if record.valid_to_ms is not None else record.state,
        "version": record.version,
        "updated": instant(record.updated_ms),
    }


def _details(record: Record) -> list[tuple[str, str]]:
    due = " ".join(filter(None, (record.status, record.due_at and f"due {record.due_at}")))
    found = {
        "Labels": json.dumps(record.labels, ensure_ascii=False, sort_keys=True) if record.labels else "",
        "Metadata": json.dumps(record.metadata, ensure_ascii=False, sort_keys=True) if record.metadata else "",
        "Commitment": due,
        "Owed to": record.owed_to or "",
        "Slot": record.slot or "",
        "Source": record.source,
        "Conversation": record.conversation_id or "",
        "Created": instant(record.created_ms),
        "Expires": instant(record.expires_ms) if record.expires_ms is not None else "",
        "Superseded by": record.superseded_by or "",
    }
    return [(name, text) for name, text in found.items() if text]
