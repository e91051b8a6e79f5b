"""Legacy SOURCE: a model's write counts only where the caller said it, a tool's field is the tool's (source 000)."""

from __future__ import annotations

import re
from typing import Any

from ablmatch._core import osa_distance
from ablmatch.language.values import to_text
from ablmatch.match.scalar import matches
from ablmatch.runtime.work import Work

_WORD = re.compile(r"\S+")
_EDGES = ".,;:!?\"'()[]"
# One slip for so many letters, at least one.
LETTERS_A_SLIP = 5
# "N as in November": no way to say a letter takes more. Longer runs of a long message would cost its square.
WORDS_A_LETTER = 4


def judge(work: Work, name: str, value: Any) -> tuple[str | None, Any]:
    """(why the write is refused, or None; the value to store: the caller's own spelling of it).

    A part of a variable is judged by the variable.
    """
    reason = refuses(work, name)
    if reason is not None or not work.project.legacy:
        return reason, value
    root = name.split(".", 1)[0]
    if "user" not in _sources(work, root):
        return None, value
    variable = work.agent.variables.get(root)
    format_ = variable.format if variable is not None else None
    said = find(value, work.state.utterances, format_)
    return ("never_said", value) if said is None else (None, said)


def refuses(work: Work, name: str) -> str | None:
    """Why neither a model nor the caller's words may fill a field: it is computed, or a tool's."""
    if not work.project.legacy:
        return None
    root = name.split(".", 1)[0]
    if any(root in agent.graph.closures or root in agent.graph.broken for agent in work.project.agents.values()):
        return "derived"
    return "source_tool" if "tool" in _sources(work, root) else None


def _sources(work: Work, root: str) -> set[str | None]:
    return {
        one.source for agent in work.project.agents.values() for one in agent.agent.memory.session if one.name == root
    }


def find(value: Any, utterances: list[str], format_: str | None) -> Any:
    """What the caller said of a value, as it was said; None for what was never said."""
    wanted = to_text(value).strip()
    if not wanted:
        return None
    for utterance in reversed(utterances):
        if format_ is not None and matches(utterance, wanted, format_):
            return value
        found = span_of(wanted, utterance, format_)
        if found is not None:
            return value if found == wanted or not isinstance(value, str) or format_ is not None else found
    return None


def span_of(wanted: str, utterance: str, format_: str | None) -> str | None:
    """The shortest run of the caller's words that is the value, by near spelling or as its format is read."""
    words = [match.group().strip(_EDGES) for match in _WORD.finditer(utterance)]
    words = [word for word in words if word]
    size = len(wanted.split())
    limit = min(len(words), size + 1 if format_ is None else WORDS_A_LETTER * len(wanted))
    for length in range(1, limit + 1):
        for start in range(len(words) - length + 1):
            span = " ".join(words[start : start + length])
            if near(wanted, span):
                return span
            if format_ is not None and matches(span, wanted, format_):
                return span
    return None


def near(one: str, other: str) -> bool:
    """Equal but for letter case and one slip in each five letters, at least one; short words must be equal."""
    left, right = one.casefold(), other.casefold()
    if left == right:
        return True
    longest = max(len(left), len(right))
    most = max(1, longest // LETTERS_A_SLIP)
    return longest > 3 and osa_distance(left, right, most) <= most
