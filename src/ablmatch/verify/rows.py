"""The batch that travels from a reader through the matcher to a writer, and how an Arrow column becomes text."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, Protocol

import numpy as np
import numpy.typing as npt
import pyarrow as pa

# Rows of a batch: enough to keep the matcher's threads busy, few enough that a batch of wide rows stays in the cache.
BATCH_ROWS = 32_768


@dataclass(frozen=True, slots=True)
class Rows:
    """Some rows in input order."""

    table: Any  # pyarrow.RecordBatch: the columns to write; for JSON Lines that stay JSON Lines, none
    texts: Mapping[str, Any]  # the compared columns, as the matcher takes them: Arrow arrays, or lists of str and None
    numbers: npt.NDArray[np.int64]  # where each row stands in the file, counted from 1 (see Reader.unit)
    # The policy's columns that are there: Arrow arrays, or lists of JSON values (UNSET: a row lacks the key).
    values: Mapping[str, Any] = field(default_factory=dict)
    lines: Sequence[bytes] | None = None  # JSON Lines only: each row as it was written

    def __len__(self) -> int:
        return len(self.numbers)


class Reader(Protocol):
    """Reads a file once, batch by batch."""

    unit: str  # what Rows.numbers count: "row" (header and blank lines not counted) or "line"
    notes: list[str]  # things the user should know although they are no error

    @property
    def columns(self) -> Sequence[str]:
        """The columns of the input; of JSON Lines that stay JSON Lines, keys of the first rows and of the policy."""

    @property
    def skipped(self) -> int:
        """Broken rows left out so far."""

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
    types = pa.types
    if types.is_dictionary(kind):
        kind = kind.value_type
    return bool(
        types.is_string(kind)
        or types.is_large_string(kind)
        or types.is_string_view(kind)
        or types.is_binary(kind)
        or types.is_large_binary(kind)
        or types.is_integer(kind)
        or (types.is_decimal(kind) and kind.scale == 0)
        or types.is_null(kind)
    )


def compared(column: Any) -> Any:
    """An Arrow column as the matcher takes it.

    Bytes are read as UTF-8, which the matcher checks.  Values that are neither text nor whole numbers are not text and
    become nulls, which count as missing.
    """
    if not is_text_type(column.type):
        return pa.nulls(len(column), pa.string())
    if pa.types.is_dictionary(column.type) and not pa.types.is_string(column.type.value_type):
        column = column.dictionary_decode()
    if pa.types.is_binary(column.type):
        return column.view(pa.string())
    if pa.types.is_large_binary(column.type):
        return column.view(pa.large_string())
    if pa.types.is_decimal(column.type):
        return column.cast(pa.string())
    return column


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
