"""`ablmatch verify` on CSV: what goes in comes out, and every broken file is one line."""

import csv
import gzip
import json
import os

import pytest

from command_line import NEEDED, real, within

pytestmark = pytest.mark.needs(*NEEDED)

FIELD = ("--field", "pin:said:stored:digits")


@pytest.fixture
def verify(capsys):
    return lambda *arguments: within(capsys, "verify", *arguments)


@pytest.fixture
def make(tmp_path):
    def write(content, name="in.csv"):
        path = tmp_path / name
        path.write_bytes(content if isinstance(content, bytes) else content.encode("utf-8"))
        return path

    return write


def rows_of(path):
    with open(path, encoding="utf-8", newline="") as file:
        return list(csv.reader(file))


def counts(done):
    field = json.loads(done.out)["fields"][0]
    return {key: field[key] for key in ("match", "retry", "mismatch", "missing", "invalid")}


def test_every_result_is_scored_written_and_counted(verify, make, tmp_path):
    path = make("id,said,stored\n1,0123,0123\n2,0124,0123\n3,9999,0123\n4,,0123\n")
    out = tmp_path / "out.csv"
    done = verify(path, *FIELD, "-o", out, "--json")
    assert done.status == 0
    assert rows_of(out) == [
        ["id", "said", "stored", "pin_score", "pin_result"],
        ["1", "0123", "0123", "100", "match"],
        ["2", "0124", "0123", "50", "retry"],
        ["3", "9999", "0123", "0", "mismatch"],
        ["4", "", "0123", "-1", "missing"],
    ]
    assert counts(done) == {"match": 1, "retry": 1, "mismatch": 1, "missing": 1, "invalid": 0}
    summary = json.loads(done.out)
    assert (summary["rows"], summary["skipped"]) == (4, 0)
    assert summary["fields"][0]["percent"]["match"] == 25.0


def test_the_summary_is_a_table(verify, make, tmp_path):
    out = tmp_path / "out.csv"
    done = verify(make("said,stored\n1,1\n2,\n"), *FIELD, "-o", out)
    assert "50.0 %" in done.out
    assert "2 rows" in done.out
    assert "rows/s" in done.out
    assert str(out) in done.out
    assert done.err == "", "a progress bar without a terminal"


def test_text_survives_byte_for_byte(verify, make, tmp_path):
    """Leading zeros, quotes, commas, line breaks, spaces, other scripts and what looks like a number or a formula."""
    values = [
        "007",
        "1e5",
        "  padded  ",
        'say "hi"',
        "a,b",
        "two\nlines",
        "crlf\r\nin",
        "ж 漢 🎉",
        "=1+1",
        "NULL",
        "true",
        "-0",
    ]
    path = tmp_path / "in.csv"
    with open(path, "w", encoding="utf-8", newline="") as file:
        writer = csv.writer(file, lineterminator="\n")
        writer.writerow(["note", "said", "stored"])
        writer.writerows([value, "1", "1"] for value in values)
    out = tmp_path / "out.csv"
    assert verify(path, *FIELD, "-o", out).status == 0
    assert [row[0] for row in rows_of(out)[1:]] == values
    # Nothing else changed either: the output is the input with two columns behind it.
    assert out.read_bytes().replace(b",100,match\n", b"\n").replace(b",pin_score,pin_result", b"") == path.read_bytes()


def test_crlf_and_bom_are_read(verify, make, tmp_path):
    out = tmp_path / "out.csv"
    assert verify(make(b"\xef\xbb\xbfsaid,stored\r\n12,12\r\n13,12\r\n"), *FIELD, "-o", out).status == 0
    assert rows_of(out) == [
        ["said", "stored", "pin_score", "pin_result"],
        ["12", "12", "100", "match"],
        ["13", "12", "50", "retry"],
    ]


def test_quoted_header_with_comma_and_line_break(verify, make):
    path = make('"said, so","the\nstored",x\n1,1,\n')
    assert counts(verify(path, "--field", "pin:said, so:the\nstored:digits", "--json"))["match"] == 1


