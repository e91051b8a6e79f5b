"""Rules: what they read that is not bound, and what their ON_FAIL names that is not there."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import TypeAlias

from ablmatch.language import ir
from ablmatch.language.agents import Draft
from ablmatch.language.checks.gather import gathered
from ablmatch.language.expression_checks import findings
from ablmatch.language.expressions import parse
from ablmatch.language.nodes import Path, walk
from ablmatch.language.project import Project

# In written order, found at once.
Names: TypeAlias = Mapping[str, None]
# What the right-hand sides of SET may read, and nothing else may (language.md 2.5).
SET_NAMES = frozenset({"recent_input", "input_transcript"})


def check_constraints(project: Project) -> None:
    """All of it, rule by rule."""
    agents = dict.fromkeys(one.name for one in project.drafts)
    for draft in project.drafts:
        tools = dict.fromkeys(tool.name for tool in draft.agent.tools)
        for rule in rules_of(draft.agent):
            _tool_arguments(project, draft, rule)
            _names_of_set(project, draft, rule)
            _actions_of_warnings(project, rule)
            # Where tools come from files that are not here, their names are not known.
            if not draft.reading.imports:
                _checkpoint(project, rule, tools)
        steps = dict.fromkeys(step.name for step in draft.agent.flow.steps) if draft.agent.flow is not None else {}
        names = [*(one.name for one in gathered(draft.agent)), *(one.name for one in draft.agent.memory.session)]
        fields = dict.fromkeys(names)
        for part in failures_of(draft.agent):
            _goto(project, part, steps)
            _collect(project, part, fields)
            _exhausted(project, part)
            for action in (part.action, part.on_exhausted):
                if action is not None and project.is_whole:
                    _target(project, action, agents)


def rules_of(agent: ir.Agent) -> Iterator[ir.Rule]:
    """The rules of the agent and of the steps of its flow."""
    yield from agent.constraints
    for step in agent.flow.steps if agent.flow is not None else ():
        yield from step.step_rules


def failures_of(agent: ir.Agent) -> Iterator[ir.OnFail]:
    """Every ON_FAIL of rules and steps."""
    yield from (rule.on_fail for rule in rules_of(agent) if rule.on_fail is not None)
    for step in agent.flow.steps if agent.flow is not None else ():
        if step.on_fail is not None:
            yield step.on_fail


def _tool_arguments(project: Project, draft: Draft, rule: ir.Rule) -> None:
    """A rule that reads `tool_args` where they are not bound fails whatever they are: it refuses all that it guards."""
    bound = draft.agent.execution.guardrail_builtins
    if bound and (rule.before_tool is not None or rule.inert):
        return
    code = "ABLX_TOOL_ARGS_ELSEWHERE" if bound else "GUARDRAIL_BUILTIN_NOT_BOUND"
    for attribute in ("condition", "when"):
        written = getattr(rule, attribute)
        for finding in findings(parse(written)) if written is not None else ():
            if finding.kind == "tool_args":
                place = project.places.of(rule, attribute).within(finding.start, finding.end)
                project.diagnostics.add(code, place)
                return


def _names_of_set(project: Project, draft: Draft, rule: ir.Rule) -> None:
    """A rule sees nothing under the names that SET alone may read."""
    names = SET_NAMES - {one.name for one in draft.agent.memory.session}
    for attribute in ("condition", "when"):
        written = getattr(rule, attribute)
        for node in walk(parse(written)) if written is not None else ():
            if isinstance(node, Path) and node.names[0] in names:
                place = project.places.of(rule, attribute).within(node.start, node.end)
                project.diagnostics.add("ABLX_SET_NAME_ELSEWHERE", place, name=node.names[0])


def _checkpoint(project: Project, rule: ir.Rule, tools: Names) -> None:
    if rule.before_tool is not None and rule.before_tool not in tools:
        place = project.places.of(rule, "before_tool")
        hint = project.diagnostics.suggestions.hint(rule.before_tool, tools)
        project.diagnostics.add("ABLX_CONSTRAINT_TOOL_UNKNOWN", place, tool=rule.before_tool, hint=hint)


def _actions_of_warnings(project: Project, rule: ir.Rule) -> None:
    if rule.severity != "warning" or rule.on_fail is None:
        return
    part = rule.on_fail
    for action in (part.action, part.on_exhausted):
        if action is not None and action.kind != "respond":
            project.diagnostics.add("ABLX_WARN_ACTION", project.places.of(action))
            return
    for attribute in ("clear", "collect", "goto", "retry", "then"):
        if getattr(part, attribute):
            project.diagnostics.add("ABLX_WARN_ACTION", project.places.of(part, attribute))
            return


def _goto(project: Project, part: ir.OnFail, steps: Names) -> None:
    """Text that names no step is spoken, word for word."""
    if part.goto is not None and part.goto not in steps:
        place = project.places.of(part, "goto")
        project.diagnostics.add(
            "ABLX_GOTO_SPOKEN", place, step=part.goto, hint=project.diagnostics.suggestions.hint(part.goto, steps)
        )


def _collect(project: Project, part: ir.OnFail, fields: Names) -> None:
    for at, name in enumerate(part.collect):
        if name not in fields:
            place = project.places.of(part, "collect", at)
            project.diagnostics.add(
                "ABLX_COLLECT_UNKNOWN", place, name=name, hint=project.diagnostics.suggestions.hint(name, fields)
            )


def _exhausted(project: Project, part: ir.OnFail) -> None:
    if part.on_exhausted is not None and part.max_repeats is None:
        project.diagnostics.add("ABLX_ON_EXHAUSTED_NEVER", project.places.of(part.on_exhausted))


def _target(project: Project, action: ir.Action, agents: Names) -> None:
    if action.target is not None and action.target not in agents:
        place = project.places.of(action, "target")
        project.diagnostics.add(
            "ABLX_AGENT_UNKNOWN",
            place,
            name=action.target,
            hint=project.diagnostics.suggestions.hint(action.target, agents),
        )
