"""Runs scenarios: a table of what a scenario may expect, each with its runner."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from datetime import datetime

from msgspec import UNSET

from ablmatch.language import ir
from ablmatch.language.compiler import examine
from ablmatch.language.diagnostics import Diagnostic
from ablmatch.language.errors import ExpressionError
from ablmatch.language.sources import read
from ablmatch.runtime.evaluation import evaluate
from ablmatch.scenarios.model import Evaluation
from ablmatch.scenarios.outcome import CannotRun, Failure, instant, same, shown
from ablmatch.scenarios.reading import Located
from ablmatch.scenarios.steps import run_steps


@dataclass(frozen=True, slots=True)
class Result:
    """How a scenario ended.  `reason`: why it could not run at all."""

    located: Located
    failures: tuple[Failure, ...] = ()
    reason: str = ""

    @property
    def passed(self) -> bool:
        return not self.failures and not self.reason


@dataclass(frozen=True, slots=True)
class Subject:
    """A scenario with its agents read and compiled.

    `project`: None where a finding is an error.  `store_url`: where facts go, in place of the scenario's own store.
    """

    located: Located
    project: ir.ProjectIR | None
    found: Sequence[Diagnostic]
    store_url: str | None = None


Runner = Callable[[Subject], list[Failure]]


def run_scenario(located: Located, store_url: str | None = None) -> Result:
    """Every expectation of a scenario; raises SourceError where one of its files cannot be read."""
    scenario = located.scenario
    project: ir.ProjectIR | None = None
    found: Sequence[Diagnostic] = ()
    if scenario.agents or scenario.files:
        project, found = examine(_sources(located), edition=scenario.edition)
    subject = Subject(located, project, found, store_url)
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
    return run_steps(subject.located.scenario, _compiled(subject), subject.store_url)


# In this order: what the agents are comes before what they do.
RUNNERS: dict[str, Runner] = {
    "diagnostics": _run_diagnostics,
    "ir": _run_ir,
    "evaluate": _run_evaluate,
    "steps": _run_steps,
}
