"""Codes of behaviour profiles."""

from __future__ import annotations

from ablmatch.language.codes.row import Code

_AGENT = 'AGENT: Desk\nGOAL: "Help"\n'
_PROFILE = 'BEHAVIOR_PROFILE: Evening\nPRIORITY: 10\nWHEN: channel == "voice"\nINSTRUCTIONS: "Be brief"\n'
_USED = f"{_AGENT}USE BEHAVIOR_PROFILE: Evening\n---\n{_PROFILE}"

ROWS: tuple[Code, ...] = (
    Code(
        "ABLX_PROFILE_NAME",
        "error",
        "this is no name of a behaviour profile: use a letter, then letters, figures and _, at most {limit} in all",
        "Agents refer to a profile by its name, letter case included.",
        _PROFILE.replace("Evening", "the evening"),
        _PROFILE,
    ),
    Code(
        "ABLX_PROFILE_KEY_MISSING",
        "error",
        "the behaviour profile has no {key}: add it",
        "A profile states with WHEN in which conversations it applies, and with PRIORITY, a whole number, which one wins "
        "where several apply: the higher one.",
        _PROFILE.replace("PRIORITY: 10\n", ""),
        _PROFILE,
    ),
    Code(
        "ABLX_PROFILE_TWICE",
        "error",
        "`{name}` names a behaviour profile already: give this one another name",
        "Agents name the profiles that they use; each name must stand for one.",
        f"{_AGENT}---\n{_PROFILE}---\n{_PROFILE}",
        f"{_AGENT}---\n{_PROFILE}",
    ),
    Code(
        "ABLX_PROFILE_UNKNOWN",
        "error",
        "`{name}` is no behaviour profile of this project{hint}",
        "The agent would run without what the profile says. Where an agent is checked on its own, nothing is said: the "
        "profile may stand in another file.",
        _USED.replace("PROFILE: Evening\n-", "PROFILE: Evenin\n-"),
        _USED,
    ),
)
