"""A route: a verb at a path, who may call it, and everything that it can answer. The documentation is made of these."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Any, Literal

from ablmatch.service.calls import Call, Reply

# A version in If-Match.
VERSION = {"type": "string", "pattern": '^("[0-9]{1,9}"|[0-9]{1,9})$'}
By = Literal["key", "nobody", "operator"]
Handler = Callable[[Call], Reply]
# What every call of a kind can be refused as.
_ALL = ("internal", "damaged", "unavailable", "busy")
_LET_IN = ("unauthorized", "rate_limited", "value_unstorable", "parameter_invalid")
_OF_KEY = (
    "key_required",
    "subject_malformed",
    "subject_conflict",
    "subject_required",
    "subject_forbidden",
    "attributes_malformed",
    "subject_token_invalid",
    "header_malformed",
)
_WITH_BODY = ("body_malformed", "body_too_large", "body_timeout", "body_invalid")


@dataclass(frozen=True, slots=True)
class Parameter:
    """A parameter of the query or a header, for the documentation."""

    name: str
    schema: Mapping[str, Any]
    description: str
    place: Literal["header", "query"] = "query"


@dataclass(frozen=True, slots=True)
class Route:
    """One verb at one path.

    - `answers`: the body's type by status; None for an empty one, `bytes` for text
    - `refusals`: codes beyond those that every such call can get
    - `body`: the type of the body, None where it names the person at most; `body_optional`: it may be left out
    - `labels_in_query`: the query may have `label.NAME` beside its parameters
    - `person_in_path`: the call is about a person whom the path names, so the key's `subjects_required` lets it be
    """

    method: str
    path: str
    summary: str
    handler: Handler
    by: By
    answers: Mapping[int, Any]
    refusals: tuple[str, ...] = ()
    body: Any = None
    body_optional: bool = False
    parameters: tuple[Parameter, ...] = ()
    labels_in_query: bool = False
    person_in_path: bool = False
    media_type: str = "application/json"

    @property
    def codes(self) -> tuple[str, ...]:
        """Every code with which the call can be refused."""
        found = list(_ALL)
        if self.by != "nobody":
            found += _LET_IN
            found += _OF_KEY if self.by == "key" else ("operator_required",)
            found += _WITH_BODY
        return tuple(dict.fromkeys((*found, *self.refusals)))

    @property
    def names_person(self) -> bool:
        """Whether the body may name the person."""
        return self.by == "key"


@dataclass(frozen=True, slots=True)
class Routes:
    """The routes of one module, in the order in which they are written."""

    found: list[Route] = field(default_factory=list)

    def add(self, method: str, path: str, summary: str, **fields: Any) -> Callable[[Handler], Handler]:
        """Make the function below the handler of a route; `fields` are those of Route."""

        def take(handler: Handler) -> Handler:
            self.found.append(Route(method, path, summary, handler, **fields))
            return handler

        return take
