"""The console's paths: who may see a page, what a form may do, and how both are answered."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Mapping
from functools import partial
from importlib.resources import files
from typing import Any
from urllib.parse import parse_qsl

import anyio
import anyio.to_thread
import jinja2
from starlette.requests import ClientDisconnect, Request
from starlette.responses import RedirectResponse, Response
from starlette.routing import Route

from ablmatch.service.app import Service
from ablmatch.service.console import pages
from ablmatch.service.console.sign_in import COOKIE, SECONDS, SignedIn, SignIns
from ablmatch.service.observing import Seen
from ablmatch.stores.records.errors import NotFound

_ERASE = "/console/{organisation}/people/{subject}/erase"
_MOST_FORM_BYTES = 16_384
_MOST_FIELDS = 20
# Nothing of a page is kept by a browser, framed by another page or sent on; there is no script to run.
_HEADERS = {
    "Cache-Control": "no-store",
    "Content-Security-Policy": (
        "default-src 'none'; style-src 'self'; form-action 'self'; base-uri 'none'; frame-ancestors 'none'"
    ),
    "Referrer-Policy": "no-referrer",
    "X-Content-Type-Options": "nosniff",
    "X-Frame-Options": "DENY",
}

# What a page is made of: the service, the parts of its path, and the fields of its query or form.
Page = Callable[[Service, Mapping[str, str], Mapping[str, str]], pages.Shown]
Answer = Callable[[Request, Seen], Awaitable[Response]]


def console_routes(service: Service) -> list[Route]:
    """The routes to be given to `create_app`."""
    console = _Console(service)
    shown = [
        Route(path, console.page(path, page), methods=["GET"])
        for path, page in (
            ("/console", pages.overview),
            ("/console/", pages.overview),
            ("/console/{organisation}", pages.organisation),
            ("/console/{organisation}/people", pages.people),
            ("/console/{organisation}/people/{subject}", pages.person),
            (_ERASE, pages.ask_erase),
            ("/console/{organisation}/records", pages.records),
            ("/console/{organisation}/records/{record}", pages.record),
        )
    ]
    return [
        Route("/console/style.css", console.seen("/console/style.css", console.style), methods=["GET"]),
        Route("/console/sign-in", console.seen("/console/sign-in", console.sign_in), methods=["POST"]),
        Route("/console/sign-out", console.seen("/console/sign-out", console.sign_out), methods=["POST"]),
        *shown,
        Route(_ERASE, console.form(_ERASE, pages.erase), methods=["POST"]),
        # Whoever reads pages is told on a page that there is none, not as a program.
        Route("/console/{rest:path}", console.page("/console/{rest}", pages.nowhere), methods=["GET"]),
    ]


class _Console:
    def __init__(self, service: Service) -> None:
        self._service = service
        self._observer = service.observer
        self._sign_ins = SignIns(service.memory.store, service.memory.clock, service.seconds)
        self._templates = jinja2.Environment(
            loader=jinja2.PackageLoader("ablmatch.service.console"),
            autoescape=True,
            undefined=jinja2.StrictUndefined,
            trim_blocks=True,
            lstrip_blocks=True,
        )
        self._style = files("ablmatch.service.console").joinpath("templates", "style.css").read_bytes()

    # --- Pages and forms ----------------------------------------------------------------------------------------

    def page(self, path: str, make: Page) -> Callable[[Request], Any]:
        async def answer(request: Request, seen: Seen) -> Response:
            fields = dict(request.query_params)
            return await anyio.to_thread.run_sync(partial(self._shown, request, seen, make, fields, False))

        return self.seen(path, answer)

    def form(self, path: str, make: Page) -> Callable[[Request], Any]:
        async def answer(request: Request, seen: Seen) -> Response:
            fields = await _fields(request, self._service.limits.body_seconds)
            return await anyio.to_thread.run_sync(partial(self._shown, request, seen, make, fields, True))

        return self.seen(path, answer)

    def seen(self, path: str, answer: Answer) -> Callable[[Request], Any]:
        """The same, counted and logged as the calls of the service are."""

        async def observed(request: Request) -> Response:
            return await self._observer.observed(request, path, answer)

        return observed

    async def style(self, _request: Request, _seen: Seen) -> Response:
        """The one style sheet."""
        return Response(self._style, media_type="text/css", headers={"X-Content-Type-Options": "nosniff"})

    async def sign_in(self, request: Request, seen: Seen) -> Response:
        """Take the operator's secret; what is wrong with it is not said."""
        fields = await _fields(request, self._service.limits.body_seconds)
        return await anyio.to_thread.run_sync(partial(self._signed_in, request, seen, fields))

    async def sign_out(self, _request: Request, _seen: Seen) -> Response:
        """Forget this browser; from wherever it is asked for."""
        answer = RedirectResponse("/console", 303, headers=_HEADERS)
        answer.delete_cookie(COOKIE, path="/console")
        return answer

    # --- Parts --------------------------------------------------------------------------------------------------

    def _shown(self, request: Request, seen: Seen, make: Page, fields: Mapping[str, str], changes: bool) -> Response:
        signed_in = None
        try:
            signed_in = self._sign_ins.known(request.cookies.get(COOKIE))
            if signed_in is None:
                seen.code = "unauthorized"
                # Not where one was: a form that was not sent is not sent by signing in.
                return self._rendered("sign_in.html", 401, None, wrong=False)
            if changes and not signed_in.allows(fields.get("form_token", "")):
                seen.code = "form_token_invalid"
                return self._told(403, "This form is of an earlier sign-in: open its page again.", signed_in)
            found = make(self._service, request.path_params, fields)
            return self._rendered(found.template, found.status, signed_in, **found.values)
        except NotFound as error:
            return self._told(seen.failed(error).status, "There is no such page.", signed_in)
        except Exception as error:  # noqa: BLE001 - whatever goes wrong on a page is an answer
            return self._failed(error, seen, signed_in)

    def _signed_in(self, request: Request, seen: Seen, fields: Mapping[str, str]) -> Response:
        try:
            address = None if request.client is None else request.client.host
            cookie = self._sign_ins.sign_in(fields.get("secret", ""), address)
        except Exception as error:  # noqa: BLE001 - the same
            return self._failed(error, seen, None)
        if cookie is None:
            seen.code = "unauthorized"
            return self._rendered("sign_in.html", 403, None, wrong=True)
        answer = RedirectResponse("/console", 303, headers=_HEADERS)
        secure = request.url.scheme == "https" or request.headers.get("x-forwarded-proto") == "https"
        answer.set_cookie(
            COOKIE, cookie, max_age=SECONDS, path="/console", secure=secure, httponly=True, samesite="strict"
        )
        return answer

    def _failed(self, error: Exception, seen: Seen, signed_in: SignedIn | None) -> Response:
        failure = seen.failed(error)
        answer = self._told(failure.status, failure.message, signed_in)
        answer.headers.update(failure.headers)
        return answer

    def _told(self, status: int, text: str, signed_in: SignedIn | None) -> Response:
        return self._rendered("told.html", status, signed_in, text=text)

    def _rendered(self, template: str, status: int, signed_in: SignedIn | None, **values: Any) -> Response:
        text = self._templates.get_template(template).render(
            **values, signed_in=signed_in is not None, form_token=signed_in.form_token if signed_in else ""
        )
        return Response(text, status, headers=_HEADERS, media_type="text/html")


async def _fields(request: Request, seconds: float) -> dict[str, str]:
    """The fields of a form as browsers send it, if it arrives in time; empty where it is none."""
    found = bytearray()
    try:
        with anyio.fail_after(seconds):
            async for part in request.stream():
                found += part
                if len(found) > _MOST_FORM_BYTES:
                    return {}
    except (ClientDisconnect, TimeoutError):
        return {}
    try:
        return dict(parse_qsl(found.decode(), keep_blank_values=True, max_num_fields=_MOST_FIELDS))
    except (UnicodeDecodeError, ValueError):
        return {}
