"""The service as an ASGI application: it answers its own routes; pages, and what there is not, are Starlette's."""

from __future__ import annotations

from collections.abc import AsyncIterator
from contextlib import AbstractContextManager, asynccontextmanager, nullcontext
from functools import partial
from typing import Any

import anyio.to_thread
import msgspec
from starlette.applications import Starlette
from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import Response

from ablmatch.memory.records.tenants import ensure_default_organisation
from ablmatch.service import memory_routes, operator_routes, talk_routes
from ablmatch.service.answering import Answerer, Receive, Scope, Send, Table
from ablmatch.service.calls import Call, Reply
from ablmatch.service.errors import HttpError, told
from ablmatch.service.observing import METRICS_TYPE, Seen
from ablmatch.service.openapi import openapi_document
from ablmatch.service.routes import Route, Routes
from ablmatch.service.serving import Limits, Service

__all__ = ["Application", "Limits", "Service", "create_app", "service_routes"]


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
) -> Application:
    """The application. `running` is entered when it starts and left when it ends; `more`: routes of Starlette's."""
    ensure_default_organisation(service.memory)
    return Application(service, running, more or [])


class Application:
    """What a server calls for each request, and when it starts and ends."""

    def __init__(self, service: Service, running: AbstractContextManager[Any] | None, more: list[Any]) -> None:
        self._observer = service.observer
        self._answerer = Answerer(service)
        self._table = Table(service_routes(service))

        @asynccontextmanager
        async def lifespan(_app: Starlette) -> AsyncIterator[None]:
            background = nullcontext() if running is None else running
            await anyio.to_thread.run_sync(background.__enter__)
            try:
                yield
            finally:
                await anyio.to_thread.run_sync(partial(background.__exit__, None, None, None))

        self._rest = Starlette(
            routes=more,
            lifespan=lifespan,
            exception_handlers={HTTPException: self._unrouted, Exception: self._broken},
        )
        # It would send a client, with its secret, to whatever Host said, and behind a proxy with TLS to plain HTTP.
        self._rest.router.redirect_slashes = False

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] == "http":
            found = self._table.find(scope["method"], scope["path"])
            if found is not None:
                await self._answerer.answer(*found, scope, receive, send)
                return
        await self._rest(scope, receive, send)

    async def _unrouted(self, request: Request, error: Exception) -> Response:
        """A path or a verb that there is not; whoever has no secret is told that first."""
        assert isinstance(error, HTTPException)
        verbs = self._table.verbs(request.url.path)

        async def answer(asked: Request, seen: Seen) -> Response:
            await self._answerer.let_in(asked.scope, seen)
            if verbs or error.status_code == 405:
                allowed = {"Allow": ", ".join(sorted(verbs))}
                raise HttpError("method_not_allowed", "this path has no such verb: see /openapi.json", allowed)
            raise HttpError("not_found", "there is no such path: see /openapi.json")

        return await self._observer.observed(request, "none", answer)

    async def _broken(self, _request: Request, error: Exception) -> Response:
        """A fault outside of any handler."""
        failure = told(error)
        return Response(failure.body, failure.status, media_type="application/json")
