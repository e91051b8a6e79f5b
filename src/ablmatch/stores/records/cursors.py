"""Where the next page of a list begins: the place of the last record shown, as an opaque text. It holds no count."""

from __future__ import annotations

import base64
import binascii
from typing import NamedTuple

import msgspec

from ablmatch.stores.records.errors import BadCursor
from ablmatch.stores.records.where import storable


class Place(NamedTuple):
    """The last record of a page: in which order, its time in that order, and its id."""

    order: str
    ms: int
    id: str


def write_cursor(place: Place) -> str:
    """The text of a place."""
    return base64.urlsafe_b64encode(msgspec.json.encode(place)).decode().rstrip("=")


def read_cursor(text: str, order: str) -> Place:
    """The place of a text; raises BadCursor where no list of this order wrote it."""
    try:
        raw = base64.b64decode(text + "=" * (-len(text) % 4), altchars=b"-_", validate=True)
        place = msgspec.json.decode(raw, type=Place)
    except (binascii.Error, ValueError, RecursionError):
        raise BadCursor("the cursor is none that a list gave") from None
    if place.order != order or not -(2**63) <= place.ms < 2**63 or not storable(place.id):
        raise BadCursor("the cursor is of another list")
    return place
