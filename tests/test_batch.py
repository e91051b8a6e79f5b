"""Columns of every type give, row by row, what the scalar calls give."""

import os
import signal
import subprocess
import sys
import textwrap

import numpy as np
import pytest

import ablmatch as abl
from ablmatch.match.batch import score_batch

pytestmark = pytest.mark.native

STORED = [
    "nora.lind@fjordpost.example",
    "Zoë Ångström",
    None,
    "",
    "  ",
    "1234 Maple Grove Ave, Apt 5B, Riverton, OH 44011",
    "555-0142",
    "李小龍",
    "x" * 1024,
    "y" * 1025,
    "{{PII:email:7}}",
    "42",
]
SAID = [
    "nora dot lind at fjordpost dot example",
    "zoe angstrom",
    "anything",
    "anything",
    None,
    "twelve thirty four maple grove avenue",
    "five five five oh one four three",
    "李小龍",
    "x" * 1024,
    "y" * 1025,
    "{{PII:email:7}}",
    "forty two",
]
ROWS = len(STORED)


def expected(said, stored, kind="text", **options):
    return [abl.match_score(one, other, kind, **options) for one, other in zip(said, stored, strict=True)]


def offset_buffers(values):
    """A pyarrow array that begins in the middle of its buffers."""
    import pyarrow as pa

    return pa.array(["before", None, *values, "after"]).slice(2, len(values))


def chunked(values):
    import pyarrow as pa

    parts = [values[:1], [], values[1:5], values[5:6], values[6:]]
    return pa.chunked_array([pa.array(part, pa.string()) for part in parts])


def pyarrow_table(values):
    import pyarrow as pa

    return pa.table({"only": pa.array(values, pa.string())})


def arrow(type_name):
    def make(values):
        import pyarrow as pa

        return pa.array(values, getattr(pa, type_name)())

    return make


def dictionary(values):
    import pyarrow as pa

    return pa.array([*values, None, "unused"]).dictionary_encode().slice(0, len(values))


def record_batch_slice(values):
    import pyarrow as pa

    return pa.record_batch({"only": pa.array(["before", *values])}).slice(1)


class OnlyStream:
    """A producer of which nothing is known but the protocol."""

    def __init__(self, values):
        self.column = chunked(values)

    def __arrow_c_stream__(self, requested_schema=None):
        return self.column.__arrow_c_stream__(requested_schema)


def pandas_series(**options):
    def make(values):
        import pandas as pd

        return pd.Series(values, index=range(len(values), 0, -1), **options)

    return make


def polars_series(values):
    import polars as pl

    return pl.Series(values)


def polars_categorical(values):
    import polars as pl

    return pl.Series(values, dtype=pl.Categorical)


def polars_slices(values):
    import polars as pl

    series = pl.concat([pl.Series(values[:4]), pl.Series(["no", *values[4:]]).slice(1)], rechunk=False)
    assert series.n_chunks() == 2
    return series


class OwnSequence:
    """A sequence of which nothing is known but its length and its elements."""

    def __init__(self, values):
        self.values = values

    def __len__(self):
        return len(self.values)

    def __getitem__(self, place):
        return self.values[place]


def with_gaps(values):
    """Every second element of a wider array."""
    wide = np.empty(2 * len(values), object)
    wide[::2] = values
    wide[1::2] = "between"
    return wide[::2]


def string_dtype(values):
    return np.array([np.nan if value is None else value for value in values], np.dtypes.StringDType(na_object=np.nan))


