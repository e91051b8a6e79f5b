"""`ablmatch verify`: a whole file, the main job."""

from __future__ import annotations

import json
import sys
from typing import TYPE_CHECKING

import click

from ablmatch.cli.arguments import KINDS_HELP, REGION_HELP, checked_region, kind_names
from ablmatch.verify.errors import BadInput

if TYPE_CHECKING:
    from ablmatch.verify.policy import Policy

BROKEN_POLICY = 2


@click.command(
    "verify",
    short_help="Verify a file of records.",
    epilog="\b\nFor example:\n  ablmatch verify calls.csv -f email:said_email:email:email -o verified.csv",
)
@click.argument("input_path", metavar="INPUT")
@click.option(
    "--field",
    "-f",
    "specs",
    multiple=True,
    metavar="NAME:SAID:STORED:KIND",
    help=f"Two columns to compare and what they hold ({KINDS_HELP}); repeat for more. A colon inside a name is \\:",
)
@click.option(
    "--policy",
    "policies",
    multiple=True,
    metavar="PATH",
    help="Ask the rules of an agent of every row: an .abl or YAML file, or a folder; several are one project.",
)
@click.option("--policy-agent", metavar="NAME", help="Whose rules, where the policy has several agents.")
@click.option(
    "--against",
    "old_policies",
    multiple=True,
    metavar="PATH",
    help="The policy that --policy would replace: tell which decisions change; written as --policy is.",
)
@click.option("--against-agent", metavar="NAME", help="Whose rules of --against; default that of --policy-agent.")
@click.option(
    "--output", "-o", metavar="OUT", help="Write all columns, and NAME_score and NAME_result of each field, here."
)
@click.option("--report", metavar="HTML", help="Write a report page with histograms and telling rows.")
@click.option("--region", default="US", show_default=True, metavar="CC", help=REGION_HELP)
@click.option(
    "--on-error",
    type=click.Choice(["fail", "skip"]),
    default="fail",
    show_default=True,
    help="What to do with a broken row: stop, or leave it out and count it.",
)
@click.option("--show-values", is_flag=True, help="Let the report show values of rows.")
@click.option("--threads", type=click.IntRange(1, 1024), metavar="N", help="Threads of the matcher; default all cores.")
@click.option("--json", "as_json", is_flag=True, help="Print the summary as one JSON object.")
def verify_command(  # noqa: PLR0917 - click hands over every option by name
    input_path: str,
    specs: tuple[str, ...],
    policies: tuple[str, ...],
    policy_agent: str | None,
    old_policies: tuple[str, ...],
    against_agent: str | None,
    output: str | None,
    report: str | None,
    region: str,
    on_error: str,
    show_values: bool,
    threads: int | None,
    as_json: bool,
) -> int:
    """Verify the rows of INPUT: CSV, JSON Lines or Parquet, by extension; - reads CSV from standard input.

    With --policy each row also gets the decision of the agent's rules, and the first rule that failed; --field may then
    be left out.  With --against every row is decided by both policies, and what differs is counted.

    OUT is written in the format of its own extension, and appears only when it is complete.  The exit status is 0 when
    the job was done, whatever the results, and 2 when it could not be done.
    """
    from ablmatch.verify.fields import parse_fields

    if old_policies and not policies:
        raise BadInput("--against names the policy that another would replace: add --policy PATH for the new one")
    fields = parse_fields(specs, kind_names(), optional=bool(policies))
    checked_region(region)
    if policy_agent is not None and not policies:
        raise BadInput("--policy-agent names an agent of a policy: add --policy PATH")
    if against_agent is not None and not old_policies:
        raise BadInput("--against-agent names an agent of the old policy: add --against PATH")
    if show_values and report is None:
        raise BadInput("--show-values is about the report: add --report HTML, or leave it out")

    from ablmatch.cli.progress import watching
    from ablmatch.verify.run import Job, verify

    read = []
    for option, paths, agent in (
        ("--policy", policies, policy_agent),
        ("--against", old_policies, against_agent or policy_agent),
    ):
        policy = _policy(option, paths, agent) if paths else None
        if paths and policy is None:
            return BROKEN_POLICY
        read.append(policy)
    job = Job(input_path, fields, output, report, region, on_error == "skip", show_values, threads, *read)
    with watching(input_path) as watch:
        summary = verify(job, watch)
    for note in summary.notes:
        print(f"ablmatch verify: note: {note}", file=sys.stderr)
    if as_json:
        click.echo(json.dumps(summary.to_dict()))
    else:
        from ablmatch.cli.draw import print_summary

        print_summary(summary)
    return 0


def _policy(option: str, paths: tuple[str, ...], agent: str | None) -> Policy | None:
    """The policy; None where it has errors, which are told as `ablmatch check` tells them."""
    from ablmatch.cli.project import print_findings, read_sources
    from ablmatch.language.compiler import examine
    from ablmatch.verify.policy import named, policy_of

    sources = read_sources(paths)
    project, found = examine(sources)
    if project is None:
        print_findings(found, len(sources), to_stderr=True)
        return None
    if found:
        # In full they would stand between the user and the notes on this run.
        what = f"{len(found)} warning{'s' * (len(found) > 1)}"
        print(f"ablmatch verify: note: {named(option)} has {what}: ablmatch check shows more", file=sys.stderr)
    return policy_of(project, agent, list(sources), option=option)
