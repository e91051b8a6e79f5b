"""Spark jobs on two local workers give what the scalar calls and `ablmatch verify` give, whatever the partitions.

Run by the step `spark` of tools/check.py, in an environment of its own: Spark wants a pandas below 3.
"""

import os
import sys
from datetime import UTC, datetime

import pytest

import ablmatch as abl
from test_cases import pairs_of_kind
from test_verification import CALLERS, FIELDS, NOW, POLICY

pytestmark = [
    pytest.mark.slow,
    pytest.mark.timeout(900),  # Java and Python workers start, beside whatever else the machine does
    pytest.mark.needs("pyspark", "pyarrow", "pandas", "msgspec"),
    # What Spark itself does with pandas and sockets is not ours to mend.
    pytest.mark.filterwarnings("ignore:.*:DeprecationWarning", "ignore:.*:FutureWarning", "ignore::ResourceWarning"),
]


@pytest.fixture(scope="module")
def spark():
    os.environ["PYSPARK_PYTHON"] = sys.executable
    from pyspark.sql import SparkSession

    settings = {
        "spark.ui.enabled": "false",
        "spark.driver.host": "127.0.0.1",
        "spark.driver.bindAddress": "127.0.0.1",
        "spark.sql.shuffle.partitions": "4",
        "spark.log.level": "OFF",
        # So that a partition is more than one batch.
        "spark.sql.execution.arrow.maxRecordsPerBatch": "50",
        "spark.sql.session.timeZone": "Asia/Kolkata",
    }
    builder = SparkSession.builder.master("local[2]").appName("ablmatch")
    for name, value in settings.items():
        builder = builder.config(name, value)
    session = builder.getOrCreate()
    yield session
    session.stop()


@pytest.fixture(scope="module")
def callers(spark):
    import pyarrow as pa
    from pyarrow import csv

    names = CALLERS.read_text("utf-8").partition("\n")[0].split(",")
    types = csv.ConvertOptions(
        column_types=dict.fromkeys(names, pa.string()), strings_can_be_null=True, null_values=[""]
    )
    return spark.createDataFrame(csv.read_csv(CALLERS, convert_options=types))


@pytest.fixture(scope="module")
def wanted(tmp_path_factory):
    """What a run over the file gives, by caller."""
    import pyarrow.parquet as pq

    from ablmatch.verify.fields import parse_fields
    from ablmatch.verify.policy import policy_of
    from ablmatch.verify.run import Job, verify

    out = str(tmp_path_factory.mktemp("verified") / "out.parquet")
    verify(Job(str(CALLERS), parse_fields(FIELDS, abl.KINDS), out, policy=policy_of(abl.compile(POLICY), None, ())))
    return {
        row["caller"]: {name: value or None if isinstance(value, str) else value for name, value in row.items()}
        for row in pq.read_table(out).to_pylist()
    }


@pytest.mark.parametrize("partitions", [1, 2, 7])
def test_a_whole_verification_is_that_of_the_file(callers, wanted, partitions):
    from ablmatch.spark import verify

    found = verify(callers.repartition(partitions), FIELDS, policy=POLICY).collect()
    assert len(found) == len(wanted) == 200
    assert {row["caller"]: row.asDict() for row in found} == wanted


def test_every_case_has_its_scalar_answers(spark):
    from ablmatch.spark import register, result, score

    rows = [
        (kind, region, said, stored)
        for kind in abl.KINDS
        for region, pairs in pairs_of_kind(kind).items()
        for said, stored in ((None if one is None else str(one) for one in pair) for pair in pairs)
    ]
    frame = spark.createDataFrame(rows, "kind string, region string, said string, stored string").repartition(3)
    frame.createOrReplaceTempView("cases")
    register(register(spark))
    found = spark.sql(
        "SELECT *, match_score(said, stored, kind, region) AS score, match_result(said, stored, kind, region) AS result,"
        " match_normalize(stored, kind, 'stored', region) AS of_stored,"
        " match_normalize(said, kind, 'said', region) AS of_said, match_keys(said, kind, 'said', region) AS keys FROM cases"
    ).collect()
    assert len(found) == len(rows) > 1000
    for kind, region, said, stored, *answers in found:
        assert answers == [
            abl.match_score(said, stored, kind, region=region),
            abl.match_result(said, stored, kind, region=region),
            abl.normalize(stored, kind, region=region),
            abl.normalize(said, kind, role="said", region=region),
            list(abl.match_keys(said, kind, role="said", region=region)),
        ], (kind, said, stored)
    british = frame.where("kind = 'phone' AND region = 'GB'")
    told = result(
        score(british, "said", "stored", "phone", region="GB", name="s"), "said", "stored", "phone", region="GB"
    )
    pairs = [(row.said, row.stored, row.s, row.result) for row in told.collect()]
    assert len(pairs) > 3
    for said, stored, *answers in pairs:
        where = {"kind": "phone", "region": "GB"}
        assert answers == [abl.match_score(said, stored, **where), abl.match_result(said, stored, **where)]


