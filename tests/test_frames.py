"""The matcher inside dataframe engines gives, row by row, what the scalar calls give, and says what is wrong."""

import random
import subprocess
import sys
from concurrent.futures import ThreadPoolExecutor
from functools import partial

import pytest

import ablmatch as abl
from test_batch import SAID, STORED
from test_cases import pairs_of_kind

pytestmark = pytest.mark.native


def table_of(said, stored):
    import pyarrow as pa

    return pa.table({"said": pa.array(said, pa.string()), "stored": pa.array(stored, pa.string())})


def texts(column):
    return [None if value is None else str(value) for value in column]


# --- engines: each judges two columns of a pyarrow table and reads the answers back -----------------------------------


def polars_frame(table):
    import polars as pl

    import ablmatch.verify.frames.polars  # noqa: F401 - adds the namespace

    return pl, pl.from_arrow(table)


def polars_expressions(pl, kind, region):
    said, stored = pl.col("said").ablmatch, pl.col("stored").ablmatch
    return [
        said.score(pl.col("stored"), kind, region=region).alias("score"),
        said.result("stored", kind, region=region).alias("result"),
        stored.normalize(kind, region=region).alias("of_stored"),
        said.normalize(kind, role="said", region=region).alias("of_said"),
        stored.keys(kind, region=region).alias("keys_of_stored"),
        said.keys(kind, role="said", region=region).alias("keys_of_said"),
    ]


def read_polars(frame):
    return [texts(frame[name]) if name == "result" else frame[name].to_list() for name in frame.columns]


def polars_eager(table, kind, region):
    pl, frame = polars_frame(table)
    return read_polars(frame.select(polars_expressions(pl, kind, region)))


def polars_streaming(table, kind, region):
    pl, frame = polars_frame(table)
    return read_polars(frame.lazy().select(polars_expressions(pl, kind, region)).collect(engine="streaming"))


def pandas_series(table, kind, region):
    import ablmatch.verify.frames.pandas  # noqa: F401 - adds the accessor

    frame = table.to_pandas()
    frame.index = range(len(frame), 0, -1)
    said, stored = frame["said"], frame["stored"]
    found = [
        said.ablmatch.score(stored, kind, region=region),
        said.ablmatch.result(stored, kind, region=region),
        stored.ablmatch.normalize(kind, region=region),
        said.ablmatch.normalize(kind, role="said", region=region),
        stored.ablmatch.keys(kind, region=region),
        said.ablmatch.keys(kind, role="said", region=region),
    ]
    assert all(column.index.equals(frame.index) for column in found)
    words = [texts(column.astype(object).where(column.notna(), None)) for column in found[1:4]]
    return [found[0].tolist(), *words, *([list(keys) for keys in column] for column in found[4:])]


def duckdb_connection(implementation, database=":memory:"):
    """A connection with the native functions, which need leave to load an extension, or with those in Python."""
    import duckdb

    from ablmatch.verify.frames import duckdb as frames

    config = {"allow_unsigned_extensions": implementation == "native"}
    connection = frames.register(duckdb.connect(database, config=config))
    assert frames.implementation(connection) == implementation
    return connection


def duckdb_functions(implementation, table, kind, region):
    with duckdb_connection(implementation) as connection:
        connection.register("given", table.append_column("row", [list(range(len(table)))]))
        rows = connection.execute(
            "SELECT match_score(said, stored, $kind, $region), match_result(said, stored, $kind, $region),"
            " match_normalize(stored, $kind, 'stored', $region), match_normalize(said, $kind, 'said', $region),"
            " match_keys(stored, $kind, 'stored', $region), match_keys(said, $kind, 'said', $region)"
            " FROM given ORDER BY row",
            {"kind": kind, "region": region},
        ).fetchall()
    return [list(column) for column in zip(*rows, strict=True)] if rows else [[]] * 6


DUCKDB = ("native", "python")


