"""The example agents are clean, their scenarios pass, and each has a scenario in which something is refused."""

import pytest

from ablmatch.language.compiler import check
from ablmatch.scenarios.reading import read_scenarios
from ablmatch.scenarios.run import run_scenario
from conftest import ROOT

FOLDERS = sorted(path.parent for path in (ROOT / "examples" / "agents").glob("*/scenarios.yaml"))


@pytest.mark.parametrize("folder", FOLDERS, ids=lambda folder: folder.name)
def test_example_agents_are_clean(folder):
    assert [str(one) for one in check(folder)] == []


@pytest.mark.parametrize("folder", FOLDERS, ids=lambda folder: folder.name)
def test_example_scenarios_pass(folder):
    located = read_scenarios(folder / "scenarios.yaml")
    assert [one.scenario.name for one in located if not run_scenario(one).passed] == []
    refusals = [step for one in located for step in one.scenario.steps if step.expect and step.expect.allowed is False]
    assert refusals


def test_there_are_three_examples():
    assert [folder.name for folder in FOLDERS] == ["bank", "clinic", "payments"]
