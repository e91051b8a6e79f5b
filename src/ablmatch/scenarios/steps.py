"""Runs the steps of a scenario on a session, with a clock that moves by `advance` alone, and compares what it shows."""

from __future__ import annotations

import re
import tempfile
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from datetime import timedelta
from pathlib import Path
from typing import Any

from msgspec import UNSET

from ablmatch.language import ir
from ablmatch.runtime.outcome import Outcome, short
from ablmatch.runtime.process import ProcessScope
from ablmatch.runtime.session import Session, SessionError
from ablmatch.runtime.work import scope_of
from ablmatch.scenarios.model import Expectation, Scenario, Step
from ablmatch.scenarios.outcome import CannotRun, Failure, instant, same, shown
from ablmatch.stores import StoreError, open_store
from ablmatch.stores.facts import EraseOwner, Fact, FactStore, Get, Partition, Put

_DURATION = re.compile(r"(\d+)(ms|s|m|h|d)", re.ASCII)
_UNITS = {"ms": "milliseconds", "s": "seconds", "m": "minutes", "h": "hours", "d": "days"}
_MILLISECOND = timedelta(milliseconds=1)
_ABSENT = object()
DEFAULT_PROJECT = "default"
DEFAULT_SESSION = "s1"


def run_steps(scenario: Scenario, project: ir.ProjectIR, store_url: str | None = None) -> list[Failure]:
    """What was expected and not seen.  `store_url`: where facts go, in place of the scenario's own store."""
    with opened(scenario, store_url) as store:
        return Play(scenario, project, store).run()


@contextmanager
def opened(scenario: Scenario, store_url: str | None) -> Iterator[FactStore]:
    """The store of a scenario: in memory, or a SQLite file that is thrown away."""
    if store_url is None and scenario.store not in {"memory", "sqlite"}:
        raise CannotRun(f"store is memory or sqlite, not {scenario.store}")
    with tempfile.TemporaryDirectory(prefix="ablmatch-") as folder:
        url = store_url or ("memory:" if scenario.store == "memory" else f"sqlite:///{Path(folder) / 'facts.db'}")
        try:
            store = open_store(url)
        except StoreError as error:
            raise CannotRun(f"the store cannot be opened: {error}") from None
        try:
            yield store
        finally:
            store.close()


def duration(text: str) -> timedelta:
    """A duration such as 10m; raises CannotRun for any other text."""
    match = _DURATION.fullmatch(text)
    try:
        if match is not None:
            return timedelta(**{_UNITS[match[2]]: int(match[1])})
    except (OverflowError, ValueError):
        raise CannotRun("a duration is longer than a calendar") from None
    raise CannotRun(f"{text!r} is no duration such as 90s, 10m, 24h or 30d")


