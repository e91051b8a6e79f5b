"""Where the parts of a compiled project are written: beside the parts, which are plain data."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from ablmatch.language.source import Span


@dataclass(slots=True)
class Places:
    """Spans by part and attribute.  Parts are told apart by identity: two equal rules stand at two places."""

    _parts: dict[int, tuple[Any, Span, Mapping[str, Span], Mapping[str, Sequence[Span]]]] = field(default_factory=dict)

    def note(
        self, part: Any, span: Span, attributes: Mapping[str, Span], items: Mapping[str, Sequence[Span]] | None = None
    ) -> None:
        """Where a part stands, where its attributes do, and the items of attributes that are lists.

        An attribute's span covers its text alone, without quotes, so that places inside the text can be shown.
        """
        self._parts[id(part)] = (part, span, attributes, items or {})

    def of(self, part: Any, attribute: str = "", item: int = -1) -> Span:
        """The span of an attribute or one of its items; of the whole part where the attribute is not written."""
        _, span, attributes, items = self._parts[id(part)]
        if item >= 0 and item < len(items.get(attribute, ())):
            return items[attribute][item]
        return attributes.get(attribute, span)

    def has(self, part: Any, attribute: str) -> bool:
        """Whether the attribute is written."""
        return attribute in self._parts[id(part)][2]

    def move(self, part: Any, changed: Any) -> None:
        """A part that takes another's place in the project, and in the source."""
        _, span, attributes, items = self._parts[id(part)]
        self._parts[id(changed)] = (changed, span, attributes, items)
