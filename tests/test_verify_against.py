"""`ablmatch verify --policy NEW --against OLD`: the flips are those of two runs and of two sessions."""

import csv
import json
from collections import Counter
from datetime import UTC, datetime, timedelta

import pytest

import ablmatch as abl
from command_line import NEEDED, within
from test_verify_policy_session import HEAD, NOW, POLICIES, as_a_session, drawn
from test_verify_report import Page

pytestmark = pytest.mark.needs(*NEEDED)

NEW = [f"policy_{part}" for part in ("decision", "rule", "reason", "action")]
OLD = [name.replace("policy", "against") for name in NEW]
DIRECTIONS = {("allow", "refuse"): "allow_to_refuse", ("refuse", "allow"): "refuse_to_allow"}


@pytest.fixture
def verify(capsys):
    return lambda *arguments: within(capsys, "verify", *arguments)


def changed(text):
    """The example's policy with two rules loosened, one tightened, one dropped to a warning and one of its own."""
    for old, new in (
        ('MATCHES(said_name, name, "person_name")', 'MATCH_SCORE(said_name, name, "person_name") >= 60'),
        (' OR MATCHES(said_phone, phone, "phone")', ""),
        ('"address") >= 70 BEFORE', '"address") >= 50 BEFORE'),
        ("identity:\n", "identity:\n    - REQUIRE channel != \"spoken\" OR MATCHES(said_phone, phone, 'phone')\n"),
        ("session:\n", "session:\n    - channel\n"),
    ):
        assert text.count(old) == 1
        text = text.replace(old, new)
    return text


def written(path, names):
    """Those columns of each row, null where they are empty in CSV."""
    if path.suffix == ".csv":
        with path.open(newline="", encoding="utf-8") as file:
            return [tuple(row[name] or None for name in names) for row in csv.DictReader(file)]
    return [tuple(json.loads(line)[name] for name in names) for line in path.read_text("utf-8").splitlines()]


def check(summary, new, old):
    """The summary is what comes of the answers of each row, compared one by one."""
    flips = summary["flips"]
    pairs = {}
    for number, pair in enumerate(zip(old, new, strict=True), 1):
        if pair[0] != pair[1]:
            pairs.setdefault(pair, []).append(number)
    ways = Counter()
    for (before, after), numbers in pairs.items():
        ways[DIRECTIONS.get((before[0], after[0]), "refused_otherwise")] += len(numbers)
    for way in (*DIRECTIONS.values(), "refused_otherwise"):
        assert flips[way] == ways[way], way
    assert flips["rows"] == ways["allow_to_refuse"] + ways["refuse_to_allow"]
    assert flips["unchanged"] == len(new) - ways.total()
    found = {
        (tuple(one["old"].values()), tuple(one["new"].values())): (one["rows"], one["first_rows"])
        for one in flips["changes"]
    }
    assert found == {pair: (len(numbers), numbers[:5]) for pair, numbers in pairs.items()}
    assert len(found) == len(flips["changes"])
    for rule in flips["rules"]:
        name = rule["condition"]
        assert (rule["old_refuse"] or 0) == sum(one[1] == name for one in old)
        assert (rule["new_refuse"] or 0) == sum(one[1] == name for one in new)
        both = list(zip(old, new, strict=True))
        assert rule["newly_allowed"] == sum(one[1] == name and other[0] == "allow" for one, other in both)
        assert rule["newly_refused"] == sum(other[1] == name and one[0] == "allow" for one, other in both)
    assert {one[1] for one in (*old, *new)} - {None} <= {rule["condition"] for rule in flips["rules"]}
    for key, answers in (("policy", new), ("against", old)):
        for decision in ("allow", "refuse"):
            assert summary[key][decision] == sum(one[0] == decision for one in answers)


