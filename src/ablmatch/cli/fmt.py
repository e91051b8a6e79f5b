"""`ablmatch fmt`: the canonical layout of agents."""

from __future__ import annotations

import difflib
import sys

import click

from ablmatch.cli.project import FINDINGS, paths_argument, read_sources, write_complete
from ablmatch.language.render.text import Paint, Role

_BAD = 2
_ROLES: dict[str, Role] = {"+": "code", "-": "error", "@": "gutter"}


@click.command("fmt")
@paths_argument
@click.option("--check", "only_check", is_flag=True, help="Write nothing; exit with 1 where a layout would change.")
@click.option("--diff", "as_diff", is_flag=True, help="Write nothing; show what would change, and exit as --check.")
def fmt_command(paths: tuple[str, ...], only_check: bool, as_diff: bool) -> int:
    """Lay out the agents at PATH: files, folders, patterns; - reads standard input and prints the result.

    Two spaces a level, blank lines between sections; words, quotes, order and comments stay as they are, and so does
    the compiled form.
    """
    from ablmatch.cli.paint import painter
    from ablmatch.language.fmt import LayoutError, format_source
    from ablmatch.language.source import Source

    paint = painter()
    changed, failed = 0, 0
    sources = read_sources(paths)
    for name, text in sources.items():
        try:
            laid_out = format_source(Source(name, text))
        except LayoutError as error:
            print(f"ablmatch fmt: {error}", file=sys.stderr)
            failed += 1
            continue
        if name == "stdin" and not only_check and not as_diff:
            click.echo(laid_out, nl=False)
            continue
        if laid_out == text:
            continue
        changed += 1
        if as_diff:
            print_diff(name, text, laid_out, paint)
        elif only_check:
            click.echo(f"would lay out {name}")
        else:
            write_complete(name, laid_out.encode())
            click.echo(f"laid out {name}")
    if failed:
        return _BAD
    return FINDINGS if changed and (only_check or as_diff) else 0


def print_diff(name: str, before: str, after: str, paint: Paint) -> None:
    """A unified diff of two texts of a file."""
    lines = difflib.unified_diff(
        before.splitlines(keepends=True), after.splitlines(keepends=True), name, name, lineterm="\n"
    )
    for line in lines:
        text, role = line.rstrip("\r\n"), _ROLES.get(line[:1])
        click.echo(text if role is None else paint(text, role))
