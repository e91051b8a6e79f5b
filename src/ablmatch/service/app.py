"""The service as an ASGI application: reads bodies within limits, lets calls in, runs handlers in threads."""

from __future__ import annotations

import re
import secrets
import time
from collections.abc import AsyncIterator, Callable
from contextlib import AbstractContextManager, asynccontextmanager, nullcontext
from dataclasses import dataclass, field
from functools import partial
from typing import Any

import anyio
import anyio.to_thread
import msgspec
from starlette.applications import Starlette
from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route as WebRoute

from ablmatch.memory.records.record_memory import RecordMemory
from ablmatch.memory.records.tenants import ensure_default_organisation
from ablmatch.service import memory_routes, operator_routes, talk_routes
from ablmatch.service.arrivals import arrived, check_query, document_of
from ablmatch.service.authentication import Credential, identify, person_of, require_role
from ablmatch.service.calls import Arrived, Call, Reply
from ablmatch.service.errors import HttpError, told
from ablmatch.service.observing import METRICS_TYPE, VERBS, Metrics, Observer, Seen
from ablmatch.service.openapi import openapi_document
from ablmatch.service.rate import RateLimit
from ablmatch.service.routes import Route, Routes
from ablmatch.service.subject_tokens import SubjectTokens

# How a length is written.
_FIGURES = re.compile(r"[0-9]{1,20}")


@dataclass(frozen=True, slots=True)
class Limits:
    """What a request may take.

    - `body_bytes`, `body_seconds`: its body, and how long that may take to arrive
    - `threads`, `wait_seconds`: how many are worked on at once, and how long one waits for its turn
    - `per_second`: of one key; 0 for no limit
    """

    body_bytes: int = 1_048_576
    body_seconds: float = 20.0
    threads: int = 16
    wait_seconds: float = 20.0
    per_second: float = 0.0


def _random_id() -> str:
    return secrets.token_hex(8)


@dataclass(slots=True)
class Service:
    """What the application works with. `seconds` counts for durations and rates."""

    memory: RecordMemory
    limits: Limits = Limits()
    metrics: Metrics = field(default_factory=Metrics)
    seconds: Callable[[], float] = time.monotonic
    new_request_id: Callable[[], str] = _random_id

    @property
    def observer(self) -> Observer:
        """What every request passes through."""
        return Observer(self.metrics, self.seconds, self.new_request_id)


def service_routes(service: Service) -> list[Route]:
    """Every route of the service."""
    own = Routes()

    @own.add("GET", "/health", "Whether the service and its store work", by="nobody", answers={200: Health})
    def get_health(call: Call) -> Reply:
        call.memory.store.tenants.organisation("default")
        return Reply(200, Health("ok"))

    @own.add("GET", "/openapi.json", "This document", by="nobody", answers={200: dict[str, Any]})
    def get_openapi(_call: Call) -> Reply:
        return Reply(200, document)

    @own.add(
        "GET", "/metrics", "Metrics in the text format of Prometheus", by="operator",
        answers={200: bytes}, media_type="text/plain",
    )  # fmt: skip
    def get_metrics(_call: Call) -> Reply:
        return Reply(200, service.metrics.text(), media_type=METRICS_TYPE)

    routes = [*own.found, *operator_routes.ROUTES.found, *memory_routes.ROUTES.found, *talk_routes.ROUTES.found]
    document = msgspec.json.encode(openapi_document(routes))
    return routes


class Health(msgspec.Struct, frozen=True):
    """`ok`: the service answers and its store can be read."""

    status: str


def create_app(
    service: Service, *, running: AbstractContextManager[Any] | None = None, more: list[Any] | None = None
) -> Starlette:
    """The application. `running` is entered when it starts and left when it ends; `more`: routes of Starlette's."""
    ensure_default_organisation(service.memory)
    answerer = _Answerer(service)

    @asynccontextmanager
    async def lifespan(_app: Starlette) -> AsyncIterator[None]:
        background = nullcontext() if running is None else running
        await anyio.to_thread.run_sync(background.__enter__)
        try:
            yield
        finally:
            await anyio.to_thread.run_sync(partial(background.__exit__, None, None, None))

    for route in service_routes(service):
        answerer.routes.append(WebRoute(route.path, answerer.endpoint(route), methods=[route.method]))
    app = Starlette(
        routes=[*answerer.undeclared(), *answerer.routes, *(more or [])],
        lifespan=lifespan,
        exception_handlers={HTTPException: answerer.unrouted, Exception: answerer.broken},
    )
    # It would send a client, with its secret, to whatever Host said, and behind a proxy with TLS to plain HTTP.
    app.router.redirect_slashes = False
    return app


