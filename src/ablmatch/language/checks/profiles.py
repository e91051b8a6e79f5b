"""Behaviour profiles: agents that use one which is not there."""

from __future__ import annotations

from ablmatch.language.project import Project
from ablmatch.language.sections.profiles import uses


def check_profiles(project: Project) -> None:
    """Only where the whole project is known: a profile may stand in a file that is not here."""
    if not project.is_whole and not project.profiles:
        return
    for draft in project.drafts:
        for name, place in uses(draft.reading, draft.document.node):
            if name not in project.profiles:
                hint = project.diagnostics.suggestions.hint(name, project.profiles)
                project.diagnostics.add("ABLX_PROFILE_UNKNOWN", place, name=name, hint=hint)
