"""What happened inside a session, for hosts and logs: codes and names, never the value of a field."""

from __future__ import annotations

from typing import NamedTuple


class TraceEvent(NamedTuple):
    """`code`: one of the platform's trace names or ours; `names`: agents, fields, rules, reasons."""

    code: str
    agent: str
    names: dict[str, str | int | bool | None]
