"""System variables: what rules and templates may read beside session values and facts (language.md 2.9)."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import TYPE_CHECKING

from ablmatch.language.values import Value

if TYPE_CHECKING:
    from ablmatch.runtime.work import Work

RECENT = 3


def _gathered(work: Work) -> bool:
    """Whether every required field of the step, or of the agent outside flows, is there."""
    step = work.agent.steps.get(work.thread.step or "")
    fields = step.gather if step is not None else work.agent.agent.gather
    return all(work.frame.values.get(one.name) is not None for one in fields if one.required)


_LANGUAGE: Callable[[Work], Value] = lambda work: work.state.interaction_language or work.state.language  # noqa: E731
_CHANNEL: Callable[[Work], Value] = lambda work: work.state.channel  # noqa: E731

NAMES: Mapping[str, Callable[[Work], Value]] = {
    "input": lambda work: work.input or None,
    # One line break between the caller's last utterances.
    "recent_input": lambda work: "\n".join(work.state.utterances[-RECENT:]) or None,
    "channel": _CHANNEL,
    "session.channel": _CHANNEL,
    "system.channel": _CHANNEL,
    "language": _LANGUAGE,
    "system.locale": _LANGUAGE,
    "session.interaction.current.language": _LANGUAGE,
    "session.interaction.current.locale": _LANGUAGE,
    "session_id": lambda work: work.state.session_id,
    "user_id": lambda work: work.state.user_id,
    "project_id": lambda work: work.state.project_id,
    "all_fields_gathered": _gathered,
    "tool_failures": lambda work: work.state.tool_failures,
    "constraint_failures": lambda work: work.state.constraint_failures,
    "_constraint_warnings": lambda work: list(work.state.warnings),
}


def value_of(work: Work, names: tuple[str, ...]) -> Value:
    """The value of a system variable; None for what is none."""
    read = NAMES.get(".".join(names))
    return None if read is None else read(work)
