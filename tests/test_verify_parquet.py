"""`ablmatch verify` on Parquet: column types stay, every text layout is read, damage is one line."""

import csv
import datetime as dt
import decimal
import json

import pytest

from command_line import NEEDED, within

pytestmark = [pytest.mark.native, pytest.mark.needs(*NEEDED)]
pa = pytest.importorskip("pyarrow")
pq = pytest.importorskip("pyarrow.parquet")

FIELD = ("--field", "pin:said:stored:digits")


@pytest.fixture
def verify(capsys):
    return lambda *arguments: within(capsys, "verify", *arguments)


@pytest.fixture
def make(tmp_path):
    def write(columns, name="in.parquet", **options):
        path = tmp_path / name
        pq.write_table(pa.table(columns), path, **options)
        return path

    return write


def field_of(done):
    assert done.status == 0, done
    return json.loads(done.out)["fields"][0]


TEXT = ["0123", "0124", None, ""]
LAYOUTS = [
    pa.string(),
    pa.large_string(),
    pa.string_view(),
    pa.binary(),
    pa.large_binary(),
    pa.dictionary(pa.int32(), pa.string()),
]


@pytest.mark.parametrize("layout", LAYOUTS, ids=str)
def test_every_text_layout(verify, make, tmp_path, layout):
    said = (
        pa.array(TEXT, pa.string()).cast(layout)
        if not pa.types.is_dictionary(layout)
        else pa.array(TEXT).dictionary_encode()
    )
    path = make({"said": said, "stored": pa.array(["0123"] * 4)})
    out = tmp_path / "out.parquet"
    field = field_of(verify(path, *FIELD, "-o", out, "--report", tmp_path / "r.html", "--json"))
    assert (field["match"], field["retry"], field["missing"]) == (1, 1, 2)
    written, before = pq.read_table(out), pq.read_table(path)
    assert written.select(["said", "stored"]).equals(before)
    assert written.schema.field("pin_score").type == pa.int16()
    assert written["pin_score"].to_pylist() == [100, 50, -1, -1]
    assert written["pin_result"].to_pylist() == ["match", "retry", "missing", "missing"]


@pytest.mark.parametrize("kind", [pa.int8(), pa.int64(), pa.uint64(), pa.decimal128(20, 0)], ids=str)
def test_whole_numbers_are_text(verify, make, kind):
    path = make({"said": pa.array([123, None]).cast(kind), "stored": ["123", "123"]})
    field = field_of(verify(path, *FIELD, "--json"))
    assert (field["match"], field["missing"]) == (1, 1)


@pytest.mark.parametrize(
    "values",
    [
        [1.0],
        [True],
        [[1]],
        [{"a": 1}],
        [decimal.Decimal("1.5")],
        [dt.date(2026, 1, 2)],
        [dt.datetime(2026, 1, 2, tzinfo=dt.UTC)],
    ],
    ids=str,
)
def test_other_types_are_missing_and_said_so(verify, make, values):
    done = verify(make({"said": values, "stored": ["1"]}), *FIELD, "--json")
    assert field_of(done)["missing"] == 1
    assert done.err.startswith("ablmatch verify: note: column `said` holds ")
    assert "cast the column to string" in done.err


def test_a_column_of_nulls(verify, make):
    done = verify(make({"said": pa.nulls(3), "stored": ["1", "2", "3"]}), *FIELD, "--json")
    assert field_of(done)["missing"] == 3
    assert done.err == ""


def invalid_strings():
    raw = pa.array([b"123", b"\xff\xfe", None, b"123"], pa.binary())
    return pa.Array.from_buffers(pa.string(), 4, raw.buffers())


@pytest.mark.parametrize("column", [invalid_strings(), invalid_strings().view(pa.binary())], ids=["string", "binary"])
def test_invalid_utf8_is_missing_and_counted(verify, make, tmp_path, column):
    path = make({"said": column, "stored": ["123"] * 4})
    page = tmp_path / "r.html"
    done = verify(path, *FIELD, "-o", tmp_path / "o.parquet", "--report", page, "--show-values", "--json")
    field = field_of(done)
    assert (field["match"], field["missing"], field["invalid"]) == (2, 2, 1)
    assert page.read_text("utf-8")
    assert verify(path, *FIELD, "-o", tmp_path / "o.csv").status == 0
    with open(tmp_path / "o.csv", encoding="utf-8", newline="") as file:
        assert [row[0] for row in csv.reader(file)] == ["said", "123", "\ufffd\ufffd", "", "123"]
    assert verify(path, *FIELD, "-o", tmp_path / "o.jsonl").status == 0
    assert json.loads((tmp_path / "o.jsonl").read_text("utf-8").splitlines()[1])["said"] == "\ufffd\ufffd"


MIXED = {
    "said": ["1", "2"],
    "stored": ["1", "2"],
    "big": [2**62 + 1, None],
    "when": pa.array([1_700_000_000_123_456_789, None], pa.timestamp("ns")),
    "day": [dt.date(2026, 1, 2), None],
    "money": [decimal.Decimal("1.10"), None],
    "flag": [True, None],
    "ratio": [0.1, None],
    "tag": pa.array(["a", None]).dictionary_encode(),
}


