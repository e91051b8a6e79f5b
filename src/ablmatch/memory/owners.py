"""From a scope to an owner: the one place that decides it, for reading and for writing."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal, get_args

from ablmatch.memory.sessions import Sessions
from ablmatch.stores.blocks import BlockScope
from ablmatch.stores.owners import ALLOWED, is_allowed

MissingUser = Literal["withhold", "anonymous"]
Fault = Literal["missing", "not_allowed"]
ANONYMOUS = "anonymous"


@dataclass(frozen=True, slots=True)
class Owners:
    """Owners of a run: `user` of the scopes user and shared, `agent` of the scope agent; each an id, or why not."""

    user: str | None
    agent: str | None
    user_fault: Fault | None
    agent_fault: Fault | None

    def of(self, scope: BlockScope) -> str | None:
        """The owner of a scope, None where nothing of the scope is there for this run."""
        return self.agent if scope == "agent" else self.user

    def fault(self, scope: BlockScope) -> Fault | None:
        """Why a scope has no owner; None where it has one."""
        return self.agent_fault if scope == "agent" else self.user_fault


def owners(user_id: object, agent_id: object, missing_user: MissingUser = "withhold") -> Owners:
    """The owners of a run.

    An id that is None, empty or blank is missing; one that is there is taken as it is, never trimmed, and only if it
    holds ASCII letters, digits and `. _ @ + : ~ | -` alone. `missing_user` stands in for a missing user, never for one
    that is not allowed.
    """
    user, user_fault = _owner(user_id)
    if user_fault == "missing" and missing_user == "anonymous":
        user, user_fault = ANONYMOUS, None
    agent, agent_fault = _owner(agent_id)
    return Owners(user, agent, user_fault, agent_fault)


def present(user_id: object) -> str | None:
    """The id of a user as sessions know it: None where it is missing."""
    return user_id if isinstance(user_id, str) and user_id.strip() else None


def check_missing_user(missing_user: object) -> None:
    """Raise ValueError for a setting that there is not."""
    if missing_user not in get_args(MissingUser):
        raise ValueError(f"missing_user is {missing_user!r}: use 'withhold' or 'anonymous'")


def owners_in_session(
    sessions: Sessions,
    *,
    user_id: object,
    agent_id: object,
    session_id: str | None,
    missing_user: MissingUser,
    scopes: set[BlockScope],
) -> tuple[Owners, str | None]:
    """The owners of a run, and the user that its session has; one warning a session for what is withheld of `scopes`.

    Raises SessionUserError where the session belongs to another user.
    """
    user = present(user_id)
    claimed = sessions.claim(session_id, user)
    refused = user is not None and claimed is None
    found = owners(None if refused else user_id, agent_id, missing_user)
    if refused:
        message = "the session began without a user: memory of the user stays withheld in it"
        sessions.warn_once(session_id, "ownerless_session", message)
    else:
        warn_of_missing(found, scopes, sessions, session_id)
    if missing_user == "anonymous" and found.user == ANONYMOUS and scopes & {"user", "shared"}:
        message = 'no user id: memory of the user belongs to "anonymous", which everybody without an id shares'
        sessions.warn_once(None, "anonymous", message)
    return found, claimed


def warn_of_missing(found: Owners, scopes: set[BlockScope], sessions: Sessions, session_id: str | None) -> None:
    """One warning a session for each reason why memory of one of these scopes is withheld. No id is shown."""
    for whose, scope in (("user", "user"), ("user", "shared"), ("agent", "agent")):
        fault = found.fault(scope) if scope in scopes else None
        if fault == "missing":
            message = f"no {whose} id: memory of the {whose} is withheld; pass {whose}_id to have it"
            sessions.warn_once(session_id, f"missing_{whose}", message)
        elif fault == "not_allowed":
            message = (
                f"the {whose} id holds a character that is not allowed, or is too long: memory of the {whose} is "
                f"withheld; {ALLOWED}"
            )
            sessions.warn_once(session_id, f"not_allowed_{whose}", message)


def _owner(given: object) -> tuple[str | None, Fault | None]:
    if given is None or (isinstance(given, str) and not given.strip()):
        return None, "missing"
    if not isinstance(given, str) or not is_allowed(given):
        return None, "not_allowed"
    return given, None
