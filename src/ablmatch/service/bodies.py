"""Bodies whose reading belongs to memory, as the documentation shows them."""

from __future__ import annotations

from typing import Annotated, Any, Literal

from msgspec import UNSET, Meta, Struct, UnsetType

from ablmatch.memory.record_fields import LONGEST_CONTENT, LONGEST_OWED_TO, MOST_LABELS
from ablmatch.memory.settings import Id, TypeName
from ablmatch.stores.records.rows import Status

Confidence = Annotated[float, Meta(ge=0, le=1)]
Content = Annotated[str, Meta(min_length=1, max_length=LONGEST_CONTENT)]
Labels = Annotated[dict[str, str], Meta(max_length=MOST_LABELS)]
OwedTo = Annotated[str, Meta(min_length=1, max_length=LONGEST_OWED_TO)]


class NewRecordBody(Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """A record to be written. Whose it is comes from whom the request names.

    `status`, `due_at` and `owed_to` belong to type `commitment`. `slot`: a name of which one record is open at a time.
    """

    store: Id
    type: TypeName
    content: Content
    labels: Labels | None = None
    metadata: dict[str, Any] | None = None
    confidence: Confidence | None = None
    status: Status | None = None
    due_at: str | None = None
    owed_to: OwedTo | None = None
    slot: TypeName | None = None
    expires_at: str | None = None


class ChangeBody(Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """What a correction changes; at least one field beside `version`. Null clears an optional field."""

    content: Content | UnsetType = UNSET
    labels: Labels | UnsetType | None = UNSET
    metadata: dict[str, Any] | UnsetType | None = UNSET
    confidence: Confidence | UnsetType | None = UNSET
    status: Status | UnsetType | None = UNSET
    due_at: str | UnsetType | None = UNSET
    owed_to: OwedTo | UnsetType | None = UNSET
    expires_at: str | UnsetType | None = UNSET
    version: Annotated[int, Meta(ge=1)] | UnsetType | None = UNSET


class AtomBody(Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """A condition of a rule, with the parameters that it takes."""

    atom: Literal["label_among", "label_is_subject", "no_subject"]
    label: str | UnsetType = UNSET
    attribute: str | UnsetType = UNSET


class MatchBody(Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """Labels with the values that a record must have; `subject` is its owner, "" for shared."""

    labels: dict[str, str] = {}


class RuleBody(Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """A rule, which only permits."""

    id: Annotated[str, Meta(min_length=1, max_length=128)]
    effect: Literal["permit"]
    kind: Literal["memory_record", "memory_write", "skill", "subject_erase"]
    match: MatchBody | UnsetType = UNSET
    when: list[AtomBody] | UnsetType = UNSET


class PolicySettingsBody(Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """`subjects_required`: a request that names nobody is refused."""

    subjects_required: bool = False


class PolicyBody(Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """A key's policy; rules left out are the default rules."""

    rules: list[RuleBody] | UnsetType = UNSET
    settings: PolicySettingsBody = PolicySettingsBody()


class KeyBody(Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """A key to be made."""

    id: Id
    organisation: Id = "default"


class StoreBody(Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """A store to be made."""

    id: Id
    organisation: Id = "default"


class TokenBody(Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """A subject token to be made. `ttl`: a number with s, m, h or d behind it, at most 30d."""

    subject: str
    attributes: dict[str, list[str]] = {}
    ttl: Annotated[str, Meta(pattern=r"^[1-9][0-9]{0,8}[smhd](?![\s\S])")] = "1h"


class TokenMade(Struct, frozen=True):
    """A subject token, sent in the header X-Core-Subject-Token."""

    token: str
    expires_at: str