PYARROW = pytest.mark.needs("pyarrow")
PANDAS = pytest.mark.needs("pandas")
PANDAS_ARROW = pytest.mark.needs("pandas", "pyarrow")
POLARS = pytest.mark.needs("polars")
MAKERS = {
    "list": list,
    "tuple": tuple,
    "sequence": OwnSequence,
    "numpy objects": lambda values: np.array(values, object),
    "numpy objects with gaps": with_gaps,
    "numpy StringDType": string_dtype,
    "pyarrow string": (arrow("string"), PYARROW),
    "pyarrow large_string": (arrow("large_string"), PYARROW),
    "pyarrow string_view": (arrow("string_view"), PYARROW),
    "pyarrow slice": (offset_buffers, PYARROW),
    "pyarrow chunks": (chunked, PYARROW),
    "pyarrow dictionary": (dictionary, PYARROW),
    "pyarrow table": (pyarrow_table, PYARROW),
    "pyarrow record batch slice": (record_batch_slice, PYARROW),
    "stream": (OnlyStream, PYARROW),
    "pandas object": (pandas_series(dtype=object), PANDAS),
    "pandas default": (pandas_series(), PANDAS),
    "pandas category": (pandas_series(dtype="category"), PANDAS),
    "pandas string": (pandas_series(dtype="string"), PANDAS),
    "pandas string[python]": (pandas_series(dtype="string[python]"), PANDAS),
    "pandas string[pyarrow]": (pandas_series(dtype="string[pyarrow]"), PANDAS_ARROW),
    "polars": (polars_series, POLARS),
    "polars categorical": (polars_categorical, POLARS),
    "polars chunks": (polars_slices, POLARS),
}


EVERY_MAKER = [
    pytest.param(maker[0], marks=maker[1], id=name) if isinstance(maker, tuple) else pytest.param(maker, id=name)
    for name, maker in MAKERS.items()
]


@pytest.mark.parametrize("make", EVERY_MAKER)
@pytest.mark.parametrize("kind", [*abl.KINDS, "name"])
def test_a_column_gives_the_scalar_scores(make, kind):
    scores = abl.score_pairs(make(SAID), make(STORED), kind)
    assert scores.dtype == np.int16
    assert scores.shape == (ROWS,)
    assert scores.tolist() == expected(SAID, STORED, kind)


@pytest.mark.parametrize("make", EVERY_MAKER)
def test_the_two_columns_may_be_of_different_types(make):
    assert abl.score_pairs(make(SAID), list(STORED)).tolist() == expected(SAID, STORED)
    assert abl.score_pairs(list(SAID), make(STORED)).tolist() == expected(SAID, STORED)


@pytest.mark.needs("pyarrow", "polars")
def test_chunks_of_the_two_columns_need_not_meet():
    assert abl.score_pairs(chunked(SAID), polars_slices(STORED)).tolist() == expected(SAID, STORED)


@pytest.mark.parametrize("make", EVERY_MAKER)
def test_a_column_without_rows_gives_none(make):
    values = make(["x"])[:0] if make not in {OnlyStream, pyarrow_table, polars_slices, chunked} else []
    assert abl.score_pairs(values, []).tolist() == []


def test_fixed_width_text_of_numpy():
    said = np.array(["Ann", "Bén", ""])
    stored = np.array(["ann", "ben", "x"])
    assert said.dtype.kind == "U"
    assert abl.score_pairs(said, stored).tolist() == expected(said.tolist(), stored.tolist())


@pytest.mark.parametrize("number_type", ["int8", "uint8", "int16", "uint16", "int32", "uint32", "int64", "uint64"])
def test_integers_are_decimal_text(number_type):
    limits = np.iinfo(number_type)
    numbers = [0, 7, 42, int(limits.min), int(limits.max)]
    texts = [str(number) for number in numbers]
    wanted = expected(texts, texts, "exact")
    assert wanted == [100] * 5
    array = np.array(numbers, number_type)
    assert abl.score_pairs(array, texts, "exact").tolist() == wanted
    assert abl.score_pairs(texts, array, "exact").tolist() == wanted
    assert abl.score_pairs(array, array, "exact").tolist() == wanted
    assert abl.score_pairs(list(array), texts, "exact").tolist() == wanted  # numpy's own scalars


@pytest.mark.needs("pyarrow", "polars", "pandas")
@pytest.mark.parametrize("number_type", ["int8", "uint8", "int16", "uint16", "int32", "uint32", "int64", "uint64"])
def test_integers_of_frames_are_decimal_text(number_type):
    import pandas as pd
    import polars as pl
    import pyarrow as pa

    limits = np.iinfo(number_type)
    numbers = [0, None, 42, int(limits.min), int(limits.max)]
    texts = [None if number is None else str(number) for number in numbers]
    column = pa.array(numbers, getattr(pa, number_type)())
    pandas_type = number_type.replace("i", "I").replace("u", "U")
    for made in (column, pl.Series(column), pd.Series(numbers, dtype=pandas_type)):
        assert abl.score_pairs(made, texts, "exact").tolist() == [100, -1, 100, 100, 100]
        assert abl.score_pairs(made, made, "exact").tolist() == [100, -1, 100, 100, 100]
    assert abl.score_pairs(column.dictionary_encode(), texts, "exact").tolist() == [100, -1, 100, 100, 100]


