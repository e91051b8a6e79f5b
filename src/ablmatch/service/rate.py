"""How many requests a second a key may make: a bucket a key, filled at a rate, emptied by requests."""

from __future__ import annotations

import math
import threading
from collections.abc import Callable
from dataclasses import dataclass, field

from ablmatch.service.errors import HttpError

# How many seconds' worth of requests may come at once.
_BURST_SECONDS = 2.0


@dataclass(slots=True)
class RateLimit:
    """`per_second`: 0 for no limit. `clock` counts seconds. Each process counts for itself."""

    per_second: float
    clock: Callable[[], float]
    _left: dict[str, tuple[float, float]] = field(default_factory=dict)
    _lock: threading.Lock = field(default_factory=threading.Lock)

    def take(self, key_id: str) -> None:
        """Count a request; raises `rate_limited` with the seconds to wait."""
        if not self.per_second:
            return
        most, now = max(1.0, self.per_second * _BURST_SECONDS), self.clock()
        with self._lock:
            left, since = self._left.get(key_id, (most, now))
            left = min(most, left + (now - since) * self.per_second)
            if left >= 1:
                self._left[key_id] = (left - 1, now)
                return
            self._left[key_id] = (left, now)
        wait = math.ceil((1 - left) / self.per_second)
        raise HttpError("rate_limited", "this key makes too many requests: wait", {"Retry-After": str(wait)})
