"""What the commands about agents share: their arguments, reading the sources, printing what was found."""

from __future__ import annotations

import sys
from collections.abc import Sequence
from typing import TYPE_CHECKING

import click

from ablmatch.verify.errors import BadInput

if TYPE_CHECKING:
    from ablmatch.language.diagnostics import Diagnostic

FINDINGS = 1

paths_argument = click.argument("paths", nargs=-1, required=True, metavar="PATH...")
edition_option = click.option(
    "--edition",
    type=click.Choice(["current", "legacy"]),
    default="current",
    show_default=True,
    help="legacy: SOURCE, FORMAT and DERIVED work.",
)


def read_sources(paths: Sequence[str]) -> dict[str, str]:
    """The texts by path, one project; raises BadInput for what cannot be read."""
    from ablmatch.language.sources import SourceError, sources_at

    try:
        return sources_at(paths, _standard_input)
    except SourceError as error:
        raise BadInput(str(error)) from None


def check_written_in_abl(name: str, text: str) -> None:
    """Raises BadInput for a text that is something else: it would be taken apart and written anew."""
    from ablmatch.language.diagnostics import Diagnostics
    from ablmatch.language.documents import documents
    from ablmatch.language.source import Source

    told = Diagnostics()
    found = documents(Source(name, text), told)
    # What cannot be read is told with its place by whoever reads it next.
    if not told.has_errors and not any(document.kind for document in found):
        raise BadInput(
            f"{name}: this is no agent, profile or tool library: name files that begin with AGENT: or the like"
        )


def _standard_input() -> str:
    try:
        return sys.stdin.buffer.read().decode("utf-8-sig")
    except UnicodeDecodeError as error:
        raise BadInput(f"standard input: byte {error.start} is no UTF-8: save the text as UTF-8") from None


def print_findings(found: Sequence[Diagnostic], sources: int, *, to_stderr: bool = False) -> None:
    """Each finding with its place, then one line that counts them."""
    from ablmatch.cli.paint import line_width, painter
    from ablmatch.language.render import render, summary_line

    paint, width = painter(to_stderr=to_stderr), line_width(to_stderr=to_stderr)
    for one in found:
        click.echo(render(one, paint, width) + "\n", err=to_stderr)
    click.echo(paint(summary_line(found, sources), "bold"), err=to_stderr)


def has_errors(found: Sequence[Diagnostic]) -> bool:
    """Whether one of them is more than a warning."""
    return any(one.severity == "error" for one in found)


def write_complete(target: str, data: bytes) -> None:
    """A file that appears complete or not at all; `-` is the standard output."""
    if target == "-":
        sys.stdout.flush()
        sys.stdout.buffer.write(data)
        sys.stdout.buffer.flush()
        return
    from ablmatch.verify.partial_file import PartialFile

    with PartialFile(target) as partial:
        try:
            partial.file.write(data)
        except OSError as error:
            raise partial.failure(error) from None
        partial.complete()
        partial.commit()
