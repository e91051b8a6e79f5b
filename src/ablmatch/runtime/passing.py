"""What one agent gives to the next: values with their tags, and paths that it may touch (language.md 1.11)."""

from __future__ import annotations

from typing import Any

from ablmatch.language import ir
from ablmatch.language.errors import ExpressionError
from ablmatch.language.expressions import parse
from ablmatch.language.nodes import ListOf, Literal, Negative, Node, ObjectOf, Path, children
from ablmatch.runtime.state import Grant, Tag
from ablmatch.runtime.work import Work


def context(work: Work, entry: ir.HandOff) -> dict[str, tuple[Any, Tag]]:
    """What CONTEXT passes and sets, with tags: pass copies them, a literal is authored."""
    found: dict[str, tuple[Any, Tag]] = {}
    for name in entry.passes:
        value = work.frame.values.get(name)
        if value is not None:
            found[name] = value, work.frame.tags.get(name, "unknown")
    for one in entry.set:
        try:
            found[one.target] = assigned(work, one)
        except ExpressionError as error:
            work.trace("EXPRESSION_ERROR", field=one.target, reason=error.code)
    work.trace("handoff_context_pass_resolved", target=entry.to)
    return found


def assigned(work: Work, one: ir.Assignment) -> tuple[Any, Tag]:
    """A value and its tag: a static path or placeholder keeps its own, a literal is authored, the rest is unknown."""
    if one.expression is not None:
        tree = parse(one.expression)
        static: Tag = "authored" if is_literal(tree) else "unknown"
        if isinstance(tree, Path):
            static = work.tag_of_path(tree.names, {})
        return work.evaluate(one.expression), static
    template = one.template or ""
    source = whole_path(template)
    tag: Tag = "unknown" if "{{" in template else "authored"
    if source is not None:
        tag = work.tag_of_path(source, {})
    return work.fill(template), tag


def is_literal(node: Node) -> bool:
    """Whether an expression is a value as it is written."""
    match node:
        case Literal():
            return True
        case Negative() | ListOf() | ObjectOf():
            return all(is_literal(child) for child in children(node))
        case _:
            return False


def whole_path(template: str) -> tuple[str, ...] | None:
    """The path of a template that is one placeholder and nothing else."""
    inner = template.strip()
    if not (inner.startswith("{{") and inner.endswith("}}")) or inner.count("{{") != 1:
        return None
    try:
        tree = parse(inner[2:-2].strip())
    except ExpressionError:
        return None
    return tree.names if isinstance(tree, Path) else None


def grants_of(work: Work, grants: tuple[ir.MemoryGrant, ...]) -> dict[str, Grant]:
    """Paths that the child may touch, never more than the parent itself may."""
    found: dict[str, Grant] = {}
    for one in grants:
        declared, held = work.agent.paths.get(one.path), work.thread.grants.get(one.path)
        if declared is not None and declared.access != "write":
            own, by = declared.access, work.agent.name
        elif declared is None and held is not None:
            own, by = held.access, held.declared_by
        else:
            work.trace("MEMORY_GRANT_REFUSED", field=one.path)
            continue
        both = one.access == "readwrite" and own == "readwrite"
        found[one.path] = Grant("readwrite" if both else "read", by)
    return found
