"""What happened inside a session, for hosts and logs: codes and names, never the value of a field."""

from __future__ import annotations

from dataclasses import dataclass, field


@dataclass(frozen=True, slots=True)
class TraceEvent:
    """`code`: one of the platform's trace names or ours; `names`: agents, fields, rules, reasons."""

    code: str
    agent: str
    names: dict[str, str | int | bool | None] = field(default_factory=dict)
