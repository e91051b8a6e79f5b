"""CSV in: every column is text, so that leading zeros survive, and memory stays that of a few blocks.

Row numbers count data rows from 1; the header and blank lines are not counted, as the CSV parser counts them.
"""

from __future__ import annotations

import csv
import io
import re
from collections import deque
from collections.abc import Iterator
from typing import Any

import numpy as np
import numpy.typing as npt
import pyarrow as pa
import pyarrow.compute as pc
import pyarrow.csv as pacsv

from ablmatch.verify.columns import Wanted, check_columns
from ablmatch.verify.errors import BadInput, counted
from ablmatch.verify.formats import READ_ERRORS, Source
from ablmatch.verify.read_ahead import read_ahead
from ablmatch.verify.rows import Rows, invalid_utf8

# A row longer than a block cannot be parsed; a missing closing quote looks like one.
BLOCK_BYTES = 4 << 20
_TAIL_BYTES = 1 << 16
_OPENS_QUOTE = re.compile(rb'(?:^|,)"')


class CsvReader:
    """Reads CSV (RFC 4180: commas, double quotes, line breaks inside quotes, LF or CRLF, with or without a BOM)."""

    unit = "row"

    def __init__(self, source: Source, wanted: Wanted, *, skip_broken: bool, writes: bool) -> None:
        self.notes: list[str] = []
        self._source = source
        self._skip_broken = skip_broken
        self._tally = _QuoteTally(source)
        self._names = self._read_header()
        check_columns(source.shown, self._names, wanted, writes=writes)
        self._compared = wanted.compared
        self._valued = wanted.of_policy(self._names)
        # Numbers of the rows that the parser dropped, ascending: they shift the numbers of the rows after them.
        self._dropped: deque[int] = deque()
        self._wrong: tuple[int, int, int] | None = None
        # Counted apart: the first by the parser's thread, the second by ours.
        self._wrong_width = 0
        self._unreadable = 0
        self._next = 1
        self._handed_out = 0

    @property
    def columns(self) -> tuple[str, ...]:
        return self._names

    @property
    def skipped(self) -> int:
        return self._wrong_width + self._unreadable

    @property
    def total(self) -> int | None:
        return self._source.size

    @property
    def done(self) -> int:
        # The parser reads blocks ahead of the rows that it hands out; in a packed file only those can be counted.
        read = self._source.bytes_read() or 0
        return read if self._source.packed else min(read, self._handed_out)

    def schema(self) -> Any:
        return pa.schema([(name, pa.string()) for name in self._names])

    def close(self) -> None:
        self._source.close()

    def __iter__(self) -> Iterator[Rows]:
        held: Any = None
        for batch in read_ahead(self._parsed(), may_block=self._source.size is None):
            if held is not None:
                yield self._rows(held)
            held = batch
        if held is not None:
            yield self._rows(held, last=True)

    def _read_header(self) -> tuple[str, ...]:
        record = b""
        while True:
            try:
                line = self._tally.readline(BLOCK_BYTES)
            except READ_ERRORS as error:
                raise self._source.failure(error) from None
            record += line
            if not line or len(record) >= BLOCK_BYTES or (record.strip() and record.count(b'"') % 2 == 0):
                break
            if not record.strip():
                record = b""
        if not record.strip() or record.strip() == b"\xef\xbb\xbf":
            raise BadInput(f"{self._source.shown} is empty: a CSV file starts with a header of column names")
        try:
            text = record.decode("utf-8-sig")
        except UnicodeDecodeError:
            raise BadInput(f"the header of {self._source.shown} is not UTF-8 text: save the file as UTF-8") from None
        if "\0" in text or len(record) >= BLOCK_BYTES or record.count(b'"') % 2:
            raise BadInput(f"the header of {self._source.shown} is not a line of column names: is this a CSV file?")
        csv.field_size_limit(BLOCK_BYTES)
        names, *more = csv.reader(io.StringIO(text, newline=""))
        if more:
            raise BadInput(f"{self._source.shown} ends its lines with a bare CR: save it with LF or CRLF line ends")
        return tuple(names)

    def _parsed(self) -> Iterator[Any]:
        try:
            stream = pacsv.open_csv(
                pa.PythonFile(self._tally, mode="r"),
                # One thread: only then does the parser tell the numbers of broken rows.
                read_options=pacsv.ReadOptions(column_names=self._names, block_size=BLOCK_BYTES, use_threads=False),
                parse_options=pacsv.ParseOptions(newlines_in_values=True, invalid_row_handler=self._on_wrong_width),
                convert_options=pacsv.ConvertOptions(
                    column_types={name: pa.binary() for name in self._names}, strings_can_be_null=False
                ),
            )
            yield from stream
        except READ_ERRORS as error:
            raise self._source.failure(error) from None
        except pa.ArrowInvalid as error:
            # The parser's own message quotes the row, so it is never passed on.
            if self._wrong is not None:
                number, expected, actual = self._wrong
                raise self._broken(
                    number, f"has {counted(actual, 'value')} where the header has {counted(expected, 'name')}"
                ) from None
            if self._tally.data_bytes == 0:
                return
            what = "cannot be parsed as CSV"
            if "straddl" in str(error):
                what = f"holds a row longer than {BLOCK_BYTES >> 20} MiB"
            where = f"after row {self._next - 1}"
            raise BadInput(f"{self._source.shown} {what} {where}: look for a quote that is never closed") from None

    def _on_wrong_width(self, row: Any) -> str:
        if not self._skip_broken:
            self._wrong = (row.number, row.expected_columns, row.actual_columns)
            return "error"
        self._dropped.append(row.number)
        self._wrong_width += 1
        return "skip"

    def _rows(self, batch: Any, *, last: bool = False) -> Rows:
        numbers = self._numbers(batch.num_rows)
        # Characters without the offsets (4 bytes each), and a comma or line end for each value; quotes are not seen.
        self._handed_out += batch.nbytes - 3 * batch.num_rows * batch.num_columns
        if last and self._open_quote(batch):
            if not self._skip_broken:
                raise self._broken(int(numbers[-1]), "opens a quote that is never closed")
            self._unreadable += 1
            batch, numbers = batch.slice(0, batch.num_rows - 1), numbers[:-1]
        try:
            table = batch.cast(self.schema())  # the cast from bytes is what checks UTF-8
        except pa.ArrowInvalid:
            bad = np.logical_or.reduce([invalid_utf8(column) for column in batch.columns])
            if not self._skip_broken:
                raise self._broken(int(numbers[bad][0]), "is not UTF-8 text", "save the file as UTF-8") from None
            self._unreadable += int(bad.sum())
            table = batch.filter(pa.array(~bad)).cast(self.schema())
            numbers = numbers[~bad]
        texts, values = ({name: table.column(name) for name in names} for names in (self._compared, self._valued))
        return Rows(table, texts, numbers, values)

    def _numbers(self, count: int) -> npt.NDArray[np.int64]:
        """The numbers of the next `count` rows that the parser kept."""
        numbers = np.empty(count, np.int64)
        filled = 0
        while filled < count:
            while self._dropped and self._dropped[0] == self._next:
                self._dropped.popleft()
                self._next += 1
            # The parser runs ahead of us, so every drop below these rows is already known.
            run = count - filled if not self._dropped else min(count - filled, self._dropped[0] - self._next)
            numbers[filled : filled + run] = np.arange(self._next, self._next + run)
            filled += run
            self._next += run
        return numbers

    def _open_quote(self, batch: Any) -> bool:
        """Whether the file ended inside a quote that its last row had opened, so that rows may hide in a value."""
        if self._tally.quotes % 2 == 0 or not batch.num_rows:
            return False
        # A lone quote inside an unquoted value is odd too, but opens nothing.
        last_line = self._tally.tail.rstrip(b"\r\n").rpartition(b"\n")[2]
        if len(last_line) > _TAIL_BYTES // 2 or (last_line.count(b'"') % 2 and _OPENS_QUOTE.search(last_line)):
            return True
        last = batch.slice(batch.num_rows - 1)
        return any(pc.any(pc.match_substring(column, b"\n")).as_py() for column in last.columns)

    def _broken(self, number: int, what: str, remedy: str = "mend it") -> BadInput:
        line = self._line_of(number)
        where = f"row {number}" if line is None else f"line {line} (row {number})"
        return BadInput(f"{self._source.shown}, {where}, {what}: {remedy}, or skip broken rows with --on-error skip")

    def _line_of(self, number: int) -> int | None:
        """The line of the file on which a row starts, by a second look; None for input that cannot be read twice."""
        if self._source.size is None:
            return None
        with self._source.reopen() as raw, io.TextIOWrapper(raw, encoding="latin-1", newline="") as text:
            rows = csv.reader(text)
            row = -1  # the header is row 0
            before = 0
            try:
                for values in rows:
                    row += bool(values)
                    if row == number:
                        return before + 1
                    before = rows.line_num
            except csv.Error:
                return None
        return None


class _QuoteTally(io.RawIOBase):
    """The input's bytes on their way to the parser, with the quotes in them counted and the last bytes remembered."""

    def __init__(self, source: Source) -> None:
        self._file = source.file
        self.quotes = 0
        self.tail = b""
        self.data_bytes = 0

    def readable(self) -> bool:
        return True

    def readline(self, size: int | None = -1) -> bytes:
        return self._file.readline(-1 if size is None else size)

    def read(self, size: int = -1) -> bytes:
        # A pipe gives a little at a time; the parser makes a batch of what it gets.
        parts: list[bytes] = []
        missing = size
        while missing > 0 and (part := self._file.read(missing)):
            parts.append(part)
            missing -= len(part)
        data = b"".join(parts)
        self.quotes += data.count(b'"')
        self.tail = (self.tail + data[-_TAIL_BYTES:])[-_TAIL_BYTES:]
        self.data_bytes += len(data)
        return data
