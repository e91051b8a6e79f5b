"""System variables: what rules and templates may read beside session values and facts (language.md 2.9)."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import TYPE_CHECKING

from ablmatch.language import ir
from ablmatch.language.values import Value

if TYPE_CHECKING:
    from ablmatch.runtime.work import Work

RECENT = 3


def _gathered(work: Work) -> bool:
    """Whether every field that the step, or the agent outside flows, must have is there."""
    step = work.agent.steps.get(work.thread.step or "")
    fields = step.gather if step is not None else work.agent.agent.gather
    if work.gathering:
        # A field's own activation asks for it.
        return False
    work.gathering = True
    try:
        return all(work.frame.values.get(one.name) is not None for one in fields if is_needed(work, one))
    finally:
        work.gathering = False


def is_needed(work: Work, one: ir.GatherField) -> bool:
    """Whether a field must be there: required, and active by its activation and what it depends on."""
    if not one.required or one.activation in {"optional", "progressive"}:
        return False
    if one.when is not None and not work.holds(one.when):
        return False
    return all(work.frame.values.get(name) is not None for name in one.depends_on)


_LANGUAGE: Callable[[Work], Value] = lambda work: work.state.interaction_language or work.state.language  # noqa: E731
_CHANNEL: Callable[[Work], Value] = lambda work: work.state.channel  # noqa: E731

NAMES: Mapping[str, Callable[[Work], Value]] = {
    "input": lambda work: work.input or None,
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

# What the right-hand sides of SET may read, and nothing else may (language.md 2.5).
SET_NAMES: Mapping[str, Callable[[Work], Value]] = {
    # One line break between the caller's last utterances.
    "recent_input": lambda work: "\n".join(work.state.utterances[-RECENT:]) or None,
    "input_transcript": lambda work: work.input if work.state.channel == "voice" else "",
}


def value_of(work: Work, names: tuple[str, ...]) -> Value:
    """The value of a system variable; None for what is none."""
    name = ".".join(names)
    read = NAMES.get(name) or (SET_NAMES.get(name) if work.setting else None)
    return None if read is None else read(work)
