"""One extraction: a conversation and stored values in, one model call, new values and failures out."""

from __future__ import annotations

import json
import logging
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from ablmatch.memory.awaiting import finished
from ablmatch.memory.conversation import Message, spoken
from ablmatch.memory.extraction_prompt import SYSTEM, Task, prompt_of
from ablmatch.memory.extractors import ExtractionContext, Extractor, ExtractorError, told
from ablmatch.memory.scanner import scan_memory_write
from ablmatch.memory.value_schema import SchemaMismatch, merged_schema, plain_json
from ablmatch.stores.errors import StoreError
from ablmatch.stores.extracted import ExtractedStore, ExtractedValue, replace_value

logger = logging.getLogger("ablmatch.memory")

# A system text, a prompt and the JSON Schema of the answer in; the answer as an object out, or an awaitable of it.
Model = Callable[[str, str, dict[str, Any]], Any]
# The owner of an extractor's value, or the reason why there is none.
OwnerOf = Callable[[Extractor], "str | NoOwner"]
EventHook = Callable[[dict[str, Any]], Any]

# How often the model is asked again about values that another conversation changed in the meantime.
_MOST_ATTEMPTS = 3


@dataclass(frozen=True, slots=True)
class NoOwner:
    """Why an extractor has no owner in a run."""

    reason: str


@dataclass(frozen=True, slots=True)
class ExtractionFailure:
    """A slug that got no new value, and why; what was stored stays.  `cause`: what somebody's code raised."""

    slug: str
    error: str
    cause: BaseException | None = field(default=None, repr=False, compare=False)

    def __getitem__(self, key: str) -> str:
        """The fields as in the JSON form, `{"slug": ..., "error": ...}`."""
        return {"slug": self.slug, "error": self.error}[key]


@dataclass(frozen=True, slots=True)
class ExtractionResult:
    """What came of one extraction: new values by slug, and one failure for each slug that has none because of one."""

    values: dict[str, Any] = field(default_factory=dict)
    failures: tuple[ExtractionFailure, ...] = ()

    @property
    def succeeded(self) -> bool:
        """Whether the conversation counts as extracted: nothing failed, or something was found all the same."""
        return not self.failures or bool(self.values)


@dataclass(frozen=True, slots=True)
class Extraction:
    """What all extractions of a `Recall` share."""

    extractors: tuple[Extractor, ...]
    store: ExtractedStore
    model: Model
    strict_merge: bool
    on_event: EventHook | None

    def run(self, messages: Sequence[Message], owner_of: OwnerOf, context: ExtractionContext) -> ExtractionResult:
        """Takes new values from a conversation.  Never raises for what an extractor, the model or the store does."""
        conversation = spoken(messages)
        if not conversation:
            return ExtractionResult()
        one = _Run(self, owner_of, context)
        waiting = [extractor.slug for extractor in self.extractors]
        for _ in range(_MOST_ATTEMPTS):
            waiting = one.attempt(waiting, conversation)
            if not waiting:
                break
        for slug in waiting:
            one.fail(slug, "other conversations kept changing the stored value")
        order = {extractor.slug: at for at, extractor in enumerate(self.extractors)}
        failures = tuple(sorted(one.failures, key=lambda failure: order[failure.slug]))
        values = {slug: one.values[slug] for slug in order if slug in one.values}
        return ExtractionResult(values, failures)


