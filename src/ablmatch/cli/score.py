"""`ablmatch score`: one pair."""

from __future__ import annotations

import json
from typing import Any

import click

from ablmatch.cli.arguments import KINDS_HELP, REGION_HELP, checked_kind, checked_region


@click.command("score", short_help="Score one pair.")
@click.argument("said")
@click.argument("stored")
@click.option(
    "--kind", "-k", default="text", show_default=True, metavar="KIND", help=f"What the values are: {KINDS_HELP}."
)
@click.option("--region", default="US", show_default=True, metavar="CC", help=REGION_HELP)
@click.option("--explain", "explained", is_flag=True, help="Show how the score came about. Shows both values.")
@click.option("--json", "as_json", is_flag=True, help="Print one JSON object.")
def score_command(  # noqa: PLR0917 - click hands over every option by name
    said: str, stored: str, kind: str, region: str, explained: bool, as_json: bool
) -> int:
    """Score what was SAID against what is STORED.

    Prints the score, 0 to 100 (-1 when there is nothing to judge), and the result: match, retry, mismatch or missing.
    Put -- before a value that starts with a dash.
    """
    from ablmatch.match.scalar import explain, match_result, match_score

    checked_kind(kind)
    checked_region(region)
    if not explained:
        score, result = match_score(said, stored, kind, region=region), match_result(said, stored, kind, region=region)
        _print_json({"score": score, "result": result, "kind": kind}) if as_json else click.echo(f"{score} {result}")
        return 0
    explanation = explain(said, stored, kind, region=region)
    if as_json:
        _print_json(explanation.to_dict())
    else:
        from ablmatch.cli.draw import print_explanation

        print_explanation(explanation)
    return 0


def _print_json(value: dict[str, Any]) -> None:
    # ASCII only: a lone surrogate from the arguments has no other writing.
    click.echo(json.dumps(value))
