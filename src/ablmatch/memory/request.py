"""Who a request is for: what it carries about a person and her attributes, as one `Request` or a coded refusal."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

from ablmatch.memory.refusals import Refusal
from ablmatch.memory.unrepeated import decode_unrepeated
from ablmatch.stores.errors import shown
from ablmatch.stores.owners import is_allowed

LONGEST_SUBJECT = 256
ATTRIBUTE = re.compile(r"[A-Za-z0-9_.-]{1,64}")
MOST_ATTRIBUTES = 64
MOST_VALUES = 1024
LONGEST_VALUE = 256


@dataclass(frozen=True, slots=True)
class Request:
    """The person a request names, None for nobody, and the attributes that travel with her (name -> values)."""

    subject: str | None = None
    attributes: Mapping[str, tuple[str, ...]] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class Carried:
    """What a request carries about its person, as it came.

    `headers`, `attribute_headers`: every value of `X-Core-Subject` and `X-Core-Attributes`, in a list because a header
    can be sent twice. `token`: what a subject token that was verified says. `user`: the body's field; None is as if
    it were absent. `schedule`: a schedule's turn, which never has attributes.
    """

    headers: Sequence[str] = ()
    token: Request | None = None
    user: object = None
    attribute_headers: Sequence[str] = ()
    schedule: bool = False


def request_of(carried: Carried) -> Request:
    """Token beats header beats user field. Raises Refusal.

    A person who is named but blank or malformed is `subject_malformed` (400), never nobody, since nobody reaches every
    record. Two different people are `subject_conflict` (400), beside a token `subject_forbidden` (403). With a token
    its own attributes stand, whatever a header says.
    """
    named = [_subject(text, "the header X-Core-Subject") for text in carried.headers]
    if carried.user is not None:
        named.append(_subject(carried.user, "the field user"))
    attributes = _attributes(carried.attribute_headers)
    if carried.token is not None:
        subject = carried.token.subject
        if any(one != subject for one in named):
            raise Refusal("subject_forbidden", "the request names another person than its subject token: leave it out")
        attributes = dict(carried.token.attributes)
    else:
        if len(set(named)) > 1:
            raise Refusal("subject_conflict", "the request names two different people: name one, in one place")
        subject = named[0] if named else None
    return Request(subject, {} if carried.schedule else attributes)


def require_subject(request: Request, *, subjects_required: bool) -> None:
    """Raise `subject_required` where the policy's setting asks for a person and the request names nobody."""
    if subjects_required and request.subject is None:
        raise Refusal("subject_required", "this key works for people only: name the person, as with X-Core-Subject")


def check_subject(text: object, where: str = "the subject") -> str:
    """A person's id as it may be stored; raises `subject_malformed`."""
    return _subject(text, where)


def check_attributes(document: object, where: str = "attributes") -> dict[str, tuple[str, ...]]:
    """Attributes out of decoded JSON, name -> list of texts; raises `attributes_malformed`."""
    if not isinstance(document, dict):
        raise Refusal("attributes_malformed", f"{where} must be an object of lists, as {_EXAMPLE}")
    if len(document) > MOST_ATTRIBUTES:
        raise Refusal("attributes_malformed", f"{where} may hold at most {MOST_ATTRIBUTES} names")
    found: dict[str, tuple[str, ...]] = {}
    for name, values in document.items():
        if not isinstance(name, str) or not ATTRIBUTE.fullmatch(name):
            raise Refusal("attributes_malformed", f"{where}: {shown(name)} is no name of an attribute")
        if not isinstance(values, list) or not all(_is_value(value) for value in values) or len(values) > MOST_VALUES:
            raise Refusal(
                "attributes_malformed",
                f"{where}: {name} must be a list of at most {MOST_VALUES:,} texts of 1 to {LONGEST_VALUE} characters",
            )
        found[name] = tuple(dict.fromkeys(values))
    return found


_EXAMPLE = '{"department": ["payroll"]}'


def _subject(text: object, where: str) -> str:
    if not isinstance(text, str) or len(text) > LONGEST_SUBJECT or not is_allowed(text):
        raise Refusal(
            "subject_malformed",
            f"{where} must name a person by 1 to 256 letters, digits or . _ @ + : ~ | -; leave it out to name nobody",
        )
    return text


def _attributes(headers: Sequence[str]) -> dict[str, tuple[str, ...]]:
    if not headers:
        return {}
    where = "the header X-Core-Attributes"
    if len(headers) > 1:
        raise Refusal("attributes_malformed", f"{where} is there {len(headers)} times: send it once")
    try:
        document = decode_unrepeated(headers[0])
    except (ValueError, RecursionError):
        raise Refusal("attributes_malformed", f"{where} must be a JSON object, as {_EXAMPLE}") from None
    return check_attributes(document, where)


def _is_value(value: object) -> bool:
    return isinstance(value, str) and 0 < len(value) <= LONGEST_VALUE and value.isprintable()
