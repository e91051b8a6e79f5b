"""Legacy DERIVED fields: a write computes anew what depends on it, in order, and nothing else (source 000, DERIVED)."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ablmatch.language import ir, nodes
from ablmatch.language.derived import in_order, kind_of, names_read
from ablmatch.language.errors import ExpressionError
from ablmatch.language.expressions import parse
from ablmatch.runtime.evaluator import Closure, compile_node
from ablmatch.runtime.types import fits

if TYPE_CHECKING:
    from ablmatch.runtime.work import Work


class Graph:
    """Derived fields of an agent: what each reads, in the order in which they are computed.

    Fields of a cycle, and those that cannot be read, are never computed.
    """

    def __init__(self, variables: tuple[ir.SessionVariable, ...]) -> None:
        formats = {one.name: one.format for one in variables if one.format is not None}
        self.types = {one.name: one.type for one in variables}
        self.closures: dict[str, Closure] = {}
        self.expressions: dict[str, str] = {}
        reads: dict[str, set[str]] = {}
        for one in variables:
            if one.derived is None:
                continue
            try:
                tree = parse(one.derived)
            except ExpressionError:
                continue
            self.expressions[one.name] = one.derived
            self.closures[one.name] = compile_node(with_kinds(tree, formats))
            reads[one.name] = names_read(tree)
        self.order = in_order(reads)
        self.broken = sorted(set(reads) - set(self.order))
        self._place = {name: at for at, name in enumerate(self.order)}
        self._readers: dict[str, set[str]] = {}
        for name in self.order:
            for read in reads[name]:
                self._readers.setdefault(read, set()).add(name)
        self._dependants: dict[str, tuple[str, ...]] = {}

    def dependants(self, written: str) -> tuple[str, ...]:
        """What is computed anew after a write of a name, in order; found out when it is first written.

        For all names at once it would be the square of their number.
        """
        if written not in self._readers:
            return ()
        known = self._dependants.get(written)
        if known is None:
            found: set[str] = set()
            left = [written]
            while left:
                new = self._readers.get(left.pop(), set()) - found
                found |= new
                left += new
            known = self._dependants[written] = tuple(sorted(found, key=self._place.__getitem__))
        return known


def with_kinds(tree: nodes.Node, formats: dict[str, str]) -> nodes.Node:
    """Two-argument match calls whose operands have one FORMAT take it as their kind; two different ones are text."""
    kind = kind_of(tree, formats) if isinstance(tree, nodes.Call) else None
    if isinstance(tree, nodes.Call) and kind is not None:
        literal = nodes.Literal(tree.end, tree.end, kind)
        return nodes.Call(tree.start, tree.end, tree.name, (*tree.arguments, literal), tree.name_end)
    return nodes.rebuilt(tree, lambda node: with_kinds(node, formats))


def update(work: Work, name: str) -> None:
    """Computes anew what depends on a name."""
    names = work.agent.graph.dependants(name)
    if names:
        compute(work, names)


def compute_all(work: Work) -> None:
    """Computes every derived field, for an agent that takes over."""
    compute(work, tuple(work.agent.graph.order))


def compute(work: Work, names: tuple[str, ...]) -> None:
    """Computes fields; one that cannot be computed, or is of another type, is left unset."""
    graph = work.agent.graph
    scope, frame = work.scope(), work.frame
    for name in names:
        try:
            value = graph.closures[name](scope)
        except ExpressionError as error:
            work.trace("EXPRESSION_ERROR", field=name, reason=error.code)
            value = None
        if not fits(value, graph.types[name]):
            work.trace("TYPE_MISMATCH", field=name)
            value = None
        frame.values[name] = value
        # A copy of what a model wrote proves no more than the model's word; a verdict is the author's.
        frame.tags[name] = work.tag_of(graph.expressions[name], "authored") if work.project.writers else "unknown"