def test_integers_of_any_size_in_a_list():
    numbers = [2**63, -(2**63), 2**64, 10**1023, 10**1024, 10**5000]
    texts = ["9" if abs(number) >= 10**1024 else str(number) for number in numbers]
    assert abl.score_pairs(numbers, texts, "exact").tolist() == [100, 100, 100, 100, -1, -1]


@pytest.mark.needs("pyarrow")
def test_columns_of_nulls_only():
    import pyarrow as pa

    stored = ["a", "b"]
    for column in ([None, None], pa.nulls(2), pa.array([None, None], pa.string()), np.array([np.nan, np.nan])):
        assert abl.score_pairs(column, stored).tolist() == [-1, -1]
        assert abl.score_pairs(stored, column).tolist() == [-1, -1]


@pytest.mark.needs("pandas")
def test_every_null_of_pandas_is_missing():
    import pandas as pd

    said = pd.Series(["a", None, float("nan"), pd.NA, pd.NaT], dtype=object)
    assert abl.score_pairs(said, ["a"] * 5).tolist() == [100, -1, -1, -1, -1]
    assert abl.score_pairs(pd.Series([float("nan")] * 5), ["a"] * 5).tolist() == [-1] * 5
    assert abl.score_pairs(pd.Series([1, None, 3, 4, 5], dtype="Int64"), ["1"] * 5, "exact").tolist()[:2] == [100, -1]


def test_a_masked_array_hides_its_masked_values():
    said = np.ma.MaskedArray(np.array(["a", "b"], object), mask=[False, True])
    assert abl.score_pairs(said, ["a", "b"]).tolist() == [100, -1]


def test_values_that_are_no_text_are_missing():
    values = [True, 1.5, b"bytes", ["list"], {"k": 1}, object(), np.float64(2), np.bool_(True)]
    assert abl.score_pairs(values, ["x"] * len(values)).tolist() == [-1] * len(values)


# --- results, invalid text, threads -------------------------------------------------------------------------------


@pytest.mark.parametrize("kind", abl.KINDS)
def test_results_are_codes_of_the_scalar_results(kind):
    results = abl.result_pairs(SAID, STORED, kind)
    assert results.dtype == np.uint8
    words = [abl.RESULTS[code] for code in results]
    assert words == [abl.match_result(one, other, kind) for one, other in zip(SAID, STORED, strict=True)]


def test_text_of_any_script_in_a_list_is_what_it_is_in_arrow():
    pyarrow = pytest.importorskip("pyarrow")
    edges = "\x7f\x80\xff\u0100\u07ff\u0800\ud7ff\ue000\uffff\U00010000\U0010ffff"
    texts = [f"{around}{one}{around}" for one in edges for around in ("", "a", "é", "Ω", "李", "x" * 40, "x" * 300)]
    assert (abl.score_pairs(texts, pyarrow.array(texts), "exact", threads=1) == 100).all()


def test_invalid_text_is_missing_and_counted():
    said = ["ok", "\ud800", "a\udfffb", "ok"]
    stored = ["ok", "ok", "ok", "\ud800"]
    batch = score_batch(said, stored)
    assert batch.scores.tolist() == [100, -1, -1, -1]
    assert [abl.RESULTS[code] for code in batch.results] == ["match", "missing", "missing", "missing"]
    assert batch.invalid == 3


@pytest.mark.needs("pyarrow")
def test_broken_utf8_in_an_arrow_column_is_missing_and_counted():
    import pyarrow as pa

    def text_of(values):
        raw = pa.array(values, pa.binary())
        return pa.StringArray.from_buffers(len(raw), *raw.buffers()[1:])

    said = text_of([b"ok", b"\xff", b"caf\xc3", b"\xed\xa0\x80", b"\xc0\x80", b"ok"])
    batch = score_batch(said, ["ok"] * 6)
    assert batch.scores.tolist() == [100, -1, -1, -1, -1, 100]
    assert batch.invalid == 4


