"""`ablmatch verify --policy`: formats, types, columns that are not there, broken policies, the summary and the report."""

import csv
import json
import os
import signal
import subprocess
import sys
import time

import pytest

import ablmatch as abl
from command_line import NEEDED, within

pytestmark = pytest.mark.needs(*NEEDED)

HEAD = 'AGENT: Desk\nGOAL: "Help"\nMEMORY:\n  session:\n'
POLICY = f"""{HEAD}    - said
    - stored
    - NAME: tries
      TYPE: number
      INITIAL: 1
  persistent:
    - PATH: user.tier
      DEFAULT_VALUE: "bronze"
CONSTRAINTS:
  identity:
    - REQUIRE MATCHES(said, stored, "digits")
      ON_FAIL: ESCALATE "who is it, {{{{said}}}}?"
    - WARN user.tier == "gold"
    - LIMIT tries < 3
"""
FIELD = ("--field", "pin:said:stored:digits")
ROWS = [
    {"said": "0123", "stored": "0123", "tries": "2", "user.tier": "gold"},
    {"said": "0124", "stored": "0123", "tries": "2", "user.tier": "gold"},
    {"said": "0123", "stored": "0123", "tries": "03", "user.tier": "gold"},
    {"said": "0123", "stored": "0123", "tries": None, "user.tier": None},
    {"said": None, "stored": "0123", "tries": "x", "user.tier": "silver"},
]
WHO = 'MATCHES(said, stored, "digits")'
ESCALATES = "escalate:who is it, {{said}}?"
ANSWERS = [
    ("allow", None, None, None),
    ("refuse", WHO, "false", ESCALATES),
    ("refuse", "tries < 3", "false", "respond"),
    ("allow", None, None, None),
    ("refuse", WHO, "false", ESCALATES),
]
ADDED = ("policy_decision", "policy_rule", "policy_reason", "policy_action")


@pytest.fixture
def verify(capsys):
    return lambda *arguments: within(capsys, "verify", *arguments)


@pytest.fixture
def policy(tmp_path):
    def write(text=POLICY, name="desk.abl"):
        path = tmp_path / name
        path.write_text(text, "utf-8")
        return path

    return write


def put(path, rows):
    """The rows in the format of the path."""
    if path.suffix == ".jsonl":
        path.write_text("".join(json.dumps(row) + "\n" for row in rows), "utf-8")
    elif path.suffix == ".csv":
        with path.open("w", newline="", encoding="utf-8") as file:
            writer = csv.DictWriter(file, rows[0])
            writer.writeheader()
            writer.writerows(rows)
    else:
        import pyarrow as pa
        import pyarrow.parquet as pq

        pq.write_table(pa.Table.from_pylist(rows), path)
    return path


def read(path):
    """The added columns of each row."""
    if path.suffix == ".jsonl":
        rows = [json.loads(line) for line in path.read_text("utf-8").splitlines()]
    elif path.suffix == ".csv":
        with path.open(newline="", encoding="utf-8") as file:
            rows = [{name: value or None for name, value in row.items()} for row in csv.DictReader(file)]
    else:
        import pyarrow.parquet as pq

        rows = pq.read_table(path).to_pylist()
    return [tuple(row[name] for name in ADDED) for row in rows]


@pytest.mark.parametrize("source", ["csv", "jsonl", "parquet"])
@pytest.mark.parametrize("target", ["csv", "jsonl", "parquet"])
def test_every_format_gives_the_same_decisions(verify, policy, tmp_path, source, target):
    out = tmp_path / f"out.{target}"
    done = verify(put(tmp_path / f"in.{source}", ROWS), "--policy", policy(), *FIELD, "-o", out, "--json")
    assert done.status == 0, done
    assert read(out) == ANSWERS
    summary = json.loads(done.out)
    assert summary["fields"][0]["match"] == 3
    found = summary["policy"]
    assert (found["agent"], found["allow"], found["refuse"]) == ("Desk", 2, 3)
    assert found["percent"] == {"allow": 40.0, "refuse": 60.0}
    counts = [(rule["severity"], rule["false"], rule["error"], rule["first_rows"]) for rule in found["rules"]]
    assert counts == [("error", 2, 0, [2, 5]), ("warning", 1, 0, [4]), ("error", 1, 0, [3])]


