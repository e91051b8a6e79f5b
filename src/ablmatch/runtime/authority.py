"""Who may write a session variable: the decision over one write (language.md 5)."""

from __future__ import annotations

from typing import Protocol

from ablmatch.language import ir
from ablmatch.runtime.prepared import PreparedAgent, PreparedProject
from ablmatch.runtime.work import PLATFORM


class InferredProtection(Protocol):
    """A host's policy for fields that no list governs: the pages name these protections and leave them open."""

    def refuses(self, project: PreparedProject, agent: PreparedAgent, name: str) -> str | None:
        """Why a model may not write the field; None where it may."""


class StandardProtection:
    """Fields that tools provide or fill, and those that returns fill, are not the model's.

    Covers the names in a tool's `provides`, targets of `on_result` and `on_error`, AS names, targets of ON_RETURN and
    DELEGATE RETURNS of the agent that asks.
    """

    def refuses(self, project: PreparedProject, agent: PreparedAgent, name: str) -> str | None:
        """The reason by the field's name."""
        for one in project.agents.values():
            reason = one.filled_by_tools.get(name)
            if reason is not None:
                return reason
        return _returned(agent.agent).get(name)


def _returned(agent: ir.Agent) -> dict[str, str]:
    """Targets of what comes back to an agent."""
    handed = [target for entry in agent.handoff for _, target in entry.return_map]
    set_back = [one.target for entry in agent.handoff for one in entry.return_set]
    delegated = [target for entry in agent.delegate for _, target in entry.returns]
    return dict.fromkeys([*handed, *set_back, *delegated], "returned")


def refuses_model(
    project: PreparedProject, agent: PreparedAgent, name: str, inferred: InferredProtection
) -> str | None:
    """Why the agent's model may not write a field; None where it may.  In the order of language.md 5.4."""
    root = name.split(".", 1)[0]
    if reserved(project, root):
        return "reserved"
    if root in project.readonly:
        return "readonly"
    if root in project.writers:
        writers = project.writers[root]
        if writers is None:
            return "writers_conflict"
        return None if agent.name in writers else "not_a_writer"
    return inferred.refuses(project, agent, root)


def refuses_input(project: PreparedProject, name: str) -> str | None:
    """Why words extracted from the caller may not fill a field: a list of writers does not concern them."""
    root = name.split(".", 1)[0]
    if reserved(project, root):
        return "reserved"
    return "readonly" if root in project.readonly else None


def reserved(project: PreparedProject, root: str) -> bool:
    """Names of the runtime and the platform, stored results, and roots of persistent paths.

    A session value called `user` would hide the facts below `user.` from every rule.
    """
    if root.startswith("_") or root in PLATFORM or root in project.result_names or not root:
        return True
    return root in project.roots


def needs_proof(project: PreparedProject, target: str) -> bool:
    """Whether a return into a field must be traceable to a tool or an author: fields with a list of writers."""
    return target.split(".", 1)[0] in project.writers
