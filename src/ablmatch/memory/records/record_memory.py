"""What every call on memory records is given: the store, the clock, how tokens are counted, and the model, if any."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from ablmatch.memory.tokens import TokenCounter, estimated_tokens
from ablmatch.stores.records import RecordStore

# What is asked of a model: a system text, a prompt and the JSON Schema of the answer.
Model = Callable[[str, str, dict[str, Any]], dict[str, Any]]


def _nobody_waits() -> None:
    """What is put into the queue is found by the worker's next look."""


def _nobody_counts(_event: str, _times: int) -> None:
    """Where nothing counts, nothing is lost but the number."""


@dataclass(frozen=True, slots=True)
class RecordMemory:
    """Memory records over one store. Safe to share between threads.

    `clock`: whole milliseconds since 1970 UTC, the store's own. `wake`: called when work was put into the queue.
    `happened`: told what is worth counting, by a name and a number; never what a record says.
    """

    store: RecordStore
    clock: Callable[[], int]
    count: TokenCounter = estimated_tokens
    wake: Callable[[], None] = _nobody_waits
    happened: Callable[[str, int], None] = _nobody_counts
