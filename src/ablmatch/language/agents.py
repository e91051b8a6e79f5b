"""One agent's document: its header and sections, each by its reader."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any, NamedTuple

from ablmatch.language import ir
from ablmatch.language.documents import Document
from ablmatch.language.reading import NAME, Reading, opaque, template, text, texts
from ablmatch.language.sections.behavior import read_behavior
from ablmatch.language.sections.complete import read_complete
from ablmatch.language.sections.constraints import read_constraints
from ablmatch.language.sections.delegate import read_delegate
from ablmatch.language.sections.errors import read_error_handlers
from ablmatch.language.sections.escalate import read_escalate
from ablmatch.language.sections.execution import read_execution
from ablmatch.language.sections.flow import read_flow
from ablmatch.language.sections.gather import read_gather
from ablmatch.language.sections.handoff import read_handoff, read_return_handlers
from ablmatch.language.sections.hooks import read_hook, read_hooks
from ablmatch.language.sections.memory import read_memory
from ablmatch.language.sections.prose import Prose, read_identity, read_messages, read_templates
from ablmatch.language.sections.routing import routed
from ablmatch.language.sections.tools import read_tools
from ablmatch.language.tree import Field, Node

MAX_NAME = 100


class Section(NamedTuple):
    """A top-level section: its keyword (lower case in YAML), its reader and the attribute of the agent that takes it.

    Without an attribute the section is carried as it is.
    """

    keyword: str
    read: Callable[[Reading, Node], Any] = opaque
    to: str = ""


SECTIONS: tuple[Section, ...] = (
    Section("VERSION", text, "document_version"),
    Section("DESCRIPTION", text, "description"),
    Section("LANGUAGE", text, "language"),
    Section("GOAL", template, "goal"),
    Section("PERSONA", template, "persona"),
    Section("LIMITATIONS", texts, "limitations"),
    Section("IDENTITY", read_identity, "identity"),
    Section("INSTRUCTIONS", template, "instructions"),
    Section("SYSTEM_PROMPT", template, "system_prompt"),
    Section("EXECUTION", read_execution, "execution"),
    Section("MEMORY", read_memory, "memory"),
    Section("TOOLS", read_tools, "tools"),
    Section("GATHER", read_gather, "gather"),
    Section("FLOW", read_flow, "flow"),
    Section("HANDOFF", read_handoff, "handoff"),
    Section("DELEGATE", read_delegate, "delegate"),
    Section("RETURN_HANDLERS", read_return_handlers, "return_handlers"),
    Section("ESCALATE", read_escalate, "escalate"),
    Section("COMPLETE", read_complete, "complete"),
    Section("BEHAVIOR", read_behavior, "role"),
    Section("HOOKS", read_hooks, "hooks"),
    Section("ON_START", read_hook, "on_start"),
    Section("ON_ERROR", read_error_handlers, "on_error"),
    Section("CONSTRAINTS", read_constraints, "constraints"),
    Section("MESSAGES", read_messages, "messages"),
    Section("TEMPLATES", read_templates, "templates"),
    # Carried, not read.
    Section("GUARDRAILS"),
    Section("ACTION_HANDLERS"),
    Section("NLU"),
    Section("MULTI_INTENT"),
    Section("INTENTS"),
    Section("ENTITIES"),
    Section("LOOKUP_TABLES"),
    Section("ATTACHMENTS"),
    Section("DESTINATIONS"),
    Section("TRANSFER_FLOW_POLICIES"),
    Section("CONVERSATION"),
    Section("USE_BEHAVIOR_PROFILE"),
    Section("USE BEHAVIOR_PROFILE"),
    Section("TESTS"),
    Section("AGENTS"),
    Section("ROUTING"),
    Section("STATE"),
    Section("POLICIES"),
    Section("COMMUNICATION"),
)
KEYWORDS = {section.keyword: section for section in SECTIONS}
# Accepted and left out.
_IGNORED = {"TESTS"}
_PROSE = {"goal", "persona", "limitations", "identity", "instructions"}


@dataclass(slots=True)
class Draft:
    """An agent as it was read, with what the checks need to show places."""

    agent: ir.Agent
    document: Document
    reading: Reading
    # All parts by section, for the checks: they look for parts of their own kinds everywhere.
    parts: dict[str, tuple[ir.Part, ...]] = field(default_factory=dict, repr=False)

    @property
    def name(self) -> str:
        return self.agent.name


def read_agent(document: Document, reading: Reading) -> Draft | None:
    """The agent of a document; None where it has no name that others could call it by."""
    values: dict[str, Any] = {}
    spans = {}
    opaque_sections: dict[str, Any] = {}
    prose = Prose()
    name: Field | None = None
    seen: set[str] = set()
    # Tools first: calls with arguments by position need their parameters.
    for one in sorted(document.node.fields, key=lambda one: one.key.upper() != "TOOLS"):
        keyword = one.key if document.format == "text" else _keyword(one.key)
        if keyword in {"AGENT", "SUPERVISOR"}:
            name = one
            continue
        section = KEYWORDS.get(keyword)
        if section is None:
            _unknown(reading, one)
            continue
        if keyword in seen and document.format == "text":
            reading.diagnostics.add("ABLX_SECTION_TWICE", one.key_span, section=one.key)
        seen.add(keyword)
        if one.node.is_empty and not one.node.flow:
            if keyword == "GOAL":
                reading.diagnostics.add("ABLX_GOAL_MISSING", one.key_span)
            continue
        value = section.read(reading, one.node)
        if keyword in _IGNORED or value is None:
            continue
        if not section.to:
            opaque_sections[keyword.lower()] = value
        elif section.to in _PROSE:
            prose.add(section.to, value)
        else:
            values[section.to] = value
        spans[section.to or keyword.lower()] = one.span
    _stray(reading, document.node)
    if "GOAL" not in seen and "goal" not in prose.parts:
        reading.diagnostics.add("ABLX_GOAL_MISSING", document.node.span if name is None else name.span)
    called = _name(reading, name)
    if called is None or name is None:
        return None
    spans["name"] = name.node.head.content if name.node.head is not None else name.span
    supervisor = name.key.upper() == "SUPERVISOR"
    values.update(routed(reading, document.node, values) if supervisor else {})
    values = {key: value for key, value in values.items() if isinstance(value, bool) or value is not None}
    agent = ir.Agent(name=called, supervisor=supervisor, opaque=opaque_sections, **prose.result(), **values)
    reading.places.note(agent, document.node.span, spans)
    return Draft(agent, document, reading)


def _keyword(key: str) -> str:
    """The keyword of a YAML key, which must be in lower case."""
    return key.upper() if key == key.lower() else ""


def _unknown(reading: Reading, one: Field) -> None:
    near = reading.diagnostics.suggestions.nearest(one.key.lower(), map(str.lower, KEYWORDS))
    hint = ""
    if near is not None:
        hint = f": do you mean `{near.upper() if reading.format == 'text' else near}`?"
    code = "ABLX_MODE" if one.key.upper() == "MODE" else "ABLX_SECTION_UNKNOWN"
    reading.diagnostics.add(code, one.key_span, section=one.key, hint=hint)


def _stray(reading: Reading, node: Node) -> None:
    """Lines at the margin that are no section."""
    for item in node.items:
        reading.diagnostics.add("ABLX_LINE_STRAY", item.span)


def _name(reading: Reading, one: Field | None) -> str | None:
    if one is None:
        return None
    head = one.node.head
    if head is None or len(head.text) > MAX_NAME or not NAME.fullmatch(head.text):
        reading.diagnostics.add("ABLX_AGENT_NAME", one.span if head is None else head.content, limit=MAX_NAME)
        return None
    return head.text
