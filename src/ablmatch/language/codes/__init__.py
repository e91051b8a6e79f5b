"""Every diagnostic code, declared once: what it says, what it means, an example that raises it and one that does not.

Codes that the platform's documents name keep their names; ours begin with ABLX_.
"""

from __future__ import annotations

from ablmatch.language.codes import (
    actions,
    agents,
    constraints,
    expressions,
    flow,
    gather,
    handoff,
    memory,
    profiles,
    syntax,
    tools,
)
from ablmatch.language.codes.row import Code, Severity

__all__ = ["CODES", "TABLE", "Code", "Severity"]

TABLE: tuple[Code, ...] = (
    *syntax.ROWS,
    *agents.ROWS,
    *memory.ROWS,
    *constraints.ROWS,
    *gather.ROWS,
    *tools.ROWS,
    *expressions.ROWS,
    *actions.ROWS,
    *flow.ROWS,
    *handoff.ROWS,
    *profiles.ROWS,
)

CODES: dict[str, Code] = {code.name: code for code in TABLE}