class _Run:
    """One extraction while it runs."""

    def __init__(self, shared: Extraction, owner_of: OwnerOf, context: ExtractionContext) -> None:
        self.shared = shared
        self.context = context
        self.values: dict[str, Any] = {}
        self.failures: list[ExtractionFailure] = []
        self._owner_of = owner_of
        self._extractors = {one.slug: one for one in shared.extractors}

    def fail(self, slug: str, error: str, cause: BaseException | None = None) -> None:
        # The text may quote what somebody's code said of a value, so it is the caller's to read and not for the log.
        kind = "" if cause is None else f" ({type(cause).__name__})"
        logger.warning("the extractor %s gave no value%s", slug, kind)
        self.failures.append(ExtractionFailure(slug, error, cause))

    def attempt(self, slugs: Sequence[str], conversation: Sequence[Mapping[str, str]]) -> list[str]:
        """One model call about the slugs.  The slugs whose stored value was changed by others in the meantime."""
        tasks: list[Task] = []
        before: dict[str, tuple[str, ExtractedValue | None]] = {}
        for slug in slugs:
            prepared = self._prepare(self._extractors[slug])
            if prepared is not None:
                task, owner, row = prepared
                tasks.append(task)
                before[slug] = owner, row
        if not tasks:
            return []
        found = self._ask(tasks, conversation)
        changed = []
        for slug, value in found.items():
            owner, row = before[slug]
            if not self._take(self._extractors[slug], owner, row, value):
                changed.append(slug)
        return changed

    # --- Before the call --------------------------------------------------------------------------------------

    def _prepare(self, extractor: Extractor) -> tuple[Task, str, ExtractedValue | None] | None:
        try:
            resolved = extractor.resolve(self.context)
        except ExtractorError as error:
            self.fail(extractor.slug, str(error), error.__cause__ or error)
            return None
        owner = self._owner_of(extractor)
        if isinstance(owner, NoOwner):
            # `bind` has warned of it once; a line a turn would say no more.
            self.failures.append(ExtractionFailure(extractor.slug, owner.reason))
            return None
        try:
            row = self.shared.store.load(extractor.scope, owner, extractor.slug)
        except Exception as error:  # noqa: BLE001 - a store may be anybody's
            self.fail(extractor.slug, f"the stored value cannot be read: {_of_store(error)}", error)
            return None
        shown = extractor.include_previous and row is not None
        return Task(resolved, row.value if row is not None and shown else None, shown), owner, row

    def _ask(self, tasks: Sequence[Task], conversation: Sequence[Mapping[str, str]]) -> dict[str, Any]:
        """The values of one call that fit their schemas."""
        schemas = {one.resolved.extractor.slug: one.resolved.schema for one in tasks}
        try:
            reply = finished(self.shared.model(SYSTEM, prompt_of(tasks, conversation), merged_schema(schemas)))
        except Exception as error:  # noqa: BLE001 - a model may be anybody's
            for slug in schemas:
                self.fail(slug, f"the model failed: {told(error)}", error)
            return {}
        if not isinstance(reply, Mapping):
            for slug in schemas:
                self.fail(slug, f"the model answered with a {type(reply).__name__}, not with an object")
            return {}
        found, faults = {}, {}
        for slug, schema in schemas.items():
            value = reply.get(slug)
            if value is None or (isinstance(value, str) and not value.strip()):
                continue  # nothing to say: what is stored stands
            try:
                found[slug] = schema.check(value)
            except SchemaMismatch as error:
                faults[slug] = f"the model's value {error}"
        if faults and self.shared.strict_merge:
            faults = {
                slug: faults.get(slug, f"the model's value for {next(iter(faults))} is unfit") for slug in schemas
            }
            found = {}
        for slug, fault in faults.items():
            self.fail(slug, fault)
        return found

    # --- After the call ---------------------------------------------------------------------------------------

    def _take(self, extractor: Extractor, owner: str, row: ExtractedValue | None, value: Any) -> bool:
        """Stores a value.  False where the row is no longer the one that the model was shown."""
        slug = extractor.slug
        previous = None if row is None else row.value
        if extractor.on_extracted is not None:
            try:
                # Copies: what a hook does to its arguments changes no memory.
                given = finished(extractor.on_extracted(plain_json(previous), plain_json(value), self.context))
                value = value if given is None else plain_json(given)
            except Exception as error:  # noqa: BLE001 - a hook is anybody's
                self.fail(slug, f"its on_extracted failed: {told(error)}", error)
                return True
        for text in _texts(value):
            unsafe = scan_memory_write(text)
            if unsafe is not None:
                self.fail(slug, f"the value holds what looks like instructions ({unsafe.pattern})")
                return True
        if extractor.persist:
            try:
                if not self._save(extractor, owner, row, value):
                    return False
            except Exception as error:  # noqa: BLE001 - a store may be anybody's
                self.fail(slug, f"the value cannot be stored: {_of_store(error)}", error)
                return True
        self.values[slug] = value
        if row is None or not _same(previous, value):
            self._tell(slug, value)
        if extractor.persist and extractor.scope == "agent":
            # It speaks to every user of the agent, so whose run it came from is kept, as for blocks.
            logger.info("%s of an agent was extracted in a run of %s", slug, self.context.user_id or "nobody")
        return True

    def _save(self, extractor: Extractor, owner: str, row: ExtractedValue | None, value: Any) -> bool:
        made = ExtractedValue(extractor.slug, extractor.scope, value)
        if extractor.include_previous or extractor.on_extracted is not None:
            return replace_value(self.shared.store, made, owner, row)
        self.shared.store.save(made, owner)
        return True

    def _tell(self, slug: str, value: Any) -> None:
        if self.shared.on_event is None:
            return
        event = {"type": "extraction", "slug": slug, "value": plain_json(value), "changed": True}
        try:
            finished(self.shared.on_event(event))
        except Exception as error:  # noqa: BLE001 - the value is stored, whatever the listener does
            logger.warning("on_event failed for the extractor %s (%s)", slug, type(error).__name__)


def _of_store(error: Exception) -> str:
    """A StoreError's text holds no value; another error's may."""
    return str(error) if isinstance(error, StoreError) else type(error).__name__


def _texts(value: Any) -> Iterator[str]:
    """Every text of a value, the keys of its objects too."""
    waiting = [value]
    while waiting:
        one = waiting.pop()
        if isinstance(one, str):
            yield one
        elif isinstance(one, list):
            waiting.extend(one)
        elif isinstance(one, dict):
            waiting.extend(one)
            waiting.extend(one.values())


def _same(one: Any, other: Any) -> bool:
    """Whether two values are the same JSON, whatever the order of their keys."""
    return json.dumps(one, sort_keys=True) == json.dumps(other, sort_keys=True)
