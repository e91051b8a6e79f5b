"""TOOLS: what the agent may call, with what the results set; and libraries of tools (language.md 1.8)."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from pathlib import PurePosixPath
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
    literal,
    names,
    opaque,
    text,
)
from ablmatch.language.sections.actions import read_actions
from ablmatch.language.sections.signatures import NAME, SignatureError, read_parameter, split_signature
from ablmatch.language.sections.tool_types import entries, read_type, type_text
from ablmatch.language.source import Span
from ablmatch.language.text_tree import unquote
from ablmatch.language.tree import Field, Node, Scalar

# What E720 calls implementation details (decisions.md B21).
IMPLEMENTATION = ("type", "endpoint", "method", "headers", "body")
# Carried, not read; a binding may have more.
_CARRIED = (
    *IMPLEMENTATION, "scrub_secrets", "result_secrets", "secret_access", "process", "hints", "retry", "retry_delay",
    "retry_policy", "circuit_breaker", "rate_limit", "timeout", "auth", "auth_profile", "body_template", "query",
    "server",
)  # fmt: skip


# --- parameters and results ----------------------------------------------------------------------------------------

_PARAMETER: Keys = {
    "name": Key(text),
    "type": Key(read_type),
    "required": Key(boolean),
    "default": Key(literal),
}


def _parameters(reading: Reading, node: Node) -> Any:
    """(what is said of each parameter, what is carried of it) by name, out of a list or a map."""
    node = opened(node)
    found: dict[str, tuple[Found, dict[str, Any]]] = {}
    for name, entry in entries(node):
        known = Node(entry.span, fields=[one for one in entry.fields if reading.find(one.key, _PARAMETER)])
        said = reading.fields(known, _PARAMETER, of="a parameter")
        if entry.head is not None and "type" not in said.values:
            said.values["type"] = type_text(entry.head.text)
        other = {one.key.lower(): opaque(reading, one.node) for one in entry.fields if one not in known.fields}
        if other.get("source") == "expr":
            _check_value(reading, entry)
        called = name or said.values.get("name")
        if not isinstance(called, str):
            reading.diagnostics.add("ABLX_NAME_MISSING", entry.span, key="name")
            continue
        said.take("name")
        found[called] = (said, other)
    return found


def _check_value(reading: Reading, entry: Node) -> None:
    """Reports the expression of a parameter that cannot be read."""
    written = next((one.node for one in entry.fields if one.key.lower() == "value"), None)
    if written is not None and written.head is not None and isinstance(literal(reading, written), str):
        reading.expression(written.head.text, content(written))


# --- properties ----------------------------------------------------------------------------------------------------


def _actions(reading: Reading, node: Node) -> Any:
    return read_actions(reading, node)


_ACCESS: Keys = {"read": Key(names, "reads"), "reads": Key(names), "write": Key(names, "writes"), "writes": Key(names)}


def _context_access(reading: Reading, node: Node) -> Any:
    return reading.fields(opened(node), _ACCESS, of="context_access")


_REQUIRE: Keys = {"require": Key(choice("ABLX_CONFIRMATION_UNKNOWN", "always", "never", "when_side_effects"))}


def _confirmation(reading: Reading, node: Node) -> Any:
    """(when it is asked for, what else is said of it)."""
    node = opened(node)
    if node.head is not None:
        return _REQUIRE["require"].read(reading, node), {}
    known = Node(node.span, fields=[one for one in node.fields if reading.find(one.key, _REQUIRE)])
    found = reading.fields(known, _REQUIRE, of="confirmation")
    other = {one.key.lower(): opaque(reading, one.node) for one in node.fields if one not in known.fields}
    return found.values.get("require", MISSING), other


_TOOL: Keys = {
    "name": Key(text),
    "description": Key(text),
    "parameters": Key(_parameters),
    "params": Key(_parameters),
    "returns": Key(read_type),
    "on_result": Key(_actions),
    "on_error": Key(_actions),
    "store_result": Key(boolean),
    "context_access": Key(_context_access),
    "provides": Key(names),
    "effect": Key(choice("ABLX_EFFECT_UNKNOWN", "read_only", "state_write", "side_effect")),
    "confirmation": Key(_confirmation),
    "confirm": Key(_confirmation, "confirmation"),
    "pii_access": Key(choice("ABLX_PII_ACCESS_UNKNOWN", "original", "tools", "user", "logs", "llm")),
}


# Keys that nobody means as the name of a tool.
_OF_A_TOOL = {
    "on_result",
    "on_error",
    "parameters",
    "params",
    "returns",
    "store_result",
    "context_access",
    "pii_access",
}


# --- tools ---------------------------------------------------------------------------------------------------------


def _tool(reading: Reading, node: Node, name: str = "", *, library: bool) -> ir.Tool | None:
    """A tool by its signature, by the key that names it, or by NAME."""
    known = Node(node.span, fields=[one for one in node.fields if reading.find(one.key, _TOOL)])
    found = reading.fields(known, _TOOL, of="a tool")
    other = {one.key.lower(): opaque(reading, one.node) for one in node.fields if one not in known.fields}
    _unread(reading, node, other, library=library)
    parameters: list[ir.Parameter] = []
    if node.head is not None:
        try:
            name = _signature(reading, node, found, parameters)
        except SignatureError as error:
            place = node.head.content.within(error.start, error.end)
            reading.diagnostics.add("ABLX_TOOL_SIGNATURE", place, problem=str(error))
            return None
    else:
        name = name or found.values.get("name", "")
        found.spans.setdefault("name", node.span)
        for item in node.items:
            reading.diagnostics.add("ABLX_TOOL_SIGNATURE", item.span, problem="this line says nothing about the tool")
        if name in _OF_A_TOOL and "name" not in found.values:
            # Beside its tool it would be a tool of its own, and say nothing about the other.
            problem = f"`{name}` says something about a tool: indent it below its tool"
            reading.diagnostics.add("ABLX_TOOL_SIGNATURE", found.spans["name"], problem=problem)
            return None
        if not isinstance(name, str) or not NAME.fullmatch(name):
            reading.diagnostics.add("ABLX_TOOL_SIGNATURE", found.spans["name"], problem="the tool has no name")
            return None
    found.take("name")
    given: dict[str, Any] = {"name": name}
    given["parameters"] = _merged(
        reading, parameters, [*found.take("parameters", {}).items(), *found.take("params", {}).items()], other
    )
    access = found.take("context_access")
    if isinstance(access, Found):
        found.values.update(access.values)
        found.spans.update(access.spans)
        found.items.update(access.items)
    confirmation, more = found.take("confirmation", (MISSING, {}))
    if confirmation is not MISSING:
        given["confirmation"] = confirmation
    if more:
        other["confirmation"] = more
    return reading.build(ir.Tool, found, **given, other=other)


def _unread(reading: Reading, node: Node, other: dict[str, Any], *, library: bool) -> None:
    """Says what stands where it should not: how the tool is reached, and keys that are hardly meant."""
    details = [one for one in node.fields if one.key.lower() in IMPLEMENTATION]
    if details and not library:
        reading.diagnostics.add("E720", details[0].key_span, key=details[0].key)
    suggestions = reading.diagnostics.suggestions
    for one in node.fields:
        key = one.key.lower()
        if key in other and key not in _CARRIED and suggestions.nearest(key, _TOOL):
            reading.unknown_key(one, _TOOL, "ABLX_KEY_UNKNOWN", "a tool")


def _signature(reading: Reading, node: Node, found: Found, parameters: list[ir.Parameter]) -> str:
    """Reads the head, with an arrow on the line below it; gives the name.  Raises SignatureError."""
    assert node.head is not None
    written, place = node.head.text, node.head.content
    signature = split_signature(written)
    for start, end in signature.parameters:
        parameters.append(read_parameter(reading, written[start:end], start, place))
    returns = signature.returns
    for item in node.items:
        if item.head is not None and item.head.text.startswith("->") and returns is None:
            returns = item.head.text[2:].strip()
        else:
            reading.diagnostics.add("ABLX_TOOL_SIGNATURE", item.span, problem="this line says nothing about the tool")
    if returns is not None:
        found.values["returns"] = type_text(returns)
    found.spans["name"] = place.within(*signature.name)
    return written[slice(*signature.name)]


def _merged(
    reading: Reading,
    parameters: list[ir.Parameter],
    said: Iterable[tuple[str, tuple[Found, dict[str, Any]]]],
    other: dict[str, Any],
) -> tuple[ir.Parameter, ...]:
    """The signature's parameters with what `parameters:` and `params:` add, and those that stand there alone."""
    merged: dict[str, ir.Parameter] = {}
    for one in parameters:
        if one.name in merged:
            reading.diagnostics.add("ABLX_NAME_TWICE", reading.places.of(one, "name"), name=one.name)
        merged[one.name] = one
    carried: dict[str, Any] = {}
    for name, (found, more) in said:
        plain = name.removesuffix("?")
        before = merged.get(plain)
        given: dict[str, Any] = {"name": plain}
        if before is not None:
            given = {"name": plain, "type": before.type, "required": before.required, "default": before.default}
        elif name.endswith("?"):
            given["required"] = False
        if "default" in found.values and "required" not in found.values:
            given["required"] = False
        merged[plain] = reading.build(ir.Parameter, found, **{**given, **found.values})
        if more:
            carried[plain] = {**carried.get(plain, {}), **more}
    if carried:
        other["parameters"] = carried
    return tuple(merged.values())


