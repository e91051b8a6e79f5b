"""TEMPLATES: names that are not there, templates that nobody uses."""

from __future__ import annotations

import re

from ablmatch.language.agents import Draft
from ablmatch.language.project import Project

_REFERENCE = re.compile(r"\s*TEMPLATE\(\s*([\w.]+)\s*\)\s*")


def check_templates(project: Project) -> None:
    """Both, agent by agent: templates are not shared."""
    for draft in project.drafts:
        _references(project, draft)


def _references(project: Project, draft: Draft) -> None:
    known = draft.agent.templates
    used = set()
    for written in draft.reading.written:
        match = _REFERENCE.fullmatch(written.text) if written.use == "template" else None
        if match is None:
            continue
        name = match[1]
        used.add(name)
        if name not in known:
            hint = project.diagnostics.suggestions.hint(name, known)
            project.diagnostics.add("E601", written.span.within(match.start(1), match.end(1)), name=name, hint=hint)
    section = next((one for one in draft.document.node.fields if one.key.upper() == "TEMPLATES"), None)
    for one in section.node.fields if section is not None else ():
        if one.key in known and one.key not in used:
            project.diagnostics.add("W602", one.key_span, name=one.key)