ENGINES = [
    pytest.param(polars_eager, marks=pytest.mark.needs("polars", "pyarrow")),
    pytest.param(polars_streaming, marks=pytest.mark.needs("polars", "pyarrow")),
    pytest.param(pandas_series, marks=pytest.mark.needs("pandas", "pyarrow")),
    *(
        pytest.param(partial(duckdb_functions, name), marks=pytest.mark.needs("duckdb", "pyarrow"), id=f"duckdb_{name}")
        for name in DUCKDB
    ),
]
every_engine = pytest.mark.parametrize("engine", ENGINES)


def scalar(said, stored, kind, region="US"):
    pairs = list(zip(said, stored, strict=True))
    return [
        [abl.match_score(*pair, kind, region=region) for pair in pairs],
        [abl.match_result(*pair, kind, region=region) for pair in pairs],
        [abl.normalize(value, kind, region=region) for value in stored],
        [abl.normalize(value, kind, role="said", region=region) for value in said],
        [list(abl.match_keys(value, kind, region=region)) for value in stored],
        [list(abl.match_keys(value, kind, role="said", region=region)) for value in said],
    ]


@every_engine
@pytest.mark.parametrize("kind", [*abl.KINDS, "name"])
def test_every_case_has_its_scalar_answers(engine, kind):
    for region, pairs in pairs_of_kind("person_name" if kind == "name" else kind).items():
        said, stored = (texts(column) for column in zip(*pairs, strict=True))
        assert engine(table_of(said, stored), kind, region) == scalar(said, stored, kind, region)


@every_engine
def test_more_rows_than_a_batch_keep_their_order_and_their_nulls(engine):
    said, stored = SAID * 700, STORED * 700
    found = engine(table_of(said, stored), "text", "US")
    assert [len(column) for column in found] == [len(said)] * 6
    assert found == [column * 700 for column in scalar(SAID, STORED, "text")]


@every_engine
def test_no_rows_give_no_answers(engine):
    assert engine(table_of([], []), "phone", "GB") == [[]] * 6


# --- normalize_column: the route that all of them share -----------------------------------------------------------------


@pytest.mark.needs("pyarrow")
@pytest.mark.parametrize("kind", abl.KINDS)
@pytest.mark.parametrize("threads", [1, 3])
def test_columns_are_normalized_whatever_they_are_made_of(kind, threads):
    import pyarrow as pa

    from ablmatch.match.batch import normalize_column

    values = [*SAID, *STORED, "\ud800", 42, True] * 300
    encodable = [value for value in values if value is None or (isinstance(value, str) and value.isprintable())]
    for role in ("said", "stored"):
        made = normalize_column(values, kind, role=role, threads=threads)
        wanted = [abl.normalize(value, kind, role=role) for value in values]
        assert len(made) == len(values)
        assert pa.array(made).to_pylist() == wanted
        assert pa.array(made).to_pylist() == wanted  # it may be taken again
        column = pa.chunked_array([encodable[:1], [], encodable[1:700], encodable[700:]], pa.large_string())
        made = pa.array(normalize_column(column, kind, role=role, threads=threads))
        made.validate(full=True)
        assert made.to_pylist() == [abl.normalize(value, kind, role=role) for value in encodable]


@pytest.mark.needs("pyarrow")
def test_a_column_that_nobody_takes_is_released():
    import pyarrow as pa

    from ablmatch.match.batch import normalize_column

    made = normalize_column(["a", None], "text")
    made.__arrow_c_array__()
    assert pa.array(made).to_pylist() == ["a", None]
    with pytest.raises(ValueError, match="unknown role `heard`"):
        normalize_column(["a"], "text", role="heard")
    with pytest.raises(TypeError, match="values is one str, not a column"):
        normalize_column("a", "text")


# --- Polars -------------------------------------------------------------------------------------------------------------


