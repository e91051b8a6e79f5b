"""What is seen of the service from outside: one JSON line a request, and metrics. No person, no record, no secret."""

from __future__ import annotations

import json
import logging
from collections.abc import Awaitable, Callable
from dataclasses import dataclass
from datetime import UTC, datetime
from functools import lru_cache
from typing import Any

import msgspec
from prometheus_client import CollectorRegistry, Counter, Histogram, generate_latest
from starlette.requests import ClientDisconnect, Request
from starlette.responses import Response

from ablmatch.service.errors import Told, told

logger = logging.getLogger("ablmatch.service")
VERBS = frozenset({"DELETE", "GET", "HEAD", "OPTIONS", "PATCH", "POST", "PUT"})
# Whose messages hold no content: this package's, and those of uvicorn, which are constants.
_OURS = frozenset({"ablmatch", "uvicorn"})
METRICS_TYPE = "text/plain; version=0.0.4; charset=utf-8"


class JsonLines(logging.Formatter):
    """A record of the log as one JSON object; `fields` of the record are its further members.

    Of what libraries log only the words of their source are shown: what they fill in may be the text of an exception.
    """

    def format(self, record: logging.LogRecord) -> str:
        line: dict[str, Any] = {
            "at": datetime.fromtimestamp(record.created, UTC).isoformat(timespec="milliseconds"),
            "level": record.levelname.lower(),
            "logger": record.name,
            "message": record.getMessage() if record.name.partition(".")[0] in _OURS else _words(record),
            **getattr(record, "fields", {}),
        }
        if record.exc_info is not None and record.exc_info[0] is not None:
            # Where it happened, never what an exception says: that may be content.
            line["error"] = record.exc_info[0].__name__
            line["trace"] = _places(record.exc_info[2])
        text = msgspec.json.encode(line, enc_hook=str).decode()
        return text if text.isascii() else _escaped(text)


class Metrics:
    """The metrics of one service."""

    def __init__(self) -> None:
        self._registry = CollectorRegistry()
        self._requests = Counter(
            "ablmatch_requests", "Requests answered.", ["method", "route", "status"], registry=self._registry
        )
        self._seconds = Histogram(
            "ablmatch_request_seconds", "Seconds until the answer was ready.", ["method", "route"],
            registry=self._registry,
        )  # fmt: skip
        self._refusals = Counter("ablmatch_refusals", "Requests refused, by code.", ["code"], registry=self._registry)
        self._events = Counter(
            "ablmatch_memory_events", "What happened in the background, or to a turn.", ["event"],
            registry=self._registry,
        )  # fmt: skip

    def answered(self, method: str, route: str, status: int, seconds: float, code: str | None) -> None:
        """Count a request."""
        requests, durations = self._series(method, route, status)
        requests.inc()
        durations.observe(seconds)
        if code is not None:
            self._refusals.labels(code).inc()

    @lru_cache(maxsize=4096)  # noqa: B019 - routes, verbs and statuses are few, and as old as the metrics
    def _series(self, method: str, route: str, status: int) -> tuple[Counter, Histogram]:
        return self._requests.labels(method, route, str(status)), self._seconds.labels(method, route)

    def happened(self, event: str, times: int = 1) -> None:
        """Count what happened."""
        self._events.labels(event).inc(times)

    def text(self) -> bytes:
        """All of them, in the text format of Prometheus."""
        return generate_latest(self._registry)


@dataclass(slots=True)
class Seen:
    """What is told of a request in the log, filled in while it is answered."""

    request_id: str
    began: float
    key_id: str | None = None
    code: str | None = None

    def failed(self, error: Exception) -> Told:
        """Note how a request failed; what is no refusal of the caller's is logged with its place."""
        failure = told(error)
        self.code = failure.code
        if failure.status >= 500:
            fields = {"request_id": self.request_id, "code": failure.code}
            logger.error("a request failed", extra={"fields": fields}, exc_info=error)
        return failure


@dataclass(frozen=True, slots=True)
class Observer:
    """Answers requests, counts them and logs a line of each, under the pattern of their path, never the path itself."""

    metrics: Metrics
    seconds: Callable[[], float]
    new_request_id: Callable[[], str]

    async def observed(
        self, request: Request, route: str, answer: Callable[[Request, Seen], Awaitable[Response]]
    ) -> Response:
        """What `answer` gives, or its failure as JSON; with the id that the log has."""
        seen = self.begun()
        try:
            response = await answer(request, seen)
        except ClientDisconnect:
            response = Response(status_code=499)
        except Exception as error:  # noqa: BLE001 - whatever goes wrong in a handler is an answer
            failure = seen.failed(error)
            response = Response(failure.body, failure.status, dict(failure.headers), media_type="application/json")
        response.headers["X-Request-Id"] = seen.request_id
        self.ended(seen, request.method, route, response.status_code)
        return response

    def begun(self) -> Seen:
        """What is told of a request that begins now."""
        return Seen(self.new_request_id(), self.seconds())

    def ended(self, seen: Seen, verb: str, route: str, status: int) -> None:
        """Count a request and log its line."""
        spent = self.seconds() - seen.began
        # A client may send any word as its verb: none becomes a series of its own.
        method = verb if verb in VERBS else "other"
        self.metrics.answered(method, route, status, spent, seen.code)
        if not logger.isEnabledFor(logging.INFO):
            return
        fields = {
            "request_id": seen.request_id,
            "method": method,
            "route": route,
            "status": status,
            "ms": round(spent * 1000, 2),
            "key": seen.key_id,
            "code": seen.code,
        }
        # Made here, for `logger.info` looks for the line of source that calls it, which nobody is told.
        record = logger.makeRecord(logger.name, logging.INFO, "", 0, "request", (), None, extra={"fields": fields})
        logger.handle(record)


def _escaped(text: str) -> str:
    """JSON in ASCII, which every terminal shows; outside of its texts JSON is ASCII already."""
    return json.dumps(json.loads(text))


def _words(record: logging.LogRecord) -> str:
    """What stands in the source of a library that logs; nothing where that may have been filled in before."""
    return str(record.msg) if record.args else "(not shown)"


def _places(trace: Any) -> list[str]:
    found = []
    while trace is not None:
        found.append(f"{trace.tb_frame.f_code.co_filename.rpartition('ablmatch')[2]}:{trace.tb_lineno}")
        trace = trace.tb_next
    return found