def test_fields_may_be_left_out(verify, policy, tmp_path):
    out = tmp_path / "out.csv"
    done = verify(put(tmp_path / "in.csv", ROWS), "--policy", policy(), "-o", out)
    assert done.status == 0
    assert "mismatch" not in done.out
    assert "allow 2  40.0 %" in done.out
    assert read(out) == ANSWERS
    verify(tmp_path / "in.csv").fails_with("no --field given")


def test_parquet_columns_keep_their_types(verify, policy, tmp_path):
    import datetime as dt
    import decimal

    text = f"""{HEAD}    - day
    - moment
    - price
    - raw
    - parts
    - big
CONSTRAINTS:
  all:
    - REQUIRE day == "2026-03-02"
    - REQUIRE moment < "2026-03-02T09:00:01Z" AND moment > "2026-03-02T08:59:59Z"
    - REQUIRE price == 2.5
    - REQUIRE raw == "abc" AND MATCHES(raw, "abc")
    - REQUIRE parts.code == 7 AND 2 IN parts.sizes
    - REQUIRE MATCHES(big, big, "digits") AND big > 5000000000
"""
    good = {
        "day": dt.date(2026, 3, 2),
        "moment": dt.datetime(2026, 3, 2, 9, tzinfo=dt.UTC),
        "price": decimal.Decimal("2.50"),
        "raw": b"abc",
        "parts": {"code": 7, "sizes": [1, 2]},
        "big": 12345678901,
    }
    other = {
        "day": dt.date(2026, 3, 3),
        "moment": good["moment"] + dt.timedelta(days=1),
        "price": decimal.Decimal("2.51"),
        "raw": b"ab\xff",
        "parts": {"code": 7, "sizes": [3]},
        "big": 1,
    }
    rows = [good, *({**good, name: value} for name, value in other.items())]
    out = tmp_path / "out.parquet"
    done = verify(put(tmp_path / "in.parquet", rows), "--policy", policy(text), "-o", out)
    assert done.status == 0, done
    assert [(row[0], (row[1] or "").split()[0:2]) for row in read(out)] == [
        ("allow", []),
        ("refuse", ["day", "=="]),
        ("refuse", ["moment", "<"]),
        ("refuse", ["price", "=="]),
        ("refuse", ["raw", "=="]),
        ("refuse", ["parts.code", "=="]),
        ("refuse", ["MATCHES(big,", "big,"]),
    ]


def test_an_error_refuses_and_is_told_apart(verify, policy, tmp_path):
    text = f"{HEAD}    - n\nCONSTRAINTS:\n  all:\n    - REQUIRE 4 / n > 1\n    - WARN 1 / (n - 2) > 0\n"
    out = tmp_path / "out.csv"
    source = put(tmp_path / "in.csv", [{"n": n} for n in (0, 1, 2, 3, 5)])
    done = verify(source, "--policy", policy(text), "-o", out, "--json")
    assert [row[:3] for row in read(out)] == [
        ("refuse", "4 / n > 1", "error"),
        ("allow", None, None),
        ("allow", None, None),
        ("allow", None, None),
        ("refuse", "4 / n > 1", "false"),
    ]
    rules = json.loads(done.out)["policy"]["rules"]
    assert [(rule["false"], rule["error"]) for rule in rules] == [(1, 1), (1, 1)]


