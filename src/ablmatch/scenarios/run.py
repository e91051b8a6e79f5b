"""Runs scenarios: a table of what a scenario may expect, each with its runner."""

from __future__ import annotations

import json
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from msgspec import UNSET

from ablmatch.language import ir
from ablmatch.language.compiler import examine
from ablmatch.language.diagnostics import Diagnostic
from ablmatch.language.errors import ExpressionError
from ablmatch.language.sources import read
from ablmatch.runtime.evaluation import evaluate
from ablmatch.scenarios.model import Evaluation
from ablmatch.scenarios.reading import Located


@dataclass(frozen=True, slots=True)
class Failure:
    """One expectation that was not met.  `where`: which one; `notes`: lines that tell more."""

    where: str
    expected: str
    seen: str
    notes: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Result:
    """How a scenario ended.  `reason`: why it could not run at all."""

    located: Located
    failures: tuple[Failure, ...] = ()
    reason: str = ""

    @property
    def passed(self) -> bool:
        return not self.failures and not self.reason


class CannotRun(Exception):
    """A scenario that cannot be run; the message says why."""


@dataclass(frozen=True, slots=True)
class Subject:
    """A scenario with its agents read and compiled.  `project`: None where a finding is an error."""

    located: Located
    project: ir.ProjectIR | None
    found: Sequence[Diagnostic]


Runner = Callable[[Subject], list[Failure]]


def run_scenario(located: Located) -> Result:
    """Every expectation of a scenario; raises SourceError where one of its files cannot be read."""
    scenario = located.scenario
    project: ir.ProjectIR | None = None
    found: Sequence[Diagnostic] = ()
    if scenario.agents or scenario.files:
        project, found = examine(_sources(located), edition=scenario.edition)
    subject = Subject(located, project, found)
    failures: list[Failure] = []
    try:
        for key, runner in RUNNERS.items():
            if getattr(scenario, key) is not None:
                failures += runner(subject)
    except CannotRun as error:
        return Result(located, tuple(failures), str(error))
    return Result(located, tuple(failures))


def _sources(located: Located) -> dict[str, str]:
    scenario = located.scenario
    found = {f"agents[{at}]": text for at, text in enumerate(scenario.agents)}
    for name in scenario.files:
        found[name] = read(located.path.parent / name)
    return found


def _compiled(subject: Subject) -> ir.ProjectIR:
    if subject.project is None:
        errors = [str(one) for one in subject.found if one.severity == "error"]
        raise CannotRun("the agents do not compile: " + "; ".join(errors))
    return subject.project


def _run_diagnostics(subject: Subject) -> list[Failure]:
    expected = list(subject.located.scenario.diagnostics or ())
    seen = [one.code for one in subject.found]
    if seen == expected:
        return []
    return [Failure("diagnostics", shown(expected), shown(seen), tuple(str(one) for one in subject.found))]


def _run_ir(subject: Subject) -> list[Failure]:
    expected = subject.located.scenario.ir
    assert expected is not None
    version = _compiled(subject).version
    return [] if version == expected.version else [Failure("ir version", expected.version, version)]


def _run_evaluate(subject: Subject) -> list[Failure]:
    now = instant(subject.located.scenario.clock)
    failures = []
    for at, one in enumerate(subject.located.scenario.evaluate or (), 1):
        expected = shown(one.value) if one.value is not UNSET else f"error {one.error}"
        met, seen = _evaluated(one, now)
        if not met:
            failures.append(Failure(f"evaluate {at}, {one.expr}", expected, seen))
    return failures


def _evaluated(one: Evaluation, now: datetime) -> tuple[bool, str]:
    try:
        value = evaluate(one.expr, one.given, now=now)
    except ExpressionError as error:
        return error.code == one.error, f"error {error.code}: {error}"
    return one.value is not UNSET and same(value, one.value), shown(value)


def _run_steps(subject: Subject) -> list[Failure]:
    _compiled(subject)
    raise CannotRun("cannot run yet: this version has no sessions, so it cannot run steps")


# In this order: what the agents are comes before what they do.
RUNNERS: dict[str, Runner] = {
    "diagnostics": _run_diagnostics,
    "ir": _run_ir,
    "evaluate": _run_evaluate,
    "steps": _run_steps,
}


def instant(text: str) -> datetime:
    """An ISO 8601 moment; raises CannotRun for any other text."""
    try:
        return datetime.fromisoformat(text)
    except ValueError:
        raise CannotRun(f"the clock {text!r} is no ISO 8601 moment such as 2026-01-01T00:00:00Z") from None


def same(seen: Any, expected: Any) -> bool:
    """Equal by value: numbers by what they count, a bool to a bool alone, collections part by part."""
    if isinstance(seen, bool) or isinstance(expected, bool):
        return seen is expected
    if isinstance(seen, dict) and isinstance(expected, dict):
        return seen.keys() == expected.keys() and all(same(value, expected[key]) for key, value in seen.items())
    if isinstance(seen, list | tuple) and isinstance(expected, list | tuple):
        return len(seen) == len(expected) and all(map(same, seen, expected))
    return bool(seen == expected)


def shown(value: Any) -> str:
    """A value on one line."""
    return json.dumps(value, ensure_ascii=False, default=str)
