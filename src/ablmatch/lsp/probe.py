"""What the language expects at a place: a made-up word is put there, and what the reader says of it is listened to.

So the server needs no tables of its own.  A key that is in no table tells the table, a value that is none of a closed
set tells the set, a name that nobody declares tells of what sort the names are.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, NamedTuple

from ablmatch.language import ir
from ablmatch.language.agents import SECTIONS
from ablmatch.language.checks.walk import walk
from ablmatch.language.codes import CODES
from ablmatch.language.compiler import STAGES
from ablmatch.language.diagnostics import Diagnostics, Related
from ablmatch.language.documents import Document
from ablmatch.language.functions.identity import MATCH_KINDS
from ablmatch.language.places import Places
from ablmatch.language.project import Project
from ablmatch.language.reading import Edition, Key, Keys, Reading, Use
from ablmatch.language.sections.errors import TYPES
from ablmatch.language.sections.memory import RECALL_EVENTS
from ablmatch.language.source import Source, Span
from ablmatch.language.tree import Field, Format, Node, Scalar

WORD = "ablx_here"
# A second agent makes any file a project, in which names of agents are checked.
_OTHER = Source("\0other", f'AGENT: {WORD}_other\nGOAL: "-"\n')

# Of what sort the name is that a code finds unknown, and which of the code's values is the name.
_NAMES = {
    "ABLX_STEP_UNKNOWN": ("step", "step"),
    "ABLX_ENTRY_UNKNOWN": ("step", "step"),
    "ABLX_GOTO_SPOKEN": ("step", "step"),
    "ABLX_AGENT_UNKNOWN": ("agent", "name"),
    "SESSION_MODEL_WRITER_UNKNOWN": ("agent", "name"),
    "ABLX_CALL_UNKNOWN": ("tool", "tool"),
    "ABLX_CONSTRAINT_TOOL_UNKNOWN": ("tool", "tool"),
    "E601": ("template", "name"),
    "ABLX_PATH_UNDECLARED": ("path", "path"),
    "ABLX_COLLECT_UNKNOWN": ("variable", "name"),
    "ABLX_DEPENDS_ON_UNKNOWN": ("variable", "name"),
    "ABLX_RETURN_HANDLER_UNKNOWN": ("handler", "name"),
    # A word alone sets nothing: it is the beginning of `name = expression`.
    "ABLX_ASSIGNMENT_INVALID": ("variable", ""),
}
_BOOLEAN = {
    "ABLX_VALUE_BOOLEAN",
    "ABLX_READONLY_NOT_LITERAL",
    "ABLX_MODEL_VISIBLE_NOT_LITERAL",
    "ABLX_MODEL_VISIBLE_IGNORED",
}
# Words that may stand where a code misses one of them, and which no table lists.
_MISSED: Mapping[str, tuple[str, ...]] = {
    "ABLX_CONSTRAINT_KEYWORD": ("REQUIRE", "LIMIT", "RESTRICT", "WARN"),
    "ABLX_RECALL_EVENT_LEGACY": RECALL_EVENTS,
    "ON_ERROR_HANDLER_TYPE_DRIFT": TYPES,
}
# Words of an action; any other text there is said to the caller.
_ACTIONS = ["HANDOFF", "ESCALATE", "BLOCK"]
# Attributes that hold names nobody checks.
_UNCHECKED = {
    "clear": "variable", "names": "variable", "passes": "variable", "into": "variable", "return_map": "variable",
    "returns": "variable", "reads": "path", "writes": "path", "available_tools": "tool",
}  # fmt: skip


class Told(NamedTuple):
    """One finding about the word: its code and the values of its message."""

    code: str
    values: Mapping[str, Any]


@dataclass(slots=True)
class Heard:
    """What was said of the word."""

    told: list[Told] = field(default_factory=list)
    # Tables that the word was looked for in as a key; `unknown`: those that end the search, with the block's name.
    tables: list[Keys] = field(default_factory=list)
    unknown: list[tuple[Keys, str]] = field(default_factory=list)
    expressions: list[str] = field(default_factory=list)
    in_rule: bool = False
    templates: list[str] = field(default_factory=list)

    @property
    def choices(self) -> list[str]:
        """The words that may stand here, where they are a closed set."""
        for one in self.told:
            if one.code in _BOOLEAN:
                return ["true", "false"]
            if one.code == "ABLX_MATCH_KIND_UNKNOWN":
                return sorted(MATCH_KINDS)
            if one.code in _MISSED:
                return list(_MISSED[one.code])
            if "allowed" in one.values:
                return str(one.values["allowed"]).split(", ")
        return []


class _Listening(Diagnostics):
    """Findings, of which those about the word are noted with their values."""

    def __init__(self, heard: Heard) -> None:
        super().__init__()
        self.heard = heard

    def add(self, code: str, span: Span, *, related: Sequence[Related] = (), **values: object) -> None:
        if WORD in span.text.partition("\n")[0]:
            self.heard.told.append(Told(code, values))
        super().add(code, span, related=related, **values)


class _Watched(Reading):
    """A reading that notes what the word is looked for in."""

    def __init__(self, form: Format, edition: Edition, diagnostics: Diagnostics, places: Places, heard: Heard) -> None:
        super().__init__(form, edition, diagnostics, places)
        self.heard = heard

    def find(self, key: str, keys: Keys) -> str | None:
        if key == WORD:
            self.heard.tables.append(keys)
        return super().find(key, keys)

    def unknown_key(self, one: Field, keys: Keys, code: str, of: str) -> None:
        if one.key == WORD:
            self.heard.unknown.append((keys, of))
        super().unknown_key(one, keys, code, of)

    def expression(self, text: str, span: Span, use: Use = "value", code: str = "ABLX_EXPRESSION_SYNTAX") -> str | None:
        if WORD in text:
            self.heard.expressions.append(text)
            self.heard.in_rule |= use == "rule"
        return super().expression(text, span, use, code)

    def template(self, text: str, span: Span) -> str:
        if WORD in text:
            self.heard.templates.append(text)
        return super().template(text, span)


class _WatchedProject(Project):
    def __init__(self, sources: list[Source], edition: Edition, heard: Heard) -> None:
        super().__init__(sources, edition, _Listening(heard))
        self.heard = heard

    def reading_of(self, document: Document) -> Reading:
        reading = _Watched(document.format, self.edition, self.diagnostics, self.places, self.heard)
        self.readings.append(reading)
        return reading


class Probe:
    """One text of a project with the word at a place, read and checked."""

    def __init__(self, texts: Mapping[str, str], place: Span, written: str, edition: Edition) -> None:
        """The characters of a place of one of the texts become `written`, which holds the word once."""
        self.name = place.source.name
        text = texts[self.name]
        changed = {**texts, self.name: text[: place.start] + written + text[place.end :]}
        self.heard = Heard()
        self.project = read_project(changed, edition, self.heard)

    @property
    def key(self) -> tuple[list[Field], int] | None:
        """The fields of the block in which the word is a key, and how deep the block stands."""
        for document in self.project.documents:
            if document.source.name == self.name:
                found = _block(document.node)
                if found is not None:
                    return found
        return None

    @property
    def choices(self) -> list[str]:
        """The words that may stand here."""
        said = [part.text for part in self._parts() if isinstance(part, ir.Action)]
        return self.heard.choices or (_ACTIONS if WORD in said else [])

    def _parts(self) -> Iterator[ir.Part]:
        """All parts of the document's agents."""
        for draft in self.project.drafts:
            if draft.document.source.name == self.name:
                yield from walk(draft.agent)

    def names(self) -> Iterator[tuple[str, str]]:
        """Sorts of names that are expected, each with the name as it is written around the word."""
        for one in self.heard.told:
            if one.code in _NAMES:
                sort, value = _NAMES[one.code]
                yield sort, str(one.values.get(value, WORD))
        for part in self._parts():
            yield from _unchecked(part)