class _Answerer:
    """Answers requests: what is common to all routes."""

    def __init__(self, service: Service) -> None:
        self._service = service
        self._observer = service.observer
        self._tokens = SubjectTokens(service.memory.store, service.memory.clock)
        self._rate = RateLimit(service.limits.per_second, service.seconds)
        self._turns: anyio.CapacityLimiter | None = None
        self.routes: list[WebRoute] = []

    def endpoint(self, route: Route) -> Callable[[Request], Any]:
        async def answer(request: Request) -> Response:
            return await self._observer.observed(request, route.path, partial(self._answer, route))

        return answer

    def undeclared(self) -> list[WebRoute]:
        """Routes for the verbs that a path without parameters lacks: `GET /memory/search` is no record named search."""

        async def refuse(request: Request) -> Response:
            return await self.unrouted(request, HTTPException(405))

        declared: dict[str, set[str]] = {}
        for one in self.routes:
            if "{" not in one.path:
                declared.setdefault(one.path, set()).update(one.methods or ())
        return [WebRoute(path, refuse, methods=sorted(VERBS - verbs)) for path, verbs in declared.items()]

    async def unrouted(self, request: Request, error: Exception) -> Response:
        """A path or a verb that there is not; whoever has no secret is told that first."""
        assert isinstance(error, HTTPException)
        path = request.url.path
        exact = [one for one in self.routes if one.path == path]
        found = exact or [one for one in self.routes if one.path_regex.match(path)]
        verbs = {verb for one in found for verb in one.methods or ()}

        async def answer(asked: Request, seen: Seen) -> Response:
            await self._in_thread(partial(self._let_in, arrived(asked, b""), seen))
            if error.status_code == 405:
                allowed = {"Allow": ", ".join(sorted(verbs))}
                raise HttpError("method_not_allowed", "this path has no such verb: see /openapi.json", allowed)
            raise HttpError("not_found", "there is no such path: see /openapi.json")

        return await self._observer.observed(request, "none", answer)

    async def broken(self, _request: Request, error: Exception) -> Response:
        """A fault outside of any handler."""
        failure = told(error)
        return Response(failure.body, failure.status, media_type="application/json")

    # --- Parts --------------------------------------------------------------------------------------------------

    async def _answer(self, route: Route, request: Request, seen: Seen) -> Response:
        body = b"" if route.by == "nobody" else await self._body(request)
        reply = await self._in_thread(partial(self._handled, route, arrived(request, body), seen))
        return Response(reply.encoded(), reply.status, dict(reply.headers), media_type=_media_type(reply))

    async def _body(self, request: Request) -> bytes:
        limits, found = self._service.limits, bytearray()
        too_large = HttpError("body_too_large", f"a body may take at most {limits.body_bytes:,} bytes")
        declared = request.headers.get("content-length", "")
        if _FIGURES.fullmatch(declared) and int(declared) > limits.body_bytes:
            raise too_large
        try:
            with anyio.fail_after(limits.body_seconds):
                async for part in request.stream():
                    found += part
                    if len(found) > limits.body_bytes:
                        raise too_large
        except TimeoutError:
            raise HttpError("body_timeout", "the body took too long to arrive") from None
        return bytes(found)

    async def _in_thread(self, work: Callable[[], Any]) -> Any:
        """Run what blocks in a thread, when its turn has come."""
        if self._turns is None:
            self._turns = anyio.CapacityLimiter(self._service.limits.threads)
        try:
            with anyio.fail_after(self._service.limits.wait_seconds):
                await self._turns.acquire()
        except TimeoutError:
            raise HttpError("busy", "too many requests are being worked on: try again", {"Retry-After": "1"}) from None
        try:
            return await anyio.to_thread.run_sync(work, limiter=anyio.CapacityLimiter(1))
        finally:
            self._turns.release()

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


def _media_type(reply: Reply) -> str | None:
    return None if reply.body is None else reply.media_type
