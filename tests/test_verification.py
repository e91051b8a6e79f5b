"""A verification over batches gives what `ablmatch verify` writes for a file, however the table is cut."""

import pickle
from datetime import UTC, datetime

import pytest

import ablmatch as abl
from conftest import ROOT

pytestmark = pytest.mark.needs("pyarrow", "msgspec")

CALLERS = ROOT / "examples" / "callers.csv"
POLICY = ROOT / "examples" / "callers.policy.abl"
FIELDS = [
    "name:said_name:name:person_name",
    "email:said_email:email:email",
    "phone:said_phone:phone:phone",
    "address:said_address:address:address",
    "member:said_member:member:digits",
]
NOW = datetime(2026, 3, 2, 9, tzinfo=UTC)


def made(fields=FIELDS, policy=None, **options):
    from ablmatch.verify.frames.verification import verification

    return verification(fields, None if policy is None else abl.compile(policy), **options)


def refused(*arguments, **options):
    """The one line with which terms or columns are refused."""
    from ablmatch.verify.errors import BadInput

    columns = options.pop("columns", None)
    not_text = options.pop("not_text", {})
    with pytest.raises(BadInput) as caught:
        made(*arguments, **options).check(columns, not_text)
    assert "\n" not in str(caught.value)
    return str(caught.value)


@pytest.fixture(scope="module")
def verified(tmp_path_factory):
    """The callers as Arrow data, without and with what a run over the file adds."""
    import pyarrow.parquet as pq

    from ablmatch.verify.fields import parse_fields
    from ablmatch.verify.policy import policy_of
    from ablmatch.verify.run import Job, verify

    out = str(tmp_path_factory.mktemp("verified") / "out.parquet")
    policy = policy_of(abl.compile(POLICY), None, [str(POLICY)])
    verify(Job(str(CALLERS), parse_fields(FIELDS, abl.KINDS), out, policy=policy))
    wanted = pq.read_table(out)
    return wanted.select(
        [name for name in wanted.column_names if name in CALLERS.read_text("utf-8").split("\n")[0]]
    ), wanted


@pytest.mark.parametrize("rows", [1, 7, 64, 200])
def test_batches_of_any_size_get_what_the_file_gets(verified, rows):
    import pyarrow as pa

    table, wanted = verified
    verification = pickle.loads(pickle.dumps(made(policy=POLICY)))  # noqa: S301 - our own
    batches = table.to_batches(max_chunksize=rows)
    assert len(batches) == -(-200 // rows)
    found = pa.Table.from_batches(verification(batches))
    assert found.column_names == wanted.column_names
    assert found.to_pylist() == wanted.to_pylist()
    assert found.select(verification.added.names).schema.equals(verification.added)


@pytest.mark.parametrize("what", ["score", "result"])
def test_one_answer_beside_the_rows(verified, what):
    import pyarrow as pa

    from ablmatch.verify.fields import Field
    from ablmatch.verify.frames.verification import Answer

    table, wanted = verified
    answer = pickle.loads(pickle.dumps(Answer(Field("told", "said_email", "email", "email"), "US", what)))  # noqa: S301
    found = pa.Table.from_batches(answer(table.to_batches(max_chunksize=30)))
    assert found.column_names == [*table.column_names, "told"]
    assert found["told"].to_pylist() == wanted[f"email_{what}"].to_pylist()


def test_no_rows_and_nulls():
    import pyarrow as pa

    verification = made(["x:a:b:digits"])
    schema = pa.schema([("a", pa.string()), ("b", pa.large_string())])
    assert [batch.num_rows for batch in verification([pa.RecordBatch.from_pylist([], schema=schema)])] == [0]
    rows = [{"a": None, "b": "1"}, {"a": "one", "b": None}, {"a": "one", "b": "1"}]
    (batch,) = verification([pa.RecordBatch.from_pylist(rows, schema=schema)])
    assert batch["x_score"].to_pylist() == [-1, -1, 100]
    assert batch["x_result"].to_pylist() == ["missing", "missing", "match"]


def test_rules_see_moments_in_utc_whatever_the_session_says():
    import pyarrow as pa

    text = """AGENT: Desk
GOAL: "Help"
MEMORY:
  session:
    - seen
CONSTRAINTS:
  all:
    - REQUIRE seen == "2026-03-02 08:30:00.000000Z" AND NOW() == "2026-03-02T09:00:00.000Z"
"""
    verification = made([], text, now=NOW)
    assert verification.check(["seen"], {"seen": "timestamp"}) == []
    moment = pa.array([datetime(2026, 3, 2, 8, 30, tzinfo=UTC)], pa.timestamp("us", "UTC"))
    for zone in ("UTC", "Asia/Kolkata", "+05:30"):
        column = moment.cast(pa.timestamp("us", zone))
        (batch,) = verification([pa.RecordBatch.from_arrays([column], ["seen"])])
        assert batch["policy_decision"].to_pylist() == ["allow"], zone
        assert batch["seen"].equals(column)


def test_notes_tell_what_a_run_of_the_command_would():
    names = CALLERS.read_text("utf-8").partition("\n")[0].split(",")
    verification = made([], POLICY)
    assert verification.check(names, {}) == []
    (note,) = verification.check([name for name in names if name != "said_phone"], {})
    assert "no column for `said_phone`" in note


def test_what_cannot_be_verified_is_said_in_one_line():
    columns = ["said", "stored", "amount"]
    assert "there is nothing to verify" in refused([])
    assert "give the policy too" in refused(["x:said:stored:text"], agent="Desk")
    assert "has 3 parts instead of 4" in refused(["x:said:stored"])
    assert "unknown kind `emial`: did you mean `email`?" in refused(["x:said:stored:emial"])
    assert "two fields are called `x`" in refused(["x:said:stored:text", "x:stored:said:text"])
    assert "unknown agent `Deks`" in refused([], POLICY, agent="Deks")
    assert "the table has no column `stord`: did you mean `stored`?" in refused(["x:said:stord:text"], columns=columns)
    assert "more than once" in refused(["x:said:stored:text"], columns=[*columns, "amount"])
    assert "already has a column `x_score`" in refused(["x:said:stored:text"], columns=[*columns, "x_score"])
    assert "column `amount` holds double values: cast it to text to compare it" in refused(
        ["x:amount:stored:text"], columns=columns, not_text={"amount": "double"}
    )
    assert "has none of the columns that the policy reads" in refused([], POLICY, columns=columns)
    with pytest.raises(ValueError, match="unknown region `Utopia`"):
        made(region="Utopia")
