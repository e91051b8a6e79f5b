"""Parquet in: pages are decoded batch by batch, so a row group may be larger than memory; columns keep their types."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import numpy as np
import pyarrow as pa
import pyarrow.parquet as pq

from ablmatch.verify.columns import Wanted, check_columns
from ablmatch.verify.errors import BadInput, shown
from ablmatch.verify.formats import Source
from ablmatch.verify.rows import BATCH_ROWS, Rows, compared, is_text_type


class ParquetReader:
    """Reads a Parquet file.  A value that is not UTF-8 is invalid text in its field; it does not break its row."""

    unit = "row"

    def __init__(self, source: Source, wanted: Wanted, *, writes: bool) -> None:
        self.skipped = 0
        self.notes: list[str] = []
        self.done = 0
        self._source = source
        self._compared = wanted.compared
        try:
            # pre_buffer would hold whole row groups.
            self._file = pq.ParquetFile(source.file, pre_buffer=False, buffer_size=1 << 20)
        except OSError as error:
            raise source.failure(error) from None
        except (pa.ArrowException, ValueError):
            raise self._damaged() from None
        self._schema = self._file.schema_arrow
        check_columns(source.shown, self._schema.names, wanted, writes=writes)
        self._valued = wanted.of_policy(self._schema.names)
        # Without an output only what is looked at is read.
        self._read = None if writes else list(dict.fromkeys((*self._compared, *self._valued)))
        for name in self._compared:
            kind = self._schema.field(name).type
            if not is_text_type(kind):
                self.notes.append(
                    f"column {shown(name)} holds {kind} values, which are not text: all count as missing; "
                    "cast the column to string to compare it"
                )

    @property
    def columns(self) -> tuple[str, ...]:
        return tuple(self._schema.names)

    @property
    def total(self) -> int | None:
        return int(self._file.metadata.num_rows)

    def schema(self) -> Any:
        return self._schema

    def close(self) -> None:
        self._file.close()
        self._source.close()

    def __iter__(self) -> Iterator[Rows]:
        batches = self._file.iter_batches(batch_size=BATCH_ROWS, columns=self._read, use_threads=False)
        while True:
            try:
                table = next(batches, None)
            except (OSError, pa.ArrowException, ValueError):
                raise self._damaged() from None
            if table is None:
                return
            texts = {name: compared(table.column(name)) for name in self._compared}
            values = {name: table.column(name) for name in self._valued}
            numbers = np.arange(self.done + 1, self.done + 1 + table.num_rows, dtype=np.int64)
            self.done += table.num_rows
            yield Rows(table, texts, numbers, values)

    def _damaged(self) -> BadInput:
        where = f" after row {self.done}" if self.done else ""
        return BadInput(f"{self._source.shown} is damaged{where}, or not a Parquet file")
