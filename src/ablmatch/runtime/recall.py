"""Recall and remember: facts into the session, values into the store (language.md 1.5.3, 1.5.4)."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from ablmatch.language import ir
from ablmatch.language.errors import ExpressionError
from ablmatch.runtime.outcome import PromptNote
from ablmatch.runtime.work import Work, scope_name, scope_of


def fire(work: Work, event: str) -> None:
    """Runs the active agent's recalls of an event, in order."""
    for recall in work.agent.agent.memory.recall:
        if _matches(recall.on, event):
            work.trace("recall", event=event, action=recall.action)
            if recall.action == "prompt_llm":
                work.effect(PromptNote(recall.instruction or ""))
            elif recall.action == "inject_context":
                inject(work, recall.paths)
            else:
                load_domain(work, recall.domain or "")


def _matches(pattern: str, event: str) -> bool:
    if pattern == event:
        return True
    first, star, last = (*pattern.split(":"), "", "")[:3]
    parts = event.split(":")
    return star == "*" and len(parts) == 3 and parts[0] == first and parts[2] == last


def inject(work: Work, paths: Iterable[str]) -> None:
    """Copies facts into the session under their full paths, as nested objects."""
    for path in paths:
        names = tuple(path.split("."))
        covered = work.agent.covers(names)
        if covered is not None:
            _, value = work.fact(names)
        else:
            live, value = work.facts.get(scope_of(names), path)
            value = value if live else None
        if value is not None:
            place(work, names, value)


def load_domain(work: Work, domain: str) -> None:
    """Copies every fact of a domain: the second segment of its path, or the first where that names no scope."""
    scopes: tuple[ir.ScopeName, ...] = ("user", "project", "execution_tree")
    for scope in scopes:
        for root in ("user", "project", "workflow", "execution_tree", None):
            prefix = domain if root is None else f"{root}.{domain}"
            for path, value in work.facts.under(scope, prefix):
                names = tuple(path.split("."))
                covered = work.agent.covers(names)
                hidden = covered is not None and covered[0].access == "write"
                if not hidden and (root is not None or scope_name(domain) is None):
                    place(work, names, value)


def place(work: Work, names: tuple[str, ...], value: Any) -> None:
    """A fact in the session; a session value that stands in the way stays. What is read back proves nothing."""
    standing = work.frame.values
    for name in names[:-1]:
        inner = standing.get(name)
        if inner is None:
            break
        if not isinstance(inner, dict):
            work.trace("recall_skipped", field=".".join(names))
            return
        standing = inner
    work.put_value(names, value, "unknown")


def remember(work: Work) -> None:
    """Every trigger whose WHEN holds writes, after every turn."""
    for rule in work.agent.agent.memory.remember:
        if not work.holds(rule.when):
            continue
        try:
            value = work.evaluate(rule.value)
        except ExpressionError as error:
            work.trace("EXPRESSION_ERROR", field=rule.target, reason=error.code)
            continue
        names = tuple(rule.target.split("."))
        declared = work.agent.paths.get(rule.target)
        if declared is not None and declared.access == "read":
            work.trace("WRITE_REFUSED", field=rule.target, reason="access")
            continue
        grant = work.thread.grants.get(rule.target)
        if declared is None and grant is not None:
            if grant.access == "read":
                work.trace("WRITE_REFUSED", field=rule.target, reason="access")
                continue
            declared = work.granted(rule.target)
        scope = declared.scope if declared is not None else scope_of(names)
        if rule.operation == "append":
            stored = work.facts.append(scope, value, rule, declared.default if declared is not None else None)
        else:
            stored = work.facts.put(scope, rule.target, value, None if rule.ttl is None else rule.ttl * 1000)
        if stored:
            work.trace("fact_stored", field=rule.target)
        else:
            work.trace("WRITE_REFUSED", field=rule.target, reason=work.facts.refusal(scope))
