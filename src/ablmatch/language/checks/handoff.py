"""Agents among each other: names that are no agents, roles that forbid what is written, maps that give nothing."""

from __future__ import annotations

from collections.abc import Iterator

from ablmatch.language import ir
from ablmatch.language.agents import Draft
from ablmatch.language.checks.walk import ACTING, parts_of
from ablmatch.language.project import Project
from ablmatch.language.source import Span


def check_handoff(project: Project) -> None:
    """Roles agent by agent; names and maps only where the whole project is known."""
    produced: dict[str, set[str]] = {}
    for draft in project.drafts:
        _role(project, draft)
        _handlers(project, draft)
        _itself(project, draft)
        if project.is_whole:
            _names(project, draft)
            _returns(project, draft, produced)
            _inputs(project, draft)


# --- roles ---------------------------------------------------------------------------------------------------------


def _role(project: Project, draft: Draft) -> None:
    agent, places = draft.agent, project.places
    gives = [part for part in parts_of(draft) if _delegates(part)]
    if (agent.delegate or gives) and agent.role != "orchestrator":
        place = places.of(agent, "delegate") if agent.delegate else places.of(gives[0])
        project.diagnostics.add("AGENT_RETURNED_WORK_REQUIRES_ORCHESTRATOR", place, role=agent.role or "no role")
    direct = agent.execution.other.get("canresponddirectly", agent.execution.other.get("can_respond_directly"))
    if isinstance(direct, bool) and agent.role is not None and direct == (agent.role == "router"):
        project.diagnostics.add("AGENT_EXECUTION_ROLE_CONFLICT", places.of(agent, "execution"), role=agent.role)
    if agent.role == "router" and not agent.handoff:
        project.diagnostics.add("ABLX_ROUTER_WITHOUT_HANDOFF", places.of(agent, "role"))
    if agent.role == "assistant" and agent.supervisor:
        project.diagnostics.add("ABLX_ROLE_SUPERVISOR", places.of(agent, "role"))


def _delegates(part: ir.Part) -> bool:
    return isinstance(part, ir.DelegateTo) or (isinstance(part, ir.Hook) and part.delegate is not None)


def _handlers(project: Project, draft: Draft) -> None:
    known = dict.fromkeys(handler.name for handler in draft.agent.return_handlers)
    for rule in draft.agent.handoff:
        name = rule.return_handler
        if name is not None and name not in known:
            hint = project.diagnostics.suggestions.hint(name, known)
            place = project.places.of(rule, "return_handler")
            project.diagnostics.add("ABLX_RETURN_HANDLER_UNKNOWN", place, name=name, hint=hint)


# --- names ---------------------------------------------------------------------------------------------------------


def _itself(project: Project, draft: Draft) -> None:
    for name, span in _targets(project, draft):
        if name == draft.name:
            project.diagnostics.add("ABLX_HANDOFF_SELF", span, name=name)


def _names(project: Project, draft: Draft) -> None:
    agents = project.agents()
    for name, span in _targets(project, draft):
        if name not in agents:
            hint = project.diagnostics.suggestions.hint(name, agents)
            project.diagnostics.add("ABLX_AGENT_UNKNOWN", span, name=name, hint=hint)


def _targets(project: Project, draft: Draft) -> Iterator[tuple[str, Span]]:
    """Every agent that is named, and where.  Constraints are another matter; remote agents are elsewhere."""
    for part in parts_of(draft, "handoff", "delegate", *ACTING):
        target, attribute = None, "target"
        if isinstance(part, ir.HandOff) and not part.other.get("remote"):
            target, attribute = part.to, "to"
        elif isinstance(part, ir.Delegate) and not part.other.get("remote"):
            target, attribute = part.agent, "agent"
        elif isinstance(part, ir.Hook):
            target, attribute = part.delegate, "delegate"
        elif isinstance(part, ir.HandOffTo | ir.DelegateTo | ir.ErrorHandler | ir.Action):
            target = part.target
        if target is not None:
            yield target, project.places.of(part, attribute)


# --- what comes back and what goes in ------------------------------------------------------------------------------


def _returns(project: Project, draft: Draft, produced: dict[str, set[str]]) -> None:
    """`produced`: what is known already of agents, by their names."""
    agents = project.agents()
    maps: list[tuple[ir.HandOff | ir.Delegate, str, str, tuple[tuple[str, str], ...], tuple[str, ...]]] = [
        *((rule, "return_map", rule.to, rule.return_map, rule.passes) for rule in draft.agent.handoff),
        *((rule, "returns", rule.agent, rule.returns, ()) for rule in draft.agent.delegate),
    ]
    for name in (draft.name, *(child for _, _, child, pairs, _ in maps if pairs)):
        if maps and name in agents and name not in produced:
            produced[name] = _produced(agents[name])
    for rule, attribute, child, pairs, passed in maps:
        if child not in agents or not pairs:
            continue
        own, made = produced[draft.name], produced[child] | set(passed)
        for at, (field, variable) in enumerate(pairs):
            name = field.split(".", 1)[0]
            if name in made:
                continue
            turned = variable.split(".", 1)[0] in made and name in own
            code = "ABLX_RETURN_MAP_DIRECTION" if turned else "ABLX_RETURN_FIELD_UNPRODUCED"
            place = project.places.of(rule, attribute, at)
            project.diagnostics.add(code, place, field=field, variable=variable, agent=child)


def _produced(draft: Draft) -> set[str]:
    """The first segments of all that an agent declares, gathers, sets or gets from its tools."""
    agent = draft.agent
    found = {variable.name for variable in agent.memory.session}
    found |= {path.path.split(".", 1)[0] for path in agent.memory.persistent}
    for tool in agent.tools:
        found |= {tool.name, f"last_{tool.name}_result", *tool.provides}
    for part in parts_of(draft):
        if isinstance(part, ir.GatherField):
            found.add(part.name)
        elif isinstance(part, ir.ToolCall):
            found |= {part.tool, f"last_{part.tool}_result", part.bind or part.tool}
        elif isinstance(part, ir.Transform):
            found.add(part.into.split(".", 1)[0])
        elif isinstance(part, ir.Assignment):
            found.add(part.target.split(".", 1)[0])
    return found


def _inputs(project: Project, draft: Draft) -> None:
    """What a child must gather, a parent that waits for its work must give."""
    agents = project.agents()
    for rule in draft.agent.delegate:
        if rule.agent not in agents:
            continue
        given = {argument.target.split(".", 1)[0] for argument in rule.input}
        needed = [field.name for field in agents[rule.agent].agent.gather if field.required and field.default is None]
        missing = [name for name in needed if name not in given]
        if missing:
            place = project.places.of(rule, "input" if project.places.has(rule, "input") else "agent")
            fields = ", ".join(missing)
            project.diagnostics.add("DELEGATE_CHILD_GATHER_INPUT_UNMAPPED", place, agent=rule.agent, fields=fields)


# --- a second look -------------------------------------------------------------------------------------------------


def lint_handoff(project: Project) -> None:
    """What is to be done when an agent comes back that is never waited for."""
    for draft in project.drafts:
        for rule in draft.agent.handoff:
            for attribute in ("return_action", "return_handler", "return_map", "return_set"):
                if not rule.expect_return and project.places.has(rule, attribute):
                    project.diagnostics.add("ABLX_ON_RETURN_NEVER", project.places.of(rule, attribute), agent=rule.to)
                    break
