"""`ablmatch migrate`: legacy agents in the current edition."""

from __future__ import annotations

import sys

import click

from ablmatch.cli.project import (
    FINDINGS,
    check_written_in_abl,
    paths_argument,
    print_findings,
    read_sources,
    write_complete,
)
from ablmatch.verify.errors import BadInput


@click.command("migrate", short_help="Rewrite legacy agents in the current edition.")
@paths_argument
@click.option("--write", "in_place", is_flag=True, help="Change the files.")
@click.option("--diff", "as_diff", is_flag=True, help="Show what would change, and write nothing.")
@click.option("--output", "-o", metavar="OUT", default="-", show_default=True, help="Where one agent is written to.")
def migrate_command(paths: tuple[str, ...], in_place: bool, as_diff: bool, output: str) -> int:
    """Rewrite the legacy agents at PATH in the current edition: SOURCE, FORMAT and DERIVED are no more.

    Comments and layout stay.  What the current edition cannot do, or does in another way, is said on standard error.
    The exit status is 1 when a source has errors that keep it from being read.
    """
    from ablmatch.cli.fmt import print_diff
    from ablmatch.cli.paint import painter
    from ablmatch.language.migrate import MigrateError, migrate
    from ablmatch.language.source import Source

    if in_place + as_diff + (output != "-") > 1:
        raise click.UsageError("--write, --diff and --output exclude each other")
    sources = read_sources(paths)
    if len(sources) > 1 and not (in_place or as_diff):
        raise BadInput(f"{len(sources)} sources: add --write to change them, or --diff to see what would change")
    for name, text in sources.items():
        check_written_in_abl(name, text)
    failed = False
    for name, text in sources.items():
        try:
            migrated = migrate(Source(name, text))
        except MigrateError as error:
            print_findings(error.diagnostics, 1, to_stderr=True)
            failed = True
            continue
        for note in migrated.notes:
            print(note, file=sys.stderr)
        if as_diff:
            print_diff(name, text, migrated.text, painter())
        elif not in_place or name == "stdin":
            write_complete(output, migrated.text.encode())
        elif migrated.text != text:
            write_complete(name, migrated.text.encode())
            click.echo(f"migrated {name}")
    return FINDINGS if failed else 0
