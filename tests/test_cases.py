"""Match and normalization cases as data, each through every route; the open ones beside the checkout and our own."""

import json
import tomllib

import pytest
from case_routes import judge_everywhere

import ablmatch as abl
from conftest import ROOT

CASES = ROOT / "tests" / "cases"
# Results that each expectation allows.
ALLOWED = {
    "match": {"match"},
    "retry": {"retry"},
    "mismatch": {"mismatch"},
    "missing": {"missing"},
    "match_or_retry": {"match", "retry"},
    "not_match": {"retry", "mismatch", "missing"},
}
# Cases that we believe to be wrong, or that are known not to hold: id -> reason.
SKIPS = tomllib.loads((CASES / "skips.toml").read_text("utf-8"))


def own_cases():
    for path in sorted(CASES.glob("*.jsonl")):
        for line in path.read_text("utf-8").splitlines():
            case = json.loads(line)
            yield pytest.param(case, id=f"{path.stem}/{case['id']}")


def check(case, holds, seen):
    """A skipped case must fail: when it passes, its entry has to go."""
    reason = SKIPS.get(case["id"])
    if reason is not None:
        assert not holds, f"{case['id']} holds now; remove it from tests/cases/skips.toml"
        pytest.skip(f"{case['id']}: {reason}")
    assert holds, f"{case['why']}: expected {case.get('expect', case.get('normalized', 'equal'))}, got {seen}"


def judge_case(case):
    score, result = judge_everywhere(case["said"], case["stored"], case["kind"], case.get("region", "US"))
    check(case, result in ALLOWED[case["expect"]], f"{result} ({score})")


@pytest.mark.shared_cases("match_cases.jsonl")
def test_open_match_case(case):
    judge_case(case)


@pytest.mark.parametrize("case", list(own_cases()))
def test_own_match_case(case):
    judge_case(case)


@pytest.mark.parametrize("role", ["stored", "said"])
@pytest.mark.shared_cases("norm_cases.jsonl")
def test_open_normalization_case(case, role):
    role = case.get("role", role)
    keywords = {"role": role, "region": case.get("region", "US")}
    if "equal" in case:
        first, second = (abl.normalize(value, case["kind"], **keywords) for value in case["equal"])
        check(case, first is not None and first == second, f"{first!r} and {second!r}")
    else:
        seen = abl.normalize(case["input"], case["kind"], **keywords)
        check(case, seen == case["normalized"], repr(seen))


def test_case_ids_are_unique():
    ids = [parameter.values[0]["id"] for parameter in own_cases()]
    assert sorted(ids) == sorted(set(ids))
