"""MEMORY: session variables, persistent paths, remember and recall (language.md 1.5)."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from typing import Any

from ablmatch.language import ir
from ablmatch.language.diagnostics import Related
from ablmatch.language.inline import opened
from ablmatch.language.reading import (
    MISSING,
    Found,
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
    scalar_value,
    seconds,
    text,
    value_expression,
)
from ablmatch.language.sections.values import TYPE, mask_config, model_visible
from ablmatch.language.source import Span
from ablmatch.language.tree import Node

# What no name and no path holds; wildcards and brackets are told where they do harm.
_NO_NAME = re.compile(r"[\s:,={}]")
RECALL_EVENTS = ("session:start", "session:end")
# The first segment of a path tells its scope where SCOPE does not.
PREFIXES: Mapping[str, ir.ScopeName] = {
    "user": "user",
    "project": "project",
    "workflow": "execution_tree",
    "execution_tree": "execution_tree",
}
_PATH_CHARACTERS = 200


# --- session variables ---------------------------------------------------------------------------------------------


def _readonly(reading: Reading, node: Node) -> Any:
    """Only the literal true opts in; anything else leaves the variable writable, with a warning."""
    value = scalar_value(node.head) if node.head is not None else None
    if not isinstance(value, bool):
        reading.diagnostics.add("ABLX_READONLY_NOT_LITERAL", content(node))
    return value is True


def _model_writers(reading: Reading, node: Node) -> Any:
    """A list of plain agent names.  Anything else is an error: it must not leave the field unprotected."""
    listed = opened(node)
    empty = listed.flow and listed.span.text.startswith("[")
    is_list = listed.head is None and not listed.fields and (bool(listed.items) or empty)
    for item in listed.items:
        plain = item.head is not None and not item.fields and not item.items and opened(item) is item
        if not plain or not isinstance(scalar_value(item.head), str) or not item.head.text:  # type: ignore[arg-type, union-attr]
            is_list = False
    if not is_list:
        return reading.value_error("MEMORY_MODEL_WRITERS_INVALID", node)
    return tuple(item.head.text for item in listed.items if item.head is not None)


def _initial(reading: Reading, node: Node) -> Any:
    """A value, or a call such as NOW() that is evaluated when the session starts."""
    value = literal(reading, node)
    if isinstance(value, str) and node.head is not None and node.head.style == "bare" and value.endswith(")"):
        called = reading.expression(value, content(node))
        return MISSING if called is None else _Call(called)
    return value


class _Call(str):
    """An INITIAL that is an expression."""

    __slots__ = ()


_SESSION: Keys = {
    "name": Key(text),
    "type": TYPE,
    "description": Key(text),
    "initial": Key(_initial),
    "initial_value": Key(_initial, "initial"),
    "reset": Key(choice("ABLX_RESET_UNKNOWN", "per_session", "per_activation", "per_step", "never")),
    "readonly": Key(_readonly),
    "model_writers": Key(_model_writers, guards=True),
    "model_visible": Key(model_visible, guards=True),
}
FORMATS = ("email", "phone", "digits", "address", "person_name")
_REMOVED = {"source": "E493", "format": "E492", "derived": "E498"}
_LEGACY: Keys = {
    "source": Key(choice("ABLX_SOURCE_UNKNOWN", "user", "tool")),
    "format": Key(choice("ABLX_FORMAT_UNKNOWN", *FORMATS)),
    "derived": Key(expression("derived", "DERIVED_EXPRESSION_INVALID")),
}


def _session(reading: Reading, node: Node) -> ir.SessionVariable | None:
    legacy = reading.edition == "legacy"
    keys = (
        {**_SESSION, **_LEGACY}
        if legacy
        else {**_SESSION, **{key: Key(_removed(key), guards=True) for key in _REMOVED}}
    )
    found = reading.fields(node, keys, of="a session variable")
    name = _named(reading, node, found, "name")
    if name is None:
        return None
    if isinstance(found.values.get("initial"), _Call):
        found.values["initial_call"] = str(found.values.pop("initial"))
        found.spans["initial_call"] = found.spans["initial"]
    return reading.build(ir.SessionVariable, found, name=name)


def _removed(key: str) -> Callable[[Reading, Node], Any]:
    def read(reading: Reading, node: Node) -> Any:
        reading.diagnostics.add(_REMOVED[key], content(node), value=node.head.text if node.head is not None else "")
        return MISSING

    return read


def _named(reading: Reading, node: Node, found: Found, key: str) -> str | None:
    """The name of an entry: its head, or the field of that key."""
    name = found.values.get(key)
    if node.head is not None and node.head.text:
        found.spans[key] = node.head.content
        name = node.head.text
    if isinstance(name, str) and _NO_NAME.search(name):
        reading.diagnostics.add("ABLX_MEMORY_NAME", found.spans[key], name=name)
        return None
    if not isinstance(name, str) or not name:
        reading.diagnostics.add("ABLX_NAME_MISSING", node.span, key=key.upper() if reading.format == "text" else key)
        return None
    return name


# --- persistent paths ----------------------------------------------------------------------------------------------

_PERSISTENT: Keys = {
    "path": Key(text),
    "scope": Key(choice("ABLX_SCOPE_UNKNOWN", "user", "project", "execution_tree")),
    "access": Key(choice("ABLX_ACCESS_UNKNOWN", "read", "write", "readwrite"), guards=True),
    "type": TYPE,
    "unit": Key(text),
    "default_value": Key(literal, "default"),
    "default": Key(literal),
    "description": Key(text),
    "sensitive": Key(boolean, guards=True),
    "sensitive_display": Key(choice("ABLX_SENSITIVE_DISPLAY_UNKNOWN", "redact", "mask", "replace")),
    "mask_config": Key(mask_config, "mask"),
    "pii_type": Key(text),
    "model_visible": Key(model_visible, guards=True),
}


def _persistent(reading: Reading, node: Node) -> ir.PersistentPath | None:
    found = reading.fields(node, _PERSISTENT, of="a persistent path")
    path = _named(reading, node, found, "path")
    if path is None:
        return None
    prefix = PREFIXES.get(path.split(".", 1)[0])
    scope = found.values.get("scope", prefix or "user")
    if prefix is not None and scope != prefix:
        reading.diagnostics.add("ABLX_SCOPE_PREFIX", found.spans["scope"], path=path, scope=scope)
    return reading.build(ir.PersistentPath, found, path=path, scope=scope)


def _listed(access: ir.Access) -> Callable[[Reading, Node], list[ir.PersistentPath]]:
    """READS and WRITES: paths with nothing but an access mode."""

    def read(reading: Reading, node: Node) -> list[ir.PersistentPath]:
        node = opened(node)
        paths = []
        for item in node.items or [node]:
            if item.head is None:
                reading.value_error("ABLX_VALUE_NAMES", item)
                continue
            path = item.head.text
            if _NO_NAME.search(path):
                reading.diagnostics.add("ABLX_MEMORY_NAME", item.head.content, name=path)
                continue
            found = Found(item.span, spans={"path": item.head.content, "access": item.head.content})
            scope = PREFIXES.get(path.split(".", 1)[0], "user")
            paths.append(reading.build(ir.PersistentPath, found, path=path, scope=scope, access=access))
        return paths

    return read


# --- remember ------------------------------------------------------------------------------------------------------


def _target(reading: Reading, node: Node) -> Any:
    return text(reading, node)


_STORE: Keys = {
    "value": Key(value_expression),
    "target": Key(_target),
    "operation": Key(choice("ABLX_OPERATION_UNKNOWN", "overwrite", "append", "set")),
    "unique": Key(boolean),
    "maxSize": Key(count, "max_size"),
    "max_size": Key(count),
}


def _store(reading: Reading, node: Node) -> Any:
    """`expression -> path`, or a block."""
    node = opened(node)
    if node.head is None:
        return reading.fields(node, _STORE, of="STORE")
    head = node.head
    value, arrow, target = head.text.rpartition("->")
    if not arrow or not target.strip() or not value.strip():
        return reading.value_error("ABLX_STORE_INVALID", node)
    found = Found(node.span)
    at = len(value) - len(value.lstrip())
    written = reading.expression(value.strip(), head.content.within(at, at + len(value.strip())))
    if written is None:
        return MISSING
    start = len(value) + 2 + len(target) - len(target.lstrip())
    found.values = {"value": written, "target": target.strip()}
    found.spans = {
        "value": head.content.within(at, at + len(value.strip())),
        "target": head.content.within(start, start + len(target.strip())),
    }
    return found


_REMEMBER: Keys = {"when": Key(expression("condition")), "store": Key(_store), "ttl": Key(seconds)}


def _remember(reading: Reading, node: Node) -> ir.Remember | None:
    found = reading.fields(node, _REMEMBER, of="a remember rule")
    # `- WHEN expression` without a colon.
    if node.head is not None and node.head.text.startswith("WHEN "):
        condition = node.head.text[5:].strip()
        start = len(node.head.text) - len(node.head.text[5:].lstrip())
        span = node.head.content.within(start, start + len(condition))
        if reading.expression(condition, span, "condition") is not None:
            found.values["when"], found.spans["when"] = condition, span
    store = found.take("store")
    if not isinstance(store, Found):
        if node.fields and not any(one.key.lower() == "store" for one in node.fields):
            reading.diagnostics.add("ABLX_REMEMBER_INCOMPLETE", node.span, key="STORE")
        return None
    found.values.update(store.values)
    found.spans.update(store.spans)
    written = {one.key.lower() for one in [*node.fields, *store.fields]}
    missing = [key for key in ("when", "value", "target") if key not in found.values]
    for key in missing:
        if key not in written:
            reading.diagnostics.add("ABLX_REMEMBER_INCOMPLETE", node.span, key=key.upper())
    if missing:
        return None
    if found.values.get("operation") == "set":
        found.values["operation"] = "overwrite"
    if found.values.get("operation") != "append":
        for key in ("unique", "max_size"):
            if key in found.values:
                reading.diagnostics.add("ABLX_APPEND_ONLY", found.spans[key], key=key)
                found.take(key)
    return reading.build(ir.Remember, found)


# --- recall --------------------------------------------------------------------------------------------------------


def _event(reading: Reading, node: Node) -> Any:
    event = node.head.text if node.head is not None else ""
    parts = event.split(":")
    if event in RECALL_EVENTS:
        return event
    if len(parts) == 3 and parts[1]:
        first, name, last = parts
        if first == "tool" and last == "before":
            return reading.value_error("ABLX_RECALL_EVENT_TOOL_BEFORE", node, tool=name)
        if (first, last) in {("agent", "before"), ("agent", "after"), ("tool", "after"), ("entity", "extracted")}:
            return event
        if first == "step" and name in {"enter", "exit"} and last:
            return event
    return reading.value_error("ABLX_RECALL_EVENT_LEGACY", node, event=event)


_RECALL: Keys = {
    "on": Key(_event),
    "action": Key(choice("ABLX_ACTION_UNKNOWN", "inject_context", "load_memory", "prompt_llm")),
    "instruction": Key(text),
    "paths": Key(names),
    "domain": Key(text),
}


def _recall(reading: Reading, node: Node) -> ir.Recall | None:
    found = reading.fields(node, _RECALL, of="a recall rule")
    if "on" not in found.values:
        if not any(one.key.lower() == "on" for one in node.fields):
            reading.diagnostics.add("ABLX_RECALL_INCOMPLETE", node.span, key="ON", action="a recall rule")
        return None
    action = found.values.get("action", "prompt_llm")
    needs = {"prompt_llm": "instruction", "inject_context": "paths", "load_memory": "domain"}[action]
    if needs not in found.values and not (
        action == "prompt_llm" and "action" not in found.values and "paths" in found.values
    ):
        reading.diagnostics.add("ABLX_RECALL_INCOMPLETE", node.span, key=needs.upper(), action=action)
    return reading.build(ir.Recall, found)


# --- the section ---------------------------------------------------------------------------------------------------


def _each(read: Callable[[Reading, Node], Any]) -> Callable[[Reading, Node], list[Any]]:
    """Every entry of a list that can be read."""

    def read_all(reading: Reading, node: Node) -> list[Any]:
        node = opened(node)
        if node.head is not None or (node.fields and not node.items):
            reading.value_error("ABLX_VALUE_LIST", node)
            return []
        for one in node.fields:
            reading.diagnostics.add("ABLX_MEMORY_STRAY", one.span)
        found = [read(reading, _entry(reading, item)) for item in node.items]
        return [one for one in found if one is not None]

    return read_all


def _entry(reading: Reading, item: Node) -> Node:
    """An entry with its keys; lines below it that are none are told, for they would protect nothing."""
    item = opened(item)
    told = {one.span.start for one in reading.diagnostics if one.code == "ABLX_TEXT_COLON"} if item.items else set()
    for inner in item.items:
        if inner.span.start not in told:
            reading.diagnostics.add("ABLX_MEMORY_STRAY", inner.span)
    return item


_MEMORY: Keys = {
    "session": Key(_each(_session)),
    "persistent": Key(_each(_persistent)),
    "reads": Key(_listed("read")),
    "writes": Key(_listed("write")),
    "remember": Key(_each(_remember)),
    "recall": Key(_each(_recall)),
}


def read_memory(reading: Reading, node: Node) -> ir.Memory:
    """The section's parts; READS and WRITES join the persistent paths."""
    found = reading.fields(node, _MEMORY, of="MEMORY")
    session: list[ir.SessionVariable] = []
    known: dict[str, ir.SessionVariable] = {}
    for variable in found.take("session", []):
        if variable.name in known:
            _twice(reading, "name", variable, known[variable.name])
            continue
        known[variable.name] = variable
        session.append(variable)
    persistent: dict[str, ir.PersistentPath] = {}
    for path in found.take("persistent", []):
        if path.path in persistent:
            _twice(reading, "path", path, persistent[path.path])
            continue
        persistent[path.path] = path
    declared = dict(persistent)
    for path in [*found.take("reads", []), *found.take("writes", [])]:
        _merge(reading, persistent, declared, path)
    memory = ir.Memory(
        session=tuple(session),
        persistent=tuple(persistent.values()),
        remember=tuple(found.take("remember", [])),
        recall=tuple(found.take("recall", [])),
    )
    reading.places.note(memory, node.span, found.spans)
    return memory


def _twice(reading: Reading, attribute: str, part: ir.Part, first: ir.Part) -> None:
    """A name that is declared already."""
    earlier = Related("it is declared here first", reading.places.of(first, attribute))
    place = reading.places.of(part, attribute)
    reading.diagnostics.add("ABLX_NAME_TWICE", place, related=[earlier], name=getattr(part, attribute))


def _merge(
    reading: Reading,
    persistent: dict[str, ir.PersistentPath],
    declared: Mapping[str, ir.PersistentPath],
    path: ir.PersistentPath,
) -> None:
    """A path of READS or WRITES: in both it is readwrite; an explicit ACCESS of a persistent entry wins."""
    span: Span = reading.places.of(path, "path")
    before = persistent.get(path.path)
    if before is None:
        persistent[path.path] = path
    elif path.path in declared:
        if before.access not in {"readwrite", path.access}:
            reading.diagnostics.add("ABLX_ACCESS_CONFLICT", span, path=path.path, access=before.access)
    elif before.access != path.access:
        both = Found(span, spans={"path": span})
        persistent[path.path] = reading.build(
            ir.PersistentPath, both, path=path.path, scope=path.scope, access="readwrite"
        )