# --- the section ---------------------------------------------------------------------------------------------------

_FILE = re.compile(r"(\"[^\"]*\"|'[^']*'|\S+)\s*(\[.*\])?", re.DOTALL)
_NAMES = {"names", "tools"}


def _imported(reading: Reading, node: Node) -> Iterator[tuple[ir.Tool, Span]]:
    """The tools of `file: "desk.tools.abl" [look_up, send]`, or of a map with file and names, and who names each."""
    file = next(one for one in node.fields if one.key.lower() == "file")
    head = file.node.head
    match = _FILE.fullmatch(head.text) if head is not None and head.style == "bare" else None
    if head is None or (head.style == "bare" and match is None):
        reading.value_error("ABLX_VALUE_TEXT", file.node)
        return
    path, listed = head.text, next((one.node for one in node.fields if one.key.lower() in _NAMES), None)
    if match is not None:
        path = unquote(match[1])[1] if match[1][0] in "\"'" else match[1]
        if match[2] is not None:
            place = head.content.within(match.start(2), match.end(2))
            listed = Node(place, Scalar(match[2], "bare", place))
    tools = _library(reading, path, head.content)
    if tools is None:
        return
    if listed is None:
        yield from ((tool, head.content) for tool in tools)
        return
    known = {tool.name: tool for tool in tools}
    wanted = names(reading, listed)
    items = opened(listed).items
    for at, name in enumerate(() if wanted is MISSING else wanted):
        place = content(items[at]) if at < len(items) else content(listed)
        if name in known:
            yield known[name], place
            continue
        hint = reading.diagnostics.suggestions.hint(name, known)
        reading.diagnostics.add("E721", place, what=f"tool `{name}` in {path}", hint=hint)


