"""Codes of hooks, flows, tools and hand-offs."""

from __future__ import annotations

from ablmatch.language.codes.row import Code

ROWS: tuple[Code, ...] = ()
