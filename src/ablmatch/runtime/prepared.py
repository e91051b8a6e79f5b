"""A compiled project made ready to run: closures of its expressions, tables of its names, once for all its sessions."""

from __future__ import annotations

import threading
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from functools import cached_property
from typing import Literal

import msgspec

from ablmatch.language import ir
from ablmatch.runtime.derived import Graph
from ablmatch.runtime.evaluator import Closure, compiled
from ablmatch.runtime.masking import Display, display_of
from ablmatch.runtime.trace import TraceEvent

Checkpoint = Literal["turn", "tool", "complete", "results"]
_KEPT = 32
_prepared: dict[int, tuple[ir.ProjectIR, PreparedProject]] = {}
_lock = threading.Lock()


@dataclass(frozen=True, slots=True)
class PreparedRule:
    """`key` counts its failures; `fails` is true where it fails.  `held`, `failed`: the events of its evaluation."""

    rule: ir.Rule
    index: int
    key: str
    fails: Closure
    held: TraceEvent
    failed: TraceEvent

    @property
    def is_plain(self) -> bool:
        """Whether it guards every operation."""
        return self.rule.before_tool is None and not self.rule.before_results

    def applies(self, at: Checkpoint, tool: str | None) -> bool:
        """Whether a checkpoint asks it."""
        if self.rule.inert:
            return False
        if self.rule.before_tool is not None:
            return at == "tool" and self.rule.before_tool == tool
        return at == "results" if self.rule.before_results else True


@dataclass
class PreparedAgent:
    """The tables of one agent."""

    agent: ir.Agent
    rules: tuple[PreparedRule, ...] = ()
    step_rules: Mapping[str, tuple[PreparedRule, ...]] = field(default_factory=dict)
    _by_checkpoint: dict[tuple[Checkpoint, str | None, str | None], tuple[PreparedRule, ...]] = field(
        default_factory=dict
    )

    @property
    def name(self) -> str:
        return self.agent.name

    @cached_property
    def variables(self) -> dict[str, ir.SessionVariable]:
        return {one.name: one for one in self.agent.memory.session}

    @cached_property
    def paths(self) -> dict[str, ir.PersistentPath]:
        return {one.path: one for one in self.agent.memory.persistent}

    @cached_property
    def tools(self) -> dict[str, ir.Tool]:
        return {one.name: one for one in self.agent.tools}

    @cached_property
    def steps(self) -> dict[str, ir.FlowStep]:
        return {} if self.agent.flow is None else {one.name: one for one in self.agent.flow.steps}

    @cached_property
    def gathered(self) -> dict[str, ir.GatherField]:
        """Fields that are gathered anywhere in the agent."""
        fields = [*self.agent.gather, *(one for step in self.steps.values() for one in step.gather)]
        return {one.name: one for one in reversed(fields)}

    @cached_property
    def displays(self) -> dict[str, Display]:
        """How sensitive values are shown, by path or field name."""
        found = {
            one.path: display_of(one.path, one.sensitive_display, one.mask, one.pii_type)
            for one in self.agent.memory.persistent
            if one.sensitive
        }
        for name, one in self.gathered.items():
            if one.sensitive:
                found[name] = display_of(name, one.sensitive_display, one.mask, one.pii_type)
        return found

    @cached_property
    def filled_by_tools(self) -> dict[str, str]:
        """What tools provide, what their results and errors are mapped into, and AS names, each with the reason."""
        found: dict[str, str] = {}
        for tool in self.agent.tools:
            found |= dict.fromkeys(tool.provides, "tool_provided")
            targets = _targets((*tool.on_result, *tool.on_error))
            found |= {target.split(".", 1)[0]: "tool_outcome" for target in targets}
        return found | {call.bind: "tool_outcome" for call in _calls(self.agent) if call.bind is not None}

    @cached_property
    def hidden(self) -> tuple[tuple[str, ...], ...]:
        """Paths that the model does not see by itself, as segments."""
        names = [one.name for one in self.agent.memory.session if not one.model_visible]
        paths = [one.path for one in self.agent.memory.persistent if not one.model_visible]
        return tuple(tuple(one.split(".")) for one in [*names, *paths])

    @cached_property
    def graph(self) -> Graph:
        """What its derived fields depend on (legacy edition)."""
        return Graph(self.agent.memory.session)

    def rules_at(self, at: Checkpoint, tool: str | None, step: str | None) -> tuple[PreparedRule, ...]:
        """The rules that a checkpoint asks, in order: the agent's, then those of the active step."""
        key = (at, tool, step if step in self.step_rules else None)
        found = self._by_checkpoint.get(key)
        if found is None:
            rules = self.rules + self.step_rules.get(step or "", ())
            found = self._by_checkpoint[key] = tuple(rule for rule in rules if rule.applies(at, tool))
        return found

    def covers(self, names: tuple[str, ...]) -> tuple[ir.PersistentPath, int] | None:
        """The declared path that is the longest prefix of `names`, and how many segments it has."""
        for size in range(len(names), 0, -1):
            found = self.paths.get(".".join(names[:size]))
            if found is not None:
                return found, size
        return None