class Play:
    """One run of a scenario."""

    def __init__(self, scenario: Scenario, project: ir.ProjectIR, store: FactStore) -> None:
        self.scenario = scenario
        self.project = project
        self.store = store
        self.now = instant(scenario.clock)
        self.process = ProcessScope()
        settings = scenario.session
        self.session = self._session(
            scenario.entry or project.entry,
            session_id=settings.session_id or DEFAULT_SESSION,
            user_id=settings.user_id,
            project_id=settings.project_id or DEFAULT_PROJECT,
            channel=settings.channel,
            language=settings.language,
        )

    def _session(self, agent: str, **settings: Any) -> Session:
        try:
            return Session(self.project, agent=agent, **settings, **self._host())
        except SessionError as error:
            raise CannotRun(str(error)) from None

    def _host(self) -> dict[str, Any]:
        seed = self.scenario.session.seed
        timeout = self.scenario.session_idle_timeout
        return {
            "store": self.store,
            "clock": lambda: self.now,
            "seed": 0 if seed is None else seed,
            "process_scope": self.process,
            "idle_timeout": None if timeout is None else duration(timeout),
        }

    def run(self) -> list[Failure]:
        """Every step, in order."""
        try:
            self._make_room()
            self._store_facts()
        except StoreError as error:
            raise CannotRun(f"the facts cannot be stored: {error}") from None
        failures: list[Failure] = []
        for at, step in enumerate(self.scenario.steps or (), 1):
            try:
                outcome = VERBS[step.verb](self, step)
                failures += self._compare(at, step, step.expect, outcome) if step.expect is not None else []
            except (SessionError, StoreError) as error:
                return [*failures, Failure(f"step {at}, {step.verb}", "no error", str(error))]
        return failures

    # --- the store --------------------------------------------------------------------------------------------------

    def _make_room(self) -> None:
        """Forgets what another run has left of the owners of this one: a store may be shared by scenarios."""
        owners = [(fact.scope, fact.owner) for fact in self.scenario.facts]
        first = self.scenario.session
        ids = [(first.user_id, first.project_id, first.session_id)]
        ids += [
            (new.user_id, new.project_id, new.session_id)
            for step in self.scenario.steps or ()
            if (new := step.new_session) is not None
        ]
        for user_id, project_id, session_id in ids:
            owners += [
                ("user", user_id or ""),
                ("project", project_id or DEFAULT_PROJECT),
                ("execution_tree", session_id or DEFAULT_SESSION),
            ]
        self.store.apply(
            [EraseOwner(scope, owner) for scope, owner in dict.fromkeys(owners) if owner], self._milliseconds()
        )

    def _store_facts(self) -> None:
        puts = []
        for fact in self.scenario.facts:
            # A project's facts are its own; those of users and trees belong to the scenario's project.
            project = fact.owner if fact.scope == "project" else self.scenario.session.project_id or DEFAULT_PROJECT
            ttl_ms = None if fact.ttl is None else duration(fact.ttl) // _MILLISECOND
            puts.append(Put(Partition(project, fact.scope, fact.owner), fact.path, fact.value, ttl_ms))
        if puts:
            self.store.apply(puts, self._milliseconds())

    def _milliseconds(self) -> int:
        return round(self.now.timestamp() * 1000)

    def fact(self, path: str) -> Any:
        """The live value at a path for this session's owner, by the declared scope; _ABSENT for none."""
        session = self.session
        declared = (one for agent in self.project.agents.values() for one in agent.memory.persistent)
        scope = next((one.scope for one in declared if one.path == path), None) or scope_of(tuple(path.split(".")))
        owners = {"user": session.user_id, "project": session.project_id, "execution_tree": session.session_id}
        owner = owners[scope]
        if owner is None:
            return _ABSENT
        (found,) = self.store.apply([Get(Partition(session.project_id, scope, owner), path)], self._milliseconds())
        return found.value if isinstance(found, Fact) else _ABSENT

    # --- verbs ------------------------------------------------------------------------------------------------------

    def tool(self, step: Step) -> Outcome:
        """The call, and its result or error where it is allowed; both outcomes as one."""
        assert step.tool is not None
        outcome = self.session.tool_call(step.tool.name, step.tool.args)
        if not outcome.allowed:
            return outcome
        if step.result is not UNSET:
            return joined(outcome, self.session.tool_result(step.tool.name, step.result))
        if step.error is not UNSET:
            return joined(outcome, self.session.tool_error(step.tool.name, str(step.error)))
        return outcome

    def advance(self, step: Step) -> Outcome:
        try:
            self.now += duration(step.advance or "")
        except OverflowError:
            raise CannotRun(f"the clock cannot go {step.advance} further") from None
        return Outcome()

    def suspend(self, _step: Step) -> Outcome:
        """Out of the process and in again."""
        self.session = Session.load(self.project, self.session.dump(), **self._host())
        return Outcome()

    def new_session(self, step: Step) -> Outcome:
        """Another session on the same store, in the same process; `start` starts it."""
        new = step.new_session
        assert new is not None
        first = self.scenario.session
        self.session = self._session(
            new.entry or self.scenario.entry or self.project.entry,
            session_id=new.session_id or DEFAULT_SESSION,
            user_id=new.user_id if new.user_id is not None else first.user_id,
            project_id=new.project_id or first.project_id or DEFAULT_PROJECT,
            channel=new.channel or first.channel,
            language=new.language or first.language,
        )
        return Outcome()

    # --- what is compared -------------------------------------------------------------------------------------------

    def _compare(self, at: int, step: Step, expect: Expectation, outcome: Outcome) -> list[Failure]:
        failures = []
        for key, look in EXPECTATIONS.items():
            expected = getattr(expect, key)
            if expected is None:
                continue
            met, seen = look(self, expected, outcome)
            if not met:
                failures.append(Failure(f"step {at}, {step.verb}: {key}", shown(expected), shown(seen)))
        return failures


def joined(first: Outcome, then: Outcome) -> Outcome:
    """Two outcomes of one step as one."""
    return Outcome(
        then.allowed,
        [*first.effects, *then.effects],
        [*first.failures, *then.failures],
        [*first.warnings, *then.warnings],
        [*first.refused_writes, *then.refused_writes],
        [*first.trace, *then.trace],
    )


