"""Every open scenario passes: each on its own store, all of them once more on every fact store."""

import tomllib

import pytest

from ablmatch.scenarios.reading import read_scenarios
from ablmatch.scenarios.run import run_scenario
from conftest import ROOT, SHARED

SKIPS = tomllib.loads((ROOT / "tests" / "cases" / "skips.toml").read_text("utf-8"))
FILES = sorted((SHARED / "cases" / "scenarios").glob("*.yaml"))
SCENARIOS = [(f"{path.stem}/{one.scenario.name}", one) for path in FILES for one in read_scenarios(path)]


def fault_of(result):
    failures = [f"{one.where}: expected {one.expected}, seen {one.seen}" for one in result.failures]
    return "\n".join([*failures, *([result.reason] if result.reason else [])])


def expect(name, result):
    if name in SKIPS:
        assert not result.passed, f"{name} is listed in skips.toml and passes: {SKIPS[name]}"
    else:
        assert result.passed, fault_of(result)


@pytest.mark.parametrize(
    ("name", "located"),
    [pytest.param(*one, id=one[0]) for one in SCENARIOS]
    or [pytest.param("", None, marks=pytest.mark.skip(reason=f"open scenarios are not here: {SHARED}"))],
)
def test_open_scenario(name, located):
    expect(name, run_scenario(located))


@pytest.mark.slow
def test_open_scenarios_on_every_store(store_url):
    if not SCENARIOS:
        pytest.skip(f"open scenarios are not here: {SHARED} (set ABLMATCH_SHARED)")
    with_steps = [(name, one) for name, one in SCENARIOS if one.scenario.steps is not None]
    assert len(with_steps) > 400
    for name, one in with_steps:
        expect(name, run_scenario(one, store_url))
