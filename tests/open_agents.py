"""Every agent of the open scenarios, once, with its edition."""

from pathlib import Path

from ablmatch.scenarios.reading import read_scenarios
from conftest import SHARED


def open_agents():
    """Pairs of text and edition; empty where the open scenarios are not here."""
    found = {}
    for path in sorted((SHARED / "cases" / "scenarios").glob("*.yaml")):
        for one in read_scenarios(Path(path)):
            found.update({(text, one.scenario.edition): None for text in one.scenario.agents})
    return list(found)