@pytest.mark.needs("polars", "pyarrow")
def test_polars_columns_of_every_make():
    pl, frame = polars_frame(table_of(["ann", None, "bob"], ["Ann", "x", "eve"]))
    chunks = pl.concat([frame[:1], frame[1:]], rechunk=False)
    assert chunks["said"].n_chunks() == 2
    for made in (
        chunks,
        pl.concat([frame, frame])[3:],
        frame.cast(pl.Categorical),
        frame.cast(pl.Enum(["ann", "bob", "eve", "Ann", "x"])),
    ):
        assert made.select(pl.col("said").ablmatch.score("stored")).to_series().to_list() == [100, -1, 0]
    numbers = pl.DataFrame({"said": [12, None], "stored": [12, 13]})
    assert numbers.select(pl.col("said").ablmatch.score("stored", "digits")).to_series().to_list() == [100, -1]


@pytest.mark.needs("polars", "pyarrow")
@pytest.mark.parametrize("engine", ["in-memory", "streaming"])
def test_polars_compares_one_value_with_every_row(engine):
    pl, frame = polars_frame(table_of(["ann", None, "bob"], ["Ann", "x", "eve"]))
    pairs = (
        (pl.col("said").ablmatch.result(pl.lit("bob")), ["mismatch", "missing", "match"]),
        (pl.lit("EVE").ablmatch.result(pl.col("stored")), ["mismatch", "mismatch", "match"]),
    )
    for expression, wanted in pairs:
        found = frame.lazy().select(expression.alias("found")).collect(engine=engine)
        assert texts(found["found"]) == wanted
        assert frame.lazy().filter(False).select(expression).collect(engine=engine).height == 0


@pytest.mark.needs("polars", "pyarrow")
def test_polars_plans_know_names_and_types():
    pl, frame = polars_frame(table_of(["ann"], ["Ann"]))
    said = pl.col("said").ablmatch
    plan = frame.lazy().select(
        said.score("stored"),
        said.result("stored").alias("result"),
        said.normalize("text").alias("normal"),
        said.keys("text").alias("keys"),
    )
    words = pl.Enum(abl.RESULTS)
    assert dict(plan.collect_schema()) == {
        "said": pl.Int16,
        "result": words,
        "normal": pl.String,
        "keys": pl.List(pl.String),
    }
    assert plan.collect().schema == plan.collect_schema()
    assert frame.filter(said.result("stored") == "match").height == 1
    grouped = frame.group_by("stored").agg(said.score("stored").max().alias("best"))
    assert grouped["best"].to_list() == [100]


@pytest.mark.needs("polars", "pyarrow")
def test_polars_says_what_is_wrong():
    pl, frame = polars_frame(table_of(["1"], ["1"]))
    said = pl.col("said").ablmatch
    with pytest.raises(ValueError, match="unknown kind `emial`: did you mean `email`"):
        said.score("stored", "emial")
    with pytest.raises(ValueError, match="unknown region `Utopia`"):
        said.normalize("phone", region="Utopia")
    with pytest.raises(ValueError, match="unknown role `heard`"):
        said.normalize("phone", role="heard")
    with pytest.raises(ValueError, match="threads must be at least 1"):
        said.result("stored", threads=0)
    with pytest.raises(TypeError, match="stored must be an expression or a column's name, not list"):
        said.score(["1"])
    with pytest.raises(TypeError, match="said holds double values, not text or integers: cast it to text"):
        frame.select(pl.lit(1.5).ablmatch.score("stored"))
    with pytest.raises(TypeError, match="stored holds large_list values, not text or integers"):
        frame.select(said.score(pl.concat_list("said")))


# --- pandas -------------------------------------------------------------------------------------------------------------


@pytest.mark.needs("pandas", "pyarrow")
def test_pandas_series_of_every_make():
    import pandas as pd
    import pyarrow as pa

    import ablmatch.verify.frames.pandas  # noqa: F401

    said, stored = ["ann", None, "bob"], ["Ann", "x", "eve"]
    for dtype in (object, "str", "string", "category", pd.ArrowDtype(pa.string())):
        one, other = pd.Series(said, dtype=dtype), pd.Series(stored, dtype=dtype)
        assert one.ablmatch.score(other).tolist() == [100, -1, 0]
        assert one.ablmatch.score(stored).tolist() == [100, -1, 0]
        assert one[1:].ablmatch.score(other[1:]).tolist() == [-1, 0]
        assert one.ablmatch.normalize("person_name").isna().tolist() == [False, True, False]
    result = pd.Series(said).ablmatch.result(stored)
    assert result.cat.categories.tolist() == list(abl.RESULTS)
    assert (result == "match").tolist() == [True, False, False]
    assert pd.Series([12, 13]).ablmatch.result(["12", "13"], "digits").tolist() == ["match", "match"]


