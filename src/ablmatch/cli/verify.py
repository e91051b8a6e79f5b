"""`ablmatch verify`: a whole file, the main job."""

from __future__ import annotations

import json
import sys

import click

from ablmatch.verify.errors import BadInput


@click.command("verify", short_help="Verify a file of records.")
@click.argument("input_path", metavar="INPUT")
@click.option(
    "--field",
    "-f",
    "specs",
    multiple=True,
    metavar="NAME:SAID:STORED:KIND",
    help="Two columns to compare and their kind; repeat for more. Write a colon inside a name as \\:",
)
@click.option("--output", "-o", metavar="OUT", help="Write all columns with NAME_score and NAME_result of each field.")
@click.option("--report", metavar="HTML", help="Write a report page with histograms and telling rows.")
@click.option("--region", default="US", show_default=True, metavar="CC", help="Country of numbers without a code.")
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
    output: str | None,
    report: str | None,
    region: str,
    on_error: str,
    show_values: bool,
    threads: int | None,
    as_json: bool,
) -> int:
    """Verify the rows of INPUT: CSV, JSON Lines or Parquet, by extension; - reads CSV from standard input.

    OUT is written in the format of its own extension, and appears only when it is complete.  The exit status is 0 when
    the job was done, whatever the results, and 2 when it could not be done.
    """
    from ablmatch.cli.arguments import checked_region, kind_names
    from ablmatch.verify.fields import parse_fields

    fields = parse_fields(specs, kind_names())
    checked_region(region)
    if show_values and report is None:
        raise BadInput("--show-values is about the report: add --report HTML, or leave it out")

    from ablmatch.cli.progress import watching
    from ablmatch.verify.run import Job, verify

    job = Job(input_path, fields, output, report, region, on_error == "skip", show_values, threads)
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
