"""Strict modes of model services: which JSON Schemas they take, and the arguments of a tool as they want them."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from ablmatch.memory.value_schema import subschemas

# The keywords that every strict mode knows.
_KNOWN = frozenset(
    {
        "$defs",
        "$ref",
        "additionalProperties",
        "anyOf",
        "const",
        "description",
        "enum",
        "items",
        "properties",
        "required",
        "title",
        "type",
    }
)
_SHAPES = frozenset({"$ref", "anyOf", "const", "enum", "type"})


def is_strict(schema: Mapping[str, Any]) -> bool:
    """Whether strict structured output takes a schema: closed objects, every property required, plain keywords."""
    for one in subschemas(schema):
        if not _KNOWN.issuperset(one) or _SHAPES.isdisjoint(one):
            return False
        properties, kinds = one.get("properties"), one.get("type")
        is_object = properties is not None or kinds == "object" or (isinstance(kinds, list) and "object" in kinds)
        closed = one.get("additionalProperties") is False and set(one.get("required", ())) == set(properties or ())
        if is_object and not closed:
            return False
    return True


def strict_arguments(parameters: Mapping[str, Any]) -> dict[str, Any]:
    """The arguments of one of our tools for a strict mode: each required, null in place of one that is left out.

    Keywords that such a mode does not know go; the tools check their arguments themselves, and take null for nothing.
    """
    required = parameters["required"]
    properties = {
        name: _plain(given) if name in required else _nullable(given)
        for name, given in parameters["properties"].items()
    }
    return {**parameters, "properties": properties, "required": list(properties)}


def _plain(given: Mapping[str, Any]) -> dict[str, Any]:
    return {key: value for key, value in given.items() if key in _KNOWN}


def _nullable(given: Mapping[str, Any]) -> dict[str, Any]:
    value = _plain(given)
    about = {key: value.pop(key) for key in ("description",) if key in value}
    return {"anyOf": [value, {"type": "null"}], **about}