def test_flips_on_the_example_are_those_of_two_runs_and_of_two_sessions(verify, root, tmp_path):
    source, old = root / "examples" / "callers.csv", root / "examples" / "callers.policy.abl"
    new = tmp_path / "new.abl"
    new.write_text(changed(old.read_text("utf-8")), "utf-8")
    out = tmp_path / "both.csv"
    done = verify(source, "--policy", new, "--against", old, "-o", out, "--json")
    assert done.status == 0, done
    answers = {"new": written(out, NEW), "old": written(out, OLD)}
    with source.open(newline="", encoding="utf-8") as file:
        rows = list(csv.DictReader(file))
    for name, policy in (("new", new), ("old", old)):
        alone = tmp_path / f"{name}.csv"
        assert verify(source, "--policy", policy, "-o", alone).status == 0
        assert written(alone, NEW) == answers[name]
        project = abl.compile(policy.read_text("utf-8").replace("Caller_Check", "Desk"))
        names = [one.name for one in project.agents["Desk"].memory.session]
        asked = [as_a_session(project, {one: row[one] or None for one in names})[:3] for row in rows]
        assert [one[:3] for one in answers[name]] == asked
    summary = json.loads(done.out)
    check(summary, answers["new"], answers["old"])
    assert min(summary["flips"][way] for way in (*DIRECTIONS.values(), "refused_otherwise", "unchanged")) > 0


@pytest.mark.parametrize("name", POLICIES)
def test_flips_with_errors_and_missing_values_are_those_of_two_sessions(verify, name, tmp_path, monkeypatch):
    text, choices = POLICIES[name]
    rows = drawn(choices, f"against {name}")
    first = next(one for one in choices if "." not in one)
    assert text.count("CONSTRAINTS:\n") == 1
    other = text.replace(
        "CONSTRAINTS:\n", f"CONSTRAINTS:\n  more:\n    - REQUIRE {first} IS NOT SET OR 2 / {first} < 9\n"
    )
    policies = {"new": other, "old": text}
    for key, one in policies.items():
        (tmp_path / f"{key}.abl").write_text(one, "utf-8")
    source, out = tmp_path / "in.jsonl", tmp_path / "out.jsonl"
    source.write_text("".join(json.dumps(row) + "\n" for row in rows), "utf-8")
    monkeypatch.setattr("ablmatch.verify.backtest.present", lambda: NOW)
    done = verify(source, "--policy", tmp_path / "new.abl", "--against", tmp_path / "old.abl", "-o", out, "--json")
    assert done.status == 0, done
    asked = {}
    for key, one in policies.items():
        project = abl.compile(one)
        asked[key] = [as_a_session(project, row)[:4] for row in rows]
    assert written(out, NEW) == asked["new"]
    assert written(out, OLD) == asked["old"]
    assert "error" in {one[2] for one in asked["new"]}
    check(json.loads(done.out), asked["new"], asked["old"])


def desk(rules, names=("a",)):
    declared = "".join(f"    - {name}\n" for name in names)
    return f"{HEAD}MEMORY:\n  session:\n{declared}CONSTRAINTS:\n  all:\n{rules}"


@pytest.fixture
def files(tmp_path):
    """Writes the new policy, the old one and the rows."""

    def write(new, old, rows):
        (tmp_path / "new.abl").write_text(new, "utf-8")
        (tmp_path / "old.abl").write_text(old, "utf-8")
        (tmp_path / "in.jsonl").write_text("".join(json.dumps(row) + "\n" for row in rows), "utf-8")
        return tmp_path / "in.jsonl", "--policy", tmp_path / "new.abl", "--against", tmp_path / "old.abl"

    return write


def test_both_policies_see_one_instant(verify, files, monkeypatch):
    ticks = iter(NOW + timedelta(hours=hour) for hour in range(9))
    monkeypatch.setattr("ablmatch.verify.backtest.present", lambda: next(ticks))
    rule = desk("    - REQUIRE a > NOW()\n")
    done = verify(*files(rule, rule, [{"a": datetime(2026, 3, 2, 9, 30, tzinfo=UTC).isoformat()}]), "--json")
    flips = json.loads(done.out)["flips"]
    assert (flips["rows"], flips["unchanged"], flips["changes"]) == (0, 1, [])


