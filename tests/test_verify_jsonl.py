"""`ablmatch verify` on JSON Lines: rows stay as they were written, numbers stay exact, broken lines are one line."""

import csv
import gzip
import json

import pytest

from command_line import NEEDED, within

pytestmark = [pytest.mark.native, pytest.mark.needs(*NEEDED)]

FIELD = ("--field", "pin:said:stored:digits")


@pytest.fixture
def verify(capsys):
    return lambda *arguments: within(capsys, "verify", *arguments)


@pytest.fixture
def make(tmp_path):
    def write(*lines, name="in.jsonl"):
        path = tmp_path / name
        path.write_bytes(b"".join((line if isinstance(line, bytes) else line.encode()) + b"\n" for line in lines))
        return path

    return write


def field_of(done):
    assert done.status == 0, done
    return json.loads(done.out)["fields"][0]


def test_a_row_is_handed_on_as_it_was_written(verify, make, tmp_path):
    lines = [
        '{"said":"0123","stored":"0123","n":12345678901234567890123,"f":1.10,"nested":{"a":[1, 2,{"b":null}]}}',
        '{ "said" : "0124", "stored":"0123", "text":"\\u00e9 é \\ud83c\\udf89" }',
        '{"said":"9","stored":"0123","dup":1,"dup":2}',
    ]
    out = tmp_path / "out.jsonl"
    assert verify(make(*lines), *FIELD, "-o", out).status == 0
    written = out.read_text("utf-8").splitlines()
    for line, before, result in zip(written, lines, ("100,match", "50,retry", "0,mismatch"), strict=True):
        score, word = result.split(",")
        assert line == f'{before[:-1].rstrip()},"pin_score":{score},"pin_result":"{word}"}}'
        json.loads(line)


@pytest.mark.parametrize(
    ("said", "result"),
    [
        ('"123"', "match"),
        ("123", "match"),
        ("12.0", "missing"),
        ("1.23e2", "missing"),
        ("true", "missing"),
        ("null", "missing"),
        ("[123]", "missing"),
        ('{"a":123}', "missing"),
        ('""', "missing"),
    ],
)
def test_what_is_text(verify, make, said, result):
    field = field_of(verify(make(f'{{"said":{said},"stored":"123"}}'), *FIELD, "--json"))
    assert field[result] == 1, field


def test_whole_numbers_are_exact(verify, make):
    number = "90071992547409931234"
    field = field_of(verify(make(f'{{"said":"{number}","stored":{number}}}'), *FIELD, "--json"))
    assert field["match"] == 1


def test_minus_zero_is_zero(verify, make):
    field = field_of(verify(make('{"said":-0,"stored":0}'), "-f", "x:said:stored:exact", "--json"))
    assert field["match"] == 1


def test_a_missing_key_is_a_missing_value(verify, make, tmp_path):
    out = tmp_path / "out.jsonl"
    path = make('{"said":"1","stored":"1"}', '{"stored":"1"}', '{"said":"1"}', "{}")
    field = field_of(verify(path, *FIELD, "-o", out, "--json"))
    assert (field["match"], field["missing"]) == (1, 3)
    assert out.read_text().splitlines()[3] == '{"pin_score":-1,"pin_result":"missing"}'


def test_a_key_that_no_row_has_is_a_slip(verify, make, tmp_path):
    path = make('{"siad":"1","stored":"1"}')
    out = tmp_path / "out.jsonl"
    verify(path, *FIELD, "-o", out).fails_with("no row of", "`said`", "did you mean `siad`?")
    assert not out.exists()
    verify(path, *FIELD, "-o", tmp_path / "out.csv").fails_with("did you mean `siad`?")
    verify(make('{"xx":1,"stored":"1"}'), *FIELD).fails_with("its keys are `xx`, `stored`")


def test_lone_surrogates_are_invalid_and_counted(verify, make, tmp_path):
    lines = [
        '{"said":"1","stored":"1"}',
        '{"said":"\\ud800","stored":"1","n":1.50}',
        '{"said":"1","stored":"x\\udfff"}',
    ]
    out = tmp_path / "out.jsonl"
    done = verify(make(*lines), *FIELD, "-o", out, "--report", tmp_path / "r.html", "--show-values", "--json")
    field = field_of(done)
    assert (field["match"], field["missing"], field["invalid"]) == (1, 2, 2)
    assert out.read_text().splitlines()[1].startswith('{"said":"\\ud800","stored":"1","n":1.50,')
    assert field_of(verify(make(*lines), *FIELD, "-o", tmp_path / "o.csv", "--json"))["invalid"] == 2
    assert "\ufffd" in (tmp_path / "o.csv").read_text("utf-8")


def test_empty_lines_bom_crlf_and_no_last_line_end(verify, tmp_path):
    path = tmp_path / "in.jsonl"
    path.write_bytes(b'\xef\xbb\xbf{"said":"1","stored":"1"}\r\n\r\n  \n{"said":"2","stored":"2"}')
    out = tmp_path / "out.jsonl"
    assert field_of(verify(path, *FIELD, "-o", out, "--json"))["match"] == 2
    assert out.read_bytes().count(b"\n") == 2