def test_colon_in_a_column_name(verify, make):
    assert (
        counts(verify(make("a:said,a:stored\n1,1\n"), "--field", r"pin:a\:said:a\:stored:digits", "--json"))["match"]
        == 1
    )


def test_header_only_is_an_empty_success(verify, make, tmp_path):
    for content in ("said,stored\n", "said,stored", "said,stored\n\n\n"):
        out = tmp_path / "out.csv"
        done = verify(make(content), *FIELD, "-o", out, "--report", tmp_path / "r.html")
        assert done.status == 0, done
        assert out.read_text() == "said,stored,pin_score,pin_result\n"
        assert "<svg" in (tmp_path / "r.html").read_text()


def test_many_batches_keep_order(verify, tmp_path):
    path = tmp_path / "in.csv"
    with open(path, "w") as file:
        file.write("id,said,stored,pad\n")
        file.writelines(f"{n},{n:06d},{n + n % 2:06d},{'x' * 100}\n" for n in range(90_000))
    out = tmp_path / "out.csv"
    done = verify(path, *FIELD, "-o", out, "--json")
    assert counts(done)["match"] == 45_000
    with open(out) as file:
        next(file)
        for n, line in enumerate(file):
            cells = line.rstrip().split(",")
            assert cells[0] == str(n)
            assert (cells[5] == "match") == (n % 2 == 0)
    assert n == 89_999


def test_line_breaks_in_quotes_at_the_seams_of_blocks(verify, tmp_path):
    path, out = tmp_path / "in.csv", tmp_path / "out.csv"
    note = "a\n" * 50
    path.write_text("said,stored,note\n" + f'1,1,"{note}"\n' * 100_000)
    assert counts(verify(path, *FIELD, "-o", out, "--json"))["match"] == 100_000
    assert out.stat().st_size == path.stat().st_size + 100_000 * len(",100,match") + len(",pin_score,pin_result")


def test_standard_input(tmp_path):
    out = tmp_path / "out.csv"
    done = real("verify", "-", *FIELD, "-o", out, "--json", stdin=b"said,stored\n1,1\n2,\n")
    assert done.status == 0
    assert json.loads(done.out)["input"] == "standard input"
    assert rows_of(out)[1:] == [["1", "1", "100", "match"], ["2", "", "-1", "missing"]]


def test_gzip_in_and_out(verify, tmp_path):
    path, out = tmp_path / "in.csv.gz", tmp_path / "out.csv.gz"
    path.write_bytes(gzip.compress(b"said,stored\n1,1\n"))
    assert verify(path, *FIELD, "-o", out).status == 0
    assert gzip.decompress(out.read_bytes()) == b"said,stored,pin_score,pin_result\n1,1,100,match\n"


