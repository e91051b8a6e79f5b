"""DERIVED of the legacy edition: fields that depend on each other are never computed."""

from __future__ import annotations

from ablmatch.language.derived import cycles, names_read
from ablmatch.language.errors import ExpressionError
from ablmatch.language.expressions import parse
from ablmatch.language.project import Project


def check_derived(project: Project) -> None:
    """One finding a cycle, at its first field (decisions.md A24)."""
    for draft in project.drafts:
        reads: dict[str, set[str]] = {}
        places = {}
        for variable in draft.agent.memory.session:
            if variable.derived is None:
                continue
            try:
                reads[variable.name] = names_read(parse(variable.derived))
            except ExpressionError:
                continue
            places[variable.name] = project.places.of(variable, "derived")
        for cycle in cycles(reads):
            listed = ", ".join(f"`{name}`" for name in cycle)
            project.diagnostics.add("DERIVED_CYCLE", places[cycle[0]], names=listed)
