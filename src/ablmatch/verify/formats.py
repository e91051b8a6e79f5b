"""Which file format a path means, by its extension, and opening it for reading."""

from __future__ import annotations

import gzip
import io
import os
import zlib
from dataclasses import dataclass
from typing import BinaryIO, cast

from ablmatch.verify.errors import BadInput, reason, shown

FORMATS = ("csv", "jsonl", "parquet")
_EXTENSIONS = {".csv": "csv", ".jsonl": "jsonl", ".ndjson": "jsonl", ".parquet": "parquet", ".pq": "parquet"}
STANDARD_INPUT = "-"

# What reading a file, packed or not, can raise.
READ_ERRORS = (OSError, EOFError, zlib.error)


@dataclass(frozen=True, slots=True)
class Format:
    """A format of rows, and whether its bytes are packed with gzip (text formats only: Parquet packs its own pages)."""

    name: str
    packed: bool = False


def format_of(path: str) -> Format:
    """The format that a path's extension names; `-` is CSV.  Raises BadInput for any other extension."""
    if path == STANDARD_INPUT:
        return Format("csv")
    stem, extension = os.path.splitext(path.lower())
    packed = extension == ".gz"
    if packed:
        extension = os.path.splitext(stem)[1]
    name = _EXTENSIONS.get(extension)
    if name is None or (packed and name == "parquet"):
        raise BadInput(
            f"cannot tell the format of {shown(path)} by its name: use .csv, .jsonl, .csv.gz, .jsonl.gz or .parquet"
        )
    return Format(name, packed)


class Source:
    """An open input file: its bytes, how it is called in messages, and how much of it has been read."""

    def __init__(self, path: str, packed: bool) -> None:
        self.path: str | None = None if path == STANDARD_INPUT else path
        self.shown = "standard input" if self.path is None else shown(path)
        self.size: int | None = None
        if self.path is None:
            # Without a buffer: its lock would be held by a read that waits when the run is given up.
            self._raw = cast(BinaryIO, open(0, "rb", buffering=0, closefd=False))  # noqa: SIM115 - never closed
        else:
            self._raw = self._open(self.path)
        self.packed = packed
        self.file: BinaryIO = cast(BinaryIO, gzip.GzipFile(fileobj=self._raw)) if packed else self._raw

    def _open(self, path: str) -> BinaryIO:
        try:
            raw = open(path, "rb")  # noqa: SIM115 - closed by close()
            if not raw.seekable():
                return raw  # a named pipe: read once, size unknown
            self.size = raw.seek(0, io.SEEK_END)
            raw.seek(0)
        except OSError as error:
            raise self.failure(error) from None
        return raw

    def reopen(self) -> BinaryIO:
        """The same bytes from the start, for a second look; only for a file with a path and a size."""
        assert self.path is not None
        try:
            raw = open(self.path, "rb")  # noqa: SIM115 - the caller closes it
        except OSError as error:
            raise self.failure(error) from None
        return cast(BinaryIO, gzip.GzipFile(fileobj=raw)) if self.packed else raw

    def bytes_read(self) -> int | None:
        """Bytes of the file on disk that are behind us, or None where that cannot be known."""
        return None if self.size is None else self._raw.tell()

    def failure(self, error: Exception) -> BadInput:
        """The one line for a read that failed."""
        if isinstance(error, OSError) and not isinstance(error, gzip.BadGzipFile):
            return BadInput(f"cannot read {self.shown}: {reason(error)}")
        return BadInput(f"cannot read {self.shown}: its gzip data is damaged or cut short")

    def close(self) -> None:
        if self.path is not None:
            self._raw.close()
