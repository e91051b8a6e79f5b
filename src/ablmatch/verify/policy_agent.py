"""What of an agent there is on a row of a table: no tools, no flow and no store, but rules, memory and what is SET."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

import msgspec

from ablmatch.language import ir
from ablmatch.language.functions.moment import Moment
from ablmatch.runtime import hooks, turn
from ablmatch.runtime.facts import Facts
from ablmatch.runtime.prepared import PreparedRule, prepared
from ablmatch.runtime.process import ProcessScope
from ablmatch.runtime.session import Session
from ablmatch.runtime.suspension import load
from ablmatch.runtime.work import Work
from ablmatch.stores import open_store

# Hooks that a session runs before the rules of its first turn.
_BEFORE_RULES = ("before_agent", "before_turn")
_OWNER = "row"


def on_a_row(agent: ir.Agent) -> ir.Agent:
    """The agent without tools, flow, routing and store: what a session of it does before its first reply."""
    found = {point: _quiet(agent.hooks[point]) for point in _BEFORE_RULES if point in agent.hooks}
    return msgspec.structs.replace(
        agent,
        flow=None,
        escalate=None,
        complete=(),
        handoff=(),
        memory=msgspec.structs.replace(agent.memory, remember=(), recall=()),
        hooks={point: hook for point, hook in found.items() if hook != ir.Hook()},
        on_start=None if agent.on_start is None else _quiet(agent.on_start),
    )


def _quiet(hook: ir.Hook) -> ir.Hook:
    """What a hook does without a tool.  Its texts stay: rules before returning results judge them with the others."""
    return msgspec.structs.replace(hook, calls=(), delegate=None, critical=False, other={})


def left_out(agent: ir.Agent) -> tuple[str, ...]:
    """What `on_a_row` takes away that could change what a rule sees, in words."""
    return tuple(_left_out(agent))


def _left_out(agent: ir.Agent) -> Iterator[str]:
    run = [agent.on_start, *(agent.hooks.get(point) for point in _BEFORE_RULES)]
    asked = [hook for hook in run if hook is not None]
    if any(hook.calls or hook.delegate is not None for hook in asked):
        yield "the calls of hooks"
    if agent.flow is not None:
        yield "the flow with the rules of its steps"
    if agent.escalate is not None and agent.escalate.triggers:
        yield "ESCALATE"
    if agent.memory.recall or agent.memory.remember:
        yield "recall and remember"
    count = sum(rule.before_tool is not None and not rule.inert for rule in agent.constraints)
    if count:
        yield f"{count} rule{'s' * (count > 1)} before a tool"


class RowFacts(Facts):
    """The facts of one row: those that its columns give and those that hooks have set.  Nothing reaches a store."""

    row: dict[str, Any]

    def read_all(self, _paths: object) -> None:
        """There is nothing to ask."""

    def get(self, _scope: ir.ScopeName, path: str) -> tuple[bool, Any]:
        return path in self.row, self.row.get(path)

    def put(self, _scope: ir.ScopeName, path: str, value: Any, _ttl_ms: int | None = None) -> bool:
        self.row[path] = value
        return True


class RowSession:
    """A session that has started and heard a message without words: the state in which each row is put.

    `values`, `facts`: what INITIAL and ON_START have left.  NOW() is the same for all rows.
    """

    def __init__(self, project: ir.ProjectIR, moment: Moment) -> None:
        store = open_store("memory:")
        session = Session(
            project, store=store, session_id=_OWNER, user_id=_OWNER, clock=moment.clock, process_scope=ProcessScope()
        )
        session.start()
        state = load(session.dump(), project).state
        self.values = dict(state.frame.values)
        self._facts = RowFacts(store, state, 0)
        stored = Facts(store, state, round(moment.clock().timestamp() * 1000))
        paths = project.agents[project.entry].memory.persistent
        found = {one.path: stored.get(one.scope, one.path) for one in paths}
        self.facts = {path: value for path, (live, value) in found.items() if live}
        self.work = Work(prepared(project), state, self._facts, moment)
        turn.open_turn(self.work, "")
        self._hook = project.agents[project.entry].hooks.get("before_turn")
        self._frame = self.work.frame

    def put(self, values: dict[str, Any], facts: dict[str, Any]) -> None:
        """Puts a row's values in; both are changed by what `before_turn` sets."""
        work = self.work
        self._frame.values, self._facts.row = values, facts
        work.captures.clear()
        if work.state.warnings:
            work.state.warnings.clear()

    def before_turn(self) -> bool:
        """Runs the hook on the row; True where it has said something, so that all rules are asked at once."""
        hook = self._hook
        if hook is None:
            return False
        work = self.work
        self._frame.tags.clear()
        work.state.interaction_language = None
        self.forget()
        hooks.finish(work, hook, branches=True)
        return bool(work.guarded)

    def forget(self) -> None:
        """Drops what was traced and said: it would grow with the table."""
        self.work.outcome.trace.clear()
        self.work.outcome.effects.clear()
        self.work.guarded.clear()

    def warn(self, rule: PreparedRule) -> None:
        """What a rule that warns leaves behind for those after it."""
        if rule.rule.condition not in self.work.state.warnings:
            self.work.state.warnings.append(rule.rule.condition)


def action_words(rule: ir.Rule, agents: Mapping[str, ir.Agent], agent: ir.Agent) -> str:
    """What the first failure of a rule does, in the short forms of scenarios, as the policy writes it.

    Placeholders stay placeholders: a value of the row never gets into a word of the summary.
    """
    on_fail = rule.on_fail
    if on_fail is None:
        return "respond"
    if on_fail.max_repeats is not None and on_fail.max_repeats < 1:
        return "respond" if on_fail.on_exhausted is None else _action(on_fail.on_exhausted, agents, agent)
    steps = () if agent.flow is None else [step.name for step in agent.flow.steps]
    # A GOTO that names no step is said.
    goto = on_fail.goto if on_fail.goto in steps else None
    words = ["respond"] if on_fail.respond is not None or (on_fail.goto is not None and goto is None) else []
    if on_fail.collect:
        words.append(f"collect:{','.join(on_fail.collect)}")
    if goto is not None:
        words.append(f"goto:{goto}")
    elif on_fail.retry and on_fail.then is None:
        words.append("retry")
    if on_fail.action is not None:
        words.append(_action(on_fail.action, agents, agent))
    return "; ".join(dict.fromkeys(words)) or ("" if on_fail.clear or on_fail.retry else "respond")


def _action(action: ir.Action, agents: Mapping[str, ir.Agent], agent: ir.Agent) -> str:
    match action.kind:
        case "handoff" if action.target in agents and action.target != agent.name:
            return f"handoff:{action.target}"
        case "escalate":
            return f"escalate:{action.text or ''}"
        case "block":
            return "block"
        case _:
            return "respond"
