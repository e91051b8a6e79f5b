"""What is wrong with a source: a code, a place, and what to do about it."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field

from ablmatch.language.codes import CODES, Severity
from ablmatch.language.nearest import Suggestions
from ablmatch.language.source import Span


@dataclass(frozen=True, slots=True)
class Related:
    """Another place that a finding is about, and what stands there."""

    message: str
    span: Span


@dataclass(frozen=True, slots=True)
class Diagnostic:
    """One finding.  `code` has its row in codes.CODES; `message` says what and what to do, in one line."""

    code: str
    severity: Severity
    message: str
    span: Span
    related: tuple[Related, ...] = ()

    @property
    def source(self) -> str:
        """Name of the source."""
        return self.span.source.name

    @property
    def line(self) -> int:
        """Counted from 1."""
        return self.span.source.place(self.span.start)[0]

    @property
    def column(self) -> int:
        """Counted from 1, in characters."""
        return self.span.source.place(self.span.start)[1]

    def __str__(self) -> str:
        return f"{self.source}:{self.line}:{self.column}: {self.severity} {self.code}: {self.message}"


@dataclass(slots=True)
class Diagnostics:
    """Collects findings; each place and code is reported once."""

    found: list[Diagnostic] = field(default_factory=list)
    suggestions: Suggestions = field(default_factory=Suggestions)
    _seen: set[tuple[str, str, int]] = field(default_factory=set)

    def add(self, code: str, span: Span, *, related: Sequence[Related] = (), **values: object) -> None:
        """A finding; `values` fill the placeholders of its message."""
        row = CODES[code]
        mark = (code, span.source.name, span.start)
        if mark not in self._seen:
            self._seen.add(mark)
            self.found.append(Diagnostic(code, row.severity, row.message.format(**values), span, tuple(related)))

    @property
    def has_errors(self) -> bool:
        return any(one.severity == "error" for one in self.found)

    def in_order(self, sources: list[str]) -> list[Diagnostic]:
        """All findings by source (as ordered in `sources`), then by place."""
        places = {name: at for at, name in enumerate(sources)}
        return sorted(self.found, key=lambda one: (places.get(one.source, len(places)), one.span.start))

    def __iter__(self) -> Iterator[Diagnostic]:
        return iter(self.found)
