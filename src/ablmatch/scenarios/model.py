"""What a scenario file may hold: its keys and their types, as data.  Any other key is an error."""

from __future__ import annotations

from typing import Any, Literal

import msgspec
from msgspec import UNSET, UnsetType


class _Part(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """What all parts have in common."""


class SessionSettings(_Part, frozen=True):
    """Whose session it is."""

    session_id: str | None = None
    user_id: str | None = None
    project_id: str | None = None
    channel: str | None = None
    language: str | None = None
    seed: int | None = None


class StoredFact(_Part, frozen=True):
    """A fact that is in the store before the session starts.  `ttl`: a duration such as 90d, from the clock's start."""

    scope: Literal["user", "project", "execution_tree"]
    owner: str
    path: str
    value: Any
    ttl: str | None = None


class Expectation(_Part, frozen=True):
    """What is compared after a step; a key that is not written is not compared."""

    allowed: bool | None = None
    says: str | None = None
    says_contains: str | None = None
    effects: tuple[str, ...] | None = None
    failed: tuple[str, ...] | None = None
    errored: tuple[str, ...] | None = None
    warned: tuple[str, ...] | None = None
    state: dict[str, Any] | None = None
    unset: tuple[str, ...] | None = None
    facts: dict[str, Any] | None = None
    no_facts: tuple[str, ...] | None = None
    refused: tuple[str, ...] | None = None
    trace: tuple[str, ...] | None = None
    no_trace: tuple[str, ...] | None = None
    trace_hides: tuple[str, ...] | None = None
    context: dict[str, Any] | None = None
    hidden: tuple[str, ...] | None = None
    step: str | None = None
    agent: str | None = None


class ToolUse(_Part, frozen=True):
    """The call that a step makes."""

    name: str
    args: dict[str, Any] = {}


class NewSession(_Part, frozen=True):
    """Another session on the same store, in the same process."""

    session_id: str | None = None
    user_id: str | None = None
    project_id: str | None = None
    channel: str | None = None
    language: str | None = None
    entry: str | None = None


class Step(_Part, frozen=True):
    """One step: exactly one of the verbs, with what may stand beside it.

    `extracted` and `inferred` belong to `user`, `result` and `error` to `tool`.
    """

    start: dict[str, Any] | None = None
    user: str | None = None
    model_set: dict[str, Any] | None = None
    tool: ToolUse | None = None
    respond: str | None = None
    end_turn: dict[str, Any] | None = None
    end: dict[str, Any] | None = None
    enter_step: str | None = None
    exit_step: str | None = None
    handoff: str | None = None
    return_: dict[str, Any] | None = msgspec.field(name="return", default=None)
    advance: str | None = None
    suspend: dict[str, Any] | None = None
    new_session: NewSession | None = None
    extracted: dict[str, Any] = {}
    inferred: dict[str, Any] = {}
    result: Any = UNSET
    error: str | UnsetType = UNSET
    expect: Expectation | None = None

    @property
    def verb(self) -> str:
        """The verb as it is written."""
        return next(verb for verb in VERBS if getattr(self, _ATTRIBUTES[verb]) is not None)

    def __post_init__(self) -> None:
        given = [verb for verb in VERBS if getattr(self, _ATTRIBUTES[verb]) is not None]
        if len(given) != 1:
            raise ValueError(f"a step holds exactly one of {', '.join(VERBS)}, not {' and '.join(given) or 'none'}")
        beside = {"extracted": self.extracted, "inferred": self.inferred}
        if given != ["user"] and any(beside.values()):
            raise ValueError("extracted and inferred stand beside user")
        answers = (self.result is not UNSET) + (self.error is not UNSET)
        if answers > 1 or (answers and given != ["tool"]):
            raise ValueError("a result or an error, one of them, stands beside tool")


VERBS = (
    "start", "user", "model_set", "tool", "respond", "end_turn", "end", "enter_step", "exit_step", "handoff", "return",
    "advance", "suspend", "new_session",
)  # fmt: skip
_ATTRIBUTES = {verb: "return_" if verb == "return" else verb for verb in VERBS}


class Evaluation(_Part, frozen=True):
    """One expression with its value, or the code of its error."""

    expr: str
    given: dict[str, Any] = {}
    value: Any = UNSET
    error: str | UnsetType = UNSET

    def __post_init__(self) -> None:
        if (self.value is UNSET) is (self.error is UNSET):
            raise ValueError("an evaluation has a value or an error, one of them")


class Compiled(_Part, frozen=True):
    """What is expected of the compiled project."""

    version: str


class Scenario(_Part, frozen=True):
    """One scenario.  `rule` and `note` are free text."""

    name: str
    rule: str | None = None
    note: str | None = None
    edition: Literal["current", "legacy"] = "current"
    agents: tuple[str, ...] = ()
    files: tuple[str, ...] = ()
    entry: str | None = None
    session: SessionSettings = SessionSettings()
    session_idle_timeout: str | None = None
    clock: str = "2026-01-01T00:00:00Z"
    store: str = "memory"
    facts: tuple[StoredFact, ...] = ()
    steps: tuple[Step, ...] | None = None
    diagnostics: tuple[str, ...] | None = None
    evaluate: tuple[Evaluation, ...] | None = None
    ir: Compiled | None = None

    def __post_init__(self) -> None:
        kinds = [kind for kind in ("steps", "diagnostics", "evaluate") if getattr(self, kind) is not None]
        if len(kinds) > 1 or (not kinds and self.ir is None):
            raise ValueError("a scenario holds one of steps, diagnostics and evaluate, or ir")
        if self.evaluate is None and not self.agents and not self.files:
            raise ValueError("a scenario needs agents or files")
