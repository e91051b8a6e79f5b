"""Expressions: calls that cannot succeed, kinds that are none, uses that are hardly meant."""

from __future__ import annotations

from ablmatch.language.project import Project


def check_expressions(project: Project) -> None:
    """Filled by the findings of expression_checks for every expression that was read."""
    del project
