"""Who calls: a key with its policy, and the person whom the request names."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from functools import cached_property, lru_cache

from ablmatch.memory.policy import Policy, label_view, reach
from ablmatch.memory.policy_reading import stored_policy
from ablmatch.memory.records.record_memory import RecordMemory
from ablmatch.memory.refusals import Refusal
from ablmatch.memory.request import Carried, Request, request_of, require_subject
from ablmatch.memory.settings import OrganisationSettings, read_settings
from ablmatch.memory.vocabulary import Vocabulary, read_vocabulary
from ablmatch.stores.records.errors import AlreadyExists, NotFound, VersionConflict
from ablmatch.stores.records.rows import Access, Actor, Key, Source


@dataclass(frozen=True)
class Caller:
    """A request of a key. `settings` are those of the key's organisation."""

    key: Key
    request: Request
    policy: Policy
    settings: OrganisationSettings
    source: Source = "api"

    @property
    def organisation(self) -> str:
        return self.key.organisation

    @property
    def subject(self) -> str:
        """The person, "" for nobody: the owner of what the request writes."""
        return self.request.subject or ""

    @cached_property
    def access(self) -> Access:
        """Which records the request reaches."""
        moving = self.settings.labels_from_metadata
        reached = reach(self.policy, "memory_record", self.request, labels_from_metadata=moving)
        return Access(self.organisation, reached)

    def reaches_talk_of(self, subject: str) -> bool:
        """Whether the request reaches the conversations of a person, or ("") of nobody.

        Her own are hers; who names nobody has those of the people whose records the policy lets it read.
        """
        return subject == self.subject or self.access.reach.permits(label_view(subject, {}))

    @property
    def actor(self) -> Actor:
        return Actor(key_id=self.key.id, subject=self.subject, source=self.source)

    @property
    def vocabulary(self) -> Vocabulary:
        return read_vocabulary(self.settings.vocabulary)

    @property
    def may_write_something(self) -> bool:
        """Whether any rule could permit a write of this request."""
        return bool(reach(self.policy, "memory_write", self.request).clauses)


def caller_of(memory: RecordMemory, key_id: str, carried: Carried) -> Caller:
    """The request of a key by its id; raises NotFound for an unknown one, and what `as_caller` raises."""
    key = memory.store.tenants.key(key_id)
    if key is None:
        raise NotFound("there is no key of this id")
    return as_caller(key, carried)


def as_caller(key: Key, carried: Carried, *, person_in_path: bool = False) -> Caller:
    """The request of a key.

    Raises Refusal where it names a person badly, or names nobody and the policy asks for one; `person_in_path`: the
    call is about a person whom its path names, so that it need not.
    """
    policy, settings = _read(key)
    request = request_of(carried)
    if not person_in_path:
        require_subject(request, subjects_required=policy.subjects_required)
    return Caller(key, request, policy, settings)


@lru_cache(maxsize=256)
def _read(key: Key) -> tuple[Policy, OrganisationSettings]:
    """What a key's row says, read once for as long as it says the same."""
    return stored_policy(key.policy), read_settings(key.organisation_settings, OrganisationSettings)


@contextmanager
def refusals_noted(memory: RecordMemory, caller: Caller, act: str, record_id: str | None = None) -> Iterator[None]:
    """A write, whose refusal is noted in the audit, without content, once its transaction is undone."""
    try:
        yield
    except (Refusal, NotFound, AlreadyExists, VersionConflict) as error:
        outcome = error.code if isinstance(error, Refusal) else _OUTCOMES[type(error)]
        memory.store.audit.refused(caller.organisation, caller.actor, act=act, outcome=outcome, record_id=record_id)
        raise


_OUTCOMES: dict[type[Exception], str] = {
    NotFound: "not_found",
    AlreadyExists: "already_exists",
    VersionConflict: "version_conflict",
}
