"""Reads scenario files: YAML 1.2 with the place of whatever is wrong."""

from __future__ import annotations

import re
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import msgspec

from ablmatch.language.diagnostics import Diagnostics
from ablmatch.language.nearest import nearest
from ablmatch.language.reading import scalar_value
from ablmatch.language.source import Source, Span
from ablmatch.language.sources import EXTENSIONS as AGENT_EXTENSIONS
from ablmatch.language.sources import read
from ablmatch.language.tree import Node
from ablmatch.language.yaml_tree import read_yaml
from ablmatch.scenarios.model import Scenario

EXTENSIONS = (".yaml", ".yml")
# How msgspec ends a message: the path of the part that is wrong.
_AT = re.compile(r" - at `(?P<key>key in )?\$?(?P<path>[^`]*)`$")
_SEGMENT = re.compile(r"\.([^.\[\]]+)|\[(\d+)\]|\[\.\.\.\]")
_UNKNOWN = re.compile(r"Object contains unknown field `([^`]*)`")
_MISSING = re.compile(r"Object missing required field `([^`]*)`")


class ScenarioError(ValueError):
    """A file that holds no scenarios: one line with what is wrong and where."""


@dataclass(frozen=True, slots=True)
class Located:
    """A scenario, its file and the line in which it begins."""

    scenario: Scenario
    path: Path
    line: int


def read_scenarios(path: Path) -> list[Located]:
    """All scenarios of a file, one or a list.

    Raises ScenarioError for what is no scenario, SourceError for a file that cannot be read.
    """
    source = Source(str(path), read(path))
    if path.name.endswith(AGENT_EXTENSIONS):
        raise ScenarioError(f"{path}: this is an agent: name the YAML file of scenarios that tests it")
    diagnostics = Diagnostics()
    trees = read_yaml(source, diagnostics)
    for one in diagnostics:
        raise ScenarioError(f"{one.source}:{one.line}:{one.column}: {one.message}")
    found = []
    for tree in trees:
        nodes = tree.items or [tree]
        found += [Located(_scenario(node), path, source.place(node.span.start)[0]) for node in nodes]
    if not found:
        raise ScenarioError(f"{path}: there is no scenario in this file")
    return found


def _scenario(node: Node) -> Scenario:
    if not node.fields:
        raise ScenarioError(f"{_at(node.span)}: a scenario is a mapping with a name")
    try:
        return msgspec.convert(value_of(node), Scenario)
    except msgspec.ValidationError as error:
        raise ScenarioError(located(node, str(error), Scenario)) from None


def value_of(node: Node) -> Any:
    """The value that a YAML node writes: quoted and block scalars are text, plain ones what they say."""
    if node.fields:
        return {one.key: value_of(one.node) for one in node.fields}
    if node.items:
        return [value_of(item) for item in node.items]
    if node.head is not None:
        return scalar_value(node.head)
    if node.flow:
        return [] if node.span.text.endswith("]") else {}
    return None


def located(root: Node, message: str, model: type[msgspec.Struct]) -> str:
    """A message about what is no `model`, with the place of the part that it speaks of, and the key that was meant."""
    path = _AT.search(message)
    node, text = root, message
    if path is not None:
        text = message[: path.start()]
        node = _walk(root, path["path"])
    span = node.span
    unknown = _UNKNOWN.match(text)
    if unknown is not None:
        one = node.find(unknown[1])
        span = one.key_span if one is not None else span
        near = nearest(unknown[1], _keys_at(path["path"] if path is not None else "", model))
        text = f"`{unknown[1]}` is no key here" + (f": do you mean `{near}`?" if near else "")
    missing = _MISSING.match(text)
    if missing is not None:
        text = f"`{missing[1]}` is missing here"
    return f"{_at(span)}: {text[:1].lower()}{text[1:]}"


def _walk(node: Node, path: str) -> Node:
    """The node that a path leads to, or the last one on the way."""
    for match in _SEGMENT.finditer(path):
        name, at = match[1], match[2]
        if name is not None and (one := node.find(name)) is not None:
            node = one.node
        elif at is not None and int(at) < len(node.items):
            node = node.items[int(at)]
        else:
            break
    return node


def _keys_at(path: str, model: type[msgspec.Struct]) -> list[str]:
    """The keys that the part at a path of a model takes."""
    info: Any = msgspec.inspect.type_info(model)
    for match in _SEGMENT.finditer(path):
        if match[1] is not None:
            info = next((one.type for one in _fields(info) if one.encode_name == match[1]), None)
        else:
            info = getattr(_one_of(info), "item_type", None)
    return [one.encode_name for one in _fields(info)]


def _fields(info: Any) -> tuple[Any, ...]:
    found = _one_of(info)
    return found.fields if isinstance(found, msgspec.inspect.StructType) else ()


def _one_of(info: Any) -> Any:
    """The collection or part among the types that a key may have."""
    kinds = (msgspec.inspect.StructType, msgspec.inspect.VarTupleType)
    return next((one for one in getattr(info, "types", [info]) if isinstance(one, kinds)), None)


def _at(span: Span) -> str:
    line, column = span.source.place(span.start)
    return f"{span.source.name}:{line}:{column}"
