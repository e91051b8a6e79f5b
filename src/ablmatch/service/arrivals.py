"""Reading what arrives with a request: headers, query and body.

What is ambiguous or unknown is refused, never left out: a person whom a request means to name must not be overlooked,
since a request that names nobody reaches more.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any
from urllib.parse import parse_qsl

import msgspec

from ablmatch.memory.refusals import Refusal
from ablmatch.memory.unrepeated import RepeatedName, check_unrepeated
from ablmatch.service.calls import Arrived
from ablmatch.service.errors import HttpError
from ablmatch.service.routes import Route
from ablmatch.stores.errors import shown


def arrived(scope: Mapping[str, Any], path: Mapping[str, str], body: bytes) -> Arrived:
    """A request as ASGI gives it; `path`: the parts of its path."""
    query: dict[str, list[str]] = {}
    if scope["query_string"]:
        for name, text in parse_qsl(scope["query_string"].decode("latin-1"), keep_blank_values=True):
            query.setdefault(name, []).append(text)
    headers: dict[str, list[str]] = {}
    for raw_name, raw in scope["headers"]:
        # Applications write UTF-8 where HTTP has bytes.
        headers.setdefault(raw_name.decode("latin-1").lower(), []).append(raw.decode("utf-8", "replace"))
    return Arrived(path, query, headers, body)


def check_query(route: Route, asked: Arrived) -> None:
    """Raise `parameter_invalid` for a parameter of the query that the route does not have."""
    known = [one.name for one in route.parameters if one.place == "query"]
    for name in asked.query:
        if name not in known and not (route.labels_in_query and name.startswith("label.")):
            has = f"known are {', '.join(known)}" if known else "this call has none"
            raise Refusal("parameter_invalid", f"unknown parameter {shown(name)}; {has}")


def document_of(route: Route, body: bytes) -> dict[str, Any]:
    """The body as a JSON object; of a call without a body, one that names the person at most.

    Raises `body_malformed`, also for a name that stands in one object twice, and `body_invalid`.
    """
    if not body.strip() and (route.body is None or route.body_optional):
        return {}
    try:
        document = msgspec.json.decode(body)
        check_unrepeated(body, document)
    except RepeatedName:
        raise HttpError("body_malformed", "the body has one name twice in an object: give each once") from None
    except (msgspec.DecodeError, UnicodeDecodeError, RecursionError):
        raise HttpError("body_malformed", "the body must be JSON in UTF-8") from None
    if not isinstance(document, dict):
        raise Refusal("body_invalid", "the body must be a JSON object")
    more = [] if route.body is not None else [name for name in document if not (route.names_person and name == "user")]
    if more:
        raise Refusal("body_invalid", f"unknown field {shown(more[0])}: this call takes no body")
    return document
