"""Behaviour profiles: header, PRIORITY and WHEN are read, the rest is carried; agents use profiles that are there."""

import pytest

import ablmatch as abl
from ablmatch.language import ir

AGENT = 'AGENT: Desk\nGOAL: "Help"\n'
PROFILE = """# How the desk speaks in the evening.
BEHAVIOR_PROFILE: Evening
PRIORITY: 10
WHEN: channel == "voice" && size(name) > 0
INSTRUCTIONS: "Be brief"
CONSTRAINTS:
  - "Never promise a date"
CONVERSATION:
  speech:
    rate: slow
"""
YAML = """behavior_profile: Evening
priority: 10
when: channel == "voice" && size(name) > 0
instructions: Be brief
constraints: ["Never promise a date"]
conversation:
  speech: {rate: slow}
"""


def codes(sources, **options):
    return [one.code for one in abl.check(sources, **options)]


@pytest.mark.parametrize("name", ["evening.behavior_profile.abl", "evening.yaml"])
def test_a_profile_is_carried_with_the_project(name):
    sources = {"desk.agent.abl": f"{AGENT}USE BEHAVIOR_PROFILE: Evening\n", name: YAML if "yaml" in name else PROFILE}
    assert codes(sources) == []
    project = abl.compile(sources)
    assert list(project.agents) == ["Desk"]
    (profile,) = project.profiles.values()
    assert (profile.name, profile.priority) == ("Evening", 10)
    assert profile.when == 'channel == "voice" && size(name) > 0'
    assert profile.opaque == {
        "instructions": "Be brief",
        "constraints": ["Never promise a date"],
        "conversation": {"speech": {"rate": "slow"}},
    }
    assert ir.from_json(ir.to_json(project)) == project


@pytest.mark.parametrize(
    ("change", "code", "place"),
    [
        (("PRIORITY: 10\n", ""), "ABLX_PROFILE_KEY_MISSING", "BEHAVIOR_PROFILE: Evening"),
        (("PRIORITY: 10\n", "PRIORITY: high\n"), "ABLX_VALUE_COUNT", "high"),
        (('WHEN: channel == "voice" && size(name) > 0\n', ""), "ABLX_PROFILE_KEY_MISSING", "BEHAVIOR_PROFILE: Evening"),
        (('"voice" &&', '"voice" && &&'), "ABLX_EXPRESSION_SYNTAX", "&&"),
        (("size(name)", "sizes(name)"), "CEL_CONDITION_UNRESOLVED_CALL", "sizes"),
        ((": Evening", ": the evening"), "ABLX_PROFILE_NAME", "the evening"),
        (("BEHAVIOR_PROFILE: Evening\n", ""), "ABLX_HEADER_MISSING", "PRIORITY: 10"),
    ],
)
def test_what_is_wrong_with_a_profile(change, code, place):
    (found,) = abl.check({"desk.agent.abl": AGENT, "evening.behavior_profile.abl": PROFILE.replace(*change)})
    assert (found.code, found.span.text) == (code, place)


def test_a_profile_that_is_not_there_is_an_error_in_a_whole_project():
    used = f"{AGENT}USE_BEHAVIOR_PROFILE: Evenin\n"
    (found,) = abl.check({"desk": used, "evening": PROFILE})
    assert (found.code, found.severity, found.span.text) == ("ABLX_PROFILE_UNKNOWN", "error", "Evenin")
    assert "do you mean `Evening`" in found.message
    assert codes({"desk": used, "back": AGENT.replace("Desk", "Back")}) == ["ABLX_PROFILE_UNKNOWN"]
    # An agent on its own: the profile may stand elsewhere.
    assert codes(used) == []


def test_every_profile_of_a_list_is_looked_for():
    yaml = "agent: Desk\ngoal: Help\nuse_behavior_profile: [Evening, Night]\n"
    (found,) = abl.check({"desk.yaml": yaml, "evening": PROFILE})
    assert found.span.text == "Night"


def test_two_profiles_of_one_name():
    (found,) = abl.check({"a": AGENT, "b": PROFILE, "c": PROFILE})
    assert (found.code, found.source) == ("ABLX_PROFILE_TWICE", "c")
    assert found.related[0].span.source.name == "b"
