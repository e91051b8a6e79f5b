"""Matches what was said with what is stored: names, addresses, e-mail addresses, phone numbers, digits, text."""

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

__all__ = [
    "KINDS",
    "RESULTS",
    "UNICODE_VERSION",
    "Explanation",
    "Hit",
    "Index",
    "__version__",
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
