"""The batch that travels from a reader through the matcher to a writer, and how an Arrow column becomes text."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Protocol

import numpy as np
import numpy.typing as npt
import pyarrow as pa
import pyarrow.compute as pc

# Rows of a batch: enough to keep the matcher's threads busy, few enough that a batch of wide rows stays in the cache.
BATCH_ROWS = 32_768


@dataclass(frozen=True, slots=True)
class Texts:
    """A compared column: its text, null where there is none, and which values were text that cannot be decoded."""

    values: Any  # pyarrow string array
    invalid: npt.NDArray[np.bool_] | None = None


@dataclass(frozen=True, slots=True)
class Rows:
    """Some rows in input order."""

    table: Any  # pyarrow.RecordBatch: the columns to write; for JSON Lines that stay JSON Lines, none
    texts: Mapping[str, Texts]  # the compared columns
    numbers: npt.NDArray[np.int64]  # where each row stands in the file, counted from 1 (see Reader.unit)
    lines: Sequence[bytes] | None = None  # JSON Lines only: each row as it was written

    def __len__(self) -> int:
        return len(self.numbers)


class Reader(Protocol):
    """Reads a file once, batch by batch."""

    unit: str  # what Rows.numbers count: "row" (header and blank lines not counted) or "line"
    skipped: int  # broken rows left out so far
    notes: list[str]  # things the user should know although they are no error

    @property
    def total(self) -> int | None:
        """Size of the whole job in bytes or rows, None when unknown."""

    @property
    def done(self) -> int:
        """How much of `total` is behind us."""

    def schema(self) -> Any:
        """The pyarrow schema of `Rows.table`."""

    def __iter__(self) -> Iterator[Rows]: ...

    def close(self) -> None: ...


def is_text_type(kind: Any) -> bool:
    """Whether values of an Arrow type can be compared: text, bytes that hold UTF-8, and whole numbers."""
    if pa.types.is_dictionary(kind):
        kind = kind.value_type
    return bool(
        pa.types.is_string(kind)
        or pa.types.is_large_string(kind)
        or pa.types.is_string_view(kind)
        or pa.types.is_binary(kind)
        or pa.types.is_large_binary(kind)
        or pa.types.is_integer(kind)
        or (pa.types.is_decimal(kind) and kind.scale == 0)
        or pa.types.is_null(kind)
    )


def texts_of(column: Any) -> Texts:
    """An Arrow column as the matcher reads it.

    Whole numbers become plain decimal text; booleans, floats, dates, lists and structs are not text and count as
    missing; bytes are text when they are UTF-8.
    """
    if pa.types.is_dictionary(column.type):
        column = column.dictionary_decode()
    if not is_text_type(column.type):
        return Texts(pa.nulls(len(column), pa.string()))
    if pa.types.is_string_view(column.type) or pa.types.is_integer(column.type) or pa.types.is_decimal(column.type):
        return _decoded(column.cast(pa.string()))
    if pa.types.is_null(column.type):
        return Texts(column.cast(pa.string()))
    return _decoded(column)


def _decoded(column: Any) -> Texts:
    large = pa.types.is_large_string(column.type) or pa.types.is_large_binary(column.type)
    target = pa.large_string() if large else pa.string()
    as_bytes = column.view(pa.large_binary() if large else pa.binary())
    try:
        return Texts(as_bytes.cast(target))  # this cast is the one that checks UTF-8
    except pa.ArrowInvalid:
        invalid = invalid_utf8(as_bytes)
        kept = pc.if_else(pa.array(invalid), pa.scalar(None, as_bytes.type), as_bytes)
        return Texts(kept.cast(target), invalid)


def readable(column: Any) -> Any:
    """A text or binary column as valid UTF-8 large_string, undecodable bytes shown as U+FFFD, for text formats."""
    as_bytes = column.cast(pa.large_binary())
    try:
        return as_bytes.cast(pa.large_string())
    except pa.ArrowInvalid:
        shown = [None if value is None else value.decode("utf-8", "replace") for value in as_bytes.to_pylist()]
        return pa.array(shown, pa.large_string())


def is_bytes_or_text(kind: Any) -> bool:
    """Whether an Arrow type holds strings or byte strings, of any layout."""
    types = pa.types
    return bool(
        types.is_string(kind)
        or types.is_large_string(kind)
        or types.is_string_view(kind)
        or types.is_binary(kind)
        or types.is_large_binary(kind)
        or types.is_fixed_size_binary(kind)
        or types.is_binary_view(kind)
    )


def invalid_utf8(column: Any) -> npt.NDArray[np.bool_]:
    """Which values of a binary column are not UTF-8."""
    return np.array([not _is_utf8(value) for value in column.to_pylist()], np.bool_)


def _is_utf8(value: bytes | None) -> bool:
    if value is None:
        return True
    try:
        value.decode("utf-8")
    except UnicodeDecodeError:
        return False
    return True
