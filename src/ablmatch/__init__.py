"""Matches what was said with what is stored: names, addresses, e-mail addresses, phone numbers, digits, text."""

from typing import TYPE_CHECKING, Any

from ablmatch import scorers
from ablmatch._core import (
    KINDS,
    RESULTS,
    UNICODE_VERSION,
    __version__,
    match_result,
    match_score,
    matches,
    normalize,
    register_token_pattern,
)
from ablmatch.match.batch import result_pairs, score_pairs
from ablmatch.match.explanation import Explanation
from ablmatch.match.index import Hit, Index
from ablmatch.match.scalar import explain

if TYPE_CHECKING:
    from ablmatch.language.compiler import CompileError, check, compile  # noqa: A004 - the public name
    from ablmatch.language.diagnostics import Diagnostic
    from ablmatch.language.errors import ExpressionError
    from ablmatch.language.ir import ProjectIR
    from ablmatch.runtime.evaluation import evaluate

__all__ = [
    "KINDS",
    "RESULTS",
    "UNICODE_VERSION",
    "CompileError",
    "Diagnostic",
    "Explanation",
    "ExpressionError",
    "Hit",
    "Index",
    "ProjectIR",
    "__version__",
    "check",
    "compile",
    "evaluate",
    "explain",
    "match_result",
    "match_score",
    "matches",
    "normalize",
    "register_token_pattern",
    "result_pairs",
    "score_pairs",
    "scorers",
]

# Whoever only matches does not wait for the language to load.
_WHERE = {
    "CompileError": "ablmatch.language.compiler",
    "Diagnostic": "ablmatch.language.diagnostics",
    "ExpressionError": "ablmatch.language.errors",
    "ProjectIR": "ablmatch.language.ir",
    "check": "ablmatch.language.compiler",
    "compile": "ablmatch.language.compiler",
    "evaluate": "ablmatch.runtime.evaluation",
}


def __getattr__(name: str) -> Any:
    if name not in _WHERE:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    from importlib import import_module

    found = getattr(import_module(_WHERE[name]), name)
    globals()[name] = found
    return found
