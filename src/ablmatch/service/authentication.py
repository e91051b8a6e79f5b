"""Who may call: the operator by his secret, applications by their key's, and the person of their request."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from ablmatch.memory.records.caller import Caller, as_caller
from ablmatch.memory.request import Carried
from ablmatch.service.calls import Arrived
from ablmatch.service.errors import HttpError
from ablmatch.service.routes import Route
from ablmatch.service.subject_tokens import SubjectTokens
from ablmatch.stores.errors import shown
from ablmatch.stores.records import RecordStore
from ablmatch.stores.records.rows import Key

_SCHEME = "bearer "
_CORE_HEADERS = frozenset({"x-core-subject", "x-core-subject-token", "x-core-attributes"})
# Of a key or the operator; a longer one is nobody's, and is not looked up.
LONGEST_SECRET = 512
_CHALLENGE = {"WWW-Authenticate": 'Bearer realm="ablmatch"'}


@dataclass(frozen=True, slots=True)
class Credential:
    """Whose secret a request carries: a key's, or (None) the operator's."""

    key: Key | None


def identify(store: RecordStore, arrived: Arrived) -> Credential:
    """Whose secret it is; raises `unauthorized`, which does not say why."""
    values = arrived.headers.get("authorization", [])
    if len(values) != 1 or not values[0].lower().startswith(_SCHEME):
        raise _unauthorized()
    secret = values[0][len(_SCHEME) :].strip()
    if not secret or len(secret) > LONGEST_SECRET:
        raise _unauthorized()
    key = store.tenants.key_of(secret)
    if key is not None:
        return Credential(key)
    if store.tenants.is_operator(secret):
        return Credential(None)
    raise _unauthorized()


def require_role(route: Route, credential: Credential) -> None:
    """Raise `operator_required` or `key_required` where the secret is the other's."""
    if route.by == "operator" and credential.key is not None:
        raise HttpError("operator_required", "this call is the operator's: use the operator's secret")
    if route.by == "key" and credential.key is None:
        raise HttpError("key_required", "this call is an application's: use the secret of a key")


def person_of(
    route: Route, key: Key, tokens: SubjectTokens, arrived: Arrived, *, document: Mapping[str, Any], user: object
) -> Caller:
    """The call of a key, with the person whom the request names.

    Raises `header_malformed`, `subject_token_invalid`, and what `as_caller` raises.
    """
    for name in arrived.headers:
        if name.replace("_", "-").startswith("x-core-") and name not in _CORE_HEADERS:
            # Whoever writes it means a person; without her the request would be nobody's, who reaches more.
            known = "known are X-Core-Subject, X-Core-Subject-Token and X-Core-Attributes"
            raise HttpError("header_malformed", f"unknown header {shown(name)}: {known}")
    signed = arrived.headers.get("x-core-subject-token", [])
    if len(signed) > 1:
        raise HttpError("header_malformed", f"the header X-Core-Subject-Token is there {len(signed)} times: send one")
    carried = Carried(
        headers=arrived.headers.get("x-core-subject", []),
        token=tokens.read(key.organisation, signed[0]) if signed else None,
        user=user,
        attribute_headers=arrived.headers.get("x-core-attributes", []),
        schedule=document.get("schedule") is True,
    )
    return as_caller(key, carried, person_in_path=route.person_in_path)


def _unauthorized() -> HttpError:
    return HttpError("unauthorized", "send Authorization: Bearer with the secret of a key or the operator", _CHALLENGE)
