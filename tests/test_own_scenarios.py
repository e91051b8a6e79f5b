"""Our own scenarios pass: sentences of the language that the open ones leave out, each on its own store."""

import pytest

from ablmatch.scenarios.reading import read_scenarios
from ablmatch.scenarios.run import run_scenario
from conftest import ROOT

FILES = sorted((ROOT / "tests" / "cases" / "scenarios").glob("*.yaml"))
SCENARIOS = [pytest.param(one, id=f"{path.stem}/{one.scenario.name}") for path in FILES for one in read_scenarios(path)]


def test_each_names_its_rule():
    for path in FILES:
        for one in read_scenarios(path):
            assert one.scenario.rule, f"{path.name}: {one.scenario.name}"


@pytest.mark.parametrize("located", SCENARIOS)
def test_own_scenario(located):
    result = run_scenario(located)
    faults = [f"{one.where}: expected {one.expected}, seen {one.seen}" for one in result.failures]
    assert result.passed, "\n".join([*faults, result.reason])
