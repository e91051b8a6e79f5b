"""A call as handlers see it, and what they answer."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any, TypeVar

import msgspec
from msgspec import Struct

from ablmatch.memory.records.asked import is_made_id, read_asked
from ablmatch.memory.records.caller import Caller
from ablmatch.memory.records.record_memory import RecordMemory
from ablmatch.memory.refusals import Refusal
from ablmatch.service.errors import HttpError
from ablmatch.service.subject_tokens import SubjectTokens
from ablmatch.stores.records.errors import NotFound

Asked = TypeVar("Asked", bound=Struct)
_IF_MATCH = re.compile(r'(?:W/)?(?:"([0-9]{1,18})"|([0-9]{1,18}))')
_REPEAT_KEY = re.compile(r"[\x21-\x7e]{1,255}")


@dataclass(frozen=True, slots=True)
class Arrived:
    """A request as it came: header names in lower case, every value of each."""

    path: Mapping[str, str]
    query: Mapping[str, list[str]]
    headers: Mapping[str, list[str]]
    body: bytes


@dataclass(frozen=True, slots=True)
class Call:
    """A request that was let in. `document`: the decoded body without `user`; `who`: of a key's call, who calls."""

    memory: RecordMemory
    tokens: SubjectTokens
    arrived: Arrived
    document: dict[str, Any]
    who: Caller | None

    @property
    def caller(self) -> Caller:
        assert self.who is not None, "a route of the operator's asks for the caller of a key"
        return self.who

    def asked(self, kind: type[Asked]) -> Asked:
        """What the body asks."""
        return read_asked(self.document, kind)

    def path(self, name: str) -> str:
        """A part of the path."""
        return self.arrived.path[name]

    def made_id(self, what: str) -> str:
        """The part of the path that is the id of a record or a conversation; one that none has is of nothing."""
        text = self.arrived.path["id"]
        if not is_made_id(text):
            raise NotFound(f"there is no such {what}")
        return text

    def header(self, name: str) -> str | None:
        """A header that may be there once."""
        values = self.arrived.headers.get(name, [])
        if len(values) > 1:
            raise HttpError("header_malformed", f"the header {name} is there {len(values)} times: send it once")
        return values[0] if values else None

    def version(self) -> int | None:
        """The version that If-Match names; None without it, or for `*`."""
        text = self.header("if-match")
        if text is None or text.strip() == "*":
            return None
        found = _IF_MATCH.fullmatch(text.strip())
        if found is None:
            raise HttpError("header_malformed", 'If-Match must be one version, as "3"')
        return int(found[1] or found[2])

    def repeat_key(self) -> str | None:
        """The idempotency key."""
        text = self.header("idempotency-key")
        if text is not None and not _REPEAT_KEY.fullmatch(text):
            raise HttpError("header_malformed", "Idempotency-Key must be 1 to 255 printable ASCII characters")
        return text

    def organisation(self) -> str:
        """Of which organisation the operator speaks: as the body or the query names it, else the default one."""
        named = self.arrived.query.get("organisation", [])
        if len(named) > 1:
            raise Refusal("parameter_invalid", "organisation is there more than once: give it once")
        in_body = self.document.get("organisation", "default" if not named else named[0])
        if not isinstance(in_body, str) or (named and named[0] != in_body):
            raise Refusal("body_invalid", "organisation must be one id, the same wherever it stands")
        return in_body

    def settings(self) -> dict[str, Any]:
        """The body without the organisation that it names."""
        return {name: value for name, value in self.document.items() if name != "organisation"}


@dataclass(frozen=True, slots=True)
class Reply:
    """An answer; `body` is a struct or JSON, bytes as they are, or None for no body."""

    status: int
    body: Any = None
    headers: Mapping[str, str] = field(default_factory=dict)
    media_type: str = "application/json"

    def encoded(self) -> bytes:
        if self.body is None:
            return b""
        return self.body if isinstance(self.body, bytes) else msgspec.json.encode(self.body)