def test_types_of_columns(spark):
    from ablmatch.spark import verify

    frame = spark.sql(
        "SELECT 1Y AS a, CAST(NULL AS BIGINT) AS b, 7BD AS c, CAST('caf\u00e9' AS BINARY) AS d, 'x' AS e, NULL AS f"
    )
    row = verify(frame, ["p:a:a:digits", "q:a:b:digits", "r:c:c:digits", "s:d:d:text", "t:e:f:text"]).collect()[0]
    assert [row[f"{name}_score"] for name in "pqrst"] == [100, -1, 100, 100, -1]
    spark.conf.set("spark.sql.execution.arrow.useLargeVarTypes", "true")
    try:
        assert verify(frame, ["t:e:e:text"]).collect()[0]["t_result"] == "match"
    finally:
        spark.conf.unset("spark.sql.execution.arrow.useLargeVarTypes")


def test_rules_see_one_now_and_moments_in_utc(spark):
    from ablmatch.spark import verify

    text = """AGENT: Desk
GOAL: "Help"
MEMORY:
  session:
    - seen
    - parts
CONSTRAINTS:
  all:
    - REQUIRE seen == "2026-03-02 08:30:00.000000Z" AND parts.code == 7 AND 2 IN parts.sizes
    - REQUIRE NOW() == "2026-03-02T09:00:00.000Z"
"""
    rows = [(datetime(2026, 3, 2, 8, 30, tzinfo=UTC), {"code": 7, "sizes": [1, 2]})] * 5
    frame = spark.createDataFrame(rows, "seen timestamp, parts struct<code: int, sizes: array<int>>").repartition(3)
    found = verify(frame, policy=text, now=NOW).collect()
    assert [row.policy_decision for row in found] == ["allow"] * 5
    # One instant for all rows, all partitions and all runs of the plan: by chance they would agree once in 500 times.
    chance = verify(frame, policy=text.replace('NOW() == "2026-03-02T09:00:00.000Z"', "NOW_MS() % 2 == 0"))
    assert len({row.policy_decision for _ in range(3) for row in chance.collect()}) == 1


def test_columns_that_do_not_fit_are_told_before_anything_runs(callers):
    from ablmatch.spark import result, score, verify

    for call, message in (
        (lambda: verify(callers), "there is nothing to verify"),
        (lambda: verify(callers, ["x:said_name:nam:name"]), "has no column `nam`: did you mean `name`"),
        (lambda: verify(callers, ["x:name:name:nmae"]), "unknown kind `nmae`"),
        (lambda: score(callers, "said_name", "name", "nmae"), "unknown kind `nmae`"),
        (lambda: score(callers, "said_name", "name", region="Utopia"), "unknown region `Utopia`"),
        (lambda: result(callers, "said_name", "name", name="Name"), "already has a column `Name`"),
        (lambda: result(callers, "said", "name"), "has no column `said`"),
        (lambda: score(callers.selectExpr("*", "1.5D AS amount"), "amount", "name"), "`amount` holds double values"),
        (lambda: verify(callers, policy="AGENT: A\nGOAL: x"), "no rule that is asked before a reply"),
        (lambda: verify(callers.select("caller"), policy=POLICY), "none of the columns that the policy reads"),
    ):
        with pytest.raises(ValueError, match=message):
            call()
    with pytest.raises(abl.CompileError):
        verify(callers, policy="AGENT: A\nGAOL: x")
    with pytest.warns(UserWarning, match="no column for `said_phone`"):
        verify(callers.drop("said_phone"), policy=POLICY)


def test_sql_says_what_is_wrong(spark):
    from ablmatch.spark import register

    register(spark)
    for call, message in (
        ("match_score('1')", "match_score takes 2 to 4 arguments, not 1"),
        ("match_score('1', '1', 'emial')", "unknown kind `emial`: did you mean `email`"),
        ("match_score('1', '1', NULL)", "kind is NULL: give a text"),
        ("match_score(1.5D, '1')", "said holds double values, not text or integers"),
    ):
        with pytest.raises(Exception, match=message):
            spark.sql(f"SELECT {call}").collect()