@pytest.mark.needs("pyarrow")
def test_malformed_arrow_data_is_invalid_text_not_a_crash():
    import pyarrow as pa

    # pyarrow checks what it builds, so each array is built of good numbers, which are spoilt afterwards.
    def spoilt(data_type, good, bad, text):
        numbers = np.array(good)
        column = pa.Array.from_buffers(
            data_type, len(bad) - (data_type != pa.string_view()), [None, pa.py_buffer(numbers), pa.py_buffer(text)]
        )
        numbers[:] = bad
        return column

    def views(*places):
        rows = [(size, int.from_bytes(b"vvvv", "little"), pool, at) for size, pool, at in places]
        return np.array(rows, np.int32)

    good_views = views(*[(20, 0, 0)] * 6)
    bad_views = views((20, 1, 0), (20, -1, 0), (20, 0, 90), (20, 0, -1), (-3, 0, 0), (20, 0, 2))
    backwards = spoilt(pa.string(), np.int32([0, 2, 3, 4]), np.int32([0, 2, 1, 4]), b"okok")
    negative = spoilt(pa.large_string(), np.int64([0, 2, 4]), np.int64([-4, 2, 4]), b"okok")
    outside = spoilt(pa.string_view(), good_views, bad_views, b"v" * 22)
    no_such_index = pa.DictionaryArray.from_arrays(pa.array([0, 5, -1], pa.int32()), pa.array(["ok"]), safe=False)
    for column, stored, scores in (
        (backwards, "ok", [100, -1, 0]),
        (negative, "ok", [-1, 100]),
        (outside, "v" * 20, [-1, -1, -1, -1, -1, 100]),
        (no_such_index, "ok", [100, -1, -1]),
    ):
        batch = score_batch(column, [stored] * len(column), "exact")
        assert batch.scores.tolist() == scores
        assert batch.invalid == scores.count(-1)


def test_the_region_reaches_every_pair():
    said, stored = ["020 7946 0000"] * 3, ["+44 20 7946 0000"] * 3
    assert abl.score_pairs(said, stored, "phone", region="GB").tolist() == expected(said, stored, "phone", region="GB")


@pytest.mark.parametrize("form", ["list", pytest.param("arrow", marks=PYARROW)])
def test_threads_change_nothing(form):
    # Enough rows for several threads and, in lists, for more than one block.
    said, stored = SAID * 6000, STORED * 6000
    if form == "arrow":
        import pyarrow as pa

        said, stored = pa.array(said), pa.array(stored)
    one = score_batch(said, stored, "text", threads=1)
    assert one.scores[:ROWS].tolist() == expected(SAID, STORED)
    for threads in (2, 5, None):
        other = score_batch(said, stored, "text", threads=threads)
        assert np.array_equal(one.scores, other.scores)
        assert np.array_equal(one.results, other.results)
        assert one.invalid == other.invalid


def test_columns_may_be_read_from_several_python_threads_at_once():
    from concurrent.futures import ThreadPoolExecutor

    wanted = expected(SAID, STORED) * 500
    with ThreadPoolExecutor(4) as pool:
        runs = [pool.submit(abl.score_pairs, SAID * 500, STORED * 500, threads=2) for _ in range(8)]
        scalars = [pool.submit(expected, SAID, STORED) for _ in range(8)]
        assert all(run.result().tolist() == wanted for run in runs)
        assert all(run.result() == wanted[:ROWS] for run in scalars)


# --- errors ---------------------------------------------------------------------------------------------------------


def test_columns_of_different_lengths_are_refused_with_both_lengths():
    with pytest.raises(ValueError, match=r"said has 2 rows, stored has 3"):
        abl.score_pairs(["a", "b"], ["a", "b", "c"])


