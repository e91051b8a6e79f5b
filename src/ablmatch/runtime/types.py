"""Declared types at run time: whether a value fits, and how texts become values of a type."""

from __future__ import annotations

import math
from collections.abc import Callable
from typing import Any

from ablmatch.language.values import Value, is_number, parse_instant, parse_number, to_text


class CoercionError(ValueError):
    """A value that cannot be made one of the type.  The message names the type, never the value."""


_FITS: dict[str, Callable[[Value], bool]] = {
    "string": lambda value: isinstance(value, str),
    "number": is_number,
    "boolean": lambda value: isinstance(value, bool),
    "date": lambda value: isinstance(value, str) and parse_instant(value) is not None,
    "datetime": lambda value: isinstance(value, str) and parse_instant(value) is not None,
    "array": lambda value: isinstance(value, list),
    "object": lambda value: isinstance(value, dict),
}


def fits(value: Value, type_name: str | None) -> bool:
    """Whether a value is of a declared type; null fits every type, and so does everything without one."""
    if value is None or type_name is None:
        return True
    if type_name.endswith("[]"):
        return isinstance(value, list) and all(fits(item, type_name[:-2]) for item in value)
    check = _FITS.get(type_name)
    return check is None or check(value)


def coerced(  # noqa: PLR0911, PLR0912 - one case a type
    value: Value, type_name: str | None
) -> Any:
    """A tool argument or gathered value as one of its type.  Raises CoercionError."""
    if value is None or type_name is None:
        return value
    if type_name.endswith("[]"):
        items = value if isinstance(value, list) else [value]
        return [coerced(item, type_name[:-2]) for item in items]
    match type_name:
        case "string" | "text" | "free_text" | "email" | "phone" | "enum" | "pattern" | "location":
            return value if isinstance(value, str) else to_text(value)
        case "number" | "float" | "currency":
            return _number(value)
        case "integer":
            number = _number(value)
            if isinstance(number, float):
                raise CoercionError("a whole number is wanted")
            return number
        case "boolean":
            return _boolean(value)
        case "date" | "datetime":
            if isinstance(value, str) and parse_instant(value) is not None:
                return value
            raise CoercionError(f"a {type_name} is wanted, such as 2026-03-02")
        case "array":
            return value if isinstance(value, list) else [value]
        case "object":
            if isinstance(value, dict):
                return value
            raise CoercionError("an object is wanted")
        case _:
            return value


def _number(value: Value) -> int | float:
    if is_number(value) and math.isfinite(value):
        return value  # type: ignore[no-any-return]
    number = parse_number(value.strip()) if isinstance(value, str) else None
    if number is None:
        raise CoercionError("a number is wanted")
    return number


def _boolean(value: Value) -> bool:
    if isinstance(value, bool):
        return value
    word = value.strip().lower() if isinstance(value, str) else ""
    if word in {"true", "yes"}:
        return True
    if word in {"false", "no"}:
        return False
    raise CoercionError("true or false is wanted")