@dataclass
class PreparedProject:
    """All agents, and what the declarations of all of them say together."""

    project: ir.ProjectIR
    agents: dict[str, PreparedAgent]
    _displays: dict[str, Mapping[str, Display]] = field(default_factory=dict)

    @property
    def legacy(self) -> bool:
        return self.project.edition == "legacy"

    @cached_property
    def readonly(self) -> frozenset[str]:
        """READONLY in one agent protects in all."""
        return frozenset(one.name for one in self._variables() if one.readonly)

    @cached_property
    def writers(self) -> dict[str, frozenset[str] | None]:
        """MODEL_WRITERS by field; None where two lists differ, which denies every model."""
        found: dict[str, frozenset[str] | None] = {}
        for one in self._variables():
            if one.model_writers is not None:
                names = frozenset(one.model_writers)
                found[one.name] = names if found.get(one.name, names) == names else None
        return found

    def displays_of(self, agent: PreparedAgent) -> Mapping[str, Display]:
        """How an agent shows sensitive values: what is sensitive in one agent is in all, by their own displays first.

        Agents share session values, so a value that one of them gathered must not be shown by the next.
        """
        found = self._displays.get(agent.name)
        if found is None:
            merged = {path: display for one in self.agents.values() for path, display in one.displays.items()}
            found = self._displays[agent.name] = {**merged, **agent.displays}
        return found

    @cached_property
    def result_names(self) -> frozenset[str]:
        """Where tool results are stored: reserved for the platform."""
        tools = [tool.name for one in self.agents.values() for tool in one.agent.tools if tool.store_result]
        return frozenset([*tools, *(f"last_{name}_result" for name in tools)])

    @cached_property
    def lasting(self) -> tuple[str, ...]:
        """RESET: never variables, by name."""
        return tuple(sorted({one.name for one in self._variables() if one.reset == "never"}))

    @cached_property
    def roots(self) -> frozenset[str]:
        """First segments of persistent paths that no agent declares as a session variable."""
        paths = [path for one in self.agents.values() for path in one.paths if "." in path]
        return frozenset(path.split(".", 1)[0] for path in paths) - frozenset(one.name for one in self._variables())

    def _variables(self) -> Iterator[ir.SessionVariable]:
        for one in self.agents.values():
            yield from one.agent.memory.session


def _targets(steps: Iterable[ir.Step]) -> Iterator[str]:
    """What actions set, in their branches too."""
    for step in steps:
        match step:
            case ir.Set(assignments=assignments):
                yield from (one.target for one in assignments)
            case ir.Choose(branches=branches):
                for branch in branches:
                    yield from _targets(branch.steps)
            case ir.Transform(into=into):
                yield into


def _calls(part: object) -> Iterator[ir.ToolCall]:
    """The authored calls in a part of an agent, wherever they stand."""
    if isinstance(part, ir.ToolCall):
        yield part
    elif isinstance(part, msgspec.Struct):
        for name in part.__struct_fields__:
            yield from _calls(getattr(part, name))
    elif isinstance(part, tuple | dict):
        for one in part.values() if isinstance(part, dict) else part:
            yield from _calls(one)


def prepared(project: ir.ProjectIR) -> PreparedProject:
    """The project's tables; the last few projects are kept.  Raises TypeError for what was not compiled."""
    if not isinstance(project, ir.ProjectIR):
        raise TypeError(f"a session runs a compiled project: give abl.compile(...), not {type(project).__name__}")
    with _lock:
        known = _prepared.get(id(project))
        if known is not None and known[0] is project:
            return known[1]
    made = PreparedProject(project, {name: _agent(agent) for name, agent in project.agents.items()})
    with _lock:
        while len(_prepared) >= _KEPT:
            del _prepared[next(iter(_prepared))]
        _prepared[id(project)] = (project, made)
    return made


def _agent(agent: ir.Agent) -> PreparedAgent:
    steps = () if agent.flow is None else agent.flow.steps
    return PreparedAgent(
        agent,
        _rules(agent, agent.constraints, agent.name),
        {step.name: _rules(agent, step.step_rules, f"{agent.name}.{step.name}") for step in steps if step.step_rules},
    )


def _rules(agent: ir.Agent, rules: tuple[ir.Rule, ...], key: str) -> tuple[PreparedRule, ...]:
    return tuple(
        PreparedRule(
            rule,
            at,
            f"{key}#{at}",
            compiled(rule.fails_when),
            TraceEvent("constraint_check", agent.name, {"rule": at, "holds": True}),
            TraceEvent("constraint_check", agent.name, {"rule": at, "holds": False}),
        )
        for at, rule in enumerate(rules)
    )
