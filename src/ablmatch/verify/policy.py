"""The policy of a run: one agent of a project, the rules of it that are asked, and the columns that fill its memory."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from collections.abc import Set as AbstractSet
from contextlib import suppress
from dataclasses import dataclass
from functools import cached_property
from typing import Literal

import msgspec

from ablmatch.language import ir, nodes
from ablmatch.language.errors import ExpressionError
from ablmatch.language.expressions import parse
from ablmatch.language.templates import parse_template
from ablmatch.runtime.prepared import PreparedAgent, PreparedRule, prepared
from ablmatch.runtime.system import NAMES as SYSTEM_NAMES
from ablmatch.verify.errors import BadInput, listed, nearest, shown, unknown
from ablmatch.verify.policy_agent import action_words, left_out, on_a_row


@dataclass(frozen=True, slots=True)
class Slot:
    """A declared name that takes its value from the column of the same name: a variable, gathered field or fact."""

    name: str
    type: str | None
    place: Literal["variable", "gathered", "fact"]

    def is_read(self, paths: AbstractSet[tuple[str, ...]]) -> bool:
        """Whether one of the paths is its value or a part of it."""
        names = tuple(self.name.split("."))
        return any(path[: len(names)] == names for path in paths)


@dataclass(frozen=True)
class Policy:
    """`agent`: as it is declared.  `on_row`: its project with the agent as it is on a row (see policy_agent).

    `option`: what named it on the command line, for messages.
    """

    agent: PreparedAgent
    on_row: ir.ProjectIR
    files: tuple[str, ...]
    option: str = "--policy"

    @cached_property
    def rules(self) -> tuple[PreparedRule, ...]:
        """The rules before a reply, in order."""
        return self.agent.rules_at("results", None, None)

    @property
    def before_turn(self) -> ir.Hook | None:
        """What is set on every row before its rules are asked."""
        return self.on_row.agents[self.agent.name].hooks.get("before_turn")

    @cached_property
    def actions(self) -> tuple[str, ...]:
        """What the first failure of each rule does."""
        return tuple(action_words(rule.rule, self.on_row.agents, self.agent.agent) for rule in self.rules)

    @cached_property
    def slots(self) -> tuple[Slot, ...]:
        """What a row can fill and rules or `before_turn` read, in the order of declaration."""
        memory, gathered = self.agent.agent.memory, self.agent.gathered
        found = {one.name: Slot(one.name, one.type, "variable") for one in memory.session}
        for name, field in gathered.items():
            found.setdefault(name, Slot(name, field.type, "gathered"))
        for path in memory.persistent:
            # A path that nobody may read has no value for a rule.
            if path.access != "write":
                found.setdefault(path.path, Slot(path.path, path.type, "fact"))
        read = self.paths | self.hook_paths
        return tuple(slot for slot in found.values() if slot.is_read(read))

    @property
    def columns(self) -> tuple[str, ...]:
        """The columns that it reads where they are there."""
        return tuple(slot.name for slot in self.slots)

    @cached_property
    def trees(self) -> tuple[nodes.Node, ...]:
        """When each rule fails, as trees."""
        return tuple(parse(rule.rule.fails_when) for rule in self.rules)

    @cached_property
    def paths(self) -> frozenset[tuple[str, ...]]:
        """Every path that a rule reads."""
        return paths_read(self.trees)

    @cached_property
    def hook_paths(self) -> frozenset[tuple[str, ...]]:
        """Every path that `before_turn` reads or writes a part of."""
        return frozenset() if self.before_turn is None else hook_paths(self.before_turn)

    @cached_property
    def written(self) -> frozenset[str]:
        """First names of what `before_turn` writes."""
        hook = self.before_turn or ir.Hook()
        return frozenset(target.split(".")[0] for target in (*(one.target for one in hook.set), *hook.clear))

    def check_columns(self, columns: Sequence[str]) -> None:
        """Raise BadInput where none of its columns is there: it would judge nothing, which is a slip and no answer."""
        if self.columns and not set(self.columns) & set(columns):
            raise BadInput(f"the input has none of the columns that {named(self.option)} reads: {listed(self.columns)}")

    def notes(self, columns: Sequence[str]) -> list[str]:
        """What the user should know of a run over a table with these columns."""
        notes = []
        about = self.option.removeprefix("--")
        declared = {*self.agent.variables, *self.agent.gathered, *self.agent.paths}
        free = [name for name in columns if name not in declared]
        absent = [
            slot.name for slot in self.slots if slot.name not in columns and slot.name.split(".")[0] not in self.written
        ]
        if absent:
            notes.append(
                f"{about}: no column for {listed(absent)}: each has its INITIAL, its default or what ON_START sets, "
                "else it is unset"
            )
        for name in absent:
            near = nearest(name, free)
            if near is not None:
                notes.append(f"{about}: there is no column {shown(name)}: is {shown(near)} meant?")
        first = sorted({path[0] for path in self.paths} - {name.split(".")[0] for name in (*declared, *SYSTEM_NAMES)})
        notes += [
            f"{about}: a rule reads {shown(name)}, which the agent does not declare: the column is not used"
            for name in first
            if name in columns
        ]
        missed = left_out(self.agent.agent)
        if missed:
            notes.append(f"{about}: a row is no conversation, so these are left out: {', '.join(missed)}")
        return notes


def hook_paths(hook: ir.Hook) -> frozenset[tuple[str, ...]]:
    """Every path that a hook reads, or writes a part of."""
    said = [step.text for branch in hook.branches for step in branch.steps if isinstance(step, ir.Respond)]
    templates = [*(one.template for one in hook.set), *said, hook.respond]
    trees = [
        place.expression for text in templates if text is not None for place in parse_template(text).placeholders()
    ]
    expressions = [*(one.expression for one in hook.set), *(branch.when for branch in hook.branches), hook.language]
    for text in expressions:
        with suppress(ExpressionError):  # a language tag such as pt-BR need not be an expression
            trees += [] if text is None else [parse(text)]
    targets = [*(one.target for one in hook.set), *hook.clear]
    return paths_read(trees) | {tuple(target.split(".")) for target in targets}


def paths_read(trees: Iterable[nodes.Node]) -> frozenset[tuple[str, ...]]:
    """Every path in some trees."""
    return frozenset(node.names for tree in trees for node in nodes.walk(tree) if isinstance(node, nodes.Path))


def named(option: str) -> str:
    """The policy that an option names, in words."""
    return "the policy" if option == "--policy" else f"the policy of {option}"


def policy_of(project: ir.ProjectIR, agent: str | None, files: Sequence[str], *, option: str = "--policy") -> Policy:
    """The policy of an agent of a project: the one that is named, the only one, or the only supervisor.

    Raises BadInput where that is none, or where nothing would be asked.
    """
    chosen = _chosen(project, agent, option)
    agents = {**project.agents, chosen.name: on_a_row(chosen)}
    on_row = msgspec.structs.replace(project, agents=agents, entry=chosen.name)
    policy = Policy(prepared(project).agents[chosen.name], on_row, tuple(files), option)
    if not policy.rules:
        raise BadInput(f"agent {shown(chosen.name)} has no rule that is asked before a reply: {option} needs one")
    return policy


def _chosen(project: ir.ProjectIR, name: str | None, option: str) -> ir.Agent:
    names = list(project.agents)
    if name is not None:
        if name not in project.agents:
            raise BadInput(f"{option}-agent: {unknown('agent', name, names)}")
        return project.agents[name]
    supervisors = [one.name for one in project.agents.values() if one.supervisor]
    for only in (names, supervisors):
        if len(only) == 1:
            return project.agents[only[0]]
    if not names:
        raise BadInput(f"{named(option)} has no agent")
    raise BadInput(f"{named(option)} has {len(names)} agents ({listed(names)}): name one with {option}-agent")
