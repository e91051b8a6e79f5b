"""Every agent of the open scenarios is read without an error, but for those whose scenario is about findings."""

import pytest
import yaml

from ablmatch.language.compiler import check
from conftest import SHARED

FOLDER = SHARED / "cases" / "scenarios"
# Scenarios that are about agents with errors although they list none: none so far.
WITH_ERRORS: frozenset[str] = frozenset()


def scenarios():
    for path in sorted(FOLDER.glob("*.yaml")):
        for scenario in yaml.safe_load(path.read_text("utf-8")):
            if scenario.get("agents"):
                yield path.stem, scenario


CASES = list(scenarios()) if FOLDER.is_dir() else []


def findings(scenario):
    sources = {f"{at}": agent for at, agent in enumerate(scenario["agents"])}
    return check(sources, edition=scenario.get("edition", "current"))


@pytest.mark.skipif(not CASES, reason=f"open scenarios are not here: {FOLDER} (set ABLMATCH_SHARED)")
def test_scenarios_are_found():
    assert len(CASES) > 400
    assert {name for _, one in CASES if (name := one["name"]) in WITH_ERRORS} == WITH_ERRORS


@pytest.mark.parametrize(
    ("file", "scenario"),
    [one for one in CASES if "diagnostics" not in one[1]],
    ids=lambda one: one if isinstance(one, str) else one["name"],
)
def test_agents_of_scenarios_have_no_errors(file, scenario):
    errors = [str(one) for one in findings(scenario) if one.severity == "error"]
    assert bool(errors) == (scenario["name"] in WITH_ERRORS), f"{file}: {errors}"