@pytest.mark.needs("pandas", "pyarrow")
def test_pandas_says_what_is_wrong():
    import pandas as pd

    import ablmatch.verify.frames.pandas  # noqa: F401

    said = pd.Series(["a", "b"])
    with pytest.raises(ValueError, match=r"different indexes: align them first \(`stored.reindex\(said.index\)`\)"):
        said.ablmatch.score(said[::-1])
    assert said.ablmatch.score(said[::-1].array).tolist() == [0, 0]
    with pytest.raises(ValueError, match="said has 2 rows, stored has 1"):
        said.ablmatch.result(["a"])
    with pytest.raises(TypeError, match="stored is one str, not a column"):
        said.ablmatch.result("a")
    with pytest.raises(TypeError, match="said holds float64 values, not text or integers: cast it to text"):
        pd.Series([1.5, 2.5]).ablmatch.score(said)
    with pytest.raises(ValueError, match="unknown kind `emial`"):
        said.ablmatch.normalize("emial")


# --- DuckDB -------------------------------------------------------------------------------------------------------------


@pytest.fixture(params=DUCKDB)
def duck(request):
    """A connection with the functions, of either implementation."""
    with duckdb_connection(request.param) as connection:
        yield connection


@pytest.fixture
def sql(duck):
    """Rows that a query gives on a connection with the functions."""
    return lambda query, *values: duck.execute(query, values).fetchall()


@pytest.mark.needs("duckdb", "pyarrow")
def test_duckdb_fills_in_kind_region_and_role(sql):
    assert sql("SELECT match_score('ann', 'Ann'), match_result('ann', 'Ann', 'text')") == [(100, "match")]
    assert sql("SELECT match_normalize('020 7946 0018', 'phone', 'stored', 'GB')") == [("+442079460018",)]
    assert sql("SELECT match_normalize('seven', 'digits'), match_normalize('seven', 'digits', 'said')") == [("7", "7")]
    assert sql("SELECT match_score(12, 12::UTINYINT, 'digits')") == [(100,)]
    assert sql("SELECT match_result(NULL, '1'), match_score('1', NULL), match_normalize(NULL, 'text')") == [
        ("missing", -1, None)
    ]


@pytest.mark.needs("duckdb", "pyarrow")
def test_duckdb_takes_kind_and_region_from_columns(sql):
    pairs = "('12', '12', 'digits', 'US'), ('ann', 'anna', 'person_name', 'US'), ('13', '12', 'digits', 'US'),"
    pairs += "(NULL, '1', 'exact', 'US'), ('020 7946 0018', '+442079460018', 'phone', 'GB'),"
    pairs += "('020 7946 0018', '2079460018', 'phone', 'US')"
    values = f"(VALUES {pairs}) AS given(said, stored, kind, region)"
    rows = sql(f"SELECT given.*, match_score(said, stored, kind, region) FROM {values}, range(900)")  # noqa: S608 - our own
    assert len(rows) == 5400
    assert {row[:4]: row[4] for row in rows} == {row[:4]: abl.match_score(*row[:3], region=row[3]) for row in rows}
    assert len({row[4] for row in rows}) > 3
    of_enum = "kind::ENUM('digits', 'person_name')"
    one = sql(f"SELECT match_normalize(said, {of_enum}) FROM {values} WHERE kind IN ('digits', 'person_name')")  # noqa: S608 - our own
    assert one == [("12",), ("ann",), ("13",)]