def test_a_broken_policy_is_told_as_check_tells_it(verify, policy, tmp_path):
    source = put(tmp_path / "in.csv", ROWS)
    done = verify(source, "--policy", policy("AGENT: Desk\nMEMROY:\n  session:\n    - a\n"), "-o", tmp_path / "out.csv")
    assert done.status == 2
    assert done.out == ""
    assert "ABLX_SECTION_UNKNOWN" in done.err
    assert "do you mean `MEMORY`?" in done.err
    assert "1 source" in done.err
    assert not (tmp_path / "out.csv").exists()
    verify(source, "--policy", tmp_path / "none.abl").fails_with("none.abl")


def test_warnings_of_the_policy_are_counted(verify, policy, tmp_path):
    text = POLICY + "HOOKS:\n  before_turn:\n    - CLEAR: [tries]\n    - WHEN: tries > 3\n"
    done = verify(put(tmp_path / "in.csv", ROWS), "--policy", policy(text))
    assert done.status == 0
    assert done.err == "ablmatch verify: note: the policy has 1 warning: ablmatch check shows more\n"


def test_policies_that_cannot_be_asked(verify, policy, tmp_path):
    source = put(tmp_path / "in.csv", ROWS)
    verify(source, "--policy", policy(f"{HEAD}    - said\n")).fails_with("agent `Desk` has no rule")
    one, two = policy(POLICY, "one.abl"), policy(POLICY.replace("Desk", "Other"), "two.abl")
    verify(source, "--policy", one, "--policy", two).fails_with("2 agents (`Desk`, `Other`)", "--policy-agent")
    verify(source, "--policy", one, "--policy-agent", "Dsk").fails_with("unknown agent", "did you mean `Desk`?")
    verify(source, *FIELD, "--policy-agent", "Desk").fails_with("add --policy PATH")
    done = verify(source, "--policy", one, "--policy", two, "--policy-agent", "Other", "--json")
    assert json.loads(done.out)["policy"]["agent"] == "Other"
    assert json.loads(done.out)["policy"]["files"] == [str(one), str(two)]
    supervisor = policy(POLICY.replace("AGENT: Desk", "SUPERVISOR: Front"), "three.abl")
    done = verify(source, "--policy", one, "--policy", supervisor, "--json")
    assert json.loads(done.out)["policy"]["agent"] == "Front"


@pytest.mark.parametrize("suffix", ["csv", "jsonl", "parquet"])
def test_notes_on_columns(verify, policy, tmp_path, suffix):
    rows = [{"said": "1", "store": "1", "tries": 5, "extra": "z"}]
    text = POLICY.replace("    - said\n", "    - said\n    - unread\n").replace(
        "tries < 3", "tries < 3 AND extra IS NOT SET"
    )
    done = verify(put(tmp_path / f"in.{suffix}", rows), "--policy", policy(text), "--json")
    assert done.status == 0, done
    assert json.loads(done.out)["notes"] == [
        "policy: no column for `stored`, `user.tier`: each has its INITIAL, its default or what ON_START sets, else it is unset",
        "policy: there is no column `stored`: is `store` meant?",
        "policy: a rule reads `extra`, which the agent does not declare: the column is not used",
    ]


def test_a_note_says_what_a_row_does_not_have(verify, policy, tmp_path):
    text = POLICY + (
        "    - REQUIRE tries < 2 BEFORE calling look\n"
        'TOOLS:\n  look() -> {a: string}\n    description: "Look"\n'
        "HOOKS:\n  before_turn:\n    CALL: look\n"
    )
    done = verify(put(tmp_path / "in.csv", ROWS), "--policy", policy(text), "--json")
    note = json.loads(done.out)["notes"][-1]
    assert note == "policy: a row is no conversation, so these are left out: the calls of hooks, 1 rule before a tool"
    assert json.loads(done.out)["policy"]["allow"] == 2


def test_names_that_before_turn_reads_and_writes(verify, policy, tmp_path):
    text = f"""{HEAD}    - whole
    - part
    - mail
    - unread
CONSTRAINTS:
  all:
    - REQUIRE whole == "a b"
HOOKS:
  before_turn:
    SET:
      whole: "{{{{part}}}} b"
      mail.seen: UPPER(part)
"""
    source = put(tmp_path / "in.csv", [{"part": "a", "mail": "m"}, {"part": "b", "mail": "m"}])
    done = verify(source, "--policy", policy(text), "--json")
    assert done.status == 0, done
    assert json.loads(done.out)["policy"]["rules"][0]["first_rows"] == [2]
    assert json.loads(done.out)["notes"] == []


