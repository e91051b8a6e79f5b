"""GATHER: fields that are asked for, of the agent (a map) and of steps (a list) (language.md 1.10)."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

from ablmatch.language import ir
from ablmatch.language.diagnostics import Related
from ablmatch.language.inline import opened
from ablmatch.language.reading import (
    MISSING,
    Key,
    Keys,
    Reading,
    boolean,
    choice,
    content,
    count,
    expression,
    literal,
    names,
    opaque,
    template,
    text,
    texts,
)
from ablmatch.language.sections.validation import read_pattern, read_regex, read_validation
from ablmatch.language.sections.values import mask_config
from ablmatch.language.tree import Field, Node, Scalar

TYPES = (
    "string", "text", "free_text", "number", "integer", "float", "currency", "boolean", "date", "datetime", "email",
    "phone", "enum", "pattern", "location",
)  # fmt: skip
PII_TYPES = ("email", "phone", "ssn", "credit_card", "address", "name", "custom")
_WHEN = re.compile(r"\{\s*[\"']?when[\"']?\s*:\s*(.*?)\s*\}", re.IGNORECASE | re.DOTALL)
_PRESENCE = {"required": True, "optional": False}
# Carried for hosts that extract and phrase; the runtime acts on none of them.
_CARRIED = (
    "description", "message_key", "entity_ref", "infer_confidence", "infer_confirm", "prompt_mode", "preferences",
    "satisfied_by", "pii_pattern_ref", "extraction_hints", "strategy", "semantics",
)  # fmt: skip


def _activation(reading: Reading, node: Node) -> Any:
    """One of the words, or `{when: condition}`: the field is asked for while that holds."""
    node = opened(node)
    gate = next((one for one in node.fields if one.key.lower() == "when"), None)
    if gate is not None:
        written = expression("condition")(reading, gate.node)
        return MISSING if written is MISSING else _Gate(written)
    match = _WHEN.fullmatch(node.head.text) if node.head is not None else None
    if match is not None and node.head is not None:
        # A condition with quotes in it is no inline map, but reads like one.
        span = node.head.content.within(match.start(1), match.end(1))
        found = reading.expression(match[1], span, "condition")
        return MISSING if found is None else _Gate(found)
    return choice("ABLX_ACTIVATION_UNKNOWN", "required", "optional", "progressive")(reading, node)


class _Gate(str):
    """An activation that is a condition."""

    __slots__ = ()


def _pii_type(reading: Reading, node: Node) -> Any:
    """What a mask depends on.  An unknown type is left out (language.md 6.3), with a warning."""
    word = node.head.text if node.head is not None else ""
    if word in PII_TYPES:
        return word
    reading.diagnostics.add("ABLX_PII_TYPE_UNKNOWN", content(node), value=word, allowed=", ".join(PII_TYPES))
    return MISSING


_FIELD: Keys = {
    "name": Key(text),
    "prompt": Key(template),
    "type": Key(choice("ABLX_GATHER_TYPE_UNKNOWN", *TYPES)),
    "required": Key(boolean),
    "default": Key(literal),
    "options": Key(texts),
    "validate": Key(read_validation),
    "validation": Key(read_validation, "validate"),
    "validation_process": Key(choice("ABLX_VALIDATION_PROCESS_UNKNOWN", "REGEX", "CODE", "LLM")),
    "retry_prompt": Key(template),
    "max_retries": Key(count),
    "infer": Key(boolean),
    "activation": Key(_activation),
    "depends_on": Key(names),
    "list": Key(boolean),
    "range": Key(boolean),
    "sensitive": Key(boolean, guards=True),
    "sensitive_display": Key(choice("ABLX_SENSITIVE_DISPLAY_UNKNOWN", "redact", "mask", "replace")),
    "mask_config": Key(mask_config, "mask"),
    "pii_type": Key(_pii_type),
    "transient": Key(boolean),
    "extraction_pattern": Key(read_pattern),
    "extraction_group": Key(count),
    **{key: Key(opaque) for key in _CARRIED},
}


# Validation by a host's own code or model is carried as it is written.
_BY_HOST = ("validation_process", "validation")
_VALIDATED_BY: dict[str, Keys] = {
    "REGEX": {"validate": Key(read_regex), "validation": Key(read_regex, "validate")},
    "CODE": {"validate": Key(opaque, "validation"), "validation": Key(opaque)},
    "LLM": {"validate": Key(opaque, "validation"), "validation": Key(opaque)},
}


@dataclass(frozen=True, slots=True)
class _Entry:
    """One field as it is written: `presence` is the word behind its name."""

    name: Scalar
    presence: Scalar | None
    node: Node


def read_gather(reading: Reading, node: Node) -> tuple[ir.GatherField, ...]:
    """The fields of a map or list, in written order."""
    node = opened(node)
    if node.head is not None:
        reading.value_error("ABLX_VALUE_LIST", node)
    found: dict[str, ir.GatherField] = {}
    for entry in _entries(reading, node):
        part = _field(reading, entry)
        if part.name in found:
            first = Related("it is declared here first", reading.places.of(found[part.name], "name"))
            reading.diagnostics.add("ABLX_NAME_TWICE", entry.name.content, related=[first], name=part.name)
            continue
        found[part.name] = part
    return tuple(found.values())


_STEP: Keys = {
    "fields": Key(read_gather),
    "prompt": Key(template),
    "strategy": Key(opaque),
    "message_key": Key(opaque),
}


def read_step_gather(reading: Reading, node: Node) -> tuple[tuple[ir.GatherField, ...], str | None, dict[str, Any]]:
    """(fields, prompt for all of them, what is carried) of a step's GATHER: a list, or FIELDS and more."""
    node = opened(node)
    if not any(reading.find(one.key, {"fields": _STEP["fields"]}) for one in node.fields):
        return read_gather(reading, node), None, {}
    found = reading.fields(node, _STEP, of="GATHER")
    return found.take("fields", ()), found.take("prompt"), found.values


