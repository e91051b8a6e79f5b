"""`ablmatch test` and `ablmatch evaluate`: scenarios of agents, and one expression."""

from __future__ import annotations

import json
import math
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from ablmatch.cli.project import FINDINGS
from ablmatch.verify.errors import BadInput, shown

if TYPE_CHECKING:
    from ablmatch.language.render.text import Paint, Role
    from ablmatch.language.source import Span
    from ablmatch.scenarios.run import Result


@click.command("test", short_help="Run scenarios of agents.")
@click.argument("paths", nargs=-1, required=True, metavar="SCENARIO...")
@click.option("--only", metavar="TEXT", default="", help="Run scenarios whose names hold TEXT.")
@click.option("--store", metavar="URL", help="Keep facts here, in place of each scenario's own store.")
def test_command(paths: tuple[str, ...], only: str, store: str | None) -> int:
    """Run scenarios: YAML files, folders of them, or patterns.

    Prints each expectation that was not met with what was seen.  The last line is `N passed, N failed`; the exit status
    is 0 when all passed, 1 when not, 2 when a file could not be read.
    """
    from ablmatch.cli.paint import painter
    from ablmatch.language.sources import SourceError
    from ablmatch.scenarios.reading import ScenarioError, read_scenarios
    from ablmatch.scenarios.run import run_scenario
    from ablmatch.stores import StoreError, open_store

    try:
        if store is not None:
            # One that is not there fails the run, not each scenario.
            open_store(store).close()
        located = [one for path in _files(paths) for one in read_scenarios(path) if only in one.scenario.name]
        results = [run_scenario(one, store) for one in located]
    except (ScenarioError, SourceError, StoreError) as error:
        raise BadInput(str(error)) from None
    paint = painter()
    for result in results:
        if not result.passed:
            click.echo("\n".join(_report(result, paint)) + "\n")
    passed = sum(result.passed for result in results)
    click.echo(f"{passed:,} passed, {len(results) - passed:,} failed")
    return 0 if passed == len(results) else FINDINGS


def _files(paths: tuple[str, ...]) -> list[Path]:
    """Each scenario file once, in the order of the paths."""
    import glob

    from ablmatch.language.sources import EXTENSIONS as AGENTS
    from ablmatch.language.sources import files_below
    from ablmatch.scenarios.reading import EXTENSIONS

    found: dict[Path, None] = {}
    for path in paths:
        if not path:
            raise BadInput("an empty path names nothing: name a file or a folder")
        if Path(path).is_file() or not (Path(path).exists() or glob.has_magic(path)):
            found[Path(path)] = None
            continue
        inside = files_below(Path(path)) if Path(path).is_dir() else map(Path, glob.glob(path, recursive=True))
        # An agent beside its scenarios is none of them.
        files = sorted(one for one in inside if one.suffix in EXTENSIONS and not one.name.endswith(AGENTS))
        if not files:
            raise BadInput(f"{shown(path)}: there is no scenario file: they end in {' or '.join(EXTENSIONS)}")
        found.update(dict.fromkeys(files))
    return list(found)


def _report(result: Result, paint: Paint) -> list[str]:
    located = result.located
    lines = [f"{paint('FAILED', 'error')} {located.path}:{located.line}: {paint(located.scenario.name, 'bold')}"]
    for one in result.failures:
        lines.append(f"  {one.where}")
        lines.append(f"    expected {one.expected}")
        lines.append(f"    seen     {one.seen}")
        lines += [f"    {note}" for note in one.notes]
    if result.reason:
        lines.append(f"  {result.reason}")
    return lines


@click.command("evaluate", short_help="Evaluate one expression.")
@click.argument("expression")
@click.option(
    "--given", "-g", "given", multiple=True, metavar="NAME=VALUE", help="A value: JSON, or else text; repeat."
)
@click.option("--now", metavar="MOMENT", help="What NOW() tells, ISO 8601; the system's clock without it.")
def evaluate_command(expression: str, given: tuple[str, ...], now: str | None) -> int:
    """Evaluate an EXPRESSION of the agent language and print its value as JSON.

    What is probably not meant, such as a kind that there is not, is told on standard error.  The exit status is 1 when
    the expression has no value.
    """
    from datetime import datetime

    from ablmatch.language.checks.expressions import found_alone
    from ablmatch.language.errors import ExpressionError
    from ablmatch.language.source import Source, Span
    from ablmatch.runtime.evaluation import evaluate

    bindings = dict(map(_binding, given))
    try:
        moment = datetime.fromisoformat(now) if now is not None else None
    except ValueError:
        raise BadInput(f"--now {shown(now or '')} is no moment such as 2026-01-01T09:00:00Z") from None
    source = Source("expression", expression)
    try:
        click.echo(json.dumps(evaluate(expression, bindings, now=moment)))
    except ExpressionError as error:
        _tell(error.code, "error", str(error), Span(source, error.start, error.end) if error.start >= 0 else None)
        return FINDINGS
    for one in found_alone(source):
        _tell(one.code, one.severity, one.message, one.span)
    return 0


def _tell(code: str, severity: Role, message: str, span: Span | None) -> None:
    from ablmatch.cli.paint import line_width, painter
    from ablmatch.language.render import excerpt

    paint = painter(to_stderr=True)
    click.echo(f"{paint(f'{severity}[{code}]', severity)}: {message}", err=True)
    if span is not None:
        click.echo("\n".join(excerpt(span, severity, paint, line_width(to_stderr=True))), err=True)


def _binding(text: str) -> tuple[str, Any]:
    name, equals, value = text.partition("=")
    if not equals or not name:
        raise BadInput(f"--given {shown(name)} has no value: write NAME=VALUE")
    try:
        return name, json.loads(value, parse_float=_finite, parse_constant=_finite)
    except (ValueError, RecursionError):
        return name, value


def _finite(written: str) -> float:
    """A number of JSON, which NaN, Infinity and 1e999 are not."""
    number = float(written)
    if not math.isfinite(number):
        raise ValueError(written)
    return number
