"""Gathered values: made one of their field's type, held against its options and validation (language.md 1.10)."""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import lru_cache
from typing import Any, NamedTuple

from ablmatch.language import ir, regex
from ablmatch.language.errors import ExpressionError
from ablmatch.language.expressions import parse
from ablmatch.language.nodes import Binary, Call, Literal, Node
from ablmatch.language.values import Value, is_number, parse_number, to_text
from ablmatch.match.scalar import match_score, normalize
from ablmatch.runtime.types import CoercionError, coerced

# Longer texts are not judged.
MOST = 1024
# What an address must have at the least; whether it exists is not known.
_EMAIL = re.compile(r"[^\s@]+@[^\s@.]+(?:\.[^\s@.]+)+")


class GatherRefusal(ValueError):
    """A value that a field does not take.  `reason`: type, options or validation."""

    def __init__(self, reason: str) -> None:
        super().__init__(reason)
        self.reason = reason


class _Check(NamedTuple):
    name: str
    arguments: tuple[Value, ...]


def gathered_value(field: ir.GatherField, value: Any) -> Any:
    """The value as the field stores it: a list, a range and preferences value by value.  Raises GatherRefusal."""
    if value is None:
        return None
    if field.range:
        return _named(field, value, ("low", "high"))
    if field.other.get("preferences") is True:
        return _named(field, value, ("accept", "desire", "avoid", "refuse"))
    if field.list:
        return _each(field, value)
    return _one(field, value)


def _named(field: ir.GatherField, value: Any, names: tuple[str, ...]) -> Any:
    """An object of these names alone, each with a value of the field or a list of them."""
    if not isinstance(value, dict) or not set(value) <= set(names):
        raise GatherRefusal("type")
    if field.range and field.type == "string":
        # The default type says nothing about its ends.
        return value
    return {name: _each(field, one) if isinstance(one, list) else _one(field, one) for name, one in value.items()}


def _each(field: ir.GatherField, value: Any) -> list[Any]:
    """A list of values of the field; a value that is none becomes a list of one."""
    return [_one(field, item) for item in (value if isinstance(value, list) else [value])]


def _one(field: ir.GatherField, value: Any) -> Any:
    try:
        found = coerced(value, field.type)
    except CoercionError:
        raise GatherRefusal("type") from None
    if found is None:
        return None
    if not _reads_as(field.type, found):
        raise GatherRefusal("type")
    if field.options and to_text(found) not in field.options:
        raise GatherRefusal("options")
    if field.validate is not None and not all(_holds(check, found) for check in _checks(field.validate)):
        raise GatherRefusal("validation")
    return found


def _reads_as(type_name: str, value: Any) -> bool:
    """Whether a text can be an e-mail address or a telephone number, written, spoken or as a token of the vault.

    Other types have no form.
    """
    if type_name in {"email", "phone"} and _is_token(value):
        return True
    match type_name:
        case "email":
            return _EMAIL.fullmatch(normalize(value, "email", role="said") or "") is not None
        case "phone":
            return normalize(value, "phone", role="said") is not None
        case _:
            return True


def _is_token(text: str) -> bool:
    """Whether a short text cannot be judged at all, which is so for tokens alone."""
    return bool(text.strip()) and len(text) <= MOST and match_score(text, "a") < 0


@lru_cache(maxsize=1024)
def _checks(validate: str) -> tuple[_Check, ...]:
    """The calls of a validation, which AND joins; one that cannot be read never holds."""
    try:
        return tuple(_calls(parse(validate)))
    except ExpressionError:
        return (_Check("", ()),)


def _calls(node: Node) -> Iterator[_Check]:
    if isinstance(node, Binary) and node.sign == "AND":
        yield from _calls(node.left)
        yield from _calls(node.right)
    elif isinstance(node, Call):
        yield _Check(node.name, tuple(one.value for one in node.arguments if isinstance(one, Literal)))
    else:
        yield _Check("", ())


def _holds(check: _Check, value: Value) -> bool:
    """Whether one check holds; one that this version does not know does not."""
    written = [to_text(one) for one in check.arguments]
    match check.name, written:
        case "min", [bound]:
            return _size(value) >= _number(bound)
        case "max", [bound]:
            return _size(value) <= _number(bound)
        case "enum", options:
            return to_text(value) in options
        case "email", []:
            return isinstance(value, str) and _EMAIL.fullmatch(value.strip()) is not None
        case "pattern", [pattern]:
            return isinstance(value, str) and regex.extract(pattern, value) is not None
    return False


def _size(value: Value) -> float:
    """A number by its value, a text or list by its length."""
    if is_number(value):
        return value  # type: ignore[no-any-return]
    return len(value) if isinstance(value, str | list) else float("nan")


def _number(text: str) -> float:
    number = parse_number(text)
    return float("nan") if number is None else number
