"""What `explain` gives: a score with everything that an auditor needs to see why, as an object, a text and JSON."""

from __future__ import annotations

from typing import Any, NamedTuple

from ablmatch import _core

# One screen of a terminal: longer values and more parts are cut, with a mark that says so.
_WIDTH = 96
_PART_WIDTH = 34
_MOST_PARTS = 12


class Part(NamedTuple):
    """One compared part of the two values.

    `name` is what it is ("given", "house_number"), `said` and `stored` its normalized texts ("" where it does not
    occur), `how` how they compare ("equal", "nickname", "missing", "differs", ...).
    """

    name: str
    said: str
    stored: str
    how: str


class Explanation:
    """Why a pair got its score.  Read-only; equal when all fields are.

    `score` and `result` are those of match_score and match_result.  `kind` is the kind that judged: for "auto" the one
    that was found.  `said` and `stored` are the normalized forms, or None where there is none.  `evidence` are the
    reasons, in a fixed order; `parts` what was found in the values and how it compared; `reading` the reading of what
    was said that was judged, when there was something to read.

    Explanations are the only place where values appear.  `str()` and `to_dict()` show them; `repr()` does not, since
    that is what ends up in logs and tracebacks by accident.
    """

    __slots__ = ("evidence", "kind", "parts", "reading", "result", "said", "score", "stored")

    score: int
    result: str
    kind: str
    said: str | None
    stored: str | None
    evidence: tuple[str, ...]
    parts: tuple[Part, ...]
    reading: str | None

    def __init__(
        self,
        *,
        score: int,
        result: str,
        kind: str,
        said: str | None,
        stored: str | None,
        evidence: tuple[str, ...] = (),
        parts: tuple[Part, ...] = (),
        reading: str | None = None,
    ) -> None:
        fields = {
            "score": score,
            "result": result,
            "kind": kind,
            "said": said,
            "stored": stored,
            "evidence": evidence,
            "parts": parts,
            "reading": reading,
        }
        for name, value in fields.items():
            object.__setattr__(self, name, value)

    def __setattr__(self, name: str, value: object) -> None:
        raise AttributeError(f"an explanation is read-only: {name} cannot be set")

    def __delattr__(self, name: str) -> None:
        raise AttributeError(f"an explanation is read-only: {name} cannot be deleted")

    @property
    def reasons(self) -> tuple[str, ...]:
        """The evidence in words, one sentence for each, in its order."""
        sentences = _core.evidence_sentences()
        return tuple(sentences[name] for name in self.evidence)

    def to_dict(self) -> dict[str, Any]:
        """The explanation as plain data for json.dumps: numbers, texts, lists and None."""
        return {
            "score": self.score,
            "result": self.result,
            "kind": self.kind,
            "said": self.said,
            "stored": self.stored,
            "evidence": list(self.evidence),
            "parts": [part._asdict() for part in self.parts],
            "reading": self.reading,
        }

    def __repr__(self) -> str:
        return (
            f"Explanation(score={self.score}, result={self.result!r}, kind={self.kind!r}, evidence={self.evidence!r})"
        )

    def __str__(self) -> str:
        lines = [f"{self.kind}: {self.result}, score {self.score}", f"  said    {_shown(self.said)}"]
        if self.reading is not None and self.reading != self.said:
            lines.append(f"  read as {_shown(self.reading)}")
        lines.append(f"  stored  {_shown(self.stored)}")
        if self.parts:
            lines += ["", *_part_lines(self.parts)]
        if self.evidence:
            lines.append("")
            lines += [f"  {name}: {reason}" for name, reason in zip(self.evidence, self.reasons, strict=True)]
        return "\n".join(lines)

    def _fields(self) -> tuple[object, ...]:
        return tuple(getattr(self, name) for name in self.__slots__)

    def __eq__(self, other: object) -> bool:
        return self._fields() == other._fields() if isinstance(other, Explanation) else NotImplemented

    def __hash__(self) -> int:
        return hash(self._fields())

    def __reduce__(self) -> tuple[object, ...]:
        return _restored, ({name: getattr(self, name) for name in self.__slots__},)


def _restored(fields: dict[str, Any]) -> Explanation:
    return Explanation(**fields)


def _shown(text: str | None, width: int = _WIDTH) -> str:
    """A value on one line of the screen: "-" for none, control characters escaped, cut where the line would end."""
    if text is None:
        return "-"
    plain = "".join(ch if ch.isprintable() else ch.encode("unicode_escape").decode("ascii") for ch in text)
    return plain if len(plain) <= width else plain[: width - 3] + "..."


def _part_lines(parts: tuple[Part, ...]) -> list[str]:
    rows = [("", "said", "stored", "")]
    rows += [
        (part.name, _shown(part.said or None, _PART_WIDTH), _shown(part.stored or None, _PART_WIDTH), part.how)
        for part in parts
    ]
    cut = rows[: _MOST_PARTS + 1]
    widths = [max(len(row[column]) for row in cut) for column in range(3)]
    lines = []
    for row in cut:
        cells = [cell.ljust(width) for cell, width in zip(row, widths, strict=False)]
        lines.append("  " + "  ".join([*cells, row[3]]).rstrip())
    if len(rows) > len(cut):
        lines.append(f"  and {len(rows) - len(cut)} more parts")
    return lines