def test_no_rows_at_all(verify, tmp_path):
    path = tmp_path / "in.jsonl"
    path.write_bytes(b"\n")
    assert verify(path, *FIELD, "-o", tmp_path / "out.jsonl").status == 0
    assert (tmp_path / "out.jsonl").read_bytes() == b""


BROKEN = [
    pytest.param(b'{"said":"1"', "is not valid JSON", id="cut short"),
    pytest.param(b"{'said':'1'}", "is not valid JSON", id="single quotes"),
    pytest.param(b'{"said":NaN,"stored":"\\u0031"}', "is not valid JSON", id="NaN"),
    pytest.param(b'{"said":"1"} {"said":"2"}', "is not valid JSON", id="two in one"),
    pytest.param(b'["said","1"]', "is not a JSON object", id="list"),
    pytest.param(b'"text"', "is not a JSON object", id="string"),
    pytest.param(b"null", "is not a JSON object", id="null"),
    pytest.param(b'{"said":"\xff","stored":"1"}', "is not UTF-8", id="not UTF-8"),
    pytest.param(b'{"said":"1","pin_score":3}', "already has a key `pin_score`", id="collision"),
    pytest.param(b'{"a":' * 100_000, "is nested too deep", id="deep"),
]


@pytest.mark.parametrize(("line", "what"), BROKEN)
def test_a_broken_line_stops_or_is_skipped(verify, make, tmp_path, line, what):
    path = make('{"said":"1","stored":"1"}', "", line, '{"said":"1","stored":"1"}')
    out = tmp_path / "out.jsonl"
    err = verify(path, *FIELD, "-o", out).fails_with("in.jsonl", "line 3", what, "--on-error skip")
    assert "text" not in err or "UTF-8 text" in err
    assert not out.exists()
    summary = json.loads(verify(path, *FIELD, "-o", out, "--on-error", "skip", "--json").out)
    assert (summary["rows"], summary["skipped"]) == (2, 1)
    assert out.read_text().count("\n") == 2


def test_a_line_without_end_is_refused(verify, make):
    path = make(b'{"said":"' + b"1" * (17 << 20) + b'"}')
    verify(path, *FIELD).fails_with("line 1", "longer than 16 MiB")


def test_csv_out_takes_the_keys_of_all_rows(verify, make, tmp_path):
    path = make(
        '{"said":"1","stored":"1","n":007.5}'.replace("007.5", "7.50"),
        '{"said":1,"stored":"1","late":true,"list":[1, 2]}',
        '{"said":null,"stored":"1","n":"text"}',
    )
    out = tmp_path / "out.csv"
    assert verify(path, *FIELD, "-o", out).status == 0
    with open(out, newline="") as file:
        assert list(csv.reader(file)) == [
            ["said", "stored", "n", "late", "list", "pin_score", "pin_result"],
            ["1", "1", "7.50", "", "", "100", "match"],
            ["1", "1", "", "true", "[1, 2]", "100", "match"],
            ["", "1", "text", "", "", "-1", "missing"],
        ]


def test_csv_out_collision(verify, make, tmp_path):
    path = make('{"said":"1","stored":"1","pin_result":"x"}')
    verify(path, *FIELD, "-o", tmp_path / "out.csv").fails_with("already has a column `pin_result`")
    assert verify(path, *FIELD).status == 0


def test_an_output_key_that_is_compared_collides(verify, make, tmp_path):
    path = make('{"pin_score":"1","stored":"1"}')
    field = ("--field", "pin:pin_score:stored:digits")
    verify(path, *field, "-o", tmp_path / "out.jsonl").fails_with("already has a column `pin_score`")
    assert field_of(verify(path, *field, "--json"))["match"] == 1


def test_csv_out_skips_the_same_rows_once(verify, make, tmp_path):
    path = make("broken", '{"said":"1","stored":"1"}')
    done = verify(path, *FIELD, "-o", tmp_path / "o.csv", "--on-error", "skip", "--json")
    assert json.loads(done.out)["skipped"] == 1


def test_gzip(verify, tmp_path):
    path, out = tmp_path / "in.jsonl.gz", tmp_path / "out.ndjson.gz"
    path.write_bytes(gzip.compress(b'{"said":"1","stored":"1"}\n'))
    assert verify(path, *FIELD, "-o", out).status == 0
    assert json.loads(gzip.decompress(out.read_bytes()))["pin_score"] == 100


def test_many_batches(verify, tmp_path):
    path, out = tmp_path / "in.jsonl", tmp_path / "out.jsonl"
    path.write_text("".join(f'{{"said":"{n}","stored":{n + n % 2 * 1000}}}\n' for n in range(20_000)))
    field = field_of(verify(path, *FIELD, "-o", out, "--json"))
    assert field["match"] == 10_000
    for n, line in enumerate(out.read_text().splitlines()):
        row = json.loads(line)
        assert row["said"] == str(n)
        assert (row["pin_result"] == "match") == (n % 2 == 0)
