"""The console's paths: who may see a page, what a form may do, and how both are answered."""

from __future__ import annotations

import logging
from collections.abc import Callable, Mapping
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

from ablmatch.memory.refusals import Refusal
from ablmatch.service.app import Service
from ablmatch.service.console import pages
from ablmatch.service.console.sign_in import COOKIE, SECONDS, SignedIn, SignIns
from ablmatch.service.errors import told
from ablmatch.stores.records.errors import NotFound

logger = logging.getLogger("ablmatch.service")

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


def console_routes(service: Service) -> list[Route]:
    """The routes to be given to `create_app`."""
    console = _Console(service)
    shown = [
        Route(path, console.page(page), methods=["GET"])
        for path, page in (
            ("/console", pages.overview),
            ("/console/", pages.overview),
            ("/console/{organisation}", pages.organisation),
            ("/console/{organisation}/people", pages.people),
            ("/console/{organisation}/people/{subject}", pages.person),
            ("/console/{organisation}/people/{subject}/erase", pages.ask_erase),
            ("/console/{organisation}/records", pages.records),
            ("/console/{organisation}/records/{record}", pages.record),
        )
    ]
    return [
        Route("/console/style.css", console.style, methods=["GET"]),
        Route("/console/sign-in", console.sign_in, methods=["POST"]),
        Route("/console/sign-out", console.sign_out, methods=["POST"]),
        *shown,
        Route("/console/{organisation}/people/{subject}/erase", console.form(pages.erase), methods=["POST"]),
    ]


class _Console:
    def __init__(self, service: Service) -> None:
        self._service = service
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

    def page(self, make: Page) -> Callable[[Request], Any]:
        async def answer(request: Request) -> Response:
            return await anyio.to_thread.run_sync(
                partial(self._shown, request, make, dict(request.query_params), False)
            )

        return answer

    def form(self, make: Page) -> Callable[[Request], Any]:
        async def answer(request: Request) -> Response:
            fields = await _fields(request, self._service.limits.body_seconds)
            return await anyio.to_thread.run_sync(partial(self._shown, request, make, fields, True))

        return answer

    async def style(self, _request: Request) -> Response:
        """The one style sheet."""
        return Response(self._style, media_type="text/css", headers={"X-Content-Type-Options": "nosniff"})

    async def sign_in(self, request: Request) -> Response:
        """Take the operator's secret; what is wrong with it is not said."""
        fields = await _fields(request, self._service.limits.body_seconds)
        return await anyio.to_thread.run_sync(partial(self._signed_in, request, fields))

    async def sign_out(self, _request: Request) -> Response:
        """Forget this browser; from wherever it is asked for."""
        answer = RedirectResponse("/console", 303, headers=_HEADERS)
        answer.delete_cookie(COOKIE, path="/console")
        return answer

    # --- Parts --------------------------------------------------------------------------------------------------

    def _shown(self, request: Request, make: Page, fields: Mapping[str, str], changes: bool) -> Response:
        signed_in = None
        try:
            signed_in = self._sign_ins.known(request.cookies.get(COOKIE))
            if signed_in is None:
                # Not where one was: a form that was not sent is not sent by signing in.
                return self._rendered("sign_in.html", 401, None, wrong=False)
            if changes and not signed_in.allows(fields.get("form_token", "")):
                return self._told(403, "This form is of an earlier sign-in: open its page again.", signed_in)
            found = make(self._service, request.path_params, fields)
            return self._rendered(found.template, found.status, signed_in, **found.values)
        except NotFound:
            return self._told(404, "There is no such page.", signed_in)
        except Refusal as refusal:
            return self._told(400, refusal.message, signed_in)
        except Exception as error:  # noqa: BLE001 - whatever goes wrong on a page is an answer
            return self._failed(error, signed_in)

    def _signed_in(self, request: Request, fields: Mapping[str, str]) -> Response:
        try:
            cookie = self._sign_ins.sign_in(fields.get("secret", ""))
        except Exception as error:  # noqa: BLE001 - the same
            return self._failed(error, None)
        if cookie is None:
            return self._rendered("sign_in.html", 403, None, wrong=True)
        answer = RedirectResponse("/console", 303, headers=_HEADERS)
        secure = request.url.scheme == "https" or request.headers.get("x-forwarded-proto") == "https"
        answer.set_cookie(
            COOKIE, cookie, max_age=SECONDS, path="/console", secure=secure, httponly=True, samesite="strict"
        )
        return answer

    def _failed(self, error: Exception, signed_in: SignedIn | None) -> Response:
        failure = told(error)
        if failure.status >= 500:
            logger.error("a page of the console failed", extra={"fields": {"code": failure.code}}, exc_info=error)
        return self._told(failure.status, failure.message, signed_in)

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
