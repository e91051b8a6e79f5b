"""One pair: score, result, explanation.  All but `explain` are the native functions themselves, for speed."""

from __future__ import annotations

from ablmatch import _core
from ablmatch._core import (
    KIND_ALIASES,
    KINDS,
    RESULTS,
    match_result,
    match_score,
    matches,
    normalize,
    register_token_pattern,
)
from ablmatch.match.explanation import Explanation, Part

__all__ = [
    "KINDS",
    "KIND_ALIASES",
    "RESULTS",
    "explain",
    "match_result",
    "match_score",
    "matches",
    "normalize",
    "register_token_pattern",
]


def explain(said: object, stored: object, kind: str = "text", *, region: str = "US") -> Explanation:
    """Why a pair gets its score: what each side was read as, what was compared, and the evidence.

    Arguments and errors are those of match_score, and so are score and result.  An explanation holds the values: it is
    for a person who may see them, never for a log.

    >>> explain("555 0143", "555-0142", "phone").evidence
    ('digit_slip',)
    """
    score, result, judged_kind, evidence, parts, reading = _core.explain(said, stored, kind, region)
    return Explanation(
        score=score,
        result=result,
        kind=judged_kind,
        said=normalize(said, judged_kind, role="said", region=region),
        stored=normalize(stored, judged_kind, role="stored", region=region),
        evidence=evidence,
        parts=tuple(Part(*part) for part in parts),
        reading=reading,
    )
