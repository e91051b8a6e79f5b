"""Open scenarios of the kinds `diagnostics` and `ir`, through check and compile: exact codes in source order.

A scenario in tests/cases/skips.toml is known not to hold; one that holds all the same fails until its line is removed.
"""

import tomllib
from pathlib import Path

import pytest
import yaml

import ablmatch as abl
from conftest import SHARED

FOLDER = SHARED / "cases" / "scenarios"
SKIPS = tomllib.loads((Path(__file__).parent / "cases" / "skips.toml").read_text("utf-8"))


def scenarios(wanted):
    """Those of the open scenarios that `wanted` takes."""
    found = [
        pytest.param(scenario, id=f"{path.stem}: {scenario['name']}")
        for path in (sorted(FOLDER.glob("*.yaml")) if FOLDER.is_dir() else ())
        for scenario in yaml.safe_load(path.read_text("utf-8"))
        if wanted(scenario)
    ]
    return found or [pytest.param(None, marks=pytest.mark.skip(reason=f"no open scenario of this kind in {FOLDER}"))]


def sources(scenario):
    """One agent is compiled on its own, several are a project (decisions.md B17)."""
    return {f"agent {number}": text for number, text in enumerate(scenario["agents"], 1)}


def compare(scenario, found, wanted):
    reason = SKIPS.get(scenario["name"])
    if reason is None:
        assert found == wanted
    else:
        assert found != wanted, f"{scenario['name']} holds now; remove it from tests/cases/skips.toml"
        pytest.xfail(reason)


@pytest.mark.parametrize("scenario", scenarios(lambda one: "diagnostics" in one))
def test_diagnostics(scenario):
    found = [one.code for one in abl.check(sources(scenario), edition=scenario.get("edition", "current"))]
    compare(scenario, found, scenario["diagnostics"])


@pytest.mark.parametrize("scenario", scenarios(lambda one: "ir" in one))
def test_version(scenario):
    project = abl.compile(sources(scenario), edition=scenario.get("edition", "current"))
    compare(scenario, project.version, scenario["ir"]["version"])