def _library(reading: Reading, path: str, place: Span) -> Sequence[ir.Tool] | None:
    """The tools of the file; None where it is not here."""
    if reading.libraries is None:
        reading.imports.append(path)
        return None
    wanted = PurePosixPath(path.replace("\\", "/")).parts
    wanted = tuple(part for part in wanted if part not in {".", "..", "/"})
    for name, tools in reading.libraries.items():
        if wanted and PurePosixPath(name.replace("\\", "/")).parts[-len(wanted) :] == wanted:
            return tools
    reading.imports.append(path)
    reading.diagnostics.add("E721", place, what=f"tool library `{path}`", hint="")
    return None


def read_tools(reading: Reading, node: Node, *, library: bool = False) -> tuple[ir.Tool, ...]:
    """The tools in written order, imported ones where their file is named.

    `library`: the section is all of a document, where the ways to reach a tool have their place.
    """
    node = opened(node)
    if node.head is not None:
        reading.value_error("ABLX_VALUE_LIST", node)
    found: dict[str, ir.Tool] = {}
    for tool, place in _tools(reading, node, library=library):
        if tool.name in found:
            first = Related("it is declared here first", reading.places.of(found[tool.name], "name"))
            reading.diagnostics.add("ABLX_NAME_TWICE", place, related=[first], name=tool.name)
            continue
        found[tool.name] = tool
        reading.parameters[tool.name] = tuple(one.name for one in tool.parameters)
    return tuple(found.values())


def _tools(reading: Reading, node: Node, *, library: bool) -> Iterator[tuple[ir.Tool, Span]]:
    entries: list[Field | Node] = [*node.fields, *node.items]
    for entry in sorted(entries, key=lambda one: one.span.start):
        item = Node(entry.span, fields=[entry]) if isinstance(entry, Field) else opened(entry)
        if item.head is None and any(one.key.lower() == "file" for one in item.fields):
            yield from _imported(reading, item)
            continue
        if isinstance(entry, Field):
            tool = _tool(reading, Node(entry.span, fields=opened(entry.node).fields), entry.key, library=library)
        else:
            tool = _tool(reading, item, library=library)
        if tool is not None:
            yield tool, reading.places.of(tool, "name")


def read_library(reading: Reading, node: Node) -> tuple[ir.Tool, ...]:
    """The tools of a document whose only section is TOOLS."""
    section = node.find("TOOLS", "tools")
    return read_tools(reading, section.node, library=True) if section is not None else ()
