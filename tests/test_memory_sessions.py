"""Whose memory a run gets: owners by scope, sessions that stay their user's, warnings said once."""

import logging

import pytest
from hypothesis import given
from hypothesis import strategies as st

pytest.importorskip("msgspec", reason="needs msgspec, which is not installed")

from ablmatch.memory.owners import owners, present, warn_of_missing
from ablmatch.memory.sessions import Sessions, SessionUserError


@pytest.mark.parametrize(
    "user", ["u1", "lena@hof.example", "google-oauth2|123", "tenant:acme", "a+b~c", "..", "x" * 512]
)
def test_a_user_owns_both_scopes_of_hers(user):
    found = owners(user, "support")
    assert [found.of(scope) for scope in ("user", "shared", "agent")] == [user, user, "support"]
    assert [found.fault(scope) for scope in ("user", "shared", "agent")] == [None, None, None]


@pytest.mark.parametrize("user", [None, "", "   ", "\t\n", "\u00a0"])
@pytest.mark.parametrize("missing_user", ["withhold", "anonymous"])
def test_a_missing_user_owns_nothing_unless_one_stands_in(user, missing_user):
    found = owners(user, "support", missing_user)
    assert found.of("user") == (None if missing_user == "withhold" else "anonymous")
    assert found.fault("shared") == ("missing" if missing_user == "withhold" else None)
    assert present(user) is None


@pytest.mark.parametrize("user", ["ana\n", "ana/1", "ana*", " ana", "änä", "а", "a\0", "x" * 513, 7, b"ana"])
@pytest.mark.parametrize("missing_user", ["withhold", "anonymous"])
def test_scenario_06_a_user_that_is_not_allowed_owns_nothing(user, missing_user):
    found = owners(user, "support", missing_user)
    assert (found.of("user"), found.fault("user")) == (None, "not_allowed")
    assert found.of("agent") == "support"


def test_an_agent_may_be_missing_too():
    assert owners("u1", "").fault("agent") == "missing"
    assert owners("u1", "a/b").fault("agent") == "not_allowed"
    assert owners("u1", None).of("user") == "u1"


def test_scenario_21_a_session_stays_its_users():
    sessions = Sessions()
    assert sessions.claim("s", "ida") == "ida"
    assert sessions.claim("s", "ida") == "ida"
    with pytest.raises(SessionUserError, match="another user") as caught:
        sessions.claim("s", "otto")
    assert caught.value.status == 403
    assert isinstance(caught.value, PermissionError)
    assert "ida" not in str(caught.value)
    assert "otto" not in str(caught.value)
    assert sessions.claim("s", None) is None
    assert sessions.claim("s", "ida") == "ida"
    assert sessions.claim("t", "otto") == "otto"


def test_defect_14_a_session_without_a_user_never_gains_one():
    sessions = Sessions()
    assert sessions.claim("s", None) is None
    assert sessions.claim("s", "ida") is None
    assert sessions.claim("s", "otto") is None


def test_runs_without_a_session_are_each_their_own():
    sessions = Sessions()
    assert [sessions.claim(None, user) for user in ("ida", "otto", None, "ida")] == ["ida", "otto", None, "ida"]


def test_the_session_not_heard_of_for_longest_is_forgotten_first():
    sessions = Sessions(most=2)
    for session in "abac":
        sessions.claim(session, "ida")
    assert sessions.claim("b", "otto") == "otto"
    with pytest.raises(SessionUserError):
        sessions.claim("c", "otto")
    with pytest.raises(ValueError, match="at least 1"):
        Sessions(most=0)


@given(st.lists(st.tuples(st.sampled_from("st"), st.sampled_from(["ida", "otto", None])), max_size=20))
def test_no_run_gets_the_memory_of_a_second_user(runs):
    sessions, first = Sessions(), {}
    for session, user in runs:
        begun = first.setdefault(session, user)
        try:
            given_to = sessions.claim(session, user)
        except SessionUserError:
            assert None not in (begun, user)
            assert begun != user
        else:
            assert given_to == (user if user == begun else None)


def test_one_warning_a_session_and_reason(caplog):
    sessions = Sessions()
    for session in ("s", "s", "t", None, None):
        warn_of_missing(owners(None, "support"), {"user", "shared", "agent"}, sessions, session)
    warn_of_missing(owners("a/b", "support"), {"user"}, sessions, "s")
    warn_of_missing(owners("a/b", "c d"), {"agent"}, sessions, "t")
    warn_of_missing(owners("u1", "support"), {"user", "agent"}, sessions, "s")
    told = [record.getMessage() for record in caplog.records if record.levelno == logging.WARNING]
    assert [text.split(":")[0] for text in told] == [
        "no user id",
        "no user id",
        "no user id",
        "the user id holds a character that is not allowed, or is too long",
        "the agent id holds a character that is not allowed, or is too long",
    ]
    assert not any("a/b" in text for text in told)
