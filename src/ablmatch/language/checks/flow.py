"""Flows: transitions that lead nowhere, entries that are not there, steps that wait without a word."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from itertools import chain

from ablmatch.language import ir
from ablmatch.language.agents import Draft
from ablmatch.language.checks.walk import ACTING, parts_of, walk
from ablmatch.language.project import Project
from ablmatch.language.sections.transitions import TERMINAL
from ablmatch.language.source import Span

# RETRY_STEP and BACKTRACK are words of error handlers alone.
_LEAVING = ("COMPLETE", "ESCALATE", "CONTINUE")


def check_flow(project: Project) -> None:
    """All of it, agent by agent: steps are not shared."""
    for draft in project.drafts:
        flow = draft.agent.flow
        steps = dict.fromkeys(step.name for step in flow.steps) if flow is not None else {}
        _targets(project, draft, steps)
        if flow is not None:
            _entry(project, flow, steps)
            for step in flow.steps:
                _trap(project, step)
                if step.name.upper() in TERMINAL:
                    place = project.places.of(step, "name")
                    project.diagnostics.add("ABLX_STEP_RESERVED", place, step=step.name)


def _targets(project: Project, draft: Draft, steps: Mapping[str, None]) -> None:
    for name, span in _transitions(project, parts_of(draft, *ACTING)):
        if name not in steps and name not in _LEAVING:
            hint = project.diagnostics.suggestions.hint(name, steps)
            project.diagnostics.add("ABLX_STEP_UNKNOWN", span, step=name, hint=hint)


def _transitions(project: Project, parts: Iterable[ir.Part]) -> Iterator[tuple[str, Span]]:
    """Every step that one of the parts goes to, and where that is written.  GOTO of an ON_FAIL is another matter."""
    for part in parts:
        if isinstance(part, ir.Goto):
            yield part.target, project.places.of(part, "target")
        elif isinstance(part, ir.ErrorHandler) and part.backtrack_to is not None:
            yield part.backtrack_to, project.places.of(part, "backtrack_to")
        elif isinstance(part, ir.FlowStep) and part.on_exhausted is not None:
            yield part.on_exhausted, project.places.of(part, "on_exhausted")


def _entry(project: Project, flow: ir.Flow, steps: Mapping[str, None]) -> None:
    if flow.entry not in steps:
        hint = project.diagnostics.suggestions.hint(flow.entry, steps)
        project.diagnostics.add("ABLX_ENTRY_UNKNOWN", project.places.of(flow, "entry"), step=flow.entry, hint=hint)


def _trap(project: Project, step: ir.FlowStep) -> None:
    """A step that branches on what is said, asks nothing, and has no branch for anything else."""
    asks = step.reasoning or step.respond is not None or step.gather or "message_key" in step.other
    if step.on_input and not asks and all(branch.when is not None for branch in step.on_input):
        place = project.places.of(step, "on_input")
        project.diagnostics.add("FLOW_PROMPTLESS_ON_INPUT_UNMATCHED_TRAP", place, step=step.name)


# --- a second look -------------------------------------------------------------------------------------------------


def lint_flow(project: Project) -> None:
    """Steps that nothing leads to."""
    for draft in project.drafts:
        flow = draft.agent.flow
        if flow is None:
            continue
        reached = _reached(project, draft, flow)
        for step in flow.steps:
            if step.name not in reached:
                project.diagnostics.add("ABLX_STEP_UNREACHED", project.places.of(step, "name"), step=step.name)


def _reached(project: Project, draft: Draft, flow: ir.Flow) -> set[str]:
    """The entry, and every step that is gone to from a reached step or from outside the steps."""
    steps = {step.name: step for step in flow.steps}
    outside = [name for name in ir.Agent.__struct_fields__ if name != "flow"]
    pending = [flow.entry, *_gotos(parts_of(draft, *outside)), *_gotos(walk(flow.digressions))]
    acting = parts_of(draft, *(name for name in ACTING if name != "flow"))
    pending.extend(name for name, _ in _transitions(project, chain(acting, walk(flow.digressions))))
    reached: set[str] = set()
    while pending:
        name = pending.pop()
        if name in reached or name not in steps:
            continue
        reached.add(name)
        below = tuple(walk(steps[name]))
        pending.extend(target for target, _ in _transitions(project, below))
        pending.extend(_gotos(below))
    return reached


def _gotos(parts: Iterable[ir.Part]) -> Iterator[str]:
    return (part.goto for part in parts if isinstance(part, ir.OnFail) and part.goto)