@pytest.mark.parametrize(
    ("column", "words"),
    [
        ("text", "said is one str"),
        (b"bytes", "said is one bytes"),
        (None, "said is one NoneType"),
        ({"a": 1}, "said is one dict"),
        ({"a"}, "said is one set"),
        (7, "said is a int"),
        ((value for value in "ab"), "said is a generator"),
        (np.array([1.5, 2.5]), "said holds float64 values"),
        (np.array([True, False]), "said holds bool values"),
        (np.array([b"a", b"b"]), "said holds |S1 values"),
        (np.array(["2024-01-01"], "datetime64[D]"), "said holds datetime64[D] values"),
        (np.array([["a"], ["b"]]), "said is an array of 2 dimensions"),
        (np.array("a"), "said is an array of 0 dimensions"),
    ],
)
def test_what_is_no_column_is_refused_by_its_type(column, words):
    with pytest.raises(TypeError) as caught:
        abl.score_pairs(column, ["a", "b"])
    assert words in str(caught.value)


@pytest.mark.needs("pyarrow", "polars", "pandas")
def test_frames_that_are_no_column_are_refused_by_their_type():
    import pandas as pd
    import polars as pl
    import pyarrow as pa

    two = {"one": ["a"], "other": ["b"]}
    for column, words in (
        (pa.array([1.5]), "stored holds double values"),
        (pa.array([True]), "stored holds bool values"),
        (pa.array([b"a"]), "stored holds binary values"),
        (pa.array([["a"]]), "stored holds list values"),
        (pa.array([{"k": "a", "l": "b"}]), "stored is a table of 2 columns"),
        (pa.table(two), "stored is a table of 2 columns"),
        (pl.DataFrame(two), "stored is a table of 2 columns"),
        (pd.DataFrame(two), "stored is a table of 2 columns"),
        (pl.Series([1.5]), "stored holds double values"),
        (pd.Series([1.5]), "stored holds float64 values"),
        (pd.Series([True]), "stored holds bool values"),
        (pd.Series(pd.to_datetime(["2024-01-01"])), "stored holds datetime64["),
    ):
        with pytest.raises(TypeError) as caught:
            abl.score_pairs(["a"], column)
        assert words in str(caught.value)


@pytest.mark.needs("pyarrow")
def test_a_stream_that_fails_says_why_and_one_that_was_read_says_so():
    import pyarrow as pa

    def failing():
        yield pa.record_batch({"only": ["a"]})
        raise RuntimeError("the disk is gone")

    schema = pa.schema([("only", pa.string())])
    with pytest.raises(TypeError, match=r"said could not be read: .*the disk is gone"):
        abl.score_pairs(pa.RecordBatchReader.from_batches(schema, failing()), ["a"])

    class Once:
        capsule = pa.chunked_array([["a"]]).__arrow_c_stream__()

        def __arrow_c_stream__(self, requested_schema=None):
            return self.capsule

    assert abl.score_pairs(Once(), ["a"]).tolist() == [100]
    with pytest.raises(TypeError, match="said was already consumed"):
        abl.score_pairs(Once(), ["a"])


def test_bad_options_are_refused():
    with pytest.raises(ValueError, match="did you mean `email`"):
        abl.score_pairs(["a"], ["a"], "emial")
    with pytest.raises(ValueError, match="unknown region `XX`"):
        abl.score_pairs(["a"], ["a"], "phone", region="XX")
    with pytest.raises(ValueError, match="unknown kind"):
        abl.score_pairs([], [], "nothing")
    with pytest.raises(ValueError, match="threads must be at least 1, not 0"):
        abl.score_pairs(["a"], ["a"], threads=0)
    with pytest.raises(TypeError, match="threads must be an int or None, not str"):
        abl.score_pairs(["a"], ["a"], threads="2")


def test_an_error_while_a_column_is_read_comes_through():
    class Broken(OwnSequence):
        def __getitem__(self, place):
            raise LookupError("no such page")

    with pytest.raises(LookupError, match="no such page"):
        abl.score_pairs(Broken(["a"]), ["a"])


def test_a_column_that_shrinks_while_it_is_read_is_noticed():
    import numbers

    class Emptying:
        """An integer by registration, which is converted by its own code: that may do anything."""

        def __int__(self):
            values.clear()
            return 7

    numbers.Integral.register(Emptying)
    values = ["a", Emptying(), "b", "c"]
    with pytest.raises(RuntimeError, match="changed its size"):
        abl.score_pairs(values, ["a"] * 4)


