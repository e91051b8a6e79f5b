"""Checks of arguments that several commands take."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import click

from ablmatch.verify.errors import BadInput, shown, unknown

# What --help says; the kinds themselves are not loaded for it, and a test holds them against this.
KINDS_HELP = "email, phone, digits, address, person_name, text, auto or exact"
REGION_HELP = "Country of telephone numbers that name none."

# What people write, where ISO 3166 has another code.
_OFTEN_MEANT = {"UK": "GB", "EN": "GB", "USA": "US", "GER": "DE", "EL": "GR"}


def store_option(variable: str, meaning: str) -> Callable[[Any], Any]:
    """--store, or a variable in its place: others on the machine can read a command line, and a password in it."""
    return click.option("--store", "url", required=True, envvar=variable, show_envvar=True, metavar="URL", help=meaning)


def name_command(context: click.Context) -> None:
    """Messages begin with the command that failed."""
    context.obj[:] = [f"{context.command_path} {context.invoked_subcommand}"]


def checked_kind(kind: str) -> str:
    """The kind itself; raises BadInput for one that the matcher does not have."""
    known = kind_names()
    if kind not in known:
        raise BadInput(unknown("kind", kind, known))
    return kind


def kind_names() -> tuple[str, ...]:
    """Every name of a kind, aliases included."""
    from ablmatch.match.scalar import KIND_ALIASES, KINDS

    return (*KINDS, *KIND_ALIASES)


def checked_region(region: str) -> str:
    """The region itself; raises BadInput for one that has no telephone numbering."""
    if _is_region(region):
        return region
    meant = _OFTEN_MEANT.get(region.upper(), region.upper())
    known = _is_region(meant)
    remedy = f"did you mean {shown(meant)}?" if known else "use a two-letter country code such as US"
    raise BadInput(f"unknown region {shown(region)}: {remedy}")


def _is_region(region: str) -> bool:
    from ablmatch.match.scalar import match_score

    try:
        match_score("1", "1", "phone", region=region)
    except ValueError:
        return False
    return True