@pytest.mark.needs("duckdb", "pyarrow")
@pytest.mark.parametrize(
    ("call", "message"),
    [
        ("match_score('1')", "match_score takes 2 to 4 arguments, not 1"),
        ("match_normalize('1')", "match_normalize takes 2 to 4 arguments, not 1"),
        ("match_result('1', '1', 'text', 'US', 5)", "match_result takes 2 to 4 arguments, not 5"),
        ("match_score('1', '1', 'emial')", "unknown kind `emial`: did you mean `email`"),
        ("match_score('1', '1', NULL)", "kind is NULL: give a text"),
        ("match_score('1', '1', 7)", "kind is int32: give a text"),
        ("match_score('1', '1', 'phone', 'Utopia')", "unknown region `Utopia`"),
        ("match_normalize('1', 'phone', 'heard')", "unknown role `heard`"),
        ("match_score('1', '1', 'text', NULL)", "region is NULL: give a text"),
        ("match_score('1', '1', kind) FROM (VALUES ('text'), (NULL)) AS given(kind)", "kind is NULL: give a text"),
        (
            "match_score('1', '1', kind) FROM (VALUES ('text'), ('Names')) AS given(kind)",
            "unknown kind `Names`: did you mean `name`",
        ),
        (
            "match_score('1', '1', 'zzz')",
            "unknown kind `zzz`: kinds: email, phone, digits, address, person_name, text, auto, exact, name",
        ),
        ("match_score(1.5, '1')", "said holds decimal values, not text or integers"),
        ("match_score(true, '1')", "said holds bool values, not text or integers"),
        ("match_score(['1'], '1')", "said holds list values, not text or integers"),
        ("match_score({'a': '1'}, '1')", "said holds struct values, not text or integers"),
        ("match_keys({'a': '1', 'b': '2'}, 'text')", "values holds struct values, not text or integers"),
        ("match_score(now(), '1')", "said holds timestamp values, not text or integers"),
        ("match_score(DATE '2020-02-02', '1')", "said holds date values, not text or integers"),
        ("match_score(1::HUGEINT, '1')", "said holds decimal values, not text or integers"),
        ("match_score('1', 1.5::DOUBLE)", "stored holds double values, not text or integers"),
        ("match_normalize('1'::BLOB, 'text')", "values holds binary values, not text or integers"),
    ],
)
def test_duckdb_says_what_is_wrong(sql, call, message):
    import duckdb

    with pytest.raises(duckdb.Error, match=message):
        sql(f"SELECT {call}")


@pytest.mark.needs("duckdb", "pyarrow")
def test_duckdb_errors_tell_no_value(sql):
    import duckdb

    with pytest.raises(duckdb.Error) as error:
        sql("SELECT match_score('020 7946 0018', '+44 20 7946 0018'::BLOB, 'phone')")
    assert "7946" not in str(error.value).partition("LINE")[0]


# Texts that stand in a vector, that stand elsewhere, that are no ASCII or nothing, and nulls.
TEXTS = [
    "", " ", "a", "anna", "twelve bytes", "thirteen byte", "José Müller", "Ελένη", "zoë", "ann lee ann lee ann lee",
    "9" * 1100, "x\0y", None, "five five five oh one four two", "555-0142", "\U0001f600 \U0001f600 \U0001f600 \U0001f600",
]  # fmt: skip


