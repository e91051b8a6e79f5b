"""`ablmatch check` and `ablmatch compile`: what is wrong with agents, and their compiled form."""

from __future__ import annotations

from typing import TYPE_CHECKING

import click

from ablmatch.cli.project import (
    FINDINGS,
    edition_option,
    has_errors,
    paths_argument,
    print_findings,
    read_sources,
    write_complete,
)

if TYPE_CHECKING:
    from ablmatch.language.reading import Edition


@click.command("check", short_help="Say what is wrong with agents.")
@paths_argument
@edition_option
@click.option(
    "--format",
    "form",
    type=click.Choice(["text", "json", "sarif"]),
    default="text",
    show_default=True,
    help="text shows the places; json and sarif are for programs.",
)
@click.option("--lints", is_flag=True, help="Also say what is worth a second look and may well be meant.")
def check_command(paths: tuple[str, ...], edition: Edition, form: str, *, lints: bool) -> int:
    """Say what is wrong with the agents at PATH: files, folders, patterns; - is the standard input.

    Several PATHs are one project.  The exit status is 0 for clean or warnings only, 1 for errors, 2 when the check
    could not run.  `ablmatch explain CODE` tells more about a finding.
    """
    from ablmatch.language.compiler import check
    from ablmatch.language.render import to_json, to_sarif

    sources = read_sources(paths)
    found = check(sources, edition=edition, lints=lints)
    if form == "json":
        click.echo(to_json(found, list(sources), edition))
    elif form == "sarif":
        click.echo(to_sarif(found))
    else:
        print_findings(found, len(sources))
    return FINDINGS if has_errors(found) else 0


@click.command("compile", short_help="Compile agents to JSON.")
@paths_argument
@edition_option
@click.option("--output", "-o", metavar="OUT", default="-", show_default=True, help="JSON file; - is standard output.")
def compile_command(paths: tuple[str, ...], edition: Edition, output: str) -> int:
    """Compile the agents at PATH, one project, to JSON.

    Findings go to standard error.  OUT appears only when it is complete, and not at all when there are errors.
    """
    from ablmatch.language.compiler import examine
    from ablmatch.language.ir import to_json

    sources = read_sources(paths)
    project, found = examine(sources, edition=edition)
    if found:
        print_findings(found, len(sources), to_stderr=True)
    if project is None:
        return FINDINGS
    write_complete(output, to_json(project))
    return 0
