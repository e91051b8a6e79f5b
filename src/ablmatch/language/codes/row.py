"""What a diagnostic code consists of."""

from __future__ import annotations

import re
from typing import Literal, NamedTuple

Severity = Literal["error", "warning"]
Edition = Literal["current", "legacy"]
# A hint stands at the end of a message or not at all; any other placeholder is a name or a value.
_HINT = re.compile(r"\{hint\}")
_VALUE = re.compile(r"\{\w+\}")


class Code(NamedTuple):
    """One row.

    `message` is one line with placeholders: what is wrong and what to do.  `explanation`: what `ablmatch explain` says
    beside it.  `bad` and `good` are whole sources, one or (separated by a line `---`, in YAML and text alike) several
    agents; tests run both.  `edition`: the one in which `bad` raises the code.  `lint`: reported only where asked for.
    `only`: the format that alone can raise it, and why; every other code has the same examples in YAML, which tests
    write.
    """

    name: str
    severity: Severity
    message: str
    explanation: str
    bad: str
    good: str
    edition: Edition = "current"
    lint: bool = False
    only: tuple[Literal["text", "yaml"], str] | None = None

    @property
    def title(self) -> str:
        """The message without the values of one finding: `…` stands for them."""
        found = _VALUE.sub("…", _HINT.sub("", self.message))
        return found if found != "…" else self.explanation.partition(". ")[0].removesuffix(".")
