"""Tools: what they may touch of the memory, and, where lints are asked for, side effects that nobody confirms."""

from __future__ import annotations

from ablmatch.language import ir
from ablmatch.language.checks.paths import covering
from ablmatch.language.project import Project

_ALLOWS = {"read": ("read", "readwrite"), "write": ("write", "readwrite")}


def check_tools(project: Project) -> None:
    """context_access against the access modes of the memory (language.md 1.5.2); secrets of tools without HTTP."""
    for draft in project.drafts:
        declared = {one.path: one for one in draft.agent.memory.persistent}
        for tool in draft.agent.tools:
            _access(project, tool, "reads", "read", declared)
            _access(project, tool, "writes", "write", declared)
            _secrets(project, tool)


def _access(project: Project, tool: ir.Tool, attribute: str, mode: str, declared: dict[str, ir.PersistentPath]) -> None:
    for at, path in enumerate(getattr(tool, attribute)):
        # The longest path counts (decisions.md A15).
        found = covering(path, declared)
        if found is not None and declared[found].access not in _ALLOWS[mode]:
            place, access = project.places.of(tool, attribute, at), declared[found].access
            project.diagnostics.add("ABLX_TOOL_CONTEXT_ACCESS", place, does=f"{mode}s", path=path, access=access)


def _secrets(project: Project, tool: ir.Tool) -> None:
    """Secrets are put into headers and bodies of HTTP requests and nowhere else (language.md 1.8)."""
    kind = tool.other.get("type", "http")
    if "secret_access" in tool.other and kind != "http":
        place = project.places.of(tool, "name")
        project.diagnostics.add("SECRET_REF_UNSUPPORTED_CONSUMER_TYPE", place, name=tool.name, type=kind)


def lint_tools(project: Project) -> None:
    """Side effects without a confirmation."""
    for draft in project.drafts:
        for tool in draft.agent.tools:
            if tool.effect == "side_effect" and tool.confirmation in {None, "never"}:
                project.diagnostics.add("SIDE_EFFECT_TOOL_WITHOUT_CONFIRMATION", project.places.of(tool, "name"))
