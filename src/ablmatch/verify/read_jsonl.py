"""JSON Lines in: one object a line; numbers keep their own text, so that an account number stays exact."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator, Mapping, Sequence
from typing import Any, NoReturn

import msgspec
import numpy as np
import pyarrow as pa

from ablmatch.verify.columns import check_collisions, compared_columns
from ablmatch.verify.errors import BadInput, listed, nearest, shown
from ablmatch.verify.fields import Field
from ablmatch.verify.formats import READ_ERRORS, Source
from ablmatch.verify.rows import Rows

# A line without an end must not fill the memory.
LINE_BYTES = 16 << 20
_BATCH_BYTES = 8 << 20
_BATCH_LINES = 8_192
# Where keys are data (an id as a key), a table has no sensible columns.
_MOST_COLUMNS = 10_000
_SURROGATE = re.compile("[\ud800-\udfff]")

Value = bytes | str | None  # a value's JSON text as written; str when it had to be decoded on the way


class JsonLinesReader:
    """Reads JSON Lines.  A key that a row lacks is a missing value; blank lines are passed over.

    With `verbatim` rows are handed on as they were written and the table has no columns.  Otherwise the file is read
    twice: a table needs all its columns before its first row is written.
    """

    unit = "line"

    def __init__(
        self, source: Source, fields: Sequence[Field], *, skip_broken: bool, writes: bool, verbatim: bool
    ) -> None:
        self.skipped = 0
        self.notes: list[str] = []
        self._source = source
        self._skip_broken = skip_broken
        self._compared = compared_columns(fields)
        self._keys: dict[str, None] = {}
        self._any_row = False
        self._object = msgspec.json.Decoder(dict[str, msgspec.Raw])
        self._string = msgspec.json.Decoder(str)
        self._added = tuple(name for field in fields for name in (field.score_column, field.result_column))
        self._writes = writes and verbatim
        self._verbatim = verbatim
        self._columns: tuple[str, ...] = ()
        if not verbatim:
            self._columns = self._all_keys()
            check_collisions(source.shown, self._columns, fields)

    @property
    def total(self) -> int | None:
        return self._source.size

    @property
    def done(self) -> int:
        return self._source.bytes_read() or 0

    def schema(self) -> Any:
        return pa.schema([(name, pa.string()) for name in self._columns])

    def close(self) -> None:
        self._source.close()

    def __iter__(self) -> Iterator[Rows]:
        lines: list[bytes] = []
        objects: list[Mapping[str, Value]] = []
        numbers: list[int] = []
        size = 0
        for number, line, values in self._objects(self._source.file):
            lines.append(line)
            objects.append(values)
            numbers.append(number)
            size += len(line)
            if len(lines) == _BATCH_LINES or size >= _BATCH_BYTES:
                yield self._rows(lines, objects, numbers)
                lines, objects, numbers, size = [], [], [], 0
        if lines:
            yield self._rows(lines, objects, numbers)
        self._check_keys()

    def _objects(self, file: Any) -> Iterator[tuple[int, bytes, Mapping[str, Value]]]:
        number = 0
        while True:
            try:
                line: bytes = file.readline(LINE_BYTES + 1)
            except READ_ERRORS as error:
                raise self._source.failure(error) from None
            if not line:
                return
            number += 1
            if len(line) > LINE_BYTES:
                self._fail(number, f"is longer than {LINE_BYTES >> 20} MiB")
            if number == 1:
                line = line.removeprefix(b"\xef\xbb\xbf")
            line = line.strip(b" \t\r\n")
            if not line:
                continue
            values, wrong = self._parse(line)
            if values is not None:
                yield number, line, values
            elif self._skip_broken:
                self.skipped += 1
            else:
                self._fail(number, wrong)

    def _parse(self, line: bytes) -> tuple[Mapping[str, Value] | None, str]:
        try:
            line.decode("utf-8")
            values: Mapping[str, Value] = {key: bytes(raw) for key, raw in self._object.decode(line).items()}
        except UnicodeDecodeError:
            return None, "is not UTF-8 text"
        except msgspec.ValidationError:
            return None, "is not a JSON object"
        except RecursionError:
            return None, "is nested too deep"
        except msgspec.DecodeError:
            lenient = _with_lone_surrogates(line)
            if lenient is None:
                return None, "is not valid JSON"
            values = lenient
        if self._writes:
            for name in self._added:
                if name in values:
                    return None, f"already has a key {shown(name)}, which would be written"
        return values, ""

    def _fail(self, number: int, what: str) -> NoReturn:
        remedy = "mend it, or skip broken rows with --on-error skip"
        raise BadInput(f"{self._source.shown}, line {number}, {what}: {remedy}")

    def _rows(self, lines: list[bytes], objects: list[Mapping[str, Value]], numbers: list[int]) -> Rows:
        self._any_row = True
        self._note_keys(objects)
        texts = {name: _column([self._text(values.get(name)) for values in objects]) for name in self._compared}
        written = {name: [self._written(values.get(name)) for values in objects] for name in self._columns}
        table = pa.RecordBatch.from_arrays(
            [pa.array(column, pa.string()) for column in written.values()], schema=self.schema()
        )
        return Rows(table, texts, np.array(numbers, np.int64), lines if self._verbatim else None)

    def _note_keys(self, objects: Sequence[Mapping[str, Value]]) -> None:
        if len(self._keys) < _MOST_COLUMNS:
            for values in objects:
                self._keys.update(dict.fromkeys(values))
        else:  # keys that are data: remember no more of them than the comparison needs
            self._keys.update((name, None) for name in self._compared if any(name in values for values in objects))

    def _text(self, value: Value) -> str | None:
        """The text that is compared: strings, and whole numbers as they are written; all else is no text."""
        if value is None or isinstance(value, str):
            return value
        first = value[:1]
        if first == b'"':
            return self._string.decode(value)
        if first in b"-0123456789" and value.lstrip(b"-").isdigit():
            return "0" if value == b"-0" else value.decode("ascii")
        return None

    def _written(self, value: Value) -> str | None:
        """The text of a table's cell: strings as they are, numbers and all else as their JSON, null as nothing."""
        if value is None or value == b"null":
            return None
        if isinstance(value, str):
            return _SURROGATE.sub("\ufffd", value)  # it has no UTF-8
        return self._string.decode(value) if value[:1] == b'"' else value.decode("utf-8")

    def _all_keys(self) -> tuple[str, ...]:
        if self._source.size is None:
            raise BadInput(f"{self._source.shown} cannot be read twice, as a table needs: write a .jsonl file instead")
        with self._source.reopen() as file:
            for _, _, values in self._objects(file):
                self._keys.update(dict.fromkeys(values))
                self._any_row = True
                if len(self._keys) > _MOST_COLUMNS:
                    raise BadInput(f"{self._source.shown} has over {_MOST_COLUMNS} keys: write a .jsonl file instead")
        self.skipped = 0  # the broken rows are met, and counted, again
        self._check_keys()
        return tuple(self._keys)

    def _check_keys(self) -> None:
        """A compared key that no row has is a slip of the command, not a column of missing values."""
        if not self._any_row:
            return
        absent = [name for name in self._compared if name not in self._keys]
        if not absent:
            return
        text = f"no row of {self._source.shown} has a key {shown(absent[0])}"
        near = nearest(absent[0], self._keys)
        if near is not None:
            raise BadInput(f"{text}: did you mean {shown(near)}? (keys: {listed(tuple(self._keys))})")
        raise BadInput(f"{text}: its keys are {listed(tuple(self._keys))}")


def _column(values: list[str | None]) -> Any:
    try:
        return pa.array(values, pa.string())
    except UnicodeEncodeError:
        return values  # half of a surrogate pair, which Arrow cannot hold: the matcher counts it as invalid


def _with_lone_surrogates(line: bytes) -> Mapping[str, Value] | None:
    """A row whose text holds half of a surrogate pair: valid JSON, invalid text, so it is read and counted as such."""
    if b"\\u" not in line:
        return None
    try:
        values = json.loads(line, parse_constant=_refuse)
    except (ValueError, RecursionError):
        return None
    if not isinstance(values, dict):
        return None
    return {key: _as_value(value) for key, value in values.items()}


def _refuse(name: str) -> NoReturn:
    raise ValueError(name)  # NaN and Infinity are not JSON


def _as_value(value: Any) -> Value:
    if value is None or isinstance(value, str):
        return value
    return json.dumps(value).encode("ascii")
