"""Every refusal as an answer: `{"error": {"code", "message"}}`, one status a code, no word of a record in it."""

from __future__ import annotations

from collections.abc import Mapping

import msgspec
from msgspec import Struct

from ablmatch.memory.refusals import REFUSALS, Refusal
from ablmatch.stores.errors import StoreError
from ablmatch.stores.records.errors import (
    AlreadyExists,
    BadCursor,
    BodyDiffers,
    Erased,
    NotFound,
    RecordsError,
    VersionConflict,
)

# Code -> HTTP status, of what HTTP adds to the refusals of memory.
HTTP_ERRORS: Mapping[str, int] = {
    "body_malformed": 400,  # no JSON
    "cursor_invalid": 400,
    "header_malformed": 400,  # If-Match, Idempotency-Key, or one like X-Core-Subject that there is not
    "value_unstorable": 400,  # a text that no database keeps
    "unauthorized": 401,
    "subject_token_invalid": 401,
    "operator_required": 403,
    "key_required": 403,
    "not_found": 404,
    "method_not_allowed": 405,
    "body_timeout": 408,
    "already_exists": 409,
    "version_conflict": 409,
    "erased": 409,  # the person was erased meanwhile
    "body_too_large": 413,
    "idempotency_key_reused": 422,
    "rate_limited": 429,
    "damaged": 500,  # what the store holds
    "internal": 500,
    "busy": 503,
    "unavailable": 503,
}
STATUS: Mapping[str, int] = {**REFUSALS, **HTTP_ERRORS}


class ErrorDetail(Struct, frozen=True):
    """`code` is for programs, `message` one line for people."""

    code: str
    message: str


class ErrorBody(Struct, frozen=True):
    """The body of every refusal."""

    error: ErrorDetail


class HttpError(Exception):
    """A refusal of HTTP's own."""

    def __init__(self, code: str, message: str, headers: Mapping[str, str] | None = None) -> None:
        super().__init__(message)
        self.code = code
        self.message = message
        self.headers = dict(headers or {})


class Told(Struct, frozen=True):
    """What a failure is told as."""

    code: str
    message: str
    headers: Mapping[str, str] = {}

    @property
    def status(self) -> int:
        return STATUS[self.code]

    @property
    def body(self) -> bytes:
        return msgspec.json.encode(ErrorBody(ErrorDetail(self.code, self.message)))


_INTERNAL = Told("internal", "something went wrong here: the log has its id")
# What the record store refuses: the code, and what to do where the message does not say.
_RECORDS_ERRORS: Mapping[type[RecordsError], tuple[str, str]] = {
    NotFound: ("not_found", ""),
    VersionConflict: ("version_conflict", ""),
    AlreadyExists: ("already_exists", ""),
    BodyDiffers: ("idempotency_key_reused", ": use a new one"),
    BadCursor: ("cursor_invalid", ": use next_cursor as it was given"),
    Erased: ("erased", ""),
}


def told(error: Exception) -> Told:
    """What a failure is told as; whatever is no refusal is `internal`, and its text stays here."""
    if isinstance(error, HttpError):
        return Told(error.code, error.message, error.headers)
    if isinstance(error, Refusal):
        return Told(error.code, error.message)
    if isinstance(error, StoreError):
        return _of_store(error)
    if isinstance(error, RecordsError):
        return _of_records(error)
    return _INTERNAL


def _of_records(error: RecordsError) -> Told:
    for kind, (code, remedy) in _RECORDS_ERRORS.items():
        if isinstance(error, kind):
            return Told(code, f"{error}{remedy}")
    return _INTERNAL


def _of_store(error: StoreError) -> Told:
    if error.code in {"bad_value", "too_large", "bad_key"}:
        return Told("value_unstorable", str(error))
    if error.code == "schema":
        return Told("damaged", "something that is stored is damaged, and nothing is told without it: see the log")
    # Where the database lies is no business of the caller's.
    return Told("unavailable", "the store cannot be reached now: try again")
