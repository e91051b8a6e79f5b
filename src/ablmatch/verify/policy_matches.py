"""Match calls of rules, judged a batch at a time: each distinct comparison once, on all processors."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from ablmatch.language import nodes
from ablmatch.language.functions import FUNCTIONS
from ablmatch.language.functions.identity import DEFAULT_KIND, MATCH_KINDS
from ablmatch.match.batch import score_batch
from ablmatch.match.scalar import RESULTS

_MATCH = RESULTS.index("match")


@dataclass(frozen=True, slots=True)
class Comparison:
    """Two columns and a kind."""

    said: str
    stored: str
    kind: str


@dataclass(frozen=True, slots=True)
class Judged:
    """What a call asks of a comparison; `name` is what stands in the tree for it, which no author can write."""

    comparison: Comparison
    function: str

    @property
    def name(self) -> str:
        one = self.comparison
        return f"{self.function}({one.said}, {one.stored}, {one.kind})"


class BatchedCalls:
    """Finds calls in the trees of rules and puts names in their place, whose values `judge` gives.

    `is_plain`: whether an operand is a column that nothing changes.
    """

    def __init__(self, is_plain: Callable[[tuple[str, ...]], bool]) -> None:
        self._is_plain = is_plain
        self.found: dict[str, Judged] = {}

    def rewritten(self, tree: nodes.Node) -> nodes.Node:
        """The tree with names in place of the calls that can be judged in batch."""
        judged = self._judged(tree) if isinstance(tree, nodes.Call) else None
        if judged is None:
            return nodes.rebuilt(tree, self.rewritten)
        self.found[judged.name] = judged
        return nodes.Path(tree.start, tree.end, (judged.name,))

    def _judged(self, call: nodes.Call) -> Judged | None:
        function = FUNCTIONS.get(call.name)
        if function is None or function.name not in {"MATCH_SCORE", "MATCHES", "MATCH_RESULT"}:
            return None
        if not function.takes(len(call.arguments)):
            return None
        said, stored, *more = call.arguments
        if not isinstance(said, nodes.Path) or not isinstance(stored, nodes.Path):
            return None
        kind = _kind(more[0]) if more else DEFAULT_KIND
        if kind is None or not (self._is_plain(said.names) and self._is_plain(stored.names)):
            return None
        return Judged(Comparison(".".join(said.names), ".".join(stored.names), kind), function.name)

    def judge(self, operand: Callable[[str], Any], threads: int | None) -> dict[str, list[Any]]:
        """The values of all names for a batch; `operand` gives a column as score_batch takes it."""
        batches: dict[Comparison, Any] = {}
        values: dict[str, list[Any]] = {}
        for name, judged in self.found.items():
            one = judged.comparison
            if one not in batches:
                # A session knows no region but the default one.
                batches[one] = score_batch(operand(one.said), operand(one.stored), one.kind, threads=threads)
            values[name] = _answers(batches[one], judged.function)
        return values


def _kind(node: nodes.Node) -> str | None:
    """The kind that a literal names; None for everything else, which is judged row by row."""
    if not isinstance(node, nodes.Literal):
        return None
    if node.value is None:
        return DEFAULT_KIND
    return node.value if isinstance(node.value, str) and node.value in MATCH_KINDS else None


def _answers(batch: Any, function: str) -> list[Any]:
    match function:
        case "MATCH_SCORE":
            return batch.scores.tolist()  # type: ignore[no-any-return]
        case "MATCHES":
            return (batch.results == _MATCH).tolist()  # type: ignore[no-any-return]
        case _:
            return [RESULTS[code] for code in batch.results.tolist()]