def test_damaged_gzip(verify, tmp_path):
    path = tmp_path / "in.csv.gz"
    whole = gzip.compress(os.urandom(5000).hex().encode())
    path.write_bytes(whole[: len(whole) // 2])
    verify(path, *FIELD).fails_with("in.csv.gz", "gzip data is damaged")
    path.write_bytes(b"said,stored\n1,1\n")
    verify(path, *FIELD).fails_with("gzip data is damaged")


# --- broken rows ------------------------------------------------------------------------------------------------

BROKEN = [
    pytest.param(b"said,stored\n1,1\n2\n3,3\n", 3, 2, "has 1 value where the header has 2 names", id="too few"),
    pytest.param(b"said,stored\n1,1\n2,2,2\n3,3\n", 3, 2, "has 3 values", id="too many"),
    pytest.param(
        b"said,stored\n1,1\n2\xff,2\n3,3\n", 3, 2, "is not UTF-8 text: save the file as UTF-8", id="not UTF-8"
    ),
    pytest.param(b'said,stored\n"1\n",1\n\n2\n3,3\n', 5, 2, "has 1 value", id="lines are not rows"),
    pytest.param(b'said,stored\n1,1\n3,3\n4,"4\n', 4, 3, "opens a quote that is never closed", id="open quote"),
]


@pytest.mark.parametrize(("content", "line", "row", "what"), BROKEN)
def test_a_broken_row_stops_the_run(verify, make, tmp_path, content, line, row, what):
    out = tmp_path / "out.csv"
    verify(make(content), *FIELD, "-o", out).fails_with("in.csv", f"line {line} (row {row})", what, "--on-error skip")
    assert sorted(os.listdir(tmp_path)) == ["in.csv"]


@pytest.mark.parametrize(("content", "line", "row", "what"), BROKEN)
def test_a_broken_row_can_be_skipped_and_is_counted(verify, make, tmp_path, content, line, row, what):
    out = tmp_path / "out.csv"
    done = verify(make(content), *FIELD, "-o", out, "--on-error", "skip", "--json")
    assert done.status == 0
    summary = json.loads(done.out)
    assert (summary["rows"], summary["skipped"]) == (2, 1)
    assert len(rows_of(out)) == 3
    assert "1 broken row" in verify(make(content), *FIELD, "--on-error", "skip").out


def test_broken_rows_shift_no_row_number(verify, tmp_path):
    """The report's row numbers count broken rows too, over several batches."""
    path, page = tmp_path / "in.csv", tmp_path / "r.html"
    bad = {2, 3, 50_000, 79_999}
    with open(path, "w") as file:
        file.write("said,stored,pad\n")
        file.writelines(
            "broken\n" if n in bad else f"{'1' if n in (7, 79_998) else ''},1,{'x' * 120}\n" for n in range(1, 80_001)
        )
    done = verify(path, *FIELD, "--report", page, "--on-error", "skip", "--json")
    assert json.loads(done.out)["skipped"] == 4
    numbers = verify_numbers(path, "skip")
    assert numbers == {7, 79_998}


def verify_numbers(path, on_error):
    """Numbers of the matching rows, as the reader gives them."""
    import numpy as np

    from ablmatch.verify.columns import Wanted
    from ablmatch.verify.fields import Field
    from ablmatch.verify.formats import Source
    from ablmatch.verify.read_csv import CsvReader

    reader = CsvReader(
        Source(str(path), packed=False),
        Wanted((Field("pin", "said", "stored", "digits"),)),
        skip_broken=on_error == "skip",
        writes=False,
    )
    found = set()
    for rows in reader:
        said = np.array(rows.texts["said"].to_pylist())
        found |= set(rows.numbers[said == "1"].tolist())
    reader.close()
    return found


def test_standard_input_names_the_row():
    done = real("verify", "-", *FIELD, stdin=b"said,stored\n1,1\n2\n")
    done.fails_with("standard input, row 2, has 1 value")


def test_a_row_that_never_ends(verify, make):
    done = verify(make('said,stored\n1,1\n2,"' + "x" * 9_000_000 + "\n"), *FIELD)
    done.fails_with("in.csv", "longer than 4 MiB", "quote that is never closed")


def test_no_value_of_the_file_is_ever_in_a_message(verify, make):
    secret = b"SECRET"
    for content in (
        b"said,stored\nSECRET\n",
        b"said,stored\nSECRET,SECRET\xff\n",
        b'said,stored\n1,"SECRET\n',
        b'said,stored\n1,"SECRET' + secret * 1_000_000,
        b"SECRET,SECRET1\n1,1\n",
    ):
        assert "SECRET" not in verify(make(content), *FIELD).fails_with()


# --- files that cannot be verified ------------------------------------------------------------------------------


def test_missing_column_names_the_nearest_and_lists_all(verify, make):
    verify(make("id,siad,stored\n1,1,1\n"), *FIELD).fails_with(
        "in.csv", "no column `said`", "did you mean `siad`?", "`id`, `siad`, `stored`"
    )


def test_missing_column_with_nothing_near(verify, make):
    verify(make("xx,stored\n1,1\n"), *FIELD).fails_with("no column `said`", "columns are `xx`, `stored`")


@pytest.mark.parametrize(("mark", "called"), [(";", "semicolons"), ("\t", "tabulators"), ("|", "bars")])
def test_a_file_with_other_separators_is_recognised(verify, make, mark, called):
    content = "id,said,stored\n1,1,1\n".replace(",", mark)
    verify(make(content), *FIELD).fails_with(f"parts its values with {called}", "with commas")
    verify(make(content.replace("said", "other")), *FIELD).fails_with("in.csv")


def test_a_file_without_a_header_is_recognised(verify, make):
    err = verify(make("4471,4417\n0123,0123\n"), *FIELD).fails_with("is its first row a header")
    assert "4471" not in err


@pytest.mark.parametrize("content", [b"", b"\n\n", b"\xef\xbb\xbf", b"  \r\n"])
def test_empty_file(verify, make, content):
    verify(make(content), *FIELD).fails_with("is empty", "header")


def test_duplicate_columns(verify, make):
    verify(make("said,stored,said\n1,1,1\n"), *FIELD).fails_with("`said` more than once")


def test_output_column_that_exists(verify, make, tmp_path):
    path = make("said,stored,pin_score\n1,1,1\n")
    verify(path, *FIELD, "-o", tmp_path / "o.csv").fails_with("already has a column `pin_score`")
    assert verify(path, *FIELD).status == 0, "without an output nothing collides"


def test_output_columns_of_two_fields_that_collide(verify, make, tmp_path):
    fields = ("-f", "a:said:stored:digits", "-f", "a_score:said:stored:digits")
    assert verify(make("said,stored\n1,1\n"), *fields, "-o", tmp_path / "o.csv").status == 0
    path = make("said,stored,a_score_result\n1,1,\n")
    verify(path, *fields, "-o", tmp_path / "o.csv").fails_with("`a_score_result`")


def test_unreadable_files(verify, tmp_path):
    verify(tmp_path / "absent.csv", *FIELD).fails_with("absent.csv", "no such file")
    folder = tmp_path / "folder.csv"
    folder.mkdir()
    verify(folder, *FIELD).fails_with("is a directory")
    verify(tmp_path, *FIELD).fails_with("is a directory")


def test_unknown_extension(verify, make, tmp_path):
    verify(make("said,stored\n", "in.xlsx"), *FIELD).fails_with("in.xlsx", ".csv")
    verify(make("said,stored\n"), *FIELD, "-o", tmp_path / "out.txt").fails_with("out.txt", ".parquet")


def test_not_text_at_all(verify, make):
    verify(make(b"PK\x03\x04\x00\x00\xff\xfe"), *FIELD).fails_with("in.csv")
    verify(make("said,stored\n1,1\n".encode("utf-16")), *FIELD).fails_with("in.csv")


def test_bare_cr_line_ends_are_refused(verify, make):
    verify(make(b"said,stored\r1,1\r2,2\r"), *FIELD).fails_with("bare CR")


def test_malformed_options(verify, make):
    path = make("said,stored\n1,1\n")
    verify(path).fails_with("no --field given")
    verify(path, "--field", "a:b").fails_with("has 2 parts")
    verify(path, "--field", "a:said:stored:digts").fails_with("did you mean `digits`?")
    verify(path, *FIELD, "--region", "UK").fails_with("`UK`", "did you mean `GB`?")
    verify(path, *FIELD, "--on-error", "ignore").fails_with("--on-error")
    verify(path, *FIELD, "--threads", "0").fails_with("--threads")
    verify(path, *FIELD, "--show-values").fails_with("--report")


def test_threads_change_nothing(verify, make, tmp_path):
    path = make("said,stored\n" + "".join(f"{n % 7},{n % 5}\n" for n in range(5000)))
    outs = []
    for threads in ("1", "2", "5"):
        assert verify(path, *FIELD, "-o", tmp_path / "o.csv", "--threads", threads).status == 0
        outs.append((tmp_path / "o.csv").read_bytes())
    assert len(set(outs)) == 1
