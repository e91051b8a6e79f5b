"""Codes of CONSTRAINTS and GATHER."""

from __future__ import annotations

from ablmatch.language.codes.row import Code

ROWS: tuple[Code, ...] = ()
