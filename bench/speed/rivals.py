"""What a user could pick instead, each as one call over two columns."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterator

# Read by polars when it is loaded: all contenders of the tables run on one thread.
os.environ.setdefault("POLARS_MAX_THREADS", "1")

import numpy as np
from alternate import Contender
from pairs_on_disk import Columns, peers

JARO_WINKLER = "rapidfuzz cpdist Jaro-Winkler + default_process"
WRATIO = "rapidfuzz cpdist WRatio + default_process"
HAND_WRITTEN = "hand-written re + rapidfuzz"
KNOWS_THE_KIND = {
    "phone": "phonenumbers is_number_match",
    "email": "email-validator + ratio",
    "person_name": "nameparser + Jaro-Winkler",
    "address": "usaddress, parts weighed",
}
# Measures that walk pair by pair in Python get fewer rows.
SCALAR_ROWS, SLOW_ROWS = 50_000, 3_000


def rapidfuzz_columns(said: list[str], stored: list[str]) -> Iterator[Contender]:
    """RapidFuzz over two lists on one thread: the peers of the targets first."""
    from rapidfuzz import fuzz, process, utils
    from rapidfuzz.distance import OSA, JaroWinkler

    def contender(name: str, scorer: Callable[..., float], processor: Callable[..., str] | None) -> Contender:
        def run() -> np.ndarray:
            return process.cpdist(said, stored, scorer=scorer, processor=processor, workers=1, dtype=np.float32)

        return Contender(name, run, len(said))

    yield contender(JARO_WINKLER, JaroWinkler.normalized_similarity, utils.default_process)
    yield contender(WRATIO, fuzz.WRatio, utils.default_process)
    yield contender("rapidfuzz cpdist Jaro-Winkler, bare", JaroWinkler.normalized_similarity, None)
    yield contender("rapidfuzz cpdist OSA + default_process", OSA.normalized_similarity, utils.default_process)


def engines(columns: Columns) -> Iterator[Contender]:
    """String measures of dataframe and SQL engines over Arrow columns, one thread."""
    import duckdb
    import polars as pl
    import polars_ds as pds
    import pyarrow as pa

    rows = len(columns.said)
    table = pa.table({"said": columns.said, "stored": columns.stored})
    connection = duckdb.connect(config={"threads": "1"})
    connection.register("pairs", table)
    cleaned = "regexp_replace(lower({}), '[^a-z0-9 ]', '', 'g')"
    for name, said, stored in (
        ("DuckDB jaro_winkler_similarity, raw", "said", "stored"),
        ("DuckDB, lower and strip, then the same", cleaned.format("said"), cleaned.format("stored")),
    ):
        query = f"SELECT jaro_winkler_similarity({said}, {stored}) AS score FROM pairs"  # noqa: S608 - no input in it

        def run_duckdb(query: str = query) -> pa.Table:
            return connection.sql(query).to_arrow_table()

        yield Contender(name, run_duckdb, rows)
    frame = pl.from_arrow(table)
    yield Contender("polars-ds str_jw, raw", lambda: frame.select(pds.str_jw("said", pl.col("stored"))), rows)


def scalars(said: list[str], stored: list[str]) -> Iterator[Contender]:
    """Calls from a Python loop, which count as such: one call a pair."""
    import jellyfish
    from rapidfuzz import fuzz
    from rapidfuzz.distance import OSA

    said, stored = said[:SCALAR_ROWS], stored[:SCALAR_ROWS]
    for name, call in (
        ("jellyfish jaro_winkler_similarity, scalar", jellyfish.jaro_winkler_similarity),
        ("rapidfuzz OSA.distance, scalar", OSA.distance),
        ("rapidfuzz WRatio, scalar", fuzz.WRatio),
    ):

        def run(call: Callable[[str, str], float] = call) -> list[float]:
            return [call(one, other) for one, other in zip(said, stored, strict=True)]

        yield Contender(name, run, len(said))


def knowing(kind: str, said: list[str], stored: list[str]) -> Iterator[Contender]:
    """The tools that know the kind, and the hand-written normalizer, from a Python loop."""
    for peer in peers.peers(kind):
        if peer.name not in {HAND_WRITTEN, KNOWS_THE_KIND.get(kind)}:
            continue
        rows = SLOW_ROWS if peer.name != HAND_WRITTEN else 10 * SLOW_ROWS

        def run(measure: peers.Measure = peer.measure, rows: int = rows) -> list[float]:
            return [guarded(measure, one, other) for one, other in zip(said[:rows], stored[:rows], strict=True)]

        yield Contender(peer.name, run, min(rows, len(said)))


def guarded(measure: peers.Measure, said: str, stored: str) -> float:
    """A measure that cannot read a value costs what its failing costs, as it would cost its user."""
    try:
        return measure(said, stored, "US")
    except Exception:  # noqa: BLE001 - whatever it raises: no score
        return 0.0


def searches(said: list[str], stored: list[str]) -> Iterator[Contender]:
    """One said value against all stored ones: the best of them."""
    from rapidfuzz import fuzz, process, utils
    from rapidfuzz.distance import JaroWinkler
    from stringzilla import Strs
    from stringzillas import DeviceScope, LevenshteinDistances

    for name, scorer in (("WRatio", fuzz.WRatio), ("Jaro-Winkler", JaroWinkler.normalized_similarity)):

        def run(scorer: Callable[..., float] = scorer) -> list[object]:
            return [process.extractOne(one, stored, scorer=scorer, processor=utils.default_process) for one in said]

        yield Contender(f"rapidfuzz extractOne {name} + default_process", run, len(said))
    distances, one_core, tape = LevenshteinDistances(), DeviceScope(cpu_cores=1), Strs(stored)
    yield Contender(
        "StringZilla LevenshteinDistances, one to many, raw",
        lambda: [distances(Strs([one]), tape, one_core).argmin() for one in said],
        len(said),
    )
