"""Output files by format: the input's columns, then score and result of each field."""

from __future__ import annotations

import contextlib
import gzip
from collections.abc import Sequence
from typing import Any, BinaryIO, Protocol, cast

import msgspec
import pyarrow as pa
import pyarrow.compute as pc
import pyarrow.parquet as pq

from ablmatch.verify.formats import Format
from ablmatch.verify.rows import Rows, is_bytes_or_text, readable
from ablmatch.verify.write_csv import CsvWriter

# One row group: large enough to compress well, small enough to hold.
_GROUP_ROWS = 65_536


class Writer(Protocol):
    """Takes batches in order; `close` writes what the format puts at the end, `discard` ends without a result."""

    def write(self, rows: Rows, added: Any) -> None:
        """Append rows; `added` is a record batch with the score and result columns of the same rows."""

    def close(self) -> None: ...

    def discard(self) -> None: ...


def open_writer(file: BinaryIO, output: Format, schema: Any, added: Any) -> Writer:
    """The writer of a format; `schema` is that of Rows.table, `added` that of the columns to put after it."""
    # No name and no time in the gzip header: the same input gives the same bytes.
    packed = cast(BinaryIO, gzip.GzipFile("", "wb", 6, file, mtime=0)) if output.packed else None
    target = packed or file
    if output.name == "parquet":
        return _ParquetRows(target, _joined_schema(schema, added))
    if output.name == "csv":
        return _CsvRows(target, _joined_schema(schema, added), packed)
    return _JsonRows(target, packed)


def _joined_schema(schema: Any, added: Any) -> Any:
    return pa.schema([*schema, *added], metadata=schema.metadata)


def _joined(rows: Rows, added: Any) -> Any:
    return pa.RecordBatch.from_arrays(
        [*rows.table.columns, *added.columns], schema=_joined_schema(rows.table.schema, added.schema)
    )


class _CsvRows:
    def __init__(self, target: BinaryIO, schema: Any, packed: BinaryIO | None) -> None:
        self._csv = CsvWriter(target, schema)
        self._packed = packed

    def write(self, rows: Rows, added: Any) -> None:
        self._csv.write(_joined(rows, added))

    def close(self) -> None:
        if self._packed is not None:
            self._packed.close()

    def discard(self) -> None:
        _discard(self._packed)


class _ParquetRows:
    def __init__(self, target: BinaryIO, schema: Any) -> None:
        self._writer = pq.ParquetWriter(target, schema)
        self._schema = schema
        self._held: list[Any] = []
        self._count = 0

    def write(self, rows: Rows, added: Any) -> None:
        # Every write makes a row group, so batches are gathered first.
        self._held.append(_joined(rows, added))
        self._count += len(rows)
        if self._count >= _GROUP_ROWS:
            self._flush()

    def _flush(self) -> None:
        self._writer.write_table(pa.Table.from_batches(self._held, self._schema))
        self._held, self._count = [], 0

    def close(self) -> None:
        if self._held:
            self._flush()
        self._writer.close()

    def discard(self) -> None:
        _discard(self._writer)


class _JsonRows:
    def __init__(self, target: BinaryIO, packed: BinaryIO | None) -> None:
        self._target = target
        self._packed = packed
        self._encoder = msgspec.json.Encoder()

    def write(self, rows: Rows, added: Any) -> None:
        if rows.lines is None:
            bases: Sequence[bytes] = [self._encoder.encode(row) for row in _jsonable(rows.table).to_pylist()]
        else:
            bases = rows.lines
        self._target.writelines(map(_spliced, bases, self._additions(added)))

    def _additions(self, added: Any) -> list[bytes]:
        """For each row the members that are added and the closing brace, built column-wise."""
        pieces = []
        for name, column in zip(added.schema.names, added.columns, strict=True):
            before = f"{self._encoder.encode(name).decode()}:"
            pieces += [pa.scalar(before), self._json_of(column), pa.scalar(",")]
        pieces[-1] = pa.scalar(pieces[-1].as_py().replace(",", "}\n"))
        return pc.binary_join_element_wise(*pieces, "").cast(pa.binary()).to_pylist()  # type: ignore[no-any-return]

    def _json_of(self, column: Any) -> Any:
        """Scores, or words of which there are few, as JSON texts."""
        if pa.types.is_integer(column.type):
            return column.cast(pa.string())
        words = column.dictionary_encode()
        written = [self._encoder.encode(word).decode() for word in words.dictionary.to_pylist()]
        return pc.fill_null(pa.array(written, pa.string()).take(words.indices), "null")

    def close(self) -> None:
        if self._packed is not None:
            self._packed.close()

    def discard(self) -> None:
        _discard(self._packed)


def _discard(writer: Any) -> None:
    """Close what would otherwise close itself later, on a file that is gone; what it still writes is thrown away."""
    if writer is not None:
        with contextlib.suppress(OSError, ValueError):
            writer.close()


def _spliced(base: bytes, addition: bytes) -> bytes:
    """A JSON object, byte for byte as it was written, with more members."""
    body = base[:-1].rstrip()
    return body + (b"" if body == b"{" else b",") + addition


def _jsonable(table: Any) -> Any:
    """Times become text first, Python's own being coarser than Arrow's, and so do bytes."""
    return pa.RecordBatch.from_arrays([_jsonable_column(column) for column in table.columns], names=table.schema.names)


def _jsonable_column(column: Any) -> Any:
    if pa.types.is_dictionary(column.type):
        column = column.dictionary_decode()
    if is_bytes_or_text(column.type):
        return readable(column)
    if pa.types.is_temporal(column.type) and not pa.types.is_duration(column.type):
        return pc.cast(column, pa.string())
    return column
