"""Extractors: what is taken from conversations and kept of a person or an agent, under a slug made of a name."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Awaitable, Callable, Iterable, Mapping
from dataclasses import dataclass, field
from typing import Any

from ablmatch.memory.awaiting import finished
from ablmatch.memory.value_schema import PydanticModel, ValueSchema
from ablmatch.stores.blocks import BLOCK_SCOPES, BlockScope

LONGEST_SLUG = 64
_LONGEST_NAME_SHOWN = 80
_COMBINING = re.compile("[\u0300-\u036f]")
_SLUG = re.compile("[a-z](?:[a-z0-9-]*[a-z0-9])?")


@dataclass(frozen=True, slots=True)
class ExtractionContext:
    """For whom a run extracts: what functions of an extractor are given.  Ids are None where the run has none."""

    agent_id: str | None = None
    session_id: str | None = None
    user_id: str | None = None


Schema = Mapping[str, Any] | type[PydanticModel]
Hook = Callable[[Any, Any, ExtractionContext], Any]


class ExtractorError(ValueError):
    """An extractor that cannot be used; the text names it."""


@dataclass(frozen=True, slots=True)
class Extractor:
    """Made by `define_extractor`, which says what the fields mean."""

    name: str
    slug: str
    instructions: str | Callable[[ExtractionContext], str | Awaitable[str]]
    schema: Schema | Callable[[ExtractionContext], Schema | Awaitable[Schema]]
    scope: BlockScope
    include_previous: bool
    persist: bool
    on_extracted: Hook | None
    _read: ValueSchema | None = field(repr=False, compare=False)

    def resolve(self, context: ExtractionContext) -> ResolvedExtractor:
        """Calls the functions among its fields.  Raises ExtractorError."""
        instructions = self._called("instructions", self.instructions, context)
        if not _is_said(instructions):
            raise ExtractorError(f"extractor {self.name!r}: its instructions are no text")
        if self._read is not None:
            return ResolvedExtractor(self, instructions, self._read)
        schema = self._called("schema", self.schema, context)
        return ResolvedExtractor(self, instructions, _read_schema(self.name, schema))

    def _called(self, what: str, given: Any, context: ExtractionContext) -> Any:
        if not callable(given):
            return given
        try:
            return finished(given(context))
        except Exception as error:
            raise ExtractorError(f"extractor {self.name!r}: its {what} failed: {told(error)}") from error


@dataclass(frozen=True, slots=True)
class ResolvedExtractor:
    """An extractor with the instructions and the schema of one run."""

    extractor: Extractor
    instructions: str
    schema: ValueSchema


def define_extractor(
    *,
    name: str,
    instructions: str | Callable[[ExtractionContext], str | Awaitable[str]],
    schema: Schema | Callable[[ExtractionContext], Schema | Awaitable[Schema]],
    scope: BlockScope = "user",
    include_previous: bool = True,
    persist: bool = True,
    on_extracted: Hook | None = None,
) -> Extractor:
    """What a model is to take from conversations.  Raises ExtractorError (a ValueError).

    - `name`: for people; the slug under which values are stored is made of it (`slug_of`)
    - `instructions`: what to look for, for the model; or a function of an `ExtractionContext`, sync or async
    - `schema`: what a value looks like: a JSON Schema or a pydantic model; or such a function.  Values are plain JSON
      either way
    - `scope`: whose the value is: `user`, `shared` (a second namespace of the same user) or `agent` (seen by everybody
      who talks with the agent)
    - `include_previous`: show the model the value that is stored, so that it carries it forward
    - `persist`: False hands values to `on_event` and the caller alone
    - `on_extracted`: called with (previous, current, context) before a value is stored; what it returns is stored
      instead, unless it is None; what it raises keeps the value from being stored.  Called again where the model is
      asked again, because another conversation changed the stored value
    """
    slug = slug_of(name)
    if scope not in BLOCK_SCOPES:
        raise ExtractorError(f"extractor {name!r}: unknown scope {scope!r}: use one of {', '.join(BLOCK_SCOPES)}")
    if not callable(instructions) and not _is_said(instructions):
        raise ExtractorError(f"extractor {name!r}: its instructions are no text")
    if on_extracted is not None and not callable(on_extracted):
        raise ExtractorError(f"extractor {name!r}: its on_extracted cannot be called")
    is_function = callable(schema) and not isinstance(schema, type)
    read = None if is_function else _read_schema(name, schema)
    return Extractor(name, slug, instructions, schema, scope, include_previous, persist, on_extracted, read)


def slug_of(name: str) -> str:
    """The slug of a name: `Bob's Favorite  Color` is `bob-s-favorite-color`.

    Compatibility forms and accents are taken off, every run of anything but letters and figures becomes one hyphen.
    Raises ExtractorError where nothing is left that begins with a letter, or more than 64 characters are.
    """
    if not isinstance(name, str):
        raise ExtractorError(f"the name of an extractor is a text, not {type(name).__name__}")
    folded = _COMBINING.sub("", unicodedata.normalize("NFKD", name)).lower()
    slug = re.sub("[^a-z0-9]+", "-", folded).strip("-")
    if len(slug) > LONGEST_SLUG or not _SLUG.fullmatch(slug):
        remedy = f"it must begin with a letter a-z, and hold at most {LONGEST_SLUG} letters, figures and hyphens"
        shown = name if len(name) <= _LONGEST_NAME_SHOWN else name[:_LONGEST_NAME_SHOWN] + "..."
        raise ExtractorError(f"the extractor name {shown!r} gives no slug: {remedy}")
    return slug


def distinct(extractors: Iterable[Extractor]) -> tuple[Extractor, ...]:
    """The extractors of one agent.  Raises ExtractorError where two have one slug, or one is none."""
    by_slug: dict[str, Extractor] = {}
    for one in extractors:
        if not isinstance(one, Extractor):
            raise ExtractorError(f"{type(one).__name__} is no extractor: make one with define_extractor")
        other = by_slug.setdefault(one.slug, one)
        if other is not one:
            raise ExtractorError(f"extractors {other.name!r} and {one.name!r} have the same slug {one.slug!r}")
    return tuple(by_slug.values())


def told(error: BaseException) -> str:
    """An error of somebody else's code as one line; one that cannot even say what it is by its kind."""
    try:
        text = " ".join(str(error).split())
    except Exception:  # noqa: BLE001 - whatever it is, the first error is the one to tell
        text = ""
    cut = text if len(text) <= 200 else text[:200] + "..."
    return f"{type(error).__name__}: {cut}" if cut else type(error).__name__


def _is_said(text: object) -> bool:
    return isinstance(text, str) and bool(text.strip())


def _read_schema(name: str, schema: Any) -> ValueSchema:
    try:
        return ValueSchema(schema)
    except ValueError as error:
        raise ExtractorError(f"extractor {name!r}: {error}") from None
