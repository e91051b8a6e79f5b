"""One said value against many stored ones: which are the best matches."""

from __future__ import annotations

import contextlib
import mmap
import os
import tempfile
from typing import Any, NamedTuple, Self

from ablmatch import _core
from ablmatch.match.batch import thread_count
from ablmatch.match.columns import rows_of


class Hit(NamedTuple):
    """A stored value that was found: its position in the column, counted from 0, and its score, 0 to 100."""

    position: int
    score: int


class Index:
    """Stored values of one kind, copied and kept ready to be searched.

    `stored` is a column as score_pairs takes it.  Searching gives exactly what match_score of every pair would: the
    index is never another measure.  Nulls keep their position and are never found.  An index cannot be changed; it may
    be searched from several threads at once.  `threads` as for score_pairs: how many read the values.

    Raises ValueError for an unknown kind or region, TypeError for what is no column of text or integers.

    >>> Index(["Ann Reed", "Ben Stone", None], "person_name").search("ben stone")
    [Hit(position=1, score=100)]
    """

    __slots__ = ("_core", "_kind", "_region")

    def __init__(self, stored: Any, kind: str, *, region: str = "US", threads: int | None = None) -> None:
        self._core = _core.IndexCore(rows_of(stored, "stored"), kind, region, thread_count(threads))
        self._kind = kind
        self._region = region

    def save(self, path: str | os.PathLike[str]) -> None:
        """Writes the index to a file that `load` maps, replacing what is there once it is written whole.

        The file holds the stored values as they are, and is readable by its owner alone: protect it as the table that
        they come from.
        """
        target = os.fspath(path)
        folder = os.path.dirname(os.path.abspath(target))
        temporary = None
        try:
            handle, temporary = tempfile.mkstemp(prefix=".ablmatch-", dir=folder)
            with open(handle, "wb") as file:
                self._core.save(file.write)
                file.flush()
                os.fsync(file.fileno())
            os.replace(temporary, target)
        except BaseException as error:
            if temporary is not None:
                with contextlib.suppress(OSError):
                    os.unlink(temporary)
            if isinstance(error, OSError):
                # The caller's name, not that of a file in between.
                error.filename, error.filename2 = target, None
            raise

    @classmethod
    def load(cls, path: str | os.PathLike[str]) -> Self:
        """The index of a file that `save` wrote, searched where it is mapped: processes share its memory.

        The whole file is checked once.  Raises ValueError for one that is damaged, or that another version of ablmatch
        or a machine of the other byte order wrote.  Do not write to a file that is loaded: save replaces it instead.
        """
        with open(path, "rb") as file:
            if os.fstat(file.fileno()).st_size == 0:
                raise ValueError(f"{os.fspath(path)}: the file is empty: give the path of one that Index.save wrote")
            mapped = mmap.mmap(file.fileno(), 0, access=mmap.ACCESS_READ)
        try:
            core = _core.IndexCore(None, "text", "US", 1, mapped)
        except ValueError as error:
            raise ValueError(f"{os.fspath(path)}: {error}") from None
        index = cls.__new__(cls)
        index._core, index._kind, index._region = core, core.kind, core.region  # noqa: SLF001 (an Index, not yet made)
        return index

    def __len__(self) -> int:
        """Number of stored values, missing ones included."""
        return len(self._core)

    def __repr__(self) -> str:
        return f"<Index of {len(self)} values, kind {self._kind!r}, region {self._region!r}>"

    def search(self, said: Any, limit: int = 5, min_score: int = 10, *, threads: int | None = None) -> list[Hit]:
        """At most `limit` hits of at least `min_score` (0 to 100), highest score first, equal scores by position.

        A missing said value finds nothing.  `threads` as for score_pairs; it never changes the hits.
        Raises ValueError for a limit below 1 and a min_score outside 0 to 100.
        """
        return self.search_many([said], limit, min_score, threads=threads)[0]

    def search_many(
        self, said: Any, limit: int = 5, min_score: int = 10, *, threads: int | None = None
    ) -> list[list[Hit]]:
        """`search` of each value of a column (as score_pairs takes it), in order."""
        _check_whole("limit", limit)
        _check_whole("min_score", min_score)
        if limit < 1:
            raise ValueError(f"limit must be at least 1, not {limit}")
        if not 0 <= min_score <= 100:
            raise ValueError(f"min_score must be 0 to 100, not {min_score}")
        most = max(1, min(limit, len(self)))
        found = self._core.search(rows_of(said, "said"), most, min_score, thread_count(threads))
        return [[Hit(position, score) for position, score in hits] for hits in found]


def _check_whole(name: str, value: object) -> None:
    if isinstance(value, bool) or not isinstance(value, int):
        raise TypeError(f"{name} must be an int, not {type(value).__name__}")
