"""What the service works with, and what a request may take."""

from __future__ import annotations

import secrets
import time
from collections.abc import Callable
from dataclasses import dataclass, field

from ablmatch.memory.records.record_memory import RecordMemory
from ablmatch.service.observing import Metrics, Observer


@dataclass(frozen=True, slots=True)
class Limits:
    """What a request may take.

    - `body_bytes`, `body_seconds`: its body, and how long that may take to arrive
    - `threads`, `wait_seconds`: how many are worked on at once, and how long one waits for its turn
    - `per_second`: of one key; 0 for no limit
    """

    body_bytes: int = 1_048_576
    body_seconds: float = 20.0
    threads: int = 16
    wait_seconds: float = 20.0
    per_second: float = 0.0


def _random_id() -> str:
    return secrets.token_hex(8)


@dataclass(slots=True)
class Service:
    """What the application works with. `seconds` counts for durations and rates."""

    memory: RecordMemory
    limits: Limits = Limits()
    metrics: Metrics = field(default_factory=Metrics)
    seconds: Callable[[], float] = time.monotonic
    new_request_id: Callable[[], str] = _random_id

    @property
    def observer(self) -> Observer:
        """What every request passes through."""
        return Observer(self.metrics, self.seconds, self.new_request_id)
