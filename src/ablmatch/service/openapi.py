"""The OpenAPI document, made of the routes and the types of their bodies, so that it says what is served."""

from __future__ import annotations

import copy
import re
from collections.abc import Iterable, Mapping
from importlib.metadata import version
from typing import Any

import msgspec

from ablmatch.memory.request import LONGEST_SUBJECT
from ablmatch.service.errors import STATUS, ErrorBody
from ablmatch.service.routes import Parameter, Route

_REFERENCE = "#/components/schemas/{name}"
_ERROR = {"$ref": _REFERENCE.format(name="ErrorBody")}
_PATH_PARAMETER = re.compile(r"\{(\w+)\}")
_SUBJECT = {"type": "string", "minLength": 1, "maxLength": LONGEST_SUBJECT, "pattern": r"^[A-Za-z0-9._@+:~|-]+$"}
_MADE_ID = {"type": "string", "pattern": "^[0-9a-f]{32}$"}
_CHOSEN_ID = {"type": "string", "pattern": "^[a-z0-9][a-z0-9_-]{0,63}$"}
_PATH_SCHEMAS = {"id": _MADE_ID, "subject": _SUBJECT}
_PERSON = (
    Parameter("X-Core-Subject", _SUBJECT, "The person whom the request names.", "header"),
    Parameter("X-Core-Subject-Token", {"type": "string"}, "A subject token, which names her instead.", "header"),
    Parameter("X-Core-Attributes", {"type": "string"}, "Her attributes: a JSON object of lists.", "header"),
)
_USER = {"anyOf": [_SUBJECT, {"type": "null"}], "description": "The person whom the request names."}
_ORGANISATION = {**_CHOSEN_ID, "default": "default", "description": "The organisation that it belongs to."}
_REASONS = {
    200: "Done.", 201: "Made.", 202: "Taken in hand.", 204: "Gone.",
}  # fmt: skip


def openapi_document(routes: Iterable[Route]) -> dict[str, Any]:
    """The document of these routes."""
    routes = list(routes)
    types = [kind for route in routes for kind in (route.body, *route.answers.values()) if _is_type(kind)]
    schemas, components = msgspec.json.schema_components([*types, ErrorBody], ref_template=_REFERENCE)
    by_type = dict(zip([*map(_name, types), "ErrorBody"], schemas, strict=True))
    paths: dict[str, dict[str, Any]] = {}
    for route in routes:
        paths.setdefault(route.path, {})[route.method.lower()] = _operation(route, by_type, components)
    return {
        "openapi": "3.1.0",
        "info": {
            "title": "ablmatch memory records",
            "version": version("ablmatch"),
            "description": "Memory records of people and of their organisation, and what turns are given of them.",
        },
        "paths": paths,
        "components": {
            "schemas": components,
            "securitySchemes": {
                "operator": {"type": "http", "scheme": "bearer", "description": "The operator's secret."},
                "key": {"type": "http", "scheme": "bearer", "description": "The secret of a key."},
            },
        },
    }


def _operation(route: Route, by_type: Mapping[str, Any], components: Mapping[str, Any]) -> dict[str, Any]:
    operation: dict[str, Any] = {
        "operationId": route.handler.__name__,
        "summary": route.summary,
        "tags": [route.by],
        "parameters": _parameters(route),
        "responses": _responses(route, by_type),
    }
    if route.by != "nobody":
        operation["security"] = [{route.by: []}]
    if route.body is not None:
        schema = by_type[_name(route.body)]
        operation["requestBody"] = {
            "required": not route.body_optional,
            "content": {"application/json": {"schema": _extended(route, schema, components)}},
        }
    elif route.names_person and route.method == "POST":
        body = {"type": "object", "properties": {"user": _USER}, "additionalProperties": False}
        operation["requestBody"] = {"required": False, "content": {"application/json": {"schema": body}}}
    return operation


def _parameters(route: Route) -> list[dict[str, Any]]:
    found = [
        {"name": name, "in": "path", "required": True, "schema": _PATH_SCHEMAS.get(name, _CHOSEN_ID)}
        for name in _PATH_PARAMETER.findall(route.path)
    ]
    more = (*route.parameters, *(_PERSON if route.by == "key" else ()))
    return found + [
        {
            "name": one.name,
            "in": one.place,
            "required": False,
            "description": one.description,
            "schema": dict(one.schema),
        }
        for one in more
    ]


def _responses(route: Route, by_type: Mapping[str, Any]) -> dict[str, Any]:
    responses: dict[str, Any] = {}
    for status, kind in route.answers.items():
        answer: dict[str, Any] = {"description": _REASONS[status]}
        if kind is bytes:
            answer["content"] = {route.media_type: {"schema": {"type": "string"}}}
        elif kind is not None:
            schema = by_type[_name(kind)] if _is_type(kind) else {"type": "object"}
            answer["content"] = {route.media_type: {"schema": schema}}
        responses[str(status)] = answer
    by_status: dict[int, list[str]] = {}
    for code in route.codes:
        by_status.setdefault(STATUS[code], []).append(code)
    for status, codes in sorted(by_status.items()):
        listed = ", ".join(f"`{code}`" for code in codes)
        content = {"application/json": {"schema": _ERROR}}
        responses[str(status)] = {"description": f"Refused: {listed}.", "content": content}
    return responses


def _extended(route: Route, schema: Any, components: Mapping[str, Any]) -> Any:
    """The schema of a body with what may be in it beside the type: the person, or the organisation."""
    more: dict[str, Any] = {}
    if route.names_person:
        more["user"] = _USER
    if any(one.name == "organisation" for one in route.parameters):
        more["organisation"] = _ORGANISATION
    if not more:
        return schema
    whole = copy.deepcopy(components[schema["$ref"].rpartition("/")[2]])
    whole.pop("title", None)
    whole["properties"] = {**whole["properties"], **more}
    return whole


def _is_type(kind: Any) -> bool:
    return isinstance(kind, type) and issubclass(kind, msgspec.Struct)


def _name(kind: type) -> str:
    return kind.__name__
