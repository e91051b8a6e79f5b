"""What the two source documents show, in our own words: clean in its edition, with the documented findings in the other."""

import pytest

import ablmatch as abl
from ablmatch.language.migrate import migrate
from ablmatch.language.source import Source
from conftest import ROOT

AGENTS = ROOT / "tests" / "cases" / "agents"
# Findings by edition: code and the text that it stands at.
DUE = {
    "depot_memory.abl": ([], []),
    "depot_rules.abl": ([], []),
    "depot_identity.abl": ([], []),
    "depot_identity_old.abl": (
        [
            ("E493", "user"),
            ("E492", "phone"),
            ("E493", "tool"),
            ("E498", "MATCHES(said_phone, slip_phone)"),
        ],
        [],
    ),
    "depot_writers.abl": ([], []),
}


@pytest.mark.parametrize("edition", ["current", "legacy"])
@pytest.mark.parametrize("name", DUE)
def test_an_agent_has_the_findings_of_its_edition(name, edition):
    found = abl.check(AGENTS / name, edition=edition)
    assert [(one.code, one.span.text) for one in found] == DUE[name][edition == "legacy"]


def test_every_agent_is_tested():
    assert {one.name for one in AGENTS.iterdir()} == set(DUE)


def test_the_older_form_migrates_to_one_that_is_clean():
    text = (AGENTS / "depot_identity_old.abl").read_text("utf-8")
    migrated = migrate(Source("agent", text)).text
    assert not [one for one in abl.check(migrated) if one.severity == "error"]
