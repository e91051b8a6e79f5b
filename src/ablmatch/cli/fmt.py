"""`ablmatch fmt` and `ablmatch convert`: the canonical layout of agents, and an agent in the other format."""

from __future__ import annotations

import sys
from typing import TYPE_CHECKING

import click

from ablmatch.cli.project import FINDINGS, check_written_in_abl, paths_argument, read_sources, write_complete
from ablmatch.verify.errors import BadInput, shown

# Every command is loaded at the start of each: what one of them needs, it loads itself.
if TYPE_CHECKING:
    from ablmatch.language.render.text import Paint, Role

_BAD = 2
_ROLES: dict[str, Role] = {"+": "code", "-": "error", "@": "gutter"}


@click.command("fmt", short_help="Lay out agents.")
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
        if name != "stdin":  # an editor may send a part of an agent
            check_written_in_abl(name, text)
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


@click.command("convert", short_help="Write an agent in the other format.")
@click.argument("path", metavar="PATH")
@click.option("--output", "-o", metavar="OUT", default="-", show_default=True, help="File; - is standard output.")
def convert_command(path: str, output: str) -> int:
    """Write the agent at PATH in the other format, text as YAML and YAML as text; - is standard input.

    Meaning and comments stay.
    """
    from ablmatch.language.documents import format_of
    from ablmatch.language.source import Source
    from ablmatch.language.twin import yaml_twin
    from ablmatch.language.write_text import NoTextError, text_twin
    from ablmatch.language.write_yaml import NoYamlError

    sources = read_sources([path])
    if len(sources) != 1:
        raise BadInput(f"{shown(path)}: one agent at a time, there are {len(sources)} here")
    ((name, text),) = sources.items()
    source = Source(name, text)
    try:
        written = text_twin(source) if format_of(source) == "yaml" else yaml_twin(source)
    except (NoYamlError, NoTextError) as error:
        line, column = source.place(error.node.span.start)
        raise BadInput(f"{name}:{line}:{column}: the other format has no place for this: {error}") from None
    write_complete(output, written.encode())
    return 0


def print_diff(name: str, before: str, after: str, paint: Paint) -> None:
    """A unified diff of two texts of a file."""
    import difflib

    lines = difflib.unified_diff(
        before.splitlines(keepends=True), after.splitlines(keepends=True), name, name, lineterm="\n"
    )
    for line in lines:
        text, role = line.rstrip("\r\n"), _ROLES.get(line[:1])
        click.echo(text if role is None else paint(text, role))
