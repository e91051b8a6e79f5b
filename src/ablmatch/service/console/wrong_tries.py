"""How often a client may give a wrong secret: counted by network, in a table of bounded size."""

from __future__ import annotations

import ipaddress
import math
import threading
from collections import OrderedDict
from collections.abc import Callable
from typing import NamedTuple

from ablmatch.service.errors import HttpError

# So many wrong secrets of a network at once, then one for each time that passes.
MOST_AT_ONCE = 5
SECONDS_FOR_ANOTHER = 10.0
MOST_NETWORKS = 4096
# A household or a server has a network of IPv6 to itself, with more addresses than any table holds.
_IPV6_PREFIX = 64
# Where no address can be read, and where the table has no more room.
_UNKNOWN, _OTHERS = "unknown", "others"


class _Left(NamedTuple):
    """How many tries a network had left at a moment; the next ones come with the time."""

    tries: float
    at: float


class WrongTries:
    """Who tries wrong secrets must wait, and nobody else. `seconds` counts seconds and never goes back.

    A limit of all clients together would let any stranger keep the operator out, by trying all the time; none at all
    would let him try as fast as the machine answers. So each network has tries of its own, and a secret that is right
    costs none: strangers keep out only who shares a network with them. Whoever has many networks is bounded too: the
    table has room for MOST_NETWORKS that are not back at MOST_AT_ONCE, and all further ones share one count, so that at
    most MOST_NETWORKS + 2 secrets are tried in each SECONDS_FOR_ANOTHER, whatever addresses clients claim to have.
    Each process counts for itself; a new one has forgotten.
    """

    def __init__(self, seconds: Callable[[], float]) -> None:
        self._seconds = seconds
        self._lock = threading.Lock()
        # Those used longest ago first.
        self._networks: OrderedDict[str, _Left] = OrderedDict()

    def take(self, address: str | None) -> str:
        """Count a try before it is judged, so that many at once are no more; gives what `give_back` is to be told.

        Raises `rate_limited` with the seconds to wait.
        """
        with self._lock:
            now = self._seconds()
            self._forget(now)
            name = _network(address)
            if name not in self._networks and len(self._networks) >= MOST_NETWORKS:
                name = _OTHERS
            tries = self._left(name, now)
            if tries < 1:
                wait = math.ceil((1 - tries) * SECONDS_FOR_ANOTHER)
                raise HttpError(
                    "rate_limited", f"too many wrong secrets: wait {wait} seconds", {"Retry-After": str(wait)}
                )
            self._keep(name, tries - 1, now)
            return name

    def give_back(self, name: str) -> None:
        """The secret was right: the try does not count."""
        with self._lock:
            now = self._seconds()
            self._keep(name, min(MOST_AT_ONCE, self._left(name, now) + 1), now)

    def __len__(self) -> int:
        """How many networks are remembered."""
        return len(self._networks)

    # --- Parts --------------------------------------------------------------------------------------------------

    def _left(self, name: str, now: float) -> float:
        held = self._networks.get(name)
        return MOST_AT_ONCE if held is None else min(MOST_AT_ONCE, held.tries + (now - held.at) / SECONDS_FOR_ANOTHER)

    def _keep(self, name: str, tries: float, now: float) -> None:
        self._networks[name] = _Left(tries, now)
        self._networks.move_to_end(name)

    def _forget(self, now: float) -> None:
        """Forget whoever was last seen so long ago that he has all tries again."""
        while self._networks:
            name, held = next(iter(self._networks.items()))
            if now - held.at < MOST_AT_ONCE * SECONDS_FOR_ANOTHER:
                return
            del self._networks[name]


def _network(address: str | None) -> str:
    """What a client's address counts as: IPv4 itself, IPv6 its network."""
    try:
        found = ipaddress.ip_address(address or "")
    except ValueError:
        return _UNKNOWN
    if isinstance(found, ipaddress.IPv4Address):
        return str(found)
    if found.ipv4_mapped is not None:
        return str(found.ipv4_mapped)
    return str(ipaddress.IPv6Address(int(found) >> _IPV6_PREFIX << _IPV6_PREFIX))
