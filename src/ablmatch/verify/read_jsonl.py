"""JSON Lines in: as rows that stay as they were written, or as a table of text columns for the other formats."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any

import msgspec
import numpy as np
import pyarrow as pa

from ablmatch.verify.columns import Wanted, check_collisions
from ablmatch.verify.errors import BadInput, listed, nearest, shown
from ablmatch.verify.formats import Source
from ablmatch.verify.json_lines import (
    Value,
    cell_text,
    compared_text,
    decoded,
    is_utf8,
    numbered_lines,
    parse_object,
)
from ablmatch.verify.rows import Rows

_BATCH_BYTES = 8 << 20
_BATCH_LINES = 8_192
# Where keys are data (an id as a key), a table has no sensible columns.
_MOST_COLUMNS = 10_000
# Rows whose keys are looked at for a message about a key that no row has.
_ROWS_OF_KEYS = 100

# The texts of the compared keys of one row, in the order of compared_columns.
Texts = tuple[str | None, ...]


class _JsonReader:
    """What both readers share: the source, broken lines, and batches of columns made from texts of rows."""

    unit = "line"

    def __init__(self, source: Source, wanted: Wanted, *, skip_broken: bool) -> None:
        self.skipped = 0
        self.notes: list[str] = []
        self._source = source
        self._skip_broken = skip_broken
        self._compared = wanted.compared

    @property
    def total(self) -> int | None:
        return self._source.size

    @property
    def done(self) -> int:
        return self._source.bytes_read() or 0

    def close(self) -> None:
        self._source.close()

    def _broken(self, number: int, what: str) -> None:
        """Count a broken line, or stop at it."""
        if not self._skip_broken:
            remedy = "mend it, or skip broken rows with --on-error skip"
            raise BadInput(f"{self._source.shown}, line {number}, {what}: {remedy}")
        self.skipped += 1

    def _columns_of(self, texts: Sequence[Texts]) -> dict[str, Any]:
        columns = zip(*texts, strict=True)
        return {name: _column(column) for name, column in zip(self._compared, columns, strict=True)}

    def _check_keys(self, absent: Sequence[str], keys: Sequence[str]) -> None:
        """A compared key that no row has is a slip of the command, not a column of missing values."""
        if not absent:
            return
        text = f"no row of {self._source.shown} has a key {shown(absent[0])}"
        near = nearest(absent[0], keys)
        if near is not None:
            raise BadInput(f"{text}: did you mean {shown(near)}? (keys: {listed(keys)})")
        raise BadInput(f"{text}: its keys are {listed(keys)}")


class JsonLinesReader(_JsonReader):
    """Rows handed on as they were written, numbers and nesting untouched.  A key that a row lacks is missing."""

    def __init__(self, source: Source, wanted: Wanted, *, skip_broken: bool, writes: bool) -> None:
        super().__init__(source, wanted, skip_broken=skip_broken)
        self._writes = writes
        if writes:
            check_collisions(source.shown, self._compared, wanted)
        self._valued = wanted.policy or ()
        # Only these keys are decoded; of all others the decoder checks the JSON.
        keys = tuple(dict.fromkeys((*self._compared, *wanted.added, *self._valued)))
        self._row = msgspec.json.Decoder(
            msgspec.defstruct(
                "Row",
                [(f"key_{place}", Any, msgspec.UNSET) for place in range(len(keys))],
                rename={f"key_{place}": key for place, key in enumerate(keys)},
            )
        )
        self._keys = keys
        self._added = range(len(self._compared), len(self._compared) + len(wanted.added))
        self._none_added = (msgspec.UNSET,) * len(self._added)
        self._places = tuple(keys.index(name) for name in self._valued)
        self._never_seen = set(self._compared)
        self._seen: set[str] = set()
        self._first: list[bytes] = []

    @property
    def columns(self) -> tuple[str, ...]:
        objects = [values for line in self._first if not isinstance(values := parse_object(line), str)]
        return tuple(dict.fromkeys([*(key for values in objects for key in values), *sorted(self._seen)]))

    def schema(self) -> Any:
        return pa.schema([])

    def __iter__(self) -> Iterator[Rows]:
        lines: list[bytes] = []
        texts: list[Texts] = []
        numbers: list[int] = []
        values: list[tuple[Any, ...]] = []
        size = 0
        count = len(self._compared)
        for number, line in numbered_lines(self._source, self._source.file):
            row = self._row_of(number, line)
            if row is None:
                continue
            lines.append(line)
            texts.append(tuple([value if type(value) is str else _number_text(value) for value in row[:count]]))
            if self._places:
                values.append(tuple([row[place] for place in self._places]))
            numbers.append(number)
            size += len(line)
            if len(lines) == _BATCH_LINES or size >= _BATCH_BYTES:
                yield self._rows(lines, texts, numbers, values)
                lines, texts, numbers, values, size = [], [], [], [], 0
        if lines:
            yield self._rows(lines, texts, numbers, values)
        if self._first and self._never_seen:
            self._check_keys([name for name in self._compared if name in self._never_seen], self.columns)

    def _rows(self, lines: list[bytes], texts: list[Texts], numbers: list[int], values: list[tuple[Any, ...]]) -> Rows:
        self._first = self._first or lines[:_ROWS_OF_KEYS]
        nothing = pa.RecordBatch.from_arrays([], schema=self.schema())
        columns = {name: list(column) for name, column in zip(self._valued, zip(*values, strict=True), strict=False)}
        self._seen.update(name for name, column in columns.items() if any(one is not msgspec.UNSET for one in column))
        return Rows(nothing, self._columns_of(texts), np.array(numbers, np.int64), columns, lines)

    def _row_of(self, number: int, line: bytes) -> tuple[Any, ...] | None:
        """The values of a line at `_keys`; None for a line that is left out."""
        try:
            row = msgspec.structs.astuple(self._row.decode(line)) if is_utf8(line) else None
        except (msgspec.MsgspecError, RecursionError):
            row = None
        if row is None:
            # Rare, so the line is read again by the reader that can say what is wrong, or that it is sound after all.
            values = parse_object(line)
            if isinstance(values, str):
                self._broken(number, values)
                return None
            row = tuple(decoded(values[key]) if key in values else msgspec.UNSET for key in self._keys)
        added = slice(self._added.start, self._added.stop)
        if self._writes and row[added] != self._none_added:
            taken = next(
                key for key, value in zip(self._keys[added], row[added], strict=True) if value is not msgspec.UNSET
            )
            self._broken(number, f"already has a key {shown(taken)}, which would be written")
            return None
        if self._never_seen:
            self._never_seen -= {key for key, value in zip(self._keys, row, strict=True) if value is not msgspec.UNSET}
        return row


class JsonTableReader(_JsonReader):
    """Rows as a table of text columns, which must all be known before the first row: the file is read twice."""

    def __init__(self, source: Source, wanted: Wanted, *, skip_broken: bool) -> None:
        super().__init__(source, wanted, skip_broken=skip_broken)
        self.columns = self._all_keys()
        check_collisions(source.shown, self.columns, wanted)
        self._valued = wanted.of_policy(self.columns)

    def schema(self) -> Any:
        return pa.schema([(name, pa.string()) for name in self.columns])

    def __iter__(self) -> Iterator[Rows]:
        objects: list[dict[str, Value]] = []
        numbers: list[int] = []
        size = 0
        for number, line in numbered_lines(self._source, self._source.file):
            values = parse_object(line)
            if isinstance(values, str):
                self._broken(number, values)
                continue
            objects.append(dict(values))
            numbers.append(number)
            size += len(line)
            if len(objects) == _BATCH_LINES or size >= _BATCH_BYTES:
                yield self._rows(objects, numbers)
                objects, numbers, size = [], [], 0
        if objects:
            yield self._rows(objects, numbers)

    def _rows(self, objects: list[dict[str, Value]], numbers: list[int]) -> Rows:
        texts = [tuple([compared_text(values.get(name)) for name in self._compared]) for values in objects]
        cells = [pa.array([cell_text(values.get(name)) for values in objects], pa.string()) for name in self.columns]
        table = pa.RecordBatch.from_arrays(cells, schema=self.schema())
        columns = {
            name: [decoded(values[name]) if name in values else msgspec.UNSET for values in objects]
            for name in self._valued
        }
        return Rows(table, self._columns_of(texts), np.array(numbers, np.int64), columns)

    def _all_keys(self) -> tuple[str, ...]:
        if self._source.size is None:
            raise BadInput(f"{self._source.shown} cannot be read twice, as a table needs: write a .jsonl file instead")
        keys: dict[str, None] = {}
        some = False
        with self._source.reopen() as file:
            for number, line in numbered_lines(self._source, file):
                values = parse_object(line)
                if isinstance(values, str):
                    self._broken(number, values)
                    continue
                some = True
                keys.update(dict.fromkeys(values))
                if len(keys) > _MOST_COLUMNS:
                    raise BadInput(f"{self._source.shown} has over {_MOST_COLUMNS} keys: write a .jsonl file instead")
        self.skipped = 0  # the broken rows are met, and counted, again
        if some:
            self._check_keys([name for name in self._compared if name not in keys], tuple(keys))
        return tuple(keys)


def _number_text(value: Any) -> str | None:
    return str(value) if type(value) is int else None


def _column(values: Sequence[str | None]) -> Any:
    try:
        return pa.array(values, pa.string())
    except UnicodeEncodeError:
        return list(values)  # half of a surrogate pair, which Arrow cannot hold: the matcher counts it as invalid
