"""Columns as values of the language: what a session variable would hold, typed as it is declared."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import date, datetime, time, timedelta
from decimal import Decimal
from typing import Any

import msgspec
import pyarrow as pa
import pyarrow.compute as pc

from ablmatch.language.functions.identity import operand
from ablmatch.runtime.types import CoercionError, coerced
from ablmatch.verify.rows import compared, is_text_type

# Declared types whose values are the texts of a text column as they are.
_TEXT_TYPES = frozenset({None, "string", "text", "free_text", "email", "phone", "enum", "pattern", "location"})


def values_of(column: Any, type_name: str | None, *, empty_is_unset: bool) -> list[Any]:
    """The values of a column, None where it is null.

    `column`: an Arrow array, or a list of decoded JSON values, whose UNSET stays.  `type_name`: what is declared; a
    value that cannot be made one of it stays as it is.  `empty_is_unset`: for CSV, which has no null.
    """
    values = column if isinstance(column, list) else _plain(column)
    if empty_is_unset:
        values = [value if value != "" else None for value in values]
    if type_name in _TEXT_TYPES and (type_name is None or _is_arrow_text(column)):
        return values
    return [_typed(value, type_name) for value in values]


def judged_directly(column: Any, type_name: str | None) -> Any | None:
    """The column for the matcher without a Python object per row; None where its values must be looked at first."""
    if type_name not in _TEXT_TYPES or isinstance(column, list):
        return None
    return compared(column) if is_text_type(column.type) else None


def texts_of(values: Sequence[Any]) -> list[str | None]:
    """Values as operands of a match call: texts and whole numbers, all else is nothing to judge."""
    return [value if value.__class__ is str else _operand_text(value) for value in values]


def _operand_text(value: Any) -> str | None:
    if value is None or isinstance(value, bool):
        return None
    found = operand(value)
    return found if found is None or isinstance(found, str) else str(found)


def _typed(value: Any, type_name: str | None) -> Any:
    if value is None or value is msgspec.UNSET:
        return value
    try:
        return coerced(value, type_name)
    except CoercionError:
        return value


def _is_arrow_text(column: Any) -> bool:
    return not isinstance(column, list) and (pa.types.is_string(column.type) or pa.types.is_large_string(column.type))


def _plain(column: Any) -> list[Any]:
    """An Arrow array as values of the language: times as ISO texts, decimals as numbers, bytes as the text in them."""
    kind = column.type
    types = pa.types
    if types.is_dictionary(kind):
        return _plain(column.dictionary_decode())
    if types.is_temporal(kind) and not types.is_duration(kind):
        # Python's own times are coarser than Arrow's.
        return pc.cast(column, pa.string()).to_pylist()  # type: ignore[no-any-return]
    try:
        values: list[Any] = column.to_pylist()
    except (UnicodeDecodeError, ValueError, OverflowError):
        values = [_single(item) for item in column]
    if types.is_string(kind) or types.is_large_string(kind) or types.is_integer(kind) or types.is_boolean(kind):
        return values
    return [_value(value) for value in values]


def _single(item: Any) -> Any:
    """A value that Python cannot hold: bytes that are no UTF-8 as an invalid text, anything else as nothing."""
    try:
        return item.as_py()
    except UnicodeDecodeError:
        raw = item.as_buffer() if hasattr(item, "as_buffer") else None
        return None if raw is None else raw.to_pybytes().decode("utf-8", "surrogateescape")
    except (ValueError, OverflowError):
        return None


def _value(value: Any) -> Any:  # noqa: PLR0911 - one case a type
    match value:
        case dict():
            return {str(name): _value(item) for name, item in value.items()}
        case list() | tuple():
            return [_value(item) for item in value]
        case bytes():
            return value.decode("utf-8", "surrogateescape")
        case Decimal():
            return int(value) if value == value.to_integral_value() else float(value)
        case datetime() | date() | time():
            return value.isoformat()
        case timedelta():
            return value.total_seconds()
        case _:
            return value