def _entries(reading: Reading, node: Node) -> Iterator[_Entry]:
    for one in node.fields:
        inner = opened(one.node)
        yield _Entry(_key(one), inner.head, Node(one.span, fields=inner.fields))
    for item in map(opened, node.items):
        if item.head is not None:
            yield _Entry(item.head, None, Node(item.span, fields=item.fields))
        elif item.fields:
            yield _listed(item)
        else:
            reading.value_error("ABLX_NAME_MISSING", item, key="name")


def _listed(item: Node) -> _Entry:
    """`- city: required` with keys beside it, `- city:` with keys below it, or `- name: city` with keys beside it."""
    first, rest = item.fields[0], item.fields[1:]
    inner = opened(first.node)
    if first.key.lower() == "name" and inner.head is not None and inner.head.text not in _PRESENCE:
        return _Entry(inner.head, None, Node(item.span, fields=rest))
    return _Entry(_key(first), inner.head, Node(item.span, fields=[*inner.fields, *rest]))


def _key(one: Field) -> Scalar:
    return Scalar(one.key, "bare", one.key_span)


def _field(reading: Reading, entry: _Entry) -> ir.GatherField:
    process = next((one for one in entry.node.fields if one.key.lower() == "validation_process"), None)
    by = process.node.head.text if process is not None and process.node.head is not None else ""
    found = reading.fields(entry.node, {**_FIELD, **_VALIDATED_BY.get(by, {})}, of="a field of GATHER")
    found.take("name")
    if entry.presence is not None:
        if entry.presence.text in _PRESENCE:
            found.values.setdefault("required", _PRESENCE[entry.presence.text])
            found.spans.setdefault("required", entry.presence.content)
        else:
            reading.diagnostics.add("ABLX_GATHER_PRESENCE", entry.presence.content, name=entry.name.text)
    if isinstance(found.values.get("activation"), _Gate):
        found.values["when"] = str(found.values.pop("activation"))
        found.spans["when"] = found.spans["activation"]
    other = {key: found.take(key) for key in (*_CARRIED, *_BY_HOST) if key in found.values}
    found.spans["name"] = entry.name.content
    return reading.build(ir.GatherField, found, name=entry.name.text, other=other)
