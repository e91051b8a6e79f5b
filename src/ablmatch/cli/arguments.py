"""Checks of arguments that several commands take."""

from __future__ import annotations

from ablmatch.verify.errors import BadInput, shown, unknown

# What people write, where ISO 3166 has another code.
_OFTEN_MEANT = {"UK": "GB", "EN": "GB", "USA": "US", "GER": "DE", "EL": "GR"}


def checked_kind(kind: str) -> str:
    """The kind itself; raises BadInput for one that the matcher does not have."""
    from ablmatch.match import KINDS

    if kind not in KINDS:
        raise BadInput(unknown("kind", kind, KINDS))
    return kind


def checked_region(region: str) -> str:
    """The region itself; raises BadInput for one that has no telephone numbering."""
    if _is_region(region):
        return region
    meant = _OFTEN_MEANT.get(region.upper(), region.upper())
    known = _is_region(meant)
    remedy = f"did you mean {shown(meant)}?" if known else "use a two-letter country code such as US"
    raise BadInput(f"unknown region {shown(region)}: {remedy}")


def _is_region(region: str) -> bool:
    from ablmatch.match import match_score

    try:
        match_score("1", "1", "phone", region=region)
    except ValueError:
        return False
    return True