def test_each_policy_reads_its_own_columns_and_rules_written_alike_are_one(verify, files):
    old = desk("    - REQUIRE a == 1\n      WHEN: a < 5\n    - REQUIRE a == 1\n    - WARN b == 1\n", "ab")
    new = desk("    - WARN a == 1\n    - REQUIRE b == 1\n", ("b", "a"))
    rows = [{"a": 1, "b": 1}, {"a": 9, "b": 1}, {"a": 2, "b": 1}, {"a": 1, "b": 2}, {"a": 2, "b": 2}]
    found = json.loads(verify(*files(new, old, rows), "--json").out)["flips"]
    assert [tuple(rule.values()) for rule in found["rules"]] == [
        ("b == 1", None, 2, 0, 1),
        ("a == 1", 3, None, 2, 0),
    ]
    assert [(one["direction"], one["rows"], one["first_rows"]) for one in found["changes"]] == [
        ("allow_to_refuse", 1, [4]),
        ("refuse_to_allow", 2, [2, 3]),
        ("refused_otherwise", 1, [5]),
    ]


def test_the_report_draws_flips_and_shows_values_only_when_asked(verify, files, tmp_path):
    page = tmp_path / "r.html"
    rows = [{"a": "SECRET<1>", "b": "HIDDEN", "c": 1}, {"a": None, "b": {"x": "\ud800"}, "c": 1}]
    new, old = desk('    - REQUIRE a == "<b>"\n', "abc"), desk("    - REQUIRE c == 1\n    - WARN b == 1\n", "abc")
    arguments = files(new, old, rows)
    done = verify(*arguments, "--report", page)
    assert done.status == 0, done
    text = page.read_text("utf-8")
    assert "Allowed before, refused now: 2 rows" in "".join(Page(text).text)
    assert "allow to refuse 2" in done.out
    assert "SECRET" not in text + done.out + done.err
    assert "<b>" not in text
    done = verify(*arguments, "--report", page, "--show-values", "--json")
    text = page.read_text("utf-8")
    assert "<bdi>SECRET&lt;1&gt;</bdi>" in text
    assert "HIDDEN" not in text  # no rule that refuses reads it
    assert "SECRET" not in done.out
    Page(text)


def test_what_cannot_be_compared(verify, files, tmp_path):
    one = desk("    - REQUIRE a == 1\n")
    source, _, new, _, old = arguments = files(one, one.replace("- a\n", "- b\n").replace("a ==", "b =="), [{"a": 1}])
    out = tmp_path / "out.csv"
    verify(*arguments, "-o", out).fails_with("none of the columns that the policy of --against reads: `b`")
    assert not out.exists()
    verify(source, "--against", old).fails_with("--against", "add --policy PATH")
    verify(source, "--field", "a:a:a:digits", "--against", old).fails_with("--against", "add --policy PATH")
    verify(source, "--policy", new, "--against-agent", "Desk").fails_with("add --against PATH")
    verify(*arguments, "--against-agent", "Dsk").fails_with("--against-agent: unknown agent", "did you mean `Desk`?")
    verify(source, "--policy", new, "--against", tmp_path / "none.abl").fails_with("none.abl")
    old.write_text("AGENT: Desk\nGAOL: x\n", "utf-8")
    done = verify(*arguments, "-o", out)
    assert (done.status, done.out, out.exists()) == (2, "", False)
    assert "old.abl" in done.err
    old.write_text(f"{HEAD}MEMORY:\n  session:\n    - a\n", "utf-8")
    verify(*arguments).fails_with("no rule that is asked before a reply: --against needs one")
    old.write_text(one, "utf-8")
    source.write_text('{"a": 1, "against_rule": "x"}\n', "utf-8")
    verify(*arguments, "-o", tmp_path / "o.jsonl").fails_with("already has a key `against_rule`")
    verify(*arguments, "-o", out).fails_with("`against_rule`, which --against writes")


def test_notes_tell_of_which_policy_they_are(verify, files):
    new, old = (desk("    - REQUIRE a == 1\n    - WARN b == 1\n", names) for names in ("ab", ("a", "b", "c")))
    old = old.replace("b == 1", "c == 1")
    done = verify(*files(new, old, [{"a": 1}]), "--json")
    assert [note[:26] for note in json.loads(done.out)["notes"]] == [
        "policy: no column for `b`:",
        "against: no column for `c`"[:26],
    ]
