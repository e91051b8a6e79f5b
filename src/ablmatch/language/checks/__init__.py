"""Read-only checks of a project: each adds findings and changes nothing."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

from ablmatch.language.checks.actions import check_actions
from ablmatch.language.checks.constraints import check_constraints
from ablmatch.language.checks.derived import check_derived
from ablmatch.language.checks.expressions import check_expressions
from ablmatch.language.checks.flow import check_flow, lint_flow
from ablmatch.language.checks.gather import check_gather
from ablmatch.language.checks.handoff import check_handoff, lint_handoff
from ablmatch.language.checks.memory import check_memory
from ablmatch.language.checks.profiles import check_profiles
from ablmatch.language.checks.sensitive import check_sensitive
from ablmatch.language.checks.templates import check_templates
from ablmatch.language.checks.tools import check_tools, lint_tools
from ablmatch.language.checks.verdicts import lint_verdicts

if TYPE_CHECKING:
    from ablmatch.language.project import Project

CHECKS: tuple[tuple[str, Callable[[Project], None]], ...] = (
    ("memory", check_memory),
    ("derived fields", check_derived),
    ("tools", check_tools),
    ("gather", check_gather),
    ("sensitive values", check_sensitive),
    ("constraints", check_constraints),
    ("actions", check_actions),
    ("flow", check_flow),
    ("handoff", check_handoff),
    ("profiles", check_profiles),
    ("expressions", check_expressions),
    ("templates", check_templates),
)

# What is worth a second look and may well be meant: only where it is asked for (decisions.md B22).
LINTS: tuple[tuple[str, Callable[[Project], None]], ...] = (
    ("tools", lint_tools),
    ("verdicts", lint_verdicts),
    ("flow", lint_flow),
    ("handoff", lint_handoff),
)
