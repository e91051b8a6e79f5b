"""What a session answers to an event: whether it may go on, what to say, what the host must do, what failed."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any, Literal, TypeAlias

from ablmatch.runtime.trace import TraceEvent


@dataclass(frozen=True, slots=True)
class Say:
    """A text for the user."""

    text: str


@dataclass(frozen=True, slots=True)
class Handoff:
    """Control has gone to another agent."""

    agent: str
    summary: str | None = None


@dataclass(frozen=True, slots=True)
class Escalate:
    """A human is asked to take over."""

    reason: str = ""
    priority: str | int = "medium"
    tags: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Goto:
    """A failed rule has moved the flow to a step."""

    step: str


@dataclass(frozen=True, slots=True)
class Collect:
    """Fields to ask for again."""

    fields: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class CallTool:
    """The flow or a hook waits for this tool's result: answer by `tool_result` or `tool_error`."""

    name: str
    args: Mapping[str, Any]


@dataclass(frozen=True, slots=True)
class Block:
    """The operation is refused without a word."""


@dataclass(frozen=True, slots=True)
class Retry:
    """The failed operation may be tried again."""


@dataclass(frozen=True, slots=True)
class PromptNote:
    """Text for the model's context."""

    text: str


@dataclass(frozen=True, slots=True)
class Complete:
    """The agent is done."""

    agent: str


Effect: TypeAlias = Say | Handoff | Escalate | Goto | Collect | CallTool | Block | Retry | PromptNote | Complete


@dataclass(frozen=True, slots=True)
class Failure:
    """A rule that failed: `condition` as written, `label` its phase, `index` its place in the agent's list."""

    agent: str
    index: int
    condition: str
    label: str | None
    reason: Literal["false", "error"]


@dataclass(frozen=True, slots=True)
class RefusedWrite:
    """A write that was not made: the name and the reason, never the value."""

    name: str
    reason: str


@dataclass(slots=True)
class Outcome:
    """The answer to one event.

    `result`: what a tool of attached memory has given; the host hands it to the model and runs nothing itself.
    """

    allowed: bool = True
    effects: list[Effect] = field(default_factory=list)
    failures: list[Failure] = field(default_factory=list)
    warnings: list[Failure] = field(default_factory=list)
    refused_writes: list[RefusedWrite] = field(default_factory=list)
    trace: list[TraceEvent] = field(default_factory=list)
    result: dict[str, Any] | None = None

    @property
    def text(self) -> str | None:
        """What is said, several texts on lines of their own; None for nothing."""
        said = [effect.text for effect in self.effects if isinstance(effect, Say)]
        return "\n".join(said) if said else None


def short(effect: Effect) -> str | None:  # noqa: PLR0911 - one case an effect
    """An effect as scenarios write it; None for what they do not list."""
    match effect:
        case Handoff(agent=agent):
            return f"handoff:{agent}"
        case Escalate(reason=reason):
            return f"escalate:{reason}"
        case Goto(step=step):
            return f"goto:{step}"
        case Collect(fields=fields):
            return f"collect:{','.join(fields)}"
        case CallTool(name=name):
            return f"call:{name}"
        case Block():
            return "block"
        case Retry():
            return "retry"
        case PromptNote(text=text):
            return f"note:{text}"
        case Complete():
            return "complete"
        case _:
            return None
