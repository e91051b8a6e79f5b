"""Checking a project costs as much as its size: twice the lines are twice the work, counted in calls and comparisons."""

import cProfile
import pstats
import sys
from collections import Counter
from pathlib import Path

import pytest

from ablmatch.language import nearest
from ablmatch.language.compiler import check

BENCH = Path(__file__).resolve().parent.parent / "bench" / "language"


@pytest.fixture
def project(monkeypatch):
    """The generator of the bench; its folder is on the path only for these tests."""
    monkeypatch.syspath_prepend(str(BENCH))
    before = set(sys.modules)
    import projects

    yield projects.project
    for name in set(sys.modules) - before:
        del sys.modules[name]


def calls(texts, **options):
    profile = cProfile.Profile()
    profile.runcall(check, texts, **options)
    return pstats.Stats(profile).total_calls


@pytest.mark.parametrize("lines", [300, 1000])
def test_a_generated_project_has_the_findings_that_were_put_into_it(project, lines):
    assert check(project(lines, mark="clean").texts) == []
    spoiled = project(lines, slips=lines // 30, mark="spoiled")
    found = check(spoiled.texts)
    assert Counter(one.code for one in found) == spoiled.due
    assert len(found) == lines // 30


# Many agents, and one agent of many parts.
@pytest.mark.parametrize(("slips", "parts"), [(0, 2), (20, 2), (0, 12)])
def test_twice_the_lines_are_twice_the_work(project, slips, parts):
    calls(project(200, mark="warm").texts, lints=True)
    small = project(1500, slips, parts, mark=f"small{parts}")
    large = project(3000, 2 * slips, parts, mark=f"large{parts}")
    growth = calls(large.texts, lints=True) / calls(small.texts, lints=True)
    assert growth < 1.15 * large.lines / small.lines


def flow(steps, variable="v"):
    """Every step leads to two that are not there."""
    body = "".join(
        f"  step_{at}:\n    REASONING: false\n    CHECK: {variable} > {at}\n    ON_FAIL: stop_{at}\n    THEN: other_{at}\n"
        for at in range(steps)
    )
    return f'AGENT: Desk\nGOAL: "Help"\nFLOW:\n{body}'


def test_one_flow_of_twice_the_steps_is_twice_the_work():
    # Other names in each: expressions that were read before are kept.
    small, large = (
        flow(steps, f"v{steps}").replace("stop_", "step_").replace("other_", "step_") for steps in (100, 200)
    )
    assert calls(large, lints=True) < 2.2 * calls(small, lints=True)


def test_thousands_of_unknown_names_are_all_found_and_the_first_are_helped(monkeypatch):
    compared = []
    likeness = nearest._likeness
    monkeypatch.setattr(nearest, "_likeness", lambda *pair: compared.append(pair) or likeness(*pair))
    monkeypatch.setattr(nearest, "MAX_COMPARISONS", 1000)
    text = flow(300).replace("THEN: other_", "THEN: stepp_")
    found = [one for one in check(text) if one.code == "ABLX_STEP_UNKNOWN"]
    assert len(found) == 600
    assert len(compared) <= 1000
    assert any("do you mean `step_0`" in one.message for one in found[:4])
    assert not any("do you mean" in one.message for one in found[10:])


def test_a_name_that_is_asked_for_again_is_not_compared_again(monkeypatch):
    compared = []
    likeness = nearest._likeness
    monkeypatch.setattr(nearest, "_likeness", lambda *pair: compared.append(pair) or likeness(*pair))
    suggestions = nearest.Suggestions()
    for _ in range(3):
        assert suggestions.hint("chekc", ["check", "book"]) == ": do you mean `check`?"
    assert len(compared) == 2
