"""Figures of one measure on one kind: ROC curve, area, recall at false-accept rates, with ties handled honestly."""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

RATES = (1e-2, 1e-3, 1e-4)


class Curve(NamedTuple):
    """Points from "accept nothing" to "accept all", one for each different score: a threshold accepts all its ties."""

    false_accepts: np.ndarray
    recall: np.ndarray
    thresholds: np.ndarray


def curve(scores: np.ndarray, true: np.ndarray) -> Curve:
    order = np.argsort(-scores, kind="stable")
    ranked, right = scores[order], true[order]
    last_of_tie = np.append(np.flatnonzero(np.diff(ranked)), len(ranked) - 1)
    hits = np.cumsum(right)[last_of_tie]
    wrong = last_of_tie + 1 - hits
    recall = np.concatenate(([0.0], hits / max(1, right.sum())))
    false_accepts = np.concatenate(([0.0], wrong / max(1, (~right).sum())))
    return Curve(false_accepts, recall, np.concatenate(([np.inf], ranked[last_of_tie])))


def area(found: Curve) -> float:
    """ROC-AUC: straight lines between the points give a tie half of its worth."""
    return float(np.trapezoid(found.recall, found.false_accepts))


def recall_at(found: Curve, rate: float) -> float:
    """The best recall among thresholds whose false-accept rate does not exceed `rate`."""
    return float(found.recall[found.false_accepts <= rate].max())


def at_threshold(scores: np.ndarray, true: np.ndarray, threshold: float) -> tuple[float, float]:
    """Recall and false-accept rate where scores from `threshold` up are accepted."""
    accepted = scores >= threshold
    return float(accepted[true].mean()), float(accepted[~true].mean())