def test_other_columns_to_csv_and_json(verify, make, tmp_path):
    path = make(MIXED)
    assert verify(path, *FIELD, "-o", tmp_path / "o.csv").status == 0
    with open(tmp_path / "o.csv", newline="") as file:
        header, first, second = csv.reader(file)
    row = dict(zip(header, first, strict=True))
    assert row["big"] == str(2**62 + 1)
    assert row["when"] == "2023-11-14 22:13:20.123456789"
    assert (row["day"], row["money"], row["flag"], row["ratio"], row["tag"]) == (
        "2026-01-02",
        "1.10",
        "true",
        "0.1",
        "a",
    )
    assert second[2:9] == [""] * 7
    assert verify(path, *FIELD, "-o", tmp_path / "o.jsonl").status == 0
    first, second = map(json.loads, (tmp_path / "o.jsonl").read_text().splitlines())
    assert first["big"] == 2**62 + 1
    assert first["when"] == "2023-11-14 22:13:20.123456789"
    assert second["flag"] is None
    assert list(first)[-2:] == ["pin_score", "pin_result"]


def test_nested_columns(verify, make, tmp_path):
    path = make({"said": ["1"], "stored": ["1"], "list": [[1, 2]], "struct": [{"a": {"b": "c"}}]})
    assert verify(path, *FIELD, "-o", tmp_path / "o.parquet").status == 0
    assert pq.read_table(tmp_path / "o.parquet")["list"].to_pylist() == [[1, 2]]
    assert verify(path, *FIELD, "-o", tmp_path / "o.jsonl").status == 0
    assert json.loads((tmp_path / "o.jsonl").read_text())["struct"] == {"a": {"b": "c"}}
    verify(path, *FIELD, "-o", tmp_path / "o.csv").fails_with("column `list` holds list", ".parquet")
    assert not (tmp_path / "o.csv").exists()


def test_many_row_groups_and_batches(verify, make, tmp_path):
    count = 200_000
    path = make(
        {"said": [str(n) for n in range(count)], "stored": [str(n // 2 * 2) for n in range(count)]},
        row_group_size=30_000,
    )
    out = tmp_path / "o.parquet"
    field = field_of(verify(path, *FIELD, "-o", out, "--json"))
    assert field["match"] == count // 2
    written = pq.read_table(out)
    assert written["said"].to_pylist() == [str(n) for n in range(count)]
    assert [result == "match" for result in written["pin_result"].to_pylist()] == [n % 2 == 0 for n in range(count)]
    assert pq.ParquetFile(out).metadata.num_row_groups <= 4


def test_names_with_stops_and_structs_beside_them(verify, make):
    columns = {"a": [{"b": "9"}], "a.b": ["1"], "stored": ["1"], "x": [{"a.b": 5}]}
    assert field_of(verify(make(columns), "--field", "pin:a.b:stored:digits", "--json"))["match"] == 1


def test_no_rows(verify, make, tmp_path):
    path = make({"said": pa.array([], pa.string()), "stored": pa.array([], pa.string())})
    for name in ("o.parquet", "o.csv", "o.jsonl"):
        assert verify(path, *FIELD, "-o", tmp_path / name, "--report", tmp_path / "r.html").status == 0
    assert pq.read_table(tmp_path / "o.parquet").num_rows == 0


def test_csv_to_parquet_is_text(verify, tmp_path):
    path = tmp_path / "in.csv"
    path.write_text("said,stored,zip\n1,1,00501\n")
    assert verify(path, *FIELD, "-o", tmp_path / "o.parquet").status == 0
    assert pq.read_table(tmp_path / "o.parquet")["zip"].to_pylist() == ["00501"]


def test_schema_metadata_stays(verify, tmp_path):
    path = tmp_path / "in.parquet"
    pq.write_table(pa.table({"said": ["1"], "stored": ["1"]}).replace_schema_metadata({"made": "here"}), path)
    assert verify(path, *FIELD, "-o", tmp_path / "o.parquet").status == 0
    assert pq.read_table(tmp_path / "o.parquet").schema.metadata[b"made"] == b"here"


def test_missing_column(verify, make):
    verify(make({"siad": ["1"], "stored": ["1"]}), *FIELD).fails_with("did you mean `siad`?")


def test_output_collision(verify, make, tmp_path):
    path = make({"said": ["1"], "stored": ["1"], "pin_score": [1]})
    verify(path, *FIELD, "-o", tmp_path / "o.parquet").fails_with("already has a column `pin_score`")


def test_damaged_files(verify, make, tmp_path):
    path = make({"said": ["1"] * 50_000, "stored": ["1"] * 50_000})
    whole = path.read_bytes()
    for name, content in {
        "empty.parquet": b"",
        "text.parquet": b"said,stored\n1,1\n",
        "short.parquet": whole[: len(whole) // 2],
        "tail.parquet": whole[-200:],
    }.items():
        (tmp_path / name).write_bytes(content)
        verify(tmp_path / name, *FIELD, "-o", tmp_path / "o.parquet").fails_with(name, "not a Parquet file")
        assert not (tmp_path / "o.parquet").exists()


def test_damaged_page(verify, make, tmp_path):
    path = make({"said": [str(n) for n in range(50_000)], "stored": ["1"] * 50_000}, compression="zstd")
    data = bytearray(path.read_bytes())
    data[200:20_000] = bytes(19_800)
    path.write_bytes(data)
    verify(path, *FIELD, "-o", tmp_path / "o.parquet").fails_with("in.parquet", "damaged")
    assert not (tmp_path / "o.parquet").exists()
