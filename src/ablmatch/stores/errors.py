"""What can go wrong with a store: one error, a closed set of codes, never a value of a fact."""

from __future__ import annotations

from typing import Literal, get_args

Code = Literal[
    "bad_key",
    "bad_url",
    "bad_value",
    "closed",
    "conflict",
    "driver_missing",
    "refused",
    "schema",
    "too_large",
    "unavailable",
]
STORE_ERROR_CODES: tuple[Code, ...] = get_args(Code)
_LONGEST_PATH_SHOWN = 80


class StoreError(Exception):
    """A store could not do what was asked; nothing of the batch was stored, unless the message says otherwise.

    `code` is for programs, the text for people: one line that says what, where and what to do. It may name a path, a
    host or a file, never a value, an owner or a password.

    - `bad_key`: a path, project, owner, scope, time or limit that no store accepts
    - `bad_url`: `open_store` was given something that names no store
    - `bad_value`: a value that is not plain JSON
    - `closed`: the store was closed before
    - `conflict`: other writers kept getting in the way until the store gave up
    - `driver_missing`: the backend's library is not installed
    - `refused`: the store's own rules do not permit the write
    - `schema`: the data was written by another version of the schema, or is damaged
    - `too_large`: a value or list is past the size limit
    - `unavailable`: the database cannot be reached or refuses to work
    """

    def __init__(self, code: Code, message: str) -> None:
        # What a URL or an environment variable names can hold anything; the text stays one line all the same.
        super().__init__("".join(ch if ch.isprintable() else ascii(ch)[1:-1] for ch in message))
        self.code: Code = code


def shown(path: object) -> str:
    """A path in a message: escaped, so that it can neither break the line nor drive a terminal, and cut."""
    text = ascii(path)
    return text if len(text) <= _LONGEST_PATH_SHOWN else text[:_LONGEST_PATH_SHOWN] + "..."
