"""What a diagnostic code consists of."""

from __future__ import annotations

from typing import Literal, NamedTuple

Severity = Literal["error", "warning"]
Edition = Literal["current", "legacy"]


class Code(NamedTuple):
    """One row.

    `message` is one line with placeholders: what is wrong and what to do.  `explanation`: what `ablmatch explain` says
    beside it.  `bad` and `good` are whole sources, one or (separated by a line `---`, in YAML and text alike) several
    agents; tests run both.  `edition`: the one in which `bad` raises the code.
    """

    name: str
    severity: Severity
    message: str
    explanation: str
    bad: str
    good: str
    edition: Edition = "current"