def read_project(texts: Mapping[str, str], edition: Edition, heard: Heard | None = None) -> Project:
    """A project through all stages, with a second agent that makes it whole."""
    sources = [*(Source(name, text) for name, text in texts.items()), _OTHER]
    project = Project(sources, edition) if heard is None else _WatchedProject(sources, edition, heard)
    for stage in STAGES:
        if not stage.lint:
            stage.run(project)
    project.leave_out(_OTHER)
    return project


def _block(node: Node, depth: int = 0) -> tuple[list[Field], int] | None:
    if any(one.key == WORD for one in node.fields):
        return node.fields, depth
    for below in (*(one.node for one in node.fields), *node.items):
        found = _block(below, depth + 1)
        if found is not None:
            return found
    return None


def _unchecked(part: ir.Part) -> Iterator[tuple[str, str]]:
    """Names around the word that no check looks up."""
    if isinstance(part, ir.Assignment) and WORD in part.target:
        yield "variable", part.target
    if isinstance(part, ir.Recall) and WORD in part.on:
        first, _, rest = part.on.partition(":")
        if first in {"agent", "tool", "step"}:
            yield first, rest.removeprefix("enter:").removeprefix("exit:").split(":")[0]
    for attribute, sort in _UNCHECKED.items():
        for name in _flat(getattr(part, attribute, ())):
            if WORD in name:
                yield sort, name


def _flat(value: Any) -> Iterator[str]:
    if isinstance(value, str):
        yield value
    elif isinstance(value, tuple):
        for one in value:
            yield from _flat(one)


class Described(NamedTuple):
    """What a key takes.  `code`: the row of codes that would report a bad value, where there is one."""

    code: str | None
    choices: list[str]
    keys: list[str]
    removed: bool


def describe(key: Key, form: Format, edition: Edition) -> Described:
    """What a key takes, told by its own reader: the word as its value, then as a key below it."""
    heard = Heard()
    source = Source("", f"{WORD}: {WORD}")
    place, value = Span(source, 0, len(WORD)), Span(source, len(WORD) + 2, len(source.text))
    reading = _Watched(form, edition, _Listening(heard), Places(), heard)
    below = Heard()
    inner = _Watched(form, edition, _Listening(below), Places(), below)
    scalar = Node(value, Scalar(WORD, "bare", value))
    key.read(reading, scalar)
    key.read(inner, Node(place, fields=[Field(WORD, place, scalar)]))
    code = next((one.code for one in heard.told if one.code not in _NAMES), None)
    tables = [keys for keys, _ in below.unknown] or below.tables
    keys = list(tables[0]) if tables else []
    removed = code is not None and "was removed" in CODES[code].message
    return Described(code, heard.choices, keys, removed)


def section(keyword: str) -> Key | None:
    """The row of a top-level section, as a key."""
    return next((Key(one.read) for one in SECTIONS if one.keyword == keyword), None)