@pytest.mark.parametrize("suffix", ["csv", "jsonl", "parquet"])
def test_none_of_the_columns(verify, policy, tmp_path, suffix):
    source = put(tmp_path / f"in.{suffix}", [{"a": "1", "b": "2"}])
    done = verify(source, "--policy", policy(), "-o", tmp_path / "out.csv")
    done.fails_with("none of the columns that the policy reads", "`said`", "`user.tier`")
    assert not (tmp_path / "out.csv").exists()


def test_a_key_that_a_row_lacks_is_no_column_and_null_is_unset(verify, policy, tmp_path):
    text = f"{HEAD}    - NAME: a\n      INITIAL: 1\nCONSTRAINTS:\n  all:\n    - REQUIRE a == 1\n"
    rows = [{"a": 1}, {"b": 2}, {"a": None}, {"a": 2}]
    for target in ("jsonl", "parquet"):
        out = tmp_path / f"out.{target}"
        assert verify(put(tmp_path / "in.jsonl", rows), "--policy", policy(text), "-o", out).status == 0
        assert [row[0] for row in read(out)] == ["allow", "allow", "refuse", "refuse"]


def test_output_columns_that_are_there_already(verify, policy, tmp_path):
    rows = [{**ROWS[0], "policy_rule": "x"}]
    for suffix in ("csv", "parquet"):
        done = verify(put(tmp_path / f"in.{suffix}", rows), "--policy", policy(), "-o", tmp_path / "out.csv")
        done.fails_with("already has a column `policy_rule`, which --policy writes")
    done = verify(put(tmp_path / "in.jsonl", rows), "--policy", policy(), "-o", tmp_path / "out.jsonl")
    done.fails_with("line 1", "already has a key `policy_rule`")
    # Nothing is written, so nothing is in the way.
    assert verify(tmp_path / "in.jsonl", "--policy", policy()).status == 0


def test_the_report_names_rules_and_no_values(verify, policy, tmp_path):
    page = tmp_path / "r.html"
    rows = [{**row, "said": "SECRET" if row["said"] is None else row["said"]} for row in ROWS]
    done = verify(
        put(tmp_path / "in.csv", rows), "--policy", policy(POLICY + "    - LIMIT tries < 2 # <b>\n"), "--report", page
    )
    assert done.status == 0, done
    text = page.read_text("utf-8")
    assert "<h2>Policy</h2>" in text
    assert "MATCHES(said, stored, &quot;digits&quot;)" in text
    assert "<td>2, 5</td>" in text
    assert "All fields" not in text
    assert "SECRET" not in text + done.out + done.err


def test_a_lone_surrogate_is_nothing_to_judge(verify, policy, tmp_path):
    source, out = tmp_path / "in.jsonl", tmp_path / "out.jsonl"
    source.write_text('{"said": "\\ud800", "stored": "0123"}\n{"said": "0123", "stored": "0123"}\n', "utf-8")
    assert verify(source, "--policy", policy(), "-o", out).status == 0
    assert [row[0] for row in read(out)] == ["refuse", "allow"]


def test_the_example_policy(root, tmp_path, capsys):
    example, out = root / "examples" / "callers.policy.abl", tmp_path / "out.csv"
    done = within(capsys, "verify", root / "examples" / "callers.csv", "--policy", example, "-o", out, "--json")
    assert done.status == 0, done
    found = json.loads(done.out)["policy"]
    assert (found["allow"], found["refuse"]) == (53, 147)
    assert all(rule["false"] and not rule["error"] for rule in found["rules"])
    assert json.loads(done.out)["notes"] == []
    assert within(capsys, "check", example, "--lints").out.startswith("0 errors, 0 warnings")


