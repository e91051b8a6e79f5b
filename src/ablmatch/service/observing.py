"""What is seen of the service from outside: one JSON line a request, and metrics. No person, no record, no secret."""

from __future__ import annotations

import json
import logging
from datetime import UTC, datetime
from typing import Any

from prometheus_client import CollectorRegistry, Counter, Histogram, generate_latest

logger = logging.getLogger("ablmatch.service")
METRICS_TYPE = "text/plain; version=0.0.4; charset=utf-8"


class JsonLines(logging.Formatter):
    """A record of the log as one JSON object; `fields` of the record are its further members."""

    def format(self, record: logging.LogRecord) -> str:
        line: dict[str, Any] = {
            "at": datetime.fromtimestamp(record.created, UTC).isoformat(timespec="milliseconds"),
            "level": record.levelname.lower(),
            "logger": record.name,
            "message": record.getMessage(),
            **getattr(record, "fields", {}),
        }
        if record.exc_info is not None and record.exc_info[0] is not None:
            # Where it happened, never what an exception says: that may be content.
            line["error"] = record.exc_info[0].__name__
            line["trace"] = _places(record.exc_info[2])
        return json.dumps(line, ensure_ascii=True)


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
        self._requests.labels(method, route, str(status)).inc()
        self._seconds.labels(method, route).observe(seconds)
        if code is not None:
            self._refusals.labels(code).inc()

    def happened(self, event: str, times: int = 1) -> None:
        """Count what happened."""
        self._events.labels(event).inc(times)

    def text(self) -> bytes:
        """All of them, in the text format of Prometheus."""
        return generate_latest(self._registry)


def log_request(
    *, request_id: str, method: str, route: str, status: int, ms: float, key_id: str | None, code: str | None
) -> None:
    """One line a request."""
    fields = {
        "request_id": request_id,
        "method": method,
        "route": route,
        "status": status,
        "ms": round(ms, 2),
        "key": key_id,
        "code": code,
    }
    logger.info("request", extra={"fields": fields})


def _places(trace: Any) -> list[str]:
    found = []
    while trace is not None:
        found.append(f"{trace.tb_frame.f_code.co_filename.rpartition('ablmatch')[2]}:{trace.tb_lineno}")
        trace = trace.tb_next
    return found