@pytest.mark.needs("duckdb", "pyarrow")
@pytest.mark.parametrize("rows", [1, 2047, 2048, 2049, 5000])
@pytest.mark.parametrize("threads", [1, 2])
def test_duckdb_chunks_of_texts_of_every_length(duck, rows, threads):
    import pyarrow as pa

    chance = random.Random(rows)
    said, stored = ([chance.choice(TEXTS) for _ in range(rows)] for _ in range(2))
    terms = [(chance.choice(("text", "digits", "person_name")), chance.choice(("US", "GB"))) for _ in range(rows)]
    kinds, regions = zip(*terms, strict=True)
    columns = {"row": range(rows), "said": said, "stored": stored, "kind": kinds, "region": regions}
    table = pa.table({name: list(column) for name, column in columns.items()})
    duck.execute(f"SET threads = {threads}")
    duck.register("given", table)
    found = duck.sql(
        "SELECT match_score(said, stored), match_result(said, stored, 'person_name'), match_normalize(said, 'text', 'said'),"
        " match_keys(stored, kind), match_score(said, stored, kind, region) FROM given ORDER BY row"
    ).fetchall()
    wanted = {}
    for pair in zip(said, stored, kinds, regions, strict=True):
        one, other, kind, region = pair
        if pair not in wanted:
            wanted[pair] = (
                abl.match_score(one, other),
                abl.match_result(one, other, "person_name"),
                abl.normalize(one, "text", role="said"),
                list(abl.match_keys(other, kind)),
                abl.match_score(one, other, kind, region=region),
            )
    assert found == [wanted[pair] for pair in zip(said, stored, kinds, regions, strict=True)]


@pytest.mark.needs("duckdb", "pyarrow")
def test_duckdb_columns_of_every_make(sql):
    columns = (
        "CASE WHEN i % 3 = 0 THEN NULL ELSE i END::{type}",
        "CASE WHEN i % 3 = 0 THEN NULL ELSE ['ann', 'thirteen byte', ''][1 + i % 3] END::ENUM('ann', 'thirteen byte', '')",
        "CASE WHEN i % 3 = 0 THEN NULL ELSE printf('%08x-9c0b-4ef8-8b6d-6bb9bd380a11', i * 40000000) END::UUID",
    )
    for type_ in ("TINYINT", "UTINYINT", "SMALLINT", "USMALLINT", "INTEGER", "UINTEGER", "BIGINT", "UBIGINT"):
        for column in columns if type_ == "TINYINT" else columns[:1]:
            made = column.format(type=type_)
            query = f"SELECT {made}::VARCHAR, match_normalize({made}, 'exact'), match_score({made}, {made}, 'exact') FROM range(100) AS given(i)"  # noqa: S608 - our own
            for text, normal, score in sql(query):
                assert normal == (None if text is None or text == "" else text)
                assert score == (-1 if normal is None else 100)
    limits = "-9223372036854775808, 18446744073709551615::UBIGINT, (-128)::TINYINT, 4294967295::UINTEGER"
    values = ", ".join(f"match_normalize({value}, 'exact')" for value in limits.split(", "))
    assert sql(f"SELECT {values}") == [("-9223372036854775808", "18446744073709551615", "-128", "4294967295")]


@pytest.mark.needs("duckdb", "pyarrow")
def test_duckdb_filters_joins_and_constants(sql):
    sql("CREATE TABLE calls AS SELECT i, ('caller number ' || i)::VARCHAR AS said FROM range(6000) AS given(i)")
    twos = sql("SELECT i FROM calls WHERE i % 5 = 2 AND match_result(said, 'caller number ' || i) = 'match' ORDER BY i")
    assert twos == [(i,) for i in range(2, 6000, 5)]
    found = sql("SELECT i FROM calls WHERE match_score(said, 'caller number 4711', 'exact') = 100")
    assert found == [(4711,)]
    joined = sql(
        "SELECT count(*), min(match_score(one.said, other.said, 'exact')) FROM calls AS one JOIN calls AS other USING (i)"
    )
    assert joined == [(6000, 100)]
    assert sql("SELECT DISTINCT match_score('ann', 'Ann', 'text', 'US') FROM calls") == [(100,)]
    assert sql("SELECT match_score(said, said) FROM calls WHERE false") == []
    kinds = sql(
        "SELECT DISTINCT match_result('five', '5', CASE WHEN i % 1000 = 7 THEN 'digits' ELSE 'exact' END) FROM calls"
    )
    assert sorted(kinds) == [("match",), ("mismatch",)]


