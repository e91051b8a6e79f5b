"""Match calls of rules, judged a batch at a time: each distinct comparison once, on all processors."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any, TypeAlias

import numpy as np
import numpy.typing as npt

from ablmatch.language import nodes
from ablmatch.language.functions import FUNCTIONS
from ablmatch.language.functions.identity import DEFAULT_KIND, MATCH_KINDS
from ablmatch.match.batch import score_batch
from ablmatch.match.scalar import KIND_ALIASES, RESULTS

_MATCH = RESULTS.index("match")
DEFAULT_REGION = "US"
# Scores and result codes of a batch.
Scored: TypeAlias = tuple[npt.NDArray[np.int16], npt.NDArray[np.uint8]]


@dataclass(frozen=True, slots=True)
class Comparison:
    """Two columns and a kind."""

    said: str
    stored: str
    kind: str

    @classmethod
    def of(cls, said: str, stored: str, kind: str) -> Comparison:
        """With one name for each kind."""
        return cls(said, stored, KIND_ALIASES.get(kind, kind))


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
        return Judged(Comparison.of(".".join(said.names), ".".join(stored.names), kind), function.name)

    def judge(
        self, operand: Callable[[str], Any], threads: int | None, known: Mapping[Comparison, Scored]
    ) -> dict[str, list[Any]]:
        """The values of all names for a batch.

        `operand` gives a column as score_batch takes it, a list where the values were made other ones; `known`: what
        the columns as they are have been scored.
        """
        batches: dict[Comparison, Scored] = {}
        values: dict[str, list[Any]] = {}
        for name, judged in self.found.items():
            one = judged.comparison
            if one not in batches:
                said, stored = operand(one.said), operand(one.stored)
                batches[one] = (
                    known[one]
                    if one in known and not _any_list(said, stored)
                    else _scored(said, stored, one.kind, threads)
                )
            values[name] = _answers(*batches[one], judged.function)
        return values


def _kind(node: nodes.Node) -> str | None:
    """The kind that a literal names; None for everything else, which is judged row by row."""
    if not isinstance(node, nodes.Literal):
        return None
    if node.value is None:
        return DEFAULT_KIND
    return node.value if isinstance(node.value, str) and node.value in MATCH_KINDS else None


def _any_list(*columns: Any) -> bool:
    return any(isinstance(column, list) for column in columns)


def _scored(said: Any, stored: Any, kind: str, threads: int | None) -> Scored:
    """A session knows no region but the default one."""
    batch = score_batch(said, stored, kind, region=DEFAULT_REGION, threads=threads)
    return batch.scores, batch.results


def _answers(scores: npt.NDArray[np.int16], results: npt.NDArray[np.uint8], function: str) -> list[Any]:
    match function:
        case "MATCH_SCORE":
            return list(scores.tolist())
        case "MATCHES":
            return list((results == _MATCH).tolist())
        case _:
            return [RESULTS[code] for code in results.tolist()]
