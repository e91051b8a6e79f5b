"""CSV out: quoted only where a value needs it, LF line ends, text exactly as it came."""

from __future__ import annotations

from typing import Any, BinaryIO

import pyarrow as pa
import pyarrow.compute as pc

from ablmatch.verify.errors import BadInput, shown
from ablmatch.verify.rows import is_bytes_or_text, readable

_COMMA, _QUOTE, _END, _NOTHING = (pa.scalar(text, pa.large_string()) for text in (",", '"', "\n", ""))
_MARKS = (b'"', b",", b"\n", b"\r")
_NEEDS_QUOTES = '[",\r\n]'


class CsvWriter:
    """Writes batches of one schema; a nested column has no cell in CSV and is refused at the start."""

    def __init__(self, file: BinaryIO, schema: Any) -> None:
        for column in schema:
            if pa.types.is_nested(column.type):
                what = f"column {shown(column.name)} holds {column.type} values"
                raise BadInput(f"{what}, for which CSV has no cell: write .jsonl or .parquet")
        self._file = file
        header = pa.RecordBatch.from_arrays([pa.array([name]) for name in schema.names], names=schema.names)
        self.write(header)

    def write(self, table: Any) -> None:
        """Append the rows of a record batch."""
        if not table.num_rows:
            return
        cells = [_cells(column) for column in table.columns]
        # One string for each line, built column-wise, so that no row becomes a Python object.
        lines = pc.binary_join_element_wise(*cells, _COMMA)
        ended = pc.binary_join_element_wise(lines, _END, _NOTHING)
        self._file.write(_bytes_of(ended))


def _bytes_of(text: Any) -> memoryview:
    """All characters of a large_string array, one value after the other."""
    _, offsets, data = text.buffers()
    ends = memoryview(offsets).cast("q")
    return memoryview(data or b"")[ends[text.offset] : ends[text.offset + len(text)]]


def _cells(column: Any) -> Any:
    if pa.types.is_dictionary(column.type):
        column = column.dictionary_decode()
    text = readable(column) if is_bytes_or_text(column.type) else column.cast(pa.large_string())
    text = pc.fill_null(text, "")
    # Most columns need no quotes at all, which a search of all their characters in one go tells fastest.
    characters = bytes(_bytes_of(text))
    if not any(mark in characters for mark in _MARKS):
        return text
    special = pc.match_substring_regex(text, _NEEDS_QUOTES)
    escaped = pc.replace_substring(text, '"', '""')
    quoted = pc.binary_join_element_wise(_QUOTE, escaped, _QUOTE, _NOTHING)
    return pc.if_else(special, quoted, text)