# --- memory and signals ---------------------------------------------------------------------------------------------


def test_objects_are_not_kept():
    text = "A NAME MADE HERE".lower()
    held = [text] * 10
    before = sys.getrefcount(text)
    for _ in range(20):
        abl.score_pairs(held, held)
        abl.score_pairs(tuple(held), np.array(held, object))
        with pytest.raises(ValueError, match="rows"):
            abl.score_pairs(held, held[:5])
    assert sys.getrefcount(text) == before


@pytest.mark.needs("pyarrow")
@pytest.mark.skipif(not os.path.exists("/proc/self/statm"), reason="reads /proc")
def test_repeated_calls_take_no_more_memory():
    # In a process of its own: what other tests left in the allocator would grow and shrink by itself.
    code = textwrap.dedent("""
        import os, tracemalloc
        import numpy as np, pyarrow as pa
        import ablmatch as abl

        def resident():
            with open("/proc/self/statm", encoding="ascii") as file:
                return int(file.read().split()[1]) * os.sysconf("SC_PAGE_SIZE")

        values = ["Zo\u00eb", None, "555-0142", "x" * 1024, "\u674e\u5c0f\u9f8d", 7] * 4000
        texts = [None if value is None else str(value) for value in values]
        chunks = pa.chunked_array([texts[:100], texts[100:]])
        forms = [(values, values), (pa.array(texts), pa.array(texts)), (chunks, np.array(values, object))]

        def once():
            for said, stored in forms:
                abl.score_pairs(said, stored, "exact", threads=2)
            abl.Index(values[:200], "exact").search_many(values[:20])

        for _ in range(30):  # the allocator settles, and a quarantine of a sanitizer fills
            once()
        used, arrow_used = resident(), pa.total_allocated_bytes()
        for _ in range(30):
            once()
        print(resident() - used < 8 * 1024 * 1024, pa.total_allocated_bytes() - arrow_used)
        tracemalloc.start()
        once()
        traced = tracemalloc.get_traced_memory()[0]
        for _ in range(5):
            once()
        print(tracemalloc.get_traced_memory()[0] - traced < 16 * 1024)
    """)
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, timeout=120, check=False)
    assert done.stdout.split() == ["True", "0", "True"], done.stderr


@pytest.mark.needs("pyarrow")
@pytest.mark.skipif(not hasattr(signal, "setitimer"), reason="needs a timer signal")
@pytest.mark.parametrize("threads", [1, 2])
@pytest.mark.parametrize("form", ["list", "array", "arrow"])
def test_ctrl_c_ends_a_run_at_once(form, threads):
    # In a process of its own: a signal must not meet the test runner. Pairs that take long, ten million of them.
    code = textwrap.dedent(f"""
        import os, signal, threading, time
        import numpy as np, pyarrow as pa
        import ablmatch as abl
        stored = ["1234 Maple Grove Ave, Apt 5B, Riverton, OH 44011 " + str(k % 1000) for k in range(1000)]
        said = ["\u00e9 twelve thirty four maple grove avenue apartment five b riverton ohio " + str(k) for k in range(1000)]
        make = dict(
            list=lambda values: values * 10_000,
            array=lambda values: np.array(values * 10_000, object),
            arrow=lambda values: pa.chunked_array([pa.array(values)] * 10_000),
        )[{form!r}]
        said, stored = make(said), make(stored)
        sent = []
        def interrupt():
            time.sleep(0.5)
            sent.append(time.monotonic())
            os.kill(os.getpid(), signal.SIGINT)
        threading.Thread(target=interrupt).start()
        try:
            abl.score_pairs(said, stored, "address", threads={threads})
        except KeyboardInterrupt:
            took = time.monotonic() - sent[0]
            # The whole run takes a minute. Half a second is what is promised; a busy machine may take longer.
            print("interrupted", took < 10 or took)
        print(abl.score_pairs(said[:3], said[:3], "exact").tolist())
    """)
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, timeout=120, check=False)
    assert done.stdout.split("\n")[:2] == ["interrupted True", "[100, 100, 100]"], done.stderr