def test_a_run_without_a_policy_does_not_load_the_language(root):
    script = (
        "import sys; from ablmatch.cli import main\n"
        f"main(['verify', {str(root / 'examples' / 'callers.csv')!r}, '--field', 'n:said_name:name:name', '--json'])\n"
        "print([name for name in sys.modules if name.startswith(('ablmatch.language', 'ablmatch.runtime'))])"
    )
    done = subprocess.run([sys.executable, "-c", script], capture_output=True, check=True, text=True)
    assert done.stdout.splitlines()[-1] == "[]"


@pytest.mark.skipif(os.name != "posix", reason="signals are those of POSIX")
def test_a_run_that_ends_midway_leaves_nothing(policy, tmp_path):
    out, rules = tmp_path / "out" / "o.csv", policy()
    out.parent.mkdir()
    command = [sys.executable, "-m", "ablmatch", "verify", "-", "--policy", rules, "-o", out]
    with subprocess.Popen(command, stdin=subprocess.PIPE, stderr=subprocess.PIPE) as process:
        process.stdin.write(b"said,stored,pad\n" + b"1,1,%s\n" % (b"x" * 2000) * 12_000)
        process.stdin.flush()
        deadline = time.monotonic() + 60
        while not any(path.stat().st_size for path in out.parent.iterdir()):
            assert time.monotonic() < deadline
            time.sleep(0.05)
        process.send_signal(signal.SIGTERM)
        assert process.wait(30) == -signal.SIGTERM
    assert list(out.parent.iterdir()) == []


@pytest.mark.slow
@pytest.mark.skipif(os.name != "posix", reason="the peak of a child is told on POSIX")
def test_memory_stays_flat(policy, tmp_path):
    peaks = []
    for rows in (100_000, 400_000):
        source = tmp_path / "in.csv"
        source.write_bytes(b"said,stored,tries,pad\n" + b"0123,0124,2,%s\n0123,0123,1,\n" % (b"x" * 100) * (rows // 2))
        script = (
            "import resource, sys; from ablmatch.cli import main\n"
            f"main(['verify', {str(source)!r}, '--policy', {str(policy())!r}, '-o', {str(tmp_path / 'o.csv')!r}])\n"
            "print(resource.getrusage(resource.RUSAGE_SELF).ru_maxrss)"
        )
        done = subprocess.run([sys.executable, "-c", script], capture_output=True, check=True, text=True)
        peaks.append(int(done.stdout.splitlines()[-1]) / (1024 if sys.platform != "darwin" else 2**20))
    assert peaks[1] - peaks[0] < 60, peaks


@pytest.mark.parametrize("region", ["US", "GB"])
def test_scores_of_fields_are_taken_over_only_where_they_are_the_same(verify, policy, tmp_path, region):
    text = f"""{HEAD}    - said
    - stored
    - NAME: typed
      TYPE: number
CONSTRAINTS:
  all:
    - WARN MATCHES(said, stored, "phone")
    - WARN MATCHES(stored, typed, "digits")
    - WARN MATCHES(stored, stored, "digits")
"""
    row = {"said": "0044 7700 900123", "stored": "07700 900123", "typed": "07700900123"}
    fields = ("--field", "a:said:stored:phone", "--field", "b:stored:typed:digits", "--field", "c:stored:stored:digits")
    source = put(tmp_path / "in.csv", [row])
    done = verify(source, "--policy", policy(text), *fields, "--region", region, "--json")
    assert done.status == 0, done
    summary = json.loads(done.out)
    assert [field["match"] for field in summary["fields"]] == [region == "GB", 1, 1]
    # A session knows the default region alone, and to it the typed column is the number 7700900123.
    assert abl.match_result(row["said"], row["stored"], "phone") != "match"
    assert abl.match_result(row["stored"], 7700900123, "digits") != "match"
    assert [rule["false"] for rule in summary["policy"]["rules"]] == [1, 1, 0]
