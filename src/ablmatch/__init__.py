"""Matches what was said with what is stored: names, addresses, e-mail addresses, phone numbers, digits, text."""

from typing import TYPE_CHECKING, Any

from ablmatch import scorers
from ablmatch._core import (
    KINDS,
    RESULTS,
    UNICODE_VERSION,
    __version__,
    match_keys,
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
    from ablmatch.runtime.async_session import AsyncSession
    from ablmatch.runtime.evaluation import evaluate
    from ablmatch.runtime.outcome import Outcome
    from ablmatch.runtime.session import Session, SessionError
    from ablmatch.stores import FactStore, StoreError, open_store

__all__ = [
    "KINDS",
    "RESULTS",
    "UNICODE_VERSION",
    "AsyncSession",
    "CompileError",
    "Diagnostic",
    "Explanation",
    "ExpressionError",
    "FactStore",
    "Hit",
    "Index",
    "Outcome",
    "ProjectIR",
    "Session",
    "SessionError",
    "StoreError",
    "__version__",
    "check",
    "compile",
    "evaluate",
    "explain",
    "match_keys",
    "match_result",
    "match_score",
    "matches",
    "normalize",
    "open_store",
    "register_token_pattern",
    "result_pairs",
    "score_pairs",
    "scorers",
]

# Whoever only matches does not wait for the language to load.
_WHERE = {
    "AsyncSession": "ablmatch.runtime.async_session",
    "CompileError": "ablmatch.language.compiler",
    "Diagnostic": "ablmatch.language.diagnostics",
    "ExpressionError": "ablmatch.language.errors",
    "FactStore": "ablmatch.stores",
    "Outcome": "ablmatch.runtime.outcome",
    "ProjectIR": "ablmatch.language.ir",
    "Session": "ablmatch.runtime.session",
    "SessionError": "ablmatch.runtime.session",
    "StoreError": "ablmatch.stores",
    "check": "ablmatch.language.compiler",
    "compile": "ablmatch.language.compiler",
    "evaluate": "ablmatch.runtime.evaluation",
    "open_store": "ablmatch.stores",
}


def __getattr__(name: str) -> Any:
    if name not in _WHERE:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    from importlib import import_module

    found = getattr(import_module(_WHERE[name]), name)
    globals()[name] = found
    return found
