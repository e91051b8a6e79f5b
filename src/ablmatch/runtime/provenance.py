"""Where a computed value came from, by the expression that computed it (language.md 5.5)."""

from __future__ import annotations

from collections.abc import Callable

from ablmatch.language import nodes
from ablmatch.language.functions import FUNCTIONS
from ablmatch.runtime.state import PROVEN, Tag

# Operators whose result is a verdict of the author's, not content of an operand.
_VERDICTS = frozenset({
    "AND", "OR", "IMPLIES", "==", "!=", "<", ">", "<=", ">=", "IN", "contains", "startsWith", "endsWith", "matches",
})  # fmt: skip


def tag_of(node: nodes.Node, tag_of_path: Callable[[tuple[str, ...]], Tag], own: Tag) -> Tag:
    """The tag of an expression's value.

    `tag_of_path`: the tag of what a path names.  `own`: the tag of what the author wrote: `authored` in hooks,
    ON_START, on_result and ESCALATE, `unknown` in a flow.
    """
    match node:
        case nodes.Path(names=names):
            return tag_of_path(names)
        case nodes.Literal() | nodes.IsSet() | nodes.IsNumber() | nodes.Not():
            return own
        case nodes.Binary(sign=sign) if sign in _VERDICTS:
            return own
        case nodes.Call(name=name) if name in FUNCTIONS and not FUNCTIONS[name].passes:
            return own
        case _:
            return weakest([tag_of(child, tag_of_path, own) for child in nodes.children(node)], own)


def weakest(tags: list[Tag], own: Tag) -> Tag:
    """The tag of content made of several parts: proved only where each part is."""
    for tag in [*tags, own]:
        if tag not in PROVEN:
            return tag
    return tags[0] if tags and all(tag == tags[0] for tag in tags) else own
