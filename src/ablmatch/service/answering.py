"""Answers the service's own requests straight from ASGI: reads their bodies within limits, lets calls in.

Each layer that frameworks put between costs a request some of its time, so there is none.
"""

from __future__ import annotations

import asyncio
import re
from collections.abc import Awaitable, Callable, Mapping, MutableMapping
from functools import partial
from typing import Any

from starlette.requests import ClientDisconnect
from starlette.routing import compile_path

from ablmatch.service.arrivals import arrived, check_query, document_of
from ablmatch.service.authentication import Credential, identify, person_of, require_role
from ablmatch.service.calls import Arrived, Call, Reply
from ablmatch.service.errors import HttpError
from ablmatch.service.observing import Seen
from ablmatch.service.rate import RateLimit
from ablmatch.service.routes import Route
from ablmatch.service.serving import Service
from ablmatch.service.subject_tokens import SubjectTokens
from ablmatch.service.threads import Threads

Scope = MutableMapping[str, Any]
Receive = Callable[[], Awaitable[MutableMapping[str, Any]]]
Send = Callable[[MutableMapping[str, Any]], Awaitable[None]]

# How a length is written.
_FIGURES = re.compile(rb"[0-9]{1,20}")
_JSON = b"application/json"
_DISCONNECTED = 499


class Table:
    """Which route a request is for. An exact path hides those with a parameter: no record is named `search`."""

    def __init__(self, routes: list[Route]) -> None:
        self._exact: dict[str, dict[str, Route]] = {}
        patterns: dict[str, dict[str, Route]] = {}
        for route in routes:
            verbs = (patterns if "{" in route.path else self._exact).setdefault(route.path, {})
            verbs[route.method] = route
            if route.method == "GET":
                verbs["HEAD"] = route
        self._patterns = [(compile_path(path)[0], verbs) for path, verbs in patterns.items()]

    def find(self, method: str, path: str) -> tuple[Route, Mapping[str, str]] | None:
        """The route of a request, and the parts of its path."""
        exact = self._exact.get(path)
        if exact is not None:
            return (exact[method], {}) if method in exact else None
        for pattern, verbs in self._patterns:
            found = pattern.match(path)
            if found is not None and method in verbs:
                return verbs[method], found.groupdict()
        return None

    def verbs(self, path: str) -> set[str]:
        """The verbs that a path has."""
        exact = self._exact.get(path)
        if exact is not None:
            return set(exact)
        return {verb for pattern, verbs in self._patterns if pattern.match(path) for verb in verbs}


class Answerer:
    """What is common to all routes."""

    def __init__(self, service: Service) -> None:
        self._service = service
        self._observer = service.observer
        self._tokens = SubjectTokens(service.memory.store, service.memory.clock)
        self._rate = RateLimit(service.limits.per_second, service.seconds)
        self._threads = Threads(service.limits.threads, service.limits.wait_seconds)

    async def answer(self, route: Route, path: Mapping[str, str], scope: Scope, receive: Receive, send: Send) -> None:
        """Answer a request of a route, and tell of it."""
        seen = self._observer.begun()
        try:
            body = b"" if route.by == "nobody" else await self._body(scope, receive)
            reply = await self._threads.run(partial(self._handled, route, arrived(scope, path, body), seen))
            status, content, headers = reply.status, reply.encoded(), _headers(reply)
        except ClientDisconnect:
            status, content, headers = _DISCONNECTED, b"", []
        except Exception as error:  # noqa: BLE001 - whatever goes wrong in a handler is an answer
            failure = seen.failed(error)
            status, content = failure.status, failure.body
            headers = [(b"content-type", _JSON), *_raw(failure.headers)]
        if content or status != 204:
            headers.append((b"content-length", b"%d" % len(content)))
        headers.append((b"x-request-id", seen.request_id.encode()))
        self._observer.ended(seen, scope["method"], route.path, status)
        await send({"type": "http.response.start", "status": status, "headers": headers})
        await send({"type": "http.response.body", "body": content})

    async def let_in(self, scope: Scope, seen: Seen) -> None:
        """Let a request in whose path is none of the service's; raises `unauthorized` and the like."""
        await self._threads.run(partial(self._let_in, arrived(scope, {}, b""), seen))

    # --- Parts --------------------------------------------------------------------------------------------------

    async def _body(self, scope: Scope, receive: Receive) -> bytes:
        limits = self._service.limits
        too_large = HttpError("body_too_large", f"a body may take at most {limits.body_bytes:,} bytes")
        declared = next((value for name, value in scope["headers"] if name == b"content-length"), b"")
        if _FIGURES.fullmatch(declared) and int(declared) > limits.body_bytes:
            raise too_large
        found = b""
        try:
            async with asyncio.timeout(limits.body_seconds):
                more = True
                while more:
                    message = await receive()
                    if message["type"] == "http.disconnect":
                        raise ClientDisconnect
                    found += message.get("body", b"")
                    if len(found) > limits.body_bytes:
                        raise too_large
                    more = message.get("more_body", False)
        except TimeoutError:
            raise HttpError("body_timeout", "the body took too long to arrive") from None
        return found

    def _let_in(self, asked: Arrived, seen: Seen) -> Credential:
        credential = identify(self._service.memory.store, asked)
        if credential.key is not None:
            seen.key_id = credential.key.id
            self._rate.take(credential.key.id)
        return credential

    def _handled(self, route: Route, asked: Arrived, seen: Seen) -> Reply:
        memory, who = self._service.memory, None
        if route.by == "nobody":
            return route.handler(Call(memory, self._tokens, asked, {}, None))
        credential = self._let_in(asked, seen)
        require_role(route, credential)
        check_query(route, asked)
        document = document_of(route, asked.body)
        if credential.key is not None:
            user = document.pop("user", None)
            who = person_of(route, credential.key, self._tokens, asked, document=document, user=user)
        return route.handler(Call(memory, self._tokens, asked, document, who))


def _headers(reply: Reply) -> list[tuple[bytes, bytes]]:
    kind = [] if reply.body is None else [(b"content-type", reply.media_type.encode())]
    return [*kind, *_raw(reply.headers)]


def _raw(headers: Mapping[str, str]) -> list[tuple[bytes, bytes]]:
    return [(name.lower().encode("latin-1"), text.encode("latin-1")) for name, text in headers.items()]
