"""What every store refuses before it touches the database, so that all of them refuse the same."""

from __future__ import annotations

from collections.abc import Sequence
from typing import get_args

from ablmatch.stores.errors import StoreError, shown
from ablmatch.stores.facts import SCOPES, Append, EraseOwner, List, Operation, Purge, Put
from ablmatch.stores.values import is_text

# An index entry of PostgreSQL holds at most 2,704 bytes: project, scope, owner and path together.
MOST_ID_BYTES = 512
MOST_PATH_BYTES = 1024
# About the year 142,000; the sum of two such times fits into the 64 bits of every backend.
MOST_MS = 2**62 - 1


def check_batch(operations: Sequence[Operation], now_ms: int) -> None:
    """Raise StoreError for the first thing that no store accepts; values are checked where they are written."""
    _check_time("now_ms", now_ms)
    for operation in operations:
        if not isinstance(operation, get_args(Operation)):
            raise StoreError("bad_key", f"{type(operation).__name__} is no operation of a fact store")
        if isinstance(operation, Purge):
            if len(operations) > 1:
                raise StoreError("bad_key", "a purge stands alone in its batch")
            continue
        if isinstance(operation, EraseOwner):
            _check_scope(operation.scope)
            _check_id("owner", operation.owner)
            continue
        project, scope, owner = operation.partition
        _check_scope(scope)
        _check_id("project", project)
        _check_id("owner", owner)
        if isinstance(operation, List):
            if operation.prefix:
                _check_path(operation.prefix)
        elif hasattr(operation, "path"):
            _check_path(operation.path)
        if isinstance(operation, Put | Append) and operation.ttl_ms is not None:
            _check_time("ttl_ms", operation.ttl_ms)
        if isinstance(operation, Append) and operation.max_size is not None:
            _check_size(operation.max_size)


def _check_scope(scope: object) -> None:
    if scope not in SCOPES:
        raise StoreError("bad_key", f"unknown scope {shown(scope)}: use one of {', '.join(SCOPES)}")


def _check_id(what: str, text: object) -> None:
    """Ids may be personal data, so no message shows one."""
    fault = text_fault(text, MOST_ID_BYTES)
    if fault is not None:
        raise StoreError("bad_key", f"the {what} of the partition {fault}")


def _check_path(path: object) -> None:
    fault = text_fault(path, MOST_PATH_BYTES)
    if fault is not None:
        raise StoreError("bad_key", f"the path {shown(path)} {fault}")


def text_fault(text: object, most_bytes: int | None) -> str | None:
    """What makes a text unfit for some store, as the end of a sentence about it; None where nothing does."""
    if not isinstance(text, str):
        return "is no text"
    if not text:
        return "is empty"
    # Neither can be stored by every backend, and no honest id has one.
    if "\0" in text:
        return "holds a NUL character"
    if not is_text(text):
        return "holds a lone surrogate"
    if most_bytes is not None and len(text.encode("utf-8")) > most_bytes:
        return f"takes more than {most_bytes:,} bytes"
    return None


def _check_time(what: str, ms: object) -> None:
    if type(ms) is not int or not 0 <= ms <= MOST_MS:
        raise StoreError("bad_key", f"{what} must be a whole number of milliseconds from 0 to 2**62 - 1")


def _check_size(size: object) -> None:
    if type(size) is not int or size < 1:
        raise StoreError("bad_key", "max_size must be a whole number of at least 1")
