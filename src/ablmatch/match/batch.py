"""Columns of pairs: scores and results of many pairs at once, on all processors, from lists, arrays and Arrow."""

from __future__ import annotations

import os
from typing import TYPE_CHECKING, Any, Literal, NamedTuple

from ablmatch import _core
from ablmatch.match.columns import rows_of

if TYPE_CHECKING:
    import numpy as np
    import numpy.typing as npt


class ScoredBatch(NamedTuple):
    """What score_batch gives: one row per pair, in order.

    `scores`: int16, 0 to 100 or -1.  `results`: uint8, indices into RESULTS.  `invalid`: how many pairs got -1 because
    one of their values is not valid Unicode (a lone surrogate, or broken UTF-8 in an Arrow column).
    """

    scores: npt.NDArray[np.int16]
    results: npt.NDArray[np.uint8]
    invalid: int


def score_pairs(
    said: Any, stored: Any, kind: str = "text", *, region: str = "US", threads: int | None = None
) -> npt.NDArray[np.int16]:
    """match_score of each pair of two columns of one length: a numpy int16 array of shape (n,).

    A column is a list, tuple or other sequence of str, int and None; a numpy array of objects, text or integers; a
    pandas or polars Series; a pyarrow array; or anything else that hands out Arrow data (`__arrow_c_stream__`,
    `__arrow_c_array__`) of text, integers or dictionaries of them, a table of one column among them.  The two may be of
    different types.  Nulls (None, NaN, NA) and values that are no text score -1.  Arrow data is read in place and is
    several times faster than lists.

    `threads`: how many to use at most; None for all processors that this process may use.  It never changes a score.
    The interpreter's lock is let go of meanwhile, and Ctrl-C is noticed.

    Raises ValueError for an unknown kind or region, for columns of different lengths and for `threads` below 1, and
    TypeError for what is no column of text or integers.

    >>> score_pairs(["555 0142", None], ["555-0142", "555-0142"], "phone").tolist()
    [100, -1]
    """
    said_rows, stored_rows, used_threads = _prepared(said, stored, threads)
    import numpy as np

    scores = np.empty(len(said_rows), np.int16)
    _core.judge_rows(said_rows, stored_rows, kind, region, scores, None, used_threads)
    return scores


def result_pairs(
    said: Any, stored: Any, kind: str = "text", *, region: str = "US", threads: int | None = None
) -> npt.NDArray[np.uint8]:
    """match_result of each pair of two columns, as a numpy uint8 array of indices into RESULTS, of shape (n,).

    Arguments and errors are those of score_pairs.

    >>> [RESULTS[code] for code in result_pairs(["555 0142", None], ["555-0142", "555-0142"], "phone")]
    ['match', 'missing']
    """
    said_rows, stored_rows, used_threads = _prepared(said, stored, threads)
    import numpy as np

    results = np.empty(len(said_rows), np.uint8)
    _core.judge_rows(said_rows, stored_rows, kind, region, None, results, used_threads)
    return results


def score_batch(
    said: Any, stored: Any, kind: str = "text", *, region: str = "US", threads: int | None = None
) -> ScoredBatch:
    """Scores, results and the number of invalid texts in one pass, for summaries; arguments as score_pairs."""
    said_rows, stored_rows, used_threads = _prepared(said, stored, threads)
    import numpy as np

    scores = np.empty(len(said_rows), np.int16)
    results = np.empty(len(said_rows), np.uint8)
    invalid = _core.judge_rows(said_rows, stored_rows, kind, region, scores, results, used_threads)
    return ScoredBatch(scores, results, invalid)


def normalize_column(
    values: Any,
    kind: str,
    *,
    role: Literal["said", "stored"] = "stored",
    region: str = "US",
    threads: int | None = None,
) -> _core.TextColumn:
    """`normalize` of each value of a column, null where it gives None, as Arrow data that any library takes.

    `values`, `region`, `threads` and errors are those of score_pairs; `role` is that of normalize.
    """
    return _core.normalize_rows(rows_of(values, "values"), kind, role, region, thread_count(threads))


def key_column(
    values: Any,
    kind: str,
    *,
    role: Literal["said", "stored"] = "stored",
    region: str = "US",
    threads: int | None = None,
) -> _core.TextColumn:
    """`match_keys` of each value of a column, as Arrow data: a list of texts a row, empty where there are none.

    `values`, `region`, `threads` and errors are those of score_pairs; `role` is that of match_keys.
    """
    return _core.key_rows(rows_of(values, "values"), kind, role, region, thread_count(threads))


def check_terms(
    kind: str, *, role: Literal["said", "stored"] = "stored", region: str = "US", threads: int | None = None
) -> None:
    """Raise what a batch would raise for these terms: where they are given, and not only where they are used."""
    _core.normalize(None, kind, role=role, region=region)
    thread_count(threads)


def _prepared(said: Any, stored: Any, threads: int | None) -> tuple[_core.Rows, _core.Rows, int]:
    return rows_of(said, "said"), rows_of(stored, "stored"), thread_count(threads)


def thread_count(threads: int | None) -> int:
    """How many threads a run may use: as asked, or one for each processor that this process may run on."""
    if threads is None:
        if hasattr(os, "sched_getaffinity"):
            return max(1, len(os.sched_getaffinity(0)))
        return os.cpu_count() or 1
    if isinstance(threads, bool) or not isinstance(threads, int):
        raise TypeError(f"threads must be an int or None, not {type(threads).__name__}")
    if threads < 1:
        raise ValueError(f"threads must be at least 1, not {threads}")
    return min(threads, 1024)
