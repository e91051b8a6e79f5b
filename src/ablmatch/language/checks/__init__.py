"""Read-only checks of a project: each adds findings and changes nothing."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

from ablmatch.language.checks.expressions import check_expressions
from ablmatch.language.checks.memory import check_memory
from ablmatch.language.checks.templates import check_templates

if TYPE_CHECKING:
    from ablmatch.language.project import Project

CHECKS: tuple[tuple[str, Callable[[Project], None]], ...] = (
    ("memory", check_memory),
    ("expressions", check_expressions),
    ("templates", check_templates),
)