@pytest.mark.needs("duckdb", "pyarrow")
def test_duckdb_broken_text_is_nothing_to_judge(duck):
    import pyarrow as pa

    broken = pa.StringArray.from_buffers(
        2, pa.py_buffer(b"\0\0\0\0\2\0\0\0\x16\0\0\0"), pa.py_buffer(b"\xffa" + b"a" * 19 + b"\xff")
    )
    duck.register("given", pa.table({"said": broken}))
    assert (
        duck.sql("SELECT match_score(said, 'a'), match_normalize(said, 'text') FROM given").fetchall()
        == [(-1, None)] * 2
    )


@pytest.mark.needs("duckdb", "pyarrow")
@pytest.mark.parametrize("implementation", DUCKDB)
def test_duckdb_functions_are_those_of_the_database(implementation, tmp_path):
    from ablmatch.verify.frames import duckdb as frames

    path = str(tmp_path / "calls.duckdb")
    query = "SELECT sum(match_score(said, stored, 'person_name')) FROM calls"
    with duckdb_connection(implementation, path) as one:
        assert frames.register(one) is one  # again: nothing changes
        one.execute(
            "CREATE TABLE calls AS SELECT 'ann ' || i AS said, 'Ann Number ' || i AS stored FROM range(10000) AS given(i)"
        )
        (total,) = one.execute(query).fetchone()
        assert total > 0
        with duckdb_connection(implementation, path) as other:
            assert other.execute(query).fetchone() == (total,)
            cursor = frames.register(other.cursor())
            assert cursor.execute(query).fetchone() == (total,)
        assert one.execute(query).fetchone() == (total,)
        with ThreadPoolExecutor(2) as pool:
            assert set(pool.map(lambda _: one.cursor().execute(query).fetchone(), range(4))) == {(total,)}
    with duckdb_connection(implementation, path) as again:
        assert again.execute(query).fetchone() == (total,)


@pytest.mark.needs("duckdb", "pyarrow")
def test_duckdb_functions_know_the_vault_tokens_of_the_process():
    code = (
        "import duckdb, ablmatch as abl; from ablmatch.verify.frames.duckdb import register;"
        "abl.register_token_pattern('tok~*');"
        "made = [register(duckdb.connect(config={'allow_unsigned_extensions': allowed})) for allowed in (True, False)];"
        "abl.register_token_pattern('late~*');"
        "query = \"SELECT match_score(a, a), match_score('fine~1', 'fine~1') FROM (VALUES ('tok~1'), ('late~1')) AS given(a)\";"
        "print([one.execute(query).fetchall() for one in made])"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout.strip() == str([[(-1, 100)] * 2] * 2)


@pytest.mark.needs("duckdb", "pyarrow")
def test_duckdb_without_leave_for_extensions_has_the_functions_in_python():
    import duckdb

    from ablmatch.verify.frames import duckdb as frames

    assert frames.implementation(duckdb.connect()) is None
    # Leave for this one, but not for any file.
    with duckdb.connect(config={"allow_unsigned_extensions": True}) as connection:
        connection.execute("SET enable_external_access = false")
        assert frames.implementation(frames.register(connection)) in DUCKDB
        assert connection.execute("SELECT match_score('ann', 'Ann')").fetchall() == [(100,)]


# --- nothing is loaded before it is used ----------------------------------------------------------------------------------


def test_no_engine_is_loaded_before_its_module():
    code = (
        "import sys, ablmatch, ablmatch.verify.frames;"
        "print([name for name in ('polars', 'pandas', 'duckdb', 'pyspark', 'pyarrow', 'numpy') if name in sys.modules])"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout.strip() == "[]"


@pytest.mark.needs("polars", "pyarrow")
def test_polars_needs_no_pyarrow():
    code = (
        "import sys; sys.modules['pyarrow'] = None; import polars as pl, ablmatch.verify.frames.polars;"
        "said = pl.col('a').ablmatch; frame = pl.DataFrame({'a': ['x', None]});"
        "print(frame.select(said.score('a').alias('b'), said.result('a').alias('c'), said.normalize('text').alias('d')).rows())"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout.strip() == "[(100, 'match', 'x'), (-1, 'missing', None)]"