VERBS: dict[str, Callable[[Play, Step], Outcome]] = {
    "start": lambda play, _: play.session.start(),
    "user": lambda play, step: play.session.user_message(step.user or "", step.extracted, inferred=step.inferred),
    "model_set": lambda play, step: play.session.model_set(step.model_set or {}),
    "tool": Play.tool,
    "respond": lambda play, step: play.session.respond(step.respond or ""),
    "end_turn": lambda play, _: play.session.end_turn(),
    "end": lambda play, _: play.session.end(),
    "enter_step": lambda play, step: play.session.enter_step(step.enter_step or ""),
    "exit_step": lambda play, step: play.session.exit_step(step.exit_step or ""),
    "handoff": lambda play, step: play.session.handoff(step.handoff or ""),
    "return": lambda play, step: play.session.return_to_parent(step.return_ or {}),
    "advance": Play.advance,
    "suspend": Play.suspend,
    "new_session": Play.new_session,
}


def _at(values: dict[str, Any], path: str) -> Any:
    """The value at a path; _ABSENT for nothing or null."""
    if values.get(path) is not None:
        return values[path]
    found: Any = values
    for name in path.split("."):
        found = found.get(name) if isinstance(found, dict) else None
    return _ABSENT if found is None else found


Look = Callable[[Play, Any, Outcome], tuple[bool, Any]]


def _equal(read: Callable[[Play, Outcome], Any]) -> Look:
    def look(play: Play, expected: Any, outcome: Outcome) -> tuple[bool, Any]:
        seen = read(play, outcome)
        return same(seen, list(expected) if isinstance(expected, tuple) else expected), seen

    return look


def _values_at(read: Callable[[Play, str], Any], alike: Callable[[Any, Any], bool] = same) -> Look:
    def look(play: Play, expected: dict[str, Any], _outcome: Outcome) -> tuple[bool, Any]:
        found = {path: read(play, path) for path in expected}
        met = all(
            value is None if found[path] is _ABSENT else alike(found[path], value) for path, value in expected.items()
        )
        return met, {path: None if value is _ABSENT else value for path, value in found.items()}

    return look


def _within(seen: Any, expected: Any) -> bool:
    """Whether a value is the expected one, objects at least what is expected of them."""
    if isinstance(seen, dict) and isinstance(expected, dict):
        return all(name in seen and _within(seen[name], value) for name, value in expected.items())
    return same(seen, expected)


def _absent_at(read: Callable[[Play, str], Any]) -> Look:
    def look(play: Play, expected: Sequence[str], _outcome: Outcome) -> tuple[bool, Any]:
        there = [path for path in expected if read(play, path) is not _ABSENT]
        return not there, there

    return look


def _in_order(_play: Play, expected: Sequence[str], outcome: Outcome) -> tuple[bool, Any]:
    codes = [event.code for event in outcome.trace]
    left = iter(codes)
    return all(code in left for code in expected), codes


def _none_of(_play: Play, expected: Sequence[str], outcome: Outcome) -> tuple[bool, Any]:
    codes = [event.code for event in outcome.trace]
    return not set(expected) & set(codes), codes


def _hides(_play: Play, expected: Sequence[str], outcome: Outcome) -> tuple[bool, Any]:
    written = shown([[event.code, event.agent, event.names] for event in outcome.trace])
    # As JSON writes it: a quote or a line break in a text must not hide it.
    return not any(shown(text)[1:-1] in written for text in expected), written


EXPECTATIONS: dict[str, Look] = {
    "allowed": _equal(lambda _, outcome: outcome.allowed),
    "says": _equal(lambda _, outcome: outcome.text or ""),
    "says_contains": lambda _, expected, outcome: (expected in (outcome.text or ""), outcome.text or ""),
    "effects": _equal(lambda _, outcome: [one for one in map(short, outcome.effects) if one is not None]),
    "failed": _equal(lambda _, outcome: [one.condition for one in outcome.failures if one.reason == "false"]),
    "errored": _equal(lambda _, outcome: [one.condition for one in outcome.failures if one.reason == "error"]),
    "warned": _equal(lambda _, outcome: [one.condition for one in outcome.warnings]),
    "state": _values_at(lambda play, path: _at(play.session.values, path)),
    "unset": _absent_at(lambda play, path: _at(play.session.values, path)),
    "facts": _values_at(Play.fact),
    "no_facts": _absent_at(Play.fact),
    "refused": _equal(lambda _, outcome: [one.name for one in outcome.refused_writes]),
    "trace": _in_order,
    "no_trace": _none_of,
    "trace_hides": _hides,
    "context": _values_at(lambda play, path: _at(play.session.model_context(), path), _within),
    "hidden": _absent_at(lambda play, path: _at(play.session.model_context(), path)),
    "step": _equal(lambda play, _: play.session.step),
    "agent": _equal(lambda play, _: play.session.agent),
}
