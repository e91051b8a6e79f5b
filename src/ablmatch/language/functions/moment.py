"""What a function may know beside its arguments: the time, chance, and the vault of personal data."""

from __future__ import annotations

import random
from collections.abc import Callable
from dataclasses import dataclass, field
from datetime import UTC, datetime
from typing import Protocol


class Vault(Protocol):
    """Resolves live tokens of personal data, and nothing else."""

    def resolve(self, token: str) -> tuple[str, str] | None:
        """(PII type, value) of a live token; None for one that is expired or unknown, and for plain text."""


class NoVault:
    """The vault of a host that has none: no token is live."""

    def resolve(self, token: str) -> tuple[str, str] | None:  # noqa: ARG002 - the protocol's
        return None


def _system_clock() -> datetime:
    return datetime.now(UTC)


@dataclass(slots=True)
class Moment:
    """`clock` gives an aware datetime; `chance` draws UNIQUE_ID; `note` hears codes of faults that are no errors."""

    clock: Callable[[], datetime] = _system_clock
    chance: random.Random = field(default_factory=random.SystemRandom)
    vault: Vault = field(default_factory=NoVault)
    note: Callable[[str], None] = lambda _code: None
