"""The schema of an extracted value: a JSON Schema or a pydantic model in, a check and one merged schema out."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator, Mapping
from typing import Any, Protocol, runtime_checkable

# Keywords whose value is an example or a constant, not a schema.
_DATA = frozenset({"const", "default", "enum", "examples"})
# Keywords whose value holds schemas by names of the author's choice.
_NAMED = frozenset({"$defs", "definitions", "dependentSchemas", "patternProperties", "properties"})
# They name places by something else than their path, which a merged schema would break.
_UNMERGED = ("$anchor", "$dynamicAnchor", "$dynamicRef", "$recursiveRef")


class SchemaMismatch(ValueError):
    """A value does not fit; the text names the rule, never the value."""


@runtime_checkable
class PydanticModel(Protocol):
    """What is used of a pydantic model class; pydantic itself is never imported."""

    def model_json_schema(self) -> dict[str, Any]: ...

    def model_validate(self, value: Any) -> Any: ...


class ValueSchema:
    """A checked schema.  `json` is its JSON Schema, without `$schema` and `$id`."""

    def __init__(self, schema: object) -> None:
        """Raises ValueError for what is neither a JSON Schema nor a pydantic model, ImportError without jsonschema."""
        self._check: Callable[[Any], Any]
        if isinstance(schema, type) and isinstance(schema, PydanticModel):
            written = schema.model_json_schema()
            self._check = _by_model(schema)
        elif isinstance(schema, Mapping):
            written = plain_json(dict(schema))
            self._check = _by_json_schema(written)
        else:
            kind = type(schema).__name__
            raise ValueError(f"the schema is a {kind}, neither a JSON Schema nor a pydantic model")  # noqa: TRY004
        _refuse_unmergeable(written)
        self.json = {key: value for key, value in written.items() if key not in {"$schema", "$id"}}

    def check(self, value: Any) -> Any:
        """The value as plain JSON, a copy.  Raises SchemaMismatch."""
        try:
            return plain_json(self._check(plain_json(value)))
        except SchemaMismatch:
            raise
        except (ValueError, RecursionError):
            raise SchemaMismatch("is not plain JSON") from None


def plain_json(value: Any) -> Any:
    """A deep copy of a value as JSON has it.  Raises ValueError for what JSON lacks (NaN, sets, lone surrogates)."""
    try:
        text = json.dumps(value, ensure_ascii=False, allow_nan=False)
        text.encode("utf-8")
    except (TypeError, ValueError, RecursionError) as error:
        raise ValueError(f"not plain JSON ({type(error).__name__})") from None
    return json.loads(text)


def merged_schema(schemas: Mapping[str, ValueSchema]) -> dict[str, Any]:
    """One object with a property a slug: each required, each nullable, for strict modes refuse optional keys."""
    properties, definitions = {}, {}
    for slug, one in schemas.items():
        own, moved = _with_definitions_moved(one.json, slug)
        properties[slug] = {"anyOf": [own, {"type": "null"}]}
        definitions.update(moved)
    merged: dict[str, Any] = {
        "type": "object",
        "properties": properties,
        "required": list(properties),
        "additionalProperties": False,
    }
    return {**merged, "$defs": definitions} if definitions else merged


# --- Checking ---------------------------------------------------------------------------------------------------


def _by_model(model: PydanticModel) -> Callable[[Any], Any]:
    def check(value: Any) -> Any:
        try:
            return model.model_validate(value).model_dump(mode="json", by_alias=True)
        except ValueError as error:
            errors: Any = getattr(error, "errors", list)
            kinds = sorted({str(one["type"]) for one in errors(include_url=False, include_input=False)})
            raise SchemaMismatch(f"does not fit its model ({', '.join(kinds)})") from None

    return check


def _by_json_schema(schema: dict[str, Any]) -> Callable[[Any], Any]:
    try:
        from jsonschema.exceptions import SchemaError
        from jsonschema.validators import Draft202012Validator, validator_for
        from referencing import Registry
    except ModuleNotFoundError as error:
        raise ImportError(f"a JSON Schema needs {error.name}: pip install 'ablmatch[memory]'") from None
    kind = validator_for(schema, default=Draft202012Validator)
    try:
        kind.check_schema(schema)
    except SchemaError as error:
        where = "/".join(str(part) for part in error.absolute_path) or "its root"
        raise ValueError(f"the schema is no JSON Schema: {error.validator} at {where}") from None
    # An empty registry: the library would otherwise fetch what a reference names from the network.
    validator = kind(schema, registry=Registry())

    def check(value: Any) -> Any:
        for error in validator.iter_errors(value):
            # The path within the schema: the one within the value would show its keys.
            rule = "/".join(str(part) for part in error.absolute_schema_path)
            raise SchemaMismatch(f"does not fit its schema ({rule})")
        return value

    return check


# --- Merging ----------------------------------------------------------------------------------------------------


def subschemas(schema: Any) -> Iterator[dict[str, Any]]:
    """A schema and every schema below it; constants and examples are none."""
    waiting = [schema]
    while waiting:
        one = waiting.pop()
        if isinstance(one, list):
            waiting.extend(one)
        elif isinstance(one, dict):
            yield one
            for key, value in one.items():
                if key in _NAMED and isinstance(value, dict):
                    waiting.extend(value.values())
                elif key not in _DATA:
                    waiting.append(value)


def _refuse_unmergeable(schema: dict[str, Any]) -> None:
    if not {*schema.get("$defs", ())}.isdisjoint(schema.get("definitions", ())):
        raise ValueError("the schema has one name under both $defs and definitions")
    for one in subschemas(schema):
        for key in one:
            if key in _UNMERGED or (key == "$id" and one is not schema):
                raise ValueError(f"the schema uses {key}, which cannot be merged: name the place by $ref and its path")
        reference = one.get("$ref", "#")
        if not isinstance(reference, str) or not (reference == "#" or reference.startswith("#/")):
            raise ValueError("the schema refers to something outside itself: put it under $defs")


def _with_definitions_moved(schema: dict[str, Any], slug: str) -> tuple[dict[str, Any], dict[str, Any]]:
    """The schema as a part of a greater one, and the definitions that the greater one has for it.

    Definitions get the slug before their names (a slug has no underscore, so no two meet).  A reference to any other
    place of the schema makes the whole of it a definition.
    """
    references = [one["$ref"] for one in subschemas(schema) if "$ref" in one]
    whole = any(not value.startswith(("#/$defs/", "#/definitions/")) for value in references)

    def moved(reference: str) -> str:
        for place in ("#/$defs/", "#/definitions/"):
            if reference.startswith(place):
                return f"#/$defs/{slug}_{reference.removeprefix(place)}"
        return f"#/$defs/{slug}{reference.removeprefix('#')}"

    def rewritten(part: Any, key: str = "") -> Any:
        if isinstance(part, list):
            return [rewritten(one) for one in part]
        if not isinstance(part, dict):
            return part
        if key in _NAMED:
            return {name: rewritten(one) for name, one in part.items()}
        return {
            name: value if name in _DATA else moved(value) if name == "$ref" else rewritten(value, name)
            for name, value in part.items()
        }

    own = rewritten({key: value for key, value in schema.items() if key not in {"$defs", "definitions"}})
    definitions = {
        f"{slug}_{name}": rewritten(one)
        for place in ("definitions", "$defs")
        for name, one in schema.get(place, {}).items()
    }
    if whole:
        definitions[slug] = own
        own = {"$ref": f"#/$defs/{slug}"}
    return own, definitions
