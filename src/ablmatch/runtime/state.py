"""All that a conversation is between two events: plain data that is copied before a change and written as JSON."""

from __future__ import annotations

from typing import Any, Literal

import msgspec

# Where a value came from. The first two prove it; a value without a tag is `unknown`.
Tag = Literal["tool", "authored", "model", "input", "secure", "confirmed", "inferred", "unknown"]
PROVEN = frozenset({"tool", "authored"})
# Agents above each other at most.
MAX_STACK = 32


class Frame(msgspec.Struct):
    """Session values that agents share: those of hand-offs share one, a delegate has its own.

    Declared variables that hold nothing are there with None.
    """

    values: dict[str, Any] = {}
    tags: dict[str, Tag] = {}

    def copy(self) -> Frame:
        return Frame(dict(self.values), dict(self.tags))


class Grant(msgspec.Struct, frozen=True):
    """A path of another agent's that an agent may touch, by the declaration of the agent `declared_by`."""

    access: Literal["read", "readwrite"]
    declared_by: str


class Thread(msgspec.Struct):
    """One agent's place on the stack.

    `entry`: which HANDOFF (or DELEGATE) entry of the agent below led here, -1 for none.  `waiting`: what its flow waits
    for; on_start: the delegate that ON_START asks.  `pending`: the tool that a flow step or hook has called.
    `grants`: paths of the parent's that it may touch. `said`: the caller's words at the hand-off.
    `since_ms`: when a delegate was asked.
    """

    agent: str
    frame: int = 0
    entry: int = -1
    delegate: bool = False
    returns: bool = False
    step: str | None = None
    waiting: Literal["", "gather", "call", "input", "check", "done", "on_start"] = ""
    pending: str | None = None
    attempts: dict[str, int] = {}
    grants: dict[str, Grant] = {}
    said: str = ""
    since_ms: int = 0

    def copy(self) -> Thread:
        return msgspec.structs.replace(self, attempts=dict(self.attempts), grants=dict(self.grants))


class State(msgspec.Struct, kw_only=True):
    """`failures`: how often each rule failed, by its key.  `failed`: rules that failed in this turn, and what was said.

    `asked`: rules that wait for their collected fields, by key.  `allowed_calls`: tools whose call was allowed and
    whose result is still to come, `bound`: the AS names of these calls, None for one without, oldest first.
    `resume`: the hook and its call to go on with when a tool has answered, `heard`: what its turn has still to take in.
    `completed`: the last agent is done, nothing more is heard.  `told`: COMPLETE entries with TERMINAL false that were
    carried out and hold still.  `messages`: what was said, `used_tools`: whether this turn has called any, both for
    attached memory alone.  Times are milliseconds since 1970.
    """

    session_id: str
    project_id: str = "default"
    user_id: str | None = None
    tree_id: str = ""
    channel: str | None = None
    language: str | None = None
    started: bool = False
    ended: bool = False
    turn: int = 0
    turn_open: bool = False
    replied: bool = False
    last_ms: int = 0
    frames: list[Frame] = []
    threads: list[Thread] = []
    activated: list[str] = []
    utterances: list[str] = []
    failures: dict[str, int] = {}
    failed: dict[str, str | None] = {}
    asked: dict[str, list[str]] = {}
    allowed_calls: dict[str, int] = {}
    bound: dict[str, list[str | None]] = {}
    interaction_language: str | None = None
    tool_failures: int = 0
    constraint_failures: int = 0
    warnings: list[str] = []
    resume: list[str] = []
    heard: dict[str, Any] = {}
    completed: bool = False
    told: list[str] = []
    messages: list[dict[str, str]] = []
    used_tools: bool = False

    @property
    def thread(self) -> Thread:
        """The active agent's."""
        return self.threads[-1]

    @property
    def frame(self) -> Frame:
        return self.frames[self.threads[-1].frame]

    def copy(self) -> State:
        """Deep as far as events change it; values themselves are replaced, never changed in place."""
        return msgspec.structs.replace(
            self,
            frames=[frame.copy() for frame in self.frames],
            threads=[thread.copy() for thread in self.threads],
            activated=list(self.activated),
            utterances=list(self.utterances),
            failures=dict(self.failures),
            failed=dict(self.failed),
            asked=dict(self.asked),
            allowed_calls=dict(self.allowed_calls),
            bound={name: list(names) for name, names in self.bound.items()},
            warnings=list(self.warnings),
            resume=list(self.resume),
            told=list(self.told),
            messages=list(self.messages),
        )
