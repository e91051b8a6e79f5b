"""Match and normalization cases as data, each through every route; the open ones beside the checkout and our own."""

import json
import tomllib

import pytest

import ablmatch as abl
from case_routes import arrow_scores, command_line_scores, is_encodable, judge_everywhere, verified
from conftest import ROOT, SHARED

pytestmark = pytest.mark.native

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


def read_cases(path):
    return [json.loads(line) for line in path.read_text("utf-8").splitlines() if line.strip()]


OWN = {path.stem: read_cases(path) for path in sorted(CASES.glob("*.jsonl"))}


def own_cases(of_normalization):
    return [
        pytest.param(case, id=f"{stem}/{case['id']}")
        for stem, cases in OWN.items()
        for case in cases
        if ("stored" not in case) == of_normalization
    ]


def check(case, holds, seen):
    """A skipped case must fail: when it passes, its entry has to go."""
    reason = SKIPS.get(case["id"])
    if reason is not None:
        assert not holds, f"{case['id']} holds now; remove it from tests/cases/skips.toml"
        pytest.skip(f"{case['id']}: {reason}")
    assert holds, f"{case.get('why')}: expected {case.get('expect', case.get('normalized', 'equal'))}, got {seen}"


def judge_case(case):
    score, result = judge_everywhere(case["said"], case["stored"], case["kind"], case.get("region", "US"))
    check(case, result in ALLOWED[case["expect"]], f"{result} ({score})")


@pytest.mark.shared_cases("match_cases.jsonl")
def test_open_match_case(case):
    judge_case(case)


@pytest.mark.parametrize("case", own_cases(of_normalization=False))
def test_own_match_case(case):
    judge_case(case)


def normalize_case(case):
    # A case that names no role holds in both; the unlike pairs of a said value hold in its own role only.
    for role in [case["role"]] if "role" in case else ["stored", "said"]:
        keywords = {"role": role, "region": case.get("region", "US")}
        if "equal" in case:
            first, second = (abl.normalize(value, case["kind"], **keywords) for value in case["equal"])
            holds, seen = first is not None and first == second, f"{first!r} and {second!r}"
        else:
            seen = abl.normalize(case["input"], case["kind"], **keywords)
            holds = seen == case["normalized"]
        if not holds:
            break
    check(case, holds, f"{seen} ({role})")


@pytest.mark.shared_cases("norm_cases.jsonl")
def test_open_normalization_case(case):
    normalize_case(case)


@pytest.mark.parametrize("case", own_cases(of_normalization=True))
def test_own_normalization_case(case):
    normalize_case(case)


# --- Whole files of cases through the routes that take many pairs -----------------------------------------------------


def pairs_of_kind(kind):
    """{region: [(said, stored)]} of all match cases of a kind that text can hold."""
    path = SHARED / "cases" / "match_cases.jsonl"
    cases = [case for cases in OWN.values() for case in cases] + (read_cases(path) if path.is_file() else [])
    found = {}
    for case in cases:
        pair = (case.get("said"), case.get("stored"))
        if case["kind"] == kind and "stored" in case and all(map(is_encodable, pair)):
            found.setdefault(case.get("region", "US"), []).append(pair)
    return found


every_kind = pytest.mark.parametrize("kind", [kind for kind in abl.KINDS if kind != "name"])


@every_kind
@pytest.mark.needs("pyarrow", "click", "msgspec")
def test_all_cases_of_a_kind_by_columns_and_by_the_command_line(kind, tmp_path):
    for region, pairs in pairs_of_kind(kind).items():
        scores = [abl.match_score(said, stored, kind, region=region) for said, stored in pairs]
        results = [abl.match_result(said, stored, kind, region=region) for said, stored in pairs]
        assert arrow_scores(pairs, kind, region) == scores
        for suffix in ("csv", "jsonl", "parquet"):
            assert verified(pairs, kind, region, tmp_path, suffix) == list(zip(scores, results, strict=True))
        for pair, score, printed in zip(pairs, scores, command_line_scores(pairs, kind, region), strict=True):
            assert printed in (score, None), pair


# --- The lists themselves ---------------------------------------------------------------------------------------------


def test_case_ids_are_unique():
    ids = [case["id"] for cases in OWN.values() for case in cases]
    assert sorted(ids) == sorted(set(ids))


def test_every_skip_has_a_reason_and_a_case():
    assert all(isinstance(reason, str) and len(reason) > 10 for reason in SKIPS.values())
    known = {case["id"] for cases in OWN.values() for case in cases}
    for name in ("match_cases.jsonl", "norm_cases.jsonl"):
        path = SHARED / "cases" / name
        if not path.is_file():
            return  # ids of open cases cannot be told from misspelled ones
        known |= {case["id"] for case in read_cases(path)}
    assert set(SKIPS) <= known
